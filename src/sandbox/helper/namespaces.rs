//! Namespaces of the box: users, mounts, processes, IPC, and the network if it is off.

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};

use crate::plan::Plan;
use crate::report::{Refused, Step};

/// Moves this process into new namespaces, in which its user keeps its number. The process
/// namespace begins with the next child.
pub(super) fn separate(plan: &Plan) -> Result<(), Refused> {
    let (user, group) = (geteuid(), getegid());
    let mut flags = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWIPC;
    if !plan.network.is_on() {
        flags |= CloneFlags::CLONE_NEWNET;
    }
    unshare(flags).map_err(Refused::at(Step::Namespaces))?;
    // Without `deny` the kernel lets no unprivileged process map its group.
    map("setgroups", "deny")?;
    map("uid_map", &format!("{user} {user} 1"))?;
    map("gid_map", &format!("{group} {group} 1"))
}

fn map(name: &str, text: &str) -> Result<(), Refused> {
    let path = format!("/proc/self/{name}");
    std::fs::write(&path, text).map_err(|error| Refused::of(Step::Maps, &error).with_path(path))
}
