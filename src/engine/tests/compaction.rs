//! Compaction: when it happens, and its undo.

use crate::testing::harness::{Harness, SESSION};
use crate::testing::outcomes::{made, not_made};
use crate::{Effect, Outcome, Overflow};
use protocol::approval::Mode;
use protocol::command::{CancelMode, Command};
use protocol::ids::{MessageId, RunId, StepId};
use protocol::stream::ProviderErrorKind;

impl Harness {
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

    fn is_summarised(&mut self, latest_user: Option<MessageId>) {
        let (run, step) = self.ordered();
        self.outcome(made(run, step, latest_user));
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

const ROW: &str = "system: **Compacted:** the model now gets a summary by ollama/qwen in place of 4 messages: \
    about 900 → 300 tokens, 600 saved. You still see every message; `/compact undo` undoes this.\n\n\
    > it was built";

#[test]
fn a_conversation_that_does_not_fit_is_summarised_and_the_model_is_asked_again() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    harness.is_too_long();
    harness.saw(
        "notice the conversation fills the model's window: summarising its older part
         -> summarise s2 ToFit",
    );
    harness.is_summarised(None);
    harness.saw(&format!(
        "compacted 4 messages, 900 -> 300 tokens\n{ROW}\nstep 1\n-> ask the model s3 #1"
    ));
    assert_eq!(
        harness.overflow(),
        Overflow::Tell,
        "it may still be too long"
    );
    harness.says("done");
    harness.saw_last("run completed, 0 calls\nstatus idle");
}

#[test]
fn a_summary_that_failed_changes_nothing_and_the_request_goes_without_the_oldest_answers() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.is_too_long();
    harness.skip();
    harness.is_not_summarised();
    harness.saw(
        "not compacted: the model wrote no summary
         system: Not compacted: the model wrote no summary
         step 1
         -> ask the model s3 #1",
    );
    assert_eq!(harness.overflow(), Overflow::LeaveOut);
    harness.undo_compaction();
    harness.says("done");
    harness.undo_compaction();
    harness.saw_last("rejected undo_compaction: this conversation is not compacted");
}

#[test]
fn a_server_that_says_it_does_not_fit_has_it_compacted_and_fails_the_run_where_that_does_not_help()
{
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.skip();
    harness.fails_with(ProviderErrorKind::ContextOverflow);
    harness.saw_last("-> summarise s2 ToHalf");
    harness.is_not_summarised();
    harness.fails_with(ProviderErrorKind::ContextOverflow);
    harness.saw_last(
        "run failed E014: ContextOverflow
         status idle: ContextOverflow",
    );
}

#[test]
fn the_user_compacts_as_a_run_of_its_own_and_takes_it_back() {
    let mut harness = Harness::new(Mode::Review);
    harness.compact("");
    harness.saw("rejected compact: nothing to compact yet");
    harness.send("go");
    harness.compact("");
    harness.saw_last("rejected compact: a run is going on; stop it first (Ctrl+C or /stop)");
    harness.says("done");
    harness.skip();
    harness.compact("the names");
    harness.saw(
        "system: /compact the names
         run started
         status running
         -> summarise s2 All the names",
    );
    harness.is_summarised(None);
    harness.saw(&format!(
        "compacted 4 messages, 900 -> 300 tokens\n{ROW}\nrun completed, 0 calls\nstatus idle"
    ));
    harness.undo_compaction();
    harness.saw(
        "compaction undone
         system: Compaction undone: the model gets the whole conversation again. If that does not \
         fit, it is compacted again.",
    );
    harness.undo_compaction();
    harness.saw("rejected undo_compaction: this conversation is not compacted");
}

#[test]
fn what_is_said_while_it_is_compacted_reaches_the_agent_after_it() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.says("done");
    harness.compact("");
    harness.send("and now?");
    harness.skip();
    harness.is_summarised(None);
    harness.saw_last(
        "delivered: and now?
         user: and now?
         step 1
         -> ask the model s3 #2",
    );
}

#[test]
fn a_cancelled_compaction_changes_nothing_and_its_late_summary_is_dropped() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.says("done");
    harness.compact("");
    harness.skip();
    harness.cancel(CancelMode::Gracefully);
    harness.saw("run cancelled\nstatus idle\n-> drop s2");
    harness.is_summarised(None);
    harness.saw("");
}

#[test]
fn a_summary_of_a_message_that_is_sent_anew_is_void() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("go");
    harness.says("done");
    let user = harness.events.iter().find_map(|event| match &event.fact {
        protocol::event::EventKind::RunStarted { message } => Some(*message),
        _ => None,
    });
    harness.compact("");
    harness.is_summarised(user);
    harness.command(Command::ResendMessage {
        session: SESSION,
        message: user.unwrap(),
        text: "go on".to_owned(),
    });
    harness.says("done");
    harness.undo_compaction();
    harness.saw_last("rejected undo_compaction: this conversation is not compacted");
}
