//! The list, and handing it to the kernel.

use std::collections::BTreeMap;
use std::io;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch,
};

use super::{Guarded, Stage};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Calls that change nothing outside the process, and little inside.
const HARMLESS: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_brk,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_mincore,
    libc::SYS_futex,
    libc::SYS_membarrier,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getcpu,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Answered with ENOSYS by a filter of its own.
    libc::SYS_clone3,
];

#[cfg(target_arch = "x86_64")]
const HARMLESS_HERE: &[c_long] = &[
    libc::SYS_arch_prctl,
    libc::SYS_time,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_pause,
];
#[cfg(not(target_arch = "x86_64"))]
const HARMLESS_HERE: &[c_long] = &[];

/// What the dynamic loader needs as well, and setting the filter of the next stage.
const LOADING: &[c_long] = &[
    libc::SYS_seccomp,
    libc::SYS_openat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlinkat,
    libc::SYS_faccessat,
    libc::SYS_getcwd,
    libc::SYS_mmap,
];

#[cfg(target_arch = "x86_64")]
const LOADING_HERE: &[c_long] = &[
    libc::SYS_open,
    libc::SYS_stat,
    libc::SYS_readlink,
    libc::SYS_access,
];
#[cfg(not(target_arch = "x86_64"))]
const LOADING_HERE: &[c_long] = &[];

/// The kernel's name for "set the filter for all threads, and no mitigations for its sake".
const ALL_THREADS_NO_MITIGATIONS: libc::c_ulong =
    libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW | libc::SECCOMP_FILTER_FLAG_TSYNC;

pub(super) fn apply(stage: Stage, guarded: Guarded) -> Result<(), String> {
    let architecture =
        TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let install = |program: Result<BpfProgram, BackendError>| {
        let program = program.map_err(|error| error.to_string())?;
        load(&program).map_err(|error| error.to_string())
    };
    if stage == Stage::Loading {
        let unknown = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
        let rules = [(libc::SYS_clone3, Vec::new())].into();
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, unknown, architecture);
        install(filter.and_then(TryInto::try_into))?;
    }
    let filter = rules(stage, guarded).and_then(|rules| {
        SeccompFilter::new(
            rules,
            SeccompAction::Trap,
            SeccompAction::Allow,
            architecture,
        )
    });
    install(filter.and_then(TryInto::try_into))
}

fn rules(stage: Stage, guarded: Guarded) -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    let mut allow = |calls: &[c_long]| {
        for call in calls {
            rules.insert(*call, Vec::new());
        }
    };
    allow(HARMLESS);
    allow(HARMLESS_HERE);

    let process = u64::from(std::process::id());
    let close = guarded.descriptor.map(|descriptor| {
        let descriptor = u64::from(descriptor.cast_unsigned());
        small(0, SeccompCmpOp::Ne, descriptor)
    });
    let with = |conditions: Vec<Result<SeccompCondition, BackendError>>| {
        SeccompRule::new(conditions.into_iter().collect::<Result<_, _>>()?)
    };
    let mut when =
        |call: c_long, alternatives: Vec<Vec<Result<SeccompCondition, BackendError>>>| {
            let chain = alternatives
                .into_iter()
                .map(with)
                .collect::<Result<_, _>>()?;
            rules.insert(call, chain);
            Ok::<(), BackendError>(())
        };

    // `raise` and `abort` send signals to the process itself, and `abort` resets its own one.
    when(
        libc::SYS_tgkill,
        vec![vec![small(0, SeccompCmpOp::Eq, process)]],
    )?;
    let abort = libc::SIGABRT.cast_unsigned().into();
    when(
        libc::SYS_rt_sigaction,
        vec![
            vec![small(0, SeccompCmpOp::Eq, abort)],
            vec![large(1, SeccompCmpOp::Eq, 0)],
        ],
    )?;
    // Asking for a limit is not setting one.
    when(
        libc::SYS_prlimit64,
        vec![vec![large(2, SeccompCmpOp::Eq, 0)]],
    )?;
    // What kind of descriptor it is: `stdio` asks before it writes.
    let empty_path = libc::AT_EMPTY_PATH.cast_unsigned().into();
    when(
        libc::SYS_newfstatat,
        vec![vec![small(
            3,
            SeccompCmpOp::MaskedEq(empty_path),
            empty_path,
        )]],
    )?;
    let fcntl = [libc::F_GETFD, libc::F_GETFL];
    when(
        libc::SYS_fcntl,
        fcntl
            .map(|command| vec![small(1, SeccompCmpOp::Eq, command.cast_unsigned().into())])
            .into(),
    )?;
    // Terminals, and the driver's own counters.
    when(
        libc::SYS_ioctl,
        vec![
            vec![small(1, SeccompCmpOp::Eq, libc::TCGETS)],
            vec![small(
                1,
                SeccompCmpOp::MaskedEq(0xff00),
                u64::from(b'$') << 8,
            )],
        ],
    )?;
    let prctl = [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_SET_VMA];
    when(
        libc::SYS_prctl,
        prctl
            .map(|option| vec![small(0, SeccompCmpOp::Eq, option.cast_unsigned().into())])
            .into(),
    )?;
    match close {
        Some(other) => when(libc::SYS_close, vec![vec![other]])?,
        None => when(libc::SYS_close, Vec::new())?,
    }
    let fixed = libc::MAP_FIXED.cast_unsigned().into();
    when(
        libc::SYS_mmap,
        vec![vec![small(3, SeccompCmpOp::MaskedEq(fixed), 0)]],
    )?;
    for call in [
        libc::SYS_munmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_madvise,
    ] {
        let outside = match guarded.memory {
            Some((first, end)) => vec![
                vec![large(0, SeccompCmpOp::Lt, first as u64)],
                vec![large(0, SeccompCmpOp::Ge, end as u64)],
            ],
            None => Vec::new(),
        };
        when(call, outside)?;
    }
    if stage == Stage::Loading {
        for call in LOADING.iter().chain(LOADING_HERE) {
            when(*call, Vec::new())?;
        }
    }
    Ok(rules)
}

/// A condition on the low 32 bits of an argument.
fn small(index: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value)
}

/// A condition on all bits of an argument.
fn large(index: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Qword, operator, value)
}

fn load(program: &BpfProgram) -> io::Result<()> {
    let length = u16::try_from(program.len()).map_err(io::Error::other)?;
    let program = libc::sock_fprog {
        len: length,
        filter: program.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the program is `length` instructions long and outlives the call, which copies it;
    // both instruction types have the layout of the kernel's `struct sock_filter`.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            ALL_THREADS_NO_MITIGATIONS,
            &raw const program,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
