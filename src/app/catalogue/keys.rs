//! The keys of the providers: where each is, and why one is not used. They are searched at the
//! start, and again when settings are viewed or saved.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::app::Setup;
use crate::app::providers::names;
use config::keys::{FoundKey, Keys};
use config::load::LoadedConfig;
use config::paths::Folders;
use notice::Notice;
use redact::Secret;

/// State of a provider's key.
#[derive(Debug, Clone, Default)]
pub struct KeyState {
    /// The variable that is checked first.
    pub variable: String,
    /// The key and its source.
    pub found: Option<FoundKey>,
    /// Why a key that exists is not used.
    pub problem: Option<Notice>,
}

impl KeyState {
    pub fn secret(&self) -> Option<&Secret> {
        self.found.as_ref().map(|found| &found.key)
    }
}

/// Finds the keys, by provider.
pub(in crate::app) fn look(
    loaded: &LoadedConfig,
    folders: &Folders,
    environment: &BTreeMap<String, String>,
) -> BTreeMap<String, KeyState> {
    let keys = Keys::new(&folders.data);
    let state = |provider: &str| {
        let state = find(&keys, provider, loaded.key_variable(provider), environment);
        (provider.to_owned(), state)
    };
    names().map(state).collect()
}

fn find(
    keys: &Keys,
    provider: &str,
    variable: String,
    environment: &BTreeMap<String, String>,
) -> KeyState {
    let (found, problem) = match keys.find(provider, &variable, environment) {
        Ok(found) => (found, None),
        Err(error) => (None, Some(error.notice())),
    };
    KeyState {
        variable,
        found,
        problem,
    }
}

/// The currently known keys, and the places where they are searched.
pub(super) struct KeyRegistry {
    pub(super) keys: Keys,
    /// The variables that can hold a key, with their values.
    environment: BTreeMap<String, String>,
    known: RwLock<BTreeMap<String, KeyState>>,
}

impl KeyRegistry {
    /// Takes over the keys that the setup found.
    pub(super) fn of(setup: &Setup) -> Self {
        Self::new(
            Keys::new(&setup.folders.data),
            setup.keys.clone(),
            &setup.environment,
        )
    }

    pub(super) fn new(
        keys: Keys,
        known: BTreeMap<String, KeyState>,
        environment: &BTreeMap<String, String>,
    ) -> Self {
        let variables = known.values().map(|state| &state.variable);
        let held = variables.filter_map(|name| environment.get_key_value(name));
        let held = held.map(|(name, value)| (name.clone(), value.clone()));
        Self {
            keys,
            environment: held.collect(),
            known: RwLock::new(known),
        }
    }

    /// Returns the key of a provider.
    pub(super) fn state(&self, provider: &str) -> KeyState {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.get(provider).cloned().unwrap_or_default()
    }

    /// Searches all keys again, because another process may have stored or removed one. Reads a
    /// few small files.
    pub(super) fn search_again(&self) {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let again = known.iter().map(|(provider, state)| {
            let variable = state.variable.clone();
            let state = find(&self.keys, provider, variable, &self.environment);
            (provider.clone(), state)
        });
        let again = again.collect();
        drop(known);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = again;
    }
}
