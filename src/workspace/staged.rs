//! Writes in two steps: the content is laid beside its place and synced, then put there by one rename,
//! over exactly what was expected. Between the two nothing has changed; dropped, nothing ever does. A file
//! that no other can stand for is written in place, through a journal.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;

use cap_std::fs::{Dir, OpenOptions};
use nix::fcntl::OFlag;
use nix::sys::stat::Mode;

use super::dir_lock::DirLock;
use super::errors;
use super::in_place::InPlace;
use super::inode::{self, InodeLikeness, NameStanding};
use super::path_jail;
use super::read::{mode_of, read_bytes};
use super::stale_temp::{self, TempOwner};
use super::stop_point::stop_point;
use crate::protocol::call::ToolError;
use crate::protocol::ids::ContentHash;

/// A temporary file that is taken away unless it was put into place.
struct Temporary {
    folder: Arc<Dir>,
    name: String,
    in_place: bool,
    /// Locked as long as it is open: whoever can lock a temporary file knows that its owner is gone.
    file: File,
}

/// How often a temporary file is made that another instance takes for one that was left.
const MAKE_ATTEMPTS: u32 = 3;

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.in_place {
            self.folder.remove_file(&self.name).ok();
        }
    }
}

impl Temporary {
    /// Makes it with these bytes, synced.
    fn with(folder: &Arc<Dir>, bytes: &[u8], look: &FileAttributes) -> io::Result<Self> {
        let folder_mode = cap_std::fs::MetadataExt::mode(&folder.dir_metadata()?);
        if nobody_may_write(folder_mode) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        stale_temp::sweep(folder);
        let mut temporary = Self::empty(folder)?;
        stop_point("a temporary file is made");
        look.put_on(&temporary.file)?;
        temporary.file.write_all(bytes)?;
        look.put_bits_on(&temporary.file)?;
        temporary.file.sync_all()?;
        stop_point("a temporary file has its content");
        Ok(temporary)
    }

