//! Tests of the probe, with a provider that gives scripted answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::*;
use crate::prompted_tools::{Conditions, recover};
use crate::testing::catalog::FixedCatalog;
use crate::{ChatModel, PartStream, ProviderInfo};
use notice::Notice;
use protocol::message::{Block, Role};
use protocol::stream::{Capabilities, StreamPart};

const TEXT_CALL: &str =
    "```json\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"notes.txt\"}}\n```";

/// Answers each request with the next scripted answer, as an adapter does.
#[derive(Clone)]
struct Scripted {
    answers: Arc<Mutex<VecDeque<PartStream>>>,
    requests: Arc<Mutex<Vec<StepRequest>>>,
    format: ToolFormat,
    reasons: bool,
}

impl Scripted {
    fn new(answers: Vec<Vec<StreamPart>>) -> Self {
        let answers = answers.into_iter().map(|parts| stream::iter(parts).boxed());
        Self {
            answers: Arc::new(Mutex::new(answers.collect())),
            requests: Arc::default(),
            format: ToolFormat::Native,
            reasons: false,
        }
    }

    fn asked(&self) -> Vec<StepRequest> {
        self.requests.lock().unwrap().clone()
    }

    /// Probes a model that answers so.
    async fn probe(
        &self,
        model: &str,
        limit: Duration,
        purse: &dyn ProbeBudget,
    ) -> Result<ModelProbe, ProviderError> {
        let catalog = FixedCatalog {
            models: Vec::new(),
            capabilities: Some(Capabilities {
                tools: self.format,
                reasoning: self.reasons,
                images: None,
                context_length: Some(2_048),
            }),
        };
        let info = ProviderInfo::new("scripted", "here");
        let provider = Provider::new(info, Arc::new(catalog), Arc::new(self.clone()));
        probe(&provider, model, limit, purse).await
    }
}

impl ChatModel for Scripted {
    fn stream(&self, request: StepRequest) -> PartStream {
        let conditions = Conditions::of(&request);
        let tools = request.tools.clone();
        self.requests.lock().unwrap().push(request);
        let next = self.answers.lock().unwrap().pop_front();
        let next = next.expect("no more than the requests of a probe are made");
        recover(next, &tools, conditions)
    }
}

/// Records payments, and approves everything.
#[derive(Default)]
struct Notes {
    paid: Mutex<Vec<Usage>>,
    refuses: Option<ProviderError>,
}

impl ProbeBudget for Notes {
    fn allow(&self, _prompt: u64) -> BoxFuture<'_, Result<Option<u64>, ProviderError>> {
        let allowed = self.refuses.clone().map_or(Ok(None), Err);
        Box::pin(async { allowed })
    }

    fn pay(&self, usage: Usage) -> BoxFuture<'_, ()> {
        self.paid.lock().unwrap().push(usage);
        Box::pin(async {})
    }
}

fn says(words: &str) -> Vec<StreamPart> {
    let text = words.to_owned();
    let stop = StopReason::Done;
    vec![StreamPart::Text { text }, StreamPart::Done { stop }]
}

fn calls(paths: &[&str]) -> Vec<StreamPart> {
    let mut parts = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        parts.push(StreamPart::CallStart {
            index,
            id: format!("toolu_{index}"),
            name: "read_file".to_owned(),
        });
        let arguments = json!({ "path": path });
        parts.push(StreamPart::CallEnd { index, arguments });
    }
    let stop = StopReason::NeedsTools;
    parts.push(StreamPart::Done { stop });
    parts
}

fn fails(kind: ProviderErrorKind, words: &str) -> Vec<StreamPart> {
    let error = ProviderError::new(kind, Notice::text(words));
    vec![StreamPart::Error { error }]
}

fn cut() -> Vec<StreamPart> {
    let text = "let me think about ".to_owned();
    let stop = StopReason::Length;
    vec![StreamPart::Text { text }, StreamPart::Done { stop }]
}

async fn found(provider: &Scripted) -> Result<ModelProbe, ProviderError> {
    provider
        .probe("tiny:1b", USUAL_LIMIT, &Notes::default())
        .await
}

fn facts(probe: &ModelProbe) -> (CallForm, Option<bool>, Option<bool>) {
    (probe.calls, probe.calls_twice, probe.repeats_itself)
}

