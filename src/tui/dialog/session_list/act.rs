//! Key actions of the session list.

use crossterm::event::KeyEvent;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::delete::DeleteDialog;
use super::{Line, SessionList, TypedLine, Typing};
use crate::dialog::{Dialog, DialogContext, DialogRequest, is_of_screen, leads_elsewhere};
use crate::effect::Effect;
use crate::hints::{KeyHints, NAME_KEYS, SEARCH_KEYS};
use crate::input::InputUse;
use crate::keymap::{Action, Context};
use crate::theme::Theme;
use crate::widget::boxed::inside;
use crate::widget::list_view::{ListView, distance, step};
use crate::widget::text_field::{FieldKey, field_key};
use client::line_editor::LineEditor;
use l10n::{said, say};
use protocol::command::Command;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::session::SessionStatus;
use protocol::session_list::{ListScope, SessionFilter};

/// Rows per page.
const PAGE: usize = 10;

/// The filters, in the order in which one key cycles through them.
const FILTERS: [SessionFilter; 5] = [
    SessionFilter::Present,
    SessionFilter::Active,
    SessionFilter::Completed,
    SessionFilter::Archived,
    SessionFilter::All,
];

fn say(text: impl Into<String>) -> Vec<Effect> {
    vec![Effect::Say(NoticeLevel::Info, text.into())]
}

impl Dialog for SessionList {
    fn contexts(&self) -> &'static [Context] {
        &[Context::Sessions, Context::Pane]
    }

    fn key_hints(&self) -> KeyHints {
        match &self.typing {
            _ if self.deletion.is_some() => KeyHints::Own,
            Some(typing) if typing.what == TypedLine::Search => KeyHints::Keys(SEARCH_KEYS),
            Some(_) => KeyHints::Keys(NAME_KEYS),
            None => KeyHints::OfContext,
        }
    }

    fn passes_on(&self, action: Action) -> bool {
        is_of_screen(action) || leads_elsewhere(action)
    }

    /// Keys go to a typed line or an open confirmation.
    fn takes_text(&self) -> bool {
        self.typing.is_some() || self.deletion.is_some()
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        self.said = None;
        if let Some(by) = distance(action, PAGE) {
            self.step(by);
            return Vec::new();
        }
        match action {
            Action::Search => self.begin(TypedLine::Search, &self.search.clone()),
            Action::SessionFilter => self.next_filter(),
            Action::SessionScope => {
                self.scope = match self.scope {
                    ListScope::Workspace => ListScope::Everywhere,
                    ListScope::Everywhere => ListScope::Workspace,
                };
                self.known = false;
                return vec![self.question()];
            }
            Action::NewSession => return vec![Effect::CloseDialog, Effect::NewSession],
            Action::Back | Action::CancelOverlay | Action::SessionSwitcher => {
                return vec![Effect::CloseDialog];
            }
            Action::SessionSwitch
            | Action::SessionSplit
            | Action::SessionRename
            | Action::SessionCreateWith
            | Action::SessionSettings
            | Action::SessionArchive
            | Action::SessionDelete
            | Action::EndSession => return self.act_on_chosen(action),
            _ => {}
        }
        Vec::new()
    }

    fn key(&mut self, key: &KeyEvent) -> Vec<Effect> {
        if !self.takes_text() {
            return Vec::new();
        }
        self.said = None;
        if self.deletion.is_some() {
            return self.deletion_key(key);
        }
        let Some(typing) = &mut self.typing else {
            return Vec::new();
        };
        match field_key(&mut typing.line, key) {
            FieldKey::Left => self.typing = None,
            FieldKey::Accepted => return self.take_typed(),
            FieldKey::Edited => self.request_search(),
        }
        Vec::new()
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(typing) = &mut self.typing {
            typing.line.paste(text);
            self.request_search();
        }
        Vec::new()
    }

    fn settled(&mut self) -> Option<Vec<Effect>> {
        let held = self.held.take()?;
        Some(self.delete_if_confirmed(held))
    }

    fn drop_held_key(&mut self) {
        self.held = None;
    }

    fn scroll(&mut self, rows: isize) -> Vec<Effect> {
        self.said = None;
        self.step(rows);
        Vec::new()
    }

    fn list(&self, whole: Rect) -> Option<ListView> {
        Some(self.parts(inside(whole, self.size(whole))).list)
    }

    fn choose(&mut self, row: usize) {
        self.said = None;
        // The row of a workspace cannot be chosen.
        let key = self.lines.get(row).and_then(Line::key);
        self.chosen = key.or(self.chosen);
    }

    /// The list queries the stored sessions again when they change, and shows the outcome of its
    /// commands.
    fn on_event(&mut self, event: &Event) -> Vec<Effect> {
        match &event.fact {
            EventKind::CommandRejected {
                command, reason, ..
            } if !command.is_by_the_way() => self.said = Some(said(reason)),
            fact if changes_rows(fact) => return vec![self.question()],
            _ => {}
        }
        Vec::new()
    }

    fn on_reply(&mut self, query: &Query, reply: &Reply) -> InputUse {
        match (query, reply) {
            (_, Reply::SessionList { groups }) => self.set(query, groups.clone()),
            (Query::SessionList { .. }, Reply::Failed { reason }) => self.failed(&said(reason)),
            _ => return InputUse::No,
        }
        InputUse::Yes
    }

    fn measure(&mut self, cx: &DialogContext<'_>) {
        self.set_open(cx.live_sessions());
        self.footer = cx.footer(self);
    }

    fn draw(&self, whole: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        self.draw_list(whole, buf, theme)
    }
}

