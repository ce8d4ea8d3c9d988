//! The providers of a run, by name. Adding a kind of provider takes one line in [`KINDS`].

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use super::Provider;
use super::anthropic::{self, Anthropic};
use super::http::{Http, Timeouts};
use super::mistral;
use super::ollama::{self, Ollama};
use super::openai::{self, OpenAi};
use super::replay::{Check, Pace, ReplayProvider};
use notice::notice;
use protocol::catalogue::ProviderNeeds;
use protocol::stream::{ProviderError, ProviderErrorKind};
use redact::Secret;

/// Settings of one provider in the config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderSettings {
    /// Name of the provider in this config.
    pub name: String,
    /// Kind of the adapter, see [`KINDS`].
    pub kind: String,
    /// An address, or the file of a recording. `None` is the adapter's own default.
    pub base_url: Option<String>,
    /// The key, if the provider requires one.
    pub api_key: Option<Secret>,
    /// Time that a model stays loaded after an answer, for servers that support it.
    pub keep_alive: Option<String>,
}

type BuildResult = Result<Provider, ProviderError>;

type Build = fn(&ProviderSettings, &Http) -> BuildResult;

/// The kinds of providers.
pub const KINDS: [(&str, Build); 5] = [
    ("anthropic", build_anthropic),
    ("mistral", build_mistral),
    ("ollama", build_ollama),
    ("openai", build_openai),
    ("replay", build_replay),
];

/// Returns the settings that the user must enter to set up a provider of this kind.
pub fn needs(kind: &str) -> ProviderNeeds {
    let vendor = |address: &str| ProviderNeeds {
        address: address.to_owned(),
        ..ProviderNeeds::default()
    };
    match kind {
        "anthropic" => vendor(anthropic::DEFAULT_ADDRESS),
        "mistral" => vendor(mistral::DEFAULT_ADDRESS),
        "ollama" => ProviderNeeds {
            address: "http://localhost:11434".to_owned(),
            own_server: true,
            no_key: true,
        },
        "openai" => ProviderNeeds {
            address: "https://host/v1".to_owned(),
            own_server: true,
            no_key: false,
        },
        _ => ProviderNeeds::default(),
    }
}

/// Returns the address in the settings, or the adapter's own default.
fn address<'a>(settings: &'a ProviderSettings, default: &'a str) -> &'a str {
    settings.base_url.as_deref().unwrap_or(default)
}

fn build_ollama(settings: &ProviderSettings, http: &Http) -> BuildResult {
    let address = address(settings, ollama::DEFAULT_ADDRESS);
    let ollama = Ollama::new(&settings.name, address, http.clone())?;
    let ollama = ollama.with_key(settings.api_key.clone());
    Ok(ollama
        .with_keep_alive(settings.keep_alive.as_deref())
        .into())
}

