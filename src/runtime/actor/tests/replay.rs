//! Property tests of recovery: after any events in a session, the tables return the actor's state.
//! A process that dies between two commits loses at most streaming text; open questions are asked
//! again.

use std::sync::Arc;

use proptest::prelude::*;
use tokio::runtime::Runtime;

use crate::actor::core::UnsavedText;
use crate::actor::subscribers::coalesce;
use engine::testing::plans::{class_of, plan};
use engine::testing::play::{Op, Play, op};
use engine::{
    Attendance, Effect, Engine, EngineConfig, Input, NoStreams, Outcome, RandomIds,
    RecoveredChanges, Step, StepContext,
};
use protocol::approval::{Mode, Question};
use protocol::command::Command;
use protocol::event::{Event, EventKind};
use protocol::ids::{CallId, Seq, SessionId, WorkspaceId};
use protocol::message::{Block, Message, MessageState};
use protocol::session::{SessionSnapshot, SessionStatus};
use session::SessionState;
use store::{Batch, Store, StoreLocation};

/// The actor's state of a session: its live state and the tables.
struct Kept {
    runtime: Runtime,
    store: Store,
    session: SessionId,
    last: u64,
    live: Option<SessionState>,
    unsaved: UnsavedText,
}

fn workspace() -> WorkspaceId {
    WorkspaceId("0123456789abcdef".to_owned())
}

impl Kept {
    fn new(session: SessionId) -> Self {
        Self {
            runtime: tokio::runtime::Builder::new_current_thread()
                .build()
                .unwrap(),
            store: Store::open(StoreLocation::Memory, &workspace())
                .unwrap()
                .store,
            session,
            last: 0,
            live: None,
            unsaved: UnsavedText::default(),
        }
    }

    /// Commits the events of a step and applies them, as `Actor::conclude` does.
    fn take(&mut self, events: Vec<Event>) {
        let mut events = coalesce(events);
        for event in events.iter_mut().filter(|event| event.fact.is_durable()) {
            self.last += 1;
            event.seq = Some(Seq(self.last));
        }
        let durable = events.iter().filter(|event| event.seq.is_some());
        let batch = Batch {
            events: durable.cloned().map(Arc::new).collect(),
            ..Batch::default()
        };
        self.store.commit_blocking(batch).unwrap();
        for event in &events {
            match (SessionState::created(event, &workspace()), &mut self.live) {
                (Some(live), _) => self.live = Some(live),
                (None, Some(live)) => live.apply(event),
                (None, None) => panic!("{event:?} before there is a session"),
            }
            self.unsaved.apply(event);
        }
    }

    /// Stores the text that has streamed in since the last time.
    fn flush(&mut self) {
        let live = self.live.as_ref();
        let batch = Batch {
            pieces: self.unsaved.take(|_| live),
            ..Batch::default()
        };
        self.store.commit_blocking(batch).unwrap();
    }

    fn live(&self) -> SessionSnapshot {
        self.live.as_ref().expect("a session").snapshot()
    }

    fn stored(&self) -> SessionSnapshot {
        let stored = self.runtime.block_on(self.store.session(self.session));
        stored.unwrap().expect("a session")
    }
}

fn is_streaming(message: &Message) -> bool {
    message.state == MessageState::Streaming
}

