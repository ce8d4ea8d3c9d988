//! The footer: countdown, field, message, and the buttons or where to find them.

use std::ops::Range;

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::{DrawnRows, Paint};
use crate::bar::PassthroughQuestion;
use crate::bar::buttons::{self, ButtonRow};
use crate::bar::entry::{BarPanel, Entry, Timer};
use crate::bar::field::{Field, FieldKind};
use crate::bar::guard::{FILL, Until};
use crate::bar::input::Act;
use crate::composer::layout;
use crate::motion::Motion;
use crate::theme::Role;
use client::question::{Choice, asks_permission};
use client::text::width_of;
use l10n::{say, tenths};
use protocol::approval::QuestionBody;

/// Width of the countdown in cells.
const TIMER_CELLS: u32 = 24;
/// Rows of a multi-line field.
const FIELD_ROWS: usize = 8;

impl Paint<'_> {
    pub(super) fn footer(&self, entry: &Entry) -> DrawnRows {
        let mut footer = DrawnRows::default();
        if let Some(timer) = entry.timer {
            footer.lines.extend(self.countdown(timer));
        }
        if let Some(message) = &self.bar.message {
            footer
                .lines
                .extend(self.folded(Role::Warn, &format!(" {message}")));
        }
        match &entry.panel {
            BarPanel::Field(field) => self.field(entry, field, &mut footer),
            BarPanel::Scopes { .. } => footer.lines.extend(self.scope_keys(entry)),
            _ => footer.lines.extend(self.answer_row(entry)),
        }
        footer
    }

    pub(super) fn answer_row(&self, entry: &Entry) -> Vec<Line<'static>> {
        if !self.bar.has_focus() {
            return self.waits(entry);
        }
        let mut row = buttons::row(entry, self.view);
        // Enter takes the highlighted option, so no button has the focus.
        let focused = match entry.question.body {
            QuestionBody::Select { .. } => usize::MAX,
            _ => entry.button,
        };
        self.note_unarmed(&mut row, entry, focused);
        self.buttons(&row, focused)
    }

    /// Appends a note that no key counts yet. It takes no extra row, except if the question
    /// has just changed.
    fn note_unarmed(&self, row: &mut ButtonRow, entry: &Entry, focused: usize) {
        let left = self.bar.guard.arming_left(self.bar.now);
        if left.is_zero() {
            return;
        }
        let of_seconds = u64::try_from(left.as_millis().div_ceil(100)).unwrap_or(u64::MAX);
        let seconds = tenths(of_seconds);
        let long = say!("bar-armed", seconds = seconds);
        let short = say!("bar-armed-short", seconds);
        let rows = self.buttons(row, focused).len();
        let with = |tail: &String| ButtonRow {
            tail: tail.clone(),
            ..row.clone()
        };
        let fits = |tail: &&String| self.buttons(&with(tail), focused).len() <= rows;
        let tail = [&long, &short].into_iter().find(fits);
        if let Some(tail) = tail.or(entry.question.changed.then_some(&long)) {
            row.tail = tail.clone();
        }
    }

    fn waits(&self, entry: &Entry) -> Vec<Line<'static>> {
        if self.bar.awaits_typing() {
            return self.entries(Role::FgMuted, say!("bar-waits-typing"));
        }
        let keys = if !asks_permission(&entry.question) {
            say!("bar-waits-answer").to_owned()
        } else {
            let always = if entry.offers_always(self.view) {
                say!("bar-waits-always")
            } else {
                ""
            };
            let details = match entry.question.body {
                QuestionBody::Write { .. } => {
                    self.either(say!("bar-details-diff-long"), say!("bar-details-diff"))
                }
                QuestionBody::Command { .. } => {
                    self.either(say!("bar-details-text-long"), say!("bar-details-text"))
                }
                ref body => buttons::details(body),
            };
            say!("bar-waits-keys", yes = entry.yes(), details, always)
        };
        let long = format!("{} {keys}", say!("bar-waits-for-you"));
        let fits = width_of(&long) <= usize::from(self.view.width);
        self.entries(Role::FgMuted, if fits { &long } else { &keys })
    }

    /// Lays out the buttons on as many rows as they need; none is cut.
    fn buttons(&self, row: &ButtonRow, focused: usize) -> Vec<Line<'static>> {
        let width = usize::from(self.view.width);
        let mut lines = Vec::new();
        let (mut spans, mut used) = (Vec::new(), 0);
        for (index, button) in row.buttons.iter().enumerate() {
            let is_focused = index == focused;
            // The marks of the focused button use the blanks before and behind it.
            let (mark, end) = if is_focused { (">", "<") } else { ("", "") };
            let label = format!("[{}]", button.label);
            let mut lead = " ".repeat(row.gap.saturating_sub(mark.len())) + mark;
            if used > 0 && used + width_of(&lead) + width_of(&label) + 1 > width {
                lines.push(Line::from(std::mem::take(&mut spans)));
                used = 0;
            }
            if used == 0 {
                lead = format!(" {mark}");
            }
            used += width_of(&lead) + width_of(&label) + end.len();
            spans.push(self.span(Role::Accent, &lead));
            let style = if is_focused {
                self.focused_style()
            } else {
                self.theme.style(Role::Fg)
            };
            spans.extend(self.filling(&label, button.act, style));
            spans.push(self.span(Role::Accent, end));
        }
        if used + width_of(&row.tail) > width {
            lines.push(Line::from(std::mem::take(&mut spans)));
            spans.push(self.span(Role::FgMuted, &format!(" {}", row.tail.trim_start())));
        } else {
            spans.push(self.span(Role::FgMuted, &row.tail));
        }
        spans.retain(|span| !span.content.is_empty());
        lines.push(Line::from(spans));
        lines
    }

    /// Returns the line and the columns of each focusable button; `None` if no buttons are shown.
    pub(super) fn button_places(&self, entry: &Entry) -> Option<Vec<(usize, Range<usize>)>> {
        let has_buttons = !matches!(entry.panel, BarPanel::Field(_) | BarPanel::Scopes { .. })
            && !matches!(entry.question.body, QuestionBody::Select { .. });
        if !has_buttons || !self.bar.has_focus() {
            return None;
        }
        let row = buttons::row(entry, self.view);
        let width = usize::from(self.view.width);
        let (mut line, mut used) = (0, 0);
        let mut places = Vec::new();
        // The same layout as in `buttons`.
        for (index, button) in row.buttons.iter().enumerate() {
            let marks = usize::from(index == entry.button);
            let mut lead = row.gap.max(marks);
            let label = width_of(&button.label) + 2;
            if used > 0 && used + lead + label + 1 > width {
                line += 1;
                used = 0;
            }
            if used == 0 {
                lead = 1 + marks;
            }
            places.push((line, used + lead..used + lead + label));
            used += lead + label + marks;
        }
        Some(places)
    }

    /// Lays out keys that are shown but cannot be focused, as a row of buttons.
    fn keys(&self, keys: &[&str], tail: &str) -> Vec<Line<'static>> {
        let buttons = keys.iter().map(|key| buttons::button(key, Act::Press));
        let row = ButtonRow {
            buttons: buttons.collect(),
            gap: 2,
            tail: tail.to_owned(),
        };
        self.buttons(&row, usize::MAX)
    }

    fn focused_style(&self) -> Style {
        self.theme
            .style(Role::Accent)
            .patch(self.theme.style(Role::BgSel))
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the label; the part that a held key has filled is reversed.
    fn filling(&self, label: &str, act: Act, style: Style) -> Vec<Span<'static>> {
        let filled = self
            .bar
            .guard
            .held
            .filter(|held| held.act == act && held.until == Until::Filled)
            .filter(|_| self.bar.motion == Motion::Full)
            .map_or(0, |held| {
                let gone = self.bar.now.saturating_sub(held.at).min(FILL);
                label.chars().count() * gone.as_millis() as usize / FILL.as_millis() as usize
            });
        let done: String = label.chars().take(filled).collect();
        let rest: String = label.chars().skip(filled).collect();
        vec![
            Span::styled(done, style.add_modifier(Modifier::REVERSED)),
            Span::styled(rest, style),
        ]
    }

    fn scope_keys(&self, entry: &Entry) -> Vec<Line<'static>> {
        let choose = say!("bar-choose-keys", last = entry.question.scopes.len().min(9));
        self.keys(
            &[
                &choose,
                &self.after_focus(say!("bar-enter-take")),
                say!("bar-button-no"),
                say!("bar-esc-back"),
            ],
            "",
        )
    }

    fn countdown(&self, timer: Timer) -> Vec<Line<'static>> {
        let left = self.bar.displayed_left(timer).as_millis();
        let total = timer.total.as_millis().max(1);
        let open = u32::try_from(left * u128::from(TIMER_CELLS) / total)
            .unwrap_or(TIMER_CELLS)
            .saturating_add(1)
            .min(TIMER_CELLS);
        let bar = format!(
            " [{}{}]",
            "#".repeat((TIMER_CELLS - open) as usize),
            "-".repeat(open as usize)
        );
        let then = if timer.held {
            say!("bar-timer-stands")
        } else {
            say!("bar-timer-then")
        };
        if width_of(&bar) + width_of(then) > usize::from(self.view.width) {
            let mut lines = vec![self.line(Role::Warn, &bar)];
            lines.extend(self.folded(Role::FgMuted, then));
            return lines;
        }
        vec![Line::from(vec![
            self.span(Role::Warn, &bar),
            self.span(Role::FgMuted, then),
        ])]
    }

    fn field(&self, entry: &Entry, field: &Field, footer: &mut DrawnRows) {
        let label = Self::field_label(entry, field.kind);
        let indent = width_of(&label);
        let text = field.line.text();
        let room = usize::from(self.view.width).saturating_sub(indent + 2);
        let rows = layout::rows(&text, room);
        let (cursor_row, cursor_column) = layout::locate(&text, &rows, field.line.cursor());
        let first = (cursor_row + 1).saturating_sub(FIELD_ROWS);
        let mut hint = self.field_hint(entry, field);
        let above = footer.lines.len();
        for (index, row) in rows.iter().enumerate().skip(first).take(FIELD_ROWS) {
            let lead = if index == 0 {
                label.clone()
            } else {
                " ".repeat(indent)
            };
            let part = layout::shown(text.get(row.bytes.clone()).unwrap_or_default());
            let mut spans = vec![self.span(Role::Accent, &lead), self.span(Role::Fg, &part)];
            let column = indent + width_of(&part);
            if self.bar.has_focus() && index == cursor_row && field.line.cursor() >= row.bytes.end {
                spans.push(self.span(Role::Accent, "_"));
            }
            if index == 0
                && let Some((words, role)) = &hint
            {
                let at = (column + 2).max(64);
                let start =
                    at.min(usize::from(self.view.width).saturating_sub(width_of(words) + 1));
                if start > column + 1 {
                    let shown = usize::from(self.bar.has_focus() && index == cursor_row);
                    spans.push(Span::raw(
                        " ".repeat((start - column).saturating_sub(shown)),
                    ));
                    spans.push(self.span(*role, words));
                    hint = None;
                }
            }
            footer.lines.push(Line::from(spans));
        }
        // The reason why a text is not accepted gets its own rows if there is no room
        // behind the text.
        if let Some((problem, Role::Err)) = hint {
            let rows = self.folded(Role::Err, &format!(" {problem}"));
            footer.lines.extend(rows);
        }
        let x = u16::try_from(indent + cursor_column).unwrap_or(u16::MAX);
        let y = u16::try_from(above + cursor_row - first).unwrap_or(u16::MAX);
        footer.cursor = self.bar.has_focus().then_some((x, y));
        footer.lines.extend(self.field_keys(entry, field));
    }

    fn field_hint(&self, _entry: &Entry, field: &Field) -> Option<(String, Role)> {
        if let Some(problem) = &field.problem {
            return Some((problem.clone(), Role::Err));
        }
        (field.kind == FieldKind::Input)
            .then(|| (say!("bar-empty-skips").to_owned(), Role::FgMuted))
    }

    fn field_keys(&self, entry: &Entry, field: &Field) -> Vec<Line<'static>> {
        if !self.bar.has_focus() {
            return self.waits(entry);
        }
        let readline = say!("bar-readline");
        match field.kind {
            FieldKind::Input => self.keys(
                &[
                    say!("bar-enter-answer"),
                    say!("bar-esc-later"),
                    say!("bar-tab-skip"),
                ],
                readline,
            ),
            FieldKind::Other => {
                self.keys(&[say!("bar-enter-answer"), say!("bar-esc-back")], readline)
            }
            FieldKind::Reason => {
                let reject = self.after_focus(say!("bar-enter-reject"));
                self.keys(&[&reject, say!("bar-new-line"), say!("bar-esc-back")], "")
            }
            FieldKind::Word => self.keys(
                &[say!("bar-enter-approve"), say!("bar-esc-back")],
                say!("bar-no-paste-tail"),
            ),
            FieldKind::Edit => self.keys(
                &[
                    &self.after_focus(say!("bar-enter-run")),
                    say!("bar-new-line"),
                    say!("bar-esc-back"),
                ],
                "",
            ),
        }
    }

    /// Returns what Enter does, preceded by the key that takes the bar if it came up by itself.
    fn after_focus(&self, enter: &str) -> String {
        if self.bar.guard.is_deliberate() {
            enter.to_owned()
        } else {
            say!("bar-after-focus", enter)
        }
    }

    pub(super) fn passthrough(&self, question: &PassthroughQuestion) -> DrawnRows {
        let title = say!(
            "bar-passthrough-on",
            session = self.seen_line(&question.session)
        );
        let row = ButtonRow {
            buttons: vec![
                buttons::button(
                    &say!("bar-passthrough-stay", mode = question.mode),
                    Act::Choose(Choice::No),
                ),
                buttons::button(say!("bar-passthrough-turn-on"), Act::Choose(Choice::Yes)),
            ],
            gap: 2,
            tail: say!("bar-passthrough-steps").to_owned(),
        };
        let focused = usize::from(question.is_on_yes());
        let reach = say!(
            "bar-passthrough-reach",
            root = self.seen_line(&question.root)
        );
        let asks = say!("bar-passthrough-asks");
        let mut lines = vec![self.rule(&title, say!("bar-passthrough-first"), Role::Warn)];
        lines.extend(self.folded(Role::Fg, &reach));
        lines.extend(self.folded(Role::Warn, asks));
        lines.push(self.line(Role::FgMuted, say!("bar-passthrough-off")));
        lines.extend(self.buttons(&row, focused));
        DrawnRows {
            lines,
            cursor: None,
        }
    }
}
