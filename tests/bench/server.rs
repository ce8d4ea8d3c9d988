//! A Chat Completions server that sends given answers, token by token, at a pace.
//!
//! It runs in its own threads inside the benchmark and keeps connections open, as real servers do.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::json;

/// Time limit for an expected request.
const LIMIT: Duration = Duration::from_secs(60);

/// Bytes of an unexpected request to show.
const SHOWN: u64 = 2_000;

/// Speed at which tokens are sent.
#[derive(Debug, Clone, Copy)]
pub enum Pace {
    /// As fast as the program takes them.
    Flood,
    /// This many per second, each at its time.
    PerSecond(u32),
}

/// One answer of the model in its wire format. It is built before the request, so that the server
/// costs the measured program as little as possible.
#[derive(Debug, Clone)]
pub struct Answer {
    /// An HTTP chunk with one event per token.
    chunks: Vec<String>,
    pace: Pace,
}

impl Answer {
    /// Creates an answer that sends the tokens as fast as the program takes them.
    pub fn flood(tokens: &[String]) -> Self {
        Self::new(tokens, Pace::Flood)
    }

    /// Creates an answer that sends `per_second` tokens per second.
    pub fn paced(tokens: &[String], per_second: u32) -> Self {
        Self::new(tokens, Pace::PerSecond(per_second))
    }

    fn new(tokens: &[String], pace: Pace) -> Self {
        let mut chunks: Vec<String> = tokens
            .iter()
            .map(|token| {
                let delta = json!({"content": token});
                event(&json!([{"index": 0, "delta": delta, "finish_reason": null}]))
            })
            .collect();
        chunks.push(event(
            &json!([{"index": 0, "delta": {}, "finish_reason": "stop"}]),
        ));
        chunks.push(chunk("data: [DONE]\n\n"));
        Self { chunks, pace }
    }
}

pub struct Server {
    pub url: String,
    answers: Arc<Mutex<VecDeque<Answer>>>,
    asked: Receiver<Instant>,
}

impl Server {
    /// Starts the server. Its threads end with the process.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("its address");
        let answers: Arc<Mutex<VecDeque<Answer>>> = Arc::default();
        let (asks, asked) = channel();
        let given = Arc::clone(&answers);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (given, asks) = (Arc::clone(&given), asks.clone());
                std::thread::spawn(move || serve(stream, &given, &asks));
            }
        });
        Self {
            url: format!("http://{address}/v1"),
            answers,
            asked,
        }
    }

    /// Queues the answer for the next request that has none yet.
    pub fn answer(&self, answer: Answer) {
        let mut answers = self.answers.lock().expect("no panic holds it");
        answers.push_back(answer);
    }

    /// Waits for the next request and returns its time.
    pub fn asked(&self) -> Instant {
        self.asked.recv_timeout(LIMIT).expect("a request in time")
    }
}

/// Answers the requests of a connection until it closes.
fn serve(stream: TcpStream, answers: &Mutex<VecDeque<Answer>>, asks: &Sender<Instant>) {
    stream.set_nodelay(true).expect("a socket");
    let mut reader = BufReader::new(stream.try_clone().expect("a socket"));
    let mut writer = BufWriter::with_capacity(64 * 1024, stream);
    // A closed connection brings no more requests.
    while let Some((line, body, at)) = read_request(&mut reader) {
        let sent = if line.starts_with("POST /v1/chat/completions ") {
            let answer = answers.lock().expect("no panic holds it").pop_front();
            let answer = answer.unwrap_or_else(|| {
                panic!("the scene does not say what the model answers to {body}")
            });
            asks.send(at).ok();
            stream_answer(&mut writer, &answer)
        } else {
            let models = json!({"data": [{"id": "bench", "max_model_len": 16_777_216}]});
            let body = models.to_string();
            let length = body.len();
            write!(
                writer,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
        };
        if sent.and_then(|()| writer.flush()).is_err() {
            return;
        }
    }
}

/// Returns the first line of a request, the beginning of its body, and the time its
/// header was complete.
fn read_request(reader: &mut impl BufRead) -> Option<(String, String, Instant)> {
    let mut first = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok()?;
        }
        if first.is_empty() {
            first = line;
        }
    }
    let at = Instant::now();
    let mut begins = Vec::new();
    let mut body = reader.take(length);
    body.by_ref().take(SHOWN).read_to_end(&mut begins).ok()?;
    std::io::copy(&mut body, &mut std::io::sink()).ok()?;
    Some((first, String::from_utf8_lossy(&begins).into_owned(), at))
}

fn stream_answer(writer: &mut impl Write, answer: &Answer) -> std::io::Result<()> {
    writer.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
    )?;
    let began = Instant::now();
    for (number, chunk) in (0..).zip(&answer.chunks) {
        if let Pace::PerSecond(tokens) = answer.pace {
            writer.flush()?;
            let at = began + Duration::from_secs(1) * number / tokens;
            std::thread::sleep(at.saturating_duration_since(Instant::now()));
        }
        writer.write_all(chunk.as_bytes())?;
    }
    writer.write_all(b"0\r\n\r\n")
}

fn event(choices: &serde_json::Value) -> String {
    let event = json!({
        "id": "bench", "object": "chat.completion.chunk", "created": 1, "model": "bench",
        "choices": choices,
    });
    chunk(&format!("data: {event}\n\n"))
}

fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}
