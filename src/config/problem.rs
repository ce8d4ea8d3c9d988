//! A problem of the configuration: its place, the key, the expected value, and the nearest key.

use std::fmt;
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::value::Origin;
use notice::{Notice, notice};

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
    Environment {
        variable: String,
    },
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

    /// Names the place for the user.
    pub fn notice(&self) -> Notice {
        match self {
            ProblemLocation::File { path, line: 0, .. } => Notice::text(path.to_string_lossy()),
            ProblemLocation::File { path, line, column } => {
                Notice::text(format!("{}:{line}:{column}", path.display()))
            }
            ProblemLocation::Environment { variable } => {
                notice!("problem-variable", name = variable)
            }
            ProblemLocation::Flag { flag } => Notice::text(flag),
        }
    }
}

impl fmt::Display for ProblemLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.notice(), f)
    }
}

/// Severity: whether a value was left out because of the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The file, variable or flag is not used. A run without a screen ends with status 2.
    Error,
    /// The value cannot be used as written; the rest of the source is used. A run without a screen
    /// ends with status 2.
    Value,
    /// Every value is used, but something looks like a mistake.
    Warning,
}

/// A problem of the configuration. The text names place, key, fault and the nearest valid key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}", self.notice())]
pub struct ConfigProblem {
    pub severity: Severity,
    pub place: ProblemLocation,
    /// The key, if the problem concerns one.
    pub key: Option<String>,
    /// The fault, and the expected value.
    #[serde(serialize_with = "in_english")]
    pub what: Notice,
    /// The nearest valid key or word.
    pub nearest: Option<String>,
}

impl ConfigProblem {
    /// Creates an error without a key.
    pub fn error(place: ProblemLocation, what: impl Into<Notice>) -> Self {
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

    /// Returns the message with the place.
    pub fn notice(&self) -> Notice {
        notice!("told-at", place = self.place.notice(), why = self.said())
    }

    /// Returns the message without the place.
    pub fn said(&self) -> Notice {
        let why = match &self.key {
            Some(key) => notice!("told-at", place = key, why = self.what),
            None => self.what.clone(),
        };
        match &self.nearest {
            Some(nearest) => notice!("told-did-you-mean", why, word = nearest),
            None => why,
        }
    }

    /// Sets the name that was probably meant.
    #[must_use]
    pub fn nearest_to(mut self, candidate: Option<String>) -> Self {
        self.nearest = candidate;
        self
    }
}

fn in_english<S: Serializer>(notice: &Notice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(notice)
}
