//! The search for a model that a session can start with: at the requested provider, else at one
//! that the user has set up. If there is none, it reports what was searched. It checks the
//! provider, the local server, and whether keys exist, and nothing more.

use std::path::PathBuf;

use tokio::time::timeout;

use super::super::Setup;
use super::super::data_dirs::short_unwritable_notice;
use super::service::{LIMIT, no_answer_notice, with_hint};
use super::{Catalog, SETTINGS};
use config::load::LoadedConfig;
use config::{ConfigProblem, Origin, Severity};
use notice::{Notice, notice};
use protocol::catalogue::{FoundModel, MissingKey, ModelSearch};
use protocol::stream::{ProviderError, ProviderErrorKind};
use provider::registry::Registry;

/// The server that is searched for on this machine.
const LOCAL: &str = "ollama";

/// Maximum number of models that are named if none can be chosen.
const NAMED: usize = 8;

/// The configured defaults of a new session.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    provider: String,
    /// Whether the provider was named explicitly.
    is_named: bool,
    /// All providers, in the order in which they are tried, and whether each needs a key.
    providers: Vec<(String, bool)>,
    /// Faults of the configuration that made parts of it be ignored.
    faults: Vec<Notice>,
    /// The user's own folders.
    own: Vec<PathBuf>,
}

impl Defaults {
    /// Takes the defaults from a configuration.
    pub fn of(setup: &Setup) -> Self {
        let loaded = &setup.loaded;
        let providers = loaded.config.providers().into_iter();
        let row =
            |one: config::ProviderConfig<'_>| (one.name.to_owned(), one.key_variable.is_some());
        Self {
            provider: loaded.config.provider.clone(),
            is_named: loaded.origin("provider") != Some(&Origin::Default),
            providers: providers.map(row).collect(),
            faults: faults(loaded),
            own: vec![setup.folders.config.clone(), setup.folders.data.clone()],
        }
    }
}

impl Defaults {
    /// Whether a provider needs a key, by its settings.
    pub(super) fn takes_key(&self, provider: &str) -> bool {
        let mut providers = self.providers.iter();
        providers.any(|(name, takes)| name == provider && *takes)
    }
}

fn faults(loaded: &LoadedConfig) -> Vec<Notice> {
    let problems = loaded.problems.iter();
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    errors.map(ConfigProblem::notice).collect()
}

#[cfg(test)]
impl Defaults {
    /// Creates defaults with a provider that nobody named, among these.
    pub fn for_test(provider: &str, providers: &[(String, bool)]) -> Self {
        Self {
            provider: provider.to_owned(),
            is_named: false,
            providers: providers.to_vec(),
            ..Self::default()
        }
    }
}

impl Catalog {
    /// Chooses a model of this provider; `None` means the configured one. If the provider was not
    /// named explicitly and has no model, falls back to another provider that the user has set up.
    ///
    /// # Errors
    /// If the provider does not answer, or offers none; with a message for the user.
    pub async fn choose(
        &self,
        provider: Option<&str>,
        used: &[String],
        registry: &Registry,
    ) -> Result<FoundModel, ProviderError> {
        let defaults = &self.defaults;
        let provider = provider.unwrap_or(&defaults.provider);
        let is_named = defaults.is_named || provider != defaults.provider;
        match self.choose_of(provider, used, registry).await {
            Err(error) if !is_named => {
                if let Some(found) = self.first_model_of_others(provider, registry) {
                    return Ok(found);
                }
                let offered = self.first_offered_by_others(provider, registry).await;
                offered.ok_or(error)
            }
            chosen => chosen,
        }
    }

    /// Returns the names of the enabled providers besides one, in the order of their list.
    fn others<'a>(&'a self, but: &'a str) -> impl Iterator<Item = &'a String> {
        let providers = self.defaults.providers.iter().map(|(name, _)| name);
        providers.filter(move |name| *name != but && self.is_enabled(name))
    }

    /// Returns the first model that the user has set for another provider. Asks no server.
    fn first_model_of_others(&self, but: &str, registry: &Registry) -> Option<FoundModel> {
        self.others(but).find_map(|name| {
            let is_there = registry.get(name).ok()?.unavailable_reason().is_none();
            let model = self.default_model(name);
            let is_set = is_there && model.from.id() == Some(SETTINGS);
            let model = is_set.then_some(model.value).flatten()?;
            let provider = name.clone();
            Some(FoundModel { provider, model })
        })
    }

    /// Returns the first model that another provider offers, if the user has set its address or
    /// stored a key for it, and left the model to the server.
    async fn first_offered_by_others(&self, but: &str, registry: &Registry) -> Option<FoundModel> {
        for name in self.others(but).filter(|name| self.is_set_up(name)) {
            if let Ok(Ok(found)) = timeout(LIMIT, self.choose_of(name, &[], registry)).await {
                return Some(found);
            }
        }
        None
    }

    /// Whether the user has set a provider's address in the settings, or stored a key for it.
    fn is_set_up(&self, provider: &str) -> bool {
        let key = self.keys.state(provider).found;
        self.base_url(provider).from.id() == Some(SETTINGS)
            || key.is_some_and(|found| !found.from.is_environment())
    }

