//! Seccomp: the system calls that a command is refused. Two filters, since one has one answer: a
//! list is answered with EPERM, and `clone3`, whose flags a filter cannot read, with ENOSYS, so that
//! libc uses `clone` instead.

use std::collections::BTreeMap;

use nix::errno::Errno;
use nix::libc;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter,
};

use super::landlock::AbstractSockets;
use crate::plan::{Network, Plan, Rung};
use crate::report::{Refused, Step};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Calls that a command has no use for inside a box: other namespaces and mounts, other processes,
/// the kernel's own settings, and interfaces that go round the rules for files and sockets.
const REFUSED_CALLS: [i64; 55] = [
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_move_pages,
    libc::SYS_nfsservctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    // open_tree_attr
    467,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    // quotactl_fd
    443,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
    libc::SYS_migrate_pages,
    libc::SYS_fanotify_mark,
];

/// Calls of one architecture only.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: [i64; 7] = [
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_modify_ldt,
    // ptrace, kexec_load, process_vm_readv and process_vm_writev of the ABI x32
    521,
    528,
    539,
    540,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: [i64; 0] = [];

/// Bit of the numbers of the ABI x32, by which a process calls the same functions again.
#[cfg(target_arch = "x86_64")]
const X32: Option<i64> = Some(0x4000_0000);
#[cfg(not(target_arch = "x86_64"))]
const X32: Option<i64> = None;

/// Flags of `clone` that make a namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// Controls of a terminal that put text into its input.
const INJECTIONS: [u64; 2] = [libc::TIOCSTI, libc::TIOCLINUX];

/// Applies both filters to this process and all that it starts. Needs `no_new_privs`.
pub(super) fn filter(plan: &Plan, sockets: AbstractSockets) -> Result<(), Refused> {
    let refused = |_| Refused::at(Step::Seccomp)(Errno::EINVAL);
    for program in programs(plan, sockets).map_err(refused)? {
        apply_filter(&program).map_err(refused)?;
    }
    Ok(())
}

fn programs(plan: &Plan, sockets: AbstractSockets) -> Result<[BpfProgram; 2], seccompiler::Error> {
    let mut list = Rules::new();
    for call in REFUSED_CALLS.iter().chain(&REFUSED_HERE) {
        add(&mut list, *call, Vec::new());
    }
    let flags = NAMESPACES.iter();
    let flags = flags.map(|flag| when(0, SeccompCmpOp::MaskedEq(*flag as u64), *flag as u64));
    add(&mut list, libc::SYS_clone, flags.collect::<Result<_, _>>()?);
    let injections = INJECTIONS.iter();
    let injections = injections.map(|control| when(1, SeccompCmpOp::Eq, *control));
    add(
        &mut list,
        libc::SYS_ioctl,
        injections.collect::<Result<_, _>>()?,
    );
    add(
        &mut list,
        libc::SYS_socket,
        vec![other_sockets(families(plan, sockets))?],
    );
    let mut clone3 = Rules::new();
    add(&mut clone3, libc::SYS_clone3, Vec::new());
    Ok([program(list, libc::EPERM)?, program(clone3, libc::ENOSYS)?])
}

/// Adds rules of a call, under each number that leads to it. No rules match every call.
fn add(rules: &mut Rules, call: i64, conditions: Vec<SeccompRule>) {
    if let Some(bit) = X32 {
        rules.insert(call | bit, conditions.clone());
    }
    rules.insert(call, conditions);
}

fn when(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompRule, seccompiler::Error> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?;
    Ok(SeccompRule::new(vec![condition])?)
}

/// Returns the rule that matches the sockets of all families but those that the plan allows. Pairs
/// of sockets stay: they lead nowhere.
fn other_sockets(allowed: &[i32]) -> Result<SeccompRule, seccompiler::Error> {
    let allowed = allowed.iter().map(|family| {
        let family = *family as u64;
        SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family)
    });
    Ok(SeccompRule::new(allowed.collect::<Result<_, _>>()?)?)
}

/// Returns the families of sockets that a box may make. Netlink tells a program its addresses.
///
/// Sockets of the family Unix lead to services, some of which start programs outside the box. So none
/// are allowed without a mount namespace, and none in the machine's own network where the kernel cannot
/// keep the abstract ones from the box. Without a network namespace the network is off by refusing it.
fn families(plan: &Plan, sockets: AbstractSockets) -> &'static [i32] {
    const NETLINK: i32 = libc::AF_NETLINK;
    const UNIX: i32 = libc::AF_UNIX;
    const INTERNET: [i32; 2] = [libc::AF_INET, libc::AF_INET6];
    match (plan.rung, &plan.network) {
        (Rung::Off | Rung::Landlock, Network::Off | Network::Loopback | Network::Hosts(_)) => {
            &[NETLINK]
        }
        (Rung::Off | Rung::Landlock, Network::On) => &[NETLINK, INTERNET[0], INTERNET[1]],
        (_, Network::On) if sockets == AbstractSockets::Open => {
            &[NETLINK, INTERNET[0], INTERNET[1]]
        }
        (_, Network::Off) => &[NETLINK, UNIX],
        (_, Network::Loopback | Network::Hosts(_) | Network::On) => {
            &[NETLINK, UNIX, INTERNET[0], INTERNET[1]]
        }
    }
}

fn program(rules: Rules, errno: i32) -> Result<BpfProgram, seccompiler::Error> {
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(errno.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?;
    Ok(filter.try_into()?)
}
