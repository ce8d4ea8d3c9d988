//! Where the socket of a workspace lies, and whether what lies there may be used.
//!
//! Beside the state where the path is short enough for a socket, else in a private folder of this user under a name
//! that is made of the path. Bound under another name first, so that it is never there with other rights than
//! its owner's.

use std::fs;
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::unistd::geteuid;
use tokio::net::UnixListener;

use crate::protocol::ids::ContentHash;

/// Bytes of a path that a socket can have on every system, with room for the name that it is bound under.
const LONGEST: usize = 96;

/// Its name beside the state.
const NAME: &str = "terminals.sock";

/// What it is called while it is made.
const NEW: &str = "new";

/// Rights of the socket.
const MODE: u32 = 0o600;

/// The places where a workspace's socket can be, first that is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SocketPaths(Vec<PathBuf>);

/// A socket that is not to be used.
#[derive(Debug, thiserror::Error)]
pub enum SocketPathError {
    /// It is not the user's, or others could use it.
    #[error("{} is not a socket of yours alone ({why}), so nothing is said over it; remove it", path.display())]
    NotOurs {
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It cannot be made anywhere.
    #[error("no socket can be made for other terminals: {0}")]
    Unavailable(std::io::Error),
}

impl SocketPaths {
    /// Those of the workspace whose state is in `folder`; `runtime` is the user's folder for such things
    /// (`XDG_RUNTIME_DIR`), `temporary` the one for all.
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

    /// Makes the socket in the first place that takes one, in the stead of one that is left over. Only who holds
    /// the owner's lock may.
    ///
    /// # Errors
    /// If no place takes one.
    pub fn bind(&self) -> Result<BoundSocket, SocketPathError> {
        let mut last = std::io::Error::other("every path to it is too long");
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

    /// Every socket that is there, in the order in which they are tried; errors are those that are not the user's
    /// alone.
    pub fn found(&self) -> impl Iterator<Item = Result<PathBuf, SocketPathError>> {
        self.0.iter().filter_map(|path| look(path))
    }
}

/// What lies there; `None` where nothing does.
fn look(path: &Path) -> Option<Result<PathBuf, SocketPathError>> {
    let found = fs::symlink_metadata(path).ok()?;
    let mode = found.mode() & 0o777;
    let path = path.to_path_buf();
    let why = if !found.file_type().is_socket() {
        "it is no socket".to_owned()
    } else if found.uid() != geteuid().as_raw() {
        format!("it belongs to user {}", found.uid())
    } else if mode != MODE {
        format!("its mode is {mode:03o}")
    } else {
        return Some(Ok(path));
    };
    Some(Err(SocketPathError::NotOurs { path, why }))
}

/// A socket that others can come to. Gone from its place when dropped.
#[derive(Debug)]
pub struct BoundSocket {
    pub(super) listener: UnixListener,
    path: PathBuf,
}

impl BoundSocket {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for BoundSocket {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

fn bind(path: &Path) -> std::io::Result<UnixListener> {
    if let Some(folder) = path.parent() {
        private_folder(folder)?;
    }
    let new = path.with_extension(NEW);
    fs::remove_file(&new).ok();
    let listener = UnixListener::bind(&new)?;
    let made = fs::set_permissions(&new, fs::Permissions::from_mode(MODE))
        .and_then(|()| fs::rename(&new, path));
    if let Err(error) = made {
        fs::remove_file(&new).ok();
        return Err(error);
    }
    Ok(listener)
}

/// Makes the folder, or makes sure that nobody else can put anything into it.
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
            format!("others can write to {}", folder.display()),
        ))
    }
}
