//! Sub-agents through the whole program: they work at the same time in one folder, and their changes
//! are in one review.

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::harness::review::{BEFORE, request};
use super::harness::{ActorHarness, calls, read, says, shell};
use protocol::approval::Mode;
use protocol::call::CallResult;
use protocol::change::Origin;
use protocol::event::EventKind;
use protocol::ids::SessionId;
use protocol::review::rollback::{RollbackMode, RollbackScope};
use protocol::stream::StreamPart;
use protocol::sub_agent::{AgentCommand, AgentList, AgentState, SubAgent};

fn task(name: &str) -> Value {
    json!({ "name": name, "prompt": format!("Do the part of {name}.") })
}

fn start(names: &[&str]) -> Vec<StreamPart> {
    let tasks: Vec<Value> = names.iter().map(|name| task(name)).collect();
    calls(&[("parallel_tasks", json!({ "tasks": tasks }))])
}

fn replace(path: &str, old_text: &str, new_text: &str) -> (&'static str, Value) {
    let arguments = json!({ "path": path, "old_text": old_text, "new_text": new_text });
    ("replace_text", arguments)
}

async fn send(parts: Vec<StreamPart>, to: mpsc::Sender<StreamPart>) {
    for part in parts {
        to.send(part).await.expect("the request is under way");
    }
}

impl ActorHarness {
    async fn agents(&self) -> AgentList {
        self.stored().await.agents
    }

    async fn agent(&self, name: &str) -> SubAgent {
        let agents = self.agents().await;
        agents.find(name).expect("it was started").clone()
    }

