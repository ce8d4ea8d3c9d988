//! What a settings screen asks and orders: one look at everything that is set, changes that are saved together,
//! and errands that take a while. A key is a [`Secret`] here and on its way to where it is kept; none of this is
//! an event, and nothing of it is journaled.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::CatalogueError;
use super::model::{ModelChange, ModelRecord, NewModel};
use super::money::{Budgets, Spent};
use super::probe::ProbedModel;
use super::provider::{ConnectionTest, KeySource, ProviderChange, ProviderView};
use super::search::ModelSearch;
use crate::protocol::stream::{ModelInfo, PullProgress};
use crate::redact::Secret;

/// Everything that is set, read anew.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsView {
    pub providers: Vec<SettingsProvider>,
    /// The models that are kept.
    pub models: Vec<ModelRecord>,
    /// What probes of models found.
    #[serde(default)]
    pub probed: Vec<ProbedModel>,
    /// What the configuration says of who decides and what may be spent.
    pub configured: Vec<ConfigSetting>,
    /// What may be spent.
    pub budgets: Budgets,
    /// What was spent today, over all workspaces.
    pub today: Spent,
    /// Why the system's keyring cannot be used, where it cannot.
    pub no_keyring: Option<String>,
    /// Why nothing can be kept, where nothing can.
    pub not_kept: Option<String>,
    /// What the configuration says of how the screen looks.
    #[serde(default)]
    pub look: Vec<ConfigSetting>,
    /// Themes of the human's own that have a fault: their names, and what it is.
    #[serde(default)]
    pub broken_themes: Vec<(String, String)>,
    /// The human's own key table.
    #[serde(default)]
    pub keymap: OwnFile,
}

/// A setting that the configuration of the user has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigSetting {
    /// It, with its value.
    pub said: ConfiguredValue,
    /// What it can be, where that is one of these.
    pub choices: Vec<String>,
    /// What it can be, in words, where it is typed. It is changed in its file where it is neither this nor one of `choices`.
    #[serde(default)]
    pub typed: Option<String>,
    /// What says it in the place of the user's file, in words, where something does.
    pub over: Option<String>,
}

/// A file of the human's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFile {
    /// Where it lies, or would.
    pub path: String,
    /// What it holds; `None` where it is not there.
    pub text: Option<String>,
    /// Why it cannot be read, where it cannot.
    pub problem: Option<String>,
}

/// A provider with what can be set of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettingsProvider {
    /// How it stands.
    pub view: ProviderView,
    /// Whether address and key are ours to set; a program that is started has its own.
    pub is_made_from_settings: bool,
    /// Whether it fetches models.
    pub fetches_models: bool,
    /// What it is asked for when it is set up.
    pub needs: ProviderNeeds,
}

/// What a kind of provider is asked for when it is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderNeeds {
    /// What its address looks like; empty where that is not known.
    pub address: String,
    /// Whether it is often a server of the human's own, so that its address is asked for.
    pub own_server: bool,
    /// Whether it does without a key.
    pub no_key: bool,
}

/// A value of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfiguredValue {
    /// Its dotted name.
    pub key: String,
    /// It, as the file has it; of a list, in words.
    pub value: String,
    /// Where it was said, in words.
    pub from: String,
    /// What it is for.
    pub doc: String,
    /// Where it is changed, in words.
    pub change_in: String,
}

/// Where a key is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// In a file: it stays until it is removed.
    File,
    /// In the keyring.
    Keyring,
}

/// A change of a provider's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyChange {
    /// Keep this one. It goes over no wire: it is given where it is kept.
    #[serde(skip)]
    Keep { key: Secret, place: KeyPlace },
    /// Remove the one that is kept.
    Remove,
}

/// Changes that are saved together or not at all. Each says what was seen when it was made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SettingsSave {
    /// Settings of providers.
    pub providers: Vec<ProviderSave>,
    pub keys: Vec<KeySave>,
    /// Models that are new.
    pub added: Vec<NewModel>,
    /// Models that are changed.
    pub changed: Vec<ModelSave>,
    /// Models that go.
    pub removed: Vec<ModelBaseline>,
    /// Settings of the user's configuration.
    #[serde(default)]
    pub config: Vec<ConfigSave>,
    /// The human's own key table.
    #[serde(default)]
    pub keymap: Option<OwnFileSave>,
}