fn build_openai(settings: &ProviderSettings, http: &Http) -> BuildResult {
    let address = address(settings, openai::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    OpenAi::new(&settings.name, address, key, http.clone()).map(Provider::from)
}

fn build_anthropic(settings: &ProviderSettings, http: &Http) -> BuildResult {
    let address = address(settings, anthropic::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    Anthropic::new(&settings.name, address, key, http.clone()).map(Provider::from)
}

fn build_mistral(settings: &ProviderSettings, http: &Http) -> BuildResult {
    let address = address(settings, mistral::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    mistral::mistral(&settings.name, address, key, http.clone()).map(Provider::from)
}

fn build_replay(settings: &ProviderSettings, _http: &Http) -> BuildResult {
    let Some(file) = settings.base_url.as_deref() else {
        return Err(ProviderError::new(
            ProviderErrorKind::Configuration,
            notice!("told-names-no-recording", word = settings.name),
        )
        .with_hint(notice!("told-set-recording")));
    };
    let replay = ReplayProvider::open(Path::new(file), Pace::Immediate, Check::Lenient)?;
    Ok(replay.named(&settings.name).into())
}

/// The providers by name. A provider with wrong settings is kept as its error, so that the others
/// can be used. Settings can change during use: a request keeps its provider to its end, and the
/// next lookup returns the new one. A clone is independent from then on.
#[derive(Default)]
pub struct Registry {
    /// HTTP layer for new providers.
    http: Option<Http>,
    /// Wrappers applied to each provider.
    wraps: Vec<Wrap>,
    providers: RwLock<BTreeMap<String, Entry>>,
}

type Wrap = Arc<dyn Fn(Provider) -> Provider + Send + Sync>;

impl Clone for Registry {
    fn clone(&self) -> Self {
        Self {
            http: self.http.clone(),
            wraps: self.wraps.clone(),
            providers: RwLock::new(self.look(BTreeMap::clone)),
        }
    }
}

#[derive(Clone)]
struct Entry {
    made: BuildResult,
    origin: Origin,
    /// The reason to refuse the provider although its settings are valid.
    refused: Option<ProviderError>,
}

/// Origin of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Made from its settings, and rebuilt when they change.
    Settings,
    /// Built outside the registry; settings do not change it.
    Elsewhere,
}

/// The time when changed settings of a provider take effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakesEffect {
    Now,
    /// With the next start, because the provider was built outside the registry.
    NextStart,
}

impl Registry {
    /// Builds every provider of the config. Connects to none.
    pub fn build(settings: &[ProviderSettings], timeouts: Timeouts) -> Self {
        let http = Http::new(timeouts);
        let registry = Self {
            http: Some(http.clone()),
            ..Self::default()
        };
        registry.change(|providers| {
            for one in settings {
                let entry = Entry {
                    made: make(one, &http),
                    origin: Origin::Settings,
                    refused: None,
                };
                providers.insert(one.name.clone(), entry);
            }
        });
        registry
    }

    fn look<T>(&self, look: impl FnOnce(&BTreeMap<String, Entry>) -> T) -> T {
        // A map of complete entries stays valid even if a thread panicked while holding the lock.
        look(
            &self
                .providers
                .read()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    fn change<T>(&self, change: impl FnOnce(&mut BTreeMap<String, Entry>) -> T) -> T {
        change(
            &mut self
                .providers
                .write()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Adds a provider that was made elsewhere, under its own name: a recorder, a scripted one.
    pub fn insert(&mut self, provider: impl Into<Provider>) {
        let provider = provider.into();
        let name = provider.info.name.clone();
        self.change(|providers| {
            let refused = providers.remove(&name).and_then(|entry| entry.refused);
            let entry = Entry {
                made: Ok(provider),
                origin: Origin::Elsewhere,
                refused,
            };
            providers.insert(name, entry);
        });
    }

    /// Wraps every usable provider, including those that are made later.
    pub fn wrap(&mut self, wrap: impl Fn(Provider) -> Provider + Send + Sync + 'static) {
        self.change(|providers| {
            for entry in providers.values_mut() {
                if let Ok(provider) = &mut entry.made {
                    *provider = wrap(provider.clone());
                }
            }
        });
        self.wraps.push(Arc::new(wrap));
    }

    /// Applies the wrappers to a provider that was made from settings.
    fn wrapped(&self, made: BuildResult) -> BuildResult {
        made.map(|provider| self.wraps.iter().fold(provider, |inner, wrap| wrap(inner)))
    }

    /// Sets why a provider must not be used, or allows its use again.
    pub fn set_refused(&self, name: &str, why: Option<ProviderError>) {
        self.change(|providers| {
            if let Some(entry) = providers.get_mut(name) {
                entry.refused = why;
            }
        });
    }

    /// Rebuilds a provider from these settings for later lookups.
    pub fn renew(&self, settings: &ProviderSettings) -> TakesEffect {
        let Some(http) = &self.http else {
            return TakesEffect::NextStart;
        };
        self.change(|providers| match providers.get_mut(&settings.name) {
            Some(entry) if entry.origin == Origin::Settings => {
                entry.made = self.wrapped(make(settings, http));
                TakesEffect::Now
            }
            _ => TakesEffect::NextStart,
        })
    }

    /// Whether a provider is made from its settings.
    pub fn is_made_from_settings(&self, name: &str) -> bool {
        self.look(|providers| {
            let entry = providers.get(name);
            entry.is_some_and(|entry| entry.origin == Origin::Settings)
        })
    }

    /// Builds a provider with these settings for a trial, without registering it. Returns a
    /// provider that was built outside the registry unchanged, even if it must not be used.
    ///
    /// # Errors
    /// If no provider has this name, or the settings are wrong.
    pub fn trial(&self, settings: &ProviderSettings) -> BuildResult {
        if let Some(http) = &self.http
            && self.is_made_from_settings(&settings.name)
        {
            return make(settings, http);
        }
        let made = self.look(|providers| {
            let entry = providers.get(&settings.name);
            entry.map(|entry| entry.made.clone())
        });
        made.unwrap_or_else(|| Err(self.unknown(&settings.name)))
    }

    /// Returns the provider with this name.
    ///
    /// # Errors
    /// If there is none, with a list of the existing ones, or if its settings are wrong.
    pub fn get(&self, name: &str) -> BuildResult {
        let found = self.look(|providers| {
            let entry = providers.get(name)?;
            Some(match &entry.refused {
                Some(why) => Err(why.clone()),
                None => entry.made.clone(),
            })
        });
        found.unwrap_or_else(|| Err(self.unknown(name)))
    }

    fn unknown(&self, name: &str) -> ProviderError {
        ProviderError::new(
            ProviderErrorKind::Configuration,
            notice!("told-no-provider", word = super::decode::excerpt(name, 80)),
        )
        .with_hint(notice!("told-choose-of", models = self.names().join(", ")))
    }

    /// Returns the names, sorted.
    pub fn names(&self) -> Vec<String> {
        self.look(|providers| providers.keys().cloned().collect())
    }
}

fn make(settings: &ProviderSettings, http: &Http) -> BuildResult {
    match KINDS.iter().find(|(kind, _)| *kind == settings.kind) {
        Some((_, build)) => build(settings, http),
        None => Err(unknown_kind(settings)),
    }
}

fn unknown_kind(settings: &ProviderSettings) -> ProviderError {
    let kinds: Vec<&str> = KINDS.iter().map(|(kind, _)| *kind).collect();
    ProviderError::new(
        ProviderErrorKind::Configuration,
        notice!(
            "told-unknown-kind",
            word = settings.name,
            rest = settings.kind
        ),
    )
    .with_hint(notice!("told-kinds", models = kinds.join(", ")))
}
