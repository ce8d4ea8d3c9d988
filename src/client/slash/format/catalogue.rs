//! Formats models, providers, connection tests and costs as Markdown.

use std::time::Duration;

use super::{code, cost_words, model_size, other};
use l10n::{counted, figure, money, said, say, thousands};
use protocol::catalogue::{
    Budget, CallForm, CatalogueReply, ModelProbe, ModelRecord, ProbedModel, ProviderView,
};
use protocol::query::Reply;

/// Returns the catalogue reply inside a reply.
fn answer(reply: &Reply) -> Option<&CatalogueReply> {
    match reply {
        Reply::Catalogue { answer } => Some(answer),
        _ => None,
    }
}

pub(in crate::slash) fn models(reply: &Reply) -> String {
    let Some(CatalogueReply::Models {
        kept,
        found,
        errors,
        probed,
    }) = answer(reply)
    else {
        return other(reply);
    };
    let mut text = String::new();
    if !kept.is_empty() {
        text.push_str(say!("command-models-head"));
        for model in kept {
            text.push_str(&kept_row(model));
        }
        text.push('\n');
    }
    if !found.is_empty() {
        text.push_str(say!("command-models-servers"));
    }
    for model in found {
        let name = code(&format!("{}/{}", model.provider, model.name));
        let size = model.bytes.map(model_size).unwrap_or_default();
        text.push_str(format!("- {name}  {size}").trim_end());
        text.push('\n');
    }
    for (provider, error) in errors {
        let problem = said(error);
        let problem = say!("plain-provider-problem", provider, problem);
        text.push_str(&format!("- {problem}\n"));
    }
    if !probed.is_empty() {
        text.push_str(say!("command-models-probed"));
    }
    for one in probed {
        let found = probe_words(&one.probe);
        text.push_str(&format!("- {} {found}\n", code(&named(one))));
    }
    text.push_str(say!("command-models-foot"));
    text
}

/// Formats the result of a model probe as Markdown.
pub fn probed(probed: &ProbedModel) -> String {
    let seconds = Duration::from_millis(probed.probe.elapsed_ms).as_secs();
    say!(
        "command-probed",
        name = code(&named(probed)),
        found = probe_words(&probed.probe),
        seconds
    )
}

fn named(probed: &ProbedModel) -> String {
    format!("{}/{}", probed.provider, probed.model)
}

