//! Overrides for each provider from config, environment and flags, read once at the start.

use crate::app::Setup;
use config::{Key, Origin, Value};
use notice::{Notice, notice};

/// Overrides for a provider from config, environment and flags.
pub(super) struct ProviderOverrides {
    pub(super) provider: String,
    /// Its address and the source of it.
    pub(super) base_url: Option<(String, Notice)>,
    /// The address without any override.
    pub(super) default_url: Option<String>,
    /// The model that sessions start with.
    pub(super) model: Option<(String, Notice)>,
    /// Time that its models stay loaded, for providers that support it.
    pub(super) keep_alive: Option<String>,
}

impl ProviderOverrides {
    pub(super) fn of(setup: &Setup, provider: &str) -> Self {
        let loaded = &setup.loaded;
        let name = format!("providers.{provider}.base_url");
        let is_chosen = loaded.config.provider == provider;
        let by_flag = setup.flags.base_url.clone().filter(|_| is_chosen);
        let by_flag = by_flag.map(|url| (url, notice!("origin-flag", word = "--base-url")));
        let said = |name: &str| {
            let (value, origin) = loaded.said(name)?;
            Some((value, origin.notice()))
        };
        let default_url = Key::named(&name).map(Key::default_value);
        let model = match loaded.origin("model") {
            Some(Origin::Default) | None => None,
            Some(_) if loaded.model_of.as_deref() != Some(provider) => None,
            Some(_) => said("model"),
        };
        Self {
            provider: provider.to_owned(),
            base_url: by_flag.or_else(|| said(&name)),
            default_url: match default_url {
                Some(Value::Text(url)) => Some(url),
                _ => None,
            },
            model,
            keep_alive: text_of(setup, &format!("providers.{provider}.keep_alive")),
        }
    }
}

fn text_of(setup: &Setup, key: &str) -> Option<String> {
    match &setup.loaded.resolved(key)?.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}
