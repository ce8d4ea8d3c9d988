//! Slash commands in the full screen: the facts they may use, and what only the screen can do.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use uuid::Uuid;

use super::super::app::App;
use super::super::dialog::DialogRequest;
use super::super::dialog::confirm::Confirm;
use super::super::effect::{Effect, ExitReason};
use super::super::hints::named_key;
use super::super::keymap::{Action, Keymap};
use super::super::layout::Pane;
use super::super::model::Model;
use super::super::pane::review::ReviewTarget;
use super::super::sessions::Awaited;
use client::job::{JobCommand, JobId};
use client::slash::{
    FrontAction, FrontEnd, RunningProbe, SlashContext, SlashHost, SlashLine, SlashQuery,
    ThemeRequest, code,
};
use client::vim::EditorKeys;
use l10n::{said, say};
use notice::Notice;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::review::ApplyScope;
use protocol::session::{DeliveryPoint, SessionSummary};

/// Carries out what a slash command leads to; what it asks for is collected.
#[derive(Debug)]
pub(crate) struct SlashRun<'a> {
    model: &'a mut Model,
    keymap: &'a Keymap,
    effects: Vec<Effect>,
}

impl SlashHost for SlashRun<'_> {
    fn slash_context(&self, session: SessionId) -> Option<SlashContext> {
        let mut tabs = self.model.sessions.tabs.iter();
        let facts = &tabs.find(|tab| tab.facts.id == session)?.facts;
        let workspace = self.model.chrome.workspace.as_ref();
        let custom = Arc::clone(&self.model.sessions.slash.custom);
        let front = FrontEnd::Screen;
        Some(SlashContext::of(
            facts,
            front,
            workspace,
            custom,
            Uuid::now_v7,
        ))
    }

    fn send_command(&mut self, command: Command) {
        self.effects.push(Effect::Send(command));
    }

    fn await_session(&mut self, session: SessionId) {
        self.model.sessions.awaited = Awaited::This(session);
    }

    fn send_query(&mut self, query: SlashQuery) {
        self.effects.push(Effect::Ask(query.query.clone()));
        self.model.sessions.slash.asked.push(query);
    }

    /// Puts the output of a command into the conversation, under the typed line.
    fn show_output(&mut self, line: &SlashLine, text: &str) {
        let session = line.session;
        let text = format!("**{}**\n\n{text}", code(line.text.trim()));
        self.send_command(Command::AddNotice { session, text });
        self.effects.push(Effect::ShowEnd(session));
    }

    fn show_remark(&mut self, level: NoticeLevel, text: &str) {
        self.effects.push(Effect::Say(level, text.to_owned()));
    }

    fn refuse_line(&mut self, line: &SlashLine, why: &str) {
        self.model.sessions.return_draft(&line.text);
        self.show_remark(NoticeLevel::Warning, why);
    }

    fn query_failed(&mut self, line: &SlashLine, reason: &Notice) {
        self.show_output(line, &said(reason));
    }

    fn job_failed(&mut self, line: &SlashLine, text: &str) {
        self.show_output(line, text);
    }

    fn confirm(&mut self, question: &str, commands: Vec<Command>) {
        let sure = Confirm::new(question, commands, self.model.chrome.now);
        self.model.dialogs.show(Box::new(sure));
    }

    fn send_text(&mut self, line: &SlashLine, text: String) {
        let target = (line.session, DeliveryPoint::AfterStep);
        let (typed, resend) = (line.text.clone(), line.resend);
        let now = self.model.chrome.now;
        let sessions = &mut self.model.sessions;
        let sent = sessions.say_to_agent(target, typed, text, resend, now);
        self.effects.push(sent);
    }

    fn offer_text(&mut self, _line: &SlashLine, text: &str) {
        let begun = self.model.sessions.begin_command(text);
        self.effects.extend(begun);
    }

    fn switch_session(&mut self, session: SessionId) {
        self.effects.push(Effect::ShowSession(session));
    }

    fn choose_session(&mut self, name: &str, found: &[&SessionSummary]) {
        let text = match found {
            [] => {
                let key = named_key(self.keymap, Action::SessionSwitcher);
                say!("slash-line-no-such-session", name, key)
            }
            [first, ..] => {
                let list = DialogRequest::Sessions(Some(first.id));
                self.effects.push(Effect::Open(list));
                say!("slash-line-many-sessions", name)
            }
        };
        self.show_remark(NoticeLevel::Warning, &text);
    }

    fn perform(&mut self, _line: &SlashLine, action: FrontAction) {
        self.effects.push(Effect::Perform(action));
    }

    fn next_job(&mut self) -> JobId {
        self.model.dialogs.memory.first_job()
    }

    fn send_job(&mut self, job: JobCommand) {
        self.effects.push(Effect::Job(job));
    }

    fn probe(&mut self) -> &mut Option<RunningProbe> {
        &mut self.model.sessions.slash.probing
    }
}

