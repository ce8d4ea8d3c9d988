//! Tests of sessions on the screen: the state of one that returns from the background, where each
//! is open, and their settings.

use super::splits::{listed, summary};
use super::*;
use crate::protocol::change::FileDiff;
use crate::protocol::ids::{FileId, QuestionId};
use crate::protocol::presence::Presence;
use crate::protocol::query::FileMatch;
use crate::protocol::review::{FileReview, HunkCounts, ReviewBase, ReviewQuery, ReviewReply};
use crate::protocol::session::SessionSnapshot;

/// Returns the queries since the last call.
fn asked(stage: &mut Stage) -> Vec<Query> {
    let effects = std::mem::take(&mut stage.effects);
    let query = |effect| match effect {
        Effect::Ask(query) | Effect::AskNewest(_, query) => Some(query),
        _ => None,
    };
    effects.into_iter().filter_map(query).collect()
}

/// Opens a second session and shows it.
fn with_second(width: u16, height: u16) -> (Stage, SessionId) {
    let mut stage = Stage::furnished(width, height);
    stage.press("Ctrl+X n");
    let other = stage.app.model().session().unwrap();
    stage.effects.clear();
    (stage, other)
}

fn diff_of(session: SessionId, path: &str) -> Query {
    Query::FileDiff {
        session,
        path: path.into(),
    }
}

fn diff(path: &str, added: u32) -> Reply {
    Reply::Diff {
        diff: FileDiff {
            path: path.into(),
            added,
            ..FileDiff::default()
        },
        base: format!("checkpoint #{added}"),
    }
}

fn files_question(session: SessionId) -> Query {
    Query::Review {
        session,
        question: ReviewQuery::Files {
            since: ReviewBase::Open,
        },
    }
}

fn files(path: &str, pending: u32) -> Reply {
    let file = FileReview {
        file: FileId(Uuid::from_u128(40)),
        path: path.into(),
        change: String::new(),
        added: 1,
        removed: 0,
        counts: HunkCounts {
            pending,
            ..HunkCounts::default()
        },
        dirty: false,
        proposed: true,
        base: None,
        by: "build, turn 1".into(),
        proposed_by: Vec::new(),
    };
    Reply::Review {
        answer: Box::new(ReviewReply::Files {
            files: vec![file],
            last_rollback: None,
            changes: Vec::new(),
            runs: Vec::new(),
        }),
    }
}

#[test]
fn a_session_that_comes_back_compares_its_file_with_its_own_base() {
    let mut stage = Stage::furnished(160, 48);
    stage
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    assert!(stage.text().contains("checkpoint #3"), "{}", stage.text());
    stage.press("Ctrl+X n");
    let other = stage.app.model().session().unwrap();
    stage
        .app
        .reply(&diff_of(other, "src/b.rs"), diff("src/b.rs", 9));
    assert!(stage.text().contains("checkpoint #9"), "{}", stage.text());
    stage.effects.clear();
    stage.press("Ctrl+X [");
    assert_eq!(stage.app.model().session(), Some(session()));
    assert!(asked(&mut stage).contains(&diff_of(session(), "src/b.rs")));
    stage
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    // Late: the answer belongs to a session that is in the background by now.
    stage
        .app
        .reply(&diff_of(other, "src/b.rs"), diff("src/b.rs", 9));
    let text = stage.text();
    assert!(
        text.contains("checkpoint #3") && !text.contains("checkpoint #9"),
        "{text}"
    );
    // A session shows a file written in the background when it returns.
    stage.fact_of(
        other,
        EventKind::ApplyCompleted {
            call: crate::protocol::ids::CallId(Uuid::from_u128(77)),
            path: "src/c.rs".into(),
            added: 1,
            removed: 0,
        },
    );
    stage.effects.clear();
    stage.press("Ctrl+X ]");
    assert!(
        asked(&mut stage).contains(&diff_of(other, "src/b.rs")),
        "the one that was read"
    );
}

#[test]
fn a_new_session_shows_no_file_of_another_one() {
    let mut stage = Stage::furnished(160, 48);
    stage
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    stage.effects.clear();
    stage.press("Ctrl+X n");
    let other = stage.app.model().session().unwrap();
    assert!(!asked(&mut stage).contains(&diff_of(other, "src/b.rs")));
    let text = stage.text();
    assert!(
        text.contains("No file is chosen.") && !text.contains("src/b.rs"),
        "{text}"
    );
}

