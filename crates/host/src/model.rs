//! What processor and machine this is, and whether it is a virtual one.

use crate::machine::Machine;

/// Words in the firmware's description of a machine that give away a hypervisor.
const VIRTUAL_PRODUCTS: [&str; 9] = [
    "qemu",
    "kvm",
    "vmware",
    "virtualbox",
    "virtual machine",
    "xen",
    "bochs",
    "parallels",
    "google compute engine",
];

/// Names of implementers in the identification register of AArch64 processors (Arm Architecture
/// Reference Manual, MIDR_EL1).
const IMPLEMENTERS: [(u32, &str); 10] = [
    (0x41, "ARM"),
    (0x42, "Broadcom"),
    (0x43, "Cavium"),
    (0x46, "Fujitsu"),
    (0x48, "HiSilicon"),
    (0x4e, "NVIDIA"),
    (0x51, "Qualcomm"),
    (0x61, "Apple"),
    (0x70, "Phytium"),
    (0xc0, "Ampere"),
];

/// The model name of `/proc/cpuinfo`; on AArch64, which has none, implementer and part of the CPU.
pub(crate) fn cpu_model(machine: &Machine, cpu: usize) -> Option<String> {
    let cpuinfo = machine.read("proc/cpuinfo")?;
    let block = cpu_block(&cpuinfo, cpu);
    if let Some(name) = value(block, "model name") {
        return Some(name.to_owned());
    }
    let implementer = value(block, "CPU implementer")?;
    let part = value(block, "CPU part")?;
    let number = u32::from_str_radix(implementer.trim_start_matches("0x"), 16).ok();
    let name = IMPLEMENTERS
        .iter()
        .find(|(known, _)| Some(*known) == number)
        .map_or_else(
            || format!("implementer {implementer}"),
            |(_, name)| (*name).to_owned(),
        );
    Some(format!("{name} part {part}"))
}

/// The microcode revision of the CPU; x86 only.
pub(crate) fn microcode(machine: &Machine, cpu: usize) -> Option<String> {
    let cpuinfo = machine.read("proc/cpuinfo")?;
    value(cpu_block(&cpuinfo, cpu), "microcode").map(str::to_owned)
}

/// The product or board name, from DMI or the device tree.
pub(crate) fn machine_name(machine: &Machine) -> Option<String> {
    [
        "sys/class/dmi/id/product_name",
        "sys/class/dmi/id/board_name",
        "sys/firmware/devicetree/base/model",
    ]
    .into_iter()
    .find_map(|path| machine.read(path))
}

/// Whether processor or firmware tell of a hypervisor.
pub(crate) fn is_virtualized(machine: &Machine) -> bool {
    let flagged = machine.read("proc/cpuinfo").is_some_and(|cpuinfo| {
        value(&cpuinfo, "flags")
            .is_some_and(|flags| flags.split_whitespace().any(|flag| flag == "hypervisor"))
    });
    let product = ["sys_vendor", "product_name"].into_iter().any(|file| {
        machine
            .read(&format!("sys/class/dmi/id/{file}"))
            .is_some_and(|text| {
                let text = text.to_lowercase();
                VIRTUAL_PRODUCTS.iter().any(|word| text.contains(word))
            })
    });
    let told = machine.path("sys/hypervisor/type").exists()
        || machine
            .path("sys/firmware/devicetree/base/hypervisor")
            .exists();
    flagged || product || told
}

/// The lines of `/proc/cpuinfo` about one CPU; all of them when it is not listed.
fn cpu_block(cpuinfo: &str, cpu: usize) -> &str {
    let number = cpu.to_string();
    cpuinfo
        .split("\n\n")
        .find(|block| value(block, "processor") == Some(number.as_str()))
        .unwrap_or(cpuinfo)
}

/// The value of a line `name : value`.
fn value<'text>(text: &'text str, name: &str) -> Option<&'text str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then_some(value.trim())
    })
}
