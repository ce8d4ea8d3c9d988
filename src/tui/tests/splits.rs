//! Tests of several sessions on the screen: beside and below each other, one bar that names the
//! asking session, and a screen that is restored unchanged.

use super::*;
use crate::l10n::Language;
use crate::l10n::tests::speaking;
use crate::protocol::approval::Question;
use crate::protocol::session::SessionSummary;
use crate::protocol::session_list::{ListScope, SessionFilter, SessionGroup};

/// Returns the session with the focus.
fn shown(stage: &Stage) -> SessionId {
    stage.app.model().session().unwrap()
}

/// Returns the names of the windows, left to right and top to bottom.
fn windows(stage: &Stage) -> Vec<String> {
    let model = stage.app.model();
    let sessions = model.splits.sessions();
    let name = |session: &SessionId| {
        let mut tabs = model.tabs.iter();
        let tab = tabs.find(|tab| tab.facts.id == *session).unwrap();
        tab.facts.settings.name.clone()
    };
    sessions.iter().map(name).collect()
}

fn named(stage: &mut Stage, session: SessionId, name: &str) {
    let settings = SessionSettings {
        name: name.into(),
        ..settings()
    };
    stage.fact_of(session, EventKind::SessionChanged { settings });
}

/// Opens two sessions beside each other; the second one has the focus.
fn two(width: u16, height: u16) -> (Stage, SessionId) {
    let mut stage = Stage::furnished(width, height);
    stage.press("Ctrl+X 3");
    let other = shown(&stage);
    assert_ne!(other, session());
    named(&mut stage, other, "ci-fix");
    let said = Message {
        session: other,
        ..message(
            7,
            Role::User,
            "The flaky job is test_race. I want to rerun it 50 times.",
        )
    };
    stage.fact_of(other, EventKind::MessageAdded { message: said });
    (stage, other)
}

fn asked_of(session: SessionId) -> Question {
    Question {
        session,
        ..prompts::prompt()
    }
}

#[test]
fn two_sessions_lie_beside_each_other() {
    let (mut stage, _) = two(160, 48);
    insta::assert_snapshot!("split_160", stage.text());
    let (mut stage, _) = two(120, 40);
    insta::assert_snapshot!("split_120", stage.text());
}

#[test]
fn they_lie_below_each_other_where_there_is_no_room_beside() {
    let (mut stage, _) = two(80, 24);
    insta::assert_snapshot!("split_80", stage.text());
}

#[test]
fn a_screen_without_room_for_two_shows_the_one_with_the_focus() {
    let (mut stage, other) = two(160, 48);
    stage.press("Ctrl+X 2");
    let third = shown(&stage);
    named(&mut stage, third, "docs");
    stage.press("Ctrl+X Up");
    assert_eq!(shown(&stage), other);
    stage.input(InputKind::Resize(60, 16));
    let text = stage.text();
    assert!(
        text.contains("The flaky job") && !text.contains("single-flight"),
        "{text}"
    );
    stage.press("Ctrl+X 2");
    let text = stage.text();
    assert!(text.contains("no room for another session here"), "{text}");
    assert_eq!(windows(&stage), ["auth-refactor", "ci-fix", "docs"]);
    stage.press("Ctrl+X O");
    assert_eq!(shown(&stage), session());
    let text = stage.text();
    assert!(
        text.contains("single-flight") && !text.contains("The flaky job"),
        "{text}"
    );
}

#[test]
fn four_sessions_share_the_screen_and_each_hears_its_own_stream() {
    let (mut stage, second) = two(160, 48);
    stage.press("Ctrl+X 2");
    let third = shown(&stage);
    stage.press("Ctrl+X Left Ctrl+X 2");
    let fourth = shown(&stage);
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
        stage.fact_of(one, EventKind::MessageAdded { message: said });
    }
    let text = stage.text();
    for index in 0..4 {
        assert!(
            text.contains(&format!("answer of window {index}")),
            "{text}"
        );
    }
}

#[test]
fn keys_go_to_the_session_with_the_focus_alone() {
    let (mut stage, other) = two(160, 48);
    stage.press("h i");
    stage.press("Ctrl+X Left");
    assert_eq!(shown(&stage), session());
    stage.press("y o");
    let draft = |stage: &Stage, session| {
        let mut tabs = stage.app.model().tabs.iter();
        tabs.find(|tab| tab.facts.id == session)
            .unwrap()
            .editor
            .text()
    };
    assert_eq!(draft(&stage, other), "hi");
    assert_eq!(draft(&stage, session()), "yo");
    stage.press("Ctrl+X Right");
    assert_eq!(shown(&stage), other);
}

