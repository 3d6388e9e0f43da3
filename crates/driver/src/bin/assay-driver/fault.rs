//! What is said when a signal interrupts foreign code.
//!
//! The handler runs on a stack of its own, allocates nothing, writes one answer with plain system
//! calls, and lets the signal take its course.

use std::ffi::{CStr, c_int, c_void};
use std::fmt::Write as _;
use std::io;
use std::os::fd::IntoRawFd as _;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU64, AtomicUsize, Ordering};

use assay_kat::{Failure, Verdict};
use assay_memory::Stack;

use crate::answers::Answers;
use crate::fence;

const SIGNALS: [c_int; 7] = [
    libc::SIGSEGV,
    libc::SIGBUS,
    libc::SIGILL,
    libc::SIGFPE,
    libc::SIGABRT,
    libc::SIGTRAP,
    libc::SIGXFSZ,
];

static DESCRIPTOR: AtomicI32 = AtomicI32::new(-1);
static STATUS: AtomicI32 = AtomicI32::new(-1);
static TOKEN: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
static TOKEN_LENGTH: AtomicUsize = AtomicUsize::new(0);
static FUNCTION: AtomicPtr<i8> = AtomicPtr::new(ptr::null_mut());
/// First and one past the last address below each stack.
static STACK_GUARDS: [[AtomicUsize; 2]; 2] =
    [const { [AtomicUsize::new(0), AtomicUsize::new(0)] }; 2];
static STACK_BYTES: AtomicUsize = AtomicUsize::new(0);
static NEAR_MEMORY_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

/// Opens and notes what the handler needs. An address space above `near_memory_limit` bytes counts as
/// out of memory.
pub(crate) fn prepare(
    answers: &Answers,
    stack: &Stack,
    second_stack: Option<&Stack>,
    near_memory_limit: u64,
) -> io::Result<()> {
    let status = std::fs::File::open("/proc/self/status")?;
    STATUS.store(status.into_raw_fd(), Ordering::Relaxed);
    DESCRIPTOR.store(answers.number(), Ordering::Relaxed);
    let token: &'static mut [u8] = Box::leak(answers.token().as_bytes().into());
    TOKEN_LENGTH.store(token.len(), Ordering::Relaxed);
    TOKEN.store(token.as_mut_ptr(), Ordering::Release);
    for ([low, high], stack) in STACK_GUARDS.iter().zip([Some(stack), second_stack]) {
        let guard = stack.map_or(0..0, Stack::guard);
        low.store(guard.start, Ordering::Relaxed);
        high.store(guard.end, Ordering::Relaxed);
    }
    STACK_BYTES.store(stack.bytes(), Ordering::Relaxed);
    NEAR_MEMORY_LIMIT.store(near_memory_limit, Ordering::Relaxed);
    // SAFETY: the structures are valid; the handler only does what a handler may do.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
        libc::sigemptyset(&raw mut action.sa_mask);
        for signal in SIGNALS {
            if libc::sigaction(signal, &raw const action, ptr::null_mut()) != 0 {
                return Err(io::Error::last_os_error());
            }
        }
    }
    Ok(())
}

