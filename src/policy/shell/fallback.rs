//! A crude second look at what the parser could not read.
//!
//! The text is cut at everything that could end a command, quotes and backslashes are taken off,
//! and each piece is looked up in the tables. Only what is high risk there counts: the look is
//! blind to quoting, so it can warn and never clear.

use super::danger::is_worth_a_probe;
use super::field::{DYNAMIC, Field};
use super::findings::{Findings, Span};
use super::walk::{State, Walker, whole};

/// Most pieces that are looked up in the tables; only those with a dangerous name in them are.
const MAX_PIECES: usize = 500;
/// What ends a pipeline.
const ENDS: [char; 8] = [';', '&', '(', ')', '\n', '`', '{', '}'];
/// Most words of a piece.
const MAX_WORDS: usize = 200;

/// Looks for high-risk commands in `source`, which stands at `span` of the command.
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

/// Looks at each pipeline by itself: what one program hands to the next is lost where it is cut into pieces.
fn pipelines(source: &str, span: Span, state: &mut State) {
    let source = source
        .replace("||", "\n")
        .replace("|&", "|")
        .replace(">&", ">")
        .replace("&>", ">");
    // Blind to quotes and not: of what is broken nobody knows which of them are.
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

/// The pieces between what ends a pipeline, where that is not quoted.
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

/// Whether a word may stand in front of a command's name.
fn is_prefix(word: &str) -> bool {
    word.contains('=')
        || matches!(
            word,
            "if" | "then" | "else" | "elif" | "do" | "while" | "until" | "!" | "time" | "coproc"
        )
}
