//! Opens files and texts in the user's own editor, `$VISUAL`, `$EDITOR` or `vi`, which has
//! the terminal meanwhile.

use std::path::{Component, Path};

use super::super::effect::EditSubject;
use client::external;
use l10n::say;

/// Opens the editor and waits. Returns the new text if the subject is a text, `None` if it is a
/// file or if the editor ended with an error.
///
/// # Errors
/// Describes in words what failed.
pub(super) fn edit(subject: &EditSubject, root: &Path) -> Result<Option<String>, String> {
    let editor = external::named().unwrap_or_else(|| "vi".to_owned());
    let done = match subject {
        EditSubject::File { path, line } => {
            let inside = Path::new(path)
                .components()
                .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if !inside {
                return Err(say!("external-outside", path));
            }
            external::open(&editor, &root.join(path), *line, root).map(|_| None)
        }
        EditSubject::Text(text) => external::edit(&editor, text, root),
    };
    done.map_err(|error| error.to_string())
}
