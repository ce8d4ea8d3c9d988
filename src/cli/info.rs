//! `agentichat config`, `doctor` and `trust`: gathers the facts and prints them.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use super::args::{ConfigArguments, ConfigView, DoctorArguments, SessionFlags, TrustArguments};
use super::config::{show, show_keys, show_paths, workspace_word};
use super::doctor::{
    self, ConfigReport, DoctorFacts, KeyReport, KeymapReport, LanguageReport, ModelReport,
    PlaceReport, Presence, ProviderReport, SandboxReport, TerminalFacts, WorkspaceReport,
};
use super::{BAD_USAGE, Format, complain, exit_of, faults_of, probe, runtime};
use crate::app::catalogue::KeyState;
use crate::app::data_dirs::unwritable;
use crate::app::user_keymap::UserKeymap;
use crate::app::{Setup, choose_model, registry};
use config::keyring;
use config::load::WorkspaceConfig;
use config::paths::commands_folder;
use config::trust::{Purpose, TrustStore};
use engine::Attendance;
use notice::{Notice, notice};
use protocol::catalogue::FoundModel;
use protocol::index::Consent;
use protocol::query::ProviderStatus;
use provider::claude_cli;
use provider::registry::Registry;
use redact::one_line;
use sandbox::Sandbox;
use sandbox::compose::SandboxOffer;
use sandbox::plan::Rung;
use sandbox::probe::{ProbePlace, probe as probe_boxes};
use sandbox::trial;
use tui::hints::with_keys;
use tui::keymap::Origin;
use tui::terminal::findings::Finding;
use workspace::custom::commands_in;

#[cfg(test)]
mod tests;

/// The provider that most users run without a key: a missing key is not worth a notice.
const DEFAULT_PROVIDER: &str = "ollama";

/// Time limit for choosing the model that a session would start with.
const CHOICE_LIMIT: Duration = Duration::from_secs(10);

/// Reads the settings of the workspace of a folder, for a command without a session.
pub(super) fn setup_in(cwd: Option<PathBuf>) -> Result<Setup, ExitCode> {
    setup(&SessionFlags {
        cwd,
        ..SessionFlags::default()
    })
}

fn setup(flags: &SessionFlags) -> Result<Setup, ExitCode> {
    Setup::of(flags.clone(), Attendance::Unattended)
        .map_err(|error| complain(&error.to_string(), BAD_USAGE))
}

/// Shows the configuration. Status 2 if something in it is wrong.
pub(super) fn config(arguments: &ConfigArguments) -> ExitCode {
    let setup = match setup(&arguments.session) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    let mut out = io::stdout().lock();
    let done = match arguments.what {
        ConfigView::Show => show(&setup.loaded, format, &mut out),
        ConfigView::Keys => show_keys(format, &mut out),
        ConfigView::Path => show_paths(&setup.loaded, &setup.folders, format, &mut out),
    };
    let wrong = arguments.what == ConfigView::Show && setup.loaded.has_errors();
    exit_of(done.map(|()| if wrong { BAD_USAGE } else { 0 }))
}

/// Trusts the workspace's config as it is now, after showing what it sets; or revokes the trust.
pub(super) fn trust(arguments: &TrustArguments) -> ExitCode {
    let flags = SessionFlags {
        cwd: arguments.cwd.clone(),
        ..SessionFlags::default()
    };
    let setup = match setup(&flags) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let root = &setup.detected.root;
    let mut store = TrustStore::open(&setup.folders.trust_file());
    let mut out = io::stdout().lock();
    if arguments.revoke {
        return match store.revoke(root) {
            Ok(taken_back) => {
                let mut said = format!("{} is not trusted any more\n", root.display());
                for (provider, address) in taken_back {
                    let place = one_line(&format!("{provider} at {address}"));
                    said.push_str(&format!("  its files may not go to {place} any more\n"));
                }
                exit_of(out.write_all(said.as_bytes()).map(|()| 0))
            }
            Err(error) => complain(&error.to_string(), 1),
        };
    }
    if let Some(name) = &arguments.send {
        return allow_sending(&setup, name, &mut store);
    }
    match &setup.loaded.workspace {
        WorkspaceConfig::Absent => trust_files(&setup, &mut store),
        WorkspaceConfig::Broken => complain(&faults_of(&setup, Format::Text), BAD_USAGE),
        WorkspaceConfig::Trusted => {
            exit_of(writeln!(out, "{} is trusted already", root.display()).map(|()| 0))
        }
        WorkspaceConfig::Untrusted { text } => {
            if let Err(error) = store.trust(root, text, jiff::Timestamp::now()) {
                return complain(&error.to_string(), 1);
            }
            let mut said = format!("{} is trusted; its config may now set:\n", root.display());
            for ignored in &setup.loaded.ignored {
                said.push_str(&format!("  {} (line {})\n", ignored.key, ignored.line));
            }
            exit_of(out.write_all(said.as_bytes()).map(|()| 0))
        }
    }
}

