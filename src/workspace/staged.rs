//! Two-step writes: the content is written beside its place and synced, then moved there by one
//! rename, only over exactly the expected content. Between the two steps nothing has changed;
//! dropping the write changes nothing. A file that no other inode can replace is written in place,
//! through a journal.

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
use notice::notice;
use protocol::call::ToolError;
use protocol::ids::ContentHash;

/// A temporary file that is removed unless it was moved into place.
struct Temporary {
    folder: Arc<Dir>,
    name: String,
    in_place: bool,
    /// Locked while it is open: if a temporary file can be locked, its owner is gone.
    file: File,
}

/// Most attempts to make a temporary file that another instance mistakes for an abandoned one.
const MAKE_ATTEMPTS: u32 = 3;

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.in_place {
            // A later start deletes temporary files that remain.
            self.folder.remove_file(&self.name).ok();
        }
    }
}

impl Temporary {
    /// Creates the file with these bytes, synced.
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

/// Prefix of temporary files. The walk ignores them: a crash may leave one.
pub(super) const TEMPORARY_PREFIX: &str = ".agentichat-tmp-";

/// Permission bits and owner for a file.
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
                // Only a privileged process can change the owner; otherwise the file stays ours.
                std::os::unix::fs::fchown(file, Some(user), Some(group)).ok();
            }
        }
        self.put_bits_on(file)
    }

    /// Called again after the write, which clears some of the bits.
    fn put_bits_on(&self, file: &File) -> io::Result<()> {
        match self.mode {
            Some(mode) if mode_of(&file.metadata()?) != mode => {
                file.set_permissions(std::fs::Permissions::from_mode(mode))
            }
            _ => Ok(()),
        }
    }
}

/// A write whose content is on the disk, beside its place. Dropping it changes nothing.
pub struct StagedWrite {
    path: String,
    folder: Arc<Dir>,
    name: String,
    step: LastStep,
}

/// The remaining step.
enum LastStep {
    Replace {
        temporary: Temporary,
        expected: ContentHash,
        /// The permission bits of the old file when the new content was written beside it.
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
    /// Stages new bytes for an existing file. `wanted` are the SHA-256 of its present content and
    /// its new permission bits.
    pub(super) fn replacement(
        (folder, name): (Dir, String),
        path: String,
        bytes: &[u8],
        wanted: (ContentHash, Option<u32>),
        journal: Option<&Path>,
    ) -> Result<Self, ToolError> {
        let (expected, permissions) = wanted;
        let standing = inode::standing(&folder, &name);
        if let NameStanding::Frozen(how) = &standing {
            return Err(errors::frozen(&path, how));
        }
        let io = |error: io::Error| errors::from_io(&error, &notice!("told-doing-write"), &path);
        let old = path_jail::open_file(&folder, &name).map_err(io)?;
        let metadata = old.metadata().map_err(io)?;
        // A file that is not writable stays so, although its folder would allow replacing it;
        // unless only its permissions are to change.
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
                    return Err(errors::changed(&path, &notice!("told-meanwhile-changed")));
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

    /// Stages a file that does not exist yet.
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
            .map_err(|error| errors::from_io(&error, &notice!("told-doing-write"), &path))?;
        let step = LastStep::Create { temporary };
        Ok(Self {
            path,
            folder,
            name,
            step,
        })
    }

    /// Stages the deletion of a file whose content has this SHA-256.
    pub(super) fn deletion(folder: Dir, name: String, path: String, expected: ContentHash) -> Self {
        let step = LastStep::Delete { expected };
        Self {
            path,
            folder: Arc::new(folder),
            name,
            step,
        }
    }

    /// Returns the real path, relative to the root.
    pub fn path(&self) -> &str {
        &self.path
    }

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
                    .map_err(|error| {
                        errors::from_io(&error, &notice!("told-doing-write"), &path)
                    })?;
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
                folder.remove_file(&name).map_err(|error| {
                    errors::from_io(&error, &notice!("told-doing-delete"), &path)
                })?;
            }
        }
        stop_point("a file is in its place, or gone");
        drop(held);
        sync_folder(&folder);
        Ok(())
    }
}

/// Writes a file with these bytes beside the old one, if it can replace the old one.
fn beside(
    folder: &Arc<Dir>,
    old: &File,
    bytes: &[u8],
    look: &FileAttributes,
) -> io::Result<Option<Temporary>> {
    let temporary = Temporary::with(folder, bytes, look)?;
    let likeness = inode::make_alike(old, &temporary.file)?;
    Ok(match likeness {
        // A file with other names would be written in place outside the root too.
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

/// Prevents other instances from moving files into a folder while the lock is held, so that of two
/// writers who expect the same text one fails. Without it both could compare before either renames.
pub(super) fn hold(folder: &Dir) -> Option<DirLock> {
    DirLock::wait(opened(folder).ok()?)
}

/// Opens a folder for reading: a handle that only serves name lookups can be neither
/// locked nor synced.
fn opened(folder: &Dir) -> io::Result<File> {
    let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC;
    Ok(nix::fcntl::openat(folder, ".", flags, Mode::empty())?.into())
}

/// Whether a file has the content with this SHA-256 and, if given, these permission bits.
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
        Err(errors::changed(path, &notice!("told-meanwhile-changed")))
    }
}

/// Whether no write bit is set. The system would still let the superuser write.
fn nobody_may_write(mode: u32) -> bool {
    mode & 0o222 == 0
}

/// Gives a temporary file its name, if the name is free.
fn link_new(
    mut temporary: Temporary,
    folder: &Dir,
    name: &str,
    path: &str,
) -> Result<(), ToolError> {
    // A hard link refuses to replace, in one step; file systems without hard links get a rename.
    match folder.hard_link(&temporary.name, folder, name) {
        Ok(()) => stop_point("a new file has both its names"),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(errors::changed(path, &notice!("told-meanwhile-there")));
        }
        Err(_) => {
            if folder.symlink_metadata(name).is_ok() {
                return Err(errors::changed(path, &notice!("told-meanwhile-there")));
            }
            folder
                .rename(&temporary.name, folder, name)
                .map_err(|error| errors::from_io(&error, &notice!("told-doing-write"), path))?;
            temporary.in_place = true;
        }
    }
    Ok(())
}

/// Makes a rename survive a power cut. Some file systems do not support it, but the bytes are safe
/// in any case.
fn sync_folder(folder: &Dir) {
    opened(folder).and_then(|folder| folder.sync_all()).ok();
}
