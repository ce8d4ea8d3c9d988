//! Renders a text that the user may approve, with nothing hidden in it: names invisible characters,
//! counts padding, and marks letters that look like others. `alike` finds the look-alikes.
//!
//! Called by the confirmation bar, its full text and the question of the line mode. It inserts
//! plain ASCII in angle brackets.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use super::alike::marked;
use super::sanitize::is_invisible;

/// Maximum number of consecutive spaces that count as indentation; a longer run is replaced
/// by its length.
const INDENTATION: usize = 20;
/// Maximum number of consecutive blank lines that are shown unchanged.
const BLANK_LINES: usize = 2;
/// Maximum number of hidden characters of one kind that are named one by one.
const NAMED: usize = 4;
/// Maximum number of combining marks on a letter; more would cover the text around it.
const MARKS: usize = 3;

/// Descriptions of padding, in the user's language.
#[derive(Debug, Clone, Copy)]
pub struct PaddingWords {
    /// Describes this many blank lines.
    pub blank_lines: fn(usize) -> String,
    /// Describes this many blanks.
    pub blanks: fn(usize) -> String,
}

/// Whether the whole text can be shown unchanged.
fn is_as_seen(text: &str) -> bool {
    // Every text with counted padding contains one of these.
    let padding = " ".repeat(INDENTATION + 1);
    text.bytes()
        .all(|byte| (0x20..0x7f).contains(&byte) || byte == b'\n')
        && !text.contains(&padding)
        && !text.contains("\n\n\n")
}

/// Returns the text with every hidden character as a token, long padding as its length, and each
/// letter that can be mistaken for another followed by its number. Line endings stay.
pub fn exact(text: &str, words: &PaddingWords) -> String {
    if is_as_seen(text) {
        return text.to_owned();
    }
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    let mut blank = 0;
    for line in text.split('\n') {
        if is_blank(line) {
            blank += 1;
            continue;
        }
        push_blank(&mut lines, std::mem::take(&mut blank), words);
        lines.push(Cow::Owned(exact_line(line, words)));
    }
    push_blank(&mut lines, blank, words);
    lines.join("\n")
}

/// Whether a line is empty except for ordinary blanks.
fn is_blank(line: &str) -> bool {
    line.bytes()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r'))
}

fn push_blank(lines: &mut Vec<Cow<'_, str>>, count: usize, words: &PaddingWords) {
    if count > BLANK_LINES {
        lines.push(Cow::Owned(format!("<{}>", (words.blank_lines)(count))));
    } else {
        lines.extend(std::iter::repeat_n(Cow::Borrowed(""), count));
    }
}

/// Works like [`exact`], for a text without line endings.
fn exact_line(line: &str, words: &PaddingWords) -> String {
    let marked = marked(line);
    let mut out = String::with_capacity(line.len());
    let mut before = Before::default();
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut run = 1;
        while chars.next_if(|(_, next)| *next == c).is_some() {
            run += 1;
        }
        if c == ' ' {
            push_blanks(&mut out, run, words);
            before = Before::default();
        } else if is_hidden(c) {
            push_hidden(&mut out, c, run);
            before = Before::default();
        } else {
            for copy in 0..run {
                let from = at + copy * c.len_utf8();
                push_seen(&mut out, c, marked.contains(&from), &mut before);
            }
        }
    }
    out
}

fn push_blanks(out: &mut String, count: usize, words: &PaddingWords) {
    if count > INDENTATION {
        out.push_str(&format!("<{}>", (words.blanks)(count)));
    } else {
        out.extend(std::iter::repeat_n(' ', count));
    }
}

fn push_hidden(out: &mut String, c: char, count: usize) {
    let name = name_of(c);
    if count > NAMED {
        out.push_str(&format!("<{name} x{count}>"));
    } else {
        out.extend(std::iter::repeat_n(format!("<{name}>"), count));
    }
}

/// The letter that a mark would be drawn over, and the number of its marks.
#[derive(Debug, Default)]
struct Before {
    letter: Option<char>,
    marks: usize,
}

fn push_seen(out: &mut String, c: char, is_marked: bool, before: &mut Before) {
    if is_selector(c) {
        // A variation selector chooses the appearance of a symbol; after anything else
        // it is invisible.
        let sign = before
            .letter
            .is_some_and(|it| !it.is_ascii() && !it.is_alphanumeric());
        if sign && c == '\u{fe0f}' {
            return out.push(c);
        }
        push_hidden(out, c, 1);
        *before = Before::default();
    } else if is_combining_mark(c) {
        before.marks += 1;
        let has_ground = before.letter.is_some_and(char::is_alphanumeric);
        if has_ground && before.marks <= MARKS {
            return out.push(c);
        }
        push_hidden(out, c, 1);
        before.letter = None;
    } else {
        out.push(c);
        *before = Before {
            letter: Some(c),
            marks: 0,
        };
        if is_marked {
            push_hidden(out, c, 1);
            *before = Before::default();
        }
    }
}

fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Whether a character is a blank other than the ordinary space, or has no visible form of its own.
fn is_hidden(c: char) -> bool {
    let joins = matches!(c, '\u{200c}' | '\u{200d}');
    c != ' ' && (c.is_whitespace() || is_invisible(c) || joins) && !is_selector(c)
}

fn name_of(c: char) -> String {
    match c {
        '\t' => "TAB".to_owned(),
        '\r' => "CR".to_owned(),
        '\n' => "LF".to_owned(),
        '\u{1b}' => "ESC".to_owned(),
        other => format!("U+{:04X}", u32::from(other)),
    }
}
