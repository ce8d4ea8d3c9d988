//! From a setup to a running actor with one open session.

mod handover;
mod session_choice;
mod unsent;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::mpsc;

pub(super) use self::handover::{Handover, StartFrom};
use self::handover::{HandoverOutcome, take_over};
use self::session_choice::{
    StoredSession, choose_session, notify_of_drafts, notify_of_interrupted,
};
use super::crash_recovery::{CrashRecovery, mark_interrupted};
use super::egress::StoredConsents;
use super::replay_writer::install_file_writers;
use super::rule_files::ConfigRules;
use super::{ProviderEmbedder, Setup};
use ::hooks::Dialect;
use client::ipc::client::{AttachError, OpeningError};
use config::ContextLength;
use config::hooks::user_folders;
use config::load::WorkspaceConfig;
use config::paths::{commands_folder, workspace_config_file};
use config::trust::TrustStore;
use engine::{Attendance, EngineConfig};
use index::{Index, Settings as IndexSettings, VectorSettings};
use mcp::Servers;
use notice::{Count, Notice, notice};
use protocol::approval::Mode;
use protocol::call::{ToolClass, ToolSpec};
use protocol::command::Command;
use protocol::effort::Effort;
use protocol::ids::SessionId;
use protocol::query::ExternalProgram;
use protocol::sandbox::{SandboxOffer, SandboxState, World};
use protocol::session::{SessionSettings, SettingsChange};
use provider::registry::Registry;
use runtime::actor::facts::FixedFacts;
use runtime::actor::{
    Catalogue, Dependencies, InstructionPolicy, RequestSettings, Watching, start_after,
};
use runtime::ledger::Ledger;
use sandbox::Sandbox;
use sandbox::compose::{self, Setting};
use sandbox::plan::Rung;
use sandbox::programs::AgentFolder;
use session::handle::Request;
use store::global::GlobalStore;
use store::lock::LockError;
use store::{OpenedStore, RetentionMode, Store, StoreError, StoreLocation, state_file};
use tools::{
    CommandBoxes, Limits, Records, Surroundings, ToolBox, installed_programs, policy_parser, specs,
};
use workspace::RecoveryOutcome;
use workspace::custom::commands_in;

/// Maximum number of commands that are named if the workspace is not trusted.
const NAMED: usize = 5;

/// The session to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartWith {
    /// A new session.
    New,
    /// The last session of the workspace, or a new one if there is none.
    Latest,
    Session(SessionId),
}

/// The rungs on which programs run that are no commands of the agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ProgramRungs {
    pub hooks: Rung,
    pub claude: Rung,
}

