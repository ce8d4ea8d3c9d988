//! Paths of the user's config folder and data folder, and of the files in them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use notice::{Notice, notice};
use support::private;

/// Name of the program in folder names.
const NAME: &str = "agentichat";
/// Name of the config file, in the user's folder and in `.agentichat/`.
pub const CONFIG_FILE: &str = "config.yaml";
/// The program's folder in a workspace.
pub const WORKSPACE_FOLDER: &str = ".agentichat";

/// Name prefixes of the program's own files in the data folder.
const OURS: [&str; 9] = [
    "cache",
    "global.db",
    "keys",
    "logs",
    "outputs",
    "sandbox",
    "sockets",
    "trust.json",
    "workspaces",
];

/// Extension of a theme file.
const THEME_ENDING: &str = ".toml";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    pub config: PathBuf,
    /// Data: databases, logs, trust.
    pub data: PathBuf,
}

/// The folders could not be determined.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum FoldersError {
    /// The user has no home folder.
    NoHome(#[source] etcetera::HomeDirError),
    /// A folder was given as an empty text.
    Empty { variable: &'static str },
    /// A relative folder could not be made absolute.
    Relative {
        variable: &'static str,
        #[source]
        cause: std::io::Error,
    },
}

impl FoldersError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NoHome(_) => notice!("told-no-home"),
            Self::Empty { variable } => notice!("told-variable-empty", word = variable),
            Self::Relative { variable, cause } => {
                notice!("told-variable-relative", word = variable, why = cause)
            }
        }
    }
}

impl Folders {
    /// Finds the folders: `AGENTICHAT_CONFIG_DIR` and `AGENTICHAT_DATA_DIR`, else the platform's
    /// convention. Creates nothing.
    ///
    /// # Errors
    /// If there is no home folder, or one of the variables is unusable.
    pub fn find(environment: &BTreeMap<String, String>) -> Result<Self, FoldersError> {
        let config = overridden(environment, "AGENTICHAT_CONFIG_DIR")?;
        let data = overridden(environment, "AGENTICHAT_DATA_DIR")?;
        if let (Some(config), Some(data)) = (&config, &data) {
            return Ok(Self {
                config: config.clone(),
                data: data.clone(),
            });
        }
        let platform = etcetera::choose_base_strategy().map_err(FoldersError::NoHome)?;
        Ok(Self {
            config: config.unwrap_or_else(|| platform.config_dir().join(NAME)),
            data: data.unwrap_or_else(|| platform.data_dir().join(NAME)),
        })
    }

    pub fn config_file(&self) -> PathBuf {
        self.config.join(CONFIG_FILE)
    }

    /// Returns the folder for what boxes of commands need.
    pub fn sandbox(&self) -> PathBuf {
        self.data.join("sandbox")
    }

    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }

    /// Returns the names of the user's own themes, sorted.
    pub fn own_themes(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.themes()).into_iter().flatten();
        let names = files.flatten().filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            let stem = name.strip_suffix(THEME_ENDING)?;
            is_theme_name(stem).then(|| stem.to_owned())
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// Returns the file of one of the user's own themes, by its name or by a path: one that begins
    /// with `~/`, is absolute, or is relative to the folder of the config file. `None` if there is
    /// no such file.
    pub fn theme_file(&self, name: &str) -> Option<PathBuf> {
        let file = if is_theme_name(name) {
            self.themes().join(format!("{name}{THEME_ENDING}"))
        } else if !name.ends_with(THEME_ENDING) {
            return None;
        } else if let Some(inside) = name.strip_prefix("~/") {
            etcetera::home_dir().ok()?.join(inside)
        } else {
            self.config.join(name)
        };
        file.is_file().then_some(file)
    }

    pub fn logs(&self) -> PathBuf {
        self.data.join("logs")
    }

    /// Path of the file with the trusted workspaces.
    pub fn trust_file(&self) -> PathBuf {
        self.data.join("trust.json")
    }
}

impl Folders {
    /// Makes the data folder private to the user if it belongs to the program alone. A variable may
    /// name a folder that holds other things too.
    pub fn mend_folder(&self) {
        let is_named_so = self.data.file_name().is_some_and(|name| name == NAME);
        if is_named_so || self.data.join("global.db").is_file() {
            private::mend_folder(&self.data);
        }
    }

    /// Makes the data folder and the program's files in it private. Checks every file there.
    pub fn mend_all(&self) {
        self.mend_folder();
        for entry in std::fs::read_dir(&self.data)
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name();
            let is_ours = name
                .to_str()
                .is_some_and(|name| OURS.iter().any(|ours| name.starts_with(ours)));
            if is_ours {
                private::mend_all(&entry.path());
            }
        }
    }
}

/// Whether this can be the name of a theme, and is no path.
fn is_theme_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}

/// Returns the config file of the workspace with this root.
pub fn workspace_config_file(root: &Path) -> PathBuf {
    root.join(WORKSPACE_FOLDER).join(CONFIG_FILE)
}

/// Returns the folder of the own commands of the workspace with this root.
pub fn commands_folder(root: &Path) -> PathBuf {
    root.join(WORKSPACE_FOLDER).join("commands")
}

/// Whether the file, or a link in its place, lies outside the root once links are followed. For a
/// file that does not exist yet, the folder decides.
pub(super) fn leaves(root: &Path, file: &Path) -> bool {
    let Ok(root) = std::fs::canonicalize(root) else {
        return true;
    };
    let there = file
        .ancestors()
        .find(|path| path.symlink_metadata().is_ok());
    // A dangling link cannot be followed, and its later target is unknown.
    there
        .and_then(|path| std::fs::canonicalize(path).ok())
        .is_none_or(|real| !real.starts_with(&root))
}

/// Returns the process's environment, without variables that are not UTF-8 (none of the program's
/// own can be).
pub fn environment() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

fn overridden(
    environment: &BTreeMap<String, String>,
    variable: &'static str,
) -> Result<Option<PathBuf>, FoldersError> {
    let Some(folder) = environment.get(variable) else {
        return Ok(None);
    };
    if folder.trim().is_empty() {
        return Err(FoldersError::Empty { variable });
    }
    std::path::absolute(folder)
        .map(Some)
        .map_err(|cause| FoldersError::Relative { variable, cause })
}
