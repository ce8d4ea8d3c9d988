//! The word on a session that does not respond: since when, what was the last, what is safe, and
//! the ways on.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use super::super::app::App;
use super::super::facts::SessionFacts;
use super::super::overlay::{Silent, WayOn};
use super::super::theme::Role;
use super::super::update::MORE;
use super::super::widget::text::{clock, elapsed};
use super::overlay::{frame, row};
use super::{cut_line, plain};

/// Columns and rows of the box.
const SIZE: (u16, u16) = (78, 16);

/// Draws it.
pub(super) fn draw(silent: &Silent, app: &App, buf: &mut Buffer) {
    let Some(tab) = app.model.tab() else { return };
    let inner = frame("PROBLEM", SIZE.0, SIZE.1, &app.theme, buf);
    let facts = &tab.facts;
    let silent_for = app.model.now.saturating_sub(tab.heard).as_secs();
    let mut rows = vec![title(app, facts, silent_for), Vec::new()];
    rows.extend(what_is_known(app, facts));
    rows.push(Vec::new());
    for (index, way) in silent.ways.iter().enumerate() {
        rows.push(choice(app, index, *way, index == silent.selected));
    }
    let muted = app.theme.style(Role::FgMuted);
    rows.push(Vec::new());
    let say = |text: String| vec![Span::styled(text, muted)];
    rows.push(say(
        "the screen works, and the other sessions go on".to_owned()
    ));
    let last = silent.ways.len();
    rows.push(say(format!("1-{last} choose  Enter go  Esc waits")));
    if rows.len() > usize::from(inner.height) {
        rows.retain(|spans| !spans.is_empty());
    }
    for (index, spans) in (0..).zip(&rows) {
        cut_line(buf, row(inner, index), spans);
    }
}

fn title(app: &App, facts: &SessionFacts, silent_for: u64) -> Vec<Span<'static>> {
    let number = app
        .model
        .shown_tabs()
        .position(|(place, _)| place == app.model.current)
        .map_or(1, |place| place + 1);
    let was = if facts.is_running() {
        "the model was asked"
    } else {
        "your message waits"
    };
    vec![
        Span::styled(
            format!("SESSION {number} IS NOT RESPONDING"),
            app.theme.style(Role::Err),
        ),
        Span::styled(
            format!("   no event for {}, {was}", elapsed(silent_for)),
            app.theme.style(Role::Fg),
        ),
    ]
}

/// What was the last, and what is safe whatever comes.
fn what_is_known(app: &App, facts: &SessionFacts) -> Vec<Vec<Span<'static>>> {
    let mut rows = Vec::new();
    let mut tell = |word: &str, text: String| {
        rows.push(vec![
            Span::styled(format!("{word:<7}"), app.theme.style(Role::FgMuted)),
            Span::styled(plain(&text), app.theme.style(Role::Fg)),
        ]);
    };
    if let Some((at, step)) = &facts.asked {
        tell("last", format!("{} {step}", clock(*at, app.parts.zone())));
    }
    if let Some((_, said)) = &facts.notice {
        tell("said", said.clone());
    }
    let mut safe = vec!["draft kept".to_owned()];
    safe.extend(
        facts
            .checkpoint
            .map(|number| format!("checkpoint #{number} on disk")),
    );
    match facts.queued.len() {
        0 => {}
        count => safe.push(format!("{count} queued")),
    }
    tell("safe", safe.join("   "));
    rows
}

fn choice(app: &App, index: usize, way: WayOn, is_selected: bool) -> Vec<Span<'static>> {
    let seconds = MORE.as_secs();
    let (name, key, what) = match way {
        WayOn::Wait => ("wait", "", format!("give it another {seconds} s")),
        WayOn::Stop => ("stop this turn", "Ctrl+C", "what came is kept".to_owned()),
        WayOn::Kill => (
            "kill the tree",
            "Ctrl+C x2",
            "its processes end at once".to_owned(),
        ),
        WayOn::Report => (
            "save report",
            "",
            "a file in the temporary folder (keys removed)".to_owned(),
        ),
        WayOn::Leave => (
            "leave",
            "",
            "all is saved; --continue goes on with it".to_owned(),
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
