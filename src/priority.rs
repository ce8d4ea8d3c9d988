//! The priority of a thread beside the others of the machine.

/// How far long work steps back behind what a human waits for.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Lets the other threads of the machine go first, from now on: this thread, and those that it starts, take
/// what is left of the processors. Only where a thread has a priority of its own, which is Linux.
pub fn give_way() {
    // Linux takes "the calling process" for the calling thread, see setpriority(2), "C library/kernel differences".
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
