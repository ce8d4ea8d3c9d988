//! Property tests of the fold with random events.

use jiff::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use crate::{Conversation, SessionFacts, SessionState};
use notice::Notice;
use protocol::approval::{
    Answer, AnsweredBy, CommandSwitch, Decision, Mode, PolicyState, Question, QuestionBody,
    RiskReport, TextSwitch,
};
use protocol::call::CallResult;
use protocol::change::{Checkpoint, CheckpointKind};
use protocol::compaction::{Compaction, CompactionTrigger};
use protocol::context::{ContextKind, ContextRow};
use protocol::event::{Event, EventKind, TextChannel, UnqueueReason};
use protocol::ids::{
    CallId, CheckpointId, CompactionId, ContentHash, ContextId, MessageId, QuestionId, RunId,
    SessionId, StepId, WorkspaceId,
};
use protocol::message::{Block, Message, MessageState, Role};
use protocol::session::{ContextWindow, QueuedMessage, RunResult, SessionSettings, SessionStatus};
use protocol::task::{Task, TaskId};
use protocol::usage::Usage;

const SESSION: SessionId = SessionId(Uuid::from_u128(1));

fn id(number: u128) -> Uuid {
    Uuid::from_u128(100 + number)
}

fn settings(name: &str) -> SessionSettings {
    SessionSettings {
        name: name.to_owned(),
        cwd: "/demo".into(),
        agent: "agent".to_owned(),
        provider: "p".to_owned(),
        model: "m".to_owned(),
        mode: Mode::Review,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: Default::default(),
        agent_of: None,
    }
}

fn policy(mode: Mode) -> PolicyState {
    PolicyState {
        mode,
        mode_before: None,
        text: TextSwitch::Propose,
        command: CommandSwitch::Ask,
        text_until_next_message: false,
        command_until_next_message: false,
        rules: Vec::new(),
    }
}

fn usage(number: u128) -> Usage {
    Usage {
        input_tokens: number as u64,
        ..Usage::default()
    }
}

fn message(number: u128, text: &str, state: MessageState) -> Message {
    Message {
        id: MessageId(id(number)),
        session: SESSION,
        run: Some(RunId(id(number))),
        at: Timestamp::UNIX_EPOCH,
        role: Role::Assistant,
        blocks: vec![Block::Text { text: text.into() }],
        state,
        model: None,
        usage: None,
    }
}

fn queued(number: u128, text: &str) -> QueuedMessage {
    QueuedMessage::after_step(MessageId(id(number)), text.to_owned())
}

fn question(number: u128, text: &str) -> Question {
    Question {
        id: QuestionId(id(number)),
        session: SESSION,
        run: RunId(id(number)),
        call: None,
        tool: "shell_exec".into(),
        origin: "coder".into(),
        body: QuestionBody::Confirm {
            question: Notice::text(text),
        },
        risk: RiskReport::low(Notice::text("looks only")),
        shown: ContentHash::of(text.as_bytes()),
        changed: false,
        scopes: Vec::new(),
        created_at: Timestamp::UNIX_EPOCH,
        send_to: None,
        timeout_s: None,
        wizard: None,
    }
}

fn result(number: u128) -> RunResult {
    RunResult {
        report: "done".into(),
        duration_ms: 10 * number as u64,
        ..RunResult::default()
    }
}

fn row(number: u128, text: &str) -> ContextRow {
    ContextRow {
        id: ContextId(id(number)),
        kind: ContextKind::File,
        file_path: text.to_owned(),
        start_line: None,
        end_line: None,
        content: None,
    }
}

fn compaction(number: u128, text: &str) -> Compaction {
    Compaction {
        id: CompactionId(id(number)),
        through: MessageId(id(number)),
        latest_user: None,
        messages: 1,
        summary: text.to_owned(),
        before: 2,
        after: 1,
        by: CompactionTrigger::User,
        model: "p/m".to_owned(),
        usage: usage(number),
    }
}

