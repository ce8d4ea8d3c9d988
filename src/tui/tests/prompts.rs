//! Tests of the bar in the screen: the bell, the focus, and that only a lone key decides.

use super::*;
use crate::chrome::Focus;
use notice::Notice;
use protocol::approval::{Decision, Question, QuestionBody, RiskReport};
use protocol::ids::{ContentHash, QuestionId};

pub fn prompt() -> Question {
    Question {
        id: QuestionId(Uuid::from_u128(50)),
        session: session(),
        run: run_id(),
        call: None,
        tool: "shell_exec".into(),
        origin: "build".into(),
        body: QuestionBody::Command {
            command: "cargo test -p auth".into(),
            cwd: ".".into(),
            sandbox: Default::default(),
            proposed: None,
            touches: Vec::new(),
            uncovered: None,
        },
        risk: RiskReport::low(Notice::text("it is read-only")),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn asked() -> TuiHarness {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.effects.clear();
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    harness
}

fn answers(harness: &mut TuiHarness) -> Vec<Decision> {
    harness
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::AnswerQuestion { answer, .. } => Some(answer.decision),
            _ => None,
        })
        .collect()
}

#[test]
fn the_bell_rings_once_for_a_prompt() {
    let mut harness = asked();
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    let bells = harness
        .effects
        .iter()
        .filter(|effect| **effect == Effect::Bell)
        .count();
    assert_eq!(bells, 1);
    let text = harness.text();
    assert!(
        text.contains("CONFIRM")
            && text.contains("cargo test -p auth")
            && text.contains("1 waiting"),
        "{text}"
    );
}

#[test]
fn a_question_that_a_dialog_covered_is_armed_anew() {
    for (opens, leaves) in [
        ("Ctrl+X ?", "q"),
        ("Ctrl+X ?", "Esc"),
        ("d", "q"),
        ("?", "?"),
    ] {
        let mut harness = asked();
        harness.press("F2");
        harness.wait(Duration::from_secs(1));
        harness.press(opens);
        let text = harness.text();
        let shown = |text: &str| text.contains("$ cargo test -p auth") && text.contains("CONFIRM");
        assert!(!shown(&text), "{opens}: {text}");
        harness.wait(Duration::from_secs(1));
        harness.key_now(leaves);
        harness.input(InputKind::Settled);
        assert!(shown(&harness.text()), "{opens}: {}", harness.text());
        harness.wait(Duration::from_millis(100));
        harness.key_now("y");
        harness.wait(Duration::from_millis(100));
        harness.input(InputKind::Settled);
        assert_eq!(answers(&mut harness), [], "{opens} {leaves}");
    }
}

#[test]
fn f2_takes_a_lone_answer_out_of_the_draft_and_says_so() {
    for letter in ["y", "n"] {
        let mut harness = TuiHarness::furnished(120, 40);
        harness.begin_run();
        harness.press(letter);
        harness.effects.clear();
        harness.fact(EventKind::QuestionOpened { question: prompt() });
        harness.press("F2");
        let text = harness.text();
        assert!(text.contains("took the lone"), "{text}");
        let tab = harness.app.model().sessions.tab().unwrap();
        assert!(tab.editor.is_empty());
        assert!(answers(&mut harness).is_empty(), "it answered nothing");
        harness.press("y");
        assert_eq!(answers(&mut harness), [Decision::Yes]);
        let text = harness.text();
        assert!(!text.contains("took the lone"), "it was read: {text}");
    }
}

#[test]
fn f2_leaves_a_draft_of_more_than_one_letter_alone() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.type_text("yes");
    harness.fact(EventKind::QuestionOpened { question: prompt() });
    harness.press("F2");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.editor.text(), "yes");
}

#[test]
fn a_key_in_a_pane_is_no_typing_that_the_bar_waits_for() {
    let mut harness = asked();
    harness.press("F7");
    harness.key_now("q");
    let text = harness.text();
    assert!(!text.contains("paused while you type"), "{text}");
}

#[test]
fn f2_then_a_lone_y_approves() {
    let mut harness = asked();
    harness.press("F2 y");
    assert_eq!(answers(&mut harness), [Decision::Yes]);
}

#[test]
fn an_answer_gives_the_keys_back_to_the_pane_that_had_them() {
    let mut harness = asked();
    harness.press("Esc");
    let before = harness.app.model().chrome.focus;
    assert!(matches!(before, Focus::Pane(_)), "{before:?}");
    harness.press("F2 y");
    assert_eq!(answers(&mut harness), [Decision::Yes]);
    assert_eq!(harness.app.model().chrome.focus, before);
    // A user who types a message at the bar continues it in the editor.
    let mut harness = asked();
    harness.press("Esc F2");
    for key in ["t", "w", "o"] {
        harness.now += Duration::from_millis(80);
        harness.key_now(key);
    }
    assert_eq!(harness.app.model().chrome.focus, Focus::Editor);
}

#[test]
fn typing_never_answers_and_lands_in_the_draft() {
    let mut harness = asked();
    for key in ["y", "e", "s", "y"] {
        harness.now += Duration::from_millis(80);
        harness.key_now(key);
    }
    assert_eq!(answers(&mut harness), []);
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "yesy"
    );
}

#[test]
fn a_key_that_the_screen_keeps_ends_a_held_decision() {
    let mut harness = asked();
    harness.press("F2");
    harness.now += Duration::from_secs(1);
    harness.key_now("y");
    harness.now += Duration::from_millis(20);
    harness.key_now("F4");
    harness.now += Duration::from_millis(30);
    harness.input(InputKind::Settled);
    assert_eq!(answers(&mut harness), []);
}