/// Gives the calling thread a stack for the handler, which is kept for ever.
pub(crate) fn use_alternate_stack() -> io::Result<()> {
    const BYTES: usize = 64 << 10;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping becomes the alternate stack and is never unmapped.
    let result = unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let memory = libc::mmap(ptr::null_mut(), BYTES, access, flags, -1, 0);
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let stack = libc::stack_t {
            ss_sp: memory,
            ss_flags: 0,
            ss_size: BYTES,
        };
        libc::sigaltstack(&raw const stack, ptr::null_mut())
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Notes which function is about to be called.
#[inline]
pub(crate) fn running(function: &'static CStr) {
    FUNCTION.store(function.as_ptr().cast_mut().cast(), Ordering::Relaxed);
}

/// A failure that is better explained by a lack of memory is explained so.
pub(crate) fn or_out_of_memory(failure: Failure) -> Failure {
    match (failure.verdict, near_memory_limit()) {
        (Verdict::CryptoFail, Some(used)) => Failure::new(
            Verdict::Oom,
            format!(
                "{} after {used} MiB of address space, the limit",
                failure.detail
            ),
        ),
        _ => failure,
    }
}

extern "C" fn handler(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    let mut text = Text {
        bytes: [0; 1024],
        length: 0,
    };
    // SAFETY: the kernel hands over valid structures; `si_addr` is meaningful for memory faults only
    // and used for those only.
    let access = unsafe {
        Access {
            address: (*info).si_addr() as usize,
            kind: kind(context),
        }
    };
    explain(signal, access, &mut text);
    text.send();
    // Where returning would not repeat the fault, the signal is sent again; it is blocked until
    // the handler returns, and its action is the default one by now.
    // SAFETY: a plain system call.
    unsafe { libc::raise(signal) };
}
/// A memory access that faulted.
#[derive(Clone, Copy)]
struct Access {
    address: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    /// The processor refused the instruction; the address has no meaning.
    Protection,
    /// The context does not say.
    Unknown,
}

/// Writes the whole answer. Numbers and fixed words only, so nothing needs escaping.
fn explain(signal: c_int, Access { address, kind }: Access, text: &mut Text) {
    let token = token();
    let memory_fault = matches!(signal, libc::SIGSEGV | libc::SIGBUS);
    let by_write = match kind {
        Kind::Read => Some(false),
        Kind::Write => Some(true),
        Kind::Protection | Kind::Unknown => None,
    };
    let below_a_stack = STACK_GUARDS.iter().any(|[low, high]| {
        (low.load(Ordering::Relaxed)..high.load(Ordering::Relaxed)).contains(&address)
    });
    let fenced = if memory_fault {
        fence::find(address)
    } else {
        None
    };
    let _ = write!(
        text,
        "\n{{\"token\":\"{token}\",\"answer\":{{\"fault\":{{\"verdict\":\""
    );
    let function = Function;
    let _ = if memory_fault && below_a_stack {
        let mebibytes = STACK_BYTES.load(Ordering::Relaxed) >> 20;
        write!(
            text,
            "STACK\",\"detail\":\"{function} needs more than {mebibytes} MiB of stack"
        )
    } else if let Some(found) = fenced {
        let verdict = found.verdict(by_write);
        write!(
            text,
            "{verdict}\",\"detail\":\"{function} {}",
            found.sentence(by_write)
        )
    } else if signal == libc::SIGXFSZ {
        write!(text, "FORBIDDEN\",\"detail\":\"{function} wrote to a file")
    } else if let Some(used) = near_memory_limit() {
        write!(
            text,
            "OOM\",\"detail\":\"{function} crashed after {used} MiB of address space, the limit"
        )
    } else if memory_fault && kind == Kind::Protection {
        write!(
            text,
            "CRASH\",\"detail\":\"{function} died of a general protection fault, as of an aligned \
             access to a buffer that is not aligned"
        )
    } else if memory_fault {
        let name = if signal == libc::SIGSEGV {
            "SIGSEGV"
        } else {
            "SIGBUS"
        };
        let how = match by_write {
            Some(true) => "writing to",
            Some(false) => "reading from",
            None => "accessing",
        };
        write!(
            text,
            "CRASH\",\"detail\":\"{function} died of {name} {how} address {address:#x}"
        )
    } else {
        let name = match signal {
            libc::SIGILL => "SIGILL",
            libc::SIGFPE => "SIGFPE",
            libc::SIGABRT => "SIGABRT",
            _ => "SIGTRAP",
        };
        write!(text, "CRASH\",\"detail\":\"{function} died of {name}")
    };
    let _ = text.write_str("\"}}}\n");
}

/// Answers with a verdict from within a handler. The detail must hold nothing that JSON would have to escape.
pub(crate) fn report(verdict: &str, detail: std::fmt::Arguments<'_>) {
    let mut text = Text {
        bytes: [0; 1024],
        length: 0,
    };
    let token = token();
    let _ = write!(
        text,
        "\n{{\"token\":\"{token}\",\"answer\":{{\"fault\":{{\"verdict\":\"{verdict}\",\"detail\":\"{detail}\"}}}}}}\n"
    );
    text.send();
}

fn token() -> &'static str {
    let token = TOKEN.load(Ordering::Acquire);
    if token.is_null() {
        return "";
    }
    // SAFETY: the token was leaked and never changes; its length was stored before its address.
    let token = unsafe { std::slice::from_raw_parts(token, TOKEN_LENGTH.load(Ordering::Relaxed)) };
    std::str::from_utf8(token).unwrap_or_default()
}

