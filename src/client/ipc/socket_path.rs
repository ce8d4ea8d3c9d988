//! The place of a workspace's socket, and whether a socket found there may be used.
//!
//! The socket lies beside the state if the path is short enough for a socket, otherwise in a
//! private folder of this user, under a name derived from the path. It is bound under another name
//! first, so that it never exists in its place with wider permissions than its owner's.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;
use tokio::net::UnixListener;

use notice::{Notice, notice};
use protocol::ids::ContentHash;

/// Maximum length of a socket path on every system, in bytes, minus room for the name that it
/// is bound under.
const LONGEST: usize = 96;

/// Name of the socket beside the state.
const NAME: &str = "terminals.sock";

/// Suffix of the socket's name while it is being created.
const NEW: &str = "new";

/// Permission bits of the socket.
const MODE: u32 = 0o600;

/// The possible places of a workspace's socket, in the order in which they are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketPaths(Vec<PathBuf>);

/// Why a socket must not be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SocketPathError {
    /// The socket does not belong to the user, or others could use it.
    NotOurs {
        path: PathBuf,
        /// A description of the problem.
        why: Notice,
    },
    /// The socket cannot be created anywhere.
    Unavailable(std::io::Error),
}

impl SocketPathError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NotOurs { path, why } => {
                notice!("told-socket-not-ours", path = path.display(), why)
            }
            Self::Unavailable(error) => notice!("told-no-socket", why = error),
        }
    }
}

impl SocketPaths {
    /// Returns the places for the workspace whose state is in `folder`; `runtime` is the user's
    /// runtime folder (`XDG_RUNTIME_DIR`), `temporary` the shared temporary folder.
    pub fn of(folder: &Path, runtime: Option<&Path>, temporary: &Path) -> Self {
        let beside = folder.join(NAME);
        let hash: String = ContentHash::of(folder.as_os_str().as_encoded_bytes())
            .to_string()
            .chars()
            .take(24)
            .collect();
        let private = match runtime {
            Some(runtime) => runtime.join("agentichat"),
            None => temporary.join(format!("agentichat-{}", geteuid())),
        };
        let elsewhere = private.join(format!("{hash}.sock"));
        let fits = |path: &PathBuf| path.as_os_str().len() <= LONGEST;
        Self([beside, elsewhere].into_iter().filter(fits).collect())
    }

    /// Creates the socket in the first place that accepts one, and replaces a stale one. Only the
    /// holder of the owner's lock may call this.
    ///
    /// # Errors
    /// Fails if no place accepts a socket.
    pub fn bind(&self) -> Result<BoundSocket, SocketPathError> {
        let mut last = std::io::Error::other(notice!("told-socket-long"));
        for path in &self.0 {
            match bind(path) {
                Ok(listener) => {
                    let path = path.clone();
                    return Ok(BoundSocket { listener, path });
                }
                Err(error) => last = error,
            }
        }
        Err(SocketPathError::Unavailable(last))
    }

    /// Returns every existing socket, in the order of the places; an error stands for a socket that
    /// others could use.
    pub fn found(&self) -> impl Iterator<Item = Result<PathBuf, SocketPathError>> {
        self.0.iter().filter_map(|path| inspect(path))
    }
}

/// Checks the file at a path; `None` if there is none.
fn inspect(path: &Path) -> Option<Result<PathBuf, SocketPathError>> {
    let found = fs::symlink_metadata(path).ok()?;
    let mode = found.mode() & 0o777;
    let path = path.to_path_buf();
    let why = if !found.file_type().is_socket() {
        notice!("told-socket-none")
    } else if found.uid() != geteuid().as_raw() {
        notice!("told-socket-of-user", number = found.uid())
    } else if mode != MODE {
        notice!("told-socket-mode", word = format!("{mode:03o}"))
    } else {
        return Some(Ok(path));
    };
    Some(Err(SocketPathError::NotOurs { path, why }))
}

/// A socket that accepts connections. Removed from its place when dropped.
#[derive(Debug)]
pub struct BoundSocket {
    pub(super) listener: UnixListener,
    path: PathBuf,
}

impl BoundSocket {
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for BoundSocket {
    fn drop(&mut self) {
        // A socket that stays is replaced by the next owner.
        fs::remove_file(&self.path).ok();
    }
}

fn bind(path: &Path) -> std::io::Result<UnixListener> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let new = path.with_extension(NEW);
    // Usually there is none; binding reports one that cannot be removed.
    fs::remove_file(&new).ok();
    let listener = UnixListener::bind(&new)?;
    let made = fs::set_permissions(&new, fs::Permissions::from_mode(MODE))
        .and_then(|()| fs::rename(&new, path));
    if let Err(error) = made {
        // The error that is returned matters more.
        fs::remove_file(&new).ok();
        return Err(error);
    }
    Ok(listener)
}

/// Creates the folder, or ensures that nobody else can put anything into it.
fn private_folder(folder: &Path) -> std::io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    let is_private =
        found.is_dir() && found.uid() == geteuid().as_raw() && found.mode() & 0o022 == 0;
    if is_private {
        Ok(())
    } else {
        Err(std::io::Error::new(
            std::io::ErrorKind::PermissionDenied,
            notice!("told-socket-folder", path = folder.display()),
        ))
    }
}
