//! One row of the session list: the columns at a width, and their content.

use jiff::tz::TimeZone;

use super::{Line, OpenSession, SessionList};
use crate::status::short;
use crate::theme::Role;
use crate::widget::row::{Piece, Row, TextStyle};
use client::phrases::session::{ProviderName, model_words};
use client::text::{pad_end, pad_start, truncate, visible};
use l10n::{money, say};
use protocol::session::{SessionSettings, SessionStatus, SessionSummary};
use protocol::usage::Usage;

/// A column after the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    State,
    Place,
    Mode,
    Model,
    Messages,
    Tokens,
    Cost,
    Context,
    Waits,
    Changed,
}

/// Column widths, including the blanks after them, for each minimum width of the list. The name
/// takes the rest; the details of the current row show what a narrow list has no column for.
const SHAPES: [(usize, &[(Column, usize)]); 5] = [
    (
        126,
        &[
            (Column::State, 17),
            (Column::Place, 16),
            (Column::Mode, 14),
            (Column::Model, 19),
            (Column::Messages, 7),
            (Column::Tokens, 8),
            (Column::Cost, 9),
            (Column::Context, 6),
            (Column::Waits, 7),
            (Column::Changed, 17),
        ],
    ),
    (
        90,
        &[
            (Column::State, 17),
            (Column::Place, 16),
            (Column::Mode, 14),
            (Column::Tokens, 8),
            (Column::Cost, 9),
            (Column::Changed, 12),
        ],
    ),
    (
        66,
        &[
            (Column::State, 13),
            (Column::Place, 11),
            (Column::Cost, 9),
            (Column::Changed, 12),
        ],
    ),
    (
        48,
        &[
            (Column::State, 13),
            (Column::Place, 9),
            (Column::Changed, 12),
        ],
    ),
    (0, &[(Column::State, 13)]),
];

fn shape(width: usize) -> (usize, &'static [(Column, usize)]) {
    let fits = SHAPES.iter().find(|(least, _)| width >= *least);
    let columns = fits.map_or(&[][..], |(_, columns)| *columns);
    let behind: usize = columns.iter().map(|(_, columns)| columns).sum();
    (width.saturating_sub(behind + 2), columns)
}

impl Column {
    fn head(self) -> &'static str {
        match self {
            Column::State => say!("list-head-state"),
            Column::Place => say!("list-head-place"),
            Column::Mode => say!("list-head-mode"),
            Column::Model => say!("list-head-model"),
            Column::Messages => say!("list-head-messages"),
            Column::Tokens => say!("list-head-tokens"),
            Column::Cost => say!("list-head-cost"),
            Column::Context => say!("list-head-context"),
            Column::Waits => say!("list-head-waits"),
            Column::Changed => say!("list-head-changed"),
        }
    }

    fn is_figure(self) -> bool {
        matches!(
            self,
            Column::Messages | Column::Tokens | Column::Cost | Column::Context
        )
    }
}

/// Fits a text into its column; figures are right-aligned.
fn in_column(column: Column, width: usize, text: &str) -> String {
    let room = width.saturating_sub(1);
    let cut = truncate(text, room);
    if column.is_figure() {
        format!(
            "{}  ",
            pad_start(
                &truncate(text, width.saturating_sub(2)),
                width.saturating_sub(2)
            )
        )
    } else {
        format!("{} ", pad_end(&cut, room))
    }
}

/// `idle  Add a docstring to both functions`: includes what the session is about, because many
/// names are only those of the folder.
pub fn state_and_about(session: &SessionSummary) -> String {
    let state = say!("status-word", status = session.status.word());
    format!("{state}  {}", session.about).trim_end().to_owned()
}

/// Returns the column headings.
pub(super) fn head(width: usize) -> Row {
    let (name, columns) = shape(width);
    let mut text = format!("  {}", pad_end(say!("list-head-name"), name));
    for (column, width) in columns {
        text.push_str(&in_column(*column, *width, column.head()));
    }
    Row::text(
        truncate(text.trim_end(), width),
        TextStyle::of(Role::FgMuted),
    )
}

/// Data about a session, live or stored.
pub(super) struct Facts<'a> {
    pub(super) name: &'a str,
    pub(super) status: SessionStatus,
    pub(super) open: Option<&'a OpenSession>,
    pub(super) summary: Option<&'a SessionSummary>,
    is_held: bool,
}

impl SessionList {
    pub(super) fn facts<'a>(&'a self, line: &'a Line) -> Option<Facts<'a>> {
        let Line::Session { key, name, .. } = line else {
            return None;
        };
        let group = self.groups.get(key.0);
        Some(Facts {
            name,
            status: self.status_of(line),
            open: self.open_of(line),
            summary: self.summary_of(line),
            is_held: group.is_some_and(|group| group.held.contains(&key.1)),
        })
    }
}