#[test]
fn a_session_that_is_gone_on_with_shows_what_it_changed() {
    let (mut stage, other) = with_second(160, 48);
    stage.app.reply(&files_question(other), files("a.rs", 1));
    stage.collect();
    assert!(asked(&mut stage).contains(&diff_of(other, "a.rs")));
    stage.app.reply(&diff_of(other, "a.rs"), diff("a.rs", 9));
    assert!(stage.text().contains("checkpoint #9"), "{}", stage.text());
    // The next answer does not replace the file that the user is reading.
    stage.effects.clear();
    stage.app.reply(&files_question(other), files("b.rs", 1));
    stage.collect();
    assert!(!asked(&mut stage).contains(&diff_of(other, "b.rs")));
}

#[test]
fn the_files_that_fit_the_filter_are_those_of_the_session_that_is_shown() {
    let (mut stage, other) = with_second(160, 48);
    stage.press("Ctrl+X t Ctrl+X t Esc 1 / a Enter");
    let of = |session| Query::Files {
        session: Some(session),
        pattern: "a".into(),
        limit: 1_000,
    };
    assert!(asked(&mut stage).contains(&of(other)));
    let found = |path: &str| Reply::Files {
        files: vec![FileMatch {
            path: path.into(),
            ..FileMatch::default()
        }],
        total: 1,
    };
    stage.app.reply(&of(other), found("staged-in-second.rs"));
    assert!(
        stage.text().contains("staged-in-second"),
        "{}",
        stage.text()
    );
    stage.press("Ctrl+X [");
    assert!(
        asked(&mut stage).contains(&of(session())),
        "asked anew for this session"
    );
    stage.app.reply(&of(session()), found("a-of-first.rs"));
    stage.app.reply(&of(other), found("staged-in-second.rs"));
    let text = stage.text();
    assert!(
        text.contains("a-of-first") && !text.contains("staged-in-second"),
        "{text}"
    );
}

#[test]
fn a_review_in_the_background_is_asked_for_anew_when_its_session_is_told_whole() {
    let (mut stage, other) = with_second(160, 48);
    stage.press("F7");
    let files_of_review = files_question(other);
    assert!(asked(&mut stage).contains(&files_of_review));
    stage.app.reply(&files_of_review, files("a.rs", 2));
    stage.frame();
    stage.press("Ctrl+X [");
    stage.effects.clear();
    // The screen was too slow or has another owner: it receives snapshots of the sessions, and no
    // events of the decisions made meanwhile.
    let sessions = vec![snapshot(session()), snapshot(other)];
    let seq = crate::protocol::ids::Seq(9);
    stage.app.delivery(&Delivery::Snapshot { seq, sessions });
    stage.press("Ctrl+X ]");
    assert!(
        asked(&mut stage).contains(&files_of_review),
        "what the review shows may be otherwise by now"
    );
    stage.app.reply(&files_of_review, files("a.rs", 0));
    stage.frame();
}

#[test]
fn what_is_under_review_is_asked_for_when_an_answer_brings_the_session() {
    let mut stage = Stage::furnished(120, 30);
    let old = SessionId(Uuid::from_u128(0x70));
    stage.press("Ctrl+X b");
    listed(&mut stage, vec![summary(old, "docs")]);
    stage.press("j Enter");
    stage.effects.clear();
    // The session is already open in another terminal, so no event reports its opening.
    let query = Query::Session { session: old };
    let reply = Reply::Session {
        session: Box::new(snapshot(old)),
    };
    stage.app.reply(&query, reply);
    stage.collect();
    assert_eq!(stage.app.model().session(), Some(old));
    assert!(
        asked(&mut stage).contains(&files_question(old)),
        "without another key"
    );
}

#[test]
fn an_answer_that_brings_a_session_late_takes_nothing_away_that_was_told_since() {
    let mut stage = Stage::furnished(120, 30);
    stage.fact(EventKind::Notice {
        level: crate::protocol::event::NoticeLevel::Info,
        text: "it is asked again".into(),
    });
    let query = Query::Session { session: session() };
    let reply = Reply::Session {
        session: Box::new(snapshot(session())),
    };
    stage.app.reply(&query, reply);
    stage.collect();
    assert!(stage.text().contains("it is asked again"));
}

#[test]
fn files_that_were_changed_before_a_snapshot_can_still_be_stepped_through() {
    let mut stage = Stage::furnished(120, 30);
    let sessions = vec![snapshot(session())];
    let seq = crate::protocol::ids::Seq(9);
    stage.app.delivery(&Delivery::Snapshot { seq, sessions });
    stage
        .app
        .reply(&files_question(session()), files("a.rs", 1));
    assert_eq!(stage.app.model().tab().unwrap().facts.changed, ["a.rs"]);
}

