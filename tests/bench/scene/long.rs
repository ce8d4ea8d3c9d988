//! A conversation of 10,000 messages, put into the store as the program itself does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use policy::state::initial;
use protocol::approval::Mode;
use protocol::event::{Event, EventKind};
use protocol::ids::{MessageId, Seq, SessionId};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::SessionSettings;
use store::{Batch, Store, StoreLocation as StorePlace};
use uuid::Uuid;
use workspace::root::{detect, workspace_id};

use super::stream::type_in_floods;
use crate::bench_harness::{BenchHarness, is_drawn, shows};
use crate::harness::Session;
use crate::keys::Typist;
use crate::process;
use crate::report::{Report, median};

/// Number of messages.
const MESSAGES: usize = 10_000;

/// Number of starts: a single one says little.
const OPENED: usize = 11;

/// Messages per commit.
const AT_ONCE: usize = 1_000;

/// Text of the last message.
const LAST: &str = "the last message of all";

pub fn run(report: &mut Report) {
    let harness = BenchHarness::new();
    store_messages(&harness);
    let (frames, shown): (Vec<Duration>, Vec<Duration>) = (0..OPENED)
        .map(|_| {
            let (session, frame, shown) = open(&harness);
            drop(session);
            (frame, shown)
        })
        .unzip();
    report.promised("first frame, p50", "ms", median(&frames), 15.0);
    report.promised(
        "the last of 10,000 messages on screen, p50",
        "ms",
        median(&shown),
        500.0,
    );
    let (mut session, ..) = open(&harness);
    session.wait_for_quiet("the start is over", Duration::from_millis(500));
    report.noted("memory when opened", "MiB", process::memory(session.pid()));
    let mut typist = Typist::begin(&mut session);
    typist.type_keys(&mut session, 300);
    let times = typist.end(&mut session);
    report.times("key to echo below 10,000 messages", &times, 2.0);
    let times = type_in_floods(&harness, &mut session, 12);
    report.times("key to echo below 10,000 messages in a flood", &times, 8.0);
    report.noted(
        "memory after 12 floods",
        "MiB",
        process::memory(session.pid()),
    );
}

/// Opens the conversation; returns when the first frame and the last message appeared.
fn open(harness: &BenchHarness) -> (Session, Duration, Duration) {
    let begun = Instant::now();
    let mut session = harness.start(&["--continue"]);
    let frame = session.time_of("the first frame", is_drawn) - begun;
    let shown = session.time_of(LAST, |screen| shows(screen, LAST)) - begun;
    (session, frame, shown)
}

fn store_messages(harness: &BenchHarness) {
    let root = detect(&harness.place.work()).root;
    let folder = StorePlace::Folder(root.join(".agentichat"));
    let opened = Store::open(folder, &workspace_id(&root)).expect("a store");
    let session = SessionId(Uuid::now_v7());
    let settings = SessionSettings {
        name: "long".to_owned(),
        cwd: root,
        agent: "build".to_owned(),
        provider: "openai".to_owned(),
        model: "bench".to_owned(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    };
    let created = EventKind::SessionCreated {
        settings,
        policy: initial(Mode::Review, Vec::new()),
    };
    let messages = (1..=MESSAGES).map(|number| EventKind::MessageAdded {
        message: message(session, number),
    });
    let facts: Vec<EventKind> = std::iter::once(created).chain(messages).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let mut seq = opened.last_seq.0;
    for facts in facts.chunks(AT_ONCE) {
        let events = facts.iter().map(|fact| {
            seq += 1;
            Arc::new(Event {
                seq: Some(Seq(seq)),
                at: Timestamp::now(),
                session,
                run: None,
                fact: fact.clone(),
            })
        });
        let batch = Batch {
            events: events.collect(),
            ..Batch::default()
        };
        runtime
            .block_on(opened.store.commit(batch))
            .expect("it is stored");
    }
}

/// Returns alternating user messages and answers.
fn message(session: SessionId, number: usize) -> Message {
    let (role, text) = match number {
        MESSAGES => (Role::Assistant, LAST.to_owned()),
        _ if number % 2 == 1 => (Role::User, format!("What does part {number} do, and why?")),
        _ => (Role::Assistant, answer(number)),
    };
    Message {
        id: MessageId(Uuid::now_v7()),
        session,
        run: None,
        at: Timestamp::now(),
        role,
        blocks: vec![Block::Text { text }],
        state: MessageState::Complete,
        model: (role == Role::Assistant).then(|| "openai/bench".to_owned()),
        usage: None,
    }
}

fn answer(number: usize) -> String {
    format!(
        "Part {number} reads **what came before** and keeps it:\n\n```rust\nfn part_{number}(text: \
         &str) -> usize {{\n    text.lines().count() + {number}\n}}\n```\n\n- it is called once\n- \
         nothing else depends on it, so it can be changed without looking at the other parts\n"
    )
}
