//! Tests of the review for a question's proposal.

use super::super::writes::write;
use super::*;
use notice::Notice;
use protocol::approval::Decision;

#[test]
fn d_in_the_bar_opens_the_same_view_and_its_answer_is_of_marks() {
    for key in ["d", "r"] {
        let mut harness = TuiHarness::reviewed(160, 48);
        harness.prompt(write(1));
        harness.press(&format!("F2 {key}"));
        let text = harness.text();
        assert!(text.contains("Proposed  src/auth/token.rs"), "{text}");
        harness.press("a y");
        let answer = harness.sent.iter().find_map(|command| match command {
            Command::AnswerQuestion { answer, .. } => Some(answer.decision.clone()),
            _ => None,
        });
        assert_eq!(answer, Some(Decision::Yes));
    }
}

#[test]
fn what_becomes_of_unmarked_hunks_is_asked_by_a_frame_of_its_own() {
    for (width, height) in [(160, 48), (80, 24)] {
        let mut harness = TuiHarness::reviewed(width, height);
        harness.prompt(write(1));
        // `press` itself checks that the resulting state is shown.
        harness.press("F2 d y");
        let text = harness.text();
        assert!(
            text.contains("0 accepted, 0 rejected, 1 not marked"),
            "{text}"
        );
        assert!(harness.sent.is_empty());
        harness.press("t");
        assert_eq!(harness.sent.len(), 1, "{:?}", harness.sent);
    }
}

#[test]
fn esc_in_a_questions_review_gives_the_bar_back() {
    let mut harness = TuiHarness::reviewed(160, 48);
    harness.prompt(write(1));
    harness.press("F2 d r Esc");
    assert!(harness.sent.is_empty());
    assert_eq!(harness.app.model().chrome.focus, crate::chrome::Focus::Bar);
    assert!(harness.text().contains("CONFIRM"));
}

#[test]
fn a_question_that_is_answered_elsewhere_closes_its_review() {
    let mut harness = TuiHarness::reviewed(160, 48);
    let prompt = write(1);
    harness.prompt(prompt.clone());
    harness.press("F2 d");
    harness.fact(EventKind::QuestionAnswered {
        answer: protocol::approval::Answer {
            question: prompt.id,
            shown: prompt.shown,
            decision: Decision::No { reason: None },
            by: protocol::approval::AnsweredBy::Timeout,
        },
        summary: Notice::text("write"),
    });
    assert!(!harness.text().contains("Proposed  src"));
}

#[test]
fn a_question_that_cannot_be_shown_is_shown_as_a_text() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.begin_run();
    let prompt = write(1);
    harness.fact(EventKind::QuestionOpened { question: prompt });
    harness.press("F2 d");
    let asked = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Ask(
                query @ Query::Review {
                    question: ReviewQuery::File { .. },
                    ..
                },
            ) => Some(query.clone()),
            _ => None,
        });
    let reason = "not there".to_owned();
    harness.app.reply(
        &asked.unwrap(),
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    let text = harness.text();
    assert!(
        text.contains("─ edit_file") || text.contains("─ write_file"),
        "{text}"
    );
}
