//! Prints engine events as lines. Each change takes one line or a few, printed once
//! and never again.

mod notices;
mod session;

use ::session::SessionFacts;

use super::calls::Calls;
use super::live_session::{LiveSession, model_of, name_of};
use super::pending::PendingRequest;
use super::state::{Awaited, Effect, Plain, PlainMode};
use super::text;
use l10n::{counted, said, say};
pub(super) use notices::{call_words, frozen, output_of, result_words, subject_words};
use notices::{last_words, told};
use protocol::approval::PolicyState;
use protocol::event::{Delivery, Event, EventKind, TextChannel};
use protocol::ids::SessionId;
use protocol::query::Query;
use protocol::session::{SessionSettings, SessionSnapshot, SessionStatus};

impl Plain {
    /// Handles a delivery of the engine.
    pub(super) fn delivery(&mut self, delivery: Delivery) {
        match delivery {
            Delivery::Event { event } => self.event(&event),
            Delivery::Snapshot { sessions, .. } => {
                for snapshot in &sessions {
                    self.snapshot(snapshot);
                }
            }
        }
    }

    /// Takes the full state of a session. For the session shown, prints the missed messages up
    /// to its end.
    fn snapshot(&mut self, snapshot: &SessionSnapshot) {
        let session = snapshot.summary.id;
        let known = self.sessions.insert(session, LiveSession::of(snapshot));
        match known {
            None => self.session_appeared(session),
            Some(before) if self.current == Some(session) => {
                self.narrations.clear();
                self.announce_remaining_calls();
                self.calls = self.shown().map(Calls::of).unwrap_or_default();
                let new = snapshot
                    .messages
                    .len()
                    .saturating_sub(before.messages().len());
                if new > 0 {
                    self.say(say!(
                        "plain-messages-missed",
                        messages = counted(new, "message"),
                        new
                    ));
                }
            }
            Some(_) => {}
        }
    }

    /// Handles a session that was unknown.
    fn session_appeared(&mut self, session: SessionId) {
        let is_awaited = match self.awaited {
            Awaited::Nothing => false,
            Awaited::First => true,
            Awaited::This(awaited) => awaited == session,
        };
        if is_awaited {
            self.show_session(session);
        }
    }

    /// Shows a known session.
    pub(super) fn show_session(&mut self, session: SessionId) {
        let Some(shown) = self.sessions.get(&session) else {
            return;
        };
        let facts = &shown.facts;
        self.awaited = Awaited::Nothing;
        let mut words = vec![say!(
            "plain-session",
            name = name_of(facts),
            mode = facts.policy.mode.word(),
            model = model_of(facts)
        )];
        if facts.message_count() > 0 {
            words.push(say!(
                "plain-session-so-far",
                messages = counted(facts.message_count(), "message")
            ));
            words.extend(last_words(shown));
        }
        match facts.status {
            SessionStatus::Error => words.extend(frozen(facts)),
            SessionStatus::Archived => words.push(say!("plain-session-archived").to_owned()),
            SessionStatus::AwaitingReview => {
                words.push(say!("plain-session-to-review").to_owned());
            }
            SessionStatus::Running => words.push(say!("plain-session-running").to_owned()),
            _ => {}
        }
        let is_interrupted = facts.status == SessionStatus::Interrupted;
        let calls = Calls::of(shown);
        self.announce_remaining_calls();
        self.calls = calls;
        self.current = Some(session);
        self.ours.insert(session);
        self.mode = PlainMode::Chat;
        self.narrations.clear();
        self.drop_menu();
        self.asked = None;
        self.say_all(words);
        self.effects.push(Effect::Present(vec![session]));
        let to_send = self
            .send_when_shown
            .take_if(|(awaited, _)| *awaited == session);
        match to_send {
            Some((_, text)) => {
                self.begin_draft();
                self.message(&text);
            }
            None => self.query_draft(session),
        }
        if is_interrupted {
            self.ask_to_proceed(session);
        }
        if self.manner.choose_session {
            self.manner.choose_session = false;
            self.ask(Query::Sessions, PendingRequest::Sessions);
        }
        if let Some(since) = self.manner.review.take() {
            self.open_review(since);
        }
    }

