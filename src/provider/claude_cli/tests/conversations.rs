//! Tests of whole recorded turns: requests and answers in both directions.

use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::ChatModel;
use crate::agent_tools::{AgentTools, Next, ToolActivity};
use crate::testing::player::{
    Line, ProgramHarness, Recording, SESSION, answer, asking, comparable, conversation_of,
    converse, received_messages, recording, user,
};
use protocol::call::ToolClass;
use protocol::effort::Effort;
use protocol::permission::{AfterDenial, Permission, PermissionRequest, RequestedAction};
use protocol::stream::{StopReason, StreamPart};

fn yes(_: &PermissionRequest) -> Permission {
    Permission::AsAsked
}

fn no(why: &str) -> Permission {
    Permission::Denied {
        why: why.to_owned(),
        then: AfterDenial::GoOn,
    }
}

/// Plays a recording; returns the events, and the messages to the program except the user's.
async fn play(
    name: &str,
    decide: impl FnMut(&PermissionRequest) -> Permission,
) -> (Vec<String>, Vec<Value>) {
    let stage = ProgramHarness::of(&[name]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Do it.")]);
    let lines = converse(&claude, &request, decide).await;
    claude.end_all().await;
    let told = stage.told().into_iter().skip(1).map(comparable).collect();
    (lines, told)
}

/// Returns the recorded answers to the program.
fn answers_then(name: &str) -> Vec<Value> {
    received_messages(name).into_iter().skip(1).collect()
}

#[tokio::test]
async fn an_edit_that_is_allowed_is_answered_with_its_own_arguments_and_done() {
    let (lines, told) = play("edit-allow", yes).await;
    assert_eq!(told, answers_then("edit-allow"));
    assert_eq!(
        lines,
        [
            "known as 36",
            "calls Read",
            "did true 1\t# Notes",
            "known as 36",
            "calls Edit",
            "asks Edit { path: \"/workspace/notes.md\", edits: [TextEdit { old: \"beta\", new: \"gamma\", all: false }] }",
            "did true The file /workspace/notes.md has been updated successfully. ",
            "known as 36",
            "used 309 69",
            "says Changed beta to gamma.",
            "ends Done",
        ]
    );
}

#[tokio::test]
async fn a_no_with_its_reason_is_told_and_the_turn_goes_on() {
    let reason = reason_then("edit-deny");
    let (lines, told) = play("edit-deny", |_| no(&reason)).await;
    assert_eq!(told, answers_then("edit-deny"));
    assert!(lines.last().unwrap().starts_with("ends"), "{lines:?}");
}

fn reason_then(name: &str) -> String {
    let told = answers_then(name);
    let reason = told[0].pointer("/response/response/message").unwrap();
    reason.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn calls_of_one_answer_are_asked_about_one_by_one() {
    let (lines, told) = play("parallel-tool-uses", |asked| match &asked.wants {
        RequestedAction::Write { path, .. } if path.ends_with("d.txt") => no("Not d."),
        _ => Permission::AsAsked,
    })
    .await;
    assert_eq!(told, answers_then("parallel-tool-uses"));
    let calls: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("calls"))
        .collect();
    assert_eq!(
        calls,
        ["calls Read", "calls Read", "calls Write", "calls Write"]
    );
}

#[tokio::test]
async fn what_its_own_rules_let_run_is_told_as_done_with_what_it_wrote() {
    let stage = ProgramHarness::of(&["permission-mode-acceptedits"]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Do it.")]);
    let mut unasked = Vec::new();
    let mut stream = claude.stream(request.clone());
    let mut calls = Vec::new();
    while let Some(part) = stream.next().await {
        if let StreamPart::CallStart { id, .. } = part {
            calls.push(id);
        }
    }
    for call in calls {
        match claude.next(SESSION, call).await.unwrap() {
            Next::Done(result) => unasked.extend(result.unasked),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(unasked.len(), 1, "{unasked:?}");
    assert!(unasked[0].path.starts_with("/workspace/"));
    claude.end_all().await;
}

#[tokio::test]
async fn questions_come_one_by_one_and_are_answered_together() {
    let (lines, told) = play("ask-user-question", |asked| match &asked.wants {
        RequestedAction::Question { question } if question.multiple => Permission::Answer {
            chosen: vec!["Auth: Login".into(), "Export: CSV".into()],
        },
        RequestedAction::Question { question } => Permission::Answer {
            chosen: vec![question.options[0].shown()],
        },
        _ => Permission::AsAsked,
    })
    .await;
    assert_eq!(told, answers_then("ask-user-question"));
    let asked = lines
        .iter()
        .filter(|line| line.starts_with("asks beside"))
        .count();
    assert_eq!(asked, 2, "{lines:?}");
}

#[tokio::test]
async fn a_plan_is_approved_as_it_is_and_leaves_plan_mode_for_the_one_that_asks() {
    let stage = ProgramHarness::of(&["plan-mode-exit-allow-empty-input"]);
    let claude = stage.claude();
    let mut request = asking(&[user(1, "Plan.")]);
    request.conversing.plans = true;
    let lines = converse(&claude, &request, yes).await;
    claude.end_all().await;
    let answer = &stage.told()[1]["response"]["response"];
    let then = recording("plan-mode-exit-allow-empty-input").lines;
    let then = then.into_iter().find_map(|line| match line {
        Line::In(value) => value.pointer("/response/response").cloned(),
        _ => None,
    });
    assert_eq!(Some(answer), then.as_ref());
    assert!(
        lines.contains(&"asks Plan { text: \"# Plan\\n\\n1. Nothing\\n\" }".to_owned()),
        "{lines:?}"
    );
    let start = &stage.starts()[0];
    assert!(
        start
            .arguments
            .windows(2)
            .any(|two| two == ["--permission-mode", "plan"])
    );
}

#[tokio::test]
async fn sub_agents_that_ask_at_the_same_time_are_asked_for_beside_the_call_that_runs() {
    let (lines, told) = play("two-questions-at-once-subagents", yes).await;
    assert_eq!(told, answers_then("two-questions-at-once-subagents"));
    let beside = lines
        .iter()
        .filter(|line| line.starts_with("asks beside Write"));
    assert_eq!(beside.count(), 2, "{lines:?}");
    assert_eq!(lines.last().unwrap(), "ends Done");
}

#[tokio::test]
async fn a_stream_that_is_dropped_tells_it_to_stop_and_takes_its_question_back() {
    let stage = ProgramHarness::of(&["interrupt-while-permission-pending"]);
    let claude = stage.claude();
    let request = asking(&[user(1, "Write x.")]);
    let parts: Vec<StreamPart> = claude.stream(request).collect().await;
    let Some(StreamPart::CallStart { id, .. }) = parts
        .iter()
        .find(|part| matches!(part, StreamPart::CallStart { .. }))
    else {
        panic!("{parts:?}");
    };
    let Next::Asks(asked) = claude.next(SESSION, id.clone()).await.unwrap() else {
        panic!("no question");
    };
    claude.interrupt(SESSION);
    let why = claude.withdrawn(SESSION, asked.request.clone()).await;
    let why = why.map(|why| why.to_string());
    assert_eq!(why.as_deref(), Some("claude took the question back"));
    let done = claude.running(SESSION, id.clone()).await.unwrap();
    let ToolActivity::Done(result) = done else {
        panic!("{done:?}");
    };
    assert!(!result.ok);
    let told = stage.told();
    assert_eq!(told[1]["request"]["subtype"], "interrupt");
    claude.end_all().await;
}

#[tokio::test]
async fn a_question_that_we_answer_is_not_taken_back() {
    let stage = ProgramHarness::of(&["write-allow"]);
    let claude = stage.claude();
    let parts: Vec<StreamPart> = claude.stream(asking(&[user(1, "Write.")])).collect().await;
    let id = parts.iter().find_map(|part| match part {
        StreamPart::CallStart { id, .. } => Some(id.clone()),
        _ => None,
    });
    let Next::Asks(asked) = claude.next(SESSION, id.unwrap()).await.unwrap() else {
        panic!("no question");
    };
    let closed = claude.withdrawn(SESSION, asked.request.clone());
    claude.answer(SESSION, &asked.request, Permission::AsAsked);
    assert_eq!(closed.await, None);
    claude.end_all().await;
}

#[tokio::test]
async fn the_next_message_goes_to_the_same_process_and_says_only_what_is_new() {
    let mut both = recording("plain");
    both.lines.extend(recording("plain").lines);
    let stage = ProgramHarness::playing(vec![both]);
    let claude = stage.claude();
    let first = asking(&[user(1, "One.")]);
    converse(&claude, &first, yes).await;
    let conversation = conversation_of("plain");
    let mut second = asking(&[user(1, "One."), answer(2, "Hello."), user(3, "Two.")]);
    second.conversing.known_as = conversation;
    converse(&claude, &second, yes).await;
    claude.end_all().await;
    assert_eq!(stage.starts().len(), 1);
    let texts: Vec<String> = stage.told().iter().map(text_of).collect();
    assert_eq!(texts, ["One.", "Two."]);
}

fn text_of(message: &Value) -> String {
    message["message"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test]
async fn an_earlier_conversation_is_resumed_and_one_that_is_unknown_is_told_again() {
    let unknown = recording("resume-unknown-session");
    // The program reports this as soon as it receives a message.
    let mut lines = unknown.lines.clone();
    lines.sort_by_key(|line| matches!(line, Line::Out(_)));
    if !lines.iter().any(|line| matches!(line, Line::In(_))) {
        lines.insert(0, Line::In(Value::Null));
    }
    let unknown = Recording { lines, ..unknown };
    let stage = ProgramHarness::playing(vec![unknown, recording("plain")]);
    let claude = stage.claude();
    let mut request = asking(&[user(1, "One."), answer(2, "Hello."), user(3, "Two.")]);
    request.conversing.known_as = Some("gone".to_owned());
    let lines = converse(&claude, &request, yes).await;
    claude.end_all().await;
    let starts = stage.starts();
    let resumes = |start: &crate::claude_cli::launch::Start| {
        start
            .arguments
            .windows(2)
            .any(|two| two == ["--resume", "gone"])
    };
    assert!(resumes(&starts[0]) && !resumes(&starts[1]));
    let told: Vec<String> = stage.told().iter().map(text_of).collect();
    assert_eq!(told[0], "Two.", "what it knows is not said again");
    assert!(
        told[1].contains("User: One.") && told[1].contains("Assistant: Hello."),
        "{told:?}"
    );
    assert!(told[1].ends_with("Two."));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("notice claude has lost this")),
        "{lines:?}"
    );
    assert_eq!(lines.last().unwrap(), "ends Done");
}

#[tokio::test]
async fn variables_of_a_claude_that_we_run_in_are_not_passed_on() {
    let stage = ProgramHarness::of(&["plain"]);
    let claude = stage.claude();
    converse(&claude, &asking(&[user(1, "Hi.")]), yes).await;
    claude.end_all().await;
    let names: Vec<String> = stage.starts()[0]
        .environment
        .iter()
        .map(|(name, _)| name.clone())
        .collect();
    assert_eq!(names, ["PATH"]);
}

#[tokio::test]
async fn answers_in_pieces_stream_with_their_calls() {
    let stage = ProgramHarness::of(&["partial-messages"]);
    let claude = stage.claude();
    let parts: Vec<StreamPart> = claude
        .stream(asking(&[user(1, "Write p.txt")]))
        .collect()
        .await;
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| match part {
            StreamPart::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["I will write", " the file no", "w."]);
    let arguments: String = parts
        .iter()
        .filter_map(|part| match part {
            StreamPart::CallArguments { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let whole = parts.iter().find_map(|part| match part {
        StreamPart::CallEnd { arguments, .. } => Some(arguments.clone()),
        _ => None,
    });
    assert_eq!(
        serde_json::from_str::<Value>(&arguments.replace("/workspace/", "")).ok(),
        whole,
        "files of the folder are named by their paths in it"
    );
    assert_eq!(
        whole,
        Some(json!({ "file_path": "p.txt", "content": "partial\n" }))
    );
    assert_eq!(
        parts.last(),
        Some(&StreamPart::Done {
            stop: StopReason::NeedsTools
        })
    );
    claude.end_all().await;
}

#[tokio::test]
async fn a_request_that_is_not_known_is_answered_with_an_error() {
    let mut asks = recording("plain");
    let question = json!({ "type": "control_request", "request_id": "r1", "request": { "subtype": "new_thing" } });
    asks.lines.insert(1, Line::Out(question));
    asks.lines.insert(2, Line::In(Value::Null));
    let stage = ProgramHarness::playing(vec![asks]);
    let claude = stage.claude();
    let lines = converse(&claude, &asking(&[user(1, "Hi.")]), yes).await;
    assert_eq!(lines.last().unwrap(), "ends Done");
    let answer = &stage.told()[1]["response"];
    assert_eq!(
        (&answer["subtype"], &answer["request_id"]),
        (&json!("error"), &json!("r1"))
    );
    claude.end_all().await;
}

#[test]
fn tools_have_their_classes_and_unknown_ones_are_asked_about() {
    let claude = ProgramHarness::of(&[]).claude();
    let classes = [
        "Read",
        "Edit",
        "Bash",
        "Agent",
        "AskUserQuestion",
        "ExitPlanMode",
        "mcp__x__y",
        "NewThing",
    ]
    .map(|tool| claude.class_of(tool));
    assert_eq!(
        classes,
        [
            ToolClass::Read,
            ToolClass::Text,
            ToolClass::Command,
            ToolClass::Agent,
            ToolClass::Ask,
            ToolClass::Plan,
            ToolClass::Mcp,
            ToolClass::Mcp,
        ]
    );
}

#[tokio::test]
async fn an_effort_is_passed_to_the_program_and_none_where_nothing_was_chosen() {
    for (effort, passed) in [(Effort::Auto, false), (Effort::High, true)] {
        let stage = ProgramHarness::of(&["plain"]);
        let claude = stage.claude();
        let mut request = asking(&[user(1, "Do it.")]);
        request.effort = effort;
        converse(&claude, &request, yes).await;
        claude.end_all().await;
        let start = &stage.starts()[0];
        let mut options = start.arguments.windows(2);
        assert_eq!(options.any(|two| two == ["--effort", "high"]), passed);
    }
}
