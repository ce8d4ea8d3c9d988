//! `agentichat providers key`: stores, removes and finds keys. Never prints one.

use std::io::{self, Write};

use serde_json::json;

use super::args::KeyCommands;
use super::{CatalogClient, Refusal, print, secret_prompt};
use crate::cli::Format;
use crate::cli::config::write_json;
use config::keyring;
use config::keys::{KeyError, Keys};
use protocol::catalogue::ProviderView;

impl From<KeyError> for Refusal {
    fn from(error: KeyError) -> Self {
        Self::new("key", &error.to_string())
    }
}

pub(super) fn execute(
    client: &CatalogClient,
    wanted: KeyCommands,
) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    let keys = Keys::new(&client.setup.folders.data);
    match wanted {
        KeyCommands::Set { provider, place } => {
            let known = catalogue.view(&provider)?;
            let key = secret_prompt::secret(&format!("key of {provider} (not shown): "));
            let key = key.map_err(|why| Refusal::new("no_key", &why))?;
            let from = keys.set(&provider, &key, place.into())?;
            let variable = known.api_key_variable;
            let over = client.setup.environment.contains_key(&variable);
            let over = if over {
                format!("; {variable} is set and stands over it")
            } else {
                String::new()
            };
            let words = format!("the key of {provider} is kept: {from}{over}");
            Ok(say(
                client,
                &words,
                json!({ "provider": provider, "api_key_from": from }),
            ))
        }
        KeyCommands::Remove { provider } => {
            let known = catalogue.view(&provider)?;
            let gone = keys.remove(&provider)?;
            let mut words = match gone.as_slice() {
                [] => format!("no key of {provider} was kept"),
                gone => {
                    let places: Vec<String> = gone.iter().map(ToString::to_string).collect();
                    format!("the key of {provider} is gone from: {}", places.join(", "))
                }
            };
            let variable = known.api_key_variable;
            if client.setup.environment.contains_key(&variable) {
                words.push_str(&format!("; the one in {variable} is still there"));
            }
            Ok(say(
                client,
                &words,
                json!({ "provider": provider, "removed_from": gone }),
            ))
        }
        KeyCommands::Status { provider } => {
            let names: Vec<String> = match provider {
                Some(name) => vec![name],
                None => catalogue.names().map(str::to_owned).collect(),
            };
            let views = names.iter().map(|name| catalogue.view(name));
            let views: Vec<ProviderView> = views.collect::<Result<_, _>>()?;
            Ok(status(client, &views))
        }
    }
}

fn say(client: &CatalogClient, words: &str, json: serde_json::Value) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    match client.format {
        Format::Text => writeln!(out, "{words}")?,
        Format::Json => write_json(json, &mut out)?,
    }
    Ok(0)
}

fn status(client: &CatalogClient, views: &[ProviderView]) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let ring = match keyring::state() {
        Ok(()) => "usable".to_owned(),
        Err(why) => format!("not usable here: {why}"),
    };
    if client.format == Format::Json {
        let rows: Vec<_> = views
            .iter()
            .map(|view| {
                json!({
                    "provider": view.provider,
                    "api_key_configured": view.api_key_configured,
                    "api_key_from": view.api_key_from,
                    "api_key_variable": view.api_key_variable,
                    "api_key_problem": view.api_key_problem,
                    "api_key_needed": view.api_key_needed,
                })
            })
            .collect();
        let report = json!({ "keys": rows, "keyring": keyring::kind(), "keyring_state": ring });
        write_json(report, &mut out)?;
        return Ok(0);
    }
    for view in views {
        writeln!(out, "{:<10} {}", view.provider, print::key(view))?;
    }
    writeln!(out, "{:<10} {}; {ring}", "keyring", keyring::kind())?;
    Ok(0)
}
