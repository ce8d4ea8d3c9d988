//! Tests of several sessions on the screen: beside and below each other, one bar that names the
//! asking session, and a screen that is restored unchanged.

use super::*;
use notice::Notice;
use protocol::approval::Question;
use protocol::command::CommandKind;
use protocol::session::SessionSummary;
use protocol::session_list::{ListScope, SessionFilter, SessionGroup};

/// Returns the session with the focus.
fn shown(harness: &TuiHarness) -> SessionId {
    harness.app.model().sessions.session().unwrap()
}

/// Returns the names of the windows, left to right and top to bottom.
fn windows(harness: &TuiHarness) -> Vec<String> {
    let model = harness.app.model();
    let sessions = model.panes.splits.sessions();
    let name = |session: &SessionId| {
        let mut tabs = model.sessions.tabs.iter();
        let tab = tabs.find(|tab| tab.facts.id == *session).unwrap();
        tab.facts.settings.name.clone()
    };
    sessions.iter().map(name).collect()
}

fn named(harness: &mut TuiHarness, session: SessionId, name: &str) {
    let settings = SessionSettings {
        name: name.into(),
        ..settings()
    };
    harness.fact_of(session, EventKind::SessionChanged { settings });
}

/// Opens two sessions beside each other; the second one has the focus.
fn two(width: u16, height: u16) -> (TuiHarness, SessionId) {
    let mut harness = TuiHarness::furnished(width, height);
    harness.press("Ctrl+X 3");
    let other = shown(&harness);
    assert_ne!(other, session());
    named(&mut harness, other, "ci-fix");
    let said = Message {
        session: other,
        ..message(
            7,
            Role::User,
            "The flaky job is test_race. I want to rerun it 50 times.",
        )
    };
    harness.fact_of(other, EventKind::MessageAdded { message: said });
    (harness, other)
}

fn asked_of(session: SessionId) -> Question {
    Question {
        session,
        ..prompts::prompt()
    }
}

#[test]
fn two_sessions_lie_beside_each_other() {
    let (mut harness, _) = two(160, 48);
    insta::assert_snapshot!("split_160", harness.text());
}

#[test]
fn they_lie_below_each_other_where_there_is_no_room_beside() {
    let (mut harness, _) = two(80, 24);
    insta::assert_snapshot!("split_80", harness.text());
}

#[test]
fn a_screen_without_room_for_two_shows_the_one_with_the_focus() {
    let (mut harness, other) = two(160, 48);
    harness.press("Ctrl+X 2");
    let third = shown(&harness);
    named(&mut harness, third, "docs");
    harness.press("Ctrl+X Up");
    assert_eq!(shown(&harness), other);
    harness.input(InputKind::Resize(60, 16));
    let text = harness.text();
    assert!(
        text.contains("The flaky job") && !text.contains("single-flight"),
        "{text}"
    );
    harness.press("Ctrl+X 2");
    let text = harness.text();
    assert!(text.contains("no room for another session"), "{text}");
    assert_eq!(windows(&harness), ["auth-refactor", "ci-fix", "docs"]);
    harness.press("Ctrl+X O");
    assert_eq!(shown(&harness), session());
    let text = harness.text();
    assert!(
        text.contains("single-flight") && !text.contains("The flaky job"),
        "{text}"
    );
}

#[test]
fn four_sessions_share_the_screen_and_each_hears_its_own_stream() {
    let (mut harness, second) = two(160, 48);
    harness.press("Ctrl+X 2");
    let third = shown(&harness);
    harness.press("Ctrl+X Left Ctrl+X 2");
    let fourth = shown(&harness);
    let all = [session(), second, third, fourth];
    for (index, one) in (0_u128..).zip(all) {
        let said = Message {
            session: one,
            ..message(
                20 + index,
                Role::Assistant,
                &format!("answer of window {index}"),
            )
        };
        harness.fact_of(one, EventKind::MessageAdded { message: said });
    }
    let text = harness.text();
    for index in 0..4 {
        assert!(
            text.contains(&format!("answer of window {index}")),
            "{text}"
        );
    }
}

#[test]
fn keys_go_to_the_session_with_the_focus_alone() {
    let (mut harness, other) = two(160, 48);
    harness.press("h i");
    harness.press("Ctrl+X Left");
    assert_eq!(shown(&harness), session());
    harness.press("y o");
    let draft = |harness: &TuiHarness, session| {
        let mut tabs = harness.app.model().sessions.tabs.iter();
        tabs.find(|tab| tab.facts.id == session)
            .unwrap()
            .editor
            .text()
    };
    assert_eq!(draft(&harness, other), "hi");
    assert_eq!(draft(&harness, session()), "yo");
    harness.press("Ctrl+X Right");
    assert_eq!(shown(&harness), other);
}

