//! What is wrong with a configuration: where, which key, what was expected, and the nearest key.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::value::Origin;

/// Where a problem lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "in", rename_all = "snake_case")]
pub enum ProblemLocation {
    /// In a file.
    File {
        path: PathBuf,
        /// The line, from 1; 0 where it is about the whole file.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// In an environment variable.
    Environment { variable: String },
    /// On the command line.
    Flag {
        /// The flag, without its value.
        flag: String,
    },
}

impl ProblemLocation {
    /// Where a value was said; `None` for a default.
    pub fn of(origin: &Origin) -> Option<Self> {
        Some(match origin.clone() {
            Origin::Global { path, line } | Origin::Workspace { path, line } => {
                ProblemLocation::File {
                    path,
                    line,
                    column: 1,
                }
            }
            Origin::Environment { variable } => ProblemLocation::Environment { variable },
            Origin::Flag { flag } => ProblemLocation::Flag { flag },
            Origin::Default => return None,
        })
    }
}

impl fmt::Display for ProblemLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemLocation::File { path, line: 0, .. } => write!(f, "{}", path.display()),
            ProblemLocation::File { path, line, column } => {
                write!(f, "{}:{line}:{column}", path.display())
            }
            ProblemLocation::Environment { variable } => {
                write!(f, "environment variable {variable}")
            }
            ProblemLocation::Flag { flag } => write!(f, "{flag}"),
        }
    }
}

/// Whether a value was left out because of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file, variable or flag is not used. A run without a screen ends with status 2.
    Error,
    /// This one value cannot be used as it is written; the rest is. A run without a screen ends with status 2.
    Value,
    /// Everything is used; something in it looks like a slip.
    Warning,
}

/// One thing that is wrong. Its text names place, key, fault and the nearest valid key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct ConfigProblem {
    /// How much it matters.
    pub severity: Severity,
    pub place: ProblemLocation,
    /// The key, where it is about one.
    pub key: Option<String>,
    /// What is wrong, and what was expected.
    pub what: String,
    /// The nearest valid key or word.
    pub nearest: Option<String>,
}

impl ConfigProblem {
    /// An error without a key.
    pub fn error(place: ProblemLocation, what: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            place,
            key: None,
            what: what.into(),
            nearest: None,
        }
    }

    /// The same as a warning.
    #[must_use]
    pub fn warning_only(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The same of one value.
    #[must_use]
    pub fn of_value(mut self) -> Self {
        self.severity = Severity::Value;
        self
    }

    /// The same about this key.
    #[must_use]
    pub fn about(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// It without its place.
    pub fn said(&self) -> String {
        let key = self.key.as_ref().map(|key| format!("{key}: "));
        let nearest = self.nearest.as_ref();
        let nearest = nearest.map(|nearest| format!("; did you mean {nearest}?"));
        format!(
            "{}{}{}",
            key.unwrap_or_default(),
            self.what,
            nearest.unwrap_or_default()
        )
    }

    /// The same with the name that was probably meant.
    #[must_use]
    pub fn nearest_to(mut self, candidate: Option<String>) -> Self {
        self.nearest = candidate;
        self
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.said())
    }
}
