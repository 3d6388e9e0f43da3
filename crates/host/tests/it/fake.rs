//! Machines made of files.

use std::fs;

use assay_host::{CounterState, Machine, Probes};
use tempfile::TempDir;

/// A machine under construction.
pub(crate) struct Fake {
    root: TempDir,
    architecture: &'static str,
}

impl Fake {
    pub(crate) fn new(architecture: &'static str) -> Self {
        Self {
            root: TempDir::new().unwrap(),
            architecture,
        }
    }

    /// The x86-64 desktop of the published dataset after it was set up: twelve usable CPUs, all
    /// siblings off, turbo off.
    pub(crate) fn desktop() -> Self {
        let fake = Self::new("x86_64")
            .file("proc/sys/kernel/hostname", "blk\n")
            .file("proc/sys/kernel/osrelease", "6.12.107+deb13-amd64\n")
            .file("proc/sys/kernel/perf_event_paranoid", "2\n")
            .file("proc/loadavg", "0.08 0.20 1.35 1/250 4242\n")
            .file(
                "proc/meminfo",
                "MemTotal:       32551768 kB\nMemFree:        1 kB\n",
            )
            .file("proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-19\n")
            .file(
                "etc/os-release",
                "NAME=\"Debian GNU/Linux\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n",
            )
            .file("sys/class/dmi/id/product_name", "OptiPlex 7000\n")
            .file(
                "sys/devices/system/cpu/online",
                "0,2,4,6,8,10,12,14,16-19\n",
            )
            .file("sys/devices/system/cpu/smt/control", "off\n")
            .file("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
            .file("sys/devices/cpu_core/cpus", "0,2,4,6,8,10,12,14\n")
            .file("sys/devices/cpu_atom/cpus", "16-19\n");
        let blocks: Vec<_> = [2, 14]
            .map(|cpu| {
                format!(
                    "processor\t: {cpu}\nmodel name\t: 12th Gen Intel(R) Core(TM) i7-12700\n\
                     microcode\t: 0x38\nflags\t\t: fpu tsc rdtscp constant_tsc\n"
                )
            })
            .into();
        let fake = fake.file("proc/cpuinfo", &blocks.join("\n"));
        [2, 14, 16].into_iter().fold(fake, |fake, cpu| {
            let cpufreq = |name: &str| format!("sys/devices/system/cpu/cpu{cpu}/cpufreq/{name}");
            let topology = format!("sys/devices/system/cpu/cpu{cpu}/topology/core_cpus_list");
            fake.file(&cpufreq("scaling_governor"), "performance\n")
                .file(&cpufreq("scaling_driver"), "intel_pstate\n")
                .file(&cpufreq("scaling_min_freq"), "800000\n")
                .file(&cpufreq("scaling_max_freq"), "2100000\n")
                .file(&topology, &format!("{cpu}\n"))
        })
    }

    /// An AArch64 server whose firmware sets the clock.
    pub(crate) fn arm_server() -> Self {
        Self::new("aarch64")
            .file("proc/sys/kernel/hostname", "vivo\n")
            .file("proc/sys/kernel/perf_event_paranoid", "1\n")
            .file("proc/loadavg", "0.00 0.00 0.00 1/90 77\n")
            .file("proc/self/status", "Cpus_allowed_list:\t0-3\n")
            .file(
                "proc/cpuinfo",
                "processor\t: 3\nBogoMIPS\t: 38.40\nCPU implementer\t: 0x51\nCPU part\t: 0x001\n",
            )
            .file("sys/devices/system/cpu/online", "0-3\n")
            .file("sys/devices/system/cpu/smt/control", "notimplemented\n")
            .file(
                "sys/devices/system/cpu/cpu3/topology/thread_siblings_list",
                "3\n",
            )
            .file("sys/firmware/devicetree/base/model", "Example Board\0")
    }

    /// A virtual machine with nothing to set.
    pub(crate) fn virtual_machine() -> Self {
        Self::new("x86_64")
            .file("proc/sys/kernel/perf_event_paranoid", "2\n")
            .file("proc/loadavg", "3.50 2.00 1.00 4/90 77\n")
            .file("proc/self/status", "Cpus_allowed_list:\t0-1\n")
            .file(
                "proc/cpuinfo",
                "processor\t: 0\nflags\t: fpu hypervisor tsc\n",
            )
            .file("sys/devices/system/cpu/online", "0-1\n")
            .file("sys/devices/system/cpu/smt/control", "notsupported\n")
            .file("sys/devices/system/cpu/cpu1/topology/core_cpus_list", "1\n")
    }

    /// Adds or replaces a file.
    pub(crate) fn file(self, path: &str, content: &str) -> Self {
        let path = self.root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Takes a file away.
    pub(crate) fn without(self, path: &str) -> Self {
        fs::remove_file(self.root.path().join(path)).unwrap();
        self
    }

    pub(crate) fn machine(&self) -> Machine {
        Machine::at(self.root.path(), self.architecture)
    }
}

/// Probes of a machine on which everything works.
pub(crate) fn good_probes() -> Probes {
    Probes {
        pinning: Ok(()),
        counter: CounterState::Available {
            in_user_space: true,
        },
        clock: None,
    }
}
