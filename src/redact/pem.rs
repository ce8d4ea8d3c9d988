//! Private keys in the form with marks, `-----BEGIN … PRIVATE KEY-----`: what lies between the
//! marks is masked, over lines and over the pieces of a stream. Called by `masker`.

use std::borrow::Cow;

use super::MASK;

const BEGIN: &str = "-----BEGIN";
const END: &str = "-----END";
const WHAT: &str = "PRIVATE KEY";
const DASHES: &str = "-----";

/// Whether a text that comes in pieces is inside a private key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PemBlock {
    inside: bool,
}

/// Masks what lies between the marks of a private key; the marks stay, and so does the number
/// of lines.
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
    // Whether the block began in this line: then text around the key may share the line.
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
            // A key in a text of a program ends with the quote; what follows is the program.
            let quote = rest.find(['"', '\'', '`']).unwrap_or(rest.len());
            let (body, after) = rest.split_at(quote);
            mask_body(body, out);
            out.push_str(after);
        }
    }
}

/// One mask for what is there, and the line's end after it.
fn mask_body(body: &str, out: &mut String) {
    let (body, end) = match body.strip_suffix('\n') {
        Some(body) => (body, "\n"),
        None => (body, ""),
    };
    let is_blank = body.trim().is_empty();
    out.push_str(if is_blank { body } else { MASK });
    out.push_str(end);
}

/// Where a mark begins and ends in a line.
fn mark_in(line: &str, mark: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let start = from + line.get(from..)?.find(mark)?;
        let words = start + mark.len();
        let tail = line.get(words..)?;
        // The next mark's dashes are not ours: a certificate before a key is no key.
        let reach = tail.find(DASHES).unwrap_or(tail.len());
        match tail.get(..reach)?.find(WHAT) {
            Some(_) => return Some((start, (words + reach + DASHES.len()).min(line.len()))),
            None => from = words,
        }
    }
}
