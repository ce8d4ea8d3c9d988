//! Programs that write, delete or move files: their targets determine the risk.

use super::command::{Call, is_option, reads_only};
use super::field::Field;
use super::path::{PathLocation, place};
use super::walk::Walker;
use notice::{Notice, notice};

/// Maximum number of files that a command may delete without being high risk.
const MAX_DELETED: usize = 20;

/// Analyses `call` if it is a program that writes files.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    match call.program {
        "rm" | "unlink" | "grm" => remove(walker, call),
        "rmdir" => all(walker, call, &notice!("risk-deed-deletes-the-empty-folder")),
        "mv" | "gmv" => moves(walker, call),
        "cp" | "gcp" | "install" | "scp" | "rsync" | "rcp" | "ditto" => copies(walker, call),
        "ln" => links(walker, call),
        "tee" | "touch" | "mkdir" | "mkfifo" | "mknod" | "truncate" | "sponge" | "ed" | "ex"
        | "mktemp" | "dos2unix" | "unix2dos" | "gzip" | "gunzip" | "bzip2" | "xz" | "zstd" => {
            all(walker, call, &notice!("risk-deed-writes-to"));
            if call.program == "mktemp" && call.operands().next().is_none() {
                walker
                    .state
                    .findings
                    .always(notice!("risk-mktemp-writes-outside-the"), call.span);
            }
        }
        "chmod" | "chown" | "chgrp" | "chattr" | "setfacl" => rights(walker, call),
        "dd" => disk_dump(walker, call),
        "sed" | "gsed" => return super::sed::look(walker, call),
        "awk" | "gawk" | "mawk" | "nawk" => super::sed::awk(walker, call),
        // Readers that write to a file named by one of their options or operands.
        "sort" | "shuf" | "tree" | "base64" | "base32" | "uniq" | "xxd" if !reads_only(call) => {
            walker.state.findings.medium(
                notice!("risk-name-with-options-that-may-write", name = call.program),
                call.span,
            );
            option_targets(walker, call, &["-o", "--output"]);
            if matches!(call.program, "uniq" | "xxd")
                && let Some(target) = call.operands().nth(1)
            {
                walker.writes(target, &notice!("risk-deed-writes-to"));
            }
        }
        "tar" | "bsdtar" => archives(walker, call),
        "unzip" | "7z" | "cpio" => {
            walker.state.findings.medium(
                notice!("risk-name-unpacks-files", name = call.program),
                call.span,
            );
            option_targets(walker, call, &["-d", "-o", "-D"]);
        }
        "zip" | "split" | "csplit" | "patch" => {
            walker.state.findings.medium(
                notice!("risk-name-writes-files", name = call.program),
                call.span,
            );
            all(walker, call, &notice!("risk-deed-writes-to"));
            option_targets(walker, call, &["-o", "-d", "--output", "--directory", "-r"]);
        }
        "gcc" | "cc" | "clang" | "g++" | "clang++" | "rustc" | "ld" | "as" | "ffmpeg"
        | "pandoc" | "iconv" | "openssl" | "gpg" | "ssh-keygen"
            if !super::danger::is_version_query(call) =>
        {
            walker.state.findings.medium(
                notice!("risk-name-writes-files", name = call.program),
                call.span,
            );
            option_targets(walker, call, &["-o", "--output", "-out", "-f", "--out-dir"]);
        }
        _ => return false,
    }
    true
}

/// Analyses `rm`, with or without folders.
fn remove(walker: &mut Walker<'_>, call: Call<'_>) {
    let recursive = call.has_option('r', "recursive") || call.has_option('R', "");
    if recursive {
        walker.state.findings.always(
            notice!("risk-name-r-deletes-whole-folders", name = call.program),
            call.span,
        );
    }
    let mut some = false;
    for target in call.operands() {
        some = true;
        walker.deletes(target);
        if place(target, &walker.state.folders, &walker.state.root) == PathLocation::Root {
            walker
                .state
                .findings
                .always(notice!("risk-deletes-the-workspace-itself"), target.span);
        }
        walker.writes(target, &notice!("risk-deed-deletes"));
    }
    if !some {
        walker
            .state
            .findings
            .medium(notice!("risk-deletes-files"), call.span);
    }
}

