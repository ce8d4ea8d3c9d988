//! Programs that are dangerous by themselves, and the description of ordinary ones.

mod data;
mod interpreter;
mod network;
mod publish;

use self::data::{DATABASES, database};
use self::interpreter::{INTERPRETERS, interprets};
use self::network::{FETCHERS, fetches};
use self::publish::{PUBLISHERS, containers, publishes};
use super::command::Call;
use super::walk::Walker;
use notice::{Notice, notice};

/// Programs that change the machine.
const MACHINE: &[&str] = &[
    "fdisk",
    "sfdisk",
    "parted",
    "wipefs",
    "mount",
    "umount",
    "swapoff",
    "swapon",
    "losetup",
    "shutdown",
    "reboot",
    "halt",
    "poweroff",
    "init",
    "telinit",
    "systemctl",
    "service",
    "launchctl",
    "crontab",
    "at",
    "batch",
    "iptables",
    "nft",
    "ufw",
    "useradd",
    "userdel",
    "usermod",
    "groupadd",
    "groupdel",
    "passwd",
    "chpasswd",
    "visudo",
    "insmod",
    "rmmod",
    "modprobe",
    "sysctl",
    "kexec",
    "diskutil",
    "csrutil",
    "dscl",
    "setcap",
    "chsh",
    "update-alternatives",
    "ldconfig",
    "newfs",
    "cryptsetup",
    "lvremove",
    "vgremove",
    "pvremove",
    "zpool",
    "zfs",
    "mdadm",
    "badblocks",
    "sgdisk",
];

/// Programs that delete trees or wipe files.
const WIPERS: &[&str] = &[
    "rimraf",
    "srm",
    "shred",
    "wipe",
    "del-cli",
    "scrub",
    "trash-empty",
];

const INSTALLERS: &[&str] = &[
    "apt", "apt-get", "dpkg", "yum", "dnf", "rpm", "pacman", "zypper", "apk", "brew", "port",
    "snap", "flatpak", "nix-env", "choco", "winget", "scoop", "emerge", "aptitude",
];

/// Analyses `call` if its program is dangerous by itself or has dangerous subcommands.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    let name = call.program;
    let findings = &mut walker.state.findings;
    if MACHINE.contains(&name) || name.starts_with("mkfs") || name.starts_with("mke2fs") {
        findings.always(notice!("risk-name-changes-the-machine", name), call.span);
    } else if WIPERS.contains(&name) {
        findings.always(notice!("risk-name-deletes-for-good", name), call.span);
        for target in call.operands() {
            walker.state.findings.delete(target.readable());
        }
    } else if matches!(name, "dropdb" | "dropuser" | "pg_dropcluster") {
        findings.always(notice!("risk-name-drops-a-database", name), call.span);
    } else if DATABASES.contains(&name) {
        database(walker, call);
    } else if matches!(name, "kill" | "pkill" | "killall" | "skill") {
        kills(walker, call);
    } else if FETCHERS.contains(&name) {
        fetches(walker, call);
    } else if INSTALLERS.contains(&name) {
        findings.high(
            notice!("risk-name-changes-what-is-installed", name),
            call.span,
        );
    } else if INTERPRETERS.contains(&name) && !asks_version(call) {
        interprets(walker, call);
    } else if PUBLISHERS.contains(&name) && publishes(call) {
        findings.always(
            notice!("risk-name-changes-what-others-see", name),
            call.span,
        );
        walker.probe(call);
    } else if matches!(name, "docker" | "podman" | "docker-compose") {
        containers(walker, call);
    } else {
        return false;
    }
    true
}

/// Whether a command that begins with `name` inside another's arguments is worth a probe.
pub(super) fn is_worth_a_probe(name: &str) -> bool {
    matches!(
        name,
        "rm" | "git"
            | "dd"
            | "sudo"
            | "doas"
            | "sh"
            | "bash"
            | "zsh"
            | "dash"
            | "eval"
            | "find"
            | "chmod"
            | "chown"
            | "mv"
            | "cp"
            | "tee"
            | "curl"
            | "wget"
            | "xargs"
            | "env"
            | "busybox"
            | "kill"
            | "rsync"
            | "truncate"
            | "ln"
            | "npm"
            | "cargo"
    ) || MACHINE.contains(&name)
        || PUBLISHERS.contains(&name)
        || DATABASES.contains(&name)
        || WIPERS.contains(&name)
        || name.starts_with("mkfs")
}

/// Returns the description of a program that no table knows.
pub(super) fn ordinary(call: Call<'_>) -> Notice {
    let name = call.program;
    let installs = [
        "install", "add", "i", "ci", "update", "upgrade", "sync", "get", "require",
    ]
    .iter()
    .any(|word| call.operand(0) == *word || call.operand(1) == *word);
    if installs {
        notice!("risk-name-may-fetch-or-install", name)
    } else if matches!(
        name,
        "cargo"
            | "make"
            | "npm"
            | "yarn"
            | "pnpm"
            | "go"
            | "pytest"
            | "cmake"
            | "ninja"
            | "gradle"
            | "mvn"
            | "tox"
            | "just"
            | "meson"
            | "bazel"
            | "dotnet"
            | "tsc"
    ) {
        notice!("risk-name-builds-or-tests-it", name)
    } else {
        notice!("risk-name-is-not-known-to", name)
    }
}

/// Works like [`is_version_query`], but also accepts `node -v` and similar forms.
fn asks_version(call: Call<'_>) -> bool {
    is_version_query(call)
        || matches!((call.program, call.args), ("node" | "php" | "ruby", [one]) if one.text == "-v")
}

/// Whether the only argument asks for the version.
pub(super) fn is_version_query(call: Call<'_>) -> bool {
    matches!(call.args, [one] if matches!(one.text.as_str(), "--version" | "-V"))
}

fn kills(walker: &mut Walker<'_>, call: Call<'_>) {
    if matches!(call.args, [one] if one.text == "-l" || one.text == "-L") {
        return;
    }
    let all = call
        .args
        .iter()
        .skip(1)
        .any(|arg| matches!(arg.text.as_str(), "-1" | "1" | "0"))
        || matches!(call.args, [one] if one.text == "1");
    if all {
        walker
            .state
            .findings
            .always(notice!("risk-ends-every-process-that"), call.span);
    } else if call.program == "kill" {
        walker
            .state
            .findings
            .medium(notice!("risk-ends-a-process"), call.span);
    } else {
        walker
            .state
            .findings
            .high(notice!("risk-ends-processes-by-name"), call.span);
    }
}