/// Returns the text of a message without the parts that only arrive with its end.
fn text_of(message: &Message) -> String {
    let texts = message.blocks.iter().filter_map(|block| match block {
        Block::Text { text } | Block::Reasoning { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn step(engine: &mut Engine, msg: Input) -> Step {
    let mut cx = StepContext {
        now: jiff::Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(1),
        ids: &mut RandomIds,
        received: &NoStreams,
    };
    engine.step(msg, &mut cx)
}

/// Returns the calls of the conversation, and those that have a result.
fn calls_and_results(snapshot: &SessionSnapshot) -> (Vec<String>, Vec<String>) {
    let blocks = || snapshot.messages.iter().flat_map(|message| &message.blocks);
    let calls = blocks().filter_map(|block| match block {
        Block::ToolUse { call } => Some(call.id.to_string()),
        _ => None,
    });
    let results = blocks().filter_map(|block| match block {
        Block::ToolResult { result } => Some(result.call.to_string()),
        _ => None,
    });
    (calls.collect(), results.collect())
}

/// Opens the session from the tables, as another process would.
fn opened(kept: &Kept) -> (Engine, Step) {
    let session = kept.session;
    let mut engine = Engine::new(EngineConfig::default());
    step(
        &mut engine,
        Input::Command(Command::OpenSession { session }),
    );
    let left = kept.store.interrupted_run(session, class_of);
    let recovered = RecoveredChanges {
        left: kept.runtime.block_on(left).unwrap(),
        ..RecoveredChanges::default()
    };
    let loaded = Input::Outcome(Outcome::SessionLoaded {
        snapshot: Box::new(kept.stored()),
        review: Box::default(),
        recovered,
    });
    let loaded = step(&mut engine, loaded);
    (engine, loaded)
}

/// Lets workers plan the calls to prepare; executes no other effect.
fn looked_at(engine: &mut Engine, effects: Vec<Effect>) -> Step {
    let mut more = Step::default();
    for effect in effects {
        if let Effect::PrepareCall {
            session, run, call, ..
        } = effect
        {
            let plan = Box::new(plan(&call));
            let planned = Outcome::CallPrepared { session, run, plan };
            let step = step(engine, Input::Outcome(planned));
            more.events.extend(step.events);
            more.effects.extend(step.effects);
        }
    }
    more
}

/// Checks that an open question is asked again, and that its call is not carried out.
fn waits_again(mut kept: Kept) {
    let before = kept.stored();
    let (mut engine, mut loaded) = opened(&kept);
    let mut opened = before.clone();
    opened.questions.clear();
    kept.live = Some(SessionState::of(&opened));
    let asked: Vec<CallId> = before
        .questions
        .iter()
        .filter_map(|question| question.call)
        .collect();
    while !loaded.events.is_empty() || !loaded.effects.is_empty() {
        for event in &loaded.events {
            if let EventKind::CallStarted { call, .. } = &event.fact {
                assert!(!asked.contains(call), "it runs unasked");
            }
        }
        kept.take(loaded.events);
        let asks_model = |effect: &Effect| matches!(effect, Effect::RequestStep { .. });
        assert!(!loaded.effects.iter().any(asks_model));
        loaded = looked_at(&mut engine, loaded.effects);
    }
    let after = kept.stored();
    assert_eq!(after, kept.live(), "it is kept as it is");
    assert_eq!(after.summary.status, SessionStatus::Waiting);
    assert_eq!(after.queued, before.queued);
    for old in &before.questions {
        let mut prompts = after.questions.iter();
        let new = prompts
            .find(|new| new.id == old.id)
            .expect("it is asked again");
        assert_eq!((&new.shown, new.call), (&old.shown, old.call));
        assert_eq!(new.tool, old.tool);
        assert!(!new.changed);
    }
}

/// Opens in another process a session that waited for no answer.
fn recovers(mut kept: Kept, outcomes: &[Outcome]) {
    let before = kept.live();
    let stored = kept.stored();
    let (mut engine, loaded) = opened(&kept);
    assert!(loaded.effects.is_empty(), "nothing is run again");
    kept.live = Some(SessionState::of(&stored));
    kept.take(loaded.events);
    kept.flush();
    let after = kept.stored();
    assert_eq!(after, kept.live(), "the recovered session is kept as it is");
    for (old, new) in before.messages.iter().zip(&after.messages) {
        if is_streaming(old) {
            assert!(text_of(old).starts_with(&text_of(new)));
            assert_eq!(new.state, MessageState::Interrupted);
        } else {
            assert_eq!(old, new, "what was said stays said");
        }
    }
    assert!(after.messages.len() >= before.messages.len());
    let (calls, results) = calls_and_results(&after);
    for call in &calls {
        let count = results.iter().filter(|result| *result == call).count();
        assert_eq!(count, 1, "one result for {call}");
    }
    assert!(after.questions.is_empty() && after.queued.is_empty());
    assert!(
        matches!(
            after.summary.status,
            SessionStatus::Idle | SessionStatus::Error | SessionStatus::Interrupted
        ),
        "{:?}",
        after.summary.status
    );
    for outcome in outcomes {
        let late = step(&mut engine, Input::Outcome(outcome.clone()));
        assert!(late.events.is_empty(), "{:?}", late.events);
        let forgets = |effect: &Effect| matches!(effect, Effect::RefuseCall { .. });
        assert!(late.effects.iter().all(forgets));
    }
    let session = kept.session;
    let text = "go on".to_owned();
    let goes_on = step(
        &mut engine,
        Input::Command(Command::send_message(session, text)),
    );
    let started = |event: &Event| matches!(event.fact, EventKind::RunStarted { .. });
    assert!(goes_on.events.iter().any(started));
}

fn played(ops: &[Op], attendance: Attendance, mode: Mode) -> Play {
    let mut play = Play::new(attendance, mode);
    for op in ops {
        play.take(op);
    }
    play
}

fn attendance() -> impl Strategy<Value = Attendance> {
    prop_oneof![3 => Just(Attendance::Attended), 1 => Just(Attendance::Unattended)]
}

proptest! {
    #![proptest_config(testing::cases(64))]

    #[test]
    fn the_tables_hold_what_is_live_and_a_death_at_any_commit_loses_only_what_streamed(
        ops in proptest::collection::vec(op(), 1..60),
        attendance in attendance(),
        mode in proptest::sample::select(Mode::ALL.to_vec()),
        dies in any::<prop::sample::Index>(),
        flushes in proptest::collection::vec(any::<bool>(), 7),
    ) {
        let play = played(&ops, attendance, mode);
        let session = play.steps[0][0].session;
        let mut kept = Kept::new(session);
        let dies = dies.index(play.steps.len());
        for (number, events) in play.steps.iter().enumerate().take(dies + 1) {
            // What an agent does at present is told, and not stored.
            let of_session = events.iter().filter(|event| {
                event.session == session
                    && !matches!(event.fact, EventKind::AgentProgressed { .. })
            });
            kept.take(of_session.cloned().collect());
            if flushes[number % flushes.len()] {
                kept.flush();
                prop_assert_eq!(kept.stored(), kept.live(), "after step {}", number);
            }
        }
        let stored = kept.stored();
        let waits = stored.summary.status == SessionStatus::Waiting;
        // The result of a command that may run again is gone with the process.
        let ran = stored.questions.iter().any(Question::asks_for_network_again);
        // So is an agent, with its question.
        let mut questions = stored.questions.iter();
        let of_agent = questions.any(|question| stored.agents.of_run(question.run).is_some());
        if waits && !ran && !of_agent && !stored.messages.iter().any(is_streaming) {
            waits_again(kept);
        } else {
            recovers(kept, &play.outcomes);
        }
    }
}
