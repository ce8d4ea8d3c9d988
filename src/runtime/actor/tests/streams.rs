//! Tests of streams: they are dropped on cancel, never delay a command, and count as
//! work in flight.

use futures_util::{FutureExt, StreamExt, stream};

use serde_json::json;

use super::harness::{ActorHarness, LONG, calls, done, pieces, read, says, text, until};
use notice::Notice;
use protocol::approval::Mode;
use protocol::call::ErrorCode;
use protocol::event::{Event, EventKind};
use protocol::message::{Block, Message, MessageState};
use protocol::query::{Query, Reply};
use protocol::review::view::ViewOptions;
use protocol::review::{ReviewQuery, ReviewReply, ReviewSubject};
use protocol::stream::{ProviderError, ProviderErrorKind, StopReason, StreamPart};

#[tokio::test]
async fn a_cancel_drops_the_stream_and_keeps_its_text() {
    let (mut harness, live) = ActorHarness::mid_answer("half").await;
    harness.cancel();
    let closed = tokio::time::timeout(LONG, live.closed()).await;
    assert!(closed.is_ok(), "the provider's stream is dropped");
    let message = harness.message().await;
    assert_eq!(
        (message.plain_text().as_str(), message.state),
        ("half", MessageState::Interrupted)
    );
    harness.event("job.cancelled").await;
    harness.idle().await;
}

#[tokio::test]
async fn text_that_turns_out_to_be_thinking_is_no_part_of_the_answer() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let parts = [text("Hm."), StreamPart::TextWasReasoning, text("Yes.")];
    harness
        .provider
        .answer(parts.into_iter().chain([done()]).collect());
    harness.send("go");
    let message = harness.message().await;
    assert_eq!(message.plain_text(), "Yes.");
    let thought = message.blocks.iter().find_map(|block| match block {
        Block::Reasoning { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(thought, Some("Hm."));
    harness.event("job.completed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancel_does_not_wait_behind_an_endless_stream() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let endless = stream::unfold((), |()| async {
        tokio::task::yield_now().await;
        Some((text("and on "), ()))
    });
    harness.provider.queue(endless.boxed());
    harness.send("go");
    harness.event("text.appended").await;
    harness.cancel();
    harness.event("job.cancelled").await;
    harness.idle().await;
}

#[tokio::test]
async fn idle_waits_for_a_stream_and_not_for_time() {
    let (mut harness, live) = ActorHarness::mid_answer("half").await;
    let handle = harness.handle.clone();
    let mut idle = Box::pin(async move { handle.idle().await });
    assert!(idle.as_mut().now_or_never().is_none());
    // Answered after the idle request was taken: if idle had been reported, it would show.
    harness.query(Query::Sessions).await;
    assert!(
        idle.as_mut().now_or_never().is_none(),
        "a stream is work in flight"
    );
    live.send(done()).await.unwrap();
    tokio::time::timeout(LONG, idle).await.unwrap().unwrap();
    harness.event("job.completed").await;
}

#[tokio::test]
async fn deltas_join_to_the_text_that_is_kept() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    const PIECES: [&str; 5] = ["Grüße", " — ", "an alle", "\n", "🦀"];
    harness.provider.answer(pieces(PIECES));
    harness.send("go");
    let mut joined = String::new();
    loop {
        match harness.next().await.fact {
            EventKind::TextAppended { offset, text, .. } => {
                assert_eq!(offset, joined.len() as u64);
                joined.push_str(&text);
            }
            EventKind::MessageCompleted { message } => {
                assert_eq!(message.plain_text(), joined);
                break;
            }
            _ => {}
        }
    }
    assert_eq!(joined, PIECES.concat());
}

