//! Wraps any provider and answers repeated requests from a cache. Only requests at temperature 0
//! are looked up; only complete answers are kept, and none with what looks like a secret. The
//! implementation of [`Answers`] decides where answers are stored; a cache that cannot be used
//! never fails a request.
//!
//! Agent programs and recordings are not wrapped ([`Cached::over`]).

mod answer;
mod key;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Instant;

use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;

pub use self::answer::KeptAnswer;
use self::answer::{AnswerRecorder, PartOutcome, played};
pub use self::key::RequestKey;
use super::{ChatModel, PartStream, Provider, ProviderInfo, StepRequest};
use notice::Notice;
use protocol::stream::{Freshness, StreamPart};
use redact::Masker;

/// Storage of cached answers. Every call may block.
pub trait Answers: Send + Sync {
    /// Returns the answer to a request if it has at most this many tokens.
    fn find(&self, request: &RequestKey, most_tokens: Option<u64>) -> CachedAnswer;

    /// Stores an answer. Returns a notice for the user, once, if answers cannot be stored.
    fn keep(&self, request: &RequestKey, answer: &KeptAnswer) -> Option<Notice>;
}

/// Result of a lookup.
#[derive(Debug, Default)]
pub struct CachedAnswer {
    /// Parts of the answer and when it was made.
    pub answer: Option<(Vec<StreamPart>, Timestamp)>,
    /// A notice about the cache for the user.
    pub word: Option<Notice>,
}

/// Streams the kept answers of a provider, and keeps new ones.
#[derive(Clone)]
pub struct Cached {
    info: Arc<ProviderInfo>,
    chat: Arc<dyn ChatModel>,
    answers: Arc<dyn Answers>,
    masker: Masker,
}

impl Cached {
    /// Wraps a provider in the cache; returns it unchanged if it is an agent program or
    /// replays a recording.
    pub fn over(provider: Provider, answers: Arc<dyn Answers>, masker: Masker) -> Provider {
        if !provider.is_model_server() {
            return provider;
        }
        let cached = Self {
            info: Arc::clone(&provider.info),
            chat: provider.chat,
            answers,
            masker,
        };
        Provider {
            chat: Arc::new(cached),
            ..provider
        }
    }

    /// Looks up the answer, and asks the model if there is none.
    async fn answer(self, key: RequestKey, request: StepRequest) -> PartStream {
        let began = Instant::now();
        let mut word = None;
        if request.freshness == Freshness::Any {
            let (answers, most) = (Arc::clone(&self.answers), request.max_output_tokens);
            let found = tokio::task::spawn_blocking(move || answers.find(&key, most)).await;
            let found = found.unwrap_or_default();
            if let Some((parts, made)) = found.answer {
                return said(found.word, played(parts, made, began));
            }
            word = found.word;
        }
        said(word, self.keeping(key, request))
    }

    /// Asks the model, and keeps its answer.
    fn keeping(self, key: RequestKey, request: StepRequest) -> PartStream {
        let taking = AnswerRecorder::new(self.masker, key::prompt_tokens(&request));
        let state = (self.chat.stream(request), Some(taking));
        let parts = stream::unfold(state, move |(mut parts, mut taking)| {
            let answers = Arc::clone(&self.answers);
            async move {
                let part = parts.next().await?;
                let word = match taking.as_mut().map(|taking| taking.take(&part)) {
                    Some(PartOutcome::Whole(answer)) => {
                        taking = None;
                        // Stored before the end is reported: whoever has seen the end gets the answer
                        // from the cache the next time.
                        let kept =
                            tokio::task::spawn_blocking(move || answers.keep(&key, &answer)).await;
                        kept.unwrap_or_default()
                    }
                    Some(PartOutcome::Never) => {
                        taking = None;
                        None
                    }
                    Some(PartOutcome::More) | None => None,
                };
                let notice = word.map(|text| StreamPart::Notice { text });
                let parts_now = stream::iter(notice.into_iter().chain([part]));
                Some((parts_now, (parts, taking)))
            }
        });
        Box::pin(parts.flatten())
    }
}

/// Prepends a notice for the user to a stream.
fn said(word: Option<Notice>, parts: PartStream) -> PartStream {
    match word {
        Some(text) => Box::pin(stream::iter([StreamPart::Notice { text }]).chain(parts)),
        None => parts,
    }
}

impl ChatModel for Cached {
    fn stream(&self, request: StepRequest) -> PartStream {
        match RequestKey::of(&self.info, &request) {
            Some(key) => Box::pin(stream::once(self.clone().answer(key, request)).flatten()),
            None => self.chat.stream(request),
        }
    }
}
