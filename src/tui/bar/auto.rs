//! The strip that is shown while passthrough is on and nothing is asked.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::rows::clock;
use super::visible::visible_line;
use crate::tui::theme::{Role, Theme};

/// What the strip says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutoFacts {
    /// How long passthrough has been on.
    pub on_for: Duration,
    /// Writes that it let through.
    pub writes: u32,
    /// Commands that it let through.
    pub commands: u32,
    /// What it held back, in a few words each.
    pub held: Vec<String>,
}

/// Draws the strip: two rows.
pub fn draw_auto(facts: &AutoFacts, area: Rect, buffer: &mut Buffer, theme: &Theme) {
    let auto = theme
        .style(Role::ModeAutoFg)
        .patch(theme.style(Role::ModeAutoBg));
    let title = format!("AUTO  passthrough on {}", clock(facts.on_for.as_secs()));
    let right = "F9 off  F12 stop all";
    let fill = usize::from(area.width).saturating_sub(title.width() + right.width() + 7);
    let header = Line::from(vec![
        Span::styled("── ", theme.style(Role::Border)),
        Span::styled(title, auto),
        Span::styled(
            format!(" {} ", "─".repeat(fill.max(1))),
            theme.style(Role::Border),
        ),
        Span::styled(right, theme.style(Role::FgMuted)),
        Span::styled(" ─", theme.style(Role::Border)),
    ]);
    let held = match facts.held.as_slice() {
        [] => "nothing held".to_owned(),
        held => format!(
            "{} held: {} (F2)",
            held.len(),
            visible_line(&held.join(", "))
        ),
    };
    let body = format!(
        " {} approved: {} write, {} shell.  {held}   undo all: F8",
        facts.writes + facts.commands,
        facts.writes,
        facts.commands
    );
    let lines = vec![
        header,
        Line::from(Span::styled(body, theme.style(Role::Fg))),
    ];
    Paragraph::new(lines).render(area, buffer);
}
