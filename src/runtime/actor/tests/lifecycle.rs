//! Tests of the life of sessions through the whole program: forks, exports and imports,
//! the archive, deletion.

use super::harness::{
    ActorHarness, HarnessSetup, calls, in_lines, next_event, read, says, shell, write,
};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::ids::{Seq, SessionId, TerminalId};
use protocol::message::{Message, Role};
use protocol::presence::Presence;
use protocol::query::{Query, Reply};
use protocol::review::{ReviewBase, ReviewCommand, ReviewQuery, ReviewReply};
use protocol::session::{DeletePolicy, ForkAt, SessionSnapshot, SettingsChange};
use protocol::session_list::{ListScope, SessionFilter};
use store::lock::SessionLock;

fn new() -> SessionId {
    SessionId(uuid::Uuid::now_v7())
}

/// Sets up a session in which a file was read and talked about: four messages.
async fn talked() -> ActorHarness {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", "alpha\n");
    harness.provider.answer(calls(&[read("a.txt")]));
    harness
        .completed_run("what is in a.txt?", says("alpha it is"))
        .await;
    harness
}

fn roles(snapshot: &SessionSnapshot) -> Vec<Role> {
    snapshot
        .messages
        .iter()
        .map(|message| message.role)
        .collect()
}

#[tokio::test]
async fn a_fork_goes_on_from_its_message_and_the_first_session_stays() {
    let mut harness = talked().await;
    let (session, fork) = (harness.session, new());
    // The second message is a call: the fork includes its result.
    let at = ForkAt::Number { number: 2 };
    harness.command(Command::ForkSession {
        session,
        new: fork,
        at,
    });
    let snapshot = harness.opened().await;
    assert_eq!(snapshot.summary.id, fork);
    assert_eq!(roles(&snapshot), [Role::User, Role::Assistant, Role::Tool]);
    assert_eq!(snapshot.summary.settings.name, "demo (fork)");
    harness.provider.answer(says("another way"));
    harness.command(Command::SendMessage {
        session: fork,
        text: "try another way".to_owned(),
    });
    harness.event("job.completed").await;
    let requests = harness.provider.requests();
    let told: Vec<Role> = requests[2]
        .messages
        .iter()
        .map(|message| message.role)
        .collect();
    assert_eq!(told, [Role::User, Role::Assistant, Role::Tool, Role::User]);
    let kept = |id| harness.store.session(id);
    assert_eq!(kept(session).await.unwrap().unwrap().messages.len(), 4);
    let forked = kept(fork).await.unwrap().unwrap();
    let texts: Vec<String> = forked.messages.iter().map(Message::plain_text).collect();
    assert_eq!(texts[3..], ["try another way", "another way"]);
    let at = ForkAt::Number { number: 9 };
    harness.command(Command::ForkSession {
        session,
        new: new(),
        at,
    });
    assert!(harness.refusal().await.contains("4 messages"));
}

#[tokio::test]
async fn an_export_is_imported_as_another_session_with_the_same_words() {
    let mut harness = talked().await;
    let session = harness.session;
    let path = |name: &str| Some(name.into());
    for name in ["out.json", "out.md"] {
        harness.command(Command::ExportSession {
            session,
            path: path(name),
        });
        harness.event("notice").await;
    }
    let shown = harness.disk("out.md");
    assert!(
        shown.contains("## 4 · Agent") && shown.contains("alpha it is"),
        "{shown}"
    );
    let copy = new();
    harness.command(Command::ImportSession {
        session,
        new: copy,
        path: "out.json".into(),
    });
    let snapshot = harness.opened().await;
    assert_eq!(snapshot.summary.id, copy);
    let first = harness.store.session(session).await.unwrap().unwrap();
    let texts = |of: &SessionSnapshot| -> Vec<String> {
        of.messages.iter().map(Message::plain_text).collect()
    };
    assert_eq!(texts(&snapshot), texts(&first));
    assert_ne!(
        snapshot.messages[0].id, first.messages[0].id,
        "it was taken"
    );
    harness.provider.answer(says("still alpha"));
    harness.command(Command::SendMessage {
        session: copy,
        text: "and now?".to_owned(),
    });
    harness.event("job.completed").await;
    let text = harness.disk("out.json");
    let broken = text.replacen("\"assistant\"", "\"nobody\"", 1);
    harness.put("bad.json", broken);
    let before = harness.store.sessions().await.unwrap().len();
    harness.command(Command::ImportSession {
        session,
        new: new(),
        path: "bad.json".into(),
    });
    let reason = harness.refusal().await;
    assert!(reason.contains("/messages/1/role, line"), "{reason}");
    harness.idle().await;
    assert_eq!(harness.store.sessions().await.unwrap().len(), before);
}

