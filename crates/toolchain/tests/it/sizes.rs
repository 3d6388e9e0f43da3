//! Static sizes against what binutils say.

use std::path::Path;
use std::process::Command;

use assay_toolchain::LibrarySizes;

fn output(program: &str, arguments: &[&str], library: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .arg(library)
        .env("LC_ALL", "C")
        .output()
        .expect("gcc comes with binutils");
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap()
}

/// Sum of the memory sizes in `readelf -lW`: the sixth field of a line that begins with LOAD.
fn loadable(library: &Path) -> u64 {
    output("readelf", &["-lW"], library)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|fields| fields.first() == Some(&"LOAD"))
        .map(|fields| hexadecimal(fields[5]))
        .sum()
}

/// Sections by name and size in `size -A`, sorted into kinds by the names that the linker gives them.
fn sections(library: &Path) -> LibrarySizes {
    let mut sizes = LibrarySizes {
        loadable: loadable(library),
        text: 0,
        rodata: 0,
        data: 0,
        bss: 0,
    };
    for line in output("size", &["-A", "-d"], library).lines() {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [name, size, address] = fields.as_slice() else {
            continue;
        };
        let (Ok(size), Ok(address)) = (size.parse::<u64>(), address.parse::<u64>()) else {
            continue;
        };
        // Sections that are not loaded have no address: comments and debugging information.
        if address == 0 {
            continue;
        }
        let kind = match *name {
            ".text" | ".init" | ".fini" | ".plt" | ".plt.got" | ".plt.sec" => &mut sizes.text,
            ".bss" | ".tbss" => &mut sizes.bss,
            ".data" | ".data.rel.ro" | ".got" | ".got.plt" | ".dynamic" | ".init_array"
            | ".fini_array" | ".tdata" | ".tm_clone_table" => &mut sizes.data,
            _ => &mut sizes.rodata,
        };
        *kind += size;
    }
    sizes
}

/// Fails where the sizes of a library are not those of `readelf -lW`, `size -A` and `size`.
pub(crate) fn assert_sizes(library: &Path, found: LibrarySizes) {
    assert_eq!(found, sections(library), "{}", library.display());
    // Berkeley's text is everything that is loaded and not writable.
    let summary = output("size", &["-d"], library);
    let fields: Vec<u64> = summary
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .take(3)
        .map(|field| field.parse().unwrap())
        .collect();
    assert_eq!(
        fields,
        [found.text + found.rodata, found.data, found.bss],
        "{}",
        library.display()
    );
}
