//! The themes that can be chosen on this screen, the user's own among them, and the one that is shown.
//!
//! The user's files are read by who starts the screen, through [`OwnThemes`]; this module knows no
//! folder. Called by the loop.

use std::fmt::Debug;
use std::sync::Arc;

use super::{ColourDepth, Lightness, Palette, Theme, ThemeChoice, ThemeError, names};
use crate::l10n::say;
use crate::redact::one_line;
use crate::words::nearest_of;

/// The user's own themes and settings. Made by the composition root.
pub trait OwnThemes: Debug + Send + Sync {
    /// Names of the themes of the user's own.
    fn names(&self) -> Vec<String>;

    /// The file of a theme, as it is shown, and its text; `None` where there is no such file.
    ///
    /// # Errors
    /// Why the file cannot be read, with its name.
    fn read(&self, name: &str) -> Option<Result<(String, String), String>>;

    /// Keeps settings in the user's configuration; gives the file. Blocks on the disk.
    ///
    /// # Errors
    /// Why it cannot be kept, and what to do.
    fn keep(&self, settings: &[(&str, &str)]) -> Result<String, String>;
}

/// The themes of a screen.
#[derive(Debug, Clone)]
pub struct ThemeSet {
    own: Arc<dyn OwnThemes>,
    depth: ColourDepth,
    terminal: Lightness,
    choice: ThemeChoice,
    /// The theme that is drawn with.
    shown: String,
}

impl ThemeSet {
    /// The themes on a terminal that can show so many colours and seems to be so light.
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

    /// The theme to begin with. One that is not there or has a fault is another one, and what is
    /// wrong is told.
    ///
    /// # Errors
    /// Never in a build whose embedded themes can be read.
    pub fn first(&mut self) -> Result<(Theme, Option<String>), ThemeError> {
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
                let problem = say!("theme-used-instead", problem, name);
                Ok((theme, Some(problem)))
            }
        }
    }

    /// Chooses a theme by its name; gives it, and what is wrong with its file.
    ///
    /// # Errors
    /// There is none of this name; the choice stays as it was.
    pub fn choose(&mut self, name: &str) -> Result<(Theme, Option<String>), String> {
        let choice = ThemeChoice {
            name: name.to_owned(),
            ..self.choice.clone()
        };
        self.take(choice)
    }

    /// Chooses the colours of `auto`, `dark` and `light`.
    ///
    /// # Errors
    /// The chosen theme is not there any more.
    pub fn choose_palette(&mut self, palette: Palette) -> Result<(Theme, Option<String>), String> {
        let choice = ThemeChoice {
            palette,
            ..self.choice.clone()
        };
        self.take(choice)
    }

    /// What is chosen.
    pub fn choice(&self) -> &ThemeChoice {
        &self.choice
    }

    /// Chooses this.
    ///
    /// # Errors
    /// There is no such theme; the choice stays as it was.
    pub fn take(&mut self, choice: ThemeChoice) -> Result<(Theme, Option<String>), String> {
        let (theme, problem) = self.load(&choice)?;
        self.choice = choice;
        self.shown.clone_from(&theme.name);
        Ok((theme, problem))
    }

    /// The terminal is so light: the theme that is drawn with from now on, where it is another one.
    pub fn terminal_is(&mut self, lightness: Lightness) -> Option<Theme> {
        self.terminal = lightness;
        if !self.choice.is_auto() || self.choice.theme(lightness) == self.shown {
            return None;
        }
        let theme = Theme::load(self.choice.theme(lightness), self.depth).ok()?;
        self.shown.clone_from(&theme.name);
        Some(theme)
    }

    /// What is chosen and what there is, as Markdown.
    pub fn words(&self) -> String {
        let ThemeChoice { name, palette } = &self.choice;
        let now = if self.choice.is_auto() {
            say!("theme-terminal-is", terminal = self.terminal.word())
        } else {
            String::new()
        };
        let embedded = names().into_iter().map(str::to_owned);
        let all = std::iter::once("auto".to_owned()).chain(embedded);
        let quoted = |name: String| format!("`{name}`");
        let all: Vec<String> = all.chain(self.own.names()).map(quoted).collect();
        say!(
            "theme-shown",
            name,
            palette = palette.word(),
            shown = self.shown,
            now,
            all = all.join(", ")
        )
    }

    /// What keeps the choice: to be run where the disk may be waited for.
    pub fn keeper(&self) -> impl FnOnce() -> Result<String, String> + Send + 'static {
        let own = Arc::clone(&self.own);
        let choice = self.choice.clone();
        move || {
            let palette = choice.palette.word();
            let file = own.keep(&[("theme", &choice.name), ("palette", palette)])?;
            Ok(say!("theme-kept", theme = choice.name, palette, file))
        }
    }

    fn load(&self, choice: &ThemeChoice) -> Result<(Theme, Option<String>), String> {
        let name = choice.theme(self.terminal);
        if names().contains(&name) {
            let theme = Theme::load(name, self.depth).map_err(|error| error.to_string())?;
            return Ok((theme, None));
        }
        match self.own.read(name) {
            Some(Ok((path, text))) => Theme::of_user(name, &path, &text, self.depth)
                .map(|(theme, problem)| (theme, problem.map(|problem| one_line(&problem))))
                .map_err(|error| error.to_string()),
            Some(Err(why)) => Err(one_line(&why)),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> String {
        let own = self.own.names();
        let known = || names().into_iter().chain(own.iter().map(String::as_str));
        let name = one_line(name);
        let near = nearest_of(&name, known().chain(["auto"]));
        let all: Vec<&str> = known().collect();
        let all = all.join(", ");
        match near {
            Some(near) => say!("theme-none", name, near, all),
            None => say!("theme-none-near", name, all),
        }
    }
}
