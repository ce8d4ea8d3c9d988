//! The hidden entry of a provider's key: only in a terminal, and never printed. With a pipe, the
//! user passes the key to the command that reads one.

use super::SettingChoice;
use crate::menu::{Menu, MenuAction};
use crate::state::{Lines, Plain};
use crate::text;
use l10n::say;
use protocol::catalogue::{KeyChange, KeyPlace};
use redact::Secret;

/// The key to enter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyInput {
    provider: String,
    place: KeyPlace,
}

impl Plain {
    /// Asks for the place to keep the key, then for the key.
    pub(super) fn enter_key(&mut self, name: &str) {
        let shown = text::line(name);
        if self.manner.lines == Lines::Pipe {
            return self.say(say!("plain-key-pipe", name = shown));
        }
        let Some(known) = self.provider_set(name) else {
            let view = self.view.as_deref();
            let all = view.map(|view| view.providers.as_slice());
            let all = all.unwrap_or_default().iter();
            let all: Vec<&str> = all.map(|known| known.view.provider.as_str()).collect();
            return self.say(say!("plain-key-no-provider", names = all.join(", ")));
        };
        if known.needs.no_key || !known.is_made_from_settings {
            return self.say(say!("plain-key-takes-none", name = shown));
        }
        let has_keyring = self
            .view
            .as_ref()
            .is_some_and(|view| view.no_keyring.is_none());
        if !has_keyring {
            return self.ask_for_key(name.to_owned(), KeyPlace::File);
        }
        let key = |place| MenuAction::Set(SettingChoice::Key(name.to_owned(), place));
        let own = Menu::new(say!("plain-key-where", name = shown))
            .or_named(
                say!("plain-key-keyring"),
                say!("plain-key-keyring-meaning"),
                key(KeyPlace::Keyring),
            )
            .or_named(
                say!("plain-key-file"),
                say!("plain-key-file-meaning"),
                key(KeyPlace::File),
            );
        // A line typed here is never a message: it may already be the key.
        self.ask_menu(own);
    }

    /// Takes the next input as the key.
    pub(super) fn ask_for_key(&mut self, provider: String, place: KeyPlace) {
        self.say(say!("plain-key-type", name = text::line(&provider)));
        self.secret = Some(KeyInput { provider, place });
    }

    /// Handles the entered key, or the cancelled entry.
    pub(crate) fn key_entered(&mut self, key: Option<Secret>) {
        let Some(KeyInput { provider, place }) = self.secret.take() else {
            return;
        };
        let Some(key) = key.filter(|key| !key.is_empty()) else {
            return self.say(say!("plain-key-left"));
        };
        if let Some(fault) = key.fault() {
            return self.say(say!("plain-key-fault", why = text::told(&fault)));
        }
        self.save_key(provider, KeyChange::Keep { key, place });
    }
}
