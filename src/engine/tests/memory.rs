//! The memory in a session: the taint of what the agent remembers, recalls, and what the user drops.

use jiff::Timestamp;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::path;
use crate::{Effect, EngineConfig, Outcome};
use notice::Notice;
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::event::EventKind;
use protocol::ids::{MemoryId, MessageId};
use protocol::memory::{
    MemoryItem, MemoryKind, MemoryOrder, MemoryOrigin, MemoryState, Recall, Remembered,
};
use protocol::message::{Block, Message, Role};
use protocol::taint::Taint;

fn item(number: u128, text: &str, state: MemoryState) -> MemoryItem {
    MemoryItem {
        id: MemoryId(Uuid::from_u128(number)),
        kind: MemoryKind::Knowledge,
        text: text.to_owned(),
        tags: Vec::new(),
        workspace: None,
        run: None,
        origin: MemoryOrigin::Agent,
        taint: Taint::None,
        created: Timestamp::UNIX_EPOCH,
        used: None,
        state,
        received_from: None,
    }
}

fn text(text: &str) -> Value {
    json!({ "kind": "knowledge", "text": text })
}

fn recalling() -> Harness {
    let config = EngineConfig {
        recalls: true,
        ..EngineConfig::default()
    };
    let mut harness = Harness::with(config, Mode::Review);
    harness.skip();
    harness
}

impl Harness {
    /// Has the agent remember a text, as the call with this number; returns the taint that the engine says.
    fn remembers(&mut self, number: usize, said: &str) -> Taint {
        self.calls(&[("remember", text(said))]);
        self.prepared(number);
        let mut taints = self.effects.iter().filter_map(|effect| match effect {
            Effect::Remember { taint, .. } => Some(*taint),
            _ => None,
        });
        taints.next_back().expect("the text is stored")
    }

    fn stored(&mut self, result: Result<Remembered, Notice>) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Remember { run, call, .. } => Some((*run, *call)),
            _ => None,
        });
        let (run, call) = asked.expect("a text is stored");
        self.outcome(Outcome::Remembered {
            session: SESSION,
            run,
            call,
            result,
            waiting: Some(1),
        });
    }

    /// Answers the latest recall.
    fn recalls(&mut self, items: Vec<MemoryItem>) {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Recall { run, .. } => Some(*run),
            _ => None,
        });
        let block = if items.is_empty() { "" } else { "recalled" };
        self.outcome(Outcome::Recalled {
            session: SESSION,
            run: asked.expect("a recall was asked for"),
            recall: Recall {
                items,
                block: block.to_owned(),
                told: None,
            },
        });
    }

    /// Returns the rows whose text goes to the model.
    fn recall_rows(&self) -> Vec<Message> {
        let rows = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::MessageAdded { message } if message.role == Role::System => {
                let told = message.blocks.get(1);
                let is_told = told.is_some_and(
                    |block| matches!(block, Block::Text { text } if text == "recalled"),
                );
                is_told.then(|| message.clone())
            }
            _ => None,
        });
        rows.collect()
    }

    fn orders_memory(&mut self, order: MemoryOrder) {
        let session = SESSION;
        self.command(Command::OrderMemory { session, order });
    }

    fn withdrawn(&self) -> Vec<MessageId> {
        let gone = self.events.iter().filter_map(|event| match &event.fact {
            EventKind::MessagesWithdrawn { from, alone: true } => Some(*from),
            _ => None,
        });
        gone.collect()
    }

    fn without(&self) -> Vec<MemoryId> {
        let asked = self.effects.iter().rev().find_map(|effect| match effect {
            Effect::Recall { without, .. } => Some(without.clone()),
            _ => None,
        });
        asked.unwrap_or_default()
    }
}

#[test]
fn the_agent_remembers_without_a_question_in_every_mode() {
    for mode in Mode::ALL {
        let mut harness = Harness::new(mode);
        harness.send("go");
        assert_eq!(harness.remembers(1, "Dates are in UTC"), Taint::None);
        let item = item(1, "Dates are in UTC", MemoryState::Kept);
        harness.stored(Ok(Remembered {
            item,
            is_repeated: false,
        }));
        let asked = harness
            .events
            .iter()
            .any(|event| matches!(event.fact, EventKind::QuestionOpened { .. }));
        assert!(!asked, "{mode}");
    }
}

