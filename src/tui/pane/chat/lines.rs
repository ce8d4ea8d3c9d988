//! Cells of one row or few: the speaker, reasoning, answered questions, notices, retries, the end
//! of a run, and queued messages.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::style::Modifier;

use super::call::SHOWN_MS;
use super::cell::{CellFold, Speaker};
use crate::status::short;
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::{wrap, wrap_text};
use client::phrases::{answer, run};
use client::text::{clock, elapsed, truncate, visible, width_of};
use l10n::{counted, money, say, tenths};
use notice::Notice;
use protocol::approval::{AnsweredBy, Decision};
use protocol::change::FileStat;
use protocol::event::NoticeLevel;
use protocol::picture::Picture;
use protocol::review::RunChanges;
use protocol::session::{DeliveryPoint, RunResult, UnappliedExtent};

/// A cell without a text of its own.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LineCell {
    /// A question that was answered.
    Answered {
        tool: String,
        question: String,
        answer: String,
        by: AnsweredBy,
        at: Timestamp,
    },
    Notice {
        level: NoticeLevel,
        text: String,
    },
    Retry {
        attempt: u32,
        of: u32,
        after_ms: u64,
        why: String,
        hint: Option<String>,
    },
    End {
        how: Ending,
        result: Box<RunResult>,
        /// Hunks that wait for the review.
        waiting: usize,
        /// The fate of the run's changes, if the change log has it.
        changes: Option<RunChanges>,
        /// Actions that the user can take about it, as the last rows.
        ways: &'static [Way],
    },
    Queued {
        text: String,
        deliver: DeliveryPoint,
    },
}

/// An action that the user can take about a run that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    SendAgain,
    EnterKey,
}

impl Way {
    /// Returns the ways on after an error.
    pub(super) fn after(error: &Notice) -> &'static [Way] {
        if wants_key(error) {
            &[Way::EnterKey, Way::SendAgain]
        } else {
            &[Way::SendAgain]
        }
    }

    /// Returns the row of the way: its key and what that does.
    fn row(self, width: usize) -> Row {
        let (key, what) = match self {
            Way::SendAgain => ("r", say!("chat-way-send-again")),
            Way::EnterKey => ("e", say!("chat-way-enter-key")),
        };
        let mut row = Row::default();
        row.push(key, TextStyle::of(Role::Accent));
        row.push(&format!("  {what}"), TextStyle::of(Role::FgMuted));
        row.cut(width).decoration()
    }
}

/// Whether an error says that a provider's key is missing or wrong, perhaps with the server's words.
fn wants_key(error: &Notice) -> bool {
    let is_named = matches!(error.id(), Some("told-key-refused" | "told-no-key-asked"));
    match error.argument("why") {
        Some(notice::Value::Notice(why)) => is_named || wants_key(why),
        _ => is_named,
    }
}

/// The way a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    Done,
    Stopped,
    Failed { error: String, hint: Option<String> },
    Interrupted { unknown_calls: usize },
}

impl LineCell {
    /// Whether the cell is placed close to the lines above.
    pub(super) fn is_close(&self) -> bool {
        !matches!(self, LineCell::End { .. } | LineCell::Queued { .. })
    }

    /// Returns the cell's text, for searching and copying.
    pub(super) fn text(&self, zone: &TimeZone) -> String {
        let rows = self.rows(10_000, zone);
        let lines: Vec<String> = rows
            .iter()
            .map(|row| row.plain().trim().to_owned())
            .collect();
        lines.join("\n")
    }

