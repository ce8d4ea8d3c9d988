//! Providers as they are set: what the human has said, what holds, where a key is kept, and whether one answers.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What the human has set for a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderSettings {
    pub provider: String,
    /// Whether it may be used.
    pub enabled: bool,
    /// Id of the model that sessions begin with; its name there, where it is not kept.
    pub default_model_id: Option<String>,
    /// Where it is; `None` is the default.
    pub base_url: Option<String>,
    /// When this was last changed; `None` while everything is at its default.
    pub updated_at: Option<Timestamp>,
}

impl ProviderSettings {
    /// What holds while nobody has set anything.
    pub fn untouched(provider: &str) -> Self {
        Self {
            provider: provider.to_owned(),
            enabled: true,
            default_model_id: None,
            base_url: None,
            updated_at: None,
        }
    }
}

/// A value that is set or taken back to its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    To(String),
    /// To what it would be without.
    Default,
}

impl Setting {
    /// The value to keep.
    pub fn kept(self) -> Option<String> {
        match self {
            Setting::To(value) => Some(value),
            Setting::Default => None,
        }
    }
}

/// What is to be changed of a provider; what is `None` stays.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderChange {
    /// Whether it may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// The model that sessions begin with: its id, or its name at the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<Setting>,
    /// Whether that model needs not be kept here: its provider offers it, or cannot be asked whether it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_vouched_for: bool,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<Setting>,
}

/// Where a key is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kept", rename_all = "snake_case")]
pub enum KeySource {
    /// In an environment variable.
    Environment { variable: String },
    /// In the system's keyring.
    Keyring,
    /// In a file that only its owner can read.
    File { path: String },
}

impl KeySource {
    /// Whether it is not ours to change.
    pub fn is_environment(&self) -> bool {
        matches!(self, KeySource::Environment { .. })
    }
}

impl std::fmt::Display for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeySource::Environment { variable } => write!(f, "environment {variable}"),
            KeySource::Keyring => f.write_str("keyring"),
            KeySource::File { path } => write!(f, "file {path}"),
        }
    }
}

/// A provider as it stands: what holds, and where that came from. A key is never in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderView {
    pub provider: String,
    /// Whether it may be used.
    pub enabled: bool,
    /// Id of the model that sessions begin with.
    pub default_model_id: Option<String>,
    /// Where that was said.
    pub default_model_from: String,
    /// Where it is, without user and password; `None` is the adapter's own default.
    pub base_url: Option<String>,
    /// Where that was said.
    pub base_url_from: String,
    /// Whether there is a key.
    pub api_key_configured: bool,
    /// Where it is kept.
    pub api_key_from: Option<KeySource>,
    /// The variable that is looked at first.
    pub api_key_variable: String,
    /// Whether it is asked with a key: a server of one's own and a program are asked without.
    #[serde(default)]
    pub api_key_needed: bool,
    /// Why a key that is there is not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key_problem: Option<String>,
    /// When its settings were last changed.
    pub updated_at: Option<Timestamp>,
}

/// What came of asking a provider whether it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionTest {
    pub provider: String,
    /// Whether it answered as it should.
    pub success: bool,
    /// How long that took, where it did.
    pub latency_ms: Option<u64>,
    /// What is wrong and what to do, where it did not.
    pub error_message: Option<String>,
    /// What answered, or the model that the test was made with.
    pub model_tested: Option<String>,
}
