//! The provider that replays a recording: for the demo, the tests and the evaluations. Finds steps
//! by agent and number; the caller chooses whether the request must match the recorded one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream;

use super::agent_tools::AgentTools;
use super::cassette::{Cassette, Step};
use super::decode::excerpt;
use super::normalise::RequestSummary;
use super::replay_tools::ReplayedTools;
use super::{ChatModel, ModelCatalog, PartStream, Provider, ProviderInfo, StepRequest};
use notice::{Notice, notice};
use protocol::stream::{
    Capabilities, ModelInfo, ProviderError, ProviderErrorKind, StreamPart, ToolFormat,
};
use review::unified::{hunks_text, unified};

/// Speed of a replay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    Immediate,
    /// With the recorded delays times this factor: 1 is the original speed, 0.5 twice as fast.
    Recorded {
        /// The factor; anything but a positive number counts as 0.
        factor: f32,
    },
}

/// Whether requests must match the recorded ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// A different request is an error that shows the difference.
    Strict,
    /// Continues the replay, whatever the request.
    Lenient,
}

#[derive(Debug, Clone)]
pub struct ReplayProvider {
    name: String,
    address: String,
    cassette: Arc<Cassette>,
    pace: Pace,
    check: Check,
    root: String,
    /// Message and hint at the end of the recording, if the default ones do not apply.
    end: Option<(Notice, Notice)>,
    /// The agent program, if one was recorded.
    program: Option<ReplayedTools>,
    /// Number of attempts that were replayed, by agent and number.
    played: Arc<Mutex<BTreeMap<(String, u32), usize>>>,
}

impl ReplayProvider {
    /// Opens a recording.
    ///
    /// # Errors
    /// If the file cannot be read or is not a recording; the message names file and line.
    pub fn open(path: &Path, pace: Pace, check: Check) -> Result<Self, ProviderError> {
        let shown = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            recording(notice!("told-recording-unread", path = shown, why = error))
                .with_hint(notice!("told-name-recording"))
        })?;
        Self::from_bytes(&shown, &bytes, pace, check)
    }

    /// Creates a provider from a recording in memory. `shown` is its name in messages.
    ///
    /// # Errors
    /// If it is not a recording.
    pub fn from_bytes(
        shown: &str,
        bytes: &[u8],
        pace: Pace,
        check: Check,
    ) -> Result<Self, ProviderError> {
        let wrong = |why: Notice| {
            recording(notice!("told-recording-unplayed", path = shown, why))
                .with_hint(notice!("told-record-again"))
        };
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|error| wrong(Notice::text(error.to_string())))?;
        let cassette = Cassette::parse(text).map_err(|error| wrong(error.notice()))?;
        Ok(Self {
            name: "replay".to_owned(),
            address: shown.to_owned(),
            program: ReplayedTools::of(cassette.own()),
            cassette: Arc::new(cassette),
            pace,
            check,
            root: String::new(),
            end: None,
            played: Arc::default(),
        })
    }

    /// Sets another name, for settings with several recordings.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Sets the folder of this run, so that its paths compare to those of the recorded run.
    #[must_use]
    pub fn in_root(mut self, root: &Path) -> Self {
        self.root = root.display().to_string();
        self
    }

    /// Sets the message and the hint for requests beyond the end of the recording.
    #[must_use]
    pub fn that_ends_with(mut self, message: Notice, hint: Notice) -> Self {
        self.end = Some((message, hint));
        self
    }

    pub fn cassette(&self) -> &Cassette {
        &self.cassette
    }

    fn parts(&self, request: &StepRequest) -> Result<Vec<(Duration, StreamPart)>, ProviderError> {
        let attempts = self.cassette.attempts(&request.agent, request.number);
        let attempt = self.next_attempt(request);
        let Some(step) = attempts.get(attempt).or(attempts.last()) else {
            return Err(self.ends_here(request));
        };
        if self.check == Check::Strict {
            self.compare(step, request)?;
        }
        let delays = step.delays_ms.iter().copied().chain(std::iter::repeat(0));
        let mut parts: Vec<(Duration, StreamPart)> = step
            .parts
            .iter()
            .zip(delays)
            .map(|(part, delay)| (self.delay(delay), part.clone()))
            .collect();
        if !step.has_end() {
            let error = if attempt + 1 < attempts.len() {
                asked_again()
            } else {
                recording(notice!("told-recorded-cancel"))
            };
            parts.push((Duration::ZERO, StreamPart::Error { error }));
        }
        Ok(parts)
    }

    /// Returns the number of a request among the attempts at its step, from 0.
    fn next_attempt(&self, request: &StepRequest) -> usize {
        let key = (request.agent.clone(), request.number);
        // Plain counts stay valid even if a thread panicked while holding the lock.
        let mut played = self.played.lock().unwrap_or_else(PoisonError::into_inner);
        let count = played.entry(key).or_default();
        let attempt = *count;
        *count += 1;
        attempt
    }

    fn delay(&self, milliseconds: u64) -> Duration {
        match self.pace {
            Pace::Immediate => Duration::ZERO,
            Pace::Recorded { factor } => {
                let recorded = Duration::from_millis(milliseconds).as_secs_f32();
                Duration::try_from_secs_f32(recorded * factor).unwrap_or_default()
            }
        }
    }

    fn ends_here(&self, request: &StepRequest) -> ProviderError {
        if let Some((message, hint)) = self.end.clone() {
            return recording(message).with_hint(hint);
        }
        let StepRequest { agent, number, .. } = request;
        let message = match self.cassette.steps_of(agent) {
            0 => notice!("told-recording-no-agent", word = excerpt(agent, 80)),
            steps => notice!("told-recording-ends", number, word = steps),
        };
        recording(message).with_hint(notice!("told-recording-over"))
    }

    fn compare(&self, step: &Step, request: &StepRequest) -> Result<(), ProviderError> {
        let (number, word) = (step.step, &step.agent);
        let Some(recorded) = &step.request else {
            return Err(recording(notice!("told-no-request-recorded", number, word))
                .with_hint(notice!("told-play-leniently")));
        };
        let asked = RequestSummary::of(request, &self.root);
        if asked.digest == recorded.digest {
            return Ok(());
        }
        let (before, after) = (recorded.lines(), asked.lines());
        let diff = hunks_text(&unified("", Some(&before), Some(&after), 1, usize::MAX));
        let rest = format!("\n--- recorded\n+++ asked\n{diff}");
        Err(
            recording(notice!("told-asks-otherwise", number, word, rest))
                .with_hint(notice!("told-record-if-meant")),
        )
    }
}

