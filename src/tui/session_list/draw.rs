//! The list of sessions on the screen.

use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Line, SessionList, What};
use crate::protocol::session::SessionStatus;
use crate::tui::status::short;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::boxed::box_in;
use crate::tui::widget::row::{Look, Piece, Row, draw_rows};
use crate::tui::widget::text::{pad_end, pad_start, truncate, visible, width_of};

/// Columns and rows of the list at most.
const SIZE: (u16, u16) = (110, 24);
/// From here on a row has the model and the number of messages too.
const WIDE: usize = 90;

const KEYS: &str = "Enter switch  s split  c create  r rename  x end  / filter  Esc back";

impl SessionList {
    /// Draws it and gives the place of the cursor.
    pub fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let lines = self.rows();
        let wanted = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let height = SIZE
            .1
            .min(wanted.saturating_add(6))
            .min(whole.height.saturating_sub(2));
        let inner = box_in(whole, (SIZE.0, height.max(8)), "SESSIONS", buf, theme);
        let width = usize::from(inner.width);
        let mut rows = vec![head(width)];
        let room = usize::from(inner.height.saturating_sub(3)).max(1);
        let at_hand = self.at_hand();
        let place = lines.iter().position(|line| Some(line.session) == at_hand);
        let top = (place.unwrap_or(0) + 1).saturating_sub(room);
        if lines.is_empty() {
            rows.push(Row::text(self.nothing(), Look::of(Role::FgMuted)));
        }
        for line in lines.iter().skip(top).take(room) {
            let mut row = line.row(width, &self.zone);
            if Some(line.session) == at_hand {
                row.fill = Some(Role::BgSel);
                if let Some(first) = row.pieces.first_mut() {
                    first.text = format!(">{}", first.text.get(1..).unwrap_or_default());
                }
            }
            rows.push(row);
        }
        draw_rows(&rows, inner, buf, theme);
        self.draw_foot(inner, buf, theme)
    }

    fn nothing(&self) -> String {
        match (&self.problem, self.known) {
            (Some(problem), _) => visible(problem).into_owned(),
            (None, false) => "looking at the sessions…".to_owned(),
            (None, true) => "no session fits; / changes the filter".to_owned(),
        }
    }

    fn draw_foot(&self, inner: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let last = Rect {
            y: inner.bottom().saturating_sub(1),
            height: 1.min(inner.height),
            ..inner
        };
        let width = usize::from(inner.width);
        let Some(typing) = &self.typing else {
            let text = match (&self.problem, self.filter.as_str()) {
                (Some(problem), _) => visible(problem).into_owned(),
                (None, "") => KEYS.to_owned(),
                (None, filter) => {
                    format!("filter: {filter}   / changes it   Enter switch   Esc back")
                }
            };
            let row = Row::text(truncate(&text, width), Look::of(Role::FgMuted));
            draw_rows(&[row], last, buf, theme);
            return None;
        };
        let label = match typing.what {
            What::Filter => "filter: ",
            What::Name(_) => "name: ",
        };
        let text = typing.line.text();
        let before = text.get(..typing.line.cursor()).unwrap_or_default();
        let mut row = Row::text(label, Look::of(Role::Accent));
        row.push(&visible(&text), Look::default());
        let column = width_of(label) + width_of(&visible(before));
        draw_rows(&[row], last, buf, theme);
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        Some(Position::new(
            x.min(inner.right().saturating_sub(1)),
            last.y,
        ))
    }
}

/// Columns behind the name: state, context, cost, questions, time.
const BEHIND: usize = 12 + 6 + 9 + 7 + 11;
/// Columns of model, tokens and messages, where they are shown.
const MORE: usize = 26;

fn columns(width: usize) -> (usize, bool) {
    let wide = width >= WIDE;
    let more = if wide { MORE } else { 0 };
    (width.saturating_sub(BEHIND + more + 2), wide)
}

fn head(width: usize) -> Row {
    let (name, wide) = columns(width);
    let more = if wide {
        format!("{}{}", pad_end("model", 18), pad_start("msgs", 6)) + "  "
    } else {
        String::new()
    };
    let text = format!(
        "  {}{}{}{}{}{more}changed",
        pad_end("  name", name),
        pad_end("state", 12),
        pad_start("ctx", 4) + "  ",
        pad_start("cost", 7) + "  ",
        pad_end("waits", 7),
    );
    Row::text(truncate(&text, width), Look::of(Role::FgMuted))
}

impl Line<'_> {
    fn status(&self) -> SessionStatus {
        let told = self.open.map(|open| open.status);
        let kept = self.summary.map(|summary| summary.status);
        told.or(kept).unwrap_or(SessionStatus::Idle)
    }

    /// `> 1 auth-refactor   running   41%   $0.84   1   11-22 14:05`
    fn row(&self, width: usize, zone: &TimeZone) -> Row {
        let (room, wide) = columns(width);
        let number = self
            .open
            .map_or("-".to_owned(), |open| open.number.to_string());
        let name = format!("{} {}", pad_start(&number, 1), visible(&self.name));
        let state = Look::of(match self.status() {
            SessionStatus::Waiting => Role::Warn,
            SessionStatus::Error | SessionStatus::Interrupted => Role::Err,
            SessionStatus::Running => Role::Accent,
            _ => Role::FgMuted,
        });
        let percent = self.open.and_then(|open| open.percent);
        let percent = percent.map_or("-".to_owned(), |percent| format!("{percent}%"));
        let waits = self.open.map_or(0, |open| open.waits);
        let waits = if waits > 0 {
            waits.to_string()
        } else {
            "-".to_owned()
        };
        let muted = Look::of(Role::FgMuted);
        let mut pieces = vec![
            Piece::new(
                format!(
                    "  {}",
                    pad_end(&truncate(&name, room.saturating_sub(1)), room)
                ),
                Look::default(),
            ),
            Piece::new(pad_end(self.status().word(), 12), state),
            Piece::new(pad_start(&percent, 4) + "  ", muted),
            Piece::new(pad_start(&self.cost(), 7) + "  ", muted),
            Piece::new(pad_end(&waits, 7), Look::of(Role::Warn)),
        ];
        if wide {
            pieces.push(Piece::new(self.more(), muted));
        }
        let changed = self.summary.map(|summary| {
            let at = summary.updated_at.to_zoned(zone.clone());
            at.strftime("%m-%d %H:%M").to_string()
        });
        pieces.push(Piece::new(changed.unwrap_or_default(), muted));
        Row::of(pieces)
    }

    fn cost(&self) -> String {
        let cost = self.summary.and_then(|summary| summary.usage.cost_usd);
        match cost {
            Some(cost) if cost > 0.0 => format!("${cost:.2}"),
            _ => self
                .summary
                .map(|summary| summary.usage.total_tokens())
                .filter(|tokens| *tokens > 0)
                .map_or("-".to_owned(), |tokens| format!("{}t", short(tokens))),
        }
    }

    fn more(&self) -> String {
        let Some(summary) = self.summary else {
            return " ".repeat(MORE);
        };
        let model = visible(&summary.settings.model).into_owned();
        format!(
            "{}{}  ",
            pad_end(&truncate(&model, 17), 18),
            pad_start(&short(summary.messages), 6)
        )
    }
}
