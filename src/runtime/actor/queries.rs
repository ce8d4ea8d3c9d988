//! Read-only queries, answered on workers from the workspace, the store and a session's state.

mod files;
mod find;
mod models;
mod review;
mod route;
mod sessions;
mod workspace;

use std::path::PathBuf;
use std::sync::Arc;

use super::attachments::{AttachmentSource, from_user};
use super::cache::Cache;
use super::catalogue::Catalogue;
use super::drafts::Drafts;
use super::egress::EgressGate;
use super::facts::FixedFacts;
use super::file_list::{FileList, PathKinds};
use super::hooks::HookRunner;
use super::latest_only::Generation;
use super::memory::Memory;
use super::request::{InstructionPolicy, RequestParts};
use crate::ledger::{Ledger, Proposal};
use crate::transfer;
use ::workspace::Workspace;
use ::workspace::custom::commands_in;
use agents::{AgentFileError, AgentFiles};
use engine::routing::RoutingConfig;
use mcp::ServerService;
use notice::{Notice, notice};
use protocol::call::{ErrorCode, ToolError};
use protocol::change::FileDiff;
use protocol::ids::SessionId;
use protocol::mcp::ServerList;
use protocol::query::{ExternalProgram, GitFacts, ModelLists, ProviderStatus, Query, Reply};
use provider::registry::Registry;
use session::SessionState;
use store::Store;
use store::lock::process_of;
use tools::{Records, ToolBox};

/// Lines of context around each change in a diff that is shown.
const DIFF_CONTEXT: usize = 3;

/// Maximum number of lines in a diff that is shown.
const DIFF_LINES: usize = 20_000;

/// Inputs for answering a query.
pub(super) struct QueryContext {
    /// The text that the question's call would write.
    pub(super) proposed: Option<String>,
    /// The change that is proposed by the question under review.
    pub(super) proposal: Option<Proposal>,
    pub(super) live: Option<SessionState>,
    pub(super) live_sessions: Vec<SessionId>,
    /// Folder of the session locks.
    pub(super) lock_folder: PathBuf,
    pub(super) parts: Option<RequestParts>,
    pub(super) workspace: Arc<Workspace>,
    pub(super) files: Arc<FileList>,
    /// The generation of a search.
    pub(super) turn: Option<Generation>,
    pub(super) providers: Arc<Registry>,
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) cache: Arc<dyn Cache>,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) hooks: HookRunner,
    pub(super) servers: Option<ServerService>,
    pub(super) gate: EgressGate,
    pub(super) routing: RoutingConfig,
    pub(super) store: Store,
    pub(super) ledger: Arc<Ledger>,
    pub(super) tools: Arc<ToolBox>,
    pub(super) git: Option<Arc<GitFacts>>,
    pub(super) programs: Option<Arc<[ExternalProgram]>>,
    pub(super) facts: FixedFacts,
    pub(super) instructions: InstructionPolicy,
    pub(super) drafts: Drafts,
}

