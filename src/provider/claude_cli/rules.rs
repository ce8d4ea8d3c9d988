//! Reads the program's own settings: its allow rules, and whether it makes a sandbox. The tools that they name run without a
//! permission request to this program, so the user is shown these rules. Read-only; blocks.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::message::text;
use crate::agent_tools::AllowedByRule;
use redact::sanitize;
use support::foreign_file::{self, Links};
use support::json;

/// Maximum size of a settings file in bytes; a larger one is not read.
const LARGEST: u64 = 1024 * 1024;

/// Returns the rules of the user with this home directory and of the project.
pub(super) fn freed(home: Option<&Path>, root: &Path) -> Vec<AllowedByRule> {
    let files = settings_files(home, root);
    files.flat_map(|file| in_file(&file)).collect()
}

/// Whether the program's settings ask for a sandbox of its own, which cannot be made inside another.
pub fn has_sandbox(home: Option<&Path>, root: &Path) -> bool {
    let is_on = |file: PathBuf| {
        let settings = read(&file).unwrap_or_default();
        settings.pointer("/sandbox/enabled") == Some(&Value::Bool(true))
    };
    settings_files(home, root).any(is_on)
}

fn settings_files(home: Option<&Path>, root: &Path) -> impl Iterator<Item = PathBuf> {
    let of_user = home.map(|home| home.join(".claude"));
    let of_project = root.join(".claude");
    let folders = of_user.into_iter().chain([of_project]);
    folders
        .flat_map(|folder| ["settings.json", "settings.local.json"].map(|name| folder.join(name)))
}

fn in_file(file: &Path) -> Vec<AllowedByRule> {
    let Some(permissions) =
        read(file).and_then(|mut value| value.get_mut("permissions").map(Value::take))
    else {
        return Vec::new();
    };
    let allowed = json::items(&permissions, "allow").iter();
    let allowed = allowed.filter_map(Value::as_str);
    let mode = text(&permissions, "defaultMode")
        .filter(|mode| matches!(*mode, "acceptEdits" | "bypassPermissions"))
        .map(|mode| format!("defaultMode {mode}"));
    allowed
        .map(str::to_owned)
        .chain(mode)
        .map(|rule| AllowedByRule {
            rule: sanitize(&rule).chars().take(200).collect(),
            file: file.to_path_buf(),
        })
        .collect()
}

fn read(file: &Path) -> Option<Value> {
    let bytes = foreign_file::read(file, Links::Follow, LARGEST).ok()?;
    serde_json::from_slice::<Value>(&bytes).ok()
}
