//! Property tests with random facts: the tables equal the fold, whatever the batches.

use notice::Notice;
use proptest::prelude::*;
use uuid::Uuid;

use super::fold::{Fold, answer, prompt, run_id, usage};
use super::{event, memory, message, policy, session, settings, wait};
use crate::{Batch, StreamPiece};
use protocol::approval::Mode;
use protocol::change::{Checkpoint, CheckpointKind};
use protocol::context::{ContextKind, ContextRow};
use protocol::event::{EventKind, TextChannel, UnqueueReason};
use protocol::ids::{CheckpointId, ContentHash, ContextId, MessageId, Seq, SessionId, StepId};
use protocol::message::{Message, MessageState, Role};
use protocol::picture::{Media, Picture};
use protocol::session::{
    ContextWindow, DeliveryPoint, QueuedMessage, RunResult, SessionStatus, SessionSummary,
};
use protocol::task::{Task, TaskId, TaskPriority};

#[derive(Debug, Clone)]
enum Op {
    EventKind(SessionId, u128, Box<EventKind>),
    Stream(StreamPiece),
}

fn result(number: u128) -> RunResult {
    RunResult {
        report: "done".into(),
        tool_calls: 2,
        duration_ms: u64::try_from(number).unwrap() * 10,
        usage: usage(3),
        ..RunResult::default()
    }
}

fn queued(session: SessionId, number: u128, text: &str) -> QueuedMessage {
    let id = MessageId(Uuid::from_u128(session.0.as_u128() * 1_000 + 300 + number));
    let deliver = match number % 2 {
        0 => DeliveryPoint::AfterStep,
        _ => DeliveryPoint::AfterRun,
    };
    QueuedMessage {
        id,
        text: text.into(),
        deliver,
    }
}

fn row(session: SessionId, number: u128, text: &str) -> ContextRow {
    ContextRow {
        id: ContextId(Uuid::from_u128(session.0.as_u128() * 1_000 + 400 + number)),
        kind: ContextKind::File,
        file_path: text.into(),
        start_line: None,
        end_line: None,
        content: None,
    }
}

fn conversation(session: SessionId, number: u128, text: String, kind: usize) -> EventKind {
    let mut streaming = message(session, number, &text);
    streaming.state = MessageState::Streaming;
    streaming.role = Role::Assistant;
    streaming.run = Some(run_id(session, number));
    let mut whole = message(session, number, &text);
    whole.usage = Some(usage(7));
    whole.model = Some("ollama/m".into());
    let mut other = policy();
    other.mode = Mode::Plan;
    match kind {
        0 => EventKind::SessionCreated {
            settings: settings(&text),
            policy: policy(),
        },
        1 => EventKind::SessionChanged {
            settings: settings(&text),
        },
        2 => EventKind::PolicyChanged { policy: other },
        3 => EventKind::SessionCleared,
        4 => EventKind::MessagesWithdrawn {
            alone: text.len().is_multiple_of(2),
            from: message(session, number, "").id,
        },
        5 | 6 => EventKind::MessageAdded { message: streaming },
        7 => EventKind::MessageAdded { message: whole },
        8 => EventKind::MessageCompleted { message: whole },
        9 => EventKind::MessageQueued {
            message: queued(session, number, &text),
        },
        10 => EventKind::MessageUnqueued {
            message: queued(session, number, &text),
            reason: match number % 2 {
                0 => UnqueueReason::TakenBack,
                _ => UnqueueReason::RunEnded,
            },
        },
        11 => EventKind::ContextIncluded {
            row: row(session, number, &text),
        },
        12 => EventKind::ContextExcluded {
            row: row(session, number, &text).id,
        },
        13 => EventKind::InputRemembered { text },
        14 => EventKind::PicturesAttached {
            message: message(session, number, "").id,
            pictures: vec![Picture {
                hash: ContentHash::of(text.as_bytes()),
                media: Media::Png,
                width: 2,
                height: 1,
                bytes: 9,
                name: text,
            }],
        },
        15 => EventKind::TaskCreated {
            task: task(number, text),
        },
        16 => EventKind::TaskChanged {
            task: task(number, text),
        },
        17 => EventKind::TaskDeleted {
            task: task(number, text).id,
        },
        _ => EventKind::DraftSaved { text },
    }
}

pub(super) fn task(number: u128, name: String) -> Task {
    Task {
        id: TaskId(u32::try_from(number).unwrap()),
        run: None,
        name,
        description: String::new(),
        priority: TaskPriority::CRITICAL,
        agent: None,
        dependencies: [TaskId(1)].into(),
        created: jiff::Timestamp::UNIX_EPOCH,
        started: None,
        completed: None,
        duration_ms: 0,
    }
}

