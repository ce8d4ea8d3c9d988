//! Sub-agents: threads of a session that share its review, questions and budgets, and end in one report.

use serde_json::{Value, json};

use crate::testing::harness::{Harness, SESSION, answer_to};
use crate::testing::plans::{path, plan, shell};
use crate::{Effect, EngineConfig, StepAnswer};
use protocol::approval::{Decision, Mode};
use protocol::call::{CallResult, ErrorCode};
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::{RunId, SessionId};
use protocol::message::Role;
use protocol::session::{RunResult, SessionStatus};
use protocol::sub_agent::{
    AgentCommand, AgentLimits, AgentList, AgentRequest, AgentState, NewAgent, SubAgent,
};
use protocol::usage::Usage;

fn agent(name: &str) -> NewAgent {
    NewAgent {
        name: name.to_owned(),
        prompt: format!("Do the part of {name}."),
        instructions: String::new(),
        provider: None,
        model: None,
        limits: AgentLimits::default(),
    }
}

fn start(agents: Vec<NewAgent>) -> Value {
    serde_json::to_value(AgentRequest::Start { agents }).unwrap()
}

trait WithAgents {
    fn starts(&mut self, agents: &[&str]);
    fn agents(&self) -> AgentList;
    fn agent(&self, name: &str) -> SubAgent;
    fn run(&self, name: &str) -> RunId;
    fn result_of(&self, number: usize) -> CallResult;
    fn order(&mut self, order: AgentCommand);
    fn status(&self, session: SessionId) -> SessionStatus;
}

impl WithAgents for Harness {
    /// Has the session's own agent start these with its first call.
    fn starts(&mut self, agents: &[&str]) {
        self.send("go");
        let agents = agents.iter().map(|name| agent(name)).collect();
        self.calls(&[("parallel_tasks", start(agents))]);
        self.prepared(1);
        self.skip();
    }

    fn agents(&self) -> AgentList {
        let mut list = AgentList::default();
        for event in self.events.iter().filter(|event| event.session == SESSION) {
            list.apply(&event.fact, event.at);
        }
        list
    }

    fn agent(&self, name: &str) -> SubAgent {
        self.agents().find(name).expect("it was started").clone()
    }

    fn run(&self, name: &str) -> RunId {
        self.agent(name).run
    }

    fn result_of(&self, number: usize) -> CallResult {
        let call = self.call(number).id;
        let mut results = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::CallCompleted { result, .. } if result.call == call => Some(result.clone()),
            _ => None,
        });
        let result = results.next().expect("the call has ended");
        assert_eq!(results.next(), None, "a call has one result");
        result
    }

    fn order(&mut self, order: AgentCommand) {
        let session = SESSION;
        self.command(Command::Agents { session, order });
    }

    fn status(&self, session: SessionId) -> SessionStatus {
        let of = self
            .events
            .iter()
            .rev()
            .filter(|event| event.session == session);
        let mut statuses = of.filter_map(|event| match &event.fact {
            EventKind::SessionStatusChanged { status, .. } => Some(*status),
            _ => None,
        });
        statuses.next().unwrap_or_default()
    }
}

/// Returns a harness whose user is asked about nothing but what is risky.
fn passing() -> Harness {
    Harness::new(Mode::Passthrough)
}

fn end_of_run(harness: &Harness) -> RunResult {
    let of_session = harness
        .events
        .iter()
        .filter(|event| event.session == SESSION);
    let mut ends = of_session.filter_map(|event| match &event.fact {
        EventKind::RunCompleted { result }
        | EventKind::RunCancelled { result }
        | EventKind::RunFailed { result, .. } => Some(result.clone()),
        _ => None,
    });
    ends.next().expect("the run has ended")
}

