//! The adapter for the `claude` program (Claude Code), over stream-json in both directions.
//!
//! The program carries out its own tools. It requests permissions (`can_use_tool`), and these
//! requests go through this program's rules and confirmation bar; see [`AgentTools`]. Allow rules
//! in the program's own settings let tools run without a permission request: [`rules`] lists them,
//! and files that such tools write are detected and logged.
//!
//! One process serves a session across messages; a step is its output up to its next calls. The
//! conversation outlives the process (`--resume`).

mod conversation;
mod decode;
mod failure;
mod input;
pub mod launch;
mod message;
mod reading;
mod rules;
mod session;
mod texts;
mod transcript;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

pub use self::decode::ClaudeDecoder;
pub use self::rules::has_sandbox;

use self::launch::{Launch, Serves, Start};
use self::session::{Session, Settings};
use self::texts::{GO_ON, Key, ProgramKnowledge, to_say};
use self::transcript::Transcript;
use super::agent_tools::{AgentTools, AllowedByRule, Next, ProgramActivity, ToolActivity};
use super::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};
use notice::{Notice, notice};
use protocol::call::ToolClass;
use protocol::ids::SessionId;
use protocol::permission::{Permission, ReportedAction};
use protocol::stream::{
    Capabilities, ModelDetails, ModelInfo, ProviderError, ProviderErrorKind, ToolFormat,
};
use redact::sanitize;

/// The model that the program chooses by itself.
const DEFAULT_MODEL: &str = "default";

/// Model names that every version knows.
const MODELS: [&str; 4] = [DEFAULT_MODEL, "sonnet", "opus", "haiku"];

/// Minimum context window of its models, in tokens.
const WINDOW: u64 = 200_000;

/// Time limit for the version check.
const PROBE: Duration = Duration::from_secs(10);

/// The adapter for the `claude` program. Cheap to clone.
#[derive(Clone)]
pub struct ClaudeCli {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    program: String,
    folder: PathBuf,
    environment: Vec<(String, String)>,
    launcher: Arc<dyn Launch>,
    sessions: Mutex<HashMap<SessionId, Entry>>,
}

/// The process of a session, with the transcript of the content sent to it.
#[derive(Clone)]
struct Entry {
    session: Arc<Session>,
    book: Arc<Transcript>,
}

/// The process for a step.
struct FoundProcess {
    entry: Entry,
    /// Whether it is new and continues the conversation of an earlier process.
    goes_on: bool,
    /// Message for the user about its start.
    told: Option<Notice>,
}

/// A step that has started.
struct StartedStep {
    session: Arc<Session>,
    book: Arc<Transcript>,
    /// Keys of the messages that were sent for the step.
    keys: Vec<Key>,
    /// Whether the process continues the conversation of an earlier process.
    goes_on: bool,
    notices: Vec<Notice>,
}

impl ClaudeCli {
    /// Creates the adapter for the program with this name or path, working in `folder` with this
    /// environment. Removes the variables of a `claude` that this program may itself run in.
    pub fn new(
        name: &str,
        program: &str,
        folder: PathBuf,
        environment: Vec<(String, String)>,
        launcher: Arc<dyn Launch>,
    ) -> Self {
        let inherited = environment
            .into_iter()
            .filter(|(variable, _)| !variable.starts_with("CLAUDE"));
        Self {
            inner: Arc::new(Inner {
                name: name.to_owned(),
                program: program.to_owned(),
                folder,
                environment: inherited.collect(),
                launcher,
                sessions: Mutex::default(),
            }),
        }
    }
}

