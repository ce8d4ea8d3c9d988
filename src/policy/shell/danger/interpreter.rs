//! Interpreters of other languages: their code is not parsed, only searched for
//! certain destructive fragments.

use crate::shell::command::Call;
use crate::shell::walk::{Stdin, Walker};
use notice::notice;

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
                notice!("risk-name-runs-what-comes-from", name = call.program),
                call.span,
            ),
            Stdin::Pipe if no_file && !inline => walker.state.findings.high(
                notice!("risk-name-runs-what-comes-through", name = call.program),
                call.span,
            ),
            Stdin::Text(text) => code.push_str(&text),
            Stdin::Pipe | Stdin::Inherited => {}
        }
    }
    let lower = code.to_lowercase();
    if DESTRUCTIVE_CODE.iter().any(|piece| lower.contains(piece)) {
        walker.state.findings.always(
            notice!("risk-name-runs-code-that-deletes", name = call.program),
            call.span,
        );
    }
    if call.args.iter().any(|arg| arg.text.starts_with("/dev/fd/")) {
        walker.state.findings.always(
            notice!("risk-name-runs-what-nobody-has", name = call.program),
            call.span,
        );
    }
    if inline || !code.is_empty() {
        walker.state.findings.not_understood(
            notice!("risk-name-runs-code-that-is", name = call.program),
            call.span,
        );
        if call.program == "perl" && call.has_option('i', "") {
            walker
                .state
                .findings
                .medium(notice!("risk-perl-i-writes-files"), call.span);
        }
    } else {
        walker.state.findings.medium(
            notice!("risk-name-runs-a-program-of", name = call.program),
            call.span,
        );
    }
}
