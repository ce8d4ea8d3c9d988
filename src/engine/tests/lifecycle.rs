//! The life of sessions: the archive, settings, deletion, forks.

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use crate::testing::harness::{Harness, SESSION, settings};
use crate::{Effect, EngineConfig, Outcome};
use notice::{Notice, notice};
use policy::state;
use protocol::approval::Mode;
use protocol::command::{Command, CommandKind};
use protocol::event::EventKind;
use protocol::ids::{SessionId, WorkspaceId};
use protocol::session::{
    DeletePolicy, Fork, ForkAt, SessionSnapshot, SessionStatus, SessionSummary, SettingsChange,
};
use protocol::usage::Usage;

const NEW: SessionId = SessionId(Uuid::from_u128(77));

fn archive() -> Command {
    Command::ArchiveSession { session: SESSION }
}

fn delete(how: DeletePolicy) -> Command {
    Command::DeleteSession {
        session: SESSION,
        how,
    }
}

fn rename(name: &str) -> Command {
    Command::RenameSession {
        session: SESSION,
        name: name.to_owned(),
    }
}

fn snapshot(id: SessionId) -> SessionSnapshot {
    SessionSnapshot {
        summary: SessionSummary {
            id,
            workspace: WorkspaceId("w".to_owned()),
            settings: settings(Mode::Review),
            status: SessionStatus::Idle,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
            messages: 0,
            usage: Usage::default(),
            duration_ms: 0,
            pid: None,
            last_error: None,
            about: String::new(),
        },
        policy: state::initial(Mode::Review, Vec::new()),
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

fn load(harness: &mut Harness, id: SessionId) {
    harness.outcome(Outcome::SessionLoaded {
        snapshot: Box::new(snapshot(id)),
        review: Box::default(),
        recovered: Default::default(),
    });
}

/// Returns why the last command was rejected.
fn refusal(harness: &Harness) -> String {
    match harness.events.last().map(|event| &event.fact) {
        Some(EventKind::CommandRejected { reason, .. }) => reason.to_string(),
        other => panic!("nothing was refused: {other:?}"),
    }
}

fn facts(harness: &Harness) -> impl DoubleEndedIterator<Item = &EventKind> {
    harness.events.iter().map(|event| &event.fact)
}

fn status(harness: &Harness) -> SessionStatus {
    let mut said = facts(harness).rev().filter_map(|fact| match fact {
        EventKind::SessionStatusChanged { status, .. } => Some(*status),
        _ => None,
    });
    said.next().unwrap()
}

#[test]
fn what_is_in_the_archive_is_read_only_until_it_is_taken_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.command(archive());
    assert_eq!(status(&harness), SessionStatus::Archived);
    harness.send("hello");
    assert!(refusal(&harness).contains("/session unarchive"));
    harness.command(archive());
    assert!(refusal(&harness).contains("already"));
    harness.command(rename("kept"));
    assert!(
        matches!(facts(&harness).last(), Some(EventKind::SessionChanged { settings }) if settings.name == "kept")
    );
    let unarchive = || Command::UnarchiveSession { session: SESSION };
    harness.command(unarchive());
    assert_eq!(status(&harness), SessionStatus::Idle);
    harness.command(unarchive());
    assert!(refusal(&harness).contains("not archived"));
    harness.send("hello");
    assert_eq!(status(&harness), SessionStatus::Running);
}

#[test]
fn a_session_that_runs_is_neither_archived_nor_set_nor_deleted() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("hello");
    harness.command(archive());
    assert!(refusal(&harness).contains("a run is going on"));
    let change = SettingsChange {
        extra_prompt: Some("be brief".to_owned()),
        ..SettingsChange::default()
    };
    let configure = |change| Command::ConfigureSession {
        session: SESSION,
        change,
    };
    harness.command(configure(change.clone()));
    assert!(refusal(&harness).contains("a run is going on"));
    harness.command(delete(DeletePolicy::Carefully));
    assert!(refusal(&harness).contains("--force"));
    harness.says("done");
    harness.command(configure(change));
    assert!(
        matches!(facts(&harness).last(), Some(EventKind::SessionChanged { settings }) if settings.extra_prompt == "be brief")
    );
    let long = SettingsChange {
        name: Some("x".repeat(65)),
        ..SettingsChange::default()
    };
    harness.command(configure(long));
    assert!(refusal(&harness).contains("64 letters"));
}

