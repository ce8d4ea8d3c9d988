//! What is opened in the user's own editor, `$VISUAL`, `$EDITOR` or `vi`, while the terminal is lent to it.

use std::path::{Component, Path};

use super::super::effect::EditSubject;
use crate::external;
use crate::l10n::say;

/// Opens it and waits. Gives the text after it for a text, `None` for a file or where the editor ended with an error.
///
/// # Errors
/// What could not be done, in words.
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
