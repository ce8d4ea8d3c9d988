//! Egress: asking, storing the answer, refusing, and the way back.

use super::routing::harness;
use crate::routing::RoutingConfig;
use crate::testing::harness::{Harness, SESSION};
use crate::testing::outcomes::{hybrid, there};
use crate::{Attendance, EgressRefusal, EngineConfig, Outcome};
use notice::Notice;
use protocol::approval::{Decision, Mode};
use protocol::command::CancelMode;
use protocol::index::Consent;
use protocol::route::AgentMode;
use protocol::stream::ProviderErrorKind;

impl Harness {
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
        let result = Ok(Notice::text("kept"));
        self.outcome(Outcome::EgressConsentStored {
            session: SESSION,
            run,
            to: there(),
            consent,
            result,
        });
    }
}

#[test]
fn what_leaves_the_machine_is_asked_about_once_and_sent_when_the_yes_is_kept() {
    let mut harness = harness(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    harness.send("go");
    harness.skip();
    harness.withheld(EgressRefusal::NotAsked);
    harness.saw(
        "p1 asks about : Send this workspace's content to openai at https://api.example? The model is told the \
         conversation and what its tools read. Your answer is kept for this workspace and this address.
         status waiting",
    );
    harness.answer(Decision::Yes);
    harness.saw(
        "p1 answered yes by Key
         status running
         -> keep Given to openai at https://api.example",
    );
    harness.kept(Consent::Given);
    harness.saw("notice kept\nstep 1\n-> ask openai/big s2 #1");
}

#[test]
fn a_no_ends_a_run_that_has_no_other_model_and_sends_a_hybrid_one_back() {
    let mut harness = harness(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    harness.send("go");
    harness.withheld(EgressRefusal::NotAsked);
    harness.answer(Decision::No { reason: None });
    harness.skip();
    harness.kept(Consent::Refused);
    harness.saw_last(
        "run failed E014: nothing was sent: you refused to send this workspace's content to openai at \
         https://api.example
         status idle: nothing was sent: you refused to send this workspace's content to openai at \
         https://api.example",
    );
    let mut harness = super::routing::harness(RoutingConfig {
        on_timeout_ms: None,
        ..hybrid()
    });
    harness.send("go");
    harness.fails_with(ProviderErrorKind::ContextOverflow);
    harness.skip();
    harness.withheld(EgressRefusal::Refused);
    harness.saw(
        "route ollama/qwen: you refused to send this workspace's content to openai at https://api.example
         system: Route: ollama/qwen, the session's own model: you refused to send this workspace's content to \
         openai at https://api.example (agent_mode hybrid_auto)
         step 1
         -> ask the model s3 #1",
    );
    harness.fails_with(ProviderErrorKind::ContextOverflow);
    harness.saw_last("-> summarise s4 ToHalf");
}

#[test]
fn without_anyone_to_ask_nothing_is_sent_and_the_way_on_is_said() {
    for why in [EgressRefusal::NotAsked, EgressRefusal::Never] {
        let config = EngineConfig {
            attendance: Attendance::Unattended,
            ..EngineConfig::default()
        };
        let mut harness = Harness::with(config, Mode::Review);
        harness.send("go");
        harness.withheld(why);
        let hint = harness.events.iter().find_map(|event| match &event.fact {
            protocol::event::EventKind::RunFailed { hint, .. } => hint.clone(),
            _ => None,
        });
        let way = match why {
            EgressRefusal::Never => "allow_fallback",
            _ => "agentichat trust --send openai",
        };
        assert!(hint.unwrap().to_string().contains(way));
    }
}

#[test]
fn a_cancelled_question_is_closed_and_a_late_yes_sends_nothing() {
    let mut harness = harness(RoutingConfig {
        mode: AgentMode::Remote,
        ..hybrid()
    });
    harness.send("go");
    harness.withheld(EgressRefusal::NotAsked);
    harness.answer(Decision::Yes);
    harness.cancel(CancelMode::Gracefully);
    harness.saw_last("run cancelled\nstatus idle");
    harness.kept(Consent::Given);
    harness.saw("");
}
