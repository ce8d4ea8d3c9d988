//! The adapter for Ollama. Builds requests from ollama-rs' types, and patches them where these lack
//! a part of the protocol (ids and names of tool results). Decodes the answers itself, because that
//! crate's stream drops split characters, errors and cut connections. Lists, figures and vectors are
//! requested here too: its calls have no limit on the size of an answer, lose the status and headers of
//! a refusal, and drop counts and capabilities.

mod address;
mod decode;
mod pull;
mod request;
mod show;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::effort;
use super::embed::{self, EmbedRequest, EmbeddingModel, Embeddings};
use super::http::{
    Endpoint, Failure, Http, Refusal, ServerName, ShortRequest, Verdict, parse_base,
};
use super::learned_limits::{ModelSet, refuses_tools};
use super::prompted_tools::{Conditions, recover};
use super::pull::{ModelDownloader, PullStream};
use super::{
    ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest, TextCount,
    TextCounter,
};
use notice::{Notice, notice};
use protocol::estimate::PictureRule;
use protocol::stream::{Capabilities, ModelInfo, ProviderError, ProviderErrorKind, ToolFormat};
use redact::Secret;
use support::json;

pub use address::{DEFAULT_ADDRESS, base_url};
pub use decode::OllamaDecoder;
#[cfg(test)]
pub(super) use request::{RULES, body};

/// Time that the model stays loaded after a request, unless the config says otherwise. Long enough
/// for the user to review in between.
const KEEP_ALIVE: &str = "10m";

/// Maximum tokens of a text that is counted by having the model read it: a larger window
/// takes much memory.
const MOST_COUNTED: u64 = 32_768;

#[derive(Debug, Clone)]
pub struct Ollama {
    name: String,
    endpoint: Endpoint,
    keep_alive: String,
    without_tools: ModelSet,
}

impl Ollama {
    /// Creates the adapter for an Ollama server at `address`, in any of the forms of `OLLAMA_HOST`.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(name: &str, address: &str, http: Http) -> Result<Self, ProviderError> {
        let base = parse_base(&base_url(address)?)?;
        Ok(Self {
            name: name.to_owned(),
            endpoint: Endpoint::new(
                http,
                base,
                ServerName::Program("Ollama"),
                notice!("told-start-ollama"),
            ),
            keep_alive: KEEP_ALIVE.to_owned(),
            without_tools: ModelSet::default(),
        })
    }

    /// Sets the key, for a server behind a gateway that requires one.
    #[must_use]
    pub fn with_key(mut self, key: Option<Secret>) -> Self {
        self.endpoint = self.endpoint.with_key(key);
        self
    }

    /// Sets how long the server keeps the model loaded: `10m`, `1h`, `0`, `-1` (forever).
    #[must_use]
    pub fn with_keep_alive(mut self, keep_alive: Option<&str>) -> Self {
        if let Some(keep_alive) = keep_alive {
            keep_alive.clone_into(&mut self.keep_alive);
        }
        self
    }

    async fn version(&self) -> Result<Notice, ProviderError> {
        let answer = self.endpoint.ask(ShortRequest::Get("/api/version")).await?;
        match answer.get("version").and_then(Value::as_str) {
            Some(version) => Ok(Notice::text(format!("ollama {version}"))),
            None => Err(self.foreign(&notice!("told-no-version"))),
        }
    }

    async fn tags(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let answer = self.endpoint.ask(ShortRequest::Get("/api/tags")).await?;
        let Some(models) = answer.get("models").and_then(Value::as_array) else {
            return Err(self.foreign(&notice!("told-no-model-list")));
        };
        let of = |model: &Value| {
            let name = model.get("name")?.as_str()?;
            Some(ModelInfo {
                bytes: model.get("size").and_then(Value::as_u64),
                embeds_only: show::embeds_only(name, model),
                details: show::listed(model),
                ..ModelInfo::named(&self.name, name)
            })
        };
        Ok(models.iter().filter_map(of).collect())
    }

    async fn show(&self, model: &str) -> Result<Capabilities, ProviderError> {
        let body = json!({ "model": model });
        let answer = self
            .endpoint
            .ask(ShortRequest::Post("/api/show", &body))
            .await
            .map_err(|failure| match failure {
                Failure::Refused(refusal) => refine(*refusal, model),
                Failure::Failed(error) => error,
            })?;
        let mut capabilities = show::capabilities(&answer);
        if self.without_tools.contains(model) {
            capabilities.tools = ToolFormat::Simplified;
        }
        Ok(capabilities)
    }

    async fn vectors(&self, request: EmbedRequest) -> Result<Embeddings, ProviderError> {
        let texts = request.texts.len();
        let model = request.model.clone();
        let body = request::embedding_body(request, &self.keep_alive);
        let answer = self
            .endpoint
            .ask_patiently(ShortRequest::Post("/api/embed", &body))
            .await
            .map_err(|failure| match failure {
                Failure::Refused(refusal) => refine(*refusal, &model),
                Failure::Failed(error) => error,
            })?;
        let given = json::items(&answer, "embeddings");
        let vectors = embed::checked(given, texts).map_err(|what| self.endpoint.broken(&what))?;
        let tokens = answer.get("prompt_eval_count").and_then(Value::as_u64);
        Ok(Embeddings { vectors, tokens })
    }

    /// Sends a text to the server, without a template around it, and returns the number of tokens
    /// that the server reports.
    async fn count(&self, model: &str, text: &str) -> Result<TextCount, ProviderError> {
        // Room for one token per two bytes, and for the one that has to be generated.
        let room = u64::try_from(text.len() / 2).unwrap_or(u64::MAX);
        let room = room.saturating_add(64).clamp(256, MOST_COUNTED);
        let body = json!({
            "model": model, "prompt": text, "raw": true, "stream": false,
            "options": { "num_predict": 1, "num_ctx": room },
        });
        let question = ShortRequest::Post("/api/generate", &body);
        let answer = match self.endpoint.ask_patiently(question).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) => return Err(refine(*refusal, model)),
            Err(Failure::Failed(error)) => return Err(error),
        };
        let tokens = answer.get("prompt_eval_count").and_then(Value::as_u64);
        let tokens = tokens.ok_or_else(|| self.endpoint.broken(&notice!("told-no-count-read")))?;
        // The server silently truncates what does not fit.
        if tokens.saturating_add(8) >= room {
            return Err(ProviderError::new(
                ProviderErrorKind::ContextOverflow,
                notice!("told-over-counted", number = tokens),
            ));
        }
        Ok(TextCount {
            tokens,
            how: notice!("told-counted-reading"),
        })
    }

    fn foreign(&self, why: &Notice) -> ProviderError {
        let address = self.endpoint.address();
        ProviderError::new(
            ProviderErrorKind::Protocol,
            notice!("told-not-ollama", address, why),
        )
        .with_hint(notice!("told-check-ollama-address"))
    }
}

