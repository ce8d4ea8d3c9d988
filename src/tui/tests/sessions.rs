//! Tests of sessions on the screen: the state of one that returns from the background, where each
//! is open, and their settings.

use super::splits::{listed, summary};
use super::*;
use crate::dialog::session_list::SessionList;
use notice::Notice;
use protocol::change::FileDiff;
use protocol::ids::{FileId, QuestionId};
use protocol::presence::Presence;
use protocol::query::FileMatch;
use protocol::review::{FileReview, HunkCounts, ReviewBase, ReviewQuery, ReviewReply};
use protocol::session::SessionSnapshot;

/// Returns the queries since the last call.
fn asked(harness: &mut TuiHarness) -> Vec<Query> {
    let effects = std::mem::take(&mut harness.effects);
    let query = |effect| match effect {
        Effect::Ask(query) | Effect::AskNewest(_, query) => Some(query),
        _ => None,
    };
    effects.into_iter().filter_map(query).collect()
}

/// Opens a second session and shows it.
fn with_second(width: u16, height: u16) -> (TuiHarness, SessionId) {
    let mut harness = TuiHarness::furnished(width, height);
    harness.press("Ctrl+X n");
    let other = harness.app.model().sessions.session().unwrap();
    harness.effects.clear();
    (harness, other)
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
        base: Notice::text(format!("checkpoint #{added}")),
        is_proposed: false,
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
        change: Notice::default(),
        added: 1,
        removed: 0,
        counts: HunkCounts {
            pending,
            ..HunkCounts::default()
        },
        dirty: false,
        proposed: true,
        base: None,
        by: Notice::text("build, turn 1"),
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
    let mut harness = TuiHarness::furnished(160, 48).with_diff_pinned();
    harness
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    assert!(
        harness.text().contains("checkpoint #3"),
        "{}",
        harness.text()
    );
    harness.press("Ctrl+X n");
    let other = harness.app.model().sessions.session().unwrap();
    harness
        .app
        .reply(&diff_of(other, "src/b.rs"), diff("src/b.rs", 9));
    assert!(
        harness.text().contains("checkpoint #9"),
        "{}",
        harness.text()
    );
    harness.effects.clear();
    harness.press("Ctrl+X [");
    assert_eq!(harness.app.model().sessions.session(), Some(session()));
    assert!(asked(&mut harness).contains(&diff_of(session(), "src/b.rs")));
    harness
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    // Late: the answer belongs to a session that is in the background by now.
    harness
        .app
        .reply(&diff_of(other, "src/b.rs"), diff("src/b.rs", 9));
    let text = harness.text();
    assert!(
        text.contains("checkpoint #3") && !text.contains("checkpoint #9"),
        "{text}"
    );
    // A session shows a file written in the background when it returns.
    harness.fact_of(
        other,
        EventKind::ApplyCompleted {
            call: protocol::ids::CallId(Uuid::from_u128(77)),
            path: "src/c.rs".into(),
            added: 1,
            removed: 0,
        },
    );
    harness.effects.clear();
    harness.press("Ctrl+X ]");
    assert!(
        asked(&mut harness).contains(&diff_of(other, "src/b.rs")),
        "the one that was read"
    );
}

#[test]
fn a_new_session_shows_no_file_of_another_one() {
    let mut harness = TuiHarness::furnished(160, 48).with_diff_pinned();
    harness
        .app
        .reply(&diff_of(session(), "src/b.rs"), diff("src/b.rs", 3));
    harness.effects.clear();
    harness.press("Ctrl+X n");
    let other = harness.app.model().sessions.session().unwrap();
    assert!(!asked(&mut harness).contains(&diff_of(other, "src/b.rs")));
    let text = harness.text();
    assert!(
        text.contains("Changes appear here.") && !text.contains("src/b.rs"),
        "{text}"
    );
}

#[test]
fn a_session_that_is_gone_on_with_shows_what_it_changed() {
    let (mut harness, other) = with_second(160, 48);
    harness.app.reply(&files_question(other), files("a.rs", 1));
    harness.collect();
    assert!(asked(&mut harness).contains(&diff_of(other, "a.rs")));
    harness.app.reply(&diff_of(other, "a.rs"), diff("a.rs", 9));
    assert!(
        harness.text().contains("checkpoint #9"),
        "{}",
        harness.text()
    );
    // The next answer does not replace the file that the user is reading.
    harness.effects.clear();
    harness.app.reply(&files_question(other), files("b.rs", 1));
    harness.collect();
    assert!(!asked(&mut harness).contains(&diff_of(other, "b.rs")));
}

