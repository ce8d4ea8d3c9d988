//! A scripted HTTP/1.1 server on loopback. It answers each connection with the next script,
//! captures the requests, waits at barriers instead of sleeping, and notices when the other
//! side hangs up.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};

/// One step of the server's answer.
#[derive(Debug, Clone)]
pub enum Act {
    /// Sends a piece of the body, as one HTTP chunk.
    Send(Vec<u8>),
    /// Sends a piece this many times, or until the other side hangs up.
    Repeat(Vec<u8>, usize),
    /// Waits until the test releases it.
    Wait(Arc<Notify>),
    /// Breaks off the connection without ending the body.
    Cut,
    /// Waits until the other side closes the connection.
    AwaitClose,
}

impl Act {
    /// Creates a step that sends a text as one piece.
    pub fn send(text: &str) -> Self {
        Self::Send(text.as_bytes().to_vec())
    }
}

#[derive(Debug, Clone)]
pub struct Script {
    status: u16,
    headers: Vec<(String, String)>,
    acts: Vec<Act>,
}

impl Script {
    /// Creates an answer with this status and content type, and these steps for its body.
    pub fn new(status: u16, content_type: &str, acts: Vec<Act>) -> Self {
        Self {
            status,
            headers: vec![("Content-Type".to_owned(), content_type.to_owned())],
            acts,
        }
    }

    /// Creates an answer with a JSON body in one piece.
    pub fn json(status: u16, body: &str) -> Self {
        Self::new(status, "application/json", vec![Act::send(body)])
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

/// A captured request.
#[derive(Debug, Clone)]
pub struct Request {
    pub line: String,
    /// The header as received.
    pub head: String,
    pub body: String,
}

impl Request {
    /// Parses the body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).expect("a JSON body")
    }
}

pub struct Server {
    pub url: String,
    requests: mpsc::UnboundedReceiver<Request>,
    closed: mpsc::UnboundedReceiver<()>,
}

impl Server {
    /// Starts a server that answers the connections with these scripts in turn.
    pub async fn start(scripts: Vec<Script>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let (asked, requests) = mpsc::unbounded_channel();
        let (gone, closed) = mpsc::unbounded_channel();
        let scripts = Arc::new(Mutex::new(VecDeque::from(scripts)));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let script = scripts.lock().expect("no panic holds it").pop_front();
                if let Some(script) = script {
                    tokio::spawn(answer(stream, script, asked.clone(), gone.clone()));
                }
            }
        });
        Self {
            url: format!("http://{address}"),
            requests,
            closed,
        }
    }

    /// Starts a server that chooses the answer by the request, any number of times.
    pub async fn answering(choose: impl Fn(&Request) -> Script + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("its address");
        let (asked, requests) = mpsc::unbounded_channel();
        let (gone, closed) = mpsc::unbounded_channel();
        let choose = Arc::new(choose);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (choose, asked, gone) = (Arc::clone(&choose), asked.clone(), gone.clone());
                tokio::spawn(async move {
                    let Some(request) = read(&mut stream).await else {
                        return;
                    };
                    let script = choose(&request);
                    asked.send(request).ok();
                    respond(stream, script, gone).await;
                });
            }
        });
        Self {
            url: format!("http://{address}"),
            requests,
            closed,
        }
    }

    /// Waits for the next request.
    pub async fn request(&mut self) -> Request {
        self.requests.recv().await.expect("a request")
    }

    /// Returns when the other side has closed a connection that an [`Act::AwaitClose`] watches.
    pub async fn connection_closed(&mut self) {
        self.closed.recv().await.expect("a watched connection");
    }
}

async fn answer(
    mut stream: TcpStream,
    script: Script,
    asked: mpsc::UnboundedSender<Request>,
    gone: mpsc::UnboundedSender<()>,
) {
    let Some(request) = read(&mut stream).await else {
        // The connection closed before a request came; that counts too.
        gone.send(()).ok();
        return;
    };
    asked.send(request).ok();
    respond(stream, script, gone).await;
}

async fn respond(mut stream: TcpStream, script: Script, gone: mpsc::UnboundedSender<()>) {
    let mut head = format!("HTTP/1.1 {} Scripted\r\n", script.status);
    for (name, value) in &script.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
    if stream.write_all(head.as_bytes()).await.is_err() {
        return;
    }
    for act in script.acts {
        match act {
            Act::Send(bytes) => {
                if stream.write_all(&chunk(&bytes)).await.is_err() {
                    return;
                }
            }
            Act::Repeat(bytes, times) => {
                let chunk = chunk(&bytes);
                for _ in 0..times {
                    if stream.write_all(&chunk).await.is_err() {
                        gone.send(()).ok();
                        return;
                    }
                }
            }
            Act::Wait(barrier) => barrier.notified().await,
            Act::Cut => return,
            Act::AwaitClose => {
                let mut byte = [0];
                // The end of the stream, or an error after a reset: closed either way.
                while matches!(stream.read(&mut byte).await, Ok(1..)) {}
                gone.send(()).ok();
                return;
            }
        }
    }
    stream.write_all(b"0\r\n\r\n").await.ok();
}

/// Formats a piece of the body as an HTTP chunk.
fn chunk(bytes: &[u8]) -> Vec<u8> {
    let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
    chunk.extend(bytes);
    chunk.extend(b"\r\n");
    chunk
}

async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(bytes.get(..end)?).into_owned();
    let length: usize = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok())
        .unwrap_or(0);
    while bytes.len() < end + 4 + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let body = String::from_utf8_lossy(bytes.get(end + 4..)?).into_owned();
    let first = head.lines().next()?;
    let line = first.trim_end_matches(" HTTP/1.1").to_owned();
    Some(Request { line, head, body })
}
