//! The bar in the screen: the bell, the focus, and that only a lone key decides.

use super::*;
use crate::protocol::approval::{Decision, Prompt, PromptBody, RiskReport};
use crate::protocol::ids::{ContentHash, PromptId};
use crate::tui::model::Focus;

pub fn prompt() -> Prompt {
    Prompt {
        id: PromptId(Uuid::from_u128(50)),
        session: session(),
        run: run_id(),
        call: None,
        tool: "shell_exec".into(),
        origin: "build".into(),
        body: PromptBody::Command {
            command: "cargo test -p auth".into(),
            cwd: ".".into(),
            sandbox: "off".into(),
            staged: None,
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
    }
}

fn asked() -> Stage {
    let mut stage = Stage::furnished(120, 40);
    stage.begin_run();
    stage.effects.clear();
    stage.fact(Fact::PromptOpened { prompt: prompt() });
    stage
}

fn answers(stage: &mut Stage) -> Vec<Decision> {
    stage
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::AnswerPrompt { answer, .. } => Some(answer.decision),
            _ => None,
        })
        .collect()
}

#[test]
fn the_bell_rings_once_for_a_prompt() {
    let mut stage = asked();
    stage.fact(Fact::PromptOpened { prompt: prompt() });
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
    // Who types a message at the bar goes on with it.
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
        prompt: prompt().id,
        shown: prompt().shown,
        decision: Decision::Yes,
        by: AnsweredBy::Key,
    };
    stage.fact(Fact::PromptAnswered {
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
