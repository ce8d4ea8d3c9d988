//! Lets one instance at a time work in a folder, through a system lock on the folder itself.

use std::fs::{File, TryLockError};
use std::time::{Duration, Instant};

/// Longest wait for another instance, and the polling interval.
const TIME: (Duration, Duration) = (Duration::from_secs(5), Duration::from_millis(1));

/// Keeps other instances out until it is dropped.
#[derive(Debug)]
pub struct DirLock(File);

impl DirLock {
    /// Waits until no other instance holds the lock. Returns `None` if the system has no locks, or
    /// an instance was stopped while it held one. Open the folder for this call alone: the lock
    /// belongs to the open file description, which copies of a handle share.
    pub fn wait(folder: File) -> Option<Self> {
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
        // Closing alone would leave the lock to a child that was just forked, until it
        // executes another program.
        self.0.unlock().ok();
    }
}
