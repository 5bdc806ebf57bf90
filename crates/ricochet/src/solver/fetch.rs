//! Memory that is wanted soon.
//!
//! Placements lie all over the table, and most lie outside the cache. Whoever knows a while before which one is needed says so:
//! then its way from memory takes no time of anybody's. This is a hint and changes no result; where the machine has none, nothing happens.

/// Has an element on its way to the cache.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
pub(super) fn fetch<T>(list: &[T], at: usize) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    if let Some(item) = list.get(at) {
        let first: *const i8 = std::ptr::from_ref(item).cast();
        // SAFETY: the instruction is part of every x86-64, reads nothing that a program can see, and is lawful for any address.
        #[expect(unsafe_code, reason = "there is no safe way to ask for it")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(first);
            // An element may lie across two lines of the cache.
            _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(size_of::<T>() - 1));
        }
    }
}

/// Nothing.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
pub(super) fn fetch<T>(_: &[T], _: usize) {}
