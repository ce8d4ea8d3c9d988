//! Queries and commands of a settings screen: one snapshot of all settings, changes saved together,
//! and background jobs. A key is a [`Secret`] here and on the way to its storage. Nothing in this
//! module becomes an event or enters the journal.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::CatalogueError;
use super::model::{ModelChange, ModelRecord, NewModel};
use super::money::{Budgets, Spent};
use super::probe::ProbedModel;
use super::provider::{ConnectionTest, KeySource, ProviderChange, ProviderView};
use super::search::ModelSearch;
use crate::agent_profile::AgentProfileList;
use crate::stream::{ModelInfo, PullProgress};
use notice::{Notice, notice};
use redact::Secret;

/// A fresh snapshot of all settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsView {
    pub providers: Vec<SettingsProvider>,
    pub models: Vec<ModelRecord>,
    #[serde(default)]
    pub probed: Vec<ProbedModel>,
    /// The configuration of permissions and budgets.
    pub configured: Vec<ConfigSetting>,
    pub budgets: Budgets,
    /// Today's spending, over all workspaces.
    pub today: Spent,
    /// Reason why the system's keyring is unusable, if it is.
    pub no_keyring: Option<Notice>,
    /// Reason why nothing can be stored, if so.
    pub not_kept: Option<Notice>,
    /// The configuration of the screen's appearance.
    #[serde(default)]
    pub look: Vec<ConfigSetting>,
    /// The user's own themes with errors: their names, and the errors.
    #[serde(default)]
    pub broken_themes: Vec<(String, Notice)>,
    /// The agents that files define.
    #[serde(default)]
    pub agents: AgentProfileList,
    /// The root of the workspace.
    #[serde(default)]
    pub root: String,
    /// The user's own key table.
    #[serde(default)]
    pub keymap: OwnFile,
}

/// A setting in the user's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigSetting {
    pub said: ConfiguredValue,
    /// The possible values, if they are a fixed set.
    pub choices: Vec<String>,
    /// Description of the possible values, if the value is typed. With neither this nor `choices`,
    /// the user changes it in its file.
    #[serde(default)]
    pub typed: Option<Notice>,
    /// Description of the source that overrides the user's file, if any.
    pub over: Option<Notice>,
}

/// A file of the user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFile {
    /// Path of the file, even if it does not exist.
    pub path: String,
    /// Content of the file; `None` if it does not exist.
    pub text: Option<String>,
    /// Reason why the file cannot be read, if so.
    pub problem: Option<Notice>,
}

/// A provider with its possible settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettingsProvider {
    /// The effective settings.
    pub view: ProviderView,
    /// Whether this program sets address and key; a provider that is an external program
    /// has its own.
    pub is_made_from_settings: bool,
    pub fetches_models: bool,
    /// The values to ask for when the provider is set up.
    pub needs: ProviderNeeds,
}

/// The values that setting up a kind of provider requires.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderNeeds {
    /// The form of its address; empty if unknown.
    pub address: String,
    /// Whether it is often the user's own server, so that its address is asked for.
    pub own_server: bool,
    /// Whether it needs no key.
    pub no_key: bool,
}

/// A value of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfiguredValue {
    /// The dotted name.
    pub key: String,
    /// The value as in the file; a list in words, `None` without items.
    #[serde(with = "list_words")]
    pub value: Option<String>,
    /// Description of its origin.
    pub from: Notice,
    /// Description of its purpose.
    pub doc: String,
    /// Description of the place to change it.
    pub change_in: Notice,
}

/// The form of a value on the wire, where a list without items is a word too.
mod list_words {
    use serde::{Deserialize, Deserializer, Serializer};

    const EMPTY: &str = "(none)";

    pub(super) fn serialize<S: Serializer>(
        value: &Option<String>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(value.as_deref().unwrap_or(EMPTY))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(
        from: D,
    ) -> Result<Option<String>, D::Error> {
        let words = String::deserialize(from)?;
        Ok((words != EMPTY).then_some(words))
    }
}

/// The place to store a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// Stays until the user removes it.
    File,
    Keyring,
}

/// A change of a provider's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyChange {
    /// Stores this key. Never sent over the wire: the user enters it in the process that stores it.
    #[serde(skip)]
    Keep { key: Secret, place: KeyPlace },
    /// Removes the stored key.
    Remove,
}

/// Changes that are saved together or not at all. Each carries the state that its author saw.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsSave {
    pub providers: Vec<ProviderSave>,
    pub keys: Vec<KeySave>,
    pub added: Vec<NewModel>,
    pub changed: Vec<ModelSave>,
    pub removed: Vec<ModelBaseline>,
    /// Settings of the user's configuration.
    #[serde(default)]
    pub config: Vec<ConfigSave>,
    /// The user's own key table.
    #[serde(default)]
    pub keymap: Option<OwnFileSave>,
}

