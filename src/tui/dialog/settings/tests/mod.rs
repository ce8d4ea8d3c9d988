//! Tests of the settings over the whole screen: keys and job progress in, jobs and frames out.

mod changes;
mod keys;
mod look;
pub(crate) mod screens;
mod stray;
mod wizards;

use jiff::Timestamp;
use notice::{Notice, notice};

use super::*;
use crate::effect::Effect;
use crate::tests::TuiHarness;
use client::job::{JobCommand, JobId};
use protocol::agent_profile::{AgentProfile, AgentProfileId, AgentProfileList, ProfileSource};
use protocol::catalogue::{
    BackgroundJob, Budget, Budgets, CallForm, ConfigSetting, ConfiguredValue, KeySource,
    ModelProbe, ModelRecord, OwnFile, Price, ProbedModel, ProviderNeeds, ProviderView,
    SettingsProvider, SettingsSave, Spent,
};
use protocol::stream::ModelInfo;

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn provider(name: &str, from: Option<KeySource>) -> SettingsProvider {
    SettingsProvider {
        view: ProviderView {
            provider: name.into(),
            enabled: name != "mistral",
            default_model_id: None,
            default_model_from: notice!("origin-default"),
            base_url: Some(format!("https://api.{name}.example/v1")),
            base_url_from: notice!("origin-default"),
            api_key_configured: from.is_some(),
            api_key_from: from,
            api_key_variable: format!("{}_API_KEY", name.to_uppercase()),
            api_key_needed: name != "ollama",
            api_key_problem: None,
            updated_at: None,
        },
        is_made_from_settings: true,
        fetches_models: name == "ollama",
        needs: ProviderNeeds::default(),
    }
}

fn model(provider: &str, api_name: &str, builtin: bool) -> ModelRecord {
    ModelRecord {
        id: if builtin {
            api_name.into()
        } else {
            format!("id of {api_name}")
        },
        provider: provider.into(),
        name: api_name.to_uppercase(),
        api_name: api_name.into(),
        is_builtin: builtin,
        context_window: 200_000,
        max_output_tokens: 32_000,
        temperature_default: 0.7,
        price: if builtin {
            Price {
                input: Some(3.0),
                output: Some(15.0),
                cached: Some(0.3),
            }
        } else {
            Price::default()
        },
        vision: None,
        created_at: at(1),
        updated_at: at(2),
    }
}

/// Returns the origin of a value from its English words.
fn origin(words: &str) -> Notice {
    match words.split_once(' ') {
        Some(("environment", word)) => notice!("origin-environment", word),
        Some(("workspace", path)) => notice!("origin-workspace", path),
        Some((_, path)) => notice!("origin-user", path),
        None => notice!("origin-default"),
    }
}

fn configured(key: &str, value: &str, from: &str) -> ConfiguredValue {
    ConfiguredValue {
        key: key.into(),
        value: Some(value.into()),
        from: origin(from),
        doc: "What it is for, in a sentence.".into(),
        change_in: Notice::text("/home/me/.config/agentichat/config.yaml"),
    }
}

/// Returns settings with everything that a screen can show.
pub(crate) fn view() -> SettingsView {
    let environment = KeySource::Environment {
        variable: "ANTHROPIC_API_KEY".into(),
    };
    let mut ollama = provider("ollama", None);
    ollama.view.base_url = Some("http://127.0.0.1:11434".into());
    ollama.view.base_url_from = origin("environment OLLAMA_HOST");
    let mut program = provider("claude-cli", None);
    program.is_made_from_settings = false;
    program.view.base_url = None;
    SettingsView {
        providers: vec![
            provider("anthropic", Some(environment)),
            provider("mistral", None),
            ollama,
            provider("openai", Some(KeySource::Keyring)),
            program,
        ],
        models: vec![
            model("anthropic", "opus-5", true),
            model("anthropic", "haiku-5", true),
            model("openai", "gpt-5", true),
            model("openai", "my-tune", false),
        ],
        probed: Vec::new(),
        configured: vec![
            setting(
                "budgets.day_usd",
                "5",
                "user /home/me/.config/agentichat/config.yaml:3",
                &[],
            ),
            setting("mode", "review", "default", &["plan", "review", "confirm"]),
            setting(
                "rules.deny",
                "shell_exec(rm *)",
                "workspace /home/me/shop/.agentichat/config.yaml:9",
                &[],
            ),
        ],
        budgets: Budgets {
            day: Budget {
                tokens: None,
                usd: Some(5.0),
            },
            ..Budgets::default()
        },
        today: Spent {
            tokens: 12_345,
            usd: 0.12,
            unpriced_tokens: 0,
        },
        no_keyring: None,
        not_kept: None,
        look: look(),
        broken_themes: vec![(
            "torn".into(),
            Notice::text(
                "/home/me/.config/agentichat/themes/torn.toml:3: colours.bg_pannel: there is no such colour; did you mean \
                 bg_panel?; the theme light is used instead",
            ),
        )],
        agents: agents(),
        root: "/home/me/shop".into(),
        keymap: OwnFile {
            path: KEYMAP.into(),
            text: Some(OWN_KEYS.into()),
            problem: None,
        },
    }
}

