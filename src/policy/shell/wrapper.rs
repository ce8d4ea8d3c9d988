//! Programs that run another command: shells, `eval`, `sudo`, `env`, `xargs`, `find -exec` …
//!
//! The command inside is looked at as if it stood alone; the wrapper itself adds its own risk.

use super::command::{Call, is_option};
use super::field::{DYNAMIC, Field};
use super::statement::is_harmless_variable;
use super::walk::{Stdin, Walker, script};

/// A program that runs its operands as a command, as it is.
struct Plain {
    name: &'static str,
    /// Short options that take a value.
    valued: &'static str,
    /// Long options that take a value.
    valued_long: &'static [&'static str],
    /// Operands in front of the command.
    skip: usize,
}

const fn plain(
    name: &'static str,
    valued: &'static str,
    valued_long: &'static [&'static str],
    skip: usize,
) -> Plain {
    Plain {
        name,
        valued,
        valued_long,
        skip,
    }
}

const PLAIN: &[Plain] = &[
    plain("command", "", &[], 0),
    plain("builtin", "", &[], 0),
    plain("exec", "a", &[], 0),
    plain("nohup", "", &[], 0),
    plain("setsid", "", &[], 0),
    plain("nice", "n", &["--adjustment"], 0),
    plain("ionice", "cnpPu", &["--class", "--classdata"], 0),
    plain("chrt", "TPD", &[], 1),
    plain("taskset", "", &[], 1),
    plain("stdbuf", "ioe", &["--input", "--output", "--error"], 0),
    plain("timeout", "ks", &["--kill-after", "--signal"], 1),
    plain("gtimeout", "ks", &["--kill-after", "--signal"], 1),
    plain("time", "fo", &["--format", "--output"], 0),
    plain("unbuffer", "", &[], 0),
    plain("busybox", "", &[], 0),
    plain("toybox", "", &[], 0),
    plain("coproc", "", &[], 0),
    plain("then", "", &[], 0),
    plain("strace", "eopsuEPIaOSX", &[], 0),
    plain("ltrace", "eopsulnaxFD", &[], 0),
    plain("flock", "wE", &["--timeout", "--conflict-exit-code"], 1),
    plain("npx", "pw", &["--package"], 0),
    plain("bunx", "", &[], 0),
    plain("uvx", "", &[], 0),
    plain("doas", "uC", &[], 0),
    plain(
        "sudo",
        "ugpChrtTDRU",
        &["--user", "--group", "--prompt", "--host", "--chdir"],
        0,
    ),
    plain("chroot", "", &[], 1),
    plain("unshare", "", &[], 0),
    plain("nsenter", "tSG", &[], 0),
    plain("pkexec", "", &[], 0),
    plain("parallel", "jIPN", &["--jobs"], 0),
    plain(
        "xargs",
        "IiLlnPdsEea",
        &[
            "--replace",
            "--max-args",
            "--max-procs",
            "--delimiter",
            "--arg-file",
            "--max-lines",
            "--max-chars",
        ],
        0,
    ),
];

/// Wrappers that change nothing about what runs in them.
const TRANSPARENT: &[&str] = &[
    "command", "builtin", "nice", "ionice", "stdbuf", "timeout", "gtimeout", "time", "setsid",
    "xargs",
];

const SHELLS: &[&str] = &[
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "mksh",
    "ash",
    "fish",
    "rbash",
    "csh",
    "tcsh",
    "pwsh",
    "powershell",
];

/// Shells that read a text as it is read here.
const LIKE_BASH: &[&str] = &["sh", "bash", "dash", "ash", "rbash"];

fn is_start_file(option: &str) -> bool {
    // Bash takes long options with one dash too.
    let name = option.trim_start_matches('-');
    option.starts_with('-') && (name.starts_with("rcfile") || name.starts_with("init-file"))
}

