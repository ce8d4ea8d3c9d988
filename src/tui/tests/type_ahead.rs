//! Tests of keys that arrive before there is a session.

use super::super::sessions::AfterOpening;
use super::*;
use crate::dialog::interrupted::Interrupted;
use protocol::ids::WorkspaceId;
use protocol::session::{SessionSnapshot, SessionStatus, SessionSummary};

#[test]
fn what_is_typed_before_the_session_is_there_is_in_its_editor() {
    let mut harness = TuiHarness::awaiting(120, 40);
    harness.press("f i x");
    harness.input(InputKind::Paste(" this\nand that".to_owned()));
    harness.press("! Backspace !");
    let shown = harness.text();
    assert!(
        shown.contains("> fix this") && shown.contains("and that!"),
        "{shown}"
    );
    harness.created();
    assert_eq!(draft(&harness), "fix this\nand that!");
    harness.press("?");
    assert_eq!(draft(&harness), "fix this\nand that!?");
}

#[test]
fn a_message_that_was_sent_before_the_session_is_there_is_sent_to_it() {
    let mut harness = TuiHarness::awaiting(120, 40);
    harness.press("h i");
    assert!(harness.text().contains("> hi"), "{}", harness.text());
    harness.press("Enter");
    assert_eq!(harness.orders(), [], "nobody is there to be told");
    harness.created();
    let sent = harness.orders().into_iter().find_map(|order| match order {
        Command::SendMessage { session, text, .. } => Some((session, text)),
        _ => None,
    });
    assert_eq!(sent, Some((session(), "hi".to_owned())));
}

#[test]
fn a_key_that_came_before_a_dialog_answers_nothing_in_it() {
    let mut harness = TuiHarness::awaiting(120, 40);
    harness.app.model.sessions.after_opening = AfterOpening::ChooseSession;
    harness.press("h i Enter");
    harness.fact(EventKind::SessionOpened {
        session: Box::new(interrupted()),
    });
    let dialogs = &harness.app.model().dialogs;
    assert!(dialogs.shows::<Interrupted>(), "{dialogs:?}");
    assert_eq!(draft(&harness), "hi");
}

#[test]
fn leaving_works_before_the_session_is_there() {
    let mut harness = TuiHarness::awaiting(120, 40);
    harness.press("Ctrl+C Ctrl+C");
    let leaves = |effect: &Effect| matches!(effect, Effect::Exit(_));
    assert!(harness.effects.iter().any(leaves), "{:?}", harness.effects);
}

fn draft(harness: &TuiHarness) -> String {
    let tab = harness.app.model().sessions.tab();
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
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

#[test]
fn what_another_terminal_has_acknowledged_is_not_asked_here_any_more() {
    let mut harness = TuiHarness::awaiting(120, 40);
    harness.fact(EventKind::SessionOpened {
        session: Box::new(interrupted()),
    });
    assert!(harness.text().contains("INTERRUPTED"), "{}", harness.text());
    harness.fact(EventKind::SessionStatusChanged {
        status: SessionStatus::Idle,
        error: None,
    });
    assert!(
        !harness.text().contains("Enter proceed"),
        "{}",
        harness.text()
    );
}
