use jiff::SignedDuration;
use uuid::Uuid;

use super::*;
use crate::dialog::harness::DialogHarness;
use crate::dialog::{Dialog, DialogRequest};
use client::text::width_of;
use l10n::Language;
use l10n::testing::speaking;
use notice::Notice;
use protocol::ids::{CallId, RunId};
use protocol::review::rollback::RollbackScope;
use protocol::sub_agent::{AgentState, AgentTally};
use protocol::usage::Usage;

fn agent(number: u32, name: &str, state: AgentState, activity: Option<&str>) -> SubAgent {
    let id = |kind: u128| Uuid::from_u128(kind + u128::from(number));
    let later = Timestamp::UNIX_EPOCH + SignedDuration::from_secs(75);
    SubAgent {
        id: SessionId(id(0xA0)),
        number,
        name: name.to_owned(),
        task: format!("Do the part of {name}, and say what you did not do."),
        model: "ollama/qwen3:4b".to_owned(),
        call: CallId(id(0xC0)),
        run: RunId(id(0xE0)),
        state,
        started: Timestamp::UNIX_EPOCH,
        ended: state.is_over().then_some(later),
        tally: AgentTally {
            steps: 2,
            tool_calls: 3 * number,
            usage: Usage {
                input_tokens: 4_100,
                output_tokens: 212,
                ..Usage::default()
            },
        },
        activity: activity.map(Notice::text),
    }
}

/// Agents in four states.
pub(crate) fn list() -> AgentList {
    AgentList::of(vec![
        agent(1, "reader", AgentState::Completed, None),
        agent(
            2,
            "writer",
            AgentState::Running,
            Some("edit_file src/retry.rs"),
        ),
        agent(
            3,
            "tester",
            AgentState::Waiting,
            Some("shell_exec cargo test"),
        ),
        agent(4, "helper", AgentState::Failed, Some("the server is gone")),
    ])
}

impl DialogHarness<Agents> {
    fn new() -> Self {
        let now = Some(Timestamp::UNIX_EPOCH + SignedDuration::from_secs(31));
        Self::of(Agents::new(crate::tests::session(), list(), now))
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split(' ') {
            self.key_alone(key);
        }
    }
}

fn id(number: usize) -> SessionId {
    list().iter().nth(number - 1).unwrap().id
}

#[test]
fn it_looks_as_drawn() {
    let mut harness = DialogHarness::new();
    insta::assert_snapshot!("wide", harness.text(120, 30));
    harness.press("j x");
    insta::assert_snapshot!("narrow", harness.text(80, 24));
    insta::assert_snapshot!("small", harness.text(40, 10));
    harness.dialog.list = AgentList::default();
    insta::assert_snapshot!("none", harness.text(80, 24));
}

#[test]
fn every_row_fits_at_each_width_and_in_each_language() {
    for language in [Language::English, Language::French, Language::Portuguese] {
        for (width, height) in [(160, 48), (100, 24), (80, 24), (60, 16), (40, 10)] {
            speaking(language, || {
                let text = DialogHarness::new().text(width, height);
                let fits = |line: &str| width_of(line) <= usize::from(width);
                assert!(text.lines().all(fits), "{text}");
                assert!(text.contains("writer"), "{width}: {text}");
            });
        }
    }
}

#[test]
fn an_agent_is_stopped_by_the_same_key_twice_and_one_that_ended_is_not() {
    let mut harness = DialogHarness::new();
    harness.press("x j x");
    assert!(
        harness.effects.is_empty(),
        "another agent was chosen between"
    );
    harness.press("x");
    let order = AgentCommand::Stop { agent: id(3) };
    let session = crate::tests::session();
    assert_eq!(
        harness.effects,
        [Effect::Send(Command::Agents { session, order })]
    );
    harness.effects.clear();
    harness.press("j x x");
    assert!(harness.effects.is_empty());
    assert!(harness.text(80, 24).contains("helper has ended"));
}

#[test]
fn what_is_typed_is_told_to_the_agent_that_was_chosen() {
    let mut harness = DialogHarness::new();
    harness.press("m");
    harness.dialog.paste("Only the first half.");
    harness.press("Enter");
    let order = AgentCommand::Message {
        agent: id(2),
        text: "Only the first half.".to_owned(),
    };
    let session = crate::tests::session();
    assert_eq!(
        harness.effects,
        [Effect::Send(Command::Agents { session, order })]
    );
    harness.effects.clear();
    harness.press("m Enter m Esc");
    assert!(harness.effects.is_empty(), "nothing was typed");
}

#[test]
fn enter_reads_the_conversation_and_b_leads_to_the_rollback_of_its_changes() {
    let mut harness = DialogHarness::new();
    harness.press("Enter b");
    let run = list().iter().nth(1).unwrap().run;
    assert_eq!(
        harness.effects,
        [
            Effect::Open(DialogRequest::AgentConversation(id(2))),
            Effect::Open(DialogRequest::Rollback(vec![RollbackScope::Run { run }])),
        ]
    );
}

#[test]
fn the_list_follows_its_agents_and_keeps_the_chosen_one() {
    let mut harness = DialogHarness::new();
    harness.press("j x");
    let mut agents: Vec<SubAgent> = list().iter().cloned().collect();
    agents[2].state = AgentState::Stopped;
    harness.dialog.take(&AgentList::of(agents));
    assert_eq!(harness.dialog.chosen, Some(id(3)));
    assert_eq!(harness.dialog.stopping, None, "it has ended");
}
