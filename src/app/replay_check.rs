//! Plays a recording through the real engine, to check whether the engine makes the recorded
//! requests. For `agentichat cassette verify`.
//!
//! Engine, actor, store (in memory) and context budget are the real ones, in an empty temporary
//! folder that is removed. No user is asked, no tool runs and nothing is sent: the user's messages,
//! the models' answers and the calls' results come from the recording ([`script`]). The engine's
//! requests are compared one by one ([`scripted_provider`]).

mod recorded_memory;
mod script;
mod scripted_provider;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use self::recorded_memory::RecordedMemory;
use self::script::Script;
use self::scripted_provider::ScriptedModels;
use engine::routing::RoutingConfig;
use engine::{Attendance, EngineConfig};
use notice::{Notice, notice};
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::ids::{SessionId, WorkspaceId};
use protocol::index::Consent;
use protocol::route::{AgentMode, EgressTarget};
use protocol::session::SessionSettings;
use provider::cassette::Cassette;
use provider::registry::Registry;
use runtime::actor::facts::FixedFacts;
use runtime::actor::{
    Dependencies, EgressConsents, JournalPatience, NoCache, NoCatalogue, NoHooks, NoRuleFiles,
    RequestSettings, Watching, start,
};
use runtime::ledger::Ledger;
use session::Handle;
use store::{Store, StoreLocation};
use tools::{Limits, NoRecords, Results, Surroundings, ToolBox, policy_parser, specs};
use workspace::Workspace;

/// Time limit of a run: it waits for nothing but the pauses before retries.
const LONGEST: Duration = Duration::from_secs(120);

/// The recorded settings of the engine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RecordedSettings {
    /// Routing of requests to models.
    pub routing: RoutingConfig,
    /// Whether a user could be asked.
    pub attendance: Attendance,
    /// Maximum number of tool calls in a run.
    pub max_tool_calls: u32,
    /// Maximum number of retries for calls that do not match their schema.
    pub max_schema_retries: u32,
}

/// The place where the engine made a different request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Line of the recording, from 1.
    pub line: usize,
    /// Description of the difference.
    pub what: String,
}

/// The result of playing a recording through the engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReplayReport {
    /// Number of requests that equal the recorded ones.
    pub same: usize,
    /// The first request that differs.
    pub difference: Option<Difference>,
    /// The reason why not everything was compared.
    pub note: Option<String>,
}

/// Plays a recording through the engine.
///
/// # Errors
/// With a message, if no folder for it can be created.
pub async fn check_replay(cassette: Cassette) -> Result<ReplayReport, String> {
    let script = match Script::of(cassette) {
        Ok(script) => script,
        Err(why) => {
            return Ok(ReplayReport {
                note: Some(why),
                ..ReplayReport::default()
            });
        }
    };
    let place =
        TemporaryFolder::new().map_err(|error| format!("no folder can be made: {error}"))?;
    let models = Arc::new(ScriptedModels::new(script, &place.root()));
    let (handle, session) = begin(&models, &place)?;
    let played = tokio::time::timeout(LONGEST, play(&models, &handle, session)).await;
    handle.shutdown().await;
    if played.is_err() {
        return Err("the engine did not come to an end with it".to_owned());
    }
    Ok(models.result())
}

/// Sends the user's messages, run after run; the engine does the rest.
async fn play(models: &ScriptedModels, handle: &Handle, session: SessionId) {
    models.set_front(handle.clone(), session);
    while let Some(said) = models.next_run() {
        let before = models.asked();
        for command in said {
            if handle.send(command).is_err() {
                return;
            }
        }
        if handle.idle().await.is_err() || models.asked() == before {
            break;
        }
    }
    models.end();
}

