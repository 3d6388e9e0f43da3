//! The vectors whose messages have 2^32 bits and more, where the digest of the official helper leaves the standard.
//! Takes a few seconds and 512 MiB, so it is a program of its own:
//! `cargo run --release -p assay-iccs --example long_messages`

use std::process::ExitCode;

use assay_iccs::model::sm3;

/// Bytes of zeros and their digest.
const VECTORS: [(usize, &str); 3] = [
    (536_870_911, "1c4679f9e1f0dcbe86f8cd17b4df4fa26c84cde56f68b1b0b71ceb50c404b442"),
    (536_870_912, "6ef22e2e10ff4cbd4a1590b79f37b504da1a08c0026d7382ac477177040d99f6"),
    (536_870_913, "f4127531d5b6671dbc43e9d3ff96fce4ee2e95bb7eb641971112edf03c1abfa1"),
];

fn main() -> ExitCode {
    let zeros = vec![0; 536_870_913];
    let mut all_hold = true;
    for (length, expected) in VECTORS {
        let digest: String = sm3(&zeros[..length]).iter().map(|byte| format!("{byte:02x}")).collect();
        let holds = digest == expected;
        all_hold &= holds;
        println!("{length} bytes: {digest} {}", if holds { "as expected" } else { "WRONG" });
    }
    if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
