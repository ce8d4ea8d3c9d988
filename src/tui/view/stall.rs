//! The stall dialog of a session that does not respond: since when, the last event, what is safe,
//! and the choices.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use super::super::app::App;
use super::super::overlay::{StallChoice, StallNotice};
use super::super::tab::Tab;
use super::super::theme::Role;
use super::super::update::MORE;
use super::overlay::{frame, row};
use super::{cut_line, plain};
use client::text::{clock, elapsed};
use l10n::say;

/// Columns and rows of the box.
const SIZE: (u16, u16) = (78, 16);

pub(super) fn draw(silent: &StallNotice, app: &App, buf: &mut Buffer) {
    let Some(tab) = app.model.tab() else { return };
    let inner = frame(say!("silent-problem"), SIZE.0, SIZE.1, &app.theme, buf);
    let stalled_for = app.model.now.saturating_sub(tab.heard).as_secs();
    let mut rows = vec![title(app, tab, stalled_for), Vec::new()];
    rows.extend(what_is_known(app, tab));
    rows.push(Vec::new());
    for (index, way) in silent.ways.iter().enumerate() {
        rows.push(choice(app, index, *way, index == silent.selected));
    }
    let muted = app.theme.style(Role::FgMuted);
    rows.push(Vec::new());
    let say = |text: String| vec![Span::styled(text, muted)];
    rows.push(say(say!("silent-screen-works").to_owned()));
    let last = silent.ways.len();
    rows.push(say(say!("silent-keys", last)));
    if rows.len() > usize::from(inner.height) {
        rows.retain(|spans| !spans.is_empty());
    }
    for (index, spans) in (0..).zip(&rows) {
        cut_line(buf, row(inner, index), spans);
    }
}

fn title(app: &App, tab: &Tab, stalled_for: u64) -> Vec<Span<'static>> {
    let was = if tab.facts.is_running() {
        say!("silent-asked")
    } else {
        say!("silent-message-waits")
    };
    vec![
        Span::styled(
            say!("silent-title", model = plain(&tab.facts.settings.model)),
            app.theme.style(Role::Err),
        ),
        Span::styled(
            say!("silent-since", time = elapsed(stalled_for), was),
            app.theme.style(Role::Fg),
        ),
    ]
}

/// Describes the last event, and what is safe whatever happens.
fn what_is_known(app: &App, tab: &Tab) -> Vec<Vec<Span<'static>>> {
    let mut rows = Vec::new();
    let mut tell = |word: &str, text: String| {
        rows.push(vec![
            Span::styled(format!("{word:<7}"), app.theme.style(Role::FgMuted)),
            Span::styled(plain(&text), app.theme.style(Role::Fg)),
        ]);
    };
    if let Some((at, step)) = &tab.activity.asked {
        tell(
            say!("silent-last"),
            format!("{} {step}", clock(*at, app.options.zone())),
        );
    }
    if let Some((_, said)) = &tab.activity.notice {
        tell(say!("silent-said"), said.clone());
    }
    let mut safe = vec![say!("silent-draft-kept").to_owned()];
    safe.extend(
        tab.facts
            .checkpoint
            .map(|number| say!("silent-checkpoint", number)),
    );
    match tab.facts.queued.len() {
        0 => {}
        count => safe.push(say!("silent-queued", count)),
    }
    tell(say!("silent-safe"), safe.join("   "));
    rows
}

fn choice(app: &App, index: usize, way: StallChoice, is_selected: bool) -> Vec<Span<'static>> {
    let seconds = MORE.as_secs();
    let (name, key, what) = match way {
        StallChoice::Wait => (say!("silent-wait"), "", say!("silent-wait-what", seconds)),
        StallChoice::Stop => (
            say!("silent-stop"),
            "Ctrl+C",
            say!("silent-stop-what").to_owned(),
        ),
        StallChoice::Kill => (
            say!("silent-kill"),
            "Ctrl+C x2",
            say!("silent-kill-what").to_owned(),
        ),
        StallChoice::Report => (
            say!("silent-report"),
            "",
            say!("silent-report-what").to_owned(),
        ),
        StallChoice::Leave => (
            say!("silent-leave"),
            "",
            say!("silent-leave-what").to_owned(),
        ),
    };
    let (mark, role) = if is_selected {
        (">", Role::Accent)
    } else {
        (" ", Role::Fg)
    };
    let number = index + 1;
    vec![
        Span::styled(format!("{mark} {number} {name:<15}"), app.theme.style(role)),
        Span::styled(format!(" {key:<9} {what}"), app.theme.style(Role::FgMuted)),
    ]
}