/// An error that prevents the start.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum StartupError {
    /// The database cannot be used.
    Store(#[from] StoreError),
    /// The session is open elsewhere, or cannot be locked.
    Lock(#[from] LockError),
    /// The workspace has no such session.
    NoSession(SessionId),
    /// The terminal that owns the workspace cannot be attached to.
    Attach(#[from] AttachError),
    /// The owner does not open the session.
    Opening(#[from] OpeningError),
    /// Input that was given while nobody owned the workspace cannot be stored.
    Unkept { lost: Count, why: Notice },
    /// The recording cannot be created.
    Recording(#[from] protocol::stream::ProviderError),
}

impl StartupError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Store(error) => error.notice(),
            Self::Lock(error) => error.notice(),
            Self::NoSession(id) => notice!("told-no-session-here", word = id.to_string()),
            Self::Attach(error) => error.notice(),
            Self::Opening(error) => error.notice(),
            Self::Unkept { lost, why } => notice!("told-not-kept-as-draft", why, counted = lost),
            Self::Recording(error) => error.message.clone(),
        }
    }
}

/// A running actor.
#[derive(Debug)]
pub struct Running {
    /// The open session.
    pub session: SessionId,
    /// The command that makes the session live; the listener sends it, so that it misses nothing.
    pub open: Command,
    /// Commands that first apply the flags to a stored session, and commands that open other
    /// sessions with open questions.
    pub then: Vec<Command>,
    /// Notices to the user.
    pub notices: Vec<Notice>,
}

impl Setup {
    /// Opens the store, takes the session's lock and starts the actor on this runtime, listening to
    /// `requests`. Quick, but blocks.
    ///
    /// # Errors
    /// See [`StartupError`].
    pub async fn startup(
        &self,
        providers: Registry,
        start_with: StartWith,
        requests: mpsc::Receiver<Request>,
    ) -> Result<Running, StartupError> {
        self.startup_with(providers, StartFrom::With(start_with), requests)
            .await
    }

    /// Like [`startup`](Self::startup), also in place of an owner that is gone.
    pub(super) async fn startup_with(
        &self,
        providers: Registry,
        begin: StartFrom,
        requests: mpsc::Receiver<Request>,
    ) -> Result<Running, StartupError> {
        let mut notices = Vec::new();
        let (opened, folder) = self.open_store(&mut notices)?;
        notices.extend(opened.notices);
        if state_file(&folder).is_file() {
            self.workspace.keep_journal_in(&folder);
            let cut_off = self.workspace.finish_in_place();
            notices.extend(cut_off.iter().map(RecoveryOutcome::words));
        }
        let store = opened.store;
        self.check_database_owner(&store, &folder, &mut notices)?;
        let HandoverOutcome {
            session,
            known,
            locks,
            first,
        } = self.begin(begin, &store, &folder, &mut notices).await?;
        let ledger = Arc::new(Ledger::new(store.clone(), Arc::clone(&self.workspace)));
        let servers = self.mcp_servers();
        let tools = self.tool_box(&ledger, &folder, &providers, servers.0.servers());
        let tools = Arc::new(tools);
        let work = (&ledger, &tools);
        let CrashRecovery {
            last: last_seq,
            waiting,
            interrupted,
        } = mark_interrupted(&store, work, &folder, session, opened.last_seq).await?;
        if known == StoredSession::New && self.attendance == Attendance::Attended {
            notify_of_interrupted(&store, &interrupted, &mut notices).await?;
        }
        self.remember_workspace();
        let settings = self.session_settings();
        let cache = Arc::new(self.cache_in(&folder));
        let providers = self.with_recorder(self.with_answers(providers, &cache), &settings)?;
        install_file_writers(&providers, &self.workspace);
        let facts = self.facts(&folder);
        if !facts.writable {
            notices.push(notice!("told-folder-read-only"));
        }
        notices.extend(self.sandbox_off());
        let memory = self.memory_service(&providers);
        let own_provider = self.stored_provider(&store, session).await;
        let parts = Dependencies {
            engine: self.engine_config(&store, &providers).await?,
            workspace_id: self.workspace_id.clone(),
            workspace: Arc::clone(&self.workspace),
            tools,
            ledger: Arc::clone(&ledger),
            providers: Arc::new(providers),
            store,
            last_seq,
            requests: self.request_settings(),
            catalogue: Arc::clone(self.catalogue()) as Arc<dyn Catalogue>,
            cache,
            memory,
            rule_files: Arc::new(self.rule_files()),
            hooks: self.hook_files(),
            servers: Some(servers),
            consents: Arc::new(StoredConsents::new(
                self.detected.root.clone(),
                self.folders.trust_file(),
            )),
            facts,
            watching: match self.attendance {
                Attendance::Attended => Watching::Live,
                Attendance::Unattended => Watching::Off,
            },
            patience: self.patience,
            lock_folder: folder,
            locks,
        };
        start_after(parts, first, requests);
        let (open, mut then) = match known {
            StoredSession::Stored => (
                Command::OpenSession { session },
                self.flags_for_stored(session, own_provider.as_deref()),
            ),
            StoredSession::New => (Command::CreateSession { session, settings }, Vec::new()),
        };
        // Their questions are shown beside, as before their process died.
        if self.attendance == Attendance::Attended {
            let open = |session| Command::OpenSession { session };
            then.extend(waiting.into_iter().map(open));
        }
        Ok(Running {
            session,
            open,
            then,
            notices,
        })
    }

    /// Returns the session to start with, and its lock.
    async fn begin(
        &self,
        begin: StartFrom,
        store: &Store,
        folder: &Path,
        notices: &mut Vec<Notice>,
    ) -> Result<HandoverOutcome, StartupError> {
        let start_with = match begin {
            StartFrom::With(start_with) => start_with,
            StartFrom::After(inheritance) => {
                return take_over(store, folder, inheritance, notices).await;
            }
        };
        let (session, known, lock) = choose_session(store, folder, start_with, notices).await?;
        if known == StoredSession::New && self.attendance == Attendance::Attended {
            notify_of_drafts(store, folder, notices).await?;
        }
        Ok(HandoverOutcome {
            session,
            known,
            locks: lock.into_iter().map(|lock| (session, lock)).collect(),
            first: VecDeque::new(),
        })
    }

    /// Returns the engine's configuration.
    async fn engine_config(
        &self,
        store: &Store,
        providers: &Registry,
    ) -> Result<EngineConfig, StartupError> {
        Ok(EngineConfig {
            max_tool_calls: self.max_tool_calls(),
            tool_calls_key: match self.attendance {
                Attendance::Unattended => "max_tool_calls_per_job",
                Attendance::Attended => "max_tool_calls_workbench",
            },
            max_schema_retries: self.loaded.config.max_schema_retries,
            attendance: self.attendance,
            prompt_timeout_s: self.loaded.config.prompt_timeout_s,
            sandbox: asked_rung(&self.loaded.config.sandbox),
            rules: self.rules.clone(),
            last_checkpoint: store.last_checkpoint_number().await?,
            budgets: self.catalogue().budgets(),
            routing: self.routing(),
            providers: providers.names(),
            reasoning: provider::effort::table().clone(),
            effort: self.loaded.config.effort,
            hooks: self.hook_events(),
            rereads_hooks: true,
            recalls: self.loaded.config.memory_enabled,
            ..EngineConfig::default()
        })
    }

    /// Returns the facts that stay fixed while the engine runs; the state is in `folder`.
    fn facts(&self, folder: &Path) -> FixedFacts {
        FixedFacts {
            detected_by: self.detected.detected_by.word().to_owned(),
            trusted: self.loaded.workspace == WorkspaceConfig::Trusted,
            commands_in: self.own_commands(),
            agents: Some(Arc::new(self.agent_files())),
            writable: self.workspace.is_writable(),
            known_in: Some(self.folders.data.clone()),
            kept_in: Some(state_file(folder)).filter(|file| file.is_file()),
        }
    }

    /// Returns the last session of the workspace; `None` if there is none.
    ///
    /// # Errors
    /// See [`StartupError`].
    pub async fn latest_session(&self) -> Result<Option<SessionId>, StartupError> {
        let (opened, _) = self.open_store(&mut Vec::new())?;
        Ok(opened.store.latest_session().await?)
    }

    /// Returns the workspace's database and its folder, for reading beside the process that works
    /// in it; `None` if nothing is stored yet.
    ///
    /// # Errors
    /// See [`StartupError`].
    pub fn stored(&self) -> Result<Option<(Store, PathBuf)>, StartupError> {
        let folders = self.state_folders();
        if !folders.iter().any(|folder| state_file(folder).is_file()) {
            return Ok(None);
        }
        let (opened, folder) = self.open_store(&mut Vec::new())?;
        Ok(Some((opened.store, folder)))
    }

    /// Returns the models of a provider that have answered in this workspace, the latest first;
    /// empty if nothing is stored yet.
    pub(super) async fn models_used(&self, provider: &str) -> Vec<String> {
        match self.stored() {
            Ok(Some((store, _))) => store
                .models_used(provider.to_owned())
                .await
                .unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Returns the provider of a stored session, if the flags name a provider without a model.
    async fn stored_provider(&self, store: &Store, session: SessionId) -> Option<String> {
        if self.flags.provider.is_none() || self.loaded.config.model.is_some() {
            return None;
        }
        // If it cannot be read, a model is chosen.
        let sessions = store.sessions().await.ok()?;
        let own = sessions.into_iter().find(|one| one.id == session)?;
        Some(own.settings.provider).filter(|_| !own.settings.model.is_empty())
    }

    /// Returns the commands that apply the flags to a session with its own settings. A provider
    /// that is named without a model and already is the session's own changes nothing.
    pub(super) fn flags_for_stored(&self, session: SessionId, own: Option<&str>) -> Vec<Command> {
        let mut out = Vec::new();
        if let Some(mode) = self.flags.mode {
            let mode = mode.into();
            out.push(Command::SetMode { session, mode });
        }
        let stays = own.is_some() && self.flags.provider.as_deref() == own;
        let named = self.flags.provider.is_some() || self.flags.model.is_some();
        if named && !stays {
            // For a provider that is named without a model, a model is chosen.
            let model = self.loaded.config.model.clone().unwrap_or_default();
            let provider = self.flags.provider.clone();
            out.push(Command::SetModel {
                session,
                provider,
                model,
            });
        }
        if let Some(effort) = self.flags.effort {
            let change = SettingsChange {
                effort: Some(effort),
                ..SettingsChange::default()
            };
            out.push(Command::ConfigureSession { session, change });
        }
        out
    }

    /// Opens the workspace's database; if its folder cannot be written, one in the user's data
    /// folder, and as the last resort one in memory.
    fn open_store(
        &self,
        notices: &mut Vec<Notice>,
    ) -> Result<(OpenedStore, PathBuf), StartupError> {
        let id = &self.workspace_id;
        let [inside, outside] = self.state_folders();
        let retention_mode = self.retention_mode();
        for folder in [&inside, &outside] {
            match Store::open_keeping(StoreLocation::Folder(folder.clone()), id, retention_mode) {
                Ok(opened) => {
                    if folder == &outside {
                        notices.push(notice!("told-kept-elsewhere", path = folder.display()));
                    }
                    return Ok((opened, folder.clone()));
                }
                Err(StoreError::Unwritable { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        notices.push(notice!("told-kept-in-memory"));
        Ok((
            Store::open_keeping(StoreLocation::Memory, id, retention_mode)?,
            std::env::temp_dir().join(&id.0),
        ))
    }

    /// Returns whether earlier file contents are kept, and up to which total size.
    fn retention_mode(&self) -> RetentionMode {
        let config = &self.loaded.config;
        if config.checkpoints_enabled {
            RetentionMode::UpTo(config.checkpoints_max_mb.saturating_mul(1024 * 1024))
        } else {
            RetentionMode::Off
        }
    }

    /// Returns the call limit of a run: without a screen the job's limit, if that is set.
    pub(super) fn max_tool_calls(&self) -> u32 {
        let config = &self.loaded.config;
        match (self.attendance, config.max_tool_calls_per_job) {
            (Attendance::Unattended, Some(most)) => most,
            _ => config.max_tool_calls_workbench,
        }
    }

    /// Records in the user's data folder that this workspace was opened, in the background: nothing
    /// depends on it.
    fn remember_workspace(&self) {
        let folders = self.folders.clone();
        let folder = folders.data.clone();
        let id = self.workspace_id.clone();
        let root = self.detected.root.clone();
        let detected_by = self.detected.detected_by.word().to_owned();
        tokio::task::spawn_blocking(move || {
            folders.mend_all();
            let touched = GlobalStore::open(&folder).and_then(|(known, notices)| {
                for notice in notices {
                    tracing::warn!("{notice}");
                }
                known.touch_blocking(id, root, detected_by, jiff::Timestamp::now())
            });
            if let Err(error) = touched {
                tracing::warn!(%error, "the list of known workspaces could not be written");
            }
        });
    }

    /// Returns the effort of a new session: the flag's as it is, the configured one if the model is
    /// known to reason.
    fn effort(&self) -> Effort {
        let config = &self.loaded.config;
        let model = config.model.as_deref().unwrap_or_default();
        match self.flags.effort {
            Some(effort) => effort,
            None => provider::effort::table()
                .of(&config.provider, model)
                .carried(config.effort),
        }
    }

    pub(super) fn session_settings(&self) -> SessionSettings {
        let config = &self.loaded.config;
        SessionSettings {
            // The first message names it.
            name: self.session_name.clone().unwrap_or_default(),
            cwd: self.detected.root.clone(),
            agent: config.agent_name.clone(),
            provider: config.provider.clone(),
            model: config.model.clone().unwrap_or_default(),
            mode: config.mode,
            extra_prompt: String::new(),
            effort: self.effort(),
            known_as: Default::default(),
            agent_of: None,
        }
    }

    fn tool_box(
        &self,
        ledger: &Arc<Ledger>,
        folder: &Path,
        providers: &Registry,
        servers: &Arc<Servers>,
    ) -> ToolBox {
        let config = &self.loaded.config;
        let size = |value: u32| usize::try_from(value).unwrap_or(usize::MAX);
        let bytes = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        let limits = Limits {
            search_results_default: size(config.max_search_results_default),
            search_results_cap: size(config.max_search_results_cap),
            search_snippet_lines: size(config.max_search_snippet_lines),
            read_bytes_default: bytes(config.max_read_bytes_default),
            read_lines_default: size(config.max_read_lines_default),
            hunk_lines: size(config.max_hunk_lines),
            hunk_bytes: bytes(config.max_hunk_bytes),
            command_timeout: Duration::from_secs(u64::from(config.command_timeout_s)),
            command_output_bytes: bytes(config.command_output_bytes),
            ..Limits::default()
        };
        let limits = if config.checkpoints_enabled {
            limits
        } else {
            Limits {
                copied_bytes: 0,
                ..limits
            }
        };
        let surroundings = Surroundings {
            shell: policy_parser(self.detected.root.clone(), config.block.clone()),
            records: Arc::clone(ledger) as Arc<dyn Records>,
            private_dir: self.folders.data.join("outputs").join(&self.workspace_id.0),
            boxes: self.command_boxes(),
            environment: self.environment.clone().into_iter().collect(),
            key_variables: self.keys.values().map(|key| key.variable.clone()).collect(),
            servers: Some(Arc::clone(servers)),
            profiles: Some(Arc::new(self.agent_files())),
        };
        let tools = ToolBox::new(Arc::clone(&self.workspace), limits, surroundings);
        let tools = tools.hiding(self.secrets()).learning(&self.learned);
        let skills = self.skill_files();
        skills.refresh();
        let tools = tools.with_skills(Arc::new(skills));
        // If the state itself is not kept, no index is either.
        match self.index(folder).filter(|_| state_file(folder).is_file()) {
            Some(index) => {
                match self.embedding_model(providers) {
                    Ok(Some(model)) => self.attach_embedder(&index, Arc::new(model)),
                    Ok(None) => {}
                    Err(error) => tracing::warn!(%error, "no vectors are made"),
                }
                tools.with_index(Arc::new(index))
            }
            None => tools,
        }
    }

    /// Returns how commands, hooks and the `claude` program get their boxes; `None` if the configuration wants none.
    pub(super) fn command_boxes(&self) -> Option<CommandBoxes> {
        let config = &self.loaded.config;
        let setting = setting_of(&config.sandbox)?;
        let sandbox = Sandbox::of_this_program()
            .inspect_err(|error| tracing::warn!(%error, "commands get no sandbox"))
            .ok()?;
        let mebibytes = |number: u64| (number > 0).then(|| number.saturating_mul(1024 * 1024));
        let home = self.environment.get("HOME").map(PathBuf::from);
        Some(CommandBoxes {
            sandbox,
            setting,
            folder: self.folders.sandbox().join(&self.workspace_id.0),
            home: home.filter(|home| home.is_absolute()),
            own: vec![self.folders.config.clone(), self.folders.data.clone()],
            limits: sandbox::plan::Limits {
                memory: mebibytes(config.sandbox_memory_mb),
                processes: Some(config.sandbox_processes).filter(|number| *number > 0),
                file_size: mebibytes(config.sandbox_file_mb),
            },
            for_user: config.sandbox_for_user,
            for_hooks: config.sandbox_for_hooks,
            for_claude: config.sandbox_for_claude,
            for_servers: config.sandbox_for_servers,
            agents: agent_folders(&self.environment),
        })
    }

    /// Returns the reason why the configured mode cannot be had, before anything is started: it is auto, and
    /// needs a sandbox. Tries the sandbox once a boot; blocks.
    pub fn mode_obstacle(&self) -> Option<Notice> {
        let config = &self.loaded.config;
        if config.mode != Mode::Auto {
            return None;
        }
        let boxes = self.command_boxes();
        let offer = boxes.map(|boxes| boxes.offer(&self.detected.root));
        let asked = asked_rung(&config.sandbox);
        SandboxState::of(asked, &offer.unwrap_or_default()).auto_obstacle()
    }

    /// Finds the programs that an agent may want, with their versions. Blocks.
    pub fn installed_programs(&self) -> Vec<ExternalProgram> {
        let boxes = self.command_boxes();
        let root = &self.detected.root;
        let offer = boxes.as_ref().map(|boxes| boxes.offer(root));
        installed_programs(boxes.as_ref(), &offer.unwrap_or_default(), root)
    }

    /// Returns the rungs of programs that are no commands of the agent, on a machine with this offer.
    pub fn program_rungs(&self, offer: &SandboxOffer) -> ProgramRungs {
        let config = &self.loaded.config;
        let setting = setting_of(&config.sandbox);
        let rung = |is_wanted: bool| {
            let setting = setting.filter(|_| is_wanted);
            setting.map_or(Rung::Off, |setting| {
                compose::rung(setting, offer, World::Disk).0
            })
        };
        ProgramRungs {
            hooks: rung(config.sandbox_for_hooks),
            claude: rung(config.sandbox_for_claude),
        }
    }

    /// Gives an index its embedding model.
    pub fn attach_embedder(&self, index: &Index, model: Arc<ProviderEmbedder>) {
        let config = &self.loaded.config;
        index.embed_with(VectorSettings {
            embedder: model,
            most: config.index_embedding_chunks,
            cache_bytes: config.index_embedding_cache_mb.saturating_mul(1024 * 1024),
        });
    }

    /// Creates the index that is stored in a folder, without starting it; `None` if it is disabled.
    pub fn index(&self, folder: &Path) -> Option<Index> {
        let config = &self.loaded.config;
        let settings = IndexSettings {
            most_bytes: config.index_max_file_bytes,
        };
        let index = || Index::new(Arc::clone(&self.workspace), folder.to_path_buf(), settings);
        config.index_enabled.then(index)
    }

    /// Returns the folders for the workspace's state: the one used if the workspace's folder can be
    /// written, and the fallback.
    pub fn state_folders(&self) -> [PathBuf; 2] {
        let inside = self.detected.root.join(config::paths::WORKSPACE_FOLDER);
        let outside = self.folders.data.join("workspaces");
        [inside, outside.join(&self.workspace_id.0)]
    }

    fn request_settings(&self) -> RequestSettings {
        let config = &self.loaded.config;
        let providers = config.providers().into_iter();
        let known = providers.filter_map(|one| match one.context_length {
            ContextLength::Tokens(tokens) => Some((one.name.to_owned(), tokens)),
            ContextLength::Auto => None,
        });
        RequestSettings {
            context_lengths: known.collect(),
            temperature: config.temperature,
            text_calls: config.text_calls.clone(),
            budgets: self.catalogue().budgets(),
            agent_prompt: config.agent_extra_prompt.clone().unwrap_or_default(),
            instructions: InstructionPolicy {
                agents_md: config.prompts_agents_md,
                claude_md: config.prompts_claude_md,
            },
            map_tokens: config.prompts_map_tokens.map(u64::from),
            tools: self.own_tools(),
            ..RequestSettings::default()
        }
    }

    /// Returns the tools of this program that models are offered.
    fn own_tools(&self) -> Arc<[ToolSpec]> {
        let all = specs();
        if self.loaded.config.memory_enabled {
            return all;
        }
        let others = all.iter().filter(|tool| tool.class != ToolClass::Memory);
        others.cloned().collect()
    }

    /// Returns the folder with the workspace's own commands, if the user trusts the workspace.
    fn own_commands(&self) -> Option<PathBuf> {
        self.is_trusted_as_such()
            .then(|| commands_folder(&self.detected.root))
    }

    /// Returns the commands that would be available if the workspace were trusted.
    pub(super) fn untrusted_commands(&self) -> Vec<String> {
        if self.is_trusted_as_such() {
            return Vec::new();
        }
        let found = commands_in(&commands_folder(&self.detected.root));
        let names = found.commands.into_iter().take(NAMED);
        names.map(|command| format!("/{}", command.name)).collect()
    }

    /// Whether the user trusts the workspace: its config as it is, or without a config the workspace as such.
    pub(super) fn is_trusted_as_such(&self) -> bool {
        let root = &self.detected.root;
        match self.loaded.workspace {
            WorkspaceConfig::Trusted => true,
            WorkspaceConfig::Absent => {
                TrustStore::open(&self.folders.trust_file()).is_trusted(root, "")
            }
            WorkspaceConfig::Untrusted { .. } | WorkspaceConfig::Broken => false,
        }
    }

    fn rule_files(&self) -> ConfigRules {
        ConfigRules {
            user: self.folders.config_file(),
            workspace: workspace_config_file(&self.detected.root),
            root: self.detected.root.clone(),
            trust: self.folders.trust_file(),
        }
    }
}

/// Returns the folders of agent programs, in which hooks have their scripts and logs.
fn agent_folders(environment: &BTreeMap<String, String>) -> Vec<AgentFolder> {
    let folders = user_folders(environment).into_iter();
    let folders = folders.filter_map(|(path, dialect)| match dialect {
        Dialect::Claude => Some(AgentFolder::claude(path)),
        Dialect::Gemini => Some(AgentFolder::gemini(path)),
        Dialect::Own => None,
    });
    folders.collect()
}

/// Returns the highest rung that a value of the setting `sandbox` asks for.
fn asked_rung(word: &str) -> Rung {
    match setting_of(word) {
        Some(Setting::Auto) => Rung::Proposed,
        Some(Setting::AtMost(rung)) => rung,
        None => Rung::Off,
    }
}

/// Returns the setting of a word of the configuration; `None` for no box.
fn setting_of(word: &str) -> Option<Setting> {
    let rung = Rung::ALL.into_iter().find(|rung| rung.word() == word);
    match rung {
        Some(Rung::Off) => None,
        Some(rung) => Some(Setting::AtMost(rung)),
        None => Some(Setting::Auto),
    }
}
