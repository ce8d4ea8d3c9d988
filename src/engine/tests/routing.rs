//! Choice of the model: each trigger of hybrid_auto, the strict switch, and what may
//! leave the machine.

use serde_json::json;

use crate::routing::{EgressPolicy, RoutingConfig, Tally, Trigger, fallback, first, trigger_of};
use crate::testing::harness::{Harness, SESSION};
use crate::testing::outcomes::{hybrid, remote};
use crate::testing::plans::path;
use crate::{EngineConfig, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::call::{ErrorCode, ToolClass, ToolError};
use protocol::command::{CancelMode, Command};
use protocol::route::{AgentMode, RouteReason, Side, Target};
use protocol::stream::ProviderErrorKind;

/// Builds a session with these routes and a small budget.
pub(super) fn harness(routing: RoutingConfig) -> Harness {
    let config = EngineConfig {
        routing,
        max_tool_calls: 2,
        ..EngineConfig::default()
    };
    Harness::with(config, Mode::Review)
}

fn tally() -> Tally {
    Tally {
        side: Side::Own,
        is_barred: false,
        schema_errors: 9,
        failed_edits: 9,
        usable_edits: 0,
        calls: 9,
    }
}

const TRIGGERS: [Trigger; 5] = [
    Trigger::ToolBudget,
    Trigger::SchemaFailed,
    Trigger::EditFailed,
    Trigger::ContextOverflow,
    Trigger::TimedOut,
];

#[test]
fn every_trigger_goes_remote_in_hybrid_and_none_in_another_mode_or_with_the_strict_switch() {
    let goes = |config: &RoutingConfig, tally: &Tally| {
        TRIGGERS.map(|trigger| fallback(config, config.mode, tally, trigger).is_some())
    };
    assert_eq!(goes(&hybrid(), &tally()), [true; 5]);
    let mut cases = Vec::new();
    for mode in [AgentMode::Local, AgentMode::Remote] {
        cases.push((RoutingConfig { mode, ..hybrid() }, tally()));
    }
    let leaving = EgressPolicy::Never;
    cases.push((
        RoutingConfig {
            leaving,
            ..hybrid()
        },
        tally(),
    ));
    cases.push((
        RoutingConfig {
            remote: None,
            ..hybrid()
        },
        tally(),
    ));
    let is_barred = true;
    cases.push((
        hybrid(),
        Tally {
            is_barred,
            ..tally()
        },
    ));
    let side = Side::Remote;
    cases.push((hybrid(), Tally { side, ..tally() }));
    for (config, tally) in cases {
        assert_eq!(goes(&config, &tally), [false; 5], "{config:?} {tally:?}");
    }
}

#[test]
fn each_trigger_has_its_switch_and_its_count() {
    let config = RoutingConfig {
        on_schema_fail: false,
        on_context_overflow: false,
        on_timeout_ms: None,
        ..hybrid()
    };
    let goes = |config: &RoutingConfig, tally: &Tally, trigger| {
        fallback(config, config.mode, tally, trigger).map(|route| route.reason)
    };
    for trigger in [
        Trigger::SchemaFailed,
        Trigger::ContextOverflow,
        Trigger::TimedOut,
    ] {
        assert_eq!(goes(&config, &tally(), trigger), None, "{trigger:?}");
    }
    let once = Tally {
        schema_errors: 1,
        failed_edits: 1,
        usable_edits: 1,
        ..tally()
    };
    for trigger in [
        Trigger::SchemaFailed,
        Trigger::EditFailed,
        Trigger::ToolBudget,
    ] {
        assert_eq!(goes(&hybrid(), &once, trigger), None, "{trigger:?}");
    }
    let twice = Tally {
        schema_errors: 2,
        failed_edits: 2,
        ..once
    };
    let reason = goes(&hybrid(), &twice, Trigger::SchemaFailed);
    assert_eq!(reason, Some(RouteReason::SchemaFailed { times: 2 }));
    let reason = goes(&hybrid(), &twice, Trigger::EditFailed);
    assert_eq!(reason, Some(RouteReason::EditsFailed { times: 2 }));
}

#[test]
fn the_first_choice_is_the_modes() {
    let own = Target {
        provider: "ollama".to_owned(),
        model: "qwen".to_owned(),
    };
    let choose = |mode| {
        let route = first(&hybrid(), mode, own.clone());
        (route.side, route.target)
    };
    assert_eq!(choose(AgentMode::Local), (Side::Own, own.clone()));
    assert_eq!(choose(AgentMode::HybridAuto), (Side::Own, own.clone()));
    assert_eq!(choose(AgentMode::Remote), (Side::Remote, remote()));
    let without = first(&RoutingConfig::default(), AgentMode::Remote, own.clone());
    assert_eq!(
        (without.target, without.reason),
        (own, RouteReason::NoRemote)
    );
}

#[test]
fn an_edit_that_does_not_apply_is_told_from_a_call_that_does_not_fit() {
    let error = |code, details| ToolError::new(code, Notice::text("no")).with_details(details);
    let missing = error(
        ErrorCode::InvalidArguments,
        json!({ "field": "old_text", "nearest": null }),
    );
    let unreadable = error(ErrorCode::InvalidArguments, json!({ "field": "path" }));
    let conflict = error(ErrorCode::Conflict, json!({}));
    let refused = error(ErrorCode::UserRejected, json!({}));
    assert_eq!(
        trigger_of(ToolClass::Text, &missing),
        Some(Trigger::EditFailed)
    );
    assert_eq!(
        trigger_of(ToolClass::Text, &unreadable),
        Some(Trigger::SchemaFailed)
    );
    assert_eq!(
        trigger_of(ToolClass::Read, &unreadable),
        Some(Trigger::SchemaFailed)
    );
    assert_eq!(
        trigger_of(ToolClass::Text, &conflict),
        Some(Trigger::EditFailed)
    );
    assert_eq!(trigger_of(ToolClass::Read, &conflict), None);
    assert_eq!(trigger_of(ToolClass::Text, &refused), None);
}

#[test]
fn a_budget_without_usable_edits_goes_remote_with_a_budget_of_its_own() {
    let mut harness = harness(hybrid());
    harness.send("go");
    harness.calls(&[
        ("read_file", path("a")),
        ("read_file", path("b")),
        ("read_file", path("c")),
    ]);
    let trace = "route openai/big: 2 tool calls without a usable edit";
    let routed = harness.events.iter().any(|event| {
        matches!(&event.fact, protocol::event::EventKind::RouteChosen { route }
            if format!("route {}: {}", route.target, route.reason.words()) == trace)
    });
    assert!(routed);
    for number in 1..=3 {
        harness.read(number);
    }
    harness.saw_last("-> ask openai/big s2 #2");
}

#[test]
fn edits_that_do_not_apply_go_remote_after_as_many_attempts_as_are_set() {
    let mut harness = harness(RoutingConfig {
        on_timeout_ms: None,
        ..hybrid()
    });
    harness.send("go");
    harness.saw_last("-> ask the model s1 #1");
    harness.calls(&[("write_file", path("a.rs"))]);
    harness.refused(1, ErrorCode::Conflict);
    harness.calls(&[("write_file", path("a.rs"))]);
    harness.skip();
    harness.refused(2, ErrorCode::Conflict);
    harness.saw(
        "c2 E011: it does not fit
         route openai/big: 2 edits did not apply or failed their checks
         system: Route: openai/big, the remote model: 2 edits did not apply or failed their checks \
         (agent_mode hybrid_auto)
         step 3
         -> ask openai/big s3 #3",
    );
}

#[test]
fn calls_that_do_not_fit_the_schema_go_remote_and_do_not_count_against_the_remote_model() {
    let config = EngineConfig {
        routing: RoutingConfig {
            on_timeout_ms: None,
            ..hybrid()
        },
        max_schema_retries: 2,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    for number in 1..=4 {
        harness.calls(&[("read_file", path(&format!("{number}")))]);
        harness.refused(number, ErrorCode::InvalidArguments);
    }
    harness.saw_last("-> ask openai/big s5 #5");
    harness.calls(&[("read_file", path("5"))]);
    harness.refused(5, ErrorCode::InvalidArguments);
    harness.saw_last(
        "run failed E013: the model called tools with wrong arguments in 3 answers in a row
         status idle: the model called tools with wrong arguments in 3 answers in a row",
    );
}

#[test]
fn a_conversation_that_does_not_fit_goes_remote_before_it_is_compacted() {
    for by_server in [false, true] {
        let mut harness = harness(RoutingConfig {
            on_timeout_ms: None,
            ..hybrid()
        });
        harness.send("go");
        harness.skip();
        if by_server {
            harness.fails_with(ProviderErrorKind::ContextOverflow);
        } else {
            let (run, step) = harness.request();
            let session = SESSION;
            harness.outcome(Outcome::ContextOverflow { session, run, step });
        }
        harness.saw(
            "route openai/big: the conversation does not fit into the local model's window
             system: Route: openai/big, the remote model: the conversation does not fit into the local model's \
             window (agent_mode hybrid_auto)
             step 1
             -> ask openai/big s2 #1",
        );
    }
}

#[test]
fn a_step_that_exceeds_its_time_goes_remote_and_its_late_answer_changes_nothing() {
    let mut harness = harness(hybrid());
    harness.send("go");
    harness.saw_last("-> timer t1 5000 ms StepTime");
    harness.text("half");
    let late = harness.request();
    harness.skip();
    harness.fired();
    harness.saw(
        "route openai/big: the step took longer than 5000 ms
         system: Route: openai/big, the remote model: the step took longer than 5000 ms (agent_mode hybrid_auto)
         end of assistant (interrupted): half
         step 1
         -> drop s1
         -> ask openai/big s2 #1",
    );
    let session = SESSION;
    let answer = crate::StepAnswer::default();
    harness.outcome(Outcome::StepFinished {
        session,
        run: late.0,
        step: late.1,
        answer,
    });
    harness.saw("");
    harness.says("done");
    harness.saw_last("run completed, 0 calls\nstatus idle");
}

#[test]
fn a_step_that_is_in_time_or_cancelled_leaves_no_timer() {
    let mut harness = harness(hybrid());
    harness.send("go");
    harness.skip();
    harness.says("done");
    assert!(harness.trace().contains("-> stop t1"));
    harness.send("again");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    assert!(harness.trace().contains("-> stop t2"));
}

#[test]
fn the_next_run_begins_local_again_and_the_choice_is_said() {
    let mut harness = harness(RoutingConfig {
        on_timeout_ms: None,
        ..hybrid()
    });
    harness.send("go");
    harness.fails_with(ProviderErrorKind::ContextOverflow);
    harness.says("done");
    harness.skip();
    harness.send("again");
    harness.saw_last(
        "route ollama/qwen: as the mode says
         system: Route: ollama/qwen, the session's own model: as the mode says (agent_mode hybrid_auto)
         step 1
         -> ask the model s3 #2",
    );
}

#[test]
fn the_mode_is_set_only_where_it_can_hold() {
    let set = |harness: &mut Harness, mode| {
        harness.skip();
        harness.command(Command::SetAgentMode {
            session: SESSION,
            mode,
        });
    };
    let mut none = harness(RoutingConfig::default());
    set(&mut none, AgentMode::Remote);
    none.saw("rejected set_agent_mode: no remote model: set remote_provider and remote_model");
    let mut strict = harness(RoutingConfig {
        leaving: EgressPolicy::Never,
        ..hybrid()
    });
    set(&mut strict, AgentMode::HybridAuto);
    strict.saw(
        "rejected set_agent_mode: allow_fallback is false, which keeps everything on this machine",
    );
    let mut both = harness(RoutingConfig {
        mode: AgentMode::Local,
        ..hybrid()
    });
    set(&mut both, AgentMode::Remote);
    both.saw("agent mode remote");
    both.send("go");
    both.saw_last("-> ask openai/big s1 #1");
}