#[test]
fn closing_a_window_ends_no_session() {
    let (mut harness, other) = two(160, 48);
    harness.orders();
    harness.press("Ctrl+X 0");
    assert_eq!(shown(&harness), session());
    assert!(windows(&harness).is_empty());
    assert_eq!(harness.orders(), []);
    // The session still has its tab, and the next split shows it again.
    harness.press("Ctrl+X 2");
    assert_eq!(shown(&harness), other);
    assert_eq!(windows(&harness), ["auth-refactor", "ci-fix"]);
}

#[test]
fn another_tab_takes_the_window_with_the_focus() {
    let (mut harness, other) = two(160, 48);
    harness.press("Ctrl+X n");
    let third = shown(&harness);
    named(&mut harness, third, "docs");
    assert_eq!(windows(&harness), ["auth-refactor", "docs"]);
    // A session that already has a window gets the focus there.
    harness.press("Ctrl+X ]");
    assert_eq!(shown(&harness), session());
    assert_eq!(windows(&harness), ["auth-refactor", "docs"]);
    harness.press("Ctrl+X ]");
    assert_eq!(shown(&harness), other);
    assert_eq!(windows(&harness), ["ci-fix", "docs"]);
}

#[test]
fn the_bar_names_another_session_that_asks_and_its_answer_leads_back() {
    let (mut harness, other) = two(160, 48);
    harness.press("Ctrl+X Left");
    harness.fact_of(
        other,
        EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(107)),
        },
    );
    harness.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    let text = harness.text();
    assert!(text.contains("── 2 ci-fix asks  cargo test"), "{text}");
    assert!(text.contains("F2 answers"), "{text}");
    harness.orders();
    harness.press("h i");
    assert_eq!(harness.orders(), []);
    harness.press("F2");
    assert_eq!(shown(&harness), other);
    harness.press("y");
    harness.wait(Duration::from_millis(500));
    let answers: Vec<_> = harness.orders().into_iter().collect();
    assert!(
        matches!(answers.as_slice(), [Command::AnswerQuestion { session, .. }, ..] if *session == other),
        "{answers:?}"
    );
    assert_eq!(shown(&harness), session());
    let text = harness.text();
    assert!(text.contains("> hi"), "{text}");
}

#[test]
fn a_question_that_is_left_for_later_leads_back_too() {
    let (mut harness, other) = two(160, 48);
    harness.press("Ctrl+X Left");
    harness.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    harness.press("F2");
    assert_eq!(shown(&harness), other);
    harness.orders();
    harness.press("Esc");
    assert_eq!(shown(&harness), session());
    assert_eq!(harness.orders(), []);
}

#[test]
fn a_session_that_works_is_taken_away_on_the_second_press_and_kept() {
    let (mut harness, other) = two(160, 48);
    harness.fact_of(
        other,
        EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(107)),
        },
    );
    harness.orders();
    harness.press("Ctrl+X");
    harness.key_now("k");
    assert_eq!(harness.orders(), []);
    assert_eq!(shown(&harness), other);
    harness.key_now("Ctrl+X");
    harness.key_now("k");
    assert!(matches!(
        harness.orders().as_slice(),
        [Command::CancelRun { session, .. }] if *session == other
    ));
    assert_eq!(shown(&harness), session());
    assert!(windows(&harness).is_empty());
    // The last window stays.
    harness.press("Ctrl+X k");
    assert_eq!(shown(&harness), session());
}

#[test]
fn a_window_grows_and_its_neighbour_shrinks() {
    let (mut harness, _) = two(160, 48);
    harness.text();
    let width = |harness: &TuiHarness| harness.app.layout.windows[1].1.width;
    let before = width(&harness);
    harness.press("Ctrl+X >");
    harness.text();
    assert_eq!(width(&harness), before + 4);
}

/// Opens the list of two sessions, one of which asks.
pub(super) fn list(width: u16, height: u16) -> TuiHarness {
    let (mut harness, other) = two(width, height);
    let question = asked_of(other);
    harness.fact_of(other, EventKind::QuestionOpened { question });
    harness.press("Ctrl+X b");
    let summaries = [
        summary(other, "ci-fix"),
        summary(session(), "auth-refactor"),
    ];
    listed(&mut harness, summaries.to_vec());
    harness
}