    /// Asks before a session whose process died proceeds, so that the user has seen it.
    fn ask_to_proceed(&mut self, session: SessionId) {
        use super::menu::{Menu, MenuAction};
        let proceed = protocol::command::Command::AcknowledgeInterrupted { session };
        let own = Menu::new(say!("plain-interrupted")).or(
            "proceed",
            say!("plain-interrupted-proceed"),
            MenuAction::Done(vec![proceed], say!("plain-interrupted-proceeds").to_owned()),
        );
        self.ask_menu(own);
    }

    fn event(&mut self, event: &Event) {
        let session = event.session;
        match &event.fact {
            EventKind::SessionOpened { session: snapshot } => return self.snapshot(snapshot),
            EventKind::SessionDeleted | EventKind::SessionClosed => {
                return self.session_gone(event);
            }
            EventKind::SessionCreated { settings, policy }
                if settings.agent_of.is_none() && !self.sessions.contains_key(&session) =>
            {
                let facts = SessionFacts::new(session, settings.clone(), policy.clone());
                self.sessions.insert(session, LiveSession::new(facts));
                return self.session_appeared(session);
            }
            _ => {}
        }
        let is_shown = self.current == Some(session);
        if self.ours.contains(&session) {
            self.outcome.observe(&event.fact);
        }
        let unsent = match event.fact {
            EventKind::MessagesWithdrawn { from, alone: true } => {
                self.withdrawn_alone(session, from)
            }
            _ => None,
        };
        let Some(known) = self.sessions.get_mut(&session) else {
            return self.event_without_session(event);
        };
        let facts = &known.facts;
        let before = (facts.settings.clone(), facts.policy.clone(), facts.status);
        known.apply(event);
        if matches!(event.fact, EventKind::RunStarted { .. }) {
            self.stop_awaiting_idle();
        }
        if is_shown {
            self.shown_event(event, &before.0, &before.1, before.2);
            if let Some(unsent) = unsent {
                self.return_queued(&unsent);
            }
        } else {
            self.other_event(event);
        }
    }

    /// Handles the result of a command for a session that is not open here.
    fn event_without_session(&mut self, event: &Event) {
        match &event.fact {
            EventKind::CommandRejected {
                reason,
                command,
                said,
            } if !command.is_by_the_way() => {
                self.say(say!("plain-refused", reason = text::told(reason)));
                self.rejected(*command, said.as_ref());
            }
            EventKind::Notice { level, text } => self.notice(*level, text),
            _ => {}
        }
    }

    fn session_gone(&mut self, event: &Event) {
        let Some(LiveSession { facts, .. }) = self.sessions.remove(&event.session) else {
            return;
        };
        let name = name_of(&facts);
        self.say(match event.fact {
            EventKind::SessionDeleted => say!("plain-session-deleted", name),
            _ => say!("plain-session-closed", name),
        });
        if self.current != Some(event.session) {
            return;
        }
        self.current = None;
        self.calls = Calls::default();
        self.mode = PlainMode::Chat;
        self.drop_menu();
        self.asked = None;
        // Shows another open session, or a new one with the same settings.
        let next = self.sessions.keys().next_back().copied();
        match next {
            Some(next) => self.show_session(next),
            None => {
                let new = SessionId((self.ids)());
                self.awaited = Awaited::This(new);
                let settings = SessionSettings {
                    name: String::new(),
                    known_as: Default::default(),
                    agent_of: None,
                    ..facts.settings
                };
                self.send(protocol::command::Command::CreateSession {
                    session: new,
                    settings,
                });
            }
        }
    }

