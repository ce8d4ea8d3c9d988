//! Which arguments of a reading program are files.
//!
//! Follows getopt: clusters of short options, values glued or in the next word, operands anywhere.
//! What is not known for a value is taken for a file: that may ask once too often, never too
//! seldom.

use super::command::Call;
use super::field::Field;

/// How a program's arguments are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Names of the programs.
    pub(super) names: &'static [&'static str],
    /// Short options with a value that is no file.
    pub(super) texts: &'static str,
    /// Short options with a value that is a file.
    pub(super) files: &'static str,
    /// Long options with a value that is no file.
    pub(super) long_texts: &'static [&'static str],
    /// Operands in front of the files.
    pub(super) skip: usize,
    /// Short options that give what the first operand gives else.
    pub(super) instead: &'static str,
    /// The same as long options.
    pub(super) long_instead: &'static [&'static str],
}

/// A program all of whose operands are files.
pub(super) const fn plain(names: &'static [&'static str], texts: &'static str) -> Shape {
    Shape {
        names,
        texts,
        files: "",
        long_texts: &[],
        skip: 0,
        instead: "",
        long_instead: &[],
    }
}

/// The files among the arguments of `call`, and its options without their values.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// Files, as far as can be told.
    pub(super) files: Vec<Field>,
    /// Short options, one letter each.
    pub(super) letters: Vec<char>,
    /// Long options: name and value.
    pub(super) long: Vec<(String, Option<String>)>,
    /// Short options with their values.
    pub(super) values: Vec<(char, String)>,
    /// How many of `files` are operands.
    pub(super) operands: usize,
}

/// Takes the arguments of `call` apart.
pub(super) fn arguments(call: Call<'_>, shape: &Shape) -> Arguments {
    let mut found = Arguments::default();
    let mut operands = Vec::new();
    let mut skip = shape.skip;
    let mut ended = false;
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        let text = arg.text.as_str();
        if ended || !arg.is_option() {
            operands.push(arg);
        } else if text == "--" {
            ended = true;
        } else if let Some(long) = text.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            if shape.long_instead.iter().any(|one| one.starts_with(name)) {
                skip = 0;
            }
            let is_text = shape.long_texts.contains(&name);
            match &value {
                Some(value) if !is_text => found.files.push(with_text(arg, value)),
                None if is_text => drop(args.next()),
                _ => {}
            }
            found.long.push((name.to_owned(), value));
        } else {
            for (at, letter) in text.char_indices().skip(1) {
                found.letters.push(letter);
                if shape.instead.contains(letter) {
                    skip = 0;
                }
                let is_file = shape.files.contains(letter);
                if !is_file && !shape.texts.contains(letter) {
                    continue;
                }
                let glued = text.get(at + letter.len_utf8()..).unwrap_or_default();
                let value = match glued {
                    "" => args.next().cloned(),
                    glued => Some(with_text(arg, glued)),
                };
                if let Some(value) = value {
                    found.values.push((letter, value.text.clone()));
                    if is_file {
                        found.files.push(value);
                    }
                }
                break;
            }
        }
    }
    for (at, operand) in operands.into_iter().enumerate() {
        // A pattern may stand for many words, of which only the first is what is skipped.
        if at >= skip || operand.glob {
            found.operands += usize::from(at >= skip);
            found.files.push(operand.clone());
        }
    }
    found
}

fn with_text(arg: &Field, text: &str) -> Field {
    Field {
        text: text.to_owned(),
        ..arg.clone()
    }
}
