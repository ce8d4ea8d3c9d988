//! `agentichat providers`, except for its key commands.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::{ProvidersArguments, ProvidersCommands};
use super::{CatalogClient, FAILED, Refusal, key, print};
use crate::app::registry;
use crate::cli::Format;
use crate::cli::config::write_json;
use crate::cli::stderr::tell;
use l10n::said;
use protocol::catalogue::{
    CatalogueCommand, CatalogueReply, ConnectionTest, ProviderChange, ProviderView, Setting,
};
use redact::one_line;

pub fn run(arguments: &ProvidersArguments) -> ExitCode {
    let client = match CatalogClient::open(arguments.json) {
        Ok(client) => client,
        Err(status) => return status,
    };
    let wanted = arguments.what.clone().unwrap_or(ProvidersCommands::List);
    let done = execute(&client, wanted);
    client.end(done)
}

fn execute(client: &CatalogClient, wanted: ProvidersCommands) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    match wanted {
        ProvidersCommands::List => match catalogue.views() {
            CatalogueReply::Providers { providers } => Ok(list(client, &providers)),
            _ => Ok(Ok(0)),
        },
        ProvidersCommands::Show { provider } => Ok(show(client, &catalogue.view(&provider)?)),
        ProvidersCommands::Set {
            provider,
            base_url,
            default_model,
        } => {
            if base_url.is_none() && default_model.is_none() {
                return Err(Refusal::new(
                    "nothing_to_change",
                    "nothing to set was named: give --base-url, --default-model or both",
                ));
            }
            let change = ProviderChange {
                enabled: None,
                base_url: base_url.map(|url| setting(url, "default")),
                is_vouched_for: false,
                default_model: default_model.map(|model| setting(model, "none")),
            };
            set(client, provider, change)
        }
        ProvidersCommands::Enable { provider } => set(client, provider, enabled(true)),
        ProvidersCommands::Disable { provider } => set(client, provider, enabled(false)),
        ProvidersCommands::Test { provider } => test(client, provider),
        ProvidersCommands::Key(wanted) => key::execute(client, wanted),
    }
}

fn setting(text: String, word: &str) -> Setting {
    if text == word {
        Setting::Default
    } else {
        Setting::To(text)
    }
}

fn enabled(on: bool) -> ProviderChange {
    ProviderChange {
        enabled: Some(on),
        ..ProviderChange::default()
    }
}

fn set(
    client: &CatalogClient,
    provider: String,
    change: ProviderChange,
) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    let name = provider.clone();
    let mut order = CatalogueCommand::SetProvider { provider, change };
    let providers = registry(&client.setup);
    let runtime = client.runtime.handle();
    let warning = runtime.block_on(catalogue.check_default_model(&mut order, &providers))?;
    let words = runtime.block_on(catalogue.change(order))?;
    if let Some(warning) = warning {
        // If nobody reads it, the answer below still states what was done.
        tell(&one_line(&said(&warning)));
    }
    let mut out = io::stdout().lock();
    Ok(match client.format {
        Format::Text => {
            let words = said(&words);
            writeln!(out, "{words} This holds from the next start.").map(|()| 0)
        }
        Format::Json => {
            drop(out);
            show(client, &catalogue.view(&name)?)
        }
    })
}

fn list(client: &CatalogClient, views: &[ProviderView]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    match client.format {
        Format::Json => write_json(serde_json::to_value(views)?, &mut out)?,
        Format::Text => print::providers(views, &mut out)?,
    }
    Ok(0)
}

fn show(client: &CatalogClient, view: &ProviderView) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    match client.format {
        Format::Json => write_json(serde_json::to_value(view)?, &mut out)?,
        Format::Text => print::providers(std::slice::from_ref(view), &mut out)?,
    }
    Ok(0)
}

/// Tests one provider, or all enabled ones at once.
fn test(client: &CatalogClient, provider: Option<String>) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    let is_one = provider.is_some();
    let names = match provider {
        Some(name) => vec![name],
        None => {
            let names = catalogue.names().filter(|name| catalogue.is_enabled(name));
            names.map(str::to_owned).collect()
        }
    };
    let providers = registry(&client.setup);
    let asked = names.iter().map(|name| catalogue.test(name, &providers));
    let tests = client
        .runtime
        .block_on(futures_util::future::join_all(asked));
    let tests: Vec<ConnectionTest> = tests.into_iter().collect::<Result<_, _>>()?;
    let status = if tests.iter().any(|test| test.success) {
        0
    } else {
        FAILED
    };
    let mut out = io::stdout().lock();
    let printed = match client.format {
        Format::Text => tests.iter().try_for_each(|one| print::test(one, &mut out)),
        Format::Json => {
            let json = match tests.as_slice() {
                [one] if is_one => serde_json::to_value(one),
                all => serde_json::to_value(all),
            };
            let json = json.unwrap_or_else(|error| json!({ "error": error.to_string() }));
            write_json(json, &mut out)
        }
    };
    Ok(printed.map(|()| status))
}
