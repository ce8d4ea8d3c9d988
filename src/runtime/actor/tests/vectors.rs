//! Tests of the actor's work for the vectors of the index.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::harness::{ActorHarness, says, until};
use index::embedding::Embedder;
use index::{Index, VectorSettings};
use protocol::command::Command;
use protocol::event::EventKind;
use protocol::index::{Consent, VectorsPhase};
use protocol::stream::ProviderError;

/// An embedding model that returns the same vector for every text.
struct Constant;

impl Embedder for Constant {
    fn model(&self) -> &'static str {
        "ollama/constant"
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async move { Ok(texts.iter().map(|_| vec![1.0, 0.0]).collect()) })
    }
}

fn phase(index: &Index) -> Option<VectorsPhase> {
    index.state().vectors.map(|made| made.phase)
}

#[tokio::test]
async fn vectors_rest_as_long_as_a_run_goes_on() {
    let mut harness = ActorHarness::mapped().await;
    let index = harness.index.clone().unwrap();
    index.embed_with(VectorSettings {
        embedder: Arc::new(Constant),
        most: 100,
        cache_bytes: 1_000_000,
    });
    let answer = harness.provider.live();
    harness.send("hi");
    until("the model is asked", || {
        let holds = harness.provider.requests().len() == 1;
        async move { holds }
    })
    .await;
    let making = tokio::spawn(Index::maintain_vectors(Arc::downgrade(&index)));
    until("paused while", || {
        let holds = phase(&index) == Some(VectorsPhase::Paused);
        async move { holds }
    })
    .await;
    for part in says("hello") {
        answer.send(part).await.unwrap();
    }
    drop(answer);
    harness.event("job.completed").await;
    until("they are made", || {
        let holds = phase(&index) == Some(VectorsPhase::Ready);
        async move { holds }
    })
    .await;
    making.abort();
    assert_eq!(index.state().vectors.map(|made| made.done), Some(1));
}

#[tokio::test]
async fn an_answer_to_what_may_be_sent_is_told_what_it_means() {
    let mut harness = ActorHarness::mapped().await;
    for (model, words) in [
        (false, "`index.embedding_model`"),
        (true, "on this machine"),
    ] {
        if model {
            let index = harness.index.clone().unwrap();
            index.embed_with(VectorSettings {
                embedder: Arc::new(Constant),
                most: 100,
                cache_bytes: 1_000_000,
            });
        }
        harness.command(Command::AnswerConsent {
            session: harness.session,
            consent: Consent::Given,
        });
        let told = harness.event("notice").await;
        let EventKind::Notice { text, .. } = told.fact else {
            panic!("{told:?}");
        };
        assert!(text.to_string().contains(words), "{text}");
    }
}
