//! `agentichat models`.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Value, json};

use super::args::{ModelsArguments, ModelsCommands, PriceArguments};
use super::{CatalogClient, Refusal, print, probe};
use crate::app::registry;
use crate::cli::config::write_json;
use crate::cli::{Format, pull};
use l10n::said;
use notice::{Notice, notice};
use protocol::catalogue::{
    CatalogueCommand, CatalogueError, CatalogueReply, ModelChange, ModelProbe, ModelRecord,
    NewModel, Price, ProbedModel,
};

pub fn run(arguments: &ModelsArguments) -> ExitCode {
    if let Some(ModelsCommands::Pull(pull)) = &arguments.what {
        return pull::run(pull, Format::of(arguments.json));
    }
    let client = match CatalogClient::open(arguments.json) {
        Ok(client) => client,
        Err(status) => return status,
    };
    let wanted = arguments.what.clone().unwrap_or(ModelsCommands::List {
        provider: None,
        kept: false,
    });
    let done = execute(&client, wanted);
    client.end(done)
}

fn execute(client: &CatalogClient, wanted: ModelsCommands) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    match wanted {
        ModelsCommands::List { provider, kept } => {
            let provider = provider.as_deref();
            let answer = if kept {
                CatalogueReply::Models {
                    kept: catalogue.models(provider)?,
                    found: Vec::new(),
                    errors: Vec::new(),
                    probed: client.runtime.block_on(catalogue.probed()),
                }
            } else {
                let providers = registry(&client.setup);
                let asked = catalogue.all_models(provider, &providers);
                client.runtime.block_on(asked)?
            };
            Ok(list(client, &answer))
        }
        ModelsCommands::Probe {
            model,
            provider,
            timeout,
        } => probe::execute(client, (provider.as_deref(), &model), timeout),
        // Its provider fetches the model, without the catalogue.
        ModelsCommands::Pull(_) => Ok(Ok(0)),
        ModelsCommands::Show { model } => Ok(show(client, &model)?),
        ModelsCommands::Add {
            provider,
            api_name,
            name,
            context_window,
            max_output,
            temperature,
            vision,
            price,
        } => {
            let model = NewModel {
                name: name.unwrap_or_else(|| api_name.chars().take(64).collect()),
                provider,
                api_name,
                context_window,
                max_output_tokens: max_output,
                temperature_default: temperature,
                price: priced(Price::default(), &price)?,
                vision,
            };
            let named = format!("{}/{}", model.provider.trim(), model.api_name.trim());
            change(client, CatalogueCommand::AddModel { model }, Some(&named))
        }
        ModelsCommands::Edit {
            model,
            api_name,
            name,
            context_window,
            max_output,
            temperature,
            vision,
            price,
        } => {
            let record = catalogue.find(&model)?;
            let prices = [&price.price_in, &price.price_out, &price.price_cached];
            let is_priced = prices.iter().any(|price| price.is_some());
            let change_to = ModelChange {
                name,
                api_name,
                context_window,
                max_output_tokens: max_output,
                temperature_default: temperature,
                price: if is_priced {
                    Some(priced(record.price, &price)?)
                } else {
                    None
                },
                vision,
            };
            if change_to == ModelChange::default() {
                return Err(Refusal::new(
                    "nothing_to_change",
                    "nothing to change was named; `agentichat models edit --help` lists what can be",
                ));
            }
            let new_name = change_to.api_name.as_deref().unwrap_or(&record.api_name);
            let named = format!("{}/{}", record.provider, new_name.trim());
            let order = CatalogueCommand::ChangeModel {
                id: record.id,
                change: change_to,
            };
            change(client, order, Some(&named))
        }
        ModelsCommands::Remove { model } => {
            let id = catalogue.find(&model)?.id;
            change(client, CatalogueCommand::RemoveModel { id }, None)
        }
    }
}

