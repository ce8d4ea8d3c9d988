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

use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;

pub use self::answer::KeptAnswer;
use self::answer::{AnswerRecorder, PartOutcome, played};
pub use self::key::RequestKey;
use super::agent_tools::AgentTools;
use super::embed::{EmbedRequest, Embeddings};
use super::pull::PullStream;
use super::{KeptModels, PartStream, Provider, StepRequest, TextCount};
use notice::Notice;
use protocol::estimate::PictureRule;
use protocol::stream::{Capabilities, Freshness, ModelInfo, ProviderError, StreamPart};
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

pub struct Cached {
    inner: Arc<dyn Provider>,
    answers: Arc<dyn Answers>,
    masker: Masker,
}

impl Cached {
    /// Wraps a provider in the cache; returns it unchanged if it is an agent program or
    /// replays a recording.
    pub fn over(
        inner: Arc<dyn Provider>,
        answers: Arc<dyn Answers>,
        masker: Masker,
    ) -> Arc<dyn Provider> {
        if !inner.is_billable() || inner.own_tools().is_some() {
            return inner;
        }
        Arc::new(Self {
            inner,
            answers,
            masker,
        })
    }
}

/// Looks up the answer, and asks the inner provider if there is none.
async fn answer(
    (inner, answers, masker): (Arc<dyn Provider>, Arc<dyn Answers>, Masker),
    (key, request): (RequestKey, StepRequest),
) -> PartStream {
    let began = Instant::now();
    let mut word = None;
    if request.freshness == Freshness::Any {
        let (store, most) = (Arc::clone(&answers), request.max_output_tokens);
        let found = tokio::task::spawn_blocking(move || store.find(&key, most)).await;
        let found = found.unwrap_or_default();
        if let Some((parts, made)) = found.answer {
            return said(found.word, played(parts, made, began));
        }
        word = found.word;
    }
    let taking = AnswerRecorder::new(masker, key::prompt_tokens(&request));
    let state = (inner.stream(request), Some(taking));
    let parts = stream::unfold(state, move |(mut parts, mut taking)| {
        let answers = Arc::clone(&answers);
        async move {
            let part = parts.next().await?;
            let word = match taking.as_mut().map(|taking| taking.take(&part)) {
                Some(PartOutcome::Whole(answer)) => {
                    taking = None;
                    // Store before reporting the end, so that a caller that has seen the end gets
                    // the cached answer the next time.
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
    said(word, Box::pin(parts.flatten()))
}

/// Prepends a notice for the user to a stream.
fn said(word: Option<Notice>, parts: PartStream) -> PartStream {
    match word {
        Some(text) => Box::pin(stream::iter([StreamPart::Notice { text }]).chain(parts)),
        None => parts,
    }
}

impl Provider for Cached {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn address(&self) -> String {
        self.inner.address()
    }

    fn is_local(&self) -> bool {
        self.inner.is_local()
    }

    fn picture_rule(&self) -> PictureRule {
        self.inner.picture_rule()
    }

    fn is_billable(&self) -> bool {
        self.inner.is_billable()
    }

    fn preconnect(&self) {
        self.inner.preconnect();
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.inner.unavailable_reason()
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        self.inner.probe()
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        self.inner.models()
    }

    fn counts_tokens(&self) -> bool {
        self.inner.counts_tokens()
    }

    fn count_text<'a>(
        &'a self,
        model: &'a str,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        self.inner.count_text(model, text)
    }

    fn count_tokens<'a>(
        &'a self,
        request: &'a StepRequest,
    ) -> BoxFuture<'a, Result<u64, ProviderError>> {
        self.inner.count_tokens(request)
    }

    fn kept_models(&self) -> BoxFuture<'_, Option<KeptModels>> {
        self.inner.kept_models()
    }

    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        self.inner.capabilities(model)
    }

    fn stream(&self, request: StepRequest) -> PartStream {
        let Some(key) = RequestKey::of(&*self.inner, &request) else {
            return self.inner.stream(request);
        };
        let means = (
            Arc::clone(&self.inner),
            Arc::clone(&self.answers),
            self.masker.clone(),
        );
        Box::pin(stream::once(answer(means, (key, request))).flatten())
    }

    fn tells_cost(&self) -> bool {
        self.inner.tells_cost()
    }

    fn own_tools(&self) -> Option<Arc<dyn AgentTools>> {
        self.inner.own_tools()
    }

    /// Embeddings have a cache of their own.
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        self.inner.embed(request)
    }

    fn fetches_models(&self) -> bool {
        self.inner.fetches_models()
    }

    fn pull(&self, model: &str) -> PullStream {
        self.inner.pull(model)
    }
}
