//! Programs that are dangerous by themselves, and what is said of the ordinary rest.

use super::command::Call;
use super::walk::{Stdin, Walker};

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

/// Words that, given to a tool for packages or servers, change what others see.
const PUBLISHES: &[&str] = &[
    "publish",
    "unpublish",
    "push",
    "deploy",
    "upload",
    "yank",
    "owner",
    "destroy",
    "delete",
    "prune",
    "purge",
    "merge",
    "release",
    "rmi",
    "login",
    "logout",
    "apply",
    "unlink-registry",
    "deprecate",
    "promote",
];

/// Tools that [`PUBLISHES`] holds for.
const PUBLISHERS: &[&str] = &[
    "cargo",
    "npm",
    "yarn",
    "pnpm",
    "bun",
    "twine",
    "gem",
    "mvn",
    "gradle",
    "docker",
    "podman",
    "helm",
    "kubectl",
    "terraform",
    "tofu",
    "pulumi",
    "aws",
    "gcloud",
    "az",
    "heroku",
    "fly",
    "flyctl",
    "vercel",
    "netlify",
    "firebase",
    "wrangler",
    "gh",
    "glab",
    "hub",
    "poetry",
    "uv",
    "flit",
    "hatch",
    "pdm",
    "dotnet",
    "nuget",
    "serverless",
    "sls",
    "svn",
    "hg",
    "jj",
    "doctl",
    "oc",
    "skopeo",
    "buildah",
    "docker-compose",
    "composer",
    "mix",
    "rclone",
    "restic",
    "wasm-pack",
];

const DATABASES: &[&str] = &[
    "psql",
    "mysql",
    "mariadb",
    "sqlite3",
    "sqlite",
    "mongosh",
    "mongo",
    "redis-cli",
    "duckdb",
    "clickhouse-client",
    "cqlsh",
    "sqlcmd",
    "influx",
    "mysqladmin",
    "cockroach",
];

const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "aria2c",
    "nc",
    "ncat",
    "netcat",
    "socat",
    "telnet",
    "ftp",
    "sftp",
    "ping",
    "dig",
    "nslookup",
    "host",
    "http",
    "https",
    "lynx",
    "w3m",
    "traceroute",
    "whois",
    "nmap",
];

const INSTALLERS: &[&str] = &[
    "apt", "apt-get", "dpkg", "yum", "dnf", "rpm", "pacman", "zypper", "apk", "brew", "port",
    "snap", "flatpak", "nix-env", "choco", "winget", "scoop", "emerge", "aptitude",
];

const INTERPRETERS: &[&str] = &[
    "python",
    "python2",
    "python3",
    "perl",
    "ruby",
    "node",
    "nodejs",
    "deno",
    "bun",
    "php",
    "lua",
    "osascript",
    "tclsh",
    "rscript",
    "julia",
    "guile",
    "ipython",
    "pypy3",
    "swift",
    "groovy",
];

/// Pieces of code in any language that delete trees or leave the language for a shell.
const DESTRUCTIVE_CODE: &[&str] = &[
    "rmtree",
    "rm_rf",
    "rm -r",
    "rm -f",
    "rmsync",
    "rimraf",
    "remove_dir_all",
    "remove_tree",
    "rm_r",
    "removeall",
    "unlinkall",
    "deltree",
    "mkfs",
    "'rm'",
    "\"rm\"",
    "reset --hard",
    "git push",
    "git clean",
    "unlink",
    "os.remove",
    "rmdir",
];

/// Looks at `call` if its program is dangerous by itself or has dangerous subcommands.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    let name = call.program;
    let findings = &mut walker.state.findings;
    if MACHINE.contains(&name) || name.starts_with("mkfs") || name.starts_with("mke2fs") {
        findings.always(format!("{name} changes the machine"), call.span);
    } else if WIPERS.contains(&name) {
        findings.always(format!("{name} deletes for good"), call.span);
        for target in call.operands() {
            walker.state.findings.delete(target.readable());
        }
    } else if matches!(name, "dropdb" | "dropuser" | "pg_dropcluster") {
        findings.always(format!("{name} drops a database"), call.span);
    } else if DATABASES.contains(&name) {
        database(walker, call);
    } else if matches!(name, "kill" | "pkill" | "killall" | "skill") {
        kills(walker, call);
    } else if FETCHERS.contains(&name) {
        fetches(walker, call);
    } else if INSTALLERS.contains(&name) {
        findings.high(
            format!("{name} changes what is installed on the machine"),
            call.span,
        );
    } else if INTERPRETERS.contains(&name) && !asks_version(call) {
        interprets(walker, call);
    } else if PUBLISHERS.contains(&name) && publishes(call) {
        findings.always(format!("{name} changes what others see or use"), call.span);
        walker.probe(call);
    } else if matches!(name, "docker" | "podman" | "docker-compose") {
        containers(walker, call);
    } else {
        return false;
    }
    true
}

