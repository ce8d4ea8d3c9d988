//! A list to choose a configuration value. If it belongs to the appearance, the whole screen
//! previews the current choice.

use crossterm::event::KeyEvent;

use super::Edit;
use super::page::PageAction;
use crate::widget::picker::{Item, Picker};
use crate::widget::text_field::FieldKey;
use client::settings::ShownConfig;
use l10n::{said, say};
use notice::Notice;

#[derive(Debug)]
pub(super) struct ValuePicker {
    pub key: String,
    pub list: Picker<String>,
    /// Whether the screen previews the current choice.
    pub is_shown: bool,
}

/// Outcome of a key in the list.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PickOutcome {
    /// The choice continues.
    NotYet,
    /// The user left without choosing.
    Left,
    /// The chosen value, as an edit.
    Value(Edit),
}

/// Returns the change to the value after the setting's present one, wrapping around.
pub(super) fn next_value(one: &ShownConfig) -> Option<PageAction> {
    let choices = &one.read.choices;
    let at = choices
        .iter()
        .position(|choice| Some(&**choice) == one.value());
    let next = at.map_or(0, |at| (at + 1) % choices.len().max(1));
    let value = choices.get(next)?.clone();
    let edit = Edit::Config(one.key().to_owned(), value);
    Some(PageAction::Change(vec![edit]))
}

impl ValuePicker {
    /// Lists the values of a setting, beginning at the present one. Broken themes
    /// show their faults.
    pub fn of(one: &ShownConfig, broken: &[(String, Notice)]) -> Self {
        let is_theme = one.key() == "theme";
        let item = |value: &String| {
            let mut faults = broken.iter().filter(|_| is_theme);
            let fault = faults.find(|(name, _)| name == value);
            Item {
                label: value.clone(),
                detail: fault.map_or_else(
                    || {
                        if Some(value) == one.read.said.value.as_ref() {
                            say!("settings-as-it-is").to_owned()
                        } else {
                            String::new()
                        }
                    },
                    |(_, fault)| said(fault),
                ),
                cells: Vec::new(),
                choice: value.clone(),
            }
        };
        let items = one.read.choices.iter().map(item).collect();
        let mut list = Picker::new("", items, say!("settings-none-fits"));
        if let Some(value) = one.value() {
            list.select(&value.to_owned());
        }
        Self {
            key: one.key().to_owned(),
            list,
            is_shown: true,
        }
    }

    /// Lists the values of a setting that has no preview.
    pub fn unseen(one: &ShownConfig) -> Self {
        Self {
            is_shown: false,
            ..Self::of(one, &[])
        }
    }

    /// Returns the current choice.
    pub fn value(&self) -> Option<&str> {
        self.list.chosen().map(|item| item.choice.as_str())
    }

    /// Handles a key: up, down, Enter, Esc, or a letter for the filter.
    pub fn key(&mut self, key: &KeyEvent) -> PickOutcome {
        match self.list.key(key) {
            FieldKey::Left => return PickOutcome::Left,
            FieldKey::Accepted => {
                let value = self.value().map(str::to_owned);
                let edit = value.map(|value| Edit::Config(self.key.clone(), value));
                return edit.map_or(PickOutcome::NotYet, PickOutcome::Value);
            }
            FieldKey::Edited => {}
        }
        PickOutcome::NotYet
    }
}
