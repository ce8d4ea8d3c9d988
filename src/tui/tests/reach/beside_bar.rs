//! Tests of dialogs over the review while a question is open: they have the focus, so they get the
//! rows that they need.

use super::super::{prompts, writes};
use super::*;
use crate::chrome::Focus;
use crate::layout::Pane;
use notice::Notice;
use protocol::approval::{Question, Risk, RiskReport};

const LOW: [(u16, u16); 2] = [(60, 16), (80, 24)];

/// Keys that open a dialog of the review, and the texts expected in it: its subject, and its
/// choices or keys.
const DIALOGS: [(&str, &[&str]); 5] = [
    ("F7 A", &["Apply 2 changes", "stays as it is: ", "y apply"]),
    (
        "F7 w",
        &["src/auth/session.rs", "stays as it is: ", "y apply"],
    ),
    ("F7 n n c s e e n", &["│ seen ", "Enter keep"]),
    ("F7 n n e", &["let tok = self.fetch", "Esc back"]),
    ("F7 *", &["1 conflict left out", "> q leave", "Enter go"]),
];

fn questions() -> [(&'static str, Question); 3] {
    let mut high = writes::write(30);
    high.risk.risk = Risk::High;
    [
        ("command", prompts::prompt()),
        ("write", writes::write(30)),
        ("high", high),
    ]
}

fn asked((width, height): (u16, u16), question: Question) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(width, height);
    harness.prompt(question);
    harness
}

#[test]
fn a_dialog_of_the_review_is_seen_whole_though_a_question_waits() {
    for size in LOW {
        for (question, prompt) in questions() {
            for (keys, parts) in DIALOGS {
                let mut harness = asked(size, prompt.clone());
                harness.press(keys);
                let text = harness.text();
                for part in parts {
                    assert!(text.contains(part), "{question} {keys}: {part}\n{text}");
                }
            }
        }
    }
}

#[test]
fn the_review_has_its_rows_on_a_low_screen_and_the_bar_says_that_it_waits() {
    let mut harness = asked((60, 16), writes::write(30));
    harness.press("F7");
    let text = harness.text();
    assert!(text.contains("── a question waits  src/a.rs"), "{text}");
    assert!(text.contains("F2 answers"), "{text}");
    assert!(text.contains(".timeout(self.cfg.timeout)"), "{text}");
    let focus = harness.app.model().chrome.focus;
    assert_eq!(focus, Focus::Pane(Pane::Review));
    // A user who answers sees the whole question.
    harness.press("F2");
    let text = harness.text();
    assert!(text.contains("let old_0 = 1;"), "{text}");
    assert!(!text.contains("a question waits"), "{text}");
}

#[test]
fn the_review_has_twelve_rows_at_80x24_or_the_bar_is_one_row() {
    let mut collapsed = 0;
    for (_, question) in questions() {
        let mut harness = asked((80, 24), question);
        harness.press("F7");
        let text = harness.text();
        let layout = &harness.app.layout;
        let review = layout.pane(Pane::Review).unwrap().height;
        assert!(review >= 12, "{text}");
        if layout.bar.height == 1 {
            assert!(text.contains("a question waits"), "{text}");
            collapsed += 1;
        }
    }
    assert_eq!(collapsed, 2, "both writes are longer than a command");
}

#[test]
fn why_the_risk_is_what_it_is_is_seen_on_a_low_screen() {
    for size in LOW {
        let mut question = prompts::prompt();
        question.risk = RiskReport::low(Notice::text("it only reads the tests"));
        let mut harness = asked(size, question);
        harness.press("F7 F2 x");
        let text = harness.text();
        assert!(text.contains("it only reads the tests"), "{text}");
    }
}
