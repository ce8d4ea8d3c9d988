//! Builds the options of the full screen from the configuration.

use std::sync::Arc;

use crate::app::Setup;
use crate::app::accessibility;
use crate::app::user_keymap::{UserKeymap, ask_others};
use crate::app::user_themes::UserThemes;
use client::vim::EditorKeys;
use config::paths::WORKSPACE_FOLDER;
use config::schema::THEMES;
use tui::motion::Motion;
use tui::pane::chat::Diffs;
use tui::screen::Glyphs;
use tui::terminal::MouseCapture;
use tui::theme::{OwnThemes, Palette, ThemeChoice};
use tui::{AfterOpening, Bell, Copier, Notifications, Options, SaveScope};
use workspace::clipboard_write;

/// The file in the workspace's folder that stores the screen's state.
const SCREEN: &str = "screen.json";

/// Returns the options of the full screen for the plain case: nothing follows it, nothing preceded
/// it, and a model is chosen.
pub(super) fn options(setup: &Setup) -> Options {
    let own = UserKeymap::of(setup);
    let root = setup.detected.root.clone();
    // The slowest part of what the first frame waits for.
    let keys = Box::new(own.load_ahead());
    let in_tmux = setup
        .environment
        .get("TMUX")
        .is_some_and(|value| !value.is_empty());
    let themes = UserThemes::new(setup.folders.clone());
    Options {
        then: AfterOpening::Nothing,
        bell: if setup.loaded.config.bell {
            Bell::On
        } else {
            Bell::Off
        },
        notifications: if setup.loaded.config.notifications {
            Notifications::On
        } else {
            Notifications::Off
        },
        mouse: MouseCapture::of(&setup.loaded.config.mouse),
        copier: Copier::new(move |text| {
            clipboard_write::copy(text, &root, |name| std::env::var(name).ok())
        }),
        keys,
        ask_others: Box::new(ask_others(own, in_tmux)),
        theme: ThemeChoice {
            name: setup.loaded.config.theme.clone(),
            palette: Palette::of(&setup.loaded.config.palette),
        },
        glyphs: Glyphs::of(&setup.loaded.config.glyphs),
        motion: Motion::of(accessibility::motion(setup)),
        editor_keys: EditorKeys::of(&setup.loaded.config.editor_keys),
        diffs: Diffs::of(&setup.loaded.config.chat_diffs),
        theme_names: theme_names(&themes),
        themes: Arc::new(themes),
        variable: |name| std::env::var(name).ok(),
        root: setup.detected.root.clone(),
        kept: Some(setup.detected.root.join(WORKSPACE_FOLDER).join(SCREEN)),
        restore: false,
        save_scope: SaveScope::Yes,
        no_model: None,
    }
}

/// Returns the theme names that `/theme` accepts.
fn theme_names(own: &UserThemes) -> Vec<String> {
    let known = THEMES.iter().map(|name| (*name).to_owned());
    known.chain(own.names()).collect()
}
