//! Programs that provably only read.
//!
//! The only tables that give low risk ([`tables`]). A program is here only if no option makes it
//! write or run something ([`ANY`]), or if every option that does is named ([`EXCEPT`]) or looked
//! for by a function of its own.

mod tables;

use self::tables::{ANY, EXCEPT, VERSIONED};
use super::command::Call;
use super::danger::is_version_query;
use super::field::Field;
use super::path::leaves_a_folder;
use super::statement::is_harmless_variable;
use super::walk::Walker;

/// Looks at `call` if its program only reads; notes what makes it more than that.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    let name = call.program;
    if is_version_query(call) && VERSIONED.contains(&name) {
        return true;
    }
    if ANY.contains(&name) {
        if evaluates(call) {
            walker.state.findings.medium(
                format!("{name} is used in a way that may evaluate or set something"),
                call.span,
            );
        }
        super::readers::look(walker, call);
        return true;
    }
    if let Some((_, short, long)) = EXCEPT.iter().find(|(other, _, _)| *other == name) {
        super::readers::look(walker, call);
        if !excepted(call, short, long) {
            return true;
        }
        walker.state.findings.medium(
            format!("{name} with options that may write or run something"),
            call.span,
        );
        written_by(walker, call);
        return true;
    }
    match name {
        "cd" | "pushd" | "popd" => change_folder(walker, call),
        "dirs" | "set" => {
            special(walker, call, call.args.iter().all(is_plain_flag));
            // `set -- …; "$@"` runs what was set.
            walker.probe(call);
        }
        "read" => {
            let harmless = |arg: &Field| is_harmless_variable(&arg.text);
            special(walker, call, call.operands().all(harmless));
            for arg in call.args {
                walker.state.variables.insert(arg.text.clone(), None);
            }
        }
        "jobs" => {
            special(walker, call, !call.has_option('x', ""));
            walker.probe(call);
        }
        "let" => special(walker, call, false),
        "uniq" | "xxd" => {
            super::readers::look(walker, call);
            let plain = call.operands().count() <= 1
                && !call.args.iter().any(Field::is_dynamic)
                && (name == "uniq" || !call.options().any(|option| option.starts_with("-r")));
            if !plain && let Some(target) = call.operands().nth(1) {
                walker.writes(target, "writes to");
            }
            special(walker, call, plain);
        }
        "hostname" | "history" => special(walker, call, call.args.is_empty()),
        "awk" | "gawk" | "mawk" | "nawk" => {
            match super::sed::awk_files(call) {
                Some(files) => {
                    super::readers::any_file(walker, call);
                    files
                        .into_iter()
                        .for_each(|file| walker.reads_contents(file));
                }
                None => special(walker, call, false),
            }
            awk_danger(walker, call);
        }
        "node" | "java" => {
            return matches!(call.args, [one] if one.text == "-v" || one.text == "-version");
        }
        _ => return false,
    }
    true
}

fn special(walker: &mut Walker<'_>, call: Call<'_>, reads: bool) {
    if !reads {
        walker.state.findings.medium(
            format!("{} is used in a way that may change things", call.program),
            call.span,
        );
    }
}

/// Builtins that evaluate a subscript in a name given to them.
fn evaluates(call: Call<'_>) -> bool {
    match call.program {
        "test" | "[" => call.args.iter().any(|arg| {
            matches!(arg.text.as_str(), "-v" | "-R")
                || arg.text.contains("$(")
                || arg.text.contains('`')
        }),
        "ps" => shows_environments(call),
        "wait" => call.has_option('p', ""),
        "getopts" => {
            !is_harmless_variable(call.operand(1))
                || !call.args.iter().all(|arg| {
                    arg.text
                        .chars()
                        .all(|c| c.is_alphanumeric() || c == ':' || c == '_')
                })
        }
        "ulimit" | "umask" => !call.args.is_empty(),
        _ => false,
    }
}

