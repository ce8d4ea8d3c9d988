//! `agentichat debug files`: lists the files that the agent, the searches and the index can see,
//! one JSON object per line. Uses the same listing as they do.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use workspace::Workspace;

/// Prints `{"path"}` per line, in the order of a walk sorted by name.
///
/// # Errors
/// If the root cannot be opened, or `out` cannot be written to.
pub fn run(root: &Path, out: &mut dyn Write) -> io::Result<()> {
    let workspace = Workspace::open(root, &[]).map_err(io::Error::other)?;
    let mut done = Ok(());
    workspace.listing("").for_each("", &mut |path, _| {
        if done.is_ok() {
            done = writeln!(out, "{}", json!({ "path": path }));
        }
    });
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_visible_is_printed_and_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            (".gitignore", "*.log\n"),
            ("a b.txt", "x"),
            ("a.log", "x"),
            (".env", "x"),
            ("id_rsa", "x"),
            ("src/.hidden", "x"),
            (".agentichat/index.db", "x"),
        ] {
            let file = root.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        let mut out = Vec::new();
        run(root.path(), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"path\":\".gitignore\"}\n{\"path\":\"a b.txt\"}\n{\"path\":\"src/.hidden\"}\n"
        );
    }
}