    /// Waits for the end of an agent.
    async fn agent_ended(&mut self) -> AgentState {
        match self.event("agent.ended").await.fact {
            EventKind::AgentEnded { state, .. } => state,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the results of the calls in a conversation, as they are stored.
    async fn results_in(&self, conversation: SessionId) -> Vec<CallResult> {
        let stored = self.store.session(conversation).await.unwrap().unwrap();
        let blocks = stored
            .messages
            .into_iter()
            .flat_map(|message| message.blocks);
        let results = blocks.filter_map(|block| match block {
            protocol::message::Block::ToolResult { result } => Some(result),
            _ => None,
        });
        results.collect()
    }
}

/// Returns a fixture in which three agents have changed files, two of them the same line.
async fn three_have_worked(mode: Mode) -> ActorHarness {
    let mut harness = ActorHarness::new(mode).await;
    harness.put("a.txt", BEFORE);
    harness.put("b.txt", "old\n");
    let provider = &harness.provider;
    provider.answer(start(&["one", "two", "three"]));
    provider.answer_to("one", calls(&[read("a.txt")]));
    provider.answer_to("one", calls(&[replace("a.txt", "two\n", "TWO\n")]));
    provider.answer_to("one", says("Raised the second line."));
    provider.answer_to("two", calls(&[read("a.txt")]));
    let late = provider.live_to("two");
    provider.answer_to("two", calls(&[read("a.txt")]));
    let numbers = [
        replace("a.txt", "TWO\n", "2\n"),
        replace("a.txt", "nine\n", "9\n"),
    ];
    provider.answer_to("two", calls(&numbers));
    provider.answer_to("two", says("Used digits."));
    provider.answer_to("three", calls(&[read("b.txt")]));
    provider.answer_to("three", calls(&[replace("b.txt", "old\n", "new\n")]));
    provider.answer_to("three", says("Changed b."));
    provider.answer(says("All done."));
    harness.send("share it out");
    for _ in 0..2 {
        assert_eq!(harness.agent_ended().await, AgentState::Completed);
    }
    // The second agent still knows the file as it was.
    send(calls(&[replace("a.txt", "two\n", "2\n")]), late).await;
    harness.idle().await;
    harness
}

#[tokio::test]
async fn of_two_agents_on_the_same_line_none_loses_its_write_and_each_hunk_names_its_agent() {
    let harness = three_have_worked(Mode::Passthrough).await;
    let changed = BEFORE.replace("two", "2").replace("nine", "9");
    assert_eq!(harness.disk("a.txt"), changed);
    assert_eq!(harness.disk("b.txt"), "new\n");
    let two = harness.agent("two").await;
    let results = harness.results_in(two.id).await;
    let went_well: Vec<bool> = results.iter().map(|result| result.ok).collect();
    assert_eq!(went_well, [true, false, true, true, true], "{results:?}");
    let review = harness.store.review(harness.session).await.unwrap();
    let by: Vec<(String, String)> = review
        .entries
        .iter()
        .map(|entry| match &entry.origin {
            Origin::Agent { agent, .. } => (entry.path.clone(), agent.clone()),
            other => panic!("{other:?}"),
        })
        .collect();
    for (path, agent) in [("a.txt", "one"), ("a.txt", "two"), ("b.txt", "three")] {
        assert!(by.contains(&(path.to_owned(), agent.to_owned())), "{by:?}");
    }
    let results = harness.results_in(harness.session).await;
    let report = results[0].content["report"].as_str().unwrap();
    for words in ["## Agent 1: one", "Raised the second line.", "Used digits."] {
        assert!(report.contains(words), "{report}");
    }
}

#[tokio::test]
async fn all_of_one_agent_is_taken_back_and_the_rest_stays() {
    let harness = three_have_worked(Mode::Passthrough).await;
    let run = harness.agent("two").await.run;
    let of_two = request(RollbackMode::Scoped, RollbackScope::Run { run });
    harness.roll_back(of_two).await;
    assert_eq!(harness.disk("a.txt"), BEFORE.replace("two", "TWO"));
    assert_eq!(harness.disk("b.txt"), "new\n");
}

#[tokio::test]
async fn to_take_back_the_agent_that_another_built_on_is_one_listed_conflict() {
    let harness = three_have_worked(Mode::Passthrough).await;
    let run = harness.agent("one").await.run;
    let of_one = request(RollbackMode::Scoped, RollbackScope::Run { run });
    let preview = harness.preview(&of_one).await;
    let conflicts: usize = preview.files.iter().map(|file| file.conflicts.len()).sum();
    assert_eq!(conflicts, 1, "{preview:?}");
}

#[tokio::test]
async fn proposals_of_agents_wait_in_one_review_and_the_disk_is_as_it_was() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", BEFORE);
    let provider = &harness.provider;
    provider.answer(start(&["one", "two"]));
    for (agent, old, new) in [("one", "two\n", "TWO\n"), ("two", "nine\n", "NINE\n")] {
        provider.answer_to(agent, calls(&[read("a.txt")]));
        provider.answer_to(agent, calls(&[replace("a.txt", old, new)]));
        provider.answer_to(agent, says("Done."));
    }
    harness.send("share it out");
    let question = harness.question().await;
    assert_eq!(question.tool, "parallel_tasks");
    harness.answer(&question, protocol::approval::Decision::Yes);
    harness.idle().await;
    assert_eq!(harness.disk("a.txt"), BEFORE);
    let (file, hunks) = harness.file().await;
    assert_eq!((file.counts.pending, hunks.len()), (2, 2), "{file:?}");
    assert_eq!(file.by.to_string(), "one, two");
}

#[tokio::test]
async fn a_stopped_agent_leaves_no_command_behind_and_the_others_go_on() {
    let mut harness = ActorHarness::new(Mode::Passthrough).await;
    let provider = &harness.provider;
    provider.answer(start(&["one", "two"]));
    provider.answer_to("one", calls(&[shell("sleep 600")]));
    let live = provider.live_to("two");
    harness.send("share it out");
    loop {
        let event = harness.event("tool.call.started").await;
        if event.session == harness.agent("one").await.id {
            break;
        }
    }
    let agent = harness.agent("one").await.id;
    let (session, order) = (harness.session, AgentCommand::Stop { agent });
    harness.command(protocol::command::Command::Agents { session, order });
    assert_eq!(harness.agent_ended().await, AgentState::Stopped);
    send(says("Fine."), live).await;
    assert_eq!(harness.agent_ended().await, AgentState::Completed);
    harness.idle().await;
    let results = harness.results_in(agent).await;
    assert_eq!(results.len(), 1, "its command has a result");
    assert!(!results[0].ok);
}

#[tokio::test]
async fn an_agent_gets_its_prompt_and_its_tools_and_nothing_of_the_conversation() {
    let mut harness = ActorHarness::new(Mode::Passthrough).await;
    let provider = &harness.provider;
    let spawn = json!({ "name": "reader", "prompt": "Read it.", "tools": ["read_file"] });
    provider.answer(calls(&[("spawn_agent", spawn)]));
    provider.answer_to("reader", says("Read."));
    harness
        .completed_run("a secret plan", says("Thanks."))
        .await;
    let requests = harness.provider.requests();
    let to_agent = requests.iter().find(|request| request.agent == "reader");
    let to_agent = to_agent.expect("it was asked");
    let messages = serde_json::to_string(&to_agent.messages).unwrap();
    assert!(messages.contains("Read it."), "{messages}");
    assert!(!messages.contains("a secret plan"), "{messages}");
    let tools: Vec<&str> = to_agent
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    assert_eq!(tools, ["read_file"]);
}

#[tokio::test]
async fn the_conversation_of_an_agent_is_kept_read_alone_and_goes_with_its_session() {
    let mut harness = ActorHarness::new(Mode::Passthrough).await;
    harness.provider.answer(start(&["one"]));
    harness.provider.answer_to("one", says("Done."));
    harness.completed_run("go", says("Thanks.")).await;
    harness.idle().await;
    let agent = harness.agent("one").await;
    let listed = harness.store.sessions().await.unwrap();
    let listed: Vec<SessionId> = listed.iter().map(|session| session.id).collect();
    assert_eq!(listed, [harness.session]);
    let stored = harness.store.session(agent.id).await.unwrap().unwrap();
    assert_eq!(stored.messages.len(), 2);
    assert_eq!(
        stored.summary.settings.agent_of.unwrap().session,
        harness.session
    );
    let session = harness.session;
    harness.command(protocol::command::Command::DeleteSession {
        session,
        how: protocol::session::DeletePolicy::Carefully,
    });
    harness.idle().await;
    assert_eq!(harness.store.session(agent.id).await.unwrap(), None);
}
