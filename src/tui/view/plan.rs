//! The row of the tasks over the draft: how many are done, the one in progress, and the next one.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use super::line;
use crate::app::App;
use crate::hints;
use crate::keymap::Action;
use crate::theme::Role;
use client::phrases::tasks::{name_of, progress_words};
use client::text::{truncate, visible, width_of};
use l10n::say;
use protocol::task::{Task, TaskList};

/// Least columns of a name that is shown.
const LEAST_NAME: usize = 12;

/// ` 1 of 3 done  now 2 Write the retry  next 3 Test it`
pub(super) fn draw(app: &App, buf: &mut Buffer) {
    let area = app.layout.plan;
    let Some(tab) = app.model.sessions.tab().filter(|_| !area.is_empty()) else {
        return;
    };
    let list = &tab.facts.tasks;
    let (theme, muted) = (&app.theme, app.theme.style(Role::FgMuted));
    let key = hints::of_the_draft(&app.keymap, &[(Action::OpenTasks, say!("plan-key"))]);
    let lead = format!(" {}", progress_words(list));
    let room = usize::from(area.width).saturating_sub(width_of(&lead) + 1);
    let has_key = room > width_of(&key) + 4 * LEAST_NAME;
    let mut left = room - if has_key { width_of(&key) } else { 0 };
    let mut spans = vec![Span::styled(lead, muted)];
    for (word, task, style) in named(list) {
        let task = format!("{} {}", task.id, visible(&name_of(task)));
        let word = format!("  {word} ");
        let Some(columns) = left.checked_sub(width_of(&word)) else {
            break;
        };
        if columns < LEAST_NAME.min(width_of(&task)) {
            break;
        }
        // The task in progress leaves half of the row to the next one.
        let most = if style == Role::Accent {
            (columns * 3) / 5
        } else {
            columns
        };
        let task = truncate(&task, most.max(LEAST_NAME).min(columns)).into_owned();
        left = columns.saturating_sub(width_of(&task));
        spans.push(Span::styled(word, muted));
        spans.push(Span::styled(task, theme.style(style)));
    }
    if has_key {
        spans.push(Span::raw(" ".repeat(left)));
        spans.push(Span::styled(key, muted));
    }
    line(buf, area, &spans);
}

/// Returns the task in progress and the next one, each with its word and its colour.
fn named(list: &TaskList) -> Vec<(&'static str, &Task, Role)> {
    let current = list
        .current()
        .map(|task| (say!("plan-now"), task, Role::Accent));
    let next = list.next().map(|task| (say!("plan-next"), task, Role::Fg));
    current.into_iter().chain(next).collect()
}
