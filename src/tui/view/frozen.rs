//! The banner in place of the editor when a session ended with an error: the reason, and
//! how to continue.

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};

use super::super::app::App;
use super::super::hints::key_in;
use super::super::keymap::{Action, Context};
use super::super::theme::Role;
use super::super::widget::row::{Piece, Row, TextStyle, draw_rows};
use super::super::widget::wrap::wrap_text;
use super::plain;
use l10n::{said, say};
use session::SessionFacts;

/// Most rows of the reason.
const REASON: usize = 3;

/// Returns the rows of the banner at this width.
pub(crate) fn rows(facts: &SessionFacts, width: u16) -> u16 {
    u16::try_from(reason(facts, width).len() + 1).unwrap_or(2)
}

pub(super) fn draw(app: &App, facts: &SessionFacts, area: Rect, buf: &mut Buffer) {
    let mut rows = reason(facts, area.width);
    // The row that says how to continue is never cut off.
    rows.truncate(usize::from(area.height.saturating_sub(1)));
    let inner = area.inner(Margin::new(1, 0));
    rows.push(continue_row(app).cut(usize::from(inner.width)));
    draw_rows(&rows, inner, buf, &app.theme);
}

/// `[ Enter New session ]  same settings; this tab stays`
fn continue_row(app: &App) -> Row {
    let key = key_in(&app.keymap, &[Context::Editor], Action::Send);
    let drafted = app
        .model
        .sessions
        .tab()
        .is_some_and(|tab| !tab.draft_is_empty());
    let what = if drafted {
        say!("frozen-with-draft")
    } else {
        say!("frozen-without-draft")
    };
    let muted = TextStyle::of(Role::FgMuted);
    Row::of(vec![
        Piece::new("[ ", muted),
        Piece::new(key.unwrap_or_default(), TextStyle::of(Role::Accent)),
        Piece::new(say!("frozen-new-session"), TextStyle::default()),
        Piece::new(format!("  {what}"), muted),
    ])
}

/// Returns the reason in rows, with ` …` if it is longer.
fn reason(facts: &SessionFacts, width: u16) -> Vec<Row> {
    let why = facts.last_error.as_ref().map(said);
    let why = why.unwrap_or_else(|| say!("frozen-gone").to_owned());
    let text = plain(&say!("frozen-why", why));
    let width = usize::from(width.saturating_sub(4)).max(1);
    let style = TextStyle::of(Role::Err);
    let mut rows = wrap_text(&text, style, width);
    if rows.len() > REASON {
        rows.truncate(REASON);
        if let Some(last) = rows.last_mut() {
            last.push(" …", style);
        }
    }
    rows
}
