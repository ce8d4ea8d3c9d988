//! Tests of a screen whose workspace another process owns.

use super::*;
use notice::Notice;
use protocol::command::CommandKind;
use protocol::event::UnqueueReason;
use protocol::ids::Seq;
use protocol::session::{DeletePolicy, QueuedMessage, SessionSnapshot, SessionStatus};

fn attached(width: u16) -> TuiHarness {
    let mut harness = TuiHarness::new(width, 40);
    let facts = WorkspaceFacts {
        attached_to: Some(4_242),
        ..workspace()
    };
    harness
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    harness
}

fn leaves(harness: &TuiHarness) -> bool {
    let leaves = |effect: &Effect| matches!(effect, Effect::Exit(_));
    harness.effects.iter().any(leaves)
}

#[test]
fn the_status_says_to_whom_it_is_attached_and_no_longer_when_it_is_not() {
    let mut harness = attached(160);
    assert!(
        harness.text().contains("attached to 4242"),
        "{}",
        harness.text()
    );
    let facts = workspace();
    harness
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    assert!(!harness.text().contains("attached"), "{}", harness.text());
    let mut narrow = attached(80);
    assert!(narrow.text().contains("attached"), "{}", narrow.text());
}

#[test]
fn who_is_attached_leaves_at_once_for_the_run_goes_on_at_the_owner() {
    let mut harness = attached(120);
    harness.begin_run();
    harness.press("Ctrl+X Ctrl+C");
    assert!(leaves(&harness), "{:?}", harness.effects);
    let mut owner = TuiHarness::new(120, 40);
    owner.begin_run();
    owner.press("Ctrl+X Ctrl+C");
    assert!(!leaves(&owner), "{:?}", owner.effects);
    assert!(
        owner.text().contains("again stops it and quits"),
        "{}",
        owner.text()
    );
}

fn other() -> SessionId {
    SessionId(Uuid::from_u128(31))
}

fn draft(harness: &TuiHarness) -> String {
    let tab = harness.app.model().sessions.tab().unwrap();
    tab.editor.text()
}

/// Returns the session as stored, idle.
fn stored() -> SessionSnapshot {
    let mut snapshot = super::type_ahead::interrupted();
    snapshot.summary.status = SessionStatus::Idle;
    snapshot.run = None;
    snapshot
}

fn deletes(session: SessionId) -> crate::effect::Effect {
    crate::effect::Effect::Send(Command::DeleteSession {
        session,
        how: DeletePolicy::Forced,
    })
}

fn makes_one(harness: &mut TuiHarness) -> bool {
    let orders = harness.orders();
    orders
        .iter()
        .any(|order| matches!(order, Command::CreateSession { .. }))
}

#[test]
fn a_message_that_comes_back_comes_to_the_terminal_that_sent_it() {
    let message = QueuedMessage::after_step(MessageId(Uuid::from_u128(7)), "later".into());
    let queued = EventKind::MessageQueued {
        message: message.clone(),
    };
    let back = EventKind::MessageUnqueued {
        message,
        reason: UnqueueReason::RunEnded,
    };
    let mut sender = TuiHarness::furnished(120, 40);
    sender.press("l a t e r Enter");
    let mut other = TuiHarness::furnished(120, 40);
    for harness in [&mut sender, &mut other] {
        harness.fact(queued.clone());
        harness.fact(back.clone());
    }
    assert_eq!((draft(&sender), draft(&other)), ("later".into(), "".into()));
}

#[test]
fn a_message_that_was_begun_with_and_taken_back_comes_to_the_terminal_that_sent_it() {
    let back = EventKind::MessageUnqueued {
        message: QueuedMessage::after_step(message(7, Role::User, "").id, "look".into()),
        reason: UnqueueReason::RunEnded,
    };
    let mut sender = TuiHarness::furnished(120, 40);
    sender.press("l o o k Enter");
    let mut other = TuiHarness::furnished(120, 40);
    for harness in [&mut sender, &mut other] {
        let message = message(7, Role::User, "look");
        harness.fact(EventKind::MessageAdded { message });
        harness.fact(back.clone());
    }
    assert_eq!((draft(&sender), draft(&other)), ("look".into(), "".into()));
}

