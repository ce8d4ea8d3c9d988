//! The catalogue as this process uses it: the database of all workspaces, overlaid with config,
//! environment and flags. An explicit setting (a file, a variable, a flag) overrides the database,
//! the database overrides the defaults.
//!
//! Called by the composition root for the registry and the model of a session, by the actor through
//! its trait, and by `agentichat models` and `providers`.

mod background_jobs;
mod builtin;
mod keys;
mod model_check;
mod model_discovery;
mod model_stats;
mod overrides;
mod probing;
mod saving;
mod service;
#[cfg(test)]
mod tests;
mod user_files;

use std::sync::{Arc, PoisonError, RwLock};

use super::Setup;
use agents::AgentFolders;
use notice::{Notice, notice};
use protocol::catalogue::{
    Budget, Budgets, CatalogueError, ModelRecord, ProbedModel, ProviderSettings, ProviderView,
};
use protocol::stream::{ProviderError, ProviderErrorKind};
use provider::http::{parse_base, shown};
use provider::registry::ProviderSettings as ToMake;
use redact::RuntimeSecrets;
use store::global::GlobalStore;
use store::ratios::KeptRatio;

use keys::KeyRegistry;
pub use keys::KeyState;
pub(super) use keys::look as look_for_keys;
pub use model_discovery::Defaults;
use overrides::ProviderOverrides;
pub use probing::ProbeError;
pub use service::ServiceError;
use user_files::UserFiles;

/// The stored catalogue and its overrides.
pub struct Catalog {
    /// The database; without it nothing is stored, but the built-in models are known all the same.
    store: Option<GlobalStore>,
    /// The reason why there is no database.
    problem: Option<Notice>,
    known: RwLock<KnownModels>,
    fixed: Vec<ProviderOverrides>,
    keys: KeyRegistry,
    budgets: Budgets,
    /// Defaults of a new session.
    defaults: Defaults,
    /// The user's own files that the catalogue changes.
    own_files: Arc<UserFiles>,
    /// Registers an entered key with every masker.
    learned: RuntimeSecrets,
    agents: AgentFolders,
}

#[derive(Default)]
struct KnownModels {
    models: Vec<ModelRecord>,
    settings: Vec<ProviderSettings>,
    ratios: Vec<KeptRatio>,
    probed: Vec<ProbedModel>,
}

/// A value and its source.
pub struct Sourced {
    pub value: Option<String>,
    /// The source: `settings`, `default`, `environment OLLAMA_HOST`.
    pub from: Notice,
}

impl Catalog {
    /// Opens the database and applies the setup's overrides. Blocks for some milliseconds.
    pub fn open(setup: &Setup) -> Self {
        let fixed = super::providers::names().map(|name| ProviderOverrides::of(setup, name));
        let config = &setup.loaded.config;
        let budgets = Budgets {
            session: Budget {
                tokens: config.budgets_session_tokens,
                usd: config.budgets_session_usd,
            },
            day: Budget {
                tokens: config.budgets_day_tokens,
                usd: config.budgets_day_usd,
            },
        };
        let mut kept = Self {
            store: None,
            problem: None,
            known: RwLock::default(),
            fixed: fixed.collect(),
            keys: KeyRegistry::of(setup),
            budgets,
            defaults: Defaults::of(setup),
            own_files: Arc::new(UserFiles::of(setup)),
            learned: setup.learned.clone(),
            agents: setup.agent_folders(),
        };
        let now = jiff::Timestamp::now();
        let opened = GlobalStore::open(&setup.folders.data).and_then(|(store, notices)| {
            for notice in notices {
                tracing::warn!("{notice}");
            }
            let (models, settings) = store.begin(builtin::models(), now)?;
            let ratios = store.ratios_blocking()?;
            let probed = store.probes_blocking()?;
            Ok((
                store,
                KnownModels {
                    models,
                    settings,
                    ratios,
                    probed,
                },
            ))
        });
        match opened {
            Ok((store, known)) => {
                kept.store = Some(store);
                kept.known = RwLock::new(known);
            }
            Err(error) => {
                tracing::warn!(%error, "the settings of models and providers cannot be read");
                kept.problem = Some(error.notice());
                let models = builtin::records(now);
                kept.known = RwLock::new(KnownModels {
                    models,
                    ..KnownModels::default()
                });
            }
        }
        kept
    }

    /// Returns why nothing is stored; `None` if the database works.
    pub fn problem(&self) -> Option<&Notice> {
        self.problem.as_ref()
    }

    /// Returns the spending limits.
    pub fn budgets(&self) -> Budgets {
        self.budgets
    }