impl Inner {
    fn sessions(&self) -> MutexGuard<'_, HashMap<SessionId, Entry>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self, id: SessionId) -> Option<Arc<Session>> {
        self.sessions()
            .get(&id)
            .map(|entry| Arc::clone(&entry.session))
    }

    /// Ensures that the session has a process with the right settings, and sends it the new
    /// content.
    fn begin(&self, request: &StepRequest) -> Result<StartedStep, ProviderError> {
        let FoundProcess {
            entry,
            goes_on,
            told,
        } = self.entry(request)?;
        let Entry { session, book } = entry;
        let mut notices: Vec<Notice> = told.into_iter().collect();
        let (to_say, is_cut_off) = book.to_say(|said, knows| {
            if knows == ProgramKnowledge::Nothing && request.conversing.known_as.is_some() {
                notices.push(notice!("told-claude-forgot"));
            }
            let told = (request.messages.as_slice(), &*request.pictures);
            to_say(told, &self.name, knows, said)
        });
        let runs = session.talk().is_in_turn();
        let text = match (to_say.text.is_empty(), runs) {
            (false, _) => Some(to_say.text),
            (true, true) => None,
            (true, false) => Some(GO_ON.to_owned()),
        };
        // A turn that was cut off after its tools had started is continued, not restarted.
        let text = match text {
            Some(text) if is_cut_off && !text.starts_with(GO_ON) => {
                Some(format!("{GO_ON}\n\n{text}"))
            }
            text => text,
        };
        if let Some(text) = text {
            session.change(conversation::Conversation::turn_begun);
            session.tell(conversation::message(&text, &to_say.images))?;
        }
        Ok(StartedStep {
            session,
            book,
            keys: to_say.keys,
            goes_on,
            notices,
        })
    }

    /// Returns the session's process: the running one if its settings fit, or a new one.
    fn entry(&self, request: &StepRequest) -> Result<FoundProcess, ProviderError> {
        let id = request.conversing.session;
        let settings = Settings {
            model: request.model.clone(),
            effort: request.effort,
            plans: request.conversing.plans,
            extra_prompt: request.conversing.extra_prompt.clone(),
        };
        let known = self.sessions().get(&id).cloned();
        let book = match &known {
            Some(entry) => Arc::clone(&entry.book),
            None => Arc::new(Transcript::default()),
        };
        if let Some(entry) = known {
            if let Some(why) = entry.session.broke_off() {
                // The failure is reported once; the next message starts a new process.
                self.forget(id);
                return Err(session::ended(&why));
            }
            let talk = entry.session.talk();
            let same_conversation = talk.conversation().is_none()
                || talk.conversation() == request.conversing.known_as.as_deref();
            let in_turn = talk.is_in_turn() && !talk.is_stopping();
            drop(talk);
            // In the middle of a turn the process continues unchanged; changed settings apply from
            // the next turn.
            let fits = entry.session.settings == settings && same_conversation;
            if !entry.session.is_over() && (fits || in_turn) {
                return Ok(FoundProcess {
                    entry,
                    goes_on: false,
                    told: None,
                });
            }
            entry.session.ask_to_end();
        }
        let resumes = book.resumes(request.conversing.known_as.as_deref());
        let start = self.start(id, &settings, resumes.as_deref(), book.takes_pieces());
        let running = self.launcher.launch(&start);
        let mut running = running.map_err(|error| failure::of_start(&self.program, &error))?;
        let told = running.told.take();
        book.process_began(match resumes {
            Some(_) => ProgramKnowledge::Its,
            None => ProgramKnowledge::Nothing,
        });
        let session = Session::attend(running, settings);
        let entry = Entry { session, book };
        self.sessions().insert(id, entry.clone());
        Ok(FoundProcess {
            entry,
            goes_on: resumes.is_some(),
            told,
        })
    }

    /// Removes the entry of a session's process that is gone.
    fn forget(&self, session: SessionId) {
        self.sessions().remove(&session);
    }

    fn start(
        &self,
        session: SessionId,
        settings: &Settings,
        resumes: Option<&str>,
        in_pieces: bool,
    ) -> Start {
        let mut arguments: Vec<String> = [
            "--output-format",
            "stream-json",
            "--input-format",
            "stream-json",
            "--verbose",
            "--permission-prompt-tool",
            "stdio",
        ]
        .map(str::to_owned)
        .to_vec();
        let mut add = |option: &str, value: &str| {
            arguments.extend([option.to_owned(), value.to_owned()]);
        };
        add(
            "--permission-mode",
            if settings.plans { "plan" } else { "default" },
        );
        if !settings.model.is_empty() && settings.model != DEFAULT_MODEL {
            add("--model", &settings.model);
        }
        if let Some(effort) = settings.effort.chosen() {
            add("--effort", effort.word());
        }
        if !settings.extra_prompt.trim().is_empty() {
            add("--append-system-prompt", &settings.extra_prompt);
        }
        if let Some(conversation) = resumes {
            add("--resume", conversation);
        }
        if in_pieces {
            arguments.push("--include-partial-messages".to_owned());
        }
        Start {
            program: self.program.clone(),
            arguments,
            folder: self.folder.clone(),
            environment: self.environment.clone(),
            session,
            serves: if settings.plans {
                Serves::Planning
            } else {
                Serves::Session
            },
        }
    }

    async fn version(&self) -> Result<String, ProviderError> {
        let start = Start {
            program: self.program.clone(),
            arguments: vec!["--version".to_owned()],
            folder: self.folder.clone(),
            environment: self.environment.clone(),
            session: SessionId(Uuid::nil()),
            serves: Serves::Version,
        };
        let running = self.launcher.launch(&start);
        let running = running.map_err(|error| failure::of_start(&self.program, &error))?;
        let mut said = Vec::new();
        let mut from = running.from.take(4_096);
        let reading = tokio::time::timeout(PROBE, from.read_to_end(&mut said)).await;
        running.life.finish().await;
        let text = sanitize(&String::from_utf8_lossy(&said));
        let line: String = text
            .lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(80)
            .collect();
        match reading {
            Ok(Ok(_)) if !line.trim().is_empty() => Ok(line.trim().to_owned()),
            Ok(_) => Err(ProviderError::new(
                ProviderErrorKind::Protocol,
                notice!("told-says-no-version", word = self.program),
            )
            .with_hint(notice!("told-look-at-program"))),
            Err(_) => Err(ProviderError::new(
                ProviderErrorKind::Timeout,
                notice!(
                    "told-no-version-within",
                    word = self.program,
                    number = PROBE.as_secs()
                ),
            )),
        }
    }
}

