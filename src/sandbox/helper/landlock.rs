//! Landlock: the files that a command may read and write, and on the rung without namespaces the
//! network, abstract sockets and other processes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus,
    PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope,
};
use nix::errno::Errno;

use crate::places::TEMPORARY;
use crate::plan::{Plan, Rung};
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
    if !plan.network.is_on() && plan.rung == Rung::Landlock {
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

/// Returns the roots to allow writing below. Without mounts, a root in which something is hidden is split
/// around that and around what is read-only in it. Never the workspace, where new files are made.
fn writable(plan: &Plan) -> Vec<PathBuf> {
    if plan.rung > Rung::Landlock {
        let own = TEMPORARY.iter().map(PathBuf::from);
        return plan.write.iter().cloned().chain(own).collect();
    }
    let mut allowed = Vec::new();
    for root in &plan.write {
        let inside = |path: &'_ &PathBuf| path.starts_with(root) && *path != root;
        let is_whole = *root == plan.workspace || !plan.hidden.iter().any(|path| inside(&path));
        let guarded = plan.hidden.iter().chain(&plan.read_only).filter(inside);
        let guarded = guarded.filter_map(|path| path.strip_prefix(root).ok());
        let guarded: Vec<&Path> = guarded.filter(|_| !is_whole).collect();
        add_around(root, &guarded, &mut allowed);
    }
    allowed
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
    let mut hidden: BTreeSet<PathBuf> = plan.hidden.iter().cloned().collect();
    hidden.extend(
        plan.hidden
            .iter()
            .filter_map(|path| path.canonicalize().ok()),
    );
    // Devices are allowed one by one.
    hidden.insert(PathBuf::from("/dev"));
    let mut allowed = Vec::new();
    for root in &plan.read {
        if !root.ancestors().any(|above| hidden.contains(above)) {
            let inside = hidden
                .iter()
                .filter_map(|path| path.strip_prefix(root).ok());
            add_around(root, &inside.collect::<Vec<_>>(), &mut allowed);
        }
    }
    allowed
}

/// Adds paths that cover all of a folder but the hidden paths in it, which are relative to it.
fn add_around(folder: &Path, hidden: &[&Path], allowed: &mut Vec<PathBuf>) {
    if hidden.is_empty() {
        allowed.push(folder.to_path_buf());
        return;
    }
    let mut names: BTreeMap<&OsStr, Vec<&Path>> = BTreeMap::new();
    for path in hidden {
        let mut parts = path.components();
        if let Some(first) = parts.next() {
            names
                .entry(first.as_os_str())
                .or_default()
                .push(parts.as_path());
        }
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // A link leads to a path that is judged by its own name.
        if entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
            continue;
        }
        match names.get(entry.file_name().as_os_str()) {
            None => allowed.push(entry.path()),
            // The entry itself is hidden.
            Some(inside) if inside.iter().any(|path| path.as_os_str().is_empty()) => {}
            Some(inside) => add_around(&entry.path(), inside, allowed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_around_what_is_hidden_is_allowed_and_no_folder_above_it() {
        let ground = tempfile::tempdir().unwrap();
        let root = ground.path();
        for folder in ["a/b/secret", "a/b/open", "a/c", "d"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join("a/b/file"), "x").unwrap();
        std::os::unix::fs::symlink("a/b/secret", root.join("link")).unwrap();
        let hidden = ["a/b/secret", "a/b/secret/deeper", "none/at/all"].map(Path::new);
        let mut allowed = Vec::new();
        add_around(root, &hidden, &mut allowed);
        allowed.sort();
        let expected = ["a/b/file", "a/b/open", "a/c", "d"].map(|path| root.join(path));
        assert_eq!(allowed, expected);
    }
}