#[test]
fn agents_of_a_call_work_at_the_same_time_and_their_reports_are_its_one_result() {
    let mut harness = passing();
    harness.starts(&["one", "two", "three"]);
    let requests = harness.effects.iter();
    let requests = requests.filter(|effect| matches!(effect, Effect::RequestStep { .. }));
    assert_eq!(
        requests.count(),
        4,
        "the session's own and one of each agent"
    );
    harness.answers_in(harness.run("two"), "Second report.", &[]);
    harness.answers_in(harness.run("three"), "", &[("read_file", path("a.rs"))]);
    harness.answers_in(harness.run("one"), "First report.", &[]);
    let states: Vec<AgentState> = harness.agents().iter().map(|agent| agent.state).collect();
    use AgentState::{Completed, Running};
    assert_eq!(states, [Completed, Completed, Running]);
    harness.read(2);
    harness.answers_in(harness.run("three"), "Third report.", &[]);
    let result = harness.result_of(1);
    assert!(result.ok);
    let report = result.content["report"].as_str().unwrap();
    assert_eq!(
        report,
        "## Agent 1: one\n\nFirst report.\n\n## Agent 2: two\n\nSecond report.\n\n\
         ## Agent 3: three\n\nThird report."
    );
    assert_eq!(result.content["agents"][2]["metrics"]["tool_calls"], 1);
    harness.says("All done.");
    let end = end_of_run(&harness);
    assert_eq!(end.tool_calls, 2, "its own call, and the one of an agent");
    assert_eq!(harness.status(SESSION), SessionStatus::Idle);
}

#[test]
fn an_agent_knows_only_its_prompt_and_has_its_own_conversation() {
    let mut harness = passing();
    harness.starts(&["one"]);
    let agent = harness.agent("one");
    assert_ne!(agent.id, SESSION);
    let of_agent = harness
        .events
        .iter()
        .filter(|event| event.session == agent.id);
    let messages: Vec<(Role, String)> = of_agent
        .filter_map(|event| match &event.fact {
            EventKind::MessageAdded { message } => Some((message.role, message.plain_text())),
            _ => None,
        })
        .collect();
    assert_eq!(messages, [(Role::User, "Do the part of one.".to_owned())]);
    let created = harness.events.iter().find_map(|event| match &event.fact {
        EventKind::SessionCreated { settings, .. } if event.session == agent.id => Some(settings),
        _ => None,
    });
    let of = created.unwrap().agent_of.as_ref().unwrap();
    assert_eq!(of.session, SESSION);
}

#[test]
fn the_changes_and_the_question_of_an_agent_are_those_of_the_session() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("spawn_agent", start(vec![agent("one")]))]);
    harness.prepared(1);
    harness.answer(Decision::Yes);
    let run = harness.run("one");
    harness.answers_in(run, "", &[("write_file", path("a.rs"))]);
    harness.prepared(2);
    let logged = harness.events.iter().find(
        |event| matches!(&event.fact, EventKind::EditsProposed { entry } if entry.path == "a.rs"),
    );
    let logged = logged.expect("the change is in the book");
    assert_eq!((logged.session, logged.run), (SESSION, Some(run)));
    harness.finished(2);
    harness.answers_in(run, "", &[("shell_exec", shell("make"))]);
    harness.prepared(3);
    let question = harness.prompt();
    assert_eq!((question.session, question.run), (SESSION, run));
    assert_eq!(question.origin, "one");
    let agent = harness.agent("one");
    assert_eq!(agent.state, AgentState::Waiting);
    assert_eq!(harness.status(SESSION), SessionStatus::Waiting);
    harness.answer(Decision::OnDisk);
    assert_eq!(harness.agent("one").state, AgentState::Running);
    assert_eq!(harness.status(SESSION), SessionStatus::Running);
    harness.finished(3);
    harness.answers_in(run, "Built.", &[]);
    assert_eq!(harness.result_of(1).content["report"], "Built.");
}

