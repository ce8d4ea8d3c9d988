//! Appearance of the screen: changes the theme on request or when the terminal's background
//! changes, and stores it; tries any appearance setting before it is saved.

use std::collections::BTreeMap;

use super::driver::Driver;
use super::{Bell, Message, Notifications};
use crate::app::Redraw;
use crate::effect::ThemeCommand;
use crate::motion::Motion;
use crate::pane::chat::Diffs;
use crate::screen::Glyphs;
use crate::terminal::MouseCapture;
use crate::theme::{Lightness, Palette, Theme, ThemeChoice};
use client::slash::ThemeRequest;
use client::vim::EditorKeys;
use l10n::{self, Language, said, say};
use notice::Notice;
use protocol::event::NoticeLevel;

/// The appearance settings of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Appearance {
    theme: ThemeChoice,
    glyphs: Glyphs,
    motion: Motion,
    editor_keys: EditorKeys,
    diffs: Diffs,
    mouse: MouseCapture,
    notifications: Notifications,
    bell: Bell,
    language: Language,
}

impl Appearance {
    /// Returns the appearance with configuration settings applied. Settings that take effect at the
    /// next start change nothing here.
    fn with(
        mut self,
        settings: &BTreeMap<String, String>,
        variable: fn(&str) -> Option<String>,
    ) -> Self {
        for (key, value) in settings {
            let is_on = value == "true";
            match key.as_str() {
                "theme" => self.theme.name.clone_from(value),
                "palette" => self.theme.palette = Palette::of(value),
                "glyphs" => self.glyphs = Glyphs::of(value),
                "motion" => self.motion = Motion::of(value),
                "editor.keys" => self.editor_keys = EditorKeys::of(value),
                "chat.diffs" => self.diffs = Diffs::of(value),
                "mouse" => self.mouse = MouseCapture::of(value),
                "notifications" if is_on => self.notifications = Notifications::On,
                "notifications" => self.notifications = Notifications::Off,
                "bell" if is_on => self.bell = Bell::On,
                "bell" => self.bell = Bell::Off,
                "language" => self.language = Language::chosen(value, variable),
                _ => {}
            }
        }
        self
    }
}

impl Driver {
    /// Carries out `/theme`. If the theme is not available, shows a notice and changes
    /// and stores nothing.
    pub(super) fn change_theme(&mut self, request: ThemeRequest) {
        if let Some(word) = request.palette {
            let chosen = self.themes.choose_palette(Palette::of(word));
            if !self.switch_theme(chosen) {
                return;
            }
        }
        if let Some(name) = request.name {
            let chosen = self.themes.choose(&name);
            if !self.switch_theme(chosen) {
                return;
            }
        }
        if request.keep {
            self.store_theme();
        }
    }

    /// Tries another appearance, reverts to the previous one, or keeps the tried one.
    pub(super) fn handle_theme_command(&mut self, order: ThemeCommand) {
        let settings = match order {
            ThemeCommand::Try(settings) => settings,
            ThemeCommand::Keep => {
                self.appearance_before_trial = None;
                return;
            }
        };
        let now = self.appearance();
        let before = self
            .appearance_before_trial
            .take()
            .unwrap_or_else(|| now.clone());
        let wanted = before.clone().with(&settings, self.variable);
        if !settings.is_empty() {
            self.appearance_before_trial = Some(before);
        }
        self.apply_appearance(&now, &wanted);
    }

    fn appearance(&self) -> Appearance {
        Appearance {
            theme: self.themes.choice().clone(),
            glyphs: self.screen.glyphs(),
            motion: self.app.options.motion,
            editor_keys: self.app.options.editor_keys,
            diffs: self.app.options.diffs,
            mouse: self.app.model().chrome.pointer.capture,
            notifications: self.notifications,
            bell: self.bell,
            language: l10n::spoken(),
        }
    }

    /// Applies the settings that differ. An unavailable theme leaves the colours as they are; the
    /// settings dialog gives the reason.
    fn apply_appearance(&mut self, now: &Appearance, wanted: &Appearance) {
        if now.theme != wanted.theme
            && let Ok((theme, _)) = self.themes.take(wanted.theme.clone())
        {
            self.app.set_theme(theme);
        }
        if now.mouse != wanted.mouse {
            self.app.set_mouse(wanted.mouse);
        }
        self.screen.set_glyphs(wanted.glyphs);
        self.app.options.motion = wanted.motion;
        if now.editor_keys != wanted.editor_keys {
            self.app.set_editor_keys(wanted.editor_keys);
        }
        self.app.set_diffs(wanted.diffs);
        self.notifications = wanted.notifications;
        self.bell = wanted.bell;
        l10n::speak(wanted.language);
        self.app.touch(Redraw::Soon);
    }

    /// Switches to the chosen theme; returns whether it was available.
    fn switch_theme(&mut self, chosen: Result<(Theme, Option<Notice>), Notice>) -> bool {
        match chosen {
            Ok((theme, problem)) => {
                self.app.set_theme(theme);
                if let Some(problem) = problem {
                    self.app
                        .notify_in_other_session(NoticeLevel::Warning, said(&problem));
                }
                true
            }
            Err(why) => {
                self.app.say(NoticeLevel::Warning, said(&why));
                false
            }
        }
    }

    /// Stores the theme on another thread, so that the loop never waits for the disk.
    fn store_theme(&mut self) {
        let keep = self.themes.keeper();
        let sender = self.sender.clone();
        let kept = std::thread::Builder::new()
            .name("keep-theme".into())
            .spawn(move || {
                let (level, text) = match keep() {
                    Ok(kept) => (NoticeLevel::Info, said(&kept)),
                    Err(why) => (NoticeLevel::Warning, say!("run-theme-not-kept", why)),
                };
                // An ended loop shows no more notices.
                sender.send(Message::Say(level, text)).ok();
            });
        if let Err(error) = kept {
            let text = say!("run-theme-not-kept-error", error);
            self.app.say(NoticeLevel::Warning, text);
        }
    }

    /// Handles the terminal's report whether its background is dark.
    pub(super) fn terminal_is(&mut self, dark: bool) {
        let lightness = if dark {
            Lightness::Dark
        } else {
            Lightness::Light
        };
        if let Some(theme) = self.themes.terminal_is(lightness) {
            self.app.set_theme(theme);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appearance() -> Appearance {
        Appearance {
            theme: ThemeChoice {
                name: "auto".into(),
                palette: Palette::Standard,
            },
            glyphs: Glyphs::Unicode,
            motion: Motion::Full,
            editor_keys: EditorKeys::Readline,
            diffs: Diffs::Open,
            mouse: MouseCapture::On,
            notifications: Notifications::On,
            bell: Bell::On,
            language: Language::English,
        }
    }

    #[test]
    fn every_setting_of_the_look_but_what_holds_from_the_next_start_changes_it() {
        let none = |_: &str| None;
        for (key, value) in [
            ("theme", "hc"),
            ("palette", "cvd"),
            ("glyphs", "ascii"),
            ("motion", "off"),
            ("editor.keys", "vim"),
            ("chat.diffs", "folded"),
            ("mouse", "off"),
            ("notifications", "false"),
            ("bell", "false"),
            ("language", "fr"),
        ] {
            let settings = BTreeMap::from([(key.to_owned(), value.to_owned())]);
            assert_ne!(appearance().with(&settings, none), appearance(), "{key}");
        }
        let settings = BTreeMap::from([("interface".to_owned(), "plain".to_owned())]);
        assert_eq!(appearance().with(&settings, none), appearance());
    }
}
