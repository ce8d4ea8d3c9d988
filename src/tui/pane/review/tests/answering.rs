//! The review in a question: marks are local and form the answer.

use super::*;
use notice::Notice;
use protocol::approval::{Decision, QuestionBody, RiskReport};
use protocol::change::FileDiff;
use protocol::ids::{ContentHash, QuestionId, RunId};
use uuid::Uuid;

fn prompt(risk: RiskReport) -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(50)),
        session: crate::tests::session(),
        run: RunId(Uuid::from_u128(2)),
        call: None,
        tool: "edit_file".into(),
        origin: "build".into(),
        body: QuestionBody::Write {
            path: "src/auth/token.rs".into(),
            diff: FileDiff::default(),
            note: None,
        },
        risk,
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: sample::at(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

/// Opens a review with two proposed hunks.
fn desk_of(risk: RiskReport) -> PaneHarness {
    let mut sample = SampleReview::new();
    sample.also_in_token(4);
    let review = Review::of_question(SESSION, &prompt(risk), TimeZone::UTC);
    PaneHarness::of(review, sample, (120, 40))
}

fn harness() -> PaneHarness {
    desk_of(RiskReport::low(Notice::text("a test")))
}

fn answer(harness: &mut PaneHarness) -> Option<Decision> {
    std::mem::take(&mut harness.effects)
        .into_iter()
        .find_map(|effect| match effect {
            Effect::Send(Command::AnswerQuestion { answer, .. }) => {
                assert_eq!(answer.shown, ContentHash::of(b"shown"));
                Some(answer.decision)
            }
            _ => None,
        })
}

#[test]
fn marks_about_a_question_are_orders_to_nobody() {
    let mut harness = harness();
    harness.press("a r Space x u Ctrl+R + -");
    assert!(harness.orders().is_empty());
    assert!(harness.text().contains("Proposed"));
}

#[test]
fn all_taken_is_yes_none_is_no_and_some_are_named() {
    for (keys, expected) in [
        ("a a y", Decision::Yes),
        ("+ w y", Decision::Yes),
        ("r r y", Decision::No { reason: None }),
        (
            "a r y",
            Decision::Hunks {
                accepted: vec![hunk_id(5)],
            },
        ),
    ] {
        let mut harness = harness();
        harness.press(keys);
        assert_eq!(answer(&mut harness), Some(expected), "{keys}");
    }
}

#[test]
fn w_answers_nothing_before_a_question_and_says_what_does() {
    let mut harness = harness();
    harness.press("+ w");
    let says = |effect: &Effect| matches!(effect, Effect::Say(_, text) if text.contains("y gives the answer"));
    assert!(harness.effects.iter().any(says), "{:?}", harness.effects);
    assert_eq!(answer(&mut harness), None);
}

#[test]
fn what_is_not_marked_is_asked_about() {
    for (keys, expected) in [
        ("y Enter", None),
        ("y t", Some(Decision::Yes)),
        ("y n", Some(Decision::No { reason: None })),
        (
            "a y n",
            Some(Decision::Hunks {
                accepted: vec![hunk_id(5)],
            }),
        ),
        (
            "r y t",
            Some(Decision::Hunks {
                accepted: vec![hunk_id(4)],
            }),
        ),
    ] {
        let mut harness = harness();
        harness.press(keys);
        assert_eq!(answer(&mut harness), expected, "{keys}");
    }
}

#[test]
fn a_y_that_is_not_alone_answers_nothing() {
    let mut harness = harness();
    harness.press("a a");
    harness.key("y");
    harness.key("j");
    harness.review.settled();
    harness.key("y");
    harness.review.drop_held_key();
    let effects = harness.review.settled();
    assert!(effects.is_empty());
    assert_eq!(answer(&mut harness), None);
}

#[test]
fn a_high_risk_is_answered_in_the_bar() {
    let mut harness = desk_of(RiskReport::high(Notice::text("a test")));
    harness.press("a a y");
    assert_eq!(
        harness.said(),
        "high risk: press Esc, then type the word in the bar"
    );
    assert_eq!(answer(&mut harness), None);
}

#[test]
fn undo_takes_marks_back() {
    let mut harness = harness();
    harness.press("a a u");
    assert_eq!(harness.review.tally(), (1, 0, 1));
    harness.press("Ctrl+R");
    assert_eq!(harness.review.tally(), (2, 0, 0));
}

#[test]
fn esc_goes_back_and_answers_nothing() {
    let mut harness = harness();
    harness.press("a Esc");
    assert_eq!(harness.effects.last(), Some(&Effect::CloseReview));
    assert_eq!(answer(&mut harness), None);
}

#[test]
fn a_changed_proposal_takes_the_marks_away() {
    let mut harness = harness();
    harness.press("a a");
    let mut changed = prompt(RiskReport::low(Notice::text("a test")));
    changed.shown = ContentHash::of(b"another");
    harness.review.question_changed(&changed);
    harness.settle();
    assert_eq!(harness.review.tally(), (0, 0, 2));
}

#[test]
fn all_of_it_was_seen_only_when_its_end_was_on_the_screen() {
    let mut harness = harness();
    assert_eq!(
        harness.review.note_seen(),
        [Effect::SeenInFull(QuestionId(Uuid::from_u128(50)))]
    );
    assert!(harness.review.note_seen().is_empty(), "once");
    let mut sample = SampleReview::new();
    sample.grow(2, 300);
    let review = Review::of_question(
        SESSION,
        &prompt(RiskReport::low(Notice::text("a test"))),
        TimeZone::UTC,
    );
    let mut harness = PaneHarness::of(review, sample, (120, 40));
    assert!(harness.review.note_seen().is_empty());
    harness.press("G");
    assert!(
        harness.review.note_seen().is_empty(),
        "the middle was passed over"
    );
    harness.press("g");
    for _ in 0..20 {
        harness.press("PageDown");
        if !harness.review.note_seen().is_empty() {
            return;
        }
    }
    panic!("the end was never seen");
}

#[test]
fn a_question_that_cannot_be_shown_is_given_back() {
    let mut review = Review::of_question(
        SESSION,
        &prompt(RiskReport::low(Notice::text("a test"))),
        TimeZone::UTC,
    );
    review.measure(120, 40, &mut Colours::none());
    let question = review.take_queries().pop().unwrap();
    let effects = review.failed(&question, &Notice::text("no"));
    assert_eq!(effects, [Effect::NotShown(QuestionId(Uuid::from_u128(50)))]);
}

#[test]
fn where_the_disk_is_the_base_there_are_two_columns_and_else_three() {
    let column_of = |harness: &mut PaneHarness| {
        let rows = harness.screen();
        let is_head = |row: &&String| row.contains("Current") && row.contains("Proposed");
        let head = rows.iter().find(is_head).expect("the heads of the columns");
        let before = head.split("Proposed").next().unwrap_or_default();
        before.chars().count()
    };
    let mut sample = SampleReview::new();
    sample.also_in_token(4);
    let review = Review::of_question(
        SESSION,
        &prompt(RiskReport::low(Notice::text("a test"))),
        TimeZone::UTC,
    );
    let mut proposed = PaneHarness::of(review, sample, (158, 40));
    let at = column_of(&mut proposed);
    assert!((80..=86).contains(&at), "{at}");
    // Part of the file is applied, so each of the three columns has its own content.
    let at = column_of(&mut PaneHarness::new(158, 40));
    assert!((106..=112).contains(&at), "{at}");
}
