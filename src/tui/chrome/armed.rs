//! Keys that act at their second press, and leaving the program.

use std::time::Duration;

use super::{Armed, Chrome, Engine};
use crate::effect::{Effect, ExitReason};
use crate::run::SaveScope;
use crate::sessions::Sessions;
use crate::tab::Tab;
use l10n::{counted, say};
use protocol::command::{CancelMode, Command};
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

/// The second press must follow within this time.
pub const AGAIN: Duration = Duration::from_secs(2);

impl Chrome {
    /// Cancels the run of a session; the second call within [`AGAIN`] kills its processes.
    pub(crate) fn cancel_run(&mut self, session: SessionId) -> Vec<Effect> {
        let again = matches!(
            self.armed,
            Some(Armed::Kill { until, session: armed }) if armed == session && self.now <= until
        );
        let until = self.now + AGAIN;
        self.armed = Some(Armed::Kill { until, session });
        let (how, text) = if again {
            (CancelMode::KillTree, say!("ladder-killing"))
        } else {
            (CancelMode::Gracefully, say!("ladder-cancelling"))
        };
        self.say(NoticeLevel::Warning, text);
        vec![Effect::Send(Command::CancelRun { session, how })]
    }

    /// Clears the notices about cancelling once the run has ended.
    pub(crate) fn run_over(&mut self, session: SessionId) {
        match self.armed {
            Some(Armed::Kill { session: armed, .. }) if armed != session => return,
            Some(Armed::Kill { .. }) => self.armed = None,
            _ => {}
        }
        let said = |text: &str| text == say!("ladder-cancelling") || text == say!("ladder-killing");
        self.notice.take_if(|(_, text)| said(text));
    }

    /// Whether a running session may be ended: at the second call within [`AGAIN`].
    pub(crate) fn ends_running(&mut self, session: SessionId) -> bool {
        let is_armed = matches!(
            self.armed,
            Some(Armed::End { until, session: armed }) if armed == session && self.now <= until
        );
        if !is_armed {
            let until = self.now + AGAIN;
            self.armed = Some(Armed::End { until, session });
        }
        is_armed
    }

    /// Whether the user just pressed a key that quits; if not, the next one within [`AGAIN`] does.
    fn quits_again(&mut self) -> bool {
        let is_armed = matches!(self.armed, Some(Armed::Quit { until }) if self.now <= until);
        if !is_armed {
            let until = self.now + AGAIN;
            self.armed = Some(Armed::Quit { until });
        }
        is_armed
    }

    /// Quits on the second call within [`AGAIN`]. Undecided hunks are named; they survive quitting.
    pub(crate) fn quit_on_second(&mut self, proposed: u32) -> Vec<Effect> {
        if self.quits_again() {
            return vec![Effect::Exit(ExitReason::Quit)];
        }
        let text = match (self.save_scope, proposed) {
            (SaveScope::No, _) => say!("ladder-again-to-leave-demo").to_owned(),
            (SaveScope::Yes, 0) => say!("ladder-again-to-leave").to_owned(),
            (SaveScope::Yes, count) => say!(
                "ladder-again-to-leave-proposed",
                hunks = counted(count, "hunk")
            ),
        };
        vec![Effect::info(text)]
    }

    /// Quits, and asks first if something runs or proposed changes wait.
    pub(crate) fn quit(&mut self, sessions: &Sessions) -> Vec<Effect> {
        if self.has_stopped() {
            return vec![Effect::Exit(ExitReason::EngineStopped)];
        }
        // Runs at the owner continue without this screen.
        let facts = self.workspace.as_ref();
        let attached = facts.is_some_and(|facts| facts.attached_to.is_some());
        let is_running = |tab: &&Tab| !attached && tab.facts.is_running();
        let mut running = sessions.tabs.iter().filter(is_running).peekable();
        let proposed = match (self.save_scope, attached) {
            (SaveScope::Yes, false) => sessions.proposed(),
            _ => 0,
        };
        if (running.peek().is_none() && proposed == 0) || self.quits_again() {
            return vec![Effect::Exit(ExitReason::Quit)];
        }
        if running.peek().is_none() {
            let hunks = counted(proposed, "hunk");
            let text = say!("ladder-proposed-wait", hunks);
            return vec![Effect::Tell(NoticeLevel::Info, text)];
        }
        let text = if running.all(|tab| tab.facts.only_waits()) {
            say!("ladder-question-waits")
        } else {
            say!("ladder-run-goes-on")
        };
        vec![Effect::Tell(NoticeLevel::Warning, text.to_owned())]
    }

    /// Whether the engine has stopped, because its journal is lost or it was ended: nothing more
    /// can be sent or stored. The screen stays readable until the user leaves.
    pub(crate) fn has_stopped(&self) -> bool {
        self.engine == Engine::Stopped
    }
}