#[test]
fn two_questions_of_two_agents_are_answered_each_in_its_own() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("parallel_tasks", start(vec![agent("one"), agent("two")]))]);
    harness.prepared(1);
    harness.answer(Decision::Yes);
    for (number, name) in [(2, "one"), (3, "two")] {
        harness.answers_in(harness.run(name), "", &[("shell_exec", shell("make"))]);
        harness.prepared(number);
    }
    let questions: Vec<_> = harness
        .events
        .iter()
        .filter_map(|event| match &event.fact {
            EventKind::QuestionOpened { question } if question.tool == "shell_exec" => {
                Some(question.clone())
            }
            _ => None,
        })
        .collect();
    let answer = answer_to(&questions[0], Decision::No { reason: None });
    harness.command(Command::AnswerQuestion {
        session: SESSION,
        answer,
    });
    assert!(!harness.result_of(2).ok);
    assert_eq!(harness.agent("one").state, AgentState::Running);
    assert_eq!(harness.agent("two").state, AgentState::Waiting);
    assert_eq!(harness.status(SESSION), SessionStatus::Waiting);
    let answer = answer_to(&questions[1], Decision::Yes);
    harness.command(Command::AnswerQuestion {
        session: SESSION,
        answer,
    });
    harness.finished(3);
    assert!(harness.result_of(3).ok);
    assert_eq!(harness.status(SESSION), SessionStatus::Running);
}

#[test]
fn an_agent_starts_no_agents_and_calls_no_tool_that_it_was_not_given() {
    let mut harness = passing();
    harness.send("go");
    let mut reader = agent("reader");
    reader.limits.tools = Some(vec!["read_file".to_owned()]);
    harness.calls(&[("spawn_agent", start(vec![reader]))]);
    harness.prepared(1);
    let run = harness.run("reader");
    harness.answers_in(
        run,
        "",
        &[
            ("spawn_agent", start(vec![agent("another")])),
            ("shell_exec", shell("make")),
            ("create_tasks", json!({})),
            ("read_file", path("a.rs")),
        ],
    );
    for number in [2, 3, 4] {
        let error = harness.result_of(number).error.expect("it is refused");
        assert_eq!(error.code, ErrorCode::ToolNotAvailable);
    }
    harness.read(5);
    assert!(harness.result_of(5).ok);
    assert_eq!(harness.agents().iter().len(), 1);
}

#[test]
fn a_fourth_agent_at_the_same_time_is_refused_and_the_others_go_on() {
    let mut harness = passing();
    harness.send("go");
    harness.calls(&[
        ("parallel_tasks", start(vec![agent("one"), agent("two")])),
        ("parallel_tasks", start(vec![agent("three"), agent("four")])),
    ]);
    harness.prepared(1);
    harness.prepared(2);
    let error = harness.result_of(2).error.expect("it is refused");
    assert!(
        error.message.to_string().starts_with("At most 3"),
        "{error:?}"
    );
    assert_eq!(
        harness.agents().at_work().count(),
        2,
        "all of a call or none"
    );
}

#[test]
fn an_agent_that_fails_gives_its_error_as_its_part() {
    let mut harness = passing();
    harness.starts(&["one", "two"]);
    let looping = ("read_file", path("a.rs"));
    let run = harness.run("one");
    for number in 2..=4 {
        harness.answers_in(run, "", std::slice::from_ref(&looping));
        if number < 4 {
            harness.read(number);
        }
    }
    harness.order(AgentCommand::Stop {
        agent: harness.agent("one").id,
    });
    harness.answers_in(harness.run("two"), "Fine.", &[]);
    let result = harness.result_of(1);
    assert!(result.ok, "one of two is done");
    assert_eq!(result.content["agents"][0]["state"], "stopped");
    let report = result.content["report"].as_str().unwrap();
    assert!(report.contains("## Agent 2: two\n\nFine."), "{report}");
}

#[test]
fn a_call_whose_only_agent_was_stopped_is_an_error_and_the_run_goes_on() {
    let mut harness = passing();
    harness.starts(&["one"]);
    harness.order(AgentCommand::Stop {
        agent: harness.agent("one").id,
    });
    let error = harness.result_of(1).error.expect("it did not finish");
    assert_eq!(error.code, ErrorCode::Cancelled);
    harness.says("Then I do it myself.");
    assert_eq!(harness.status(SESSION), SessionStatus::Idle);
}

