//! The life of sessions: the archive, settings, deletion, forks.

use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::world::{SESSION, World, settings};
use crate::engine::{Effect, EngineConfig, Outcome};
use crate::policy::state;
use crate::protocol::approval::Mode;
use crate::protocol::command::Command;
use crate::protocol::event::EventKind;
use crate::protocol::ids::{SessionId, WorkspaceId};
use crate::protocol::session::{
    DeletePolicy, Fork, ForkAt, SessionSnapshot, SessionStatus, SessionSummary, SettingsChange,
};
use crate::protocol::usage::Usage;

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
        compactions: Vec::new(),
        window: None,
        checkpoint: None,
    }
}

fn load(world: &mut World, id: SessionId) {
    world.outcome(Outcome::SessionLoaded {
        snapshot: Box::new(snapshot(id)),
        review: Box::default(),
        recovered: Default::default(),
    });
}

/// Returns why the last command was rejected.
fn refusal(world: &World) -> &str {
    match world.events.last().map(|event| &event.fact) {
        Some(EventKind::CommandRejected { reason, .. }) => reason,
        other => panic!("nothing was refused: {other:?}"),
    }
}

fn facts(world: &World) -> impl DoubleEndedIterator<Item = &EventKind> {
    world.events.iter().map(|event| &event.fact)
}

fn status(world: &World) -> SessionStatus {
    let mut said = facts(world).rev().filter_map(|fact| match fact {
        EventKind::SessionStatusChanged { status, .. } => Some(*status),
        _ => None,
    });
    said.next().unwrap()
}

#[test]
fn what_is_in_the_archive_is_read_only_until_it_is_taken_back() {
    let mut world = World::new(Mode::Review);
    world.command(archive());
    assert_eq!(status(&world), SessionStatus::Archived);
    world.send("hello");
    assert!(refusal(&world).contains("/session unarchive"));
    world.command(archive());
    assert!(refusal(&world).contains("already"));
    world.command(rename("kept"));
    assert!(
        matches!(facts(&world).last(), Some(EventKind::SessionChanged { settings }) if settings.name == "kept")
    );
    let unarchive = || Command::UnarchiveSession { session: SESSION };
    world.command(unarchive());
    assert_eq!(status(&world), SessionStatus::Idle);
    world.command(unarchive());
    assert!(refusal(&world).contains("not in the archive"));
    world.send("hello");
    assert_eq!(status(&world), SessionStatus::Running);
}

#[test]
fn a_session_that_runs_is_neither_archived_nor_set_nor_deleted() {
    let mut world = World::new(Mode::Review);
    world.send("hello");
    world.command(archive());
    assert!(refusal(&world).contains("a run is going on"));
    let change = SettingsChange {
        extra_prompt: Some("be brief".to_owned()),
        ..SettingsChange::default()
    };
    let configure = |change| Command::ConfigureSession {
        session: SESSION,
        change,
    };
    world.command(configure(change.clone()));
    assert!(refusal(&world).contains("a run is going on"));
    world.command(delete(DeletePolicy::Carefully));
    assert!(refusal(&world).contains("--force"));
    world.says("done");
    world.command(configure(change));
    assert!(
        matches!(facts(&world).last(), Some(EventKind::SessionChanged { settings }) if settings.extra_prompt == "be brief")
    );
    let long = SettingsChange {
        name: Some("x".repeat(65)),
        ..SettingsChange::default()
    };
    world.command(configure(long));
    assert!(refusal(&world).contains("64 letters"));
}

#[test]
fn settings_are_changed_together_and_said_once() {
    let mut world = World::new(Mode::Review);
    let before = world.events.len();
    world.command(Command::ConfigureSession {
        session: SESSION,
        change: SettingsChange {
            name: Some(" other ".to_owned()),
            cwd: None,
            extra_prompt: None,
            provider: Some("openai".to_owned()),
            model: Some("m".to_owned()),
            mode: Some(Mode::Plan),
        },
    });
    let said: Vec<&EventKind> = facts(&world).skip(before).collect();
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
    let mut world = World::new(Mode::Review);
    let configure = |session, change| Command::ConfigureSession { session, change };
    let before = world.events.len();
    world.command(configure(SESSION, to_folder("crates/a")));
    assert_eq!(world.events.len(), before, "nothing is changed yet");
    let looks = |world: &World| matches!(world.effects.last(), Some(Effect::LookAtFolder { .. }));
    assert!(looks(&world));
    world.outcome(Outcome::FolderLookedAt {
        session: SESSION,
        result: Err("there is no folder `crates/a`".to_owned()),
    });
    assert!(refusal(&world).contains("no folder"));
    let found = || Outcome::FolderLookedAt {
        session: SESSION,
        result: Ok(to_folder("/shop/crates/a")),
    };
    world.send("hello");
    world.outcome(found());
    assert!(refusal(&world).contains("a run is going on"));
    world.says("done");
    world.outcome(found());
    assert!(
        matches!(facts(&world).last(), Some(EventKind::SessionChanged { settings }) if settings.cwd == std::path::Path::new("/shop/crates/a"))
    );
}