#[tokio::test]
async fn a_long_answer_is_stored_piece_by_piece_and_each_byte_once() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let live = harness.provider.live();
    harness.send("go");
    let mut said = String::new();
    for number in 0..8_u8 {
        let piece = char::from(b'a' + number).to_string().repeat(64 * 1024);
        said.push_str(&piece);
        live.send(text(&piece)).await.unwrap();
        let (store, session) = (harness.store.clone(), harness.session);
        until("the piece is on the disk", async || {
            let stored = store.session(session).await.unwrap().unwrap();
            let mut messages = stored.messages.iter();
            messages.any(|message| message.plain_text() == said)
        })
        .await;
        assert_eq!(harness.store.streamed_bytes(), said.len() as u64);
    }
    harness.cancel();
    harness.event("job.cancelled").await;
    harness.idle().await;
    let stored = harness.store.session(harness.session).await;
    let last = stored.unwrap().unwrap().messages.pop().unwrap();
    assert_eq!(
        (last.state, last.plain_text()),
        (MessageState::Interrupted, said.clone())
    );
    assert_eq!(harness.store.streamed_bytes(), said.len() as u64);
}

#[tokio::test]
async fn a_piece_that_comes_right_after_another_goes_out_though_nothing_follows() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let live = harness.provider.live();
    harness.send("go");
    for piece in ["half", " of", " it"] {
        live.send(text(piece)).await.unwrap();
        let event = harness.event("text.appended").await;
        let EventKind::TextAppended { text, .. } = event.fact else {
            panic!("{event:?}");
        };
        assert_eq!(text, piece);
    }
    harness.cancel();
    harness.event("job.cancelled").await;
}

#[tokio::test]
async fn tokens_that_come_together_go_out_together() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.provider.answer(pieces(["on "; 10_000]));
    harness.send("go");
    let mut deliveries = 0;
    loop {
        match harness.next().await.fact {
            EventKind::TextAppended { .. } => deliveries += 1,
            EventKind::MessageCompleted { .. } => break,
            _ => {}
        }
    }
    assert!(
        deliveries <= 100,
        "{deliveries} deliveries for 10,000 tokens"
    );
}

#[tokio::test]
async fn an_answer_that_breaks_off_keeps_its_text_and_says_why() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let why = Notice::text("this is a web page");
    let error = ProviderError::new(ProviderErrorKind::Protocol, why);
    harness
        .provider
        .answer(vec![text("half"), StreamPart::Error { error }]);
    harness.send("go");
    let event = harness.event("message.completed").await;
    let EventKind::MessageCompleted { message } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!(
        (message.plain_text().as_str(), message.state),
        ("half", MessageState::Interrupted)
    );
    let event = harness.event("job.failed").await;
    assert!(
        matches!(&event.fact, EventKind::RunFailed { error, .. } if error.to_string() == "this is a web page"),
        "{event:?}"
    );
    harness.completed_run("again", says("again")).await;
}

#[tokio::test]
async fn control_sequences_of_a_model_are_neither_told_nor_stored() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    // Cut in the middle of the control sequence, as a stream may be.
    let parts = ["red \u{1b}", "[31mtext", " \u{1b}]0;title\u{7}end"];
    harness.provider.answer(pieces(parts));
    harness.send("go");
    let message = harness.message().await;
    assert_eq!(message.plain_text(), "red text end");
    harness.idle().await;
    let stored = harness.stored().await;
    assert_eq!(stored.messages.last().unwrap().plain_text(), "red text end");
}

#[tokio::test]
async fn a_call_with_an_index_far_beyond_the_others_runs_like_any_other() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let index = usize::MAX;
    let mut parts = calls(&[("list_files", json!({}))]);
    for part in &mut parts {
        match part {
            StreamPart::CallStart { index: at, .. } | StreamPart::CallEnd { index: at, .. } => {
                *at = index;
            }
            _ => {}
        }
    }
    harness.provider.answer(parts);
    harness.provider.answer(says("done"));
    harness.send("go");
    let result = harness.call_result().await;
    assert!(result.ok, "{result:?}");
    harness.event("job.completed").await;
    assert_eq!(
        harness.provider.requests().len(),
        2,
        "the result reaches the model"
    );
}

/// Returns the beginning of a call that writes a file.
fn write_begins(index: usize) -> StreamPart {
    StreamPart::CallStart {
        index,
        id: format!("w{index}"),
        name: "write_file".to_owned(),
    }
}

