//! `sed` and `awk`: small languages that can write files and run commands.
//!
//! The table of low risk decides which sed scripts only print; this module finds those that are
//! more than medium.

use super::command::{Call, reads_only};
use super::walk::{Walker, script};
use notice::notice;

/// Analyses a call of sed.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    let in_place = call.has_option('i', "in-place")
        && call.options().any(|option| {
            option.starts_with("--i") || (!option.starts_with("--") && option.contains('i'))
        });
    if in_place {
        walker
            .state
            .findings
            .medium(notice!("risk-sed-i-changes-files"), call.span);
        let script_given = call.options().any(|option| {
            option == "-e"
                || option == "-f"
                || option.starts_with("--expression")
                || option.starts_with("--file")
        });
        for target in call.operands().skip(usize::from(!script_given)) {
            walker.writes(target, &notice!("risk-deed-changes"));
        }
    }
    if !in_place && !reads_only(call) {
        walker
            .state
            .findings
            .medium(notice!("risk-a-sed-script-that"), call.span);
    }
    for arg in call.args.iter().filter(|arg| has_file_command(&arg.text)) {
        walker
            .state
            .findings
            .high(notice!("risk-a-sed-script-that-writes"), arg.span);
    }
    true
}

/// Detects `w file`, `1e cmd`, `s/…/…/e` roughly: only for a warning.
fn has_file_command(text: &str) -> bool {
    let script = text.trim_start_matches(|c: char| c.is_ascii_digit() || "$,! {".contains(c));
    (script.starts_with("w ") || script.starts_with("e ") || script.starts_with("W "))
        || (text.starts_with("s/")
            && text.rsplit('/').next().is_some_and(|flags| {
                let flags = flags.trim_start_matches(['g', 'p', 'I', 'i', 'm', 'M']);
                flags == "e" || flags.starts_with("w ")
            }))
}

/// Analyses a call of awk: rates what its script writes outside the workspace or runs.
pub(super) fn awk(walker: &mut Walker<'_>, call: Call<'_>) {
    walker.state.findings.medium(
        notice!("risk-name-runs-a-script-that-may", name = call.program),
        call.span,
    );
    for arg in call.args {
        for piece in arg.text.split("system(").skip(1) {
            let inner: String = piece.chars().take_while(|c| *c != ')').collect();
            script(inner.trim_matches(['"', ' ']), Some(arg.span), walker.state);
        }
        if arg.text.contains("> \"/") || arg.text.contains(">\"/") {
            walker
                .state
                .findings
                .always(notice!("risk-awk-writes-outside-the"), arg.span);
        }
    }
}
