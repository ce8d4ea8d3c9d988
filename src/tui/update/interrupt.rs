//! Ctrl+C and quitting: each press does the mildest thing that is left to do.
//!
//! In this order: copy the selection, close the dialog, cancel the run, kill
//! its processes, abandon a probe of a model, clear the draft, and quit on the second press
//! on an idle screen.

use std::time::Duration;

use super::super::app::App;
use super::super::chrome::Armed;
use super::super::effect::{Effect, ExitReason};
use super::super::input::InputUse;
use super::super::run::SaveScope;
use client::slash::cancel_probe;
use l10n::{counted, say};
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

/// The second press must follow within this time.
pub(super) const AGAIN: Duration = Duration::from_secs(2);

impl App {
    pub(crate) fn interrupt(&mut self) {
        if self.copy_selection() == InputUse::Yes {
            return;
        }
        if let Some(text) = self.selected_text() {
            self.copy(text);
            if let Some(tab) = self.model.sessions.tab_mut() {
                tab.editor.end_mark();
            }
            return;
        }
        if self.close_dialog() || self.close_review_dialog() == InputUse::Yes {
            return;
        }
        if self.quit_if_stopped() == InputUse::Yes {
            return;
        }
        let Some(tab) = self.model.sessions.tab() else {
            return self.quit_on_second();
        };
        let session = tab.facts.id;
        if tab.facts.is_running() {
            return self.cancel_run(session);
        }
        if cancel_probe(self) {
            return;
        }
        let Some(tab) = self.model.sessions.tab() else {
            return self.quit_on_second();
        };
        if !tab.draft_is_empty() && !tab.facts.is_frozen() {
            return self.clear_draft();
        }
        self.quit_on_second();
    }

    pub(super) fn cancel_run(&mut self, session: SessionId) {
        let again = matches!(
            self.model.chrome.armed,
            Some(Armed::Kill { until, session: armed }) if armed == session && self.model.chrome.now <= until
        );
        let how = if again {
            CancelMode::KillTree
        } else {
            CancelMode::Gracefully
        };
        self.effects
            .push(Effect::Send(Command::CancelRun { session, how }));
        let until = self.model.chrome.now + AGAIN;
        self.model.chrome.armed = Some(Armed::Kill { until, session });
        let text = if again {
            say!("ladder-killing")
        } else {
            say!("ladder-cancelling")
        };
        self.model.chrome.say(NoticeLevel::Warning, text);
    }

    /// Clears the notices about cancelling once the run has ended.
    pub(crate) fn run_over(&mut self, session: SessionId) {
        let of_another = matches!(
            self.model.chrome.armed,
            Some(Armed::Kill { session: armed, .. }) if armed != session
        );
        if of_another {
            return;
        }
        if matches!(self.model.chrome.armed, Some(Armed::Kill { .. })) {
            self.model.chrome.armed = None;
        }
        let said = |text: &str| text == say!("ladder-cancelling") || text == say!("ladder-killing");
        self.model.chrome.notice.take_if(|(_, text)| said(text));
    }

    fn clear_draft(&mut self) {
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        let session = tab.facts.id;
        if tab.resend.is_some() {
            return self.stop_editing();
        }
        let text = tab.editor.clear();
        self.effects
            .push(Effect::Send(Command::RememberInput { session, text }));
        self.model
            .chrome
            .say(NoticeLevel::Info, say!("ladder-draft-cleared"));
    }

    /// Quits on the second call within [`AGAIN`].
    pub(crate) fn quit_on_second(&mut self) {
        let armed = matches!(self.model.chrome.armed, Some(Armed::Quit { until }) if self.model.chrome.now <= until);
        if armed {
            self.effects.push(Effect::Exit(ExitReason::Quit));
            return;
        }
        let until = self.model.chrome.now + AGAIN;
        self.model.chrome.armed = Some(Armed::Quit { until });
        let text = match (self.save_scope, self.proposed()) {
            (SaveScope::No, _) => say!("ladder-again-to-leave-demo").to_owned(),
            (SaveScope::Yes, 0) => say!("ladder-again-to-leave").to_owned(),
            (SaveScope::Yes, count) => say!(
                "ladder-again-to-leave-proposed",
                hunks = counted(count, "hunk")
            ),
        };
        self.model.chrome.say(NoticeLevel::Info, text);
    }

    /// Counts the undecided hunks of the sessions that are open here. They survive quitting.
    fn proposed(&self) -> u32 {
        let tabs = self.model.sessions.tabs.iter();
        tabs.filter_map(|tab| tab.reviewed.open())
            .map(|(open, _)| open)
            .sum()
    }

    /// Ctrl+X Ctrl+C: quits, and asks first if something runs or proposed changes wait.
    pub(crate) fn quit(&mut self) {
        if self.quit_if_stopped() == InputUse::Yes {
            return;
        }
        // Runs at the owner continue without this screen.
        let attached = self.model.chrome.workspace.as_ref();
        let attached = attached.is_some_and(|facts| facts.attached_to.is_some());
        let running = !attached
            && self
                .model
                .sessions
                .tabs
                .iter()
                .any(|tab| tab.facts.is_running());
        let armed = matches!(self.model.chrome.armed, Some(Armed::Quit { until }) if self.model.chrome.now <= until);
        let proposed = match (self.save_scope, attached) {
            (SaveScope::Yes, false) => self.proposed(),
            _ => 0,
        };
        if (!running && proposed == 0) || armed {
            self.effects.push(Effect::Exit(ExitReason::Quit));
            return;
        }
        let until = self.model.chrome.now + AGAIN;
        self.model.chrome.armed = Some(Armed::Quit { until });
        if !running {
            let hunks = counted(proposed, "hunk");
            let text = say!("ladder-proposed-wait", hunks);
            return self.tell(NoticeLevel::Info, &text);
        }
        let mut running = self
            .model
            .sessions
            .tabs
            .iter()
            .filter(|tab| tab.facts.is_running());
        let text = if running.all(|tab| tab.facts.only_waits()) {
            say!("ladder-question-waits")
        } else {
            say!("ladder-run-goes-on")
        };
        self.tell(NoticeLevel::Warning, text);
    }

    /// F12: ends every run at once and leaves passthrough in every session.
    pub(crate) fn panic_stop(&mut self) {
        let mut closed = Vec::new();
        for tab in &mut self.model.sessions.tabs {
            let session = tab.facts.id;
            closed.extend(tab.bar.withdraw_passthrough());
            if tab.facts.is_running() {
                let how = CancelMode::KillTree;
                self.effects
                    .push(Effect::Send(Command::CancelRun { session, how }));
            }
            if tab.facts.policy.mode == Mode::Passthrough {
                self.effects
                    .push(Effect::Send(Command::TogglePassthrough { session }));
            }
        }
        self.carry_out_of_bar(closed);
        self.model
            .chrome
            .say(NoticeLevel::Warning, say!("ladder-all-stopped"));
    }
}
