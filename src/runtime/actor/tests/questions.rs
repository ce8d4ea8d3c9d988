//! Tests of the agent's questions: typed paths are checked against the workspace before
//! they become answers.

use serde_json::json;

use super::support::{ActorHarness, calls, says};
use protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question};
use protocol::command::Command;
use protocol::event::EventKind;

async fn asked(harness: &mut ActorHarness) -> Question {
    let event = harness.event("clarification.requested").await;
    let EventKind::ClarificationOpened { question } = event.fact else {
        panic!("{event:?}");
    };
    question
}

fn answer(harness: &ActorHarness, prompt: &Question, decision: Decision) {
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Key,
    };
    harness.command(Command::AnswerQuestion {
        session: harness.session,
        answer,
    });
}

fn text(text: &str) -> Decision {
    Decision::Text {
        text: text.to_owned(),
    }
}

#[tokio::test]
async fn a_path_that_leads_out_through_a_link_is_no_answer_and_the_question_stays_open() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let outside = tempfile::TempDir::new().unwrap();
    std::os::unix::fs::symlink(outside.path(), harness.root().join("link")).unwrap();
    harness.provider.answer(calls(&[(
        "clarify_user",
        json!({ "question": "Which file?", "kind": "input", "validation": "path" }),
    )]));
    harness.provider.answer(says("thanks"));
    harness.send("ask me");
    let question = asked(&mut harness).await;
    for wrong in ["link/a.rs", "../a.rs", ""] {
        answer(&harness, &question, text(wrong));
        harness.event("command.rejected").await;
    }
    // A path that does not exist yet is valid too.
    answer(&harness, &question, text("src/new.rs"));
    let event = harness.event("tool.call.completed").await;
    let EventKind::CallCompleted { result, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.content["answer"], "src/new.rs");
    harness.event("job.completed").await;
}

#[tokio::test]
async fn a_wizard_gives_the_model_the_list_of_its_answers() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.provider.answer(calls(&[(
        "clarify_user",
        json!({ "question": "A module", "steps": [
            { "question": "Its name?", "kind": "input", "validation": "pattern", "pattern": "[a-z]+" },
            { "question": "Which parts?", "kind": "select", "options": ["a", "b"], "multiple": true },
        ] }),
    )]));
    harness.provider.answer(says("thanks"));
    harness.send("ask me");
    let first = asked(&mut harness).await;
    answer(&harness, &first, text("Not Fitting"));
    harness.event("command.rejected").await;
    answer(&harness, &first, text("shop"));
    let second = asked(&mut harness).await;
    answer(&harness, &second, Decision::Back);
    let again = asked(&mut harness).await;
    assert_eq!(
        again.wizard.as_ref().and_then(|place| place.given()),
        Some(&text("shop"))
    );
    answer(&harness, &again, text("store"));
    let second = asked(&mut harness).await;
    answer(
        &harness,
        &second,
        Decision::Selected {
            indices: vec![0, 1],
        },
    );
    let event = harness.event("tool.call.completed").await;
    let EventKind::CallCompleted { result, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.content["answer"], json!(["store", ["a", "b"]]));
}