#[test]
fn settings_are_changed_together_and_said_once() {
    let mut harness = Harness::new(Mode::Review);
    let before = harness.events.len();
    harness.command(Command::ConfigureSession {
        session: SESSION,
        change: SettingsChange {
            name: Some(" other ".to_owned()),
            cwd: None,
            extra_prompt: None,
            provider: Some("openai".to_owned()),
            model: Some("m".to_owned()),
            mode: Some(Mode::Plan),
            effort: None,
        },
    });
    let said: Vec<&EventKind> = facts(&harness).skip(before).collect();
    let [
        EventKind::SessionChanged { settings },
        EventKind::PolicyChanged { policy },
    ] = said.as_slice()
    else {
        panic!("{said:?}");
    };
    assert_eq!(
        (settings.name.as_str(), settings.mode),
        ("other", Mode::Plan)
    );
    assert_eq!(
        (settings.provider.as_str(), settings.model.as_str()),
        ("openai", "m")
    );
    assert_eq!(policy.mode, Mode::Plan);
}

fn to_folder(folder: &str) -> SettingsChange {
    SettingsChange {
        cwd: Some(folder.into()),
        ..SettingsChange::default()
    }
}

#[test]
fn a_folder_is_looked_at_before_it_is_set_and_not_set_while_a_run_goes_on() {
    let mut harness = Harness::new(Mode::Review);
    let configure = |session, change| Command::ConfigureSession { session, change };
    let before = harness.events.len();
    harness.command(configure(SESSION, to_folder("crates/a")));
    assert_eq!(harness.events.len(), before, "nothing is changed yet");
    let looks =
        |harness: &Harness| matches!(harness.effects.last(), Some(Effect::ResolveFolder { .. }));
    assert!(looks(&harness));
    harness.outcome(Outcome::FolderResolved {
        session: SESSION,
        result: Err(notice!("told-no-folder", path = "crates/a")),
    });
    assert!(refusal(&harness).contains("no folder"));
    let found = || Outcome::FolderResolved {
        session: SESSION,
        result: Ok(to_folder("/shop/crates/a")),
    };
    harness.send("hello");
    harness.outcome(found());
    assert!(refusal(&harness).contains("a run is going on"));
    harness.says("done");
    harness.outcome(found());
    assert!(
        matches!(facts(&harness).last(), Some(EventKind::SessionChanged { settings }) if settings.cwd == std::path::Path::new("/shop/crates/a"))
    );
}

#[test]
fn a_session_that_is_not_open_is_opened_for_a_folder_only_when_that_is_there() {
    let mut harness = Harness::new(Mode::Review);
    let change = to_folder("sub");
    harness.command(Command::ConfigureSession {
        session: NEW,
        change,
    });
    assert!(
        !harness
            .effects
            .contains(&Effect::LoadSession { session: NEW })
    );
    let result = Ok(to_folder("/shop/sub"));
    harness.outcome(Outcome::FolderResolved {
        session: NEW,
        result,
    });
    assert_eq!(
        harness.effects.last(),
        Some(&Effect::LoadSession { session: NEW })
    );
    load(&mut harness, NEW);
    let said: Vec<&EventKind> = facts(&harness).rev().take(2).collect();
    let [
        EventKind::SessionClosed,
        EventKind::SessionChanged { settings },
    ] = said[..]
    else {
        panic!("{said:?}");
    };
    assert_eq!(settings.cwd, std::path::Path::new("/shop/sub"));
}

#[test]
fn a_forced_deletion_waits_for_what_runs_to_end() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("go");
    harness.calls(&[("shell_exec", json!({ "command": "make" }))]);
    harness.prepared(1);
    harness.command(delete(DeletePolicy::Forced));
    let deleted = |harness: &Harness| facts(harness).any(|fact| *fact == EventKind::SessionDeleted);
    assert!(!deleted(&harness), "the command has not ended yet");
    assert!(
        harness
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::CancelCall { .. }))
    );
    harness.send("more");
    assert!(refusal(&harness).contains("being deleted"));
    harness.finished(1);
    let last: Vec<&EventKind> = facts(&harness).rev().take(1).collect();
    assert_eq!(last, [&EventKind::SessionDeleted]);
    assert_eq!(
        harness.effects.last(),
        Some(&Effect::ReleaseSession { session: SESSION })
    );
    harness.send("hello?");
    assert!(refusal(&harness).contains("no such session"));
}

