//! The demo: an agent that follows a script, with the real engine, tools and policy in a real
//! temporary git repository, so that every key can be tried without a model.

pub mod script;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use nix::libc::O_NONBLOCK;

use l10n::say;
use notice::{Notice, notice};
use protocol::approval::Mode;
use support::helper::Helpers;

/// The files of the demo's repository.
const FILES: [(&str, &str); 2] = [
    ("greet.sh", include_str!("../../../assets/demo/greet.sh")),
    ("test.sh", include_str!("../../../assets/demo/test.sh")),
];

/// Returns the task that the agent works on; it is ready in the editor.
pub fn task() -> &'static str {
    say!("demo-task")
}

/// Returns the greeting when the demo opens.
pub fn welcome() -> &'static str {
    say!("demo-welcome")
}

/// Returns the greeting for the line mode.
pub fn welcome_in_lines() -> &'static str {
    say!("demo-welcome-in-lines")
}

/// Prefix of a demo's folder; sixteen hexadecimal digits follow.
const FOLDER: &str = "agentichat-";
/// The repository in it, so named because its session is named after it.
const ROOT: &str = "demo";
/// The file beside the repository that the demo's process holds a lock on. It contains the mode in
/// which the demo was started.
const LOCK: &str = "demo.lock";
/// Time during which a demo whose process was killed can be resumed.
const KEPT: Duration = Duration::from_hours(24);

/// The demo's repository. Removed when it is dropped.
#[derive(Debug)]
pub struct Demo {
    /// The demo's own folder inside the temporary one.
    folder: PathBuf,
    /// The repository in it.
    root: PathBuf,
    mode: Mode,
    /// Released the moment the process is gone, however it ended.
    _lock: File,
}

/// The demo could not be created.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum DemoError {
    /// A file or folder could not be created.
    Files {
        path: PathBuf,
        #[source]
        cause: io::Error,
    },
    /// A git command failed.
    Git { command: String, why: Notice },
}

impl DemoError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Files { path, cause } => {
                notice!("told-demo-folder", path = path.display(), why = cause)
            }
            Self::Git { command, why } => notice!("told-demo-git", word = command, why),
        }
    }
}

impl Demo {
    /// Creates the repository, with its files committed, for the recording of a mode. Removes demos
    /// of killed processes that nobody resumed for a day.
    ///
    /// # Errors
    /// If there is no room for it, or no git.
    pub fn create(mode: Mode) -> Result<Self, DemoError> {
        Self::create_in(&std::env::temp_dir(), mode)
    }

    /// Returns the demo of this root if its process was killed: a start there resumes it.
    pub fn resumable_at(root: &Path) -> Option<Self> {
        Self::left_in(&std::env::temp_dir(), root)
    }

    fn create_in(temporary: &Path, mode: Mode) -> Result<Self, DemoError> {
        sweep(temporary, KEPT);
        let (_, random) = uuid::Uuid::now_v7().as_u64_pair();
        let folder = temporary.join(format!("{FOLDER}{random:016x}"));
        let lock = held_lock(&folder, mode).map_err(|cause| DemoError::Files {
            path: folder.clone(),
            cause,
        })?;
        let demo = Self {
            root: folder.join(ROOT),
            folder,
            mode,
            _lock: lock,
        };
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

    fn left_in(temporary: &Path, root: &Path) -> Option<Self> {
        let root = root.canonicalize().ok()?;
        let folder = root.parent()?.to_path_buf();
        let is_of_a_demo = folder.parent() == temporary.canonicalize().ok().as_deref()
            && is_named(&folder)
            && root.ends_with(ROOT);
        let mut lock = is_of_a_demo.then(|| free_lock(&folder))??;
        let mut mode = String::new();
        lock.read_to_string(&mut mode).ok()?;
        Some(Self {
            root,
            folder,
            mode: Mode::ALL
                .into_iter()
                .find(|known| known.word() == mode.trim())?,
            _lock: lock,
        })
    }

    /// Returns the mode in which the demo was started.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    fn write(&self, path: &str, text: &str) -> Result<(), DemoError> {
        let path = self.root.join(path);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, text))
            .map_err(|cause| DemoError::Files { path, cause })
    }

    fn git(&self, arguments: &[&str]) -> Result<(), DemoError> {
        let failed = |why: Notice| DemoError::Git {
            command: arguments.join(" "),
            why,
        };
        let mut git = Helpers::outside(&self.root)
            .command("git")
            .ok_or_else(|| failed(notice!("told-git-not-installed")))?;
        let output = git
            .current_dir(&self.root)
            // The user's hooks and templates must not affect the demo.
            .args(["-c", "core.hooksPath=/dev/null"])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(Notice::from(&error)))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(failed(Notice::text(said.trim())))
    }
}