impl App {
    /// Lets a slash command work, and carries out what it asks for.
    pub(crate) fn run_slash<T>(&mut self, work: impl FnOnce(&mut SlashRun<'_>) -> T) -> T {
        let mut run = SlashRun {
            model: &mut self.model,
            keymap: &self.keymap,
            effects: Vec::new(),
        };
        let done = work(&mut run);
        let effects = run.effects;
        self.carry_out(effects);
        done
    }

    /// Shows the end of a session's conversation if another pane has its place. A review stays
    /// open; the conversation is a key away.
    pub(super) fn show_end(&mut self, session: SessionId) {
        let is_shown = self.model.sessions.session() == Some(session);
        if !is_shown || self.layout.pane(Pane::Chat).is_some() {
            return;
        }
        self.model.panes.layout_request.main = Pane::Chat;
        self.model.panes.layout_request.zoom = None;
        self.act_in(Pane::Chat, Action::Bottom);
        self.measure();
    }

    /// Does what only the full screen can do for a slash command.
    pub(super) fn front_action(&mut self, action: FrontAction) {
        match action {
            FrontAction::Quit => self.effects.push(Effect::Exit(ExitReason::Quit)),
            FrontAction::Demo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            FrontAction::OpenStart => self.update(Model::open_start),
            FrontAction::OpenModelPicker => self.open(DialogRequest::Models),
            FrontAction::OpenEffortPicker => self.open(DialogRequest::Efforts),
            FrontAction::OpenSessionPicker => self.open(DialogRequest::Sessions(None)),
            FrontAction::OpenSessionSettings => self.open(DialogRequest::SessionForm),
            FrontAction::OpenReview(base) => self.review_since(base, ReviewTarget::Somewhere),
            FrontAction::OpenSummary => {
                self.open(DialogRequest::Apply(ApplyScope::Proposed));
            }
            FrontAction::OpenSettings(page) => {
                self.update(|model| model.dialogs.open_settings(page));
            }
            FrontAction::OpenCheckpoints => self.open(DialogRequest::Timeline),
            FrontAction::ToggleNote if self.model.shown_panes().contains(&Pane::Note) => {
                self.update(|model| {
                    let session = model.sessions.session();
                    model.panes.hide_note(session, &model.chrome)
                });
            }
            FrontAction::ToggleNote => self.focus_pane(Pane::Note),
            FrontAction::OpenFigures => self.open(DialogRequest::Figures),
            FrontAction::OpenKeys => self.open(DialogRequest::AllKeys),
            FrontAction::TestKeys => self.open(DialogRequest::KeyTest),
            FrontAction::OpenTasks => self.open(DialogRequest::Tasks),
            FrontAction::OpenAgents => self.open(DialogRequest::Agents),
            FrontAction::OpenMemory => self.open(DialogRequest::Memory),
            FrontAction::OpenRollback => self.open(DialogRequest::RollbackHere),
            FrontAction::UndoRollback => self.open(DialogRequest::UndoRollback),
            FrontAction::Theme(request) if request == ThemeRequest::default() => {
                self.update(|model| model.dialogs.open_settings("theme"));
            }
            FrontAction::Theme(request) => self.effects.push(Effect::Theme(request)),
            FrontAction::OpenSearch(text) => self.open(DialogRequest::Search(text)),
            FrontAction::Answer => self.act(Action::FocusConfirmBar),
            FrontAction::Resend(None | Some(1)) => {
                self.act_in(Pane::Chat, Action::ChatEditMessage);
            }
            FrontAction::Resend(Some(_)) => {
                let text = say!("slash-line-only-the-last");
                self.model.chrome.say(NoticeLevel::Warning, text.to_owned());
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
                self.model.chrome.say(NoticeLevel::Info, text.to_owned());
            }
            FrontAction::CopyAnswer(number) => {
                self.update(|model| vec![model.sessions.copy_answer(number)]);
            }
            FrontAction::ToggleVim => {
                let keys = self.options.editor_keys.flipped();
                self.set_editor_keys(keys);
                let text = match keys {
                    EditorKeys::Vim => say!("vim-on"),
                    EditorKeys::Readline => say!("vim-off"),
                };
                self.model.chrome.say(NoticeLevel::Info, text);
            }
            FrontAction::EnterKey(_) => {
                self.update(|model| model.dialogs.open_settings("providers"));
            }
            // The output is in the conversation, whose end is shown.
            FrontAction::Again(_) => self.act_in(Pane::Chat, Action::Bottom),
        }
    }

    /// Searches a text in a pane, as if the user typed it there.
    fn search_in(&mut self, pane: Pane, text: &str) {
        self.focus_pane(pane);
        self.act_in(pane, Action::Search);
        let letters = text.chars().map(KeyCode::Char);
        for code in letters.chain([KeyCode::Enter]) {
            let key = KeyEvent::new(code, KeyModifiers::NONE);
            if let Some(view) = self.model.pane_mut(pane) {
                let effects = view.key(&key);
                self.carry_out(effects);
            }
        }
        if pane == Pane::Tree {
            self.fill_pane(Pane::Tree);
        }
    }
}
