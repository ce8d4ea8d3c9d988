//! Slash commands in the full screen: the facts they may use, and carrying out what they request.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use uuid::Uuid;

use super::super::app::{App, Awaited};
use super::super::dialog::confirm::Confirm;
use super::super::effect::{Effect, ExitReason};
use super::super::hints::named_key;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::model::SlashQuery;
use super::super::pane::review::ReviewTarget;
use client::slash::{FrontAction, SlashContext, SlashOutcome, code, run};
use l10n::{said, say};
use notice::Notice;
use protocol::command::Command;
use protocol::custom::CustomCommand;
use protocol::event::NoticeLevel;
use protocol::ids::{ContextId, MessageId, SessionId};
use protocol::query::{Query, Reply};
use protocol::session::SessionSummary;

impl App {
    /// Returns the process that holds the open sessions: the owner's, if this terminal is
    /// attached to one.
    fn session_process(&self) -> u32 {
        let facts = self.model.workspace.as_ref();
        let owner = facts.and_then(|facts| facts.attached_to);
        owner.unwrap_or_else(std::process::id)
    }

    /// Runs a line that begins with a slash.
    pub(super) fn slash(&mut self, session: SessionId, line: &str, resend: Option<MessageId>) {
        let pid = self.session_process();
        let Some(tab) = self.model.tab_of(session) else {
            return;
        };
        let facts = &tab.facts;
        let context = SlashContext {
            front: client::slash::FrontEnd::Screen,
            session,
            new_session: SessionId(Uuid::now_v7()),
            new_context: ContextId(Uuid::now_v7()),
            settings: facts.settings.clone(),
            status: facts.status,
            policy: facts.policy.clone(),
            context: facts.context.clone(),
            usage: facts.usage.clone(),
            duration_ms: facts.duration_ms,
            pid,
            window: facts.window,
            messages: facts.messages,
            last_error: facts.last_error.clone(),
            custom: Arc::clone(&self.model.custom),
        };
        match run(line, &context) {
            SlashOutcome::Commands(commands) => self.slash_commands(commands),
            SlashOutcome::Done(commands, text) => {
                self.slash_commands(commands);
                self.answer(session, line, &text);
            }
            SlashOutcome::Ask(query, formatter) => {
                self.slash_asks(SlashQuery::of(session, line, query, formatter));
            }
            SlashOutcome::Checked(query, formatter, then) => {
                let asked = SlashQuery::of(session, line, query, formatter);
                self.slash_asks(SlashQuery { then, ..asked });
            }
            SlashOutcome::Sure(question, yes) => {
                let sure = Confirm::new(&question, yes, self.model.now);
                self.show_dialog(Box::new(sure));
            }
            SlashOutcome::Message(text) => {
                self.say_to_agent(session, line.to_owned(), text, resend);
            }
            SlashOutcome::Show(text) => self.answer(session, line, &text),
            SlashOutcome::Front(action) => self.front_action(action),
            SlashOutcome::Error(text) => {
                // The text returns to the editor for correction.
                self.return_draft(line);
                self.model.say(NoticeLevel::Warning, text);
            }
        }
    }

    fn slash_asks(&mut self, asked: SlashQuery) {
        self.effects.push(Effect::Ask(asked.query.clone()));
        self.model.asked.push(asked);
    }

    fn slash_commands(&mut self, commands: Vec<Command>) {
        for command in commands {
            if let Command::CreateSession { session: new, .. }
            | Command::ForkSession { new, .. }
            | Command::ImportSession { new, .. } = &command
            {
                self.awaited_session = Awaited::This(*new);
            }
            self.effects.push(Effect::Send(command));
        }
    }