impl From<ClaudeCli> for Provider {
    fn from(claude: ClaudeCli) -> Self {
        let info = ProviderInfo {
            tells_cost: true,
            ..ProviderInfo::new(&claude.inner.name, &claude.inner.program)
        };
        let claude = Arc::new(claude);
        Self {
            agent_tools: Some(claude.clone()),
            ..Self::new(info, claude.clone(), claude)
        }
    }
}

impl ModelCatalog for ClaudeCli {
    fn unavailable_reason(&self) -> Option<ProviderError> {
        let Inner {
            launcher,
            program,
            environment,
            folder,
            ..
        } = &*self.inner;
        let is_there = launcher.finds(program, environment, folder);
        (!is_there).then(|| failure::of_start(program, &std::io::ErrorKind::NotFound.into()))
    }

    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async {
            let version = self.inner.version().await?;
            Ok(Notice::text(format!("claude {version}")))
        })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        let unusable = self
            .unavailable_reason()
            .map(|_| notice!("told-not-installed"));
        let model = |name: &str| ModelInfo {
            unusable: unusable.clone(),
            details: ModelDetails::of(&capabilities()),
            ..ModelInfo::named(&self.inner.name, name)
        };
        let models = MODELS.map(model).to_vec();
        Box::pin(async { Ok(models) })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        Box::pin(async { Ok(capabilities()) })
    }
}

/// Returns the capabilities that all models of the program have.
fn capabilities() -> Capabilities {
    Capabilities {
        tools: ToolFormat::Native,
        reasoning: true,
        images: Some(true),
        context_length: Some(WINDOW),
    }
}

impl ChatModel for ClaudeCli {
    fn stream(&self, request: StepRequest) -> PartStream {
        reading::stream(Arc::clone(&self.inner), request)
    }
}

/// Builds the error for a call of a session that has no process.
fn no_process() -> ProviderError {
    ProviderError::new(
        ProviderErrorKind::ProcessGone,
        notice!("told-claude-not-running"),
    )
    .with_hint(notice!("told-new-goes-on"))
}