impl From<Ollama> for Provider {
    fn from(ollama: Ollama) -> Self {
        // Patches of 28 by 28, as in Qwen's vision models; others use fewer tokens for a large
        // picture.
        let pictures = PictureRule::Area { pixels: 28 * 28 };
        let info = ProviderInfo::of_server(&ollama.name, &ollama.endpoint, pictures);
        let ollama = Arc::new(ollama);
        Self {
            text_counter: Some(ollama.clone()),
            embedding: Some(ollama.clone()),
            downloader: Some(ollama.clone()),
            ..Self::new(info, ollama.clone(), ollama)
        }
    }
}

impl ModelCatalog for Ollama {
    fn preconnect(&self) {
        self.endpoint.warm();
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(self.version())
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(self.tags())
    }

    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        Box::pin(self.show(model))
    }
}

impl TextCounter for Ollama {
    fn count_text<'a>(
        &'a self,
        model: &'a str,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        Box::pin(self.count(model, text))
    }
}

impl EmbeddingModel for Ollama {
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        Box::pin(self.vectors(request))
    }
}

impl ModelDownloader for Ollama {
    fn pull(&self, model: &str) -> PullStream {
        pull::pull(&self.endpoint, model)
    }
}

impl ChatModel for Ollama {
    fn stream(&self, request: StepRequest) -> PartStream {
        let body = request::body(&request, &self.keep_alive);
        let decoder = Box::new(OllamaDecoder::default());
        let without_tools = self.without_tools.clone();
        let conditions = Conditions::of(&request);
        let (model, effort) = (request.model, request.effort);
        let stream = self
            .endpoint
            .stream("/api/chat", body, decoder, move |refusal, _| {
                if let Some(error) = effort::refused(&refusal, (&model, effort), &["think"]) {
                    return Verdict::Failed(error);
                }
                let refuses_tools = refuses_tools(&refusal.words);
                let error = refine(refusal, &model);
                if error.kind == ProviderErrorKind::Unsupported && refuses_tools {
                    without_tools.remember(&model);
                }
                Verdict::Failed(error)
            });
        recover(stream, &request.tools, conditions)
    }
}

/// Converts a refusal to an error, with the details that are specific to Ollama.
fn refine(refusal: Refusal, model: &str) -> ProviderError {
    let words = refusal.words.to_ascii_lowercase();
    if refusal.status == 404 && words.contains("model") {
        let message = notice!("told-has-no-model", place = refusal.place, word = model);
        return ProviderError::new(ProviderErrorKind::ModelNotFound, message)
            .with_hint(notice!("told-get-it", word = model));
    }
    if refusal.status == 400 && words.contains("does not support") {
        let mut error = ProviderError::new(
            ProviderErrorKind::Unsupported,
            notice!("told-model-cannot", model, rest = refusal.words),
        );
        if refuses_tools(&words) {
            error.hint = Some(notice!("told-tools-in-prompt"));
        }
        return error;
    }
    refusal.into_error()
}
