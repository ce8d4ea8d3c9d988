//! Choosing a model where only a provider was named: the shell knows which one works, so it is asked. Until it answers
//! the session keeps the model that it has, and what the user sends waits: it is meant for the new one.

use std::collections::BTreeMap;

use super::session::Session;
use super::{Effect, StepBuilder};
use crate::protocol::event::{EventKind, UnqueueReason};
use crate::protocol::ids::SessionId;

/// Messages that waited for a model are sent, where one is chosen and nothing runs.
pub(super) fn send_waiting(
    sessions: &mut BTreeMap<SessionId, Session>,
    turn: &mut StepBuilder<'_, '_>,
) {
    for session in sessions.values_mut() {
        if session.run.is_none() && session.choosing.is_none() {
            session.send_next_waiting(turn);
        }
    }
}

impl Session {
    /// Has a model of this provider chosen.
    pub(super) fn choose_model(&mut self, provider: String, turn: &mut StepBuilder<'_, '_>) {
        self.next_model = None;
        self.choosing = Some(provider.clone());
        turn.effect(Effect::ChooseModel {
            session: self.id,
            provider,
        });
    }

    /// True, with a rejection, while a model is being chosen.
    pub(super) fn refuse_while_choosing(
        &self,
        command: &str,
        turn: &mut StepBuilder<'_, '_>,
    ) -> bool {
        let Some(provider) = &self.choosing else {
            return false;
        };
        let why = format!("{provider} is being asked for a model; try again when it has answered");
        turn.reject(self.id, command, why);
        true
    }

    /// A model was chosen, or none can be. What another order has overtaken changes nothing.
    pub(super) fn model_chosen(
        &mut self,
        provider: String,
        result: Result<String, String>,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        if self.choosing.as_ref() != Some(&provider) {
            return;
        }
        self.choosing = None;
        match result {
            // A run that began meanwhile goes on with the model that it has.
            Ok(model) if self.run.is_some() => self.next_model = Some((Some(provider), model)),
            Ok(model) => self.set_model(Some(provider), model, turn),
            Err(why) => {
                turn.reject(self.id, "set_model", why);
                // They were not meant for the model that stays.
                if self.run.is_none() {
                    self.return_queue(turn);
                }
            }
        }
    }

    /// Stops waiting for a model; what waited for it goes back to the editor. False where none is being chosen.
    pub(super) fn stop_choosing(&mut self, turn: &mut StepBuilder<'_, '_>) -> bool {
        if self.run.is_some() || self.choosing.take().is_none() {
            return false;
        }
        let why = "stopped: the model stays as it was";
        turn.reject(self.id, "set_model", why);
        self.return_queue(turn);
        true
    }

    fn send_next_waiting(&mut self, turn: &mut StepBuilder<'_, '_>) {
        let Some(message) = self.queue.pop_front() else {
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