#[test]
fn what_waits_when_a_terminal_attaches_is_not_its_own_and_what_a_dead_one_left_is() {
    let message = QueuedMessage::after_step(MessageId(Uuid::from_u128(7)), "later".into());
    let mut snapshot = stored();
    snapshot.queued.push(message.clone());
    let reason = UnqueueReason::RunEnded;
    let back = EventKind::MessageUnqueued { message, reason };
    let mut late = TuiHarness::new(120, 40);
    let sessions = vec![snapshot.clone()];
    let seq = Seq(4);
    late.app.delivery(&Delivery::Snapshot { seq, sessions });
    late.fact(back.clone());
    assert_eq!(draft(&late), "");
    let mut again = TuiHarness::new(120, 40);
    let session = Box::new(snapshot);
    again.fact(EventKind::SessionOpened { session });
    again.fact(back);
    assert_eq!(draft(&again), "later", "nobody else has it");
}

#[test]
fn a_refusal_gives_back_what_was_refused_and_not_what_this_terminal_has_on_its_way() {
    let refused = |text: &str| {
        let session = session();
        let text = text.to_owned();
        EventKind::CommandRejected {
            command: CommandKind::SendMessage,
            reason: Notice::text("no model is chosen"),
            said: Command::send_message(session, text).said(),
        }
    };
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("m i n e Enter");
    harness.fact(refused("of another terminal"));
    assert_eq!(draft(&harness), "", "it may have been taken");
    harness.fact(refused("mine"));
    assert_eq!(draft(&harness), "mine");
}

#[test]
fn of_those_who_showed_a_deleted_session_only_who_deleted_it_makes_a_new_one() {
    let mut who = TuiHarness::new(120, 40);
    who.app.carry_out(vec![deletes(session())]);
    who.collect();
    who.orders();
    who.fact(EventKind::SessionDeleted);
    assert!(makes_one(&mut who));
    let mut other = TuiHarness::new(120, 40);
    other.press("h a l f");
    other.orders();
    other.fact(EventKind::SessionDeleted);
    assert!(!makes_one(&mut other));
    other.fact_of(
        self::other(),
        EventKind::SessionCreated {
            settings: settings(),
            policy: policy(Mode::Review),
        },
    );
    assert_eq!(other.app.model().sessions.session(), Some(self::other()));
    assert_eq!(draft(&other), "half", "what was typed is not lost");
}

#[test]
fn a_deletion_that_was_refused_is_none_of_this_terminals_later() {
    let mut harness = TuiHarness::new(120, 40);
    harness.app.carry_out(vec![deletes(session())]);
    harness.collect();
    harness.orders();
    harness.fact(EventKind::CommandRejected {
        command: CommandKind::DeleteSession,
        reason: Notice::text("something runs in the session"),
        said: None,
    });
    harness.fact(EventKind::SessionDeleted);
    assert!(!makes_one(&mut harness));
}

#[test]
fn a_session_that_cannot_be_had_any_more_goes_and_its_draft_stays() {
    let mut harness = TuiHarness::new(120, 40);
    harness.press("h a l f");
    harness.fact_of(
        other(),
        EventKind::SessionCreated {
            settings: settings(),
            policy: policy(Mode::Review),
        },
    );
    harness.orders();
    harness.fact(EventKind::SessionClosed);
    assert_eq!(harness.app.model().sessions.session(), Some(other()));
    assert_eq!(draft(&harness), "half");
    assert!(
        harness.text().contains("is no longer open here"),
        "{}",
        harness.text()
    );
    harness.fact_of(other(), EventKind::SessionClosed);
    assert!(makes_one(&mut harness), "nobody else does");
}
