//! Tests of the cache: the answers that it replays, the stored parts of them, and the answers that
//! it never stores.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use futures_util::stream::{self, StreamExt};
use jiff::Timestamp;
use serde_json::json;

use super::{Answers, Cached, CachedAnswer, KeptAnswer, RequestKey};
use crate::pictures::Pictures;
use crate::testing::catalog::FixedCatalog;
use crate::testing::support::{call, message, request, result, text};
use crate::{ChatModel, PartStream, Provider, ProviderInfo, StepRequest};
use notice::Notice;
use protocol::ids::ContentHash;
use protocol::message::{Block, Role};
use protocol::picture::{Media, Picture};
use protocol::stream::{
    Freshness, ProviderError, ProviderErrorKind, StopReason, StreamPart, ToolFormat,
};
use protocol::usage::Usage;
use redact::Masker;

const KEY: &str = "correct horse battery staple";

/// A model that answers every request with these parts, and counts its requests.
struct Scripted {
    parts: Vec<StreamPart>,
    asked: Mutex<u32>,
}

impl Scripted {
    fn new(parts: Vec<StreamPart>) -> Arc<Self> {
        let asked = Mutex::new(0);
        Arc::new(Self { parts, asked })
    }
}

/// Returns the provider of a model at an address.
fn provider(address: &str, model: Arc<Scripted>) -> Provider {
    let info = ProviderInfo::new("scripted", address);
    Provider::new(info, Arc::new(FixedCatalog::default()), model)
}

impl ChatModel for Scripted {
    fn stream(&self, _: StepRequest) -> PartStream {
        *self.asked.lock().unwrap() += 1;
        Box::pin(stream::iter(self.parts.clone()))
    }
}

/// Answers in memory.
#[derive(Default)]
struct Kept(Mutex<HashMap<RequestKey, KeptAnswer>>);

impl Answers for Kept {
    fn find(&self, request: &RequestKey, most_tokens: Option<u64>) -> CachedAnswer {
        let kept = self.0.lock().unwrap();
        let answer = kept
            .get(request)
            .filter(|kept| most_tokens.is_none_or(|most| kept.usage.output_tokens <= most));
        CachedAnswer {
            answer: answer.map(|answer| (answer.parts.clone(), Timestamp::UNIX_EPOCH)),
            word: None,
        }
    }
    fn keep(&self, request: &RequestKey, answer: &KeptAnswer) -> Option<Notice> {
        self.0.lock().unwrap().insert(*request, answer.clone());
        None
    }
}

/// A cache whose every access fails.
struct Broken;

impl Answers for Broken {
    fn find(&self, _: &RequestKey, _: Option<u64>) -> CachedAnswer {
        CachedAnswer {
            answer: None,
            word: Some(Notice::text("answers are not kept: the disk is full")),
        }
    }
    fn keep(&self, _: &RequestKey, _: &KeptAnswer) -> Option<Notice> {
        None
    }
}

struct CacheHarness {
    model: Arc<Scripted>,
    kept: Arc<Kept>,
    cached: Provider,
}

impl CacheHarness {
    fn new(parts: Vec<StreamPart>) -> Self {
        Self::with(Arc::default(), "here", parts)
    }

    fn with(kept: Arc<Kept>, address: &'static str, parts: Vec<StreamPart>) -> Self {
        let model = Scripted::new(parts);
        let cached = Cached::over(
            provider(address, Arc::clone(&model)),
            Arc::clone(&kept) as Arc<dyn Answers>,
            Masker::of_values([KEY]),
        );
        Self {
            model,
            kept,
            cached,
        }
    }

    async fn ask(&self, request: StepRequest) -> Vec<StreamPart> {
        self.cached.stream(request).collect().await
    }

    fn asked(&self) -> u32 {
        *self.model.asked.lock().unwrap()
    }

    fn kept(&self) -> usize {
        self.kept.0.lock().unwrap().len()
    }
}

fn exact(words: &str) -> StepRequest {
    StepRequest {
        temperature: Some(0.0),
        ..request(
            ToolFormat::Native,
            vec![message(Role::User, vec![text(words)])],
        )
    }
}

/// Builds requests with the same text about a picture, which is either included or only noted.
fn showing(content: &str, pictures: Pictures) -> StepRequest {
    let picture = Picture {
        hash: ContentHash::of(content.as_bytes()),
        media: Media::Png,
        width: 1,
        height: 1,
        bytes: 1,
        name: "a.png".to_owned(),
    };
    let shown = vec![text("is it?"), Block::Image { picture }];
    StepRequest {
        messages: vec![message(Role::User, shown)],
        pictures: Arc::new(pictures),
        ..exact("is it?")
    }
}

fn says(words: &str) -> StreamPart {
    StreamPart::Text {
        text: words.to_owned(),
    }
}

fn end(stop: StopReason) -> StreamPart {
    StreamPart::Done { stop }
}

fn usage() -> StreamPart {
    StreamPart::Usage {
        usage: Usage {
            input_tokens: 100,
            output_tokens: 20,
            cost_usd: Some(0.5),
            ..Usage::default()
        },
    }
}

