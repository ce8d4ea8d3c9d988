//! `sed` and `awk`: small languages that can write files and run commands.
//!
//! Only scripts that are provably harmless count as reading; the rest is medium.

use super::command::Call;
use super::field::Field;
use super::walk::Walker;

/// Looks at a call of sed.
pub(super) fn look(walker: &mut Walker<'_>, call: Call<'_>) -> bool {
    let in_place = call.has_option('i', "in-place")
        && call.options().any(|option| {
            option.starts_with("--i") || (!option.starts_with("--") && option.contains('i'))
        });
    if in_place {
        walker
            .state
            .findings
            .medium("sed -i changes files", call.span);
        let script_given = call.options().any(|option| {
            option == "-e"
                || option == "-f"
                || option.starts_with("--expression")
                || option.starts_with("--file")
        });
        for target in call.operands().skip(usize::from(!script_given)) {
            walker.writes(target, "changes");
        }
    }
    match (in_place, printed_files(call)) {
        (true, _) => {}
        (false, Some(files)) => {
            super::readers::any_file(walker, call);
            files
                .into_iter()
                .for_each(|file| walker.reads_contents(file));
        }
        (false, None) => walker
            .state
            .findings
            .medium("a sed script that may write or run something", call.span),
    }
    for arg in call.args.iter().filter(|arg| has_file_command(&arg.text)) {
        walker.state.findings.high(
            "a sed script that writes a file or runs a command",
            arg.span,
        );
    }
    true
}

/// The files that are printed, where every script in the arguments only prints and every option is
/// known.
fn printed_files(call: Call<'_>) -> Option<Vec<&Field>> {
    let mut scripts = 0;
    let mut files = Vec::new();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        if arg.text.contains(super::field::DYNAMIC) && scripts == 0 || arg.unsure {
            return None;
        }
        match arg.text.as_str() {
            "-n" | "-E" | "-r" | "-u" | "-s" | "-z" | "-nE" | "-nr" | "-En" | "-rn" | "--quiet"
            | "--silent" | "--posix" | "--debug" | "--null-data" | "--separate"
            | "--regexp-extended" | "--version" | "--help" | "--" => {}
            "-e" | "-ne" | "-Ee" | "-nEe" | "--expression" => match args.next() {
                Some(script) if is_harmless_script(script) => scripts += 1,
                _ => return None,
            },
            text if text.starts_with('-') && text.len() > 1 => return None,
            _ if scripts == 0 => {
                if !is_harmless_script(arg) {
                    return None;
                }
                if arg.glob {
                    files.push(arg);
                }
                scripts += 1;
            }
            // A file; a variable could still be an option.
            _ if arg.is_dynamic() => return None,
            _ => files.push(arg),
        }
    }
    Some(files)
}

fn is_harmless_script(field: &Field) -> bool {
    if field.is_dynamic() {
        return false;
    }
    let mut rest = field.text.trim_start();
    while !rest.is_empty() {
        let Some(after) = harmless_command(rest) else {
            return false;
        };
        rest = after.trim_start_matches([' ', ';', '\n', '}']);
    }
    true
}

/// Reads one command of sed with its address; `None` where it is not one of the harmless.
fn harmless_command(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || " ,$!~+{".contains(c));
        match rest.strip_prefix('/') {
            Some(after) => rest = delimited(after, '/')?.trim_start_matches('I'),
            None => break,
        }
    }
    let mut chars = rest.chars();
    let command = chars.next()?;
    let after = chars.as_str();
    match command {
        'p' | 'd' | 'D' | 'P' | 'n' | 'N' | 'h' | 'H' | 'g' | 'G' | 'x' | '=' | 'q' | 'Q' | '}' => {
            Some(after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        's' | 'y' => {
            let delimiter = after.chars().next()?;
            if delimiter.is_alphanumeric() || delimiter == '\\' || delimiter == '\n' {
                return None;
            }
            let body = after.get(delimiter.len_utf8()..)?;
            let flags = delimited(delimited(body, delimiter)?, delimiter)?;
            let after =
                flags.trim_start_matches(|c: char| c.is_ascii_digit() || "gpIiM".contains(c));
            (after.is_empty() || after.starts_with([';', ' ', '\n', '}'])).then_some(after)
        }
        _ => None,
    }
    .filter(|after| after.is_empty() || after.starts_with([';', ' ', '\n', '}']))
}

/// What follows the next `end` that has no backslash in front.
fn delimited(text: &str, end: char) -> Option<&str> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if !escaped && c == end {
            return text.get(at + c.len_utf8()..);
        }
        escaped = !escaped && c == '\\';
    }
    None
}

/// `w file`, `1e cmd`, `s/…/…/e`, seen roughly: for a warning only.
fn has_file_command(text: &str) -> bool {
    let script = text.trim_start_matches(|c: char| c.is_ascii_digit() || "$,! {".contains(c));
    (script.starts_with("w ") || script.starts_with("e ") || script.starts_with("W "))
        || (text.starts_with("s/")
            && text.rsplit('/').next().is_some_and(|flags| {
                let flags = flags.trim_start_matches(['g', 'p', 'I', 'i', 'm', 'M']);
                flags == "e" || flags.starts_with("w ")
            }))
}

/// The files that a call of awk reads, where it provably does nothing but read them.
pub(super) fn awk_files(call: Call<'_>) -> Option<Vec<&Field>> {
    let mut files = Vec::new();
    let mut program = None;
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        if arg.unsure {
            return None;
        }
        match arg.text.as_str() {
            "-F" | "-v" => {
                let value = args.next()?;
                if value.is_dynamic() {
                    return None;
                }
            }
            "--version" | "-V" => return Some(files),
            text if text.starts_with("-F") || text.starts_with("-v") => {}
            text if text.starts_with('-') && text.len() > 1 => return None,
            _ if program.is_none() && !arg.glob => program = Some(arg),
            // A file; but a variable could be an option of awk's.
            _ if arg.is_dynamic() => return None,
            _ => files.push(arg),
        }
    }
    let reads = program.is_some_and(|program| {
        let code = program.text.replace("||", "");
        !program.is_dynamic()
            && ![
                "system",
                "getline",
                "|",
                ">",
                "@",
                "close",
                "fflush",
                "printf -v",
                "ARGV",
                "ARGC",
                "\\\n",
            ]
            .iter()
            .any(|piece| code.contains(piece))
    });
    reads.then_some(files)
}
