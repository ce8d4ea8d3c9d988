//! Stop points: places where a test can end the process like a power cut would. Nothing
//! in a release build.

/// Ends the process here at once if `AGENTICHAT_STOP_AT` names this point; the variable counts the
/// points from 1. The argument documents what precedes the point.
#[cfg(debug_assertions)]
pub fn stop_point(_after: &str) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static PASSED: AtomicU32 = AtomicU32::new(0);
    let wanted = std::env::var("AGENTICHAT_STOP_AT").ok();
    let Some(wanted) = wanted.and_then(|number| number.parse::<u32>().ok()) else {
        return;
    };
    if PASSED.fetch_add(1, Ordering::SeqCst).saturating_add(1) == wanted {
        let me = nix::unistd::Pid::this();
        nix::sys::signal::kill(me, nix::sys::signal::Signal::SIGKILL).ok();
    }
}

#[cfg(not(debug_assertions))]
pub fn stop_point(_after: &str) {}
