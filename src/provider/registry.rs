//! The providers of a run, by name. Adding a kind of provider is one line in [`KINDS`].

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
use crate::protocol::catalogue::ProviderNeeds;
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

/// What a kind is asked for when it is set up.
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

/// Where a provider is: as its settings say, or its adapter's own default.
fn address<'a>(settings: &'a ProviderSettings, default: &'a str) -> &'a str {
    settings.base_url.as_deref().unwrap_or(default)
}

fn build_ollama(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = address(settings, ollama::DEFAULT_ADDRESS);
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
    let address = address(settings, openai::DEFAULT_ADDRESS);
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
    let address = address(settings, anthropic::DEFAULT_ADDRESS);
    let key = settings.api_key.clone();
    let anthropic = Anthropic::new(&settings.name, address, key, http.clone())?;
    Ok(Arc::new(anthropic))
}

fn build_mistral(
    settings: &ProviderSettings,
    http: &Http,
) -> Result<Arc<dyn Provider>, ProviderError> {
    let address = address(settings, mistral::DEFAULT_ADDRESS);
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

type BuildResult = Result<Arc<dyn Provider>, ProviderError>;

/// The providers by name. One whose settings are wrong is kept as its error, so that the others
/// can be used. Settings can change while it is used: who has a provider keeps that one to the end of
/// his request, and who asks next gets the new one. A clone goes its own way from then on.
#[derive(Default)]
pub struct Registry {
    /// What new ones are made with.
    http: Option<Http>,
    /// What lies around each of them.
    wraps: Vec<Wrap>,
    providers: RwLock<BTreeMap<String, Entry>>,
}

type Wrap = Arc<dyn Fn(Arc<dyn Provider>) -> Arc<dyn Provider> + Send + Sync>;

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
    /// Why it is not to be used all the same.
    refused: Option<ProviderError>,
}

/// Where a provider came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It was made from its settings, and is made anew from other ones.
    Settings,
    /// It was made elsewhere, and stays.
    Elsewhere,
}

/// When changed settings of a provider hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakesEffect {
    /// For the next request.
    Now,
    /// It was made elsewhere, so from the next start on.
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
        // A map of finished entries stays good whatever thread broke off while it held the lock.
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
    pub fn insert(&mut self, provider: Arc<dyn Provider>) {
        let name = provider.name().to_owned();
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

    /// Wraps every provider that can be used, those that are made later too.
    pub fn wrap(
        &mut self,
        wrap: impl Fn(Arc<dyn Provider>) -> Arc<dyn Provider> + Send + Sync + 'static,
    ) {
        self.change(|providers| {
            for entry in providers.values_mut() {
                if let Ok(provider) = &mut entry.made {
                    *provider = wrap(Arc::clone(provider));
                }
            }
        });
        self.wraps.push(Arc::new(wrap));
    }

    /// One that is made from settings, as everyone is to have it.
    fn wrapped(&self, made: BuildResult) -> BuildResult {
        made.map(|provider| self.wraps.iter().fold(provider, |inner, wrap| wrap(inner)))
    }

    /// Says why a provider is not to be used, or that it is.
    pub fn set_refused(&self, name: &str, why: Option<ProviderError>) {
        self.change(|providers| {
            if let Some(entry) = providers.get_mut(name) {
                entry.refused = why;
            }
        });
    }

    /// Has a provider made anew from these settings for whoever asks next.
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

    /// A provider as it would be with these settings, for a trial; it is in nobody's way. One that was made
    /// elsewhere as it is, also where it is not to be used.
    ///
    /// # Errors
    /// If there is none of this name, or the settings are wrong.
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

    /// The provider of this name.
    ///
    /// # Errors
    /// If there is none, naming those there are, or if its settings are wrong.
    pub fn get(&self, name: &str) -> Result<Arc<dyn Provider>, ProviderError> {
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
            format!("there is no provider {}", super::decode::excerpt(name, 80)),
        )
        .with_hint(format!("choose one of: {}", self.names().join(", ")))
    }

    /// The names, sorted.
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
        format!(
            "the provider {} is of an unknown kind, {}",
            settings.name, settings.kind
        ),
    )
    .with_hint(format!("the kinds are: {}", kinds.join(", ")))
}