/// Builds the error for a recorded answer that was dropped in mid-stream and requested again: the
/// replaying run must request it again too.
fn asked_again() -> ProviderError {
    let message = notice!("told-recorded-dropped");
    ProviderError::new(ProviderErrorKind::Connection, message)
}

fn recording(message: Notice) -> ProviderError {
    ProviderError::new(ProviderErrorKind::Recording, message)
}

impl From<ReplayProvider> for Provider {
    fn from(replay: ReplayProvider) -> Self {
        let info = ProviderInfo {
            is_local: true,
            is_billable: false,
            ..ProviderInfo::new(&replay.name, &replay.address)
        };
        let program = replay.program.clone();
        let replay = Arc::new(replay);
        Self {
            agent_tools: program.map(|program| Arc::new(program) as Arc<dyn AgentTools>),
            ..Self::new(info, replay.clone(), replay)
        }
    }
}

impl ModelCatalog for ReplayProvider {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async {
            let steps = self.cassette.steps().count();
            let provider = &self.cassette.header.provider;
            Ok(notice!(
                "told-is-recording",
                word = provider,
                number = steps
            ))
        })
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        Box::pin(async {
            let model = &self.cassette.header.model;
            Ok(vec![ModelInfo::named(&self.name, model)])
        })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        // The recorded model's context window, so that truncation is the same as in the recording.
        let mut requests = self
            .cassette
            .steps()
            .filter_map(|step| step.request.as_ref());
        let context_length = requests.find_map(|request| request.context_length);
        Box::pin(async move {
            Ok(Capabilities {
                tools: ToolFormat::Native,
                reasoning: true,
                // The recorded model was shown the recorded pictures.
                images: Some(true),
                context_length,
            })
        })
    }
}

impl ChatModel for ReplayProvider {
    fn stream(&self, request: StepRequest) -> PartStream {
        let parts = self
            .parts(&request)
            .unwrap_or_else(|error| vec![(Duration::ZERO, StreamPart::Error { error })]);
        Box::pin(stream::unfold(parts.into_iter(), |mut parts| async move {
            let (delay, part) = parts.next()?;
            if !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            Some((part, parts))
        }))
    }
}
