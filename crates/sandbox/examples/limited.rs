//! Applies all limits to itself, prints which are in force, and shows that one of them bites.
//!
//! Run with `cargo run -p assay-sandbox --example limited`.

use assay_sandbox::Limits;

fn main() {
    let limits = Limits {
        address_space_bytes: Some(1 << 30),
        cpu_seconds: Some(10),
        file_size_bytes: Some(1 << 20),
        parent: Some(std::os::unix::process::parent_id()),
    };
    let layers = limits.apply();
    for (name, layer) in layers.all() {
        println!("{name:22} {layer}");
    }
    let outcome = Vec::<u8>::new().try_reserve_exact(4 << 30);
    match outcome {
        Ok(()) => println!("allocating 4 GiB      succeeded: the limit is not in force"),
        Err(error) => println!("allocating 4 GiB      refused: {error}"),
    }
}
