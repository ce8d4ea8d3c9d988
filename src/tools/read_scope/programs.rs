//! Resolves a program name: to the machine's own program, or one that the workspace chose.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Checks that the first program of this name in `path` (in the format of `PATH`) is not in the
/// workspace.
///
/// # Errors
/// Returns its location.
pub(super) fn of_the_machine(name: &str, path: &str, root: &Path) -> Result<(), String> {
    for folder in std::env::split_paths(path) {
        // A relative entry depends on the command's folder, which `cd` may change.
        if !folder.is_absolute() {
            return Err(format!(
                "may run {name} from the workspace: PATH has a folder that is not absolute"
            ));
        }
        let file = folder.join(name);
        let Ok(facts) = file.metadata() else { continue };
        if !facts.is_file() || facts.permissions().mode() & 0o111 == 0 {
            continue;
        }
        let inside = |path: &Path| path.starts_with(root);
        if inside(&file) || file.canonicalize().is_ok_and(|real| inside(&real)) {
            let found = file.display();
            return Err(format!("runs {name} from the workspace: {found}"));
        }
        return Ok(());
    }
    Ok(())
}

/// Checks that none of `files` is in `folder` or above it.
///
/// # Errors
/// Returns the file that is.
pub(super) fn not_chosen(folder: &Path, files: &[String]) -> Result<(), String> {
    let real = folder.canonicalize();
    let folders = [Some(folder), real.as_deref().ok()];
    for folder in folders.into_iter().flatten().flat_map(Path::ancestors) {
        for file in files {
            let path = folder.join(file);
            if path.symlink_metadata().is_ok() {
                let found = path.display();
                return Err(format!("runs the program that {found} chooses"));
            }
        }
    }
    Ok(())
}