/// Answers a query; a failure becomes a reply with the reason.
pub(super) async fn answer(query: Query, asked: QueryContext) -> Reply {
    let answered = match query {
        Query::Tree { folder } => asked.tree(folder).await,
        Query::Files {
            session,
            pattern,
            limit,
        } => {
            let wanted = (pattern, PathKinds::Files);
            asked.matching(session, wanted, limit).await
        }
        Query::Mentionable {
            session,
            pattern,
            limit,
        } => {
            let wanted = (pattern, PathKinds::FilesAndFolders);
            asked.matching(Some(session), wanted, limit).await
        }
        Query::Outline { session, path } => asked.outline(session, path).await,
        Query::FileDiff { session, path } => asked.diff(session, path).await,
        Query::FileText {
            path,
            start_line,
            lines,
        } => asked.text(path, start_line, lines).await,
        Query::Sessions => {
            let sessions = asked.store.sessions_and(asked.live_sessions).await;
            sessions
                .map(|sessions| Reply::Sessions { sessions })
                .map_err(|error| error.notice())
        }
        Query::SessionList { filter, scope } => asked.session_list(filter, scope).await,
        Query::SearchSessions { text, limit } => asked.search_sessions(text, limit).await,
        Query::Session { session } => asked.session(session).await,
        Query::Models { provider, lists } => Ok(match lists {
            ModelLists::Now => asked.models(provider).await,
            ModelLists::Before => asked.models_before(provider).await,
        }),
        Query::KnownModel { provider, model } => Ok(asked.known_model(&provider, &model).await),
        Query::History { limit } => {
            let lines = asked.store.history(limit).await;
            lines
                .map(|lines| Reply::History { lines })
                .map_err(|error| error.notice())
        }
        Query::Context { .. } => asked.context().await,
        Query::BufferText {
            session,
            path,
            start_line,
            lines,
        } => asked.buffer_text(session, path, start_line, lines).await,
        Query::Find {
            session,
            text,
            limit,
        } => asked.find(session, text, limit).await,
        Query::Workspace => asked.facts().await.map(|facts| Reply::Workspace { facts }),
        Query::WorkspaceDetails => asked.details().await,
        Query::Workspaces => asked.workspaces().await,
        Query::CustomCommands => {
            let folder = asked.facts.commands_in;
            blocking(move || {
                Ok(folder
                    .map(|folder| commands_in(&folder))
                    .unwrap_or_default())
            })
            .await
            .map(|mut found| {
                let servers = asked.servers.iter();
                let prompts = servers.flat_map(ServerService::prompt_commands);
                found.commands.extend(prompts);
                Reply::CustomCommands {
                    commands: found.commands,
                    problems: found.problems,
                }
            })
        }
        Query::Figures { session, limit } => {
            let runs = asked.store.figures(session, limit).await;
            runs.map(|runs| Reply::Figures { runs })
                .map_err(|error| error.notice())
        }
        Query::SystemPrompt { .. } => asked.system_prompt().await,
        Query::Prompts { session } => asked.prompts(session).await,
        Query::ProposedText { .. } => asked
            .proposed
            .map(text_reply)
            .ok_or_else(|| notice!("told-proposes-nothing")),
        Query::Draft { session } => {
            let draft = asked.store.draft(session).await;
            draft.map(text_reply).map_err(|error| error.notice())
        }
        Query::TakePicture { source, .. } => {
            let taken = from_user(Arc::clone(&asked.workspace), &asked.store, source).await;
            taken.map(|taken| match taken {
                AttachmentSource::Picture(picture) => Reply::Picture { picture },
                AttachmentSource::Text(text) => text_reply(text),
            })
        }
        Query::Note => {
            let note = asked.store.note().await;
            note.map(text_reply).map_err(|error| error.notice())
        }
        Query::Route { .. } => asked.route().await,
        Query::RunsUnasked { .. } => asked.runs_unasked().await,
        Query::Branches => {
            blocking(move || {
                let branches = asked.workspace.git_branches();
                Ok(Reply::Branches { branches })
            })
            .await
        }
        Query::Providers => Ok(asked.provider_states().await),
        Query::Index => Ok(Reply::Index {
            state: asked
                .tools
                .index()
                .map(|index| index.state())
                .unwrap_or_default(),
        }),
        Query::Cache => blocking(move || asked.cache.state())
            .await
            .map(|state| Reply::Cache {
                state: Box::new(state),
            }),
        Query::Hooks => asked.hooks.list().await.map(|list| Reply::Hooks { list }),
        Query::TestHook { session, name } => {
            let test = asked.hooks.test(session, &name).await;
            test.map(|test| Reply::HookTested {
                test: Box::new(test),
            })
        }
        Query::Servers => Ok(Reply::Servers {
            list: match &asked.servers {
                Some(servers) => servers.list().await,
                None => ServerList::default(),
            },
        }),
        Query::ServerPrompt {
            server,
            prompt,
            words,
        } => {
            let text = match &asked.servers {
                Some(servers) => servers.prompt(&server, &prompt, &words).await,
                None => Err(notice!("mcp-none-here")),
            };
            text.map(|text| Reply::ServerPrompt { text })
        }
        Query::TestServer { name } => {
            let tested = match &asked.servers {
                Some(servers) => servers.test(&name).await,
                None => Err(notice!("mcp-none-here")),
            };
            tested.map(|server| Reply::ServerTested {
                server: Box::new(server),
            })
        }
        Query::Agents => {
            let agents = asked.facts.agents;
            blocking(move || {
                Ok(agents
                    .map(|agents| agents.read().list())
                    .unwrap_or_default())
            })
            .await
            .map(|list| Reply::Agents { list })
        }
        Query::Agent { name } => {
            let agents = asked.facts.agents;
            blocking(move || agent(agents.as_deref(), &name)).await
        }
        Query::Skills => blocking(move || {
            let skills = asked.tools.skills();
            let list = skills.map(|skills| skills.read().list());
            Ok(list.unwrap_or_default())
        })
        .await
        .map(|list| Reply::Skills { list }),
        Query::Skill { name } => {
            blocking(move || {
                let skills = asked.tools.skills();
                let skills = skills.ok_or_else(|| notice!("skills-unknown-none", name))?;
                let skill = skills.read().text(&name);
                let skill = skill.map_err(|error| error.notice())?;
                Ok(Reply::Skill {
                    skill: Box::new(skill),
                })
            })
            .await
        }
        Query::Memory { wanted } => {
            let list = asked.memory.list(wanted).await;
            list.map(|list| Reply::Memory { list })
        }
        Query::Catalogue { question } => {
            let answer = asked.catalogue.answer(question, asked.providers).await;
            answer.map(|answer| Reply::Catalogue {
                answer: Box::new(answer),
            })
        }
        Query::Changes { session } => {
            let found = asked.store.changes(session).await;
            found
                .map(|(own, before)| Reply::Lines {
                    lines: transfer::changes(&own, before.as_ref()),
                })
                .map_err(|error| error.notice())
        }
        Query::Review { session, question } => asked.review(session, question).await,
    };
    answered.unwrap_or_else(|reason| Reply::Failed { reason })
}

