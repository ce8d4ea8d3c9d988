//! The unsaved changes, and all settings as they would be with them. Takes the settings as read and
//! a list of edits, returns the settings to show and to save.

use jiff::Timestamp;

use std::fmt::Debug;

use l10n::say;
use notice::Notice;
use protocol::catalogue::{
    ConfigSetting, KeyChange, ModelBaseline, ModelChange, ModelRecord, NewModel, OwnFile,
    ProviderChange, Setting, SettingsProvider, SettingsView,
};

/// An edit of the user's own key table, which is a file.
pub trait FileEdit: Clone + Debug + PartialEq {
    /// Returns the text with the edit applied; `None` if it does not apply any more.
    fn apply(&self, text: &str) -> Option<String>;
}

/// The edit of a front end that edits no key table.
#[derive(Debug, Clone, PartialEq)]
pub enum NoFileEdit {}

impl FileEdit for NoFileEdit {
    fn apply(&self, _text: &str) -> Option<String> {
        match *self {}
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Edit<F = NoFileEdit> {
    /// Whether a provider is enabled.
    Enabled(String, bool),
    /// Address of a provider.
    BaseUrl(String, Setting),
    /// Default model for a provider's sessions, by the model's local id.
    DefaultModel(String, Setting),
    Key(String, KeyChange),
    Add(NewModel),
    /// Changed values of a model, by its local id.
    Change(String, ModelChange),
    /// A model to remove, by its local id.
    Remove(String),
    /// A new value for a configuration setting.
    Config(String, String),
    /// An edit of the user's own key table.
    Keys(F),
}

/// Origin of a model, as it would be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The model is built into the program.
    BuiltIn,
    /// The model is the user's own.
    Own,
    /// The model is not saved yet.
    New,
}

/// A model with the unsaved changes applied.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownModel {
    /// The model's record; a new model has an id that is valid only here.
    pub record: ModelRecord,
    pub origin: Origin,
    /// Whether the model differs from the saved one.
    pub changed: bool,
}

/// A provider with the unsaved changes applied.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownProvider {
    /// The provider as it was read.
    pub read: SettingsProvider,
    /// The settings to change.
    pub change: ProviderChange,
    /// The change to its key.
    pub key: Option<KeyChange>,
}

impl ShownProvider {
    pub fn name(&self) -> &str {
        &self.read.view.provider
    }

    /// Whether the provider is enabled.
    pub fn enabled(&self) -> bool {
        self.change.enabled.unwrap_or(self.read.view.enabled)
    }

    /// Returns the provider's address, if it differs from the adapter's default.
    pub fn base_url(&self) -> Option<&str> {
        match &self.change.base_url {
            Some(Setting::To(url)) => Some(url),
            Some(Setting::Default) => None,
            None => self.read.view.base_url.as_deref(),
        }
    }

    /// Returns the id of the default model for its sessions; its name if the value does not come
    /// from the settings.
    pub fn default_model(&self) -> Option<&str> {
        match &self.change.default_model {
            Some(Setting::To(model)) => Some(model),
            Some(Setting::Default) => None,
            None => self.read.view.default_model_id.as_deref(),
        }
    }

    /// Whether the provider differs from the saved one.
    pub fn is_changed(&self) -> bool {
        self.change != ProviderChange::default() || self.key.is_some()
    }
}

/// All settings with the unsaved changes applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shown {
    pub providers: Vec<ShownProvider>,
    pub models: Vec<ShownModel>,
    /// Saved models that would be removed.
    pub removed: Vec<ModelBaseline>,
    pub look: Vec<ShownConfig>,
    /// Settings for approvals and budgets.
    pub policy: Vec<ShownConfig>,
    /// The user's own key table.
    pub keymap: ShownFile,
}

/// A configuration setting with the unsaved changes applied.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownConfig {
    /// The setting as it was read.
    pub read: ConfigSetting,
    /// The new value.
    pub to: Option<String>,
}

impl ShownConfig {
    /// Returns the dotted key.
    pub fn key(&self) -> &str {
        &self.read.said.key
    }

    /// Returns the value with the changes applied; `None` for a list without items.
    pub fn value(&self) -> Option<&str> {
        self.to.as_deref().or(self.read.said.value.as_deref())
    }
}

