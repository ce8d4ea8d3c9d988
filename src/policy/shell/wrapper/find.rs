//! `find` and `fd`: they read, unless an argument makes them write, delete or run something.

use crate::shell::command::Call;
use crate::shell::field::{DYNAMIC, Field};
use crate::shell::walk::Walker;
use notice::notice;

use super::nested;

/// Analyses `find`: it reads, unless an action writes, deletes or runs something.
pub(super) fn find(walker: &mut Walker<'_>, call: Call<'_>) {
    let fields: Vec<&Field> = call
        .args
        .iter()
        .skip_while(|arg| matches!(arg.text.as_str(), "-H" | "-L" | "-P"))
        .take_while(|arg| !arg.text.starts_with(['-', '(', '!']))
        .collect();
    // Leading options with values: the words after them are not parsed.
    if call
        .args
        .first()
        .is_some_and(|arg| arg.text.starts_with("-D") || arg.text.starts_with("-O"))
    {
        walker
            .state
            .findings
            .medium(notice!("risk-find-with-options-that"), call.span);
    }
    let places: Vec<&str> = fields.iter().map(|field| field.text.as_str()).collect();
    let mut at = 0;
    while let Some(arg) = call.args.get(at) {
        match arg.text.as_str() {
            "-delete" => {
                walker
                    .state
                    .findings
                    .always(notice!("risk-find-delete-deletes-all"), call.span);
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
                        .always(notice!("risk-find-deletes-or-moves"), call.span);
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
                    walker.writes(target, &notice!("risk-deed-find-writes-to"));
                } else {
                    walker
                        .state
                        .findings
                        .medium(notice!("risk-find-writes-to-a"), call.span);
                }
            }
            "-files0-from" => walker
                .state
                .findings
                .medium(notice!("risk-find-takes-its-places"), call.span),
            text if text.starts_with(DYNAMIC) && !after_test(call.args, at) => walker
                .state
                .findings
                .not_understood(notice!("risk-find-has-a-part"), arg.span),
            _ => {}
        }
        at += 1;
    }
}

/// Replaces `{}` in `arg` with a path under the start folder of find. With several start folders,
/// or an unknown one, the found path is unknown too.
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

pub(super) fn fd(walker: &mut Walker<'_>, call: Call<'_>) {
    let exec = call.args.iter().position(|arg| {
        matches!(arg.text.as_str(), "-x" | "-X" | "--exec" | "--exec-batch")
            || arg.text.starts_with("--exec")
    });
    match exec {
        Some(at) => {
            walker
                .state
                .findings
                .medium(notice!("risk-fd-runs-a-command"), call.span);
            let mut tail = call.args.get(at + 1..).unwrap_or_default().to_vec();
            tail.push(Field::unknown(call.span));
            nested(walker, call, &tail);
        }
        None if may_execute(call) => walker
            .state
            .findings
            .medium(notice!("risk-fd-has-a-part"), call.span),
        None => {}
    }
}

/// Whether a variable or a cluster of fd options may contain `-x`.
fn may_execute(call: Call<'_>) -> bool {
    call.args.iter().any(Field::is_dynamic)
        || call
            .options()
            .any(|option| !option.starts_with("--") && option.contains(['x', 'X']))
}
