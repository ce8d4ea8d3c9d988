//! Remembers what providers report: their models, which can then be shown at once, and the token
//! counts of prompts, which are then not requested again. The implementation of [`MetadataStore`]
//! decides where they are stored; without a usable store everything is requested each time.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::cached::RequestKey;
use super::{KeptModels, Provider, StepRequest};
use notice::notice;
use protocol::stream::{ModelInfo, ProviderError, ProviderErrorKind};

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

impl Provider {
    /// Sets the storage for what the provider reports. Agent programs know their models without a
    /// request, and a recording has one model: they are returned unchanged.
    #[must_use]
    pub fn with_metadata(mut self, store: Arc<dyn MetadataStore>) -> Self {
        if self.is_model_server() {
            self.metadata = Some(store);
        }
        self
    }

    /// Requests the list of available models.
    ///
    /// # Errors
    /// If the provider cannot be asked, or answers without a list.
    pub async fn models(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let models = self.catalog.models().await?;
        if let Some(store) = self.metadata.clone() {
            let (info, told) = (Arc::clone(&self.info), models.clone());
            // The caller does not wait for the disk.
            spawn_blocking(move || store.keep_models(&info.name, &info.address, &told));
        }
        Ok(models)
    }

    /// Returns the models of an earlier answer, at once; `None` if none are stored.
    pub async fn kept_models(&self) -> Option<KeptModels> {
        let (store, info) = (self.metadata.clone()?, Arc::clone(&self.info));
        let found = spawn_blocking(move || store.models(&info.name, &info.address)).await;
        found.ok().flatten()
    }

    /// Returns the exact token count of a request's prompt, not an estimate. Sends the whole
    /// prompt, unless it has been counted before; costs nothing.
    ///
    /// # Errors
    /// If the provider counts no prompts, or the request fails.
    pub async fn count_tokens(&self, request: &StepRequest) -> Result<u64, ProviderError> {
        let Some(counter) = &self.prompt_counter else {
            return Err(ProviderError::new(
                ProviderErrorKind::Unsupported,
                notice!("told-counts-none", word = self.info.name),
            ));
        };
        let key = RequestKey::of_prompt(&self.info, request);
        let (Some(key), Some(store)) = (key, &self.metadata) else {
            return counter.count_tokens(request).await;
        };
        let memory = Arc::clone(store);
        if let Ok(Some(tokens)) = spawn_blocking(move || memory.count(&key)).await {
            return Ok(tokens);
        }
        let tokens = counter.count_tokens(request).await?;
        let memory = Arc::clone(store);
        spawn_blocking(move || memory.keep_count(&key, tokens));
        Ok(tokens)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};

    use futures_util::future::BoxFuture;
    use futures_util::stream;
    use jiff::Timestamp;

    use super::*;
    use crate::{
        ChatModel, ConversationState, ModelCatalog, PartStream, PromptCounter, ProviderInfo,
    };
    use notice::Notice;
    use protocol::stream::{Capabilities, Freshness, ToolFormat};

    /// A server that counts its requests.
    #[derive(Default)]
    struct Server {
        asked: AtomicU64,
    }

    impl Server {
        fn keeping(self: &Arc<Self>, store: Arc<dyn MetadataStore>) -> Provider {
            let info = ProviderInfo::new("server", "http://host");
            let provider = Provider {
                prompt_counter: Some(self.clone()),
                ..Provider::new(info, self.clone(), self.clone())
            };
            provider.with_metadata(store)
        }
    }

    impl ModelCatalog for Server {
        fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
            unreachable!("nobody asks here")
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
    }

    impl ChatModel for Server {
        fn stream(&self, _: StepRequest) -> PartStream {
            Box::pin(stream::empty())
        }
    }

    impl PromptCounter for Server {
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
            effort: protocol::effort::Effort::Auto,
            freshness: Freshness::Any,
            conversing: ConversationState::of(protocol::ids::SessionId(uuid::Uuid::nil())),
        }
    }

    #[tokio::test]
    async fn models_that_were_told_are_known_at_once_the_next_time() {
        let (server, notes) = (Arc::new(Server::default()), Arc::new(Notes::default()));
        let one = server.keeping(notes.clone());
        assert_eq!(one.kept_models().await, None);
        let told = one.models().await.unwrap();
        notes.kept.notified().await;
        let next = Arc::new(Server::default()).keeping(notes);
        let kept = next.kept_models().await.map(|kept| kept.models);
        assert_eq!(kept, Some(told));
    }

    #[tokio::test]
    async fn a_prompt_is_counted_by_its_server_once_and_another_one_anew() {
        let (server, notes) = (Arc::new(Server::default()), Arc::new(Notes::default()));
        let one = server.keeping(notes.clone());
        assert_eq!(one.count_tokens(&request("four")).await, Ok(4));
        notes.kept.notified().await;
        assert_eq!(one.count_tokens(&request("four")).await, Ok(4));
        assert_eq!(server.asked.load(Ordering::SeqCst), 1);
        assert_eq!(one.count_tokens(&request("other")).await, Ok(5));
        assert_eq!(server.asked.load(Ordering::SeqCst), 2);
    }
}
