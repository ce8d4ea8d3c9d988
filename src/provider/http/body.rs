//! Reads bodies: whole ones up to a size limit, and streamed ones through a decoder, with the time
//! limits of the endpoint.

use std::collections::VecDeque;
use std::time::Instant;

use futures_util::stream;
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap};
use reqwest::{Method, Response};
use serde_json::Value;
use tokio::time::timeout;

use super::endpoint::late;
use super::failure::Refusal;
use super::{Endpoint, Failure};
use crate::PartStream;
use crate::decode::{Decoder, excerpt};
use crate::lines::LINE_LIMIT;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};

/// Part of a body that was read.
pub(super) struct Read {
    /// At most the requested number of bytes.
    pub(super) bytes: Vec<u8>,
    /// Whether the body is longer.
    pub(super) more: bool,
}

/// Reads at most `limit` bytes; a broken connection ends the reading.
pub(super) async fn read_bounded(mut response: Response, limit: usize) -> Read {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = limit.saturating_sub(bytes.len());
        bytes.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
        if chunk.len() > room {
            return Read { bytes, more: true };
        }
    }
    Read { bytes, more: false }
}

/// Reads a whole answer as JSON.
pub(super) async fn read_json(endpoint: &Endpoint, response: Response) -> Result<Value, Failure> {
    refuse_foreign(endpoint, response.headers())?;
    let read = read_bounded(response, LINE_LIMIT).await;
    if read.more {
        return Err(protocol(endpoint, &notice!("told-long-answer")).into());
    }
    serde_json::from_slice::<Value>(&read.bytes).map_err(|_| not_json(endpoint, &read.bytes).into())
}

/// Builds the error of an answer that has something else in place of JSON.
pub(super) fn not_json(endpoint: &Endpoint, bytes: &[u8]) -> ProviderError {
    let start = endpoint.masked(&String::from_utf8_lossy(bytes));
    let (server, rest) = (endpoint.place(), excerpt(&start, 80));
    let message = notice!("told-reply-not-json", server, rest);
    ProviderError::new(ProviderErrorKind::Protocol, message)
        .with_hint(notice!("told-check-the-base-url"))
}

/// Whether the answer is a web page, as from a captive portal or a wrong port.
pub(super) fn is_web_page(headers: &HeaderMap) -> bool {
    content_type(headers).is_some_and(|kind| kind.starts_with("text/html"))
}

/// Returns the server's id of the request, which the vendor's support asks for.
pub(super) fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = ["request-id", "x-request-id"]
        .iter()
        .find_map(|name| headers.get(*name)?.to_str().ok())?;
    let id = excerpt(id, 80);
    (!id.is_empty()).then_some(id)
}

/// Describes the problem with a compressed answer: every request asks for an uncompressed one.
pub(super) fn packed(headers: &HeaderMap) -> Option<Notice> {
    let encoding = headers.get(CONTENT_ENCODING)?;
    let encoding = String::from_utf8_lossy(encoding.as_bytes()).to_ascii_lowercase();
    let is_plain = matches!(encoding.trim(), "" | "identity");
    let word = excerpt(&encoding, 40);
    (!is_plain).then(|| notice!("told-answer-compressed", word))
}

fn content_type(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    Some(kind.trim().to_ascii_lowercase())
}

/// Refuses an answer of a type that no provider's protocol uses. JSON labelled as plain text, or
/// without a specific type, is accepted, as some servers send it: the decoder judges it.
pub(super) fn refuse_foreign(
    endpoint: &Endpoint,
    headers: &HeaderMap,
) -> Result<(), ProviderError> {
    if let Some(what) = packed(headers) {
        return Err(protocol(endpoint, &what).with_hint(notice!("told-hint-compressed")));
    }
    let Some(kind) = content_type(headers) else {
        return Ok(());
    };
    if is_web_page(headers) {
        return Err(protocol(endpoint, &notice!("told-web-page")));
    }
    let known = ["json", "event-stream", "text/plain", "octet-stream"];
    if known.iter().any(|known| kind.contains(known)) {
        return Ok(());
    }
    let what = notice!("told-answer-type", word = excerpt(&kind, 60));
    Err(protocol(endpoint, &what))
}

pub(super) fn protocol(endpoint: &Endpoint, why: &Notice) -> ProviderError {
    let message = notice!("told-no-protocol", place = endpoint.place(), why);
    ProviderError::new(ProviderErrorKind::Protocol, message).with_hint(notice!("told-check-server"))
}

/// Maximum number of times that a request is changed and sent again in response to
/// the server's objections.
const CHANGES: u8 = 4;

/// Decision about a refused request.
#[derive(Debug)]
pub enum Verdict {
    Failed(ProviderError),
    /// Send the request again with this body, which lacks the part that the server refused.
    Again(Value),
}

/// Decides about a refusal of a body.
pub(super) type Judge = Box<dyn Fn(Refusal, &Value) -> Verdict + Send>;

/// Returns the stream of a request: sends it at the first poll, then decodes piece by piece.
pub(super) fn stream(
    endpoint: Endpoint,
    path: &'static str,
    body: Value,
    decoder: Box<dyn Decoder>,
    judge: Judge,
) -> PartStream {
    let answer = Answer {
        endpoint,
        decoder,
        judge,
        changes: 0,
        received: 0,
        request_id: None,
        begun: Instant::now(),
        ready: VecDeque::new(),
        state: State::Unsent { path, body },
    };
    Box::pin(stream::unfold(answer, |mut answer| async move {
        let part = answer.next().await?;
        Some((part, answer))
    }))
}

