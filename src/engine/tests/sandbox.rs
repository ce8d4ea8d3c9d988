//! The sandbox of the machine: tried once, told to each session, and the ground of mode auto.

use notice::Notice;
use policy::network::asked_by;
use protocol::approval::{Decision, GrantScope, Mode, QuestionBody, Rule, RuleEffect, RuleScope};
use protocol::call::{ErrorCode, ToolError};
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::RuleId;
use protocol::plan::CallPlan;
use protocol::sandbox::{CommandSandbox, Network, Rung, SandboxOffer, World};
use protocol::session::SettingsChange;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::harness::{Harness, SESSION, settings};
use crate::testing::plans::{self, path, shell};
use crate::{Attendance, Effect, EngineConfig, Outcome};

fn asking_for(sandbox: Rung) -> EngineConfig {
    EngineConfig {
        sandbox,
        ..EngineConfig::default()
    }
}

fn found(harness: &mut Harness, rung: Rung, why: &str) {
    harness.outcome(Outcome::SandboxFound {
        offer: SandboxOffer {
            rung,
            why: (!why.is_empty()).then(|| Notice::text(why)),
        },
    });
}

fn set_mode(harness: &mut Harness, mode: Mode) {
    harness.command(Command::SetMode {
        session: SESSION,
        mode,
    });
}

/// Returns the plan of a command with this box. The command offers the hosts that it names.
fn boxed(harness: &Harness, number: usize, rung: Rung, network: Network) -> CallPlan {
    let mut plan = plans::plan(&harness.call(number));
    if let Some(QuestionBody::Command {
        command, sandbox, ..
    }) = &mut plan.body
    {
        *sandbox = CommandSandbox {
            rung,
            network,
            offered: asked_by(&[command], &|_| Vec::new()),
            ..CommandSandbox::default()
        };
    }
    plan
}

#[test]
fn the_sandbox_is_tried_once_and_told_to_each_session() {
    let mut harness = Harness::empty(asking_for(Rung::Proposed));
    harness.command(Command::CreateSession {
        session: SESSION,
        settings: settings(Mode::Review),
    });
    assert!(harness.trace().ends_with("-> try the sandbox"));
    harness.skip();
    set_mode(&mut harness, Mode::Confirm);
    assert!(!harness.trace().contains("try"));
    harness.skip();
    found(&mut harness, Rung::Proposed, "");
    harness.saw("sandbox proposed");
}

#[test]
fn a_sandbox_weaker_than_asked_for_is_said_once() {
    let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Review);
    found(&mut harness, Rung::Landlock, "there are no namespaces");
    harness.saw(
        "notice The sandbox is weaker than asked for: landlock instead of proposed, because there are no namespaces.
        sandbox landlock",
    );
    found(&mut harness, Rung::Landlock, "there are no namespaces");
    harness.saw("");
}

#[test]
fn a_sandbox_that_the_settings_limit_is_not_weaker_than_asked_for() {
    let mut harness = Harness::with(asking_for(Rung::Landlock), Mode::Review);
    found(&mut harness, Rung::Proposed, "");
    harness.saw("sandbox landlock");
}

#[test]
fn mode_auto_is_refused_with_the_reason_where_it_cannot_be() {
    for (asked, offered, reason) in [
        (Rung::Off, None, "the settings say `sandbox: off`"),
        (Rung::Landlock, Some(Rung::Proposed), "`sandbox: landlock`"),
        (Rung::Proposed, Some(Rung::Landlock), "no user namespaces"),
    ] {
        let mut harness = Harness::with(asking_for(asked), Mode::Review);
        if let Some(rung) = offered {
            found(&mut harness, rung, "no user namespaces");
        }
        harness.skip();
        set_mode(&mut harness, Mode::Auto);
        let said = harness.trace();
        assert!(said.contains("rejected") && said.contains(reason), "{said}");
        harness.skip();
        harness.command(Command::ConfigureSession {
            session: SESSION,
            change: SettingsChange {
                mode: Some(Mode::Auto),
                ..SettingsChange::default()
            },
        });
        let said = harness.trace();
        assert!(said.contains("rejected") && said.contains(reason), "{said}");
    }
}

