//! Tests that a server's token count corrects the next estimate, and that a cut prompt is detected.

use serde_json::json;

use super::harness::{ActorHarness, calls, says, type_of};
use protocol::approval::Mode;
use protocol::event::EventKind;
use protocol::query::{Query, Reply};
use protocol::stream::StreamPart;
use protocol::usage::Usage;

impl ActorHarness {
    /// Returns the tokens of the request's parts, according to `/context`.
    async fn counted(&self) -> u64 {
        let query = Query::Context {
            session: self.session,
        };
        match self.query(query).await {
            Reply::Context { parts, .. } => parts.iter().map(|(_, tokens)| tokens).sum(),
            other => panic!("{other:?}"),
        }
    }

    /// Plays an answer for whose prompt the server counts `input_tokens` tokens.
    async fn answered(&mut self, input_tokens: u64) {
        let usage = Usage {
            input_tokens,
            output_tokens: 3,
            ..Usage::default()
        };
        let mut parts = says("yes");
        parts.insert(0, StreamPart::Usage { usage });
        self.provider.answer(parts);
        self.send("?");
        self.event("job.completed").await;
        self.idle().await;
    }
}

#[tokio::test]
async fn a_servers_count_corrects_the_next_estimate_and_one_of_a_part_does_not() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let before = harness.counted().await;
    assert!(before > 500, "the prompt is long enough to learn from");
    harness.answered(before * 3 / 2).await;
    let ratio = harness.learnt.0.lock().unwrap().expect("a ratio").tokens();
    assert!((5_900..=6_300).contains(&ratio), "half of the way: {ratio}");
    let after = harness.counted().await;
    assert!(after * 10 > before * 11, "{after} after {before}");
    // A server that counts only tokens that it had not cached.
    harness.answered(40).await;
    let unchanged = harness.learnt.0.lock().unwrap().expect("a ratio").tokens();
    assert!(
        unchanged <= ratio && unchanged * 10 >= ratio * 9,
        "{unchanged} after {ratio}"
    );
}

#[tokio::test]
async fn without_a_count_the_step_is_measured_with_what_was_learnt_and_marked() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.provider.answer(says("yes"));
    harness.send("?");
    let done = harness.event("step.completed").await;
    let EventKind::StepCompleted { usage, window, .. } = done.fact else {
        panic!("{done:?}");
    };
    assert!(usage.estimated && window.estimated);
    harness.idle().await;
    assert!(
        harness.learnt.0.lock().unwrap().is_none(),
        "an estimate teaches nothing"
    );
}

impl ActorHarness {
    /// Returns the notices of a cut prompt until the run is over.
    async fn cuts_told(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            let event = self.next().await;
            match &event.fact {
                EventKind::Notice { text, .. } if text.to_string().contains("prompt tokens") => {
                    told.push(text.to_string());
                }
                fact if type_of(fact) == "job.completed" => return told,
                _ => {}
            }
        }
    }
}

#[tokio::test]
async fn a_server_that_fills_a_usual_window_with_a_longer_prompt_is_told_of_once_in_a_run() {
    let counting = |mut parts: Vec<StreamPart>| {
        let usage = Usage {
            input_tokens: 2_048,
            output_tokens: 3,
            ..Usage::default()
        };
        parts.insert(0, StreamPart::Usage { usage });
        parts
    };
    let mut harness = ActorHarness::new(Mode::Review).await;
    let read = ("read_file", json!({ "path": "a.rs" }));
    harness.provider.answer(counting(calls(&[read])));
    harness.provider.answer(counting(says("yes")));
    harness.send(&"some word ".repeat(1_600));
    let told = harness.cuts_told().await;
    assert_eq!(told.len(), 1, "{told:?}");
    for part in ["read only 2048 of about", "seems to be 2048", "num_ctx"] {
        assert!(told[0].contains(part), "{told:?}");
    }
    harness.provider.answer(counting(says("yes")));
    harness.send("again");
    assert_eq!(harness.cuts_told().await.len(), 1, "another run");
}
