//! Settings pages as questions with numbered choices.

use super::{Page, SettingChoice, TypedValue, provider_line, quoted};
use crate::menu::{Menu, MenuAction};
use crate::state::Plain;
use crate::text;
use client::settings::{ChangeMethod, change_method};
use l10n::{of_setting, said, say};
use protocol::catalogue::{ConfigSetting, SettingsProvider, SettingsView};

impl Plain {
    pub(super) fn ask_about_provider(&mut self, name: &str) {
        let Some(known) = self.provider_set(name) else {
            return;
        };
        let slash =
            |word: &str| MenuAction::Set(SettingChoice::Slash(provider_line(word, name, None)));
        let of = |make: fn(String) -> SettingChoice| MenuAction::Set(make(name.to_owned()));
        let view = &known.view;
        let mut own = Menu::new(say!(
            "plain-set-provider",
            name = text::line(name),
            facts = provider_words(known)
        ))
        .or("test", say!("plain-set-test"), slash("test"));
        own = if view.enabled {
            own.or("disable", say!("plain-set-disable"), slash("disable"))
        } else {
            own.or("enable", say!("plain-set-enable"), slash("enable"))
        };
        if known.is_made_from_settings {
            own = own.or(
                "address",
                say!("plain-set-address-way"),
                of(SettingChoice::Address),
            );
        }
        own = own.or(
            "model",
            say!("plain-set-default-model"),
            of(SettingChoice::FirstModel),
        );
        if known.is_made_from_settings && !known.needs.no_key {
            let key = MenuAction::Set(SettingChoice::Page(Page::Key(name.to_owned())));
            own = own.or("key", say!("plain-set-key"), key);
            let is_kept = view.api_key_from.as_ref();
            if is_kept.is_some_and(|from| !from.is_environment()) {
                let question = say!("plain-set-key-remove-sure", name = text::line(name));
                let remove = Box::new(SettingChoice::RemoveKey(name.to_owned()));
                let remove = MenuAction::Set(SettingChoice::Sure(question, remove));
                own = own.or("remove", say!("plain-set-key-remove"), remove);
            }
        }
        if known.fetches_models {
            own = own.or("fetch", say!("plain-set-fetch"), of(SettingChoice::Fetch));
        }
        let used = MenuAction::Set(SettingChoice::Slash(format!("/use {}", quoted(name))));
        own = own.or("use", say!("plain-set-use"), used);
        self.ask_menu(own.loose());
    }

    pub(super) fn ask_about_config(&mut self, key: &str) {
        let Some(known) = self.config_set(key).cloned() else {
            return;
        };
        let question = say!(
            "plain-set-look",
            key = text::line(key),
            value = value_words(&known),
            doc = text::line(of_setting(key).unwrap_or(&known.said.doc))
        );
        let over = known
            .over
            .as_ref()
            .map(|over| say!("plain-set-look-over", over = text::told(over)));
        match change_method(&known) {
            ChangeMethod::Typed(wanted) => {
                self.say_all(over);
                let wanted = said(wanted);
                let question = say!("plain-set-config-typed", question, wanted);
                let of = TypedValue::Config(key.to_owned());
                let now = known.said.value.as_deref().unwrap_or_default();
                self.ask_line(of, now, question);
            }
            ChangeMethod::ByHand => {
                let file = text::told(&known.said.change_in);
                self.say(say!("settings-not-here", key = text::line(key), file));
            }
            ChangeMethod::Choice => {
                let mut own = Menu::new(question).with(over);
                for choice in &known.choices {
                    let to = SettingChoice::ConfigTo(key.to_owned(), choice.clone());
                    own = own.or_named(text::line(choice), "", MenuAction::Set(to));
                }
                self.ask_menu(own.loose());
            }
        }
    }
}

pub(super) fn menu() -> Menu {
    let page = |page| MenuAction::Set(SettingChoice::Page(page));
    Menu::new(say!("plain-set-which"))
        .or_named(say!("plain-set-providers"), "", page(Page::Providers))
        .also(&["providers", "keys"])
        .or_named(say!("plain-set-models"), "", page(Page::Models))
        .also(&["models"])
        .or_named(say!("plain-set-agents"), "", page(Page::Agents))
        .also(&["agents"])
        .or_named(say!("plain-set-policy"), "", page(Page::Policy))
        .also(&["policy"])
        .or_named(say!("plain-set-looks"), "", page(Page::Look))
        .also(&["look", "theme"])
}

/// Returns a menu of the providers.
pub(super) fn providers(view: &SettingsView) -> Menu {
    let mut own = Menu::new(say!("plain-set-which-provider"));
    if let Some(why) = &view.not_kept {
        own = own.with([say!("plain-warning", text = text::told(why))]);
    }
    for known in &view.providers {
        let name = known.view.provider.clone();
        let words = provider_words(known);
        own = own.or_named(
            text::line(&name),
            words,
            MenuAction::Set(SettingChoice::Provider(name)),
        );
    }
    own
}

/// Describes the settings of a provider.
fn provider_words(known: &SettingsProvider) -> String {
    let view = &known.view;
    let key = match (&view.api_key_from, known.needs.no_key) {
        (Some(from), _) => say!("plain-set-key-from", from = from.notice()),
        (None, true) => say!("plain-set-key-none-needed").to_owned(),
        (None, false) => say!("plain-set-key-none").to_owned(),
    };
    let mut words = vec![if view.enabled {
        say!("plain-set-on").to_owned()
    } else {
        say!("plain-set-off").to_owned()
    }];
    words.extend(view.base_url.as_deref().map(text::line));
    if known.is_made_from_settings {
        words.push(text::line(&key));
    }
    words.push(match &view.default_model_id {
        Some(model) => say!("plain-set-default", model = text::line(model)),
        None => say!("plain-set-default-none").to_owned(),
    });
    words.join(", ")
}

/// Returns a menu of configuration settings.
pub(super) fn config(question: &str, settings: &[ConfigSetting]) -> Menu {
    let mut own = Menu::new(question.to_owned());
    for known in settings {
        let key = known.said.key.clone();
        let from = text::told(&known.said.from);
        let value = say!("plain-set-value-from", value = value_words(known), from);
        own = own.or_named(
            text::line(&key),
            value,
            MenuAction::Set(SettingChoice::Config(key)),
        );
    }
    own
}

/// Describes the value of a setting.
fn value_words(known: &ConfigSetting) -> String {
    text::line(client::slash::config_value(known.said.value.as_deref()))
}
