//! The footer: count-down, field, message, and the buttons or where to find them.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::{Drawn, Paint};
use crate::protocol::approval::PromptBody;
use crate::tui::bar::PassthroughQuestion;
use crate::tui::bar::buttons::{self, ButtonRow};
use crate::tui::bar::entry::{Entry, Sheet, Timer};
use crate::tui::bar::field::{Field, FieldKind};
use crate::tui::bar::guard::{FILL, Until};
use crate::tui::bar::visible::visible_line;
use crate::tui::composer::layout;
use crate::tui::theme::Role;

/// Cells of the count-down.
const TIMER_CELLS: u32 = 24;
/// Rows of a field that is longer than one.
const FIELD_ROWS: usize = 8;

impl Paint<'_> {
    pub(super) fn footer(&self, entry: &Entry) -> Drawn {
        let mut footer = Drawn::default();
        if let Some(timer) = entry.timer {
            footer.lines.push(self.countdown(timer));
        }
        if let Some(message) = &self.bar.message {
            footer
                .lines
                .push(self.line(Role::Warn, &format!(" {message}")));
        }
        match &entry.sheet {
            Sheet::Field(field) => self.field(entry, field, &mut footer),
            Sheet::Scopes { .. } => footer.lines.push(self.scope_keys(entry)),
            _ => footer.lines.push(self.answer_row(entry)),
        }
        footer
    }

    fn answer_row(&self, entry: &Entry) -> Line<'static> {
        if !self.bar.has_focus() {
            return self.waits(entry);
        }
        let mut row = buttons::row(entry, self.view);
        let left = self.bar.guard.arming_left(self.bar.now);
        if entry.prompt.changed && !left.is_zero() {
            let tenths = left.as_millis().div_ceil(100);
            row.tail = format!("         (armed in {}.{} s)", tenths / 10, tenths % 10);
        }
        // Enter takes the highlighted option, so no button has the focus.
        let focused = match entry.prompt.body {
            PromptBody::Select { .. } => usize::MAX,
            _ => entry.button,
        };
        self.buttons(&row, focused)
    }

    fn waits(&self, entry: &Entry) -> Line<'static> {
        let text = if !entry.asks_for_leave() {
            " waits while you type.  F2 answers it:  Enter answer  s skip".to_owned()
        } else {
            let always = if entry.offers_always(self.view) {
                "  a always"
            } else {
                ""
            };
            let details = match entry.prompt.body {
                PromptBody::Write { .. } => self.either("full diff", "diff"),
                PromptBody::Command { .. } => self.either("full text", "full"),
                ref body => buttons::details(body),
            };
            format!(
                " waits while you type.  F2 answers it:  y approve  n reject  d {details}{always}"
            )
        };
        self.line(Role::FgMuted, &text)
    }

    fn buttons(&self, row: &ButtonRow, focused: usize) -> Line<'static> {
        let mut spans = Vec::new();
        for (index, button) in row.buttons.iter().enumerate() {
            let gap = " ".repeat(row.gap);
            let before_is_focused = index > 0 && index - 1 == focused;
            let is_focused = index == focused;
            // The marks of the focused button stand in the blank before it and behind it.
            let lead = match (index, is_focused, before_is_focused) {
                (0, true, _) => " >".to_owned(),
                (0, false, _) => " ".to_owned(),
                (_, true, _) => format!("{}>", " ".repeat(row.gap.saturating_sub(1))),
                (_, _, true) => format!("<{gap}"),
                _ => gap,
            };
            spans.push(self.span(Role::Accent, &lead));
            let label = format!("[{}]", button.label);
            if is_focused {
                let style = self
                    .theme
                    .style(Role::Accent)
                    .patch(self.theme.style(Role::BgSel))
                    .add_modifier(Modifier::BOLD);
                spans.extend(self.filling(&label, button.act, style));
            } else {
                let style = self.theme.style(Role::Fg);
                spans.extend(self.filling(&label, button.act, style));
            }
        }
        if focused == row.buttons.len().saturating_sub(1) {
            spans.push(self.span(Role::Accent, "<"));
        }
        spans.push(self.span(Role::FgMuted, &row.tail));
        Line::from(spans)
    }

    /// The label; the part that a held key has filled is reversed.
    fn filling(
        &self,
        label: &str,
        act: crate::tui::bar::input::Act,
        style: ratatui::style::Style,
    ) -> Vec<Span<'static>> {
        let filled = self
            .bar
            .guard
            .held
            .filter(|held| held.act == act && held.until == Until::Filled)
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

    fn scope_keys(&self, entry: &Entry) -> Line<'static> {
        let count = entry.prompt.scopes.len().min(9);
        let text =
            format!(" [j/k or 1-{count} highlight]  [Enter take it]  [n reject]  [Esc back]");
        self.line(Role::Fg, &text)
    }

    fn countdown(&self, timer: Timer) -> Line<'static> {
        let left = timer.left(self.bar.now).as_millis();
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
            " the timer stands. Space lets it go on."
        } else {
            " then: no, and the run goes on. Any key pauses."
        };
        Line::from(vec![
            self.span(Role::Warn, &bar),
            self.span(Role::FgMuted, then),
        ])
    }

    fn field(&self, entry: &Entry, field: &Field, footer: &mut Drawn) {
        let label = Self::field_label(entry, field.kind);
        let indent = label.width();
        let text = field.line.text();
        let room = usize::from(self.view.width).saturating_sub(indent + 2);
        let rows = layout::rows(&text, room);
        let (cursor_row, cursor_column) = layout::locate(&text, &rows, field.line.cursor());
        let first = (cursor_row + 1).saturating_sub(FIELD_ROWS);
        let hint = self.field_hint(entry, field);
        let above = footer.lines.len();
        for (index, row) in rows.iter().enumerate().skip(first).take(FIELD_ROWS) {
            let lead = if index == 0 {
                label.clone()
            } else {
                " ".repeat(indent)
            };
            let part = visible_line(text.get(row.bytes.clone()).unwrap_or_default());
            let mut spans = vec![self.span(Role::Accent, &lead), self.span(Role::Fg, &part)];
            let column = indent + part.width();
            if self.bar.has_focus() && index == cursor_row && field.line.cursor() >= row.bytes.end {
                spans.push(self.span(Role::Accent, "_"));
            }
            if index == 0
                && let Some((words, role)) = &hint
            {
                let at = (column + 2).max(64);
                let start = at.min(usize::from(self.view.width).saturating_sub(words.width() + 1));
                if start > column {
                    let shown = usize::from(self.bar.has_focus() && index == cursor_row);
                    spans.push(Span::raw(
                        " ".repeat((start - column).saturating_sub(shown)),
                    ));
                    spans.push(self.span(*role, words));
                }
            }
            footer.lines.push(Line::from(spans));
        }
        let x = u16::try_from(indent + cursor_column).unwrap_or(u16::MAX);
        let y = u16::try_from(above + cursor_row - first).unwrap_or(u16::MAX);
        footer.cursor = self.bar.has_focus().then_some((x, y));
        footer.lines.push(self.field_keys(entry, field));
    }

    fn field_hint(&self, _entry: &Entry, field: &Field) -> Option<(String, Role)> {
        if let Some(problem) = &field.problem {
            return Some((problem.clone(), Role::Err));
        }
        (field.kind == FieldKind::Input).then(|| ("empty = skip".to_owned(), Role::FgMuted))
    }

    fn field_keys(&self, entry: &Entry, field: &Field) -> Line<'static> {
        if !self.bar.has_focus() {
            return self.waits(entry);
        }
        let text = match field.kind {
            FieldKind::Input => {
                " [Enter answer]  [Esc later]  [Tab S skip]   readline keys work here"
            }
            FieldKind::Other => " [Enter answer]  [Esc back]   readline keys work here",
            FieldKind::Reason => " [Enter reject with this reason]  [Ctrl+J new line]  [Esc back]",
            FieldKind::Word => " [Enter approve]  [Esc back]   a paste does not count",
            FieldKind::Edit => " [Enter run this]  [Ctrl+J new line]  [Esc back]",
        };
        self.line(Role::Fg, text)
    }

    pub(super) fn passthrough(&self, question: &PassthroughQuestion) -> Drawn {
        let title = format!("PASSTHROUGH on? {} only", visible_line(&question.session));
        let row = ButtonRow {
            buttons: vec![
                buttons::Button {
                    label: format!("n stay in {}", question.mode),
                    act: crate::tui::bar::input::Act::No,
                },
                buttons::Button {
                    label: "y turn on".to_owned(),
                    act: crate::tui::bar::input::Act::Yes,
                },
            ],
            gap: 2,
            tail: "   each step = checkpoint".to_owned(),
        };
        let focused = usize::from(question.is_on_yes());
        let lines = vec![
            self.rule(&title, "first time", Role::Warn),
            self.line(
                Role::Fg,
                &format!(
                    " auto: reads, edits and commands in {}, risk low or medium",
                    visible_line(&question.root)
                ),
            ),
            self.line(
                Role::Warn,
                "       always asks: risk high, outside workspace, git push, recursive delete",
            ),
            self.line(Role::FgMuted, " off again: F9, or F12 which stops all"),
            self.buttons(&row, focused),
        ];
        Drawn {
            lines,
            cursor: None,
        }
    }
}