/// Looks at `call` if it is a wrapper; false where it is none.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    match call.program {
        name if SHELLS.contains(&name) => shell(walker, call),
        "eval" => evaluate(walker, call),
        "env" => environment(walker, call),
        "find" | "gfind" => find(walker, call),
        "fd" | "fdfind" => fd(walker, call),
        "watch" | "su" | "runuser" | "script" => runs_text(walker, call),
        "trap" | "alias" => text_for_later(walker, call),
        "ssh" | "mosh" => remote(walker, call),
        "source" | "." => sourced(walker, call),
        name => match PLAIN.iter().find(|plain| plain.name == name) {
            Some(plain) => operands_run(walker, call, plain),
            None => return false,
        },
    }
    true
}

fn operands_run(walker: &mut Walker<'_>, call: Call<'_>, plain: &Plain) {
    if call.program == "command"
        && call
            .args
            .first()
            .is_some_and(|arg| matches!(arg.text.as_str(), "-v" | "-V"))
    {
        return;
    }
    let privileged = matches!(
        call.program,
        "sudo" | "doas" | "pkexec" | "chroot" | "unshare" | "nsenter"
    );
    if privileged {
        walker.state.findings.always(
            format!("{} runs with other rights", call.program),
            call.span,
        );
    } else if matches!(call.program, "npx" | "bunx" | "uvx") {
        walker.state.findings.medium(
            format!(
                "{} runs a package and may fetch it from the network",
                call.program
            ),
            call.span,
        );
    } else if !TRANSPARENT.contains(&call.program) {
        walker.state.findings.medium(
            format!("runs a command through {}", call.program),
            call.span,
        );
    }
    if call.program == "time" && call.has_option('o', "output") {
        walker
            .state
            .findings
            .high("time writes to a file", call.span);
    }
    let (at, plainly) = skip_options(call.args, plain);
    if !plainly {
        walker.state.findings.not_understood(
            format!("{} has options that are not known here", call.program),
            call.span,
        );
        walker.probe(call);
    }
    let mut tail: Vec<Field> = call.args.get(at..).unwrap_or_default().to_vec();
    if matches!(call.program, "xargs" | "parallel") {
        if call.program == "xargs" && call.has_option('a', "arg-file") {
            walker
                .state
                .findings
                .medium("xargs takes its arguments from a file", call.span);
        }
        if let Some(sign) = replaced_sign(call) {
            for field in &mut tail {
                field.text = field.text.replace(&sign, &DYNAMIC.to_string());
            }
        }
        if !tail.is_empty() {
            tail.push(Field::unknown(call.span));
        }
    }
    nested(walker, call, &tail);
}

/// What xargs puts its input in the place of: `-I %`.
fn replaced_sign(call: Call<'_>) -> Option<String> {
    let at = call
        .args
        .iter()
        .position(|arg| arg.text.starts_with("-I"))?;
    let sign = match call.args.get(at)?.text.strip_prefix("-I") {
        Some("") => call.args.get(at + 1)?.text.clone(),
        Some(sign) => sign.to_owned(),
        None => return None,
    };
    (!sign.is_empty()).then_some(sign)
}

/// Looks at the command in `tail`, if there is one.
fn nested(walker: &mut Walker<'_>, call: Call<'_>, tail: &[Field]) {
    if tail.is_empty() {
        return;
    }
    walker.simple(tail, call.span);
}

/// Where the wrapped command begins, and whether every option in front of it was understood.
fn skip_options(args: &[Field], plain: &Plain) -> (usize, bool) {
    let mut at = 0;
    let mut skip = plain.skip;
    let mut plainly = true;
    while let Some(arg) = args.get(at) {
        let text = arg.text.as_str();
        if text == "--" {
            at += 1 + skip;
            break;
        } else if text.starts_with(DYNAMIC) {
            plainly = false;
            if skip == 0 {
                break;
            }
            skip -= 1;
        } else if text.starts_with("--") {
            if plain.valued_long.contains(&text) {
                at += 1;
            }
        } else if let Some(cluster) = text.strip_prefix('-').filter(|rest| !rest.is_empty()) {
            // The value stands in the same word, or in the next where the cluster ends with it.
            if let Some(valued) = cluster.find(|c| plain.valued.contains(c))
                && valued + 1 == cluster.len()
            {
                at += 1;
            }
        } else if text.contains('=') && matches!(plain.name, "sudo" | "doas") {
            plainly = false;
        } else if skip > 0 {
            skip -= 1;
        } else {
            break;
        }
        at += 1;
    }
    (at.min(args.len()), plainly)
}

