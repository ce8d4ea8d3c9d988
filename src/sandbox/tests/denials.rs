//! Tests of the explanations.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use crate::compose::{
    BoxGrant, CacheAccess, GitAccess, SandboxOffer, Setting, Surroundings, World, plan,
};
use crate::denials::explain;
use crate::plan::{Limits, Network, Overlay, Plan, Rung};

fn boxed(rung: Rung, network: Network) -> Plan {
    let around = Surroundings {
        workspace: "/home/ada/work".into(),
        folder: "/home/ada/work/src".into(),
        home: Some("/home/ada".into()),
        own: Vec::new(),
        git_folders: vec!["/home/ada/work/src/deps/clone/.git".into()],
        temporary: "/tmp/box".into(),
        overlay: Some(Overlay {
            upper: "/upper".into(),
            work: "/upper-work".into(),
        }),
        environment: Vec::new(),
        limits: Limits {
            memory: Some(64 * 1024 * 1024),
            ..Limits::default()
        },
    };
    let grant = BoxGrant {
        world: World::Proposed,
        network,
        git: GitAccess::Read,
        caches: CacheAccess::Read,
    };
    plan(
        Setting::Auto,
        &SandboxOffer { rung, why: None },
        &around,
        &grant,
    )
    .plan
}

fn failed() -> ExitStatus {
    ExitStatus::from_raw(1 << 8)
}

fn ids(plan: &Plan, status: ExitStatus, output: &str) -> Vec<String> {
    let denials = explain(plan, status, output);
    let ids = denials.iter().map(|denial| {
        assert!(!denial.hint.is_empty());
        denial.sentence.id().unwrap().to_owned()
    });
    ids.collect()
}

#[test]
fn the_words_of_programs_lead_to_what_was_refused() {
    let plan = boxed(Rung::Proposed, Network::Loopback);
    for (line, expected) in [
        (
            "curl: (6) Could not resolve host: example.org",
            "denied-network",
        ),
        (
            "npm error network request to https://registry.npmjs.org/x failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org",
            "denied-network",
        ),
        (
            "error: failed to fetch: dns error: failed to lookup address information",
            "denied-network",
        ),
        (
            "fatal: unable to access 'https://example.org/x.git/': Couldn't resolve host 'example.org'",
            "denied-network",
        ),
        (
            "ssh: connect to host 10.0.0.1 port 22: Network is unreachable",
            "denied-network",
        ),
        ("bash: /etc/hosts: Read-only file system", "denied-outside"),
        (
            "touch: cannot touch '../../x': Permission denied",
            "denied-outside",
        ),
        (
            "OSError: [Errno 30] Read-only file system: '/home/ada/.bashrc'",
            "denied-outside",
        ),
        (
            "cat: /home/ada/.ssh/id_ed25519: Permission denied",
            "denied-hidden",
        ),
        (
            "fatal: Unable to create '/home/ada/work/.git/index.lock': Read-only file system",
            "denied-git",
        ),
        (
            "error: could not lock config file ../.git/config: Read-only file system",
            "denied-git",
        ),
        (
            "mkdir: cannot create directory ‘../.claude/x’: Read-only file system",
            "denied-steering",
        ),
        (
            "fatal: renaming 'a' failed: Invalid cross-device link",
            "denied-rename",
        ),
        (
            "Error: EXDEV: cross-device link not permitted, rename 'a' -> 'b'",
            "denied-rename",
        ),
        (
            "bash: fork: retry: Resource temporarily unavailable",
            "denied-processes",
        ),
        ("fatal error: Cannot allocate memory", "denied-memory"),
        (
            "mv: cannot move 'deps' to 'other': Device or resource busy",
            "denied-pinned",
        ),
        (
            "OSError: [Errno 16] Device or resource busy: './deps/clone'",
            "denied-pinned",
        ),
    ] {
        assert_eq!(ids(&plan, failed(), line), [expected], "{line}");
    }
}

#[test]
fn a_fault_of_the_command_itself_is_not_blamed_on_the_box() {
    let plan = boxed(Rung::Proposed, Network::Loopback);
    for line in [
        "error[E0308]: mismatched types --> src/main.rs:1:1",
        "bash: ./run.sh: Permission denied",
        "touch: cannot touch '/home/ada/work/shut/x': Permission denied",
        "test failed: expected 1, found 2",
        "make: *** [all] Error 1",
        "mv: cannot move 'other' to 'third': Device or resource busy",
    ] {
        assert_eq!(ids(&plan, failed(), line), [""; 0], "{line}");
    }
    let reached = boxed(Rung::Proposed, Network::On);
    let line = "curl: (6) Could not resolve host: example.org";
    assert_eq!(ids(&reached, failed(), line), [""; 0]);
    let success = ExitStatus::from_raw(0);
    assert_eq!(ids(&plan, success, line), [""; 0]);
    let none = boxed(Rung::Off, Network::On);
    let line = "bash: /etc/hosts: Read-only file system";
    assert_eq!(ids(&none, failed(), line), [""; 0]);
}

#[test]
fn without_a_network_namespace_a_refused_socket_is_the_network() {
    let plan = boxed(Rung::Landlock, Network::Off);
    for line in [
        "curl: (7) Couldn't connect to server: Operation not permitted",
        "bash: socket: Operation not permitted",
    ] {
        assert_eq!(ids(&plan, failed(), line), ["denied-network"], "{line}");
    }
}

#[test]
fn a_signal_of_a_limit_is_explained_as_the_kernel_and_as_a_shell_report_it() {
    let plan = boxed(Rung::Proposed, Network::Loopback);
    for (status, expected) in [
        (ExitStatus::from_raw(25), "denied-file-size"),
        (ExitStatus::from_raw((128 + 25) << 8), "denied-file-size"),
        (ExitStatus::from_raw(31), "denied-32-bit"),
    ] {
        assert_eq!(ids(&plan, status, ""), [expected], "{status}");
    }
    assert_eq!(ids(&plan, ExitStatus::from_raw(9), ""), [""; 0]);
}

#[test]
fn each_refusal_is_told_once_and_the_last_ones_first() {
    let plan = boxed(Rung::Proposed, Network::Loopback);
    let one = "bash: /etc/a: Read-only file system\n";
    let two = "Could not resolve host: a\n";
    let many = format!("{one}{two}{}", one.repeat(50));
    assert_eq!(
        ids(&plan, failed(), &many),
        ["denied-outside", "denied-network"]
    );
}