#[test]
fn the_files_that_fit_the_filter_are_those_of_the_session_that_is_shown() {
    let (mut harness, other) = with_second(160, 48);
    harness.press("Ctrl+X t Ctrl+X t Esc 1 / a Enter");
    let of = |session| Query::Files {
        session: Some(session),
        pattern: "a".into(),
        limit: 1_000,
    };
    assert!(asked(&mut harness).contains(&of(other)));
    let found = |path: &str| Reply::Files {
        files: vec![FileMatch {
            path: path.into(),
            ..FileMatch::default()
        }],
        total: 1,
    };
    harness.app.reply(&of(other), found("staged-in-second.rs"));
    assert!(
        harness.text().contains("staged-in-second"),
        "{}",
        harness.text()
    );
    harness.press("Ctrl+X [");
    assert!(
        asked(&mut harness).contains(&of(session())),
        "asked anew for this session"
    );
    harness.app.reply(&of(session()), found("a-of-first.rs"));
    harness.app.reply(&of(other), found("staged-in-second.rs"));
    let text = harness.text();
    assert!(
        text.contains("a-of-first") && !text.contains("staged-in-second"),
        "{text}"
    );
}

#[test]
fn a_review_in_the_background_is_asked_for_anew_when_its_session_is_told_whole() {
    let (mut harness, other) = with_second(160, 48);
    harness.press("F7");
    let files_of_review = files_question(other);
    assert!(asked(&mut harness).contains(&files_of_review));
    harness.app.reply(&files_of_review, files("a.rs", 2));
    harness.frame();
    harness.press("Ctrl+X [");
    harness.effects.clear();
    // The screen was too slow or has another owner: it receives snapshots of the sessions, and no
    // events of the decisions made meanwhile.
    let sessions = vec![snapshot(session()), snapshot(other)];
    let seq = protocol::ids::Seq(9);
    harness.app.delivery(&Delivery::Snapshot { seq, sessions });
    harness.press("Ctrl+X ]");
    assert!(
        asked(&mut harness).contains(&files_of_review),
        "what the review shows may be otherwise by now"
    );
    harness.app.reply(&files_of_review, files("a.rs", 0));
    harness.frame();
}

#[test]
fn what_is_under_review_is_asked_for_when_an_answer_brings_the_session() {
    let mut harness = TuiHarness::furnished(120, 30);
    let old = SessionId(Uuid::from_u128(0x70));
    harness.press("Ctrl+X b");
    listed(&mut harness, vec![summary(old, "docs")]);
    harness.press("j Enter");
    harness.effects.clear();
    // The session is already open in another terminal, so no event reports its opening.
    let query = Query::Session { session: old };
    let reply = Reply::Session {
        session: Box::new(snapshot(old)),
    };
    harness.app.reply(&query, reply);
    harness.collect();
    assert_eq!(harness.app.model().sessions.session(), Some(old));
    assert!(
        asked(&mut harness).contains(&files_question(old)),
        "without another key"
    );
}

#[test]
fn an_answer_that_brings_a_session_late_takes_nothing_away_that_was_told_since() {
    let mut harness = TuiHarness::furnished(120, 30);
    harness.fact(EventKind::Notice {
        level: protocol::event::NoticeLevel::Info,
        text: Notice::text("it is asked again"),
    });
    let query = Query::Session { session: session() };
    let reply = Reply::Session {
        session: Box::new(snapshot(session())),
    };
    harness.app.reply(&query, reply);
    harness.collect();
    assert!(harness.text().contains("it is asked again"));
}

#[test]
fn files_that_were_changed_before_a_snapshot_can_still_be_stepped_through() {
    let mut harness = TuiHarness::furnished(120, 30);
    let sessions = vec![snapshot(session())];
    let seq = protocol::ids::Seq(9);
    harness.app.delivery(&Delivery::Snapshot { seq, sessions });
    harness
        .app
        .reply(&files_question(session()), files("a.rs", 1));
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().activity.changed,
        ["a.rs"]
    );
}

