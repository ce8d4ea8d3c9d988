//! The scheduling priority of a thread relative to other threads of the machine.

/// Nice value of long-running work, so that work the user waits for goes first.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lowers the priority of this thread, and of the threads that it starts, from now on:
/// other threads of the machine go first. Only effective on Linux, where each thread has
/// its own priority.
pub fn give_way() {
    // Linux applies "the calling process" to the calling thread, see setpriority(2),
    // "C library/kernel differences".
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a worker keeps its priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn who_gives_way_does_so_alone_and_with_the_threads_it_starts() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let inner = std::thread::spawn(move || {
            give_way();
            std::thread::spawn(niceness).join().unwrap()
        });
        assert_eq!(inner.join().unwrap(), NICE);
        assert_eq!(niceness(), before);
    }
}
