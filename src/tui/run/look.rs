//! The theme of the screen: changed on a wish or because the terminal is another one now, and kept.

use super::Message;
use super::driver::Driver;
use crate::language::say;
use crate::protocol::event::NoticeLevel;
use crate::slash::ThemeWish;
use crate::tui::theme::{Lightness, Palette, Theme};

impl Driver {
    /// What `/theme` asks for. What cannot be had is said, and nothing is changed or kept then.
    pub(super) fn wish_theme(&mut self, wish: ThemeWish) {
        if wish == ThemeWish::default() {
            return self.app.show(self.themes.words());
        }
        if let Some(word) = wish.palette {
            let chosen = self.themes.choose_palette(Palette::of(word));
            if !self.draw_with(chosen) {
                return;
            }
        }
        if let Some(name) = wish.name {
            let chosen = self.themes.choose(&name);
            if !self.draw_with(chosen) {
                return;
            }
        }
        if wish.keep {
            self.keep_theme();
        }
    }

    /// Draws with what was chosen; tells whether it was there.
    fn draw_with(&mut self, chosen: Result<(Theme, Option<String>), String>) -> bool {
        match chosen {
            Ok((theme, problem)) => {
                self.app.set_theme(theme);
                if let Some(problem) = problem {
                    self.app.say(NoticeLevel::Warning, problem.clone());
                    self.app.show(problem);
                }
                true
            }
            Err(why) => {
                self.app.say(NoticeLevel::Warning, why);
                false
            }
        }
    }

    /// The disk is waited for elsewhere.
    fn keep_theme(&mut self) {
        let keep = self.themes.keeper();
        let sender = self.sender.clone();
        let kept = std::thread::Builder::new()
            .name("keep-theme".into())
            .spawn(move || {
                let (level, text) = match keep() {
                    Ok(text) => (NoticeLevel::Info, text),
                    Err(why) => (NoticeLevel::Warning, say!("run-theme-not-kept", why)),
                };
                // A loop that has ended says no more.
                sender.send(Message::Say(level, text)).ok();
            });
        if let Err(error) = kept {
            let text = say!("run-theme-not-kept-error", error);
            self.app.say(NoticeLevel::Warning, text);
        }
    }

    /// The terminal says how light it is.
    pub(super) fn terminal_is(&mut self, dark: bool) {
        let lightness = match dark {
            true => Lightness::Dark,
            false => Lightness::Light,
        };
        if let Some(theme) = self.themes.terminal_is(lightness) {
            self.app.set_theme(theme);
        }
    }
}
