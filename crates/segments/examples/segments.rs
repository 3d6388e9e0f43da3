//! Prints what the given ELF files occupy and import.
//!
//! Run with `cargo run -p assay-segments --example segments -- FILE…`; without a file it looks at
//! itself.

use std::env;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push(env::current_exe()?);
    }
    for path in paths {
        let elf = assay_segments::read(&path)?;
        println!(
            "{}: {:?} for {}",
            path.display(),
            elf.kind,
            elf.architecture
        );
        match elf.loadable_bytes {
            Some(bytes) => println!("  loadable segments {bytes} bytes"),
            None => println!("  no loadable segments"),
        }
        let sizes = elf.sections;
        println!(
            "  text {} rodata {} data {} bss {}",
            sizes.text, sizes.rodata, sizes.data, sizes.bss
        );
        println!("  imports {}", elf.imports().join(" "));
    }
    Ok(())
}