/// `sh -c "…"`, `bash script`, and shells that read what comes through a pipe.
fn shell(walker: &mut Walker<'_>, call: Call<'_>) {
    if !LIKE_BASH.contains(&call.program) {
        let text = format!("{} reads a text otherwise than bash", call.program);
        walker.state.findings.medium(text, call.span);
    }
    if call.args.iter().any(|arg| is_start_file(&arg.text)) {
        let text = format!("{} runs a file first", call.program);
        walker.state.findings.medium(text, call.span);
    }
    let mut args = call.args.iter();
    let mut command_string = false;
    while let Some(arg) = args.next() {
        if arg.text.starts_with('-') || arg.text.starts_with('+') {
            let long = arg.text.starts_with("--");
            command_string |= !long && arg.text.starts_with('-') && arg.text.contains('c');
            command_string |= is_option(&arg.text, '\0', "command") && long && arg.text.len() > 5;
            if matches!(
                arg.text.as_str(),
                "--rcfile" | "--init-file" | "-o" | "+o" | "-O" | "+O"
            ) {
                args.next();
            }
            continue;
        }
        if command_string {
            run_text(walker, arg, call);
        } else if arg.text.starts_with("/dev/fd/") || arg.text.starts_with("/dev/stdin") {
            walker.state.findings.always(
                format!("{} runs what nobody has read", call.program),
                call.span,
            );
        } else {
            walker
                .state
                .findings
                .medium(format!("runs the script {}", arg.readable()), call.span);
        }
        return;
    }
    match std::mem::take(&mut walker.state.stdin) {
        Stdin::Text(text) => {
            walker
                .state
                .findings
                .medium(format!("{} runs a text", call.program), call.span);
            script(&text, Some(call.span), walker.state);
        }
        Stdin::Network => walker.state.findings.always(
            format!("{} runs what comes from the network", call.program),
            call.span,
        ),
        Stdin::Pipe => walker.state.findings.high(
            format!("{} runs what comes through a pipe, unread", call.program),
            call.span,
        ),
        Stdin::Inherited if call.args.iter().any(|arg| arg.text == "--version") => {
            walker
                .state
                .findings
                .medium(format!("runs {}", call.program), call.span);
        }
        Stdin::Inherited => walker
            .state
            .findings
            .not_understood(format!("starts {}", call.program), call.span),
    }
}

/// A field that is run as a script.
fn run_text(walker: &mut Walker<'_>, field: &Field, call: Call<'_>) {
    if field.is_dynamic() {
        let text = format!("{} runs a text that is known only then", call.program);
        walker.state.findings.high(text, field.span);
        walker
            .state
            .findings
            .not_understood("what runs is known only then", field.span);
    }
    // Markers are variables to the shell inside.
    let text = field.text.replace(
        |c: char| c.is_control() && c != '\n' && c != '\t',
        "$UNKNOWN",
    );
    script(&text, Some(field.span), walker.state);
}

fn evaluate(walker: &mut Walker<'_>, call: Call<'_>) {
    let words: Vec<&str> = call.args.iter().map(|arg| arg.text.as_str()).collect();
    let joined = Field {
        unsure: true,
        ..Field::literal(&words.join(" "), call.span)
    };
    run_text(walker, &joined, call);
}

