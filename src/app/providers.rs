//! Builds the registry of providers from config, flags, environment and the catalogue.

use std::time::Duration;

use super::Setup;
use config::{ConfigProblem, LoadedConfig, Origin, ProblemLocation, Value};
use notice::notice;
use notice::words::nearest;
use provider::http::Timeouts;
use provider::registry::{KINDS, ProviderSettings, Registry};
use redact::one_line;

/// The kind that plays a recording: it has a file and no settings.
const REPLAY: &str = "replay";

/// Returns the providers that can be configured: the claude program, and every kind but the one
/// that plays recordings.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    kinds().chain([super::claude::NAME])
}

/// The configuration keys that name a provider.
const NAMED_IN: [&str; 3] = ["provider", "remote_provider", "index.embedding_provider"];

/// Reports unknown providers that files and variables name. A flag is refused when it is parsed.
pub(super) fn unknown_providers(loaded: &LoadedConfig) -> Vec<ConfigProblem> {
    let known: Vec<&str> = names().chain([REPLAY]).collect();
    let strange = |key: &&str| {
        let resolved = loaded.resolved(key)?;
        let Value::Text(name) = &resolved.value else {
            return None;
        };
        let is_flag = matches!(resolved.origin, Origin::Flag { .. });
        if is_flag || known.contains(&name.as_str()) {
            return None;
        }
        let what = notice!(
            "told-provider-unknown",
            word = one_line(name),
            models = known.join(", "),
        );
        let near = nearest(name, &known).map(str::to_owned);
        let problem = ConfigProblem::error(ProblemLocation::of(&resolved.origin)?, what).of_value();
        Some(problem.about(*key).nearest_to(near))
    };
    NAMED_IN.iter().filter_map(strange).collect()
}

/// Returns the kinds that are made from their settings alone.
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

/// Creates every provider, without connecting to any. A disabled one is registered as the error
/// that says so.
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
    registry.insert(super::claude::provider(setup));
    for name in names() {
        registry.set_refused(name, catalogue.refusal(name));
    }
    registry
}
