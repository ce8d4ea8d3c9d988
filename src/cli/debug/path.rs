//! `agentichat debug path`: shows the path jail's verdict on paths, one JSON object per line. It
//! asks the same gate that the tools use, and changes nothing.

use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use crate::cli::config::write_json_line;
use protocol::call::ToolError;
use workspace::Workspace;
use workspace::handle::PathKind;

/// The access that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reading: the file is opened and read.
    Read,
    /// Writing: the path is resolved; nothing is written.
    Write,
}

/// Prints `{"path", "ok"}` per line, with `real` if access is allowed, with `code`, `type` and
/// `message` if not.
///
/// # Errors
/// If the root cannot be opened, or `out` cannot be written to.
pub fn run(root: &Path, access: Access, paths: &[String], out: &mut dyn Write) -> io::Result<()> {
    let workspace = Workspace::open(root, &[]).map_err(io::Error::other)?;
    for path in paths {
        let line = match judge(&workspace, access, path) {
            Ok(real) => json!({ "path": path, "ok": true, "real": real }),
            Err(error) => json!({
                "path": path,
                "ok": false,
                "code": error.code.code(),
                "type": error.code.type_name(),
                "message": error.message,
            }),
        };
        write_json_line(line, out)?;
    }
    Ok(())
}

fn judge(workspace: &Workspace, access: Access, path: &str) -> Result<String, ToolError> {
    match access {
        Access::Read => workspace.read(path).map(|file| file.path),
        Access::Write => {
            let located = workspace.resolve(path)?;
            match located.kind {
                PathKind::Missing => Ok(located.path),
                // An existing file must be text, as for a real write.
                _ => workspace.read(path).map(|file| file.path),
            }
        }
    }
}

#[cfg(test)]
mod tests;
