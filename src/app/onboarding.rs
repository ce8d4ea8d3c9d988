//! What is said when no model can be used: what was looked for, what was found, what to do next.

use std::fmt::Write;

use super::Setup;
use crate::language::say;
use crate::protocol::stream::ProviderError;
use crate::provider::registry::Registry;

/// The welcome of someone who has no model yet, as Markdown.
pub async fn onboarding(setup: &Setup, providers: &Registry, error: &ProviderError) -> String {
    let mut text = String::from(say!("onboarding-welcome"));
    let config = &setup.loaded.config;
    let ollama = state(providers, "ollama").await;
    // Writing to a String does not fail. What was asked for comes first.
    if config.provider != "ollama" {
        writeln!(text, "- {}: {}", config.provider, error.message).ok();
    }
    writeln!(text, "- {ollama}").ok();
    writeln!(text, "- {}", say!("onboarding-keys", keys = keys(setup))).ok();
    text.push_str(say!("onboarding-next"));
    text
}

/// The same for a session in which it was said before.
pub fn still_without_model(error: &ProviderError) -> String {
    format!(
        "No model can be used: {}. **/model** chooses one, **/settings** sets up a provider, `agentichat doctor` in a \
         shell tells more.",
        error.message
    )
}

/// Which of the variables of keys are set.
fn keys(setup: &Setup) -> String {
    let providers = setup.loaded.config.providers().into_iter();
    let (mut set, mut unset) = (Vec::new(), Vec::new());
    for one in providers {
        let Some(variable) = one.key_variable else {
            continue;
        };
        match setup.loaded.keyed.iter().any(|name| name == one.name) {
            true => set.push(format!("`{variable}`")),
            false => unset.push(format!("`{variable}`")),
        }
    }
    let said = [
        (say!("onboarding-set"), set),
        (say!("onboarding-not-set"), unset),
    ]
    .into_iter();
    let said = said.filter(|(_, variables)| !variables.is_empty());
    let said = said.map(|(word, variables)| format!("{word} {}", variables.join(", ")));
    said.collect::<Vec<_>>().join("; ")
}

async fn state(providers: &Registry, name: &str) -> String {
    let probed = match providers.get(name) {
        Ok(provider) => provider.probe().await,
        Err(error) => Err(error),
    };
    match probed {
        Ok(words) => say!("onboarding-no-model", words),
        Err(error) => error.message,
    }
}
