//! A request to a model, built from a session: system prompt, included context, the
//! messages that fit, the tools. Submodules: the known figures of the model
//! ([`figures`]), the map of the workspace for the prompt ([`map`]), and the account of
//! what takes how much of the window ([`window_usage`]).

mod figures;
mod included;
mod map;
mod pictures;
mod window_usage;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OnceCell, watch};

use self::figures::Locality;
use super::catalogue::Catalogue;
use super::facts::{FixedFacts, GitState};
use super::prompt::{Instructions, PromptFacts, SystemPrompt, system_prompt};
use engine::context;
use notice::{Notice, count, notice};
use protocol::approval::{Mode, ProposedNote};
use protocol::call::ToolSpec;
use protocol::catalogue::{Budgets, CallForm};
use protocol::compaction::Compaction;
use protocol::context::ContextRow;
use protocol::estimate::Estimate;
use protocol::ids::SessionId;
use protocol::message::{Message, Role};
use protocol::query::ExternalProgram;
use protocol::session::{ContextWindow, SessionSettings};
use protocol::stream::{Capabilities, Freshness, ProviderError, ToolFormat};
use provider::prompted_tools::is_declared;
use provider::tokens::EstimatedPrompt;
use provider::{ConversationState, Provider, StepRequest};
use store::Store;
use tools::ToolBox;
use workspace::Workspace;
use workspace::programs::look_for_files;

/// Context length that is assumed, in tokens, if neither the config nor the server gives one.
const UNKNOWN_CONTEXT: u64 = 32_768;

/// Maximum time that the first request waits for git's first answer. Later requests find it ready.
const GIT_WAIT: Duration = Duration::from_millis(300);

/// Maximum number of tokens kept free for the answer.
const ANSWER_ROOM: u64 = 4_096;

/// Settings of requests, from the config.
#[derive(Debug, Default)]
pub struct RequestSettings {
    /// Context length in tokens for a provider's models, by the provider's name; a missing
    /// entry means "auto".
    pub context_lengths: BTreeMap<String, u64>,
    pub temperature: Option<f32>,
    /// Models that the user has declared to send calls as text, by name prefix.
    pub text_calls: Vec<String>,
    pub budgets: Budgets,
    /// The agent's own prompt, from the config.
    pub agent_prompt: String,
    /// Whether AGENTS.md and CLAUDE.md are read.
    pub instructions: InstructionPolicy,
    /// Token limit for the map of the workspace; `None` leaves the map out.
    pub map_tokens: Option<u64>,
    /// The whole system prompt of a recording, used instead of building one.
    pub system: Option<String>,
    /// The tools that are described to every model.
    pub tools: Arc<[ToolSpec]>,
    /// Capabilities that were found for models.
    pub known: KnownModels,
}

/// The instructions files of the repository that are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InstructionPolicy {
    pub agents_md: bool,
    pub claude_md: bool,
}

/// Capabilities of models, by provider and model. Cached, because asking costs a round trip.
#[derive(Debug, Default)]
pub struct KnownModels(Mutex<BTreeMap<(String, String), Capabilities>>);

impl KnownModels {
    fn get(&self, key: &(String, String)) -> Option<Capabilities> {
        // A map of plain values stays valid even if a thread panicked while it held the lock.
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(key)
            .cloned()
    }

    fn put(&self, key: (String, String), capabilities: Capabilities) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key, capabilities);
    }
}

/// Inputs of a request.
#[derive(Clone)]
pub(super) struct RequestParts {
    pub(super) id: SessionId,
    pub(super) session: SessionSettings,
    pub(super) mode: Mode,
    pub(super) number: u32,
    pub(super) messages: Vec<Arc<Message>>,
    pub(super) context: Vec<ContextRow>,
    /// Compactions in force, oldest first.
    pub(super) compactions: Vec<Compaction>,
    /// Whether a cached answer will do.
    pub(super) freshness: Freshness,
    /// The proposed changes, if a summary replaces the messages in which they were made.
    pub(super) proposed: Option<ProposedNote>,
    pub(super) workspace: Arc<Workspace>,
    pub(super) settings: Arc<RequestSettings>,
    /// Source of the model's record: its window, its temperature, its price.
    pub(super) catalogue: Arc<dyn Catalogue>,
    pub(super) facts: FixedFacts,
    pub(super) git: watch::Receiver<GitState>,
    pub(super) programs: Option<Arc<[ExternalProgram]>>,
    /// The run's system prompt, built at the first step and the same for later steps, so that a
    /// server can cache its tokens.
    pub(super) system: Arc<OnceCell<SystemPrompt>>,
    /// Holds the bytes of pictures.
    pub(super) store: Store,
    /// Provides the texts of included files as the agent sees them, and the index for the map.
    pub(super) tools: Arc<ToolBox>,
    /// The tools that are described to the model.
    pub(super) offer: Arc<[ToolSpec]>,
}

