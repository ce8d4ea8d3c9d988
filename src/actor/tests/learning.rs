//! What a server's count teaches about the next request's estimate.

use super::support::{House, says};
use crate::protocol::approval::Mode;
use crate::protocol::event::Fact;
use crate::protocol::query::{Query, Reply};
use crate::protocol::stream::StreamPart;
use crate::protocol::usage::Usage;

impl House {
    /// Tokens that the parts of a request are said to take, by `/context`.
    async fn counted(&self) -> u64 {
        let query = Query::Context {
            session: self.session,
        };
        match self.handle.query(query).unwrap().await.unwrap() {
            Reply::Context { parts, .. } => parts.iter().map(|(_, tokens)| tokens).sum(),
            other => panic!("{other:?}"),
        }
    }

    /// An answer for whose prompt the server counts so many tokens.
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
    let mut house = House::new(Mode::Review).await;
    let before = house.counted().await;
    assert!(before > 500, "the prompt is long enough to learn from");
    house.answered(before * 3 / 2).await;
    let ratio = house.learnt.0.lock().unwrap().expect("a ratio").tokens();
    assert!((5_900..=6_300).contains(&ratio), "half of the way: {ratio}");
    let after = house.counted().await;
    assert!(after * 10 > before * 11, "{after} after {before}");
    // A server that counts only what it had not read before.
    house.answered(40).await;
    let unchanged = house.learnt.0.lock().unwrap().expect("a ratio").tokens();
    assert!(
        unchanged <= ratio && unchanged * 10 >= ratio * 9,
        "{unchanged} after {ratio}"
    );
}

#[tokio::test]
async fn without_a_count_the_step_is_measured_with_what_was_learnt_and_marked() {
    let mut house = House::new(Mode::Review).await;
    house.provider.answer(says("yes"));
    house.send("?");
    let done = house.event("step.completed").await;
    let Fact::StepCompleted { usage, window, .. } = done.fact else {
        panic!("{done:?}");
    };
    assert!(usage.estimated && window.estimated);
    house.idle().await;
    assert!(
        house.learnt.0.lock().unwrap().is_none(),
        "an estimate teaches nothing"
    );
}
