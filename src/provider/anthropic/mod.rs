//! The adapter for Anthropic's Messages, over server-sent events: Anthropic itself and gateways that
//! speak its protocol.

mod decode;
mod model;
mod repair;
mod request;
mod usage;

use std::sync::Arc;

use futures_util::future::BoxFuture;
use reqwest::Url;
use serde_json::{Value, json};

use self::model::{KnownFacts, capabilities, facts};
use super::effort;
use super::http::{
    Endpoint, Failure, Http, Refusal, ServerName, ShortRequest, Verdict, is_fatal, parse_base,
};
use super::learned_limits::{ModelSet, RefusedFields, refuses_tools};
use super::prompted_tools::{Conditions, recover};
use super::{
    ChatModel, ModelCatalog, PartStream, PromptCounter, Provider, ProviderInfo, StepRequest,
    TextCount, TextCounter,
};
use notice::{Notice, count, notice};
use protocol::effort::Effort;
use protocol::estimate::PictureRule;
use protocol::stream::{
    Capabilities, ModelDetails, ModelInfo, ProviderError, ProviderErrorKind as Kind, ToolFormat,
};
use redact::Secret;

pub use decode::AnthropicDecoder;
#[cfg(test)]
pub(super) use {model::ModelFacts, request::RULES, request::body};

/// Address of Anthropic itself.
pub const DEFAULT_ADDRESS: &str = "https://api.anthropic.com";

/// Protocol version that every request must name.
const HEADERS: &[(&str, &str)] = &[("anthropic-version", "2023-06-01")];

/// List of models with the maximum page size.
const ALL_MODELS: &str = "/v1/models?limit=1000";

/// Fields of a request that the token-counting endpoint accepts and counts.
const COUNTED: [&str; 5] = ["model", "messages", "system", "tools", "thinking"];

/// Words by which a refusal objects to the effort.
const EFFORT_FIELDS: [&str; 3] = ["thinking", "budget_tokens", "effort"];

#[derive(Debug, Clone)]
pub struct Anthropic {
    name: String,
    endpoint: Endpoint,
    known: KnownFacts,
    refused: RefusedFields,
    without_tools: ModelSet,
    /// Whether the address is the default one and has no key.
    keyless_default: bool,
}

impl Anthropic {
    /// Creates the adapter for a server at `address`, with or without `/v1`.
    ///
    /// # Errors
    /// If the address is invalid.
    pub fn new(
        name: &str,
        address: &str,
        key: Option<Secret>,
        http: Http,
    ) -> Result<Self, ProviderError> {
        let base = base(address)?;
        let has_key = key.as_ref().is_some_and(|key| !key.is_empty());
        let server = ServerName::Provider(name.to_owned());
        let hint = notice!("told-check-connection");
        Ok(Self {
            name: name.to_owned(),
            keyless_default: address == DEFAULT_ADDRESS && !has_key,
            endpoint: Endpoint::new(http, base, server, hint)
                .with_key(key)
                .with_headers("x-api-key", HEADERS),
            known: KnownFacts::default(),
            refused: RefusedFields::default(),
            without_tools: ModelSet::default(),
        })
    }

    /// Refuses to send anything to the default address without a key: the server would reject it,
    /// and the user has not configured it.
    fn check_key(&self) -> Result<(), ProviderError> {
        if self.keyless_default {
            return Err(
                ProviderError::new(Kind::Authentication, notice!("told-no-key-asked"))
                    .with_hint(notice!("told-set-anthropic-key")),
            );
        }
        Ok(())
    }