#[test]
fn a_session_that_is_not_open_is_opened_for_a_folder_only_when_that_is_there() {
    let mut world = World::new(Mode::Review);
    let change = to_folder("sub");
    world.command(Command::ConfigureSession {
        session: NEW,
        change,
    });
    assert!(
        !world
            .effects
            .contains(&Effect::LoadSession { session: NEW })
    );
    let result = Ok(to_folder("/shop/sub"));
    world.outcome(Outcome::FolderLookedAt {
        session: NEW,
        result,
    });
    assert_eq!(
        world.effects.last(),
        Some(&Effect::LoadSession { session: NEW })
    );
    load(&mut world, NEW);
    let said: Vec<&EventKind> = facts(&world).rev().take(2).collect();
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
    let mut world = World::new(Mode::Passthrough);
    world.send("go");
    world.calls(&[("shell_exec", json!({ "command": "make" }))]);
    world.prepared(1);
    world.command(delete(DeletePolicy::Forced));
    let deleted = |world: &World| facts(world).any(|fact| *fact == EventKind::SessionDeleted);
    assert!(!deleted(&world), "the command has not ended yet");
    assert!(
        world
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::CancelCall { .. }))
    );
    world.send("more");
    assert!(refusal(&world).contains("being deleted"));
    world.finished(1);
    let last: Vec<&EventKind> = facts(&world).rev().take(1).collect();
    assert_eq!(last, [&EventKind::SessionDeleted]);
    assert_eq!(
        world.effects.last(),
        Some(&Effect::ReleaseSession { session: SESSION })
    );
    world.send("hello?");
    assert!(refusal(&world).contains("no such session"));
}

#[test]
fn an_order_about_a_session_that_is_not_open_opens_it_for_a_moment() {
    let mut world = World::empty(EngineConfig::default());
    world.command(archive());
    world.command(rename("kept"));
    assert_eq!(world.effects, [Effect::LoadSession { session: SESSION }]);
    load(&mut world, SESSION);
    assert_eq!(status(&world), SessionStatus::Archived);
    assert_eq!(facts(&world).last(), Some(&EventKind::SessionClosed));
    assert_eq!(
        world.effects.last(),
        Some(&Effect::ReleaseSession { session: SESSION })
    );
    // A command that opens the session meanwhile keeps it open.
    world.command(rename("again"));
    world.command(Command::OpenSession { session: SESSION });
    load(&mut world, SESSION);
    assert!(matches!(
        facts(&world).last(),
        Some(EventKind::SessionChanged { .. })
    ));
    world.send("hello");
    assert_eq!(status(&world), SessionStatus::Running);
}

#[test]
fn an_order_about_a_session_that_cannot_be_had_says_why_once() {
    let mut world = World::empty(EngineConfig::default());
    world.command(delete(DeletePolicy::Forced));
    let reason = "the session is open in another process (pid 7)".to_owned();
    let session = SESSION;
    world.outcome(Outcome::SessionNotLoaded { session, reason });
    assert_eq!(
        refusal(&world),
        "the session is open in another process (pid 7)"
    );
    assert_eq!(world.events.len(), 1);
}

#[test]
fn a_session_that_is_opened_for_a_moment_stays_where_another_one_began_to_work_in_it() {
    let mut world = World::empty(EngineConfig::default());
    world.command(rename("kept"));
    world.send("hello");
    load(&mut world, SESSION);
    assert_eq!(status(&world), SessionStatus::Running);
    assert!(
        !facts(&world).any(|fact| *fact == EventKind::SessionClosed),
        "the run has its session"
    );
    let release = Effect::ReleaseSession { session: SESSION };
    assert!(!world.effects.contains(&release));
    world.says("hello to you");
    assert_eq!(status(&world), SessionStatus::Idle);
}

#[test]
fn what_waited_for_a_session_that_cannot_be_had_is_refused_too() {
    let mut world = World::empty(EngineConfig::default());
    world.command(rename("kept"));
    world.send("hello");
    let reason = "there is no session with this id".to_owned();
    let session = SESSION;
    world.outcome(Outcome::SessionNotLoaded { session, reason });
    let refused: Vec<&str> = facts(&world)
        .filter_map(|fact| match fact {
            EventKind::CommandRejected { command, .. } => Some(command.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(refused, ["open_session", "send_message"]);
}

#[test]
fn a_fork_is_a_fact_first_and_is_opened_then() {
    let mut world = World::new(Mode::Review);
    let at = ForkAt::End;
    world.command(Command::ForkSession {
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
        compactions: Vec::new(),
    };
    world.outcome(Outcome::ForkLookedAt {
        session: SESSION,
        new: NEW,
        result: Ok(Box::new(fork)),
    });
    let Some(EventKind::SessionForked { fork }) = facts(&world).last() else {
        panic!("{:?}", world.events.last());
    };
    assert_eq!(fork.settings.name, "demo (fork)");
    assert!(fork.settings.known_as.is_empty(), "no provider knows it");
    assert_eq!(world.events.last().unwrap().session, NEW);
    assert_eq!(
        world.effects.last(),
        Some(&Effect::LoadSession { session: NEW })
    );
    load(&mut world, NEW);
    assert!(matches!(
        facts(&world).last(),
        Some(EventKind::SessionOpened { .. })
    ));
    world.outcome(Outcome::ForkLookedAt {
        session: SESSION,
        new: SessionId(Uuid::from_u128(78)),
        result: Err("there is no such message".to_owned()),
    });
    assert_eq!(refusal(&world), "there is no such message");
}