/// A setting to store in the user's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigSave {
    /// The dotted name.
    pub key: String,
    pub value: String,
    /// The previous value as seen.
    pub seen: String,
}

/// A file of the user to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFileSave {
    pub text: String,
    /// The previous content as seen.
    pub seen: Option<String>,
}

/// New settings of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderSave {
    pub provider: String,
    pub change: ProviderChange,
    /// Time of the last change of the settings as seen.
    pub seen: Option<Timestamp>,
}

/// A key to store or remove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeySave {
    pub provider: String,
    pub change: KeyChange,
    /// Previous location of the key as seen.
    pub seen: Option<KeySource>,
}

/// A model, with its version as seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelBaseline {
    pub id: String,
    /// Time of its last change as seen.
    pub seen: Timestamp,
}

/// A change of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelSave {
    /// The model as seen.
    pub of: ModelBaseline,
    pub change: ModelChange,
}

/// Reason why nothing was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[error("{}", self.notice())]
pub enum SaveError {
    /// Someone else changed these in the meantime.
    Stale {
        /// Providers and models.
        what: Vec<String>,
    },
    /// A change is invalid.
    Refused {
        /// The provider or model.
        what: String,
        error: CatalogueError,
    },
    NotKept(Notice),
}

impl SaveError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            SaveError::Stale { what } => notice!("told-save-stale", places = what.join(", ")),
            SaveError::Refused { what, error } => {
                notice!("told-save-refused", word = what, why = error.notice())
            }
            SaveError::NotKept(why) => why.clone(),
        }
    }
}

/// A job that takes a while and reports its steps to the requester. It ends when the requester
/// stops listening, but completes a save that it has begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackgroundJob {
    /// Reads all settings. Answered by `Looked`.
    Look,
    /// Asks the servers for models that are not stored. Answered by `Offered`.
    Offers,
    /// Tests whether a provider answers, with its unsaved settings. Answered by `Tested`.
    Test {
        provider: String,
        /// Address and model that are not saved yet.
        change: ProviderChange,
        /// The key that is not saved yet.
        key: Option<KeyChange>,
    },
    /// Requests the models of a provider, with its unsaved settings. Answered by `Listed`: at once
    /// with the previously listed models, if any, then with the current ones.
    List {
        provider: String,
        /// The address that is not saved yet.
        change: ProviderChange,
        /// The key that is not saved yet.
        key: Option<KeyChange>,
    },
    /// Makes a provider download a model. Answered by `Pulled`, whose last one reports the end, or
    /// by `Failed`.
    Pull { provider: String, model: String },
    /// Saves changes. Answered by `Saved`.
    Save(Box<SettingsSave>),
    /// Probes a model: whether it calls tools, two at once, and whether it repeats itself. Sends
    /// three short requests that cost tokens. Answered by `Probed`, or `Failed`.
    Probe {
        /// The provider; `None` if the model's name determines it.
        provider: Option<String>,
        /// The model's id, its name at the provider, or `provider/name`.
        model: String,
    },
    /// Searches for a model that a session of this provider can start with, as at the start of the
    /// program. Answered by `Searched`.
    FindModel {
        /// The provider that is asked first.
        provider: String,
    },
}

impl BackgroundJob {
    /// Whether the job carries a key that the user entered.
    pub fn carries_a_key(&self) -> bool {
        let is_key = |change: &KeyChange| matches!(change, KeyChange::Keep { .. });
        match self {
            BackgroundJob::Test { key, .. } | BackgroundJob::List { key, .. } => {
                key.as_ref().is_some_and(is_key)
            }
            BackgroundJob::Save(save) => save.keys.iter().any(|key| is_key(&key.change)),
            BackgroundJob::Look
            | BackgroundJob::Offers
            | BackgroundJob::Pull { .. }
            | BackgroundJob::Probe { .. }
            | BackgroundJob::FindModel { .. } => false,
        }
    }
}

/// The models that a provider offers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelListing {
    pub models: Vec<ModelInfo>,
    /// Time of the listing, if it is a previous one.
    pub told_at: Option<Timestamp>,
}

/// A step of a background job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobProgress {
    Looked(Box<SettingsView>),
    Offered {
        /// Offered models that are not stored.
        found: Vec<ModelInfo>,
        /// Providers that could not be queried, each with the reason.
        errors: Vec<(String, Notice)>,
    },
    Tested(ConnectionTest),
    Listed {
        provider: String,
        /// The models, or the reason why there are none.
        result: Result<ModelListing, Notice>,
        /// Whether this is the current listing, so that no more follow.
        is_last: bool,
    },
    Pulled(PullProgress),
    Probed(ProbedModel),
    /// Answers [`BackgroundJob::Save`]: the result in words, and the current settings.
    Saved {
        /// Notices about the save, or the reason why it failed.
        result: Result<Vec<Notice>, SaveError>,
        view: Box<SettingsView>,
    },
    Searched(ModelSearch),
    Failed(Notice),
}
