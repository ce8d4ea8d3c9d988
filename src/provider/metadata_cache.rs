//! Wraps any provider and remembers its metadata: its models, which can then be shown at once,
//! and the token counts of prompts, which are then not requested again. The implementation of
//! [`MetadataStore`] decides where they are stored; without a usable store everything is
//! requested each time.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::agent_tools::AgentTools;
use super::cached::RequestKey;
use super::embed::{EmbedRequest, Embeddings};
use super::pull::PullStream;
use super::{KeptModels, PartStream, Provider, StepRequest, TextCount};
use notice::Notice;
use protocol::estimate::PictureRule;
use protocol::stream::{Capabilities, ModelInfo, ProviderError};

/// Storage of the metadata. Every call may block; what cannot be stored is requested again.
pub trait MetadataStore: Send + Sync {
    /// Returns the last model list of a provider at an address.
    fn models(&self, provider: &str, address: &str) -> Option<KeptModels>;

    /// Stores the current model list.
    fn keep_models(&self, provider: &str, address: &str, models: &[ModelInfo]);

    /// Returns the token count of a prompt, if its provider has counted it.
    fn count(&self, prompt: &RequestKey) -> Option<u64>;

    fn keep_count(&self, prompt: &RequestKey, tokens: u64);
}

pub struct MetadataCache {
    inner: Arc<dyn Provider>,
    memory: Arc<dyn MetadataStore>,
}

impl MetadataCache {
    /// Wraps a provider with the memory. Agent programs know their models without a request, and a
    /// recording has one model: they are returned unchanged.
    pub fn over(inner: Arc<dyn Provider>, memory: Arc<dyn MetadataStore>) -> Arc<dyn Provider> {
        if !inner.is_billable() || inner.own_tools().is_some() {
            return inner;
        }
        Arc::new(Self { inner, memory })
    }

    fn place(&self) -> (String, String) {
        (self.inner.name().to_owned(), self.inner.address())
    }
}

impl Provider for MetadataCache {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn address(&self) -> String {
        self.inner.address()
    }

    fn is_local(&self) -> bool {
        self.inner.is_local()
    }

    fn is_billable(&self) -> bool {
        self.inner.is_billable()
    }

    fn picture_rule(&self) -> PictureRule {
        self.inner.picture_rule()
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.inner.unavailable_reason()
    }

