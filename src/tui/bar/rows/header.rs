//! The header row: what is asked, which of how many, and what yes risks.

use ratatui::text::{Line, Span};

use super::Paint;
use crate::protocol::approval::{PromptBody, Risk};
use crate::tui::bar::entry::{Entry, Timer};
use crate::tui::theme::Role;
use crate::tui::widget::text::{elapsed, width_of};
use crate::words::counted;

impl Paint<'_> {
    pub(super) fn header(&self, entry: &Entry) -> Line<'static> {
        let (place, count) = self.bar.place();
        let of = if count > 1 {
            format!(" {place} of {count}")
        } else {
            String::new()
        };
        let mut title = match &entry.prompt.body {
            PromptBody::Write { .. } => format!("CONFIRM{of}  write"),
            PromptBody::Command { .. } => format!("CONFIRM{of}  shell"),
            PromptBody::Delete { files } => {
                let total: u64 = files.iter().map(|file| file.files).sum();
                format!("CONFIRM{of}  delete {}", counted(total, "file"))
            }
            PromptBody::Confirm { .. } => match entry.timer {
                Some(timer) => format!("QUESTION{of}  idle {}", self.gone(timer)),
                None => format!("QUESTION{of}  yes or no"),
            },
            PromptBody::Input { .. } => format!("QUESTION{of}  text"),
            PromptBody::Select {
                multiple: false, ..
            } => format!("QUESTION{of}  choose one"),
            PromptBody::Select { multiple: true, .. } => format!("QUESTION{of}  choose several"),
        };
        if entry.prompt.changed {
            title.push_str("  CHANGED");
        }
        let (right, role) = self.header_right(entry);
        self.rule(&title, &right, role)
    }

    /// `── title ───── right ─`, as wide as the screen.
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
            let left = elapsed(self.bar.said_left(timer).as_secs());
            return if timer.held {
                (format!("timer stands at {left}"), Role::FgMuted)
            } else {
                (format!("rejects in {left}"), Role::Warn)
            };
        }
        if entry.prompt.changed && !entry.is_high() {
            return ("re-armed".to_owned(), Role::Warn);
        }
        let risk = entry.prompt.risk.risk;
        match (&entry.prompt.body, risk) {
            (_, Risk::High) => ("RISK HIGH".to_owned(), Role::RiskHighFg),
            (
                PromptBody::Confirm { .. } | PromptBody::Input { .. } | PromptBody::Select { .. },
                _,
            ) => (
                format!("by {}", self.seen_line(&entry.prompt.origin)),
                Role::FgMuted,
            ),
            (_, Risk::Medium) => ("risk medium".to_owned(), Role::RiskMed),
            (_, Risk::Low) => ("risk low".to_owned(), Role::Ok),
        }
    }

    fn gone(&self, timer: Timer) -> String {
        elapsed(
            timer
                .total
                .saturating_sub(self.bar.said_left(timer))
                .as_secs(),
        )
    }
}
