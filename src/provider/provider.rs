//! A provider: its facts, and what it can do. An ability that a provider lacks is `None`; what wraps
//! a provider replaces the one ability that it changes.

use std::sync::Arc;

use crate::agent_tools::AgentTools;
use crate::catalog::ModelCatalog;
use crate::count::{PromptCounter, TextCount, TextCounter};
use crate::embed::{self, EmbedRequest, EmbeddingModel, Embeddings};
use crate::http::Endpoint;
use crate::metadata_cache::MetadataStore;
use crate::pull::{self, ModelDownloader, PullStream};
use crate::{ChatModel, PartStream, StepRequest};
use notice::{Notice, notice};
use protocol::estimate::{Estimate, PictureRule};
use protocol::stream::{Capabilities, ProviderError, ProviderErrorKind};

/// The facts about a provider that do not change while it is in use.
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderInfo {
    /// Name of the provider: `ollama`, `openai`, `anthropic`, …
    pub name: String,
    /// Address or file for display, without secrets.
    pub address: String,
    /// Whether everything that is sent to it stays on this machine.
    pub is_local: bool,
    /// Whether requests are counted and paid for. A recording was paid for when it was made.
    pub is_billable: bool,
    /// Whether it reports the cost of an answer itself, so that no price of the model is needed.
    pub tells_cost: bool,
    /// The rule for the tokens of a picture, if its vendor publishes one.
    pub picture_rule: PictureRule,
}

impl ProviderInfo {
    /// Describes a remote provider whose vendor publishes nothing.
    pub fn new(name: &str, address: &str) -> Self {
        Self {
            name: name.to_owned(),
            address: address.to_owned(),
            is_local: false,
            is_billable: true,
            tells_cost: false,
            picture_rule: Estimate::USUAL.pictures,
        }
    }

    /// Describes the server at an endpoint.
    pub(crate) fn of_server(name: &str, endpoint: &Endpoint, picture_rule: PictureRule) -> Self {
        Self {
            is_local: endpoint.is_local(),
            picture_rule,
            ..Self::new(name, &endpoint.address())
        }
    }
}

/// A source of models. Cheap to clone.
#[derive(Clone)]
pub struct Provider {
    pub info: Arc<ProviderInfo>,
    pub(crate) catalog: Arc<dyn ModelCatalog>,
    pub(crate) chat: Arc<dyn ChatModel>,
    pub(crate) text_counter: Option<Arc<dyn TextCounter>>,
    pub(crate) prompt_counter: Option<Arc<dyn PromptCounter>>,
    pub(crate) embedding: Option<Arc<dyn EmbeddingModel>>,
    pub(crate) downloader: Option<Arc<dyn ModelDownloader>>,
    /// Interface to an agent program that runs its model's tools itself, if the provider is one.
    pub agent_tools: Option<Arc<dyn AgentTools>>,
    /// Storage for what the provider reports.
    pub(crate) metadata: Option<Arc<dyn MetadataStore>>,
}

impl Provider {
    /// Creates a provider that lists its models and streams their answers, and can do nothing else.
    pub fn new(
        info: ProviderInfo,
        catalog: Arc<dyn ModelCatalog>,
        chat: Arc<dyn ChatModel>,
    ) -> Self {
        Self {
            info: Arc::new(info),
            catalog,
            chat,
            text_counter: None,
            prompt_counter: None,
            embedding: None,
            downloader: None,
            agent_tools: None,
            metadata: None,
        }
    }

    /// Sets the model for embeddings.
    #[must_use]
    pub fn with_embedding(self, model: Arc<dyn EmbeddingModel>) -> Self {
        Self {
            embedding: Some(model),
            ..self
        }
    }

    /// Whether answers come from the models of a server, not from an agent program or a recording.
    pub(crate) fn is_model_server(&self) -> bool {
        self.info.is_billable && self.agent_tools.is_none()
    }

    /// See [`ModelCatalog::unavailable_reason`].
    pub fn unavailable_reason(&self) -> Option<ProviderError> {
        self.catalog.unavailable_reason()
    }

    /// See [`ModelCatalog::preconnect`].
    pub fn preconnect(&self) {
        self.catalog.preconnect();
    }

    /// Checks whether it answers within 10 s; returns a description (`ollama 0.33.0`).
    ///
    /// # Errors
    /// If it does not answer, or with nothing that it could have answered.
    pub async fn probe(&self) -> Result<Notice, ProviderError> {
        self.catalog.probe().await
    }

    /// Returns the capabilities of a model.
    ///
    /// # Errors
    /// If the provider cannot be asked, or has no such model.
    pub async fn capabilities(&self, model: &str) -> Result<Capabilities, ProviderError> {
        self.catalog.capabilities(model).await
    }

    /// See [`ChatModel::stream`].
    pub fn stream(&self, request: StepRequest) -> PartStream {
        self.chat.stream(request)
    }

    /// Whether it counts prompts with its own tokenizer, see [`Provider::count_tokens`].
    pub fn counts_tokens(&self) -> bool {
        self.prompt_counter.is_some()
    }

    /// See [`TextCounter::count_text`].
    ///
    /// # Errors
    /// If it counts no texts, or the request fails.
    pub async fn count_text(&self, model: &str, text: &str) -> Result<TextCount, ProviderError> {
        match &self.text_counter {
            Some(counter) => counter.count_text(model, text).await,
            None => Err(ProviderError::new(
                ProviderErrorKind::Unsupported,
                notice!("told-no-own-count", word = self.info.name),
            )),
        }
    }

    /// See [`EmbeddingModel::embed`].
    ///
    /// # Errors
    /// If it has no embeddings, or the request fails.
    pub async fn embed(&self, request: EmbedRequest) -> Result<Embeddings, ProviderError> {
        match &self.embedding {
            Some(model) => model.embed(request).await,
            None => Err(embed::unsupported(&self.info.name)),
        }
    }

    /// Whether it can download models, see [`Provider::pull`].
    pub fn fetches_models(&self) -> bool {
        self.downloader.is_some()
    }

    /// Downloads a model to the provider's model storage.
    pub fn pull(&self, model: &str) -> PullStream {
        match &self.downloader {
            Some(downloader) => downloader.pull(model),
            None => pull::unsupported(&self.info.name),
        }
    }
}
