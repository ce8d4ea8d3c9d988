//! What the full screen is started with, as the configuration says.

use std::sync::Arc;

use crate::app::Setup;
use crate::app::access;
use crate::app::own_keys::{OwnKeys, ask_others};
use crate::app::own_themes::UserThemes;
use crate::config::paths::WORKSPACE_FOLDER;
use crate::config::schema::THEMES;
use crate::tui::motion::Motion;
use crate::tui::screen::Glyphs;
use crate::tui::terminal::MouseCapture;
use crate::tui::theme::{OwnThemes, Palette, ThemeChoice};
use crate::tui::{AfterOpening, Bell, Copier, Lasts, Notifications, Options, RealParts};
use crate::workspace::copying;

/// The file in the workspace's folder in which the screen is kept.
const SCREEN: &str = "screen.json";

/// What the full screen is started with, where nothing comes after it, nothing was before, and a model is chosen.
pub(super) fn options(setup: &Setup) -> Options {
    let own = OwnKeys::of(setup);
    let root = setup.detected.root.clone();
    // The longest of what the first frame waits for.
    let keys = Box::new(own.load_ahead());
    let in_tmux = setup
        .environment
        .get("TMUX")
        .is_some_and(|value| !value.is_empty());
    let themes = UserThemes::new(setup.folders.clone());
    let theme_names = theme_names(&themes);
    let glyphs = Glyphs::of(&setup.loaded.config.glyphs);
    let motion = Motion::of(access::motion(setup));
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
            copying::copy(text, &root, |name| std::env::var(name).ok())
        }),
        keys,
        ask_others: Box::new(ask_others(own, in_tmux)),
        theme: ThemeChoice {
            name: setup.loaded.config.theme.clone(),
            palette: Palette::of(&setup.loaded.config.palette),
        },
        glyphs,
        motion,
        themes: Arc::new(themes),
        variable: |name| std::env::var(name).ok(),
        root: setup.detected.root.clone(),
        kept: Some(setup.detected.root.join(WORKSPACE_FOLDER).join(SCREEN)),
        restore: false,
        lasts: Lasts::Yes,
        no_model: None,
        parts: Box::new(move |waker| {
            Box::new(
                RealParts::new(waker)
                    .with_themes(theme_names)
                    .with_glyphs(glyphs)
                    .with_motion(motion),
            )
        }),
    }
}

/// What `/theme` can be told.
fn theme_names(own: &UserThemes) -> Vec<String> {
    let known = THEMES.iter().map(|name| (*name).to_owned());
    known.chain(own.names()).collect()
}