    pub(super) fn rows(&self, width: usize, zone: &TimeZone) -> Vec<Row> {
        match self {
            LineCell::Answered {
                tool,
                question,
                answer,
                by,
                at,
            } => {
                let dim = TextStyle::of(Role::FgMuted);
                let question = one_line(question);
                let gap = if tool.is_empty() { "" } else { " " };
                let left = say!("chat-asked", gap, tool, question);
                let right = say!(
                    "chat-answered",
                    answer,
                    by = by_word(*by),
                    time = clock(*at, zone)
                );
                vec![two_sides(&left, dim, &right, dim, width)]
            }
            LineCell::Notice { level, text } => {
                let (word, role) = match level {
                    NoticeLevel::Info => (say!("chat-label-note"), Role::Info),
                    NoticeLevel::Warning => (say!("chat-label-warn"), Role::Warn),
                    NoticeLevel::Error => (say!("chat-label-error"), Role::Err),
                };
                labelled(word, TextStyle::of(role), text, width)
            }
            LineCell::Retry {
                attempt,
                of,
                after_ms,
                why,
                hint,
            } => {
                let seconds = after_ms.div_ceil(1_000);
                let text = say!("chat-retry", attempt, of, seconds, why);
                let mut rows = labelled(
                    say!("chat-label-retry"),
                    TextStyle::of(Role::Warn),
                    &text,
                    width,
                );
                rows.extend(hint.iter().flat_map(|hint| hint_rows(hint, width)));
                rows
            }
            LineCell::End {
                how,
                result,
                waiting,
                changes: fate,
                ways,
            } => {
                let mut rows = end_rows(how, result, fate.as_ref(), width);
                if let Some(text) = waiting_words(result, fate.as_ref(), *waiting) {
                    rows.extend(wrap_text(&text, TextStyle::of(Role::Info), width));
                }
                rows.extend(ways.iter().map(|way| way.row(width)));
                rows
            }
            LineCell::Queued { text, deliver } => {
                let style = TextStyle::of(Role::FgMuted).with(Modifier::ITALIC);
                let (shown, hidden) = first_lines(text);
                let label = match deliver {
                    DeliveryPoint::AfterStep => say!("chat-label-after-step"),
                    DeliveryPoint::AfterRun => say!("chat-label-after-run"),
                };
                let mut rows = labelled(label, style, &format!(" {shown}"), width);
                rows.extend((hidden > 0).then(|| lines_hidden(hidden, width)));
                rows
            }
        }
    }
}

/// Returns the speaker's line above their text.
pub(super) fn speaker(speaker: &Speaker, width: usize, zone: &TimeZone) -> Row {
    let name = TextStyle::of(speaker.role).with(Modifier::BOLD);
    two_sides(
        &visible(&speaker.name),
        name,
        &clock(speaker.at, zone),
        TextStyle::of(Role::FgMuted),
        width,
    )
    .decoration()
}

/// Returns a line for each picture that the user attached.
pub(super) fn pictures(shown: &[Picture], width: usize) -> Vec<Row> {
    let line = |picture: &Picture| format!("▣ {}", visible(&picture.words()));
    let rows = |picture| wrap_text(&line(picture), TextStyle::of(Role::FgMuted), width);
    shown.iter().flat_map(rows).collect()
}

/// Returns the line of a model's reasoning with this many words; if open, the reasoning
/// follows below it.
pub(super) fn reasoning(words: usize, fold: CellFold, width: usize) -> Row {
    let line = say!("chat-thinking", words = counted(words, "word"));
    with_fold_hint(&line, thought(), fold, width)
}

/// Returns a dim row that opens to more.
pub(super) fn foldable(line: &str, fold: CellFold, width: usize) -> Row {
    with_fold_hint(line, TextStyle::of(Role::FgMuted), fold, width)
}

fn with_fold_hint(line: &str, style: TextStyle, fold: CellFold, width: usize) -> Row {
    let hint = match fold {
        CellFold::Folded => say!("chat-space-open"),
        CellFold::Open => say!("chat-space-close"),
    };
    two_sides(line, style, hint, TextStyle::of(Role::FgMuted), width).decoration()
}

/// Returns the style of reasoning.
pub(super) fn thought() -> TextStyle {
    TextStyle::of(Role::FgMuted).with(Modifier::ITALIC)
}

/// Separator before a fact in a row, and before a fact that begins the next row.
const BETWEEN: &str = " · ";
const BELOW: &str = "\n";

