//! Tests of the choice, the rows and the commands of the session list.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use uuid::Uuid;

use super::*;
use crate::dialog::Dialog;
use crate::keymap::Action;
use crate::theme::{ColourDepth, Theme};
use notice::Notice;
use protocol::command::{Command, CommandKind};
use protocol::event::EventKind;
use protocol::ids::WorkspaceId;
use protocol::session::{DeletePolicy, SessionSettings};
use protocol::usage::Usage;

fn id(number: u128) -> SessionId {
    SessionId(Uuid::from_u128(number))
}

fn summary(number: u128, name: &str) -> SessionSummary {
    SessionSummary {
        id: id(number),
        workspace: WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..crate::tests::settings()
        },
        status: SessionStatus::Idle,
        created_at: Timestamp::UNIX_EPOCH,
        updated_at: Timestamp::UNIX_EPOCH,
        messages: 1,
        usage: Usage::default(),
        duration_ms: 0,
        pid: None,
        last_error: None,
        about: String::new(),
    }
}

#[test]
fn a_session_is_told_and_found_by_what_was_said_first() {
    let one = SessionSummary {
        about: "Make the parser fast".into(),
        ..summary(1, "work")
    };
    let mut list = SessionList::new(TimeZone::UTC, None, Vec::new());
    let query = list.query();
    list.set(&query, vec![group("/w", vec![one, summary(2, "work")])]);
    let said = |list: &SessionList| {
        let rows = list.details(60).into_iter();
        rows.map(|row| row.plain()).collect::<Vec<_>>()
    };
    assert!(said(&list)[1].starts_with("Make the parser fast"));
    for (search, rows) in [("fast parser", 1), ("work", 2), ("slow parser", 0)] {
        list.search = search.into();
        list.arrange();
        assert_eq!(list.lines.len(), rows, "{search}");
    }
}

#[test]
fn below_the_list_stand_the_process_of_a_session_and_how_long_its_runs_took() {
    let one = SessionSummary {
        duration_ms: 125_000,
        pid: Some(4711),
        ..summary(1, "work")
    };
    let list = of(vec![one]);
    let told: Vec<String> = list.details(80).iter().map(|row| row.plain()).collect();
    assert!(told[3].contains("process 4711"), "{told:?}");
    assert!(told[3].contains("ran 2 min 5 s in all"), "{told:?}");
    let list = of(vec![summary(1, "work")]);
    let told: Vec<String> = list.details(80).iter().map(|row| row.plain()).collect();
    assert!(
        !told[3].contains("process") && !told[3].contains("ran"),
        "{told:?}"
    );
}

fn with(number: u128, name: &str, status: SessionStatus) -> SessionSummary {
    SessionSummary {
        status,
        ..summary(number, name)
    }
}

fn group(root: &str, sessions: Vec<SessionSummary>) -> SessionGroup {
    SessionGroup {
        workspace: WorkspaceId(root.into()),
        root: PathBuf::from(root),
        sessions,
        held: Vec::new(),
        problem: None,
    }
}

fn open(number: u128, name: &str, tab: Option<usize>) -> OpenSession {
    OpenSession {
        session: id(number),
        number: tab,
        elsewhere: 0,
        settings: summary(number, name).settings,
        mode: Mode::Review,
        status: SessionStatus::Idle,
        waits: 0,
        percent: None,
        messages: 1,
        usage: Usage::default(),
    }
}

fn set(list: &mut SessionList, groups: Vec<SessionGroup>) {
    let query = list.query();
    list.set(&query, groups);
}

fn names(list: &SessionList) -> Vec<String> {
    let name = |line: &Line| match line {
        Line::Session { name, .. } => name.clone(),
        Line::Workspace(group) => format!("# {group}"),
    };
    list.lines.iter().map(name).collect()
}

fn at_hand(list: &SessionList) -> Option<SessionId> {
    Some(list.at_hand()?.key()?.1)
}

