//! Saves the changes: all of them or none. On a failure, shows the reason and goes to its cause.

use super::{AfterSave, Settings};
use crate::effect::Effect;
use crate::theme::Role;
use client::settings::{Origin, ShownConfig, ShownProvider};
use l10n::{counted, said, say};
use notice::Notice;
use protocol::catalogue::{KeyChange, SaveError, SettingsView};

impl Settings {
    /// Ctrl+S: saves all changes or none.
    pub(super) fn save(&mut self, then: AfterSave) -> Vec<Effect> {
        if self.jobs.is_saving() {
            return Vec::new();
        }
        let Some(view) = &self.view else {
            return Vec::new();
        };
        if self.unsaved() == 0 {
            self.say(Role::FgMuted, say!("settings-nothing-to-save"));
            return Vec::new();
        }
        self.then = then;
        let save = self.shown.save(view);
        self.say(Role::FgMuted, say!("settings-saving"));
        vec![Effect::Job(self.jobs.save(save))]
    }

    pub(super) fn saved(
        &mut self,
        result: Result<Vec<Notice>, SaveError>,
        view: SettingsView,
    ) -> Vec<Effect> {
        let count = self.unsaved();
        match result {
            Ok(words) => {
                let stay = self.shown.keymap.changes > 0 && !self.keys.table.faults.is_empty();
                self.set_up = self.set_up.take().or_else(|| self.saved_provider());
                self.theme_saved = self.shown.look.iter().any(|one| one.to.is_some());
                self.draft.clear();
                let text = say!("settings-saved", changes = counted(count, "change"));
                let text = std::iter::once(text)
                    .chain(words.iter().map(said))
                    .collect::<Vec<_>>();
                if stay {
                    self.say(Role::Warn, say!("settings-keys-stay"));
                } else {
                    self.say(Role::Ok, text.join("; "));
                }
                self.take(view);
                if self.then == AfterSave::Leave {
                    return self.leave_now();
                }
            }
            Err(why) => {
                self.then = AfterSave::Stay;
                self.set_up = None;
                self.take(view);
                self.refused(&why);
            }
        }
        Vec::new()
    }

    /// Handles a failed save: shows the reason and goes to the invalid setting.
    fn refused(&mut self, why: &SaveError) {
        let text = match why {
            SaveError::Stale { what } => {
                let left = counted(self.unsaved(), "change");
                say!("settings-somebody-changed", what = what.join(", "), left)
            }
            SaveError::Refused { what, error } => {
                say!(
                    "settings-not-saved-error",
                    what,
                    name = error.name(),
                    error = error.notice()
                )
            }
            SaveError::NotKept(why) => say!("settings-not-saved-why", why),
        };
        self.say(Role::Err, text);
        let what = match why {
            SaveError::Stale { what } => what.first(),
            SaveError::Refused { what, .. } => Some(what),
            SaveError::NotKept(_) => None,
        };
        if let Some(what) = what.cloned() {
            self.reveal(&what);
        }
    }

    /// Goes to a provider, a model, an appearance setting, or the key table.
    fn reveal(&mut self, what: &str) {
        let has = |page: &[ShownConfig]| page.iter().any(|one| one.key() == what);
        let page = match self.shown.provider(what) {
            Some(_) => "providers",
            None if self.is_model(what) => "models",
            None if has(&self.shown.look) => "theme",
            None if has(&self.shown.policy) => "policy",
            None if self.keys.table.file == what => "keys",
            None => return,
        };
        let at = self.pages.iter().position(|one| one.word() == page);
        self.at = at.unwrap_or(self.at);
        self.with_page(|page, cx| page.reveal(what, cx));
    }

    fn is_model(&self, what: &str) -> bool {
        self.shown.models.iter().any(|model| {
            let record = &model.record;
            record.id == what || format!("{}/{}", record.provider, record.api_name) == what
        })
    }

    /// Returns the first saved provider that has usable credentials or a model of the user's own.
    fn saved_provider(&self) -> Option<String> {
        let is_used = |one: &&ShownProvider| {
            let takes_away = one.key == Some(KeyChange::Remove);
            one.is_changed() && one.enabled() && !takes_away
        };
        let provider = self.shown.providers.iter().find(is_used);
        let added = self
            .shown
            .models
            .iter()
            .find(|one| one.origin == Origin::New);
        let of_model = || added.map(|one| one.record.provider.clone());
        provider.map(|one| one.name().to_owned()).or_else(of_model)
    }

    /// Takes the provider that was just set up or changed, and saved, with its default model if
    /// one is set.
    pub(super) fn take_set_up(&mut self) -> Option<(String, Option<String>)> {
        let saved = self.draft.is_empty();
        let name = self.set_up.take_if(|_| saved)?;
        let provider = self.shown.provider(&name)?;
        let view = &provider.read.view;
        let can_be_asked = view.api_key_configured
            || provider.read.needs.no_key
            || provider.read.needs.own_server
            || !provider.read.is_made_from_settings;
        if !can_be_asked || !provider.enabled() {
            return None;
        }
        let model = provider.default_model().map(|named| {
            let model = self.shown.model(&name, named);
            model
                .map_or(named, |model| &model.record.api_name)
                .to_owned()
        });
        Some((name, model))
    }

    /// Closes the settings if nothing would be lost.
    pub fn leave_if_saved(&mut self) -> Vec<Effect> {
        if self.asks_before_leaving() {
            Vec::new()
        } else {
            self.leave_now()
        }
    }
}
