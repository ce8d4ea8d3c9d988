//! A provider whose answers a test queues, and the parts of such answers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Mutex;

use futures_util::future::BoxFuture;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use notice::Notice;
use protocol::stream::{
    Capabilities, ModelInfo, ProviderError, StopReason, StreamPart, ToolFormat,
};
use provider::{ChatModel, ModelCatalog, PartStream, StepRequest};

/// A provider that answers each request with the next queued answer.
#[derive(Default)]
pub(in super::super) struct Scripted {
    answers: Mutex<VecDeque<PartStream>>,
    /// Answers to a sub-agent, by its name.
    to_agents: Mutex<BTreeMap<String, VecDeque<PartStream>>>,
    summaries: Mutex<VecDeque<Vec<StreamPart>>>,
    requests: Mutex<Vec<StepRequest>>,
    /// The error for a provider that cannot be used at all.
    pub(in super::super) missing: Mutex<Option<ProviderError>>,
    pub(in super::super) offers: Mutex<Vec<String>>,
    /// Whether its models see pictures, if it reports that.
    pub(in super::super) sees: Mutex<Option<bool>>,
}

impl Scripted {
    /// Queues a whole answer.
    pub(in super::super) fn answer(&self, parts: Vec<StreamPart>) {
        self.queue(stream::iter(parts).boxed());
    }

    /// Queues a whole answer to a sub-agent.
    pub(in super::super) fn answer_to(&self, agent: &str, parts: Vec<StreamPart>) {
        self.queue_to(agent, stream::iter(parts).boxed());
    }

    fn queue_to(&self, agent: &str, parts: PartStream) {
        let mut all = self.to_agents.lock().unwrap();
        all.entry(agent.to_owned()).or_default().push_back(parts);
    }

    /// Queues an answer to a sub-agent whose parts the test sends one by one.
    pub(in super::super) fn live_to(&self, agent: &str) -> mpsc::Sender<StreamPart> {
        let (sender, parts) = live_parts();
        self.queue_to(agent, parts);
        sender
    }

    /// Queues a summary of a conversation that does not fit.
    pub(in super::super) fn summary(&self, parts: Vec<StreamPart>) {
        self.summaries.lock().unwrap().push_back(parts);
    }

    /// Queues an answer whose parts the test sends one by one. The sender is closed when the
    /// stream is dropped.
    pub(in super::super) fn live(&self) -> mpsc::Sender<StreamPart> {
        let (sender, parts) = live_parts();
        self.queue(parts);
        sender
    }

    /// Queues an answer.
    pub(in super::super) fn queue(&self, parts: PartStream) {
        self.answers.lock().unwrap().push_back(parts);
    }

    /// Returns the requests so far.
    pub(in super::super) fn requests(&self) -> Vec<StepRequest> {
        self.requests.lock().unwrap().clone()
    }
}

impl ModelCatalog for Scripted {
    fn probe(&self) -> BoxFuture<'_, Result<Notice, ProviderError>> {
        Box::pin(async { Ok(Notice::text("1")) })
    }

    fn unavailable_reason(&self) -> Option<ProviderError> {
        self.missing.lock().unwrap().clone()
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<ModelInfo>, ProviderError>> {
        let names = self.offers.lock().unwrap().clone();
        let models = names.iter().map(|name| ModelInfo::named("scripted", name));
        let models = models.collect();
        Box::pin(async move { Ok(models) })
    }

    fn capabilities<'a>(
        &'a self,
        _model: &'a str,
    ) -> BoxFuture<'a, Result<Capabilities, ProviderError>> {
        let images = *self.sees.lock().unwrap();
        Box::pin(async move {
            Ok(Capabilities {
                tools: ToolFormat::Native,
                reasoning: false,
                images,
                context_length: Some(9_900),
            })
        })
    }
}

impl ChatModel for Scripted {
    fn stream(&self, request: StepRequest) -> PartStream {
        let is_summary = request.agent == "summary";
        let mut to_agents = self.to_agents.lock().unwrap();
        let queue = to_agents.get_mut(&request.agent);
        let to_agent = queue.and_then(VecDeque::pop_front);
        self.requests.lock().unwrap().push(request);
        if let Some(answer) = to_agent {
            return answer;
        }
        if is_summary {
            let next = self.summaries.lock().unwrap().pop_front();
            return stream::iter(next.unwrap_or_else(|| says("what was done"))).boxed();
        }
        let next = self.answers.lock().unwrap().pop_front();
        next.unwrap_or_else(|| stream::iter(says("there is nothing more")).boxed())
    }
}

fn live_parts() -> (mpsc::Sender<StreamPart>, PartStream) {
    let (sender, receiver) = mpsc::channel(1);
    let parts = stream::unfold(receiver, |mut receiver| async move {
        receiver.recv().await.map(|part| (part, receiver))
    });
    (sender, parts.boxed())
}

pub(in super::super) fn text(text: &str) -> StreamPart {
    let text = text.to_owned();
    StreamPart::Text { text }
}

/// Returns a whole answer of text.
pub(in super::super) fn says(words: &str) -> Vec<StreamPart> {
    vec![text(words), done()]
}

/// Returns the end of an answer.
pub(in super::super) fn done() -> StreamPart {
    let stop = StopReason::Done;
    StreamPart::Done { stop }
}

/// Returns a whole answer of text that comes in pieces.
pub(in super::super) fn pieces<'a>(pieces: impl IntoIterator<Item = &'a str>) -> Vec<StreamPart> {
    let pieces = pieces.into_iter().map(text);
    pieces.chain([done()]).collect()
}

/// Returns a whole answer of calls.
pub(in super::super) fn calls(calls: &[(&str, Value)]) -> Vec<StreamPart> {
    let mut parts = Vec::new();
    for (index, (name, arguments)) in calls.iter().enumerate() {
        parts.push(StreamPart::CallStart {
            index,
            id: format!("call_{index}"),
            name: (*name).to_owned(),
        });
        let arguments = arguments.clone();
        parts.push(StreamPart::CallEnd { index, arguments });
    }
    let stop = StopReason::NeedsTools;
    parts.push(StreamPart::Done { stop });
    parts
}

/// Returns a call that runs a command.
pub(in super::super) fn shell(command: &str) -> (&'static str, Value) {
    ("shell_exec", json!({ "command": command }))
}

/// Returns a call that reads a file.
pub(in super::super) fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({ "path": path }))
}

/// Returns a call that writes a file.
pub(in super::super) fn write(path: &str, content: &str) -> (&'static str, Value) {
    ("write_file", json!({ "path": path, "content": content }))
}
