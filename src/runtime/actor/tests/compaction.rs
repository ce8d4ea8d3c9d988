//! Tests of compaction through the whole actor: the request to the model, the stored result, and
//! the state after a restart.

use super::harness::{ActorHarness, calls, says};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::message::Role;
use protocol::query::{Query, Reply};
use provider::StepRequest;

impl ActorHarness {
    fn last_request(&self) -> StepRequest {
        self.provider.requests().pop().unwrap()
    }

    /// Runs once, with an answer of `letters` letters.
    async fn talk(&mut self, words: &str, letters: usize) {
        self.completed_run(words, says(&"w".repeat(letters))).await;
    }

    fn compact(&self, words: &str) {
        let command = Command::Compact {
            session: self.session,
            words: words.to_owned(),
        };
        self.handle.send(command).unwrap();
    }

    async fn compactions(&self) -> usize {
        let session = self.session;
        let query = Query::Session { session };
        match self.query(query).await {
            Reply::Session { session } => session.compactions.len(),
            other => panic!("{other:?}"),
        }
    }
}

fn said(request: &StepRequest) -> Vec<String> {
    let messages = request.messages.iter();
    messages.map(|message| message.plain_text()).collect()
}

#[tokio::test]
async fn a_conversation_that_outgrows_its_window_is_compacted_and_shown_whole() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.talk("first", 9_000).await;
    harness.talk("second", 9_000).await;
    harness.provider.summary(says("two answers of w"));
    harness.provider.answer(says("third answer"));
    harness.send("third");
    let event = harness.event("context.compacted").await;
    let EventKind::ConversationCompacted { compaction } = event.fact else {
        panic!("{event:?}");
    };
    assert!(compaction.saved() > 0, "{compaction:?}");
    harness.event("job.completed").await;
    let requests = harness.provider.requests();
    let summary = &requests[requests.len() - 2];
    assert_eq!((summary.agent.as_str(), summary.number), ("summary", 1));
    assert!(summary.tools.is_empty());
    assert!(said(summary)[0].contains("AGENT: www"));
    let last = said(&harness.last_request());
    assert!(last.iter().any(|text| text.contains("two answers of w")));
    for word in ["first", "second", "third"] {
        assert!(last.contains(&word.to_owned()), "{word} in {last:?}");
    }
    let session = harness.session;
    let shown = harness
        .handle
        .query(Query::Session { session })
        .unwrap()
        .await;
    let Reply::Session { session } = shown.unwrap() else {
        panic!("no session");
    };
    let answers = session
        .messages
        .iter()
        .filter(|one| one.role == Role::Assistant);
    assert_eq!(answers.count(), 3, "the full text stays");
}

#[tokio::test]
async fn an_undone_compaction_gives_the_request_back_and_both_outlive_a_restart() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.talk("first", 3_000).await;
    harness.talk("more", 3).await;
    harness.provider.summary(says("short"));
    harness.compact("the letters");
    harness.event("job.completed").await;
    assert!(
        harness
            .last_request()
            .system
            .contains("mind this above all: the letters")
    );
    assert_eq!(harness.compactions().await, 1);
    let mut harness = harness.next_process().await;
    harness.open().await;
    assert_eq!(harness.compactions().await, 1);
    harness.talk("second", 3).await;
    assert!(said(&harness.last_request())[2].contains("short"));
    let session = harness.session;
    let undo = Command::UndoCompaction { session };
    harness.handle.send(undo).unwrap();
    harness.event("context.compaction.undone").await;
    harness.talk("third", 3).await;
    let letters = "w".repeat(3_000);
    let whole = ["first", &letters, "more", "www", "second", "www", "third"];
    assert_eq!(said(&harness.last_request()), whole);
    let mut harness = harness.next_process().await;
    harness.open().await;
    assert_eq!(harness.compactions().await, 0);
}

#[tokio::test]
async fn an_empty_summary_changes_nothing_and_the_run_goes_on() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.talk("first", 9_000).await;
    harness.talk("second", 9_000).await;
    harness.provider.summary(says("  \n"));
    harness.provider.answer(says("third answer"));
    harness.send("third");
    let event = harness.event("context.compaction.failed").await;
    let EventKind::CompactionFailed { reason, .. } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(reason.to_string(), "the model wrote no summary");
    harness.event("job.completed").await;
    assert_eq!(harness.compactions().await, 0);
    let last = said(&harness.last_request());
    assert_eq!(last.first().unwrap(), "first", "the human's words stay");
    assert_eq!(last.len(), 4, "the oldest answer was left out");
}

#[tokio::test]
async fn a_summary_has_no_tools_and_calls_in_it_are_not_made() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.talk("first", 300).await;
    let path = serde_json::json!({ "path": "a.rs" });
    harness.provider.summary(calls(&[("delete_file", path)]));
    harness.compact("");
    let event = harness.event("context.compaction.failed").await;
    assert!(matches!(event.fact, EventKind::CompactionFailed { .. }));
    let event = harness.event("job.completed").await;
    let EventKind::RunCompleted { result } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(result.tool_calls, 0);
}
