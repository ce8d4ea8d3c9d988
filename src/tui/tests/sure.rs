//! Tests that irreversible actions require confirmation, also when typed as a command.

use super::*;
use crate::protocol::session::DeletePolicy;

fn asked(width: u16, height: u16) -> Stage {
    let mut stage = Stage::furnished(width, height);
    stage.input(InputKind::Paste("/session delete".into()));
    stage.press("Enter");
    stage
}

fn deletions(stage: &mut Stage) -> usize {
    let orders = stage.orders();
    let is_it = |order: &&Command| {
        matches!(
            order,
            Command::DeleteSession {
                how: DeletePolicy::Carefully,
                ..
            }
        )
    };
    orders.iter().filter(is_it).count()
}

#[test]
fn deleting_a_session_by_a_command_asks_and_only_a_lone_y_does_it() {
    let mut stage = asked(160, 48);
    let text = stage.text();
    assert!(
        text.contains("SURE?") && text.contains("Delete the session auth-refactor for good"),
        "{text}"
    );
    for key in ["Enter", "Space", "d", "!", "Y", "F7"] {
        stage.press(key);
        assert!(stage.text().contains("SURE?"), "{key}");
    }
    assert_eq!(deletions(&mut stage), 0);
    // A key among several does not count.
    stage.now += Duration::from_secs(1);
    stage.key_now("y");
    stage.key_now("e");
    stage.now += Duration::from_millis(30);
    stage.input(InputKind::Settled);
    assert_eq!(deletions(&mut stage), 0);
    stage.press("y");
    assert_eq!(deletions(&mut stage), 1);
    assert!(!stage.text().contains("SURE?"));
}

#[test]
fn what_was_typed_on_behind_the_command_answers_nothing() {
    let mut stage = Stage::furnished(80, 24);
    stage.input(InputKind::Paste("/session clean".into()));
    stage.now += Duration::from_secs(1);
    stage.key_now("Enter");
    stage.now += Duration::from_millis(200);
    stage.key_now("y");
    stage.now += Duration::from_millis(30);
    stage.input(InputKind::Settled);
    assert!(stage.text().contains("Forget this conversation"));
    let is_clear = |order: &Command| matches!(order, Command::ClearMessages { .. });
    assert!(!stage.orders().iter().any(is_clear));
    stage.press("y");
    assert!(stage.orders().iter().any(is_clear));
}

#[test]
fn a_question_before_a_deletion_is_left_by_n_escape_and_the_keys_that_leave_everything() {
    for key in ["n", "q", "Esc", "Ctrl+G", "Ctrl+C"] {
        let mut stage = asked(80, 24);
        stage.press(key);
        assert!(!stage.text().contains("SURE?"), "{key}");
        assert_eq!(deletions(&mut stage), 0, "{key}");
    }
}

#[test]
fn the_question_before_a_deletion_looks_as_drawn() {
    insta::assert_snapshot!("sure_80", asked(80, 24).text());
    insta::assert_snapshot!("sure_60", asked(60, 16).text());
}