/// A file with the unsaved changes applied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ShownFile {
    /// The file as it was read.
    pub read: OwnFile,
    /// Its text with the changes applied.
    pub text: String,
    /// Number of steps that change it.
    pub changes: usize,
}

#[derive(Debug, Clone)]
pub struct Draft<F = NoFileEdit> {
    /// The edits of each step that the user made.
    steps: Vec<Vec<Edit<F>>>,
}

impl<F> Default for Draft<F> {
    fn default() -> Self {
        Self { steps: Vec::new() }
    }
}

impl<F: FileEdit> Draft<F> {
    /// Adds the edits of one step.
    pub fn add(&mut self, edits: Vec<Edit<F>>) {
        if !edits.is_empty() {
            self.steps.push(edits);
        }
    }

    /// Undoes the last step; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Discards all changes.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Applies the changes to the settings as they were read.
    pub fn over(&self, view: &SettingsView) -> Shown {
        let mut shown = Shown::of(view);
        for (number, edit) in self.steps.iter().flatten().enumerate() {
            shown.take(edit, number);
        }
        shown.keymap = self.keymap_over(&view.keymap);
        shown.settle();
        shown
    }

    /// Returns the key table with those edits that still apply.
    fn keymap_over(&self, read: &OwnFile) -> ShownFile {
        let text = read.text.as_deref().unwrap_or_default();
        let mut after = text.to_owned();
        let mut changes = 0;
        for step in &self.steps {
            let mut is_changed = false;
            for edit in step {
                if let Edit::Keys(edit) = edit
                    && let Some(text) = edit.apply(&after)
                {
                    after = text;
                    is_changed = true;
                }
            }
            changes += usize::from(is_changed);
        }
        ShownFile {
            read: read.clone(),
            changes: if after == text { 0 } else { changes },
            text: after,
        }
    }
}

impl Shown {
    fn of(view: &SettingsView) -> Self {
        let provider = |read: &SettingsProvider| ShownProvider {
            read: read.clone(),
            change: ProviderChange::default(),
            key: None,
        };
        let model = |record: &ModelRecord| ShownModel {
            origin: if record.is_builtin {
                Origin::BuiltIn
            } else {
                Origin::Own
            },
            record: record.clone(),
            changed: false,
        };
        let config = |read: &ConfigSetting| ShownConfig {
            read: read.clone(),
            to: None,
        };
        let mut models: Vec<ShownModel> = view.models.iter().map(model).collect();
        models.sort_by(|a, b| order(a).cmp(&order(b)));
        Self {
            providers: view.providers.iter().map(provider).collect(),
            models,
            removed: Vec::new(),
            look: view.look.iter().map(config).collect(),
            policy: view.configured.iter().map(config).collect(),
            keymap: ShownFile::default(),
        }
    }

    /// Returns the provider with this name.
    pub fn provider(&self, name: &str) -> Option<&ShownProvider> {
        self.providers.iter().find(|one| one.name() == name)
    }

    /// Returns the model with this id, or the provider's model with this name.
    pub fn model(&self, provider: &str, named: &str) -> Option<&ShownModel> {
        self.models.iter().find(|model| {
            let record = &model.record;
            record.provider == provider && (record.id == named || record.api_name == named)
        })
    }

    /// Returns the configuration settings.
    pub fn config(&self) -> impl Iterator<Item = &ShownConfig> {
        self.look.iter().chain(&self.policy)
    }

    fn config_mut(&mut self) -> impl Iterator<Item = &mut ShownConfig> {
        self.look.iter_mut().chain(&mut self.policy)
    }

    fn provider_mut(&mut self, name: &str) -> Option<&mut ShownProvider> {
        self.providers.iter_mut().find(|one| one.name() == name)
    }

