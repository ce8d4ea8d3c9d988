//! Takes capabilities from the process, and limits its resources.

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
};

use crate::plan::{Plan, Rung};
use crate::report::{Refused, Step};

/// Capabilities that the kernel may know: it numbers them from 0.
const CAPABILITIES: u32 = 64;

/// Drops all capabilities, so that a command of root, or of the root of a namespace, has no more
/// power than one of another user. A new program cannot get them back: `no_new_privs` is set.
pub(super) fn drop_capabilities() -> Result<(), Refused> {
    for number in 0..CAPABILITIES {
        let one = CapabilitySet::from_bits_retain(1 << number);
        // Fails for a number that the kernel does not know, and for a process without the right to
        // do it, which has nothing to lose either.
        remove_capability_from_bounding_set(one).ok();
    }
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).map_err(|error| Refused::of(Step::Capabilities, &error.into()))
}

/// Limits memory, processes and the size of files, and forbids core dumps, which the kernel would
/// write outside the box.
pub(super) fn limit(plan: &Plan) -> Result<(), Refused> {
    let limits = plan.limits;
    let counted = limits.processes.filter(|_| plan.rung > Rung::Landlock);
    let all = [
        (Resource::RLIMIT_DATA, limits.memory),
        (Resource::RLIMIT_NPROC, counted),
        (Resource::RLIMIT_FSIZE, limits.file_size),
        (Resource::RLIMIT_CORE, Some(0)),
    ];
    for (resource, most) in all {
        if let Some(most) = most {
            lower(resource, most).map_err(Refused::at(Step::Limits))?;
        }
    }
    Ok(())
}

/// Lowers both limits; never raises one.
fn lower(resource: Resource, most: u64) -> nix::Result<()> {
    let (_, hard) = getrlimit(resource)?;
    let most = most.min(hard);
    setrlimit(resource, most, most)
}