#[tokio::test]
async fn a_call_that_writes_is_shown_as_far_as_it_has_come() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", "one\ntwo\nthree\n");
    harness.provider.answer(calls(&[read("a.txt")]));
    let live = harness.provider.live();
    harness.send("go");
    let piece = |text: &str| StreamPart::CallArguments {
        index: 0,
        text: text.to_owned(),
    };
    live.send(write_begins(0)).await.unwrap();
    live.send(piece("{\"path\": \"a.t")).await.unwrap();
    live.send(piece("xt\", \"content\": \"one\\nTWO\\nth"))
        .await
        .unwrap();
    let event = harness.event("proposal.grew").await;
    let EventKind::ProposalGrew { step, path } = event.fact else {
        panic!("{event:?}");
    };
    assert_eq!((path.as_str(), event.seq), ("a.txt", None));
    let of = ReviewSubject::Stream { step };
    let options = ViewOptions::default();
    let file = ReviewQuery::File {
        of: of.clone(),
        options: options.clone(),
    };
    let ReviewReply::File {
        file: row,
        hunks,
        version,
        ..
    } = harness.ask(file.clone()).await
    else {
        panic!("it is shown");
    };
    // The view leaves out the incomplete line, and leaves text that has not arrived yet unchanged.
    assert_eq!((row.path.as_str(), row.added, row.removed), ("a.txt", 1, 0));
    let rows = ReviewQuery::Rows {
        of,
        options,
        first: 0,
        rows: 100,
    };
    live.send(piece("ree\\nfour\\n")).await.unwrap();
    harness.event("proposal.grew").await;
    // Rows are those of the last scan, so that two states never mix.
    let reply = harness.ask(rows).await;
    assert!(matches!(reply, ReviewReply::Rows { version: of, .. } if of == version));
    let ReviewReply::File {
        file: row,
        hunks: more,
        version: next,
        ..
    } = harness.ask(file.clone()).await
    else {
        panic!("it is shown");
    };
    assert_eq!((row.added, row.removed), (2, 1));
    assert_ne!(next, version);
    assert_eq!(
        more.first().map(|hunk| hunk.id),
        hunks.first().map(|hunk| hunk.id)
    );
    harness.cancel();
    harness.event("job.cancelled").await;
    harness.idle().await;
    let session = harness.session;
    let question = file;
    let gone = harness.query(Query::Review { session, question }).await;
    assert!(matches!(gone, Reply::Failed { .. }), "{gone:?}");
    let text = harness.disk("a.txt");
    assert_eq!(text, "one\ntwo\nthree\n");
}

#[tokio::test]
async fn the_size_of_the_prompt_is_told_at_once_and_that_of_the_answer_as_it_comes() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let live = harness.provider.live();
    harness.send("go");
    let told = |event: Event| match event.fact {
        EventKind::StepProgress { prompt, answer, .. } => (prompt, answer),
        other => panic!("{other:?}"),
    };
    let (prompt, answer) = told(harness.event("step.progress").await);
    assert!(prompt > 0);
    assert_eq!(answer, 0);
    // The arguments of a call count too, although no text shows them.
    let begin = StreamPart::CallStart {
        index: 0,
        id: "c0".to_owned(),
        name: "read_file".to_owned(),
    };
    live.send(begin).await.unwrap();
    let (_, begun) = told(harness.event("step.progress").await);
    assert!(begun > 0);
    let text = "{\"path\": \"a/long/path/of/a/file.txt".to_owned();
    let more = StreamPart::CallArguments { index: 0, text };
    live.send(more).await.unwrap();
    let (same, more) = told(harness.event("step.progress").await);
    assert_eq!(same, prompt);
    assert!(more > begun);
    harness.cancel();
    harness.event("job.cancelled").await;
}

#[tokio::test]
async fn looking_at_what_streams_in_leaves_no_trace() {
    let mut harness = ActorHarness::new(Mode::Review).await;
    harness.put("a.txt", "one\ntwo\n");
    let live = harness.provider.live();
    harness.provider.answer(says("done"));
    harness.send("go");
    // One file that was not read before, and two new ones.
    for (index, path) in ["a.txt", "b.txt", "c.txt"].into_iter().enumerate() {
        let content = format!("{path}\n");
        let arguments = json!({ "path": path, "content": content });
        let text = arguments.to_string();
        live.send(write_begins(index)).await.unwrap();
        live.send(StreamPart::CallArguments { index, text })
            .await
            .unwrap();
        let event = harness.event("proposal.grew").await;
        let EventKind::ProposalGrew { step, .. } = event.fact else {
            panic!("{event:?}");
        };
        for _ in 0..8 {
            let question = ReviewQuery::File {
                of: ReviewSubject::Stream { step },
                options: ViewOptions::default(),
            };
            // Refused for as long as the stream proposes no change.
            let session = harness.session;
            harness.query(Query::Review { session, question }).await;
        }
        live.send(StreamPart::CallEnd { index, arguments })
            .await
            .unwrap();
    }
    let stop = StopReason::NeedsTools;
    live.send(StreamPart::Done { stop }).await.unwrap();
    harness.idle().await;
    let told = harness.last_messages();
    assert!(told.contains("read it first"), "{told}");
    assert!(
        !told.contains("stop, and ask"),
        "it was refused once: {told}"
    );
    let (files, ..) = harness.under_review().await;
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["b.txt", "c.txt"]);
}

