//! Finds the boxes that this machine can make, by making them, since no setting of the kernel tells: a
//! distribution may allow namespaces and refuse mounts in them, a container may refuse both.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use nix::errno::Errno;
use notice::{Notice, notice};
use serde::{Deserialize, Serialize};
use support::private;

use crate::command::Sandbox;
use crate::compose::{BoxGrant, SandboxOffer, Setting, Surroundings, plan};
use crate::plan::Rung;
use crate::report::{Refused, Step};
use crate::scratch::Scratch;

/// Names this run of the kernel.
const BOOT: &str = "/proc/sys/kernel/random/boot_id";

/// Number of boxes that this process has tried: two threads may try at the same time.
static PROBES: AtomicU64 = AtomicU64::new(0);

/// Where boxes are tried: a mount below the workspace, or the file system of the folder, may be the
/// reason why there is no overlay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbePlace {
    pub workspace: PathBuf,
    /// Private folder for the changes of commands, outside the workspace.
    pub folder: PathBuf,
}

/// A stored result, with all that it depends on.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    key: Key,
    offer: SandboxOffer,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Key {
    boot: String,
    version: String,
    helper: PathBuf,
    place: ProbePlace,
}

/// Returns the highest rung whose box can be made here, with the reason why the rung above cannot.
pub fn probe(sandbox: &Sandbox, place: &ProbePlace) -> SandboxOffer {
    look(sandbox, place).0
}

/// Like [`probe`], once a boot: keeps the result in a file. What a full disk or a lack of processes
/// refused is not kept.
pub fn probe_once(sandbox: &Sandbox, place: &ProbePlace, file: &Path) -> SandboxOffer {
    let key = key(sandbox, place);
    if let Some(stored) = read(file).filter(|stored| Some(&stored.key) == key.as_ref()) {
        return stored.offer;
    }
    let (offer, refused) = look(sandbox, place);
    if let Some(key) = key.filter(|_| !refused.iter().any(is_passing)) {
        let stored = Stored {
            key,
            offer: offer.clone(),
        };
        // A result that is not kept is found again at the next start.
        keep(file, &stored).ok();
    }
    offer
}

fn look(sandbox: &Sandbox, place: &ProbePlace) -> (SandboxOffer, Vec<Refused>) {
    Scratch::clean(&place.folder);
    let mut refused = Vec::new();
    for rung in Rung::ALL.into_iter().filter(|rung| *rung > Rung::Off) {
        match try_out(sandbox, place, rung) {
            Ok(()) => return (offer(rung, &refused), refused),
            Err(why) => refused.push(why),
        }
    }
    (offer(Rung::Off, &refused), refused)
}

fn offer(rung: Rung, refused: &[Refused]) -> SandboxOffer {
    SandboxOffer {
        rung,
        why: refused.last().map(reason),
    }
}

/// Returns why a rung is missing: in words for what is common, else as the helper reports it.
fn reason(refused: &Refused) -> Notice {
    let errno = Errno::from_raw(refused.errno);
    match (refused.step, errno) {
        (
            Step::Namespaces | Step::Maps,
            Errno::EPERM | Errno::EACCES | Errno::ENOSPC | Errno::EUSERS,
        ) => {
            notice!("box-no-namespaces")
        }
        (Step::Loopback | Step::Mounts | Step::Processes, Errno::EPERM | Errno::EACCES) => {
            notice!("box-no-mounts")
        }
        (Step::Overlay, Errno::EINVAL) => notice!("box-no-overlay-here"),
        (Step::Overlay, Errno::ENODEV | Errno::EPERM) => notice!("box-no-overlay"),
        (Step::Landlock, _) => notice!("box-no-landlock"),
        _ => refused.notice(),
    }
}

/// Makes a box and leaves it again.
fn try_out(sandbox: &Sandbox, place: &ProbePlace, rung: Rung) -> Result<(), Refused> {
    let failed = |error: &io::Error| Refused::of(Step::ReadPlan, error);
    let number = PROBES.fetch_add(1, Ordering::Relaxed);
    let name = format!("probe-{}-{number}-{}", std::process::id(), rung.word());
    let scratch = Scratch::new(&place.folder, &name)
        .map_err(|error| failed(&error).with_path(&place.folder))?;
    let around = Surroundings::of(place.workspace.clone(), &scratch);
    let all = SandboxOffer { rung, why: None };
    let planned = plan(Setting::Auto, &all, &around, &BoxGrant::PROPOSED);
    let boxed = sandbox.command(&planned.plan, &[]);
    let mut boxed = boxed.map_err(|error| failed(&error))?;
    let started = boxed.command.spawn();
    let mut child = started.map_err(|error| failed(&error))?;
    drop(boxed.command);
    let report = boxed.report.wait();
    child.wait().map_err(|error| failed(&error))?;
    report
}

/// Whether a refusal may be another one in a minute.
fn is_passing(refused: &Refused) -> bool {
    let errno = Errno::from_raw(refused.errno);
    let lacks = [
        Errno::EAGAIN,
        Errno::ENOMEM,
        Errno::EMFILE,
        Errno::ENFILE,
        Errno::EDQUOT,
    ];
    let is_full = errno == Errno::ENOSPC && refused.step != Step::Namespaces;
    is_full || lacks.contains(&errno)
}

/// `None` where the kernel does not name its run: then nothing is kept.
fn key(sandbox: &Sandbox, place: &ProbePlace) -> Option<Key> {
    Some(Key {
        boot: fs::read_to_string(BOOT).ok()?.trim().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        helper: sandbox.helper().to_path_buf(),
        place: place.clone(),
    })
}

fn read(file: &Path) -> Option<Stored> {
    serde_json::from_slice(&fs::read(file).ok()?).ok()
}

/// Writes beside the file first: two programs may look at the same time.
fn keep(file: &Path, stored: &Stored) -> io::Result<()> {
    let fresh = file.with_extension(format!("{}.new", std::process::id()));
    if let Some(folder) = file.parent() {
        private::make_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    options
        .write(true)
        .create(true)
        .truncate(true)
        .mode(private::FILE);
    options
        .open(&fresh)?
        .write_all(&serde_json::to_vec(stored)?)?;
    fs::rename(&fresh, file)
}