#[test]
fn mode_auto_of_the_settings_falls_back_to_review_with_the_reason() {
    let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Auto);
    found(&mut harness, Rung::Off, "the kernel is too old");
    let said = harness.trace();
    assert!(said.contains("policy review"), "{said}");
    assert!(
        said.contains("Mode review instead of auto. Mode auto needs"),
        "{said}"
    );
    assert!(said.contains("the kernel is too old"), "{said}");
}

fn unattended() -> EngineConfig {
    EngineConfig {
        attendance: Attendance::Unattended,
        ..asking_for(Rung::Proposed)
    }
}

/// Returns why the only run failed.
fn failure(harness: &Harness) -> Option<String> {
    harness.events.iter().find_map(|event| match &event.fact {
        EventKind::RunFailed { error, .. } => Some(error.to_string()),
        _ => None,
    })
}

#[test]
fn a_run_that_nobody_attends_fails_rather_than_works_in_another_mode() {
    for is_found_first in [true, false] {
        let mut harness = Harness::with(unattended(), Mode::Auto);
        if is_found_first {
            found(&mut harness, Rung::Landlock, "no namespaces here");
        }
        harness.send("go");
        if !is_found_first {
            found(&mut harness, Rung::Landlock, "no namespaces here");
        }
        let why = failure(&harness).expect("it failed");
        assert!(why.starts_with("Mode auto was asked for"), "{why}");
        assert!(why.contains("no namespaces here"), "{why}");
        let said = harness.trace();
        assert!(!said.contains("Mode review instead"), "{said}");
        // The request that was under way is dropped.
        assert_eq!(said.contains("-> ask the model"), !is_found_first, "{said}");
        let drops = |effect: &Effect| matches!(effect, Effect::CancelStep { .. });
        assert_eq!(harness.effects.iter().any(drops), !is_found_first);
    }
}

#[test]
fn a_run_that_nobody_attends_works_in_mode_auto_where_it_can_be() {
    let mut harness = Harness::with(unattended(), Mode::Auto);
    found(&mut harness, Rung::Namespaces, "");
    harness.send("go");
    harness.says("done");
    assert_eq!(failure(&harness), None);
}

#[test]
fn mode_auto_stays_where_the_machine_makes_namespaces() {
    let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Auto);
    found(&mut harness, Rung::Namespaces, "there is no overlay");
    assert!(!harness.trace().contains("policy review"));
}

#[test]
fn passthrough_does_not_lead_back_to_a_mode_auto_that_cannot_be() {
    let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Auto);
    let session = SESSION;
    harness.command(Command::TogglePassthrough { session });
    found(&mut harness, Rung::Off, "the kernel is too old");
    harness.skip();
    harness.command(Command::TogglePassthrough { session });
    let said = harness.trace();
    assert!(said.contains("policy review"), "{said}");
}

#[test]
fn auto_mode_proposes_writes_and_runs_boxed_commands_without_a_question() {
    let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Auto);
    found(&mut harness, Rung::Proposed, "");
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make")), ("write_file", path("a.rs"))]);
    harness.skip();
    let plan = boxed(&harness, 1, Rung::Namespaces, Network::Loopback);
    harness.prepared_as(1, plan);
    harness.saw(
        "c1 started by auto mode
        -> run c1 as planned",
    );
    harness.finished(1);
    harness.skip();
    harness.prepared(2);
    assert!(harness.trace().contains("-> stage c2"));
}

#[test]
fn auto_mode_asks_about_a_command_without_a_full_box_or_of_high_risk() {
    let full = (Rung::Proposed, Network::Loopback);
    for (command, (rung, network)) in [
        ("make", (Rung::Landlock, Network::Off)),
        ("make", (Rung::Off, Network::On)),
        ("make", (Rung::Proposed, Network::On)),
        ("rm -rf src", full),
    ] {
        let mut harness = Harness::with(asking_for(Rung::Proposed), Mode::Auto);
        found(&mut harness, Rung::Proposed, "");
        harness.send("go");
        harness.calls(&[("shell_exec", shell(command))]);
        let plan = boxed(&harness, 1, rung, network);
        harness.skip();
        harness.prepared_as(1, plan);
        let said = harness.trace();
        assert!(said.contains("asks about c1"), "{command} {rung:?}: {said}");
    }
}

const BOXED: (Rung, Network) = (Rung::Namespaces, Network::Loopback);

