//! Servers that hang, flood, die, or say what is no message: each costs an error, and nothing else.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use protocol::approval::{Decision, QuestionBody};
use protocol::server_question::AnswerToServer;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::connection::{CallError, CallLimits, ConnectError, Connection, Opened, open};
use crate::form::Answer;
use crate::handler::ServerEvent;
use crate::results::CallOutcome;
use crate::testing::{greeting, refused, result, serve};

async fn call(connection: &Connection, limits: CallLimits) -> Result<CallOutcome, CallError> {
    let cancel = CancellationToken::new();
    connection.call("t", Map::new(), limits, &cancel).await
}

fn text(request: &Value, text: &str) -> Value {
    result(
        request,
        json!({"content": [{"type": "text", "text": text}]}),
    )
}

/// Connects to a server that answers each message from a script, in the era of the handshake.
async fn connected(answer: impl FnMut(&Value) -> Vec<Value> + Send + 'static) -> Opened {
    let mut answer = answer;
    let ends = serve(Box::new(move |message| {
        greeting(message).unwrap_or_else(|| answer(message))
    }));
    let roots = ["file:///home/ada/work".to_owned()];
    open(ends, &roots).await.expect("a connection")
}

#[tokio::test(start_paused = true)]
async fn a_tool_that_says_nothing_ends_with_an_error_and_its_server_is_told() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let opened = connected(move |message| {
        told.lock().unwrap().push(message["method"].clone());
        Vec::new()
    });
    let opened = opened.await;
    let ended = call(&opened.connection, CallLimits::default()).await;
    assert_eq!(ended, Err(CallError::Silent(60)));
    let cancelled = json!("notifications/cancelled");
    tokio::time::timeout(Duration::from_secs(5), async {
        while !heard.lock().unwrap().contains(&cancelled) {
            tokio::task::yield_now().await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    })
    .await
    .expect("the client cancels at the server");
}

#[tokio::test(start_paused = true)]
async fn progress_gives_a_call_more_time_but_not_for_ever() {
    let opened = connected(|message| {
        let token = &message["params"]["_meta"]["progressToken"];
        match message["method"].as_str() {
            Some("tools/call") => {
                vec![json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": token, "progress": 1}})]
            }
            _ => Vec::new(),
        }
    });
    let opened = opened.await;
    let limits = CallLimits {
        silence: Duration::from_secs(60),
        total: Duration::from_secs(90),
        ..CallLimits::default()
    };
    // One progress at the beginning: the silence counts from it. With a total below it, that counts.
    assert_eq!(
        call(&opened.connection, limits).await,
        Err(CallError::Silent(60))
    );
    let limits = CallLimits {
        total: Duration::from_secs(30),
        ..limits
    };
    assert_eq!(
        call(&opened.connection, limits).await,
        Err(CallError::TooLong(30))
    );
}

#[tokio::test]
async fn the_user_stops_a_call() {
    let opened = connected(|_| Vec::new()).await;
    let cancel = CancellationToken::new();
    cancel.cancel();
    let limits = CallLimits::default();
    let ended = opened
        .connection
        .call("t", Map::new(), limits, &cancel)
        .await;
    assert_eq!(ended, Err(CallError::Cancelled));
}

#[tokio::test]
async fn junk_between_the_messages_is_passed_over() {
    let opened = connected(|message| {
        let junk = [
            json!("no JSON at all"),
            json!("{\"jsonrpc\": \"2.0\"}"),
            json!("[]"),
            json!(""),
            json!({"jsonrpc": "2.0", "id": 4711, "result": {}}),
        ];
        junk.into_iter().chain([text(message, "done")]).collect()
    });
    let opened = opened.await;
    let outcome = call(&opened.connection, CallLimits::default()).await;
    assert_eq!(outcome.expect("a result").text, "done");
}

#[tokio::test]
async fn a_flood_of_notifications_cuts_the_server_off() {
    let opened = connected(|_| {
        let change = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
        vec![change; 2_000]
    });
    let opened = opened.await;
    let ended = call(&opened.connection, CallLimits::default()).await;
    assert_eq!(ended, Err(CallError::Flooded));
    opened.connection.closed().await;
}

#[tokio::test]
async fn a_long_result_is_cut_and_says_so_and_control_sequences_are_out() {
    let opened =
        connected(|message| vec![text(message, &format!("\u{1b}[31m{}", "é".repeat(400)))]);
    let opened = opened.await;
    let limits = CallLimits {
        text_bytes: 101,
        ..CallLimits::default()
    };
    let outcome = call(&opened.connection, limits).await.expect("a result");
    assert!(
        outcome.is_cut && outcome.text.len() <= 101,
        "{}",
        outcome.text.len()
    );
    assert!(!outcome.text.contains('\u{1b}'));
}

#[tokio::test]
async fn a_list_without_an_end_ends() {
    let pages = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&pages);
    let opened = connected(move |message| {
        let page = counted.fetch_add(1, Ordering::Relaxed);
        let tool = json!({"name": format!("t{page}"), "inputSchema": {"type": "object"}});
        vec![result(
            message,
            json!({"tools": [tool], "nextCursor": "more"}),
        )]
    });
    let opened = opened.await;
    let tools = opened.connection.tools().await.expect("a list");
    assert_eq!((tools.len(), pages.load(Ordering::Relaxed)), (32, 32));
}

