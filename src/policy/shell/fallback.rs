//! A crude second scan of text that the parser could not read.
//!
//! Cuts the text at everything that could end a command, strips quotes and backslashes, and looks
//! up each piece in the tables. Only high-risk results count: the scan ignores quoting, so it can
//! warn but never clear a command.

use super::danger::is_worth_a_probe;
use super::field::{DYNAMIC, Field};
use super::findings::{Findings, Span};
use super::walk::{State, Walker, whole};

/// Maximum number of pieces looked up in the tables; only pieces with a dangerous name
/// are looked up.
const MAX_PIECES: usize = 500;
/// Characters that end a pipeline.
const ENDS: [char; 8] = [';', '&', '(', ')', '\n', '`', '{', '}'];
/// Maximum number of words in a piece.
const MAX_WORDS: usize = 200;

/// Scans `source`, which is at `span` of the command, for high-risk commands.
pub(super) fn scan(source: &str, span: Span, state: &mut State) {
    if state.findings.is_high() {
        return;
    }
    let kept = std::mem::replace(&mut state.findings, Findings::new());
    let folders = state.folders.clone();
    let mut walker = Walker::bare(span, state);
    let source = source.replace("\\\n", "");
    for piece in source
        .split([';', '|', '&', '(', ')', '\n', '`', '{', '}'])
        .filter(|piece| has_dangerous_name(piece))
        .take(MAX_PIECES)
    {
        let fields: Vec<Field> = piece
            .split(|c: char| c.is_whitespace() || c == ',')
            .take(MAX_WORDS)
            .map(|word| field(word, span))
            .skip_while(|field| field.text.is_empty() || is_prefix(&field.text))
            .collect();
        if fields.len() > 1 {
            walker.simple(&fields, span);
        }
        if walker.state.findings.is_high() {
            break;
        }
    }
    pipelines(&source, span, state);
    state.folders = folders;
    let found = std::mem::replace(&mut state.findings, kept);
    state.findings.absorb_high(found);
}

/// Scans each pipeline as a whole, because cutting it loses what one program pipes to the next.
fn pipelines(source: &str, span: Span, state: &mut State) {
    let source = source
        .replace("||", "\n")
        .replace("|&", "|")
        .replace(">&", ">")
        .replace("&>", ">");
    // Split both ignoring and respecting quotes: in broken text it is unknown which quotes count.
    let blind = source.split(ENDS);
    let quoted = split_outside_quotes(&source);
    let pieces = blind.chain(quoted).filter(|piece| piece.contains('|'));
    for pipeline in pieces.take(MAX_PIECES) {
        if state.findings.is_high() {
            return;
        }
        whole(pipeline, span, state);
    }
}

/// Splits at the characters that end a pipeline, unless they are quoted.
fn split_outside_quotes(source: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut open: Option<char> = None;
    let mut escaped = false;
    for (at, character) in source.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match (open, character) {
            (Some('\''), '\\') => {}
            (_, '\\') => escaped = true,
            (Some(quote), _) if quote == character => open = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => open = Some(character),
            (None, _) if ENDS.contains(&character) => {
                pieces.extend(source.get(start..at));
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    pieces.extend(source.get(start..));
    pieces
}

fn field(word: &str, span: Span) -> Field {
    let mut text: String = word
        .chars()
        .filter(|c| !matches!(c, '\'' | '"' | '\\'))
        .collect();
    if text.contains('$') {
        text = DYNAMIC.to_string();
    }
    Field {
        unsure: true,
        ..Field::literal(&text, span)
    }
}

fn has_dangerous_name(piece: &str) -> bool {
    piece
        .split(|c: char| c.is_whitespace() || c == ',')
        .any(|word| {
            let bare: String = word
                .chars()
                .filter(|c| !matches!(c, '\'' | '"' | '\\'))
                .take(80)
                .collect();
            is_worth_a_probe(bare.rsplit('/').next().unwrap_or_default())
        })
}

/// Whether a word may precede a command's name.
fn is_prefix(word: &str) -> bool {
    word.contains('=')
        || matches!(
            word,
            "if" | "then" | "else" | "elif" | "do" | "while" | "until" | "!" | "time" | "coproc"
        )
}
