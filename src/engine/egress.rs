//! Egress: content that leaves the machine. A request without consent leads to a question; without
//! a user to ask, the run returns to the session's own model if it had left it, or ends with
//! advice.

use super::outcome::EgressRefusal;
use super::routing;
use super::run::Phase;
use super::session::Session;
use super::{Attendance, Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::approval::{AnsweredBy, Decision};
use protocol::call::ErrorCode;
use protocol::event::NoticeLevel;
use protocol::ids::StepId;
use protocol::index::Consent;
use protocol::route::{AgentMode, EgressTarget, Side};

impl Session {
    /// Handles a request that was not sent because it would leave the machine without consent.
    pub(super) fn egress_blocked(
        &mut self,
        step: StepId,
        to: EgressTarget,
        why: EgressRefusal,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if !self.is_current(step) {
            return;
        }
        self.stop_step_timer(turn);
        if why == EgressRefusal::NotAsked && turn.config.attendance == Attendance::Attended {
            self.ask_to_send(&to, turn);
            if let Some(run) = &mut self.thread.run {
                run.phase = Phase::Consenting;
                run.asks_to_send = Some(to);
            }
            return;
        }
        let reason = reason_of(why, &to);
        self.go_on_without(&to, why, reason, turn);
    }

    /// Handles the user's answer to whether content may be sent.
    pub(super) fn egress_answered(
        &mut self,
        decision: &Decision,
        by: AnsweredBy,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let Some(run) = &mut self.thread.run else {
            return;
        };
        let (id, to) = (run.id, run.asks_to_send.clone());
        let Some(to) = to.filter(|_| run.phase == Phase::Consenting) else {
            return;
        };
        if by == AnsweredBy::Timeout {
            let reason = notice!("told-send-unanswered", place = to.notice());
            self.go_on_without(&to, EgressRefusal::NotAsked, reason, turn);
            return;
        }
        let consent = match decision {
            Decision::Yes => Consent::Given,
            _ => Consent::Refused,
        };
        turn.effect(Effect::StoreEgressConsent {
            session: self.thread.conversation,
            run: id,
            to,
            consent,
        });
    }

    /// Continues the run once the user's answer has been stored.
    pub(super) fn egress_consent_stored(
        &mut self,
        to: &EgressTarget,
        (consent, result): (Consent, Result<Notice, Notice>),
        turn: &mut StepBuilder<'_, '_>,
    ) {
        // While the question is open, the user has not answered it.
        let is_open = self
            .questions
            .iter()
            .any(|open| open.question.call.is_none());
        if !self
            .thread
            .run
            .as_ref()
            .is_some_and(|run| run.phase == Phase::Consenting && !is_open)
        {
            return;
        }
        match result {
            Ok(place) => turn.notice(self.id, NoticeLevel::Info, place),
            Err(reason) => turn.notice(self.id, NoticeLevel::Warning, reason),
        }
        match consent {
            Consent::Given => {
                if let Some(run) = &mut self.thread.run {
                    run.asks_to_send = None;
                    run.attempt = 0;
                }
                self.send_request(turn);
            }
            Consent::Refused => {
                let reason = reason_of(EgressRefusal::Refused, to);
                self.go_on_without(to, EgressRefusal::Refused, reason, turn);
            }
        }
    }

    /// Returns the run to the session's own model if it had left it; otherwise ends the run.
    fn go_on_without(
        &mut self,
        to: &EgressTarget,
        why: EgressRefusal,
        reason: Notice,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let own = self.own_target();
        let Some(run) = &mut self.thread.run else {
            return;
        };
        run.asks_to_send = None;
        run.is_barred = true;
        let (mode, side) = (run.route.mode, run.route.side);
        if mode == AgentMode::HybridAuto && side == Side::Remote {
            self.take_route(routing::back(mode, own, reason));
            self.send_request(turn);
            return;
        }
        self.fail_run(
            notice!("told-nothing-sent", why = reason),
            Some(hint_of(why, to)),
            Some(ErrorCode::ProviderFailed),
            turn,
        );
    }
}

fn reason_of(why: EgressRefusal, to: &EgressTarget) -> Notice {
    let place = to.notice();
    match why {
        EgressRefusal::NotAsked => notice!("told-send-not-asked", place),
        EgressRefusal::Refused => notice!("told-send-refused", place),
        EgressRefusal::Never => notice!("told-send-never", place),
    }
}

fn hint_of(why: EgressRefusal, to: &EgressTarget) -> Notice {
    match why {
        EgressRefusal::Never => notice!("told-use-local"),
        EgressRefusal::NotAsked | EgressRefusal::Refused => {
            notice!("told-trust-send", word = to.provider)
        }
    }
}
