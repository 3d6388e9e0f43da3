//! A stack for foreign code, above a large region that nobody may touch.

use std::any::Any;
use std::ffi::c_void;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::atomic::{Ordering, compiler_fence};

use assay_driver::protocol::Answer;

/// Inaccessible bytes below the stack, so that even a huge frame does not jump over them.
const GUARD_BYTES: usize = 256 << 20;

/// Bytes above which the stack is left alone when it is filled: frames in use, and room for the
/// function that fills.
const KEPT_BYTES: usize = 4096;

/// A reserved stack. Memory is used only as it is touched.
pub(crate) struct Stack {
    guard: usize,
    low: usize,
    bytes: usize,
}

impl Stack {
    pub(crate) fn reserve(bytes: u64) -> io::Result<Self> {
        let invalid = || io::Error::from_raw_os_error(libc::EINVAL);
        let bytes = usize::try_from(bytes)
            .map_err(|_| invalid())?
            .next_multiple_of(65536);
        let bytes = bytes.max(libc::PTHREAD_STACK_MIN.max(256 << 10));
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        let total = bytes.checked_add(GUARD_BYTES).ok_or_else(invalid)?;
        // SAFETY: a new anonymous mapping, whose upper part is made accessible.
        let low = unsafe {
            let guard = libc::mmap(ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0);
            if guard == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let low = guard.wrapping_byte_add(GUARD_BYTES);
            if libc::mprotect(low, bytes, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                return Err(io::Error::last_os_error());
            }
            low as usize
        };
        Ok(Self {
            guard: low - GUARD_BYTES,
            low,
            bytes,
        })
    }

    /// First and one past the last address of the inaccessible region.
    pub(crate) fn guard(&self) -> (usize, usize) {
        (self.guard, self.low)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes from the top down to the lowest page that was ever touched; `None` when the kernel does
    /// not tell.
    pub(crate) fn touched_bytes(&self) -> Option<usize> {
        let page = usize::try_from(assay_memory::page_size().ok()?).ok()?;
        let mut resident = vec![0_u8; self.bytes.div_ceil(page)];
        let low = ptr::with_exposed_provenance_mut(self.low);
        // SAFETY: the stack is mapped, and there is a byte for each of its pages.
        let result = unsafe { libc::mincore(low, self.bytes, resident.as_mut_ptr()) };
        let lowest = resident.iter().position(|state| state & 1 == 1)?;
        (result == 0).then(|| self.bytes - lowest * page)
    }

    /// Fills up to `depth` bytes below the caller's frame. To be called on this stack.
    #[inline(never)]
    pub(crate) fn fill_unused(&self, fill: u8, depth: usize) {
        let here = 0_u8;
        let top = (&raw const here as usize).saturating_sub(KEPT_BYTES);
        if top <= self.low || top >= self.low + self.bytes {
            return;
        }
        let depth = depth.min(top - self.low);
        // SAFETY: the bytes lie in the mapping of this stack, below every frame in use by more than
        // the frame of the function called here, and hold nothing.
        unsafe {
            ptr::write_bytes(
                ptr::with_exposed_provenance_mut::<u8>(top - depth),
                fill,
                depth,
            )
        };
        compiler_fence(Ordering::SeqCst);
    }
}

struct Start<F> {
    work: Option<F>,
    result: Option<Answer>,
}

/// Runs `work` on a thread with that stack and waits for it. A panic becomes an error.
pub(crate) fn run_on<F: FnOnce() -> Answer>(stack: &Stack, work: F) -> io::Result<Answer> {
    extern "C" fn enter<F: FnOnce() -> Answer>(start: *mut c_void) -> *mut c_void {
        // SAFETY: the pointer is to the `Start` below, which outlives the thread and is not used
        // by anyone else while it runs.
        let start = unsafe { &mut *start.cast::<Start<F>>() };
        if let Some(work) = start.work.take() {
            let result = catch_unwind(AssertUnwindSafe(work));
            start.result =
                Some(result.unwrap_or_else(|panic| Answer::Error(panic_message(&*panic))));
        }
        ptr::null_mut()
    }
    let mut start = Start {
        work: Some(work),
        result: None,
    };
    let check = |code| {
        if code == 0 {
            Ok(())
        } else {
            Err(io::Error::from_raw_os_error(code))
        }
    };
    // SAFETY: the attributes are initialised before they are used; the stack is mapped and used by
    // this thread alone; the thread is waited for before `start` goes out of scope.
    unsafe {
        let mut attributes = std::mem::zeroed();
        check(libc::pthread_attr_init(&raw mut attributes))?;
        let low = ptr::with_exposed_provenance_mut(stack.low);
        check(libc::pthread_attr_setstack(
            &raw mut attributes,
            low,
            stack.bytes,
        ))?;
        let mut thread = std::mem::zeroed();
        let argument = (&raw mut start).cast();
        check(libc::pthread_create(
            &raw mut thread,
            &raw const attributes,
            enter::<F>,
            argument,
        ))?;
        check(libc::pthread_join(thread, ptr::null_mut()))?;
    }
    Ok(start
        .result
        .unwrap_or_else(|| Answer::Error("the thread ended without a result".into())))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!(
        "the driver panicked: {}",
        text.unwrap_or("without a message")
    )
}
