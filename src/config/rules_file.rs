//! Adds an allow rule to a config file without touching anything else in it: comments, order,
//! quoting and line ends stay. The edit is made in the text and read back; if the result is not
//! exactly the old values plus the rule, the file is left alone.

use std::path::{Path, PathBuf};

use super::paths::{leaves, workspace_config_file};
use super::read::read_text;
use super::rules_edit::{RuleEditError, edited, quoted};
use notice::{Notice, notice};
use support::atomic::{Access, replace};
use support::foreign_file::{Links, read};
use support::yaml::MAX_BYTES;

/// A rule could not be added. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum RulesFileError {
    /// The text is no rule.
    Pattern {
        /// The given text.
        pattern: String,
    },
    /// The file cannot be read.
    Read { path: PathBuf, what: Notice },
    /// The existing file is not valid.
    Broken {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        what: Notice,
    },
    /// The file is written in a way that cannot be edited safely.
    Unsafe {
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        what: Notice,
        /// The item to add.
        item: String,
    },
    /// The workspace's file is a link that leads out of the workspace.
    Leaves { path: PathBuf },
    /// The new text cannot be written.
    Write {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
}

impl RulesFileError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Pattern { pattern } => {
                notice!("told-rule-form", rule = format!("{pattern:?}"))
            }
            Self::Read { path, what } => notice!("told-at", place = path.display(), why = what),
            Self::Broken {
                path,
                line,
                column,
                what,
            } => {
                let place = format!("{}:{line}:{column}", path.display());
                notice!(
                    "told-at",
                    place,
                    why = notice!("told-mend-first", why = what)
                )
            }
            Self::Unsafe {
                path,
                line,
                what,
                item,
            } => {
                let place = format!("{}:{line}", path.display());
                let why = notice!("told-rule-by-hand", why = what, rule = item);
                notice!("told-at", place, why)
            }
            Self::Leaves { path } => notice!("told-rule-link-leaves", path = path.display()),
            Self::Write { path, cause } => {
                notice!("told-path-not-written", path = path.display(), why = cause)
            }
        }
    }
}

/// The result of adding a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The file contained the rule already.
    AlreadyThere,
    Added {
        /// The text before; `None` if there was no file.
        before: Option<String>,
        /// The text now.
        after: String,
    },
}

/// Adds the rule to `rules.allow` of the workspace's file, which is created if it is missing. It
/// takes effect only in a trusted workspace; see `TrustStore::follow_edit`.
///
/// # Errors
/// As [`append_allow`], and if the file or its folder is a link that leaves the workspace.
pub fn append_workspace_allow(root: &Path, pattern: &str) -> Result<AppendOutcome, RulesFileError> {
    let path = workspace_config_file(root);
    if leaves(root, &path) {
        return Err(RulesFileError::Leaves { path });
    }
    append_allow(&path, pattern)
}

/// Adds the rule to `rules.allow` of the user's file, which is created if it is missing.
///
/// # Errors
/// If the rule, the file or its form does not allow it; the file is unchanged then.
pub fn append_allow(path: &Path, pattern: &str) -> Result<AppendOutcome, RulesFileError> {
    let pattern = pattern.trim();
    let bad = pattern.is_empty() || pattern.len() > 1_000 || pattern.chars().any(char::is_control);
    if bad {
        return Err(RulesFileError::Pattern {
            pattern: pattern.to_owned(),
        });
    }
    // A dotfile manager's link stays a link: its target is replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = read_text(&target).map_err(|what| RulesFileError::Read {
        path: path.to_owned(),
        what,
    })?;
    let Some(after) = edited(before.as_deref().unwrap_or_default(), pattern)
        .map_err(|refusal| refusal.at(path, pattern))?
    else {
        return Ok(AppendOutcome::AlreadyThere);
    };
    let mark = if begins_with_mark(&target) {
        "\u{feff}"
    } else {
        ""
    };
    replace(&target, &format!("{mark}{after}"), Access::Kept).map_err(|cause| {
        RulesFileError::Write {
            path: path.to_owned(),
            cause,
        }
    })?;
    Ok(AppendOutcome::Added { before, after })
}

/// Whether the file begins with a byte order mark, which reading strips.
pub(super) fn begins_with_mark(path: &Path) -> bool {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let bytes = read(path, Links::Follow, limit);
    bytes.is_ok_and(|bytes| bytes.starts_with("\u{feff}".as_bytes()))
}

impl RuleEditError {
    fn at(self, path: &Path, pattern: &str) -> RulesFileError {
        let path = path.to_owned();
        match self {
            RuleEditError::Broken(error) => RulesFileError::Broken {
                path,
                line: error.spot.line,
                column: error.spot.column,
                what: error.what,
            },
            RuleEditError::Unsafe(spot, what) => RulesFileError::Unsafe {
                path,
                line: spot.line,
                what,
                item: quoted(pattern),
            },
        }
    }
}
