//! The user's own files that a settings screen changes: look and policy in `config.yaml`, and the
//! key table. They are read again each time, and written all or none.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::service::other_origin_notice;
use crate::app::user_keymap::UserKeymap;
use crate::app::user_themes::UserThemes;
use crate::app::{Setup, config_flags};
use config::Value;
use config::own_file;
use config::paths::Folders;
use config::value_file::set_values;
use config::{Flag, KEYS, Key, Kind, LoadedConfig, Origin, Sources, TrustStore, load};
use notice::{Notice, notice};
use protocol::catalogue::{
    ConfigSave, ConfigSetting, ConfiguredValue, OwnFile, OwnFileSave, SaveError, SettingsSave,
    SettingsView,
};
use tui::keymap::OwnTable;
use tui::theme::OwnThemes;

/// The configuration keys about the look, in the order of the page.
const LOOK: &[&str] = &[
    "theme",
    "palette",
    "glyphs",
    "motion",
    "editor.keys",
    "chat.diffs",
    "mouse",
    "notifications",
    "bell",
    "language",
    "interface",
];

/// The configuration keys about who decides and about budgets, by name prefix, in the order
/// of the page.
const POLICY: &[&str] = &[
    "budgets.",
    "mode",
    "rules.",
    "prompt_timeout_s",
    "max_tool_calls_",
    "sandbox",
    "agent_mode",
    "remote_",
    "allow_fallback",
];

pub(super) struct UserFiles {
    folders: Folders,
    environment: BTreeMap<String, String>,
    /// The workspace's root, whose config file may override the user's.
    root: Option<PathBuf>,
    flags: Vec<Flag>,
    keymap: PathBuf,
}

/// The content of the files before they were written.
#[derive(Debug, Default)]
pub(super) struct PreviousContent {
    files: Vec<Change>,
}

#[derive(Debug)]
struct Change {
    path: PathBuf,
    before: Option<String>,
    after: Option<String>,
}

impl UserFiles {
    /// Returns the files of a program with this setup.
    pub fn of(setup: &Setup) -> Self {
        Self {
            folders: setup.folders.clone(),
            environment: setup.environment.clone(),
            root: Some(setup.detected.root.clone()),
            flags: config_flags(&setup.flags).0,
            keymap: UserKeymap::of(setup).file,
        }
    }

    /// Returns the files in this folder, with nothing that overrides them.
    #[cfg(test)]
    pub fn at(folder: &std::path::Path) -> Self {
        Self {
            folders: Folders {
                config: folder.to_owned(),
                data: folder.to_owned(),
            },
            environment: BTreeMap::new(),
            root: None,
            flags: Vec::new(),
            keymap: folder.join("keymap.toml"),
        }
    }

    fn loaded(&self) -> LoadedConfig {
        let trust = TrustStore::open(&self.folders.trust_file());
        load(&Sources {
            folders: &self.folders,
            workspace: self.root.as_deref(),
            trust: &trust,
            environment: &self.environment,
            flags: &self.flags,
        })
    }

    /// Adds the settings of the files to a view.
    pub fn look(&self, view: &mut SettingsView) {
        let (loaded, themes) = (self.loaded(), UserThemes::new(self.folders.clone()));
        let own = themes.names();
        let setting = |name: &&str| self.setting(Key::named(name)?, &loaded, &own);
        view.look = LOOK.iter().filter_map(setting).collect();
        view.configured = policy()
            .filter_map(|key| self.setting(key, &loaded, &[]))
            .collect();
        let broken = own
            .into_iter()
            .filter_map(|name| themes.fault(&name).map(|fault| (name, fault)));
        view.broken_themes = broken.collect();
        view.keymap = self.keymap();
    }

