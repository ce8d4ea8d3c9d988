//! The mounts of the box: folders of its own over those of the machine, the overlay over the
//! workspace, everything else read-only.
//!
//! Opens the folders that stay before it covers anything, and reaches them by these descriptors:
//! the workspace may lie below a covered folder, and its own path is the overlay's.

mod covers;
mod kept;
mod read_only;

use std::io;
use std::path::{Path, PathBuf};

use nix::mount::{MsFlags, mount};

use crate::places::TEMPORARY;
use crate::plan::{Overlay, Plan};
use crate::report::{Refused, Step};
use kept::{Kept, bind, needed};

const NONE: Option<&str> = None;

/// Makes the mounts of a plan, in a mount namespace that this process has for itself.
pub(super) fn arrange(plan: &Plan) -> Result<(), Refused> {
    let private = MsFlags::MS_REC | MsFlags::MS_PRIVATE;
    attach(NONE, Path::new("/"), NONE, private, NONE)?;
    let workspace = needed(&plan.workspace)?;
    let temporary = needed(&plan.temporary)?;
    let kept = kept::open_all(plan);
    let layers = plan.overlay.as_ref().map(Layers::open).transpose()?;
    covers::cover_run()?;
    for path in TEMPORARY {
        if Path::new(path).is_dir() {
            bind(&temporary, Path::new(path))?;
        }
    }
    covers::devices()?;
    let (inside, outside): (Vec<&PathBuf>, Vec<&PathBuf>) = plan
        .hidden
        .iter()
        .partition(|path| path.starts_with(&plan.workspace));
    hide_and_put_back(&outside, &kept, plan)?;
    match layers {
        Some(layers) => layers.mount(&workspace)?,
        None if plan.write.contains(&plan.workspace) => {}
        None => bind(&workspace, &workspace.path)?,
    }
    read_only::remount(plan)?;
    read_only::pin(plan)?;
    for path in &plan.read_only {
        read_only::bind_read_only(path)?;
    }
    inside.iter().try_for_each(|path| covers::hide(path, &[]))
}

/// Covers what is hidden and puts back what stays, outer paths first: either may lie in the other.
fn hide_and_put_back(hidden: &[&PathBuf], kept: &[Kept], plan: &Plan) -> Result<(), Refused> {
    let mut rest = kept.iter().peekable();
    let mut hidden = hidden.to_vec();
    hidden.sort();
    for path in hidden {
        while let Some(one) = rest.next_if(|one| one.path < *path) {
            one.put_back(plan)?;
        }
        covers::hide(path, kept)?;
    }
    rest.try_for_each(|one| one.put_back(plan))
}

/// Mounts the processes of the box over those of the machine.
pub(super) fn processes() -> Result<(), Refused> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    mount(Some("proc"), "/proc", Some("proc"), flags, NONE).map_err(Refused::at(Step::Processes))
}

/// The opened folders of an overlay.
struct Layers {
    upper: Kept,
    work: Kept,
}

impl Layers {
    fn open(overlay: &Overlay) -> Result<Self, Refused> {
        Ok(Self {
            upper: needed(&overlay.upper)?,
            work: needed(&overlay.work)?,
        })
    }

    /// Mounts the overlay over the workspace. `volatile`: the changes are read after the command, and
    /// worth nothing after a crash.
    fn mount(&self, workspace: &Kept) -> Result<(), Refused> {
        let options = format!(
            "lowerdir={},upperdir={},workdir={},userxattr,volatile",
            workspace.source(),
            self.upper.source(),
            self.work.source(),
        );
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
        let kind = Some("overlay");
        mount(kind, &workspace.path, kind, flags, Some(options.as_str()))
            .map_err(|error| Refused::at(Step::Overlay)(error).with_path(&workspace.path))
    }
}

/// Mounts a folder in memory.
fn memory(path: &Path, options: &str) -> Result<(), Refused> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    attach(Some("tmpfs"), path, Some("tmpfs"), flags, Some(options))
}

fn attach(
    source: Option<&str>,
    place: &Path,
    kind: Option<&str>,
    flags: MsFlags,
    options: Option<&str>,
) -> Result<(), Refused> {
    mount(source, place, kind, flags, options)
        .map_err(|error| Refused::at(Step::Mounts)(error).with_path(place))
}

fn failed(error: &io::Error, path: &Path) -> Refused {
    Refused::of(Step::Mounts, error).with_path(path)
}
