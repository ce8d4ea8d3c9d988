//! What a file has beside its bytes and would lose with a new inode: its owner and group, extended attributes and
//! access lists, a mount on its name, other names. Decides which way a write takes.

use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;

use cap_std::fs::Dir;
use rustix::fs::{
    XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr,
};

/// How often a list or value is read that grows meanwhile.
const READ_ATTEMPTS: u32 = 3;

/// Room beyond what the system said that is needed.
const SPARE: usize = 256;

/// What stands on a file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameStanding {
    /// Nothing: another file can take the name.
    Free,
    /// A mount: the name cannot be given to another file.
    Mounted,
    /// The file system lets nobody change it (`chattr +i`), or only add to it (`chattr +a`).
    Frozen(&'static str),
}

/// What stands on a name in a folder.
#[cfg(target_os = "linux")]
pub(super) fn standing(folder: &Dir, name: &str) -> NameStanding {
    use rustix::fs::{AtFlags, StatxAttributes as Attributes, StatxFlags, statx};
    let flags = AtFlags::SYMLINK_NOFOLLOW;
    // Kernels without it tell of a mount when the name is to be given to another file.
    let Ok(found) = statx(folder, name, flags, StatxFlags::BASIC_STATS) else {
        return NameStanding::Free;
    };
    let has = |attribute| found.stx_attributes.contains(attribute);
    if has(Attributes::IMMUTABLE) {
        NameStanding::Frozen("immutable (`chattr +i`)")
    } else if has(Attributes::APPEND) {
        NameStanding::Frozen("append-only (`chattr +a`)")
    } else if has(Attributes::MOUNT_ROOT) {
        NameStanding::Mounted
    } else {
        NameStanding::Free
    }
}

/// Other systems tell none of it here.
#[cfg(not(target_os = "linux"))]
pub(super) fn standing(_: &Dir, _: &str) -> NameStanding {
    NameStanding::Free
}

/// Whether a new file can stand for an old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InodeLikeness {
    /// It has all that the old one has.
    Same,
    /// It lacks something that we may not give it.
    Lacks(&'static str),
}

/// Gives a new file the extended attributes of the old one, access lists among them, and tells whether it has all
/// of them, and its owner and group, then.
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
    /// Reads them; where the file system has none there are none.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let mut found = Vec::new();
        for name in names(file)? {
            // One that we may not read we could not give to another file either: it is told by its absence there.
            let value = value(file, &name)?;
            found.push((name, value));
        }
        found.sort();
        Ok(Self(found))
    }

    /// Has a file have these and no others.
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

/// Reads something of which the system tells the size.
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