#[test]
fn the_status_row_has_the_last_checkpoint_of_a_session_that_was_stored() {
    let mut harness = TuiHarness::furnished(120, 30);
    let seq = protocol::ids::Seq(9);
    let stored = SessionSnapshot {
        checkpoint: Some(7),
        ..snapshot(session())
    };
    let sessions = vec![stored];
    harness.app.delivery(&Delivery::Snapshot { seq, sessions });
    assert!(
        harness.text().contains("checkpoint #7"),
        "{}",
        harness.text()
    );
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
        tasks: Default::default(),
        agents: Default::default(),
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

#[test]
fn the_list_is_asked_for_anew_when_a_session_changes_while_it_is_shown() {
    let mut harness = TuiHarness::furnished(120, 30);
    let old = SessionId(Uuid::from_u128(0x70));
    harness.press("Ctrl+X b");
    listed(&mut harness, vec![summary(old, "docs")]);
    harness.effects.clear();
    // The session is opened for a moment, changed and closed again.
    harness.fact_of(
        old,
        EventKind::SessionChanged {
            settings: settings(),
        },
    );
    let is_list = |query: &Query| matches!(query, Query::SessionList { .. });
    assert!(asked(&mut harness).iter().any(is_list));
}

#[test]
fn tabs_and_list_say_what_is_open_in_another_terminal_and_what_asks_in_the_background() {
    let mut harness = TuiHarness::furnished(160, 48);
    let own = harness.app.model.sessions.terminal;
    let told = harness.effects.iter().chain(&harness.app.effects).count();
    assert_eq!(told, 0, "it was told before");
    let other = SessionId(Uuid::from_u128(0x70));
    let asking = SessionId(Uuid::from_u128(0x71));
    for (session, name) in [(other, "docs"), (asking, "ci-fix")] {
        harness.fact_of(
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
    let question = protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: asking,
        ..prompts::prompt()
    };
    harness.fact_of(asking, EventKind::QuestionOpened { question });
    let presence = |terminal: u128, sessions: &[SessionId]| Presence {
        terminal: protocol::ids::TerminalId(Uuid::from_u128(terminal)),
        sessions: sessions.to_vec(),
    };
    let mine = Presence {
        terminal: own,
        sessions: vec![session()],
    };
    harness.effects.clear();
    harness.fact(EventKind::TerminalsChanged {
        terminals: vec![mine, presence(9, &[session(), other])],
    });
    assert!(
        !harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Show(_))),
        "what is known of it is right"
    );
    let text = harness.text();
    let tabs = text.lines().next().unwrap();
    assert!(tabs.contains("[1 auth-refactor] ×2"), "{tabs}");
    assert!(tabs.contains("+2 more !1"), "{tabs}");
    harness.press("Ctrl+X b");
    listed(&mut harness, Vec::new());
    insta::assert_snapshot!("sessions_elsewhere_160", harness.text());
    harness.press("Esc");
    // The other terminal was closed, and a new owner does not know this screen.
    harness.fact(EventKind::TerminalsChanged {
        terminals: Vec::new(),
    });
    let shows = |effect: &Effect| matches!(effect, Effect::Show(presence) if presence.sessions == [session()]);
    assert!(harness.effects.iter().any(shows), "it is told again");
    assert!(!harness.text().lines().next().unwrap().contains('×'));
}

#[test]
fn the_others_are_told_which_sessions_have_a_tab_here() {
    let (mut harness, other) = with_second(120, 30);
    harness.press("Ctrl+X k");
    let told: Vec<Vec<SessionId>> = harness
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Show(presence) => Some(presence.sessions.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(told, [vec![session()]], "{other} has none any more");
    harness.effects.clear();
    harness.press("j");
    assert!(
        !harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Show(_)))
    );
}

#[test]
fn a_session_is_set_in_a_form_from_the_list() {
    let mut harness = TuiHarness::furnished(160, 48);
    harness.press("Ctrl+X b e");
    harness.input(InputKind::Resize(60, 16));
    harness.press("Ctrl+U d o c s Ctrl+S");
    let orders = harness.orders();
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
    harness.fact(EventKind::SessionChanged {
        settings: SessionSettings {
            name: "docs".into(),
            ..settings()
        },
    });
    let text = harness.text();
    assert!(
        text.contains("Sessions") && text.contains("docs"),
        "the list is back: {text}"
    );
}