enum State {
    Unsent {
        path: &'static str,
        body: Value,
    },
    /// Waits for the first part of the body.
    Waiting(Response),
    Flowing(Response),
    Over,
}

struct Answer {
    endpoint: Endpoint,
    decoder: Box<dyn Decoder>,
    judge: Judge,
    /// Number of times that the request has been changed.
    changes: u8,
    /// Bytes of the body up to now.
    received: u64,
    /// The server's id of this request, for the vendor's support.
    request_id: Option<String>,
    begun: Instant,
    ready: VecDeque<StreamPart>,
    state: State,
}

impl Answer {
    async fn next(&mut self) -> Option<StreamPart> {
        loop {
            if let Some(part) = self.ready.pop_front() {
                return Some(self.finished(part));
            }
            match std::mem::replace(&mut self.state, State::Over) {
                State::Unsent { path, body } => self.send(path, body).await,
                State::Waiting(response) => self.read(response, Piece::First).await,
                State::Flowing(response) => self.read(response, Piece::Later).await,
                State::Over => return None,
            }
        }
    }

    async fn send(&mut self, path: &'static str, body: Value) {
        self.begun = Instant::now();
        let limit = self.endpoint.http.timeouts.first_byte;
        let sent = timeout(limit, self.endpoint.send(Method::POST, path, Some(&body))).await;
        match sent {
            Ok(Ok(response)) => match refuse_foreign(&self.endpoint, response.headers()) {
                Ok(()) => {
                    self.request_id = request_id(response.headers());
                    self.state = State::Waiting(response);
                }
                Err(error) => self.fail(error),
            },
            Ok(Err(Failure::Refused(refusal))) => match (self.judge)(*refusal, &body) {
                Verdict::Again(body) if self.changes < CHANGES => {
                    self.changes += 1;
                    self.state = State::Unsent { path, body };
                }
                Verdict::Again(_) => {
                    let what = notice!("told-refused-every-form");
                    self.fail(protocol(&self.endpoint, &what));
                }
                Verdict::Failed(error) => self.fail(error),
            },
            Ok(Err(Failure::Failed(error))) => self.fail(error),
            Err(_) => self.fail_late(Piece::First),
        }
    }

    async fn read(&mut self, mut response: Response, piece: Piece) {
        let limit = match piece {
            Piece::First => self.endpoint.http.timeouts.first_byte,
            Piece::Later => self.endpoint.http.timeouts.idle,
        };
        match timeout(limit, response.chunk()).await {
            Ok(Ok(Some(bytes))) => {
                let mut parts = Vec::new();
                self.decoder.push(&bytes, &mut parts);
                parts.into_iter().for_each(|part| self.queue(part));
                self.received = self.received.saturating_add(bytes.len() as u64);
                if self.decoder.is_over() {
                    return;
                }
                let most = self.endpoint.http.answer_limit;
                if self.received > most {
                    let what = notice!("told-endless-answer", word = most);
                    return self.fail(protocol(&self.endpoint, &what));
                }
                self.state = State::Flowing(response);
            }
            // The decoder reports a broken connection as a truncated answer, because it knows
            // whether the answer was already complete.
            Ok(Ok(None) | Err(_)) => {
                let mut parts = Vec::new();
                self.decoder.finish(&mut parts);
                self.ready.extend(parts);
            }
            Err(_) => self.fail_late(piece),
        }
    }

    /// Queues a part. Consecutive texts from one read are joined into one part: under load there
    /// are hundreds of them, and each part costs a pass through every later stage.
    fn queue(&mut self, part: StreamPart) {
        use StreamPart::{Reasoning, Text};
        match (self.ready.back_mut(), part) {
            (Some(Text { text }), Text { text: more })
            | (Some(Reasoning { text }), Reasoning { text: more }) => text.push_str(&more),
            (_, part) => self.ready.push_back(part),
        }
    }

    fn fail(&mut self, error: ProviderError) {
        self.ready.push_back(StreamPart::Error { error });
    }

    fn fail_late(&mut self, piece: Piece) {
        let timeouts = self.endpoint.http.timeouts;
        let place = self.endpoint.place();
        let (message, setting) = match piece {
            Piece::First => {
                let word = timeouts.first_byte.as_secs();
                let message = notice!("told-sent-nothing", place, word);
                (message, "first_byte_timeout_s")
            }
            Piece::Later => {
                let word = timeouts.idle.as_secs();
                let message = notice!("told-fell-silent", place, word);
                (message, "stream_idle_timeout_s")
            }
        };
        let hint = notice!("told-allow-more-time", word = setting);
        self.fail(late(message, hint));
    }

    /// Adds what only the connection knows: the time taken, and the masking of secrets.
    fn finished(&self, mut part: StreamPart) -> StreamPart {
        match &mut part {
            StreamPart::Usage { usage } => {
                let elapsed = self.begun.elapsed().as_millis();
                usage.latency_ms = u64::try_from(elapsed).unwrap_or(u64::MAX);
            }
            StreamPart::Error { error } => {
                let mut why = self.endpoint.masked_in(std::mem::take(&mut error.message));
                if let Some(id) = &self.request_id
                    && !why.to_string().contains(id.as_str())
                {
                    why = notice!("told-with-request", why, word = id);
                }
                error.message = why;
            }
            _ => {}
        }
        part
    }
}

#[derive(Clone, Copy)]
enum Piece {
    First,
    Later,
}
