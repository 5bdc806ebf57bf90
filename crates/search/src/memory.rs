//! What the machine can be told about memory: what is wanted soon, and whether what is free will be wanted again.
//!
//! These are hints that change no result; where a machine does not take them, nothing happens. All the `unsafe` code there is stands
//! in this module, for there is no safe way to give them. It is left out under miri.

/// Has an element on its way to the cache.
///
/// The states of a search lie all over its tables, and most lie outside the cache. Whoever knows a while before which one is needed
/// says so: then its way from memory takes no time of anybody's. On hard benchmark boards this spares `fast` a tenth
/// of its time when the machine has other guests.
#[inline]
pub fn fetch<T>(list: &[T], at: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(item) = list.get(at) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first: *const i8 = std::ptr::from_ref(item).cast();
        // SAFETY: the instruction is part of every x86-64, reads nothing that a program can see, and is lawful for any address.
        #[expect(unsafe_code, reason = "there is no safe way to ask for it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(first);
            // An element may lie across two lines of the cache.
            _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(size_of::<T>().saturating_sub(1)));
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (list, at);
}

/// Gives free memory back to the system. For a program to call when much of it was used and is not wanted soon.
pub fn trim() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        // SAFETY: `malloc_trim` reads a number and may be called at any time by any thread.
        #[expect(unsafe_code, reason = "there is no safe way to tell the C library")]
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

/// Has free memory stay with the process: blocks of up to 32 MiB come from a heap (each thread has one), and 64 MiB of a heap stay when
/// they are free. For a program to call once, when it starts.
///
/// A search fills tables of some megabytes for a fraction of a second, and the next one wants the same again. The C library
/// gives blocks of that size back to the system as soon as they are free, and gets them anew page by page, each at the price of a
/// fault: a seventh of the time of `fast` on the hard boards. It learns from what is freed to keep more, up to 32 MiB a block; here it
/// begins with that.
pub fn keep() {
    keep_blocks(MOST_KEPT);
}

/// The largest block that comes from a heap.
const MOST_KEPT: u64 = 32 << 20;
/// The same where memory is short: what the C library begins with.
const LEAST_KEPT: u64 = 128 << 10;

/// Has free memory go back to the system, as far as the process is to stay within so many bytes. For a program to call once the limit is
/// known, before it searches.
///
/// What is free in a heap, but too small for what is wanted next, is there all the same: lists that grow leave holes as large as
/// themselves behind. Blocks of their own leave none, and a list that grows takes its pages along to where it moves.
pub fn keep_within(limit: u64) {
    keep_blocks((limit / 64).clamp(LEAST_KEPT, MOST_KEPT));
}

/// What a block of this size takes from the heap, with what the C library writes beside it.
#[inline]
pub const fn block(bytes: usize) -> usize {
    let whole = (bytes + 8).next_multiple_of(16);
    if bytes == 0 {
        0
    } else if whole < 32 {
        32
    } else {
        whole
    }
}

fn keep_blocks(bytes: u64) {
    #[cfg(not(all(target_os = "linux", target_env = "gnu", not(miri))))]
    let _ = bytes;
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        let block = libc::c_int::try_from(bytes).unwrap_or(MOST_KEPT as libc::c_int);
        // SAFETY: `mallopt` reads two numbers and may be called at any time; only this module changes these settings. If it refuses
        // them, all stays as it was.
        #[expect(unsafe_code, reason = "there is no safe way to tell the C library")]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, block);
            libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * block);
        }
    }
}