/// Whether a command that begins with `name` inside another's arguments is worth a look.
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

/// What is said of a program that no table knows.
pub(super) fn ordinary(call: Call<'_>) -> String {
    let name = call.program;
    let installs = [
        "install", "add", "i", "ci", "update", "upgrade", "sync", "get", "require",
    ]
    .iter()
    .any(|word| call.operand(0) == *word || call.operand(1) == *word);
    if installs {
        format!("{name} may fetch or install from the network")
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
        format!("{name} builds or tests: it runs code of the workspace")
    } else {
        format!("{name} is not known to only read")
    }
}

/// As [`is_version_query`], with `node -v` and the like.
fn asks_version(call: Call<'_>) -> bool {
    is_version_query(call)
        || matches!((call.program, call.args), ("node" | "php" | "ruby", [one]) if one.text == "-v")
}

/// Whether the only argument asks for the version.
pub(super) fn is_version_query(call: Call<'_>) -> bool {
    matches!(call.args, [one] if matches!(one.text.as_str(), "--version" | "-V"))
}

fn publishes(call: Call<'_>) -> bool {
    // `--dry-run` is no excuse: what it means differs from tool to tool.
    let words = call.operands().take(3).map(|arg| arg.text.as_str());
    let mut words = words.skip_while(|word| word.starts_with('+'));
    let first = words.next().unwrap_or_default();
    if matches!(
        first,
        "run" | "exec" | "test" | "build" | "install" | "add" | "x" | "dlx" | "i"
    ) {
        return false;
    }
    let remote_edit = matches!(call.program, "gh" | "glab" | "hub")
        && ([
            "create", "close", "edit", "comment", "review", "reopen", "rename", "archive", "set",
            "sync", "transfer", "cancel", "rerun",
        ]
        .contains(&call.operand(1))
            || (first == "api"
                && (call.has_option('X', "method")
                    || call.has_option('f', "field")
                    || call.has_option('F', "raw-field")
                    || call.has_option('\0', "input"))));
    remote_edit
        || PUBLISHES.contains(&first)
        || call
            .operands()
            .take(3)
            .skip(1)
            .any(|arg| PUBLISHES.contains(&arg.text.as_str()))
        || matches!(
            (call.program, call.operand(0), call.operand(1)),
            (
                "docker" | "podman",
                "volume" | "container" | "network" | "image",
                "rm"
            ) | ("docker" | "podman", "rm", _)
                | ("aws", "s3", "rm" | "mv" | "rb" | "sync" | "cp")
                | ("svn", "commit" | "ci", _)
                | ("rclone", "sync" | "move" | "copy", _)
        )
        || (matches!(call.operand(0), "down") && call.has_option('v', "volumes"))
}

fn containers(walker: &mut Walker<'_>, call: Call<'_>) {
    let first = call.operand(0);
    if matches!(first, "ps" | "images" | "version" | "info" | "logs") || is_version_query(call) {
        walker
            .state
            .findings
            .medium(format!("asks {} for its state", call.program), call.span);
        return;
    }
    let mounts = call.args.iter().any(|arg| {
        arg.text.starts_with("-v")
            || arg.text.starts_with("--volume")
            || arg.text.starts_with("--mount")
            || arg.text == "--privileged"
    });
    if mounts {
        walker.state.findings.high(
            format!(
                "{} with folders of this machine or its rights",
                call.program
            ),
            call.span,
        );
    } else {
        walker.state.findings.medium(
            format!("{} runs or builds a container", call.program),
            call.span,
        );
    }
    walker.probe(call);
}