/// Trusts a workspace without a config for its commands, its agents and its skills, after listing the commands
/// and counting the others.
fn trust_files(setup: &Setup, store: &mut TrustStore) -> ExitCode {
    let root = &setup.detected.root;
    let folder = commands_folder(root);
    let found = commands_in(&folder);
    let counts = [
        (setup.agent_files().untrusted(), "agent"),
        (setup.skill_files().untrusted(), "skill"),
    ];
    if found.commands.is_empty() && counts.iter().all(|(number, _)| *number == 0) {
        let why = "this workspace has neither a .agentichat/config.yaml, nor commands in \
                   .agentichat/commands, nor agents or skills to trust, or is trusted already";
        return complain(why, 1);
    }
    if let Err(error) = store.trust(root, "", jiff::Timestamp::now()) {
        return complain(&error.to_string(), 1);
    }
    let mut said = format!("{} is trusted\n", root.display());
    for (number, what) in counts.into_iter().filter(|(number, _)| *number > 0) {
        said.push_str(&format!("  {}\n", l10n::counted(number, what)));
    }
    for command in found.commands {
        said.push_str(&format!(
            "  /{}  {}\n",
            command.name,
            one_line(&command.help)
        ));
    }
    exit_of(io::stdout().lock().write_all(said.as_bytes()).map(|()| 0))
}

/// Consents to sending the workspace's content to a provider that is not on this machine.
fn allow_sending(setup: &Setup, name: &str, store: &mut TrustStore) -> ExitCode {
    let provider = match registry(setup).get(name) {
        Ok(provider) => provider,
        Err(error) => return complain(&l10n::said(&error.message), BAD_USAGE),
    };
    let address = one_line(&provider.info.address);
    if provider.info.is_local {
        let why = format!("{name} at {address} is on this machine: there is nothing to allow");
        return complain(&why, 1);
    }
    let root = &setup.detected.root;
    let (to, now) = ((name, address.as_str()), jiff::Timestamp::now());
    if let Err(error) = store.keep_consent(Purpose::Model, root, to, Consent::Given, now) {
        return complain(&error.to_string(), 1);
    }
    let said = format!(
        "content of {} may go to {name} at {address}; `agentichat trust --revoke` takes that back\n",
        root.display()
    );
    exit_of(io::stdout().lock().write_all(said.as_bytes()).map(|()| 0))
}

/// Reports what is available and what is missing.
pub(super) fn doctor(arguments: &DoctorArguments) -> ExitCode {
    let setup = match setup(&arguments.session) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    // Output for programs stays English.
    if !arguments.json {
        l10n::speak(setup.language());
    }
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let registry = registry(&setup);
    let programs = setup.installed_programs();
    let (providers, model) = runtime.block_on(async {
        let providers = provider_reports(&setup, &registry).await;
        let model = model_report(&setup, &registry).await;
        (providers, model)
    });
    let facts = DoctorFacts {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        terminal: TerminalFacts {
            interactive: io::stdout().is_terminal(),
            size: crossterm::terminal::size().ok(),
            keys: key_findings(&setup),
            ..TerminalFacts::from_environment(&setup.environment)
        },
        language: language_report(&setup),
        workspace: workspace_report(&setup),
        config: ConfigReport {
            files: config_files(&setup),
            problems: setup.loaded.problems.clone(),
        },
        keymap: keymap_report(&setup),
        places: places(&setup),
        sandbox: sandbox_report(&setup),
        programs,
        providers,
        model,
        notices: notices(&setup),
    };
    let mut out = io::stdout().lock();
    let done = doctor::show(&facts, Format::of(arguments.json), &mut out);
    exit_of(done.map(|()| doctor::exit_status(&facts)))
}

