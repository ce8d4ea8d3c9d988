//! Requests to models, for steps and for summaries: each is made from the session's current state,
//! for the model that the engine names.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::OnceCell;

use super::Dispatch;
use crate::actor::compact_task::CompactTask;
use crate::actor::prompt::SystemPrompt;
use crate::actor::request::RequestParts;
use crate::actor::step_task::StepTask;
use engine::context::CompactionExtent;
use engine::{Outcome, Overflow};
use notice::notice;
use protocol::approval::ProposedNote;
use protocol::catalogue::Spent;
use protocol::ids::{RunId, SessionId, StepId};
use protocol::route::Target;
use protocol::stream::{Freshness, ProviderError, ProviderErrorKind};
use protocol::usage::Usage;
use provider::effort;
use session::SessionState;

impl Dispatch {
    pub(super) fn request_step(
        &mut self,
        (session, run, step): (SessionId, RunId, StepId),
        (number, target): (u32, Target),
        (overflow, proposed, freshness): (Overflow, Option<ProposedNote>, Freshness),
        sessions: &BTreeMap<SessionId, SessionState>,
    ) {
        let Some(live) = sessions.get(&session) else {
            return;
        };
        let provider = match self.providers.get(&target.provider) {
            Ok(provider) => provider,
            Err(error) => {
                self.report(Outcome::StepFailed {
                    session,
                    run,
                    step,
                    error,
                });
                return;
            }
        };
        if let Some(of) = &live.facts.settings.agent_of
            && provider.agent_tools.is_some()
        {
            tracing::debug!(%session, of = %of.session, "an agent program cannot be a sub-agent");
            let message = notice!("agents-no-program", word = target.provider);
            let error = ProviderError::new(ProviderErrorKind::Unsupported, message);
            self.report(Outcome::StepFailed {
                session,
                run,
                step,
                error,
            });
            return;
        }
        self.agent_calls.serves(session, &provider);
        let task = StepTask {
            session,
            run,
            step,
            provider,
            providers: Arc::clone(&self.providers),
            gate: self.gate.clone(),
            overflow,
            parts: RequestParts {
                proposed,
                freshness,
                ..self.parts_of_run(live, run, (number, target))
            },
            spent: Spent::of(&live.facts.usage),
            looking: self.looking((session, run), sessions),
            inbox: self.inbox.clone(),
            drafts: self.drafts.clone(),
            cuts: self.cuts.clone(),
            ticket: self.tickets.hand_out(),
        };
        self.start_step(step, task.run());
    }

    pub(super) fn compact(
        &mut self,
        (session, run, step): (SessionId, RunId, StepId),
        (number, target): (u32, Target),
        (reach, words): (CompactionExtent, String),
        sessions: &BTreeMap<SessionId, SessionState>,
    ) {
        let Some(live) = sessions.get(&session) else {
            return;
        };
        let provider = match self.providers.get(&target.provider) {
            Ok(provider) => provider,
            Err(error) => {
                self.report(Outcome::NotCompacted {
                    session,
                    run,
                    step,
                    reason: error.message,
                    usage: Usage::default(),
                });
                return;
            }
        };
        let task = CompactTask {
            session,
            run,
            step,
            provider,
            gate: self.gate.clone(),
            parts: self.parts_of_run(live, run, (number, target)),
            reach,
            words,
            inbox: self.inbox.clone(),
            ticket: self.tickets.hand_out(),
        };
        self.start_step(step, task.run());
    }

    /// Starts a request that is aborted with its step.
    fn start_step(&mut self, step: StepId, task: impl Future<Output = ()> + Send + 'static) {
        self.steps.retain(|_, handle| !handle.is_finished());
        let handle = tokio::spawn(task).abort_handle();
        self.steps.insert(step, handle);
    }

    /// Returns the inputs of a request in a run; the run keeps its system prompt.
    fn parts_of_run(
        &mut self,
        live: &SessionState,
        run: RunId,
        (number, target): (u32, Target),
    ) -> RequestParts {
        let session = live.facts.id;
        let known = self.systems.get(&session);
        if known.is_none_or(|(known, _)| *known != run) {
            self.systems.insert(session, (run, Arc::default()));
        }
        let mut parts = self.request_parts(live, number);
        let own = &parts.session;
        if (own.provider != target.provider) || (own.model != target.model) {
            let known = effort::table().of(&target.provider, &target.model);
            parts.session.effort = known.carried(parts.session.effort);
        }
        parts.session.provider = target.provider;
        parts.session.model = target.model;
        parts
    }

    /// Returns the inputs of a request in this session.
    pub(in crate::actor) fn request_parts(&self, live: &SessionState, number: u32) -> RequestParts {
        RequestParts {
            id: live.facts.id,
            session: live.facts.settings.clone(),
            mode: live.facts.policy.mode,
            number,
            messages: live.conversation.messages.clone(),
            context: live.facts.context.clone(),
            compactions: live.facts.compactions.clone(),
            freshness: Freshness::Any,
            proposed: None,
            workspace: Arc::clone(&self.workspace),
            settings: Arc::clone(&self.settings),
            catalogue: Arc::clone(&self.catalogue),
            facts: self.facts.clone(),
            git: self.git.subscribe(),
            programs: self.programs.clone(),
            system: self.system_of(live),
            store: self.store.clone(),
            tools: Arc::clone(&self.tools),
            offer: self.tools.offer(
                live.facts.id,
                live.facts.settings.agent_of.as_ref(),
                &self.settings.tools,
            ),
        }
    }

    /// Returns the cell of the run's system prompt. Outside a run a new one is made: mode and facts
    /// may differ from those of the last run.
    fn system_of(&self, live: &SessionState) -> Arc<OnceCell<SystemPrompt>> {
        match (self.systems.get(&live.facts.id), &live.facts.run) {
            (Some((known, cell)), Some(run)) if *known == run.id && run.finished_at.is_none() => {
                Arc::clone(cell)
            }
            _ => Arc::default(),
        }
    }
}
