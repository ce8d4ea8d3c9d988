//! A list with a filter over a page, for values that are chosen and not typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draft::{Edit, Shown};
use super::page::Cx;
use crate::protocol::catalogue::{Price, Setting};
use crate::tui::overlay::{Choice, Item, Picker};
use crate::words::thousands;

/// What no model at all is called.
const NONE: &str = "the first that it offers";

/// A choice of the model that a provider's sessions begin with.
#[derive(Debug)]
pub(super) struct Chooser {
    /// The provider.
    pub provider: String,
    /// Its models.
    pub list: Picker,
}

/// Whether the choice goes on.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Chosen {
    /// It does.
    NotYet,
    /// It was left.
    Left,
    /// This.
    Model(Setting),
}

impl Chooser {
    /// One of a provider's models that are kept; `None` where there is none.
    pub fn default_model(provider: &str, cx: &Cx<'_>) -> Option<Self> {
        let items = models(provider, cx.shown);
        if items.is_empty() {
            return None;
        }
        let none = Item {
            label: NONE.to_owned(),
            detail: String::new(),
            choice: Choice::Draft(String::new()),
        };
        let items = std::iter::once(none).chain(items).collect();
        let mut list = Picker::new("FIRST MODEL", items, "none fits; Backspace widens it");
        let now = cx.shown.provider(provider)?.default_model();
        let now = now.and_then(|named| cx.shown.model(provider, named));
        let id = now.map_or(String::new(), |model| model.record.id.clone());
        list.select(&Choice::Draft(id));
        Some(Self {
            provider: provider.to_owned(),
            list,
        })
    }

    /// A key: up, down, Enter, Esc, or a letter of the filter.
    pub fn key(&mut self, key: &KeyEvent) -> Chosen {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Chosen::Left,
            KeyCode::Up => self.list.step(-1),
            KeyCode::Down => self.list.step(1),
            KeyCode::Char('p') if control => self.list.step(-1),
            KeyCode::Char('n') if control => self.list.step(1),
            KeyCode::Enter => return self.chosen().map_or(Chosen::NotYet, Chosen::Model),
            _ => self.list.type_key(key),
        }
        Chosen::NotYet
    }

    /// What is chosen now.
    pub fn chosen(&self) -> Option<Setting> {
        match &self.list.chosen()?.choice {
            Choice::Draft(id) if id.is_empty() => Some(Setting::Default),
            Choice::Draft(id) => Some(Setting::To(id.clone())),
            _ => None,
        }
    }

    /// The change that a choice is.
    pub fn edit(&self, to: Setting) -> Edit {
        Edit::DefaultModel(self.provider.clone(), to)
    }
}

fn models(provider: &str, shown: &Shown) -> Vec<Item> {
    let of_it = shown
        .models
        .iter()
        .filter(|model| model.record.provider == provider);
    let item = |model: &super::draft::ShownModel| {
        let record = &model.record;
        Item {
            label: record.api_name.clone(),
            detail: format!(
                "window {}  {}",
                thousands(record.context_window),
                price_words(&record.price)
            ),
            choice: Choice::Draft(record.id.clone()),
        }
    };
    of_it.map(item).collect()
}

/// `$ 3 in, 15 out`; what is not known is said to be so.
pub(super) fn price_words(price: &Price) -> String {
    let one =
        |price: Option<f64>| price.map_or_else(|| "unknown".to_owned(), |one| one.to_string());
    match (price.input, price.output) {
        (None, None) => "price unknown".to_owned(),
        (input, output) => format!("$ {} in, {} out", one(input), one(output)),
    }
}
