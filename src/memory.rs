//! Memory that stays with the process.
//!
//! A search fills tables of some megabytes for a fraction of a second, and the next one wants the same again. The C library
//! gives blocks of that size back to the system as soon as they are free, and gets them anew page by page, each at the price of a
//! fault: a seventh of the time of `fast` on the hard boards of `damier bench ricochet`. It learns from what is freed to keep
//! more, up to 32 MiB a block; here it begins with that.

/// Blocks of up to 32 MiB come from a heap (each thread has one), and 64 MiB of a heap stay when they are free.
#[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
pub(crate) fn keep() {
    const BLOCK: libc::c_int = 32 << 20;
    // SAFETY: `mallopt` reads two numbers and may be called at any time; nobody else changes these settings. If it refuses
    // them, all stays as it was.
    #[expect(unsafe_code, reason = "there is no safe way to tell the C library")]
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 2 * BLOCK);
    }
}

/// Elsewhere memory is kept as the system likes.
#[cfg(not(all(target_os = "linux", target_env = "gnu", not(miri))))]
pub(crate) fn keep() {}
