//! The providers of a run, by name. Adding a kind of provider is one line in [`KINDS`].

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::Provider;
use super::anthropic::{self, Anthropic};
use super::http::{Http, Timeouts};
use super::mistral;
use super::ollama::{self, Ollama};
use super::openai::{self, OpenAi};
use super::replay::{Check, Pace, ReplayProvider};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::redact::Secret;

/// What the config says about one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    /// What it is called in this config.
    pub name: String,
    /// Which adapter it uses, see [`KINDS`].
    pub kind: String,
    /// Where it is: an address, or the file of a recording. `None` is the adapter's own default.
    pub base_url: Option<String>,
    /// The key, if it wants one.
    pub api_key: Option<Secret>,
    /// How long a model stays loaded after an answer, for servers that can be told.
    pub keep_alive: Option<String>,
}

type Build = fn(&ProviderSettings, &Http) -> Result<Arc<dyn Provider>, ProviderError>;

/// The kinds of providers.
pub const KINDS: [(&str, Build); 5] = [
    ("anthropic", build_anthropic),
    ("mistral", build_mistral),
    ("ollama", build_ollama),
    ("openai", build_openai),
    ("replay", build_replay),
];

fn build_ollama(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = settings
        .base_url
        .as_deref()
        .unwrap_or(ollama::DEFAULT_ADDRESS);
    let ollama = Ollama::new(&settings.name, address, http.clone())?;
    let ollama = ollama.with_key(settings.api_key.clone());
    Ok(Arc::new(
        ollama.with_keep_alive(settings.keep_alive.as_deref()),
    ))
}

fn build_openai(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = settings
        .base_url
        .as_deref()
        .unwrap_or(openai::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    Ok(Arc::new(OpenAi::new(
        &settings.name,
        address,
        key,
        http.clone(),
    )?))
}

fn build_anthropic(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = settings
        .base_url
        .as_deref()
        .unwrap_or(anthropic::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    let anthropic = Anthropic::new(&settings.name, address, key, http.clone())?;
    Ok(Arc::new(anthropic))
}

fn build_mistral(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = settings
        .base_url
        .as_deref()
        .unwrap_or(mistral::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    let mistral = mistral::mistral(&settings.name, address, key, http.clone())?;
    Ok(Arc::new(mistral))
}

fn build_replay(
    settings: &ProviderSettings,
    _http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let Some(file) = settings.base_url.as_deref() else {
        return Err(ProviderError::new(
            ProviderErrorKind::Configuration,
            format!("the provider {} names no recording", settings.name),
        )
        .with_hint("set its base_url to the file of a recording"));
    };
    let replay = ReplayProvider::open(Path::new(file), Pace::Immediate, Check::Lenient)?;
    Ok(Arc::new(replay.named(&settings.name)))
}

/// The providers by name. One whose settings are wrong is kept as its error, so that the others
/// can be used.
#[derive(Clone, Default)]
pub struct Registry {
    providers: BTreeMap<String, Result<Arc<dyn Provider>, ProviderError>>,
}

impl Registry {
    /// Builds every provider of the config. Connects to none.
    pub fn build(settings: &[ProviderSettings], timeouts: Timeouts) -> Self {
        let http = Http::new(timeouts);
        let mut registry = Self::default();
        for one in settings {
            let built = match KINDS.iter().find(|(kind, _)| *kind == one.kind) {
                Some((_, build)) => build(one, &http),
                None => Err(unknown_kind(one)),
            };
            registry.providers.insert(one.name.clone(), built);
        }
        registry
    }

    /// Adds a provider that was made elsewhere, under its own name: a recorder, a scripted one.
    pub fn insert(&mut self, provider: Arc<dyn Provider>) {
        self.providers
            .insert(provider.name().to_owned(), Ok(provider));
    }

    /// The provider of this name.
    ///
    /// # Errors
    /// If there is none, naming those there are, or if its settings are wrong.
    pub fn get(&self, name: &str) -> Result<Arc<dyn Provider>, ProviderError> {
        match self.providers.get(name) {
            Some(Ok(provider)) => Ok(Arc::clone(provider)),
            Some(Err(error)) => Err(error.clone()),
            None => {
                let known: Vec<&str> = self.names().collect();
                Err(ProviderError::new(
                    ProviderErrorKind::Configuration,
                    format!("there is no provider {}", super::decode::excerpt(name, 80)),
                )
                .with_hint(format!("choose one of: {}", known.join(", "))))
            }
        }
    }

    /// The names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.providers.keys().map(String::as_str)
    }
}

fn unknown_kind(settings: &ProviderSettings) -> ProviderError {
    let kinds: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
    ProviderError::new(
        ProviderErrorKind::Configuration,
        format!(
            "the provider {} is of an unknown kind, {}",
            settings.name, settings.kind
        ),
    )
    .with_hint(format!("the kinds are: {}", kinds.join(", ")))
}