fn work(session: SessionId, number: u128, text: String, kind: usize) -> EventKind {
    use SessionStatus::{AwaitingReview, Error, Idle, Running, Waiting};
    match kind {
        0 | 1 => EventKind::RunStarted {
            message: message(session, number, "").id,
        },
        2 => EventKind::RunCompleted {
            result: result(number),
        },
        3 => EventKind::RunCancelled {
            result: result(number),
        },
        4 => EventKind::RunFailed {
            error: Notice::text(text),
            hint: None,
            code: None,
            result: result(number),
        },
        5 => EventKind::RunInterrupted {
            unknown_calls: Vec::new(),
        },
        6 => EventKind::StepCompleted {
            step: StepId(Uuid::from_u128(number)),
            usage: usage(u64::try_from(number).unwrap()),
            window: ContextWindow {
                used: 5,
                limit: 10,
                estimated: true,
            },
        },
        7 => EventKind::QuestionOpened {
            question: prompt(session, number),
        },
        8 => EventKind::ClarificationOpened {
            question: prompt(session, number),
        },
        9 => EventKind::QuestionAnswered {
            answer: answer(session, number),
            summary: Notice::text(text),
        },
        10 => {
            // Checkpoint numbers are unique in the workspace; the same checkpoint may
            // be reported twice.
            let unique = session.0.as_u128() * 10 + number;
            EventKind::CheckpointCreated {
                checkpoint: Checkpoint {
                    id: CheckpointId(Uuid::from_u128(unique)),
                    number: u64::try_from(unique % 1_000).unwrap(),
                    kind: CheckpointKind::Auto,
                    session,
                    run: None,
                    at: jiff::Timestamp::UNIX_EPOCH,
                    label: Notice::text(text),
                },
            }
        }
        kind => {
            let all = [Idle, Running, Waiting, AwaitingReview, Error];
            let status = all[kind % all.len()];
            let error = (status == Error).then_some(text);
            EventKind::SessionStatusChanged {
                status,
                error: error.map(Notice::text),
            }
        }
    }
}

fn op() -> impl Strategy<Value = Op> {
    let text = prop::sample::select(vec!["", "a", "b", "it's \"quoted\"\n", "日本"]);
    (1..3_u128, 1..5_u128, text, 0..3_u8, 0..19_usize).prop_map(
        |(which, number, text, group, kind)| {
            let at = session(which);
            let text = text.to_owned();
            match group {
                0 => Op::EventKind(at, number, Box::new(conversation(at, number, text, kind))),
                1 => Op::EventKind(at, number, Box::new(work(at, number, text, kind))),
                _ if kind < 6 => Op::Stream(StreamPiece {
                    message: message(at, number, "").id,
                    channel: match kind {
                        0 | 1 => TextChannel::Reasoning,
                        _ => TextChannel::Answer,
                    },
                    text,
                }),
                _ => Op::EventKind(at, number, Box::new(conversation(at, number, text, kind))),
            }
        },
    )
}

proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn the_tables_equal_a_fold_of_the_facts(
        batches in prop::collection::vec(prop::collection::vec(op(), 1..6), 1..14),
        created in any::<bool>(),
    ) {
        let store = memory();
        let mut fold = Fold::default();
        let mut seq = 0;
        let mut log = Vec::new();
        let first = conversation(session(1), 1, "first".into(), 0);
        let first = created.then(|| vec![Op::EventKind(session(1), 1, Box::new(first))]);
        for ops in first.into_iter().chain(batches) {
            let mut batch = Batch::default();
            for op in ops {
                match op {
                    Op::EventKind(at, number, fact) => {
                        seq += 1;
                        let event = event(seq, at, Some(run_id(at, number)), *fact);
                        fold.apply(&event);
                        log.push((*event).clone());
                        batch.events.push(event);
                    }
                    Op::Stream(piece) => batch.pieces.push(piece),
                }
            }
            for piece in &batch.pieces {
                fold.stream(piece);
            }
            store.commit_blocking(batch).unwrap();
        }
        for which in 1..3 {
            let id = session(which);
            let folded = fold.sessions.entry(id).or_default();
            prop_assert_eq!(wait(store.session(id)).unwrap(), folded.snapshot());
            prop_assert_eq!(wait(store.draft(id)).unwrap(), folded.draft.clone());
            prop_assert_eq!(wait(store.duration(id)).unwrap(), folded.duration);
        }
        prop_assert_eq!(wait(store.history(1_000)).unwrap(), fold.history);
        prop_assert_eq!(wait(store.events_after(Seq(0), 1_000)).unwrap(), log);
        let rows = wait(store.sessions()).unwrap();
        for row in rows {
            let snapshot = fold.sessions[&row.id].snapshot().unwrap();
            let said = |message: &&Message| {
                message.role == Role::User && !message.plain_text().is_empty()
            };
            let first = snapshot.messages.iter().find(said);
            let first = first.map(Message::plain_text).unwrap_or_default();
            let words: Vec<&str> = first.split_whitespace().collect();
            let about = words.join(" ").chars().take(120).collect();
            prop_assert_eq!(row, SessionSummary { about, ..snapshot.summary });
        }
    }
}