/// Returns a session in which a command with a box is planned and asked about.
fn asked(config: EngineConfig, command: &str) -> Harness {
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell(command))]);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    harness.skip();
    harness
}

/// Ends the command's run without the network, as the box denied it.
fn failed_without_network(harness: &mut Harness, output: &str) {
    failed_for_want_of(harness, output, &json!(true));
}

fn failed_for_want_of(harness: &mut Harness, output: &str, needed: &Value) {
    harness.outcome(Outcome::CallOutput {
        session: SESSION,
        run: harness.request().0,
        call: harness.call(1).id,
        offset: 0,
        text: output.to_owned(),
    });
    let mut done = plans::done(&harness.call(1));
    let error = ToolError::new(ErrorCode::CommandFailed, Notice::text("no network"))
        .with_details(json!({ "output": output, "exit_code": 101, "needs_network": needed }));
    done.result.ok = false;
    done.result.content = error.to_model();
    done.result.error = Some(error);
    finish(harness, done);
}

fn finish(harness: &mut Harness, done: crate::CallCompletion) {
    harness.outcome(Outcome::CallFinished {
        session: SESSION,
        run: harness.request().0,
        done: Box::new(done),
    });
}

/// Returns a session that asks whether its failed command runs again with the network.
fn asked_again(command: &str) -> Harness {
    let mut harness = asked(EngineConfig::default(), command);
    harness.answer(Decision::Yes);
    harness.skip();
    failed_without_network(&mut harness, "could not resolve host");
    harness
}

fn results(harness: &Harness) -> Vec<Value> {
    let events = harness.events.iter().filter_map(|event| match &event.fact {
        EventKind::CallCompleted { result, .. } => Some(result.content.clone()),
        _ => None,
    });
    events.collect()
}

fn network_rule(effect: RuleEffect) -> EngineConfig {
    rule(effect, "network")
}

fn rule(effect: RuleEffect, pattern: &str) -> EngineConfig {
    EngineConfig {
        rules: vec![Rule {
            id: RuleId(Uuid::from_u128(5)),
            effect,
            pattern: pattern.to_owned(),
            scope: RuleScope::Flag,
        }],
        ..EngineConfig::default()
    }
}

#[test]
fn a_yes_with_the_network_gives_the_command_the_network_once() {
    let mut harness = asked(EngineConfig::default(), "make");
    assert!(harness.prompt().offers_network());
    harness.answer(Decision::Network);
    let said = harness.trace();
    assert!(said.contains("-> run c1 with the network"), "{said}");
    assert!(said.contains("with the network"), "{said}");
    harness.finished(1);
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 2, BOXED.0, BOXED.1);
    harness.prepared_as(2, plan);
    let question = harness.prompt();
    let QuestionBody::Command { sandbox, .. } = &question.body else {
        panic!("{question:?}");
    };
    assert_eq!(sandbox.network, Network::Loopback, "the grant was for once");
}

#[test]
fn the_network_for_the_session_is_a_rule_that_can_be_revoked() {
    let mut harness = asked(EngineConfig::default(), "make");
    harness.answer(Decision::Always {
        scope: GrantScope::Network,
    });
    assert!(harness.trace().contains("-> run c1 with the network"));
    harness.finished(1);
    harness.calls(&[("shell_exec", shell("make"))]);
    let planned = boxed(&harness, 2, BOXED.0, BOXED.1);
    let shown = planned.shown;
    harness.prepared_as(2, planned);
    let question = harness.prompt();
    let QuestionBody::Command { sandbox, .. } = &question.body else {
        panic!("{question:?}");
    };
    assert_eq!(sandbox.network, Network::On, "the question shows it");
    assert_ne!(
        question.shown, shown,
        "an answer to the plan without it does not fit"
    );
    assert!(!question.offers_network());
    harness.skip();
    harness.answer(Decision::Yes);
    assert!(harness.trace().contains("-> run c2 with the network"));
    harness.finished(2);
    let rules = harness
        .events
        .iter()
        .rev()
        .find_map(|event| match &event.fact {
            EventKind::PolicyChanged { policy } => Some(policy.rules.clone()),
            _ => None,
        });
    let rule = rules.unwrap().pop().unwrap();
    assert_eq!(
        (rule.pattern.as_str(), rule.scope),
        ("network", RuleScope::Session)
    );
    harness.command(Command::RevokeRule {
        session: SESSION,
        rule: rule.id,
    });
    harness.calls(&[("shell_exec", shell("make all"))]);
    let plan = boxed(&harness, 3, BOXED.0, BOXED.1);
    harness.prepared_as(3, plan);
    assert!(harness.prompt().offers_network());
}

