//! Sets keys in the user's config file without touching anything else in it: comments, order,
//! quoting and line ends stay. The edit is made in the text and read back, as for rules.

use std::path::Path;

use super::read::read_text;
use super::rules_edit::RuleEditError;
use super::rules_file::{RulesFileError, begins_with_mark};
use super::value_edit::{scalar, with_value};
use notice::{Notice, notice};
use support::atomic::{Access, replace};

/// A value could not be set. The file is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ValueFileError {
    /// The file cannot be read, is not valid, or cannot be written.
    File(#[from] RulesFileError),
    /// The file has a form that cannot be edited safely.
    Unsafe {
        path: String,
        /// Line number, from 1.
        line: usize,
        key: String,
        what: Notice,
        /// The value as it would be written.
        value: String,
    },
}

impl ValueFileError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::File(error) => error.notice(),
            Self::Unsafe {
                path,
                line,
                key,
                what,
                value,
            } => {
                let setting = format!("{key}: {value}");
                let why = notice!("told-set-by-hand", why = what, setting);
                let why = notice!("told-at", place = key, why);
                notice!("told-at", place = format!("{path}:{line}"), why)
            }
        }
    }
}

/// Sets keys at the top level of the file: all of them or none. Creates the file if it is missing.
///
/// # Errors
/// Fails if the file cannot be changed or its form does not allow the edit; the file is unchanged
/// then.
pub fn set_values(path: &Path, settings: &[(&str, &str)]) -> Result<(), ValueFileError> {
    // A dotfile manager's link stays a link: its target is replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = read_text(&target).map_err(|what| RulesFileError::Read {
        path: path.to_owned(),
        what,
    })?;
    let mut text = before.unwrap_or_default();
    let mut is_changed = false;
    for (key, value) in settings {
        let after =
            with_value(&text, key, value).map_err(|refusal| at(refusal, path, key, value))?;
        if let Some(after) = after {
            text = after;
            is_changed = true;
        }
    }
    if !is_changed {
        return Ok(());
    }
    let mark = if begins_with_mark(&target) {
        "\u{feff}"
    } else {
        ""
    };
    let written = replace(&target, &format!("{mark}{text}"), Access::Kept);
    written.map_err(|cause| RulesFileError::Write {
        path: path.to_owned(),
        cause,
    })?;
    Ok(())
}

fn at(refusal: RuleEditError, path: &Path, key: &str, value: &str) -> ValueFileError {
    match refusal {
        RuleEditError::Broken(error) => ValueFileError::File(RulesFileError::Broken {
            path: path.to_owned(),
            line: error.spot.line,
            column: error.spot.column,
            what: error.what,
        }),
        RuleEditError::Unsafe(spot, what) => ValueFileError::Unsafe {
            path: path.display().to_string(),
            line: spot.line,
            key: key.to_owned(),
            what,
            value: scalar(value),
        },
    }
}