fn task(number: u128, name: &str) -> Task {
    Task {
        id: TaskId(number as u32),
        run: None,
        name: name.to_owned(),
        description: String::new(),
        priority: Default::default(),
        agent: None,
        dependencies: Default::default(),
        created: Timestamp::UNIX_EPOCH,
        started: None,
        completed: None,
        duration_ms: 0,
    }
}

fn of_conversation(kind: usize, number: u128, text: &str) -> EventKind {
    match kind {
        0 => EventKind::SessionCleared,
        1 => EventKind::MessagesWithdrawn {
            from: MessageId(id(number)),
            alone: text.is_empty(),
        },
        2 | 3 => EventKind::MessageAdded {
            message: message(number, text, MessageState::Streaming),
        },
        4 => EventKind::MessageCompleted {
            message: message(number, text, MessageState::Complete),
        },
        5 => EventKind::CallCompleted {
            message: MessageId(id(number)),
            result: CallResult {
                call: CallId(id(number)),
                provider_id: String::new(),
                tool: "read_file".to_owned(),
                ok: true,
                content: serde_json::json!({ "text": text }),
                summary: Notice::text(text),
                error: None,
                duration_ms: 0,
            },
        },
        6 | 7 => EventKind::TextAppended {
            message: MessageId(id(number)),
            channel: TextChannel::Answer,
            offset: number as u64,
            text: text.to_owned(),
        },
        8 => EventKind::MessageQueued {
            message: queued(number, text),
        },
        9 => EventKind::MessageUnqueued {
            message: queued(number, text),
            reason: UnqueueReason::TakenBack,
        },
        10 => EventKind::ContextIncluded {
            row: row(number, text),
        },
        11 => EventKind::ContextExcluded {
            row: ContextId(id(number)),
        },
        12 => EventKind::ConversationCompacted {
            compaction: compaction(number, text),
        },
        13 => EventKind::CompactionUndone {
            compaction: CompactionId(id(number)),
        },
        16 => EventKind::TaskCreated {
            task: task(number, text),
        },
        17 => EventKind::TaskChanged {
            task: task(number, text),
        },
        18 => EventKind::TaskDeleted {
            task: task(number, text).id,
        },
        _ => EventKind::CompactionFailed {
            reason: Notice::text(text),
            usage: usage(number),
        },
    }
}

fn of_work(kind: usize, number: u128, text: &str) -> EventKind {
    use SessionStatus::{Archived, AwaitingReview, Error, Idle, Interrupted, Running, Waiting};
    match kind {
        0 | 1 => EventKind::RunStarted {
            message: MessageId(id(number)),
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
            step: StepId(id(number)),
            usage: usage(number),
            window: ContextWindow {
                used: number as u64,
                limit: 10,
                estimated: false,
            },
        },
        7 | 8 => EventKind::QuestionOpened {
            question: question(number, text),
        },
        9 => EventKind::QuestionAnswered {
            answer: Answer {
                question: QuestionId(id(number)),
                shown: ContentHash::of(text.as_bytes()),
                decision: Decision::Yes,
                by: AnsweredBy::Key,
            },
            summary: Notice::text(text),
        },
        10 => EventKind::CheckpointCreated {
            checkpoint: Checkpoint {
                id: CheckpointId(id(number)),
                number: number as u64,
                kind: CheckpointKind::Auto,
                session: SESSION,
                run: None,
                at: Timestamp::UNIX_EPOCH,
                label: Notice::text(text),
            },
        },
        11 => EventKind::SessionChanged {
            settings: settings(text),
        },
        12 => EventKind::PolicyChanged {
            policy: policy(Mode::ALL[number as usize % Mode::ALL.len()]),
        },
        _ => {
            let all = [
                Idle,
                Running,
                Waiting,
                AwaitingReview,
                Error,
                Interrupted,
                Archived,
            ];
            let status = all[number as usize % all.len()];
            EventKind::SessionStatusChanged {
                status,
                error: (status == Error).then(|| Notice::text(text)),
            }
        }
    }
}