/// Returns the terminal's findings on keys, with the user's own keys for the commands
/// that they name.
fn key_findings(setup: &Setup) -> Vec<Finding> {
    let found = probe::ask(&setup.environment, &setup.detected.root).map(|found| found.all());
    let Ok(loaded) = UserKeymap::of(setup).load() else {
        return Vec::new();
    };
    let named = |finding: Finding| Finding {
        text: with_keys(&loaded.keymap, &finding.text),
        ..finding
    };
    found.into_iter().flatten().map(named).collect()
}

fn keymap_report(setup: &Setup) -> KeymapReport {
    let own = UserKeymap::of(setup);
    let (rows, faults) = match own.load() {
        Ok(loaded) => {
            let rows = loaded.keymap.all().iter();
            let rows = rows.filter(|row| row.origin == Origin::Own).count();
            (rows, loaded.faults)
        }
        Err(fault) => (0, vec![fault]),
    };
    KeymapReport {
        file: own.file,
        rows,
        faults,
    }
}

fn language_report(setup: &Setup) -> LanguageReport {
    let origin = setup.loaded.origin("language");
    let is_auto = setup.loaded.config.language == "auto";
    LanguageReport {
        code: setup.language().code().to_owned(),
        from: match origin.filter(|_| !is_auto) {
            Some(origin) => origin.notice(),
            None => notice!("origin-locale"),
        },
    }
}

fn workspace_report(setup: &Setup) -> WorkspaceReport {
    WorkspaceReport {
        root: setup.detected.root.clone(),
        detected_by: setup.detected.detected_by.word().to_owned(),
        writable: setup.workspace.is_writable(),
        config: workspace_word(&setup.loaded.workspace).to_owned(),
        ignored: setup
            .loaded
            .ignored
            .iter()
            .map(|ignored| ignored.key.to_owned())
            .collect(),
    }
}

fn config_files(setup: &Setup) -> Vec<(std::path::PathBuf, Presence)> {
    let files = [
        Some(setup.loaded.global_file.clone()),
        setup.loaded.workspace_file.clone(),
    ];
    let with_presence = |path: std::path::PathBuf| {
        let presence = if path.exists() {
            Presence::Present
        } else {
            Presence::Absent
        };
        (path, presence)
    };
    files.into_iter().flatten().map(with_presence).collect()
}

fn places(setup: &Setup) -> Vec<PlaceReport> {
    let inside = setup.detected.root.join(config::paths::WORKSPACE_FOLDER);
    let state = if setup.workspace.is_writable() {
        inside
    } else {
        setup
            .folders
            .data
            .join("workspaces")
            .join(&setup.workspace_id.0)
    };
    let keyring = PlaceReport {
        name: "keyring".to_owned(),
        path: keyring::kind(),
        problem: keyring::state().err(),
    };
    let rows = [
        ("state", store::state_file(&state)),
        ("data", setup.folders.data.clone()),
        ("settings", setup.folders.config.clone()),
        ("log", setup.folders.logs()),
    ];
    rows.into_iter()
        .map(|(name, path)| PlaceReport {
            name: name.to_owned(),
            problem: unwritable(&path),
            path: Notice::text(path.display().to_string()),
        })
        .chain([keyring])
        .collect()
}

