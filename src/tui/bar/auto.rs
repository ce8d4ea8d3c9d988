//! The strip that is shown while passthrough is on and no question is open: lists what ran
//! without a question.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::visible::visible_line;
use crate::screen::Glyphs;
use crate::theme::{Role, Theme};
use crate::widget::row::draw_lines;
use client::text::{clock, truncate, width_of};
use l10n::{counted, say};

/// Content of the strip.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutoApproved {
    /// Time at which passthrough was turned on, if known.
    pub since: Option<Timestamp>,
    /// Number of writes that passthrough allowed.
    pub writes: u32,
    /// Number of commands that passthrough allowed.
    pub commands: u32,
    /// Calls that the engine asked about despite passthrough, in a few words each.
    pub held: Vec<String>,
}

impl AutoApproved {
    /// Formats the counts, such as `7 ran unasked: 5 writes, 2 commands`.
    fn counts(&self) -> String {
        match self.writes + self.commands {
            0 => say!("bar-auto-nothing").to_owned(),
            all => say!(
                "bar-auto-ran",
                all,
                writes = counted(self.writes, "write"),
                commands = counted(self.commands, "command")
            ),
        }
    }
}

/// Draws the strip: two rows, or one row with the counts alone. `keys` are the keys that end
/// passthrough, with their words; `undo` tells how to take everything back: `undo all: F8`.
pub fn draw_auto(
    facts: &AutoApproved,
    (keys, undo): (&str, &str),
    zone: &TimeZone,
    area: Rect,
    buffer: &mut Buffer,
    theme: &Theme,
) {
    let width = usize::from(area.width);
    let auto = theme
        .style(Role::ModeAutoFg)
        .patch(theme.style(Role::ModeAutoBg));
    let since = facts
        .since
        .map(|since| say!("bar-auto-since", since = clock(since, zone)));
    let since = since.filter(|since| width >= width_of(since) + width_of(keys) + 29);
    let title = match area.height {
        0 | 1 => say!("bar-auto-short", counts = facts.counts()),
        _ => say!("bar-auto-on", since = since.unwrap_or_default()),
    };
    // When space shrinks, the key that turns passthrough off stays longest.
    let first = keys.split("  ").next().unwrap_or_default();
    let keys = [keys, first]
        .into_iter()
        .find(|keys| width_of(&title) + width_of(keys) + 8 <= width)
        .unwrap_or_default();
    let fill = width.saturating_sub(width_of(&title) + width_of(keys) + 7);
    let border = theme.style(Role::Border);
    let header = Line::from(vec![
        Span::styled("── ", border),
        Span::styled(title, auto),
        Span::styled(format!(" {} ", "─".repeat(fill.max(1))), border),
        Span::styled(keys.to_owned(), theme.style(Role::FgMuted)),
        Span::styled(" ─", border),
    ]);
    let held = match facts.held.as_slice() {
        [] => String::new(),
        held => say!(
            "bar-auto-held",
            count = held.len(),
            what = visible_line(&held.join(", "), Glyphs::Unicode)
        ),
    };
    let body = format!(" {}.{held}", facts.counts());
    let room = width.saturating_sub(width_of(undo) + 3);
    let body = if undo.is_empty() || width_of(&body) > room {
        truncate(&body, width).into_owned()
    } else {
        format!("{body}   {undo}")
    };
    let lines = vec![
        header,
        Line::from(Span::styled(body, theme.style(Role::Fg))),
    ];
    let back = theme.style(Role::BgPanel);
    draw_lines(&lines, area, buffer, back);
}
