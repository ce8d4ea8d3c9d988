//! Private keys in PEM form, `-----BEGIN … PRIVATE KEY-----`: masks the text between the marks,
//! over several lines and over the pieces of a stream. Called by `masker`.

use std::borrow::Cow;

use super::MASK;

const BEGIN: &str = "-----BEGIN";
const END: &str = "-----END";
const WHAT: &str = "PRIVATE KEY";
const DASHES: &str = "-----";

/// Whether a text that arrives in pieces is inside a private key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PemBlock {
    inside: bool,
}

/// Masks the text between the marks of a private key; the marks and the number of lines stay.
pub(super) fn mask_blocks<'a>(text: &'a str, block: &mut PemBlock) -> Cow<'a, str> {
    if !block.inside && !text.contains(BEGIN) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        mask_line(line, block, &mut out);
    }
    Cow::Owned(out)
}

fn mask_line(line: &str, block: &mut PemBlock, out: &mut String) {
    let mut rest = line;
    // Whether the block started in this line: then other text may share the line with the key.
    let mut begun_here = false;
    while !rest.is_empty() {
        let mark = if block.inside { END } else { BEGIN };
        let Some((start, end)) = mark_in(rest, mark) else {
            break;
        };
        let (before, marked) = rest.split_at(start);
        let (mark, after) = marked.split_at(end - start);
        if block.inside {
            mask_body(before, out);
        } else {
            out.push_str(before);
        }
        out.push_str(mark);
        block.inside = !block.inside;
        begun_here = block.inside;
        rest = after;
    }
    match (block.inside, begun_here) {
        (false, _) => out.push_str(rest),
        (true, false) => mask_body(rest, out),
        (true, true) => {
            // A key in a string literal ends with the quote; program code follows.
            let quote = rest.find(['"', '\'', '`']).unwrap_or(rest.len());
            let (body, after) = rest.split_at(quote);
            mask_body(body, out);
            out.push_str(after);
        }
    }
}

/// Writes one mask for the text, followed by its line ending.
fn mask_body(body: &str, out: &mut String) {
    let (body, end) = match body.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (body, ""),
    };
    let is_blank = body.trim().is_empty();
    out.push_str(if is_blank { body } else { MASK });
    out.push_str(end);
}

/// Returns the start and the end of a mark in a line.
fn mark_in(line: &str, mark: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let start = from + line.get(from..)?.find(mark)?;
        let words = start + mark.len();
        let tail = line.get(words..)?;
        // The dashes of the next mark end the search: a certificate before a key is not a key.
        let reach = tail.find(DASHES).unwrap_or(tail.len());
        match tail.get(..reach)?.find(WHAT) {
            Some(_) => return Some((start, (words + reach + DASHES.len()).min(line.len()))),
            None => from = words,
        }
    }
}