#[test]
fn an_order_about_a_session_that_is_not_open_opens_it_for_a_moment() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(archive());
    harness.command(rename("kept"));
    assert_eq!(harness.effects, [Effect::LoadSession { session: SESSION }]);
    load(&mut harness, SESSION);
    assert_eq!(status(&harness), SessionStatus::Archived);
    assert_eq!(facts(&harness).last(), Some(&EventKind::SessionClosed));
    assert_eq!(
        harness.effects.last(),
        Some(&Effect::ReleaseSession { session: SESSION })
    );
    // A command opened the session in between, so it stays open.
    harness.command(rename("again"));
    harness.command(Command::OpenSession { session: SESSION });
    load(&mut harness, SESSION);
    assert!(matches!(
        facts(&harness).last(),
        Some(EventKind::SessionChanged { .. })
    ));
    harness.send("hello");
    assert_eq!(status(&harness), SessionStatus::Running);
}

#[test]
fn an_order_about_a_session_that_cannot_be_had_says_why_once() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(delete(DeletePolicy::Forced));
    let reason = Notice::text("the session is open in another process (pid 7)");
    let session = SESSION;
    harness.outcome(Outcome::SessionNotLoaded { session, reason });
    assert_eq!(
        refusal(&harness),
        "the session is open in another process (pid 7)"
    );
    assert_eq!(harness.events.len(), 1);
}

#[test]
fn a_session_that_is_opened_for_a_moment_stays_where_another_one_began_to_work_in_it() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(rename("kept"));
    harness.send("hello");
    load(&mut harness, SESSION);
    assert_eq!(status(&harness), SessionStatus::Running);
    assert!(
        !facts(&harness).any(|fact| *fact == EventKind::SessionClosed),
        "the run has its session"
    );
    let release = Effect::ReleaseSession { session: SESSION };
    assert!(!harness.effects.contains(&release));
    harness.says("hello to you");
    assert_eq!(status(&harness), SessionStatus::Idle);
}

#[test]
fn what_waited_for_a_session_that_cannot_be_had_is_refused_too() {
    let mut harness = Harness::empty(EngineConfig::default());
    harness.command(rename("kept"));
    harness.send("hello");
    let reason = notice!("told-no-session-id");
    let session = SESSION;
    harness.outcome(Outcome::SessionNotLoaded { session, reason });
    let refused: Vec<CommandKind> = facts(&harness)
        .filter_map(|fact| match fact {
            EventKind::CommandRejected { command, .. } => Some(*command),
            _ => None,
        })
        .collect();
    assert_eq!(
        refused,
        [CommandKind::OpenSession, CommandKind::SendMessage]
    );
}

#[test]
fn a_fork_is_a_fact_first_and_is_opened_then() {
    let mut harness = Harness::new(Mode::Review);
    let at = ForkAt::End;
    harness.command(Command::ForkSession {
        session: SESSION,
        new: NEW,
        at,
    });
    let mut settings = settings(Mode::Review);
    settings.known_as.insert("claude".into(), "its id".into());
    let fork = Fork {
        from: SESSION,
        through: None,
        settings,
        policy: state::initial(Mode::Review, Vec::new()),
        context: Vec::new(),
        tasks: Default::default(),
        compactions: Vec::new(),
    };
    harness.outcome(Outcome::ForkRead {
        session: SESSION,
        new: NEW,
        result: Ok(Box::new(fork)),
    });
    let Some(EventKind::SessionForked { fork }) = facts(&harness).last() else {
        panic!("{:?}", harness.events.last());
    };
    assert_eq!(fork.settings.name, "demo (fork)");
    assert!(fork.settings.known_as.is_empty(), "no provider knows it");
    assert_eq!(harness.events.last().unwrap().session, NEW);
    assert_eq!(
        harness.effects.last(),
        Some(&Effect::LoadSession { session: NEW })
    );
    load(&mut harness, NEW);
    assert!(matches!(
        facts(&harness).last(),
        Some(EventKind::SessionOpened { .. })
    ));
    harness.outcome(Outcome::ForkRead {
        session: SESSION,
        new: SessionId(Uuid::from_u128(78)),
        result: Err(Notice::text("there is no such message")),
    });
    assert_eq!(refusal(&harness), "there is no such message");
}
