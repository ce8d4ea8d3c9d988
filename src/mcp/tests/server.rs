//! A server in memory, which answers from a script.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

use crate::connection::{Ends, Opened, open};

/// Answers of a server: for each message of the client, the messages that it sends.
pub(super) type Script = Box<dyn FnMut(&Value) -> Vec<Value> + Send>;

/// Starts a server in memory.
pub(super) fn serve(mut script: Script) -> Ends {
    let (ours, theirs) = duplex(1024 * 1024);
    tokio::spawn(async move {
        let (read, mut write) = split(theirs);
        let mut lines = BufReader::new(read).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).expect("a message");
            for answer in script(&message) {
                let line = match answer {
                    // A text is sent as it is.
                    Value::String(raw) => raw,
                    message => message.to_string(),
                };
                if write
                    .write_all(format!("{line}\n").as_bytes())
                    .await
                    .is_err()
                {
                    return;
                }
            }
        }
    });
    ends(ours)
}

fn ends(stream: DuplexStream) -> Ends {
    let (read, write) = split(stream);
    (Box::new(read), Box::new(write))
}

/// Connects to a server that answers each message from a script, in the era of the handshake.
pub(super) async fn connected(
    mut answer: impl FnMut(&Value) -> Vec<Value> + Send + 'static,
) -> Opened {
    let ends = serve(Box::new(move |message| {
        greeting(message).unwrap_or_else(|| answer(message))
    }));
    let roots = ["file:///home/ada/work".to_owned()];
    open(ends, &roots).await.expect("a connection")
}

/// The answers to the messages of a start.
pub(super) fn greeting(message: &Value) -> Option<Vec<Value>> {
    match message["method"].as_str()? {
        "server/discover" => Some(vec![refused(message, -32601, "Method not found")]),
        "initialize" => Some(vec![result(
            message,
            json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "script", "version": "1"}}),
        )]),
        "notifications/initialized" => Some(Vec::new()),
        _ => None,
    }
}

pub(super) fn result(request: &Value, result: impl Into<Value>) -> Value {
    let result: Value = result.into();
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

pub(super) fn refused(request: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})
}