/// Returns a price with the changes of the arguments.
fn priced(price: Price, arguments: &PriceArguments) -> Result<Price, CatalogueError> {
    let one = |field: &str, old: Option<f64>, text: &Option<String>| match text.as_deref() {
        None => Ok(old),
        Some("unknown") => Ok(None),
        Some(text) => match text.trim_start_matches('$').parse::<f64>() {
            Ok(price) => Ok(Some(price)),
            Err(_) => Err(CatalogueError::OutOfRange {
                field: field.to_owned(),
                allowed: notice!("wanted-price"),
                found: Notice::text(redact::one_line(text)),
            }),
        },
    };
    Ok(Price {
        input: one("--price-in", price.input, &arguments.price_in)?,
        output: one("--price-out", price.output, &arguments.price_out)?,
        cached: one("--price-cached", price.cached, &arguments.price_cached)?,
    })
}

/// Makes a change; in JSON, prints the changed model.
fn change(
    client: &CatalogClient,
    order: CatalogueCommand,
    named: Option<&str>,
) -> Result<io::Result<u8>, Refusal> {
    let catalogue = client.setup.catalogue();
    let words = client.runtime.block_on(catalogue.change(order))?;
    let mut out = io::stdout().lock();
    Ok(match (client.format, named) {
        (Format::Text, _) => writeln!(out, "{}", said(&words)).map(|()| 0),
        (Format::Json, Some(named)) => show(client, named)?,
        (Format::Json, None) => write_json(json!({ "removed": true }), &mut out).map(|()| 0),
    })
}

fn list(client: &CatalogClient, answer: &CatalogueReply) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    let CatalogueReply::Models {
        kept,
        found,
        errors,
        probed,
    } = answer
    else {
        return Ok(0);
    };
    match client.format {
        Format::Json => {
            let errors: Vec<_> = errors
                .iter()
                .map(|(provider, message)| json!({ "provider": provider, "message": message }))
                .collect();
            let kept = kept
                .iter()
                .map(|model| with_probe(model, probe_of_kept(model, probed)));
            let found = found.iter().map(|model| {
                let probe = ProbedModel::find(probed, &model.provider, &model.name);
                with_probe(model, probe)
            });
            let list = json!({
                "models": kept.collect::<Result<Vec<_>, _>>()?,
                "found": found.collect::<Result<Vec<_>, _>>()?,
                "errors": errors,
            });
            write_json(list, &mut out)?;
        }
        Format::Text => print::models((kept, found, errors), probed, &mut out)?,
    }
    Ok(0)
}

fn show(client: &CatalogClient, named: &str) -> Result<io::Result<u8>, CatalogueError> {
    let catalogue = client.setup.catalogue();
    let record = match (catalogue.find(named), catalogue.probed_as(named)) {
        (Ok(record), _) => record,
        // The model is not in the catalogue, but has a probe result.
        (Err(CatalogueError::UnknownModel { .. }), Some(probed)) => {
            return Ok(probe::show(client, &probed));
        }
        (Err(error), _) => return Err(error),
    };
    let probe = catalogue.probe_of(&record.provider, &record.api_name);
    let mut out = io::stdout().lock();
    Ok(match client.format {
        Format::Json => match with_probe(&record, probe.as_ref()) {
            Ok(json) => write_json(json, &mut out).map(|()| 0),
            Err(error) => Err(error.into()),
        },
        Format::Text => print::model(&record, probe.as_ref(), &mut out).map(|()| 0),
    })
}

fn probe_of_kept<'a>(model: &ModelRecord, probed: &'a [ProbedModel]) -> Option<&'a ModelProbe> {
    ProbedModel::find(probed, &model.provider, &model.api_name)
}

/// Returns a model as JSON, with the result of its probe; `null` if it was not probed.
fn with_probe(
    model: &impl Serialize,
    probe: Option<&ModelProbe>,
) -> Result<Value, serde_json::Error> {
    let mut json = serde_json::to_value(model)?;
    if let Some(object) = json.as_object_mut() {
        object.insert("probe".to_owned(), serde_json::to_value(probe)?);
    }
    Ok(json)
}
