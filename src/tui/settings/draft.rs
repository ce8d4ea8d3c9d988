//! Changes that are not saved yet, and everything as it would be with them. Pure: what was read and a list of edits
//! in, what is shown and what is to be saved out.

use jiff::Timestamp;

use crate::l10n::say;
use crate::protocol::catalogue::{
    ConfigSetting, KeyChange, ModelBaseline, ModelChange, ModelRecord, NewModel, OwnFile,
    ProviderChange, Setting, SettingsProvider, SettingsView,
};
use crate::tui::keymap::{KeyEdit, ListedBinding, OwnTable, edited};

#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Whether a provider may be used.
    Enabled(String, bool),
    /// Where it is.
    BaseUrl(String, Setting),
    /// What its sessions begin with, by the model's id here.
    DefaultModel(String, Setting),
    Key(String, KeyChange),
    /// A new model.
    Add(NewModel),
    /// Other figures of a model, by its id here.
    Change(String, ModelChange),
    /// A model that goes.
    Remove(String),
    /// Another value of a setting of the configuration.
    Config(String, String),
    /// A row of the human's own key table.
    Keys(KeyEdit),
}

/// What a model is, as it would be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It came with the program.
    BuiltIn,
    /// It is the human's own.
    Own,
    /// It is not saved yet.
    New,
}

/// A model as it would be.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownModel {
    /// Its record; of a new one with an id that holds here only.
    pub record: ModelRecord,
    /// What it is.
    pub origin: Origin,
    /// Whether it is not as it was read.
    pub changed: bool,
}

/// A provider as it would be.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownProvider {
    /// As it was read.
    pub read: SettingsProvider,
    /// What would be set.
    pub change: ProviderChange,
    /// What would become of its key.
    pub key: Option<KeyChange>,
}

impl ShownProvider {
    pub fn name(&self) -> &str {
        &self.read.view.provider
    }

    /// Whether it may be used.
    pub fn enabled(&self) -> bool {
        self.change.enabled.unwrap_or(self.read.view.enabled)
    }

    /// Where it is, where that is not its adapter's own.
    pub fn base_url(&self) -> Option<&str> {
        match &self.change.base_url {
            Some(Setting::To(url)) => Some(url),
            Some(Setting::Default) => None,
            None => self.read.view.base_url.as_deref(),
        }
    }

    /// The id of what its sessions begin with; the name, where not the settings say it.
    pub fn default_model(&self) -> Option<&str> {
        match &self.change.default_model {
            Some(Setting::To(model)) => Some(model),
            Some(Setting::Default) => None,
            None => self.read.view.default_model_id.as_deref(),
        }
    }

    /// Whether it is as it was read.
    pub fn is_changed(&self) -> bool {
        self.change != ProviderChange::default() || self.key.is_some()
    }
}

/// Everything as it would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shown {
    pub providers: Vec<ShownProvider>,
    pub models: Vec<ShownModel>,
    /// Models that were read and would go.
    pub(super) removed: Vec<ModelBaseline>,
    pub look: Vec<ShownConfig>,
    /// Who decides, and what may be spent.
    pub policy: Vec<ShownConfig>,
    /// The key table.
    pub keys: ShownKeys,
}

/// A setting of the configuration as it would be.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownConfig {
    /// As it was read.
    pub read: ConfigSetting,
    /// What it would be.
    pub to: Option<String>,
}

impl ShownConfig {
    /// Its dotted name.
    pub fn key(&self) -> &str {
        &self.read.said.key
    }

    /// What it would be.
    pub fn value(&self) -> &str {
        self.to.as_deref().unwrap_or(&self.read.said.value)
    }
}

/// The key table as it would be.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ShownKeys {
    /// What the file held as it was read.
    pub read: OwnFile,
    /// The table, with the file as it would be.
    pub table: OwnTable,
    /// The rows as they were read, where they are others now.
    pub before: Vec<ListedBinding>,
    /// How many changes of it there are.
    pub changes: usize,
}

