//! The adapter for OpenAI's Chat Completions and all compatible servers: vLLM, llama.cpp,
//! LM Studio, OpenRouter, gateways. Variations of other vendors within the same protocol
//! are a [`Dialect`].

mod calls;
mod chunk;
mod decode;
mod dialect;
mod model;
mod reasoning;
mod request;
mod spelling;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use reqwest::Url;
use serde_json::{Value, json};

use self::spelling::Spellings;
use super::effort;
use super::embed::{self, EmbedRequest, EmbeddingModel, Embeddings};
use super::http::{
    Endpoint, Failure, Http, Refusal, ServerName, ShortRequest, Verdict, is_fatal, parse_base,
};
use super::learned_limits::{ModelSet, RefusedFields, refuses_tools};
use super::prompted_tools::{Conditions, recover};
use super::{
    ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest, TextCount,
    TextCounter,
};
use notice::{Notice, count, notice};
use protocol::stream::{
    Capabilities, ModelDetails, ModelInfo, ProviderError, ProviderErrorKind as Kind, ToolFormat,
};
use redact::Secret;
use support::json;

pub use decode::OpenAiDecoder;
pub use dialect::{Dialect, OPENAI};
pub use model::context_length;
pub use request::{RULES, body, body_by};

/// Address of OpenAI itself.
pub const DEFAULT_ADDRESS: &str = "https://api.openai.com/v1";

#[derive(Debug, Clone)]
pub struct OpenAi {
    name: String,
    endpoint: Endpoint,
    dialect: &'static Dialect,
    without_tools: ModelSet,
    /// Models whose servers require the reasoning of earlier answers.
    wants_reasoning: ModelSet,
    refused: RefusedFields,
    spellings: Spellings,
    /// Whether the address is the default one and has no key.
    keyless_default: bool,
}