/// Returns a profile whole.
fn agent(files: Option<&AgentFiles>, name: &str) -> Result<Reply, Notice> {
    let found = files.map(AgentFiles::read).unwrap_or_default();
    let agent = found.find(name).ok_or_else(|| {
        let name = name.to_owned();
        AgentFileError::Unknown { name }.notice()
    })?;
    Ok(Reply::Agent {
        profile: Box::new(agent.profile.clone()),
        notes: agent.notes.clone(),
    })
}

/// Runs blocking work on a worker.
pub(super) async fn blocking<T, F>(work: F) -> Result<T, Notice>
where
    T: Send + 'static,
    F: FnOnce() -> Result<T, Notice> + Send + 'static,
{
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(notice!("told-broke-answering")))
}

fn text_reply(text: String) -> Reply {
    let total_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    Reply::Text { text, total_lines }
}

/// Returns some lines of a file.
fn part(text: &str, start_line: u32, lines: u32) -> Reply {
    let skipped = usize::try_from(start_line.saturating_sub(1)).unwrap_or(usize::MAX);
    let taken = usize::try_from(lines).unwrap_or(usize::MAX);
    Reply::Text {
        total_lines: u32::try_from(text.lines().count()).unwrap_or(u32::MAX),
        text: text
            .split_inclusive('\n')
            .skip(skipped)
            .take(taken)
            .collect(),
    }
}

impl QueryContext {
    async fn tree(self, folder: String) -> Result<Reply, Notice> {
        blocking(move || {
            let entries = self.workspace.list_folder(&folder, self.git.as_deref());
            let entries = entries.map_err(|error| error.message)?;
            Ok(Reply::Tree { folder, entries })
        })
        .await
    }

    async fn diff(self, session: SessionId, path: String) -> Result<Reply, Notice> {
        let kept = self
            .store
            .first_base(session, &path)
            .await
            .map_err(|error| error.notice())?;
        let (old, base) = match kept {
            Some((checkpoint, file)) => {
                let text = match &file.base {
                    None => None,
                    Some(hash) => {
                        let bytes = self.store.get_blob(hash).await;
                        let bytes = bytes.map_err(|error| error.notice())?;
                        bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                    }
                };
                let number = checkpoint.number;
                (Some(text), notice!("told-base-checkpoint", number))
            }
            None => (None, Notice::text("git HEAD")),
        };
        blocking(move || {
            // A proposal that nobody has applied is not on the disk.
            let mut buffers = self.ledger.buffers(session).into_iter();
            let proposed = buffers.find(|buffer| buffer.path == path);
            let is_proposed = proposed.is_some();
            let now = match proposed {
                Some(buffer) => buffer.text.map(|text| text.to_string()),
                None => self.text_now(&path)?,
            };
            let old = match old {
                Some(old) => old,
                None if is_proposed => self.text_now(&path)?,
                None => self.workspace.head_text(&path),
            };
            if old.is_none() && now.is_none() {
                return Err(notice!("told-not-there", path));
            }
            let diff: FileDiff = ::review::unified::unified(
                &path,
                old.as_deref(),
                now.as_deref(),
                DIFF_CONTEXT,
                DIFF_LINES,
            );
            Ok(Reply::Diff {
                diff,
                base,
                is_proposed,
            })
        })
        .await
    }