    fn empty(folder: &Arc<Dir>) -> io::Result<Self> {
        for _ in 0..MAKE_ATTEMPTS {
            let name = format!("{TEMPORARY_PREFIX}{}", uuid::Uuid::now_v7().simple());
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            let file = folder.open_with(&name, &options)?.into_std();
            if stale_temp::take_hold(&file) == TempOwner::Ours {
                return Ok(Self {
                    folder: Arc::clone(folder),
                    name,
                    in_place: false,
                    file,
                });
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }
}

/// How the names of temporary files begin. The walk leaves them out: one may be left by a crash.
pub(super) const TEMPORARY_PREFIX: &str = ".agentichat-tmp-";

/// Permission bits and owner that a file shall have.
#[derive(Default)]
struct FileAttributes {
    mode: Option<u32>,
    owner: Option<(u32, u32)>,
}

impl FileAttributes {
    fn put_on(&self, file: &File) -> io::Result<()> {
        if let Some((user, group)) = self.owner {
            let metadata = file.metadata()?;
            if (metadata.uid(), metadata.gid()) != (user, group) {
                // Only a privileged process can; for the others the file stays theirs.
                std::os::unix::fs::fchown(file, Some(user), Some(group)).ok();
            }
        }
        self.put_bits_on(file)
    }

    /// Also after the writing, which takes some of them away.
    fn put_bits_on(&self, file: &File) -> io::Result<()> {
        match self.mode {
            Some(mode) if mode_of(&file.metadata()?) != mode => {
                file.set_permissions(std::fs::Permissions::from_mode(mode))
            }
            _ => Ok(()),
        }
    }
}

/// A write whose content is on the disk, beside its place. Dropped, it changes nothing.
pub struct StagedWrite {
    path: String,
    folder: Arc<Dir>,
    name: String,
    step: LastStep,
}

/// What is left to do.
enum LastStep {
    Replace {
        temporary: Temporary,
        expected: ContentHash,
        /// The bits that it had when the new content was laid beside it.
        mode: u32,
    },
    /// The file keeps its inode.
    Overwrite {
        journaled: InPlace,
        expected: ContentHash,
        mode: u32,
    },
    Create {
        temporary: Temporary,
    },
    Delete {
        expected: ContentHash,
    },
}

impl StagedWrite {
    /// New bytes for a file that is there. `wanted` are the SHA-256 of what it holds and its new bits.
    pub(super) fn replacement(
        (folder, name): (Dir, String),
        path: String,
        bytes: &[u8],
        wanted: (ContentHash, Option<u32>),
        journal: Option<&Path>,
    ) -> Result<Self, ToolError> {
        let (expected, permissions) = wanted;
        let standing = inode::standing(&folder, &name);
        if let NameStanding::Frozen(how) = standing {
            return Err(errors::frozen(&path, how));
        }
        let io = |error: io::Error| errors::from_io(&error, "write", &path);
        let old = path_jail::open_file(&folder, &name).map_err(io)?;
        let metadata = old.metadata().map_err(io)?;
        // A file that is not writable stays so, although its folder would let it be replaced;
        // unless just that is to change.
        let mode = mode_of(&metadata);
        if nobody_may_write(mode) && permissions.is_none_or(|wanted| wanted == mode) {
            return Err(io(io::ErrorKind::PermissionDenied.into()));
        }
        let look = FileAttributes {
            mode: permissions.or(Some(mode)),
            owner: Some((metadata.uid(), metadata.gid())),
        };
        let folder = Arc::new(folder);
        let beside = match standing {
            NameStanding::Mounted => None,
            _ => beside(&folder, &old, bytes, &look).map_err(io)?,
        };

        let step = match beside {
            Some(temporary) => LastStep::Replace {
                temporary,
                expected,
                mode,
            },
            None => {
                let wanted = permissions.unwrap_or(mode);
                let journaled = InPlace::keep(journal, &old, &path, (bytes, wanted))?;
                if !journaled.is_over(&expected) {
                    return Err(errors::changed(&path, "was changed meanwhile"));
                }
                LastStep::Overwrite {
                    journaled,
                    expected,
                    mode,
                }
            }
        };
        Ok(Self {
            path,
            folder,
            name,
            step,
        })
    }

    /// A file where there is none.
    pub(super) fn creation(
        folder: Dir,
        name: String,
        path: String,
        bytes: &[u8],
        permissions: Option<u32>,
    ) -> Result<Self, ToolError> {
        let look = FileAttributes {
            mode: permissions,
            owner: None,
        };
        let folder = Arc::new(folder);
        let temporary = Temporary::with(&folder, bytes, &look)
            .map_err(|error| errors::from_io(&error, "write", &path))?;
        let step = LastStep::Create { temporary };
        Ok(Self {
            path,
            folder,
            name,
            step,
        })
    }

    /// A file goes that holds what has this SHA-256.
    pub(super) fn deletion(folder: Dir, name: String, path: String, expected: ContentHash) -> Self {
        let step = LastStep::Delete { expected };
        Self {
            path,
            folder: Arc::new(folder),
            name,
            step,
        }
    }

    /// The real path, relative to the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Puts it into place.
    pub(super) fn commit(self) -> Result<(), ToolError> {
        let Self {
            path,
            folder,
            name,
            step,
        } = self;
        let held = hold(&folder);
        match step {
            LastStep::Replace {
                mut temporary,
                expected,
                mode,
            } => {
                is_still(&folder, &name, &path, (expected, Some(mode)))?;
                folder
                    .rename(&temporary.name, &folder, &name)
                    .map_err(|error| errors::from_io(&error, "write", &path))?;
                temporary.in_place = true;
            }
            LastStep::Overwrite {
                journaled,
                expected,
                mode,
            } => {
                is_still(&folder, &name, &path, (expected, Some(mode)))?;
                journaled.write(&folder, &name)?;
            }
            LastStep::Create { temporary } => link_new(temporary, &folder, &name, &path)?,
            LastStep::Delete { expected } => {
                is_still(&folder, &name, &path, (expected, None))?;
                folder
                    .remove_file(&name)
                    .map_err(|error| errors::from_io(&error, "delete", &path))?;
            }
        }
        stop_point("a file is in its place, or gone");
        drop(held);
        sync_folder(&folder);
        Ok(())
    }
}

/// A file with these bytes beside the old one, where it can stand for that one.
fn beside(
    folder: &Arc<Dir>,
    old: &File,
    bytes: &[u8],
    look: &FileAttributes,
) -> io::Result<Option<Temporary>> {
    let temporary = Temporary::with(folder, bytes, look)?;
    let likeness = inode::make_alike(old, &temporary.file)?;
    Ok(match likeness {
        // In place a file with other names would be written outside of the root too.
        InodeLikeness::Lacks(what) if old.metadata()?.nlink() == 1 => {
            tracing::debug!(
                what,
                "a new file would lose something: it is written in place"
            );
            None
        }
        InodeLikeness::Same | InodeLikeness::Lacks(_) => Some(temporary),
    })
}

/// Keeps other instances from putting files into a folder as long as it is there: of two that expect
/// the same text one loses. Without it both could compare before either renames.
pub(super) fn hold(folder: &Dir) -> Option<DirLock> {
    DirLock::wait(opened(folder).ok()?)
}

/// A folder opened for itself: a handle that is only a place to look up names from can be neither locked
/// nor brought to the disk.
fn opened(folder: &Dir) -> io::Result<File> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    Ok(nix::fcntl::openat(folder, ".", flags, Mode::empty())?.into())
}

/// Whether a file has the content with this SHA-256 and, where they matter, these bits.
fn is_still(
    folder: &Dir,
    name: &str,
    path: &str,
    (expected, mode): (ContentHash, Option<u32>),
) -> Result<(), ToolError> {
    let (now, bits) = read_bytes(folder, name, path)?;
    if ContentHash::of(&now) == expected && mode.is_none_or(|mode| mode == bits) {
        Ok(())
    } else {
        Err(errors::changed(path, "was changed meanwhile"))
    }
}

/// Whether no write bit is set. The system would still let the superuser write there.
fn nobody_may_write(mode: u32) -> bool {
    mode & 0o222 == 0
}

/// Gives a temporary file its name, if nothing has it.
fn link_new(
    mut temporary: Temporary,
    folder: &Dir,
    name: &str,
    path: &str,
) -> Result<(), ToolError> {
    // A hard link refuses to replace, in one step; where the file system has none, a rename.
    match folder.hard_link(&temporary.name, folder, name) {
        Ok(()) => stop_point("a new file has both its names"),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(errors::changed(path, "is there meanwhile"));
        }
        Err(_) => {
            if folder.symlink_metadata(name).is_ok() {
                return Err(errors::changed(path, "is there meanwhile"));
            }
            folder
                .rename(&temporary.name, folder, name)
                .map_err(|error| errors::from_io(&error, "write", path))?;
            temporary.in_place = true;
        }
    }
    Ok(())
}

/// Makes a rename survive a power cut. Not every file system takes it; the bytes are safe anyway.
fn sync_folder(folder: &Dir) {
    opened(folder).and_then(|folder| folder.sync_all()).ok();
}