impl AgentTools for ClaudeCli {
    fn class_of(&self, tool: &str) -> ToolClass {
        input::class_of(tool)
    }

    fn freed(&self) -> Vec<AllowedByRule> {
        let Inner {
            environment,
            folder,
            ..
        } = &*self.inner;
        let home = environment.iter().find(|(name, _)| name == "HOME");
        rules::freed(home.map(|(_, home)| Path::new(home)), folder)
    }

    fn next(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<Next, ProviderError>> {
        let session = self.inner.session(session);
        Box::pin(async move {
            let session = session.ok_or_else(no_process)?;
            session.wait(|talk| talk.moved(&call)).await
        })
    }

    fn withdrawn(&self, session: SessionId, request: String) -> BoxFuture<'static, Option<Notice>> {
        let session = self.inner.session(session);
        Box::pin(async move {
            let Some(session) = session else {
                return Some(no_process().message);
            };
            let closed =
                session.wait(|talk| (!talk.is_open(&request)).then(|| talk.was_answered(&request)));
            match closed.await {
                Ok(true) => None,
                Ok(false) => Some(notice!("told-question-back")),
                Err(error) => Some(error.message),
            }
        })
    }

    fn answer(&self, session: SessionId, request: &str, leave: Permission) {
        let Some(session) = self.inner.session(session) else {
            return;
        };
        if let Some(message) = session.change(|talk| talk.answer_to(request, &leave)) {
            // The process may have ended, which is reported elsewhere.
            session.tell(message).ok();
        }
    }

    fn running(
        &self,
        session: SessionId,
        call: String,
    ) -> BoxFuture<'static, Result<ToolActivity, ProviderError>> {
        let session = self.inner.session(session);
        Box::pin(async move {
            let session = session.ok_or_else(no_process)?;
            session
                .wait(|talk| {
                    if let Some(result) = talk.finished(&call) {
                        return Some(ToolActivity::Done(result));
                    }
                    if let Some(asked) = talk.next_beside() {
                        return Some(ToolActivity::AnotherAsks(Box::new(asked)));
                    }
                    talk.progress(&call).map(ToolActivity::Progress)
                })
                .await
        })
    }

    fn acted(&self, session: SessionId, call: &str) -> Vec<ReportedAction> {
        let session = self.inner.session(session);
        session.map_or_else(Vec::new, |session| session.talk().acted(call))
    }

    fn acting(&self, session: SessionId, but: Option<&str>) -> Vec<ReportedAction> {
        let session = self.inner.session(session);
        session.map_or_else(Vec::new, |session| session.talk().acting(but))
    }

    fn at_work(&self, session: SessionId) -> ProgramActivity {
        let session = self.inner.session(session);
        session.map_or(ProgramActivity::Nothing, |session| session.talk().at_work())
    }

    fn until_less(&self, session: SessionId, than: ProgramActivity) -> BoxFuture<'static, ()> {
        let session = self.inner.session(session);
        Box::pin(async move {
            if let Some(session) = session {
                let is_less =
                    |talk: &mut conversation::Conversation| (talk.at_work() < than).then_some(());
                // Without a process there is nothing to wait for.
                session.wait(is_less).await.ok();
            }
        })
    }

    fn interrupt(&self, session: SessionId) {
        if let Some(session) = self.inner.session(session) {
            reading::stop(&session);
        }
    }

    fn end(&self, session: SessionId) -> BoxFuture<'static, ()> {
        let entry = self.inner.sessions().remove(&session);
        Box::pin(async move {
            if let Some(entry) = entry {
                entry.session.ask_to_end();
                entry.session.gone().await;
            }
        })
    }

    fn end_all(&self) -> BoxFuture<'static, ()> {
        let entries: Vec<Entry> = self
            .inner
            .sessions()
            .drain()
            .map(|(_, entry)| entry)
            .collect();
        Box::pin(async move {
            for entry in &entries {
                entry.session.ask_to_end();
            }
            for entry in entries {
                entry.session.gone().await;
            }
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
