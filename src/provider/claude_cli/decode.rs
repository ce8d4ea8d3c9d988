//! Converts the program's messages to the canonical parts of a stream. Pure; used by the stream of
//! a step and by the decoder of `debug decode`.

use std::collections::VecDeque;

use super::conversation::{Conversation, Incoming};
use super::failure::of_turn;
use super::message::{self, TurnEnd};
use crate::decode::{Decoder, cut_short, not_the_protocol};
use crate::lines::Lines;
use notice::notice;
use protocol::stream::{StopReason, StreamPart};
use protocol::usage::Usage;

/// Name of the program in messages.
const SERVER: Option<&str> = Some("claude");

#[derive(Debug, Default)]
pub(super) struct PartDecoder {
    /// The calls up to now, by the program's ids; the position of a call is its index.
    calls: Vec<String>,
    /// The answer that contains the last call.
    message: Option<String>,
    /// Usage of the turns before the last one.
    pub(super) usage: Usage,
    /// Parts that are ready to be returned.
    pub(super) ready: VecDeque<StreamPart>,
}

/// Effect of an input on the step.
#[derive(Debug, PartialEq)]
pub(super) enum After {
    /// The step continues.
    More,
    Called,
    /// The calls of the answer are in progress: the answer has no further parts.
    AnswerEnds,
    /// The input belongs to the next answer, so the current one is over.
    NextAnswer(Incoming),
    TurnEnds(TurnEnd),
}

impl PartDecoder {
    /// Processes one input from the program.
    pub(super) fn take(&mut self, heard: Incoming) -> After {
        match heard {
            Incoming::Message(id) if self.has_calls() && self.message.as_ref() != Some(&id) => {
                return After::NextAnswer(Incoming::Message(id));
            }
            Incoming::Message(id) => self.message = Some(id),
            Incoming::Text(text) => self.ready.push_back(StreamPart::Text { text }),
            Incoming::Reasoning(text) => self.ready.push_back(StreamPart::Reasoning { text }),
            Incoming::CallBegins { id, tool } => drop(self.call_begins(id, tool)),
            Incoming::CallArguments { id, text } => {
                if let Some(index) = self.index(&id) {
                    self.ready
                        .push_back(StreamPart::CallArguments { index, text });
                }
            }
            Incoming::Call {
                message,
                id,
                tool,
                input,
            } => {
                let known = self.index(&id);
                let index = known.unwrap_or_else(|| self.call_begins(id, tool));
                self.message = Some(message);
                let arguments = input;
                self.ready
                    .push_back(StreamPart::CallEnd { index, arguments });
                return After::Called;
            }
            Incoming::MessageEnds | Incoming::CallMoves if self.has_calls() => {
                return After::AnswerEnds;
            }
            Incoming::MessageEnds | Incoming::CallMoves => {}
            Incoming::TurnEnds(end) => return After::TurnEnds(end),
            Incoming::Notice(text) => self.ready.push_back(StreamPart::Notice { text }),
        }
        After::More
    }

    fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    fn index(&self, id: &str) -> Option<usize> {
        self.calls.iter().position(|known| known == id)
    }

    fn call_begins(&mut self, id: String, name: String) -> usize {
        let index = self.calls.len();
        self.calls.push(id.clone());
        self.ready
            .push_back(StreamPart::CallStart { index, id, name });
        index
    }

    /// Produces the last parts of a turn.
    pub(super) fn turn_ends(&mut self, end: TurnEnd) {
        let mut usage = std::mem::take(&mut self.usage);
        usage.add(&end.usage);
        self.ready.push_back(StreamPart::Usage { usage });
        self.ready.push_back(match end.error {
            Some(error) => StreamPart::Error {
                error: of_turn(&error),
            },
            None => StreamPart::Done {
                stop: match end.stop.as_deref() {
                    Some("max_tokens") => StopReason::Length,
                    Some("refusal") => StopReason::Refused,
                    _ => StopReason::Done,
                },
            },
        });
    }
}

/// Decodes the program's output of one turn, including calls, without its input.
#[derive(Debug)]
pub struct ClaudeDecoder {
    lines: Lines,
    talk: Conversation,
    parts: PartDecoder,
    is_over: bool,
}

impl Default for ClaudeDecoder {
    fn default() -> Self {
        let mut talk = Conversation::default();
        talk.turn_begun();
        Self {
            lines: Lines::default(),
            talk,
            parts: PartDecoder::default(),
            is_over: false,
        }
    }
}

impl ClaudeDecoder {
    fn line(&mut self, line: &[u8], out: &mut Vec<StreamPart>) {
        // The decoder answers no request of the program.
        self.talk.take(message::read(line));
        while let Some(heard) = self.talk.next_event() {
            match self.parts.take(heard) {
                After::NextAnswer(Incoming::Message(id)) => self.parts.message = Some(id),
                After::TurnEnds(end) => {
                    self.parts.turn_ends(end);
                    self.is_over = true;
                }
                _ => {}
            }
            out.extend(self.parts.ready.drain(..));
            if self.is_over {
                return;
            }
        }
    }
}

impl Decoder for ClaudeDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        if self.is_over {
            return;
        }
        self.lines.push(bytes);
        while !self.is_over {
            match self.lines.next_line() {
                Ok(Some(line)) => self.line(&line, out),
                Ok(None) => return,
                Err(_) => {
                    out.push(not_the_protocol(SERVER, &notice!("told-more-than-line")));
                    self.is_over = true;
                }
            }
        }
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        if !self.is_over {
            out.push(cut_short(SERVER));
            self.is_over = true;
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
