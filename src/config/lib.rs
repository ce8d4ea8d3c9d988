//! Configuration: one table of keys, layers with the origin of each value, trust in a workspace's
//! config, and careful edits of the files.
//!
//! Owns the definition of a setting and the source of its value. Decides nothing that the settings
//! control. Called by the composition root, by `agentichat config` and `doctor`, and by the code
//! that stores a rule made by an answer.
//!
//! Layers, each over the one before: defaults, the user's file, the workspace's file (as far as it
//! is trusted), the environment, the command line. Lists (`block`, `rules.*`) add up, so that no
//! layer can remove what another one forbids.

pub mod address;
pub mod cache_key;
pub mod hooks;
pub mod keyring;
pub mod keys;
mod kind;
mod layers;
pub mod load;
mod nearest;
pub mod own_file;
pub mod paths;
pub mod problem;
pub mod providers;
mod read;
mod rules_edit;
pub mod rules_file;
pub mod schema;
pub mod servers;
#[cfg(test)]
mod tests;
pub mod trust;
mod value;
mod value_edit;
pub mod value_file;
mod walk;

pub use hooks::LoadedHooks;
pub use kind::{ContextLength, Kind};
pub use load::{Flag, LoadedConfig, Resolved, Sources, load};
pub use paths::Folders;
pub use problem::{ConfigProblem, ProblemLocation, Severity};
pub use providers::ProviderConfig;
pub use schema::{KEYS, Key};
pub use trust::TrustStore;
pub use value::{Origin, Value};

/// The documented file with every key at its default; a starting point for the user's own.
#[cfg(test)]
pub const DEFAULT_FILE: &str = include_str!("../../assets/config.yaml");
