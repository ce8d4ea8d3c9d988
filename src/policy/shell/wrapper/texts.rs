//! Programs that run a text as a script: shells, `eval`, `watch`, `trap` …

use crate::shell::command::{Call, is_option};
use crate::shell::field::Field;
use crate::shell::walk::{Stdin, Walker, script};
use notice::notice;

pub(super) const SHELLS: &[&str] = &[
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

/// Shells that parse a text the way this analysis does.
const LIKE_BASH: &[&str] = &["sh", "bash", "dash", "ash", "rbash"];

fn is_start_file(option: &str) -> bool {
    // Bash also accepts long options with a single dash.
    let name = option.trim_start_matches('-');
    option.starts_with('-') && (name.starts_with("rcfile") || name.starts_with("init-file"))
}

/// Analyses `sh -c "…"`, `bash script`, and shells that read a script from a pipe.
pub(super) fn shell(walker: &mut Walker<'_>, call: Call<'_>) {
    if !LIKE_BASH.contains(&call.program) {
        let text = notice!("risk-name-reads-a-text-otherwise", name = call.program);
        walker.state.findings.medium(text, call.span);
    }
    if call.args.iter().any(|arg| is_start_file(&arg.text)) {
        let text = notice!("risk-name-runs-a-file-first", name = call.program);
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
                notice!("risk-name-runs-what-nobody-has", name = call.program),
                call.span,
            );
        } else {
            walker.state.findings.medium(
                notice!("risk-runs-the-script", name = arg.readable()),
                call.span,
            );
        }
        return;
    }
    match std::mem::take(&mut walker.state.stdin) {
        Stdin::Text(text) => {
            walker.state.findings.medium(
                notice!("risk-name-runs-a-text", name = call.program),
                call.span,
            );
            script(&text, Some(call.span), walker.state);
        }
        Stdin::Network => walker.state.findings.always(
            notice!("risk-name-runs-what-comes-from", name = call.program),
            call.span,
        ),
        Stdin::Pipe => walker.state.findings.high(
            notice!("risk-name-runs-what-comes-through", name = call.program),
            call.span,
        ),
        Stdin::Inherited if call.args.iter().any(|arg| arg.text == "--version") => {
            walker
                .state
                .findings
                .medium(notice!("risk-runs", word = call.program), call.span);
        }
        Stdin::Inherited => walker
            .state
            .findings
            .not_understood(notice!("risk-starts", word = call.program), call.span),
    }
}

/// Analyses a field that is run as a script.
pub(super) fn run_text(walker: &mut Walker<'_>, field: &Field, call: Call<'_>) {
    if field.is_dynamic() {
        let text = notice!("risk-name-runs-a-text-that", name = call.program);
        walker.state.findings.high(text, field.span);
        walker
            .state
            .findings
            .not_understood(notice!("risk-what-runs-is-known-only"), field.span);
    }
    // The inner shell would see variables in place of the markers.
    let text = field.text.replace(
        |c: char| c.is_control() && c != '\n' && c != '\t',
        "$UNKNOWN",
    );
    script(&text, Some(field.span), walker.state);
}

pub(super) fn evaluate(walker: &mut Walker<'_>, call: Call<'_>) {
    let words: Vec<&str> = call.args.iter().map(|arg| arg.text.as_str()).collect();
    let joined = Field {
        unsure: true,
        ..Field::literal(&words.join(" "), call.span)
    };
    run_text(walker, &joined, call);
}

/// Analyses `watch CMD…`, `su -c CMD`, `script -c CMD`.
pub(super) fn runs_text(walker: &mut Walker<'_>, call: Call<'_>) {
    if matches!(call.program, "su" | "runuser") {
        walker.state.findings.always(
            notice!("risk-name-runs-with-other-rights", name = call.program),
            call.span,
        );
    } else {
        walker.state.findings.medium(
            notice!("risk-runs-a-command-through", name = call.program),
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

/// Analyses `trap CMD SIGNAL` and `alias name=CMD`, whose text runs later.
pub(super) fn text_for_later(walker: &mut Walker<'_>, call: Call<'_>) {
    for arg in call.operands() {
        let text = match (call.program, arg.text.split_once('=')) {
            ("alias", Some((_, value))) => value,
            ("alias", None) => continue,
            _ => arg.text.as_str(),
        };
        walker.state.findings.medium(
            notice!("risk-name-keeps-a-command-for", name = call.program),
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