    /// Handles an event of a session that is not shown: announces only those that need the user or
    /// end a run.
    fn other_event(&mut self, event: &Event) {
        let Some(known) = self.sessions.get(&event.session) else {
            return;
        };
        let name = name_of(&known.facts);
        let id = event.session;
        match &event.fact {
            EventKind::QuestionOpened { .. } | EventKind::ClarificationOpened { .. } => {
                self.say(say!("plain-elsewhere-asks", name, id = id.to_string()));
            }
            EventKind::RunCompleted { .. } => self.say(say!("plain-elsewhere-done", name)),
            EventKind::RunFailed { error, .. } => self.say(say!(
                "plain-elsewhere-failed",
                name,
                error = text::told(error)
            )),
            EventKind::CommandRejected {
                reason,
                command,
                said,
            } if !command.is_by_the_way() => {
                self.say(say!("plain-refused", reason = text::told(reason)));
                self.rejected(*command, said.as_ref());
            }
            _ => {}
        }
    }

    fn shown_event(
        &mut self,
        event: &Event,
        settings: &SessionSettings,
        policy: &PolicyState,
        status: SessionStatus,
    ) {
        if ends_run(&event.fact) {
            self.announce_remaining_calls();
        }
        match &event.fact {
            EventKind::TextAppended {
                message,
                channel: TextChannel::Answer,
                offset,
                text,
            } => {
                let speech = self.narrations.entry(*message).or_default();
                let had_begun = speech.has_begun();
                let lines = speech.piece(*offset, text);
                self.say_answer(lines, had_begun);
            }
            EventKind::MessageAdded { message } => self.message_added(message),
            EventKind::MessageCompleted { message } => self.message_completed(message),
            EventKind::MessagesWithdrawn { .. } => {
                self.say(say!("plain-withdrawn"));
            }
            EventKind::MessageQueued { message } => self.message_queued(message),
            EventKind::MessageUnqueued { message, reason } => {
                self.message_unqueued(message, *reason);
            }
            EventKind::RunStarted { message } => self.run_started(*message),
            EventKind::CallRequested { call, .. } => self.call_requested(call),
            EventKind::QuestionOpened { .. } | EventKind::ClarificationOpened { .. } => {
                self.announce_calls();
            }
            EventKind::CallStarted { call, .. } => self.call_started(*call),
            EventKind::CallCompleted { result, .. } => self.call_completed(result),
            EventKind::QuestionAnswered { answer, summary }
            | EventKind::ClarificationAnswered { answer, summary } => {
                self.answered(answer, &said(summary));
            }
            EventKind::RunCompleted { result } => self.run_completed(result),
            EventKind::RunCancelled { .. } => self.run_over(say!("plain-run-stopped")),
            EventKind::RunFailed { error, hint, .. } => {
                let error = text::told(error);
                let error = error.trim_end_matches('.');
                self.run_over(&match hint {
                    Some(hint) => say!("plain-run-failed-hint", error, hint = text::told(hint)),
                    None => say!("plain-run-failed", error),
                });
            }
            EventKind::SessionStatusChanged { status: new, .. } if *new != status => {
                self.status_changed(*new);
            }
            EventKind::SessionChanged { settings: new } => self.settings_changed(settings, new),
            EventKind::PolicyChanged { policy: new } => self.policy_changed(policy, new),
            EventKind::InputRemembered { text } => {
                self.effects.push(Effect::Recall(vec![text.clone()]));
            }
            fact => {
                let lines = told(fact);
                self.say_all(lines);
                if let EventKind::CommandRejected { said, command, .. } = fact {
                    self.rejected(*command, said.as_ref());
                }
            }
        }
    }
}

/// Whether this event ends a run.
fn ends_run(fact: &EventKind) -> bool {
    matches!(
        fact,
        EventKind::RunCompleted { .. }
            | EventKind::RunCancelled { .. }
            | EventKind::RunFailed { .. }
            | EventKind::RunInterrupted { .. }
    )
}
