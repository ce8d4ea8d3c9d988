//! Answers with one JSON value per line, returned as they arrive: the progress of long work. Limits
//! the time between two values and the length of a line.

use std::collections::VecDeque;

use futures_util::stream::{self, BoxStream};
use reqwest::{Method, Response};
use serde_json::Value;
use tokio::time::timeout;

use super::body::{not_json, protocol, refuse_foreign};
use super::endpoint::{Endpoint, Failure, late};
use crate::lines::Lines;
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind};

/// The values of an answer. Nothing follows an error.
pub type ValueStream = BoxStream<'static, Result<Value, Failure>>;

/// Maximum length of a line in bytes: a longer one is no progress report.
const LINE_LIMIT: usize = 64 * 1024;

/// Posts the request at the first poll and returns a value for each line.
pub(super) fn stream(endpoint: Endpoint, path: &'static str, body: Value) -> ValueStream {
    let answer = Answer {
        endpoint,
        lines: Lines::with_limit(LINE_LIMIT),
        ready: VecDeque::new(),
        state: State::Unsent(path, body),
    };
    Box::pin(stream::unfold(answer, |mut answer| async move {
        let value = answer.next().await?;
        Some((value, answer))
    }))
}

enum State {
    Unsent(&'static str, Value),
    Flowing(Response),
    Over,
}

struct Answer {
    endpoint: Endpoint,
    lines: Lines,
    ready: VecDeque<Result<Value, Failure>>,
    state: State,
}

impl Answer {
    async fn next(&mut self) -> Option<Result<Value, Failure>> {
        loop {
            if let Some(value) = self.ready.pop_front() {
                if value.is_err() {
                    self.state = State::Over;
                    self.ready.clear();
                }
                return Some(value);
            }
            match std::mem::replace(&mut self.state, State::Over) {
                State::Unsent(path, body) => self.send(path, &body).await,
                State::Flowing(response) => self.read(response).await,
                State::Over => return None,
            }
        }
    }

    async fn send(&mut self, path: &str, body: &Value) {
        let limit = self.endpoint.http.timeouts.first_byte;
        let sent = timeout(limit, self.endpoint.send(Method::POST, path, Some(body))).await;
        match sent {
            Ok(Ok(response)) => match refuse_foreign(&self.endpoint, response.headers()) {
                Ok(()) => self.state = State::Flowing(response),
                Err(error) => self.fail(error.into()),
            },
            Ok(Err(failure)) => self.fail(failure),
            Err(_) => self.silent(limit.as_secs()),
        }
    }

    async fn read(&mut self, mut response: Response) {
        let limit = self.endpoint.http.timeouts.idle;
        match timeout(limit, response.chunk()).await {
            Ok(Ok(Some(bytes))) => {
                self.lines.push(&bytes);
                self.state = State::Flowing(response);
                self.take_lines();
            }
            Ok(Ok(None)) => {
                let rest = self.lines.rest();
                self.line(&rest);
            }
            Ok(Err(error)) => {
                let place = self.endpoint.place();
                let why = self.endpoint.masked_in(super::failure::cause(&error));
                let message = notice!("told-connection-lost", place, why);
                let error = ProviderError::new(ProviderErrorKind::Connection, message);
                self.fail(error.with_hint(notice!("told-try-again")).into());
            }
            Err(_) => self.silent(limit.as_secs()),
        }
    }

    fn take_lines(&mut self) {
        loop {
            match self.lines.next_line() {
                Ok(Some(line)) => self.line(&line),
                Ok(None) => return,
                Err(_) => {
                    let error = protocol(&self.endpoint, &notice!("told-long-line"));
                    return self.fail(error.into());
                }
            }
        }
    }

    fn line(&mut self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match serde_json::from_slice::<Value>(line) {
            Ok(value) => self.ready.push_back(Ok(value)),
            Err(_) => self.fail(not_json(&self.endpoint, line).into()),
        }
    }

    fn silent(&mut self, seconds: u64) {
        let place = self.endpoint.place();
        let message = notice!("told-sent-nothing", place, word = seconds);
        self.fail(late(message, notice!("told-busy-then-again")).into());
    }

    fn fail(&mut self, failure: Failure) {
        self.state = State::Over;
        self.ready.push_back(Err(failure));
    }
}
