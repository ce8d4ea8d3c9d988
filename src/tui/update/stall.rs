//! Detection of stalls: when the screen reports that nothing arrives, and the choices it offers.
//!
//! It watches the visible session while that waits for the model or the engine. A silent model may
//! still read its prompt, so a line says so and takes no key; only an engine that takes no message
//! opens the stall dialog. A long-running command shows its own time, and a question waits for the
//! user.

use std::time::Duration;

use super::super::app::{App, Redraw};
use super::super::chrome::Focus;
use super::super::dialog::stall_notice::{StallChoice, StallNotice};
use super::super::effect::{Effect, ExitReason};
use super::super::tab::Tab;
use protocol::command::{CancelMode, Command};
use protocol::ids::SessionId;

/// Silence of the engine after which the screen reports a stall.
const ENGINE_SILENCE: Duration = Duration::from_secs(30);
/// Silence of the model after which the screen reports a stall: a local model may read a long
/// prompt for minutes.
const MODEL_SILENCE: Duration = Duration::from_secs(180);
/// Extra time that "wait" adds.
pub(crate) const MORE: Duration = Duration::from_secs(60);
/// The stall dialog opens by itself only after this long without a key press.
const QUIET: Duration = Duration::from_millis(1_500);

impl App {
    /// Records that a session responded, and closes the stall dialog.
    pub(crate) fn heard(&mut self, session: SessionId) {
        let now = self.model.chrome.now;
        if let Some(tab) = self.model.sessions.tab_of(session) {
            tab.record_activity(now);
        }
        let is_shown = self.model.sessions.session() == Some(session);
        if is_shown {
            self.model.dialogs.remove::<StallNotice>();
        }
    }

    /// Returns how long the session has been silent, if longer than it should be or than the user
    /// is willing to wait.
    pub(crate) fn stalled_for(&self) -> Option<Duration> {
        let tab = self.model.sessions.tab()?;
        let silent = self.model.chrome.now.saturating_sub(tab.heard);
        (awaits_response(tab) && silent >= patience(tab)).then_some(silent)
    }

    /// Returns when a stall is due to be reported; never in a dialog while the user types or
    /// something lies over the panes, because the dialog takes the keys.
    pub(crate) fn stall_due(&self) -> Option<Duration> {
        let tab = self
            .model
            .sessions
            .tab()
            .filter(|tab| awaits_response(tab))?;
        let due = tab.heard + patience(tab);
        if tab.sent.is_empty() {
            return Some(due).filter(|due| *due > self.model.chrome.now);
        }
        let is_free = !self.model.dialogs.is_open() && self.model.chrome.focus != Focus::Bar;
        if !is_free || !tab.draft_is_empty() {
            return None;
        }
        let quiet = self
            .model
            .chrome
            .last_editor_key
            .map_or(due, |key| key + QUIET);
        Some(due.max(quiet))
    }

    /// Reports a stall: shows the dialog if the engine is silent. The line about a silent model is
    /// drawn with the next frame.
    pub(crate) fn say_silence(&mut self) {
        self.touch(Redraw::Soon);
        let tab = self.model.sessions.tab();
        let Some(tab) = tab.filter(|tab| !tab.sent.is_empty()) else {
            return;
        };
        let notice = StallNotice::new(tab.facts.is_running());
        self.show_dialog(Box::new(notice));
    }

    /// Carries out the user's choice in the stall dialog.
    pub(crate) fn go_on(&mut self, way: StallChoice) {
        self.model.dialogs.remove::<StallNotice>();
        if way == StallChoice::Report {
            let report = self.report();
            self.effects.push(Effect::WriteReport(report));
        }
        let now = self.model.chrome.now;
        let Some(tab) = self.model.sessions.tab_mut() else {
            return;
        };
        tab.patience = now.saturating_sub(tab.heard) + MORE;
        let session = tab.facts.id;
        match way {
            StallChoice::Wait | StallChoice::Report => {}
            StallChoice::Stop => self.cancel_run(session),
            StallChoice::Kill => {
                let how = CancelMode::KillTree;
                self.effects
                    .push(Effect::Send(Command::CancelRun { session, how }));
            }
            StallChoice::Leave => self.effects.push(Effect::Exit(ExitReason::Quit)),
        }
    }
}

impl App {
    /// Reports what is known about the sessions and the screen, without the conversation
    /// and its files.
    fn report(&self) -> String {
        let (width, height) = self.size();
        let mut lines = vec![
            format!("agentichat {}", env!("CARGO_PKG_VERSION")),
            format!("screen {width}x{height}"),
        ];
        for tab in &self.model.sessions.tabs {
            let facts = &tab.facts;
            let silent = self.model.chrome.now.saturating_sub(tab.heard).as_secs();
            lines.push(String::new());
            lines.push(format!("session {}", facts.id));
            lines.push(format!(
                "status {}, no event for {silent} s",
                facts.status.word()
            ));
            let settings = &facts.settings;
            lines.push(format!("model {}/{}", settings.provider, settings.model));
            let asked = tab.activity.asked.as_ref();
            lines.extend(asked.map(|(at, what)| format!("last {at} {what}")));
            let said = tab.activity.notice.as_ref();
            lines.extend(said.map(|(_, text)| format!("said {text}")));
            let (prompts, queued) = (facts.questions.len(), facts.queued.len());
            lines.push(format!(
                "{prompts} asked, {queued} queued, {} sent",
                tab.sent.len()
            ));
        }
        lines.push(String::new());
        redact::mask(&lines.join("\n")).into_owned()
    }
}

/// Returns how long the session may stay silent before that is reported.
fn patience(tab: &Tab) -> Duration {
    silence(tab).max(tab.patience)
}

/// Returns how long the awaited side may stay silent.
fn silence(tab: &Tab) -> Duration {
    if tab.sent.is_empty() {
        MODEL_SILENCE
    } else {
        ENGINE_SILENCE
    }
}

/// Whether the session waits for the model or the engine.
fn awaits_response(tab: &Tab) -> bool {
    let by_model =
        tab.facts.is_running() && tab.facts.questions.is_empty() && !tab.chat.has_running();
    by_model || !tab.sent.is_empty()
}
