//! The full text of what a question would grant, over the panes. A command or a line of a change
//! can have megabytes: its lines are therefore made piece by piece, one per frame, and nothing
//! counts as seen before the last one exists.

use std::collections::VecDeque;

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::{Dialog, DialogContext, is_of_screen};
use crate::bar::diff_lines;
use crate::effect::Effect;
use crate::hints::KeyHints;
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::select::Page;
use crate::theme::{Role, Theme};
use crate::view::{line, plain, row};
use crate::widget::boxed::{box_in, inside};
use crate::widget::reading_view::{READING_HINTS, ReadingView};
use crate::widget::wrap::chop;
use client::text::{PADDING, visible};
use l10n::{said, say};
use protocol::ids::QuestionId;
use protocol::query::{Query, Reply};
use protocol::review::ReviewReply;
use redact::exact;

/// Bytes that become lines in one step.
const STEP: usize = 64 * 1024;

/// Bytes before the end of a piece that are searched for a good place to break.
const BREAK: usize = 1_024;

/// The content that a question would grant, unprocessed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FullSource {
    /// The text that is approved literally: nothing may be hidden in it.
    exact: String,
    /// Bytes already taken.
    taken: usize,
    lines: VecDeque<String>,
}

impl FullSource {
    /// Creates a source from the literally approved text and its description.
    pub fn new(exact: String, lines: Vec<String>) -> Self {
        Self {
            exact,
            taken: 0,
            lines: lines.into(),
        }
    }

    /// Adds lines below the others.
    pub fn add(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
    }

    /// Whether everything was taken.
    pub fn is_empty(&self) -> bool {
        self.taken >= self.exact.len() && self.lines.is_empty()
    }

    /// Returns the next piece as shown, with the number of bytes that it was made of.
    pub(crate) fn next(&mut self) -> Option<(String, usize)> {
        let rest = self.exact.get(self.taken..).unwrap_or_default();
        if !rest.is_empty() {
            let bit = rest.get(..end_of_bit(rest)).unwrap_or(rest);
            self.taken += bit.len();
            let shown = exact(bit.strip_suffix('\n').unwrap_or(bit), &PADDING);
            return Some((visible(&shown).into_owned(), bit.len()));
        }
        let line = self.lines.front_mut()?;
        let rest = line.split_off(end_of_bit(line));
        let bit = std::mem::replace(line, rest);
        if line.is_empty() {
            self.lines.pop_front();
        }
        Some((visible(&bit).into_owned(), bit.len().max(1)))
    }
}

/// Returns how much of a text is one piece: up to the last line end in it without an empty line
/// behind it, so that padding is counted as one; otherwise up to a blank.
fn end_of_bit(text: &str) -> usize {
    if text.len() <= STEP {
        return text.len();
    }
    let most = text.floor_char_boundary(STEP);
    let window = text.get(..most).unwrap_or(text);
    let ends = window.rmatch_indices('\n').map(|(at, _)| at + 1);
    let follows = |at: &usize| {
        let rest = text.get(*at..).unwrap_or_default();
        rest.starts_with(|next: char| !next.is_whitespace())
    };
    let near = |at: &usize| *at + BREAK >= most;
    let mut ends = ends.take_while(|at| *at * 2 >= most);
    let blank = || window.rfind(' ').map(|at| at + 1).filter(near);
    ends.find(follows).or_else(blank).unwrap_or(most)
}

/// Everything that a question would grant, to be shown in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FullQuestion {
    pub question: QuestionId,
    /// The title above the text.
    pub title: String,
    pub source: FullSource,
    /// The query for further changes that a yes applies, if it applies any.
    pub written: Option<Query>,
}

/// The full text of a question.
#[derive(Debug)]
pub struct FullText {
    question: QuestionId,
    /// The title above the text.
    title: String,
    /// The lines so far, and their place on the screen.
    view: ReadingView,
    /// The content that is not in the lines yet.
    source: FullSource,
    /// The query whose answer is added below: what a yes applies.
    written: Option<Query>,
    /// Whether that query was sent.
    is_asked: bool,
}

impl FullText {
    /// Creates the text of a question without lines yet.
    pub fn new(full: FullQuestion) -> Self {
        Self {
            question: full.question,
            title: full.title,
            view: ReadingView {
                page: Page {
                    columns: 1,
                    ..Page::default()
                },
                area: Rect::default(),
            },
            source: full.source,
            written: full.written,
            is_asked: false,
        }
    }

    pub fn question(&self) -> QuestionId {
        self.question
    }

    /// Makes the next lines for a width. Text beyond the right edge would not be seen, so long
    /// lines are broken.
    fn extend(&mut self, width: usize) {
        let mut left = STEP;
        while left > 0 {
            let Some((text, bytes)) = self.source.next() else {
                return;
            };
            let parts = text.split('\n').flat_map(|line| chop(line, width));
            let lines = parts.map(|(_, part)| part.to_owned());
            self.view.page.lines.extend(lines);
            left = left.saturating_sub(bytes);
        }
    }

    /// Makes the next lines if some are missing.
    fn continue_text(&mut self) {
        if self.source.is_empty() {
            return;
        }
        self.extend(usize::from(self.view.area.width).max(1));
        if self.source.is_empty() && self.written.is_some() {
            let comparing = say!("full-comparing").to_owned();
            self.view.page.lines.push(comparing);
        }
    }

    /// Reports what the user has seen after scrolling, unless something else follows.
    fn or_seen(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        if effects.is_empty() {
            return self.note_seen();
        }
        effects
    }