fn event(at: i64, run: u128, fact: EventKind) -> Event {
    Event {
        seq: None,
        at: Timestamp::from_second(at).unwrap(),
        session: SESSION,
        run: Some(RunId(id(run))),
        fact,
    }
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let text = prop::sample::select(vec!["", "a", "an answer", "日本"]);
    let fact =
        (any::<bool>(), 0..19_usize, 0..7_u128, text).prop_map(|(is_work, kind, number, text)| {
            let of = if is_work { of_work } else { of_conversation };
            (number, of(kind, number, text))
        });
    prop::collection::vec(fact, 0..60).prop_map(|facts| {
        let numbered = (1..).zip(facts);
        let event = |(at, (run, fact))| event(at, run, fact);
        numbered.map(event).collect()
    })
}

fn created() -> SessionState {
    let created = EventKind::SessionCreated {
        settings: settings("first"),
        policy: policy(Mode::Review),
    };
    let workspace = WorkspaceId("0123456789abcdef".to_owned());
    SessionState::created(&event(0, 0, created), &workspace).unwrap()
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn who_begins_with_a_snapshot_comes_to_know_what_one_knows_who_has_seen_all(
        events in events(),
        seen in any::<prop::sample::Index>(),
    ) {
        let (before, after) = events.split_at(seen.index(events.len() + 1));
        let mut all = created();
        before.iter().for_each(|event| all.apply(event));
        let snapshot = all.snapshot();
        let mut facts = SessionFacts::of(&snapshot);
        let mut conversation = Conversation::of(&snapshot.messages);
        let mut actor = SessionState::of(&snapshot);
        for event in after {
            all.apply(event);
            actor.apply(event);
            facts.apply(event);
            conversation.apply(event);
        }
        prop_assert_eq!(&facts, &all.facts);
        prop_assert_eq!(&conversation, &all.conversation);
        prop_assert_eq!(actor.snapshot(), all.snapshot());
    }

    #[test]
    fn the_facts_name_the_messages_of_the_conversation(events in events()) {
        let mut state = created();
        for event in &events {
            state.apply(event);
            let messages = state.conversation.messages.iter();
            let messages: Vec<MessageId> = messages.map(|message| message.id).collect();
            prop_assert_eq!(&state.facts.messages, &messages);
        }
    }
}

#[test]
fn rows_of_the_workbench_are_no_messages() {
    let mut state = created();
    let said = message(1, "Hello", MessageState::Complete);
    let notice = Message {
        role: Role::System,
        ..message(2, "the model was changed", MessageState::Complete)
    };
    for (at, message) in [(1, said), (2, notice)] {
        state.apply(&event(at, 0, EventKind::MessageAdded { message }));
    }
    assert_eq!(state.snapshot().summary.messages, 1);
    assert_eq!(SessionFacts::of(&state.snapshot()), state.facts);
    let from = MessageId(id(2));
    state.apply(&event(
        3,
        0,
        EventKind::MessagesWithdrawn { from, alone: true },
    ));
    assert_eq!(state.snapshot().summary.messages, 1);
}

#[test]
fn a_delta_continues_a_text_if_it_leaves_no_gap_and_repeats_nothing() {
    let mut state = created();
    let message = message(1, "", MessageState::Streaming);
    let of = message.id;
    state.apply(&event(1, 1, EventKind::MessageAdded { message }));
    let mut append = |offset, text: &str| {
        state.apply(&event(
            2,
            1,
            EventKind::TextAppended {
                message: of,
                channel: TextChannel::Answer,
                offset,
                text: text.to_owned(),
            },
        ));
        state.conversation.messages[0].said().to_owned()
    };
    assert_eq!(append(0, "one "), "one ");
    assert_eq!(append(0, "one "), "one ", "it came twice");
    assert_eq!(append(0, "one two "), "one two ", "it came again with more");
    assert_eq!(append(20, "four"), "one two ", "what is between is missing");
    assert_eq!(append(8, "three"), "one two three");
}