#[tokio::test]
async fn an_error_of_the_protocol_is_told_in_one_clean_line() {
    let opened = connected(|message| vec![refused(message, -32000, "no\n\u{1b}[2Jway")]).await;
    let ended = call(&opened.connection, CallLimits::default()).await;
    let Err(CallError::Server(why)) = ended else {
        panic!("{ended:?}");
    };
    assert!(!why.contains('\n') && !why.contains('\u{1b}'), "{why:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_answers_is_given_up() {
    let Err(error) = open(serve(Box::new(|_| Vec::new())), &[]).await else {
        panic!("no connection is possible");
    };
    assert!(matches!(error, ConnectError::TimedOut), "{error}");
}

#[tokio::test]
async fn a_question_of_the_server_waits_for_the_user_and_carries_the_answer() {
    let asked = Arc::new(Mutex::new(None));
    let call_id = Arc::clone(&asked);
    let mut opened = connected(move |message| {
        if message["method"] == "tools/call" {
            *call_id.lock().unwrap() = Some(message.clone());
            return vec![
                json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {
                "message": "Your \u{1b}[1mname?", "requestedSchema": {"type": "object",
                    "properties": {"name": {"type": "string"}}}}}),
            ];
        }
        let call = call_id.lock().unwrap().clone().expect("a call");
        vec![text(&call, &message["result"].to_string())]
    })
    .await;
    let answering = async {
        let Some(ServerEvent::Asks(question, answer)) = opened.events.recv().await else {
            panic!("no question");
        };
        let steps = question.steps("web");
        let QuestionBody::Confirm { question: asked } = &steps[0].body else {
            panic!("{steps:?}");
        };
        assert!(asked.to_string().contains("Your name?"), "{asked}");
        let given = vec![Decision::Yes, text_of("Ada")];
        let given = AnswerToServer::Accepted { given };
        answer.send(question.answer(&given)).unwrap();
    };
    let limits = CallLimits::default();
    let (outcome, ()) = tokio::join!(call(&opened.connection, limits), answering);
    let said: Value = serde_json::from_str(&outcome.expect("a result").text).unwrap();
    assert_eq!(
        said,
        json!({"action": "accept", "content": {"name": "Ada"}})
    );
}

fn text_of(text: &str) -> Decision {
    Decision::Text {
        text: text.to_owned(),
    }
}

/// A server that asks the user whether it may, before it answers a call.
async fn asking() -> Opened {
    let mut waiting = None;
    connected(move |message| {
        if message["method"] == "tools/call" {
            waiting = Some(message.clone());
            return vec![
                json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {
                    "message": "May I?", "requestedSchema": {"type": "object", "properties": {}}}}),
            ];
        }
        let call = waiting.clone().expect("a call");
        vec![text(&call, &message["result"]["action"].to_string())]
    })
    .await
}

#[tokio::test(start_paused = true)]
async fn the_time_in_which_the_user_thinks_does_not_count_for_the_call() {
    let mut opened = asking().await;
    let answering = async {
        let Some(ServerEvent::Asks(_, answer)) = opened.events.recv().await else {
            panic!("no question");
        };
        tokio::time::sleep(Duration::from_secs(3_600)).await;
        answer.send(Answer::Accepted(None)).unwrap();
    };
    let limits = CallLimits::default();
    let (outcome, ()) = tokio::join!(call(&opened.connection, limits), answering);
    assert_eq!(outcome.expect("a result").text, "\"accept\"");
}

#[tokio::test]
async fn a_question_ends_with_its_connection() {
    let mut opened = asking().await;
    let asked = async { opened.events.recv().await };
    let cancel = CancellationToken::new();
    let calling = opened
        .connection
        .call("t", Map::new(), CallLimits::default(), &cancel);
    let asked = tokio::select! {
        asked = asked => asked,
        ended = calling => panic!("{ended:?}"),
    };
    let Some(ServerEvent::Asks(_, mut answer)) = asked else {
        panic!("no question");
    };
    drop(opened);
    answer.closed().await;
}