fn of(sessions: Vec<SessionSummary>) -> SessionList {
    let mut list = SessionList::new(TimeZone::UTC, None, Vec::new());
    set(&mut list, vec![group("/here", sessions)]);
    list
}

fn list(count: u128) -> SessionList {
    of((0..count).map(|one| summary(one, "same")).collect())
}

fn drawn(list: &SessionList, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::load("dark", ColourDepth::TrueColour).unwrap();
    list.draw(area, &mut buffer, &theme);
    crate::tests::text_of(&buffer)
}

fn press(list: &mut SessionList, key: KeyCode) -> Vec<Effect> {
    list.key(&KeyEvent::from(key))
}

#[test]
fn a_session_has_the_name_of_its_tab() {
    assert_eq!(names(&list(3)), ["same", "same", "same"]);
}

#[test]
fn archived_sessions_are_out_of_the_list() {
    let mut list = list(2);
    let archived = with(7, "old", SessionStatus::Archived);
    set(
        &mut list,
        vec![group("/here", vec![summary(1, "here"), archived])],
    );
    assert_eq!(names(&list), ["here"]);
}

#[test]
fn one_key_goes_through_the_filters_and_back() {
    let mut list = of(vec![
        summary(1, "done"),
        with(2, "waits", SessionStatus::AwaitingReview),
        with(3, "put away", SessionStatus::Archived),
    ]);
    let mut shown = Vec::new();
    for _ in 0..6 {
        shown.push(names(&list).join(" "));
        assert!(
            list.act(Action::SessionFilter).is_empty(),
            "nothing is asked anew"
        );
    }
    assert_eq!(
        shown,
        [
            "done waits",
            "waits",
            "done",
            "put away",
            "done waits put away",
            "done waits"
        ]
    );
}

#[test]
fn a_session_that_is_live_is_filtered_by_what_it_does_now() {
    let mut list = of(vec![
        with(1, "one", SessionStatus::Running),
        summary(2, "two"),
    ]);
    let mut now = open(2, "two", Some(1));
    now.status = SessionStatus::Waiting;
    list.set_open(vec![open(1, "one", Some(2)), now]);
    list.act(Action::SessionFilter);
    assert_eq!(names(&list), ["two"]);
}

#[test]
fn the_chosen_session_stays_chosen_when_rows_come_and_go() {
    let mut list = list(4);
    list.act(Action::LineDown);
    list.act(Action::LineDown);
    assert_eq!(at_hand(&list), Some(id(2)));
    let sessions = vec![summary(9, "new"), summary(2, "same"), summary(0, "same")];
    set(&mut list, vec![group("/here", sessions)]);
    assert_eq!(at_hand(&list), Some(id(2)));
    set(&mut list, vec![group("/here", vec![summary(9, "new")])]);
    assert_eq!(at_hand(&list), Some(id(9)));
}

#[test]
fn steps_end_at_both_ends() {
    let mut list = list(3);
    list.act(Action::PageDown);
    assert_eq!(at_hand(&list), Some(id(2)));
    list.act(Action::Top);
    assert_eq!(at_hand(&list), Some(id(0)));
    list.act(Action::Bottom);
    assert_eq!(at_hand(&list), Some(id(2)));
}