/// `env [options] [NAME=value…] [command]`.
fn environment(walker: &mut Walker<'_>, call: Call<'_>) {
    let mut at = 0;
    while let Some(arg) = call.args.get(at) {
        let text = arg.text.as_str();
        let cluster = text.starts_with('-') && !text.starts_with("--") && text.contains('S');
        if cluster || text.starts_with("--s") {
            let inline = if cluster {
                text.split_once('S').map_or("", |(_, inline)| inline)
            } else {
                text
            };
            let inline = inline.strip_prefix("--split-string=").unwrap_or(inline);
            let rest = call.args.get(at + 1..).unwrap_or_default();
            let mut words = vec![if inline.starts_with('-') { "" } else { inline }];
            words.extend(rest.iter().map(|arg| arg.text.as_str()));
            let joined = Field::literal(words.join(" ").trim(), call.span);
            run_text(walker, &joined, call);
            return;
        }
        match text {
            "-u" | "--unset" => {
                let name = call.args.get(at + 1).map_or("", |name| &name.text);
                walker.sets(name, arg.span);
                at += 1;
            }
            "-C" | "--chdir" => {
                walker.state.folders = vec![None];
                at += 1;
            }
            "-" | "-i" | "--ignore-environment" => walker.state.findings.medium(
                "env takes away variables by which programs run nothing else",
                arg.span,
            ),
            "-0" | "--null" | "-v" | "--debug" => {}
            _ if text.starts_with('-') => walker
                .state
                .findings
                .not_understood("env has options that are not known here", call.span),
            _ => match text.split_once('=') {
                Some((name, _)) if is_harmless_variable(name) => {}
                Some((name, _)) => walker.state.findings.medium(
                    format!("sets {name}, which may change what programs do"),
                    arg.span,
                ),
                None => break,
            },
        }
        at += 1;
    }
    nested(walker, call, call.args.get(at..).unwrap_or_default());
}

/// `find`: reads, unless an action writes, deletes or runs something.
fn find(walker: &mut Walker<'_>, call: Call<'_>) {
    let fields: Vec<&Field> = call
        .args
        .iter()
        .skip_while(|arg| matches!(arg.text.as_str(), "-H" | "-L" | "-P"))
        .take_while(|arg| !arg.text.starts_with(['-', '(', '!']))
        .collect();
    for field in &fields {
        walker.looks_at(field);
    }
    if fields.is_empty() {
        walker.looks_here(call.span);
    }
    // Options that come first and have values: what is behind them is not told apart.
    if call
        .args
        .first()
        .is_some_and(|arg| arg.text.starts_with("-D") || arg.text.starts_with("-O"))
    {
        walker
            .state
            .findings
            .medium("find with options that are not known here", call.span);
    }
    let places: Vec<&str> = fields.iter().map(|field| field.text.as_str()).collect();
    let mut at = 0;
    while let Some(arg) = call.args.get(at) {
        match arg.text.as_str() {
            "-delete" => {
                walker
                    .state
                    .findings
                    .always("find -delete deletes all it finds", call.span);
                for place in &places {
                    walker.state.findings.delete((*place).to_owned());
                }
            }
            "-exec" | "-execdir" | "-ok" | "-okdir" => {
                let tail: Vec<Field> = call
                    .args
                    .get(at + 1..)
                    .unwrap_or_default()
                    .iter()
                    .take_while(|arg| !matches!(arg.text.as_str(), ";" | "+"))
                    .map(|arg| found_in(&places, arg))
                    .collect();
                at += tail.len();
                let deletes = tail.first().is_some_and(|program| {
                    matches!(
                        program.text.rsplit('/').next(),
                        Some("rm" | "unlink" | "rmdir" | "mv")
                    )
                });
                if deletes {
                    walker
                        .state
                        .findings
                        .always("find deletes or moves all it finds", call.span);
                }
                let folders = walker.state.folders.clone();
                if arg.text.ends_with("dir") {
                    walker.state.folders = vec![None];
                }
                nested(walker, call, &tail);
                walker.state.folders = folders;
            }
            "-fprint" | "-fprint0" | "-fprintf" | "-fls" => {
                if let Some(target) = call.args.get(at + 1) {
                    walker.writes(target, "find writes to");
                } else {
                    walker
                        .state
                        .findings
                        .medium("find writes to a file", call.span);
                }
            }
            "-files0-from" => walker
                .state
                .findings
                .medium("find takes its places from a file", call.span),
            text if text.starts_with(DYNAMIC) && !after_test(call.args, at) => walker
                .state
                .findings
                .not_understood("find has a part that is known only when it runs", arg.span),
            _ => {}
        }
        at += 1;
    }
}

