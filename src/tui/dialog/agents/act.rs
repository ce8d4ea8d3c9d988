//! Key actions of the list of agents.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Agents;
use crate::dialog::{Dialog, DialogContext, DialogRequest, is_of_screen, leads_elsewhere};
use crate::effect::Effect;
use crate::hints::{KeyHints, NAME_KEYS};
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::{said, say};
use protocol::command::CommandKind;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::review::rollback::RollbackScope;
use protocol::sub_agent::{AgentCommand, SubAgent};

/// Rows per page.
const PAGE: usize = 10;

impl Dialog for Agents {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Agents, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        match self.typing {
            Some(_) => KeyHints::Keys(NAME_KEYS),
            None => KeyHints::OfContext,
        }
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || leads_elsewhere(action)
    }

    fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.problem = None;
        let stopping = self.stopping.take();
        if let Some(by) = distance(action, PAGE) {
            self.step(by);
            return Vec::new();
        }
        match action {
            Action::Back | Action::CancelOverlay | Action::OpenAgents => {
                vec![Effect::CloseDialog]
            }
            Action::AgentRead | Action::AgentTell | Action::AgentStop | Action::AgentTakeBack => {
                match self.at_hand().cloned() {
                    Some(agent) => self.act_on(&agent, action, stopping),
                    None => vec![Effect::Say(
                        NoticeLevel::Info,
                        say!("agents-none-chosen").to_owned(),
                    )],
                }
            }
            _ => Vec::new(),
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        let Some((agent, line)) = &mut self.typing else {
            return Vec::new();
        };
        let agent = *agent;
        match field_key(line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => {
                let text = line.text().trim().to_owned();
                self.typing = None;
                if !text.is_empty() {
                    return self.order(AgentCommand::Message { agent, text });
                }
            }
            FieldKey::Edited => {}
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some((_, line)) = &mut self.typing {
            line.paste(text);
        }
        Vec::new()
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.step(rows);
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.layout(inside(whole, self.size(whole))).list)
    }

    fn choose(&mut self, row: usize) {
        self.stopping = None;
        let chosen = self.list.iter().nth(row).map(|agent| agent.id);
        self.chosen = chosen.or(self.chosen);
    }

    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        match &event.fact {
            EventKind::CommandRejected {
                command: CommandKind::Agents,
                reason,
                ..
            } if event.session == self.session => self.problem = Some(said(reason)),
            _ => {}
        }
        Vec::new()
    }

    fn sync(&mut self, cx: &DialogContext<'_>) -> Vec<Effect> {
        if let Some(tab) = cx.session().filter(|tab| tab.facts.id == self.session) {
            self.take(&tab.facts.agents);
        }
        Vec::new()
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.now = cx.time_of_day();
        self.footer = cx.footer(self);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_list(whole, buf, theme)
    }
}

impl Agents {
    fn act_on(
        &mut self,
        agent: &SubAgent,
        action: Action,
        stopping: Option<SessionId>,
    ) -> Vec<Effect> {
        match action {
            Action::AgentRead => {
                let request = DialogRequest::AgentConversation(agent.id);
                return vec![Effect::Open(request)];
            }
            Action::AgentTakeBack => {
                let scopes = vec![RollbackScope::Run { run: agent.run }];
                return vec![Effect::Open(DialogRequest::Rollback(scopes))];
            }
            _ if agent.state.is_over() => {
                let name = agent.name.as_str();
                self.problem = Some(say!("agents-is-over", name));
            }
            Action::AgentTell => self.typing = Some((agent.id, LineEditor::default())),
            Action::AgentStop if stopping == Some(agent.id) => {
                return self.order(AgentCommand::Stop { agent: agent.id });
            }
            Action::AgentStop => self.stopping = Some(agent.id),
            _ => {}
        }
        Vec::new()
    }

    fn step(&mut self, by: isize) {
        self.stopping = None;
        let next = step(self.place(), by, self.list.iter().len());
        self.choose(next);
    }
}
