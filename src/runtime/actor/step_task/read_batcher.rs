//! Reads a slow stream in batches: waking the connection's task and this one for every token costs
//! more than the token.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// A read that waited this long marks a slow stream: a stream with more data at hand delivers
/// it within microseconds.
const SLOW: Duration = Duration::from_millis(2);

/// Time that a slow stream is left alone. Shorter than the gap between the outgoing pieces, so
/// nothing is shown later; only the end of an answer may be delayed by this much.
const GULP: Duration = Duration::from_millis(20);

/// So many reads between two waits mean that the parts waited for the processor and not for the
/// server: a slow stream brings only a few per batch.
const FLOOD: u32 = 40;

/// Measures the pace of a stream. A connection hands over one piece at a time, however many have
/// arrived, so the size of a read says nothing.
pub(super) struct ReadBatcher {
    /// Time at which the next part was requested.
    asked: Instant,
    /// Number of reads since the last one that had to wait; `None` before the first.
    reads: Option<u32>,
}

impl ReadBatcher {
    /// Starts measuring now.
    pub(super) fn new() -> Self {
        Self {
            asked: Instant::now(),
            reads: None,
        }
    }

    /// Called after each read. Pauses for a while if the stream is slow.
    pub(super) async fn pause(&mut self) {
        if self.asked.elapsed() < SLOW {
            self.reads = self.reads.map(|reads| reads.saturating_add(1));
        } else if self.reads.replace(0).is_some_and(|reads| reads < FLOOD) {
            sleep(GULP).await;
        }
        self.asked = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, sleep};

    use super::ReadBatcher;

    /// Measures how long it takes to read `tokens` tokens, one at a time, with a gap of
    /// `apart` between them.
    async fn time_of(tokens: u32, apart: Duration) -> (Duration, u32) {
        let (begun, mut at, mut turns) = (Instant::now(), Instant::now(), 0);
        let mut gulps = ReadBatcher::new();
        for _ in 0..tokens {
            at += apart;
            let wait = at.saturating_duration_since(Instant::now());
            if !wait.is_zero() {
                sleep(wait).await;
                turns += 1;
            }
            gulps.pause().await;
        }
        (begun.elapsed(), turns)
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_is_never_waited_for() {
        let (time, _) = time_of(20_000, Duration::ZERO).await;
        assert_eq!(time, Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn a_flood_that_is_held_up_now_and_then_is_not_waited_for_either() {
        let mut gulps = ReadBatcher::new();
        let begun = Instant::now();
        let held_up = Duration::from_millis(3);
        for read in 0..20_000 {
            if read % 200 == 0 {
                sleep(held_up).await;
            }
            gulps.pause().await;
        }
        assert_eq!(begun.elapsed(), held_up * 100);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_stream_is_read_as_fast_as_it_comes_in_few_turns() {
        let (time, turns) = time_of(1_000, Duration::from_millis(5)).await;
        assert!(time <= Duration::from_millis(5_000 + 20), "{time:?}");
        assert!(turns <= 300, "{turns} turns for 1,000 tokens");
    }

    #[tokio::test(start_paused = true)]
    async fn a_very_slow_stream_is_late_by_a_gulp_at_most() {
        let (time, _) = time_of(10, Duration::from_secs(1)).await;
        assert!(time <= Duration::from_millis(10_020), "{time:?}");
    }
}
