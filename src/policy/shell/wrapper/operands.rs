//! Programs that run their operands as a command: `sudo`, `timeout`, `xargs` …

use crate::shell::command::Call;
use crate::shell::field::{DYNAMIC, Field};
use crate::shell::walk::Walker;
use notice::notice;

use super::nested;

/// A program that runs its operands as a command, verbatim.
pub(super) struct Plain {
    pub(super) name: &'static str,
    /// Short options that take a value.
    valued: &'static str,
    /// Long options that take a value.
    valued_long: &'static [&'static str],
    /// Number of operands before the command.
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

pub(super) const PLAIN: &[Plain] = &[
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

/// Wrappers that do not change the effect of the inner command.
const TRANSPARENT: &[&str] = &[
    "command", "builtin", "nice", "ionice", "stdbuf", "timeout", "gtimeout", "time", "setsid",
    "xargs",
];

pub(super) fn operands_run(walker: &mut Walker<'_>, call: Call<'_>, plain: &Plain) {
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
            notice!("risk-name-runs-with-other-rights", name = call.program),
            call.span,
        );
    } else if matches!(call.program, "npx" | "bunx" | "uvx") {
        walker.state.findings.medium(
            notice!("risk-name-runs-a-package-and", name = call.program),
            call.span,
        );
    } else if !TRANSPARENT.contains(&call.program) {
        walker.state.findings.medium(
            notice!("risk-runs-a-command-through", name = call.program),
            call.span,
        );
    }
    if call.program == "time" && call.has_option('o', "output") {
        walker
            .state
            .findings
            .high(notice!("risk-time-writes-to-a"), call.span);
    }
    let (at, plainly) = skip_options(call.args, plain);
    if !plainly {
        walker.state.findings.not_understood(
            notice!("risk-name-has-options-that-are", name = call.program),
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
                .medium(notice!("risk-xargs-takes-its-arguments"), call.span);
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

/// Returns the placeholder that xargs replaces with its input: `-I %`.
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

/// Returns the start of the wrapped command, and whether every option before it was understood.
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
            // The value is in the same word, or in the next one if the cluster ends
            // with the option.
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
