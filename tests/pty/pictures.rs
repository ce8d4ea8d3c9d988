//! A picture dropped on the program, up to the request to the model's server.

use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use nix::sys::signal::Signal;
use serde_json::Value;

use crate::harness::{Key, Place, Start};

/// Starts a Chat Completions server with one model; returns its address and the request bodies.
fn server() -> (String, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/v1", listener.local_addr().expect("an address"));
    let (sender, asked) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            std::thread::spawn(move || answer(stream, &sender));
        }
    });
    (url, asked)
}

/// Answers one request, then closes the connection.
fn answer(mut stream: TcpStream, asked: &Sender<Value>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).ok()?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (kind, said) = if first.starts_with("POST") {
        asked.send(serde_json::from_slice(&body).ok()?).ok()?;
        let said = concat!(
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"It is red and blue.\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
            "data: [DONE]\n\n"
        );
        ("text/event-stream", said)
    } else {
        ("application/json", "{\"data\":[{\"id\":\"eyes\"}]}")
    };
    let length = said.len();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{said}"
    )
    .ok()
}

#[test]
fn a_dropped_picture_is_sent_to_the_model_no_larger_than_the_limit() {
    let place = Place::new();
    let (url, asked) = server();
    let drawn = image::RgbImage::from_fn(2_400, 300, |x, _| {
        if x < 1_200 {
            image::Rgb([255, 0, 0])
        } else {
            image::Rgb([0, 0, 255])
        }
    });
    let file = place.path("tmp/large shot.png");
    drawn.save(&file).expect("a picture");
    let arguments = [
        "--provider",
        "openai",
        "--base-url",
        &url,
        "--model",
        "eyes",
    ];
    let mut session = Start::program(&place, &arguments).size(160, 40).begin();
    session.wait_for(&["── draft ──"]);
    session.text("what is ");
    session.wait_until("it is typed", |view| view.draft().contains("what is"));
    // As a terminal pastes a dropped file.
    session.paste(&file.display().to_string().replace(' ', "\\ "));
    session.wait_until("the picture is a chip", |view| {
        view.draft().contains("[picture 1:") && view.draft().contains("large shot.png]")
    });
    session.press(Key::Enter);
    session.wait_for(&["▣ ", "large shot.png · 1568×196", "It is red and blue."]);
    let body = asked.recv().expect("a request");
    let messages = body["messages"].as_array().expect("messages");
    let content = &messages.last().expect("a message")["content"];
    let said = content[0]["text"].as_str().expect("a text");
    assert!(said.starts_with("what is [picture 1: "), "{said}");
    let url = content[1]["image_url"]["url"].as_str().expect("an address");
    let data = url.strip_prefix("data:image/png;base64,").expect("a PNG");
    let bytes = STANDARD.decode(data).expect("base64");
    let seen = image::ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .expect("a picture")
        .decode()
        .expect("a picture")
        .to_rgb8();
    assert_eq!((seen.width(), seen.height()), (1_568, 196));
    assert_eq!(seen.get_pixel(10, 100).0, [255, 0, 0]);
    assert_eq!(seen.get_pixel(1_500, 100).0, [0, 0, 255]);
}

#[test]
fn a_picture_in_a_draft_outlives_a_kill_and_its_file() {
    let place = Place::new();
    let (url, asked) = server();
    let file = place.path("tmp/shot.png");
    image::RgbImage::new(40, 30).save(&file).expect("a picture");
    let arguments = [
        "--provider",
        "openai",
        "--base-url",
        &url,
        "--model",
        "eyes",
    ];
    let mut session = Start::program(&place, &arguments).size(160, 40).begin();
    session.wait_for(&["── draft ──"]);
    session.paste(&file.display().to_string());
    session.wait_until("the picture is a chip", |view| {
        view.draft().contains("[picture 1:")
    });
    let store = place.work().join(".agentichat");
    session.wait_until("the draft is kept", |_| {
        place.is_stored(&store, "[picture:")
    });
    session.signal(Signal::SIGKILL);
    session.wait_for_end();
    std::fs::remove_file(&file).expect("it was there");

    let mut words = arguments.to_vec();
    words.push("--continue");
    let mut session = Start::program(&place, &words).size(160, 40).begin();
    session.wait_until("the chip is back", |view| {
        view.draft().contains("[picture 1:") && view.draft().contains("shot.png]")
    });
    session.press(Key::Enter);
    session.wait_for(&["shot.png · 40×30", "It is red and blue."]);
    let body = asked.recv().expect("a request");
    assert!(body.to_string().contains("data:image/png;base64,"));
}
