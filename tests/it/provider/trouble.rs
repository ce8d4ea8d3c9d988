//! Server trouble, for every adapter: the kind of the error, its message and hint, and what is kept
//! of the answer. None of it contains the key.

use std::io::{Read, Write};
use std::net::TcpListener;

use protocol::stream::{ProviderError, ProviderErrorKind as Failed, StreamPart};
use provider::http::{Http, Timeouts};

use super::kinds::{KINDS, Kind};
use super::{BRIEF, KEY, failure, has_call_end, http, parts, patient, said};
use crate::support::http::{Act, Script, Server};

/// Returns the parts of a request that gets this answer.
async fn answer(kind: Kind, script: Script, http: Http) -> Vec<StreamPart> {
    let server = Server::start(vec![script]).await;
    let parts = parts(&kind.at(&server.url, http)).await;
    let shown = format!("{parts:?}");
    assert!(!shown.contains(KEY), "{}: {shown}", kind.name);
    parts
}

/// Returns the error, which must have a hint.
fn told(kind: Kind, parts: &[StreamPart]) -> ProviderError {
    let error = failure(parts);
    let next = error.hint.clone().unwrap_or_default().to_string();
    assert!(!next.is_empty(), "{}: {error} has no way on", kind.name);
    error
}

#[tokio::test]
async fn statuses_say_whether_and_when_to_try_again() {
    for kind in KINDS {
        for (status, failed, words) in [
            (429, Failed::RateLimited, "rate limited (429)"),
            (500, Failed::Server, "server error (500)"),
            (503, Failed::Unavailable, "overloaded or down (503)"),
            (529, Failed::Unavailable, "overloaded or down (529)"),
        ] {
            let body = format!(
                r#"{{"type":"error","error":{{"type":"x","message":"no luck with {KEY}"}}}}"#
            );
            for (header, value) in [("Retry-After", "17"), ("retry-after-ms", "16001")] {
                let script = Script::json(status, &body)
                    .header(header, value)
                    .header("request-id", "req_42");
                let parts = answer(kind, script, http()).await;
                assert_eq!(parts.len(), 1, "{parts:?}");
                let error = told(kind, &parts);
                assert_eq!(error.kind, failed, "{} {status}", kind.name);
                assert_eq!(error.retry_after_s, Some(17), "{} {header}", kind.name);
                for part in [
                    words,
                    "no luck with [secret]",
                    "http://127.0.0.1:",
                    "req_42",
                ] {
                    assert!(
                        error.message.to_string().contains(part),
                        "{}: {error}",
                        kind.name
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn a_stall_ends_as_a_time_out_that_names_the_setting() {
    for kind in KINDS {
        for (acts, setting) in [
            (vec![Act::AwaitClose], "first_byte_timeout_s"),
            (
                vec![Act::send(kind.half), Act::AwaitClose],
                "stream_idle_timeout_s",
            ),
        ] {
            let text = if acts.len() > 1 { "Half an answer" } else { "" };
            let mut server = Server::start(vec![kind.script(acts)]).await;
            let timeouts = Timeouts {
                first_byte: BRIEF,
                idle: BRIEF,
                ..patient()
            };
            let parts = parts(&kind.at(&server.url, Http::new(timeouts))).await;
            let error = told(kind, &parts);
            // On a busy machine the first byte may time out; then no text has come.
            assert_eq!(error.kind, Failed::Timeout, "{}", kind.name);
            let hint = error.hint.unwrap_or_default();
            if said(&parts) == text {
                assert!(hint.to_string().contains(setting), "{}: {hint}", kind.name);
            }
            server.connection_closed().await;
        }
    }
}

#[tokio::test]
async fn a_cut_keeps_what_had_come_and_makes_no_half_call() {
    for kind in KINDS {
        for acts in [
            vec![Act::send(kind.half), Act::Cut],
            vec![Act::send(kind.half), Act::send(kind.half_call), Act::Cut],
            // An end that looks proper but is not one of the protocol.
            vec![Act::send(kind.half), Act::send(kind.half_call)],
        ] {
            let parts = answer(kind, kind.script(acts), http()).await;
            assert_eq!(said(&parts), "Half an answer", "{}", kind.name);
            assert!(!has_call_end(&parts), "{}: {parts:?}", kind.name);
            let error = told(kind, &parts);
            assert_eq!(error.kind, Failed::Connection, "{}", kind.name);
            assert!(
                error.message.to_string().contains("was cut"),
                "{}: {error}",
                kind.name
            );
        }
    }
}

#[tokio::test]
async fn an_endless_answer_is_ended() {
    for kind in KINDS {
        for piece in [kind.more, "\n"] {
            let acts = vec![Act::Repeat(piece.repeat(500).into_bytes(), usize::MAX)];
            let mut server = Server::start(vec![kind.script(acts)]).await;
            let http = Http::new(patient()).with_answer_limit(300_000);
            let parts = parts(&kind.at(&server.url, http)).await;
            let error = told(kind, &parts);
            assert_eq!(error.kind, Failed::Protocol, "{}", kind.name);
            assert!(
                error
                    .message
                    .to_string()
                    .contains("did not end within 300000 bytes"),
                "{error}"
            );
            server.connection_closed().await;
        }
    }
}

#[tokio::test]
async fn a_line_of_100_mb_is_given_up_long_before_its_end() {
    for kind in KINDS {
        let acts = vec![
            Act::send(kind.half),
            Act::send(kind.line),
            Act::Repeat(vec![b'x'; 1_000_000], 100),
        ];
        let mut server = Server::start(vec![kind.script(acts)]).await;
        let parts = parts(&kind.at(&server.url, Http::new(patient()))).await;
        let error = told(kind, &parts);
        assert_eq!(error.kind, Failed::Protocol, "{}", kind.name);
        assert!(
            error.message.to_string().contains("over 16 MiB"),
            "{}: {error}",
            kind.name
        );
        assert_eq!(said(&parts), "Half an answer", "{}", kind.name);
        server.connection_closed().await;
    }
}

#[tokio::test]
async fn a_web_page_is_told_as_one() {
    for kind in KINDS {
        let page = || Script::new(200, "text/html", vec![Act::send("<html>log in</html>")]);
        let parts = answer(kind, page(), http()).await;
        let error = told(kind, &parts);
        assert_eq!(error.kind, Failed::Protocol, "{}", kind.name);
        assert!(
            error.message.to_string().contains("web page"),
            "{}: {error}",
            kind.name
        );
        let server = Server::start(vec![page(), page()]).await;
        let adapter = kind.at(&server.url, http());
        let error = adapter.probe().await.expect_err("a page");
        assert_eq!(error.kind, Failed::Protocol, "{}", kind.name);
        let error = adapter.models().await.expect_err("a page");
        assert_eq!(error.kind, Failed::Protocol, "{}", kind.name);
    }
}

/// Starts a server that answers everything with an unencrypted HTTP error.
fn without_encryption() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut greeting = [0; 64];
            // The input is not HTTP; servers say so at once.
            if stream.read(&mut greeting).is_ok() {
                stream
                    .write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                    .ok();
                // Until the other side has read it and hung up.
                while matches!(stream.read(&mut greeting), Ok(1..)) {}
            }
        }
    });
    format!("https://{address}")
}

#[tokio::test]
async fn encryption_that_the_server_does_not_speak_is_told_as_such() {
    let url = without_encryption();
    for kind in KINDS {
        let parts = parts(&kind.at(&url, Http::new(patient()))).await;
        let error = told(kind, &parts);
        assert_eq!(error.kind, Failed::Connection, "{}", kind.name);
        assert!(
            error.message.to_string().contains("does not encrypt"),
            "{}: {error}",
            kind.name
        );
        let hint = error.hint.unwrap_or_default();
        assert!(
            hint.to_string().contains("http://"),
            "{}: {hint}",
            kind.name
        );
    }
}

#[tokio::test]
async fn a_key_that_is_not_accepted_is_named_by_what_holds_it_and_never_shown() {
    for kind in KINDS {
        let body = format!(r#"{{"error":{{"message":"bad key {KEY}"}}}}"#);
        let parts = answer(kind, Script::json(401, &body), http()).await;
        let error = failure(&parts);
        assert_eq!(error.kind, Failed::Authentication, "{}", kind.name);
        assert!(
            error.message.to_string().contains("[secret]"),
            "{}: {error}",
            kind.name
        );
    }
}
