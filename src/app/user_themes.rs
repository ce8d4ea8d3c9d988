//! The user's own themes: files in the folder `themes` beside their config file, or anywhere by
//! path; and storing the chosen theme in that file.

use std::path::PathBuf;

use config::paths::Folders;
use config::value_file::set_values;
use notice::{Notice, notice};
use tui::theme::{ColourDepth, OwnThemes, Theme};

/// The largest theme file that is read, in bytes.
const LARGEST: u64 = 256 * 1024;

/// Finds themes in the user's folders for the screen.
#[derive(Debug, Clone)]
pub struct UserThemes {
    folders: Folders,
}

impl UserThemes {
    /// Uses these folders.
    pub fn new(folders: Folders) -> Self {
        Self { folders }
    }

    /// Returns what is wrong with the user's own theme of this name, if anything.
    pub fn fault(&self, name: &str) -> Option<Notice> {
        match self.read(name)? {
            Ok((path, text)) => {
                let made = Theme::of_user(name, &path, &text, ColourDepth::TrueColour);
                made.map_or_else(|error| Some(error.notice()), |(_, problem)| problem)
            }
            Err(why) => Some(why),
        }
    }
}

impl OwnThemes for UserThemes {
    fn names(&self) -> Vec<String> {
        self.folders.own_themes()
    }

    fn read(&self, name: &str) -> Option<Result<(String, String), Notice>> {
        let file = self.folders.theme_file(name)?;
        let shown = file.display().to_string();
        let text = read_small(&file);
        Some(match text {
            Ok(text) => Ok((shown, text)),
            Err(why) => Err(notice!("told-theme-unread", path = shown, why)),
        })
    }

    fn keep(&self, settings: &[(&str, &str)]) -> Result<String, Notice> {
        let file = self.folders.config_file();
        set_values(&file, settings).map_err(|error| error.notice())?;
        Ok(file.display().to_string())
    }
}

fn read_small(file: &PathBuf) -> Result<String, Notice> {
    let found = std::fs::metadata(file).map_err(|error| Notice::from(&error))?;
    if found.len() > LARGEST {
        return Err(notice!("told-no-theme", bytes = LARGEST));
    }
    std::fs::read_to_string(file).map_err(|error| Notice::from(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user() -> (tempfile::TempDir, UserThemes) {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders {
            config: home.path().join("config"),
            data: home.path().join("data"),
        };
        std::fs::create_dir_all(folders.config.join("themes")).unwrap();
        (home, UserThemes::new(folders))
    }

    #[test]
    fn a_theme_is_found_by_its_name_and_by_its_path() {
        let (home, themes) = user();
        let text = "inherits = \"light\"\n";
        std::fs::write(home.path().join("config/themes/paper.toml"), text).unwrap();
        std::fs::write(home.path().join("config/themes/notes.txt"), "no theme").unwrap();
        let elsewhere = home.path().join("mine.toml");
        std::fs::write(&elsewhere, text).unwrap();
        assert_eq!(themes.names(), ["paper"]);
        assert!(themes.read("paper").unwrap().is_ok());
        assert!(themes.read(elsewhere.to_str().unwrap()).unwrap().is_ok());
        assert!(themes.read("themes/paper.toml").unwrap().is_ok());
        assert!(themes.read("nothing").is_none());
        assert!(themes.read("../mine").is_none(), "a name is no path");
    }

    #[test]
    fn a_fault_names_the_file_the_line_the_key_and_the_nearest_one() {
        let (home, themes) = user();
        let file = home.path().join("config/themes/paper.toml");
        std::fs::write(
            &file,
            "inherits = \"light\"\n[colours]\nbg_pannel = \"#ffffff\"\n",
        )
        .unwrap();
        let fault = themes.fault("paper").unwrap().to_string();
        assert!(
            fault.starts_with(&format!("{}:3: colours.bg_pannel: ", file.display())),
            "{fault}"
        );
        assert!(fault.contains("did you mean bg_panel?"), "{fault}");
        assert!(fault.ends_with("using the theme light"), "{fault}");
        std::fs::write(&file, "inherits = \"light\"\n").unwrap();
        assert_eq!(themes.fault("paper"), None);
    }

    #[test]
    fn a_choice_is_kept_beside_everything_that_the_file_says() {
        let (home, themes) = user();
        let file = home.path().join("config/config.yaml");
        let choice = [("theme", "hc"), ("palette", "cvd")];
        themes.keep(&choice).unwrap();
        assert_eq!(
            std::fs::read_to_string(&file).unwrap(),
            "theme: hc\npalette: cvd\n"
        );
        let text =
            "# mine\nmodel: a # small\ntheme: \"light\"   # of the day\nrules:\n  allow: []\n";
        std::fs::write(&file, text).unwrap();
        themes.keep(&choice).unwrap();
        let kept = text.replace("\"light\"", "hc") + "palette: cvd\n";
        assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
        themes.keep(&[("theme", "~/my themes/a.toml")]).unwrap();
        let kept = kept.replace("theme: hc", "theme: \"~/my themes/a.toml\"");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
    }

    #[test]
    fn a_file_that_cannot_be_edited_safely_is_left_alone() {
        let (home, themes) = user();
        let file = home.path().join("config/config.yaml");
        for text in [
            "theme: [a]\n",
            "{theme: a, theme: b}\n",
            "theme: |\n  hc\n",
            "a: [\n",
        ] {
            std::fs::write(&file, text).unwrap();
            let why = themes.keep(&[("theme", "dark")]).unwrap_err().to_string();
            assert!(why.contains("config.yaml:"), "{why}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }
}