#[test]
fn esc_defers_and_gives_the_editor_the_keys() {
    let mut harness = asked();
    harness.press("F2 Esc a");
    assert_eq!(answers(&mut harness), []);
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "a"
    );
}

#[test]
fn what_is_typed_once_the_editor_was_asked_for_is_in_the_draft() {
    let mut harness = asked();
    harness.press("F2");
    for key in ["Ctrl+X", "e", "d", "o"] {
        harness.wait(Duration::from_millis(200));
        harness.key_now(key);
    }
    assert_eq!(answers(&mut harness), []);
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "do"
    );
}

#[test]
fn an_answered_prompt_leaves_the_screen() {
    use protocol::approval::{Answer, AnsweredBy};
    let mut harness = asked();
    let answer = Answer {
        question: prompt().id,
        shown: prompt().shown,
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    };
    harness.fact(EventKind::QuestionAnswered {
        answer,
        summary: Notice::text("cargo test"),
    });
    let text = harness.text();
    assert!(
        !text.contains("CONFIRM") && !text.contains("waiting"),
        "{text}"
    );
}

#[test]
fn while_the_full_text_is_read_no_key_decides() {
    let mut harness = asked();
    harness.press("F2 d");
    let text = harness.text();
    assert!(text.contains("runs in ."), "{text}");
    harness.press("y");
    assert_eq!(answers(&mut harness), []);
    harness.wait(Duration::from_secs(5));
    harness.press("Esc y");
    assert_eq!(
        answers(&mut harness),
        [Decision::Yes],
        "the bar has the keys again"
    );
}

#[test]
fn who_goes_to_the_editor_from_a_question_keeps_the_keys() {
    let mut harness = asked();
    harness.press("F2 Ctrl+X");
    harness.key_now("e");
    assert_eq!(harness.app.model().chrome.focus, Focus::Editor);
    assert!(!harness.app.model().sessions.tab().unwrap().bar.has_focus());
    // The bar does not take the focus by itself either.
    harness.wait(Duration::from_secs(5));
    assert_eq!(harness.app.model().chrome.focus, Focus::Editor);
    harness.press("y");
    assert_eq!(answers(&mut harness), []);
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "y"
    );
}

#[test]
fn all_of_a_command_shows_the_hunks_that_yes_writes_first() {
    use protocol::approval::ProposedNote;
    use protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
    use protocol::query::{Query, Reply};
    use protocol::review::{ApplyScope, ReviewQuery, ReviewReply};
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    let mut prompt = prompt();
    if let QuestionBody::Command { proposed, .. } = &mut prompt.body {
        *proposed = Some(ProposedNote {
            hunks: 1,
            files: vec!["src/a.rs".into()],
            unwritten: None,
        });
    }
    harness.fact(EventKind::QuestionOpened { question: prompt });
    harness.effects.clear();
    harness.press("F2 d");
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::ApplyDiff {
            files: Vec::new(),
            of: ApplyScope::Proposed,
        },
    };
    assert!(
        harness.effects.contains(&Effect::Ask(query.clone())),
        "{:?}",
        harness.effects
    );
    let answer = ReviewReply::Compared {
        diffs: vec![FileDiff {
            path: "src/a.rs".into(),
            change: DiffChange::Modified,
            hunks: vec![DiffHunk {
                old_start: 1,
                old_count: 0,
                new_start: 1,
                new_count: 1,
                lines: vec![DiffLine {
                    kind: DiffLineKind::Add,
                    content: "what is proposed".into(),
                }],
            }],
            added: 1,
            removed: 0,
            truncated: false,
        }],
        left_out: Vec::new(),
    };
    let answer = Box::new(answer);
    harness.app.reply(&query, Reply::Review { answer });
    let text = harness.text();
    assert!(
        text.contains("+what is proposed") && text.contains("cargo test -p auth"),
        "{text}"
    );
}

#[test]
fn a_padded_command_is_approved_once_its_full_text_was_seen_to_the_end() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.begin_run();
    let mut padded = prompt();
    if let QuestionBody::Command { command, .. } = &mut padded.body {
        *command = format!("echo a{}\nrm -rf b", "\n# words".repeat(60));
    }
    harness.effects.clear();
    harness.fact(EventKind::QuestionOpened { question: padded });
    let text = harness.text();
    assert!(
        text.contains("rm -rf b") && text.contains("more rows"),
        "{text}"
    );
    harness.press("F2 y");
    assert_eq!(answers(&mut harness), []);
    harness.press("d Esc F2 y");
    assert_eq!(answers(&mut harness), [], "its end was not on the screen");
    harness.press("d End Esc F2 y");
    assert_eq!(answers(&mut harness), [Decision::Yes]);
}

#[test]
fn a_question_is_read_and_answered_on_the_smallest_screens() {
    for (width, height) in [(40, 10), (50, 12), (50, 14), (60, 13), (80, 14)] {
        let mut harness = TuiHarness::furnished(width, height);
        harness.begin_run();
        harness.fact(EventKind::QuestionOpened { question: prompt() });
        let text = harness.text();
        for part in ["cargo test -p auth", "F2, then", "y approve", "n reject"] {
            assert!(text.contains(part), "{width}x{height}: {part}\n{text}");
        }
        harness.press("F2");
        harness.effects.clear();
        assert!(harness.text().contains("[y approve]"), "{width}x{height}");
        harness.press("y");
        assert_eq!(answers(&mut harness), [Decision::Yes], "{width}x{height}");
    }
}
