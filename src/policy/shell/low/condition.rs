//! Conditions on the disk under which a command is low risk.
//!
//! Plain data: the pure rules name the conditions, the planner of a command checks them. Paths are
//! absolute but not resolved: the check follows `..` and links.

use std::path::PathBuf;

/// A condition to check before a command counts as low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The program that the name resolves to is outside the workspace.
    Program(String),
    /// The file is a regular one in the workspace and not on the block list; or it does not exist.
    Contents(PathBuf),
    /// The path is in the workspace; the content of the file is not read.
    Name(PathBuf),
    /// Like [`Condition::Contents`] or, without `contents`, [`Condition::Name`], for every match of
    /// the pattern (with `*` and `?`).
    Pattern {
        path: PathBuf,
        /// Whether the content of the files is read.
        contents: bool,
    },
    /// A search in this file or folder reads nothing on the block list.
    Search {
        /// File or folder at which the search starts.
        path: PathBuf,
        /// The files that the search includes.
        reader: TreeReader,
    },
    /// The repository that the folder belongs to is in the workspace.
    Repository(PathBuf),
    /// The git command, run in the folder, lists no path on the block list. It lists the files that
    /// the user's command would show.
    GitNames {
        folder: PathBuf,
        /// Arguments of git; the output is names that end with NUL.
        arguments: Vec<String>,
    },
    /// None of these files exists in the folder or above it: they determine which program a name
    /// resolves to.
    NotChosen {
        folder: PathBuf,
        /// Names of files, with `/` if they lie in a folder of their own.
        files: Vec<String>,
    },
}

/// The way in which a program that searches a folder selects its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeReader {
    /// All files, as `grep -r` does.
    Everything,
    /// The files that ripgrep includes: it skips hidden and ignored files, unless a glob or an
    /// ignore file includes them again.
    Ripgrep {
        /// Including globs of `-g`; none has a `/`.
        globs: Vec<String>,
        /// Names of `-t`.
        types: Vec<String>,
    },
}
