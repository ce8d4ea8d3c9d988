//! Tests of the passthrough strip: calls that ran without a question, and
//! questions asked nevertheless.

use super::*;
use crate::protocol::approval::{Question, QuestionBody, RiskReport};
use crate::protocol::call::ToolCall;
use crate::protocol::ids::{CallId, ContentHash, QuestionId};

fn requested(stage: &mut Stage, id: u128, tool: &str) {
    stage.fact(EventKind::CallRequested {
        message: MessageId(Uuid::from_u128(102)),
        call: ToolCall {
            id: CallId(Uuid::from_u128(id)),
            provider_id: format!("c{id}"),
            tool: tool.into(),
            arguments: serde_json::json!({ "path": "src/a.rs" }),
        },
    });
}

fn started(stage: &mut Stage, id: u128) {
    stage.fact(EventKind::CallStarted {
        call: CallId(Uuid::from_u128(id)),
        allowed_by: "passthrough".into(),
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
            sandbox: "off".into(),
            proposed: None,
            touches: Vec::new(),
            uncovered: None,
        },
        risk: RiskReport::high("it leaves the machine"),
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
    use crate::protocol::approval::{Answer, AnsweredBy, Decision};
    EventKind::QuestionAnswered {
        answer: Answer {
            question: QuestionId(Uuid::from_u128(500 + id)),
            shown: ContentHash::of(b"shown"),
            decision: Decision::Yes,
            by: AnsweredBy::Key,
        },
        summary: "git push".into(),
    }
}

fn passthrough(stage: &mut Stage) {
    stage.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Passthrough),
    });
}

#[test]
fn the_strip_counts_what_ran_unasked_and_names_what_was_asked() {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    requested(&mut stage, 69, "write_file");
    started(&mut stage, 69);
    assert!(!stage.text().contains("AUTO"), "off is off");
    passthrough(&mut stage);
    let text = stage.text();
    assert!(text.contains("AUTO  passthrough on since 08:00"), "{text}");
    assert!(text.contains("nothing ran unasked yet"), "{text}");
    assert!(text.contains("F9 off  F12 stops all"), "{text}");
    for (id, tool) in [(71, "edit_file"), (72, "shell_exec"), (73, "read_file")] {
        requested(&mut stage, id, tool);
        started(&mut stage, id);
    }
    requested(&mut stage, 74, "shell_exec");
    stage.fact(EventKind::QuestionOpened {
        question: push_is_asked(74),
    });
    assert!(!stage.text().contains("AUTO"), "the question has the place");
    stage.fact(answered(74));
    started(&mut stage, 74);
    let text = stage.text();
    assert!(
        text.contains("2 ran unasked: 1 write, 1 command.  1 asked all the same: git push"),
        "{text}"
    );
    stage.fact(EventKind::PolicyChanged {
        policy: policy(Mode::Review),
    });
    assert!(!stage.text().contains("AUTO"));
}

#[test]
fn a_low_screen_has_the_counts_in_one_row() {
    let mut stage = Stage::furnished(60, 16);
    stage.begin_run();
    passthrough(&mut stage);
    requested(&mut stage, 71, "write_file");
    started(&mut stage, 71);
    let text = stage.text();
    assert!(
        text.contains("AUTO  1 ran unasked: 1 write, 0 commands"),
        "{text}"
    );
    assert!(text.lines().all(|row| row.chars().count() <= 60), "{text}");
}
