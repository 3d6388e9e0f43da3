//! Lists what an import would look at: `cargo run -p assay-import --example members -- ARCHIVE`.

use std::path::PathBuf;

use assay_import::{Archive, class, safe_path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = PathBuf::from(std::env::args_os().nth(1).ok_or("which archive?")?);
    for member in Archive::open(&path)?.members()? {
        match safe_path(&member.name) {
            Ok(path) => println!("{:>12}  {:?}  {path}", member.bytes, class(&path)),
            Err(refusal) => println!("{:>12}  refused: {refusal}  {}", member.bytes, member.name),
        }
    }
    Ok(())
}