#[test]
fn the_status_row_has_the_last_checkpoint_of_a_session_that_was_stored() {
    let mut stage = Stage::furnished(120, 30);
    let seq = crate::protocol::ids::Seq(9);
    let stored = SessionSnapshot {
        checkpoint: Some(7),
        ..snapshot(session())
    };
    let sessions = vec![stored];
    stage.app.delivery(&Delivery::Snapshot { seq, sessions });
    assert!(stage.text().contains("checkpoint #7"), "{}", stage.text());
}

fn snapshot(session: SessionId) -> SessionSnapshot {
    SessionSnapshot {
        summary: summary(session, "session"),
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
fn the_list_is_asked_for_anew_when_a_session_changes_while_it_is_shown() {
    let mut stage = Stage::furnished(120, 30);
    let old = SessionId(Uuid::from_u128(0x70));
    stage.press("Ctrl+X b");
    listed(&mut stage, vec![summary(old, "docs")]);
    stage.effects.clear();
    // The session is opened for a moment, changed and closed again.
    stage.fact_of(
        old,
        EventKind::SessionChanged {
            settings: settings(),
        },
    );
    let is_list = |query: &Query| matches!(query, Query::SessionList { .. });
    assert!(asked(&mut stage).iter().any(is_list));
}

#[test]
fn tabs_and_list_say_what_is_open_in_another_terminal_and_what_asks_in_the_background() {
    let mut stage = Stage::furnished(160, 48);
    let own = stage.app.terminal;
    let told = stage.effects.iter().chain(&stage.app.effects).count();
    assert_eq!(told, 0, "it was told before");
    let other = SessionId(Uuid::from_u128(0x70));
    let asking = SessionId(Uuid::from_u128(0x71));
    for (session, name) in [(other, "docs"), (asking, "ci-fix")] {
        stage.fact_of(
            session,
            EventKind::SessionCreated {
                settings: SessionSettings {
                    name: name.into(),
                    ..settings()
                },
                policy: policy(Mode::Review),
            },
        );
    }
    let question = crate::protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: asking,
        ..prompts::prompt()
    };
    stage.fact_of(asking, EventKind::QuestionOpened { question });
    let presence = |terminal: u128, sessions: &[SessionId]| Presence {
        terminal: crate::protocol::ids::TerminalId(Uuid::from_u128(terminal)),
        sessions: sessions.to_vec(),
    };
    let mine = Presence {
        terminal: own,
        sessions: vec![session()],
    };
    stage.effects.clear();
    stage.fact(EventKind::TerminalsChanged {
        terminals: vec![mine, presence(9, &[session(), other])],
    });
    assert!(
        !stage
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Show(_))),
        "what is known of it is right"
    );
    let text = stage.text();
    let tabs = text.lines().next().unwrap();
    assert!(tabs.contains("[1 auth-refactor] ×2"), "{tabs}");
    assert!(tabs.contains("+2 more !1"), "{tabs}");
    stage.press("Ctrl+X b");
    listed(&mut stage, Vec::new());
    insta::assert_snapshot!("sessions_elsewhere_160", stage.text());
    stage.press("Esc");
    // The other terminal was closed, and a new owner does not know this screen.
    stage.fact(EventKind::TerminalsChanged {
        terminals: Vec::new(),
    });
    let shows = |effect: &Effect| matches!(effect, Effect::Show(presence) if presence.sessions == [session()]);
    assert!(stage.effects.iter().any(shows), "it is told again");
    assert!(!stage.text().lines().next().unwrap().contains('×'));
}

#[test]
fn the_others_are_told_which_sessions_have_a_tab_here() {
    let (mut stage, other) = with_second(120, 30);
    stage.press("Ctrl+X k");
    let told: Vec<Vec<SessionId>> = stage
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Show(presence) => Some(presence.sessions.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(told, [vec![session()]], "{other} has none any more");
    stage.effects.clear();
    stage.press("j");
    assert!(
        !stage
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Show(_)))
    );
}

#[test]
fn a_session_is_set_in_a_form_from_the_list() {
    let mut stage = Stage::furnished(160, 48);
    stage.press("Ctrl+X b e");
    insta::assert_snapshot!("session_form_160", stage.text());
    stage.input(InputKind::Resize(120, 40));
    insta::assert_snapshot!("session_form_120", stage.text());
    stage.input(InputKind::Resize(80, 24));
    insta::assert_snapshot!("session_form_80", stage.text());
    stage.input(InputKind::Resize(60, 16));
    insta::assert_snapshot!("session_form_60", stage.text());
    stage.press("Ctrl+U d o c s Ctrl+S");
    let orders = stage.orders();
    let [
        Command::ConfigureSession {
            session: of,
            change,
        },
    ] = &orders[..]
    else {
        panic!("{orders:?}");
    };
    assert_eq!((*of, change.name.as_deref()), (session(), Some("docs")));
    stage.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            name: "docs".into(),
            ..settings()
        },
    });
    let text = stage.text();
    assert!(
        text.contains("SESSIONS") && text.contains("docs"),
        "the list is back: {text}"
    );
}

