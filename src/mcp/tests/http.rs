//! Services over HTTP, played on loopback.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::connection::{CallError, CallLimits, ConnectError, Credential, Era, Opened, open_http};
use crate::testing::result;

/// A request that came in.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Method and path.
    pub(super) line: String,
    pub(super) headers: String,
    pub(super) body: Value,
}

/// An answer: status, headers, body.
pub(super) type Answer = (u16, Vec<(&'static str, String)>, String);

/// A service that answers from a script.
pub(super) struct Service {
    pub(super) address: String,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Service {
    pub(super) async fn start(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("http://{}/mcp", listener.local_addr().expect("an address"));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (answer, kept) = (Arc::new(answer), Arc::clone(&seen));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, kept) = (Arc::clone(&answer), Arc::clone(&kept));
                tokio::spawn(async move {
                    attend(stream, &*answer, &kept).await;
                });
            }
        });
        Self { address, seen }
    }

    async fn connect(&self) -> Result<Opened, ConnectError> {
        let headers = BTreeMap::from([("x-team".to_owned(), "blue".to_owned())]);
        open_http(
            &self.address,
            &headers,
            Credential::Token("token".to_owned()),
            &[],
        )
        .await
    }

    pub(super) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

async fn attend(
    mut stream: TcpStream,
    answer: &(impl Fn(&Request) -> Answer + Sync),
    seen: &Mutex<Vec<Request>>,
) {
    let mut bytes = Vec::new();
    loop {
        let Some(request) = read(&mut stream, &mut bytes).await else {
            return;
        };
        seen.lock().unwrap().push(request.clone());
        let (status, headers, body) = answer(&request);
        let mut head = format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let whole = format!("{head}\r\n{body}");
        if stream.write_all(whole.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<Request> {
    loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).to_lowercase();
            let length = head.split("content-length: ").nth(1);
            let length = length.and_then(|rest| rest.lines().next()?.parse().ok());
            let end = at + 4 + length.unwrap_or(0_usize);
            if bytes.len() >= end {
                let body = serde_json::from_slice(&bytes[at + 4..end]).unwrap_or_default();
                bytes.drain(..end);
                let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
                return Some(Request {
                    line: line.to_owned(),
                    headers: headers.to_owned(),
                    body,
                });
            }
        }
        if stream.read_buf(bytes).await.ok()? == 0 {
            return None;
        }
    }
}

pub(super) fn json_answer(body: &Value) -> Answer {
    (
        200,
        vec![("content-type", "application/json".into())],
        body.to_string(),
    )
}

fn events(body: &str) -> Answer {
    (
        200,
        vec![("content-type", "text/event-stream".into())],
        body.to_owned(),
    )
}

fn page(status: u16) -> Answer {
    (
        status,
        vec![("content-type", "text/html".into())],
        "<h1>no</h1>".into(),
    )
}

/// The answers of a service without a handshake.
fn stateless(request: &Request) -> Answer {
    match request.body["method"].as_str() {
        Some("server/discover") => json_answer(&result(
            &request.body,
            json!({"resultType": "complete", "supportedVersions": ["2026-07-28"],
                "capabilities": {"tools": {}}, "ttlMs": 0, "cacheScope": "private"}),
        )),
        Some("tools/call") => {
            let done =
                json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]});
            events(&format!(
                ": hello\n\ndata: {}\n\n",
                result(&request.body, done)
            ))
        }
        _ => (202, Vec::new(), String::new()),
    }
}

async fn call(opened: &Opened) -> Result<String, CallError> {
    let cancel = CancellationToken::new();
    let limits = CallLimits::default();
    let outcome = opened
        .connection
        .call("t", Map::new(), limits, &cancel)
        .await;
    outcome.map(|outcome| outcome.text)
}

#[tokio::test]
async fn a_service_answers_with_events_and_gets_the_token_and_the_headers_of_its_definition() {
    let service = Service::start(stateless).await;
    let opened = service.connect().await.expect("a connection");
    assert_eq!(opened.connection.facts().era, Era::Stateless);
    assert_eq!(call(&opened).await, Ok("done".into()));
    for request in service.seen() {
        assert!(
            request.headers.contains("authorization: bearer token"),
            "{request:?}"
        );
        assert!(request.headers.contains("x-team: blue"), "{request:?}");
    }
}

