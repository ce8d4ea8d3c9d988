//! A point at which a test can make the drawing thread panic. Does nothing in a release build.

/// Panics if the environment names this size: `AGENTICHAT_PANIC_AT` is `91x31`.
#[cfg(debug_assertions)]
#[expect(clippy::panic, reason = "a test asks for it, and no release has it")]
pub(super) fn panic_point(width: u16, height: u16) {
    let wanted = std::env::var("AGENTICHAT_PANIC_AT").ok();
    if wanted.is_some_and(|size| size == format!("{width}x{height}")) {
        std::panic::panic_any("a test wants to see this");
    }
}

#[cfg(not(debug_assertions))]
pub(super) fn panic_point(_width: u16, _height: u16) {}
