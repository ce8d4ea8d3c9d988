//! Takes away temporary files that a killed instance has left beside a file that it wrote.
//!
//! Called before each write, for the folder of the write.

use std::time::Duration;

use cap_std::fs::Dir;

use super::staged::TEMPORARY_PREFIX;

/// Younger ones may belong to another instance that is writing now.
const AGE: Duration = Duration::from_secs(60 * 60);

/// Takes them away, as far as the system lets us.
pub(super) fn sweep(folder: &Dir) {
    let Ok(entries) = folder.entries() else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if !is_temporary(&name) {
            continue;
        }
        let old = folder
            .symlink_metadata(&name)
            .ok()
            .filter(|metadata| metadata.is_file())
            .and_then(|metadata| metadata.modified().ok())
            .and_then(|written| written.into_std().elapsed().ok())
            .is_some_and(|age| age > AGE);
        if old {
            folder.remove_file(&name).ok();
        }
    }
}

/// Whether we give such names: the prefix, and a UUID without hyphens.
fn is_temporary(name: &str) -> bool {
    name.strip_prefix(TEMPORARY_PREFIX).is_some_and(|id| {
        id.len() == 32
            && id
                .bytes()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
    })
}
