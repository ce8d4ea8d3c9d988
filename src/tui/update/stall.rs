//! Detection of stalls: when the screen reports that nothing arrives, and the choices it offers.
//!
//! It watches the visible session while that waits for the model or the engine. A long-running
//! command shows its own time, and a question waits for the user.

use std::time::Duration;

use super::super::app::App;
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
/// Silence after which the screen says that it waits for the model and is not working itself.
const MODEL_BEGINS: Duration = Duration::from_secs(3);
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

    /// Returns how long the session has been silent, if longer than it should be.
    pub(crate) fn stalled_for(&self) -> Option<Duration> {
        let tab = self.model.sessions.tab()?;
        let silent = self.model.chrome.now.saturating_sub(tab.heard);
        (awaits_response(tab) && silent >= silence(tab)).then_some(silent)
    }

    /// Whether the model was asked some seconds ago and has not begun to answer: it loads or reads.
    /// After minutes this counts as a stall.
    pub(crate) fn awaits_model(&self) -> bool {
        let Some(tab) = self.model.sessions.tab() else {
            return false;
        };
        let silent = self.model.chrome.now.saturating_sub(tab.heard);
        tab.activity.awaits_model && silent >= MODEL_BEGINS && self.stalled_for().is_none()
    }

    /// Returns when the stall dialog is due; never while the user types or something lies over the
    /// panes, because the dialog takes the keys.
    pub(crate) fn stall_due(&self) -> Option<Duration> {
        let tab = self
            .model
            .sessions
            .tab()
            .filter(|tab| awaits_response(tab))?;
        let is_free = !self.model.dialogs.is_open() && self.model.chrome.focus != Focus::Bar;
        if !is_free || !tab.draft_is_empty() {
            return None;
        }
        let due = tab.heard + silence(tab).max(tab.patience);
        let quiet = self
            .model
            .chrome
            .last_editor_key
            .map_or(due, |key| key + QUIET);
        Some(due.max(quiet))
    }

    pub(crate) fn say_silence(&mut self) {
        let Some(tab) = self.model.sessions.tab() else {
            return;
        };
        let notice = StallNotice::new(tab.facts.is_running());
        self.model.dialogs.show(Box::new(notice));
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
            StallChoice::Stop => self.update(|model| model.chrome.cancel_run(session)),
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
