//! Splits a body that is either server-sent events, or one JSON document from a server that did not
//! stream. Used by the decoders of those protocols; not vendor-specific.

use serde_json::Value;

use super::lenient_json;
use super::lines::LINE_LIMIT;
use super::sse::{SseEvent, SseParser};

/// A piece of a body.
#[derive(Debug)]
pub enum Frame {
    Event(SseEvent),
    /// The whole body, if it is one document.
    Document(Value),
    /// The body violates the protocol: a line or a document over 16 MiB.
    TooLong,
}

/// Cuts a body into frames; the same bytes give the same frames, however they are
/// divided into pieces.
#[derive(Debug)]
pub struct Frames(Shape);

/// Detected kind of the body.
#[derive(Debug)]
enum Shape {
    /// Only whitespace up to now.
    Unknown(Vec<u8>),
    Events(SseParser),
    Document(Vec<u8>),
}

impl Default for Frames {
    fn default() -> Self {
        Self(Shape::Unknown(Vec::new()))
    }
}

impl Frames {
    /// Processes more bytes; returns the frames that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        if let Shape::Unknown(before) = &mut self.0 {
            before.extend_from_slice(bytes);
            let Some(first) = before.iter().find(|byte| !byte.is_ascii_whitespace()) else {
                let too_long = before.len() > LINE_LIMIT;
                return too_long.then_some(Frame::TooLong).into_iter().collect();
            };
            let document = *first == b'{';
            let before = std::mem::take(before);
            self.0 = if document {
                Shape::Document(Vec::new())
            } else {
                Shape::Events(SseParser::default())
            };
            return self.take(&before);
        }
        self.take(bytes)
    }

    fn take(&mut self, bytes: &[u8]) -> Vec<Frame> {
        match &mut self.0 {
            Shape::Unknown(_) => Vec::new(),
            Shape::Document(body) => {
                body.extend_from_slice(bytes);
                let too_long = body.len() > LINE_LIMIT;
                too_long.then_some(Frame::TooLong).into_iter().collect()
            }
            Shape::Events(parser) => {
                parser.push(bytes);
                let mut frames = Vec::new();
                loop {
                    match parser.next_event() {
                        Ok(Some(event)) => frames.push(Frame::Event(event)),
                        Ok(None) => return frames,
                        Err(_) => {
                            frames.push(Frame::TooLong);
                            return frames;
                        }
                    }
                }
            }
        }
    }

    /// Returns the frame that the end of the body completes. A truncated document or last event is
    /// no frame; the caller reports it.
    pub fn finish(&mut self) -> Option<Frame> {
        match std::mem::take(self).0 {
            Shape::Unknown(_) => None,
            Shape::Document(body) => lenient_json::read_bytes(&body).map(Frame::Document),
            Shape::Events(mut parser) => {
                let event = parser.finish()?;
                let whole =
                    event.data.trim() == "[DONE]" || lenient_json::read(&event.data).is_some();
                whole.then_some(Frame::Event(event))
            }
        }
    }
}