#[test]
fn a_command_that_provably_just_reads_gets_no_network_by_a_rule() {
    let mut harness = Harness::with(network_rule(RuleEffect::Allow), Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("ls"))]);
    harness.skip();
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    assert!(harness.trace().contains("-> run c1 as planned"));
}

#[test]
fn a_rule_that_denies_the_network_offers_it_nowhere() {
    let mut harness = asked(network_rule(RuleEffect::Deny), "make");
    assert!(!harness.prompt().offers_network());
    harness.answer(Decision::Network);
    assert!(harness.trace().contains("rejected"));
    harness.answer(Decision::Yes);
    harness.skip();
    failed_without_network(&mut harness, "could not resolve host");
    assert!(!harness.trace().contains("asks"));
}

#[test]
fn auto_mode_asks_about_a_command_that_a_rule_gives_the_network() {
    let config = EngineConfig {
        sandbox: Rung::Proposed,
        ..network_rule(RuleEffect::Allow)
    };
    let mut harness = Harness::with(config, Mode::Auto);
    found(&mut harness, Rung::Proposed, "");
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.skip();
    harness.prepared_as(1, plan);
    let said = harness.trace();
    assert!(said.contains("asks about c1"), "{said}");
}

#[test]
fn a_command_that_failed_for_want_of_the_network_may_run_again_with_it() {
    let mut harness = asked_again("cargo fetch");
    let question = harness.prompt();
    assert!(question.asks_for_network_again());
    let QuestionBody::Confirm { question } = question.body else {
        panic!("another question");
    };
    let text = question.to_string();
    assert!(text.contains("`cargo fetch`"), "{text}");
    assert!(
        text.contains("but only to crates.io, index.crates.io, static.crates.io?"),
        "{text}"
    );
    assert!(results(&harness).is_empty(), "the call is not over");
    harness.skip();
    harness.answer(Decision::Yes);
    assert!(harness.trace().contains("-> prepare c1"));
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    let run = "-> run c1 with the network crates.io index.crates.io static.crates.io\n";
    assert!(format!("{}\n", harness.trace()).contains(run));
    let mut done = plans::done(&harness.call(1));
    done.result.content = json!({ "success": true, "output": "fetched\n", "exit_code": 0 });
    finish(&mut harness, done);
    let results = results(&harness);
    let [result] = results.as_slice() else {
        panic!("{results:?}");
    };
    assert_eq!(
        result["output"],
        "could not resolve host\n[run again with the network]\nfetched\n"
    );
    assert_eq!(result["first_run"]["exit_code"], 101);
}

#[test]
fn output_of_the_second_run_stands_behind_that_of_the_first() {
    let mut harness = asked_again("make");
    harness.answer(Decision::Yes);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    harness.outcome(Outcome::CallOutput {
        session: SESSION,
        run: harness.request().0,
        call: harness.call(1).id,
        offset: 0,
        text: "fetched".to_owned(),
    });
    let mut end = 0;
    for event in &harness.events {
        if let EventKind::CallOutput { offset, text, .. } = &event.fact {
            assert_eq!(*offset, end);
            end = offset + text.len() as u64;
        }
    }
    assert!(end > 30);
}

#[test]
fn a_no_keeps_the_result_and_tells_the_model() {
    for decision in [Decision::No { reason: None }, Decision::Never] {
        let mut harness = asked_again("make");
        harness.answer(decision);
        let results = results(&harness);
        let details = &results[0]["error"]["details"];
        assert_eq!(details["network"], "the user does not grant the network");
        assert_eq!(details["exit_code"], 101);
    }
}

#[test]
fn never_stands_for_the_later_commands_of_the_session() {
    let mut harness = asked_again("make");
    harness.answer(Decision::Never);
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 2, BOXED.0, BOXED.1);
    harness.prepared_as(2, plan);
    assert!(!harness.prompt().offers_network());
}

