//! The sandbox of the machine: tried once, told to each session, and the ground of mode auto.

use notice::Notice;
use protocol::approval::{Mode, QuestionBody};
use protocol::command::Command;
use protocol::plan::CallPlan;
use protocol::sandbox::{CommandSandbox, Network, Rung, SandboxOffer};
use protocol::session::SettingsChange;

use crate::testing::harness::{Harness, SESSION, settings};
use crate::testing::plans::{self, path, shell};
use crate::{EngineConfig, Outcome};

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

/// Returns the plan of a command with this box.
fn boxed(harness: &Harness, number: usize, rung: Rung, network: Network) -> CallPlan {
    let mut plan = plans::plan(&harness.call(number));
    if let Some(QuestionBody::Command { sandbox, .. }) = &mut plan.body {
        *sandbox = CommandSandbox {
            rung,
            network,
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
    assert!(harness.trace().contains("-> propose c2"));
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