impl Walker<'_> {
    /// Records a path named for deletion: anything but one of a few plain files is high risk.
    pub(super) fn deletes(&mut self, target: &Field) {
        let findings = &mut self.state.findings;
        findings.delete(target.readable());
        let text = target.text.as_str();
        let name = target.readable();
        if target.glob || text.contains('(') {
            findings.high(notice!("risk-deletes-what-the-pattern", name), target.span);
        } else if target.is_dynamic() || target.resolved {
            findings.high(notice!("risk-deletes-which-is-known", name), target.span);
        } else if matches!(text.rsplit('/').next(), Some("" | "." | "..")) {
            findings.high(notice!("risk-deletes-the-folder", name), target.span);
        }
        if findings.deletions() > MAX_DELETED {
            findings.high(
                notice!("risk-deletes-more-than-count", count = MAX_DELETED),
                target.span,
            );
        }
    }
}

/// Records every operand as a write target.
fn all(walker: &mut Walker<'_>, call: Call<'_>, what: &Notice) {
    walker.state.findings.medium(
        notice!("risk-name-is-not-known-to", name = call.program),
        call.span,
    );
    for target in call.operands() {
        walker.writes(target, what);
    }
}

/// Records both ends of a move, because a moved file is lost at its old path.
fn moves(walker: &mut Walker<'_>, call: Call<'_>) {
    all(walker, call, &notice!("risk-deed-moves"));
    option_targets(walker, call, &["-t", "--target-directory"]);
}

/// Records the last operand, or the folder after `-t`, as a write target.
fn copies(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.medium(
        notice!("risk-name-writes-files", name = call.program),
        call.span,
    );
    let remote = |field: &&Field| {
        let text = field.text.as_str();
        text.contains("://")
            || text
                .split_once(':')
                .is_some_and(|(host, _)| !host.contains('/') && !host.is_empty())
    };
    if matches!(call.program, "scp" | "rsync" | "rcp") && call.operands().any(|arg| remote(&arg)) {
        walker.state.findings.always(
            notice!("risk-name-copies-to-or-from", name = call.program),
            call.span,
        );
    }
    if call.program == "rsync"
        && call.options().any(|option| {
            option.starts_with("--del")
                || option.starts_with("--remove-source")
                || is_option(option, 'e', "rsh")
        })
    {
        walker
            .state
            .findings
            .always(notice!("risk-rsync-deletes-files-or"), call.span);
    }
    let directories = call.program == "install" && call.has_option('d', "directory");
    let targets: Vec<&Field> = call.operands().collect();
    if directories {
        for target in targets {
            walker.writes(target, &notice!("risk-deed-writes-to"));
        }
        return;
    }
    if let Some(target) = targets.last() {
        walker.writes(target, &notice!("risk-deed-writes-to"));
    }
    option_targets(
        walker,
        call,
        &["-t", "--target-directory", "--log-file", "--backup-dir"],
    );
}

/// Analyses links: one that leads out of the workspace lets every later write leave it.
fn links(walker: &mut Walker<'_>, call: Call<'_>) {
    walker
        .state
        .findings
        .medium(notice!("risk-makes-a-link"), call.span);
    for target in call.operands() {
        walker.writes(target, &notice!("risk-deed-links"));
    }
    option_targets(walker, call, &["-t", "--target-directory"]);
}

fn rights(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.medium(
        notice!("risk-name-changes-rights", name = call.program),
        call.span,
    );
    let recursive = call.has_option('R', "recursive");
    let first = call.operand(0);
    let everyone = matches!(
        first,
        "777" | "0777" | "a+rwx" | "a=rwx" | "o+w" | "a+w" | "666" | "000" | "0"
    );
    if recursive && (everyone || call.program != "chmod") {
        walker.state.findings.always(
            notice!("risk-name-r-changes-the-rights", name = call.program),
            call.span,
        );
    } else if recursive || everyone {
        walker.state.findings.high(
            notice!("risk-name-changes-rights-widely", name = call.program),
            call.span,
        );
    }
    for target in call.operands().skip(1) {
        walker.writes(target, &notice!("risk-deed-changes-the-rights-of"));
    }
}

fn disk_dump(walker: &mut Walker<'_>, call: Call<'_>) {
    walker
        .state
        .findings
        .medium(notice!("risk-dd-copies-raw-data"), call.span);
    for arg in call.args {
        if let Some(path) = arg.text.strip_prefix("of=") {
            let target = Field {
                text: path.to_owned(),
                ..arg.clone()
            };
            walker.writes(&target, &notice!("risk-deed-overwrites"));
        } else if arg.text.starts_with("if=") {
            continue;
        } else if arg.is_dynamic() {
            walker
                .state
                .findings
                .high(notice!("risk-dd-with-a-part"), arg.span);
        }
    }
}