#[test]
fn a_cancelled_run_keeps_the_result_of_a_command_that_waited_for_the_network() {
    let mut harness = asked_again("make");
    harness.cancel(CancelMode::Gracefully);
    let results = results(&harness);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["error"]["details"]["exit_code"], 101);
}

#[test]
fn a_command_of_high_risk_is_shown_once_more_before_it_runs_with_the_network() {
    let mut harness = asked_again("rm -rf src");
    harness.answer(Decision::Yes);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.skip();
    harness.prepared_as(1, plan);
    let said = harness.trace();
    assert!(
        said.contains("asks about c1") && !said.contains("-> run"),
        "{said}"
    );
}

#[test]
fn without_a_user_nobody_is_asked_for_the_network() {
    let config = EngineConfig {
        attendance: Attendance::Unattended,
        rules: vec![Rule {
            id: RuleId(Uuid::from_u128(5)),
            effect: RuleEffect::Allow,
            pattern: "shell_exec(make)".to_owned(),
            scope: RuleScope::Flag,
        }],
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    failed_without_network(&mut harness, "could not resolve host");
    assert_eq!(results(&harness).len(), 1);
    assert!(!harness.trace().contains("asks"));
}

/// Returns the last run of a trace: its line after "-> run ".
fn last_run(harness: &mut Harness) -> String {
    let trace = harness.trace();
    let run = trace.rsplit_once("-> run ").map(|(_, rest)| rest);
    let line = run.and_then(|rest| rest.lines().next());
    line.unwrap_or_default().to_owned()
}

#[test]
fn a_yes_with_the_network_reaches_only_the_hosts_that_the_command_names() {
    let mut harness = asked(EngineConfig::default(), "npm install");
    let question = harness.prompt();
    let offered = Network::Hosts(vec!["registry.npmjs.org".to_owned()]);
    assert_eq!(question.offered_network(), Some(&offered));
    harness.answer(Decision::Network);
    assert_eq!(
        last_run(&mut harness),
        "c1 with the network registry.npmjs.org"
    );
}

#[test]
fn hosts_for_the_session_are_rules_of_their_own_and_open_no_others() {
    let mut harness = asked(EngineConfig::default(), "npm install");
    harness.answer(Decision::Always {
        scope: GrantScope::Network,
    });
    harness.finished(1);
    for (number, command, has_all) in [(2, "npm ci", true), (3, "pip install x", false)] {
        harness.calls(&[("shell_exec", shell(command))]);
        let plan = boxed(&harness, number, BOXED.0, BOXED.1);
        harness.prepared_as(number, plan);
        assert_eq!(harness.prompt().offers_network(), !has_all, "{command}");
        harness.skip();
        harness.answer(Decision::Yes);
        assert_eq!(
            last_run(&mut harness),
            format!("c{number} with the network registry.npmjs.org")
        );
        harness.finished(number);
    }
}

/// Lets the command run again; returns its run.
fn run_again(harness: &mut Harness) -> String {
    harness.answer(Decision::Yes);
    let plan = boxed(harness, 1, BOXED.0, BOXED.1);
    harness.skip();
    harness.prepared_as(1, plan);
    last_run(harness)
}

#[test]
fn hosts_that_the_box_refused_are_asked_for_and_added() {
    let mut harness = asked(EngineConfig::default(), "npm install");
    harness.answer(Decision::Network);
    harness.skip();
    failed_for_want_of(&mut harness, "403", &json!(["nodejs.org"]));
    let QuestionBody::Confirm { question } = harness.prompt().body else {
        panic!("another question");
    };
    assert!(question.to_string().contains("but only to nodejs.org?"));
    assert_eq!(
        run_again(&mut harness),
        "c1 with the network registry.npmjs.org nodejs.org"
    );
}

#[test]
fn a_program_that_ignores_the_proxy_is_offered_the_whole_network() {
    let mut harness = asked(EngineConfig::default(), "npm install");
    harness.answer(Decision::Network);
    failed_without_network(&mut harness, "getaddrinfo EAI_AGAIN");
    assert_eq!(run_again(&mut harness), "c1 with the network");
}

#[test]
fn a_host_that_a_rule_denies_is_offered_nowhere() {
    let config = || rule(RuleEffect::Deny, "network(registry.npmjs.org)");
    let harness = asked(config(), "npm install");
    assert!(!harness.prompt().offers_network());
    let mut harness = asked(config(), "make");
    harness.answer(Decision::Yes);
    harness.skip();
    failed_for_want_of(&mut harness, "403", &json!(["registry.npmjs.org"]));
    assert!(!harness.trace().contains("asks"));
}

#[test]
fn auto_mode_runs_a_command_unasked_that_a_rule_gives_some_hosts() {
    let config = EngineConfig {
        sandbox: Rung::Proposed,
        ..rule(RuleEffect::Allow, "network(a.example)")
    };
    let mut harness = Harness::with(config, Mode::Auto);
    found(&mut harness, Rung::Proposed, "");
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.skip();
    harness.prepared_as(1, plan);
    assert_eq!(last_run(&mut harness), "c1 with the network a.example");
}

#[test]
fn a_box_that_cannot_limit_the_network_to_hosts_is_given_none() {
    let mut harness = Harness::with(rule(RuleEffect::Allow, "network(a.example)"), Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    let plan = boxed(&harness, 1, Rung::Landlock, Network::Off);
    harness.prepared_as(1, plan);
    harness.skip();
    harness.answer(Decision::Yes);
    assert_eq!(last_run(&mut harness), "c1 as planned");
}

/// Ends the run of a command in a proposed world that changed too many files to propose them.
fn changed_too_much(harness: &mut Harness, number: usize) {
    let mut done = plans::done(&harness.call(number));
    done.result.content = json!({
        "success": true, "output": "made\n", "exit_code": 0, "needs_disk": 3_000
    });
    finish(harness, done);
}

fn ran_in_a_proposed_world(config: EngineConfig) -> Harness {
    let mut harness = Harness::with(config, Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    let mut plan = boxed(&harness, 1, Rung::Proposed, Network::Loopback);
    if let Some(QuestionBody::Command { sandbox, .. }) = &mut plan.body {
        sandbox.world = World::Proposed;
    }
    harness.prepared_as(1, plan);
    harness.answer(Decision::Yes);
    harness.skip();
    changed_too_much(&mut harness, 1);
    harness
}

#[test]
fn a_command_that_changed_too_much_to_propose_is_offered_the_disk() {
    let mut harness = ran_in_a_proposed_world(EngineConfig::default());
    assert!(harness.trace().contains("-> prepare c1 on the disk"));
    assert!(results(&harness).is_empty(), "the call is not over");
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    let question = harness.prompt();
    let reason = question.risk.reasons.last().unwrap().text.to_string();
    assert!(reason.contains("3,000 files"), "{reason}");
    harness.skip();
    harness.answer(Decision::Yes);
    assert_eq!(last_run(&mut harness), "c1 as planned");
    let mut done = plans::done(&harness.call(1));
    done.result.content = json!({ "success": true, "output": "made\n", "exit_code": 0 });
    finish(&mut harness, done);
    let results = results(&harness);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["output"], "made\n\n[run on the disk]\nmade\n");
}

#[test]
fn a_no_to_the_disk_keeps_the_result_of_the_proposed_world_and_says_so() {
    let mut harness = ran_in_a_proposed_world(EngineConfig::default());
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    harness.answer(Decision::No { reason: None });
    let results = results(&harness);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["needs_disk"], 3_000);
    assert!(
        results[0]["on_disk"]
            .as_str()
            .is_some_and(|why| !why.is_empty())
    );
    assert!(!harness.trace().contains("-> run"));
}

#[test]
fn a_run_on_the_disk_is_offered_once_and_only_where_somebody_can_be_asked() {
    let mut harness = ran_in_a_proposed_world(EngineConfig::default());
    let plan = boxed(&harness, 1, BOXED.0, BOXED.1);
    harness.prepared_as(1, plan);
    harness.answer(Decision::Yes);
    changed_too_much(&mut harness, 1);
    assert_eq!(results(&harness).len(), 1);

    let nobody = EngineConfig {
        attendance: Attendance::Unattended,
        ..rule(RuleEffect::Allow, "shell_exec(make)")
    };
    let mut harness = Harness::with(nobody, Mode::Review);
    harness.send("go");
    harness.calls(&[("shell_exec", shell("make"))]);
    harness.prepared(1);
    changed_too_much(&mut harness, 1);
    assert_eq!(results(&harness).len(), 1);
}
