//! The registry of providers as config, flags, environment and the catalogue want it.

use std::sync::Arc;
use std::time::Duration;

use super::Setup;
use crate::provider::http::Timeouts;
use crate::provider::registry::{KINDS, ProviderSettings, Registry};

/// The kind that plays a recording: it has a file and no settings.
const REPLAY: &str = "replay";

/// The providers that can be set: the claude program, and every kind but the one that plays recordings.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    kinds().chain([super::claude::NAME])
}

/// Those that are made from their settings alone.
fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS
        .iter()
        .map(|(kind, _)| *kind)
        .filter(|kind| *kind != REPLAY)
}

/// Whether a provider is made from its settings alone.
pub(super) fn is_kind(name: &str) -> bool {
    kinds().any(|kind| kind == name)
}

/// Every provider, none of them connected to. One that is switched off is there as the error that says so.
pub fn registry(setup: &Setup) -> Registry {
    let config = &setup.loaded.config;
    let timeouts = Timeouts {
        first_byte: Duration::from_secs(u64::from(config.first_byte_timeout_s)),
        idle: Duration::from_secs(u64::from(config.stream_idle_timeout_s)),
        ..Timeouts::default()
    };
    let catalogue = setup.catalogue();
    let kinds = kinds().map(|name| catalogue.provider_settings(name));
    let mut settings: Vec<ProviderSettings> = kinds.collect();
    if config.provider == REPLAY {
        settings.push(ProviderSettings {
            name: REPLAY.to_owned(),
            kind: REPLAY.to_owned(),
            base_url: setup.flags.base_url.clone(),
            api_key: None,
            keep_alive: None,
        });
    }
    let mut registry = Registry::build(&settings, timeouts);
    registry.insert(Arc::new(super::claude::provider(setup)));
    for name in names() {
        registry.set_refused(name, catalogue.refusal(name));
    }
    registry
}
