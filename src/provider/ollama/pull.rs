//! Ollama's `/api/pull`: one line of JSON per event; layers are reported by digest, each with its
//! own figures. The reported progress is the sum over all layers.

use std::collections::HashMap;

use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};

use super::refine;
use crate::decode::{cut, excerpt, foreign};
use crate::http::{Endpoint, Failure, ValueStream};
use crate::pull::{PullStream, check_name, failed};
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind, PullProgress};

/// Name of the server in messages.
const SERVER: Option<&str> = Some("Ollama");

/// Maximum number of layers of a model; real models have about ten.
const MOST_LAYERS: usize = 1_000;

/// Maximum characters of a status; a digest has somewhat more than 60.
const STATUS_LETTERS: usize = 120;

pub(super) fn pull(endpoint: &Endpoint, model: &str) -> PullStream {
    if let Err(error) = check_name(model) {
        return failed(error);
    }
    let body = json!({ "model": model, "stream": true });
    let state = State {
        values: endpoint.values("/api/pull", body),
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
    values: ValueStream,
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
            None => Err(cut(SERVER).with_hint(notice!("told-kept-pull"))),
        };
        self.over = !matches!(&step, Ok(progress) if !progress.over);
        Some(step)
    }
}

/// The known layers: bytes downloaded, and total bytes.
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
                let message = notice!("told-not-fetched", model, rest = excerpt(words, 400));
                ProviderError::new(ProviderErrorKind::Server, message)
                    .with_hint(notice!("told-ollama-log"))
            }));
        }
        let Some(status) = line.get("status").and_then(Value::as_str) else {
            let start = Notice::text(excerpt(&line.to_string(), 80));
            return Err(foreign(SERVER, &start).with_hint(notice!("told-check-ollama-address")));
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
    let error = |kind, message: Notice, hint: Notice| {
        Some(ProviderError::new(kind, message).with_hint(hint))
    };
    if says(&["file does not exist", "manifest unknown", "model not found"]) {
        let message = notice!("told-no-model-there", model);
        let hint = notice!("told-ollama-library");
        return error(ProviderErrorKind::ModelNotFound, message, hint);
    }
    if says(&[
        "no such host",
        "dial tcp",
        "i/o timeout",
        "network is unreachable",
    ]) {
        let message = notice!("told-model-unreachable", model, rest = excerpt(words, 200));
        let hint = notice!("told-check-ollama-machine");
        return error(ProviderErrorKind::Connection, message, hint);
    }
    if says(&["no space left"]) {
        let message = notice!("told-no-room", model);
        let hint = notice!("told-make-room");
        return error(ProviderErrorKind::Server, message, hint);
    }
    None
}