#[test]
fn closing_a_window_ends_no_session() {
    let (mut stage, other) = two(160, 48);
    stage.orders();
    stage.press("Ctrl+X 0");
    assert_eq!(shown(&stage), session());
    assert!(windows(&stage).is_empty());
    assert_eq!(stage.orders(), []);
    // The session still has its tab, and the next split shows it again.
    stage.press("Ctrl+X 2");
    assert_eq!(shown(&stage), other);
    assert_eq!(windows(&stage), ["auth-refactor", "ci-fix"]);
}

#[test]
fn another_tab_takes_the_window_with_the_focus() {
    let (mut stage, other) = two(160, 48);
    stage.press("Ctrl+X n");
    let third = shown(&stage);
    named(&mut stage, third, "docs");
    assert_eq!(windows(&stage), ["auth-refactor", "docs"]);
    // A session that already has a window gets the focus there.
    stage.press("Ctrl+X ]");
    assert_eq!(shown(&stage), session());
    assert_eq!(windows(&stage), ["auth-refactor", "docs"]);
    stage.press("Ctrl+X ]");
    assert_eq!(shown(&stage), other);
    assert_eq!(windows(&stage), ["ci-fix", "docs"]);
}

#[test]
fn the_bar_names_another_session_that_asks_and_its_answer_leads_back() {
    let (mut stage, other) = two(160, 48);
    stage.press("Ctrl+X Left");
    stage.fact_of(
        other,
        EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(107)),
        },
    );
    stage.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    let text = stage.text();
    assert!(text.contains("── 2 ci-fix asks  cargo test"), "{text}");
    assert!(text.contains("F2 answers"), "{text}");
    stage.orders();
    stage.press("h i");
    assert_eq!(stage.orders(), []);
    stage.press("F2");
    assert_eq!(shown(&stage), other);
    stage.press("y");
    stage.wait(Duration::from_millis(500));
    let answers: Vec<_> = stage.orders().into_iter().collect();
    assert!(
        matches!(answers.as_slice(), [Command::AnswerQuestion { session, .. }, ..] if *session == other),
        "{answers:?}"
    );
    assert_eq!(shown(&stage), session());
    let text = stage.text();
    assert!(text.contains("> hi"), "{text}");
}

#[test]
fn a_question_that_is_left_for_later_leads_back_too() {
    let (mut stage, other) = two(160, 48);
    stage.press("Ctrl+X Left");
    stage.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    stage.press("F2");
    assert_eq!(shown(&stage), other);
    stage.orders();
    stage.press("Esc");
    assert_eq!(shown(&stage), session());
    assert_eq!(stage.orders(), []);
}

#[test]
fn a_session_that_works_is_taken_away_on_the_second_press_and_kept() {
    let (mut stage, other) = two(160, 48);
    stage.fact_of(
        other,
        EventKind::RunStarted {
            message: MessageId(Uuid::from_u128(107)),
        },
    );
    stage.orders();
    stage.press("Ctrl+X");
    stage.key_now("k");
    assert_eq!(stage.orders(), []);
    assert_eq!(shown(&stage), other);
    stage.key_now("Ctrl+X");
    stage.key_now("k");
    assert!(matches!(
        stage.orders().as_slice(),
        [Command::CancelRun { session, .. }] if *session == other
    ));
    assert_eq!(shown(&stage), session());
    assert!(windows(&stage).is_empty());
    // The last window stays.
    stage.press("Ctrl+X k");
    assert_eq!(shown(&stage), session());
}

#[test]
fn a_window_grows_and_its_neighbour_shrinks() {
    let (mut stage, _) = two(160, 48);
    stage.text();
    let width = |stage: &Stage| stage.app.layout.windows[1].1.width;
    let before = width(&stage);
    stage.press("Ctrl+X >");
    stage.text();
    assert_eq!(width(&stage), before + 4);
}

#[test]
fn the_list_of_sessions_fits_in_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        for (width, height) in [(160, 48), (80, 24), (60, 16)] {
            let text = speaking(language, || {
                let (mut stage, other) = two(width, height);
                stage.fact_of(
                    other,
                    EventKind::QuestionOpened {
                        question: asked_of(other),
                    },
                );
                stage.press("Ctrl+X b");
                let summaries = [
                    summary(other, "ci-fix"),
                    summary(session(), "auth-refactor"),
                ];
                listed(&mut stage, summaries.to_vec());
                stage.text()
            });
            insta::assert_snapshot!(format!("sessions_{}_{width}", language.code()), text);
        }
    }
}