    /// Chooses the provider's default model, as the user has set it; else the latest of those that
    /// answered before and are still offered; else a chat model that the provider offers,
    /// preferring those in the catalogue. Returns none for a program that is not installed.
    async fn choose_of(
        &self,
        provider: &str,
        used: &[String],
        registry: &Registry,
    ) -> Result<FoundModel, ProviderError> {
        let known = registry.get(provider)?;
        if let Some(error) = known.unavailable_reason() {
            return Err(error);
        }
        let found = |model| FoundModel {
            provider: provider.to_owned(),
            model,
        };
        if let Some(model) = self.default_model(provider).value {
            return Ok(found(model));
        }
        let mut models = match (known.models().await, used.first()) {
            (Ok(models), _) => models,
            // A model that answered before is better than none, if only the list cannot be fetched.
            (Err(_), Some(model)) => return Ok(found(model.clone())),
            (Err(error), None) => return Err(error),
        };
        models.retain(|model| !model.embeds_only && model.unusable.is_none());
        let kept = self.models(Some(provider)).unwrap_or_default();
        let kept = kept.iter().map(|model| &model.api_name);
        let is_offered = |name: &&String| models.iter().any(|model| model.name == **name);
        let known = used.iter().chain(kept).find(is_offered);
        match known.or_else(|| models.first().map(|model| &model.name)) {
            Some(model) => Ok(found(model.clone())),
            None => Err(ProviderError::new(
                ProviderErrorKind::ModelNotFound,
                notice!("told-no-model-to-chat", word = provider),
            )
            .with_hint(notice!("told-fetch-one", word = "qwen2.5-coder:7b"))),
        }
    }

    /// Chooses a model of a provider that the user switches to, within the provider's time limit.
    ///
    /// # Errors
    /// If none can be chosen: why, and how to name one, with the known ones.
    pub(super) async fn choose_for_use(
        &self,
        provider: &str,
        used: &[String],
        registry: &Registry,
    ) -> Result<String, Notice> {
        let why = match timeout(LIMIT, self.choose_of(provider, used, registry)).await {
            Ok(Ok(found)) => return Ok(found.model),
            Ok(Err(error)) => with_hint(&error),
            Err(_) => no_answer_notice(),
        };
        let kept = self.models(Some(provider)).unwrap_or_default();
        let names = kept.into_iter().map(|model| model.api_name);
        let mut names: Vec<String> = used.iter().cloned().chain(names).collect();
        names.dedup();
        names.truncate(NAMED);
        let name = names.first().map_or("MODEL", String::as_str);
        let mut whys = vec![
            why,
            notice!("told-use-names-one", word = provider, model = name),
        ];
        if names.len() > 1 {
            whys.push(notice!("told-known-models", models = names.join(", ")));
        }
        Err(notice!("told-gives-no-model", word = provider, whys))
    }

    /// Returns what was searched if no model can be used, besides the provider that
    /// gave the reason.
    pub async fn describe_search(
        &self,
        provider: Option<&str>,
        error: &ProviderError,
        registry: &Registry,
    ) -> ModelSearch {
        let provider = provider.unwrap_or(&self.defaults.provider);
        let mut search = self.searched_keys();
        // The requested provider comes first.
        if provider != LOCAL {
            let why = &error.message;
            search.said.push(notice!("told-at", place = provider, why));
        }
        let probed = match registry.get(LOCAL) {
            Ok(local) => local.probe().await,
            Err(error) => Err(error),
        };
        search.said.push(match probed {
            Ok(words) => notice!("told-no-chat-model", rest = words),
            Err(error) => error.message,
        });
        search
    }

    /// Returns the keys that were searched, and which of them exist.
    fn searched_keys(&self) -> ModelSearch {
        let takers = self.defaults.providers.iter().filter(|(_, takes)| *takes);
        let key = |name: &String| {
            let state = self.keys.state(name);
            MissingKey {
                provider: name.clone(),
                is_set: state.found.is_some(),
                from: state.found.map(|found| found.from),
                variable: state.variable,
            }
        };
        ModelSearch {
            keys: takers.map(|(name, _)| key(name)).collect(),
            providers: self.names().map(str::to_owned).collect(),
            faults: self.defaults.faults.clone(),
            not_kept: short_unwritable_notice(&self.defaults.own),
            ..ModelSearch::default()
        }
    }

    /// Searches for a model again, as at the start.
    pub(super) async fn find_model(&self, provider: &str, registry: &Registry) -> ModelSearch {
        self.keys.search_again();
        let searching = async {
            match self.choose(Some(provider), &[], registry).await {
                Ok(found) => ModelSearch {
                    found: Some(found),
                    ..self.searched_keys()
                },
                Err(error) => self.describe_search(Some(provider), &error, registry).await,
            }
        };
        match timeout(LIMIT, searching).await {
            Ok(search) => search,
            Err(_) => ModelSearch {
                said: vec![notice!(
                    "told-no-answer-in",
                    word = provider,
                    number = LIMIT.as_secs()
                )],
                ..self.searched_keys()
            },
        }
    }
}
