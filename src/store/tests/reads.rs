//! Tests of reads: windows, events of other versions, questions, changes, and a long session.

use std::time::{Duration, Instant};

use uuid::Uuid;

use super::fold::{answer, call, prompt, usage};
use super::{Harness, commit, created, event, events, memory, message, session, wait};
use notice::Notice;
use protocol::call::{CallResult, ToolClass};
use protocol::event::EventKind;
use protocol::ids::{ContentHash, MessageId, RunId, Seq};
use protocol::interrupted::{InterruptedCall, InterruptedRun};
use protocol::message::{Message, Role};
use protocol::session::SessionStatus;

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

#[test]
fn events_come_in_windows_and_unknown_kinds_are_passed_over() {
    let store = memory();
    let line = |text: &str| EventKind::InputRemembered { text: text.into() };
    commit(&store, 1, session(1), vec![line("a"), line("b"), line("c")]);
    commit(&store, 4, session(2), vec![line("d")]);
    wait(store.writer.run(|connection| {
        Ok(connection.execute(
            "UPDATE events SET body = replace(body, 'history.added', 'from.the.future')
             WHERE seq = 2",
            [],
        )?)
    }))
    .unwrap();
    let numbers = |found: Vec<protocol::event::Event>| -> Vec<u64> {
        found
            .iter()
            .filter_map(|event| event.seq)
            .map(|seq| seq.0)
            .collect()
    };
    assert_eq!(
        numbers(wait(store.events_after(Seq(0), 2)).unwrap()),
        [1, 3]
    );
    assert_eq!(numbers(wait(store.events_after(Seq(3), 9)).unwrap()), [4]);
    assert_eq!(wait(store.history(2)).unwrap(), ["c", "d"]);
}

#[test]
fn a_session_that_died_is_found_with_its_run_and_the_calls_whose_outcome_nobody_knows() {
    let store = memory();
    let the_run = RunId(id(50));
    let run = Some(the_run);
    let requested = |number| EventKind::CallRequested {
        message: MessageId(id(60)),
        call: call(number),
    };
    let started = |number| EventKind::CallStarted {
        call: call(number).id,
        allowed_by: Notice::text("mode"),
    };
    let done = CallResult {
        call: call(1).id,
        provider_id: "p".into(),
        tool: "read_file".into(),
        ok: true,
        content: serde_json::json!({"success": true}),
        summary: Notice::text("read"),
        error: None,
        duration_ms: 1,
    };
    let facts = vec![
        created("one"),
        EventKind::RunStarted {
            message: MessageId(id(60)),
        },
        EventKind::SessionStatusChanged {
            status: SessionStatus::Running,
            error: None,
        },
        requested(1),
        requested(2),
        requested(3),
        started(1),
        started(2),
        EventKind::CallCompleted {
            message: MessageId(Uuid::from_u128(900)),
            result: done,
        },
    ];
    let numbered = (1..).zip(facts);
    let batch = numbered.map(|(seq, fact)| event(seq, session(1), run, fact));
    store.commit_blocking(events(batch.collect())).unwrap();
    assert_eq!(wait(store.at_work()).unwrap(), [session(1)]);
    let class_of = |_: &str| ToolClass::Text;
    let left = |number, begun| InterruptedCall {
        call: call(number),
        class: ToolClass::Text,
        begun,
    };
    let expected = InterruptedRun {
        run: the_run,
        calls: vec![left(2, true), left(3, false)],
        checkpoint: None,
        kept: Vec::new(),
        files: Vec::new(),
    };
    let found = || wait(store.interrupted_run(session(1), class_of)).unwrap();
    assert_eq!(found(), Some(expected));
    let over = EventKind::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    };
    commit(&store, 20, session(1), vec![over]);
    assert_eq!(wait(store.at_work()).unwrap(), []);
}

#[test]
fn every_prompt_is_kept_with_its_answer() {
    let store = memory();
    let facts = vec![
        created("one"),
        EventKind::QuestionOpened {
            question: prompt(session(1), 1),
        },
        EventKind::ClarificationOpened {
            question: prompt(session(1), 2),
        },
        EventKind::QuestionAnswered {
            answer: answer(session(1), 1),
            summary: Notice::text("ran ls"),
        },
        EventKind::QuestionTimerChanged {
            question: prompt(session(1), 2).id,
            paused: true,
        },
    ];
    commit(&store, 1, session(1), facts);
    let found = wait(store.prompts(session(1))).unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].answer, Some(answer(session(1), 1)));
    assert_eq!(found[0].summary, Some(Notice::text("ran ls")));
    assert_eq!((found[1].answer.clone(), found[1].paused), (None, true));
}

fn said(number: u128) -> EventKind {
    let message = message(session(number), 1, "hello");
    EventKind::MessageAdded { message }
}