/// `arg` with a path under the first place where find would put what it found. With several
/// places, or one that is not known, what it finds is not known either.
fn found_in(places: &[&str], arg: &Field) -> Field {
    if !arg.text.contains("{}") {
        return arg.clone();
    }
    let found = match places {
        [] => "./found".to_owned(),
        [place] if !place.contains(DYNAMIC) => format!("{}/found", place.trim_end_matches('/')),
        _ => DYNAMIC.to_string(),
    };
    Field {
        text: arg.text.replace("{}", &found),
        unsure: true,
        resolved: true,
        ..arg.clone()
    }
}

/// Whether the argument at `at` is the value of a test such as `-name`.
fn after_test(args: &[Field], at: usize) -> bool {
    at.checked_sub(1)
        .and_then(|before| args.get(before))
        .is_some_and(|arg| {
            matches!(
                arg.text.as_str(),
                "-name"
                    | "-iname"
                    | "-path"
                    | "-ipath"
                    | "-newer"
                    | "-type"
                    | "-regex"
                    | "-mtime"
                    | "-size"
                    | "-maxdepth"
                    | "-mindepth"
                    | "-user"
            )
        })
}

fn fd(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.looks_here(call.span);
    for place in call.operands().skip(1) {
        walker.looks_at(place);
    }
    for option in call.args.iter().filter(|arg| arg.text.contains('=')) {
        let value = option.text.split_once('=').map_or("", |(_, value)| value);
        walker.looks_at(&Field::literal(value, option.span));
    }
    let exec = call.args.iter().position(|arg| {
        matches!(arg.text.as_str(), "-x" | "-X" | "--exec" | "--exec-batch")
            || arg.text.starts_with("--exec")
    });
    match exec {
        Some(at) => {
            walker
                .state
                .findings
                .medium("fd runs a command on all it finds", call.span);
            let mut tail = call.args.get(at + 1..).unwrap_or_default().to_vec();
            tail.push(Field::unknown(call.span));
            nested(walker, call, &tail);
        }
        None if may_execute(call) => walker
            .state
            .findings
            .medium("fd has a part that may run a command", call.span),
        None => {}
    }
}

/// Whether a variable or a cluster of options of fd may hold `-x`.
fn may_execute(call: Call<'_>) -> bool {
    call.args.iter().any(Field::is_dynamic)
        || call
            .options()
            .any(|option| !option.starts_with("--") && option.contains(['x', 'X']))
}

/// `watch CMD…`, `su -c CMD`, `script -c CMD`.
fn runs_text(walker: &mut Walker<'_>, call: Call<'_>) {
    if matches!(call.program, "su" | "runuser") {
        walker.state.findings.always(
            format!("{} runs with other rights", call.program),
            call.span,
        );
    } else {
        walker.state.findings.medium(
            format!("runs a command through {}", call.program),
            call.span,
        );
    }
    let words: Vec<&str> = call
        .args
        .iter()
        .filter(|arg| !arg.is_option())
        .map(|arg| arg.text.as_str())
        .collect();
    if !words.is_empty() {
        let joined = Field::literal(&words.join(" "), call.span);
        run_text(walker, &joined, call);
    }
}

/// `trap CMD SIGNAL` and `alias name=CMD`: the text runs later.
fn text_for_later(walker: &mut Walker<'_>, call: Call<'_>) {
    for arg in call.operands() {
        let text = match (call.program, arg.text.split_once('=')) {
            ("alias", Some((_, value))) => value,
            ("alias", None) => continue,
            _ => arg.text.as_str(),
        };
        walker.state.findings.medium(
            format!("{} keeps a command for later", call.program),
            call.span,
        );
        let later = Field {
            unsure: true,
            ..Field::literal(text, arg.span)
        };
        run_text(walker, &later, call);
        if call.program == "trap" {
            break;
        }
    }
}

fn remote(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.always(
        format!("{} acts on another machine", call.program),
        call.span,
    );
}

fn sourced(walker: &mut Walker<'_>, call: Call<'_>) {
    match call.args.first() {
        Some(arg) if arg.text.starts_with("/dev/fd/") || arg.text.starts_with("/dev/stdin") => {
            walker
                .state
                .findings
                .always("runs what nobody has read", call.span);
        }
        _ => walker
            .state
            .findings
            .medium("runs a file in this shell", call.span),
    }
}
