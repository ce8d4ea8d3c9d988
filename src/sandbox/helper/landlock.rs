//! Landlock: the files that a command may read and write, and on the rung without namespaces the
//! network, abstract sockets and other processes.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope,
};
use nix::errno::Errno;

use crate::plan::{Network, Plan, Rung};
use crate::report::{Refused, Step};

/// The version without which writes outside cannot be stopped: earlier ones let files be truncated.
const NEEDED: ABI = ABI::V3;

/// The version whose rights are used where the kernel has them.
const WANTED: ABI = ABI::V9;

/// The version that keeps a box from abstract sockets and processes outside.
const SCOPES: ABI = ABI::V6;

/// Devices that any program may use.
pub(super) const DEVICES: [&str; 6] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
];

/// Folders of devices that only a box with its own mounts has for itself.
const OWN_DEVICES: [&str; 3] = ["/dev/shm", "/dev/pts", "/dev/ptmx"];

/// Paths at which a box with its own mounts shows its temporary folder.
pub(super) const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];

/// Whether the kernel keeps a box from abstract sockets outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AbstractSockets {
    Kept,
    Open,
}

/// Restricts this process and all that it starts.
pub(super) fn restrict(plan: &Plan) -> Result<AbstractSockets, Refused> {
    let created = handled(plan).map_err(|_| refused())?;
    let mut rules = created;
    for path in readable(plan) {
        rules = allowed(rules, &path, read_rights())?;
    }
    for path in writable(plan) {
        rules = allowed(rules, &path, read_rights() | write_rights())?;
    }
    for path in own_devices(plan) {
        rules = allowed(
            rules,
            path,
            read_rights() | write_rights() | AccessFs::IoctlDev,
        )?;
    }
    for path in DEVICES {
        rules = allowed(rules, Path::new(path), device_rights())?;
    }
    let status = rules.restrict_self().map_err(|_| refused())?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(refused());
    }
    Ok(match status.landlock {
        LandlockStatus::Available { effective_abi, .. } if effective_abi >= SCOPES => {
            AbstractSockets::Kept
        }
        _ => AbstractSockets::Open,
    })
}

/// The crate does not say which system call failed: the kernel lacks Landlock, or this version.
fn refused() -> Refused {
    Refused::at(Step::Landlock)(Errno::EOPNOTSUPP)
}

/// Returns a ruleset that denies everything that it handles.
fn handled(plan: &Plan) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?;
    if plan.network != Network::On && plan.rung == Rung::Landlock {
        ruleset = ruleset.handle_access(AccessNet::from_all(WANTED))?;
    }
    ruleset.create()
}

fn read_rights() -> BitFlags<AccessFs> {
    AccessFs::from_read(WANTED)
}

/// All but nodes of devices and their controls: root could reach a disk through them.
fn write_rights() -> BitFlags<AccessFs> {
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
    AccessFs::from_write(WANTED) & !devices
}

fn device_rights() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev
}

/// Allows the rights that fit a path; one that does not exist counts for nothing.
fn allowed(
    rules: RulesetCreated,
    path: &Path,
    rights: BitFlags<AccessFs>,
) -> Result<RulesetCreated, Refused> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let rights = if path.is_dir() {
        rights
    } else {
        rights & AccessFs::from_file(WANTED)
    };
    rules
        .add_rule(PathBeneath::new(opened, rights))
        .map_err(|_| refused().with_path(path))
}

fn writable(plan: &Plan) -> Vec<PathBuf> {
    let mut paths = plan.write.clone();
    if plan.rung > Rung::Landlock {
        paths.extend(TEMPORARY.iter().map(PathBuf::from));
    }
    paths
}

fn own_devices(plan: &Plan) -> impl Iterator<Item = &'static Path> {
    let has_own = plan.rung > Rung::Landlock;
    let paths = OWN_DEVICES.iter().map(Path::new);
    paths.filter(move |_| has_own)
}

/// Returns the roots to allow reading below. Mounts hide paths in a box that has its own; without
/// them, the roots are split around what is hidden, since Landlock only allows.
fn readable(plan: &Plan) -> Vec<PathBuf> {
    if plan.rung > Rung::Landlock {
        return plan.read.clone();
    }
    // Devices are allowed one by one.
    let devices = PathBuf::from("/dev");
    let mut hidden = vec![devices];
    for path in &plan.hidden {
        hidden.extend(path.canonicalize());
        hidden.push(path.clone());
    }
    let roots = plan.read.iter();
    roots.flat_map(|root| around(root, &hidden)).collect()
}

/// Returns paths that cover all of `root` but the hidden paths.
fn around(root: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    if hidden.iter().any(|path| root.starts_with(path)) {
        return Vec::new();
    }
    if !hidden.iter().any(|path| path.starts_with(root)) {
        return vec![root.to_path_buf()];
    }
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    // A link leads to a path that is judged by its own name.
    let real = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    real.flat_map(|entry| around(&entry.path(), hidden))
        .collect()
}
