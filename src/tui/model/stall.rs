//! Detection of stalls: when the screen reports that nothing arrives, and the choices it offers.
//!
//! It watches the visible session while that waits for the model or the engine. A silent model may
//! still read its prompt, so a line says so and takes no key; only an engine that takes no message
//! opens the stall dialog. A long-running command shows its own time, and a question waits for the
//! user.

use std::time::Duration;

use super::Model;
use crate::chrome::Focus;
use crate::dialog::stall_notice::{StallChoice, StallNotice};
use crate::effect::{Effect, ExitReason};
use crate::tab::Tab;
use protocol::command::{CancelMode, Command};
use protocol::ids::SessionId;

/// Silence of the engine after which the screen reports a stall.
const ENGINE_SILENCE: Duration = Duration::from_secs(30);
/// Silence of the model after which the screen reports a stall: a local model may read a long
/// prompt for minutes.
const MODEL_SILENCE: Duration = Duration::from_secs(180);
/// Extra time that "wait" adds.
pub const MORE: Duration = Duration::from_secs(60);
/// The stall dialog opens by itself only after this long without a key press.
const QUIET: Duration = Duration::from_millis(1_500);

impl Model {
    /// Records that a session responded, and closes the stall dialog.
    pub fn heard(&mut self, session: SessionId) {
        if let Some(tab) = self.sessions.tab_of(session) {
            tab.record_activity(self.chrome.now);
        }
        if self.sessions.session() == Some(session) {
            self.dialogs.remove::<StallNotice>();
        }
    }

    /// Returns how long the session has been silent, if longer than it should be or than the user
    /// is willing to wait.
    pub fn stalled_for(&self) -> Option<Duration> {
        let tab = self.sessions.tab()?;
        let silent = self.chrome.now.saturating_sub(tab.heard);
        (awaits_response(tab) && silent >= patience(tab)).then_some(silent)
    }

    /// Returns when a stall is due to be reported; never in a dialog while the user types or
    /// something lies over the panes, because the dialog takes the keys.
    pub fn stall_due(&self) -> Option<Duration> {
        let tab = self.sessions.tab().filter(|tab| awaits_response(tab))?;
        let due = tab.heard + patience(tab);
        if tab.sent.is_empty() {
            return Some(due).filter(|due| *due > self.chrome.now);
        }
        let is_free = !self.dialogs.is_open() && self.chrome.focus != Focus::Bar;
        if !is_free || !tab.draft_is_empty() {
            return None;
        }
        let quiet = self.chrome.last_editor_key.map_or(due, |key| key + QUIET);
        Some(due.max(quiet))
    }

    /// Shows the stall dialog if the engine is silent. The line about a silent model is drawn with
    /// the next frame.
    pub fn report_stall(&mut self) {
        let tab = self.sessions.tab();
        if let Some(tab) = tab.filter(|tab| !tab.sent.is_empty()) {
            let notice = StallNotice::new(tab.facts.is_running());
            self.dialogs.show(Box::new(notice));
        }
    }

    /// Waits longer for a silent model, on Enter in the empty draft; `None` if none is waited for.
    pub fn wait_on(&mut self) -> Option<Vec<Effect>> {
        let tab = self.sessions.tab().filter(|tab| tab.draft_is_empty());
        let waits = tab.is_some() && self.stalled_for().is_some();
        waits.then(|| self.on_stall(StallChoice::Wait))
    }

    /// Carries out the user's choice about a stall.
    pub fn on_stall(&mut self, choice: StallChoice) -> Vec<Effect> {
        self.dialogs.remove::<StallNotice>();
        let report = (choice == StallChoice::Report).then(|| Effect::WriteReport(self.report()));
        let now = self.chrome.now;
        let Some(tab) = self.sessions.tab_mut() else {
            return report.into_iter().collect();
        };
        tab.patience = now.saturating_sub(tab.heard) + MORE;
        let session = tab.facts.id;
        match choice {
            StallChoice::Wait => Vec::new(),
            StallChoice::Report => report.into_iter().collect(),
            StallChoice::Stop => self.chrome.cancel_run(session),
            StallChoice::Kill => {
                let how = CancelMode::KillTree;
                vec![Effect::Send(Command::CancelRun { session, how })]
            }
            StallChoice::Leave => vec![Effect::Exit(ExitReason::Quit)],
        }
    }

    /// Reports what is known about the sessions and the screen, without the conversation
    /// and its files.
    fn report(&self) -> String {
        let (width, height) = (self.chrome.width, self.chrome.height);
        let mut lines = vec![
            format!("agentichat {}", env!("CARGO_PKG_VERSION")),
            format!("screen {width}x{height}"),
        ];
        let tabs = self.sessions.tabs.iter();
        lines.extend(tabs.flat_map(|tab| report_of(tab, self.chrome.now)));
        lines.push(String::new());
        redact::mask(&lines.join("\n")).into_owned()
    }
}

fn report_of(tab: &Tab, now: Duration) -> Vec<String> {
    let facts = &tab.facts;
    let silent = now.saturating_sub(tab.heard).as_secs();
    let mut lines = vec![
        String::new(),
        format!("session {}", facts.id),
        format!("status {}, no event for {silent} s", facts.status.word()),
        format!("model {}/{}", facts.settings.provider, facts.settings.model),
    ];
    let asked = tab.activity.asked.as_ref();
    lines.extend(asked.map(|(at, what)| format!("last {at} {what}")));
    let said = tab.activity.notice.as_ref();
    lines.extend(said.map(|(_, text)| format!("said {text}")));
    lines.push(format!(
        "{} asked, {} queued, {} sent",
        facts.questions.len(),
        facts.queued.len(),
        tab.sent.len()
    ));
    lines
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
