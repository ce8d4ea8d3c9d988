//! Chooses a model if only a provider was named. The shell knows which model works, so the engine
//! asks it. Until it answers, the session keeps its model, and the user's messages wait: they are
//! meant for the new model.

use std::collections::BTreeMap;

use super::session::Session;
use super::{Effect, StepBuilder};
use notice::{Notice, notice};
use protocol::command::CommandKind;
use protocol::event::{EventKind, UnqueueReason};
use protocol::ids::SessionId;

/// Starts a run with the oldest waiting message where nothing runs: it waited for a model that is
/// chosen now, or for the end of the run before.
pub(super) fn send_waiting(
    sessions: &mut BTreeMap<SessionId, Session>,
    turn: &mut StepBuilder<'_, '_>,
) {
    for session in sessions.values_mut() {
        if session.thread.run.is_none() && session.choosing.is_none() {
            session.send_next_waiting(turn);
        }
    }
}

impl Session {
    /// Requests the choice of a model of this provider.
    pub(super) fn choose_model(&mut self, provider: String, turn: &mut StepBuilder<'_, '_>) {
        self.next_model = None;
        self.choosing = Some(provider.clone());
        turn.effect(Effect::ChooseModel {
            session: self.id,
            provider,
        });
    }

    /// Rejects the command and returns true while a model is being chosen.
    pub(super) fn refuse_while_choosing(
        &self,
        command: CommandKind,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let Some(provider) = &self.choosing else {
            return false;
        };
        let why = notice!("told-asking-for-model", word = provider);
        turn.reject(self.id, command, why);
        true
    }

    /// Handles the result of choosing a model. A result that a later command has
    /// overtaken changes nothing.
    pub(super) fn model_chosen(
        &mut self,
        provider: String,
        result: Result<String, Notice>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.choosing.as_ref() != Some(&provider) {
            return;
        }
        self.choosing = None;
        match result {
            // A run that started during the choice keeps its model.
            Ok(model) if self.thread.run.is_some() => {
                self.next_model = Some((Some(provider), model));
            }
            Ok(model) => self.set_model(Some(provider), model, turn),
            Err(why) => {
                turn.reject(self.id, CommandKind::SetModel, why);
                // The messages were not meant for the model that stays.
                if self.thread.run.is_none() {
                    self.return_queue(turn);
                }
            }
        }
    }

    /// Stops choosing a model; the waiting messages go back to the editor. Returns false if no
    /// model is being chosen.
    pub(super) fn stop_choosing(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        if self.thread.run.is_some() || self.choosing.take().is_none() {
            return false;
        }
        turn.reject(
            self.id,
            CommandKind::SetModel,
            notice!("told-choosing-stopped"),
        );
        self.return_queue(turn);
        true
    }

    fn send_next_waiting(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(message) = self.thread.queue.pop_front() else {
            return;
        };
        let fact = EventKind::MessageUnqueued {
            message: message.clone(),
            reason: UnqueueReason::Delivered,
        };
        self.fact(turn, fact);
        self.begin_run(message.id, message.text, turn);
    }
}