#[test]
fn the_latest_session_is_the_one_that_changed_last_and_is_not_archived() {
    let store = memory();
    assert_eq!(wait(store.latest_session()).unwrap(), None);
    for number in 1..=3 {
        let seq = u64::try_from(number).unwrap() * 2;
        let facts = vec![created("s"), said(number)];
        commit(&store, seq, session(number), facts);
    }
    let archived = EventKind::SessionStatusChanged {
        status: SessionStatus::Archived,
        error: None,
    };
    commit(&store, 10, session(3), vec![archived]);
    let draft = |text: &str| EventKind::DraftSaved { text: text.into() };
    commit(&store, 11, session(1), vec![draft("typing is no change")]);
    assert_eq!(wait(store.latest_session()).unwrap(), Some(session(2)));
    assert_eq!(
        wait(store.draft(session(1))).unwrap(),
        "typing is no change"
    );
    let listed = wait(store.sessions()).unwrap();
    let order: Vec<_> = listed.iter().map(|row| row.id).collect();
    assert_eq!(order, [session(3), session(2), session(1)]);
}

#[test]
fn an_empty_session_is_the_latest_only_where_there_is_no_other_and_is_listed_then() {
    let store = memory();
    let listed = || {
        let rows = wait(store.sessions()).unwrap();
        rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    commit(&store, 1, session(1), vec![created("empty")]);
    assert_eq!(wait(store.latest_session()).unwrap(), Some(session(1)));
    assert_eq!(listed(), [session(1)]);
    commit(&store, 2, session(2), vec![created("used"), said(2)]);
    commit(&store, 4, session(3), vec![created("empty")]);
    assert_eq!(wait(store.latest_session()).unwrap(), Some(session(2)));
    assert_eq!(listed(), [session(2)]);
    let text = "half a thou".to_owned();
    commit(&store, 5, session(3), vec![EventKind::DraftSaved { text }]);
    assert_eq!(wait(store.latest_session()).unwrap(), Some(session(3)));
}

#[test]
fn empty_sessions_are_not_listed_unless_they_are_live() {
    let store = memory();
    commit(&store, 1, session(1), vec![created("used"), said(1)]);
    commit(&store, 3, session(2), vec![created("empty")]);
    commit(&store, 4, session(3), vec![created("live")]);
    let ids = |listed: Vec<protocol::session::SessionSummary>| {
        let ids: Vec<_> = listed.iter().map(|row| row.id).collect();
        ids
    };
    assert_eq!(ids(wait(store.sessions()).unwrap()), [session(1)]);
    let also = vec![session(3), session(9)];
    let listed = ids(wait(store.sessions_and(also)).unwrap());
    assert_eq!(listed, [session(3), session(1)]);
}

#[test]
fn a_list_tells_what_the_user_said_first_of_what_still_stands() {
    let store = memory();
    let user = |number, text: &str| EventKind::MessageAdded {
        message: Message {
            role: Role::User,
            ..message(session(1), number, text)
        },
    };
    let answer = EventKind::MessageAdded {
        message: Message {
            role: Role::Assistant,
            ..message(session(1), 1, "Hello")
        },
    };
    let about = || wait(store.sessions()).unwrap()[0].about.clone();
    let long = format!("one\n\n two\u{1b}[31m {}", "x".repeat(200));
    commit(
        &store,
        1,
        session(1),
        vec![created("a"), answer, user(2, &long), user(3, "three")],
    );
    assert!(about().starts_with("one two xxx"), "{}", about());
    assert_eq!(about().chars().count(), 120);
    let withdrawn = EventKind::MessagesWithdrawn {
        from: message(session(1), 2, "").id,
        alone: true,
    };
    commit(&store, 5, session(1), vec![withdrawn]);
    assert_eq!(about(), "three");
    commit(&store, 6, session(1), vec![EventKind::SessionCleared]);
    assert_eq!(about(), "");
}

#[test]
fn a_session_of_ten_thousand_messages_loads_at_once() {
    let harness = Harness::new();
    let store = harness.store();
    let text = "A line of an answer that is about as long as one is.\n".repeat(3);
    let facts = (1..=10_000).map(|number| {
        let mut message = message(session(1), number, &text);
        message.usage = Some(usage(3));
        EventKind::MessageAdded { message }
    });
    commit(
        &store,
        1,
        session(1),
        std::iter::once(created("long")).chain(facts).collect(),
    );
    let begun = Instant::now();
    let snapshot = wait(store.session(session(1))).unwrap().unwrap();
    let took = begun.elapsed();
    assert_eq!(snapshot.messages.len(), 10_000);
    println!("10,000 messages in {took:?}");
    // The limit holds without optimization; the product is several times faster. A scan per message
    // would take minutes.
    assert!(took < Duration::from_secs(3), "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_waits_on_its_thread_has_every_answer_however_many_it_asks_for() {
    let store = memory();
    let hash = ContentHash::of(b"nobody has it");
    for _ in 0..1_000 {
        assert_eq!(store.get_blob_blocking(&hash).unwrap(), None);
    }
}
