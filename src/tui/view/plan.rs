//! The row over the draft: the agents at work and what each does; else the tasks: how many are done, the
//! one in progress, and the next one.

use ratatui::buffer::Buffer;
use ratatui::text::Span;

use super::line;
use crate::app::App;
use crate::hints;
use crate::keymap::Action;
use crate::theme::Role;
use client::phrases::agents::state_of;
use client::phrases::tasks::{name_of, progress_words};
use client::text::{truncate, visible, width_of};
use l10n::{said, say};
use protocol::sub_agent::{AgentList, AgentState, SubAgent};
use protocol::task::{Task, TaskList};

/// Least columns of a name that is shown.
const LEAST_NAME: usize = 12;

/// ` 1 of 3 done  now 2 Write the retry  next 3 Test it`
pub(super) fn draw(app: &App, buf: &mut Buffer) {
    let area = app.layout.plan;
    let Some(tab) = app.model.sessions.tab().filter(|_| !area.is_empty()) else {
        return;
    };
    if tab.facts.agents.at_work().next().is_some() {
        return draw_agents(app, &tab.facts.agents, buf);
    }
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

/// ` 2 at work  reader read_file a.rs  writer waits for you`
fn draw_agents(app: &App, agents: &AgentList, buf: &mut Buffer) {
    let area = app.layout.plan;
    let (theme, muted) = (&app.theme, app.theme.style(Role::FgMuted));
    let at_work: Vec<&SubAgent> = agents.at_work().collect();
    let key = hints::of_the_draft(&app.keymap, &[(Action::OpenAgents, say!("agents-key"))]);
    let lead = format!(
        " {}",
        say!("agents-at-work-count", count = at_work.len() as u64)
    );
    let room = usize::from(area.width).saturating_sub(width_of(&lead) + 1);
    let has_key = room > width_of(&key) + 2 * LEAST_NAME * at_work.len();
    let room = room - if has_key { width_of(&key) } else { 0 };
    let each = room / at_work.len().max(1);
    let mut spans = vec![Span::styled(lead, muted)];
    let mut used = 0;
    for agent in at_work {
        let name = format!("  {} ", truncate(&visible(&agent.name), each / 3));
        let does = match (agent.state, &agent.activity) {
            (AgentState::Running, Some(activity)) => said(activity),
            _ => state_of(agent),
        };
        let does = truncate(&visible(&does), each.saturating_sub(width_of(&name))).into_owned();
        let role = match agent.state {
            AgentState::Waiting => Role::Warn,
            _ => Role::FgMuted,
        };
        used += width_of(&name) + width_of(&does);
        spans.push(Span::styled(name, theme.style(Role::Accent)));
        spans.push(Span::styled(does, theme.style(role)));
    }
    if has_key {
        spans.push(Span::raw(" ".repeat(room.saturating_sub(used))));
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
