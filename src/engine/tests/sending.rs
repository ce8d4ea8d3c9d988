//! Egress: asking, storing the answer, refusing, and the way back.

use super::routing::{hybrid, world};
use super::world::{SESSION, World};
use crate::engine::routing::RoutingConfig;
use crate::engine::{Attendance, EgressRefusal, EngineConfig, Outcome};
use crate::protocol::approval::{Decision, Mode};
use crate::protocol::command::CancelMode;
use crate::protocol::ids::{RunId, StepId};
use crate::protocol::index::Consent;
use crate::protocol::route::{AgentMode, EgressTarget};
use crate::protocol::stream::ProviderErrorKind;

impl World {
    fn withheld(&mut self, why: EgressRefusal) {
        let (run, step) = self.request();
        let to = there();
        self.outcome(Outcome::EgressBlocked {
            session: SESSION,
            run,
            step,
            to,
            why,
        });
    }

    fn kept(&mut self, consent: Consent) {
        let (run, _) = self.request();
        let result = Ok("kept".to_owned());
        self.outcome(Outcome::SendConsentKept {
            session: SESSION,
            run,
            to: there(),
            consent,
            result,
        });
    }
}

/// Outcome of a request that was not sent.
pub(super) fn withheld(run: RunId, step: StepId, asked: bool) -> Outcome {
    Outcome::EgressBlocked {
        session: SESSION,
        run,
        step,
        to: there(),
        why: if asked {
            EgressRefusal::Refused
        } else {
            EgressRefusal::NotAsked
        },
    }
}

/// Outcome of storing the user's answer.
pub(super) fn kept(run: RunId, given: bool) -> Outcome {
    Outcome::SendConsentKept {
        session: SESSION,
        run,
        to: there(),
        consent: if given {
            Consent::Given
        } else {
            Consent::Refused
        },
        result: Ok("kept".to_owned()),
    }
}

fn there() -> EgressTarget {
    EgressTarget {
        provider: "openai".to_owned(),
        address: "https://api.example".to_owned(),
    }
}

#[test]
fn what_leaves_the_machine_is_asked_about_once_and_sent_when_the_yes_is_kept() {
    let mut world = world(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    world.send("go");
    world.skip();
    world.withheld(EgressRefusal::NotAsked);
    world.saw(
        "p1 asks about : Send this workspace's content to openai at https://api.example? The model is told the \
         conversation and what its tools read. Your answer is kept for this workspace and this address.
         status waiting",
    );
    world.answer(Decision::Yes);
    world.saw(
        "p1 answered yes by Key
         status running
         -> keep Given to openai at https://api.example",
    );
    world.kept(Consent::Given);
    world.saw("notice kept\nstep 1\n-> ask openai/big s2 #1");
}

#[test]
fn a_no_ends_a_run_that_has_no_other_model_and_sends_a_hybrid_one_back() {
    let mut world = world(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    world.send("go");
    world.withheld(EgressRefusal::NotAsked);
    world.answer(Decision::No { reason: None });
    world.skip();
    world.kept(Consent::Refused);
    world.saw_last(
        "run failed E014: nothing was sent: you refused to send this workspace's content to openai at \
         https://api.example
         status idle: nothing was sent: you refused to send this workspace's content to openai at \
         https://api.example",
    );
    let mut world = super::routing::world(RoutingConfig {
        on_timeout_ms: None,
        ..hybrid()
    });
    world.send("go");
    world.fails_with(ProviderErrorKind::ContextOverflow);
    world.skip();
    world.withheld(EgressRefusal::Refused);
    world.saw(
        "route ollama/qwen: you refused to send this workspace's content to openai at https://api.example
         system: Route: ollama/qwen, the session's own model: you refused to send this workspace's content to \
         openai at https://api.example (agent_mode hybrid_auto)
         step 1
         -> ask the model s3 #1",
    );
    world.fails_with(ProviderErrorKind::ContextOverflow);
    world.saw_last("-> summarise s4 ToHalf");
}

#[test]
fn without_anyone_to_ask_nothing_is_sent_and_the_way_on_is_said() {
    for why in [EgressRefusal::NotAsked, EgressRefusal::Never] {
        let config = EngineConfig {
            attendance: Attendance::Unattended,
            ..EngineConfig::default()
        };
        let mut world = World::with(config, Mode::Review);
        world.send("go");
        world.withheld(why);
        let hint = world.events.iter().find_map(|event| match &event.fact {
            crate::protocol::event::EventKind::RunFailed { hint, .. } => hint.clone(),
            _ => None,
        });
        let way = match why {
            EgressRefusal::Never => "allow_fallback",
            _ => "agentichat trust --send openai",
        };
        assert!(hint.unwrap().contains(way));
    }
}

#[test]
fn a_cancelled_question_is_closed_and_a_late_yes_sends_nothing() {
    let mut world = world(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    world.send("go");
    world.withheld(EgressRefusal::NotAsked);
    world.answer(Decision::Yes);
    world.cancel(CancelMode::Gracefully);
    world.saw_last("run cancelled\nstatus idle");
    world.kept(Consent::Given);
    world.saw("");
}