    fn take<F>(&mut self, edit: &Edit<F>, number: usize) {
        match edit {
            Edit::Enabled(name, on) => {
                if let Some(one) = self.provider_mut(name) {
                    one.change.enabled = Some(*on);
                }
            }
            Edit::BaseUrl(name, to) => {
                if let Some(one) = self.provider_mut(name) {
                    one.change.base_url = Some(to.clone());
                }
            }
            Edit::DefaultModel(name, to) => {
                if let Some(one) = self.provider_mut(name) {
                    one.change.default_model = Some(to.clone());
                }
            }
            Edit::Key(name, change) => {
                if let Some(one) = self.provider_mut(name) {
                    one.key = Some(change.clone());
                }
            }
            Edit::Add(model) => self.models.push(new_model(model, number)),
            Edit::Change(id, change) => self.change_model(id, change),
            Edit::Remove(id) => self.remove_model(id),
            Edit::Config(key, value) => {
                if let Some(one) = self.config_mut().find(|one| one.key() == key) {
                    one.to = Some(value.clone());
                }
            }
            // Key edits are applied together, because each one builds on the text that the
            // previous one left.
            Edit::Keys(_) => {}
        }
    }

    fn change_model(&mut self, id: &str, change: &ModelChange) {
        // Another program may have removed the model in the meantime.
        let Some(model) = self.models.iter_mut().find(|model| model.record.id == id) else {
            return;
        };
        let seen = model.record.updated_at;
        if let Ok(mut record) = change.apply(&model.record, seen) {
            record.updated_at = seen;
            model.changed |= record != model.record;
            model.record = record;
        }
    }

    fn remove_model(&mut self, id: &str) {
        let Some(place) = self.models.iter().position(|model| model.record.id == id) else {
            return;
        };
        let gone = self.models.remove(place);
        if gone.origin != Origin::New {
            self.removed.push(seen(&gone.record));
        }
        // A removed model can be no provider's default.
        for one in &mut self.providers {
            let is_it = |to: &mut Setting| *to == Setting::To(id.to_owned());
            one.change.default_model.take_if(is_it);
            if one.read.view.default_model_id.as_deref() == Some(id) {
                one.change.default_model = Some(Setting::Default);
            }
        }
    }

    /// Drops changes that equal the saved value.
    fn settle(&mut self) {
        for one in self.config_mut() {
            let now = &one.read.said.value;
            one.to.take_if(|to| Some(&*to) == now.as_ref());
        }
        for one in &mut self.providers {
            let view = &one.read.view;
            one.change.enabled.take_if(|on| *on == view.enabled);
            let is_same = |to: &mut Setting, now: &Option<String>, from: &Notice| match to {
                Setting::To(value) => is_kept(from) && Some(&*value) == now.as_ref(),
                Setting::Default => is_unset(from),
            };
            let (url, model) = (&view.base_url, &view.default_model_id);
            one.change
                .base_url
                .take_if(|to| is_same(to, url, &view.base_url_from));
            one.change
                .default_model
                .take_if(|to| is_same(to, model, &view.default_model_from));
            let is_kept = matches!(view.api_key_from, Some(ref from) if !from.is_environment());
            let is_idle = !is_kept && view.api_key_problem.is_none();
            one.key
                .take_if(|change| *change == KeyChange::Remove && is_idle);
        }
    }
}

/// Whether a value is stored in the database.
pub fn is_kept(from: &Notice) -> bool {
    from.id() == Some("origin-settings")
}

/// Whether nobody has set a value.
pub fn is_unset(from: &Notice) -> bool {
    from.id() == Some("origin-default")
}

/// Sort order: the user's own models first, then by name.
fn order(model: &ShownModel) -> (&str, bool, &str) {
    let record = &model.record;
    (&record.provider, record.is_builtin, &record.api_name)
}

pub(super) fn seen(record: &ModelRecord) -> ModelBaseline {
    ModelBaseline {
        id: record.id.clone(),
        seen: record.updated_at,
    }
}

/// Creates an unsaved model with an unused id.
fn new_model(model: &NewModel, number: usize) -> ShownModel {
    let model = model.clone();
    ShownModel {
        record: ModelRecord {
            id: say!("settings-new-model", number),
            provider: model.provider,
            name: model.name,
            api_name: model.api_name,
            is_builtin: false,
            context_window: model.context_window,
            max_output_tokens: model.max_output_tokens,
            temperature_default: model.temperature_default,
            price: model.price,
            vision: model.vision,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
        },
        origin: Origin::New,
        changed: true,
    }
}

#[cfg(test)]
mod tests;