impl OpenAi {
    /// Creates the adapter for a server at `address`, with or without `/v1`. Local servers need no
    /// key.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(
        name: &str,
        address: &str,
        key: Option<Secret>,
        http: Http,
    ) -> Result<Self, ProviderError> {
        Self::speaking(&OPENAI, name, address, key, http)
    }

    /// Works like [`new`](Self::new), for a server with a dialect of its own.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn speaking(
        dialect: &'static Dialect,
        name: &str,
        address: &str,
        key: Option<Secret>,
        http: Http,
    ) -> Result<Self, ProviderError> {
        let base = base(address)?;
        let has_key = key.as_ref().is_some_and(|key| !key.is_empty());
        let keyless = address == dialect.address && !has_key;
        let server = ServerName::Provider(name.to_owned());
        let hint = notice!("told-check-running");
        Ok(Self {
            name: name.to_owned(),
            endpoint: Endpoint::new(http, base, server, hint).with_key(key),
            dialect,
            without_tools: ModelSet::default(),
            wants_reasoning: ModelSet::default(),
            refused: RefusedFields::default(),
            spellings: Spellings::default(),
            keyless_default: keyless,
        })
    }

    /// Refuses to send anything to the default address without a key: the server would reject it,
    /// and the user has not configured it.
    fn check_key(&self) -> Result<(), ProviderError> {
        if self.keyless_default {
            return Err(
                ProviderError::new(Kind::Authentication, notice!("told-no-key-asked"))
                    .with_hint((self.dialect.without_key)()),
            );
        }
        Ok(())
    }

    async fn list(&self) -> Result<Vec<Value>, ProviderError> {
        self.check_key()?;
        let answer = match self.endpoint.ask(ShortRequest::Get("/models")).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) => return Err(self.refine(&refusal, "")),
            Err(Failure::Failed(error)) => return Err(error),
        };
        match answer {
            // Some gateways omit the envelope.
            Value::Array(models) => Ok(models),
            mut answer => match answer.get_mut("data").map(Value::take) {
                Some(Value::Array(models)) => Ok(models),
                _ => Err(ProviderError::new(
                    Kind::Protocol,
                    notice!("told-no-models-of", address = self.endpoint.address()),
                )
                .with_hint(notice!("told-check-base-url"))),
            },
        }
    }

    /// Sends `POST /embeddings` of OpenAI's API. The vectors may arrive in any order; each
    /// has its `index`.
    async fn vectors(&self, request: EmbedRequest) -> Result<Embeddings, ProviderError> {
        self.check_key()?;
        let texts = request.texts.len();
        let body = json!({
            "model": request.model,
            "input": request.texts,
            "encoding_format": "float",
        });
        let question = ShortRequest::Post("/embeddings", &body);
        let answer = match self.endpoint.ask_patiently(question).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) => return Err(self.refine(&refusal, &request.model)),
            Err(Failure::Failed(error)) => return Err(error),
        };
        let mut rows: Vec<_> = json::items(&answer, "data").iter().enumerate().collect();
        rows.sort_by_key(|(place, row)| {
            let index = row.get("index").and_then(Value::as_u64);
            index.unwrap_or_else(|| u64::try_from(*place).unwrap_or(u64::MAX))
        });
        let given = rows
            .iter()
            .map(|(_, row)| row.get("embedding").unwrap_or(&Value::Null));
        let vectors = embed::checked(given, texts).map_err(|what| self.endpoint.broken(&what))?;
        let tokens = answer
            .pointer("/usage/prompt_tokens")
            .and_then(Value::as_u64);
        Ok(Embeddings { vectors, tokens })
    }

    async fn model_list(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let of = |model: &Value| {
            if !(self.dialect.chats)(model) {
                return None;
            }
            let name = model.get("id")?.as_str()?;
            Some(ModelInfo {
                embeds_only: model::embeds_only(name, model),
                details: ModelDetails::of(&(self.dialect.capabilities)(model)),
                ..ModelInfo::named(&self.name, name)
            })
        };
        Ok(self.list().await?.iter().filter_map(of).collect())
    }

    async fn look_up(&self, model: &str) -> Result<Capabilities, ProviderError> {
        let listed = match self.list().await {
            Ok(models) => models,
            // A request to such a server would fail too, so report it now.
            Err(error) if is_fatal(error.kind) => return Err(error),
            // Many gateways have no model list; that says nothing about their models.
            Err(_) => Vec::new(),
        };
        let entry = listed
            .iter()
            .find(|entry| model::is_named(entry, model))
            .unwrap_or(&Value::Null);
        let mut capabilities = (self.dialect.capabilities)(entry);
        if self.without_tools.contains(model) {
            capabilities.tools = ToolFormat::Simplified;
        }
        Ok(capabilities)
    }

    /// Converts a refusal to an error, with the details that are specific to these servers.
    fn refine(&self, refusal: &Refusal, model: &str) -> ProviderError {
        match refusal.kind() {
            Kind::Authentication => {
                let hint = if refusal.with_key {
                    notice!("told-check-key")
                } else {
                    (self.dialect.without_key)()
                };
                refusal.error(Kind::Authentication).with_hint(hint)
            }
            Kind::ModelNotFound => refusal.no_model(model),
            Kind::Rejected if refuses_tools(&refusal.words) => refusal
                .error(Kind::Unsupported)
                .with_hint(notice!("told-tools-in-prompt")),
            kind => refusal.error(kind),
        }
    }

    /// Counts tokens with the endpoints that llama.cpp and vLLM offer beside the API; other servers
    /// do not know the path.
    async fn count(&self, model: &str, text: &str) -> Result<TextCount, ProviderError> {
        let body = json!({ "model": model, "content": text, "prompt": text });
        let question = ShortRequest::Post("/../tokenize", &body);
        let answer = match self.endpoint.ask(question).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) if matches!(refusal.status, 404 | 405) => {
                let message = notice!("told-no-own-count", word = self.name);
                return Err(ProviderError::new(Kind::Unsupported, message));
            }
            Err(Failure::Refused(refusal)) => return Err(self.refine(&refusal, model)),
            Err(Failure::Failed(error)) => return Err(error),
        };
        let tokens = answer
            .get("count")
            .and_then(Value::as_u64)
            .or_else(|| Some(answer.get("tokens")?.as_array()?.len() as u64));
        let tokens = tokens.ok_or_else(|| self.endpoint.broken(&notice!("told-no-token-count")))?;
        Ok(TextCount {
            tokens,
            how: notice!("told-counted-tokenizer"),
        })
    }

    /// Decides about a refused request: retry without the fields that the server objected to, or
    /// return the error.
    fn judge(&self, refusal: &Refusal, request: &StepRequest, body: &Value) -> Verdict {
        let model = &request.model;
        let objection = matches!(refusal.status, 400 | 422) && !refuses_tools(&refusal.words);
        if objection
            && reasoning::is_wanted(&refusal.words)
            && let Some(again) = reasoning::with(body, &reasoning::of(request, &self.dialect.rules))
        {
            self.wants_reasoning.remember(model);
            return Verdict::Again(again);
        }
        // Errors inside of chat templates: llama.cpp returns their message with a 500.
        if (objection || refusal.status == 500)
            && let Some(again) = self.spellings.learn(model, &refusal.words, body)
        {
            return Verdict::Again(again);
        }
        if objection && let Some(again) = self.refused.learn(model, &refusal.words, body, &OPTIONAL)
        {
            return Verdict::Again(again);
        }
        let asked = (model.as_str(), request.effort);
        if let Some(error) =
            effort::refused(refusal, asked, &["reasoning_effort", "reasoning effort"])
        {
            return Verdict::Failed(error);
        }
        let error = self.refine(refusal, model);
        if error.kind == Kind::Unsupported {
            self.without_tools.remember(model);
        }
        Verdict::Failed(error)
    }
}

