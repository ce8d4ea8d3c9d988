//! Checked questions of the agent, and wizards: several questions in sequence with a way back.

use proptest::prelude::*;
use serde_json::json;

use crate::testing::harness::{Harness, answer_to};
use crate::testing::plans::plan;
use crate::{Effect, Outcome};
use notice::Notice;
use protocol::approval::{Decision, Mode, QuestionBody, Validation};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::ContentHash;
use protocol::plan::Grant;

use crate::testing::harness::SESSION;

fn input(question: &str, validation: Validation) -> QuestionBody {
    QuestionBody::Input {
        question: question.to_owned(),
        validation,
    }
}

fn wizard() -> Vec<QuestionBody> {
    vec![
        input("Which name?", Validation::NotEmpty),
        QuestionBody::Select {
            question: "Which parts?".to_owned(),
            options: ["a", "b", "c"].map(str::to_owned).to_vec(),
            multiple: true,
        },
        QuestionBody::Confirm {
            question: Notice::text("With tests?"),
        },
    ]
}

/// Builds a world in which the agent asked these questions.
fn asked(steps: Vec<QuestionBody>) -> Harness {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("clarify_user", json!({}))]);
    let mut plan = plan(&harness.call(1));
    plan.body = steps.first().cloned();
    plan.steps = if steps.len() > 1 { steps } else { Vec::new() };
    harness.prepared_as(1, plan);
    harness.skip();
    harness
}

fn text(text: &str) -> Decision {
    Decision::Text {
        text: text.to_owned(),
    }
}

/// Returns the answer that the call got; `None` while it waits.
fn answered(harness: &Harness) -> Option<serde_json::Value> {
    harness.effects.iter().find_map(|effect| match effect {
        Effect::RunCall {
            grant: Grant::Answered { answer },
            ..
        } => Some(answer.clone()),
        _ => None,
    })
}

/// Returns which question is open, and its earlier answer.
fn at(harness: &Harness) -> (usize, Option<Decision>) {
    let place = harness.prompt().wizard.unwrap();
    (place.number, place.given().cloned())
}

#[test]
fn a_wizard_asks_one_question_after_the_other_and_answers_with_a_list() {
    let mut harness = asked(wizard());
    assert_eq!(at(&harness), (1, None));
    harness.answer(text("shop"));
    assert_eq!(at(&harness), (2, None));
    harness.answer(Decision::Selected {
        indices: vec![0, 2],
    });
    assert_eq!(answered(&harness), None);
    harness.answer(Decision::No { reason: None });
    assert_eq!(
        answered(&harness),
        Some(json!({ "answer": ["shop", ["a", "c"], "no"] }))
    );
}

#[test]
fn a_wizard_goes_back_and_what_was_answered_behind_stays() {
    let mut harness = asked(wizard());
    harness.answer(text("shop"));
    harness.answer(Decision::Selected { indices: vec![1] });
    assert_eq!(at(&harness), (3, None));
    harness.answer(Decision::Back);
    assert_eq!(
        at(&harness),
        (2, Some(Decision::Selected { indices: vec![1] }))
    );
    harness.answer(Decision::Back);
    assert_eq!(at(&harness), (1, Some(text("shop"))));
    // There is no question before the first.
    harness.skip();
    harness.answer(Decision::Back);
    harness.saw("rejected answer_prompt: this answer does not fit the question");
    harness.answer(text("store"));
    assert_eq!(
        at(&harness),
        (2, Some(Decision::Selected { indices: vec![1] }))
    );
    harness.answer(Decision::Skipped);
    harness.answer(Decision::Yes);
    assert_eq!(
        answered(&harness),
        Some(json!({ "answer": ["store", "no_user_answer", "yes"] }))
    );
}

#[test]
fn an_answer_to_one_question_of_a_wizard_answers_no_other() {
    let mut harness = asked(wizard());
    let first = harness.prompt();
    harness.answer(text("shop"));
    harness.skip();
    for decision in [text("again"), Decision::Back] {
        let answer = answer_to(&first, decision);
        harness.command(Command::AnswerQuestion {
            session: SESSION,
            answer,
        });
        assert!(harness.trace().starts_with("rejected answer_prompt"));
    }
    assert_eq!(at(&harness), (2, None));
}

#[test]
fn a_wizard_of_which_every_question_was_skipped_has_no_answer() {
    let mut steps = wizard();
    steps.truncate(2);
    let mut harness = asked(steps);
    harness.answer(Decision::Skipped);
    harness.answer(Decision::Skipped);
    assert_eq!(
        answered(&harness),
        Some(json!({ "answer": "no_user_answer" }))
    );
}

#[test]
fn a_question_outside_of_a_wizard_has_no_way_back() {
    let mut harness = asked(vec![input("Which?", Validation::None)]);
    harness.answer(Decision::Back);
    harness.saw("rejected answer_prompt: this answer does not fit the question");
    assert_eq!(answered(&harness), None);
}

#[test]
fn a_path_is_looked_at_before_it_is_an_answer() {
    let mut harness = asked(vec![input("Which file?", Validation::Path)]);
    let question = harness.prompt();
    harness.answer(text(" link/a.rs "));
    harness.saw("-> look at the path link/a.rs");
    assert_eq!(answered(&harness), None);
    let answer = answer_to(&question, text(" link/a.rs "));
    let looked = |result| Outcome::PathChecked {
        session: SESSION,
        answer: answer.clone(),
        result,
    };
    harness.outcome(looked(Err(Notice::text("it leads out"))));
    harness.saw("rejected answer_prompt: it leads out");
    assert_eq!(answered(&harness), None);
    harness.outcome(looked(Ok(())));
    assert!(answered(&harness).is_some());
    // A late outcome answers nothing.
    harness.skip();
    harness.outcome(looked(Ok(())));
    assert!(harness.trace().starts_with("rejected answer_prompt"));
}

fn validations() -> impl Strategy<Value = Validation> {
    prop_oneof![
        Just(Validation::None),
        Just(Validation::NotEmpty),
        Just(Validation::Number),
        Just(Validation::Path),
        prop::sample::select(vec!["[a-z]+", "a|b", "", ".*", r"\d{2}"])
            .prop_map(|pattern| Validation::by_pattern(pattern.to_owned()).unwrap()),
    ]
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn an_answer_is_taken_exactly_where_it_fits_the_validation(
        validation in validations(),
        typed in "[ab1. /-]{0,6}|[a-z]{1,4}|[0-9]{1,3}|\\.\\./[a-z]",
    ) {
        let mut harness = asked(vec![input("Which?", validation.clone())]);
        harness.answer(text(&typed));
        let looks = harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::CheckPath { .. }));
        let taken = answered(&harness).is_some() || looks;
        prop_assert_eq!(taken, validation.unfit(&typed).is_none());
        let refused = harness
            .events
            .iter()
            .any(|event| matches!(event.fact, EventKind::CommandRejected { .. }));
        prop_assert_eq!(refused, !taken);
    }
}

#[test]
fn a_prompt_of_an_earlier_build_is_read_and_one_without_a_wizard_reads_as_before() {
    let harness = asked(vec![input("Which?", Validation::None)]);
    let question = harness.prompt();
    let text = serde_json::to_string(&question).unwrap();
    assert!(!text.contains("wizard"), "{text}");
    let read: protocol::approval::Question = support::json::from_str(&text).unwrap();
    assert_eq!(read, question);
    assert_ne!(question.shown, ContentHash::of(b""));
}