#[tokio::test]
async fn a_service_that_refuses_the_newest_with_a_page_gets_a_handshake_and_keeps_its_session() {
    let service = Service::start(|request| match request.body["method"].as_str() {
        Some("initialize") => {
            let said = result(
                &request.body,
                json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                    "serverInfo": {"name": "old", "version": "1"}}),
            );
            let (status, mut headers, body) = json_answer(&said);
            headers.push(("mcp-session-id", "s-1".into()));
            (status, headers, body)
        }
        Some("tools/call") => json_answer(&result(&request.body, json!({"content": []}))),
        Some("server/discover") => page(400),
        None => page(405),
        Some(_) => (202, Vec::new(), String::new()),
    });
    let service = service.await;
    let opened = service.connect().await.expect("a connection");
    assert_eq!(opened.connection.facts().era, Era::Handshake);
    assert_eq!(call(&opened).await, Ok(String::new()));
    let calls = service.seen();
    let calls = calls
        .iter()
        .filter(|request| request.body["method"] == "tools/call");
    let has_session: Vec<bool> = calls
        .map(|request| request.headers.contains("mcp-session-id: s-1"))
        .collect();
    assert_eq!(has_session, [true]);
}

#[tokio::test]
async fn a_service_that_wants_a_token_says_so() {
    let service = Service::start(|_| {
        (
            401,
            vec![("www-authenticate", "Bearer".into())],
            String::new(),
        )
    });
    let Err(error) = service.await.connect().await else {
        panic!("no connection is possible");
    };
    assert!(matches!(error, ConnectError::NeedsToken(_)), "{error}");
}

#[tokio::test]
async fn a_redirect_to_another_host_is_not_followed_and_takes_no_token_there() {
    let other = Service::start(stateless).await;
    let to = other.address.clone();
    let service =
        Service::start(move |_| (307, vec![("location", to.clone())], String::new())).await;
    assert!(service.connect().await.is_err());
    assert!(other.seen().is_empty(), "{:?}", other.seen());
}

#[tokio::test]
async fn a_redirect_at_the_same_origin_repeats_the_message() {
    let service = Service::start(|request| {
        if request.line.contains("/mcp/new") {
            return stateless(request);
        }
        (308, vec![("location", "/mcp/new".into())], String::new())
    });
    let opened = service.await.connect().await.expect("a connection");
    assert_eq!(call(&opened).await, Ok("done".into()));
}

#[tokio::test]
async fn addresses_of_metadata_services_and_other_schemes_are_refused() {
    for address in [
        "http://169.254.169.254/latest",
        "http://metadata.google.internal/",
        "http://[fd00:ec2::254]/",
        "http://[::ffff:169.254.169.254]/",
        "file:///etc/passwd",
        "ftp://example.org/",
    ] {
        let Err(error) = open_http(address, &BTreeMap::new(), Credential::None, &[]).await else {
            panic!("{address} is reached");
        };
        assert!(matches!(error, ConnectError::Refused), "{address}: {error}");
    }
    let wrong = open_http("no address", &BTreeMap::new(), Credential::None, &[]).await;
    assert!(matches!(wrong, Err(ConnectError::Address(_))));
}

#[tokio::test]
async fn an_event_and_a_body_that_are_too_long_end_the_call_and_nothing_else() {
    let long = "x".repeat(crate::MESSAGE_BYTES + 1);
    let service = Service::start(move |request| match request.body["method"].as_str() {
        Some("tools/call") => events(&format!("data: {long}\n\n")),
        Some("tools/list") => json_answer(&result(&request.body, json!({"tools": [], "x": long}))),
        _ => stateless(request),
    });
    let opened = service.await.connect().await.expect("a connection");
    assert!(call(&opened).await.is_err());
    assert!(opened.connection.tools().await.is_err());
}