    async fn list(&self) -> Result<Vec<Value>, ProviderError> {
        self.check_key()?;
        let mut answer = match self.endpoint.ask(ShortRequest::Get(ALL_MODELS)).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) => return Err(refine(&refusal, "")),
            Err(Failure::Failed(error)) => return Err(error),
        };
        match answer.get_mut("data").map(Value::take) {
            Some(Value::Array(models)) => Ok(models),
            _ => Err(self.endpoint.broken(&notice!("told-no-model-list"))),
        }
    }

    async fn model_list(&self) -> Result<Vec<ModelInfo>, ProviderError> {
        let of = |model: &Value| {
            let name = model.get("id")?.as_str()?;
            Some(ModelInfo {
                details: ModelDetails::of(&capabilities(model)),
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
            // A gateway without a model list says nothing about its models.
            Err(_) => Vec::new(),
        };
        let entry = listed
            .iter()
            .find(|entry| entry.get("id").and_then(Value::as_str) == Some(model))
            .unwrap_or(&Value::Null);
        let found = facts(entry);
        self.known.learn(model, |known| {
            known.max_tokens = found.max_tokens.or(known.max_tokens);
            known.thinks_adaptively = found.thinks_adaptively;
        });
        let mut capabilities = capabilities(entry);
        if self.without_tools.contains(model) {
            capabilities.tools = ToolFormat::Simplified;
        }
        Ok(capabilities)
    }

    /// Requests the server's token count of a prompt, which is free of charge.
    async fn count(&self, request: &StepRequest) -> Result<u64, ProviderError> {
        self.check_key()?;
        let mut body = request::body(request, &self.known.of(&request.model));
        if let Some(object) = body.as_object_mut() {
            object.retain(|field, _| COUNTED.contains(&field.as_str()));
        }
        self.count_of(&request.model, &body).await
    }

    async fn count_of(&self, model: &str, body: &Value) -> Result<u64, ProviderError> {
        let question = ShortRequest::Post("/v1/messages/count_tokens", body);
        let answer = match self.endpoint.ask(question).await {
            Ok(answer) => answer,
            Err(Failure::Refused(refusal)) => return Err(refine(&refusal, model)),
            Err(Failure::Failed(error)) => return Err(error),
        };
        let tokens = answer.get("input_tokens").and_then(Value::as_u64);
        tokens.ok_or_else(|| self.endpoint.broken(&notice!("told-no-token-count")))
    }

    /// Decides about a refused request: retry without the fields that the server objected to, or
    /// return the error.
    fn judge(&self, refusal: &Refusal, asked: (&str, Effort), body: &Value) -> Verdict {
        let (model, _) = asked;
        if let Some(again) = repair::mended(&self.known, &self.refused, refusal, asked, body) {
            return Verdict::Again(again);
        }
        if let Some(error) = effort::refused(refusal, asked, &EFFORT_FIELDS) {
            return Verdict::Failed(error);
        }
        let error = refine(refusal, model);
        if error.kind == Kind::Unsupported {
            self.without_tools.remember(model);
        }
        Verdict::Failed(error)
    }
}

impl From<Anthropic> for Provider {
    fn from(anthropic: Anthropic) -> Self {
        // Width times height divided by 750 (docs.anthropic.com, "Vision").
        let pictures = PictureRule::Area { pixels: 750 };
        let info = ProviderInfo::of_server(&anthropic.name, &anthropic.endpoint, pictures);
        let anthropic = Arc::new(anthropic);
        Self {
            prompt_counter: Some(anthropic.clone()),
            text_counter: Some(anthropic.clone()),
            ..Self::new(info, anthropic.clone(), anthropic)
        }
    }
}

impl ModelCatalog for Anthropic {
    fn preconnect(&self) {
        self.endpoint.warm();
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.check_key().err()
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async {
            let counted = count(self.list().await?.len(), "model");
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

impl PromptCounter for Anthropic {
    fn count_tokens<'a>(
        &'a self,
        request: &'a StepRequest,
    ) -> BoxFuture<'a, Result<u64, ProviderError>> {
        Box::pin(self.count(request))
    }
}

impl TextCounter for Anthropic {
    fn count_text<'a>(
        &'a self,
        model: &'a str,
        text: &'a str,
    ) -> BoxFuture<'a, Result<TextCount, ProviderError>> {
        Box::pin(async move {
            self.check_key()?;
            let message = json!({ "role": "user", "content": text });
            let body = json!({ "model": model, "messages": [message] });
            Ok(TextCount {
                tokens: self.count_of(model, &body).await?,
                how: notice!("told-counted-message"),
            })
        })
    }
}

impl ChatModel for Anthropic {
    fn stream(&self, request: StepRequest) -> PartStream {
        let mut body = request::body(&request, &self.known.of(&request.model));
        self.refused.leave_out(&request.model, &mut body);
        let decoder = Box::new(AnthropicDecoder::default());
        let adapter = self.clone();
        // These models call natively: a text that looks like a call only mentions one.
        let conditions = Conditions::native(&request);
        let (model, effort) = (request.model, request.effort);
        let stream = self
            .endpoint
            .stream("/v1/messages", body, decoder, move |refusal, body| {
                adapter.judge(&refusal, (&model, effort), body)
            });
        recover(stream, &request.tools, conditions)
    }
}

/// Returns the base URL without the version, which the paths contain, and without an endpoint path
/// that was copied from the documentation.
fn base(address: &str) -> Result<Url, ProviderError> {
    let mut url = parse_base(address)?;
    let path = url.path().trim_end_matches('/');
    let path = path.strip_suffix("/messages").unwrap_or(path);
    let path = path.strip_suffix("/v1").unwrap_or(path).to_owned();
    url.set_path(&path);
    Ok(url)
}

/// Converts a refusal to an error, with the details that are specific to these servers.
fn refine(refusal: &Refusal, model: &str) -> ProviderError {
    match refusal.kind() {
        Kind::Authentication => {
            let hint = if refusal.with_key {
                notice!("told-check-key")
            } else {
                notice!("told-set-anthropic-or")
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
