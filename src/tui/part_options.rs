//! The choices that the parts of the screen are made with.

use std::sync::{Arc, LazyLock};

use jiff::tz::TimeZone;

use super::motion::Motion;
use super::pane::chat::Diffs;
use super::screen::Glyphs;
use client::vim::EditorKeys;

#[derive(Debug)]
pub struct PartOptions {
    /// Names of the themes, for completion.
    pub theme_names: Arc<[String]>,
    /// Glyphs that the screen is drawn with.
    pub glyphs: Glyphs,
    /// Whether anything moves by itself.
    pub motion: Motion,
    /// Keys that edit the draft.
    pub editor_keys: EditorKeys,
    /// Whether the changes of edits stand below their rows in the chat.
    pub diffs: Diffs,
    /// Read when the first session needs it, after the first frame.
    zone: LazyLock<TimeZone>,
}

impl PartOptions {
    /// Creates options whose times are those of this machine.
    pub fn new(
        theme_names: Vec<String>,
        glyphs: Glyphs,
        motion: Motion,
        editor_keys: EditorKeys,
        diffs: Diffs,
    ) -> Self {
        Self {
            theme_names: Arc::from(theme_names),
            glyphs,
            motion,
            editor_keys,
            diffs,
            zone: LazyLock::new(local_zone),
        }
    }

    /// Creates options whose times are UTC.
    #[cfg(test)]
    pub fn for_test() -> Self {
        Self {
            zone: LazyLock::new(|| TimeZone::UTC),
            ..Self::new(
                Vec::new(),
                Glyphs::Unicode,
                Motion::Full,
                EditorKeys::Readline,
                Diffs::Open,
            )
        }
    }

    /// Returns the time zone in which times are shown.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }
}

/// Returns the time zone of this machine. If the environment names none, the machine's own file is
/// enough, and the many folders of the system's time zone database need not be read.
fn local_zone() -> TimeZone {
    let named = std::env::var_os("TZ").is_some();
    let own = || {
        let rules = std::fs::read("/etc/localtime").ok()?;
        TimeZone::tzif("local", &rules).ok()
    };
    if named {
        TimeZone::system()
    } else {
        own().unwrap_or_else(TimeZone::system)
    }
}