fn database(walker: &mut Walker<'_>, call: Call<'_>) {
    let mut text: String = call
        .args
        .iter()
        .map(|arg| arg.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    match &walker.state.stdin {
        Stdin::Text(given) => {
            text.push(' ');
            text.push_str(given);
        }
        Stdin::Network => walker.state.findings.high(
            format!("{} runs what comes from the network", call.program),
            call.span,
        ),
        _ => {}
    }
    let text = text
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let drops = [
        "drop ",
        "truncate ",
        "delete from",
        "flushall",
        "flushdb",
        "dropdatabase",
        ".drop(",
        "deletemany",
        "alter table",
        "attach ",
        ".shell",
        ".system",
        "\\!",
        "copy ",
        "reassign owned",
    ]
    .iter()
    .any(|word| text.contains(word));
    if drops {
        walker.state.findings.always(
            format!("{} drops or overwrites data", call.program),
            call.span,
        );
    } else {
        walker
            .state
            .findings
            .medium(format!("{} works on a database", call.program), call.span);
    }
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
            .always("ends every process that it may", call.span);
    } else if call.program == "kill" {
        walker.state.findings.medium("ends a process", call.span);
    } else {
        walker
            .state
            .findings
            .high("ends processes by name", call.span);
    }
}

/// Programs that reach the network. What they write to a file, the writer table knows.
fn fetches(walker: &mut Walker<'_>, call: Call<'_>) {
    let name = call.program;
    let sends = match name {
        "curl" => {
            call.args
                .iter()
                .any(|arg| arg.text.starts_with('@') || arg.text.contains("=@"))
                || call.has_option('T', "upload-file")
                || call.has_option('K', "config")
                || call.options().any(|option| option.starts_with("-d@"))
        }
        "wget" => call.args.iter().any(|arg| {
            arg.text.starts_with("--post-file")
                || arg.text.starts_with("--body-file")
                || arg.text.starts_with("--use-askpass")
        }),
        "nc" | "ncat" | "netcat" | "socat" | "telnet" | "ftp" | "sftp" => true,
        _ => false,
    };
    if sends {
        walker.state.findings.high(
            format!("{name} can send data out of the machine"),
            call.span,
        );
    } else {
        walker
            .state
            .findings
            .medium(format!("{name} reaches the network"), call.span);
    }
    super::writer::download_targets(walker, call);
    walker.probe(call);
}

/// Code in another language is not read; a few pieces that speak for themselves count.
fn interprets(walker: &mut Walker<'_>, call: Call<'_>) {
    let inline = call.args.iter().any(|arg| {
        matches!(
            arg.text.as_str(),
            "-c" | "-e"
                | "-E"
                | "-r"
                | "-p"
                | "--eval"
                | "-pe"
                | "-ne"
                | "-le"
                | "-lne"
                | "eval"
                | "--print"
        ) || arg.text == "-"
    });
    let stdin = std::mem::take(&mut walker.state.stdin);
    let no_file = call.operands().next().is_none();
    let mut code = String::new();
    if inline {
        for arg in call.args {
            code.push_str(&arg.text);
            code.push('\n');
        }
    }
    if no_file || inline {
        match stdin {
            Stdin::Network => walker.state.findings.always(
                format!("{} runs what comes from the network", call.program),
                call.span,
            ),
            Stdin::Pipe if no_file && !inline => walker.state.findings.high(
                format!("{} runs what comes through a pipe, unread", call.program),
                call.span,
            ),
            Stdin::Text(text) => code.push_str(&text),
            Stdin::Pipe | Stdin::Inherited => {}
        }
    }
    let lower = code.to_lowercase();
    if DESTRUCTIVE_CODE.iter().any(|piece| lower.contains(piece)) {
        walker.state.findings.always(
            format!("{} runs code that deletes or overwrites", call.program),
            call.span,
        );
    }
    if call.args.iter().any(|arg| arg.text.starts_with("/dev/fd/")) {
        walker.state.findings.always(
            format!("{} runs what nobody has read", call.program),
            call.span,
        );
    }
    if inline || !code.is_empty() {
        walker.state.findings.not_understood(
            format!("{} runs code that is not read here", call.program),
            call.span,
        );
        if call.program == "perl" && call.has_option('i', "") {
            walker
                .state
                .findings
                .medium("perl -i writes files", call.span);
        }
    } else {
        walker.state.findings.medium(
            format!("{} runs a program of the workspace", call.program),
            call.span,
        );
    }
}
