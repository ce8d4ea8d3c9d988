//! Tests of the agent's questions: typed paths are checked against the workspace before
//! they become answers.

use serde_json::json;

use super::harness::{ActorHarness, calls, says};
use protocol::approval::{Decision, Mode, Question};
use protocol::event::EventKind;

impl ActorHarness {
    /// Waits for the agent's next question.
    async fn clarification(&mut self) -> Question {
        match self.event("clarification.requested").await.fact {
            EventKind::ClarificationOpened { question } => question,
            other => panic!("{other:?}"),
        }
    }
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
    let question = harness.clarification().await;
    for wrong in ["link/a.rs", "../a.rs", ""] {
        harness.answer(&question, text(wrong));
        harness.event("command.rejected").await;
    }
    // A path that does not exist yet is valid too.
    harness.answer(&question, text("src/new.rs"));
    let result = harness.call_result().await;
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
    let first = harness.clarification().await;
    harness.answer(&first, text("Not Fitting"));
    harness.event("command.rejected").await;
    harness.answer(&first, text("shop"));
    let second = harness.clarification().await;
    harness.answer(&second, Decision::Back);
    let again = harness.clarification().await;
    assert_eq!(
        again.wizard.as_ref().and_then(|place| place.given()),
        Some(&text("shop"))
    );
    harness.answer(&again, text("store"));
    let second = harness.clarification().await;
    harness.answer(
        &second,
        Decision::Selected {
            indices: vec![0, 1],
        },
    );
    let result = harness.call_result().await;
    assert_eq!(result.content["answer"], json!(["store", ["a", "b"]]));
}
