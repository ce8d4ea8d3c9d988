//! Parses JSON that is incomplete: closes it where it broke off.

use serde_json::Value;

/// Position at which the input broke off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Inside a string that is not complete.
    InText,
    Between,
}

/// The received part, as a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SoFar {
    pub(super) value: Value,
    pub(super) ended: Ended,
    /// Whether the value is complete.
    whole: bool,
}

impl SoFar {
    /// Returns a string of the outermost object if it is complete.
    pub(super) fn whole_text(&self, name: &str) -> Option<String> {
        let fields = self.value.as_object()?;
        let text = fields.get(name)?.as_str()?;
        let is_last = fields.len() == 1;
        let may_grow = self.ended == Ended::InText && is_last && !self.whole;
        (!may_grow).then(|| text.to_owned())
    }
}

/// An object or an array that is still open.
#[derive(Debug, Clone, Copy)]
struct Open {
    close: char,
    wants_key: bool,
}

/// A string that is still open.
#[derive(Debug, Clone, Copy)]
struct Text {
    is_key: bool,
    /// Start of an escape that is still incomplete.
    escape: Option<usize>,
}

/// Closes open strings, lists and objects. Leaves out names without a value and numbers that may
/// continue. `None` if there is no value yet.
pub(super) fn completed(text: &str) -> Option<SoFar> {
    let mut open: Vec<Open> = Vec::new();
    let mut inside: Option<Text> = None;
    // Position up to which the input is complete, and the brackets that have to be closed there.
    let mut safe: Option<(usize, Vec<Open>)> = None;
    for (at, letter) in text.char_indices() {
        let after = at + letter.len_utf8();
        if let Some(mut now) = inside {
            match (now.escape, letter) {
                (Some(begun), _) if escape_is_over(text, begun, after) => now.escape = None,
                (Some(_), _) => {}
                (None, '\\') => now.escape = Some(at),
                (None, '"') => {
                    inside = None;
                    if !now.is_key {
                        safe = Some((after, open.clone()));
                    }
                    continue;
                }
                (None, _) => {}
            }
            inside = Some(now);
            continue;
        }
        match letter {
            '{' | '[' => {
                let close = if letter == '{' { '}' } else { ']' };
                let wants_key = letter == '{';
                open.push(Open { close, wants_key });
                safe = Some((after, open.clone()));
            }
            '}' | ']' => {
                open.pop();
                safe = Some((after, open.clone()));
            }
            ',' => {
                safe = Some((at, open.clone()));
                if let Some(last) = open.last_mut() {
                    last.wants_key = last.close == '}';
                }
            }
            ':' => {
                if let Some(last) = open.last_mut() {
                    last.wants_key = false;
                }
            }
            '"' => {
                let is_key = open.last().is_some_and(|last| last.wants_key);
                let escape = None;
                inside = Some(Text { is_key, escape });
            }
            _ => {}
        }
    }
    let (mut out, open, ended) = match inside {
        Some(now) if !now.is_key => {
            let end = now.escape.unwrap_or(text.len());
            let out = format!("{}\"", text.get(..end)?);
            (out, open, Ended::InText)
        }
        _ => {
            let (end, open) = safe?;
            (text.get(..end)?.to_owned(), open, Ended::Between)
        }
    };
    let whole = open.is_empty();
    out.extend(open.iter().rev().map(|open| open.close));
    let value = serde_json::from_str::<Value>(&out).ok()?;
    Some(SoFar {
        value,
        ended,
        whole,
    })
}

/// `\n` has two bytes, `\u00e9` six; the second half of a surrogate pair belongs to its escape.
fn escape_is_over(text: &str, begun: usize, after: usize) -> bool {
    let so_far = text.get(begun..after).unwrap_or_default();
    match so_far.as_bytes().get(1) {
        None => false,
        Some(b'u') => {
            let high = so_far
                .get(2..6)
                .and_then(|digits| u16::from_str_radix(digits, 16).ok())
                .is_some_and(|unit| (0xd800..0xdc00).contains(&unit));
            so_far.len() >= if high { 12 } else { 6 }
        }
        Some(_) => true,
    }
}
