//! A request to the model that is being answered, for the line over the editor.

use jiff::Timestamp;

use super::status::short;
use client::text::elapsed;
use l10n::{counted, say};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelStep {
    asked_at: Timestamp,
    /// Estimated tokens of the request, once it was sent.
    prompt: Option<u64>,
    /// When the first part of the answer arrived.
    answered_at: Option<Timestamp>,
    /// Estimated tokens of the answer that have arrived.
    answer: u64,
}

impl ModelStep {
    pub fn new(asked_at: Timestamp) -> Self {
        Self {
            asked_at,
            prompt: None,
            answered_at: None,
            answer: 0,
        }
    }

    /// Whether the model has sent nothing yet: it loads, or reads the prompt.
    pub fn is_unanswered(&self) -> bool {
        self.answered_at.is_none()
    }

    /// Records that a part of the answer arrived.
    pub fn answered(&mut self, at: Timestamp) {
        self.answered_at.get_or_insert(at);
    }

    /// Records the estimated tokens of the request and of the answer.
    pub fn progress(&mut self, prompt: u64, answer: u64, at: Timestamp) {
        self.prompt = Some(prompt);
        self.answer = self.answer.max(answer);
        if answer > 0 {
            self.answered(at);
        }
    }

    /// Formats `reading the prompt ~3.1k tokens 0:48` or `answering 0:09 · ~412 tokens · 38/s`,
    /// without times if no time is given.
    pub fn words(&self, now: Option<Timestamp>) -> String {
        let since = |begun: Timestamp| {
            let seconds = now?.as_second().saturating_sub(begun.as_second());
            u64::try_from(seconds).ok()
        };
        let Some(answered_at) = self.answered_at else {
            let mut words = say!("step-reading").to_owned();
            let size = self.prompt.filter(|tokens| *tokens > 0).map(about);
            let time = since(self.asked_at).map(elapsed);
            for word in size.into_iter().chain(time) {
                words.push(' ');
                words.push_str(&word);
            }
            return words;
        };
        let mut words = say!("step-answering").to_owned();
        let seconds = since(answered_at);
        if let Some(seconds) = seconds {
            words.push(' ');
            words.push_str(&elapsed(seconds));
        }
        if self.answer > 0 {
            words.push_str(" · ");
            words.push_str(&about(self.answer));
        }
        let rate = seconds.and_then(|seconds| self.answer.checked_div(seconds));
        if let Some(rate) = rate.filter(|rate| *rate > 0) {
            words.push_str(" · ");
            words.push_str(&say!("step-rate", rate));
        }
        words
    }
}

/// Formats an estimate: `~412 tokens`.
fn about(tokens: u64) -> String {
    let tokens = match tokens {
        0..1_000 => counted(tokens, "token"),
        _ => say!("list-tokens", tokens = short(tokens)),
    };
    format!("~{tokens}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    #[test]
    fn until_something_arrives_the_prompt_is_read() {
        let mut step = ModelStep::new(at(0));
        assert_eq!(step.words(Some(at(1))), "reading the prompt 0:01");
        step.progress(3_100, 0, at(1));
        assert!(step.is_unanswered());
        assert_eq!(
            step.words(Some(at(48))),
            "reading the prompt ~3.1k tokens 0:48"
        );
        assert_eq!(step.words(None), "reading the prompt ~3.1k tokens");
    }

    #[test]
    fn from_then_on_the_answer_grows_with_its_own_time_and_rate() {
        let mut step = ModelStep::new(at(0));
        step.progress(3_100, 0, at(1));
        step.answered(at(50));
        assert_eq!(step.words(Some(at(50))), "answering 0:00");
        step.progress(3_100, 342, at(55));
        assert_eq!(
            step.words(Some(at(59))),
            "answering 0:09 · ~342 tokens · 38/s"
        );
        assert_eq!(step.words(None), "answering · ~342 tokens");
    }
}