#[test]
fn a_call_is_in_the_log_before_the_text_is_stored_and_its_result_says_what_became_of_it() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.calls(&[("remember", text("Dates are in UTC"))]);
    harness.skip();
    harness.prepared(1);
    harness.saw(
        "c1 started by low risk
        -> forget c1
        -> remember Dates are in UTC (None)",
    );
    harness.stored(Ok(Remembered {
        item: item(0xabcd, "Dates are in UTC", MemoryState::Inbox),
        is_repeated: false,
    }));
    let result = harness
        .events
        .iter()
        .find_map(|event| match &event.fact {
            EventKind::CallCompleted { result, .. } => Some(result.clone()),
            _ => None,
        })
        .expect("a result");
    assert_eq!(result.content["state"], "inbox");
    assert_eq!(result.content["id"], "0000abcd");
    assert_eq!(result.summary.id(), Some("gave-remembered-inbox"));
}

#[test]
fn what_is_remembered_after_text_from_outside_is_tainted_in_this_run_and_in_later_ones() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("go");
    harness.calls(&[("mcp__web__fetch", path("a"))]);
    harness.prepared(1);
    harness.finished(1);
    assert_eq!(harness.remembers(2, "Run the installer"), Taint::Outside);
    harness.stored(Err(Notice::text("full")));
    harness.says("done");
    harness.send("and now?");
    assert_eq!(harness.remembers(3, "Run the installer"), Taint::Outside);
    harness.stored(Err(Notice::text("full")));
    harness.says("done");
    harness.command(Command::ClearMessages { session: SESSION });
    harness.send("anew");
    assert_eq!(harness.remembers(4, "Dates are in UTC"), Taint::None);
}

#[test]
fn a_run_begins_with_a_recall_for_its_message_and_the_model_is_asked_after_it() {
    let mut harness = recalling();
    harness.send("go");
    let asks = |harness: &Harness| {
        let asks = |effect: &&Effect| matches!(effect, Effect::RequestStep { .. });
        harness.effects.iter().filter(asks).count()
    };
    assert_eq!(asks(&harness), 0);
    harness.recalls(vec![item(1, "Dates are in UTC", MemoryState::Kept)]);
    assert_eq!((harness.recall_rows().len(), asks(&harness)), (1, 1));
    // A second answer to it changes nothing.
    harness.recalls(vec![item(2, "x", MemoryState::Kept)]);
    assert_eq!((harness.recall_rows().len(), asks(&harness)), (1, 1));
    // What is there is not recalled again.
    harness.says("done");
    harness.send("more");
    assert_eq!(harness.without(), [MemoryId(Uuid::from_u128(1))]);
    harness.recalls(Vec::new());
    assert_eq!((harness.recall_rows().len(), asks(&harness)), (1, 2));
}

#[test]
fn a_recall_that_comes_after_the_run_ended_changes_nothing() {
    let mut harness = recalling();
    harness.send("go");
    harness.command(Command::CancelRun {
        session: SESSION,
        how: CancelMode::Gracefully,
    });
    harness.recalls(vec![item(1, "Dates are in UTC", MemoryState::Kept)]);
    assert!(harness.recall_rows().is_empty());
}

#[test]
fn a_dropped_recall_is_taken_out_of_the_conversation_and_not_recalled_again() {
    let mut harness = recalling();
    harness.send("go");
    harness.recalls(vec![item(1, "Dates are in UTC", MemoryState::Kept)]);
    let row = harness.recall_rows()[0].id;
    harness.orders_memory(MemoryOrder::Drop {
        message: Some(MessageId(Uuid::from_u128(99))),
    });
    assert!(harness.withdrawn().is_empty());
    harness.orders_memory(MemoryOrder::Drop { message: None });
    assert_eq!(harness.withdrawn(), [row]);
    harness.orders_memory(MemoryOrder::Drop { message: None });
    assert_eq!(harness.withdrawn(), [row]);
    harness.says("done");
    harness.send("more");
    assert_eq!(harness.without(), [MemoryId(Uuid::from_u128(1))]);
}

#[test]
fn the_user_turns_recalls_off_for_the_session() {
    let mut harness = recalling();
    harness.orders_memory(MemoryOrder::Recall { on: false });
    harness.send("go");
    let recalls = |harness: &Harness| {
        let recalls = |effect: &&Effect| matches!(effect, Effect::Recall { .. });
        harness.effects.iter().filter(recalls).count()
    };
    assert_eq!(recalls(&harness), 0);
    harness.says("done");
    harness.orders_memory(MemoryOrder::Recall { on: true });
    harness.send("go");
    assert_eq!(recalls(&harness), 1);
}

#[test]
fn orders_about_items_go_to_a_worker_also_during_a_run() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    harness.orders_memory(MemoryOrder::Undo);
    harness.saw("-> order memory Undo");
}
