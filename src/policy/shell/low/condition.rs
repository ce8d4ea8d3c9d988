//! What must hold on the disk for a command to be low.
//!
//! Plain data: the pure rules name it, the planner of a command checks it. Paths are absolute but
//! not resolved: `..` and links are followed where they are checked.

use std::path::PathBuf;

/// One thing to check before a command counts as low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The program that this name stands for lies outside the workspace.
    Program(String),
    /// The file is a regular one in the workspace, off the block list; or there is none.
    Contents(PathBuf),
    /// The path lies in the workspace; what the file holds is not read.
    Name(PathBuf),
    /// As [`Condition::Contents`] or, without `contents`, [`Condition::Name`] for all that the
    /// pattern (with `*` and `?`) matches.
    Pattern {
        path: PathBuf,
        /// Whether the files are read.
        contents: bool,
    },
    /// A search in this file or folder reads nothing that is on the block list.
    Search {
        /// Where it begins.
        path: PathBuf,
        /// What it takes in.
        reader: TreeReader,
    },
    /// The repository that the folder belongs to lies in the workspace.
    Repository(PathBuf),
    /// This git command, run in the folder, names nothing that is on the block list. It lists the
    /// files that the command of the user would show.
    GitNames {
        folder: PathBuf,
        /// Arguments of git; the output is names that end with NUL.
        arguments: Vec<String>,
    },
    /// None of these files lies in the folder or above it: they choose which program a name
    /// stands for.
    NotChosen {
        folder: PathBuf,
        /// Names of files, with `/` in them where they lie in a folder of their own.
        files: Vec<String>,
    },
}

/// How a program that searches a folder chooses its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TreeReader {
    /// All files, as `grep -r` does.
    Everything,
    /// What ripgrep takes in: it leaves out what is hidden or ignored, unless a glob or an ignore
    /// file brings it back.
    Ripgrep {
        /// Globs of `-g` that take files in; none has a `/`.
        globs: Vec<String>,
        /// Names of `-t`.
        types: Vec<String>,
    },
}