/// Fields that a request can omit if a server does not know them.
const OPTIONAL: [&str; 2] = ["stream_options", "temperature"];

impl From<OpenAi> for Provider {
    fn from(openai: OpenAi) -> Self {
        let pictures = openai.dialect.picture_rule;
        let info = ProviderInfo::of_server(&openai.name, &openai.endpoint, pictures);
        let openai = Arc::new(openai);
        Self {
            text_counter: Some(openai.clone()),
            embedding: Some(openai.clone()),
            ..Self::new(info, openai.clone(), openai)
        }
    }
}

impl ModelCatalog for OpenAi {
    fn preconnect(&self) {
        self.endpoint.warm();
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.check_key().err()
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async {
            let models = self.list().await?;
            let models = models.iter().filter(|model| (self.dialect.chats)(model));
            let counted = count(models.count(), "model");
            Ok(notice!("told-probed-models", word = self.name, counted))
        })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(self.model_list())
    }

    fn capabilities<'a>(
        &'a self,
        model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        Box::pin(self.look_up(model))
    }
}

impl TextCounter for OpenAi {
    fn count_text<'a>(
        &'a self,
        model: &'a str,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        Box::pin(self.count(model, text))
    }
}

impl EmbeddingModel for OpenAi {
    fn embed(&self, request: EmbedRequest) -> BoxFuture<'_, Result<Embeddings, ProviderError>> {
        Box::pin(self.vectors(request))
    }
}

impl ChatModel for OpenAi {
    fn stream(&self, request: StepRequest) -> PartStream {
        let mut body = (self.dialect.body)(&request);
        self.refused.leave_out(&request.model, &mut body);
        self.spellings.apply(&request.model, &mut body);
        if self.wants_reasoning.contains(&request.model)
            && let Some(with) =
                reasoning::with(&body, &reasoning::of(&request, &self.dialect.rules))
        {
            body = with;
        }
        let decoder = Box::new(OpenAiDecoder::default());
        let adapter = self.clone();
        let tools = Arc::clone(&request.tools);
        let conditions = Conditions::of(&request);
        let stream =
            self.endpoint
                .stream("/chat/completions", body, decoder, move |refusal, body| {
                    adapter.judge(&refusal, &request, body)
                });
        recover(stream, &tools, conditions)
    }
}

/// Returns the base URL of the API. Adds `/v1` if no part of the path is a version, and cuts an
/// endpoint path that was copied from the documentation down to its base.
fn base(address: &str) -> Result<Url, ProviderError> {
    let mut url = parse_base(address)?;
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/chat/completions").unwrap_or(path);
    let versioned = path.split('/').any(|segment| {
        let mut letters = segment.chars();
        letters.next() == Some('v') && letters.next().is_some_and(|c| c.is_ascii_digit())
    });
    let path = if versioned {
        path.to_owned()
    } else {
        format!("{path}/v1")
    };
    url.set_path(&path);
    Ok(url)
}
