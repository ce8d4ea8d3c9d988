//! Deletes old outputs of commands: those past their age, and the oldest above the size limit.
//!
//! Called by the tool box before the first command of a process, on a worker.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Limits on the age and the total size of retained outputs.
#[derive(Debug, Clone, Copy)]
pub(super) struct RetentionLimits {
    pub(super) age: Duration,
    /// Maximum total size in bytes.
    pub(super) bytes: u64,
}

/// Limits for the outputs of a workspace.
pub(super) const KEEP: RetentionLimits = RetentionLimits {
    age: Duration::from_secs(7 * 24 * 60 * 60),
    bytes: 256 * 1024 * 1024,
};

struct KeptFile {
    path: PathBuf,
    written: SystemTime,
    bytes: u64,
}

/// Deletes old outputs in a folder; returns how many. Only regular files `*.log`, because other
/// files there are not ours.
pub(super) fn prune(folder: &Path, keep: RetentionLimits, now: SystemTime) -> usize {
    let mut outputs = outputs_in(folder);
    // Newest first, because a running command still writes to its own.
    outputs.sort_by_key(|output| std::cmp::Reverse(output.written));
    let mut bytes = 0_u64;
    let mut gone = 0;
    for output in outputs {
        bytes = bytes.saturating_add(output.bytes);
        // A file from the future has no age: the clock was set back.
        let age = now.duration_since(output.written).unwrap_or_default();
        if age > keep.age || bytes > keep.bytes {
            // Another instance may have deleted the file first.
            gone += usize::from(fs::remove_file(&output.path).is_ok());
        }
    }
    gone
}

fn outputs_in(folder: &Path) -> Vec<KeptFile> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| {
            let path = entry.path();
            let metadata = entry.metadata().ok()?;
            let ours = metadata.is_file() && path.extension().is_some_and(|end| end == "log");
            ours.then(|| {
                Some(KeptFile {
                    written: metadata.modified().ok()?,
                    bytes: metadata.len(),
                    path,
                })
            })?
        })
        .collect()
}
