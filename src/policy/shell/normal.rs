//! The normal form of a command, which deny and ask rules match in addition to the written one.
//!
//! It drops the folder of the program, and the options before the subcommand: a user who forbids
//! `git commit` also means `git -C sub commit` and `/usr/bin/git commit`. The options are data in
//! `assets/risk/global-options.toml`. Never used to allow anything.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use serde::Deserialize;

use super::field::Field;

const OPTIONS: &str = include_str!("../../../assets/risk/global-options.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Programs {
    program: Vec<Program>,
}

/// A program with subcommands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    names: Vec<String>,
    /// Options whose value is the next word, unless it follows a `=`.
    values: Vec<String>,
    /// Prefix that marks a word before the subcommand as an option: `+nightly`.
    #[serde(default)]
    prefix: Option<String>,
}

/// Returns the normal form of the command with these words; `None` if it equals the written form.
pub(super) fn normal_form(fields: &[Field]) -> Option<String> {
    let (name, arguments) = fields.split_first()?;
    let program = name.text.rsplit('/').next().unwrap_or(&name.text);
    let skipped = programs()
        .get(program)
        .map_or(0, |known| options_in_front(known, arguments));
    // A call with only options has no subcommand.
    let skipped = if skipped >= arguments.len() {
        0
    } else {
        skipped
    };
    if program == name.shown() && skipped == 0 {
        return None;
    }
    let rest = arguments.get(skipped..).unwrap_or_default();
    let words: Vec<&str> = std::iter::once(program)
        .chain(rest.iter().map(Field::shown))
        .collect();
    Some(words.join(" "))
}

/// Returns the number of words before the subcommand.
fn options_in_front(program: &Program, arguments: &[Field]) -> usize {
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        let text = word.text.as_str();
        let prefixed = (program.prefix.as_deref()).is_some_and(|prefix| text.starts_with(prefix));
        if !word.is_option() && !prefixed {
            break;
        }
        let takes_next = program.values.iter().any(|option| option == text);
        at += if takes_next { 2 } else { 1 };
    }
    at
}

/// Returns the table by program name. A malformed file yields an empty table; a test parses it.
fn programs() -> &'static HashMap<String, Arc<Program>> {
    static PROGRAMS: OnceLock<HashMap<String, Arc<Program>>> = OnceLock::new();
    PROGRAMS.get_or_init(|| read().unwrap_or_default())
}

fn read() -> Result<HashMap<String, Arc<Program>>, toml::de::Error> {
    let read: Programs = toml::from_str(OPTIONS)?;
    let mut programs = HashMap::new();
    for program in read.program.into_iter().map(Arc::new) {
        for name in &program.names {
            programs.insert(name.clone(), Arc::clone(&program));
        }
    }
    Ok(programs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(words: &str) -> Option<String> {
        let fields: Vec<Field> = words
            .split(' ')
            .map(|word| Field::literal(word, (0, 0)))
            .collect();
        normal_form(&fields)
    }

    #[test]
    fn the_table_of_options_in_front_of_subcommands_can_be_read() {
        assert!(read().unwrap().len() > 20);
    }

    #[test]
    fn a_folder_of_the_program_and_options_in_front_of_the_subcommand_are_left_out() {
        for (written, expected) in [
            ("/usr/bin/touch x", "touch x"),
            ("git -C . commit -m x", "git commit -m x"),
            ("git -c a=b --no-pager commit", "git commit"),
            ("git --git-dir=x --work-tree y push", "git push"),
            ("cargo +nightly --config a=b publish", "cargo publish"),
            ("./bin/git -P push", "git push"),
            ("kubectl -n prod delete pod x", "kubectl delete pod x"),
        ] {
            assert_eq!(normal(written).as_deref(), Some(expected), "{written}");
        }
        for written in [
            "git commit -m x",
            "touch -c x",
            "ls -la src",
            "git --version",
        ] {
            assert_eq!(normal(written), None, "{written}");
        }
    }
}