/// Lays out facts behind a word of this many columns. A figure is not separated from its unit: a
/// fact without room in its row goes to the next one as a whole.
fn fact_pieces(facts: &[String], word: usize, width: usize) -> Vec<Piece> {
    let style = TextStyle::of(Role::FgMuted);
    let mut left = width.saturating_sub(word);
    let mut pieces = Vec::new();
    for fact in facts {
        let mut between = BETWEEN;
        if width_of(between) + width_of(fact) > left {
            between = BELOW;
            left = width;
        }
        left = left.saturating_sub(width_of(between) + width_of(fact));
        pieces.push(Piece::new(between, style));
        pieces.push(Piece::new(fact.as_str(), style));
    }
    pieces
}

fn end_rows(how: &Ending, result: &RunResult, fate: Option<&RunChanges>, width: usize) -> Vec<Row> {
    let (word, role) = match how {
        Ending::Done => (say!("chat-end-done"), Role::Ok),
        Ending::Stopped => (say!("chat-end-stopped"), Role::Warn),
        Ending::Failed { .. } => (say!("chat-end-failed"), Role::Err),
        Ending::Interrupted { .. } => (say!("chat-end-interrupted"), Role::Err),
    };
    let word_style = TextStyle::of(role).with(Modifier::BOLD);
    let mut pieces = vec![Piece::new(word, word_style)];
    let mut facts = run_facts(result, fate);
    // A user who asked for a change sees that there was none, whatever the model says about it.
    if matches!(how, Ending::Done) && result.tool_calls > 0 && result.changed_nothing() {
        facts.insert(0, say!("chat-nothing-changed").to_owned());
    }
    pieces.extend(fact_pieces(&facts, width_of(word), width));
    let mut rows = wrap(&pieces, width);
    match how {
        Ending::Failed { error, hint } => {
            rows.extend(wrap_text(&visible(error), TextStyle::of(Role::Err), width));
            rows.extend(hint.iter().flat_map(|hint| hint_rows(hint, width)));
        }
        Ending::Interrupted { unknown_calls } if *unknown_calls > 0 => {
            let text = say!("chat-end-unknown", calls = counted(*unknown_calls, "call"));
            rows.extend(wrap_text(&text, TextStyle::of(Role::Warn), width));
        }
        _ => {}
    }
    rows
}

/// Counts the changes that wait for the review, by their state: proposed, or applied already.
/// `known` counts those of the session, until the change log tells those of the run.
fn waiting_words(result: &RunResult, fate: Option<&RunChanges>, known: usize) -> Option<String> {
    let (open, proposed) = match fate {
        Some(fate) => (fate.undecided as usize, fate.proposed as usize),
        None => (known, result.proposed as usize),
    };
    let proposed = proposed.min(open);
    let applied = open - proposed;
    match (proposed, applied) {
        (0, 0) => None,
        (_, 0) => Some(say!("chat-wait-proposed", count = proposed)),
        (0, _) => Some(say!("chat-wait-applied", count = applied)),
        (_, _) => Some(say!("chat-wait-some", count = proposed, applied)),
    }
}