impl Demo {
    /// Removes the demo's folder, and returns a message on the result.
    pub fn leave(self) -> String {
        let folder = self.folder.display().to_string();
        match std::fs::remove_dir_all(&self.folder) {
            Ok(()) => say!("demo-removed", folder),
            Err(cause) => say!("demo-not-removed", folder, cause = cause.to_string()),
        }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // A folder that cannot be removed is in the temporary folder, which the system empties.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Creates the folder and the lock in it, and takes the lock.
fn held_lock(folder: &Path, mode: Mode) -> io::Result<File> {
    std::fs::create_dir_all(folder)?;
    let mut lock = File::create_new(folder.join(LOCK))?;
    lock.lock()?;
    writeln!(lock, "{mode}")?;
    Ok(lock)
}

/// Takes and returns the lock of a demo of this user whose process is gone. Anybody can create
/// files in the temporary folder, so files of other users are never opened, and a special file
/// does not block.
fn free_lock(folder: &Path) -> Option<File> {
    let own = nix::unistd::geteuid().as_raw();
    let found = folder.symlink_metadata().ok()?;
    if !found.is_dir() || found.uid() != own {
        return None;
    }
    let mut options = OpenOptions::new();
    let lock = options.read(true).custom_flags(O_NONBLOCK);
    let lock = lock.open(folder.join(LOCK)).ok()?;
    let is_file = lock.metadata().is_ok_and(|found| found.is_file());
    (is_file && lock.try_lock().is_ok()).then_some(lock)
}

/// Whether a folder's name has the form of a demo's.
fn is_named(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    let digits = name.and_then(|name| name.strip_prefix(FOLDER));
    digits.is_some_and(|digits| {
        digits.len() == 16 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// Removes demos whose process has been gone for `kept`.
fn sweep(temporary: &Path, kept: Duration) {
    let found = std::fs::read_dir(temporary).into_iter().flatten().flatten();
    for folder in found.map(|entry| entry.path()) {
        let Some(lock) = is_named(&folder).then(|| free_lock(&folder)).flatten() else {
            continue;
        };
        let begun = lock.metadata().and_then(|found| found.modified()).ok();
        let age = begun.and_then(|begun| begun.elapsed().ok());
        if age.is_some_and(|age| age >= kept) {
            // The next start tries again.
            std::fs::remove_dir_all(&folder).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves a demo as a killed process does: nothing is removed, and the lock is free.
    fn killed(temporary: &Path, mode: Mode) -> PathBuf {
        let demo = Demo::create_in(temporary, mode).unwrap();
        let root = demo.root.clone();
        let again = std::mem::ManuallyDrop::new(demo);
        again._lock.unlock().unwrap();
        root
    }

    #[test]
    fn a_demo_that_was_killed_is_gone_on_with_in_its_folder_and_one_that_lives_is_not() {
        let temporary = tempfile::tempdir().unwrap();
        let living = Demo::create_in(temporary.path(), Mode::Review).unwrap();
        assert!(Demo::left_in(temporary.path(), living.root()).is_none());
        let root = killed(temporary.path(), Mode::Confirm);
        let left = Demo::left_in(temporary.path(), &root).unwrap();
        assert_eq!(left.mode(), Mode::Confirm);
        assert!(
            Demo::left_in(temporary.path(), &root).is_none(),
            "one at a time"
        );
        let repository = temporary.path().join("demo");
        std::fs::create_dir(&repository).unwrap();
        assert!(Demo::left_in(temporary.path(), &repository).is_none());
        drop(left);
        assert!(!root.exists(), "it is removed when it is left");
    }

    #[test]
    fn only_demos_whose_process_is_gone_for_long_are_removed() {
        let temporary = tempfile::tempdir().unwrap();
        let living = Demo::create_in(temporary.path(), Mode::Review).unwrap();
        let root = killed(temporary.path(), Mode::Review);
        let other = temporary.path().join("agentichat-notes");
        std::fs::create_dir(&other).unwrap();
        sweep(temporary.path(), KEPT);
        assert!(root.exists(), "it is young");
        sweep(temporary.path(), Duration::ZERO);
        assert!(!root.exists() && living.root().exists() && other.exists());
    }
}