#[tokio::test]
async fn a_session_that_is_not_open_is_archived_and_deleted_and_left_free() {
    let harness = talked().await;
    let mut harness = harness.next_process().await;
    let session = harness.session;
    harness.command(Command::ArchiveSession { session });
    harness.event("session.closed").await;
    let query = Query::SessionList {
        filter: SessionFilter::Archived,
        scope: ListScope::Workspace,
    };
    let reply = harness.query(query).await;
    let Reply::SessionList { groups } = reply else {
        panic!("{reply:?}");
    };
    assert_eq!(groups[0].sessions[0].id, session);
    harness.idle().await;
    let folder = harness.database().parent().unwrap().to_path_buf();
    let lock = SessionLock::acquire(&folder, session).expect("it was given back");
    let how = DeletePolicy::Carefully;
    harness.command(Command::DeleteSession { session, how });
    let reason = harness.refusal().await;
    assert!(reason.contains("another process (pid"), "{reason}");
    drop(lock);
    harness.command(Command::DeleteSession { session, how });
    harness.event("session.deleted").await;
    harness.idle().await;
    assert_eq!(harness.store.session(session).await.unwrap(), None);
}

/// Returns the settings as published last.
async fn set(harness: &mut ActorHarness) -> protocol::session::SessionSettings {
    match harness.event("session.changed").await.fact {
        EventKind::SessionChanged { settings } => settings,
        other => panic!("{other:?}"),
    }
}

fn to_folder(folder: impl Into<std::path::PathBuf>) -> SettingsChange {
    SettingsChange {
        cwd: Some(folder.into()),
        ..SettingsChange::default()
    }
}

#[tokio::test]
async fn a_session_works_in_another_folder_of_the_workspace_and_in_none_outside() {
    let mut harness = ActorHarness::new(Mode::Passthrough).await;
    let root = harness.root();
    std::fs::create_dir_all(root.join("crates/a")).unwrap();
    std::fs::write(root.join("crates/a/only-here.txt"), "x").unwrap();
    std::os::unix::fs::symlink("/tmp", root.join("out")).unwrap();
    let session = harness.session;
    let configure = |change| Command::ConfigureSession { session, change };
    for (outside, words) in [
        ("..", "inside the workspace"),
        ("/tmp", "inside the workspace"),
        ("out", "inside the workspace"),
        ("nowhere", "no folder `nowhere`"),
        ("crates/a/only-here.txt", "no folder"),
    ] {
        harness.command(configure(to_folder(outside)));
        let reason = harness.refusal().await;
        assert!(reason.contains(words), "{outside}: {reason}");
    }
    harness.command(configure(to_folder("crates/a")));
    assert_eq!(set(&mut harness).await.cwd, root.join("crates/a"));
    harness.provider.answer(calls(&[shell("ls")]));
    harness.completed_run("look", says("there it is")).await;
    let requests = harness.provider.requests();
    let system = format!("{:?}", requests[0].system);
    assert!(
        system.contains("You work in the folder `crates/a`"),
        "{system}"
    );
    let told = format!("{:?}", requests[1].messages);
    assert!(told.contains("only-here.txt"), "{told}");
    // The user's own commands also start there, and the root is named.
    harness.command(Command::RunShell {
        session,
        command: "pwd".into(),
    });
    let done = harness.event("tool.call.completed").await;
    assert!(
        format!("{:?}", done.fact).contains("/crates/a"),
        "{:?}",
        done.fact
    );
    harness.idle().await;
    harness.command(configure(to_folder(".")));
    assert_eq!(set(&mut harness).await.cwd, root);
}

#[tokio::test]
async fn what_was_decided_goes_along_with_an_export_and_is_only_read_where_it_is_imported() {
    let harness = ActorHarness::new(Mode::Review).await;
    let root = harness.root();
    std::fs::write(root.join("a.txt"), "alpha\n").unwrap();
    harness.provider.answer(calls(&[read("a.txt")]));
    harness.provider.answer(calls(&[write("a.txt", "beta\n")]));
    harness.exchange("change it", says("staged")).await;
    let session = harness.session;
    harness.command(Command::ExportSession {
        session,
        path: Some("out.json".into()),
    });
    harness.idle().await;
    let changes =
        |harness: &ActorHarness, session| harness.handle.query(Query::Changes { session }).unwrap();
    let own = match changes(&harness, session).await.unwrap() {
        Reply::Lines { lines } => in_lines(&lines),
        other => panic!("{other:?}"),
    };
    assert!(
        own.contains("| `a.txt` |") && own.contains("1 pending (not on the disk)"),
        "{own}"
    );
    let imported = new();
    harness.command(Command::ImportSession {
        session,
        new: imported,
        path: "out.json".into(),
    });
    harness.idle().await;
    let there = match changes(&harness, imported).await.unwrap() {
        Reply::Lines { lines } => in_lines(&lines),
        other => panic!("{other:?}"),
    };
    assert!(
        there.contains("**Before the import**") && there.contains("1 pending"),
        "{there}"
    );
    // This query does not take part in the review that applies and rollbacks are made from.
    let question = ReviewQuery::Files {
        since: ReviewBase::Open,
    };
    let review = |session| Query::Review {
        session,
        question: question.clone(),
    };
    let reply = harness.query(review(imported)).await;
    let Reply::Review { answer } = reply else {
        panic!("{reply:?}");
    };
    assert!(
        matches!(&*answer, ReviewReply::Files { files, .. } if files.is_empty()),
        "{answer:?}"
    );
    harness.command(Command::Review {
        session: imported,
        order: ReviewCommand::Apply {
            files: Vec::new(),
            shown: protocol::ids::ContentHash::of(b""),
            of: protocol::review::ApplyScope::Decided,
        },
    });
    harness.idle().await;
    assert_eq!(
        std::fs::read_to_string(root.join("a.txt")).unwrap(),
        "alpha\n"
    );
}

