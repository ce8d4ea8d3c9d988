//! Programs that run another command: shells, `eval`, `sudo`, `env`, `xargs`, `find -exec` …
//!
//! The inner command is analysed as if it stood alone; the wrapper adds its own risk.

mod find;
mod operands;
mod texts;

use self::find::{fd, find};
use self::operands::{PLAIN, operands_run};
use self::texts::{SHELLS, evaluate, run_text, runs_text, shell, text_for_later};
use super::command::Call;
use super::field::Field;
use super::statement::is_harmless_variable;
use super::walk::Walker;
use notice::notice;

/// Analyses `call` if it is a wrapper; otherwise returns false.
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

/// Analyses the command in `tail`, if there is one.
fn nested(walker: &mut Walker<'_>, call: Call<'_>, tail: &[Field]) {
    if tail.is_empty() {
        return;
    }
    walker.simple(tail, call.span);
}

/// Analyses `env [options] [NAME=value…] [command]`.
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
            "-" | "-i" | "--ignore-environment" => walker
                .state
                .findings
                .medium(notice!("risk-env-takes-away-variables"), arg.span),
            "-0" | "--null" | "-v" | "--debug" => {}
            _ if text.starts_with('-') => walker
                .state
                .findings
                .not_understood(notice!("risk-env-has-options-that"), call.span),
            _ => match text.split_once('=') {
                Some((name, _)) if is_harmless_variable(name) => {}
                Some((name, _)) => walker
                    .state
                    .findings
                    .medium(notice!("risk-sets-which-may-change", name), arg.span),
                None => break,
            },
        }
        at += 1;
    }
    nested(walker, call, call.args.get(at..).unwrap_or_default());
}

fn remote(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.always(
        notice!("risk-name-acts-on-another-machine", name = call.program),
        call.span,
    );
}

fn sourced(walker: &mut Walker<'_>, call: Call<'_>) {
    match call.args.first() {
        Some(arg) if arg.text.starts_with("/dev/fd/") || arg.text.starts_with("/dev/stdin") => {
            walker
                .state
                .findings
                .always(notice!("risk-runs-what-nobody-has"), call.span);
        }
        _ => walker
            .state
            .findings
            .medium(notice!("risk-runs-a-file-in"), call.span),
    }
}
