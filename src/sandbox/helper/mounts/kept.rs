//! Paths that keep their content, whatever is mounted above them.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::mount::MsFlags;

use super::covers::{RUN, RUN_KEPT};
use super::{NONE, attach, failed};
use crate::plan::Plan;
use crate::report::{Refused, Step};

/// Names the servers of names; often a link into [`RUN`].
const RESOLVER: &str = "/etc/resolv.conf";

/// A path and its content.
pub(super) struct Kept {
    pub(super) path: PathBuf,
    opened: fs::File,
}

impl Kept {
    /// `None` if there is no such path. Follows links.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let mut options = fs::OpenOptions::new();
        options.read(true).custom_flags(nix::libc::O_PATH);
        let opened = options.open(path).ok()?;
        Some(Self {
            path: path.to_path_buf(),
            opened,
        })
    }

    /// Returns a path of the content that no mount covers.
    pub(super) fn source(&self) -> String {
        format!("/proc/self/fd/{}", self.opened.as_raw_fd())
    }

    /// Makes the path lead to its content again. A root that can be written becomes a mount, which
    /// stays writable and cannot be renamed away from under the binds in it.
    pub(super) fn put_back(&self, plan: &Plan) -> Result<(), Refused> {
        if !self.is_visible() {
            self.make_place()?;
        } else if !plan.write.contains(&self.path) {
            return Ok(());
        }
        bind(self, &self.path)
    }

    fn make_place(&self) -> Result<(), Refused> {
        if self.is_folder() {
            return fs::create_dir_all(&self.path).map_err(|error| failed(&error, &self.path));
        }
        make_file(&self.path)
    }

    /// Whether the path leads to the content, or to what replaced a file after it was opened, as an
    /// update of a program does.
    fn is_visible(&self) -> bool {
        if !self.is_folder() {
            return self.path.exists();
        }
        let identity = |facts: fs::Metadata| (facts.dev(), facts.ino());
        let here = fs::metadata(&self.path).map(identity).ok();
        here.is_some() && here == self.opened.metadata().map(identity).ok()
    }

    fn is_folder(&self) -> bool {
        self.opened.metadata().is_ok_and(|facts| facts.is_dir())
    }
}

/// Opens a path without which there is no box.
pub(super) fn needed(path: &Path) -> Result<Kept, Refused> {
    Kept::open(path).ok_or_else(|| Refused::at(Step::Mounts)(Errno::ENOENT).with_path(path))
}

/// Opens all that stays visible, outer paths first.
pub(super) fn open_all(plan: &Plan) -> Vec<Kept> {
    let mut paths = plan.write.clone();
    paths.push(plan.workspace.clone());
    // A path that the plan names to be read may lie below a covered folder.
    let named = plan.read.iter().filter(|path| *path != Path::new("/"));
    paths.extend(named.filter(|path| !plan.hides(path)).cloned());
    // Links are made again where they are covered.
    let is_link = |path: &&Path| {
        path.symlink_metadata()
            .is_ok_and(|facts| facts.is_symlink())
    };
    let run = RUN_KEPT.iter().map(Path::new);
    paths.extend(run.filter(|path| !is_link(path)).map(Path::to_path_buf));
    let resolver = fs::canonicalize(RESOLVER);
    let has_names = plan.network.is_on();
    paths.extend(
        resolver
            .ok()
            .filter(|path| has_names && path.starts_with(RUN)),
    );
    paths.sort();
    paths.dedup();
    paths.iter().filter_map(|path| Kept::open(path)).collect()
}

/// Binds a content to a place.
pub(super) fn bind(kept: &Kept, place: &Path) -> Result<(), Refused> {
    // The mounts below come along: the kernel refuses to uncover what they hide.
    let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
    attach(Some(kept.source().as_str()), place, NONE, flags, NONE)
}

/// Makes an empty file with its folder, if there is none.
pub(super) fn make_file(path: &Path) -> Result<(), Refused> {
    let above = path.parent().unwrap_or(path);
    fs::create_dir_all(above).map_err(|error| failed(&error, above))?;
    let mut options = fs::OpenOptions::new();
    let made = options.write(true).create(true).truncate(false).open(path);
    made.map(drop).map_err(|error| failed(&error, path))
}
