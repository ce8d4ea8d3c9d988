//! The registry of providers as the configuration and the flags want it.

use std::sync::Arc;
use std::time::Duration;

use super::Setup;
use crate::provider::http::Timeouts;
use crate::provider::registry::{ProviderSettings, Registry};
use crate::redact::Secret;

/// Every provider, none of them connected to.
pub fn registry(setup: &Setup) -> Registry {
    let config = &setup.loaded.config;
    let timeouts = Timeouts {
        first_byte: Duration::from_secs(u64::from(config.first_byte_timeout_s)),
        idle: Duration::from_secs(u64::from(config.stream_idle_timeout_s)),
        ..Timeouts::default()
    };
    let key = config
        .api_key(&setup.environment)
        .map(|key| Secret::new(&key));
    let mut ollama = one("ollama", Some(config.ollama_base_url.clone()), None);
    ollama.keep_alive = Some(config.ollama_keep_alive.clone());
    let mut settings = vec![
        ollama,
        one("openai", Some(config.openai_base_url.clone()), key),
    ];
    if config.provider == "replay" {
        settings.push(one("replay", None, None));
    }
    if let Some(address) = &setup.flags.base_url
        && let Some(named) = settings.iter_mut().find(|one| one.name == config.provider)
    {
        named.base_url = Some(address.clone());
    }
    let mut registry = Registry::build(&settings, timeouts);
    registry.insert(Arc::new(super::claude::provider(setup)));
    registry
}

fn one(name: &str, base_url: Option<String>, api_key: Option<Secret>) -> ProviderSettings {
    ProviderSettings {
        name: name.to_owned(),
        kind: name.to_owned(),
        base_url,
        api_key,
        keep_alive: None,
    }
}