/// Starts an actor with the recorded models and an empty workspace, and a session in it.
fn begin(
    models: &Arc<ScriptedModels>,
    place: &TemporaryFolder,
) -> Result<(Handle, SessionId), String> {
    let words = |error: &dyn std::error::Error| error.to_string();
    let root = place.root();
    let workspace_id = WorkspaceId("rehearsal".to_owned());
    let workspace = Arc::new(Workspace::open(&root, &[]).map_err(|error| words(&error))?);
    let opened =
        Store::open(StoreLocation::Memory, &workspace_id).map_err(|error| words(&error))?;
    let ledger = Arc::new(Ledger::new(opened.store.clone(), Arc::clone(&workspace)));
    let surroundings = Surroundings {
        shell: policy_parser(root.clone(), Vec::new()),
        records: Arc::new(NoRecords),
        private_dir: place.folder.join("outputs"),
        boxes: None,
        environment: Vec::new(),
        key_variables: Vec::new(),
        servers: None,
        profiles: None,
    };
    let tools = ToolBox::new(Arc::clone(&workspace), Limits::default(), surroundings)
        .rehearsing(Arc::clone(models) as Arc<dyn Results>);
    let mut providers = Registry::default();
    for name in models.script().providers() {
        providers.insert(models.provider(&name));
    }
    let first = models.script().target(1);
    let settings = SessionSettings {
        name: "rehearsal".to_owned(),
        cwd: root,
        agent: "build".to_owned(),
        provider: first.provider,
        model: first.model,
        mode: Mode::Passthrough,
        extra_prompt: String::new(),
        effort: Default::default(),
        known_as: BTreeMap::default(),
        agent_of: None,
    };
    let (handle, requests) = Handle::channel();
    start(
        Dependencies {
            engine: engine(models.script()),
            workspace_id,
            workspace,
            ledger,
            tools: Arc::new(tools),
            providers: Arc::new(providers),
            store: opened.store,
            last_seq: opened.last_seq,
            requests: RequestSettings {
                system: models.script().system(),
                tools: models.script().tools(&specs()),
                ..RequestSettings::default()
            },
            catalogue: Arc::new(NoCatalogue),
            cache: Arc::new(NoCache),
            memory: Arc::new(RecordedMemory(Arc::clone(models))),
            rule_files: Arc::new(NoRuleFiles),
            // A replay runs no hooks: it has their results.
            hooks: Arc::new(NoHooks),
            servers: None,
            consents: Arc::new(NoEgress),
            facts: FixedFacts::default(),
            watching: Watching::Off,
            patience: JournalPatience::UNATTENDED,
            lock_folder: place.folder.clone(),
            locks: BTreeMap::new(),
        },
        requests,
    );
    let session = SessionId(uuid::Uuid::now_v7());
    let made = handle.send(Command::CreateSession { session, settings });
    made.map_err(|error| words(&error))?;
    Ok((handle, session))
}

/// Returns the engine's settings, as far as they were recorded. The user's answers to questions are
/// not known: calls continue as they did then.
fn engine(script: &Script) -> EngineConfig {
    let base = EngineConfig {
        attendance: Attendance::Unattended,
        max_tool_calls: u32::MAX,
        recalls: true,
        ..EngineConfig::default()
    };
    let Some(recorded) = script.engine() else {
        return base;
    };
    let max_tool_calls = match recorded.attendance {
        Attendance::Unattended => recorded.max_tool_calls,
        Attendance::Attended => base.max_tool_calls,
    };
    EngineConfig {
        max_tool_calls,
        max_schema_retries: recorded.max_schema_retries,
        routing: recorded.routing.clone(),
        ..base
    }
}

/// Consents to everything: all requests go to the recording.
struct NoEgress;

impl EgressConsents for NoEgress {
    fn said(&self, _: &EgressTarget) -> Option<Consent> {
        Some(Consent::Given)
    }

    fn keep(&self, _: &EgressTarget, _: Consent) -> Result<Notice, Notice> {
        Err(notice!("told-nothing-kept-here"))
    }
}

/// A folder that is removed when this is dropped.
struct TemporaryFolder {
    folder: PathBuf,
}

impl TemporaryFolder {
    fn new() -> std::io::Result<Self> {
        let (_, random) = uuid::Uuid::now_v7().as_u64_pair();
        let folder = std::env::temp_dir().join(format!("agentichat-verify-{random:016x}"));
        std::fs::create_dir(&folder)?;
        let made = Self { folder };
        std::fs::create_dir(made.root())?;
        Ok(made)
    }

    fn root(&self) -> PathBuf {
        self.folder.join("work")
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is in the temporary folder, which the system empties.
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Whether the run of a recording chose its models itself.
fn chooses_models(routing: &RoutingConfig) -> bool {
    routing.mode != AgentMode::Local
}

/// Returns a path as text, for comparing.
fn shown(root: &Path) -> String {
    root.display().to_string()
}
