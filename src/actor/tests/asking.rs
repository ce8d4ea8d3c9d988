//! Tests of the agent's questions: typed paths are checked against the workspace before
//! they become answers.

use serde_json::json;

use super::support::{House, calls, says};
use crate::protocol::approval::{Answer, AnsweredBy, Decision, Mode, Question};
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;

async fn asked(house: &mut House) -> Question {
    let event = house.event("clarification.requested").await;
    let EventKind::ClarificationOpened { question } = event.fact else {
        panic!("{event:?}");
    };
    question
}

fn answer(house: &House, prompt: &Question, decision: Decision) {
    let answer = Answer {
        question: prompt.id,
        shown: prompt.shown,
        decision,
        by: AnsweredBy::Key,
    };
    house.command(Command::AnswerQuestion {
        session: house.session,
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
    let mut house = House::new(Mode::Review).await;
    let outside = tempfile::TempDir::new().unwrap();
    std::os::unix::fs::symlink(outside.path(), house.root().join("link")).unwrap();
    house.provider.answer(calls(&[(
        "clarify_user",
        json!({ "question": "Which file?", "kind": "input", "validation": "path" }),
    )]));
    house.provider.answer(says("thanks"));
    house.send("ask me");
    let question = asked(&mut house).await;
    for wrong in ["link/a.rs", "../a.rs", ""] {
        answer(&house, &question, text(wrong));
        house.event("command.rejected").await;
    }
    // A path that does not exist yet is valid too.
    answer(&house, &question, text("src/new.rs"));
    let event = house.event("tool.call.completed").await;
    let EventKind::CallCompleted { result, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.content["answer"], "src/new.rs");
    house.event("job.completed").await;
}

#[tokio::test]
async fn a_wizard_gives_the_model_the_list_of_its_answers() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(calls(&[(
        "clarify_user",
        json!({ "question": "A module", "steps": [
            { "question": "Its name?", "kind": "input", "validation": "pattern", "pattern": "[a-z]+" },
            { "question": "Which parts?", "kind": "select", "options": ["a", "b"], "multiple": true },
        ] }),
    )]));
    house.provider.answer(says("thanks"));
    house.send("ask me");
    let first = asked(&mut house).await;
    answer(&house, &first, text("Not Fitting"));
    house.event("command.rejected").await;
    answer(&house, &first, text("shop"));
    let second = asked(&mut house).await;
    answer(&house, &second, Decision::Back);
    let again = asked(&mut house).await;
    assert_eq!(
        again.wizard.as_ref().and_then(|place| place.given()),
        Some(&text("shop"))
    );
    answer(&house, &again, text("store"));
    let second = asked(&mut house).await;
    answer(
        &house,
        &second,
        Decision::Selected {
            indices: vec![0, 1],
        },
    );
    let event = house.event("tool.call.completed").await;
    let EventKind::CallCompleted { result, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.content["answer"], json!(["store", ["a", "b"]]));
}
