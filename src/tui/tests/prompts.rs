//! Tests of the bar in the screen: the bell, the focus, and that only a lone key decides.

use super::*;
use crate::protocol::approval::{Decision, Question, QuestionBody, RiskReport};
use crate::protocol::ids::{ContentHash, QuestionId};
use crate::tui::model::Focus;

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
            sandbox: "off".into(),
            proposed: None,
            touches: Vec::new(),
            uncovered: None,
        },
        risk: RiskReport::low("it is read-only"),
        shown: ContentHash::of(b"shown"),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::from_second(1_800_000_000).unwrap(),
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn asked() -> Stage {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    stage.effects.clear();
    stage.fact(EventKind::QuestionOpened { question: prompt() });
    stage
}

fn answers(stage: &mut Stage) -> Vec<Decision> {
    stage
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
    let mut stage = asked();
    stage.fact(EventKind::QuestionOpened { question: prompt() });
    let bells = stage
        .effects
        .iter()
        .filter(|effect| **effect == Effect::Bell)
        .count();
    assert_eq!(bells, 1);
    let text = stage.text();
    assert!(
        text.contains("CONFIRM")
            && text.contains("cargo test -p auth")
            && text.contains("1 waiting"),
        "{text}"
    );
}

#[test]
fn f2_then_a_lone_y_approves() {
    let mut stage = asked();
    stage.press("F2 y");
    assert_eq!(answers(&mut stage), [Decision::Yes]);
}

#[test]
fn an_answer_gives_the_keys_back_to_the_pane_that_had_them() {
    let mut stage = asked();
    stage.press("Esc");
    let before = stage.app.model().focus;
    assert!(matches!(before, Focus::Pane(_)), "{before:?}");
    stage.press("F2 y");
    assert_eq!(answers(&mut stage), [Decision::Yes]);
    assert_eq!(stage.app.model().focus, before);
    // A user who types a message at the bar continues it in the editor.
    let mut stage = asked();
    stage.press("Esc F2");
    for key in ["t", "w", "o"] {
        stage.now += Duration::from_millis(80);
        stage.key_now(key);
    }
    assert_eq!(stage.app.model().focus, Focus::Editor);
}

#[test]
fn typing_never_answers_and_lands_in_the_draft() {
    let mut stage = asked();
    for key in ["y", "e", "s", "y"] {
        stage.now += Duration::from_millis(80);
        stage.key_now(key);
    }
    assert_eq!(answers(&mut stage), []);
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "yesy");
}

#[test]
fn a_key_that_the_screen_keeps_ends_a_held_decision() {
    let mut stage = asked();
    stage.press("F2");
    stage.now += Duration::from_secs(1);
    stage.key_now("y");
    stage.now += Duration::from_millis(20);
    stage.key_now("F4");
    stage.now += Duration::from_millis(30);
    stage.input(InputKind::Settled);
    assert_eq!(answers(&mut stage), []);
}

#[test]
fn esc_defers_and_gives_the_editor_the_keys() {
    let mut stage = asked();
    stage.press("F2 Esc a");
    assert_eq!(answers(&mut stage), []);
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "a");
}

#[test]
fn what_is_typed_once_the_editor_was_asked_for_is_in_the_draft() {
    let mut stage = asked();
    stage.press("F2");
    for key in ["Ctrl+X", "e", "d", "o"] {
        stage.wait(Duration::from_millis(200));
        stage.key_now(key);
    }
    assert_eq!(answers(&mut stage), []);
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "do");
}

#[test]
fn an_answered_prompt_leaves_the_screen() {
    use crate::protocol::approval::{Answer, AnsweredBy};
    let mut stage = asked();
    let answer = Answer {
        question: prompt().id,
        shown: prompt().shown,
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    };
    stage.fact(EventKind::QuestionAnswered {
        answer,
        summary: "cargo test".into(),
    });
    let text = stage.text();
    assert!(
        !text.contains("CONFIRM") && !text.contains("waiting"),
        "{text}"
    );
}

#[test]
fn while_the_full_text_is_read_no_key_decides() {
    let mut stage = asked();
    stage.press("F2 d");
    let text = stage.text();
    assert!(text.contains("runs in ."), "{text}");
    stage.press("y");
    assert_eq!(answers(&mut stage), []);
    stage.wait(Duration::from_secs(5));
    stage.press("Esc y");
    assert_eq!(
        answers(&mut stage),
        [Decision::Yes],
        "the bar has the keys again"
    );
}

#[test]
fn who_goes_to_the_editor_from_a_question_keeps_the_keys() {
    let mut stage = asked();
    stage.press("F2 Ctrl+X");
    stage.key_now("e");
    assert_eq!(stage.app.model().focus, Focus::Editor);
    assert!(!stage.app.model().tab().unwrap().bar.has_focus());
    // The bar does not take the focus by itself either.
    stage.wait(Duration::from_secs(5));
    assert_eq!(stage.app.model().focus, Focus::Editor);
    stage.press("y");
    assert_eq!(answers(&mut stage), []);
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "y");
}

#[test]
fn all_of_a_command_shows_the_hunks_that_yes_writes_first() {
    use crate::protocol::approval::ProposedNote;
    use crate::protocol::change::{DiffChange, DiffHunk, DiffLine, DiffLineKind, FileDiff};
    use crate::protocol::query::{Query, Reply};
    use crate::protocol::review::{ApplyScope, ReviewQuery, ReviewReply};
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    let mut prompt = prompt();
    if let QuestionBody::Command {
        proposed: staged, ..
    } = &mut prompt.body
    {
        *staged = Some(ProposedNote {
            hunks: 1,
            files: vec!["src/a.rs".into()],
            unwritten: None,
        });
    }
    stage.fact(EventKind::QuestionOpened { question: prompt });
    stage.effects.clear();
    stage.press("F2 d");
    let query = Query::Review {
        session: session(),
        question: ReviewQuery::ApplyDiff {
            files: Vec::new(),
            of: ApplyScope::Proposed,
        },
    };
    assert!(
        stage.effects.contains(&Effect::Ask(query.clone())),
        "{:?}",
        stage.effects
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
                    content: "what is staged".into(),
                }],
            }],
            added: 1,
            removed: 0,
            truncated: false,
        }],
        left_out: Vec::new(),
    };
    let answer = Box::new(answer);
    stage.app.reply(&query, Reply::Review { answer });
    let text = stage.text();
    assert!(
        text.contains("+what is staged") && text.contains("cargo test -p auth"),
        "{text}"
    );
}

#[test]
fn a_padded_command_is_approved_once_its_full_text_was_seen_to_the_end() {
    let mut stage = Stage::furnished(80, 24);
    stage.begin_run();
    let mut padded = prompt();
    if let QuestionBody::Command { command, .. } = &mut padded.body {
        *command = format!("echo a{}\nrm -rf b", "\n# words".repeat(60));
    }
    stage.effects.clear();
    stage.fact(EventKind::QuestionOpened { question: padded });
    let text = stage.text();
    assert!(
        text.contains("rm -rf b") && text.contains("left out"),
        "{text}"
    );
    stage.press("F2 y");
    assert_eq!(answers(&mut stage), []);
    stage.press("d Esc F2 y");
    assert_eq!(answers(&mut stage), [], "its end was not on the screen");
    stage.press("d End Esc F2 y");
    assert_eq!(answers(&mut stage), [Decision::Yes]);
}
