//! Tests of the passthrough strip: calls that ran without a question, and
//! questions asked nevertheless.

use super::*;
use notice::Notice;
use protocol::approval::{Question, QuestionBody, RiskReport};
use protocol::call::ToolCall;
use protocol::ids::{CallId, ContentHash, QuestionId};

fn requested(harness: &mut TuiHarness, id: u128, tool: &str) {
    harness.fact(EventKind::CallRequested {
        message: MessageId(Uuid::from_u128(102)),
        call: ToolCall {
            id: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.into(),
            arguments: serde_json::json!({ "path": "src/a.rs" }),
        },
    });
}

fn started(harness: &mut TuiHarness, id: u128) {
    harness.fact(EventKind::CallStarted {
        call: CallId(Uuid::from_u128(id)),
        allowed_by: Notice::text("passthrough"),
    });
}

fn push_is_asked(id: u128) -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(500 + id)),
        session: session(),
        run: run_id(),
        call: Some(CallId(Uuid::from_u128(id))),
        tool: "shell_exec".into(),
        origin: "build".into(),
        body: QuestionBody::Command {
            command: "git push --force origin main".into(),
            cwd: ".".into(),
            sandbox: Default::default(),
            proposed: None,
            touches: Vec::new(),
            uncovered: None,
        },
        risk: RiskReport::high(Notice::text("it leaves the machine")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn answered(id: u128) -> EventKind {
    use protocol::approval::{Answer, AnsweredBy, Decision};
    EventKind::QuestionAnswered {
        answer: Answer {
            question: QuestionId(Uuid::from_u128(500 + id)),
            shown: ContentHash::of(b"shown"),
            decision: Decision::Yes,
            by: AnsweredBy::Key,
        },
        summary: Notice::text("git push"),
    }
}

fn passthrough(harness: &mut TuiHarness) {
    harness.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Passthrough),
    });
}

#[test]
fn the_strip_counts_what_ran_unasked_and_names_what_was_asked() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    requested(&mut harness, 69, "write_file");
    started(&mut harness, 69);
    assert!(!harness.text().contains("AUTO"), "off is off");
    passthrough(&mut harness);
    let text = harness.text();
    assert!(text.contains("AUTO  passthrough on since 08:00"), "{text}");
    assert!(text.contains("nothing ran unasked yet"), "{text}");
    assert!(text.contains("F9 off  F12 stops all"), "{text}");
    for (id, tool) in [(71, "edit_file"), (72, "shell_exec"), (73, "read_file")] {
        requested(&mut harness, id, tool);
        started(&mut harness, id);
    }
    requested(&mut harness, 74, "shell_exec");
    harness.fact(EventKind::QuestionOpened {
        question: push_is_asked(74),
    });
    assert!(
        !harness.text().contains("AUTO"),
        "the question has the place"
    );
    harness.fact(answered(74));
    started(&mut harness, 74);
    let text = harness.text();
    assert!(
        text.contains("2 ran unasked: 1 write, 1 command.  1 still asked: git push"),
        "{text}"
    );
    harness.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Review),
    });
    assert!(!harness.text().contains("AUTO"));
}

#[test]
fn a_low_screen_has_the_counts_in_one_row() {
    let mut harness = TuiHarness::furnished(60, 16);
    harness.begin_run();
    passthrough(&mut harness);
    requested(&mut harness, 71, "write_file");
    started(&mut harness, 71);
    let text = harness.text();
    assert!(
        text.contains("AUTO  1 ran unasked: 1 write, 0 commands"),
        "{text}"
    );
    assert!(text.lines().all(|row| row.chars().count() <= 60), "{text}");
}