    fn front_action(&mut self, action: FrontAction) {
        match action {
            FrontAction::Quit => self.effects.push(Effect::Exit(ExitReason::Quit)),
            FrontAction::Demo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            FrontAction::OpenStart => self.open_start(),
            FrontAction::OpenModelPicker => self.open_model_picker(),
            FrontAction::OpenSessionPicker => self.open_session_list(),
            FrontAction::OpenSessionSettings => self.open_session_form(),
            FrontAction::OpenReview => self.open_review(ReviewTarget::Somewhere),
            FrontAction::OpenSummary => self.open_summary(),
            FrontAction::OpenSettings(page) => self.open_settings(page),
            FrontAction::OpenCheckpoints => self.open_checkpoints(),
            FrontAction::ToggleNote => self.toggle_note(),
            FrontAction::OpenFigures => self.open_figures(),
            FrontAction::OpenKeys => self.open_all_keys(),
            FrontAction::TestKeys => self.open_key_test(),
            FrontAction::OpenRollback => self.open_rollback_here(),
            FrontAction::UndoRollback => self.ask_undo_rollback(),
            FrontAction::Theme(request) => self.effects.push(Effect::Theme(request)),
            FrontAction::OpenSearch(text) => self.open_search(text),
            FrontAction::Answer => self.act(Action::FocusConfirmBar),
            FrontAction::Resend(None | Some(1)) => {
                self.act_in(Pane::Chat, Action::ChatEditMessage);
            }
            FrontAction::Resend(Some(_)) => {
                let text = say!("slash-line-only-the-last");
                self.model.say(NoticeLevel::Warning, text.to_owned());
            }
            FrontAction::EditMessage => self.act(Action::EditDraftExternally),
            FrontAction::FindHere(text) => self.search_in(Pane::Chat, &text),
            FrontAction::OpenTree(folder) if folder.is_empty() => self.focus_pane(Pane::Tree),
            FrontAction::OpenTree(part) | FrontAction::OpenFiles(part) => {
                self.search_in(Pane::Tree, &part);
            }
            // Handled like a file dropped on the editor.
            FrontAction::Attach(path) => {
                let path = path.replace('\\', "\\\\").replace('"', "\\\"");
                self.paste_into_editor(&format!("\"{path}\""));
            }
            FrontAction::AttachNone => {
                let text = say!("slash-line-chip");
                self.model.say(NoticeLevel::Info, text.to_owned());
            }
            FrontAction::ProbeModel { provider, model } => self.probe_model(provider, model),
            FrontAction::EnterKey(_) => self.open_settings("providers"),
            // The output is in the conversation, whose end is shown.
            FrontAction::Again(_) => self.act_in(Pane::Chat, Action::Bottom),
            FrontAction::LoadSession(name) => {
                self.model.session_to_find = Some(name);
                self.effects.push(Effect::Ask(Query::Sessions));
            }
        }
    }

    /// Searches a text in a pane, as if the user typed it there.
    fn search_in(&mut self, pane: Pane, text: &str) {
        self.focus_pane(pane);
        self.act_in(pane, Action::Search);
        let letters = text.chars().map(KeyCode::Char);
        for code in letters.chain([KeyCode::Enter]) {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            if let Some(view) = self.pane_mut(pane) {
                let effects = view.key(&key);
                self.pane_effects(effects);
            }
        }
        if pane == Pane::Tree {
            self.fill_pane(Pane::Tree);
        }
    }

    /// Shows this Markdown in the visible session.
    pub(crate) fn show(&mut self, text: String) {
        if let Some(session) = self.model.session() {
            self.slash_commands(vec![Command::AddNotice { session, text }]);
        }
    }

    /// Shows a reply if a slash command asked for it.
    pub(crate) fn slash_replied(&mut self, query: &Query, reply: &Reply) {
        let place = self
            .model
            .asked
            .iter()
            .position(|asked| asked.query == *query);
        let Some(place) = place else { return };
        let asked = self.model.asked.remove(place);
        let text = match reply {
            Reply::Failed { reason } => said(reason),
            reply => {
                let text = asked.formatter.render(reply);
                self.slash_commands(asked.then);
                text
            }
        };
        self.answer(asked.session, &asked.line, &text);
    }

    /// Puts the output of a command into the conversation, under the typed line, and shows
    /// the conversation if another pane has its place. A review stays open; the conversation
    /// is a key away.
    pub(super) fn answer(&mut self, session: SessionId, line: &str, text: &str) {
        let text = format!("**{}**\n\n{text}", code(line.trim()));
        self.slash_commands(vec![Command::AddNotice { session, text }]);
        if self.model.session() != Some(session) || self.layout.pane(Pane::Chat).is_some() {
            return;
        }
        self.model.layout_request.main = Pane::Chat;
        self.model.layout_request.zoom = None;
        self.act_in(Pane::Chat, Action::Bottom);
        self.measure();
    }

    /// Takes over the workspace's own commands. A fault in a file is reported once.
    pub(crate) fn custom_commands(&mut self, commands: &[CustomCommand], problems: &[Notice]) {
        self.model.custom = Arc::from(commands);
        let new = problems
            .iter()
            .find(|problem| !self.model.custom_problems.contains(problem));
        if let Some(problem) = new {
            let text = say!("slash-line-own-commands", problem);
            self.model.say(NoticeLevel::Warning, text);
        }
        self.model.custom_problems = problems.to_vec();
    }

    /// Shows the session that is searched by name, once the sessions are there.
    pub(crate) fn session_found(&mut self, sessions: &[SessionSummary]) {
        let Some(name) = self.model.session_to_find.take() else {
            return;
        };
        match SessionSummary::meant(sessions, &name).as_slice() {
            [session] => self.open_session(session.id),
            [] => {
                let key = named_key(&self.keymap, Action::SessionSwitcher);
                let text = say!("slash-line-no-such-session", name, key);
                self.model.say(NoticeLevel::Warning, text);
            }
            [first, ..] => {
                let text = say!("slash-line-many-sessions", name);
                self.open_session_list_at(Some(first.id));
                self.model.say(NoticeLevel::Warning, text);
            }
        }
    }
}