fn archives(walker: &mut Walker<'_>, call: Call<'_>) {
    walker
        .state
        .findings
        .medium(notice!("risk-tar-packs-or-unpacks"), call.span);
    let runs = call.args.iter().any(|arg| {
        [
            "--to-command",
            "--checkpoint-action",
            "--use-compress-program",
            "--rsh-command",
            "-I",
            "--info-script",
            "--new-volume-script",
        ]
        .iter()
        .any(|option| arg.text.starts_with(option))
            || arg.text.starts_with("--remove-files")
    });
    if runs {
        walker
            .state
            .findings
            .high(notice!("risk-tar-runs-a-program"), call.span);
    }
    if call.has_option('P', "absolute-names") {
        walker
            .state
            .findings
            .always(notice!("risk-tar-p-writes-wherever"), call.span);
    }
    option_targets(walker, call, &["-C", "--directory", "-f", "--file"]);
    let mut args = call.args.iter();
    let creates = call.args.first().is_some_and(|arg| {
        !arg.text.starts_with("--") && arg.text.contains('c') && arg.text.contains('f')
    });
    if creates && let Some(target) = args.nth(1) {
        walker.writes(target, &notice!("risk-deed-writes-to"));
    }
}

/// Records the files that `curl` and `wget` write to.
pub(super) fn download_targets(walker: &mut Walker<'_>, call: Call<'_>) {
    match call.program {
        "curl" => option_targets(
            walker,
            call,
            &[
                "-o",
                "--output",
                "--output-dir",
                "-D",
                "--dump-header",
                "-c",
                "--cookie-jar",
                "--trace",
                "--trace-ascii",
            ],
        ),
        "wget" => option_targets(
            walker,
            call,
            &[
                "-O",
                "--output-document",
                "-P",
                "--directory-prefix",
                "-o",
                "--output-file",
                "-a",
            ],
        ),
        "aria2c" => option_targets(walker, call, &["-d", "--dir", "-o", "--out"]),
        _ => {}
    }
}

/// Records the target of an unknown program whose options make it work outside the workspace.
pub(super) fn elsewhere(walker: &mut Walker<'_>, call: Call<'_>) {
    const OPTIONS: &[&str] = &[
        "-C",
        "--directory",
        "--prefix",
        "--target-dir",
        "--out-dir",
        "--outdir",
        "--output",
        "-o",
        "--manifest-path",
        "--cwd",
        "--target",
        "--root",
        "--dest",
        "--destination",
        "--install-dir",
    ];
    let mut args = call.args.iter().peekable();
    while let Some(arg) = args.next() {
        let (option, value) = match arg.text.split_once('=') {
            Some((option, value)) => (option, Some(value.to_owned())),
            None => (arg.text.as_str(), args.peek().map(|next| next.text.clone())),
        };
        let Some(value) = value.filter(|_| OPTIONS.contains(&option)) else {
            continue;
        };
        let target = Field {
            text: value,
            ..arg.clone()
        };
        if place(&target, &walker.state.folders, &walker.state.root) == PathLocation::Outside {
            walker.writes(&target, &notice!("risk-deed-works-in"));
        }
    }
}

/// Records writes to the values of `options`: `-o FILE`, `-oFILE`, `-xo FILE`, `--output=FILE`.
fn option_targets(walker: &mut Walker<'_>, call: Call<'_>, options: &[&str]) {
    let mut args = call.args.iter().peekable();
    while let Some(arg) = args.next() {
        let text = arg.text.as_str();
        for option in options {
            let value = if text == *option || ends_cluster(text, option) {
                args.peek().map(|next| next.text.clone())
            } else if option.starts_with("--") {
                text.strip_prefix(option)
                    .and_then(|rest| rest.strip_prefix('='))
                    .map(str::to_owned)
            } else {
                text.strip_prefix(option).map(str::to_owned)
            };
            // `-` means a standard stream here.
            if let Some(value) = value.filter(|value| value != "-") {
                let target = Field {
                    text: value,
                    ..arg.clone()
                };
                walker.writes(&target, &notice!("risk-deed-writes-to"));
                break;
            }
        }
    }
}

fn ends_cluster(text: &str, option: &str) -> bool {
    match (option.strip_prefix('-'), text.strip_prefix('-')) {
        (Some(letter), Some(cluster)) => {
            letter.len() == 1
                && !cluster.starts_with('-')
                && cluster.len() > 1
                && cluster.chars().all(char::is_alphabetic)
                && cluster.ends_with(letter)
        }
        _ => false,
    }
}
