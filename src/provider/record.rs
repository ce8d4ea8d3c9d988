//! Writes the answers of providers into a recording, with secrets masked. A step is
//! written and flushed when it ends, even if it was cancelled: then with the parts so far.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;
use serde_json::Value;

use super::agent_tools::AgentTools;
use super::cassette::{Header, OwnLine, Step, VERSION, is_final};
use super::normalise::RequestSummary;
use super::recording_tools::RecordedTools;
use super::{ChatModel, PartStream, Provider, StepRequest};
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind, StreamPart};
use redact::Masker;

/// The recording of a run.
pub struct Recorder {
    tape: Arc<RecordingFile>,
    /// Name of the provider in the header.
    provider: String,
    /// Tools of an agent program whose class has been recorded.
    classes: Arc<Mutex<BTreeSet<String>>>,
}

pub(super) struct RecordingFile {
    file: Mutex<File>,
    shown: String,
    masker: Masker,
    root: String,
    /// Hashes of the long texts in the recording.
    texts: Mutex<BTreeSet<String>>,
}

impl Recorder {
    /// Starts a recording of a run with this provider and model in a new file. `engine` are the
    /// engine's settings, without which the recording cannot be verified; `root` is the folder that
    /// the run works in; `masker` keeps secrets out of the file.
    ///
    /// # Errors
    /// If the file already exists or cannot be written.
    pub fn create(
        path: &Path,
        provider: &str,
        model: &str,
        engine: Value,
        root: &Path,
        masker: Masker,
    ) -> Result<Self, ProviderError> {
        let shown = path.display().to_string();
        let wrong = |error: std::io::Error| {
            ProviderError::new(
                ProviderErrorKind::Recording,
                notice!("told-recording-unwritten", path = shown, why = error),
            )
            .with_hint(notice!("told-name-new-file"))
        };
        let file = OpenOptions::new()
            .mode(0o600)
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(wrong)?;
        let header = Header {
            cassette: VERSION,
            made_by: concat!("agentichat ", env!("CARGO_PKG_VERSION")).to_owned(),
            created_at: Timestamp::now().to_string(),
            provider: provider.to_owned(),
            model: model.to_owned(),
            engine,
        };
        let tape = RecordingFile {
            file: Mutex::new(file),
            shown: shown.clone(),
            masker,
            root: root.display().to_string(),
            texts: Mutex::default(),
        };
        let header = serde_json::to_value(header).unwrap_or_default();
        tape.write(header).map_err(wrong)?;
        Ok(Self {
            tape: Arc::new(tape),
            provider: provider.to_owned(),
            classes: Arc::default(),
        })
    }

    /// Records the answers of a provider, and what its agent program does. Embeddings and downloads
    /// belong to no run and are not recorded.
    #[must_use]
    pub fn record(&self, provider: Provider) -> Provider {
        let chat = RecordedChat {
            chat: provider.chat,
            tape: Arc::clone(&self.tape),
            other: (provider.info.name != self.provider).then(|| provider.info.name.clone()),
        };
        let tools = provider.agent_tools.map(|inner| RecordedTools {
            inner,
            tape: Arc::clone(&self.tape),
            classes: Arc::clone(&self.classes),
        });
        Provider {
            chat: Arc::new(chat),
            agent_tools: tools.map(|tools| Arc::new(tools) as Arc<dyn AgentTools>),
            ..provider
        }
    }
}

/// Records the answers of a provider.
struct RecordedChat {
    chat: Arc<dyn ChatModel>,
    tape: Arc<RecordingFile>,
    /// Name of the provider, if it differs from the header's.
    other: Option<String>,
}

impl RecordingFile {
    /// Makes paths in the workspace relative to its root.
    pub(super) fn relative(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.root), "")
    }

    /// Writes tool activity of an agent program.
    pub(super) fn own(&self, line: &OwnLine) {
        let written = serde_json::to_value(line)
            .map_err(std::io::Error::other)
            .and_then(|line| self.write(line));
        if let Err(error) = written {
            tracing::warn!(recording = %self.shown, %error, "what a program did could not be recorded");
        }
    }

    /// Returns the summary of a request, and those of its long texts that are not in
    /// the recording yet.
    fn request(&self, request: &StepRequest) -> (RequestSummary, BTreeMap<String, String>) {
        let (summary, mut texts) = RequestSummary::with_texts(request, &self.root);
        let mut known = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.retain(|(hash, _)| known.insert(hash.clone()));
        let summary = RequestSummary {
            context_length: Some(request.context_length),
            ..summary
        };
        (summary, texts.into_iter().collect())
    }

    fn write(&self, mut line: Value) -> std::io::Result<()> {
        mask_value(&mut line, &self.masker);
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        // A writer that panicked leaves a line that the reader reports; the file remains usable.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&bytes)?;
        file.flush()
    }
}