#[tokio::test]
async fn a_model_that_makes_two_native_calls_and_answers_from_a_result_is_known_to() {
    let provider = Scripted::new(vec![
        calls(&["notes.txt"]),
        calls(&["notes.txt", "todo.txt"]),
        says("It is on Friday."),
    ]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(
        facts(&probe),
        (CallForm::Native, Some(true), Some(false)),
        "{probe:?}"
    );
    assert_eq!(probe.problem, None);
    assert_eq!(provider.asked().len(), 3, "three requests");
}

#[tokio::test]
async fn calls_in_the_text_are_told_from_native_ones_whether_the_adapter_takes_them_or_not() {
    // The adapter knows the second model by name as one that writes calls as text.
    for model in ["tiny:1b", "qwen2.5-coder:1.5b"] {
        let two = format!("{TEXT_CALL}\n{}", TEXT_CALL.replace("notes", "todo"));
        let provider = Scripted::new(vec![says(TEXT_CALL), says(&two), says("Friday.")]);
        let probe = provider.probe(model, USUAL_LIMIT, &Notes::default()).await;
        let probe = probe.unwrap();
        assert_eq!(
            facts(&probe),
            (CallForm::Text, Some(true), Some(false)),
            "{model}"
        );
    }
}

#[tokio::test]
async fn a_model_that_only_speaks_of_the_file_calls_nothing() {
    let spoken = format!("You could call\n\n{TEXT_CALL}\n\nbut I cannot do that myself.");
    let provider = Scripted::new(vec![says(&spoken), says("I cannot."), says("Friday.")]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(facts(&probe), (CallForm::None, Some(false), Some(false)));
}

#[tokio::test]
async fn a_call_that_is_made_again_after_its_result_is_a_repetition_and_another_one_is_not() {
    let one = || calls(&["notes.txt"]);
    for (third, repeats) in [
        (calls(&["notes.txt"]), true),
        (says(TEXT_CALL), true),
        (calls(&["todo.txt"]), false),
    ] {
        let provider = Scripted::new(vec![one(), one(), third]);
        let probe = found(&provider).await.unwrap();
        assert_eq!(probe.repeats_itself, Some(repeats));
        assert_eq!(probe.calls_twice, Some(false), "one call for two files");
    }
}

#[tokio::test]
async fn the_same_call_twice_is_no_second_call() {
    let twice = calls(&["notes.txt", "notes.txt"]);
    let provider = Scripted::new(vec![calls(&["notes.txt"]), twice, says("Friday.")]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(probe.calls_twice, Some(false));
}

#[tokio::test]
async fn the_history_has_the_models_own_call_with_its_reasoning_and_a_result() {
    let mut first = calls(&["./notes.txt"]);
    let block = json!({ "signature": "abc" });
    first.insert(0, StreamPart::Sealed { block });
    let text = "I read it.".to_owned();
    first.insert(0, StreamPart::Reasoning { text });
    let provider = Scripted::new(vec![first, calls(&["a"]), calls(&["./notes.txt"])]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(probe.repeats_itself, Some(true));
    let asked = provider.asked();
    let third = &asked[2].messages;
    let roles: Vec<Role> = third.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Tool]);
    assert_eq!(third[1].model.as_deref(), Some("scripted/tiny:1b"));
    let [Block::Reasoning { text, sealed }, Block::ToolUse { call }] = third[1].blocks.as_slice()
    else {
        panic!("{:?}", third[1].blocks);
    };
    assert_eq!((text.as_str(), sealed.len()), ("I read it.", 1));
    assert_eq!(call.provider_id, "toolu_0");
    assert_eq!(call.arguments, json!({ "path": "./notes.txt" }));
    let [Block::ToolResult { result }] = third[2].blocks.as_slice() else {
        panic!("{:?}", third[2].blocks);
    };
    assert_eq!(result.provider_id, "toolu_0");
}

#[tokio::test]
async fn a_model_that_cannot_be_asked_is_an_error_after_one_request() {
    let kind = ProviderErrorKind::Authentication;
    let provider = Scripted::new(vec![fails(kind, "it refused the key")]);
    let error = found(&provider).await.unwrap_err();
    assert_eq!(
        (error.kind, error.message.to_string().as_str()),
        (kind, "it refused the key")
    );
    assert_eq!(provider.asked().len(), 1);
}

#[tokio::test]
async fn a_later_request_that_fails_leaves_its_question_open_and_says_why() {
    let lost = fails(ProviderErrorKind::Connection, "the connection was lost");
    let provider = Scripted::new(vec![calls(&["notes.txt"]), lost, says("Friday.")]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(facts(&probe), (CallForm::Native, None, Some(false)));
    assert_eq!(
        probe.problem.as_ref().map(ToString::to_string).as_deref(),
        Some("the connection was lost")
    );
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_too_long_is_given_up_and_its_connection_is_closed() {
    let provider = Scripted::new(Vec::new());
    let (held, mut closed) = oneshot::channel::<()>();
    let silent = stream::once(async move {
        let _held = held;
        std::future::pending::<StreamPart>().await
    });
    provider.answers.lock().unwrap().push_back(silent.boxed());
    let limit = Duration::from_secs(7);
    let failed = provider.probe("slow", limit, &Notes::default()).await;
    let error = failed.unwrap_err();
    assert_eq!(error.kind, ProviderErrorKind::Timeout);
    assert!(error.message.to_string().contains("within 7 s"), "{error}");
    assert!(error.hint.unwrap().to_string().contains("--timeout"));
    assert_eq!(
        closed.try_recv(),
        Err(oneshot::error::TryRecvError::Closed),
        "the stream was dropped"
    );
}

#[tokio::test]
async fn dropping_the_probe_drops_the_stream() {
    let provider = Scripted::new(Vec::new());
    let (held, closed) = oneshot::channel::<()>();
    let silent = stream::once(async move {
        let _held = held;
        std::future::pending::<StreamPart>().await
    });
    provider.answers.lock().unwrap().push_back(silent.boxed());
    let notes = Notes::default();
    {
        let probing = provider.probe("slow", USUAL_LIMIT, &notes);
        let mut probing = std::pin::pin!(probing);
        assert!(futures_util::poll!(&mut probing).is_pending());
        assert_eq!(provider.asked().len(), 1, "it was asked");
    }
    assert!(closed.await.is_err(), "nobody holds it any more");
}

#[tokio::test]
async fn an_answer_that_is_cut_before_a_call_says_nothing_of_whether_it_calls() {
    let provider = Scripted::new(vec![cut(), cut(), says("Friday.")]);
    let error = found(&provider).await.unwrap_err();
    assert_eq!(error.kind, ProviderErrorKind::TooLong);
    let provider = Scripted::new(vec![cut(), calls(&["notes.txt"]), says("Friday.")]);
    assert_eq!(found(&provider).await.unwrap().calls, CallForm::Native);
    let provider = Scripted::new(vec![calls(&["notes.txt"]), cut(), says("Friday.")]);
    assert_eq!(found(&provider).await.unwrap().calls_twice, None);
}

#[tokio::test]
async fn an_answer_without_end_is_ended() {
    let text = "x".repeat(1_000);
    let endless = stream::iter(std::iter::repeat(StreamPart::Text { text })).boxed();
    let provider = Scripted::new(Vec::new());
    provider.answers.lock().unwrap().push_back(endless);
    for answer in [calls(&["notes.txt"]), says("Friday.")] {
        let answer = stream::iter(answer).boxed();
        provider.answers.lock().unwrap().push_back(answer);
    }
    assert_eq!(found(&provider).await.unwrap().calls, CallForm::Native);
}

#[tokio::test]
async fn a_model_whose_server_refuses_tools_is_asked_again_in_words() {
    let refused = fails(ProviderErrorKind::Unsupported, "does not support tools");
    let provider = Scripted::new(vec![
        refused,
        says(TEXT_CALL),
        says(TEXT_CALL),
        says("Friday."),
    ]);
    let probe = found(&provider).await.unwrap();
    assert_eq!(probe.calls, CallForm::Text);
    let formats: Vec<ToolFormat> = provider.asked().iter().map(|one| one.format).collect();
    let (native, words) = (ToolFormat::Native, ToolFormat::Simplified);
    assert_eq!(formats, [native, words, words, words]);
}

#[tokio::test]
async fn every_request_is_bounded_fresh_and_paid_for() {
    for (reasons, most) in [(false, MOST_OUTPUT), (true, MOST_OF_REASONING)] {
        bounded(reasons, most).await;
    }
}

async fn bounded(reasons: bool, most: u64) {
    let answers = vec![
        calls(&["notes.txt"]),
        calls(&["notes.txt"]),
        says("Friday."),
    ];
    let provider = Scripted {
        reasons,
        ..Scripted::new(answers)
    };
    let notes = Notes::default();
    provider
        .probe("tiny:1b", USUAL_LIMIT, &notes)
        .await
        .unwrap();
    for request in provider.asked() {
        assert_eq!(request.max_output_tokens, Some(most));
        assert_eq!(request.context_length, 2_048, "what the model can hold");
        assert_eq!(request.freshness, protocol::stream::Freshness::Anew);
        assert_eq!(request.tools.len(), 1);
    }
    let paid = notes.paid.lock().unwrap();
    assert_eq!(paid.len(), 3);
    assert!(
        paid.iter()
            .all(|usage| usage.estimated && usage.input_tokens > 50 && usage.output_tokens > 0),
        "{paid:?}"
    );
}

#[tokio::test]
async fn what_the_budget_does_not_allow_is_not_asked() {
    let provider = Scripted::new(Vec::new());
    let words = Notice::text("the budget is used up");
    let refuses = ProviderError::new(ProviderErrorKind::OverBudget, words);
    let notes = Notes {
        refuses: Some(refuses),
        ..Notes::default()
    };
    let refused = provider.probe("tiny:1b", USUAL_LIMIT, &notes).await;
    assert_eq!(refused.unwrap_err().kind, ProviderErrorKind::OverBudget);
    assert!(provider.asked().is_empty());
}

#[test]
fn what_a_later_build_adds_and_an_earlier_one_lacks_is_read() {
    let old: ModelProbe = serde_json::from_value(json!({
        "calls": "native", "probed_at": "2026-01-02T03:04:05Z", "new": Value::Null,
    }))
    .unwrap();
    assert_eq!(facts(&old), (CallForm::Native, None, None));
}
