//! Interpreters of other languages: their code is not parsed, only searched for
//! certain destructive fragments.

use crate::policy::shell::command::Call;
use crate::policy::shell::walk::{Stdin, Walker};

pub(super) const INTERPRETERS: &[&str] = &[
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

/// Fragments of code in any language that delete trees or start a shell.
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

/// Rates an interpreter call: the code is not parsed, but a few destructive fragments count.
pub(super) fn interprets(walker: &mut Walker<'_>, call: Call<'_>) {
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