fn changes_rows(fact: &EventKind) -> bool {
    matches!(
        fact,
        EventKind::SessionCreated { .. }
            | EventKind::SessionClosed
            | EventKind::SessionDeleted
            | EventKind::SessionChanged { .. }
            | EventKind::SessionStatusChanged { .. }
            | EventKind::SessionCleared
            | EventKind::SessionForked { .. }
            | EventKind::SessionImported { .. }
            | EventKind::StepCompleted { .. }
            | EventKind::MessageAdded { .. }
    )
}

impl SessionList {
    fn next_filter(&mut self) {
        let at = FILTERS.iter().position(|one| *one == self.filter);
        let next = at.map_or(0, |at| (at + 1) % FILTERS.len());
        self.filter = FILTERS.get(next).copied().unwrap_or_default();
        self.arrange();
    }

    fn act_on_chosen(&mut self, action: Action) -> Vec<Effect> {
        let Some(line) = self.at_hand().cloned() else {
            return say(say!("list-none-chosen"));
        };
        let Some((group, session)) = line.key() else {
            return Vec::new();
        };
        if group > 0 {
            return self.act_elsewhere(&line, action);
        }
        let has_tab = self
            .open_of(&line)
            .is_some_and(|open| open.number.is_some());
        match action {
            Action::SessionSwitch => {
                vec![Effect::CloseDialog, Effect::ShowSession(session)]
            }
            Action::SessionSplit => {
                vec![Effect::CloseDialog, Effect::SplitSession(session)]
            }
            // This process owns only open sessions and can rename only those.
            Action::SessionRename => match self.open_of(&line) {
                Some(open) => {
                    let name = open.settings.name.clone();
                    self.begin(TypedLine::Name(session), &name);
                    Vec::new()
                }
                None => say(say!("list-not-open")),
            },
            Action::SessionSettings => self.open_form(&line, Some(session)),
            Action::SessionCreateWith => self.open_form(&line, None),
            Action::SessionArchive => vec![Effect::Send(match self.status_of(&line) {
                SessionStatus::Archived => Command::UnarchiveSession { session },
                _ => Command::ArchiveSession { session },
            })],
            Action::SessionDelete => {
                self.deletion = Some(DeleteDialog::of(session, &self.facts_for_deletion(&line)));
                Vec::new()
            }
            _ if !has_tab => say(say!("list-no-tab")),
            _ => vec![Effect::EndSession(session)],
        }
    }

    /// Opens the form with the session's present settings.
    fn open_form(&self, line: &Line, session: Option<SessionId>) -> Vec<Effect> {
        let live = self.open_of(line).map(|open| {
            let mut settings = open.settings.clone();
            settings.mode = open.mode;
            settings
        });
        let kept = || Some(self.summary_of(line)?.settings.clone());
        match live.or_else(kept) {
            Some(settings) => vec![Effect::Open(DialogRequest::SessionFormOver(
                session,
                Box::new(settings),
            ))],
            None => say(say!("list-settings-unknown")),
        }
    }

    /// A session of another workspace is read-only here: another program has to open it.
    fn act_elsewhere(&self, line: &Line, action: Action) -> Vec<Effect> {
        let Some(command) = self.opening_command(line) else {
            return Vec::new();
        };
        match action {
            Action::SessionSwitch => {
                let said = say!("list-copied-command", command);
                let mut effects = vec![Effect::Copy(command)];
                effects.extend(say(said));
                effects
            }
            _ => say(say!("list-shown-only", command)),
        }
    }

    fn request_search(&mut self) {
        if let Some(typing) = &self.typing
            && typing.what == TypedLine::Search
        {
            typing.line.text().clone_into(&mut self.search);
            self.arrange();
        }
    }

    fn take_typed(&mut self) -> Vec<Effect> {
        let Some(typing) = self.typing.take() else {
            return Vec::new();
        };
        let name = typing.line.text().trim().to_owned();
        match typing.what {
            TypedLine::Search => Vec::new(),
            TypedLine::Name(_) if name.is_empty() => say(say!("list-name-empty")),
            TypedLine::Name(session) => {
                vec![Effect::Send(Command::RenameSession { session, name })]
            }
        }
    }

    fn begin(&mut self, what: TypedLine, text: &str) {
        let line = LineEditor::of(text);
        self.typing = Some(Typing { line, what });
    }

    fn step(&mut self, by: isize) {
        let at = self.at_hand().and_then(Line::key);
        let rows: Vec<_> = self.lines.iter().filter_map(Line::key).collect();
        let place = rows.iter().position(|one| Some(*one) == at).unwrap_or(0);
        let next = step(place, by, rows.len());
        self.chosen = rows.get(next).copied();
    }
}
