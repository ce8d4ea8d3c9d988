//! Makes every mount read-only but those of the plan's writable roots. Landlock refuses writes to
//! contents and folders; a read-only mount refuses changes of mode, owner, times and attributes too.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::mount::{MsFlags, mount};

use super::kept::{Kept, bind};
use super::{NONE, failed};
use crate::places::TEMPORARY;
use crate::plan::Plan;
use crate::report::{Refused, Step};

/// Mounts of the box that stay writable.
const OWN: [&str; 2] = ["/dev/shm", "/dev/pts"];

/// Lists the mounts of this process (proc_pid_mountinfo(5)).
const LIST: &str = "/proc/self/mountinfo";

/// A mount, with the flags that it must keep: the kernel lets no user namespace drop those that came
/// from outside.
struct Mount {
    place: PathBuf,
    flags: MsFlags,
}

/// Makes all mounts read-only that do not lie in a writable root.
pub(super) fn remount(plan: &Plan) -> Result<(), Refused> {
    let list = fs::read(LIST).map_err(|error| failed(&error, Path::new(LIST)))?;
    let own = OWN.iter().chain(&TEMPORARY).map(PathBuf::from);
    // The list has no links in its places.
    let real = |root: &PathBuf| root.canonicalize().unwrap_or_else(|_| root.clone());
    let writable: Vec<PathBuf> = plan.write.iter().map(real).chain(own).collect();
    let only_read: Vec<PathBuf> = plan
        .read
        .iter()
        .chain([&plan.workspace])
        .map(real)
        .collect();
    let innermost = |roots: &[PathBuf], place: &Path| {
        let above = roots.iter().filter(|root| place.starts_with(root));
        above.map(|root| root.components().count()).max()
    };
    for one in list.split(|byte| *byte == b'\n').filter_map(read) {
        // A folder that is only read may lie below one of the box's own, as `/tmp`.
        let is_writable = innermost(&writable, &one.place) >= innermost(&only_read, &one.place);
        // Covered next.
        if !is_writable && !one.place.starts_with("/proc") {
            make_read_only(&one)?;
        }
    }
    Ok(())
}

/// Makes the folders between a writable root and what is read-only or hidden in it mounts of their
/// own: a mount cannot be renamed away, so no other folder takes its place.
pub(super) fn pin(plan: &Plan) -> Result<(), Refused> {
    let guarded = plan.read_only.iter().chain(&plan.hidden);
    let mut folders = BTreeSet::new();
    for path in guarded.filter(|path| path.exists()) {
        let roots = plan.write.iter().filter(|root| path.starts_with(root));
        let Some(root) = roots.max_by_key(|root| root.components().count()) else {
            continue;
        };
        let above = path.ancestors().skip(1);
        folders.extend(above.take_while(|folder| *folder != root && folder.starts_with(root)));
    }
    // Outer folders come first: a mount covers those that were made in it before.
    let kept = folders.into_iter().filter_map(Kept::open);
    kept.into_iter()
        .try_for_each(|kept| bind(&kept, &kept.path))
}

/// Binds a path to itself, read-only. One that does not exist is compared after the command.
pub(super) fn bind_read_only(path: &Path) -> Result<(), Refused> {
    let Some(kept) = Kept::open(path) else {
        return Ok(());
    };
    bind(&kept, path)?;
    let list = fs::read(LIST).map_err(|error| failed(&error, Path::new(LIST)))?;
    let real = path.canonicalize().map_err(|error| failed(&error, path))?;
    let mounts = list.split(|byte| *byte == b'\n').filter_map(read);
    let below = mounts.filter(|one| one.place.starts_with(&real));
    below.into_iter().try_for_each(|one| make_read_only(&one))
}

fn make_read_only(one: &Mount) -> Result<(), Refused> {
    let flags = one.flags | MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_RDONLY;
    match mount(NONE, &one.place, NONE, flags, NONE) {
        // Nothing can be reached there: another mount covers it, or a folder above is shut.
        Ok(()) | Err(Errno::ENOENT | Errno::ENOTDIR | Errno::EACCES | Errno::EINVAL) => Ok(()),
        Err(error) => Err(Refused::at(Step::Mounts)(error).with_path(&one.place)),
    }
}

/// Reads a line: the fifth field is the place, the sixth the flags.
fn read(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|byte| *byte == b' ').skip(4);
    let place = unescaped(fields.next()?);
    let mut flags = MsFlags::empty();
    for word in fields.next()?.split(|byte| *byte == b',') {
        flags |= match word {
            b"nosuid" => MsFlags::MS_NOSUID,
            b"nodev" => MsFlags::MS_NODEV,
            b"noexec" => MsFlags::MS_NOEXEC,
            b"noatime" => MsFlags::MS_NOATIME,
            b"nodiratime" => MsFlags::MS_NODIRATIME,
            b"relatime" => MsFlags::MS_RELATIME,
            b"nosymfollow" => MsFlags::from_bits_retain(nix::libc::MS_NOSYMFOLLOW),
            _ => MsFlags::empty(),
        };
    }
    Some(Mount { place, flags })
}

/// Blanks, tabs, line ends and backslashes are written as three octal digits.
fn unescaped(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..3).filter(|_| *first == b'\\');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(3..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    PathBuf::from(OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_is_read_with_its_place_and_the_flags_that_it_must_keep() {
        let line =
            br"36 35 98:0 /x /mnt\040of\134two rw,nosuid,nodev,relatime master:1 - ext4 /dev/x rw";
        let found = read(line).unwrap();
        assert_eq!(found.place, Path::new(r"/mnt of\two"));
        let kept = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_RELATIME;
        assert_eq!(found.flags, kept);
        assert!(read(b"").is_none());
        assert!(read(b"36 35 98:0 /").is_none());
    }
}