/// Lists what a run changed: files, lines added and removed. Changes that were refused or taken
/// back later are mentioned, and not counted.
fn changed_by(result: &RunResult, fate: Option<&RunChanges>) -> Vec<String> {
    let sum = |count: fn(&FileStat) -> u32| -> u64 {
        let files = result.files_modified.iter();
        files.map(|file| u64::from(count(file))).sum()
    };
    let told = (
        result.files_modified.len(),
        sum(|file| file.added),
        sum(|file| file.removed),
    );
    let proposed = proposed_of(result, fate);
    let differs = |fate: &&RunChanges| fate.refused + fate.taken_back + fate.edited > 0;
    // The change log counts a line once that several calls change. It has text files only.
    let has_all = |fate: &&RunChanges| fate.files as usize == result.files_modified.len();
    let fate = fate.filter(|fate| differs(fate) || has_all(fate) || result.refused > 0);
    let (files, added, removed) = fate.map_or(told, |fate| {
        let files = usize::try_from(fate.files).unwrap_or(usize::MAX);
        (files, u64::from(fate.added), u64::from(fate.removed))
    });
    let mut facts = Vec::new();
    if files > 0 {
        let size = format!("{} +{added} -{removed}", counted(files, "file"));
        facts.push(match proposed {
            ProposedRemainder::None => size,
            ProposedRemainder::All => say!("chat-size-proposed", size),
            ProposedRemainder::Some(hunks) => say!("chat-size-some-proposed", size, hunks),
        });
    }
    match fate {
        Some(fate) => {
            let all = counted(fate.all, "hunk");
            if fate.edited > 0 {
                let count = fate.edited;
                facts.push(say!("chat-fate-some-edited", count, all = all));
            }
            if fate.refused > 0 {
                facts.push(say!(
                    "chat-fate-some-refused",
                    count = fate.refused,
                    all = all
                ));
            }
            if fate.taken_back > 0 {
                facts.push(say!(
                    "chat-fate-some-taken-back",
                    count = fate.taken_back,
                    all
                ));
            }
        }
        None if result.refused > 0 => {
            facts.push(say!("chat-hunks-refused", count = result.refused));
        }
        None => {}
    }
    facts
}

/// The part of a run's changes that is not on the disk.
enum ProposedRemainder {
    None,
    All,
    /// `1 of 2 hunks`.
    Some(String),
}

fn proposed_of(result: &RunResult, fate: Option<&RunChanges>) -> ProposedRemainder {
    match fate {
        // Until the change log has reported, the run's end has the numbers for the session.
        None if is_all_unwritten(result) => ProposedRemainder::All,
        None if result.proposed > 0 => ProposedRemainder::Some(counted(result.proposed, "hunk")),
        None => ProposedRemainder::None,
        Some(fate) if fate.proposed == 0 => ProposedRemainder::None,
        Some(fate) => {
            let standing = fate.all.saturating_sub(fate.refused + fate.taken_back);
            if fate.proposed == standing {
                ProposedRemainder::All
            } else {
                ProposedRemainder::Some(say!(
                    "chat-hunks-of",
                    count = fate.proposed,
                    all = counted(fate.all, "hunk")
                ))
            }
        }
    }
}

/// Whether none of the run's changes is on the disk.
fn is_all_unwritten(result: &RunResult) -> bool {
    let mut files = result.files_modified.iter();
    let is_unwritten =
        |file: &FileStat| result.unwritten_of(&file.path) == Some(UnappliedExtent::All);
    !result.files_modified.is_empty() && files.all(is_unwritten)
}

fn run_facts(result: &RunResult, fate: Option<&RunChanges>) -> Vec<String> {
    let mut facts = changed_by(result, fate);
    facts.extend(run::calls(result));
    facts.extend(run::refused_unasked(result));
    if result.duration_ms >= SHOWN_MS {
        facts.push(duration(result.duration_ms));
    }
    let tokens = result.usage.total_tokens();
    if tokens > 0 {
        let about = if result.usage.estimated { "~" } else { "" };
        let tokens = match tokens {
            0..1_000 => counted(tokens, "token"),
            _ => say!("list-tokens", tokens = short(tokens)),
        };
        facts.push(format!("{about}{tokens}"));
    }
    if let Some(cost) = result.usage.cost_usd.filter(|cost| *cost > 0.0) {
        // Tokens without a price show as a `+` behind the cost.
        let more = if result.usage.unpriced_tokens > 0 {
            "+"
        } else {
            ""
        };
        facts.push(format!("{}{more}", money(cost, 2)));
    }
    facts
}

