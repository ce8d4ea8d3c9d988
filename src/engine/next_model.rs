//! The model that a program start names for a session whose run waits for an answer: the run keeps
//! its model, and the named one is set as soon as the session rests.

use std::collections::BTreeMap;

use super::session::Session;
use super::{StepBuilder, commands};
use notice::notice;
use protocol::command::Command;
use protocol::event::NoticeLevel;
use protocol::ids::SessionId;

/// Handles a command that waited until its session was read.
pub(super) fn take(
    sessions: &mut BTreeMap<SessionId, Session>,
    command: Command,
    turn: &mut StepBuilder<'_, '_>,
) {
    match command {
        Command::SetModel {
            session,
            provider,
            model,
        } => match sessions
            .get_mut(&session)
            .filter(|it| it.thread.run.is_some())
        {
            Some(session) => session.set_model_next(provider, model, turn),
            None => {
                let command = Command::SetModel {
                    session,
                    provider,
                    model,
                };
                commands::take(sessions, command, turn);
            }
        },
        command => commands::take(sessions, command, turn),
    }
}

/// Sets the named model of sessions that rest now.
pub(super) fn set(sessions: &mut BTreeMap<SessionId, Session>, turn: &mut StepBuilder<'_, '_>) {
    for session in sessions.values_mut().filter(|it| it.thread.run.is_none()) {
        if let Some((provider, model)) = session.next_model.take() {
            session.set_model(provider, model, turn);
        }
    }
}

impl Session {
    fn set_model_next(
        &mut self,
        provider: Option<String>,
        model: String,
        turn: &mut StepBuilder<'_, '_>,
    ) {
        let own = &self.thread.settings;
        let before = format!("{}/{}", own.provider, own.model);
        let of = provider.as_ref().unwrap_or(&own.provider);
        let next = match model.as_str() {
            "" if *of == own.provider => return,
            "" => of.clone(),
            model => format!("{of}/{model}"),
        };
        if next == before {
            return;
        }
        let text = notice!("told-model-next", before, model = next);
        turn.notice(self.id, NoticeLevel::Info, text);
        self.next_model = Some((provider, model));
    }
}
