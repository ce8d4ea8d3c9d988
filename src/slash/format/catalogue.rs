//! Models, providers, connection tests and costs as Markdown.

use super::{code, model_size, other};
use crate::protocol::catalogue::{Budget, CatalogueAnswer, ModelRecord, ProviderView};
use crate::protocol::query::Reply;
use crate::words::{counted, thousands};

/// The answer about the catalogue in a reply.
fn answer(reply: &Reply) -> Option<&CatalogueAnswer> {
    match reply {
        Reply::Catalogue { answer } => Some(answer),
        _ => None,
    }
}

/// `/models`.
pub(in crate::slash) fn models(reply: &Reply) -> String {
    let Some(CatalogueAnswer::Models {
        kept,
        found,
        errors,
    }) = answer(reply)
    else {
        return other(reply);
    };
    let mut text = String::new();
    if !kept.is_empty() {
        text.push_str(
            "| model | window | answer | $ in | $ out |   |\n|---|---:|---:|---:|---:|---|\n",
        );
        for model in kept {
            text.push_str(&kept_row(model));
        }
        text.push('\n');
    }
    if !found.is_empty() {
        text.push_str("On the servers, and not kept:\n\n");
    }
    for model in found {
        let name = code(&format!("{}/{}", model.provider, model.name));
        let size = model.bytes.map(model_size).unwrap_or_default();
        text.push_str(format!("- {name}  {size}").trim_end());
        text.push('\n');
    }
    for (provider, error) in errors {
        text.push_str(&format!("- {provider}: {error}\n"));
    }
    text.push_str(
        "\nPrices are for a million tokens. `agentichat models add` keeps one of your own, `/model` chooses.",
    );
    text
}

fn kept_row(model: &ModelRecord) -> String {
    let price =
        |price: Option<f64>| price.map_or_else(|| "unknown".to_owned(), |one| one.to_string());
    let origin = if model.is_builtin { "" } else { "yours" };
    format!(
        "| {} | {} | {} | {} | {} | {origin} |\n",
        code(&format!("{}/{}", model.provider, model.api_name).replace('|', "\\|")),
        thousands(model.context_window),
        thousands(model.max_output_tokens),
        price(model.price.input),
        price(model.price.output),
    )
}

/// `/providers`.
pub(in crate::slash) fn providers(reply: &Reply) -> String {
    let Some(CatalogueAnswer::Providers { providers }) = answer(reply) else {
        return other(reply);
    };
    let mut text = String::new();
    for view in providers {
        text.push_str(&provider(view));
    }
    text.push_str("\n`/provider test <name>` asks one; `agentichat providers key set <name>` in a shell keeps a key.");
    text
}

fn provider(view: &ProviderView) -> String {
    let state = if view.enabled { "" } else { " switched off" };
    let url = match &view.base_url {
        Some(url) => code(url),
        None => "its own address".to_owned(),
    };
    let model = match &view.default_model_id {
        Some(model) => code(model),
        None => "the first that it offers".to_owned(),
    };
    let key = match (&view.api_key_from, &view.api_key_problem) {
        (Some(from), _) => format!("set, from {from}"),
        (None, Some(problem)) => format!("not used: {problem}"),
        (None, None) => format!("none (`{}` is not set)", view.api_key_variable),
    };
    format!(
        "- **{}**{state}\n  - at {url} ({})\n  - begins with {model} ({})\n  - key: {key}\n",
        view.provider, view.base_url_from, view.default_model_from
    )
}

/// `/provider test`.
pub(in crate::slash) fn tested(reply: &Reply) -> String {
    let Some(CatalogueAnswer::Tested { test }) = answer(reply) else {
        return other(reply);
    };
    let name = &test.provider;
    match &test.error_message {
        Some(error) => format!("**{name}** does not answer as it should: {error}"),
        None => {
            let model = match &test.model_tested {
                Some(model) => format!(", model {}", code(model)),
                None => String::new(),
            };
            let latency = test.latency_ms.unwrap_or(0);
            format!("**{name}** answers, {latency} ms{model}")
        }
    }
}

/// `/cost`, behind what the session cost.
pub(in crate::slash) fn cost(reply: &Reply) -> String {
    let Some(CatalogueAnswer::Cost { today, budgets }) = answer(reply) else {
        return other(reply);
    };
    let mut text = String::from("**Today**, all workspaces:");
    if today.is_empty() {
        text.push_str(" nothing yet\n");
    } else {
        text.push_str(
            "\n\n| model | answers | tokens in | out | cost |\n|---|---:|---:|---:|---|\n",
        );
    }
    for row in today {
        let about = if row.usage.estimated { "~" } else { "" };
        text.push_str(&format!(
            "| {} | {} | {about}{} | {about}{} | {} |\n",
            code(&format!("{}/{}", row.provider, row.model).replace('|', "\\|")),
            row.steps,
            thousands(row.usage.input_tokens),
            thousands(row.usage.output_tokens),
            row.usage.cost_words(),
        ));
    }
    if today.iter().any(|row| row.usage.cost_usd.is_none()) {
        text.push_str("\nCosts are unknown where no price is kept for a model; they count as no money in a budget.\n");
    }
    let of = [("session", &budgets.session), ("day", &budgets.day)];
    let set: Vec<String> = of
        .iter()
        .filter_map(|(name, budget)| Some(format!("{name} {}", budget_words(budget)?)))
        .collect();
    match set.as_slice() {
        [] => text.push_str("\nNo budget is set (`budgets.*` in the config)."),
        set => text.push_str(&format!("\nBudgets: {}.", set.join("; "))),
    }
    text
}

fn budget_words(budget: &Budget) -> Option<String> {
    let tokens = budget.tokens.map(|tokens| counted(tokens, "token"));
    let money = budget.usd.map(|usd| format!("${usd:.2}"));
    let words: Vec<String> = tokens.into_iter().chain(money).collect();
    (!words.is_empty()).then(|| words.join(" and "))
}
