//! What config, environment and flags say, taken once at the start: of each provider, and of what a settings
//! screen shows beside them.

use crate::app::Setup;
use crate::config::{KEYS, Key, Origin, Value};
use crate::protocol::catalogue::ConfiguredValue;

/// What config, environment and flags say of a provider.
pub(super) struct Fixed {
    pub(super) provider: String,
    /// Its address, with where that was said.
    pub(super) base_url: Option<(String, String)>,
    /// The address that holds without anyone's word.
    pub(super) default_url: Option<String>,
    /// The model that sessions begin with.
    pub(super) model: Option<(String, String)>,
    /// How long its models stay loaded, where it can be told.
    pub(super) keep_alive: Option<String>,
}

impl Fixed {
    pub(super) fn of(setup: &Setup, provider: &str) -> Self {
        let loaded = &setup.loaded;
        let name = format!("providers.{provider}.base_url");
        let is_chosen = loaded.config.provider == provider;
        let by_flag = setup.flags.base_url.clone().filter(|_| is_chosen);
        let by_flag = by_flag.map(|url| (url, "flag --base-url".to_owned()));
        let said = |name: &str| {
            let (value, origin) = loaded.said(name)?;
            Some((value, origin.to_string()))
        };
        let default_url = Key::named(&name).map(Key::default_value);
        let model = match loaded.origin("model") {
            Some(Origin::Default) | None => None,
            Some(_) if !is_chosen => None,
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

/// The keys whose values a settings screen shows, by the beginnings of their names.
const SHOWN: &[&str] = &[
    "budgets.",
    "mode",
    "rules.",
    "prompt_timeout_s",
    "max_tool_calls_",
    "sandbox",
    "agent_mode",
    "remote_",
    "allow_fallback",
];

/// What the configuration says of who decides and what may be spent, with where each is changed.
pub(super) fn configured(setup: &Setup) -> Vec<ConfiguredValue> {
    let is_shown = |key: &&Key| {
        let mut begins = SHOWN.iter();
        begins.any(|name| key.name == *name || key.name.starts_with(name) && is_group(name))
    };
    let row = |key: &Key| {
        let resolved = setup.loaded.resolved(key.name)?;
        Some(ConfiguredValue {
            key: key.name.to_owned(),
            value: crate::redact::one_line(&resolved.value.to_string()),
            from: resolved.origin.to_string(),
            doc: key.doc().to_owned(),
            change_in: change_in(setup, &resolved.origin),
        })
    };
    let mut rows: Vec<ConfiguredValue> = KEYS.iter().filter(is_shown).filter_map(row).collect();
    rows.sort_by_key(|row| SHOWN.iter().position(|name| row.key.starts_with(name)));
    rows
}

fn is_group(name: &str) -> bool {
    name.ends_with(['.', '_'])
}

/// Where a value is changed: where it was said, or in the user's file.
fn change_in(setup: &Setup, origin: &Origin) -> String {
    match origin {
        Origin::Default => setup.folders.config_file().display().to_string(),
        Origin::Global { path, line } | Origin::Workspace { path, line } => {
            format!("{}:{line}", path.display())
        }
        Origin::Environment { variable } => format!("the variable {variable}"),
        Origin::Flag { flag } => format!("the flag {flag}"),
    }
}
