//! Tests of keys that arrive before there is a session.

use super::super::app::AfterOpening;
use super::super::overlay::Overlay;
use super::*;
use crate::protocol::ids::WorkspaceId;
use crate::protocol::session::{SessionSnapshot, SessionStatus, SessionSummary};

#[test]
fn what_is_typed_before_the_session_is_there_is_in_its_editor() {
    let mut stage = Stage::awaiting(120, 40);
    stage.press("f i x");
    stage.input(InputKind::Paste(" this\nand that".to_owned()));
    stage.press("! Backspace !");
    let shown = stage.text();
    assert!(
        shown.contains("> fix this") && shown.contains("and that!"),
        "{shown}"
    );
    stage.created();
    assert_eq!(draft(&stage), "fix this\nand that!");
    stage.press("?");
    assert_eq!(draft(&stage), "fix this\nand that!?");
}

#[test]
fn a_message_that_was_sent_before_the_session_is_there_is_sent_to_it() {
    let mut stage = Stage::awaiting(120, 40);
    stage.press("h i");
    assert!(stage.text().contains("> hi"), "{}", stage.text());
    stage.press("Enter");
    assert_eq!(stage.orders(), [], "nobody is there to be told");
    stage.created();
    let sent = stage.orders().into_iter().find_map(|order| match order {
        Command::SendMessage { session, text, .. } => Some((session, text)),
        _ => None,
    });
    assert_eq!(sent, Some((session(), "hi".to_owned())));
}

#[test]
fn a_key_that_came_before_an_overlay_answers_nothing_in_it() {
    let mut stage = Stage::awaiting(120, 40);
    stage.app.show_after_opening(AfterOpening::ChooseSession);
    stage.press("h i Enter");
    stage.fact(EventKind::SessionOpened {
        session: Box::new(interrupted()),
    });
    let overlay = &stage.app.model().overlay;
    assert!(
        matches!(overlay, Some(Overlay::Interrupted(_))),
        "{overlay:?}"
    );
    assert_eq!(draft(&stage), "hi");
}

#[test]
fn leaving_works_before_the_session_is_there() {
    let mut stage = Stage::awaiting(120, 40);
    stage.press("Ctrl+C Ctrl+C");
    let leaves = |effect: &Effect| matches!(effect, Effect::Exit(_));
    assert!(stage.effects.iter().any(leaves), "{:?}", stage.effects);
}

fn draft(stage: &Stage) -> String {
    let tab = stage.app.model().tab();
    tab.map_or(String::new(), |tab| tab.editor.text())
}

/// Returns the session as restored after its process has died.
pub(super) fn interrupted() -> SessionSnapshot {
    let at = Timestamp::from_second(1_800_000_000).unwrap();
    SessionSnapshot {
        summary: SessionSummary {
            id: session(),
            workspace: WorkspaceId("w".into()),
            settings: settings(),
            status: SessionStatus::Interrupted,
            created_at: at,
            updated_at: at,
            messages: 0,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: policy(Mode::Review),
        messages: Vec::new(),
        run: None,
        runs: Vec::new(),
        questions: Vec::new(),
        queued: Vec::new(),
        context: Vec::new(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

#[test]
fn what_another_terminal_has_acknowledged_is_not_asked_here_any_more() {
    let mut stage = Stage::awaiting(120, 40);
    stage.fact(EventKind::SessionOpened {
        session: Box::new(interrupted()),
    });
    assert!(stage.text().contains("INTERRUPTED"), "{}", stage.text());
    stage.fact(EventKind::SessionStatusChanged {
        status: SessionStatus::Idle,
        error: None,
    });
    assert!(!stage.text().contains("Enter proceed"), "{}", stage.text());
}
