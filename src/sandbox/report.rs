//! The words between a helper and the program that started it: which step of the set-up failed.

use std::fmt;
use std::path::PathBuf;

use nix::errno::Errno;
use notice::{Notice, notice};
use serde::{Deserialize, Serialize};

/// Exit code of a helper that could not set the box up.
pub const REFUSED: u8 = 125;

/// A step of the set-up, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    ReadPlan,
    Namespaces,
    Maps,
    Fork,
    Loopback,
    Proxy,
    Mounts,
    Overlay,
    Processes,
    Folder,
    NoNewPrivileges,
    Capabilities,
    Landlock,
    Seccomp,
    Limits,
    Execute,
    /// The helper ended without a report.
    Report,
}

impl Step {
    const fn word(self) -> &'static str {
        match self {
            Step::ReadPlan => "plan",
            Step::Namespaces => "namespaces",
            Step::Maps => "maps",
            Step::Fork => "fork",
            Step::Loopback => "loopback",
            Step::Proxy => "proxy",
            Step::Mounts => "mounts",
            Step::Overlay => "overlay",
            Step::Processes => "processes",
            Step::Folder => "folder",
            Step::NoNewPrivileges => "no-new-privileges",
            Step::Capabilities => "capabilities",
            Step::Landlock => "landlock",
            Step::Seccomp => "seccomp",
            Step::Limits => "limits",
            Step::Execute => "execute",
            Step::Report => "report",
        }
    }
}

/// A box that was refused before its command ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    pub step: Step,
    /// The system's error number; 0 if there is none.
    pub errno: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<PathBuf>,
}

impl Refused {
    pub(crate) fn at(step: Step) -> impl Fn(Errno) -> Refused {
        move |errno| Refused {
            step,
            errno: errno as i32,
            path: None,
        }
    }

    pub(crate) fn of(step: Step, error: &std::io::Error) -> Self {
        Refused {
            step,
            errno: error.raw_os_error().unwrap_or_default(),
            path: None,
        }
    }

    pub(crate) fn with_path(mut self, path: impl Into<PathBuf>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// Whether the box was made and the program of the command does not exist.
    pub fn is_no_program(&self) -> bool {
        self.step == Step::Execute && self.errno == Errno::ENOENT as i32
    }

    /// Returns the error of starting the program, if the box itself was made.
    pub fn error_of_program(&self) -> Option<std::io::Error> {
        let is_its = self.step == Step::Execute && self.errno != 0;
        is_its.then(|| std::io::Error::from_raw_os_error(self.errno))
    }

    /// Returns the message for the user: the step, the path, the system's error.
    pub fn notice(&self) -> Notice {
        let why = Notice::from(&std::io::Error::from_raw_os_error(self.errno));
        let step = self.step.word();
        match &self.path {
            _ if self.errno == 0 => notice!("box-refused-plain", step),
            Some(path) => {
                notice!(
                    "box-refused-path",
                    step,
                    path = path.display().to_string(),
                    why
                )
            }
            None => notice!("box-refused", step, why),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.notice().fmt(f)
    }
}

impl std::error::Error for Refused {}

/// A line on the pipe of a helper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line {
    Ready,
    Refused(Refused),
}

/// Reads a helper's report: ready only if it says so and nothing failed later.
///
/// # Errors
/// Returns the failed step.
pub(crate) fn outcome(report: &str) -> Result<(), Refused> {
    let silent = Refused {
        step: Step::Report,
        errno: 0,
        path: None,
    };
    match report.lines().last().map(serde_json::from_str) {
        Some(Ok(Line::Ready)) => Ok(()),
        Some(Ok(Line::Refused(refused))) => Err(refused),
        Some(Err(_)) | None => Err(silent),
    }
}
