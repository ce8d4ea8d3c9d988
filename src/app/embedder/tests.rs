//! Tests of what leaves this machine, and with whose consent.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use tempfile::TempDir;

use super::ProviderEmbedder;
use config::TrustStore;
use index::embedding::{EmbedPermission, Embedder};
use notice::Notice;
use protocol::index::Consent;
use protocol::stream::{Capabilities, ModelInfo, ProviderError, ProviderErrorKind};
use provider::embed::{EmbedRequest, Embeddings};
use provider::{PartStream, Provider, StepRequest};

/// A provider that counts its requests.
struct Counted {
    address: &'static str,
    is_local: bool,
    asked: AtomicUsize,
}

fn unasked() -> ProviderError {
    let why = Notice::text("nobody asks this here");
    ProviderError::new(ProviderErrorKind::Unsupported, why)
}

impl Provider for Counted {
    fn name(&self) -> &'static str {
        "openai"
    }

    fn address(&self) -> String {
        self.address.to_owned()
    }

    fn is_local(&self) -> bool {
        self.is_local
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Err(unasked()) })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async { Err(unasked()) })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        Box::pin(async { Err(unasked()) })
    }

    fn stream(&self, _request: StepRequest) -> PartStream {
        Box::pin(futures_util::stream::empty())
    }

    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        Box::pin(async move {
            self.asked.fetch_add(request.texts.len(), Ordering::Relaxed);
            let vectors = request.texts.iter().map(|_| vec![1.0]).collect();
            Ok(Embeddings {
                vectors,
                tokens: None,
            })
        })
    }
}

fn provider(address: &'static str, is_local: bool) -> Arc<Counted> {
    Arc::new(Counted {
        address,
        is_local,
        asked: AtomicUsize::new(0),
    })
}

fn model(provider: &Arc<Counted>, folder: &Path) -> ProviderEmbedder {
    let provider = Arc::clone(provider) as Arc<dyn Provider>;
    let trust = folder.join("data/trust.json");
    ProviderEmbedder::new(provider, "small", folder.join("work"), trust)
}

async fn asked(model: &ProviderEmbedder) -> Result<usize, ProviderError> {
    let vectors = model.vectors(vec!["a text".to_owned()]).await;
    vectors.map(|vectors| vectors.len())
}

#[tokio::test]
async fn nothing_goes_to_another_machine_before_the_user_has_said_so() {
    let folder = TempDir::new().unwrap();
    let remote = provider("https://one.example/v1", false);
    let unanswered = model(&remote, folder.path());
    let error = asked(&unanswered).await.unwrap_err();
    for words in [
        "https://one.example/v1",
        "/index allow",
        "agentichat index allow",
    ] {
        assert!(
            error.message.to_string().contains(words),
            "{}",
            error.message
        );
    }
    assert!(matches!(unanswered.leave(), EmbedPermission::Withheld(_)));
    assert_eq!(remote.asked.load(Ordering::Relaxed), 0);
    let question = unanswered.question().unwrap();
    insta::assert_snapshot!(question);

    let said = unanswered.keep_consent(Consent::Given).unwrap();
    let said = said.to_string();
    assert!(said.contains("https://one.example/v1"), "{said}");
    assert_eq!(asked(&unanswered).await.unwrap(), 1);
    // The next start does not ask again.
    let next = model(&remote, folder.path());
    assert_eq!(
        (next.question(), next.leave()),
        (None, EmbedPermission::Given)
    );
}

#[tokio::test]
async fn a_refusal_is_kept_and_another_address_is_another_question() {
    let folder = TempDir::new().unwrap();
    let remote = provider("https://one.example/v1", false);
    model(&remote, folder.path())
        .keep_consent(Consent::Refused)
        .unwrap();
    let next = model(&remote, folder.path());
    assert_eq!(next.question(), None);
    let error = asked(&next).await.unwrap_err();
    assert!(
        error.message.to_string().contains("you refused"),
        "{}",
        error.message
    );
    assert_eq!(remote.asked.load(Ordering::Relaxed), 0);
    let moved = provider("https://two.example/v1", false);
    assert!(model(&moved, folder.path()).question().is_some());
}

#[tokio::test]
async fn what_is_on_this_machine_is_asked_without_a_question() {
    let folder = TempDir::new().unwrap();
    let local = provider("http://127.0.0.1:8080/v1", true);
    let model = model(&local, folder.path());
    assert_eq!(
        (model.question(), model.leave()),
        (None, EmbedPermission::Given)
    );
    assert_eq!(asked(&model).await.unwrap(), 1);
    assert!(model.keep_consent(Consent::Given).is_err());
    assert!(!folder.path().join("data/trust.json").exists());
}

#[tokio::test]
async fn what_another_process_takes_back_holds_before_the_next_request() {
    let folder = TempDir::new().unwrap();
    let remote = provider("https://one.example/v1", false);
    let ours = model(&remote, folder.path());
    ours.keep_consent(Consent::Given).unwrap();
    assert_eq!(asked(&ours).await.unwrap(), 1);
    let mut elsewhere = TrustStore::open(&folder.path().join("data/trust.json"));
    elsewhere.revoke(&folder.path().join("work")).unwrap();
    assert!(matches!(ours.leave(), EmbedPermission::Withheld(_)));
    assert!(asked(&ours).await.is_err());
    assert_eq!(remote.asked.load(Ordering::Relaxed), 1);
}