/// Makes boxes and tries to get out of the best one.
fn sandbox_report(setup: &Setup) -> SandboxReport {
    let none = SandboxOffer::default();
    let (offer, tried) = match Sandbox::of_this_program() {
        Ok(sandbox) => {
            let place = ProbePlace {
                workspace: setup.detected.root.clone(),
                folder: setup.folders.sandbox(),
            };
            let offer = probe_boxes(&sandbox, &place);
            let tried = match offer.rung {
                Rung::Off => Ok(Vec::new()),
                rung => trial::run(&sandbox, rung, &place.folder),
            };
            (offer, tried.map_err(|error| error.notice()))
        }
        Err(error) => (none, Err(Notice::from(&error))),
    };
    let home = setup.environment.get("HOME").map(Path::new);
    let (attempts, problem) = match tried {
        Ok(attempts) => (attempts, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    SandboxReport {
        programs: setup.program_rungs(&offer),
        claude_has_own: claude_cli::has_sandbox(home, &setup.detected.root),
        offer,
        attempts,
        problem,
    }
}

/// Returns the problems of keys and settings, and the keyring of this build.
fn notices(setup: &Setup) -> Vec<Notice> {
    let keys = setup.keys.iter();
    let wrong = keys.filter_map(|(name, key)| {
        let why = key.problem.as_ref()?;
        Some(notice!("told-key-not-used", word = name, why))
    });
    let kept = setup.catalogue().problem();
    let kept = kept.map(|why| notice!("told-settings-not-kept", why));
    wrong.chain(kept).collect()
}

async fn provider_reports(setup: &Setup, registry: &Registry) -> Vec<ProviderReport> {
    let names = registry.names();
    let asked = names
        .iter()
        .map(|name| provider_report(setup, registry, name));
    futures_util::future::join_all(asked).await
}

async fn provider_report(setup: &Setup, registry: &Registry, name: &str) -> ProviderReport {
    let begun = std::time::Instant::now();
    let key = setup.catalogue().key(name).ok();
    // A key that is not needed is reported only if it exists.
    let needs_one = ![DEFAULT_PROVIDER, "claude-cli"].contains(&name);
    let is_told = |key: &KeyState| key.found.is_some() || needs_one;
    let key = key.filter(is_told).map(|key| KeyReport {
        variable: key.variable.clone(),
        present: key.found.is_some(),
        from: key.found.as_ref().map(|found| found.from.notice()),
    });
    let (address, probed) = match registry.get(name) {
        Ok(provider) => {
            let probed = provider.probe().await;
            let models = match &probed {
                Ok(_) => provider.models().await.ok().map(|models| models.len()),
                Err(_) => None,
            };
            (
                provider.info.address.clone(),
                probed.map(|words| (words, models)),
            )
        }
        Err(error) => (String::new(), Err(error)),
    };
    let latency = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let usable = probed.is_ok();
    let (state, models, next) = match probed {
        Ok((words, models)) => (words, models, None),
        Err(error) => (error.message, None, error.hint),
    };
    ProviderReport {
        wanted: is_wanted(setup, name, key.as_ref()),
        status: ProviderStatus {
            provider: name.to_owned(),
            address,
            state,
            usable,
            latency_ms: usable.then_some(latency),
            capabilities: None,
        },
        models,
        key,
        next,
    }
}

/// Returns the model that a session would start with now, with the result of its probe.
async fn model_report(setup: &Setup, registry: &Registry) -> Option<ModelReport> {
    let named = setup.loaded.config.model.clone().map(|model| FoundModel {
        provider: setup.loaded.config.provider.clone(),
        model,
    });
    let found = match named {
        Some(named) => named,
        None => {
            let choosing = choose_model(setup, registry);
            tokio::time::timeout(CHOICE_LIMIT, choosing)
                .await
                .ok()?
                .ok()?
        }
    };
    let probe = setup.catalogue().probe_of(&found.provider, &found.model);
    Some(ModelReport {
        provider: found.provider,
        name: found.model,
        probe,
    })
}

/// Whether the user has set a provider up: named it, or given it a key.
fn is_wanted(setup: &Setup, name: &str, key: Option<&KeyReport>) -> bool {
    let is_named = setup.loaded.origin("provider") != Some(&config::Origin::Default);
    let is_chosen = is_named && setup.loaded.config.provider == name;
    is_chosen || key.is_some_and(|key| key.present)
}
