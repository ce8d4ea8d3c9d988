//! The settings of all workspaces as front ends change them: the unsaved changes, what a value may
//! be, the save, and the background jobs with what they found. Pure: knows no keys, no lines and no
//! drawing.

mod draft;
mod jobs;
mod model;
mod save;
mod value;

pub use draft::{
    Draft, Edit, FileEdit, NoFileEdit, Origin, Shown, ShownConfig, ShownFile, ShownModel,
    ShownProvider, is_kept, is_unset,
};
pub use jobs::{
    ConnectionState, JobOutcome, JobPurpose, ModelList, Offers, Pull, QueryState, SettingsJobs,
    Trial,
};
pub use model::{ModelField, TypedModel};
pub use save::as_new;
pub use value::{
    ChangeMethod, change_method, parse_address, parse_config_value, parse_temperature,
};

/// Words of the pages of the settings, in the order of their tabs.
pub const PAGES: &[&str] = &["providers", "models", "agents", "keys", "theme", "policy"];
