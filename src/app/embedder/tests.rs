//! Tests of what leaves this machine, and with whose consent.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use tempfile::TempDir;

use super::ProviderEmbedder;
use config::TrustStore;
use index::embedding::{EmbedPermission, Embedder};
use protocol::index::Consent;
use protocol::stream::ProviderError;
use provider::embed::{EmbedRequest, EmbeddingModel, Embeddings};
use provider::testing::catalog::FixedCatalog;
use provider::{ChatModel, PartStream, Provider, ProviderInfo, StepRequest};

/// A provider that counts the texts that it is sent.
struct Counted {
    provider: Provider,
    asked: Arc<AtomicUsize>,
}

struct CountingModel(Arc<AtomicUsize>);

impl ChatModel for CountingModel {
    fn stream(&self, _request: StepRequest) -> PartStream {
        Box::pin(futures_util::stream::empty())
    }
}

impl EmbeddingModel for CountingModel {
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        Box::pin(async move {
            self.0.fetch_add(request.texts.len(), Ordering::Relaxed);
            let vectors = request.texts.iter().map(|_| vec![1.0]).collect();
            Ok(Embeddings {
                vectors,
                tokens: None,
            })
        })
    }
}

fn provider(address: &'static str, is_local: bool) -> Counted {
    let asked = Arc::new(AtomicUsize::new(0));
    let model = Arc::new(CountingModel(Arc::clone(&asked)));
    let info = ProviderInfo {
        is_local,
        ..ProviderInfo::new("openai", address)
    };
    let provider = Provider::new(info, Arc::new(FixedCatalog::default()), model.clone());
    Counted {
        provider: provider.with_embedding(model),
        asked,
    }
}

fn model(counted: &Counted, folder: &Path) -> ProviderEmbedder {
    let trust = folder.join("data/trust.json");
    let root = folder.join("work");
    ProviderEmbedder::new(counted.provider.clone(), "small", root, trust)
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