/// The function noted last.
pub(crate) struct Function;

impl std::fmt::Display for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let function = FUNCTION.load(Ordering::Relaxed);
        if function.is_null() {
            return f.write_str("the library");
        }
        // SAFETY: only addresses of static C strings are stored.
        let name = unsafe { CStr::from_ptr(function.cast_const().cast()) };
        f.write_str(name.to_str().unwrap_or("the library"))
    }
}

/// What the context of a signal says about the access.
unsafe fn kind(context: *mut c_void) -> Kind {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: the caller hands over the context of a signal.
        let context = unsafe { &*context.cast::<libc::ucontext_t>() };
        let registers = &context.uc_mcontext.gregs;
        let (trap, error) = (
            registers[libc::REG_TRAPNO as usize],
            registers[libc::REG_ERR as usize],
        );
        // 13 is a general protection fault, 14 a page fault; bit 1 of its error code marks a write.
        match (trap, error & 2) {
            (13, _) => Kind::Protection,
            (14, 0) => Kind::Read,
            (14, _) => Kind::Write,
            _ => Kind::Unknown,
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = context;
        Kind::Unknown
    }
}

/// The peak of the address space in MiB if it came close to the limit.
pub(crate) fn near_memory_limit() -> Option<u64> {
    let mut text = [0_u8; 2048];
    let descriptor = STATUS.load(Ordering::Relaxed);
    // SAFETY: the buffer is valid for its length.
    let length = unsafe { libc::pread(descriptor, text.as_mut_ptr().cast(), text.len(), 0) };
    let text = text.get(..usize::try_from(length).ok()?)?;
    let label = b"VmPeak:";
    let start = text
        .windows(label.len())
        .position(|window| window == label)?
        + label.len();
    let digits = text[start..]
        .iter()
        .skip_while(|byte| !byte.is_ascii_digit());
    let kibibytes = digits
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0_u64, |value, digit| 10 * value + u64::from(digit - b'0'));
    let near = NEAR_MEMORY_LIMIT.load(Ordering::Relaxed);
    (kibibytes * 1024 >= near).then_some(kibibytes / 1024)
}

/// Text in a fixed array; what does not fit is dropped.
struct Text {
    bytes: [u8; 1024],
    length: usize,
}

impl Text {
    /// Writes it to the descriptor for answers with plain system calls.
    fn send(&self) {
        let mut rest = &self.bytes[..self.length];
        while !rest.is_empty() {
            let descriptor = DESCRIPTOR.load(Ordering::Relaxed);
            // SAFETY: the bytes are valid for their length.
            let written = unsafe { libc::write(descriptor, rest.as_ptr().cast(), rest.len()) };
            match usize::try_from(written) {
                Ok(written @ 1..) => rest = &rest[written..],
                _ => break,
            }
        }
    }
}

impl std::fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        let room = &mut self.bytes[self.length..];
        let fits = text.len().min(room.len());
        room[..fits].copy_from_slice(&text.as_bytes()[..fits]);
        self.length += fits;
        Ok(())
    }
}
