//! Reports of the loop beside input, events and answers, and queries for content that panes lack.

use super::super::app::{App, Redraw};
use super::super::chrome::Engine;
use super::super::dialog::session_form::SessionForm;
use super::super::effect::{EditPurpose, Effect, ExitReason};
use super::super::layout::Pane;
use client::job::JobId;
use client::slash::probe_progress;
use l10n::say;
use protocol::catalogue::{JobProgress, ModelSearch};
use protocol::command::Command;
use protocol::event::NoticeLevel;

impl App {
    /// Queries what a pane needs to show and does not have.
    pub(crate) fn fill_pane(&mut self, pane: Pane) {
        let tab = self.model.sessions.tab();
        let effects = self.model.panes.fill(pane, tab);
        self.carry_out(effects);
    }

    /// Handles that the engine has stopped.
    pub fn engine_stopped(&mut self) {
        self.model.chrome.engine = Engine::Stopped;
        // Messages given to the engine that are not in the conversation were not stored either.
        for tab in &mut self.model.sessions.tabs {
            tab.return_all();
        }
        // Nothing is on the screen that could be lost: the program exits with the reason.
        if self.model.sessions.tabs.is_empty() {
            self.effects.push(Effect::Exit(ExitReason::EngineStopped));
        }
        self.touch(Redraw::Now);
    }

    /// Returns to the user what they typed or decided, after a command could not be delivered
    /// to the engine.
    pub fn not_sent(&mut self, command: &Command) {
        self.model.sessions.not_sent(command);
        self.touch(Redraw::Now);
    }

    /// Takes the result of a search that found no usable model.
    pub fn no_model(&mut self, search: ModelSearch) {
        self.touch(Redraw::Soon);
        self.model.dialogs.no_model(search);
        self.model.sync_start_screen();
    }

    /// Takes a step of a background job, or its end.
    pub(crate) fn job_progress(&mut self, id: JobId, step: Option<&JobProgress>) {
        self.touch(Redraw::Answered);
        if let Some(effects) = self.model.dialogs.search_step(id, step) {
            return self.carry_out(effects);
        }
        if let Some(probe) = self.run_slash(|run| probe_progress(run, id, step)) {
            let begun = say!("probe-begun", model = probe.model);
            let notice = &mut self.model.chrome.notice;
            notice.take_if(|(_, said)| *said == begun);
            return;
        }
        self.update(|model| model.dialogs.tell(|dialog| dialog.on_job(id, step)));
        self.update(|model| model.dialogs.sync_theme_trial());
        self.model.sync_start_screen();
    }

    /// Takes the outcome of `$EDITOR`. If the editor failed, everything stays as it was and a notice
    /// gives the reason.
    pub fn editor_closed(&mut self, purpose: EditPurpose, outcome: Result<Option<String>, String>) {
        match outcome {
            Ok(text) => self.edited(purpose, text),
            Err(reason) => {
                self.edited(purpose, None);
                self.say(NoticeLevel::Warning, reason);
            }
        }
    }

    /// Takes a text back from `$EDITOR`; `None` if the user left without saving.
    pub fn edited(&mut self, purpose: EditPurpose, text: Option<String>) {
        self.touch(Redraw::Now);
        match (purpose, text) {
            (EditPurpose::Draft(session), Some(text)) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    tab.editor.set(text.trim_end_matches('\n'));
                }
            }
            (EditPurpose::Question(session, question), text) => {
                if let Some(tab) = self.model.sessions.tab_of(session) {
                    let effects = tab.bar.edited(question, text);
                    self.carry_out_of_bar(effects);
                }
            }
            (EditPurpose::Hunk(session, hunk), text) => {
                let tab = self.model.sessions.tab_of(session);
                if let Some(review) = tab.and_then(|tab| tab.review.as_mut()) {
                    let effects = review.edited(hunk, text);
                    self.carry_out(effects);
                    self.sync_review();
                }
            }
            (EditPurpose::SessionPrompt, Some(text)) => {
                if let Some(form) = self.model.dialogs.find_mut::<SessionForm>() {
                    form.set_prompt(text.trim_end_matches('\n'));
                }
            }
            (EditPurpose::Nothing, _) | (_, None) => {}
        }
    }

    /// Reports the outcome of work beside the loop. A failure also goes into the conversation in
    /// full, because the line over the editor is cut.
    pub fn notify_in_other_session(&mut self, level: NoticeLevel, text: String) {
        if level != NoticeLevel::Info {
            let text = text.clone();
            self.update(|model| model.sessions.show_markdown(text));
        }
        self.say(level, text);
    }

    /// Shows a notice in the line over the editor; the loop uses it when an effect failed.
    pub fn say(&mut self, level: NoticeLevel, text: impl Into<String>) {
        self.model.chrome.say(level, text);
        self.touch(Redraw::Now);
    }
}
