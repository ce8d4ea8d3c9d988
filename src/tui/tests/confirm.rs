//! Tests that irreversible actions require confirmation, also when typed as a command.

use super::*;
use protocol::session::DeletePolicy;

fn asked(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.input(InputKind::Paste("/session delete".into()));
    harness.press("Enter");
    harness
}

fn deletions(harness: &mut TuiHarness) -> usize {
    let orders = harness.orders();
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
    let mut harness = asked(160, 48);
    let text = harness.text();
    assert!(
        text.contains("SURE?") && text.contains("Delete the session auth-refactor for good"),
        "{text}"
    );
    for key in ["Enter", "Space", "d", "!", "Y", "F7"] {
        harness.press(key);
        assert!(harness.text().contains("SURE?"), "{key}");
    }
    assert_eq!(deletions(&mut harness), 0);
    // A key among several does not count.
    harness.now += Duration::from_secs(1);
    harness.key_now("y");
    harness.key_now("e");
    harness.now += Duration::from_millis(30);
    harness.input(InputKind::Settled);
    assert_eq!(deletions(&mut harness), 0);
    harness.press("y");
    assert_eq!(deletions(&mut harness), 1);
    assert!(!harness.text().contains("SURE?"));
}

#[test]
fn what_was_typed_on_behind_the_command_answers_nothing() {
    let mut harness = TuiHarness::furnished(80, 24);
    harness.input(InputKind::Paste("/session clean".into()));
    harness.now += Duration::from_secs(1);
    harness.key_now("Enter");
    harness.now += Duration::from_millis(200);
    harness.key_now("y");
    harness.now += Duration::from_millis(30);
    harness.input(InputKind::Settled);
    assert!(harness.text().contains("Forget this conversation"));
    let is_clear = |order: &Command| matches!(order, Command::ClearMessages { .. });
    assert!(!harness.orders().iter().any(is_clear));
    harness.press("y");
    assert!(harness.orders().iter().any(is_clear));
}

#[test]
fn a_question_before_a_deletion_is_left_by_n_escape_and_the_keys_that_leave_everything() {
    for key in ["n", "q", "Esc", "Ctrl+G", "Ctrl+C"] {
        let mut harness = asked(80, 24);
        harness.press(key);
        assert!(!harness.text().contains("SURE?"), "{key}");
        assert_eq!(deletions(&mut harness), 0, "{key}");
    }
}
