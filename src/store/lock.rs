//! Lock files: one process owns a session, and one builds the index. The kernel holds each lock, so
//! it is free the moment its process is gone.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use notice::{Notice, notice};
use protocol::ids::SessionId;
use support::foreign_file::{Links, open};
use support::private;

/// Folder of the lock files inside the workspace's folder.
const LOCK_FOLDER: &str = "locks";

/// A locked session. Released when dropped.
#[derive(Debug)]
pub struct SessionLock {
    file: File,
}

/// The holder of a session lock.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct LockHolder {
    /// Process id; 0 if the holder has not written it.
    pub pid: u32,
    pub since: Timestamp,
}

impl LockHolder {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        let since = self.since.to_string();
        notice!("told-session-held", number = self.pid, rest = since)
    }
}

/// Reason why a session could not be locked.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum LockError {
    /// Another process, or another handle in this one, holds the lock.
    Held(#[from] LockHolder),
    /// The lock file cannot be created or locked.
    Unavailable {
        path: PathBuf,
        source: std::io::Error,
    },
}

impl LockError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Held(holder) => holder.notice(),
            Self::Unavailable { path, source } => {
                notice!("told-lock-unusable", path = path.display(), why = source)
            }
        }
    }
}

/// Content of a lock file. The start time distinguishes a process from a later one with
/// the same id.
#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    pid: u32,
    since: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    started: Option<u64>,
}

impl SessionLock {
    /// Locks the session. `folder` is the workspace's `.agentichat`. Takes over a lock whose
    /// process is gone.
    ///
    /// # Errors
    /// [`LockError::Held`] names the holder.
    pub fn acquire(folder: &Path, session: SessionId) -> Result<Self, LockError> {
        Self::take(folder, &lock_file(folder, session))
    }

    /// Locks the building of the workspace's index, like a session.
    ///
    /// # Errors
    /// As [`SessionLock::acquire`].
    pub fn acquire_index(folder: &Path) -> Result<Self, LockError> {
        Self::take(folder, &folder.join(LOCK_FOLDER).join("index.lock"))
    }

    /// Locks the sending of the memory to a shared store, like a session.
    ///
    /// # Errors
    /// As [`SessionLock::acquire`].
    pub fn acquire_memory(folder: &Path) -> Result<Self, LockError> {
        Self::take(folder, &folder.join(LOCK_FOLDER).join("memory.lock"))
    }

    /// Locks the workspace, so that other terminals attach to this process. Creates the folder if
    /// it is missing.
    ///
    /// # Errors
    /// As [`SessionLock::acquire`].
    pub fn acquire_owner(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join(LOCK_FOLDER).join("owner.lock");
        if let Err(error) = super::open::prepare_folder(folder) {
            return Err(LockError::Unavailable {
                path,
                source: std::io::Error::other(error.notice()),
            });
        }
        Self::take(folder, &path)
    }

    fn take(folder: &Path, path: &Path) -> Result<Self, LockError> {
        let unavailable = |source| LockError::Unavailable {
            path: path.to_path_buf(),
            source,
        };
        // A repository may have put links here that lead to files outside.
        for place in [folder.join(LOCK_FOLDER).as_path(), path] {
            super::open::refuse_link(place)
                .map_err(|error| unavailable(std::io::Error::other(error.notice())))?;
        }
        private::make_folder(&folder.join(LOCK_FOLDER)).map_err(unavailable)?;
        // The file is never removed: if another process waits on a lock file that is removed, there
        // would be two owners.
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, private::FILE);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            nix::fcntl::OFlag::O_NOFOLLOW.bits(),
        );
        let mut file = options.open(path).map_err(unavailable)?;
        if !file.metadata().map_err(unavailable)?.is_file() {
            return Err(unavailable(std::io::Error::other(notice!(
                "told-lock-no-file"
            ))));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(holder(&mut file).into()),
            Err(TryLockError::Error(source)) => {
                without_kernel_locks(&mut file, source).map_err(|error| match error {
                    Refusal::Held(held) => LockError::Held(held),
                    Refusal::Failed(source) => unavailable(source),
                })?;
            }
        }
        let mut lock = Self { file };
        lock.sign().map_err(unavailable)?;
        Ok(lock)
    }

    fn sign(&mut self) -> std::io::Result<()> {
        let pid = std::process::id();
        let holder = Holder {
            pid,
            since: Timestamp::now(),
            started: start_time(pid),
        };
        let text = serde_json::to_vec(&holder)?;
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&text)?;
        self.file.flush()
    }
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        // Empty the file first, so that no reader finds an owner that is gone. Closing alone would
        // leave the lock to a freshly forked child until it executes another program.
        self.file.set_len(0).ok();
        self.file.unlock().ok();
    }
}

/// Returns the process that has a session open. Takes no lock, so it never blocks another process.
pub fn process_of(folder: &Path, session: SessionId) -> Option<u32> {
    held_by(&lock_file(folder, session))
}

/// Returns the process that holds the lock of a file.
fn held_by(path: &Path) -> Option<u32> {
    let holder = read_holder(&mut open(path, Links::Refuse).ok()?)?;
    // If the system cannot list processes, trust the process id in the file.
    let tells = start_time(std::process::id()).is_some();
    (is_alive(&holder) || !tells).then_some(holder.pid)
}

/// Returns the sessions that are open in some process, in order. Takes no
/// lock, like [`process_of`].
pub(super) fn open_sessions(folder: &Path) -> Vec<SessionId> {
    let files = fs::read_dir(folder.join(LOCK_FOLDER));
    let held = files.into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let session = name.strip_suffix(".lock")?.parse().ok()?;
        held_by(&entry.path()).map(|_| session)
    });
    let mut held: Vec<SessionId> = held.collect();
    held.sort_unstable();
    held
}

/// Returns the path of a session's lock file.
pub(super) fn lock_file(folder: &Path, session: SessionId) -> PathBuf {
    folder.join(LOCK_FOLDER).join(format!("{session}.lock"))
}

enum Refusal {
    Held(LockHolder),
    Failed(std::io::Error),
}

/// Handles network file systems without locks: there the written process id and start time decide.
fn without_kernel_locks(file: &mut File, source: std::io::Error) -> Result<(), Refusal> {
    if source.kind() != std::io::ErrorKind::Unsupported {
        return Err(Refusal::Failed(source));
    }
    match read_holder(file) {
        Some(holder) if is_alive(&holder) => Err(Refusal::Held(LockHolder {
            pid: holder.pid,
            since: holder.since,
        })),
        _ => Ok(()),
    }
}

fn holder(file: &mut File) -> LockHolder {
    match read_holder(file) {
        Some(holder) => LockHolder {
            pid: holder.pid,
            since: holder.since,
        },
        // The holder has the lock and has not written its id yet.
        None => LockHolder {
            pid: 0,
            since: Timestamp::now(),
        },
    }
}

fn read_holder(file: &mut File) -> Option<Holder> {
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(4_096).read_to_string(&mut text).ok()?;
    support::json::from_str(&text).ok()
}

fn is_alive(holder: &Holder) -> bool {
    match start_time(holder.pid) {
        Some(now) => holder.started.is_none_or(|then| then == now),
        None => false,
    }
}

/// Returns when a process was started, in clock ticks since boot; `None` if it is gone or the
/// system does not tell.
pub(super) fn start_time(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name may contain spaces and brackets, so fields are counted after its last bracket.
    let after_name = stat.rsplit_once(')')?.1;
    after_name.split_whitespace().nth(19)?.parse().ok()
}