/// Lays out a label, with its text indented beside it.
fn labelled(label: &str, style: TextStyle, text: &str, width: usize) -> Vec<Row> {
    let indent = width_of(label);
    let text = visible(text);
    if width < indent * 3 {
        return wrap(
            &[
                Piece::new(label, style),
                Piece::new(text, TextStyle::of(Role::FgMuted)),
            ],
            width,
        );
    }
    let mut rows = wrap_text(&text, TextStyle::of(Role::FgMuted), width - indent);
    for (number, row) in rows.iter_mut().enumerate() {
        let mark = if number == 0 {
            Piece::new(label, style)
        } else {
            Piece::new(" ".repeat(indent), TextStyle::default())
        };
        row.pieces.insert(0, mark);
        row.marks = 1;
    }
    rows
}

fn hint_rows(hint: &str, width: usize) -> Vec<Row> {
    wrap_text(&visible(hint), TextStyle::of(Role::FgMuted), width)
}

/// Lays out text at the left and at the right edge; the left one gives way, and if there is no room
/// for both, the right one is left out.
pub(super) fn two_sides(
    left: &str,
    left_look: TextStyle,
    right: &str,
    right_look: TextStyle,
    width: usize,
) -> Row {
    let right_width = width_of(right);
    let mut row = Row::default();
    if right_width == 0 || right_width + 12 > width {
        row.push(&truncate(left, width), left_look);
        return row;
    }
    let left = truncate(left, width - right_width - 2);
    row.push(&left, left_look);
    let space = width - right_width - width_of(&left);
    row.push(&" ".repeat(space), TextStyle::default());
    row.push(right, right_look);
    row
}

/// Maximum lines and bytes shown of a queued message; the conversation shows all of it once
/// it is sent.
const QUEUED_LINES: usize = 40;
const QUEUED_BYTES: usize = 8 * 1024;

/// Returns the first lines of a text, and the number of the others.
fn first_lines(text: &str) -> (&str, usize) {
    let ends = text.match_indices('\n').map(|(at, _)| at);
    let end = ends.clone().nth(QUEUED_LINES - 1).unwrap_or(text.len());
    let shown = beginning(text, end.min(QUEUED_BYTES));
    let rest = text.get(shown.len()..).unwrap_or_default();
    let lines = rest.trim_end().lines().count();
    // The first of them is the rest of a line.
    (
        shown,
        lines - usize::from(rest.starts_with('\n') && lines > 0),
    )
}

/// Returns a row that tells how many lines between two shown ones are hidden.
pub(super) fn lines_hidden(lines: usize, room: usize) -> Row {
    let text = say!("chat-lines-hidden", lines = counted(lines, "line"));
    let text = truncate(&text, room).into_owned();
    Row::text(text, TextStyle::of(Role::FgMuted)).decoration()
}

/// Maximum bytes of a line that are shown.
const LONGEST_LINE: usize = 4 * 1024;

/// Returns the first line of a text, with a mark if there is more.
pub(super) fn one_line(text: &str) -> String {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default();
    let shown = beginning(line, LONGEST_LINE);
    let first = visible(shown).trim_end().to_owned();
    if shown.len() < text.len() {
        format!("{first} …")
    } else {
        first
    }
}

/// Returns at most this many bytes of a text's beginning.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or(text)
}

/// Describes an answer in a word or few.
pub(super) fn decision_words(decision: &Decision) -> String {
    let short = |text: &str| truncate(&one_line(text), 40).into_owned();
    answer::decision(decision, short)
}

fn by_word(by: AnsweredBy) -> &'static str {
    match by {
        AnsweredBy::Key => say!("chat-by-key"),
        AnsweredBy::Rule => say!("chat-by-rule"),
        AnsweredBy::Mode => say!("chat-by-mode"),
        AnsweredBy::Timeout => say!("chat-by-time-out"),
        AnsweredBy::Cancel => say!("chat-by-cancelling"),
        AnsweredBy::Nobody => say!("chat-by-nobody"),
    }
}

/// Formats a duration: `0.1 s`, `12.3 s`, `2:05`.
pub(super) fn duration(milliseconds: u64) -> String {
    if milliseconds < 60_000 {
        return say!("size-seconds", seconds = tenths((milliseconds + 50) / 100));
    }
    elapsed(milliseconds / 1_000)
}
