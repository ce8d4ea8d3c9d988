//! A folder that one instance at a time works in: told by a lock of the system on the folder itself.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// How long, and in which steps, is waited for another.
const TIME: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(1));

/// Keeps other instances out until it is dropped.
#[derive(Debug)]
pub(crate) struct DirLock(File);

impl DirLock {
    /// Waits until nobody else has it. Where the system has no locks, or an instance was stopped while it
    /// held one, nothing is held. Opened for this alone: a lock belongs to the opening, and copies of a
    /// handle share theirs.
    pub(crate) fn wait(folder: File) -> Option<Self> {
        let (most, pause) = TIME;
        let begun = Instant::now();
        loop {
            match folder.try_lock() {
                Ok(()) => return Some(Self(folder)),
                Err(TryLockError::WouldBlock) if begun.elapsed() < most => {
                    std::thread::sleep(pause);
                }
                Err(_) => return None,
            }
        }
    }
}

impl Drop for DirLock {
    fn drop(&mut self) {
        // Closing alone would leave the lock to a child that was just forked, until it becomes another
        // program.
        self.0.unlock().ok();
    }
}