    fn preconnect(&self) {
        self.inner.preconnect();
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        self.inner.probe()
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async {
            let models = self.inner.models().await?;
            let (memory, (name, address)) = (Arc::clone(&self.memory), self.place());
            let told = models.clone();
            // The caller does not wait for the disk.
            tokio::task::spawn_blocking(move || memory.keep_models(&name, &address, &told));
            Ok(models)
        })
    }

    fn kept_models(&self) -> BoxFuture<'_, Option<KeptModels>> {
        Box::pin(async {
            let (memory, (name, address)) = (Arc::clone(&self.memory), self.place());
            let found = tokio::task::spawn_blocking(move || memory.models(&name, &address)).await;
            found.ok().flatten()
        })
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
        Box::pin(async move {
            let Some(key) = RequestKey::of_prompt(&*self.inner, request) else {
                return self.inner.count_tokens(request).await;
            };
            let memory = Arc::clone(&self.memory);
            let known = tokio::task::spawn_blocking(move || memory.count(&key)).await;
            if let Ok(Some(tokens)) = known {
                return Ok(tokens);
            }
            let tokens = self.inner.count_tokens(request).await?;
            let memory = Arc::clone(&self.memory);
            tokio::task::spawn_blocking(move || memory.keep_count(&key, tokens));
            Ok(tokens)
        })
    }

    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        self.inner.capabilities(model)
    }

    fn stream(&self, request: StepRequest) -> PartStream {
        self.inner.stream(request)
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use futures_util::stream;
    use jiff::Timestamp;

    use super::*;
    use crate::ConversationState;
    use protocol::stream::{Freshness, ToolFormat};

    /// A server that counts its requests.
    #[derive(Default)]
    struct Server {
        asked: AtomicU64,
    }

    impl Provider for Server {
        fn name(&self) -> &'static str {
            "server"
        }

        fn address(&self) -> String {
            "http://host".to_owned()
        }

        fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
            Box::pin(async { Ok(Notice::default()) })
        }

        fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Ok(vec![ModelInfo::named("server", "m")]) })
        }

        fn capabilities<'a>(
            &'a self,
            _: &'a str,
        ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
            unreachable!("nobody asks here")
        }

        fn stream(&self, _: StepRequest) -> PartStream {
            Box::pin(stream::empty())
        }

        fn counts_tokens(&self) -> bool {
            true
        }

        fn count_tokens<'a>(
            &'a self,
            request: &'a StepRequest,
        ) -> BoxFuture<'a, Result<u64, ProviderError>> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            let tokens = request.system.len() as u64;
            Box::pin(async move { Ok(tokens) })
        }
    }

    type StoredLists = (String, String, Vec<ModelInfo>);

    #[derive(Default)]
    struct Notes {
        models: Mutex<Vec<StoredLists>>,
        counts: Mutex<Vec<(RequestKey, u64)>>,
        kept: tokio::sync::Notify,
    }

    impl MetadataStore for Notes {
        fn models(&self, provider: &str, address: &str) -> Option<KeptModels> {
            let told = self.models.lock().unwrap();
            let found = told
                .iter()
                .rev()
                .find(|one| one.0 == provider && one.1 == address);
            found.map(|one| KeptModels {
                models: one.2.clone(),
                told_at: Timestamp::UNIX_EPOCH,
            })
        }

        fn keep_models(&self, provider: &str, address: &str, models: &[ModelInfo]) {
            let one = (provider.to_owned(), address.to_owned(), models.to_vec());
            self.models.lock().unwrap().push(one);
            self.kept.notify_one();
        }

        fn count(&self, prompt: &RequestKey) -> Option<u64> {
            let counts = self.counts.lock().unwrap();
            counts.iter().find(|one| one.0 == *prompt).map(|one| one.1)
        }

        fn keep_count(&self, prompt: &RequestKey, tokens: u64) {
            self.counts.lock().unwrap().push((*prompt, tokens));
            self.kept.notify_one();
        }
    }

    fn request(system: &str) -> StepRequest {
        StepRequest {
            agent: "main".to_owned(),
            number: 1,
            model: "m".to_owned(),
            system: system.to_owned(),
            messages: Vec::new(),
            pictures: Arc::default(),
            tools: Arc::from([]),
            format: ToolFormat::Native,
            sends_text_calls: false,
            context_length: 8_192,
            max_output_tokens: None,
            temperature: None,
            freshness: Freshness::Any,
            conversing: ConversationState::of(protocol::ids::SessionId(uuid::Uuid::nil())),
        }
    }

    #[tokio::test]
    async fn models_that_were_told_are_known_at_once_the_next_time() {
        let (server, notes) = (Arc::new(Server::default()), Arc::new(Notes::default()));
        let one = MetadataCache::over(server, Arc::clone(&notes) as Arc<dyn MetadataStore>);
        assert_eq!(one.kept_models().await, None);
        let told = one.models().await.unwrap();
        notes.kept.notified().await;
        let next = MetadataCache::over(Arc::new(Server::default()), notes);
        let kept = next.kept_models().await.map(|kept| kept.models);
        assert_eq!(kept, Some(told));
    }

    #[tokio::test]
    async fn a_prompt_is_counted_by_its_server_once_and_another_one_anew() {
        let (server, notes) = (Arc::new(Server::default()), Arc::new(Notes::default()));
        let counting = Arc::clone(&server) as Arc<dyn Provider>;
        let one = MetadataCache::over(counting, Arc::clone(&notes) as Arc<dyn MetadataStore>);
        assert_eq!(one.count_tokens(&request("four")).await, Ok(4));
        notes.kept.notified().await;
        assert_eq!(one.count_tokens(&request("four")).await, Ok(4));
        assert_eq!(server.asked.load(Ordering::SeqCst), 1);
        assert_eq!(one.count_tokens(&request("other")).await, Ok(5));
        assert_eq!(server.asked.load(Ordering::SeqCst), 2);
    }
}
