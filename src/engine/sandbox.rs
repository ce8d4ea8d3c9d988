//! The sandbox of the agent's commands on this machine: has a worker try it once, tells the front
//! ends, and ends mode auto where it cannot be.

use std::collections::BTreeMap;

use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use notice::{Notice, notice};
use policy::state as policy_state;
use protocol::approval::Mode;
use protocol::call::ErrorCode;
use protocol::event::{EventKind, NoticeLevel};
use protocol::ids::SessionId;
use protocol::sandbox::{Rung, SandboxOffer, SandboxState};

/// Progress of the trial of the machine's sandbox.
#[derive(Debug, Default)]
pub(super) enum SandboxTrial {
    #[default]
    Awaited,
    UnderWay,
    Found(SandboxState),
}

impl SandboxTrial {
    /// Creates the trial of what the configuration asks for. Without a box there is nothing to try.
    pub(super) fn of(asked: Rung) -> Self {
        match asked {
            Rung::Off => Self::Found(SandboxState::default()),
            _ => Self::Awaited,
        }
    }

    /// Returns the reason why mode auto cannot be chosen. While the trial is under way it can: the
    /// box of each command is part of its plan.
    pub(super) fn obstacle_to(&self, mode: Mode) -> Option<Notice> {
        match self {
            Self::Found(found) if mode == Mode::Auto => found.auto_obstacle(),
            _ => None,
        }
    }
}

/// Has the sandbox tried as soon as there is a session, and tells each session the result once.
pub(super) fn go_on(sessions: &mut BTreeMap<SessionId, Session>, turn: &mut StepBuilder<'_, '_>) {
    if matches!(turn.sandbox, SandboxTrial::Awaited) && !sessions.is_empty() {
        *turn.sandbox = SandboxTrial::UnderWay;
        turn.effect(Effect::TrySandbox);
    }
    let SandboxTrial::Found(found) = &*turn.sandbox else {
        return;
    };
    let sandbox = found.clone();
    for session in sessions.values_mut().filter(|one| !one.knows_sandbox) {
        session.knows_sandbox = true;
        session.leave_auto_mode(turn);
        if sandbox.asked > Rung::Off {
            let sandbox = sandbox.clone();
            session.fact(turn, EventKind::SandboxFound { sandbox });
        }
    }
}

/// Takes the result of the trial, and says once if the sandbox is weaker than asked for.
pub(super) fn found(
    sessions: &BTreeMap<SessionId, Session>,
    offer: &SandboxOffer,
    turn: &mut StepBuilder<'_, '_>,
) {
    if matches!(turn.sandbox, SandboxTrial::Found(_)) {
        return;
    }
    let found = SandboxState::of(turn.config.sandbox, offer);
    if let (true, Some(session)) = (found.is_weaker(), sessions.keys().next_back()) {
        let why = found.why.clone().unwrap_or_default();
        let (word, name) = (found.rung.word(), found.asked.word());
        let text = notice!("told-sandbox-weaker", word, name, why);
        turn.notice(*session, NoticeLevel::Warning, text);
    }
    *turn.sandbox = SandboxTrial::Found(found);
}

impl Session {
    /// Falls back to review where mode auto, from the configuration or from an earlier start, turns
    /// out to be unavailable. Without a user nothing falls back: the run fails.
    fn leave_auto_mode(&mut self, turn: &mut StepBuilder<'_, '_>) {
        if turn.config.attendance == Attendance::Unattended {
            self.refuse_mode(turn);
            return;
        }
        let Some(why) = turn.sandbox.obstacle_to(Mode::Auto) else {
            return;
        };
        if self.policy.mode_before == Some(Mode::Auto) {
            self.policy.mode_before = Some(Mode::Review);
            self.policy_changed(turn);
        }
        if self.policy.mode == Mode::Auto {
            policy_state::set_mode(&mut self.policy, Mode::Review);
            self.policy_changed(turn);
            let text = notice!("told-auto-left", why);
            turn.notice(self.id, NoticeLevel::Warning, text);
        }
    }

    /// Fails a run that nobody attends, in a mode that cannot be had. Returns whether it did.
    pub(super) fn refuse_mode(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        let why = turn.sandbox.obstacle_to(self.policy.mode);
        let is_run = self.thread.run.is_some() && turn.config.attendance == Attendance::Unattended;
        let Some(why) = why.filter(|_| is_run) else {
            return false;
        };
        self.drop_request(turn);
        let error = notice!("told-auto-not-run", why);
        self.fail_run(error, None, Some(ErrorCode::ToolNotAvailable), turn);
        true
    }
}