#[tokio::test]
async fn screens_are_told_what_the_others_show_and_those_that_come_later_too() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let session = harness.session;
    let terminal = TerminalId(uuid::Uuid::from_u128(5));
    let presence = Presence {
        terminal,
        sessions: vec![session],
    };
    harness.handle.show(presence.clone()).unwrap();
    let told = |fact: EventKind| match fact {
        EventKind::TerminalsChanged { terminals } => terminals,
        other => panic!("{other:?}"),
    };
    let event = harness.event("terminals.changed").await;
    assert_eq!(told(event.fact), std::slice::from_ref(&presence));
    let mut later = harness.handle.subscribe(Seq(u64::MAX)).unwrap();
    let event = next_event(&mut later, "terminals.changed").await;
    assert_eq!(told(event.fact), [presence]);
    let sessions = Vec::new();
    harness
        .handle
        .show(Presence { terminal, sessions })
        .unwrap();
    let event = next_event(&mut later, "terminals.changed").await;
    assert_eq!(told(event.fact), []);
}

#[tokio::test]
async fn what_screens_showed_before_there_was_a_session_is_told_with_the_first() {
    let mut harness = HarnessSetup::new().start();
    let presence = Presence {
        terminal: TerminalId(uuid::Uuid::from_u128(5)),
        sessions: vec![harness.session],
    };
    harness.handle.show(presence.clone()).unwrap();
    let told = |fact: EventKind| match fact {
        EventKind::TerminalsChanged { terminals } => terminals,
        other => panic!("{other:?}"),
    };
    harness.create(Mode::Review);
    let event = harness.event("terminals.changed").await;
    assert_eq!(told(event.fact), std::slice::from_ref(&presence));
    harness.idle().await;
    // Opens the stored workspace as a process does that takes it over.
    let mut harness = harness.next_process().await;
    let session = harness.session;
    harness.handle.show(presence.clone()).unwrap();
    harness.command(Command::OpenSession { session });
    let event = harness.event("terminals.changed").await;
    assert_eq!(told(event.fact), [presence]);
}

#[tokio::test]
async fn a_list_says_which_sessions_another_process_holds() {
    let harness = ActorHarness::new(Mode::Review).await;
    let neighbour = harness.neighbour(Mode::Review).await;
    let query = Query::SessionList {
        filter: SessionFilter::All,
        scope: ListScope::Workspace,
    };
    let reply = harness.query(query).await;
    let Reply::SessionList { groups } = reply else {
        panic!("{reply:?}");
    };
    assert_eq!(
        groups[0].held,
        [neighbour.session],
        "and not those of its own"
    );
}

/// Returns the lock files of the sessions.
fn lock_files(harness: &ActorHarness) -> Vec<String> {
    let folder = harness.database().parent().unwrap().join("locks");
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.map(|file| file.file_name().into_string().unwrap());
    let is_sessions = |name: &String| name.strip_suffix(".lock").is_some_and(|id| id.len() == 36);
    names.filter(is_sessions).collect()
}

#[tokio::test]
async fn an_id_that_is_no_session_is_not_taken_and_leaves_no_lock_file() {
    let mut harness = HarnessSetup::new().start();
    let before = lock_files(&harness);
    let session = new();
    harness.command(Command::OpenSession { session });
    assert_eq!(harness.refusal().await, "no session with this id");
    let how = DeletePolicy::Forced;
    harness.command(Command::DeleteSession { session, how });
    harness.refusal().await;
    harness.idle().await;
    assert_eq!(lock_files(&harness), before);
}

#[tokio::test]
async fn a_session_that_cannot_be_read_is_free_for_others() {
    let harness = talked().await;
    let mut harness = harness.next_process().await;
    let session = harness.session;
    let other = rusqlite::Connection::open(harness.database()).unwrap();
    let damage = "UPDATE sessions SET policy = '{'";
    assert_eq!(other.execute(damage, []).unwrap(), 1);
    harness.command(Command::OpenSession { session });
    let reason = harness.refusal().await;
    harness.idle().await;
    let place = harness.database().parent().unwrap().to_path_buf();
    let lock = SessionLock::acquire(&place, session);
    lock.unwrap_or_else(|error| panic!("{reason}: {error}"));
}