    fn setting(&self, key: &Key, loaded: &LoadedConfig, own: &[String]) -> Option<ConfigSetting> {
        let resolved = loaded.resolved(key.name)?;
        let value = match &resolved.value {
            Value::List(items) if items.is_empty() => None,
            value => Some(key.kind.written(value)),
        };
        let mut choices: Vec<String> = match key.kind {
            Kind::Choice(words) | Kind::Known(words) => {
                words.iter().map(|&word| word.to_owned()).collect()
            }
            Kind::Switch => vec!["true".to_owned(), "false".to_owned()],
            _ => Vec::new(),
        };
        let is_list = matches!(key.kind, Kind::List);
        let typed = (choices.is_empty() && !is_list).then(|| key.kind.expected());
        if key.name == "theme" {
            choices.extend(own.iter().cloned());
        }
        // A theme may be named by its path.
        if let Some(value) = &value
            && !choices.is_empty()
            && !choices.contains(value)
        {
            choices.push(value.clone());
        }
        let is_users = matches!(resolved.origin, Origin::Default | Origin::Global { .. });
        Some(ConfigSetting {
            over: (!is_users).then(|| resolved.origin.notice()),
            said: ConfiguredValue {
                key: key.name.to_owned(),
                value: value.as_deref().map(redact::one_line),
                from: resolved.origin.notice(),
                doc: key.doc().to_owned(),
                change_in: if is_list {
                    self.change_in(&resolved.origin)
                } else {
                    self.change_in(&Origin::Default)
                },
            },
            choices,
            typed,
        })
    }

    /// Names the place where a value is changed by hand: its source, or the user's file.
    fn change_in(&self, origin: &Origin) -> Notice {
        match origin {
            Origin::Default => Notice::text(self.folders.config_file().display().to_string()),
            Origin::Global { path, line } | Origin::Workspace { path, line } => {
                Notice::text(format!("{}:{line}", path.display()))
            }
            Origin::Environment { variable } => notice!("origin-the-variable", word = variable),
            Origin::Flag { flag } => notice!("origin-the-flag", word = flag),
        }
    }

    fn keymap(&self) -> OwnFile {
        let (text, problem) = match own_file::read(&self.keymap) {
            Ok(text) => (text, None),
            Err(error) => (None, Some(error.notice())),
        };
        OwnFile {
            path: self.keymap.display().to_string(),
            text,
            problem,
        }
    }

    /// Checks that the changes are valid, and that the files are still as the user saw them.
    pub fn check(&self, save: &SettingsSave) -> Result<(), SaveError> {
        if save.config.is_empty() && save.keymap.is_none() {
            return Ok(());
        }
        let mut now = SettingsView::default();
        self.look(&mut now);
        if !save.config.is_empty()
            && let Some(fault) = self.loaded().fault_of_global()
        {
            let why = notice!("told-file-left-out", why = fault.notice());
            return Err(SaveError::NotKept(why));
        }
        let mut stale = Vec::new();
        for one in &save.config {
            let mut all = now.look.iter().chain(&now.configured);
            match all.find(|setting| setting.said.key == one.key) {
                Some(setting) if !can_be(setting, &one.value) => {
                    let key = &one.key;
                    let why = match &setting.typed {
                        Some(wanted) => notice!("told-setting-must-be", key, wanted),
                        None => {
                            let words = setting.choices.join(", ");
                            notice!("told-setting-can-be", key, words)
                        }
                    };
                    return Err(SaveError::NotKept(why));
                }
                Some(setting) if setting.said.value.as_ref() != Some(&one.seen) => {
                    stale.push(one.key.clone());
                }
                Some(_) => {}
                None => {
                    let why = notice!("told-setting-not-here", key = one.key);
                    return Err(SaveError::NotKept(why));
                }
            }
        }
        if let Some(keymap) = &save.keymap {
            if let Some(why) = now.keymap.problem {
                return Err(SaveError::NotKept(why));
            }
            if now.keymap.text != keymap.seen {
                stale.push(now.keymap.path.clone());
            }
            let before = keymap.seen.as_deref().unwrap_or_default();
            let faults = |text| OwnTable::of(&now.keymap.path, text).faults;
            let (before, after) = (faults(before), faults(&keymap.text));
            if let Some(fault) = after.get(before.len()..).and_then(<[_]>::first) {
                return Err(SaveError::NotKept(fault.notice()));
            }
        }
        if stale.is_empty() {
            Ok(())
        } else {
            Err(SaveError::Stale { what: stale })
        }
    }