    /// Returns the text of a file for the user; `None` if the file does not exist.
    fn text_now(&self, path: &str) -> Result<Option<String>, Notice> {
        match self.workspace.read(path) {
            Ok(file) => Ok(Some(file.text)),
            Err(error) if error.code == ErrorCode::FileNotFound => Ok(None),
            Err(error) => Err(self.for_a_user(path, error)),
        }
    }

    /// Explains to the user why a file cannot be shown. For a file that is not text, the message
    /// meant for the model does not help a user.
    fn for_a_user(&self, path: &str, error: ToolError) -> Notice {
        match (error.code, self.workspace.size(path)) {
            (ErrorCode::NotText, Ok(bytes)) => notice!("told-binary", path, bytes),
            _ => error.message,
        }
    }

    async fn text(self, path: String, start_line: u32, lines: u32) -> Result<Reply, Notice> {
        blocking(move || {
            let file = self.workspace.read(&path);
            let file = file.map_err(|error| self.for_a_user(&path, error))?;
            Ok(part(&file.text, start_line, lines))
        })
        .await
    }

    async fn buffer_text(
        self,
        session: SessionId,
        path: String,
        start_line: u32,
        lines: u32,
    ) -> Result<Reply, Notice> {
        blocking(move || {
            let text = self.tools.buffer_text(session, &path);
            let text = text.map_err(|error| self.for_a_user(&path, error))?;
            Ok(part(&text, start_line, lines))
        })
        .await
    }

    async fn session(self, session: SessionId) -> Result<Reply, Notice> {
        let is_live = self.live.is_some();
        let snapshot = match self.live {
            Some(live) => Some(live.snapshot()),
            None => self
                .store
                .session(session)
                .await
                .map_err(|error| error.notice())?,
        };
        let mut found = snapshot.ok_or_else(|| notice!("told-no-session-id"))?;
        let folder = self.lock_folder;
        found.summary.pid = if is_live {
            Some(std::process::id())
        } else {
            blocking(move || Ok(process_of(&folder, session))).await?
        };
        Ok(Reply::Session {
            session: Box::new(found),
        })
    }

    async fn context(self) -> Result<Reply, Notice> {
        let (Some(parts), Some(live)) = (self.parts, self.live) else {
            return Err(notice!("told-session-not-open"));
        };
        let provider = self.providers.get(&parts.session.provider).ok();
        let told = live.facts.window;
        let counted = match provider.as_ref() {
            Some(provider) => parts.counted(provider, &self.gate).await,
            None => None,
        };
        parts.account(provider.as_ref(), told, counted).await
    }

    async fn system_prompt(self) -> Result<Reply, Notice> {
        let Some(parts) = self.parts else {
            return Err(notice!("told-session-not-open"));
        };
        Ok(text_reply(parts.system().await.text()))
    }

    async fn prompts(self, session: SessionId) -> Result<Reply, Notice> {
        let records = self
            .store
            .prompts(session)
            .await
            .map_err(|error| error.notice())?;
        let lines = records.iter().map(|record| {
            let when = record.question.created_at.strftime("%F %H:%M");
            let summary = record.summary.clone();
            let summary = summary.unwrap_or_else(|| Notice::text(&record.question.tool));
            let answer = match &record.answer {
                Some(answer) => notice!(
                    "command-answer",
                    answer = word(&answer.decision),
                    by = word(&answer.by)
                ),
                None => notice!("command-answer-open"),
            };
            let when = when.to_string();
            notice!("command-question-row", when, summary, answer)
        });
        let lines = lines.collect();
        Ok(Reply::Lines { lines })
    }

    async fn provider_states(&self) -> Reply {
        let probes = self.providers.names().into_iter().filter_map(|name| {
            let provider = self.providers.get(&name).ok()?;
            Some(async move {
                let begun = std::time::Instant::now();
                let probed = provider.probe().await;
                let latency = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                ProviderStatus {
                    provider: name,
                    address: provider.info.address.clone(),
                    usable: probed.is_ok(),
                    latency_ms: probed.is_ok().then_some(latency),
                    state: probed.unwrap_or_else(|error| error.message),
                    capabilities: None,
                }
            })
        });
        let providers = futures_util::future::join_all(probes).await;
        Reply::Providers { providers }
    }
}

/// Returns the serialised name of an enum value, for a list.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    let word = value.get("decision").unwrap_or(&value);
    word.as_str().unwrap_or_default().replace('_', "-")
}