#[test]
fn a_session_that_is_not_open_here_is_neither_renamed_nor_ended() {
    let mut list = list(1);
    for action in [Action::SessionRename, Action::EndSession] {
        let effects = list.act(action);
        assert!(
            matches!(effects.as_slice(), [Effect::Say(..)]),
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
        Action::SessionArchive,
        Action::SessionDelete,
        Action::SessionSettings,
        Action::EndSession,
        Action::LineDown,
    ] {
        let effects = list.act(action);
        assert!(
            effects
                .iter()
                .all(|effect| matches!(effect, Effect::Say(..)))
        );
        assert!(!list.takes_text());
    }
}

#[test]
fn sessions_of_other_workspaces_stand_under_their_workspace_and_are_only_looked_at() {
    let mut list = list(1);
    let effects = list.act(Action::SessionScope);
    assert!(
        matches!(
            &effects[..],
            [Effect::AskNewest(
                _,
                Query::SessionList {
                    scope: ListScope::Everywhere,
                    ..
                }
            )]
        ),
        "{effects:?}"
    );
    // The answer to a query from before the scope changed is not shown under the new scope.
    list.set(
        &Query::SessionList {
            filter: SessionFilter::All,
            scope: ListScope::Workspace,
        },
        Vec::new(),
    );
    assert_eq!(names(&list), ["same"]);
    let elsewhere = group("/it's there", vec![summary(50, "other")]);
    let broken = SessionGroup {
        problem: Some(Notice::text("of an earlier build")),
        ..group("/broken", Vec::new())
    };
    let here = group("/here", vec![summary(0, "same")]);
    set(&mut list, vec![here, elsewhere, broken]);
    assert_eq!(names(&list), ["# 0", "same", "# 1", "other", "# 2"]);
    let text = drawn(&list, 100, 24);
    assert!(text.contains("/here  this workspace"), "{text}");
    assert!(text.contains("/broken  of an earlier build"), "{text}");
    list.act(Action::Bottom);
    assert_eq!(at_hand(&list), Some(id(50)), "a workspace is no session");
    let command = format!("agentichat --cwd '/it'\\''s there' --resume {}", id(50));
    assert!(
        drawn(&list, 120, 24).contains(&command),
        "{}",
        drawn(&list, 120, 24)
    );
    let effects = list.act(Action::SessionSwitch);
    assert!(
        matches!(&effects[..], [Effect::Copy(copied), Effect::Say(..)] if *copied == command),
        "{effects:?}"
    );
    for action in [
        Action::SessionArchive,
        Action::SessionDelete,
        Action::SessionRename,
        Action::SessionSettings,
        Action::SessionSplit,
        Action::EndSession,
    ] {
        let effects = list.act(action);
        assert!(matches!(&effects[..], [Effect::Say(..)]), "{effects:?}");
        assert!(!list.takes_text());
    }
}

#[test]
fn one_key_puts_a_session_away_and_takes_it_back() {
    let mut list = of(vec![
        summary(1, "one"),
        with(2, "two", SessionStatus::Archived),
    ]);
    let effects = list.act(Action::SessionArchive);
    assert_eq!(
        effects,
        [Effect::Send(Command::ArchiveSession { session: id(1) })]
    );
    for _ in 0..3 {
        list.act(Action::SessionFilter);
    }
    assert_eq!(names(&list), ["two"]);
    let effects = list.act(Action::SessionArchive);
    assert_eq!(
        effects,
        [Effect::Send(Command::UnarchiveSession { session: id(2) })]
    );
}

#[test]
fn a_session_is_deleted_by_a_key_that_was_alone_after_a_question_and_by_no_other() {
    let mut list = list(2);
    assert!(list.act(Action::SessionDelete).is_empty());
    assert!(drawn(&list, 160, 24).contains("y deletes, Esc keeps it"));
    // A stray key, a key that was not alone, and a key followed by another one.
    press(&mut list, KeyCode::Enter);
    press(&mut list, KeyCode::Char('x'));
    assert!(list.settled().unwrap_or_default().is_empty());
    press(&mut list, KeyCode::Char('y'));
    list.drop_held_key();
    assert!(list.settled().unwrap_or_default().is_empty());
    press(&mut list, KeyCode::Char('y'));
    press(&mut list, KeyCode::Char('!'));
    assert!(list.settled().unwrap_or_default().is_empty());
    press(&mut list, KeyCode::Char('y'));
    let effects = list.settled().unwrap_or_default();
    let how = DeletePolicy::Carefully;
    let session = id(0);
    assert_eq!(
        effects,
        [Effect::Send(Command::DeleteSession { session, how })]
    );
    assert!(!list.takes_text(), "the question is answered");
    list.act(Action::SessionDelete);
    press(&mut list, KeyCode::Esc);
    press(&mut list, KeyCode::Char('y'));
    assert!(list.settled().unwrap_or_default().is_empty());
}

#[test]
fn a_session_that_works_is_deleted_only_by_force() {
    for (status, words) in [
        (SessionStatus::Running, "! stops it"),
        (SessionStatus::Waiting, "! stops it"),
        (SessionStatus::AwaitingReview, "with them"),
    ] {
        let mut list = of(vec![with(1, "busy", status)]);
        list.act(Action::SessionDelete);
        let text = drawn(&list, 110, 24);
        assert!(text.contains(words), "{text}");
        press(&mut list, KeyCode::Char('y'));
        assert!(list.settled().unwrap_or_default().is_empty(), "{status:?}");
        press(&mut list, KeyCode::Char('!'));
        let effects = list.settled().unwrap_or_default();
        let (session, how) = (id(1), DeletePolicy::Forced);
        assert_eq!(
            effects,
            [Effect::Send(Command::DeleteSession { session, how })]
        );
    }
}

#[test]
fn each_row_says_where_its_session_is_open() {
    let mut both = open(2, "both", Some(2));
    both.elsewhere = 1;
    let mut other = open(3, "other", None);
    other.elsewhere = 1;
    let mut list = SessionList::new(TimeZone::UTC, None, Vec::new());
    list.set_open(vec![
        open(1, "mine", Some(1)),
        both,
        other,
        open(4, "behind", None),
    ]);
    let mut here = group("/here", (1..7).map(|one| summary(one, "kept")).collect());
    here.held = vec![id(5)];
    set(&mut list, vec![here]);
    let places = |line: &Line| list.facts(line).unwrap().place();
    let places: Vec<String> = list.lines.iter().map(places).collect();
    assert_eq!(
        places,
        [
            "tab 1",
            "tab 2+other",
            "other terminal",
            "background",
            "other process",
            "-"
        ]
    );
}

#[test]
fn a_thousand_sessions_are_gone_through_and_only_those_on_the_screen_are_drawn() {
    let mut list = of((0..1_000)
        .map(|one| summary(one, &format!("session {one:03}")))
        .collect());
    let rows = list
        .rows(list.list(Rect::new(0, 0, 80, 24)).unwrap(), 76)
        .len();
    assert_eq!(rows, 14, "what has room");
    list.act(Action::Bottom);
    let text = drawn(&list, 80, 24);
    assert!(text.contains("> session 999 "), "{text}");
    assert!(!text.contains(" session 980 "), "{text}");
    let made = list.lines.as_ptr();
    drawn(&list, 80, 24);
    list.set_open(Vec::new());
    assert_eq!(
        list.lines.as_ptr(),
        made,
        "nothing changed, so no row is made anew"
    );
}

#[test]
fn what_a_narrow_list_has_no_column_for_stands_below_it() {
    let mut list = list(1);
    let mut now = open(0, "same", Some(1));
    now.mode = Mode::Plan;
    now.usage.input_tokens = 3_400;
    now.usage.cost_usd = Some(0.5);
    list.set_open(vec![now]);
    for (width, height) in [(160, 48), (80, 24), (60, 16)] {
        let text = drawn(&list, width, height);
        for part in [
            "same",
            "idle",
            "plan",
            "qwen3-coder",
            "3.4k",
            "$0.50",
            "tab 1",
            "01-01 00:00",
        ] {
            assert!(text.contains(part), "{part} at {width}: {text}");
        }
    }
}

#[test]
fn what_became_of_an_order_is_said_until_the_next_key() {
    let mut list = list(1);
    let rejected = EventKind::CommandRejected {
        said: None,
        command: CommandKind::DeleteSession,
        reason: Notice::text("something runs in the session"),
    };
    list.on_event(&crate::tests::event(id(0), rejected));
    assert!(drawn(&list, 80, 24).contains("something runs in the session"));
    list.act(Action::LineDown);
    assert!(!drawn(&list, 80, 24).contains("something runs"));
}