/// Whether `%n` of `printf` may set a variable.
fn counts_into_a_variable(call: Call<'_>) -> bool {
    let modifiers = |c: char| !c.is_alphabetic() || "hlLjtzq".contains(c);
    call.args.iter().any(|arg| {
        let mut pieces = arg.text.split('%').skip(1);
        pieces.any(|piece| piece.trim_start_matches(modifiers).starts_with('n'))
    }) || call.operands().next().is_some_and(Field::is_dynamic)
}

/// Whether `ps` tells the environment of other processes, which holds keys: `e` without a dash.
fn shows_environments(call: Call<'_>) -> bool {
    let mut value = false;
    call.args.iter().any(|arg| {
        let text = arg.text.as_str();
        let is_value = std::mem::replace(
            &mut value,
            text.starts_with('-') && text.ends_with(|c| "oOpuUgGtCsqkn".contains(c)),
        );
        arg.is_dynamic()
            || !is_value && !text.starts_with('-') && text.contains('e')
            || text.starts_with('-') && !text.starts_with("--") && text.contains('E')
    })
}

fn excepted(call: Call<'_>, short: &str, long: &[&str]) -> bool {
    call.args.iter().any(|arg| {
        let text = arg.text.as_str();
        if arg.unsure || text.starts_with(super::field::DYNAMIC) {
            return true;
        }
        // Programs for object files take options from `@file`, and plugins are options.
        if text.starts_with('@') && matches!(call.program, "nm" | "size" | "objdump") {
            return true;
        }
        match text.strip_prefix("--") {
            Some("") => false,
            Some(_) => {
                let option = text.split('=').next().unwrap_or(text);
                long.iter().any(|bad| bad.starts_with(option))
            }
            None => text.starts_with('-') && text.contains(|c| short.contains(c)),
        }
    }) || (call.program == "printf" && counts_into_a_variable(call))
        || (call.program == "date"
            && call.operands().any(|arg| !arg.text.starts_with('+'))
            && !call
                .args
                .iter()
                .any(|arg| arg.text == "-d" || arg.text == "--date" || arg.text == "-r"))
}

/// `sort -o FILE` and the like.
fn written_by(walker: &mut Walker<'_>, call: Call<'_>) {
    let mut args = call.args.iter().peekable();
    while let Some(arg) = args.next() {
        let text = arg.text.as_str();
        let value = if let Some((option, value)) = text.split_once('=') {
            (option.len() > 2 && "--output".starts_with(option)).then(|| value.to_owned())
        } else if text.len() > 2 && "--output".starts_with(text)
            || (!text.starts_with("--") && text.starts_with('-') && text.ends_with('o'))
        {
            args.peek().map(|next| next.text.clone())
        } else {
            text.strip_prefix("-o").map(str::to_owned)
        };
        if let Some(value) = value {
            let target = Field {
                text: value,
                ..arg.clone()
            };
            walker.writes(&target, "writes to");
        }
    }
}

/// A script of awk that can leave the workspace or run commands is shown as what it is.
fn awk_danger(walker: &mut Walker<'_>, call: Call<'_>) {
    for arg in call.args {
        for piece in arg.text.split("system(").skip(1) {
            let inner: String = piece.chars().take_while(|c| *c != ')').collect();
            super::walk::script(inner.trim_matches(['"', ' ']), Some(arg.span), walker.state);
        }
        if arg.text.contains("> \"/") || arg.text.contains(">\"/") {
            walker
                .state
                .findings
                .always("awk writes outside the workspace", arg.span);
        }
    }
}

fn change_folder(walker: &mut Walker<'_>, call: Call<'_>) {
    let target = match (call.program, call.operands().next()) {
        ("cd", None) => Field::literal(&super::field::HOME.to_string(), call.span),
        // With `-P` it goes where links lead. Of a loop's words only one was put in.
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

fn is_plain_flag(field: &Field) -> bool {
    let flags = field.text.strip_prefix(['-', '+']);
    flags.is_some_and(|flags| flags.chars().all(|c| "euxovfCnp".contains(c)))
        || matches!(
            field.text.as_str(),
            "pipefail" | "errexit" | "nounset" | "xtrace" | "noglob"
        )
}
