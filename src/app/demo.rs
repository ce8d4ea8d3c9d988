//! The demo: a recorded run, played through the real engine, tools and policy in a real temporary
//! git repository, so that every key can be tried without a model.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::language::say;
use crate::protocol::approval::Mode;
use crate::protocol::stream::ProviderError;
use crate::provider::replay::{Check, Pace, ReplayProvider};

/// The recordings: one step a line, see `provider::cassette`. In review mode what is written is
/// proposed first, and the agent says so.
const IN_REVIEW: &[u8] = include_bytes!("../../assets/demo/review.jsonl");
const IN_OTHERS: &[u8] = include_bytes!("../../assets/demo/confirm.jsonl");

/// The files that the recorded run works on.
const FILES: [(&str, &str); 2] = [
    (
        "utils/validators.py",
        include_str!("../../assets/demo/workspace/utils/validators.py"),
    ),
    (
        "docs/api.md",
        include_str!("../../assets/demo/workspace/docs/api.md"),
    ),
];

/// The message that the recorded run answers; waits in the editor.
pub const MESSAGE: &str = "Ajoute une fonction `validate_email` dans `utils/validators.py`, mets \
                           à jour la doc API, et commite le tout";

/// What is said when the demo opens.
pub fn welcome(mode: Mode) -> &'static str {
    match mode {
        Mode::Review => say!("demo-review"),
        _ => say!("demo-confirm"),
    }
}

/// The same for who hears lines.
pub fn welcome_in_lines(mode: Mode) -> String {
    match mode {
        Mode::Review => say!("demo-review-in-lines").to_owned(),
        _ => say!("demo-confirm-in-lines").to_owned(),
    }
}

/// The demo's repository. Removed when it is dropped.
#[derive(Debug)]
pub struct Demo {
    /// A folder of its own in the temporary one.
    folder: PathBuf,
    /// The repository in it, called `demo` because its session is named after it.
    root: PathBuf,
}

/// The demo could not be made.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// A file or folder could not be made.
    #[error("the demo's folder {path} cannot be made: {cause}; set TMPDIR to a folder with room")]
    Files {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// Git did not do what it was asked to.
    #[error("the demo needs git: `git {command}` failed: {why}; install git and try again")]
    Git {
        /// The arguments.
        command: String,
        /// What it said.
        why: String,
    },
}

impl Demo {
    /// Makes the repository, with its files committed.
    ///
    /// # Errors
    /// If there is no room for it, or no git.
    pub fn create() -> Result<Self, DemoError> {
        let (_, random) = uuid::Uuid::now_v7().as_u64_pair();
        let folder = std::env::temp_dir().join(format!("agentichat-{random:016x}"));
        let root = folder.join("demo");
        let demo = Self { folder, root };
        for (path, text) in FILES {
            demo.write(path, text)?;
        }
        demo.git(&["init", "--quiet", "--initial-branch=main"])?;
        demo.git(&["config", "user.name", "Demo"])?;
        demo.git(&["config", "user.email", "demo@localhost"])?;
        demo.git(&["config", "commit.gpgsign", "false"])?;
        demo.git(&["add", "--all"])?;
        demo.git(&["commit", "--quiet", "--message", "Start"])?;
        Ok(demo)
    }

    /// Its root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The recording of a mode as a provider.
    ///
    /// # Errors
    /// If it is damaged, which a test rules out.
    pub fn provider(&self, mode: Mode, pace: Pace) -> Result<ReplayProvider, ProviderError> {
        let cassette = match mode {
            Mode::Review => IN_REVIEW,
            _ => IN_OTHERS,
        };
        let replay = ReplayProvider::from_bytes("the demo", cassette, pace, Check::Lenient)?;
        Ok(replay.in_root(&self.root))
    }

    fn write(&self, path: &str, text: &str) -> Result<(), DemoError> {
        let path = self.root.join(path);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text))
            .map_err(|cause| DemoError::Files { path, cause })
    }

    fn git(&self, arguments: &[&str]) -> Result<(), DemoError> {
        let failed = |why: String| DemoError::Git {
            command: arguments.join(" "),
            why,
        };
        let output = Command::new("git")
            .current_dir(&self.root)
            // Hooks and templates of the user are no part of the demo.
            .args(["-c", "core.hooksPath=/dev/null"])
            .args(arguments)
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            return Ok(());
        }
        Err(failed(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        ))
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // What cannot be removed lies in the temporary folder, which the system empties.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}
