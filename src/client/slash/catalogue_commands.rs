//! `/models`, `/providers`, `/provider`, `/settings`, `/cost`. A key is never an argument here,
//! because the history keeps everything that is typed.

use super::format;
use super::outcome::{Formatter, FrontAction, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::settings::PAGES;
use l10n::{say, thousands};
use protocol::catalogue::{CatalogueCommand, CatalogueQuery, ProviderChange, Setting};
use protocol::command::Command;
use protocol::query::Query;
use protocol::session::SessionSettings;
use protocol::usage::Usage;

fn ask(question: CatalogueQuery, formatter: Formatter) -> SlashOutcome {
    SlashOutcome::Ask(Query::Catalogue { question }, formatter)
}

/// `/models [provider]`, `/models probe [name]`.
pub(super) fn models(line: &Line, context: &SlashContext) -> SlashOutcome {
    let provider = match line.arguments.as_slice() {
        [word, rest @ ..] if word == "probe" => return probe(rest, context),
        [] => None,
        [provider] => Some(provider.clone()),
        _ => return usage("models", say!("command-one-provider")),
    };
    let question = CatalogueQuery::Models { provider };
    ask(question, Formatter::new(format::models))
}

/// Probes the named model, or the session's model if none is named.
fn probe(named: &[String], context: &SlashContext) -> SlashOutcome {
    let SessionSettings {
        provider, model, ..
    } = &context.settings;
    let named = match named {
        [] => model,
        [named] => named,
        _ => return usage("models", say!("command-one-model")),
    };
    if named.is_empty() {
        return usage("models", say!("command-no-model-to-probe"));
    }
    SlashOutcome::ProbeModel {
        provider: (named == model).then(|| provider.clone()),
        model: named.clone(),
    }
}

pub(super) fn providers(_line: &Line, _context: &SlashContext) -> SlashOutcome {
    let formatter = Formatter::new(format::providers);
    ask(CatalogueQuery::Providers, formatter)
}

/// `/provider test|enable|disable <name>`, `/provider url|model <name> <value>`.
pub(super) fn provider(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let set = |provider: &str, change: ProviderChange| {
        SlashOutcome::Commands(vec![Command::ChangeCatalogue {
            session: context.session,
            order: CatalogueCommand::SetProvider {
                provider: provider.to_owned(),
                change,
            },
        }])
    };
    let enabled = |on: bool| ProviderChange {
        enabled: Some(on),
        ..ProviderChange::default()
    };
    match words.as_slice() {
        ["test"] => test(&context.settings.provider),
        ["test", name] => test(name),
        ["enable", name] => set(name, enabled(true)),
        ["disable", name] => set(name, enabled(false)),
        ["url", name, url] => {
            let base_url = Some(setting(url, "default"));
            let change = ProviderChange {
                base_url,
                ..ProviderChange::default()
            };
            set(name, change)
        }
        ["model", name, model] => {
            let default_model = Some(setting(model, "none"));
            let change = ProviderChange {
                default_model,
                ..ProviderChange::default()
            };
            set(name, change)
        }
        ["key", name] => SlashOutcome::Front(FrontAction::EnterKey((*name).to_owned())),
        ["key", ..] => SlashOutcome::Error(say!("command-key-here").to_owned()),
        _ => usage("provider", say!("command-say-provider")),
    }
}

fn test(name: &str) -> SlashOutcome {
    let provider = name.to_owned();
    ask(
        CatalogueQuery::Test { provider },
        Formatter::new(format::tested),
    )
}

fn setting(text: &str, word: &str) -> Setting {
    if text == word {
        Setting::Default
    } else {
        Setting::To(text.to_owned())
    }
}

pub(super) fn settings(line: &Line, _context: &SlashContext) -> SlashOutcome {
    let page = match line.arguments.as_slice() {
        [] => Some(""),
        [page] => PAGES.iter().find(|word| *word == page).copied(),
        _ => None,
    };
    match page {
        Some(page) => SlashOutcome::Front(FrontAction::OpenSettings(page)),
        None => usage("settings", say!("command-no-page")),
    }
}

pub(super) fn cost(_line: &Line, context: &SlashContext) -> SlashOutcome {
    let spent = &context.usage;
    let about = if spent.estimated { "~" } else { "" };
    let kept = match spent.saved_tokens {
        0 => String::new(),
        saved => say!("command-cost-saved", saved = thousands(saved)),
    };
    let lead = say!(
        "command-cost",
        about,
        input = thousands(spent.input_tokens),
        output = thousands(spent.output_tokens),
        cached = thousands(spent.cached_tokens),
        cost = session_cost(spent),
        kept
    );
    ask(
        CatalogueQuery::Cost,
        Formatter::new(format::cost).after(lead),
    )
}

/// Formats the cost of a session. An unknown price is not shown as a cost of 0; the text says where
/// to enter a price.
fn session_cost(spent: &Usage) -> String {
    match (spent.cost_usd, spent.total_tokens()) {
        (None, 0) => say!("command-cost-nothing").to_owned(),
        (None, _) => say!("command-cost-unknown").to_owned(),
        (Some(_), _) => format::cost_words(spent),
    }
}
