//! The event queue on Linux: inotify(7).

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use nix::sys::inotify::{AddWatchFlags, InitFlags, Inotify, InotifyEvent, WatchDescriptor};
use nix::sys::statfs::{
    BTRFS_SUPER_MAGIC, EXT4_SUPER_MAGIC, F2FS_SUPER_MAGIC, FsType, OVERLAYFS_SUPER_MAGIC,
    TMPFS_MAGIC, XFS_SUPER_MAGIC, statfs,
};

use super::Entry;

/// Local file systems, which no other machine or program can change.
const OWN: &[FsType] = &[
    EXT4_SUPER_MAGIC,
    XFS_SUPER_MAGIC,
    BTRFS_SUPER_MAGIC,
    F2FS_SUPER_MAGIC,
    OVERLAYFS_SUPER_MAGIC,
    TMPFS_MAGIC,
    // ZFS
    FsType(0x2fc1_2fc1),
];

/// Whether the system reports every event on the file system of this folder.
pub(in super::super) fn reports_events_of(folder: &Path) -> bool {
    let kind = statfs(folder).map(|status| status.filesystem_type());
    kind.is_ok_and(|kind| OWN.contains(&kind))
}

pub(super) type Watch = WatchDescriptor;

#[derive(Debug)]
pub(super) struct Queue(Inotify);

impl Queue {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self(Inotify::init(
            InitFlags::IN_CLOEXEC | InitFlags::IN_NONBLOCK,
        )?))
    }

    pub(super) fn descriptor(&self) -> io::Result<OwnedFd> {
        self.0.as_fd().try_clone_to_owned()
    }

    pub(super) fn watch(&self, folder: &Path) -> io::Result<Watch> {
        // `IN_CLOSE_WRITE`: no other event reports writes through mapped memory.
        let flags = AddWatchFlags::IN_MODIFY
            | AddWatchFlags::IN_ATTRIB
            | AddWatchFlags::IN_CLOSE_WRITE
            | moves()
            | AddWatchFlags::IN_ONLYDIR
            | AddWatchFlags::IN_DONT_FOLLOW;
        Ok(self.0.add_watch(folder, flags)?)
    }

    pub(super) fn end(&self, watch: Watch) {
        // The watch of a deleted folder ended by itself.
        self.0.rm_watch(watch).ok();
    }

    /// Returns some of the queue's entries; `None` if it is empty.
    pub(super) fn read(&self) -> Option<Vec<Entry<Watch>>> {
        let events = self.0.read_events().ok()?;
        Some(events.into_iter().map(entry_of).collect())
    }
}

/// Returns the events that may replace an entry by another one.
fn moves() -> AddWatchFlags {
    AddWatchFlags::IN_CREATE
        | AddWatchFlags::IN_DELETE
        | AddWatchFlags::IN_MOVE
        | AddWatchFlags::IN_DELETE_SELF
        | AddWatchFlags::IN_MOVE_SELF
}

fn entry_of(event: InotifyEvent) -> Entry<Watch> {
    let InotifyEvent {
        wd: watch,
        mask,
        name,
        ..
    } = event;
    if mask.intersects(AddWatchFlags::IN_Q_OVERFLOW | AddWatchFlags::IN_UNMOUNT) {
        return Entry::Lost;
    }
    if mask.contains(AddWatchFlags::IN_IGNORED) {
        return Entry::Gone(watch);
    }
    let moved = mask.intersects(moves());
    let closed = mask.contains(AddWatchFlags::IN_CLOSE_WRITE);
    Entry::In {
        watch,
        name,
        moved,
        closed,
    }
}
