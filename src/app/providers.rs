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
    let mut settings: Vec<ProviderSettings> = config
        .providers()
        .into_iter()
        .map(|one| ProviderSettings {
            name: one.name.to_owned(),
            kind: one.name.to_owned(),
            base_url: Some(one.base_url.to_owned()),
            api_key: one.key(&setup.environment).map(|key| Secret::new(&key)),
            keep_alive: one.keep_alive.map(str::to_owned),
        })
        .collect();
    if config.provider == "replay" {
        settings.push(ProviderSettings {
            name: "replay".to_owned(),
            kind: "replay".to_owned(),
            base_url: None,
            api_key: None,
            keep_alive: None,
        });
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
