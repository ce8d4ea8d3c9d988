//! The confirmation bar as one row: a question of another session, or a question that waits while a
//! dialog has the keys.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use super::super::app::App;
use super::super::auto_approved::words;
use super::super::hints;
use super::super::keymap::Action;
use super::super::tab::Tab;
use super::super::theme::Role;
use super::two_ends_right_first;
use client::phrases::session::session_name;
use l10n::say;

/// `── 3 ci-fix asks  CONFIRM  shell ───── F2 answers ─`
pub(super) fn asks_elsewhere_row(app: &App, asking: &Tab, buf: &mut Buffer) {
    let mut name = super::plain(session_name(&asking.facts.settings));
    if let Some(number) = app.model.sessions.number_of(asking.facts.id) {
        name = format!("{number} {name}");
    }
    head(app, &say!("chrome-asks", name), asking, buf);
}

/// `── a question waits  cargo test ───── F2 answers ─`
pub(super) fn waits(app: &App, asking: &Tab, buf: &mut Buffer) {
    head(app, say!("chrome-waits"), asking, buf);
}

fn head(app: &App, lead: &str, asking: &Tab, buf: &mut Buffer) {
    let area = app.layout.bar;
    let theme = &app.theme;
    let border = theme.style(Role::Border);
    buf.set_string(area.x, area.y, "─".repeat(usize::from(area.width)), border);
    let asked = asking.bar.shown().map(words).unwrap_or_default();
    let left = [
        Span::styled("── ", border),
        Span::styled(lead, theme.style(Role::Warn)),
        Span::styled(
            format!("  {} ", super::plain(&asked)),
            theme.style(Role::Fg),
        ),
    ];
    let keys = hints::key_of(&app.keymap, Action::FocusConfirmBar);
    let right = [
        Span::styled(say!("chrome-answers", keys), theme.style(Role::Accent)),
        Span::styled("─", border),
    ];
    two_ends_right_first(buf, area, &left, &right);
}