    fn known<T>(&self, look: impl FnOnce(&KnownModels) -> T) -> T {
        // Lists of plain values stay valid even if a thread panicked while it held the lock.
        look(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn keep(&self, change: impl FnOnce(&mut KnownModels)) {
        change(&mut self.known.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the stored models, of one provider or of all.
    ///
    /// # Errors
    /// If there is no such provider.
    pub fn models(&self, provider: Option<&str>) -> Result<Vec<ModelRecord>, CatalogueError> {
        if let Some(name) = provider {
            self.fixed(name)?;
        }
        // Providers that only another build knows stay in the database.
        let is_wanted = |model: &&ModelRecord| {
            self.fixed(&model.provider).is_ok()
                && provider.is_none_or(|name| model.provider == name)
        };
        Ok(self.known(|known| known.models.iter().filter(is_wanted).cloned().collect()))
    }

    /// Finds a model by its id, as `provider/name`, or by a name that only one provider has.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, named: &str) -> Result<ModelRecord, CatalogueError> {
        let models = self.models(None)?;
        let full = |model: &ModelRecord| format!("{}/{}", model.provider, model.api_name);
        let exact = models
            .iter()
            .find(|model| model.id == named && !model.is_builtin || full(model) == named);
        if let Some(model) = exact {
            return Ok(model.clone());
        }
        let mut found = models.into_iter().filter(|model| model.api_name == named);
        let model = named.to_owned();
        match (found.next(), found.next()) {
            (Some(found), None) => Ok(found),
            (None, _) => Err(CatalogueError::UnknownModel { model }),
            (Some(_), Some(_)) => Err(CatalogueError::AmbiguousModel { model }),
        }
    }

    fn fixed(&self, provider: &str) -> Result<&ProviderOverrides, CatalogueError> {
        let found = self.fixed.iter().find(|fixed| fixed.provider == provider);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.names().collect();
            CatalogueError::UnknownProvider {
                provider: redact::one_line(provider),
                known: known.join(", "),
            }
        })
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fixed.iter().map(|fixed| fixed.provider.as_str())
    }

    /// Returns the key of a provider, or why there is none.
    ///
    /// # Errors
    /// If there is no such provider.
    pub fn key(&self, provider: &str) -> Result<KeyState, CatalogueError> {
        self.fixed(provider)?;
        Ok(self.keys.state(provider))
    }

    /// Returns the current inputs for making a provider.
    pub(super) fn provider_settings(&self, name: &str) -> ToMake {
        let fixed = self.fixed(name).ok();
        ToMake {
            name: name.to_owned(),
            kind: name.to_owned(),
            base_url: self.base_url(name).value,
            api_key: self.keys.state(name).secret().cloned(),
            keep_alive: fixed.and_then(|fixed| fixed.keep_alive.clone()),
        }
    }

    /// Returns why a provider must not be used; `None` if it may.
    pub(super) fn refusal(&self, name: &str) -> Option<ProviderError> {
        let why = || {
            let what = notice!("told-provider-off", word = name);
            let hint = notice!("told-provider-enable", word = name);
            ProviderError::new(ProviderErrorKind::Configuration, what).with_hint(hint)
        };
        (!self.is_enabled(name)).then(why)
    }

    fn settings(&self, provider: &str) -> ProviderSettings {
        let find = |known: &KnownModels| {
            let is_it = |one: &&ProviderSettings| one.provider == provider;
            known.settings.iter().find(is_it).cloned()
        };
        self.known(find)
            .unwrap_or_else(|| ProviderSettings::untouched(provider))
    }

    pub fn is_enabled(&self, provider: &str) -> bool {
        self.settings(provider).enabled
    }

    /// Returns the address of a provider.
    pub fn base_url(&self, provider: &str) -> Sourced {
        let fixed = self.fixed(provider).ok();
        let said = fixed.and_then(|fixed| fixed.base_url.clone());
        let default = fixed.and_then(|fixed| fixed.default_url.clone());
        settle(said, self.settings(provider).base_url, default)
    }

    /// Returns the model that a provider's sessions start with, by its name at the provider.
    pub fn default_model(&self, provider: &str) -> Sourced {
        let said = self
            .fixed(provider)
            .ok()
            .and_then(|fixed| fixed.model.clone());
        let id = self.settings(provider).default_model_id;
        // A model that only the server has is known by its name.
        let name_of = |id: String| {
            let models = self.models(Some(provider)).unwrap_or_default();
            let model = models.into_iter().find(|model| model.id == id);
            model.map_or(id, |model| model.api_name)
        };
        settle(said, id.map(name_of), None)
    }

    /// Describes the state of a provider.
    ///
    /// # Errors
    /// If there is no such provider.
    pub fn view(&self, provider: &str) -> Result<ProviderView, CatalogueError> {
        let key = self.key(provider)?;
        let settings = self.settings(provider);
        let url = self.base_url(provider);
        let model = self.default_model(provider);
        let is_kept = model.from.id() == Some(SETTINGS);
        Ok(ProviderView {
            provider: provider.to_owned(),
            enabled: settings.enabled,
            default_model_id: if is_kept {
                settings.default_model_id
            } else {
                model.value
            },
            default_model_from: model.from,
            base_url: url.value.map(|url| without_secrets(&url)),
            base_url_from: url.from,
            api_key_configured: key.found.is_some(),
            api_key_from: key.found.as_ref().map(|found| found.from.clone()),
            api_key_variable: key.variable.clone(),
            api_key_needed: self.defaults.takes_key(provider),
            api_key_problem: key.problem,
            updated_at: settings.updated_at,
        })
    }
}

/// Id of the notice that names the database's settings as the source of a value.
const SETTINGS: &str = "origin-settings";

/// Id of the notice that names the default as the source of a value.
const DEFAULT: &str = "origin-default";

fn settle(
    said: Option<(String, Notice)>,
    kept: Option<String>,
    default: Option<String>,
) -> Sourced {
    let (value, from) = match (said, kept) {
        (Some((value, from)), _) => (Some(value), from),
        (None, Some(value)) => (Some(value), notice!("origin-settings")),
        (None, None) => (default, notice!("origin-default")),
    };
    Sourced { value, from }
}

/// Returns an address without user and password; an invalid address is not shown.
fn without_secrets(url: &str) -> String {
    match parse_base(url) {
        Ok(url) => shown(&url),
        Err(_) => redact::one_line(url.rsplit('@').next().unwrap_or_default()),
    }
}