/// An agent of each kind of file, one of them not used, and a file with a fault.
fn agents() -> AgentProfileList {
    let row = |id: &str, source: ProfileSource| {
        let id = AgentProfileId::new(id).unwrap();
        let name = id.to_string();
        AgentProfile::new(id, name, "Go.".into(), source).row()
    };
    let mut own = row(
        "reviewer",
        ProfileSource::Workspace {
            path: "/home/me/shop/.agentichat/agents/reviewer.md".into(),
        },
    );
    own.description = "Reviews a diff and names what is wrong with it".into();
    own.provider = Some("anthropic".into());
    own.model = Some("haiku-5".into());
    own.tools = Some(2);
    let mut shadowed = row(
        "reviewer",
        ProfileSource::Claude {
            path: "/home/me/shop/.claude/agents/reviewer.md".into(),
        },
    );
    shadowed.shadowed_by = Some(own.source.clone());
    shadowed.notes = vec![notice!("agents-note-model", model = "opus")];
    let mine = row(
        "writer",
        ProfileSource::User {
            path: "/home/me/.config/agentichat/agents/writer.md".into(),
        },
    );
    AgentProfileList {
        agents: vec![own, shadowed, mine],
        problems: vec![Notice::text(
            "/home/me/.config/agentichat/agents/torn.md:3: there is no key tool; tools is one",
        )],
    }
}

const KEYMAP: &str = "/home/me/.config/agentichat/keymap.toml";

/// A keymap with a key of the user's own and a faulty row.
const OWN_KEYS: &str = "# mine\nglobal = [\n  { keys = [\"F5\"], action = \"zoom_pane\" }, # as in the other editor\n\
                        ]\ntree = [{ keys = [\"X\"], action = \"tree_opn\" }]\n";

fn setting(key: &str, value: &str, from: &str, choices: &[&str]) -> ConfigSetting {
    let is_typed = key.starts_with("budgets.");
    ConfigSetting {
        said: configured(key, value, from),
        choices: choices.iter().map(|&choice| choice.to_owned()).collect(),
        typed: is_typed.then(|| notice!("wanted-number", min = 0, max = 1_000_000)),
        over: from.starts_with("environment").then(|| origin(from)),
    }
}

fn look() -> Vec<ConfigSetting> {
    let themes = [
        "auto",
        "dark",
        "light",
        "hc",
        "cvd",
        "cvd_light",
        "ansi16",
        "paper",
        "torn",
    ];
    let user = "user /home/me/.config/agentichat/config.yaml:7";
    vec![
        setting("theme", "dark", user, &themes),
        setting("palette", "standard", "default", &["standard", "cvd"]),
        setting("glyphs", "unicode", "default", &["unicode", "ascii"]),
        setting("motion", "full", "default", &["full", "off"]),
        setting(
            "mouse",
            "full",
            "environment AGENTICHAT_MOUSE",
            &["full", "off"],
        ),
        setting("bell", "true", "default", &["true", "false"]),
        setting("language", "auto", "default", &["auto", "en", "fr", "pt"]),
        setting("interface", "screen", "default", &["screen", "plain"]),
    ]
}

/// The settings on the screen.
impl TuiHarness {
    /// Opens the settings, whose query has no answer yet.
    pub(super) fn settings_asked(width: u16, height: u16) -> Self {
        let mut harness = Self::furnished(width, height);
        harness.press("Ctrl+X ,");
        harness
    }

    /// Shows the settings.
    pub(super) fn settings(width: u16, height: u16) -> Self {
        let mut harness = Self::settings_asked(width, height);
        harness.answer(&JobProgress::Looked(Box::new(view())));
        harness
    }

    /// Shows a page of the settings.
    pub(super) fn settings_on(page: &str, width: u16, height: u16) -> Self {
        let mut harness = Self::furnished(width, height);
        harness
            .app
            .update(|model| model.dialogs.open_settings(page));
        harness.collect();
        harness.answer(&JobProgress::Looked(Box::new(view())));
        harness
    }

    /// Returns the jobs started since the last call, and those cancelled.
    pub(super) fn jobs(&mut self) -> (Vec<(JobId, BackgroundJob)>, Vec<JobId>) {
        let (mut begun, mut ended) = (Vec::new(), Vec::new());
        for effect in std::mem::take(&mut self.effects) {
            match effect {
                Effect::Job(JobCommand::Begin(id, job)) => begun.push((id, *job)),
                Effect::Job(JobCommand::End(id)) => ended.push(id),
                _ => {}
            }
        }
        (begun, ended)
    }

    /// Answers the job started last.
    #[track_caller]
    pub(super) fn answer(&mut self, step: &JobProgress) {
        let (begun, _) = self.jobs();
        let (id, _) = begun.last().expect("a job");
        self.step(*id, step);
    }

    pub(super) fn step(&mut self, id: JobId, step: &JobProgress) {
        self.app.job_progress(id, Some(step));
        self.collect();
    }

    /// Presses Ctrl+S and returns the save.
    #[track_caller]
    pub(super) fn save(&mut self) -> (JobId, SettingsSave) {
        self.press("Ctrl+S");
        self.saving()
    }

    /// Returns the save that was started.
    #[track_caller]
    pub(super) fn saving(&mut self) -> (JobId, SettingsSave) {
        match self.jobs().0.pop() {
            Some((id, BackgroundJob::Save(save))) => (id, *save),
            other => panic!("{other:?}"),
        }
    }
}