/// Maximum bytes of an answer that are kept.
const LONGEST_ANSWER: usize = 8 * 1024 * 1024;

/// Text before the endless part.
const BEGINNING: &str = "It begins.";

/// Makes a model send a beginning of each kind and then one kind of piece without end. Returns the
/// resulting message, once the session has continued after it.
async fn ended_as_too_long(make: fn(String) -> StreamPart) -> Message {
    let mut harness = ActorHarness::new(Mode::Review).await;
    let piece = "abcdefgh".repeat(8 * 1024);
    let endless = stream::iter([text(BEGINNING), write_begins(0)])
        .chain(stream::repeat_with(move || make(piece.clone())));
    harness.provider.queue(endless.boxed());
    harness.send("go");
    let message = harness.message().await;
    assert_eq!(message.state, MessageState::Interrupted);
    let failed = harness.event("job.failed").await;
    let EventKind::RunFailed {
        error, hint, code, ..
    } = failed.fact
    else {
        panic!("{failed:?}");
    };
    assert!(error.to_string().contains("over 8 MiB"), "{error}");
    assert!(hint.is_some_and(|hint| hint.to_string().contains("is kept")));
    assert_eq!(code, Some(ErrorCode::ProviderFailed));
    // The session continues, and the model receives the reason why its answer was ended.
    harness.completed_run("less, please", says("yes")).await;
    let request = harness.provider.requests().pop().expect("a request");
    let told = format!("{:?}", request.messages);
    assert!(told.len() < 300_000, "{}", told.len());
    assert!(told.contains("[too_long: "), "the reason reaches the model");
    harness.idle().await;
    message
}

/// Returns the text of a message without the note on why it was ended, and its reasoning.
fn kept_of(message: &Message) -> (String, String) {
    let (mut said, mut thought) = (String::new(), String::new());
    for block in &message.blocks {
        match block {
            Block::Text { text } => said.push_str(text),
            Block::Reasoning { text, .. } => thought.push_str(text),
            _ => {}
        }
    }
    let note = said.find("\n\n[too_long: ").expect("why it was ended");
    said.truncate(note);
    (said, thought)
}

/// The beginning of a call counts too.
const OF_CALL: usize = "w0write_file".len();

#[tokio::test]
async fn an_answer_that_is_too_long_is_ended_kept_and_told() {
    let message = ended_as_too_long(|piece| text(&piece)).await;
    let (said, thought) = kept_of(&message);
    assert!(said.starts_with(BEGINNING) && thought.is_empty());
    assert_eq!(said.len(), LONGEST_ANSWER - OF_CALL);
}

#[tokio::test]
async fn a_thought_that_is_too_long_is_ended_kept_and_told() {
    let message = ended_as_too_long(|text| StreamPart::Reasoning { text }).await;
    let (said, thought) = kept_of(&message);
    assert_eq!(said, BEGINNING);
    assert_eq!(said.len() + thought.len(), LONGEST_ANSWER - OF_CALL);
}

/// Incomplete arguments form no call: none is made of them, and none is kept.
#[tokio::test]
async fn arguments_that_are_too_long_are_ended_told_and_run_as_no_call() {
    let message = ended_as_too_long(|text| StreamPart::CallArguments { index: 0, text }).await;
    assert_eq!(kept_of(&message), (BEGINNING.to_owned(), String::new()));
    assert_eq!(message.calls().count(), 0, "{:?}", message.blocks);
}