fn mask_value(value: &mut Value, masker: &Masker) {
    match value {
        Value::String(text) => *text = masker.mask(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(|item| mask_value(item, masker)),
        Value::Object(object) => object
            .values_mut()
            .for_each(|value| mask_value(value, masker)),
        _ => {}
    }
}

/// A step in progress. Dropping it writes it, because a cancelled stream is just dropped.
struct RecordedStep {
    tape: Arc<RecordingFile>,
    agent: String,
    /// Name of the provider, if it differs from the header's.
    provider: Option<String>,
    number: u32,
    request: (RequestSummary, BTreeMap<String, String>),
    parts: Vec<StreamPart>,
    delays_ms: Vec<u64>,
    last: Instant,
}

impl RecordedStep {
    fn take(&mut self, part: &StreamPart) {
        let delay = self.last.elapsed().as_millis();
        self.last = Instant::now();
        self.parts.push(part.clone());
        self.delays_ms
            .push(u64::try_from(delay).unwrap_or(u64::MAX));
    }
}

impl Drop for RecordedStep {
    fn drop(&mut self) {
        let mut parts = std::mem::take(&mut self.parts);
        let mut delays_ms = std::mem::take(&mut self.delays_ms);
        mask_across_pieces(&mut parts, &mut delays_ms, &self.tape.masker);
        let (request, texts) = std::mem::take(&mut self.request);
        let step = Step {
            agent: std::mem::take(&mut self.agent),
            provider: self.provider.take(),
            step: self.number,
            request: Some(request),
            parts,
            delays_ms,
            texts,
            line: 0,
        };
        let written = serde_json::to_value(step)
            .map_err(std::io::Error::other)
            .and_then(|step| self.tape.write(step));
        if let Err(error) = written {
            tracing::warn!(recording = %self.tape.shown, %error, "a step could not be recorded");
        }
    }
}

/// Returns the text that a part adds to a longer one, and identifies that text.
fn piece(part: &mut StreamPart) -> Option<((u8, usize), &mut String)> {
    match part {
        StreamPart::Text { text } => Some(((0, 0), text)),
        StreamPart::Reasoning { text } => Some(((1, 0), text)),
        StreamPart::CallArguments { index, text } => Some(((2, *index), text)),
        _ => None,
    }
}

/// Masks secrets that are split over several pieces; such pieces are joined into one.
fn mask_across_pieces(parts: &mut Vec<StreamPart>, delays: &mut Vec<u64>, masker: &Masker) {
    let mut whole: Vec<((u8, usize), String)> = Vec::new();
    for part in parts.iter_mut() {
        if let Some((key, text)) = piece(part) {
            match whole.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sum)) => sum.push_str(text),
                None => whole.push((key, text.clone())),
            }
        }
    }
    for (key, sum) in whole {
        let masked = masker.mask(&sum).into_owned();
        if masked == sum {
            continue;
        }
        let mut first = true;
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts.iter_mut() {
            kept.push(match piece(part) {
                Some((known, text)) if known == key => {
                    let keep = std::mem::take(&mut first);
                    if keep {
                        text.clone_from(&masked);
                    }
                    keep
                }
                _ => true,
            });
        }
        let mut wanted = kept.iter();
        parts.retain(|_| wanted.next().copied().unwrap_or(true));
        let mut wanted = kept.iter();
        delays.retain(|_| wanted.next().copied().unwrap_or(true));
    }
}

impl ChatModel for RecordedChat {
    fn stream(&self, request: StepRequest) -> PartStream {
        let take = RecordedStep {
            tape: Arc::clone(&self.tape),
            agent: request.agent.clone(),
            provider: self.other.clone(),
            number: request.number,
            request: self.tape.request(&request),
            parts: Vec::new(),
            delays_ms: Vec::new(),
            last: Instant::now(),
        };
        let state = (self.chat.stream(request), Some(take));
        Box::pin(stream::unfold(state, |(mut parts, mut take)| async move {
            let part = parts.next().await?;
            if let Some(recording) = &mut take {
                recording.take(&part);
            }
            if is_final(&part) {
                // Write before passing the part on, so that a caller that has seen the end can read
                // the file.
                take = None;
            }
            Some((part, (parts, take)))
        }))
    }
}
