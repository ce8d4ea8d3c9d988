//! The state of a live session, as the actor holds it: a new subscriber receives it, and a request to
//! the model is built from it.

use jiff::Timestamp;

use crate::{Conversation, SessionFacts};
use protocol::event::{Event, EventKind};
use protocol::ids::WorkspaceId;
use protocol::message::Message;
use protocol::route::{AgentMode, Route};
use protocol::session::{SessionSnapshot, SessionSummary};

/// The state of a live session.
#[derive(Debug, Clone)]
pub struct SessionState {
    pub facts: SessionFacts,
    pub conversation: Conversation,
    /// The last announced choice of a model, and the answering agent mode if it was set
    /// in this process.
    pub route: Option<Route>,
    pub agent_mode: Option<AgentMode>,
    workspace: WorkspaceId,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl SessionState {
    /// Creates the state of a session that was read from the store.
    pub fn of(snapshot: &SessionSnapshot) -> Self {
        Self {
            facts: SessionFacts::of(snapshot),
            conversation: Conversation::of(&snapshot.messages),
            route: None,
            agent_mode: None,
            workspace: snapshot.summary.workspace.clone(),
            created_at: snapshot.summary.created_at,
            updated_at: snapshot.summary.updated_at,
        }
    }

    /// Creates the state of a session that was just created.
    pub fn created(event: &Event, workspace: &WorkspaceId) -> Option<Self> {
        let EventKind::SessionCreated { settings, policy } = &event.fact else {
            return None;
        };
        Some(Self {
            facts: SessionFacts::new(event.session, settings.clone(), policy.clone()),
            conversation: Conversation::default(),
            route: None,
            agent_mode: None,
            workspace: workspace.clone(),
            created_at: event.at,
            updated_at: event.at,
        })
    }

    /// Returns everything that a front end needs to show the session from scratch.
    pub fn snapshot(&self) -> SessionSnapshot {
        let facts = self.facts.clone();
        let messages = self.conversation.messages.iter();
        SessionSnapshot {
            summary: SessionSummary {
                id: facts.id,
                workspace: self.workspace.clone(),
                settings: facts.settings,
                status: facts.status,
                created_at: self.created_at,
                updated_at: self.updated_at,
                messages: self.facts.message_count(),
                usage: facts.usage,
                duration_ms: facts.duration_ms,
                pid: None,
                last_error: facts.last_error,
                about: String::new(),
            },
            policy: facts.policy,
            messages: messages.map(|message| Message::clone(message)).collect(),
            run: facts.run,
            runs: facts.runs,
            questions: facts.questions,
            queued: facts.queued,
            context: facts.context,
            compactions: facts.compactions,
            tasks: facts.tasks,
            agents: facts.agents,
            window: facts.window,
            checkpoint: facts.checkpoint,
        }
    }

    /// Applies one event.
    pub fn apply(&mut self, event: &Event) {
        // As in the tables: streamed text and stored input drafts do not count as a change.
        let changes = event.fact.is_durable()
            && !matches!(
                event.fact,
                EventKind::InputRemembered { .. } | EventKind::DraftSaved { .. }
            );
        if changes {
            self.updated_at = event.at;
        }
        self.facts.apply(event);
        self.conversation.apply(event);
        match &event.fact {
            EventKind::RouteChosen { route } => self.route = Some(route.clone()),
            EventKind::AgentModeChanged { mode } => self.agent_mode = Some(*mode),
            _ => {}
        }
    }
}
