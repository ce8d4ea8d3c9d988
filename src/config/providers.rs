//! The settings of each provider in a uniform form, so that code that iterates over the providers
//! needs to know none by name. To add one, add its keys to the table and its row here.

use std::collections::BTreeMap;

use super::kind::ContextLength;
use super::schema::Config;

/// The settings of one provider.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ProviderConfig<'a> {
    /// Also the kind of the provider's adapter.
    pub name: &'static str,
    pub base_url: &'a str,
    /// The environment variable that holds the key, if the provider uses keys.
    pub key_variable: Option<&'a str>,
    /// Context length for its models, in tokens.
    pub context_length: ContextLength,
    /// Time that a model stays loaded, for providers that support it.
    pub keep_alive: Option<&'a str>,
}

impl ProviderConfig<'_> {
    /// Returns the key, if its variable is set.
    pub fn key(&self, environment: &BTreeMap<String, String>) -> Option<String> {
        let key = environment.get(self.key_variable?)?.trim();
        (!key.is_empty()).then(|| key.to_owned())
    }
}

impl Config {
    /// Returns every provider that has settings.
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

    /// Returns the variables that hold the providers' keys.
    pub fn key_variables(&self) -> Vec<String> {
        let variables = self.providers().into_iter();
        variables
            .filter_map(|one| one.key_variable.map(str::to_owned))
            .collect()
    }

    /// Returns all keys that are set, of any provider.
    pub fn keys(&self, environment: &BTreeMap<String, String>) -> Vec<String> {
        let providers = self.providers().into_iter();
        providers.filter_map(|one| one.key(environment)).collect()
    }
}
