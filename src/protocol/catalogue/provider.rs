//! Provider settings: the user's settings, the effective ones, the location of a key, and
//! the connection test.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use notice::{Notice, notice};

/// The user's settings for a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderSettings {
    pub provider: String,
    /// Whether the provider may be used.
    pub enabled: bool,
    /// Id of the model that sessions start with; its name at the provider if it is not stored.
    pub default_model_id: Option<String>,
    /// The provider's address; `None` is the default.
    pub base_url: Option<String>,
    /// Time of the last change; `None` while every setting has its default.
    pub updated_at: Option<Timestamp>,
}

impl ProviderSettings {
    /// Returns the settings of an unconfigured provider.
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

/// Sets a value or resets it to its default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    To(String),
    /// Resets the value to its default.
    Default,
}

impl Setting {
    /// Returns the value to store.
    pub fn kept(self) -> Option<String> {
        match self {
            Setting::To(value) => Some(value),
            Setting::Default => None,
        }
    }
}

/// A change of a provider; fields that are `None` stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderChange {
    /// Whether the provider may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// The model that sessions start with: its id, or its name at the provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<Setting>,
    /// Whether that model need not be stored here: its provider offers it, or cannot be asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_vouched_for: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<Setting>,
}

/// The location of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kept", rename_all = "snake_case")]
pub enum KeySource {
    Environment {
        variable: String,
    },
    Keyring,
    /// Only the owner can read the file.
    File {
        path: String,
    },
}

impl KeySource {
    /// Whether the key is in the environment, which this program cannot change.
    pub fn is_environment(&self) -> bool {
        matches!(self, KeySource::Environment { .. })
    }

    /// Returns the location in words.
    pub fn notice(&self) -> Notice {
        match self {
            KeySource::Environment { variable } => notice!("origin-environment", word = variable),
            KeySource::Keyring => notice!("origin-keyring"),
            KeySource::File { path } => notice!("origin-file", path),
        }
    }
}

impl std::fmt::Display for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.notice())
    }
}

/// The effective settings of a provider, and their origin. Never contains a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderView {
    pub provider: String,
    /// Whether the provider may be used.
    pub enabled: bool,
    /// Id of the model that sessions start with.
    pub default_model_id: Option<String>,
    /// Origin of the default model.
    pub default_model_from: Notice,
    /// The provider's address, without user and password; `None` is the adapter's own default.
    pub base_url: Option<String>,
    pub base_url_from: Notice,
    pub api_key_configured: bool,
    /// Location of the key.
    pub api_key_from: Option<KeySource>,
    /// The environment variable that is checked first.
    pub api_key_variable: String,
    /// Whether requests need a key: the user's own server and a program are used without one.
    #[serde(default)]
    pub api_key_needed: bool,
    /// Reason why an existing key is not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key_problem: Option<Notice>,
    /// Time of the last change of the settings.
    pub updated_at: Option<Timestamp>,
}

/// The result of testing the connection to a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConnectionTest {
    pub provider: String,
    /// Whether the provider answered correctly.
    pub success: bool,
    /// Duration in milliseconds, if successful.
    pub latency_ms: Option<u64>,
    /// The problem and the next step, if unsuccessful.
    pub error_message: Option<Notice>,
    /// The responder, or the model used for the test.
    pub model_tested: Option<String>,
}
