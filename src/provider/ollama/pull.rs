//! Ollama's `/api/pull`: one line of JSON per event; layers are reported by digest, each with its
//! own figures. The reported progress is the sum over all layers.

use std::collections::HashMap;

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use serde_json::{Value, json};

use super::refine;
use crate::protocol::stream::{ProviderError, ProviderErrorKind, PullProgress};
use crate::provider::decode::{cut, excerpt};
use crate::provider::http::{Endpoint, Failure};
use crate::provider::pull::{PullStream, check_name, failed};

/// Maximum number of layers of a model; real ones have about ten.
const MOST_LAYERS: usize = 1_000;

/// Maximum characters of a status; a digest has somewhat more than 60.
const STATUS_LETTERS: usize = 120;

/// Downloads a model.
pub(super) fn pull(endpoint: &Endpoint, model: &str) -> PullStream {
    if let Err(error) = check_name(model) {
        return failed(error);
    }
    let body = json!({ "model": model, "stream": true });
    let state = State {
        values: endpoint.values("/api/pull", body).boxed(),
        layers: Layers::default(),
        model: model.to_owned(),
        over: false,
    };
    Box::pin(stream::unfold(state, |mut state| async move {
        let step = state.next().await?;
        Some((step, state))
    }))
}

struct State {
    values: BoxStream<'static, Result<Value, Failure>>,
    layers: Layers,
    model: String,
    over: bool,
}

impl State {
    async fn next(&mut self) -> Option<Result<PullProgress, ProviderError>> {
        if self.over {
            return None;
        }
        let step = match self.values.next().await {
            Some(Ok(value)) => self.layers.take(&value, &self.model),
            Some(Err(Failure::Refused(refusal))) => match words_of(&refusal.words, &self.model) {
                Some(error) => Err(error),
                None => Err(refine(*refusal, &self.model)),
            },
            Some(Err(Failure::Failed(error))) => Err(error),
            None => Err(cut("Ollama").with_hint("what has come is kept; pull again to go on")),
        };
        self.over = !matches!(&step, Ok(progress) if !progress.over);
        Some(step)
    }
}

/// The layers so far: bytes downloaded, and total bytes.
#[derive(Debug, Default)]
struct Layers(HashMap<String, (u64, u64)>);

impl Layers {
    /// Processes a line; returns the progress.
    ///
    /// # Errors
    /// If the line is an error, or violates the protocol.
    fn take(&mut self, line: &Value, model: &str) -> Result<PullProgress, ProviderError> {
        if let Some(words) = line.get("error").and_then(Value::as_str) {
            return Err(words_of(words, model).unwrap_or_else(|| {
                let words = excerpt(words, 400);
                let message = format!("Ollama could not fetch {model}: {words}");
                ProviderError::new(ProviderErrorKind::Server, message)
                    .with_hint("try again; Ollama's log says more (`journalctl -u ollama`)")
            }));
        }
        let Some(status) = line.get("status").and_then(Value::as_str) else {
            let start = excerpt(&line.to_string(), 80);
            let message = format!("Ollama sent something that is not its protocol: {start}");
            return Err(ProviderError::new(ProviderErrorKind::Protocol, message)
                .with_hint("check OLLAMA_HOST or the provider's base URL"));
        };
        let count = |field: &str| line.get(field).and_then(Value::as_u64);
        if let (Some(digest), Some(total)) =
            (line.get("digest").and_then(Value::as_str), count("total"))
            && (self.0.contains_key(digest) || self.0.len() < MOST_LAYERS)
        {
            let done = count("completed").unwrap_or(0).min(total);
            self.0.insert(digest.to_owned(), (done, total));
        }
        let sum = |of: fn(&(u64, u64)) -> u64| {
            let figures = self.0.values().map(of);
            figures.fold(0_u64, u64::saturating_add)
        };
        Ok(PullProgress {
            status: excerpt(status, STATUS_LETTERS),
            done: sum(|(done, _)| *done),
            total: Some(sum(|(_, total)| *total)).filter(|total| *total > 0),
            over: status == "success",
        })
    }
}

/// Converts well-known error messages of Ollama.
fn words_of(words: &str, model: &str) -> Option<ProviderError> {
    let lower = words.to_ascii_lowercase();
    let says = |sayings: &[&str]| sayings.iter().any(|saying| lower.contains(saying));
    let error = |kind, message: String| Some(ProviderError::new(kind, message));
    if says(&["file does not exist", "manifest unknown", "model not found"]) {
        let message = format!("there is no model {model} to fetch");
        return error(ProviderErrorKind::ModelNotFound, message).map(|error| {
            error.with_hint("https://ollama.com/library lists them, with their tags")
        });
    }
    if says(&[
        "no such host",
        "dial tcp",
        "i/o timeout",
        "network is unreachable",
    ]) {
        let words = excerpt(words, 200);
        let message = format!("Ollama cannot reach where {model} lies: {words}");
        return error(ProviderErrorKind::Connection, message).map(|error| {
            error.with_hint("check the connection of the machine that Ollama runs on")
        });
    }
    if says(&["no space left"]) {
        let message = format!("there is no room for {model} where Ollama keeps its models");
        return error(ProviderErrorKind::Server, message)
            .map(|error| error.with_hint("make room, or remove a model with `ollama rm`"));
    }
    None
}
