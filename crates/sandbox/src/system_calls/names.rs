//! What a denied system call is called, and what it is for.

use libc::c_long;

/// What a denied system call is for, as a predicate: `opened a file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A file is opened; the path is this argument of the call, counted from 0.
    OpensFile {
        /// Index of the argument.
        path: usize,
    },
    /// Random numbers of the kernel are drawn.
    DrawsRandomness,
    /// Anything else.
    Other(&'static str),
}

macro_rules! calls {
    ($($(#[$attribute:meta])* $name:ident = $call:ident => $meaning:expr;)*) => {
        fn find(number: c_long) -> Option<(&'static str, Meaning)> {
            use Meaning::{DrawsRandomness, OpensFile, Other};
            $($(#[$attribute])* if number == libc::$call { return Some((stringify!($name), $meaning)); })*
            None
        }
    };
}

calls! {
    #[cfg(target_arch = "x86_64")] open = SYS_open => OpensFile { path: 0 };
    #[cfg(target_arch = "x86_64")] creat = SYS_creat => OpensFile { path: 0 };
    openat = SYS_openat => OpensFile { path: 1 };
    openat2 = SYS_openat2 => OpensFile { path: 1 };
    getrandom = SYS_getrandom => DrawsRandomness;
    #[cfg(target_arch = "x86_64")] fork = SYS_fork => Other("started a process");
    #[cfg(target_arch = "x86_64")] vfork = SYS_vfork => Other("started a process");
    clone = SYS_clone => Other("started a thread or a process");
    execve = SYS_execve => Other("started another program");
    execveat = SYS_execveat => Other("started another program");
    socket = SYS_socket => Other("opened a socket");
    socketpair = SYS_socketpair => Other("opened a socket");
    connect = SYS_connect => Other("used the network");
    bind = SYS_bind => Other("used the network");
    kill = SYS_kill => Other("sent a signal");
    tkill = SYS_tkill => Other("sent a signal");
    tgkill = SYS_tgkill => Other("sent a signal to another process");
    rt_sigqueueinfo = SYS_rt_sigqueueinfo => Other("sent a signal");
    rt_sigaction = SYS_rt_sigaction => Other("installed a signal handler");
    #[cfg(target_arch = "x86_64")] alarm = SYS_alarm => Other("set a timer");
    setitimer = SYS_setitimer => Other("set a timer");
    timer_create = SYS_timer_create => Other("set a timer");
    timerfd_create = SYS_timerfd_create => Other("set a timer");
    sched_setaffinity = SYS_sched_setaffinity => Other("changed its CPU affinity");
    sched_setscheduler = SYS_sched_setscheduler => Other("changed its scheduling");
    sched_setattr = SYS_sched_setattr => Other("changed its scheduling");
    setpriority = SYS_setpriority => Other("changed its priority");
    prlimit64 = SYS_prlimit64 => Other("changed a resource limit");
    #[cfg(target_arch = "x86_64")] setrlimit = SYS_setrlimit => Other("changed a resource limit");
    setpgid = SYS_setpgid => Other("left its process group");
    setsid = SYS_setsid => Other("left its process group");
    prctl = SYS_prctl => Other("changed a property of its process");
    close = SYS_close => Other("closed the descriptor for answers");
    close_range = SYS_close_range => Other("closed descriptors it had not opened");
    dup = SYS_dup => Other("duplicated a descriptor");
    dup3 = SYS_dup3 => Other("duplicated a descriptor");
    #[cfg(target_arch = "x86_64")] dup2 = SYS_dup2 => Other("duplicated a descriptor");
    fcntl = SYS_fcntl => Other("changed a descriptor");
    ioctl = SYS_ioctl => Other("commanded a device");
    mmap = SYS_mmap => Other("mapped over memory that was in use");
    munmap = SYS_munmap => Other("unmapped the guard below its stack");
    mprotect = SYS_mprotect => Other("changed the guard below its stack");
    mremap = SYS_mremap => Other("moved the guard below its stack");
    madvise = SYS_madvise => Other("changed the guard below its stack");
    #[cfg(target_arch = "x86_64")] unlink = SYS_unlink => Other("removed a file");
    unlinkat = SYS_unlinkat => Other("removed a file");
    #[cfg(target_arch = "x86_64")] rename = SYS_rename => Other("renamed a file");
    renameat2 = SYS_renameat2 => Other("renamed a file");
    #[cfg(target_arch = "x86_64")] mkdir = SYS_mkdir => Other("made a folder");
    mkdirat = SYS_mkdirat => Other("made a folder");
    memfd_create = SYS_memfd_create => Other("made a file in memory");
    pipe2 = SYS_pipe2 => Other("opened a pipe");
    #[cfg(target_arch = "x86_64")] pipe = SYS_pipe => Other("opened a pipe");
    ptrace = SYS_ptrace => Other("traced a process");
    process_vm_readv = SYS_process_vm_readv => Other("read the memory of a process");
    process_vm_writev = SYS_process_vm_writev => Other("wrote to the memory of a process");
    seccomp = SYS_seccomp => Other("changed its own sandbox");
    perf_event_open = SYS_perf_event_open => Other("opened a performance counter");
    io_uring_setup = SYS_io_uring_setup => Other("opened a queue of system calls");
    bpf = SYS_bpf => Other("loaded a program into the kernel");
    #[cfg(target_arch = "x86_64")] stat = SYS_stat => Other("looked for a file");
    newfstatat = SYS_newfstatat => Other("looked for a file");
    statx = SYS_statx => Other("looked for a file");
    #[cfg(target_arch = "x86_64")] access = SYS_access => Other("looked for a file");
    faccessat = SYS_faccessat => Other("looked for a file");
}

/// The name of a system call by its number on this architecture; `None` for those that are rarely
/// met.
#[must_use]
pub fn name(number: c_long) -> Option<&'static str> {
    find(number).map(|(name, _)| name)
}

/// What a system call is for.
#[must_use]
pub fn meaning(number: c_long) -> Meaning {
    find(number).map_or(
        Meaning::Other("made a system call that is denied"),
        |(_, meaning)| meaning,
    )
}