#[test]
fn the_list_tells_what_each_session_does_and_switches_and_splits() {
    let (mut stage, other) = two(160, 48);
    stage.fact_of(
        other,
        EventKind::QuestionOpened {
            question: asked_of(other),
        },
    );
    stage.press("Ctrl+X b");
    let old = SessionId(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0000));
    let summaries = [
        summary(other, "ci-fix"),
        summary(session(), "auth-refactor"),
        summary(old, "docs-site"),
    ];
    listed(&mut stage, summaries.to_vec());
    insta::assert_snapshot!("sessions_160", stage.text());
    stage.input(InputKind::Resize(120, 40));
    insta::assert_snapshot!("sessions_120", stage.text());
    stage.input(InputKind::Resize(80, 24));
    insta::assert_snapshot!("sessions_80", stage.text());
    stage.input(InputKind::Resize(60, 16));
    insta::assert_snapshot!("sessions_60", stage.text());
    stage.press("/ d o c s Enter");
    let text = stage.text();
    assert!(
        text.contains("docs-site") && !text.contains("auth-refactor  idle"),
        "{text}"
    );
    stage.orders();
    stage.press("Enter");
    assert_eq!(stage.orders(), [Command::OpenSession { session: old }]);
}

#[test]
fn a_session_takes_another_name_in_the_list() {
    let (mut stage, _) = two(160, 48);
    stage.press("Ctrl+X b r");
    stage.press("Ctrl+U d o c s Enter");
    let orders = stage.orders();
    assert!(
        matches!(&orders[..], [.., Command::RenameSession { name, .. }] if name == "docs"),
        "{orders:?}"
    );
}

/// Answers the query of the session list with these sessions.
pub fn listed(stage: &mut Stage, sessions: Vec<SessionSummary>) {
    let query = Query::SessionList {
        filter: SessionFilter::All,
        scope: ListScope::Workspace,
    };
    let groups = vec![SessionGroup {
        workspace: crate::protocol::ids::WorkspaceId("w".into()),
        root: PathBuf::from("/home/me/shop"),
        sessions,
        held: Vec::new(),
        problem: None,
    }];
    stage.app.reply(&query, Reply::SessionList { groups });
    stage.collect();
}

pub fn summary(id: SessionId, name: &str) -> SessionSummary {
    SessionSummary {
        id,
        workspace: crate::protocol::ids::WorkspaceId("w".into()),
        settings: SessionSettings {
            name: name.into(),
            ..settings()
        },
        status: crate::protocol::session::SessionStatus::Idle,
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
fn kept(stage: &Stage) -> String {
    let kept = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepScreen(text) => Some(text.clone()),
        _ => None,
    });
    kept.unwrap()
}

#[test]
fn the_screen_comes_back_as_it_was() {
    let (mut stage, other) = two(160, 48);
    stage.press("Ctrl+X n");
    let third = shown(&stage);
    stage.press("Ctrl+X Left Ctrl+X <");
    let text = kept(&stage);
    let before = stage.app.model().splits.clone();

    let mut again = Stage::bare(160, 48);
    again.app.restore(&text);
    again.app.await_session();
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
    assert_eq!(again.app.model().splits, before);
    assert_eq!(shown(&again), session());
    let tabs: Vec<_> = again
        .app
        .model()
        .shown_tabs()
        .map(|(_, tab)| tab.facts.id)
        .collect();
    assert_eq!(tabs, [session(), other, third]);
}

#[test]
fn a_session_that_cannot_be_opened_again_leaves_its_window() {
    let (stage, other) = two(160, 48);
    let text = kept(&stage);
    let mut again = Stage::bare(160, 48);
    again.app.restore(&text);
    again.app.await_session();
    again.created();
    again.fact_of(
        other,
        EventKind::CommandRejected {
            command: "open_session".into(),
            reason: "it is open elsewhere".into(),
            said: None,
        },
    );
    assert!(windows(&again).is_empty());
    assert_eq!(shown(&again), session());
}

#[test]
fn a_screen_that_cannot_be_read_is_as_none() {
    for text in ["", "{", "null", r#"{"version":2}"#] {
        let mut stage = Stage::bare(160, 48);
        stage.app.restore(text);
        stage.app.await_session();
        stage.created();
        assert_eq!(shown(&stage), session(), "{text}");
    }
}
