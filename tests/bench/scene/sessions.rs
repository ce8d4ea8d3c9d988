//! 1,000 sessions of one workspace: list and search queries to the store.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;
use policy::state::initial;
use protocol::approval::Mode;
use protocol::event::{Event, EventKind};
use protocol::ids::{MessageId, Seq, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::SessionSettings;
use protocol::session_list::SessionFilter;
use store::{Batch, Store, StoreLocation};
use tokio::runtime::Runtime;
use uuid::Uuid;
use workspace::root::workspace_id;

use crate::report::{Report, milliseconds};

/// Number of sessions.
const SESSIONS: usize = 1_000;

/// Messages per session.
const MESSAGES: usize = 100;

/// Repetitions of each query.
const TIMES: usize = 20;

pub fn run(report: &mut Report) {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = Runtime::new().expect("a runtime");
    let id = workspace_id(folder.path());
    let place = StoreLocation::Folder(folder.path().join(".agentichat"));
    let opened = Store::open(place, &id).expect("a store");
    fill(&opened.store, &runtime);
    let mut listed = Vec::new();
    let mut searched = Vec::new();
    for _ in 0..TIMES {
        let begun = Instant::now();
        let all = opened.store.sessions_that(SessionFilter::All, Vec::new());
        let rows = runtime.block_on(all).expect("a list");
        assert_eq!(rows.len(), SESSIONS);
        listed.push(begun.elapsed());
        let begun = Instant::now();
        let search = opened.store.search_sessions("part 77".to_owned(), 50);
        let hits = runtime.block_on(search).expect("an answer");
        assert_eq!(hits.len(), 50);
        searched.push(begun.elapsed());
    }
    report.times("1,000 sessions of 100 messages listed", &listed, 100.0);
    searched.sort_unstable();
    let middle = searched.get(TIMES / 2).copied().unwrap_or_default();
    report.noted("100,000 messages searched, p50", "ms", milliseconds(middle));
}

fn fill(store: &Store, runtime: &Runtime) {
    let mut seq = 0;
    for number in 0..SESSIONS {
        let session = SessionId(Uuid::now_v7());
        let created = EventKind::SessionCreated {
            settings: settings(number),
            policy: initial(Mode::Review, Vec::new()),
        };
        let messages = (1..=MESSAGES).map(|part| message(session, part));
        let facts = std::iter::once(created).chain(messages);
        let events = facts.map(|fact| {
            seq += 1;
            Arc::new(Event {
                seq: Some(Seq(seq)),
                at: Timestamp::now(),
                session,
                run: None,
                fact,
            })
        });
        let batch = Batch {
            events: events.collect(),
            ..Batch::default()
        };
        runtime.block_on(store.commit(batch)).expect("it is stored");
    }
}

fn settings(number: usize) -> SessionSettings {
    SessionSettings {
        name: format!("session {number}"),
        cwd: "/shop".into(),
        agent: "build".to_owned(),
        provider: "openai".to_owned(),
        model: "bench".to_owned(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

fn message(session: SessionId, part: usize) -> EventKind {
    let role = if part % 2 == 1 {
        Role::User
    } else {
        Role::Assistant
    };
    let text =
        format!("Part {part} reads what came before, keeps it, and says what is to be done next.");
    EventKind::MessageAdded {
        message: Message {
            id: MessageId(Uuid::now_v7()),
            session,
            run: None,
            at: Timestamp::now(),
            role,
            blocks: vec![Block::Text { text }],
            state: MessageState::Complete,
            model: None,
            usage: None,
        },
    }
}
