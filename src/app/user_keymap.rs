//! The user's own key table: locates it, reads it, and watches it for changes; also queries
//! tmux about its keys. A workspace has no key table: its files are not trusted with the
//! meaning of keys.

use std::any::Any;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use super::Setup;
use config::paths::Folders;
use notice::{Notice, notice};
use tui::keymap::{Keymap, KeymapFault, LoadedKeymap};
use tui::run::ExternalChange;
use tui::terminal::findings::TmuxKeys;
use workspace::programs::tmux_options;
use workspace::watch::FileWatch;

/// File name in the user's config folder.
const FILE: &str = "keymap.toml";

/// A file is read up to this size; the key table reports that it is too long.
const LIMIT: u64 = 2 * 1024 * 1024;

/// The user's key table, if there is one.
#[derive(Debug, Clone)]
pub struct UserKeymap {
    /// Actual or future path of the file.
    pub file: PathBuf,
    /// Whether the configuration names the file: then it must exist.
    named: bool,
    /// The workspace's root; tmux is not searched for in it.
    root: PathBuf,
}

impl UserKeymap {
    /// Locates the file named by the configuration's `keymap`, else `keymap.toml` beside the
    /// configuration. A relative path starts at the user's config folder; it may begin with `~/`.
    pub fn of(setup: &Setup) -> Self {
        let named = setup.loaded.config.keymap.as_deref();
        let home = setup.environment.get("HOME").map(Path::new);
        Self {
            root: setup.detected.root.clone(),
            ..Self::at(&setup.folders, home, named)
        }
    }

    fn at(folders: &Folders, home: Option<&Path>, named: Option<&str>) -> Self {
        let file = match (named.unwrap_or(FILE), home) {
            (name, Some(home)) if name.starts_with("~/") => {
                home.join(name.trim_start_matches("~/"))
            }
            (name, _) => folders.config.join(name),
        };
        Self {
            file,
            named: named.is_some(),
            root: PathBuf::new(),
        }
    }

    /// Reads the current text; `None` if there is no file and none is required.
    fn text(&self) -> Result<Option<String>, Notice> {
        match read(&self.file) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == ErrorKind::NotFound && !self.named => Ok(None),
            Err(error) => Err(notice!("told-keymap-unread", why = error)),
        }
    }

    /// Loads the whole table. Invalid rows of the user's file are left out and reported.
    ///
    /// # Errors
    /// Never in a build whose own table can be read.
    pub fn load(&self) -> Result<LoadedKeymap, KeymapFault> {
        Ok(self.table(Keymap::embedded()?, self.text()))
    }

    /// Starts loading in the background; the returned function waits for the result.
    pub fn load_ahead(&self) -> impl FnOnce() -> Result<LoadedKeymap, KeymapFault> + use<> {
        let (own, again) = (self.clone(), self.clone());
        let loading = std::thread::Builder::new()
            .name("keys".into())
            .spawn(move || own.load());
        move || match loading.map(JoinHandle::join) {
            Ok(Ok(loaded)) => loaded,
            _ => again.load(),
        }
    }

    fn table(&self, keymap: Keymap, text: Result<Option<String>, Notice>) -> LoadedKeymap {
        match text {
            Ok(None) => LoadedKeymap {
                keymap,
                faults: Vec::new(),
            },
            Ok(Some(text)) => keymap.with_own(&self.file, &text),
            Err(why) => LoadedKeymap {
                keymap,
                faults: vec![KeymapFault::unreadable(&self.file, why)],
            },
        }
    }

    /// Notifies the screen of each change of the file, as long as the returned watch is held;
    /// uses no polling.
    pub fn watch(self, outside: ExternalChange) -> Option<FileWatch> {
        let known = Mutex::new(self.text());
        let file = self.file.clone();
        FileWatch::start(file, move || {
            let text = self.text();
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if *known == text {
                return true;
            }
            known.clone_from(&text);
            match Keymap::embedded() {
                Ok(keymap) => outside.keys(self.table(keymap, text)),
                Err(_) => true,
            }
        })
    }
}

fn read(file: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    File::open(file)?.take(LIMIT).read_to_string(&mut text)?;
    Ok(text)
}

/// Returns the sources of later changes for the screen: the user's keys as they change,
/// and tmux's answers.
pub fn ask_others(own: UserKeymap, in_tmux: bool) -> impl FnOnce(ExternalChange) -> Box<dyn Any> {
    move |outside| {
        if in_tmux {
            let to = outside.clone();
            let root = own.root.clone();
            let asking = std::thread::Builder::new()
                .name("tmux-keys".into())
                .spawn(move || {
                    if let Some(tmux) = tmux_keys(&root) {
                        to.tmux(tmux);
                    }
                });
            if let Err(error) = asking {
                tracing::debug!(%error, "tmux is not asked");
            }
        }
        Box::new(own.watch(outside))
    }
}

/// Queries tmux about its keys; `None` if it cannot be queried.
pub fn tmux_keys(root: &Path) -> Option<TmuxKeys> {
    let [version, extended_keys, format, passthrough, outer] = tmux_options(root)?;
    Some(TmuxKeys {
        version,
        extended_keys,
        format,
        passthrough,
        outer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(config: &Path) -> Folders {
        Folders {
            config: config.to_owned(),
            data: config.to_owned(),
        }
    }

    #[test]
    fn the_file_lies_beside_the_configuration_or_where_that_says() {
        let folders = folders(Path::new("/c"));
        let home = Some(Path::new("/home/me"));
        let file = |named| UserKeymap::at(&folders, home, named).file;
        assert_eq!(file(None), Path::new("/c/keymap.toml"));
        assert_eq!(file(Some("mine.toml")), Path::new("/c/mine.toml"));
        assert_eq!(file(Some("/x/k.toml")), Path::new("/x/k.toml"));
        assert_eq!(file(Some("~/k.toml")), Path::new("/home/me/k.toml"));
    }

    #[test]
    fn one_that_is_not_there_is_a_fault_only_where_the_configuration_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let folders = folders(folder.path());
        let none = UserKeymap::at(&folders, None, None).load().unwrap();
        assert_eq!(none.faults, []);
        let named = UserKeymap::at(&folders, None, Some("k.toml"))
            .load()
            .unwrap();
        assert!(
            named.faults[0]
                .message
                .to_string()
                .contains("cannot read the keymap"),
            "{:?}",
            named.faults
        );
        assert!(
            !named.keymap.all().is_empty(),
            "the built-in keys are there all the same"
        );
        std::fs::write(folder.path().join("k.toml"), b"\xff\xfe").unwrap();
        let binary = UserKeymap::at(&folders, None, Some("k.toml"))
            .load()
            .unwrap();
        assert_eq!(binary.faults.len(), 1);
    }
}