fn whole() -> Vec<StreamPart> {
    vec![says("it "), says("is so"), usage(), end(StopReason::Done)]
}

fn texts(parts: &[StreamPart]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        StreamPart::Text { text } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn notices(parts: &[StreamPart]) -> Vec<String> {
    let notices = parts.iter().filter_map(|part| match part {
        StreamPart::Notice { text } => Some(text.to_string()),
        _ => None,
    });
    notices.collect()
}

#[tokio::test]
async fn the_same_request_is_answered_once_and_then_from_the_cache_for_nothing() {
    let harness = CacheHarness::new(whole());
    let first = harness.ask(exact("is it?")).await;
    assert_eq!(
        first,
        whole(),
        "an answer that is asked for comes through as it is"
    );
    let again = harness.ask(exact("is it?")).await;
    assert_eq!(harness.asked(), 1);
    assert_eq!(texts(&again), "it is so");
    assert!(notices(&again)[0].contains("from the cache"));
    assert_eq!(again.last(), Some(&end(StopReason::Done)));
    let told = again.iter().find_map(|part| match part {
        StreamPart::Usage { usage } => Some(usage.clone()),
        _ => None,
    });
    let told = told.expect("figures");
    assert_eq!((told.total_tokens(), told.saved_tokens), (120, 120));
    assert_eq!((told.cost_usd, told.asked_tokens()), (Some(0.0), 0));
}

#[tokio::test]
async fn what_was_called_and_thought_comes_again_too() {
    let call = |index, path: &str| {
        vec![
            StreamPart::CallStart {
                index,
                id: format!("srv_{index}"),
                name: "read_file".to_owned(),
            },
            StreamPart::CallArguments {
                index,
                text: format!("{{\"path\":\"{path}\"}}"),
            },
            StreamPart::CallEnd {
                index,
                arguments: json!({ "path": path }),
            },
        ]
    };
    let mut parts = vec![
        StreamPart::Reasoning {
            text: "hm".to_owned(),
        },
        StreamPart::Sealed {
            block: json!({ "signature": "c2ln" }),
        },
    ];
    parts.extend(call(0, "a"));
    parts.extend(call(3, "b"));
    parts.push(end(StopReason::NeedsTools));
    let harness = CacheHarness::new(parts.clone());
    harness.ask(exact("look")).await;
    let again = harness.ask(exact("look")).await;
    let told = |parts: &[StreamPart]| {
        let is_told = |part: &&StreamPart| {
            !matches!(
                part,
                StreamPart::Notice { .. }
                    | StreamPart::Usage { .. }
                    | StreamPart::CallArguments { .. }
            )
        };
        parts.iter().filter(is_told).cloned().collect::<Vec<_>>()
    };
    assert_eq!(told(&again), told(&parts));
    assert_eq!(harness.asked(), 1);
}

#[tokio::test]
async fn whatever_the_server_would_see_makes_it_another_request() {
    let kept: Arc<Kept> = Arc::default();
    let harness = CacheHarness::with(Arc::clone(&kept), "here", whole());
    let base = || exact("is it?");
    let mut tools = base().tools.to_vec();
    tools[0].description.push('!');
    let others = [
        exact("is it not?"),
        StepRequest {
            model: "n".to_owned(),
            ..base()
        },
        StepRequest {
            system: "Be long.".to_owned(),
            ..base()
        },
        StepRequest {
            format: ToolFormat::Simplified,
            ..base()
        },
        StepRequest {
            context_length: 4_096,
            ..base()
        },
        StepRequest {
            tools: tools.into(),
            ..base()
        },
        showing("a", Pictures::new()),
        showing("b", Pictures::new()),
        showing(
            "b",
            Pictures::from([(ContentHash::of(b"b"), b"b".as_slice().into())]),
        ),
    ];
    harness.ask(base()).await;
    for (number, other) in (2..).zip(others) {
        harness.ask(other).await;
        assert_eq!(harness.asked(), number);
    }
    let elsewhere = CacheHarness::with(kept, "there", whole());
    elsewhere.ask(base()).await;
    assert_eq!(elsewhere.asked(), 1, "another address is another model");
}

#[tokio::test]
async fn ids_of_calls_and_of_sessions_make_no_difference() {
    let harness = CacheHarness::new(whole());
    let after_call = |number: u128| {
        let blocks = vec![call(number, "read_file", json!({ "path": "a" }))];
        let messages = vec![
            message(Role::User, vec![text("look")]),
            message(Role::Assistant, blocks),
            message(Role::Tool, vec![result(number, "read_file", json!("text"))]),
        ];
        StepRequest {
            temperature: Some(0.0),
            number: u32::try_from(number).unwrap(),
            ..request(ToolFormat::Native, messages)
        }
    };
    harness.ask(after_call(7)).await;
    harness.ask(after_call(8)).await;
    assert_eq!(harness.asked(), 1);
}

#[tokio::test]
async fn only_temperature_0_is_looked_for_and_kept() {
    let harness = CacheHarness::new(whole());
    for temperature in [None, Some(0.2), Some(1.0)] {
        for _ in 0..2 {
            let request = StepRequest {
                temperature,
                ..exact("is it?")
            };
            assert!(notices(&harness.ask(request).await).is_empty());
        }
    }
    assert_eq!((harness.asked(), harness.kept()), (6, 0));
}

#[tokio::test]
async fn who_asks_anew_is_answered_anew_and_that_is_kept() {
    let kept: Arc<Kept> = Arc::default();
    CacheHarness::with(Arc::clone(&kept), "here", whole())
        .ask(exact("is it?"))
        .await;
    let other = vec![says("no"), end(StopReason::Done)];
    let harness = CacheHarness::with(kept, "here", other);
    let anew = StepRequest {
        freshness: Freshness::Anew,
        ..exact("is it?")
    };
    assert_eq!(texts(&harness.ask(anew).await), "no");
    assert_eq!(texts(&harness.ask(exact("is it?")).await), "no");
    assert_eq!((harness.asked(), harness.kept()), (1, 1));
}

#[tokio::test]
async fn what_is_cut_refused_failed_or_empty_is_never_kept() {
    let error = StreamPart::Error {
        error: ProviderError::new(ProviderErrorKind::Server, Notice::text("it broke")),
    };
    let bad_call = vec![
        StreamPart::CallStart {
            index: 0,
            id: "c".to_owned(),
            name: "read_file".to_owned(),
        },
        StreamPart::CallEnd {
            index: 0,
            arguments: json!("{\"path\":"),
        },
        end(StopReason::NeedsTools),
    ];
    for parts in [
        vec![says("it is"), end(StopReason::Length)],
        vec![says("I will not"), end(StopReason::Refused)],
        vec![says("it is"), error],
        vec![says("it is")],
        vec![says(" "), end(StopReason::Done)],
        vec![says(&"long ".repeat(200_000)), end(StopReason::Done)],
        bad_call,
    ] {
        let harness = CacheHarness::new(parts.clone());
        assert_eq!(harness.ask(exact("is it?")).await, parts);
        assert_eq!(harness.kept(), 0, "{:?}", parts.last());
    }
}

#[tokio::test]
async fn an_answer_that_is_dropped_halfway_is_not_kept() {
    let harness = CacheHarness::new(whole());
    let mut parts = harness.cached.stream(exact("is it?"));
    assert_eq!(parts.next().await, Some(says("it ")));
    drop(parts);
    assert_eq!(harness.kept(), 0);
}

#[tokio::test]
async fn a_kept_answer_can_be_dropped_halfway() {
    let long = "word ".repeat(20_000);
    let harness = CacheHarness::new(vec![says(&long), end(StopReason::Done)]);
    harness.ask(exact("more")).await;
    let mut parts = harness.cached.stream(exact("more"));
    assert!(matches!(
        parts.next().await,
        Some(StreamPart::Notice { .. })
    ));
    let Some(StreamPart::Text { text }) = parts.next().await else {
        panic!("a piece of the text");
    };
    assert!(text.len() <= 4_096, "in pieces: {}", text.len());
    drop(parts);
    assert_eq!(texts(&harness.ask(exact("more")).await), long);
}

#[tokio::test]
async fn nothing_that_holds_a_secret_is_kept_whatever_pieces_it_came_in() {
    let (one, two) = KEY.split_at(9);
    let call = |arguments| {
        vec![
            StreamPart::CallStart {
                index: 0,
                id: "c".to_owned(),
                name: "write_file".to_owned(),
            },
            StreamPart::CallEnd {
                index: 0,
                arguments,
            },
            end(StopReason::NeedsTools),
        ]
    };
    let shaped = "sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz-ZZ";
    for parts in [
        vec![
            says(one),
            StreamPart::Reasoning {
                text: "so".to_owned(),
            },
            says(two),
            end(StopReason::Done),
        ],
        vec![says("use "), says(shaped), end(StopReason::Done)],
        call(json!({ "content": { "deep": ["a", KEY] } })),
        call(json!({ KEY: 1 })),
        vec![says("it was [secret]"), end(StopReason::Done)],
    ] {
        let harness = CacheHarness::new(parts.clone());
        assert_eq!(harness.ask(exact("the key?")).await, parts);
        assert_eq!(harness.kept(), 0, "{parts:?}");
    }
}

#[tokio::test]
async fn an_answer_is_given_again_only_where_it_fits_the_limit() {
    let harness = CacheHarness::new(whole());
    harness.ask(exact("is it?")).await;
    for (most, asked) in [(Some(20), 1), (Some(19), 2), (None, 2)] {
        let request = StepRequest {
            max_output_tokens: most,
            ..exact("is it?")
        };
        harness.ask(request).await;
        assert_eq!(harness.asked(), asked, "{most:?}");
    }
}

#[tokio::test]
async fn a_broken_cache_is_told_of_and_the_answer_comes() {
    let inner = provider("here", Scripted::new(whole()));
    let cached = Cached::over(inner, Arc::new(Broken), Masker::default());
    let parts: Vec<StreamPart> = cached.stream(exact("is it?")).collect().await;
    assert_eq!(notices(&parts), ["answers are not kept: the disk is full"]);
    assert_eq!(&parts[1..], whole());
}