#[test]
fn the_list_tells_what_each_session_does_and_switches_and_splits() {
    let (mut harness, other) = two(160, 48);
    harness.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    harness.press("Ctrl+X b");
    let old = SessionId(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0000));
    let summaries = [
        summary(other, "ci-fix"),
        summary(session(), "auth-refactor"),
        summary(old, "docs-site"),
    ];
    listed(&mut harness, summaries.to_vec());
    insta::assert_snapshot!("sessions_160", harness.text());
    harness.input(InputKind::Resize(60, 16));
    harness.press("/ d o c s Enter");
    let text = harness.text();
    assert!(
        text.contains("docs-site") && !text.contains("auth-refactor  idle"),
        "{text}"
    );
    harness.orders();
    harness.press("Enter");
    assert_eq!(harness.orders(), [Command::OpenSession { session: old }]);
}

#[test]
fn a_session_takes_another_name_in_the_list() {
    let (mut harness, _) = two(160, 48);
    harness.press("Ctrl+X b r");
    harness.press("Ctrl+U d o c s Enter");
    let orders = harness.orders();
    assert!(
        matches!(&orders[..], [.., Command::RenameSession { name, .. }] if name == "docs"),
        "{orders:?}"
    );
}

/// Answers the query of the session list with these sessions.
pub fn listed(harness: &mut TuiHarness, sessions: Vec<SessionSummary>) {
    let query = Query::SessionList {
        filter: SessionFilter::All,
        scope: ListScope::Workspace,
    };
    let groups = vec![SessionGroup {
        workspace: protocol::ids::WorkspaceId("w".into()),
        root: PathBuf::from("/home/me/shop"),
        sessions,
        held: Vec::new(),
        problem: None,
    }];
    harness.app.reply(&query, Reply::SessionList { groups });
    harness.collect();
}

pub fn summary(id: SessionId, name: &str) -> SessionSummary {
    SessionSummary {
        id,
        workspace: protocol::ids::WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
        status: protocol::session::SessionStatus::Idle,
        created_at: Timestamp::from_second(1_799_990_000).unwrap(),
        updated_at: Timestamp::from_second(1_800_000_000).unwrap(),
        messages: 12,
        usage: Usage {
            input_tokens: 96_000,
            cost_usd: Some(0.84),
            ..Usage::default()
        },
        duration_ms: 0,
        pid: None,
        last_error: None,
        about: format!("Work on {name}, and run its tests."),
    }
}

/// Returns the layout that the screen would have written last.
fn kept(harness: &TuiHarness) -> String {
    let kept = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::KeepScreen(text) => Some(text.clone()),
            _ => None,
        });
    kept.unwrap()
}

#[test]
fn the_screen_comes_back_as_it_was() {
    let (mut harness, other) = two(160, 48);
    harness.press("Ctrl+X n");
    let third = shown(&harness);
    harness.press("Ctrl+X Left Ctrl+X <");
    let text = kept(&harness);
    let before = harness.app.model().panes.splits.clone();

    let mut again = TuiHarness::bare(160, 48);
    again.app.model.panes.restore(&text);
    again.app.model.sessions.await_first();
    // The program opens the latest session; the screen queries the others.
    let created = || EventKind::SessionCreated {
        settings: settings(),
        policy: policy(Mode::Review),
    };
    again.fact_of(third, created());
    let opened: Vec<_> = again.orders();
    assert_eq!(
        opened,
        [session(), other].map(|session| Command::OpenSession { session })
    );
    again.fact_of(session(), created());
    again.fact_of(other, created());
    assert_eq!(again.app.model().panes.splits, before);
    assert_eq!(shown(&again), session());
    let tabs: Vec<_> = again
        .app
        .model()
        .sessions
        .shown_tabs()
        .map(|(_, tab)| tab.facts.id)
        .collect();
    assert_eq!(tabs, [session(), other, third]);
}

#[test]
fn a_session_that_cannot_be_opened_again_leaves_its_window() {
    let (harness, other) = two(160, 48);
    let text = kept(&harness);
    let mut again = TuiHarness::bare(160, 48);
    again.app.model.panes.restore(&text);
    again.app.model.sessions.await_first();
    again.created();
    again.fact_of(
        other,
        EventKind::CommandRejected {
            command: CommandKind::OpenSession,
            reason: Notice::text("it is open elsewhere"),
            said: None,
        },
    );
    assert!(windows(&again).is_empty());
    assert_eq!(shown(&again), session());
}

#[test]
fn a_screen_that_cannot_be_read_is_as_none() {
    for text in ["", "{", "null", r#"{"version":2}"#] {
        let mut harness = TuiHarness::bare(160, 48);
        harness.app.model.panes.restore(text);
        harness.app.model.sessions.await_first();
        harness.created();
        assert_eq!(shown(&harness), session(), "{text}");
    }
}
