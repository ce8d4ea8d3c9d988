//! Shell builtins that change the meaning of later commands: the folder, variables, arguments.

use super::command::{Call, reads_only};
use super::field::{Field, HOME};
use super::path::leaves_a_folder;
use super::walk::Walker;
use notice::notice;

/// Analyses `call` if it is such a builtin.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    match call.program {
        "cd" | "pushd" | "popd" => change_folder(walker, call),
        "read" => {
            for arg in call.args {
                walker.sets(&arg.text, arg.span);
                walker.state.variables.insert(arg.text.clone(), None);
            }
        }
        // `set -- …; "$@"` and `jobs -x` run their arguments.
        "dirs" | "set" | "jobs" | "let" if !reads_only(call) => {
            walker.state.findings.medium(
                notice!("risk-name-is-used-in-a", name = call.program),
                call.span,
            );
            walker.probe(call);
        }
        _ => return false,
    }
    true
}

fn change_folder(walker: &mut Walker<'_>, call: Call<'_>) {
    let target = match (call.program, call.operands().next()) {
        ("cd", None) => Field::literal(&HOME.to_string(), call.span),
        // With `-P`, `cd` follows links. A loop inserts only one of its words, so a resolved target
        // is unknown too.
        (_, Some(target))
            if target.resolved || call.has_option('P', "") && leaves_a_folder(&target.text) =>
        {
            Field::unknown(call.span)
        }
        ("cd" | "pushd", Some(target)) if target.text != "-" => target.clone(),
        _ => Field::unknown(call.span),
    };
    walker.go_to(&target);
}
