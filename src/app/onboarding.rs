//! What is said when no model can be used: what was looked for, what was found, what to do next.

use std::fmt::Write;

use super::Setup;
use crate::protocol::stream::ProviderError;
use crate::provider::registry::Registry;

/// The welcome of someone who has no model yet, as Markdown.
pub async fn onboarding(setup: &Setup, providers: &Registry, error: &ProviderError) -> String {
    let mut text = String::from(
        "**Welcome to agentichat.** No model can be used yet. Nothing has been sent anywhere.\n\n\
         What was looked for:\n\n",
    );
    let config = &setup.loaded.config;
    let ollama = state(providers, "ollama").await;
    // Writing to a String does not fail.
    writeln!(text, "- {ollama}").ok();
    if config.provider != "ollama" {
        writeln!(text, "- {}: {}", config.provider, error.message).ok();
    }
    for one in config.providers() {
        let Some(variable) = one.key_variable else {
            continue;
        };
        let set = match setup.loaded.keyed.contains(&one.name) {
            true => "set",
            false => "not set",
        };
        writeln!(
            text,
            "- {} at `{}`: key `{variable}` {set}",
            one.name, one.base_url
        )
        .ok();
    }
    text.push_str(
        "\nWhat you can do:\n\n\
         1. **/demo** shows everything on a recorded example, without a model.\n\
         2. Start a local model: `ollama serve`, then `ollama pull qwen2.5-coder:7b`, then \
            **/model** here.\n\
         3. Use another server: leave, and start with `--provider openai --base-url URL --model \
            NAME`, with the key in `OPENAI_API_KEY` if it wants one.\n\
         4. Use Anthropic or Mistral: set their key, and start with `--provider anthropic` or \
            `--provider mistral`.\n\n\
         `agentichat doctor` in a shell tells more.\n",
    );
    text
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
