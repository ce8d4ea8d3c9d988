//! Compaction: when it happens, and its undo.

use uuid::Uuid;

use super::world::{SESSION, World};
use crate::engine::{Effect, Outcome, Overflow};
use crate::protocol::approval::Mode;
use crate::protocol::command::{CancelMode, Command};
use crate::protocol::compaction::{Compaction, CompactionTrigger};
use crate::protocol::ids::{CompactionId, MessageId, RunId, StepId};
use crate::protocol::stream::ProviderErrorKind;
use crate::protocol::usage::Usage;

/// Builds a compaction up to a message.
pub(super) fn compaction(through: MessageId, latest_human: Option<MessageId>) -> Compaction {
    Compaction {
        id: CompactionId(Uuid::from_u128(77)),
        through,
        latest_human,
        messages: 4,
        summary: "it was built".to_owned(),
        before: 900,
        after: 300,
        by: CompactionTrigger::Limit,
        model: "ollama/qwen".to_owned(),
        usage: Usage::default(),
    }
}

/// Outcome of a successful summary.
pub(super) fn made(run: RunId, step: StepId, latest_human: Option<MessageId>) -> Outcome {
    let through = latest_human.unwrap_or(MessageId(Uuid::nil()));
    let compaction = Compaction {
        id: CompactionId(step.0),
        ..compaction(through, latest_human)
    };
    Outcome::Compacted {
        session: SESSION,
        run,
        step,
        compaction: Box::new(compaction),
    }
}

/// Outcome of a failed summary.
pub(super) fn not_made(run: RunId, step: StepId) -> Outcome {
    Outcome::NotCompacted {
        session: SESSION,
        run,
        step,
        reason: "the model wrote no summary".to_owned(),
        usage: Usage::default(),
    }
}

impl World {
    fn is_too_long(&mut self) {
        let (run, step) = self.request();
        self.outcome(Outcome::ContextOverflow {
            session: SESSION,
            run,
            step,
        });
    }

    fn ordered(&self) -> (RunId, StepId) {
        let mut effects = self.effects.iter().rev();
        let found = effects.find_map(|effect| match effect {
            Effect::Compact { run, step, .. } => Some((*run, *step)),
            _ => None,
        });
        found.expect("a summary was asked for")
    }

    fn is_summarised(&mut self, latest_human: Option<MessageId>) {
        let (run, step) = self.ordered();
        self.outcome(made(run, step, latest_human));
    }

    fn is_not_summarised(&mut self) {
        let (run, step) = self.ordered();
        self.outcome(not_made(run, step));
    }

    fn compact(&mut self, words: &str) {
        let words = words.to_owned();
        self.command(Command::Compact {
            session: SESSION,
            words,
        });
    }

    fn undo_compaction(&mut self) {
        self.command(Command::UndoCompaction { session: SESSION });
    }

    fn overflow(&self) -> Overflow {
        let mut effects = self.effects.iter().rev();
        let found = effects.find_map(|effect| match effect {
            Effect::RequestStep { overflow, .. } => Some(*overflow),
            _ => None,
        });
        found.expect("a request was made")
    }
}

const ROW: &str = "system: **Compacted:** a summary of ollama/qwen stands for 4 messages in what the model is told: \
    about 900 → 300 tokens, 600 saved. All of it stays stored and shown; `/compact undo` takes this back.\n\n\
    > it was built";

#[test]
fn a_conversation_that_does_not_fit_is_summarised_and_the_model_is_asked_again() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.skip();
    world.is_too_long();
    world.saw(
        "notice the conversation fills the model's window: its older part is being summarised
         -> summarise s2 ToFit",
    );
    world.is_summarised(None);
    world.saw(&format!(
        "compacted 4 messages, 900 -> 300 tokens\n{ROW}\nstep 1\n-> ask the model s3 #1"
    ));
    assert_eq!(world.overflow(), Overflow::Tell, "it may still be too long");
    world.says("done");
    world.saw_last("run completed, 0 calls\nstatus idle");
}

#[test]
fn a_summary_that_failed_changes_nothing_and_the_request_goes_without_the_oldest_answers() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.is_too_long();
    world.skip();
    world.is_not_summarised();
    world.saw(
        "not compacted: the model wrote no summary
         system: The conversation was not compacted and is as it was: the model wrote no summary
         step 1
         -> ask the model s3 #1",
    );
    assert_eq!(world.overflow(), Overflow::LeaveOut);
    world.undo_compaction();
    world.says("done");
    world.undo_compaction();
    world.saw_last("rejected undo_compaction: nothing in this conversation is compacted");
}

#[test]
fn a_server_that_says_it_does_not_fit_has_it_compacted_and_fails_the_run_where_that_does_not_help()
{
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.skip();
    world.fails_with(ProviderErrorKind::ContextOverflow);
    world.saw_last("-> summarise s2 ToHalf");
    world.is_not_summarised();
    world.fails_with(ProviderErrorKind::ContextOverflow);
    world.saw_last(
        "run failed E014: ContextOverflow
         status idle: ContextOverflow",
    );
}

#[test]
fn the_human_compacts_as_a_run_of_its_own_and_takes_it_back() {
    let mut world = World::new(Mode::Review);
    world.compact("");
    world.saw("rejected compact: there is nothing to compact yet");
    world.send("go");
    world.compact("");
    world.saw_last("rejected compact: a run is going on; stop it first (Ctrl+C or /stop)");
    world.says("done");
    world.skip();
    world.compact("the names");
    world.saw(
        "system: /compact the names
         run started
         status running
         -> summarise s2 All the names",
    );
    world.is_summarised(None);
    world.saw(&format!(
        "compacted 4 messages, 900 -> 300 tokens\n{ROW}\nrun completed, 0 calls\nstatus idle"
    ));
    world.undo_compaction();
    world.saw(
        "compaction undone
         system: The compaction was taken back: the model is told the whole conversation again. Where that does \
         not fit, it is compacted again.",
    );
    world.undo_compaction();
    world.saw("rejected undo_compaction: nothing in this conversation is compacted");
}

#[test]
fn what_is_said_while_it_is_compacted_reaches_the_agent_after_it() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.says("done");
    world.compact("");
    world.send("and now?");
    world.skip();
    world.is_summarised(None);
    world.saw_last(
        "delivered: and now?
         user: and now?
         step 1
         -> ask the model s3 #2",
    );
}

#[test]
fn a_cancelled_compaction_changes_nothing_and_its_late_summary_is_dropped() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.says("done");
    world.compact("");
    world.skip();
    world.cancel(CancelMode::Gracefully);
    world.saw("run cancelled\nstatus idle\n-> drop s2");
    world.is_summarised(None);
    world.saw("");
}

#[test]
fn a_summary_of_a_message_that_is_sent_anew_is_void() {
    let mut world = World::new(Mode::Review);
    world.send("go");
    world.says("done");
    let human = world.events.iter().find_map(|event| match &event.fact {
        crate::protocol::event::EventKind::RunStarted { message } => Some(*message),
        _ => None,
    });
    world.compact("");
    world.is_summarised(human);
    world.command(Command::ResendMessage {
        session: SESSION,
        message: human.unwrap(),
        text: "go on".to_owned(),
    });
    world.says("done");
    world.undo_compaction();
    world.saw_last("rejected undo_compaction: nothing in this conversation is compacted");
}
