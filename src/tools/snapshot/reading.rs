//! Reads the files to be copied: on several threads, each at a moment after which every change is
//! detectable. Limits how much is held at once.

use std::time::SystemTime;

use super::plan::UncoveredReason;
use crate::toolbox::Inner;
use workspace::manifest::{CLOCK_TICK, Stat};

/// Maximum number of bytes of files that are held at once, and of files.
pub(super) const AT_ONCE: (u64, usize) = (16 * 1024 * 1024, 500);

/// Number of reader threads.
const READERS: usize = 4;

/// Number of times that a file is read again if it changes during the read.
const READ_AGAIN: usize = 3;

/// Content of a file with its metadata.
pub(super) type Read = Result<(Vec<u8>, Stat), UncoveredReason>;

/// Returns how many of the items with these sizes are processed together.
pub(super) fn fitting(sizes: impl Iterator<Item = u64>) -> usize {
    let mut bytes = 0_u64;
    let fitting = sizes.take(AT_ONCE.1).take_while(|size| {
        bytes = bytes.saturating_add(*size);
        bytes <= AT_ONCE.0
    });
    fitting.count().max(1)
}

/// Reads files with their metadata, on several threads.
pub(super) fn read_all<'a>(inner: &Inner, paths: &[&'a String]) -> Vec<(&'a str, Read)> {
    let read = |path: &'a String| (path.as_str(), read_settled(inner, path));
    let size = paths.len().div_ceil(READERS).max(1);
    std::thread::scope(|scope| {
        let parts = paths.chunks(size);
        let threads: Vec<_> = parts
            .map(|part| scope.spawn(move || part.iter().copied().map(read).collect::<Vec<_>>()))
            .collect();
        let parts = threads.into_iter().zip(paths.chunks(size));
        parts
            .flat_map(|(thread, part)| {
                thread.join().unwrap_or_else(|_| {
                    part.iter()
                        .map(|path| (path.as_str(), Err(UncoveredReason::Unreadable)))
                        .collect()
                })
            })
            .collect()
    })
}

/// Reads a file at a time after which every change is detectable: two changes within one tick of
/// the clock look like one.
pub(super) fn read_settled(inner: &Inner, path: &str) -> Read {
    for _ in 0..READ_AGAIN {
        let began = SystemTime::now();
        let read = inner.workspace.read_bytes(path);
        let (bytes, stat) = read.map_err(|_| UncoveredReason::Unreadable)?;
        if stat.unsettled(began).is_zero() {
            return Ok((bytes, stat));
        }
        std::thread::sleep(CLOCK_TICK);
    }
    // The file is being written all the time: its content at one moment is as good as at another.
    let read = inner.workspace.read_bytes(path);
    read.map_err(|_| UncoveredReason::Unreadable)
}
