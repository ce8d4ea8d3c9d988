//! One step as the parts of a stream: the program's output from one message or result to its next
//! calls, or to the end of its turn. Dropping the stream before its end stops the program's turn.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use tokio::runtime::Handle;

use super::conversation::{self, Incoming};
use super::decode::{After, PartDecoder};
use super::failure::{is_unknown_conversation, lacks_pieces};
use super::input;
use super::message::TurnEnd;
use super::session::Session;
use super::{Inner, StartedStep};
use crate::{PartStream, StepRequest};
use notice::notice;
use protocol::stream::{ProviderError, StopReason, StreamPart};

/// Time without output after which the user is notified.
const SILENCE: Duration = Duration::from_secs(60);

/// Time that a stop may take before the process is ended.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the stream of a step.
pub(super) fn stream(inner: Arc<Inner>, request: StepRequest) -> PartStream {
    let opening = State::Opening(Box::new(Opening {
        inner,
        request,
        restarts: 0,
    }));
    Box::pin(stream::unfold(opening, |mut state| async move {
        loop {
            state = match state {
                State::Opening(opening) => match opening.inner.begin(&opening.request) {
                    Ok(begun) => State::Reading(Box::new(Reading::new(*opening, begun))),
                    Err(error) => State::Last(StreamPart::Error { error }),
                },
                State::Reading(mut reading) => match reading.next().await {
                    Next::Part(part) => return Some((part, State::Reading(reading))),
                    Next::Last(part) => State::Last(part),
                    Next::Anew => State::Opening(Box::new(reading.opening.take()?)),
                },
                State::Last(part) => return Some((part, State::Over)),
                State::Over => return None,
            };
        }
    }))
}

enum State {
    Opening(Box<Opening>),
    Reading(Box<Reading>),
    Last(StreamPart),
    Over,
}

struct Opening {
    inner: Arc<Inner>,
    request: StepRequest,
    restarts: u32,
}

enum Next {
    Part(StreamPart),
    Last(StreamPart),
    /// The program must be started again in another way.
    Anew,
}

struct Reading {
    opening: Option<Opening>,
    begun: StartedStep,
    parts: PartDecoder,
    is_known: bool,
    was_silent: bool,
    is_over: bool,
}

impl Drop for Reading {
    fn drop(&mut self) {
        if !self.is_over {
            stop(&self.begun.session);
        }
    }
}

/// Tells the program to stop its work.
pub(super) fn stop(session: &Arc<Session>) {
    if !session.change(conversation::Conversation::stop) {
        return;
    }
    // The program may have ended by itself.
    session.tell(conversation::interrupt("stop")).ok();
    let session = Arc::clone(session);
    let patience = async move {
        let stopped = session.wait(|talk| (!talk.is_stopping()).then_some(()));
        if tokio::time::timeout(PATIENCE, stopped).await.is_err() {
            session.ask_to_end();
        }
    };
    // At the end of this program there is no runtime, and nothing to wait for.
    if let Ok(runtime) = Handle::try_current() {
        runtime.spawn(patience);
    }
}

impl Reading {
    fn new(opening: Opening, begun: StartedStep) -> Self {
        let mut parts = PartDecoder::default();
        let notices = begun.notices.iter().cloned();
        let notices = notices.map(|text| StreamPart::Notice { text });
        parts.ready.extend(notices);
        Self {
            opening: Some(opening),
            begun,
            parts,
            is_known: false,
            was_silent: false,
            is_over: false,
        }
    }

    async fn next(&mut self) -> Next {
        loop {
            if let Some(part) = self.parts.ready.pop_front() {
                return self.part(part);
            }
            let session = Arc::clone(&self.begun.session);
            let hearing = session.wait(|talk| {
                let heard = talk.next_event()?;
                Some((
                    heard,
                    talk.is_in_turn(),
                    talk.conversation().map(str::to_owned),
                ))
            });
            let heard = match tokio::time::timeout(SILENCE, hearing).await {
                Err(_) => {
                    self.note_silence();
                    continue;
                }
                Ok(Err(error)) => return self.ended(error),
                Ok(Ok(heard)) => heard,
            };
            self.was_silent = false;
            let (heard, more, conversation) = heard;
            if let (Some(name), false) = (conversation, self.is_known) {
                self.is_known = true;
                self.parts.ready.push_back(StreamPart::KnownAs { name });
            }
            if let Some(after) = self.take(heard, more) {
                return after;
            }
        }
    }

    /// Returns the parts that are ready before `part`; the last one ends the stream.
    fn part(&mut self, part: StreamPart) -> Next {
        match part {
            StreamPart::Done { .. } | StreamPart::Error { .. } => {
                self.is_over = true;
                Next::Last(part)
            }
            StreamPart::CallEnd {
                index,
                mut arguments,
            } => {
                if let Some(opening) = &self.opening {
                    input::relative(&mut arguments, &opening.inner.folder);
                }
                Next::Part(StreamPart::CallEnd { index, arguments })
            }
            part => Next::Part(part),
        }
    }

    fn note_silence(&mut self) {
        // A program that waits for the user's answer is not silent.
        if self.was_silent || self.begun.session.talk().waits_for_us() {
            return;
        }
        self.was_silent = true;
        let text = notice!("told-claude-silent", number = SILENCE.as_secs());
        self.parts.ready.push_back(StreamPart::Notice { text });
    }

    fn take(&mut self, heard: Incoming, more: bool) -> Option<Next> {
        match self.parts.take(heard) {
            After::More => {}
            After::Called => self.begun.book.note_call(),
            After::AnswerEnds => self.needs_tools(),
            After::NextAnswer(heard) => {
                self.begun.session.change(|talk| talk.put_back(heard));
                self.needs_tools();
            }
            After::TurnEnds(end) => return self.turn_ends(end, more),
        }
        None
    }

    fn needs_tools(&mut self) {
        let stop = StopReason::NeedsTools;
        self.parts.ready.push_back(StreamPart::Done { stop });
    }

    fn turn_ends(&mut self, end: TurnEnd, more: bool) -> Option<Next> {
        self.begun.book.turn_over();
        match &end.error {
            Some(error) if is_unknown_conversation(error) && self.begun.goes_on => {
                return self.restart(|begun| begun.book.forget_conversation());
            }
            Some(_) => self.begun.book.withdraw(&self.begun.keys),
            // Another message was sent in the meantime, so its turn comes next.
            None if more => {
                self.parts.usage.add(&end.usage);
                return None;
            }
            None => {}
        }
        self.parts.turn_ends(end);
        None
    }

    /// Handles the end of the program during the step.
    fn ended(&mut self, error: ProviderError) -> Next {
        if lacks_pieces(&error) && !self.is_known {
            let restarted = self.restart(|begun| begun.book.without_pieces());
            if let Some(next) = restarted {
                return next;
            }
        }
        self.begun.book.cut_off(&self.begun.keys);
        if let Some(opening) = &self.opening
            && self.begun.session.broke_off().is_some()
        {
            opening.inner.forget(opening.request.conversing.session);
        }
        self.is_over = true;
        Next::Last(StreamPart::Error { error })
    }

    /// Requests a restart of the program, at most twice.
    fn restart(&mut self, change: impl FnOnce(&StartedStep)) -> Option<Next> {
        let opening = self.opening.as_mut()?;
        opening.restarts += 1;
        if opening.restarts > 2 {
            return None;
        }
        change(&self.begun);
        self.begun.book.withdraw(&self.begun.keys);
        self.begun.session.ask_to_end();
        self.is_over = true;
        Some(Next::Anew)
    }
}
