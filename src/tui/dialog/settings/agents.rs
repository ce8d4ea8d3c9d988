//! The page of agents: the profiles that files define, which of the same name counts, and the faults of the
//! others. A profile of the workspace is edited in its file; the command that edits one of the user's is named.

use std::path::Path;

use super::page::{Key, PageAction, PageContent, PageContext, PageView, column, fact, marked};
use crate::keymap::Action;
use crate::theme::Role;
use crate::widget::list_view::{distance, step};
use crate::widget::row::{Piece, Row, TextStyle};
use crate::widget::wrap::wrap_text;
use client::slash::{agent_model_words, agent_source_words};
use client::text::{truncate, visible};
use l10n::{counted, said, say};
use protocol::agent_profile::{AgentProfileRow, ProfileSource};

/// Maximum number of shown faults of files.
const FAULTS: usize = 3;

#[derive(Debug, Default)]
pub(super) struct AgentsPage {
    selected: usize,
}

impl AgentsPage {
    fn chosen<'a>(&self, cx: &PageContext<'a>) -> Option<&'a AgentProfileRow> {
        cx.view.agents.agents.get(self.selected)
    }
}

impl PageView for AgentsPage {
    fn word(&self) -> &'static str {
        "agents"
    }

    fn act(&mut self, action: Action, cx: &PageContext<'_>) -> Vec<PageAction> {
        if let Some(by) = distance(action, cx.rows) {
            self.selected = step(self.selected, by, cx.view.agents.agents.len());
            return Vec::new();
        }
        match (action, self.chosen(cx)) {
            (Action::SettingEdit, Some(row)) => vec![edit(row, cx)],
            (Action::SettingEdit, None) => {
                vec![PageAction::Say(say!("settings-agents-add").to_owned())]
            }
            _ => Vec::new(),
        }
    }

    fn sheet(&self, cx: &PageContext<'_>, width: usize) -> PageContent {
        let list = &cx.view.agents;
        let chosen = self.chosen(cx);
        let mut head = vec![Row::text(
            truncate(say!("settings-agents-add"), width),
            TextStyle::of(Role::FgMuted),
        )];
        for problem in list.problems.iter().take(FAULTS) {
            let lines = wrap_text(&visible(&said(problem)), TextStyle::of(Role::Err), width);
            head.extend(lines.into_iter().take(2));
        }
        let more = list.problems.len().saturating_sub(FAULTS);
        if more > 0 {
            let words = say!("settings-keys-more", faults = counted(more, "fault"));
            head.push(Row::text(words, TextStyle::of(Role::Err)));
        }
        let mut rows: Vec<Row> = list.agents.iter().map(|one| row(one, width)).collect();
        if rows.is_empty() {
            let words = say!("settings-agents-none");
            rows.push(Row::text(words, TextStyle::of(Role::FgMuted)));
        }
        PageContent {
            head,
            rows,
            selected: chosen.map(|_| self.selected),
            detail: chosen.map_or_else(Vec::new, |one| detail(one, width)),
        }
    }

    fn keys(&self, cx: &PageContext<'_>) -> Vec<Key> {
        let words = match self.chosen(cx).map(|row| &row.source) {
            Some(ProfileSource::Workspace { .. }) => say!("settings-key-edit-file"),
            _ => say!("settings-key-where-set"),
        };
        vec![(Action::SettingEdit, words)]
    }
}

/// Opens the file of an agent of the workspace; says how another one is changed.
fn edit(row: &AgentProfileRow, cx: &PageContext<'_>) -> PageAction {
    let name = row.id.to_string();
    match &row.source {
        ProfileSource::Workspace { path } => {
            // Relative to the root, in which the editor is started.
            let root = Path::new(&cx.view.root);
            let inside = path.strip_prefix(root).unwrap_or(path);
            PageAction::EditFile(inside.to_string_lossy().into_owned())
        }
        ProfileSource::User { .. } => PageAction::Say(say!("settings-agents-edit", name)),
        source => {
            let path = source.path().unwrap_or(Path::new("")).display().to_string();
            PageAction::Say(say!("settings-agents-other", path = visible(&path)))
        }
    }
}

fn row(one: &AgentProfileRow, width: usize) -> Row {
    let is_used = one.shadowed_by.is_none();
    let id = width.saturating_sub(2).min(24);
    let source = if width < 70 { 0 } else { 18 };
    let model = width.saturating_sub(2 + id + 1 + source + 1);
    let role = if is_used { Role::Accent } else { Role::FgMuted };
    let source_role = if one.notes.is_empty() {
        Role::FgMuted
    } else {
        Role::Warn
    };
    let words = if is_used {
        agent_model_words(one.provider.as_deref(), one.model.as_deref())
    } else {
        say!("settings-agents-shadowed").to_owned()
    };
    marked(
        false,
        vec![
            column(one.id.as_str(), id, Some(role)),
            Piece::new(" ", TextStyle::default()),
            column(&words, model, None),
            Piece::new(" ", TextStyle::default()),
            column(agent_source_words(&one.source), source, Some(source_role)),
        ],
    )
}

fn detail(one: &AgentProfileRow, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    if !one.description.is_empty() {
        let line = one.description.lines().next().unwrap_or_default();
        rows.extend(
            wrap_text(&visible(line), TextStyle::default(), width)
                .into_iter()
                .take(2),
        );
    }
    let tools = match one.tools {
        Some(number) => counted(number, "tool"),
        None => say!("agents-all-tools").to_owned(),
    };
    rows.push(fact(say!("settings-fact-tools"), &tools, width));
    if let Some(path) = one.source.path() {
        rows.push(fact(
            say!("settings-fact-file"),
            &path.to_string_lossy(),
            width,
        ));
    }
    if let Some(other) = &one.shadowed_by {
        let place = other.path().map(|path| path.display().to_string());
        let words = say!(
            "settings-agents-counts",
            place = visible(&place.unwrap_or_default())
        );
        rows.extend(wrap_text(&words, TextStyle::of(Role::Warn), width));
    }
    for note in &one.notes {
        rows.extend(wrap_text(
            &visible(&said(note)),
            TextStyle::of(Role::Warn),
            width,
        ));
    }
    rows
}