    /// Writes the files; if one cannot be written, the others are restored.
    pub fn write(
        &self,
        config: &[ConfigSave],
        keymap: Option<&OwnFileSave>,
    ) -> Result<PreviousContent, Notice> {
        let mut before = PreviousContent::default();
        if !config.is_empty() {
            let path = self.folders.config_file();
            let held = own_file::read(&path).map_err(|error| error.notice())?;
            let values: Vec<_> = config.iter().map(|one| (&*one.key, written(one))).collect();
            let values: Vec<_> = values.iter().map(|(key, value)| (*key, &**value)).collect();
            set_values(&path, &values).map_err(|error| error.notice())?;
            let after = own_file::read(&path).map_err(|error| error.notice())?;
            before.files.push(Change {
                path,
                before: held,
                after,
            });
        }
        if let Some(keymap) = keymap {
            let written = own_file::write(&self.keymap, keymap.seen.as_deref(), Some(&keymap.text));
            if let Err(error) = written {
                before.restore();
                return Err(error.notice());
            }
            before.files.push(Change {
                path: self.keymap.clone(),
                before: keymap.seen.clone(),
                after: Some(keymap.text.clone()),
            });
        }
        Ok(before)
    }

    /// Returns what overrides the saved settings.
    pub fn over(&self, config: &[ConfigSave]) -> Vec<Notice> {
        if config.is_empty() {
            return Vec::new();
        }
        let mut now = SettingsView::default();
        self.look(&mut now);
        let saved = |one: &&ConfigSetting| config.iter().any(|save| save.key == one.said.key);
        let all = now.look.iter().chain(&now.configured);
        let over = all.filter(saved).filter_map(|one| {
            let (key, from) = (&one.said.key, one.over.as_ref()?);
            Some(other_origin_notice(from, key))
        });
        over.collect()
    }
}

/// Returns the keys of the policy, in the order of the page.
fn policy() -> impl Iterator<Item = &'static Key> {
    let is_group = |name: &str| name.ends_with(['.', '_']);
    POLICY.iter().flat_map(move |name| {
        let keys = KEYS.iter();
        keys.filter(move |key| key.name == *name || key.name.starts_with(name) && is_group(name))
    })
}

/// Returns a value as written to the file: a number without its blanks, and `off` for none.
fn written(save: &ConfigSave) -> String {
    let kind = Key::named(&save.key).map(|key| key.kind);
    let read = kind.and_then(|kind| Some((kind, kind.read_text(&save.value)?)));
    read.map_or_else(|| save.value.clone(), |(kind, value)| kind.written(&value))
}

/// Whether a setting accepts this value.
fn can_be(setting: &ConfigSetting, value: &str) -> bool {
    let kind = Key::named(&setting.said.key).map(|key| key.kind);
    match setting.typed {
        Some(_) => kind.is_some_and(|kind| kind.read_text(value).is_some()),
        None => setting.choices.iter().any(|choice| choice == value),
    }
}

