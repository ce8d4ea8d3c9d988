//! What is chosen and shown in the list of sessions.

use jiff::Timestamp;
use uuid::Uuid;

use super::*;
use crate::protocol::ids::WorkspaceId;
use crate::protocol::session::SessionSettings;
use crate::protocol::usage::Usage;
use crate::tui::keymap::Action;
use crate::tui::part::PartEffect;

fn id(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

fn summary(number: u128, name: &str) -> SessionSummary {
    SessionSummary {
        id: id(number),
        workspace: WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..crate::tui::tests::settings()
        },
        status: SessionStatus::Idle,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        messages: 1,
        usage: Usage::default(),
        last_error: None,
    }
}

fn names(list: &SessionList) -> Vec<String> {
    list.rows().into_iter().map(|row| row.name).collect()
}

fn list(count: u128) -> SessionList {
    let mut list = SessionList::new(TimeZone::UTC, None, Vec::new());
    let sessions: Vec<_> = (0..count).map(|one| summary(one, "same")).collect();
    list.set(&sessions);
    list
}

#[test]
fn sessions_of_one_name_are_told_apart_by_their_age() {
    assert_eq!(names(&list(3)), ["same", "same 2", "same 3"]);
}

#[test]
fn archived_sessions_are_out_of_the_list() {
    let mut list = list(2);
    let archived = SessionSummary {
        status: SessionStatus::Archived,
        ..summary(7, "old")
    };
    list.set(&[summary(1, "here"), archived]);
    assert_eq!(names(&list), ["here"]);
}

#[test]
fn the_chosen_session_stays_chosen_when_rows_come_and_go() {
    let mut list = list(4);
    list.act(Action::LineDown);
    list.act(Action::LineDown);
    assert_eq!(list.at_hand(), Some(id(2)));
    list.set(&[summary(9, "new"), summary(2, "same"), summary(0, "same")]);
    assert_eq!(list.at_hand(), Some(id(2)));
    list.set(&[summary(9, "new")]);
    assert_eq!(list.at_hand(), Some(id(9)));
}

#[test]
fn steps_end_at_both_ends() {
    let mut list = list(3);
    list.act(Action::PageDown);
    assert_eq!(list.at_hand(), Some(id(2)));
    list.act(Action::Top);
    assert_eq!(list.at_hand(), Some(id(0)));
    list.act(Action::Bottom);
    assert_eq!(list.at_hand(), Some(id(2)));
}

#[test]
fn a_session_that_is_not_open_here_is_neither_renamed_nor_ended() {
    let mut list = list(1);
    for action in [Action::SessionRename, Action::EndSession] {
        let effects = list.act(action);
        assert!(
            matches!(effects.as_slice(), [PartEffect::Say(..)]),
            "{effects:?}"
        );
        assert!(!list.takes_text());
    }
}

#[test]
fn an_empty_list_decides_nothing() {
    let mut list = list(0);
    for action in [
        Action::SessionSwitch,
        Action::SessionSplit,
        Action::EndSession,
        Action::LineDown,
    ] {
        let effects = list.act(action);
        assert!(
            effects
                .iter()
                .all(|effect| matches!(effect, PartEffect::Say(..)))
        );
    }
}
