//! What the config says of each provider, under one form for all: who goes through the providers
//! needs to know none by name. To add one, add its keys to the table and its row here.

use std::collections::BTreeMap;

use super::kind::ContextLength;
use super::schema::Config;

/// The settings of one provider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProviderConfig<'a> {
    /// Its name, which is also the kind of its adapter.
    pub name: &'static str,
    /// Where it is.
    pub base_url: &'a str,
    /// The variable that holds its key, where it has keys.
    pub key_variable: Option<&'a str>,
    /// Tokens that its models shall hold.
    pub context_length: ContextLength,
    /// How long a model stays loaded, where it can be told.
    pub keep_alive: Option<&'a str>,
}

impl ProviderConfig<'_> {
    /// The key, if its variable is set.
    pub fn key(&self, environment: &BTreeMap<String, String>) -> Option<String> {
        let key = environment.get(self.key_variable?)?.trim();
        (!key.is_empty()).then(|| key.to_owned())
    }
}

impl Config {
    /// Every provider that has settings.
    pub fn providers(&self) -> [ProviderConfig<'_>; 4] {
        let row = |name, base_url, key_variable, context_length| ProviderConfig {
            name,
            base_url,
            key_variable,
            context_length,
            keep_alive: None,
        };
        [
            ProviderConfig {
                keep_alive: Some(&self.ollama_keep_alive),
                ..row(
                    "ollama",
                    &self.ollama_base_url,
                    None,
                    self.ollama_context_length,
                )
            },
            row(
                "openai",
                &self.openai_base_url,
                Some(&self.openai_api_key_env),
                self.openai_context_length,
            ),
            row(
                "anthropic",
                &self.anthropic_base_url,
                Some(&self.anthropic_api_key_env),
                self.anthropic_context_length,
            ),
            row(
                "mistral",
                &self.mistral_base_url,
                Some(&self.mistral_api_key_env),
                self.mistral_context_length,
            ),
        ]
    }

    /// The variables that hold the providers' keys.
    pub fn key_variables(&self) -> Vec<String> {
        let variables = self.providers().into_iter();
        variables
            .filter_map(|one| one.key_variable.map(str::to_owned))
            .collect()
    }

    /// The keys that are set, whosever they are.
    pub fn keys(&self, environment: &BTreeMap<String, String>) -> Vec<String> {
        let providers = self.providers().into_iter();
        providers.filter_map(|one| one.key(environment)).collect()
    }
}