#[test]
fn a_session_that_works_says_so_in_the_form_and_nothing_is_ordered() {
    let mut stage = Stage::furnished(120, 30);
    stage.begin_run();
    stage.press("/ s e s s i o n Space s e t t i n g s Esc Enter");
    stage.press("x Ctrl+S");
    assert!(
        stage.text().contains("it works: nothing can be set"),
        "{}",
        stage.text()
    );
    let orders = stage.orders();
    assert!(
        !orders
            .iter()
            .any(|order| matches!(order, Command::ConfigureSession { .. })),
        "{orders:?}"
    );
}

#[test]
fn after_a_change_of_owner_nobody_is_taken_for_another_terminal_who_is_gone() {
    let mut stage = Stage::furnished(120, 30);
    stage.fact(EventKind::TerminalsChanged {
        terminals: vec![Presence {
            terminal: crate::protocol::ids::TerminalId(Uuid::from_u128(9)),
            sessions: vec![session()],
        }],
    });
    assert!(stage.text().lines().next().unwrap().contains("×2"));
    stage.app.delivery(&Delivery::Snapshot {
        seq: crate::protocol::ids::Seq(9),
        sessions: vec![snapshot(session())],
    });
    assert!(!stage.text().lines().next().unwrap().contains('×'));
}

#[test]
fn a_question_of_a_session_without_a_tab_is_led_to_and_back_from() {
    let (mut stage, other) = with_second(120, 30);
    stage.press("Ctrl+X k");
    assert_eq!(stage.app.model().session(), Some(session()));
    let prompt = crate::protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: other,
        ..prompts::prompt()
    };
    let answered = prompt.id;
    stage.fact_of(other, EventKind::QuestionOpened { question: prompt });
    assert!(stage.text().contains("asks"), "{}", stage.text());
    stage.press("F2");
    assert_eq!(stage.app.model().session(), Some(other));
    let wants_draft = |effect: &Effect| matches!(effect, Effect::Ask(Query::Draft { session }) if *session == other);
    assert!(
        stage.effects.iter().any(wants_draft),
        "its draft comes with it"
    );
    let answer = crate::protocol::approval::Answer {
        question: answered,
        shown: crate::protocol::ids::ContentHash::of(b""),
        decision: crate::protocol::approval::Decision::Yes,
        by: crate::protocol::approval::AnsweredBy::Key,
    };
    let summary = "it was asked".to_owned();
    stage.fact_of(other, EventKind::QuestionAnswered { answer, summary });
    assert_eq!(stage.app.model().session(), Some(session()));
}

#[test]
fn of_sessions_with_one_name_the_human_chooses() {
    let mut stage = Stage::furnished(120, 30);
    let (one, other) = (Uuid::from_u128(21), Uuid::from_u128(22));
    for letter in "/session load twin".chars() {
        let text = letter.to_string();
        stage.press(if letter == ' ' { "Space" } else { &text });
    }
    stage.press("Enter");
    let sessions = [one, other].map(|id| summary(SessionId(id), "twin"));
    let sessions = sessions.to_vec();
    stage
        .app
        .reply(&Query::Sessions, Reply::Sessions { sessions });
    stage.collect();
    let text = stage.text();
    assert!(
        text.contains("more than one session is called `twin`"),
        "{text}"
    );
    let opens = |order: &Command| matches!(order, Command::OpenSession { .. });
    assert!(!stage.orders().iter().any(opens), "none is opened");
    assert!(matches!(
        stage.app.model().overlay,
        Some(crate::tui::overlay::Overlay::Sessions(_))
    ));
}

#[test]
fn what_is_typed_over_a_question_of_another_session_stays_in_one_draft() {
    let (mut stage, other) = with_second(120, 30);
    stage.press("Ctrl+X k");
    let question = crate::protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: other,
        ..prompts::prompt()
    };
    stage.fact_of(other, EventKind::QuestionOpened { question });
    stage.press("F2");
    stage.key_now("z");
    stage.key_now("z");
    let tab = stage.app.model().tab().unwrap();
    assert_eq!((tab.facts.id, tab.editor.text().as_str()), (other, "zz"));
}
