//! The properties of a file besides its bytes that a new inode would lose: owner and group,
//! extended attributes and access lists, a mount on its name, other names. Decides how a
//! write is done.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;

use cap_std::fs::Dir;
use rustix::fs::{
    XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr,
};

use notice::Notice;

/// Maximum number of attempts to read a list or value that grows during the read.
const READ_ATTEMPTS: u32 = 3;

/// Spare bytes beyond the size that the system reported.
const SPARE: usize = 256;

/// The restriction on a file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NameStanding {
    /// No mount; another file can take the name.
    Free,
    /// A mount: no other file can take the name.
    Mounted,
    /// The file system forbids changing the file (`chattr +i`), or allows only
    /// appending (`chattr +a`).
    Frozen(Notice),
}

/// Returns what restricts a name in a folder.
#[cfg(target_os = "linux")]
pub(super) fn standing(folder: &Dir, name: &str) -> NameStanding {
    use rustix::fs::{AtFlags, StatxAttributes as Attributes, StatxFlags, statx};

    use notice::notice;
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    // On a kernel without `statx`, a mount shows up only when the rename fails.
    let Ok(found) = statx(folder, name, flags, StatxFlags::BASIC_STATS) else {
        return NameStanding::Free;
    };
    let has = |attribute| found.stx_attributes.contains(attribute);
    if has(Attributes::IMMUTABLE) {
        NameStanding::Frozen(notice!("told-file-immutable"))
    } else if has(Attributes::APPEND) {
        NameStanding::Frozen(notice!("told-file-append-only"))
    } else if has(Attributes::MOUNT_ROOT) {
        NameStanding::Mounted
    } else {
        NameStanding::Free
    }
}

/// Other systems report none of this here.
#[cfg(not(target_os = "linux"))]
pub(super) fn standing(_: &Dir, _: &str) -> NameStanding {
    NameStanding::Free
}

/// Whether a new file can replace an old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InodeLikeness {
    Same,
    /// It lacks a property that we may not set.
    Lacks(&'static str),
}

/// Copies the extended attributes, including access lists, from the old file to the new one.
/// Returns whether the new file then has all of them and the same owner and group.
pub(super) fn make_alike(old: &File, new: &File) -> io::Result<InodeLikeness> {
    let (before, after) = (old.metadata()?, new.metadata()?);
    if (before.uid(), before.gid()) != (after.uid(), after.gid()) {
        return Ok(InodeLikeness::Lacks("owner or group"));
    }
    let given = Attributes::of(old).and_then(|wanted| wanted.put_on(new));
    Ok(match given {
        Ok(()) => InodeLikeness::Same,
        Err(_) => InodeLikeness::Lacks("extended attributes"),
    })
}

/// The extended attributes of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Attributes(Vec<(Vec<u8>, Vec<u8>)>);

impl Attributes {
    /// Reads the attributes; none if the file system does not support them.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let mut found = Vec::new();
        for name in names(file)? {
            // An attribute that we may not read we could not set on another file either: it is
            // missing there, which the comparison detects.
            let value = value(file, &name)?;
            found.push((name, value));
        }
        found.sort();
        Ok(Self(found))
    }

    /// Sets exactly these attributes on a file.
    pub(super) fn put_on(&self, file: &File) -> io::Result<()> {
        let there = Self::of(file)?;
        if there == *self {
            return Ok(());
        }
        for (name, _) in &there.0 {
            if !self.0.iter().any(|(wanted, _)| wanted == name) {
                fremovexattr(file, name.as_slice())?;
            }
        }
        for pair in &self.0 {
            if !there.0.contains(pair) {
                fsetxattr(file, pair.0.as_slice(), &pair.1, XattrFlags::empty())?;
            }
        }
        if Self::of(file)? == *self {
            Ok(())
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
}

fn names(file: &File) -> io::Result<Vec<Vec<u8>>> {
    let list = read(|| flistxattr_query(file), |buffer| flistxattr(file, buffer));
    match list {
        Ok(list) => {
            let names = list
                .split(|byte| *byte == 0)
                .filter(|name| !name.is_empty());
            Ok(names.map(<[u8]>::to_vec).collect())
        }
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn value(file: &File, name: &[u8]) -> io::Result<Vec<u8>> {
    read(
        || fgetxattr_query(file, name),
        |buffer| fgetxattr(file, name, buffer),
    )
}

/// Reads a value whose size the system reports.
fn read(
    size: impl Fn() -> Result<usize, rustix::io::Errno>,
    ask: impl Fn(&mut [u8]) -> Result<usize, rustix::io::Errno>,
) -> io::Result<Vec<u8>> {
    let mut attempts = 1;
    loop {
        let mut buffer = vec![0_u8; size()?.saturating_add(SPARE)];
        match ask(&mut buffer) {
            Ok(length) => {
                buffer.truncate(length);
                return Ok(buffer);
            }
            Err(rustix::io::Errno::RANGE) if attempts < READ_ATTEMPTS => attempts += 1,
            Err(error) => return Err(error.into()),
        }
    }
}
