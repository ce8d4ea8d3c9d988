//! Tests of a session whose agent program has ended: read-only, with the reason and the
//! way to continue.

use super::*;
use notice::Notice;
use protocol::event::Event;
use protocol::ids::RunId;
use protocol::session::SessionStatus;

const WHY: &str = "the claude program has ended: exit code 137; Killed";

/// Opens a session that ended with an error, with a text in its editor.
pub(super) fn frozen(width: u16, height: u16, draft: &str) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.begin_run();
    if !draft.is_empty() {
        harness.press(draft);
    }
    freeze(&mut harness);
    harness.orders();
    harness
}

fn freeze(harness: &mut TuiHarness) {
    // The sample's run has ended before.
    let failed = Event {
        run: Some(RunId(Uuid::from_u128(88))),
        ..event(
            session(),
            EventKind::RunFailed {
                error: Notice::text(WHY),
                hint: None,
                code: None,
                result: RunResult::default(),
            },
        )
    };
    harness.app.delivery(&Delivery::Event {
        event: Arc::new(failed),
    });
    harness.fact(EventKind::SessionStatusChanged {
        status: SessionStatus::Error,
        error: Some(Notice::text(WHY)),
    });
}

fn draft(harness: &TuiHarness) -> String {
    harness.app.model().sessions.tab().unwrap().editor.text()
}

#[test]
fn the_banner_says_why_and_what_goes_on() {
    for (width, height) in [(160, 48), (120, 40), (80, 24), (60, 16)] {
        let text = frozen(width, height, "").text();
        let banner = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(banner.contains(WHY), "{text}");
        assert!(banner.contains("Enter"), "{text}");
    }
}

#[test]
fn nothing_can_be_typed_pasted_or_sent_and_what_was_typed_is_kept() {
    let mut harness = frozen(120, 40, "m y Space t e x t");
    harness.press("x Ctrl+J Ctrl+K Ctrl+U Tab /");
    harness.input(InputKind::Paste("pasted".to_owned()));
    assert_eq!(draft(&harness), "my text");
    let sent = |command: &Command| matches!(command, Command::SendMessage { .. });
    assert!(!harness.orders().iter().any(sent));
    assert!(harness.text().contains("input is off"));
}

#[test]
fn enter_goes_on_in_a_new_session_with_what_was_typed_and_the_old_tab_stays() {
    let mut harness = frozen(120, 40, "m y Space t e x t");
    harness.press("Enter");
    let tab = harness.app.model().sessions.tab().unwrap();
    let new = tab.facts.id;
    assert_ne!(new, session());
    assert_eq!(draft(&harness), "my text");
    let orders = harness.orders();
    let made = orders.iter().find_map(|command| match command {
        Command::CreateSession { session, settings } => Some((*session, settings.clone())),
        _ => None,
    });
    let (made, settings) = made.unwrap();
    let old = &harness.app.model().sessions.tabs[0].facts;
    assert_eq!(made, new);
    assert_eq!(
        (&settings.provider, &settings.model, settings.mode),
        (
            &old.settings.provider,
            &old.settings.model,
            old.settings.mode
        )
    );
    assert!(old.is_frozen() && harness.app.model().sessions.tabs.len() == 2);
    let text = "my text".to_owned();
    let kept = Command::SaveDraft { session: new, text };
    assert!(orders.contains(&kept), "a draft is safe at once");
    harness.press("!");
    assert_eq!(draft(&harness), "my text!");
}

#[test]
fn r_sends_the_message_again_where_nothing_can_be_typed() {
    let again = |harness: &mut TuiHarness| {
        let orders = harness.orders();
        let sends = |command: &Command| matches!(command, Command::ResendMessage { .. });
        orders.iter().any(sends)
    };
    for keys in ["r", "Esc r"] {
        let mut harness = TuiHarness::furnished(120, 40);
        harness.begin_run();
        harness.fact(EventKind::MessageAdded {
            message: message(101, Role::User, "go on"),
        });
        freeze(&mut harness);
        harness.orders();
        harness.press(keys);
        let text = harness.text();
        assert!(text.contains("r  send again"), "{text}");
        assert!(again(&mut harness), "{keys}: {text}");
    }
    // A letter behind a text that was being typed is none for it.
    let mut harness = frozen(120, 40, "m y");
    harness.press("r");
    assert!(!again(&mut harness));
}

#[test]
fn it_is_still_scrolled_copied_and_left() {
    let mut harness = frozen(120, 40, "");
    harness.press("Esc");
    assert!(matches!(
        harness.app.model().chrome.focus,
        crate::chrome::Focus::Pane(_)
    ));
    harness.text();
    harness.press("k y");
    let copies = |effect: &Effect| matches!(effect, Effect::Copy(_));
    assert!(harness.effects.iter().any(copies), "{:?}", harness.effects);
}

#[test]
fn a_completion_that_was_open_is_not_left_over() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.press("/");
    assert!(harness.text().contains("/help"));
    freeze(&mut harness);
    assert!(!harness.text().contains("/help"));
    harness.press("Down Enter");
    assert_ne!(harness.app.model().sessions.session(), Some(session()));
}

#[test]
fn cleared_it_takes_messages_again() {
    let mut harness = frozen(120, 40, "");
    harness.fact(EventKind::SessionCleared);
    harness.fact(EventKind::SessionStatusChanged {
        status: SessionStatus::Idle,
        error: None,
    });
    harness.press("h i Enter");
    let orders = harness.orders();
    let sent = |command: &Command| matches!(command, Command::SendMessage { .. });
    assert!(orders.iter().any(sent), "{orders:?}");
}

#[test]
fn a_command_of_the_palette_runs_and_is_not_put_where_nobody_sees_it() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.begin_run();
    harness.fact(EventKind::MessageAdded {
        message: message(101, Role::User, "go on"),
    });
    freeze(&mut harness);
    harness.orders();
    harness.press("Alt+X").type_text("resend").press("Enter");
    harness.shows("r sends the message again, Enter makes a new session");
    assert_eq!(draft(&harness), "");
    let sends = |command: &Command| matches!(command, Command::ResendMessage { .. });
    assert!(!harness.orders().iter().any(sends));
}
