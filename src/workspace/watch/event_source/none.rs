//! A system without an event queue: periodic scans find the changes.

use std::convert::Infallible;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use super::Entry;

/// Whether the system reports events of a folder: never.
pub(in super::super) fn reports_events_of(_folder: &Path) -> bool {
    false
}

/// A watched folder; on this system there is none.
pub(super) type Watch = Infallible;

#[derive(Debug)]
pub(super) struct Queue(Infallible);

impl Queue {
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn descriptor(&self) -> io::Result<OwnedFd> {
        match self.0 {}
    }

    pub(super) fn watch(&self, _folder: &Path) -> io::Result<Watch> {
        match self.0 {}
    }

    pub(super) fn end(&self, watch: Watch) {
        match watch {}
    }

    pub(super) fn read(&self) -> Option<Vec<Entry<Watch>>> {
        match self.0 {}
    }
}
