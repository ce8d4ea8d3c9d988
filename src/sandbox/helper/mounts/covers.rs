//! Folders of the box's own over those of the machine: the sockets of services, devices, what is
//! hidden.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use nix::mount::MsFlags;

use super::super::landlock::DEVICES;
use super::kept::{Kept, bind, make_file, needed};
use super::{attach, failed, memory};
use crate::report::Refused;

/// Folder of the sockets of services.
pub(super) const RUN: &str = "/run";

/// Folders of [`RUN`] that stay visible: programs and libraries of NixOS.
pub(super) const RUN_KEPT: [&str; 4] = [
    "/run/booted-system",
    "/run/current-system",
    "/run/opengl-driver",
    "/run/wrappers",
];

/// An empty file that nobody may open, for binds over files.
const NOTHING: &str = "/dev/.nothing";

/// Covers the sockets of services with an empty folder, in which links stay.
pub(super) fn cover_run() -> Result<(), Refused> {
    let run = Path::new(RUN);
    // Where it is a link, its services are elsewhere.
    if !run.symlink_metadata().is_ok_and(|facts| facts.is_dir()) {
        return Ok(());
    }
    let links: Vec<(&str, PathBuf)> = RUN_KEPT
        .iter()
        .filter_map(|path| Some((*path, fs::read_link(path).ok()?)))
        .collect();
    memory(run, "mode=755")?;
    for (path, target) in links {
        link(&target, path)?;
    }
    Ok(())
}

/// Mounts a `/dev` with the devices that any program may use, and shared memory of its own.
pub(super) fn devices() -> Result<(), Refused> {
    let opened = DEVICES
        .iter()
        .filter_map(|path| Kept::open(Path::new(path)));
    let opened: Vec<Kept> = opened.collect();
    memory(Path::new("/dev"), "mode=755")?;
    for device in &opened {
        make_file(&device.path)?;
        bind(device, &device.path)?;
    }
    for (target, path) in [
        ("/proc/self/fd", "/dev/fd"),
        ("/proc/self/fd/0", "/dev/stdin"),
        ("/proc/self/fd/1", "/dev/stdout"),
        ("/proc/self/fd/2", "/dev/stderr"),
        ("pts/ptmx", "/dev/ptmx"),
    ] {
        link(Path::new(target), path)?;
    }
    let nothing = Path::new(NOTHING);
    make_file(nothing)?;
    fs::set_permissions(nothing, Permissions::from_mode(0o000))
        .map_err(|error| failed(&error, nothing))?;
    let (shared, terminals) = (Path::new("/dev/shm"), Path::new("/dev/pts"));
    for folder in [shared, terminals] {
        fs::create_dir(folder).map_err(|error| failed(&error, folder))?;
    }
    memory(shared, "mode=1777")?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NOEXEC;
    let options = Some("newinstance,ptmxmode=0666,mode=620");
    attach(Some("devpts"), terminals, Some("devpts"), flags, options)
}

/// Covers a path with a folder or a file that nobody may open.
pub(super) fn hide(path: &Path, kept: &[Kept]) -> Result<(), Refused> {
    let Ok(facts) = fs::metadata(path) else {
        return Ok(());
    };
    // A path inside that stays visible must still be reached by its name.
    let is_passed = kept.iter().any(|one| one.path.starts_with(path));
    if facts.is_dir() {
        memory(path, if is_passed { "mode=711" } else { "mode=000" })
    } else {
        bind(&needed(Path::new(NOTHING))?, path)
    }
}

fn link(target: &Path, path: &str) -> Result<(), Refused> {
    symlink(target, path).map_err(|error| failed(&error, Path::new(path)))
}