/// A setting that is kept in the user's configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigSave {
    /// Its dotted name.
    pub key: String,
    /// What it shall be.
    pub value: String,
    /// What it was, as was seen.
    pub seen: String,
}

/// A file of the human's own that is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnFileSave {
    /// What it shall hold.
    pub text: String,
    /// What it held, as was seen.
    pub seen: Option<String>,
}

/// What is set for a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderSave {
    pub provider: String,
    pub change: ProviderChange,
    /// When its settings were last changed, as was seen.
    pub seen: Option<Timestamp>,
}

/// A key that is kept or removed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeySave {
    pub provider: String,
    pub change: KeyChange,
    /// Where the key was, as was seen.
    pub seen: Option<KeySource>,
}

/// A model that was seen as it was then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelBaseline {
    pub id: String,
    /// When it was last changed, as was seen.
    pub seen: Timestamp,
}

/// What is changed of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelSave {
    /// Which, as it was seen.
    pub of: ModelBaseline,
    pub change: ModelChange,
}

/// Why nothing was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum SaveError {
    /// Somebody else changed these meanwhile.
    #[error("changed by someone else since it was read: {}", .what.join(", "))]
    Stale {
        /// Providers and models.
        what: Vec<String>,
    },
    /// One of the changes cannot be.
    #[error("{what}: {error}")]
    Refused {
        /// Of which provider or model.
        what: String,
        error: CatalogueError,
    },
    /// It could not be kept.
    #[error("{0}")]
    NotKept(String),
}

/// Something that takes a while; what comes of it is told step by step to who asked. It ends when nobody listens
/// any more, but a save that has begun is brought to its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackgroundJob {
    /// Read everything that is set. Answered by `Looked`.
    Look,
    /// Ask the servers for the models that nobody keeps. Answered by `Offered`.
    Offers,
    /// Ask a provider whether it answers, with what is to be set of it. Answered by `Tested`.
    Test {
        /// Which, with what is set.
        provider: String,
        /// Address and model that are not saved yet.
        change: ProviderChange,
        /// The key that is not saved yet.
        key: Option<KeyChange>,
    },
    /// Ask a provider for its models, with what is to be set of it. Answered by `Listed`: at once with those that it told
    /// before, where it did, then with those that it has now.
    List {
        /// Which, with what is set.
        provider: String,
        /// The address that is not saved yet.
        change: ProviderChange,
        /// The key that is not saved yet.
        key: Option<KeyChange>,
    },
    /// Have a provider fetch a model. Answered by `Pulled`, the last of which is over, or `Failed`.
    Pull { provider: String, model: String },
    /// Save changes. Answered by `Saved`.
    Save(Box<SettingsSave>),
    /// Probe a model: whether it calls tools, two at once, and whether it repeats itself. Sends three short requests that
    /// cost tokens. Answered by `Probed`, or `Failed`.
    Probe {
        /// Its provider; `None` where its name tells.
        provider: Option<String>,
        /// It: its id, its name at its provider, or `provider/name`.
        model: String,
    },
    /// Look for a model that a session of this provider can begin with, as at the start. Answered by `Searched`.
    FindModel {
        /// Which provider is asked first.
        provider: String,
    },
}

impl BackgroundJob {
    /// Whether a key that was entered goes with it.
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelListing {
    pub models: Vec<ModelInfo>,
    /// When it told them, where that was before.
    pub told_at: Option<Timestamp>,
}

/// A step of an errand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobProgress {
    Looked(Box<SettingsView>),
    Offered {
        /// What the servers offer beside what is kept.
        found: Vec<ModelInfo>,
        /// Who could not be asked, and why.
        errors: Vec<(String, String)>,
    },
    Tested(ConnectionTest),
    Listed {
        provider: String,
        /// They, or why there are none.
        result: Result<ModelListing, String>,
        /// Whether it is what the provider has now, so that nothing more comes.
        is_last: bool,
    },
    Pulled(PullProgress),
    Probed(ProbedModel),
    /// To `ApplyRecord`: what came of it, in words, and everything as it is now.
    Saved {
        /// What is to be said beside that it was done, or why it was not.
        result: Result<Vec<String>, SaveError>,
        /// Everything as it is now.
        view: Box<SettingsView>,
    },
    Searched(ModelSearch),
    /// It could not be done.
    Failed(String),
}