/// A request that is ready to be sent.
pub(super) struct BuiltRequest {
    pub(super) request: StepRequest,
    /// Minimum fill of the window with this request.
    pub(super) window: ContextWindow,
    /// Estimated tokens of the prompt, and how they were estimated.
    pub(super) estimate: u64,
    pub(super) asked: EstimatedPrompt,
    /// Whether the conversation fits without leaving anything out.
    pub(super) fit: Fit,
    /// A notice to the user about content that was left out.
    pub(super) notice: Option<Notice>,
}

/// Whether a conversation fits with its tool results shortened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Whole,
    /// The request leaves out answers.
    Cut,
}

/// Division of a model's window, in tokens.
#[derive(Debug, Clone, Copy)]
pub(super) struct WindowShares {
    pub(super) window: u64,
    /// System prompt, tools and included files.
    pub(super) fixed: u64,
    /// Kept free for the answer.
    pub(super) answer: u64,
}

impl WindowShares {
    /// Returns the tokens that remain for the conversation.
    pub(super) fn conversation(self) -> u64 {
        self.window
            .saturating_sub(self.fixed)
            .saturating_sub(self.answer)
    }
}

impl RequestParts {
    /// Whether the provider stores the conversation, so that a request only has the new part.
    pub(super) fn is_kept_elsewhere(&self) -> bool {
        let session = &self.session;
        session.known_as.contains_key(&session.provider)
    }

    /// Returns the capabilities of the session's model.
    pub(super) async fn capabilities(
        &self,
        provider: &Provider,
    ) -> Result<Capabilities, ProviderError> {
        let key = (self.session.provider.clone(), self.session.model.clone());
        if let Some(known) = self.settings.known.get(&key) {
            return Ok(known);
        }
        let found = provider.capabilities(&self.session.model).await?;
        self.settings.known.put(key, found.clone());
        Ok(found)
    }

    /// Whether the model is known to send calls as text: the user has declared it, or a probe
    /// has found it.
    fn sends_text_calls(&self) -> bool {
        let SessionSettings {
            provider, model, ..
        } = &self.session;
        let probed = self.catalogue.probe(provider, model);
        is_declared(model, &self.settings.text_calls)
            || probed.is_some_and(|probe| probe.calls == CallForm::Text)
    }

    /// Records that the server refused pictures for the model.
    pub(super) fn remember_blind(&self, mut capabilities: Capabilities) {
        capabilities.images = Some(false);
        let key = (self.session.provider.clone(), self.session.model.clone());
        self.settings.known.put(key, capabilities);
    }

    /// Records that the model takes its tools as text.
    pub(super) fn remember_simplified(&self, mut capabilities: Capabilities) {
        capabilities.tools = ToolFormat::Simplified;
        tracing::info!(
            provider = self.session.provider,
            model = self.session.model,
            reason = "the server refused tools for this model",
            "fell back to the simplified format"
        );
        let key = (self.session.provider.clone(), self.session.model.clone());
        self.settings.known.put(key, capabilities);
    }

    /// Returns the run's system prompt.
    pub(super) async fn system(&self) -> SystemPrompt {
        let make = || async {
            let parts = self.clone();
            let git = self.git_now().await;
            let made = tokio::task::spawn_blocking(move || parts.make_system_prompt(&git)).await;
            made.unwrap_or_default()
        };
        self.system.get_or_init(make).await.clone()
    }

    /// Returns git's last answer; right after the start, waits briefly for the first one.
    async fn git_now(&self) -> GitState {
        let mut git = self.git.clone();
        let answered = git.wait_for(|git| *git != GitState::Unknown);
        match tokio::time::timeout(GIT_WAIT, answered).await {
            Ok(Ok(git)) => git.clone(),
            Ok(Err(_)) | Err(_) => GitState::Unknown,
        }
    }

    fn make_system_prompt(&self, git: &GitState) -> SystemPrompt {
        if let Some(recorded) = &self.settings.system {
            return SystemPrompt::recorded(recorded);
        }
        let files = instruction_files(&self.workspace, self.settings.instructions);
        let instructions: Vec<Instructions<'_>> = files
            .iter()
            .map(|(name, text)| Instructions { name, text })
            .collect();
        let root = self.workspace.root();
        // Used before the programs have reported their versions, which takes longer than the first
        // request may wait.
        let by_name = match &self.programs {
            Some(_) => Vec::new(),
            None => look_for_files(std::env::var("PATH").ok().as_deref(), root),
        };
        system_prompt(&PromptFacts {
            tools: &self.settings.tools,
            root,
            folder: &super::dispatch::inside(root, &self.session.cwd),
            writable: self.facts.writable,
            git,
            programs: self.programs.as_deref().unwrap_or(&by_name),
            mode: self.mode,
            worlds: self.tools.has_worlds(),
            system: std::env::consts::OS,
            date: jiff::Zoned::now().date(),
            map: &self.map(git),
            instructions: &instructions,
            own: &[&self.settings.agent_prompt, &self.session.extra_prompt],
        })
    }