#[test]
fn a_session_that_works_says_so_in_the_form_and_nothing_is_ordered() {
    let mut harness = TuiHarness::furnished(120, 30);
    harness.begin_run();
    harness.press("/ s e s s i o n Space s e t t i n g s Esc Enter");
    harness.press("x Ctrl+S");
    assert!(
        harness.text().contains("running: change settings"),
        "{}",
        harness.text()
    );
    let orders = harness.orders();
    assert!(
        !orders
            .iter()
            .any(|order| matches!(order, Command::ConfigureSession { .. })),
        "{orders:?}"
    );
}

#[test]
fn after_a_change_of_owner_nobody_is_taken_for_another_terminal_who_is_gone() {
    let mut harness = TuiHarness::furnished(120, 30);
    harness.fact(EventKind::TerminalsChanged {
        terminals: vec![Presence {
            terminal: protocol::ids::TerminalId(Uuid::from_u128(9)),
            sessions: vec![session()],
        }],
    });
    assert!(harness.text().lines().next().unwrap().contains("×2"));
    harness.app.delivery(&Delivery::Snapshot {
        seq: protocol::ids::Seq(9),
        sessions: vec![snapshot(session())],
    });
    assert!(!harness.text().lines().next().unwrap().contains('×'));
}

#[test]
fn a_question_of_a_session_without_a_tab_is_led_to_and_back_from() {
    let (mut harness, other) = with_second(120, 30);
    harness.press("Ctrl+X k");
    assert_eq!(harness.app.model().sessions.session(), Some(session()));
    let prompt = protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: other,
        ..prompts::prompt()
    };
    let answered = prompt.id;
    harness.fact_of(other, EventKind::QuestionOpened { question: prompt });
    assert!(harness.text().contains("asks"), "{}", harness.text());
    harness.press("F2");
    assert_eq!(harness.app.model().sessions.session(), Some(other));
    let wants_draft = |effect: &Effect| matches!(effect, Effect::Ask(Query::Draft { session }) if *session == other);
    assert!(
        harness.effects.iter().any(wants_draft),
        "its draft comes with it"
    );
    let answer = protocol::approval::Answer {
        question: answered,
        shown: protocol::ids::ContentHash::of(b""),
        decision: protocol::approval::Decision::Yes,
        by: protocol::approval::AnsweredBy::Key,
    };
    let summary = "it was asked".to_owned();
    harness.fact_of(
        other,
        EventKind::QuestionAnswered {
            answer,
            summary: Notice::text(summary),
        },
    );
    assert_eq!(harness.app.model().sessions.session(), Some(session()));
}

#[test]
fn of_sessions_with_one_name_the_user_chooses() {
    let mut harness = TuiHarness::furnished(120, 30);
    let (one, other) = (Uuid::from_u128(21), Uuid::from_u128(22));
    for letter in "/session load twin".chars() {
        let text = letter.to_string();
        harness.press(if letter == ' ' { "Space" } else { &text });
    }
    harness.press("Enter");
    let sessions = [one, other].map(|id| summary(SessionId(id), "twin"));
    let sessions = sessions.to_vec();
    harness
        .app
        .reply(&Query::Sessions, Reply::Sessions { sessions });
    harness.collect();
    let text = harness.text();
    assert!(
        text.contains("several sessions are called `twin`"),
        "{text}"
    );
    let opens = |order: &Command| matches!(order, Command::OpenSession { .. });
    assert!(!harness.orders().iter().any(opens), "none is opened");
    assert!(harness.app.model().dialogs.shows::<SessionList>());
}

#[test]
fn what_is_typed_over_a_question_of_another_session_stays_in_one_draft() {
    let (mut harness, other) = with_second(120, 30);
    harness.press("Ctrl+X k");
    let question = protocol::approval::Question {
        id: QuestionId(Uuid::from_u128(5)),
        session: other,
        ..prompts::prompt()
    };
    harness.fact_of(other, EventKind::QuestionOpened { question });
    harness.press("F2");
    harness.key_now("z");
    harness.key_now("z");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!((tab.facts.id, tab.editor.text().as_str()), (other, "zz"));
}
