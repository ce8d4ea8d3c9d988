//! The search for a model that a session can begin with: the provider that was asked for, else one that the human has
//! set up; and where there is none, what was looked at. It looks at the provider, at the local server, and whether
//! there are keys: at nothing more.

use std::path::PathBuf;

use tokio::time::timeout;

use super::super::Setup;
use super::super::data_dirs::unkept_in_short;
use super::service::{LIMIT, with_hint};
use super::{Catalog, SETTINGS};
use crate::config::load::LoadedConfig;
use crate::config::{Origin, Severity};
use crate::protocol::catalogue::{FoundModel, MissingKey, ModelSearch};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::provider::registry::Registry;

/// The server that is looked for on this machine.
const LOCAL: &str = "ollama";

/// So many models are named at most where none can be chosen.
const NAMED: usize = 8;

/// What a session begins with where nobody says more, by the configuration.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    provider: String,
    /// Whether somebody named it.
    is_named: bool,
    /// All of them, in the order in which they are asked, and whether each wants a key.
    providers: Vec<(String, bool)>,
    /// What is wrong with it, so that something of it is left out.
    faults: Vec<String>,
    /// The folders of the human's own.
    own: Vec<PathBuf>,
}

impl Defaults {
    /// That of a configuration.
    pub fn of(setup: &Setup) -> Self {
        let loaded = &setup.loaded;
        let providers = loaded.config.providers().into_iter();
        let row = |one: crate::config::ProviderConfig<'_>| {
            (one.name.to_owned(), one.key_variable.is_some())
        };
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
    /// Whether a provider wants a key, by its settings.
    pub(super) fn takes_key(&self, provider: &str) -> bool {
        let mut providers = self.providers.iter();
        providers.any(|(name, takes)| name == provider && *takes)
    }
}

fn faults(loaded: &LoadedConfig) -> Vec<String> {
    let problems = loaded.problems.iter();
    let errors = problems.filter(|problem| problem.severity == Severity::Error);
    errors.map(ToString::to_string).collect()
}

#[cfg(test)]
impl Defaults {
    /// A provider that nobody named, among these.
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
    /// A model of this provider; `None` is the configuration's. Where nobody named it and it has no model to give: that
    /// of another one whose first model the human has set.
    ///
    /// # Errors
    /// If the provider does not answer, or offers none; in words for the human.
    pub async fn choose(
        &self,
        provider: Option<&str>,
        used: &[String],
        registry: &Registry,
    ) -> Result<FoundModel, ProviderError> {
        let usual = &self.usual;
        let provider = provider.unwrap_or(&usual.provider);
        let is_named = usual.is_named || provider != usual.provider;
        match self.choose_of(provider, used, registry).await {
            Err(error) if !is_named => self.set_up_elsewhere(provider, registry).ok_or(error),
            chosen => chosen,
        }
    }

    /// The first model that the human has set for another provider, in the order of their list. Asks no server.
    fn set_up_elsewhere(&self, but: &str, registry: &Registry) -> Option<FoundModel> {
        let providers = self.usual.providers.iter().map(|(name, _)| name);
        let mut others = providers.filter(|name| *name != but && self.is_enabled(name));
        others.find_map(|name| {
            let is_there = registry.get(name).ok()?.unavailable_reason().is_none();
            let model = self.default_model(name);
            let is_set = is_there && model.from == SETTINGS;
            let model = is_set.then_some(model.value).flatten()?;
            let provider = name.clone();
            Some(FoundModel { provider, model })
        })
    }

    /// The provider's default model, as the user has set it; else the latest of those that answered before and are
    /// still offered; else one to talk to that the provider offers, of those that are kept before the others. None of
    /// a program that is not installed.
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
            // What answered before is better than nothing, where the list alone cannot be had.
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
                format!("{provider} answers, but it has no model to chat with"),
            )
            .with_hint("fetch one, for example with `ollama pull qwen2.5-coder:7b`")),
        }
    }

    /// A model of a provider that the user goes to, within the time that a provider has.
    ///
    /// # Errors
    /// If none can be chosen: why, and how one is named, with those that are known.
    pub(super) async fn choose_for_use(
        &self,
        provider: &str,
        used: &[String],
        registry: &Registry,
    ) -> Result<String, String> {
        let why = match timeout(LIMIT, self.choose_of(provider, used, registry)).await {
            Ok(Ok(found)) => return Ok(found.model),
            Ok(Err(error)) => with_hint(&error),
            Err(_) => format!("it did not answer within {} s", LIMIT.as_secs()),
        };
        let kept = self.models(Some(provider)).unwrap_or_default();
        let names = kept.into_iter().map(|model| model.api_name);
        let mut names: Vec<String> = used.iter().cloned().chain(names).collect();
        names.dedup();
        names.truncate(NAMED);
        let name = names.first().map_or("MODEL", String::as_str);
        let mut whys = vec![
            why,
            format!("`/use {provider} {name}` names one all the same"),
        ];
        if names.len() > 1 {
            whys.push(format!("models that are known: {}", names.join(", ")));
        }
        let whys = whys.join("; ");
        Err(format!(
            "{provider} gives no model, so nothing was changed: {whys}"
        ))
    }

    /// What was looked at where no model can be used, beside the provider that said why.
    pub async fn looked_at(
        &self,
        provider: Option<&str>,
        error: &ProviderError,
        registry: &Registry,
    ) -> ModelSearch {
        let provider = provider.unwrap_or(&self.usual.provider);
        let mut search = self.keys_looked_for();
        // What was asked for comes first.
        if provider != LOCAL {
            search.said.push(format!("{provider}: {}", error.message));
        }
        let probed = match registry.get(LOCAL) {
            Ok(local) => local.probe().await,
            Err(error) => Err(error),
        };
        search.said.push(match probed {
            Ok(words) => format!("{words}: it runs, but has no model to chat with"),
            Err(error) => error.message,
        });
        search
    }

    /// The keys that were looked for, and which are there.
    fn keys_looked_for(&self) -> ModelSearch {
        let takers = self.usual.providers.iter().filter(|(_, takes)| *takes);
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
            faults: self.usual.faults.clone(),
            not_kept: unkept_in_short(&self.usual.own),
            ..ModelSearch::default()
        }
    }

    /// Looks for a model again, as at the start.
    pub(super) async fn find_model(&self, provider: &str, registry: &Registry) -> ModelSearch {
        self.keys.look_again();
        let searching = async {
            match self.choose(Some(provider), &[], registry).await {
                Ok(found) => ModelSearch {
                    found: Some(found),
                    ..self.keys_looked_for()
                },
                Err(error) => self.looked_at(Some(provider), &error, registry).await,
            }
        };
        match timeout(LIMIT, searching).await {
            Ok(search) => search,
            Err(_) => ModelSearch {
                said: vec![format!(
                    "{provider}: it did not answer within {} s",
                    LIMIT.as_secs()
                )],
                ..self.keys_looked_for()
            },
        }
    }
}
