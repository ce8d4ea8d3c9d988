//! Computes the save for a draft over the settings as read: only the differences, each with the
//! value that was read.

use std::collections::BTreeMap;

use super::draft::{Origin, Shown, ShownConfig, ShownProvider, seen};
use protocol::catalogue::{
    CatalogueError, ConfigSave, KeySave, ModelChange, ModelRecord, ModelSave, NewModel,
    OwnFileSave, ProviderChange, ProviderSave, Setting, SettingsSave, SettingsView,
};

impl Shown {
    /// Returns the number of values that differ from those read.
    pub fn unsaved(&self) -> usize {
        let of_provider = |one: &ShownProvider| {
            let change = &one.change;
            usize::from(change.enabled.is_some())
                + usize::from(change.base_url.is_some())
                + usize::from(change.default_model.is_some())
                + usize::from(one.key.is_some())
        };
        let providers: usize = self.providers.iter().map(of_provider).sum();
        let models = self.models.iter().filter(|model| model.changed).count();
        let config = self.config().filter(|one| one.to.is_some()).count();
        providers + models + self.removed.len() + config + self.keymap.changes
    }

    /// Returns the save, relative to the settings as read.
    pub fn save(&self, view: &SettingsView) -> SettingsSave {
        let read: BTreeMap<&str, &ModelRecord> = view
            .models
            .iter()
            .map(|model| (model.id.as_str(), model))
            .collect();
        let mut save = SettingsSave {
            removed: self.removed.clone(),
            config: self.config().filter_map(config_to_save).collect(),
            keymap: self.keymap_to_save(),
            ..SettingsSave::default()
        };
        for one in self.providers.iter().filter(|one| one.is_changed()) {
            if one.change != ProviderChange::default() {
                save.providers.push(ProviderSave {
                    provider: one.name().to_owned(),
                    change: self.by_names(&one.change),
                    seen: one.read.view.updated_at,
                });
            }
            if let Some(change) = &one.key {
                save.keys.push(KeySave {
                    provider: one.name().to_owned(),
                    change: change.clone(),
                    seen: one.read.view.api_key_from.clone(),
                });
            }
        }
        for model in self.models.iter().filter(|model| model.changed) {
            match read.get(model.record.id.as_str()) {
                Some(before) => save.changed.push(ModelSave {
                    of: seen(before),
                    change: difference(before, &model.record),
                }),
                None => save.added.push(as_new(&model.record)),
            }
        }
        save
    }

    fn keymap_to_save(&self) -> Option<OwnFileSave> {
        let keymap = &self.keymap;
        (keymap.changes > 0).then(|| OwnFileSave {
            text: keymap.text.clone(),
            seen: keymap.read.text.clone(),
        })
    }

    /// Converts a change for the database, where an unsaved model is identified by its name.
    pub fn by_names(&self, change: &ProviderChange) -> ProviderChange {
        let mut change = change.clone();
        let Some(Setting::To(id)) = &mut change.default_model else {
            return change;
        };
        let found = self.models.iter().find(|model| model.record.id == *id);
        match found {
            Some(model) if model.origin == Origin::New => id.clone_from(&model.record.api_name),
            Some(_) => {}
            // The user chose the model from those that its server offers.
            None => change.is_vouched_for = true,
        }
        change
    }

    /// Checks that a provider has no other model of this name; `but` is the model that may have it.
    ///
    /// # Errors
    /// [`CatalogueError::DuplicateApiName`].
    pub fn free_name(&self, model: &NewModel, but: Option<&str>) -> Result<(), CatalogueError> {
        let (provider, api_name) = (model.provider.trim(), model.api_name.trim());
        let has_it = self.models.iter().any(|one| {
            let record = &one.record;
            record.provider == provider
                && record.api_name == api_name
                && Some(record.id.as_str()) != but
        });
        if !has_it {
            Ok(())
        } else {
            Err(CatalogueError::DuplicateApiName {
                provider: provider.to_owned(),
                api_name: api_name.to_owned(),
            })
        }
    }
}

fn config_to_save(one: &ShownConfig) -> Option<ConfigSave> {
    Some(ConfigSave {
        key: one.key().to_owned(),
        value: one.to.clone()?,
        seen: one.read.said.value.clone()?,
    })
}

/// Converts a record into a model to be added.
pub fn as_new(record: &ModelRecord) -> NewModel {
    NewModel {
        provider: record.provider.clone(),
        name: record.name.clone(),
        api_name: record.api_name.clone(),
        context_window: record.context_window,
        max_output_tokens: record.max_output_tokens,
        temperature_default: record.temperature_default,
        price: record.price,
        vision: record.vision,
    }
}

/// Returns the change from one record to the other.
pub fn difference(before: &ModelRecord, after: &ModelRecord) -> ModelChange {
    let text = |a: &str, b: &str| (a != b).then(|| b.to_owned());
    let number = |a: u64, b: u64| (a != b).then_some(b);
    let temperature = after.temperature_default;
    let is_other = before.temperature_default.to_bits() != temperature.to_bits();
    ModelChange {
        name: text(&before.name, &after.name),
        api_name: text(&before.api_name, &after.api_name),
        context_window: number(before.context_window, after.context_window),
        max_output_tokens: number(before.max_output_tokens, after.max_output_tokens),
        temperature_default: is_other.then_some(temperature),
        price: (before.price != after.price).then_some(after.price),
        vision: after.vision.filter(|_| before.vision != after.vision),
    }
}