    /// Replaces the "looking" line with what a yes writes before the command runs, file by file.
    fn add_written(&mut self, reply: &Reply) {
        let lines = match reply {
            Reply::Review { answer } => match answer.as_ref() {
                ReviewReply::Compared { diffs, left_out } => {
                    let left = left_out
                        .iter()
                        .map(|(path, why)| say!("compared-left-out", path, why));
                    let shown = diffs.iter().flat_map(diff_lines);
                    std::iter::once(say!("whole-yes-applies").to_owned())
                        .chain(shown)
                        .chain(left)
                        .collect()
                }
                _ => Vec::new(),
            },
            Reply::Failed { reason } => vec![said(reason)],
            _ => Vec::new(),
        };
        self.written = None;
        // The "looking" line is added only once every other line is there.
        if self.source.is_empty() {
            self.view.page.lines.pop();
        }
        self.source.add(lines);
        self.continue_text();
    }
}

impl Dialog for FullText {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Picker]
    }

    fn key_hints(&self) -> KeyHints {
        KeyHints::These(READING_HINTS)
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || action == Action::TogglePassthrough
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        let effects = self.view.act(action);
        self.or_seen(effects)
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let effects = self.view.key(key);
        self.or_seen(effects)
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        let effects = self.view.scroll(rows);
        self.or_seen(effects)
    }

    fn text(&self) -> Option<(Rect, &Page)> {
        Some((self.view.area, &self.view.page))
    }

    fn text_mut(&mut self) -> Option<&mut Page> {
        Some(&mut self.view.page)
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        if self.written.as_ref() != Some(query) {
            return InputUse::No;
        }
        self.add_written(reply);
        InputUse::Yes
    }

    fn sync(&mut self, _cx: &DialogContext<'_>) -> Vec<Effect> {
        if std::mem::replace(&mut self.is_asked, true) {
            return Vec::new();
        }
        let query = self.written.clone();
        query.map(Effect::Ask).into_iter().collect()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        let inner = inside(cx.area(), size(cx.area()));
        self.view.area = Rect {
            height: inner.height.saturating_sub(2),
            ..inner
        };
        self.view.page.rows = self.view.area.height;
        self.view.page.width = self.view.area.width;
        self.continue_text();
    }

    fn note_seen(&mut self) -> Vec<Effect> {
        let rows = usize::from(self.view.page.rows).max(1);
        let lines = self.view.page.lines.len();
        self.view.page.top = self.view.page.top.min(lines.saturating_sub(rows));
        // The user has not seen lines that are still to come.
        if self.view.page.top + rows < lines || self.is_incomplete() || self.written.is_some() {
            return Vec::new();
        }
        vec![Effect::SeenInFull(self.question)]
    }

    fn is_incomplete(&self) -> bool {
        !self.source.is_empty()
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let inner = box_in(whole, size(whole), &plain(&self.title), buf, theme);
        let rows = usize::from(inner.height.saturating_sub(2));
        let shown = self
            .view
            .page
            .lines
            .iter()
            .skip(self.view.page.top)
            .take(rows);
        for (index, content) in (0..).zip(shown) {
            let role = match content.chars().next() {
                Some('+') => Role::DiffAddFg,
                Some('-') => Role::DiffDelFg,
                _ => Role::Fg,
            };
            let text = Span::styled(plain(content), theme.style(role));
            line(buf, row(inner, index), &[text]);
        }
        let last = row(inner, inner.height.saturating_sub(1));
        let closes = say!("overlay-text-closes");
        self.view.draw_keys(closes, last, theme, buf);
        None
    }

    /// The user has read the text and answers next, so the bar is armed again.
    fn closed(&mut self) -> Vec<Effect> {
        vec![Effect::Act(Action::FocusConfirmBar)]
    }
}

fn size(whole: Rect) -> (u16, u16) {
    (whole.width, whole.height.saturating_sub(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, lines: Vec<String>) -> (FullText, usize) {
        let source = FullSource::new(text.to_owned(), lines);
        let question = QuestionId(uuid::Uuid::nil());
        let mut full = FullText::new(FullQuestion {
            question,
            title: String::new(),
            source,
            written: None,
        });
        let mut steps = 0;
        while full.is_incomplete() {
            let before = full.source.taken + full.view.page.lines.len();
            full.extend(80);
            assert!(full.source.taken + full.view.page.lines.len() > before);
            steps += 1;
        }
        (full, steps)
    }

    #[test]
    fn a_command_of_megabytes_becomes_lines_bit_by_bit_and_none_is_missing() {
        for (name, text) in [
            ("lines", "echo one\n".repeat(300_000)),
            ("words", "word ".repeat(500_000)),
            ("one word", "x".repeat(2_000_000)),
            ("wide", "日".repeat(700_000)),
        ] {
            let (full, steps) = shown(&text, vec!["y".repeat(1_000_000), "end".to_owned()]);
            assert!(steps >= (text.len() + 1_000_000) / (2 * STEP), "{name}");
            let letters = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
            let all: usize = full.view.page.lines.iter().map(|line| letters(line)).sum();
            assert_eq!(all, letters(&text) + 1_000_003, "{name}");
            assert!(
                full.view
                    .page
                    .lines
                    .iter()
                    .all(|line| line.chars().count() <= 80)
            );
        }
    }

    #[test]
    fn what_is_short_is_shown_as_it_is_when_it_is_shown_at_once() {
        for text in ["", "a", "a\nb", "a\n\n\nb", "one\ttwo \u{202e}three"] {
            let (full, _) = shown(text, vec![String::new(), "risk".to_owned()]);
            let mut lines: Vec<String> = exact(text, &PADDING)
                .lines()
                .map(|line| visible(line).into_owned())
                .collect();
            lines.extend([String::new(), "risk".to_owned()]);
            assert_eq!(full.view.page.lines, lines, "{text:?}");
        }
    }
}