    /// Computes how the window of the session's model is divided.
    pub(super) async fn shares(
        &self,
        provider: &Provider,
        included: Option<&Message>,
    ) -> Result<WindowShares, ProviderError> {
        let capabilities = self.capabilities(provider).await?;
        let window = self.context_length(&capabilities, Locality::of(provider));
        let estimate = self.estimate(provider);
        let included = included.map_or(0, |message| context::message_size(message, estimate));
        let system = estimate.text(&self.system().await.text());
        Ok(WindowShares {
            window,
            fixed: system + tools_tokens(&self.offer, estimate) + included,
            answer: answer_room(window),
        })
    }
}

/// Returns the instructions files that are sent, with their texts: those in the root that exist.
pub(super) fn instruction_files(
    workspace: &Workspace,
    wanted: InstructionPolicy,
) -> Vec<(&'static str, String)> {
    let named = [
        ("AGENTS.md", wanted.agents_md),
        ("CLAUDE.md", wanted.claude_md),
    ];
    named
        .into_iter()
        .filter(|(_, wanted)| *wanted)
        .filter_map(|(name, _)| Some((name, workspace.read(name).ok()?.text)))
        .collect()
}

/// Builds a request in a format.
///
/// # Errors
/// If the provider cannot report its model's capabilities.
pub(super) async fn build(
    parts: &RequestParts,
    provider: &Provider,
    format: ToolFormat,
) -> Result<BuiltRequest, ProviderError> {
    let included = parts.included().await;
    let shares = parts.shares(provider, included.as_deref()).await?;
    let system = parts.system().await.text();
    let (messages, compactions) = (&parts.messages, &parts.compactions);
    let how = parts.estimate(provider);
    let fitted = context::fit(messages, compactions, shares.conversation(), how);
    let context_length = shares.window;
    let notice = (fitted.left_out > 0).then(|| {
        let number = count(fitted.left_out, "message");
        notice!("told-oldest-left-out", word = context_length, number)
    });
    let fit = if fitted.wanted > shares.conversation() {
        Fit::Cut
    } else {
        Fit::Whole
    };
    let estimate = shares.fixed + fitted.tokens;
    let mut messages = fitted.messages;
    let shown = messages.iter().flat_map(|message| message.pictures());
    let shown: u64 = shown.map(|picture| how.picture(picture)).sum();
    let pictures = parts.pictures(&messages).await;
    if let Some(included) = included {
        let last = messages
            .iter()
            .rposition(|message| message.role == Role::User);
        messages.insert(last.unwrap_or(messages.len()), included);
    }
    Ok(BuiltRequest {
        request: StepRequest {
            agent: parts.recorded_as(),
            number: parts.number,
            model: parts.session.model.clone(),
            system,
            messages,
            pictures,
            tools: Arc::clone(&parts.offer),
            format,
            sends_text_calls: parts.sends_text_calls(),
            context_length,
            max_output_tokens: parts.most_output(estimate, context_length),
            temperature: parts.temperature(),
            effort: parts.session.effort,
            freshness: parts.freshness,
            conversing: ConversationState {
                session: parts.id,
                known_as: parts.session.known_as.get(&parts.session.provider).cloned(),
                plans: parts.mode == Mode::Plan,
                extra_prompt: parts.session.extra_prompt.clone(),
            },
        },
        window: ContextWindow {
            used: estimate,
            limit: context_length,
            estimated: true,
        },
        estimate,
        asked: EstimatedPrompt {
            texts: estimate.saturating_sub(shown),
            pictures: shown,
            ratio: how.ratio,
            window: context_length,
        },
        fit,
        notice,
    })
}

/// Returns the tokens that are kept free for the answer.
fn answer_room(context_length: u64) -> u64 {
    ANSWER_ROOM.min(context_length / 4)
}

/// Estimates the tokens of the tool descriptions.
fn tools_tokens(tools: &[ToolSpec], estimate: Estimate) -> u64 {
    tools
        .iter()
        .map(|tool| estimate.text(&tool.description) + estimate.text(&tool.parameters.to_string()))
        .sum()
}
