//! How much stack a function of the C library needs: `qsort` of 1000 numbers, with the comparison in Rust.
//!
//! Run with `cargo run -p assay-memory --example depth`.

use std::ffi::{c_int, c_void};

use assay_memory::{Stack, entry};

type Compare = extern "C" fn(*const c_void, *const c_void) -> c_int;
type Sort = unsafe extern "C" fn(*mut c_void, usize, usize, Compare);

unsafe extern "C" {
    fn qsort(base: *mut c_void, count: usize, bytes: usize, compare: Compare);
}

extern "C" fn compare(a: *const c_void, b: *const c_void) -> c_int {
    // SAFETY: `qsort` hands over pointers to elements of the array.
    let (a, b) = unsafe { (*a.cast::<u32>(), *b.cast::<u32>()) };
    a.cmp(&b) as c_int
}

fn main() -> std::io::Result<()> {
    let Some(noted) = entry::noted(qsort as *const c_void) else {
        println!("entries cannot be noted on this architecture");
        return Ok(());
    };
    // SAFETY: a noted function is called as what it is.
    let sort: Sort = unsafe { std::mem::transmute(noted) };
    let mut stack = Stack::reserve(1 << 20)?;
    for _ in 0..3 {
        let mut numbers: Vec<u32> = (0..1000).map(|i| i * 7919 % 1000).collect();
        // SAFETY: the array has so many elements of so many bytes.
        let call = || unsafe { sort(numbers.as_mut_ptr().cast(), numbers.len(), 4, compare) };
        let lowest = stack
            .call_painted(call)
            .ok()
            .and_then(|called| called.lowest);
        if let (Some(entry), Some(lowest)) = (entry::latest(), lowest) {
            println!("{} bytes of stack", entry - lowest);
        }
        assert!(numbers.is_sorted());
    }
    Ok(())
}
