//! Resolves a program name: to the machine's own program, or one that the workspace chose.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use notice::{Notice, notice};

/// Checks that the first program of this name in `path` (in the format of `PATH`) is not in the
/// workspace.
///
/// # Errors
/// Returns its location.
pub(super) fn of_the_machine(name: &str, path: &str, root: &Path) -> Result<(), Notice> {
    for folder in std::env::split_paths(path) {
        // A relative entry depends on the command's folder, which `cd` may change.
        if !folder.is_absolute() {
            return Err(notice!("risk-may-run-from-the-workspace", name));
        }
        let file = folder.join(name);
        let Ok(facts) = file.metadata() else { continue };
        if !facts.is_file() || facts.permissions().mode() & 0o111 == 0 {
            continue;
        }
        let inside = |path: &Path| path.starts_with(root);
        if inside(&file) || file.canonicalize().is_ok_and(|real| inside(&real)) {
            let found = file.display();
            return Err(notice!("risk-runs-from-the-workspace", name, found));
        }
        return Ok(());
    }
    Ok(())
}

/// Checks that none of `files` is in `folder` or above it.
///
/// # Errors
/// Returns the file that is.
pub(super) fn not_chosen(folder: &Path, files: &[String]) -> Result<(), Notice> {
    let real = folder.canonicalize();
    let folders = [Some(folder), real.as_deref().ok()];
    for folder in folders.into_iter().flatten().flat_map(Path::ancestors) {
        for file in files {
            let path = folder.join(file);
            if path.symlink_metadata().is_ok() {
                let found = path.display();
                return Err(notice!("risk-runs-what-a-file-chooses", found));
            }
        }
    }
    Ok(())
}
