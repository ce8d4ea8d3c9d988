//! The themes available on this screen, including the user's own, and the active one.
//!
//! The code that starts the screen reads the user's files, through [`OwnThemes`]; this module knows
//! no folder. Called by the loop.

use std::fmt::Debug;
use std::sync::Arc;

use super::{ColourDepth, Lightness, Palette, Theme, ThemeChoice, ThemeError, names};
use notice::words::nearest_of;
use notice::{Notice, notice};
use redact::one_line;

/// The user's own themes and settings. Implemented by the composition root.
pub trait OwnThemes: Debug + Send + Sync {
    /// Returns the names of the user's own themes.
    fn names(&self) -> Vec<String>;

    /// Returns the display path of a theme's file and its text; `None` if there is no such file.
    ///
    /// # Errors
    /// The reason why the file is unreadable, with its name.
    fn read(&self, name: &str) -> Option<Result<(String, String), Notice>>;

    /// Stores settings in the user's configuration; returns the file's path. Blocks on the disk.
    ///
    /// # Errors
    /// The reason why the settings cannot be stored, and what to do.
    fn keep(&self, settings: &[(&str, &str)]) -> Result<String, Notice>;
}

/// The themes available on a screen.
#[derive(Debug, Clone)]
pub struct ThemeSet {
    own: Arc<dyn OwnThemes>,
    depth: ColourDepth,
    terminal: Lightness,
    choice: ThemeChoice,
    /// Name of the active theme.
    shown: String,
}

impl ThemeSet {
    /// Creates the themes for a terminal of this colour depth and presumed lightness.
    pub fn new(
        own: Arc<dyn OwnThemes>,
        choice: ThemeChoice,
        depth: ColourDepth,
        terminal: Lightness,
    ) -> Self {
        Self {
            own,
            depth,
            terminal,
            shown: choice.theme(terminal).to_owned(),
            choice,
        }
    }

    /// Returns the first theme. If the chosen one does not exist or has a fault, returns another
    /// one with the description of the problem.
    ///
    /// # Errors
    /// Never in a build whose embedded themes are readable.
    pub fn first(&mut self) -> Result<(Theme, Option<Notice>), ThemeError> {
        match self.load(&self.choice) {
            Ok((theme, problem)) => {
                self.shown.clone_from(&theme.name);
                Ok((theme, problem))
            }
            Err(problem) => {
                self.choice.name = "auto".to_owned();
                let name = self.choice.theme(self.terminal);
                let theme = Theme::load(name, self.depth)?;
                self.shown.clone_from(&theme.name);
                let problem = notice!("theme-used-instead", problem, name);
                Ok((theme, Some(problem)))
            }
        }
    }

    /// Chooses a theme by its name; returns it with the fault of its file, if any.
    ///
    /// # Errors
    /// If no theme has this name; the choice stays unchanged.
    pub fn choose(&mut self, name: &str) -> Result<(Theme, Option<Notice>), Notice> {
        let choice = ThemeChoice {
            name: name.to_owned(),
            ..self.choice.clone()
        };
        self.take(choice)
    }

    /// Chooses the colours of `auto`, `dark` and `light`.
    ///
    /// # Errors
    /// If the chosen theme no longer exists.
    pub fn choose_palette(&mut self, palette: Palette) -> Result<(Theme, Option<Notice>), Notice> {
        let choice = ThemeChoice {
            palette,
            ..self.choice.clone()
        };
        self.take(choice)
    }

    pub fn choice(&self) -> &ThemeChoice {
        &self.choice
    }

    /// Applies a choice.
    ///
    /// # Errors
    /// If there is no such theme; the choice stays unchanged.
    pub fn take(&mut self, choice: ThemeChoice) -> Result<(Theme, Option<Notice>), Notice> {
        let (theme, problem) = self.load(&choice)?;
        self.choice = choice;
        self.shown.clone_from(&theme.name);
        Ok((theme, problem))
    }

    /// Takes the terminal's lightness; returns the theme to draw with from now on, if it changes.
    pub fn terminal_is(&mut self, lightness: Lightness) -> Option<Theme> {
        self.terminal = lightness;
        if !self.choice.is_auto() || self.choice.theme(lightness) == self.shown {
            return None;
        }
        let theme = Theme::load(self.choice.theme(lightness), self.depth).ok()?;
        self.shown.clone_from(&theme.name);
        Some(theme)
    }

    /// Returns a function that stores the choice; the caller must run it where blocking on the
    /// disk is acceptable.
    pub fn keeper(&self) -> impl FnOnce() -> Result<Notice, Notice> + Send + 'static {
        let own = Arc::clone(&self.own);
        let choice = self.choice.clone();
        move || {
            let palette = choice.palette.word();
            let file = own.keep(&[("theme", &choice.name), ("palette", palette)])?;
            Ok(notice!("theme-kept", theme = choice.name, palette, file))
        }
    }

    fn load(&self, choice: &ThemeChoice) -> Result<(Theme, Option<Notice>), Notice> {
        let name = choice.theme(self.terminal);
        if names().contains(&name) {
            let theme = Theme::load(name, self.depth).map_err(|error| error.notice())?;
            return Ok((theme, None));
        }
        match self.own.read(name) {
            Some(Ok((path, text))) => {
                Theme::of_user(name, &path, &text, self.depth).map_err(|error| error.notice())
            }
            Some(Err(why)) => Err(why),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> Notice {
        let own = self.own.names();
        let known = || names().into_iter().chain(own.iter().map(String::as_str));
        let name = one_line(name);
        let near = nearest_of(&name, known().chain(["auto"]));
        let all: Vec<&str> = known().collect();
        let all = all.join(", ");
        match near {
            Some(near) => notice!("theme-none", name, near, all),
            None => notice!("theme-none-near", name, all),
        }
    }
}