impl Facts<'_> {
    pub(super) fn settings(&self) -> Option<&SessionSettings> {
        let live = self.open.map(|open| &open.settings);
        live.or_else(|| self.summary.map(|summary| &summary.settings))
    }

    pub(super) fn usage(&self) -> Option<&Usage> {
        let live = self.open.map(|open| &open.usage);
        live.or_else(|| self.summary.map(|summary| &summary.usage))
    }

    pub(super) fn messages(&self) -> u64 {
        let live = self.open.map(|open| open.messages);
        live.or_else(|| self.summary.map(|summary| summary.messages))
            .unwrap_or(0)
    }

    pub(super) fn mode(&self) -> &'static str {
        let kept = self.settings().map(|settings| settings.mode);
        let mode = self.open.map(|open| open.mode).or(kept);
        mode.map_or("-", |mode| mode.word())
    }

    /// `$0.84`, or an empty text if the cost is unknown or zero.
    pub(super) fn cost(&self) -> String {
        let cost = self.usage().and_then(|usage| usage.cost_usd);
        match cost {
            Some(cost) if cost > 0.0 => money(cost, 2),
            _ => "-".to_owned(),
        }
    }

    pub(super) fn tokens(&self) -> String {
        let tokens = self.usage().map_or(0, Usage::total_tokens);
        match tokens {
            0 => "-".to_owned(),
            tokens => short(tokens),
        }
    }

    pub(super) fn waits(&self) -> usize {
        self.open.map_or(0, |open| open.waits)
    }

    /// Returns where the session is open: a tab of this screen, another screen, this process
    /// without a tab, another process.
    pub(super) fn place(&self) -> String {
        match self.open {
            Some(OpenSession {
                number: Some(number),
                elsewhere,
                ..
            }) => match elsewhere {
                0 => say!("list-place-tab", number),
                _ => say!("list-place-tab-other", number),
            },
            Some(open) if open.elsewhere > 0 => say!("list-place-other-terminal").to_owned(),
            Some(_) => say!("list-place-background").to_owned(),
            None if self.is_held => say!("list-place-other-process").to_owned(),
            None => "-".to_owned(),
        }
    }

    fn place_style(&self) -> TextStyle {
        match self.open {
            Some(open) if open.number.is_none() || open.elsewhere > 0 => TextStyle::of(Role::Info),
            None if self.is_held => TextStyle::of(Role::Info),
            _ => TextStyle::of(Role::FgMuted),
        }
    }

    fn text(&self, column: Column, width: usize, zone: &TimeZone) -> (String, TextStyle) {
        let muted = TextStyle::of(Role::FgMuted);
        let open = self.open;
        match column {
            Column::State => {
                let role = match self.status {
                    SessionStatus::Waiting => Role::Warn,
                    SessionStatus::Error | SessionStatus::Interrupted => Role::Err,
                    SessionStatus::Running => Role::Accent,
                    _ => Role::FgMuted,
                };
                (
                    say!("status-word", status = self.status.word()),
                    TextStyle::of(role),
                )
            }
            Column::Place => (self.place(), self.place_style()),
            Column::Mode => (self.mode().to_owned(), muted),
            Column::Model => {
                let model = self.settings();
                let model = model.map(|settings| model_words(settings, ProviderName::Hidden));
                (visible(model.as_deref().unwrap_or("-")).into_owned(), muted)
            }
            Column::Messages => (short(self.messages()), muted),
            Column::Tokens => (self.tokens(), muted),
            Column::Cost => (self.cost(), muted),
            Column::Context => {
                let percent = open.and_then(|open| open.percent);
                let percent = percent.map_or("-".to_owned(), |percent| format!("{percent}%"));
                (percent, muted)
            }
            Column::Waits => match self.waits() {
                0 => ("-".to_owned(), muted),
                waits => (format!("!{waits}"), TextStyle::of(Role::Warn)),
            },
            Column::Changed => {
                let changed = self.summary.map(|summary| {
                    let at = summary.updated_at.to_zoned(zone.clone());
                    let form = if width > 12 {
                        "%Y-%m-%d %H:%M"
                    } else {
                        "%m-%d %H:%M"
                    };
                    at.strftime(form).to_string()
                });
                (changed.unwrap_or_default(), muted)
            }
        }
    }

    /// `  auth-refactor   running   tab 1   review   qwen3   12   3.4k   $0.84   41%
    /// !1   2026-11-22 14:05`
    pub(super) fn row(&self, width: usize, zone: &TimeZone) -> Row {
        let (room, columns) = shape(width);
        let name = visible(self.name);
        let name = truncate(&name, room.saturating_sub(1));
        let mut pieces = vec![Piece::new(
            format!("  {}", pad_end(&name, room)),
            TextStyle::default(),
        )];
        let tells_waits = columns.iter().any(|(one, _)| *one == Column::Waits);
        for (column, columns) in columns {
            let (text, look) = match *column {
                // Without a column for questions, the state column shows that questions wait.
                Column::State if self.waits() > 0 && !tells_waits => (
                    say!("list-asks", count = self.waits()),
                    TextStyle::of(Role::Warn),
                ),
                column => self.text(column, *columns, zone),
            };
            pieces.push(Piece::new(in_column(*column, *columns, &text), look));
        }
        Row::of(pieces)
    }
}
