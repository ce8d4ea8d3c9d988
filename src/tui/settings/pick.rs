//! A choice of a value of the configuration. Where it is one of the look, the value at hand is shown on the whole screen while one goes through them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::draft::{Edit, ShownConfig};
use super::page::PageAction;
use crate::l10n::say;
use crate::tui::overlay::{Choice, Item, Picker};

#[derive(Debug)]
pub(super) struct ValuePicker {
    pub key: String,
    pub list: Picker,
    /// Whether the value at hand is shown at once.
    pub is_shown: bool,
}

/// What a key of the choice came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PickOutcome {
    /// It goes on.
    NotYet,
    /// It was left.
    Left,
    /// This is the change.
    Value(Edit),
}

/// The value behind the one that a setting has.
pub(super) fn next_value(one: &ShownConfig) -> Option<PageAction> {
    let choices = &one.read.choices;
    let at = choices.iter().position(|choice| choice == one.value());
    let next = at.map_or(0, |at| (at + 1) % choices.len().max(1));
    let value = choices.get(next)?.clone();
    let edit = Edit::Config(one.key().to_owned(), value);
    Some(PageAction::Change(vec![edit]))
}

impl ValuePicker {
    /// The values of a setting, the one that it has first at hand. Broken themes say what is wrong with them.
    pub fn of(one: &ShownConfig, broken: &[(String, String)]) -> Self {
        let is_theme = one.key() == "theme";
        let item = |value: &String| {
            let mut faults = broken.iter().filter(|_| is_theme);
            let fault = faults.find(|(name, _)| name == value);
            Item {
                label: value.clone(),
                detail: fault.map_or_else(
                    || {
                        if *value == one.read.said.value {
                            say!("settings-as-it-is").to_owned()
                        } else {
                            String::new()
                        }
                    },
                    |(_, fault)| fault.clone(),
                ),
                choice: Choice::Draft(value.clone()),
            }
        };
        let items = one.read.choices.iter().map(item).collect();
        let mut list = Picker::new("", items, say!("settings-none-fits"));
        list.select(&Choice::Draft(one.value().to_owned()));
        Self {
            key: one.key().to_owned(),
            list,
            is_shown: true,
        }
    }

    /// The same for a setting that nothing is seen of.
    pub fn unseen(one: &ShownConfig) -> Self {
        Self {
            is_shown: false,
            ..Self::of(one, &[])
        }
    }

    /// The value at hand.
    pub fn value(&self) -> Option<&str> {
        match &self.list.chosen()?.choice {
            Choice::Draft(value) => Some(value),
            _ => None,
        }
    }

    /// A key: up, down, Enter, Esc, or a letter of the filter.
    pub fn key(&mut self, key: &KeyEvent) -> PickOutcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return PickOutcome::Left,
            KeyCode::Up => self.list.step(-1),
            KeyCode::Down => self.list.step(1),
            KeyCode::Char('p') if control => self.list.step(-1),
            KeyCode::Char('n') if control => self.list.step(1),
            KeyCode::Enter => {
                let value = self.value().map(str::to_owned);
                let edit = value.map(|value| Edit::Config(self.key.clone(), value));
                return edit.map_or(PickOutcome::NotYet, PickOutcome::Value);
            }
            _ => self.list.type_key(key),
        }
        PickOutcome::NotYet
    }
}