#[test]
fn the_end_of_a_run_ends_its_agents_and_every_call_has_its_result() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("parallel_tasks", start(vec![agent("one"), agent("two")]))]);
    harness.prepared(1);
    harness.answer(Decision::Yes);
    harness.answers_in(harness.run("one"), "", &[("shell_exec", shell("ls"))]);
    harness.prepared(2);
    harness.answers_in(harness.run("two"), "", &[("shell_exec", shell("make"))]);
    harness.prepared(3);
    harness.cancel(CancelMode::Gracefully);
    assert_eq!(
        harness.agents().at_work().count(),
        1,
        "its command still reports"
    );
    assert!(!harness.result_of(3).ok, "its question is closed");
    harness.finished(2);
    assert_eq!(harness.agents().at_work().count(), 0);
    assert!(harness.result_of(1).error.is_some());
    assert_eq!(harness.status(SESSION), SessionStatus::Idle);
    let cancelled = harness.effects.iter();
    let cancelled = cancelled.filter(|effect| matches!(effect, Effect::CancelStep { .. }));
    assert_eq!(cancelled.count(), 0, "no request was under way");
}

#[test]
fn a_message_reaches_the_agent_after_its_step() {
    let mut harness = passing();
    harness.starts(&["one"]);
    let agent = harness.agent("one");
    harness.order(AgentCommand::Message {
        agent: agent.id,
        text: "Only the first half.".to_owned(),
    });
    harness.answers_in(agent.run, "Done.", &[]);
    let told = harness.events.iter().any(|event| {
        event.session == agent.id
            && matches!(&event.fact, EventKind::MessageAdded { message }
                if message.plain_text() == "Only the first half.")
    });
    assert!(told);
    assert_eq!(
        harness.agents().at_work().count(),
        1,
        "it answers the message"
    );
    harness.answers_in(agent.run, "Only half.", &[]);
    assert_eq!(harness.result_of(1).content["report"], "Only half.");
}

#[test]
fn agents_spend_the_calls_and_the_tokens_of_the_run() {
    let config = EngineConfig {
        max_tool_calls: 3,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Passthrough);
    harness.starts(&["one", "two"]);
    let usage = Usage {
        input_tokens: 100,
        output_tokens: 10,
        ..Usage::default()
    };
    harness.answers_in(harness.run("one"), "", &[("read_file", path("a.rs"))]);
    harness.read(2);
    harness.answers_in(harness.run("two"), "", &[("read_file", path("b.rs"))]);
    harness.read(3);
    harness.answers_in(harness.run("one"), "", &[("read_file", path("c.rs"))]);
    let question = harness.prompt();
    assert_eq!(question.tool, "limit", "the budget of three is used up");
    harness.answer(Decision::Yes);
    harness.read(4);
    let answer = StepAnswer {
        text: "Done.".to_owned(),
        usage,
        ..StepAnswer::default()
    };
    harness.finishes_step(harness.run("one"), answer);
    harness.answers_in(harness.run("two"), "Done.", &[]);
    harness.says("All done.");
    let end = end_of_run(&harness);
    assert_eq!((end.tool_calls, end.usage.input_tokens), (4, 100));
}

#[test]
fn text_from_outside_that_an_agent_read_makes_later_commands_of_the_session_riskier() {
    let mut harness = passing();
    harness.starts(&["one"]);
    let run = harness.run("one");
    let fetch = ("mcp__web__fetch", json!({ "url": "https://example.org" }));
    harness.answers_in(run, "", &[fetch]);
    harness.prepared(2);
    harness.finished(2);
    harness.answers_in(run, "Read.", &[]);
    harness.skip();
    harness.calls(&[("shell_exec", shell("make"))]);
    let make = plan(&harness.call(3));
    harness.prepared_as(3, make);
    assert!(
        harness.trace().contains(" asks about "),
        "medium counts as high"
    );
}

#[test]
fn an_unknown_agent_and_one_that_has_ended_take_no_orders() {
    let mut harness = passing();
    harness.starts(&["one"]);
    let agent = harness.agent("one");
    harness.answers_in(agent.run, "Done.", &[]);
    for (agent, expected) in [(agent.id, "has ended"), (SESSION, "no such agent")] {
        harness.order(AgentCommand::Stop { agent });
        let reason = harness
            .events
            .iter()
            .rev()
            .find_map(|event| match &event.fact {
                EventKind::CommandRejected { reason, .. } => Some(reason.to_string()),
                _ => None,
            });
        let reason = reason.expect("it is rejected");
        assert!(reason.contains(expected), "{reason}");
    }
}
