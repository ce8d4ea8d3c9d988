//! Slash commands in the full screen: the facts they may use, and what only the screen can do.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use uuid::Uuid;

use super::super::app::App;
use super::super::dialog::confirm::Confirm;
use super::super::effect::{Effect, ExitReason};
use super::super::hints::named_key;
use super::super::input::InputUse;
use super::super::keymap::Action;
use super::super::layout::Pane;
use super::super::sessions::Awaited;
use client::job::{JobCommand, JobId};
use client::slash::{
    FrontAction, FrontEnd, RunningProbe, SlashContext, SlashHost, SlashLine, SlashQuery, code,
    probe_progress, query_replied,
};
use l10n::{said, say};
use notice::Notice;
use protocol::catalogue::JobProgress;
use protocol::command::Command;
use protocol::custom::CustomCommand;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;
use protocol::query::{Query, Reply};
use protocol::review::ApplyScope;
use protocol::session::SessionSummary;

impl SlashHost for App {
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

    /// Puts the output of a command into the conversation, under the typed line, and shows
    /// the conversation if another pane has its place. A review stays open; the conversation
    /// is a key away.
    fn show_output(&mut self, line: &SlashLine, text: &str) {
        let session = line.session;
        let text = format!("**{}**\n\n{text}", code(line.text.trim()));
        self.send_command(Command::AddNotice { session, text });
        if self.model.sessions.session() != Some(session) || self.layout.pane(Pane::Chat).is_some()
        {
            return;
        }
        self.model.panes.layout_request.main = Pane::Chat;
        self.model.panes.layout_request.zoom = None;
        self.act_in(Pane::Chat, Action::Bottom);
        self.measure();
    }

    fn show_remark(&mut self, level: NoticeLevel, text: &str) {
        self.model.chrome.say(level, text);
    }

    fn refuse_line(&mut self, line: &SlashLine, why: &str) {
        self.return_draft(&line.text);
        self.model.chrome.say(NoticeLevel::Warning, why);
    }

    fn query_failed(&mut self, line: &SlashLine, reason: &Notice) {
        self.show_output(line, &said(reason));
    }

    fn job_failed(&mut self, line: &SlashLine, text: &str) {
        self.show_output(line, text);
    }

    fn confirm(&mut self, question: &str, commands: Vec<Command>) {
        let sure = Confirm::new(question, commands, self.model.chrome.now);
        self.show_dialog(Box::new(sure));
    }

    fn send_text(&mut self, line: &SlashLine, text: String) {
        self.say_to_agent(line.session, line.text.clone(), text, line.resend);
    }

    fn switch_session(&mut self, session: SessionId) {
        self.open_session(session);
    }

    fn choose_session(&mut self, name: &str, found: &[&SessionSummary]) {
        let text = match found {
            [] => {
                let key = named_key(&self.keymap, Action::SessionSwitcher);
                say!("slash-line-no-such-session", name, key)
            }
            [first, ..] => {
                self.open_session_list_at(Some(first.id));
                say!("slash-line-many-sessions", name)
            }
        };
        self.model.chrome.say(NoticeLevel::Warning, text);
    }

    fn perform(&mut self, _line: &SlashLine, action: FrontAction) {
        self.front_action(action);
    }

    fn next_job(&mut self) -> JobId {
        self.number_of_jobs()
    }

    fn send_job(&mut self, job: JobCommand) {
        self.effects.push(Effect::Job(job));
    }

    fn probe(&mut self) -> &mut Option<RunningProbe> {
        &mut self.model.sessions.slash.probing
    }
}

impl App {
    fn front_action(&mut self, action: FrontAction) {
        match action {
            FrontAction::Quit => self.effects.push(Effect::Exit(ExitReason::Quit)),
            FrontAction::Demo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            FrontAction::OpenStart => self.open_start(),
            FrontAction::OpenModelPicker => self.open_model_picker(),
            FrontAction::OpenSessionPicker => self.open_session_list(),
            FrontAction::OpenSessionSettings => self.open_session_form(),
            FrontAction::OpenReview(base) => self.review_since(base),
            FrontAction::OpenSummary => self.open_apply(ApplyScope::Proposed),
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
            FrontAction::CopyAnswer(number) => self.copy_answer(number),
            FrontAction::EnterKey(_) => self.open_settings("providers"),
            // The output is in the conversation, whose end is shown.
            FrontAction::Again(_) => self.act_in(Pane::Chat, Action::Bottom),
        }
    }

    /// Copies an answer of the agent, 1 being the last.
    fn copy_answer(&mut self, number: usize) {
        let answer = self
            .model
            .sessions
            .tab()
            .and_then(|tab| tab.chat.answer(number));
        match answer {
            Some(text) => self.copy(text),
            None => self
                .model
                .chrome
                .say(NoticeLevel::Warning, say!("slash-line-no-answer")),
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

    /// Shows this Markdown in the visible session.
    pub(crate) fn show(&mut self, text: String) {
        if let Some(session) = self.model.sessions.session() {
            self.send_command(Command::AddNotice { session, text });
        }
    }

    /// Takes a reply if a slash command asked for it.
    pub(crate) fn slash_replied(&mut self, query: &Query, reply: &Reply) {
        let mut asked = self.model.sessions.slash.asked.iter();
        let place = asked.position(|asked| asked.query == *query);
        if let Some(place) = place {
            let asked = self.model.sessions.slash.asked.remove(place);
            query_replied(self, asked, reply);
        }
    }

    /// Takes a step of a background job if that job is the probe of a slash command. The notice
    /// that it has begun goes.
    pub(super) fn probe_step(&mut self, id: JobId, step: Option<&JobProgress>) -> InputUse {
        let Some(probe) = probe_progress(self, id, step) else {
            return InputUse::No;
        };
        let begun = say!("probe-begun", model = probe.model);
        self.model.chrome.notice.take_if(|(_, said)| *said == begun);
        InputUse::Yes
    }

    /// Takes over the workspace's own commands. A fault in a file is reported once.
    pub(crate) fn custom_commands(&mut self, commands: &[CustomCommand], problems: &[Notice]) {
        self.model.sessions.slash.custom = Arc::from(commands);
        let new = problems
            .iter()
            .find(|problem| !self.model.sessions.slash.custom_problems.contains(problem));
        if let Some(problem) = new {
            let text = say!("slash-line-own-commands", problem);
            self.model.chrome.say(NoticeLevel::Warning, text);
        }
        self.model.sessions.slash.custom_problems = problems.to_vec();
    }
}