#[derive(Debug, Clone, Default)]
pub struct Draft {
    /// What each step of the human changed.
    steps: Vec<Vec<Edit>>,
}

impl Draft {
    /// Adds what one step changed.
    pub fn add(&mut self, edits: Vec<Edit>) {
        if !edits.is_empty() {
            self.steps.push(edits);
        }
    }

    /// Takes the last step back; tells whether there was one.
    pub fn undo(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Forgets all of it.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Everything as it would be on what was read.
    pub fn over(&self, view: &SettingsView) -> Shown {
        let mut shown = Shown::of(view);
        for (number, edit) in self.steps.iter().flatten().enumerate() {
            shown.take(edit, number);
        }
        shown.keys = self.keys_over(&view.keymap);
        shown.settle();
        shown
    }
}

impl Draft {
    /// The key table with the edits that can still be made of it.
    fn keys_over(&self, read: &OwnFile) -> ShownKeys {
        let text = read.text.as_deref().unwrap_or_default();
        let mut after = text.to_owned();
        let mut changes = 0;
        for step in &self.steps {
            let mut is_changed = false;
            for edit in step {
                if let Edit::Keys(edit) = edit
                    && let Ok(text) = edited(&after, edit)
                {
                    after = text;
                    is_changed = true;
                }
            }
            changes += usize::from(is_changed);
        }
        let is_other = after != text;
        let before = is_other.then(|| OwnTable::of(&read.path, text).rows);
        ShownKeys {
            read: read.clone(),
            table: OwnTable::of(&read.path, &after),
            before: before.unwrap_or_default(),
            changes: if is_other { changes } else { 0 },
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
            keys: ShownKeys::default(),
        }
    }

    /// The provider with this name.
    pub fn provider(&self, name: &str) -> Option<&ShownProvider> {
        self.providers.iter().find(|one| one.name() == name)
    }

    /// The model with this id, or a provider's with this name.
    pub fn model(&self, provider: &str, named: &str) -> Option<&ShownModel> {
        self.models.iter().find(|model| {
            let record = &model.record;
            record.provider == provider && (record.id == named || record.api_name == named)
        })
    }

    /// The settings of the configuration.
    pub(super) fn config(&self) -> impl Iterator<Item = &ShownConfig> {
        self.look.iter().chain(&self.policy)
    }

    fn config_mut(&mut self) -> impl Iterator<Item = &mut ShownConfig> {
        self.look.iter_mut().chain(&mut self.policy)
    }

    fn provider_mut(&mut self, name: &str) -> Option<&mut ShownProvider> {
        self.providers.iter_mut().find(|one| one.name() == name)
    }

    fn take(&mut self, edit: &Edit, number: usize) {
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
            // They are taken together: each is made on the text that the one before left.
            Edit::Keys(_) => {}
        }
    }

    fn change_model(&mut self, id: &str, change: &ModelChange) {
        // One that somebody removed meanwhile is not there any more.
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
        // Nobody begins with what is gone.
        for one in &mut self.providers {
            let is_it = |to: &mut Setting| *to == Setting::To(id.to_owned());
            one.change.default_model.take_if(is_it);
            if one.read.view.default_model_id.as_deref() == Some(id) {
                one.change.default_model = Some(Setting::Default);
            }
        }
    }

    /// Leaves out what came back to what was read.
    fn settle(&mut self) {
        for one in self.config_mut() {
            let now = &one.read.said.value;
            one.to.take_if(|to| to == now);
        }
        for one in &mut self.providers {
            let view = &one.read.view;
            one.change.enabled.take_if(|on| *on == view.enabled);
            let is_same = |to: &mut Setting, now: &Option<String>, from: &str| match to {
                Setting::To(value) => from == KEPT && Some(&*value) == now.as_ref(),
                Setting::Default => from == NOBODY,
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

/// What a value that is kept in the database says it comes from.
pub const KEPT: &str = "settings";
/// What a value that nobody has set says it comes from.
pub const NOBODY: &str = "default";

/// The human's own first, then by name.
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

/// A model that is not saved, under an id that no other has.
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