impl PreviousContent {
    /// Restores the files, the last one first. A file that someone else wrote meanwhile
    /// is left alone.
    pub fn restore(&self) {
        for change in self.files.iter().rev() {
            let Change {
                path,
                before,
                after,
            } = change;
            if let Err(error) = own_file::write(path, after.as_deref(), before.as_deref()) {
                tracing::warn!(%error, "a file of the settings could not be put back");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> (tempfile::TempDir, UserFiles) {
        let folder = tempfile::tempdir().unwrap();
        let files = UserFiles::at(folder.path());
        (folder, files)
    }

    fn view(files: &UserFiles) -> SettingsView {
        let mut view = SettingsView::default();
        files.look(&mut view);
        view
    }

    fn theme(value: &str, seen: &str) -> SettingsSave {
        SettingsSave {
            config: vec![ConfigSave {
                key: "theme".into(),
                value: value.into(),
                seen: seen.into(),
            }],
            ..SettingsSave::default()
        }
    }

    #[test]
    fn the_look_is_read_anew_with_where_it_was_said_and_the_themes_of_ones_own() {
        let (folder, files) = files();
        std::fs::create_dir(folder.path().join("themes")).unwrap();
        let own = |name: &str, text: &str| {
            std::fs::write(folder.path().join(format!("themes/{name}.toml")), text).unwrap();
        };
        own("paper", "inherits = \"light\"\n");
        own(
            "torn",
            "inherits = \"light\"\n[colours]\nbg_pannel = \"#ffffff\"\n",
        );
        std::fs::write(folder.path().join("config.yaml"), "# x\ntheme: paper\n").unwrap();
        let now = view(&files);
        assert_eq!(now.look.len(), LOOK.len());
        let theme = &now.look[0];
        assert_eq!(theme.said.value.as_deref(), Some("paper"));
        assert!(
            theme.said.from.to_string().ends_with("config.yaml:2"),
            "{}",
            theme.said.from
        );
        assert!(theme.choices.contains(&"torn".to_owned()));
        assert_eq!(
            (&theme.choices[0], &theme.over),
            (&"auto".to_owned(), &None)
        );
        let [(name, fault)] = now.broken_themes.as_slice() else {
            panic!("{:?}", now.broken_themes);
        };
        assert!(
            name == "torn" && fault.to_string().contains("torn.toml:3: colours.bg_pannel"),
            "{fault}"
        );
        let bell = now.look.iter().find(|one| one.said.key == "bell").unwrap();
        assert_eq!(bell.choices, ["true", "false"]);
    }

    #[test]
    fn nothing_is_saved_into_a_file_that_is_left_out_for_a_fault() {
        let (folder, files) = files();
        let path = folder.path().join("config.yaml");
        std::fs::write(&path, "mode: plan\nmodle: x\n").unwrap();
        let Err(SaveError::NotKept(why)) = files.check(&theme("hc", "auto")) else {
            panic!("it would not hold");
        };
        assert!(
            why.to_string().contains("config.yaml:2:1")
                && why.to_string().contains("until you fix it"),
            "{why}"
        );
        std::fs::write(&path, "mode: plan\n").unwrap();
        assert_eq!(files.check(&theme("hc", "auto")), Ok(()));
    }

    #[test]
    fn what_stands_over_the_users_file_is_told() {
        let (_folder, mut files) = files();
        files.environment = [("AGENTICHAT_THEME".to_owned(), "hc".to_owned())].into();
        let now = view(&files);
        assert_eq!(
            now.look[0]
                .over
                .as_ref()
                .map(ToString::to_string)
                .as_deref(),
            Some("environment AGENTICHAT_THEME")
        );
        let save = theme("dark", "hc");
        files.check(&save).unwrap();
        files.write(&save.config, None).unwrap();
        let words = files.over(&save.config);
        assert!(
            words[0]
                .to_string()
                .contains("AGENTICHAT_THEME overrides theme"),
            "{words:?}"
        );
    }

    #[test]
    fn what_cannot_be_or_is_not_as_it_was_seen_is_not_saved() {
        let (folder, files) = files();
        files.check(&theme("light", "auto")).unwrap();
        let stale = files.check(&theme("light", "dark")).unwrap_err();
        assert_eq!(
            stale,
            SaveError::Stale {
                what: vec!["theme".into()]
            }
        );
        for (key, value) in [
            ("theme", "nothing"),
            ("provider", "openai"),
            ("bell", "loud"),
        ] {
            let mut save = theme(value, "auto");
            save.config[0].key = key.into();
            let why = files.check(&save).unwrap_err();
            assert!(matches!(why, SaveError::NotKept(_)), "{key}: {why}");
        }
        let keymap = |seen: Option<&str>, text: &str| SettingsSave {
            keymap: Some(OwnFileSave {
                text: text.into(),
                seen: seen.map(str::to_owned),
            }),
            ..SettingsSave::default()
        };
        files.check(&keymap(None, "# none\n")).unwrap();
        let why = files
            .check(&keymap(
                None,
                "editor = [{ keys = [\"a\"], action = \"newline\" }]",
            ))
            .unwrap_err();
        assert!(why.to_string().contains("keymap.toml:1: "), "{why}");
        std::fs::write(folder.path().join("keymap.toml"), "# there\n").unwrap();
        let stale = files.check(&keymap(None, "# none\n")).unwrap_err();
        assert!(matches!(stale, SaveError::Stale { .. }), "{stale}");
    }

    #[test]
    fn the_files_are_written_both_or_none_and_put_back_as_they_were() {
        let (folder, files) = files();
        let (config, keymap) = (
            folder.path().join("config.yaml"),
            folder.path().join("keymap.toml"),
        );
        std::fs::write(&config, "# mine\ntheme: hc # of the day\n").unwrap();
        let save = theme("light", "hc");
        let keys = OwnFileSave {
            text: "# keys\n".into(),
            seen: None,
        };
        let before = files.write(&save.config, Some(&keys)).unwrap();
        let text = std::fs::read_to_string(&config).unwrap();
        assert_eq!(text, "# mine\ntheme: light # of the day\n");
        assert_eq!(std::fs::read_to_string(&keymap).unwrap(), "# keys\n");
        // The key table exists by now, so it is not what the user saw: the other file
        // is restored too.
        let other = theme("dark", "light");
        let why = files.write(&other.config, Some(&keys)).unwrap_err();
        let why = why.to_string();
        assert!(why.contains("keymap.toml was changed"), "{why}");
        assert_eq!(std::fs::read_to_string(&config).unwrap(), text);
        before.restore();
        assert!(!keymap.exists());
        let text = std::fs::read_to_string(&config).unwrap();
        assert_eq!(text, "# mine\ntheme: hc # of the day\n");
    }

    #[test]
    fn the_policy_is_kept_in_its_groups_and_lists_are_left_to_the_user() {
        let (folder, files) = files();
        let path = folder.path().join("config.yaml");
        let text = "# mine\nbudgets: # of the month\n  day_tokens: 5000 # little\nrules:\n  deny:\n    - \"a(b)\" # never\n";
        std::fs::write(&path, text).unwrap();
        let now = view(&files);
        let of = |key: &str| {
            let mut all = now.configured.iter();
            all.find(|one| one.said.key == key).unwrap()
        };
        let value = |key| of(key).said.value.as_deref();
        assert_eq!(value("budgets.day_tokens"), Some("5000"));
        assert_eq!(value("budgets.day_usd"), Some("off"));
        assert_eq!(value("rules.deny"), Some("a(b)"));
        assert_eq!(value("rules.allow"), None, "a list without items");
        assert!(of("mode").choices.contains(&"plan".to_owned()));
        let deny = of("rules.deny");
        assert!(deny.choices.is_empty() && deny.typed.is_none());
        assert!(
            deny.said.change_in.to_string().ends_with("config.yaml:5"),
            "{}",
            deny.said.change_in
        );

        let save = |key: &str, value: &str, seen: &str| ConfigSave {
            key: key.into(),
            value: value.into(),
            seen: seen.into(),
        };
        let of_all = |config: Vec<ConfigSave>| SettingsSave {
            config,
            ..SettingsSave::default()
        };
        let many = of_all(vec![
            save("budgets.day_tokens", "off", "5000"),
            save("budgets.day_usd", "2.5", "off"),
            save("mode", "confirm", "review"),
        ]);
        files.check(&many).unwrap();
        files.write(&many.config, None).unwrap();
        let after = std::fs::read_to_string(&path).unwrap();
        let expected =
            text.replace("5000 # little\n", "off # little\n  day_usd: 2.5\n") + "mode: confirm\n";
        assert_eq!(after, expected);
        for (key, value) in [
            ("budgets.day_usd", "-1"),
            ("rules.deny", "x"),
            ("mode", "sometimes"),
        ] {
            let seen = match key {
                "budgets.day_usd" => "2.5",
                _ => "",
            };
            let why = files
                .check(&of_all(vec![save(key, value, seen)]))
                .unwrap_err();
            assert!(matches!(why, SaveError::NotKept(_)), "{key}: {why}");
        }
    }
}
