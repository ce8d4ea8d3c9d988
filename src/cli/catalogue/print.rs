//! Formats models, providers and tests as text.

use std::io::{self, Write};

use client::slash::{model_size, probe_words};
use l10n::said;
use notice::Notice;
use protocol::catalogue::{
    ConnectionTest, ModelProbe, ModelRecord, Price, ProbedModel, ProviderView,
};
use protocol::stream::ModelInfo;
use redact::one_line;

/// Stored models, models offered by providers, and providers that could not be asked.
type ModelTable<'a> = (&'a [ModelRecord], &'a [ModelInfo], &'a [(String, Notice)]);

/// Prints the stored models, then those that providers offer, then the providers that could
/// not be asked.
pub(super) fn models(
    (kept, found, errors): ModelTable<'_>,
    probed: &[ProbedModel],
    out: &mut dyn Write,
) -> io::Result<()> {
    let probe = |provider: &str, name: &str| {
        let found = ProbedModel::find(probed, provider, name).map(probe_words);
        found.map_or_else(String::new, |words| format!("  {}", one_line(&words)))
    };
    let names = kept.iter().map(full_name);
    let others = found
        .iter()
        .map(|model| one_line(&format!("{}/{}", model.provider, model.name)));
    let width = names.chain(others).map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).min(60);
    if !kept.is_empty() {
        writeln!(
            out,
            "{:<width$}  {:>9}  {:>7}  {:>4}  {:>16}  kept",
            "model", "window", "output", "temp", "$ in/out"
        )?;
    }
    for model in kept {
        let name = full_name(model);
        let origin = if model.is_builtin {
            "built-in"
        } else {
            "yours"
        };
        writeln!(
            out,
            "{name:<width$}  {:>9}  {:>7}  {:>4}  {:>16}  {origin}{}",
            model.context_window,
            model.max_output_tokens,
            model.temperature_default,
            short_price(model),
            probe(&model.provider, &model.api_name),
        )?;
    }
    for model in found {
        let name = one_line(&format!("{}/{}", model.provider, model.name));
        let size = model.bytes.map(model_size).unwrap_or_default();
        let probe = probe(&model.provider, &model.name);
        writeln!(
            out,
            "{name:<width$}  {size:>9}  on the server, not kept{probe}"
        )?;
    }
    for (provider, error) in errors {
        writeln!(out, "{provider}: {}", one_line(&said(error)))?;
    }
    Ok(())
}

fn full_name(model: &ModelRecord) -> String {
    one_line(&format!("{}/{}", model.provider, model.api_name))
}

fn short_price(model: &ModelRecord) -> String {
    let one = |price: Option<f64>| price.map_or_else(|| "?".to_owned(), |price| price.to_string());
    match &model.price {
        _ if model.is_free_here() => "free here".to_owned(),
        Price {
            input: None,
            output: None,
            ..
        } => "unknown".to_owned(),
        price => format!("{}/{}", one(price.input), one(price.output)),
    }
}

/// Prints one model, with a line for each field.
pub(super) fn model(
    model: &ModelRecord,
    probe: Option<&ModelProbe>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dollars = |price: Option<f64>| match price {
        Some(price) => format!("${price} per million tokens"),
        None if model.is_free_here() => "free on this machine".to_owned(),
        None => "unknown".to_owned(),
    };
    let origin = if model.is_builtin {
        "yes: only its temperature can be changed"
    } else {
        "no"
    };
    let seen = match model.vision {
        Some(true) => "seen",
        Some(false) => "not seen",
        None => "as its server says",
    };
    let rows = [
        ("id", model.id.clone()),
        ("provider", model.provider.clone()),
        ("name", model.name.clone()),
        ("api name", model.api_name.clone()),
        ("built in", origin.to_owned()),
        ("window", format!("{} tokens", model.context_window)),
        (
            "output",
            format!("{} tokens at most", model.max_output_tokens),
        ),
        ("temperature", model.temperature_default.to_string()),
        ("pictures", seen.to_owned()),
        ("price in", dollars(model.price.input)),
        ("price out", dollars(model.price.output)),
        ("price cached", dollars(model.price.cached)),
        ("probe", probe_line(&full_name(model), probe)),
        (
            "created",
            model.created_at.strftime("%F %T UTC").to_string(),
        ),
        (
            "changed",
            model.updated_at.strftime("%F %T UTC").to_string(),
        ),
    ];
    for (name, value) in rows {
        writeln!(out, "{name:<13} {}", one_line(&value))?;
    }
    Ok(())
}

/// Returns the result and the time of the last probe, or how to make one.
pub(super) fn probe_line(named: &str, probe: Option<&ModelProbe>) -> String {
    match probe {
        Some(probe) => format!(
            "{} ({})",
            probe_words(probe),
            probe.probed_at.strftime("%F %T UTC")
        ),
        None => format!("not probed; `agentichat models probe {named}` does it"),
    }
}

/// Prints the settings of the providers, a block each.
pub(super) fn providers(views: &[ProviderView], out: &mut dyn Write) -> io::Result<()> {
    for (number, view) in views.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        provider(view, out)?;
    }
    Ok(())
}

fn provider(view: &ProviderView, out: &mut dyn Write) -> io::Result<()> {
    let state = if view.enabled { "on" } else { "switched off" };
    writeln!(out, "{}  {state}", view.provider)?;
    let url = view.base_url.as_deref().unwrap_or("its own");
    let model = view.default_model_id.as_deref();
    let model = model.unwrap_or("first offered");
    let rows = [
        ("address", url.to_owned(), view.base_url_from.clone()),
        ("model", model.to_owned(), view.default_model_from.clone()),
        ("key", key(view), Notice::default()),
    ];
    for (name, value, from) in rows {
        let from = if from.is_empty() {
            String::new()
        } else {
            format!("  ({from})")
        };
        writeln!(out, "  {name:<8} {}{}", one_line(&value), one_line(&from))?;
    }
    Ok(())
}

/// Describes whether there is a key, and where.
pub(super) fn key(view: &ProviderView) -> String {
    match (&view.api_key_from, &view.api_key_problem) {
        (Some(from), _) => format!("set, from {from}"),
        (None, Some(problem)) => format!("not used: {problem}"),
        (None, None) if !view.api_key_needed => "none needed".to_owned(),
        (None, None) => format!("none ({} is not set)", view.api_key_variable),
    }
}

/// Prints the result of a connection test.
pub(super) fn test(test: &ConnectionTest, out: &mut dyn Write) -> io::Result<()> {
    let name = &test.provider;
    let latency = test.latency_ms.unwrap_or(0);
    match (&test.error_message, &test.model_tested) {
        (Some(error), _) => writeln!(out, "{name:<10} failed: {}", one_line(&said(error))),
        (None, Some(model)) => {
            writeln!(
                out,
                "{name:<10} ok, {latency} ms, model {}",
                one_line(model)
            )
        }
        (None, None) => writeln!(out, "{name:<10} ok, {latency} ms, no model tested"),
    }
}