/// Describes the result of a probe, to follow the model's name: `calls tools natively, two at once;
/// answers from a result`.
pub fn probe_words(probe: &ModelProbe) -> String {
    let word = |found: Option<bool>| match found {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    let (calls, twice) = match probe.calls {
        CallForm::Native => ("native", word(probe.calls_twice)),
        CallForm::Text => ("text", word(probe.calls_twice)),
        CallForm::None => ("none", "unknown"),
    };
    let words = say!(
        "command-probe",
        calls,
        twice,
        again = word(probe.repeats_itself)
    );
    match &probe.problem {
        Some(problem) => say!("command-probe-open", words, why = said(problem)),
        None => words,
    }
}

fn kept_row(model: &ModelRecord) -> String {
    let (input, output) = (model.price.input, model.price.output);
    let price = match (input, output) {
        (None, None) if model.is_free_here() => say!("settings-price-free-here").to_owned(),
        (None, None) => say!("settings-unknown").to_owned(),
        _ => {
            let price = |price: Option<f64>| {
                price.map_or_else(
                    || say!("settings-unknown").to_owned(),
                    |one| figure(&one.to_string()),
                )
            };
            say!(
                "settings-price",
                input = price(input),
                output = price(output)
            )
        }
    };
    let origin = if model.is_builtin {
        ""
    } else {
        say!("settings-origin-yours")
    };
    format!(
        "| {} | {} | {} | {price} | {origin} |\n",
        code(&format!("{}/{}", model.provider, model.api_name).replace('|', "\\|")),
        thousands(model.context_window),
        thousands(model.max_output_tokens),
    )
}

pub(in crate::slash) fn providers(reply: &Reply) -> String {
    let Some(CatalogueReply::Providers { providers }) = answer(reply) else {
        return other(reply);
    };
    let mut text = String::new();
    for view in providers {
        text.push_str(&provider(view));
    }
    text.push_str(say!("command-providers-foot"));
    text
}

/// Formats the providers of `/doctor`: whether each one answers.
pub(in crate::slash) fn doctor(reply: &Reply) -> String {
    let Reply::Providers { providers } = reply else {
        return other(reply);
    };
    let mut text = String::new();
    for status in providers {
        let latency = status.latency_ms.map(|latency| format!(", {latency} ms"));
        text.push_str(&format!(
            "- {} **{}** {}, {}{}\n",
            if status.usable {
                say!("doctor-ok")
            } else {
                say!("doctor-fail")
            },
            status.provider,
            code(&status.address),
            said(&status.state),
            latency.unwrap_or_default(),
        ));
    }
    text.push_str(say!("command-doctor-foot"));
    text
}

fn provider(view: &ProviderView) -> String {
    let state = if view.enabled {
        ""
    } else {
        say!("command-switched-off")
    };
    let url = match &view.base_url {
        Some(url) => code(url),
        None => say!("settings-its-own-address").to_owned(),
    };
    let model = match &view.default_model_id {
        Some(model) => code(model),
        None => say!("settings-first-offered").to_owned(),
    };
    let key = match (&view.api_key_from, &view.api_key_problem) {
        (Some(from), _) => say!("command-key-set", from = from.notice()),
        (None, Some(problem)) => say!("command-key-not-used", problem = said(problem)),
        (None, None) if !view.api_key_needed => say!("command-key-not-needed").to_owned(),
        (None, None) => say!("command-key-none", variable = view.api_key_variable),
    };
    say!(
        "command-provider-facts",
        provider = view.provider,
        state,
        url,
        url_from = view.base_url_from,
        model,
        model_from = view.default_model_from,
        key
    )
}

/// Says a value of the configuration, which is given as its file has it; `None` is a list without
/// items.
pub fn config_value(value: Option<&str>) -> &str {
    match value {
        Some("") => say!("origin-not-set"),
        Some(value) => value,
        None => say!("origin-none"),
    }
}

pub(in crate::slash) fn tested(reply: &Reply) -> String {
    let Some(CatalogueReply::Tested { test }) = answer(reply) else {
        return other(reply);
    };
    let name = &test.provider;
    match &test.error_message {
        Some(error) => say!("command-test-failed", name, error = said(error)),
        None => {
            let model = match &test.model_tested {
                Some(model) => say!("command-test-model", model = code(model)),
                None => String::new(),
            };
            let latency = test.latency_ms.unwrap_or(0);
            say!("command-test-ok", name, latency, model)
        }
    }
}

/// Formats `/cost`, to follow the cost of the session.
pub(in crate::slash) fn cost(reply: &Reply) -> String {
    let Some(CatalogueReply::Cost { today, budgets }) = answer(reply) else {
        return other(reply);
    };
    let mut text = String::from(say!("command-today"));
    if today.is_empty() {
        text.push_str(say!("command-today-nothing"));
    } else {
        text.push_str(say!("command-today-head"));
    }
    for row in today {
        let about = if row.usage.estimated { "~" } else { "" };
        text.push_str(&format!(
            "| {} | {} | {about}{} | {about}{} | {} |\n",
            code(&format!("{}/{}", row.provider, row.model).replace('|', "\\|")),
            row.steps,
            thousands(row.usage.input_tokens),
            thousands(row.usage.output_tokens),
            cost_words(&row.usage),
        ));
    }
    if today.iter().any(|row| row.usage.cost_usd.is_none()) {
        text.push_str(say!("command-costs-unknown"));
    }
    let of = [
        (say!("command-budget-session"), &budgets.session),
        (say!("command-budget-day"), &budgets.day),
    ];
    let set: Vec<String> = of
        .iter()
        .filter_map(|(name, budget)| Some(format!("{name} {}", budget_words(budget)?)))
        .collect();
    match set.as_slice() {
        [] => text.push_str(say!("command-no-budget")),
        set => text.push_str(&say!("command-budgets", what = set.join("; "))),
    }
    text
}

fn budget_words(budget: &Budget) -> Option<String> {
    let tokens = budget.tokens.map(|tokens| counted(tokens, "token"));
    let money = budget.usd.map(|usd| money(usd, 2));
    let words: Vec<String> = tokens.into_iter().chain(money).collect();
    (!words.is_empty()).then(|| words.join(say!("plain-and")))
}
