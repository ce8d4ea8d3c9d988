//! What is said when no model can be used: what was looked for, what was found, what to do next.

use std::fmt::Write;

use super::Setup;
use crate::protocol::stream::ProviderError;
use crate::provider::registry::Registry;

/// The welcome of someone who has no model yet, as Markdown.
pub async fn onboarding(setup: &Setup, providers: &Registry, error: &ProviderError) -> String {
    let mut text = String::from(
        "**Welcome to agentichat.** No model can be used yet, and nothing was sent.\n\n\
         What was looked for:\n\n",
    );
    let config = &setup.loaded.config;
    let ollama = state(providers, "ollama").await;
    // Writing to a String does not fail. What was asked for comes first.
    if config.provider != "ollama" {
        writeln!(text, "- {}: {}", config.provider, error.message).ok();
    }
    writeln!(text, "- {ollama}").ok();
    writeln!(text, "- keys: {}", keys(setup)).ok();
    text.push_str(
        "\nWhat you can do:\n\n\
         1. **/demo** shows everything on a recorded example, without a model.\n\
         2. Start a local model: `ollama serve`, then `ollama pull qwen2.5-coder:7b`, then \
            **/model** here.\n\
         3. **/settings** sets up another provider or a server of your own: address, key, and a test of them. \
            Flags do so too: `--provider openai --base-url URL --model NAME`.\n\
         4. `agentichat doctor` in a shell tells more.\n",
    );
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
    let said = [("set", set), ("not set", unset)].into_iter();
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
        Ok(words) => format!("{words}: it runs, but has no model to chat with"),
        Err(error) => error.message,
    }
}
