//! What is said when foreign code makes a system call that is denied.
//!
//! The handler runs on a stack of its own and allocates nothing. A C library that looks at the machine of its own accord is
//! told that it may not; anything else ends the process with an answer that names the call.

use std::ffi::{c_int, c_long, c_void};
use std::fmt;
use std::io;
use std::os::fd::IntoRawFd as _;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use assay_driver::EXIT_DENIED;
use assay_sandbox::system_calls::{Meaning, meaning, name};

use crate::{fault, limits};

/// Files that a C library opens to learn about the machine, or a cryptographic library to be configured, and does without.
const DISPENSABLE: [&[u8]; 6] = [
    b"/sys/devices/system/cpu",
    b"/proc/meminfo",
    b"/proc/cpuinfo",
    b"/proc/stat",
    b"/etc/ssl/",
    b"/usr/lib/ssl/",
];

/// Where the number of a call stands in `siginfo_t`: after signal, error, code and the address of the call (`sigaction(2)`).
const CALL_OFFSET: usize = 24;

static MEMORY: AtomicI32 = AtomicI32::new(-1);

/// Opens what the handler needs and installs it. To be called before the system calls are filtered.
pub(crate) fn prepare() -> io::Result<()> {
    let memory = std::fs::File::open("/proc/self/mem")?;
    MEMORY.store(memory.into_raw_fd(), Ordering::Relaxed);
    // SAFETY: the structure is valid; the handler only does what a handler may do.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&raw mut action.sa_mask);
        libc::sigaction(libc::SIGSYS, &raw const action, ptr::null_mut())
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

extern "C" fn handler(_: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel hands over valid structures; for SIGSYS the number of the call stands at this place.
    let (call, context) = unsafe {
        let call = info.byte_add(CALL_OFFSET).cast::<c_int>().read();
        (c_long::from(call), &mut *context.cast::<libc::ucontext_t>())
    };
    let function = fault::Function;
    match meaning(call) {
        Meaning::OpensFile { path } => {
            let path = Path::at(argument(context, path));
            if DISPENSABLE
                .iter()
                .any(|file| path.bytes().starts_with(file))
            {
                set_result(context, -libc::EACCES);
                return;
            }
            if path.bytes().starts_with(b"/dev/") && path.bytes().ends_with(b"random") {
                fault::report(
                    "FORBIDDEN",
                    format_args!(
                        "{function} opened {path}, so the output does not depend on the DRNG alone; perhaps a define is missing from the build"
                    ),
                );
            } else {
                fault::report(
                    "FORBIDDEN",
                    format_args!("{function} opened the file {path}"),
                );
            }
        }
        Meaning::DrawsRandomness => fault::report(
            "FORBIDDEN",
            format_args!(
                "{function} drew random numbers of the kernel (getrandom), so the output does not depend on the DRNG alone; perhaps a define is missing from the build"
            ),
        ),
        Meaning::Other(predicate) => match name(call) {
            Some(name) => {
                fault::report("FORBIDDEN", format_args!("{function} {predicate} ({name})"))
            }
            None => fault::report(
                "FORBIDDEN",
                format_args!("{function} {predicate} (number {call})"),
            ),
        },
    }
    limits::exit_now(EXIT_DENIED)
}

/// A path in the memory of this process, as far as it can be shown inside an answer.
struct Path {
    bytes: [u8; 160],
    length: usize,
}

impl Path {
    /// The text at an address, which may be wrong: it is read through a file, where that is an error and not a fault.
    fn at(address: usize) -> Path {
        const PAGE: usize = 4096;
        let mut path = Path {
            bytes: [0; 160],
            length: 0,
        };
        // The next page may not be there, so it is read by itself.
        let first = path.bytes.len().min(PAGE - address % PAGE);
        let (one, two) = path.bytes.split_at_mut(first);
        for (piece, at) in [(one, address), (two, address + first)] {
            // SAFETY: the piece is valid for its length.
            unsafe {
                libc::pread(
                    MEMORY.load(Ordering::Relaxed),
                    piece.as_mut_ptr().cast(),
                    piece.len(),
                    at.cast_signed() as libc::off_t,
                );
            }
        }
        path.length = path.bytes.iter().take_while(|byte| **byte != 0).count();
        path
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;

        for byte in self.bytes() {
            // Nothing that would have to be escaped.
            let shown = match byte {
                b'"' | b'\\' => '?',
                b' '..=b'~' => char::from(*byte),
                _ => '?',
            };
            f.write_char(shown)?;
        }
        Ok(())
    }
}

#[cfg(target_arch = "x86_64")]
fn argument(context: &libc::ucontext_t, index: usize) -> usize {
    let registers = [libc::REG_RDI, libc::REG_RSI, libc::REG_RDX];
    registers.get(index).map_or(0, |register| {
        let value = context.uc_mcontext.gregs[*register as usize];
        value.cast_unsigned() as usize
    })
}

#[cfg(target_arch = "aarch64")]
fn argument(context: &libc::ucontext_t, index: usize) -> usize {
    context
        .uc_mcontext
        .regs
        .get(index)
        .map_or(0, |value| *value as usize)
}

#[cfg(target_arch = "x86_64")]
fn set_result(context: &mut libc::ucontext_t, result: c_int) {
    context.uc_mcontext.gregs[libc::REG_RAX as usize] = result.into();
}

#[cfg(target_arch = "aarch64")]
fn set_result(context: &mut libc::ucontext_t, result: c_int) {
    context.uc_mcontext.regs[0] = i64::from(result).cast_unsigned();
}
