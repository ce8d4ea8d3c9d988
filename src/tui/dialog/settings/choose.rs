//! A list with a filter over a page, for values that are chosen rather than typed: the models of a
//! provider, both those configured and those that it offers.

use crossterm::event::KeyEvent;

use super::Edit;
use super::page::PageContext;
use crate::widget::picker::{Item, Picker};
use crate::widget::text_field::FieldKey;
use client::settings::{ModelList, QueryState, ShownModel};
use client::slash::model_size;
use l10n::{figure, said, say, thousands};
use protocol::catalogue::{ModelRecord, Setting};
use protocol::stream::ModelInfo;

/// Returns the name for the choice of no model.
fn none() -> &'static str {
    say!("settings-first-offered")
}

/// Dialog that chooses the default model of a provider's sessions.
#[derive(Debug)]
pub(super) struct Chooser {
    pub provider: String,
    pub list: Picker<String>,
    /// Progress of the query for the offered models.
    pub about: String,
}

/// Outcome of a key in the chooser.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ChooserOutcome {
    NotYet,
    /// The user left without choosing.
    Left,
    Model(Setting),
}

impl Chooser {
    /// Creates a chooser for a provider's default model.
    pub fn default_model(provider: &str, cx: &PageContext<'_>) -> Self {
        let mut chooser = Self {
            provider: provider.to_owned(),
            list: Picker::new(
                say!("settings-default-model-title"),
                Vec::new(),
                say!("settings-none-fits"),
            ),
            about: String::new(),
        };
        chooser.fill(cx);
        let now = cx.shown.provider(provider);
        let now = now.and_then(|one| one.default_model()).unwrap_or_default();
        let kept = cx.shown.model(provider, now);
        let id = kept.map_or(now, |model| &model.record.id);
        chooser.list.select(&id.to_owned());
        chooser
    }

    /// Rebuilds the rows from the present data; the choice stays.
    pub fn refill(&mut self, cx: &PageContext<'_>) {
        let chosen = self.list.chosen().map(|item| item.choice.clone());
        self.fill(cx);
        if let Some(chosen) = chosen {
            self.list.select(&chosen);
        }
    }

    fn fill(&mut self, cx: &PageContext<'_>) {
        let none = Item {
            label: none().to_owned(),
            detail: String::new(),
            cells: Vec::new(),
            choice: String::new(),
        };
        let items = std::iter::once(none).chain(models(&self.provider, cx));
        self.list.set_items(items.collect());
        self.about = cx
            .jobs
            .lists
            .get(&self.provider)
            .map_or_else(String::new, about);
    }

    /// Whether there is a model to choose.
    pub fn has_models(&self) -> bool {
        self.list.total() > 1
    }

    /// Handles a key: up, down, Enter, Esc, or a letter for the filter.
    pub fn key(&mut self, key: &KeyEvent) -> ChooserOutcome {
        match self.list.key(key) {
            FieldKey::Left => return ChooserOutcome::Left,
            FieldKey::Accepted => {
                return self
                    .chosen()
                    .map_or(ChooserOutcome::NotYet, ChooserOutcome::Model);
            }
            FieldKey::Edited => {}
        }
        ChooserOutcome::NotYet
    }

    /// Returns the present choice.
    pub fn chosen(&self) -> Option<Setting> {
        let id = &self.list.chosen()?.choice;
        Some(if id.is_empty() {
            Setting::Default
        } else {
            Setting::To(id.clone())
        })
    }

    /// Returns the edit for a choice.
    pub fn edit(&self, to: Setting) -> Edit {
        Edit::DefaultModel(self.provider.clone(), to)
    }
}

/// Returns the configured models, then those that the server offers beyond them. Leaves out models
/// that cannot chat.
fn models(provider: &str, cx: &PageContext<'_>) -> Vec<Item<String>> {
    let list = cx.jobs.lists.get(provider);
    let listed = list.map(|list| list.models.as_slice()).unwrap_or_default();
    // A built-in model is listed only if the server may have it; the user's own models always are.
    let is_its = |record: &ModelRecord| {
        !record.is_builtin
            || list.is_none_or(ModelList::may_have_more)
            || listed.iter().any(|one| one.is_named(&record.api_name))
    };
    let of_it = cx
        .shown
        .models
        .iter()
        .filter(|model| model.record.provider == provider && is_its(&model.record));
    let item = |model: &ShownModel| {
        let record = &model.record;
        let why = listed.iter().find(|one| one.is_named(&record.api_name));
        let why = why.and_then(|one| one.unusable.as_ref());
        let why = why.map_or_else(String::new, |why| format!("{}  ", said(why)));
        Item {
            label: record.api_name.clone(),
            detail: say!(
                "settings-model-detail",
                why,
                window = thousands(record.context_window),
                price = price_words(record)
            ),
            cells: Vec::new(),
            choice: record.id.clone(),
        }
    };
    let is_new =
        |model: &&ModelInfo| !model.embeds_only && cx.shown.model(provider, &model.name).is_none();
    let offered = listed.iter().filter(is_new).map(|model| Item {
        label: model.name.clone(),
        detail: match (&model.unusable, model.bytes) {
            (Some(why), _) => said(why),
            (None, Some(bytes)) => say!("settings-on-server-size", size = model_size(bytes)),
            (None, None) => say!("settings-on-the-server").to_owned(),
        },
        cells: Vec::new(),
        choice: model.name.clone(),
    });
    of_it.map(item).chain(offered).collect()
}

/// Describes the progress of the query for a provider's offered models.
fn about(list: &ModelList) -> String {
    let told = list.told_at.map_or_else(String::new, |at| {
        say!(
            "settings-as-told",
            when = at.strftime("%F %H:%M UTC").to_string()
        )
    });
    match (list.state, &list.problem) {
        (QueryState::Asking, _) => say!("settings-asking-models", told),
        (_, Some(why)) => say!("settings-cannot-ask", told, why),
        _ => String::new(),
    }
}

/// `$ 3 in, 15 out`; marks unknown prices as unknown.
pub(super) fn price_words(record: &ModelRecord) -> String {
    if record.is_free_here() {
        return say!("settings-price-free-here").to_owned();
    }
    let price = &record.price;
    let one = |price: Option<f64>| {
        price.map_or_else(
            || say!("settings-unknown").to_owned(),
            |one| figure(&one.to_string()),
        )
    };
    match (price.input, price.output) {
        (None, None) => say!("settings-price-unknown").to_owned(),
        (input, output) => say!("settings-price", input = one(input), output = one(output)),
    }
}
