//! `/context`: how much of the model's window each part takes, as a gauge with a letter for
//! each part and as a table. Every figure except the window itself is an estimate, and marked
//! as one with `~`.

use super::{code, other};
use l10n::{counted, said, say, thousands};
use notice::Notice;
use protocol::context::ContextRow;
use protocol::query::Reply;

/// Number of cells of the gauge.
const CELLS: u64 = 48;

/// Cell for free space.
const FREE: char = '.';

/// One part of the context window.
struct Part {
    name: String,
    tokens: u64,
    /// Breakdown of the part, if there is one.
    rows: Vec<(String, u64)>,
}

/// Output form of the context usage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GaugeForm {
    /// Gauge, with a letter in front of each part.
    Drawn,
    /// Words and figures only.
    InWords,
}

pub(in crate::slash) fn context(reply: &Reply) -> String {
    account(reply, GaugeForm::Drawn)
}

/// Formats `/context` for reading aloud, without the gauge.
pub(in crate::slash) fn context_in_words(reply: &Reply) -> String {
    account(reply, GaugeForm::InWords)
}

fn account(reply: &Reply, told: GaugeForm) -> String {
    let Reply::Context {
        rows,
        parts,
        limit,
        kept,
        left_out,
        shortened,
        counted: by_provider,
    } = reply
    else {
        return other(reply);
    };
    let parts = in_order(parts, rows);
    let total: u64 = parts.iter().map(|part| part.tokens).sum();
    let mut text = match limit {
        0 => say!("command-context-unknown", total = thousands(total)),
        limit if told == GaugeForm::InWords => say!(
            "command-context-in-words",
            total = thousands(total),
            limit = thousands(*limit),
            percent = percent(total, *limit)
        ),
        limit => say!(
            "command-context",
            total = thousands(total),
            limit = thousands(*limit),
            percent = percent(total, *limit),
            gauge = gauge(&parts, *limit)
        ),
    };
    text.push_str(match told {
        GaugeForm::Drawn => say!("command-context-head"),
        GaugeForm::InWords => "",
    });
    let row = |letter: String, name: &str, tokens: u64| match told {
        GaugeForm::Drawn => row(&letter, name, tokens, *limit),
        GaugeForm::InWords => line(name, tokens, *limit),
    };
    for (part, letter) in parts.iter().zip('a'..='z') {
        text.push_str(&row(letter.to_string(), &part.name, part.tokens));
        for (name, tokens) in &part.rows {
            text.push_str(&row(String::new(), name, *tokens));
        }
    }
    if *limit > 0 {
        let free = limit.saturating_sub(total);
        text.push_str(&row(FREE.to_string(), say!("command-context-free"), free));
    }
    if let Some(tokens) = by_provider {
        text.push_str(&say!(
            "command-context-counted",
            tokens = counted(*tokens, "token")
        ));
    }
    text.push_str(&notes(*limit, *kept, *left_out, *shortened));
    text
}

/// Orders the parts, with the included files before the conversation.
fn in_order(parts: &[(Notice, u64)], rows: &[(ContextRow, u64)]) -> Vec<Part> {
    let mut out: Vec<Part> = parts
        .iter()
        .map(|(name, tokens)| Part {
            name: said(name).replace('|', "\\|"),
            tokens: *tokens,
            rows: Vec::new(),
        })
        .collect();
    if !rows.is_empty() {
        let place = parts
            .iter()
            .position(|(name, _)| name.id() == Some("part-talk"));
        let included = Part {
            name: say!("command-context-files").to_owned(),
            tokens: rows.iter().map(|(_, tokens)| tokens).sum(),
            rows: rows
                .iter()
                .map(|(row, tokens)| (place_of(row), *tokens))
                .collect(),
        };
        out.insert(place.unwrap_or(out.len()), included);
    }
    out
}

fn place_of(row: &ContextRow) -> String {
    let lines = match (row.start_line, row.end_line) {
        (Some(start), Some(end)) => format!(":{start}-{end}"),
        _ => String::new(),
    };
    code(&format!("{}{lines}", row.file_path).replace('|', "\\|"))
}

fn row(letter: &str, name: &str, tokens: u64, limit: u64) -> String {
    let share = match limit {
        0 => String::new(),
        limit => format!("{} %", percent(tokens, limit)),
    };
    format!("| {letter} | {name} | ~{} | {share} |\n", thousands(tokens))
}

fn line(name: &str, tokens: u64, limit: u64) -> String {
    // Removes the escapes: outside a table a bar ends no cell.
    let name = name.replace("\\|", "|");
    let tokens_said = thousands(tokens);
    let words = match limit {
        0 => say!("command-context-part", name, tokens = tokens_said),
        limit => say!(
            "command-context-part-of",
            name,
            tokens = tokens_said,
            percent = percent(tokens, limit)
        ),
    };
    format!("- {words}\n")
}

/// Formats a percentage in whole percents, as the status line does. A non-zero amount never shows
/// as zero.
fn percent(tokens: u64, limit: u64) -> String {
    let whole = tokens.saturating_mul(100).checked_div(limit).unwrap_or(0);
    match (whole, tokens) {
        (0, 1..) => "<1".to_owned(),
        _ => whole.to_string(),
    }
}

/// Draws the window as cells: each part as its letter, as wide as its share. Tokens beyond the
/// window are not drawn.
fn gauge(parts: &[Part], limit: u64) -> String {
    let mut out = String::new();
    let (mut sum, mut drawn) = (0_u64, 0_u64);
    for (part, letter) in parts.iter().zip('a'..='z') {
        sum = sum.saturating_add(part.tokens);
        let end = sum.min(limit).saturating_mul(CELLS);
        let end = (end + limit / 2).checked_div(limit).unwrap_or(0);
        for _ in drawn..end {
            out.push(letter);
        }
        drawn = end.max(drawn);
    }
    for _ in drawn..CELLS {
        out.push(FREE);
    }
    out
}

/// Explains what happens when space is short, and what the user can do.
fn notes(limit: u64, kept: u64, left_out: usize, shortened: usize) -> String {
    let mut text = String::from("\n");
    let mut made_room = Vec::new();
    if left_out > 0 {
        let old = counted(left_out, "old message");
        made_room.push(say!("command-context-too-many", old));
    }
    if shortened > 0 {
        made_room.push(say!(
            "command-context-shortened",
            results = counted(shortened, "old result")
        ));
    }
    if !made_room.is_empty() {
        text.push_str(&say!("command-context-room", what = made_room.join(", ")));
    }
    if limit > 0 {
        text.push_str(&say!("command-context-kept", kept = thousands(kept)));
    }
    text.push_str(say!("command-context-foot"));
    text
}
