//! The header row: the question's subject, its place among the open questions, and the risk
//! of a yes.

use ratatui::text::{Line, Span};

use super::Paint;
use crate::bar::entry::{Entry, Timer};
use crate::theme::Role;
use client::text::{elapsed, width_of};
use l10n::{counted, say};
use protocol::approval::{QuestionBody, Risk};

impl Paint<'_> {
    pub(super) fn header(&self, entry: &Entry) -> Line<'static> {
        let (place, count) = self.bar.place();
        let of = if count > 1 {
            say!("bar-place-of", place, count)
        } else {
            String::new()
        };
        let mut title = match &entry.question.body {
            QuestionBody::Write { .. } => say!("bar-title-write", of),
            QuestionBody::Command { .. } => say!("bar-title-shell", of),
            QuestionBody::Delete { files } => {
                let total: u64 = files.iter().map(|file| file.files).sum();
                say!("bar-title-delete", of, files = counted(total, "file"))
            }
            QuestionBody::Confirm { .. } => match entry.timer {
                Some(timer) => say!("bar-title-idle", of, time = self.gone(timer)),
                None => say!("bar-title-yes-no", of),
            },
            QuestionBody::Input { .. } => say!("bar-title-text", of),
            QuestionBody::Select {
                multiple: false, ..
            } => say!("bar-title-one", of),
            QuestionBody::Select { multiple: true, .. } => say!("bar-title-several", of),
        };
        if let Some(place) = &entry.question.wizard {
            title.push_str(&say!(
                "bar-title-step",
                number = place.number,
                of = place.of
            ));
        }
        if entry.question.changed {
            title.push_str(say!("bar-title-changed"));
        }
        let (right, role) = self.header_right(entry);
        self.rule(&title, &right, role)
    }

    /// Draws `── title ───── right ─`, as wide as the screen.
    pub(super) fn rule(&self, title: &str, right: &str, right_role: Role) -> Line<'static> {
        let border = if self.bar.has_focus() {
            Role::BorderFocus
        } else {
            Role::Border
        };
        let taken = width_of(title) + width_of(right) + 7;
        let fill = usize::from(self.view.width).saturating_sub(taken).max(1);
        let mut right_style = self.theme.style(right_role);
        if right_role == Role::RiskHighFg {
            right_style = right_style.patch(self.theme.style(Role::RiskHighBg));
        }
        Line::from(vec![
            self.span(border, "── "),
            self.span(Role::Accent, title),
            self.span(border, &format!(" {} ", "─".repeat(fill))),
            Span::styled(right.to_owned(), right_style),
            self.span(border, " ─"),
        ])
    }

    fn header_right(&self, entry: &Entry) -> (String, Role) {
        if let Some(timer) = entry.timer {
            let left = elapsed(self.bar.displayed_left(timer).as_secs());
            return if timer.held {
                (say!("bar-timer-left-stands", left), Role::FgMuted)
            } else {
                (say!("bar-timer-left", left), Role::Warn)
            };
        }
        let risk = entry.question.risk.risk;
        match (&entry.question.body, risk) {
            (_, Risk::High) => (say!("bar-risk-high").to_owned(), Role::RiskHighFg),
            (
                QuestionBody::Confirm { .. }
                | QuestionBody::Input { .. }
                | QuestionBody::Select { .. },
                _,
            ) => (
                say!("bar-by", who = self.seen_line(&entry.question.origin)),
                Role::FgMuted,
            ),
            (_, Risk::Medium) => (say!("bar-risk-medium").to_owned(), Role::RiskMed),
            (_, Risk::Low) => (say!("bar-risk-low").to_owned(), Role::Ok),
        }
    }

    fn gone(&self, timer: Timer) -> String {
        elapsed(
            timer
                .total
                .saturating_sub(self.bar.displayed_left(timer))
                .as_secs(),
        )
    }
}
