//! A problem of the configuration: its place, the key, the expected value, and the nearest key.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::value::Origin;

/// The place of a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "in", rename_all = "snake_case")]
pub enum ProblemLocation {
    File {
        path: PathBuf,
        /// The line, from 1; 0 if the problem concerns the whole file.
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
    /// Returns the place where a value was set; `None` for a default.
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

/// Severity: whether a value was left out because of the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file, variable or flag is not used. A run without a screen ends with status 2.
    Error,
    /// This one value cannot be used as written; the rest of the source is used. A run without a
    /// screen ends with status 2.
    Value,
    /// Everything is used; something in it looks like a mistake.
    Warning,
}

/// One problem. Its text names place, key, fault and the nearest valid key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub struct ConfigProblem {
    pub severity: Severity,
    pub place: ProblemLocation,
    /// The key, if the problem concerns one.
    pub key: Option<String>,
    /// The fault, and the expected value.
    pub what: String,
    /// The nearest valid key or word.
    pub nearest: Option<String>,
}

impl ConfigProblem {
    /// Creates an error without a key.
    pub fn error(place: ProblemLocation, what: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            place,
            key: None,
            what: what.into(),
            nearest: None,
        }
    }

    /// Turns the problem into a warning.
    #[must_use]
    pub fn warning_only(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Limits the problem to one value.
    #[must_use]
    pub fn of_value(mut self) -> Self {
        self.severity = Severity::Value;
        self
    }

    /// Sets the key that the problem concerns.
    #[must_use]
    pub fn about(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Returns the message without the place.
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

    /// Sets the name that was probably meant.
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
