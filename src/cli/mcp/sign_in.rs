//! `agentichat mcp login` at a service: signs in by OAuth, with the user at the page of the authorization server.
//!
//! Prints the address of the page, and opens it only if the user says so. The browser comes back to a listener on
//! this machine; where it cannot, the user pastes the address at which it ended.

use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use crate::app::Setup;
use crate::app::mcp::SignInKeys;
use l10n::said;
use mcp::{ClientIdentity, ConnectError, Credential, SignIn, SignInRequest, TokenStore, open_http};
use notice::{Notice, notice};
use workspace::programs::find_program;

/// Time for the user at the page.
const PATIENCE: Duration = Duration::from_secs(300);

/// Time for a browser to send its request, and most bytes of it.
const REQUEST_TIME: Duration = Duration::from_secs(5);
const REQUEST_BYTES: usize = 16 * 1024;

/// Path to which the browser comes back.
const CALLBACK: &str = "/callback";

/// The service to sign in at.
pub(super) struct Service {
    pub name: String,
    pub address: String,
    pub headers: BTreeMap<String, String>,
}

/// The user's wishes for a sign-in.
pub(super) struct Wishes {
    pub scopes: Vec<String>,
    pub client: ClientIdentity,
}

/// Signs in, and stores what the service gives.
///
/// # Errors
/// Returns the reason why nothing is stored.
pub(super) async fn sign_in(
    setup: &Setup,
    service: Service,
    wishes: Wishes,
) -> Result<Notice, Notice> {
    let server = service.name.as_str();
    let challenge = challenge(&service).await?;
    if challenge == Challenge::Open && wishes.scopes.is_empty() {
        return Err(notice!("mcp-sign-in-none", server));
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).await;
    let bound = listener.and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
    let (port, listener) = bound.map_err(|error| failed(&error))?;
    let redirect = format!("http://127.0.0.1:{port}{CALLBACK}");
    let request = SignInRequest {
        address: &service.address,
        challenge: challenge.header(),
        scopes: &wishes.scopes,
        redirect: &redirect,
        client: wishes.client,
    };
    let store: Arc<dyn TokenStore> = Arc::new(SignInKeys::new(&setup.folders.data, server));
    let page = SignIn::begin(request, store).await;
    let page = page.map_err(|error| error.notice())?;
    let keyboard = show(server, page.page()).map_err(|error| failed(&error))?;
    at_the_page(setup, &page, (listener, &redirect), keyboard).await?;
    Ok(notice!("mcp-signed-in", server))
}

fn failed(error: &dyn std::fmt::Display) -> Notice {
    notice!(
        "mcp-sign-in-failed",
        why = redact::one_line(&error.to_string())
    )
}

/// The answer of a service to a client without a token.
#[derive(PartialEq, Eq)]
enum Challenge {
    /// The service needs no sign-in.
    Open,
    Wanted(Option<String>),
}

impl Challenge {
    fn header(&self) -> Option<&str> {
        match self {
            Self::Open => None,
            Self::Wanted(header) => header.as_deref(),
        }
    }
}

async fn challenge(service: &Service) -> Result<Challenge, Notice> {
    let opened = open_http(&service.address, &service.headers, Credential::None, &[]).await;
    match opened {
        Ok(_) => Ok(Challenge::Open),
        Err(ConnectError::NeedsToken(header)) => Ok(Challenge::Wanted(Some(header))),
        // Some services refuse without the header; what they publish may still say where to sign in.
        Err(ConnectError::Greeting(_)) => Ok(Challenge::Wanted(None)),
        Err(error) => Err(error.notice()),
    }
}

/// Prints the page; returns the lines that the user types, if there is a terminal.
fn show(server: &str, page: &str) -> io::Result<mpsc::Receiver<String>> {
    let shown = notice!("mcp-sign-in-page", server, address = redact::sanitize(page));
    writeln!(io::stdout().lock(), "{}", said(&shown))?;
    let (sender, lines) = mpsc::channel(1);
    if io::stdin().is_terminal() {
        writeln!(io::stdout().lock(), "{}", said(&notice!("mcp-sign-in-how")))?;
        // Nothing ends a read of the terminal but a line: the thread ends with the process.
        std::thread::spawn(move || {
            let lines = io::stdin().lock().lines();
            for line in lines.map_while(Result::ok) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
    }
    Ok(lines)
}

/// Waits until the browser, or the user, brings the address that leads to the token.
async fn at_the_page(
    setup: &Setup,
    page: &SignIn,
    (listener, redirect): (TcpListener, &str),
    mut keyboard: mpsc::Receiver<String>,
) -> Result<(), Notice> {
    let end = Instant::now() + PATIENCE;
    loop {
        let arrived = tokio::select! {
            connection = listener.accept() => match connection {
                Ok((mut stream, _)) => match asked_for(&mut stream, page, redirect).await {
                    Some(address) => {
                        let done = page.finish(&address).await.map_err(|error| error.notice());
                        let told = match &done {
                            Ok(()) => notice!("mcp-sign-in-done"),
                            Err(why) => why.clone(),
                        };
                        answer(&mut stream, "200 OK", &said(&told)).await;
                        return done;
                    }
                    None => {
                        answer(&mut stream, "404 Not Found", "").await;
                        continue;
                    }
                },
                Err(error) => return Err(failed(&error)),
            },
            Some(line) = keyboard.recv() => line,
            () = sleep_until(end) => return Err(notice!("mcp-sign-in-timed-out")),
        };
        let line = arrived.trim();
        if line.eq_ignore_ascii_case("y") {
            open_page(setup, page.page())?;
        } else if line.starts_with("http") {
            return page.finish(line).await.map_err(|error| error.notice());
        }
    }
}

/// Reads the request of a browser; returns the address it asks for if that belongs to this sign-in.
async fn asked_for(stream: &mut TcpStream, page: &SignIn, redirect: &str) -> Option<String> {
    let mut head = Vec::new();
    let reading = async {
        let mut part = [0; 1024];
        while head.len() < REQUEST_BYTES && !head.windows(4).any(|end| end == b"\r\n\r\n") {
            match stream.read(&mut part).await {
                Ok(0) | Err(_) => return,
                Ok(read) => head.extend_from_slice(part.get(..read).unwrap_or_default()),
            }
        }
    };
    timeout(REQUEST_TIME, reading).await.ok()?;
    let head = String::from_utf8_lossy(&head);
    let target = head.lines().next()?.strip_prefix("GET ")?;
    let (target, _) = target.split_once(' ')?;
    let query = target.strip_prefix(CALLBACK)?.strip_prefix('?')?;
    let state = page.state()?;
    let is_ours = query
        .split('&')
        .any(|pair| pair.strip_prefix("state=") == Some(state.as_str()));
    is_ours.then(|| format!("{redirect}?{query}"))
}

async fn answer(stream: &mut TcpStream, status: &str, text: &str) {
    let length = text.len();
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n{text}"
    );
    // The browser may be gone; the sign-in does not depend on its page.
    timeout(REQUEST_TIME, stream.write_all(answer.as_bytes()))
        .await
        .ok();
}

/// Opens the page with the user's opener.
fn open_page(setup: &Setup, page: &str) -> Result<(), Notice> {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let found = find_program(opener, None, setup.workspace.root());
    let found = found.ok_or_else(|| notice!("mcp-no-program", word = opener))?;
    let mut command = Command::new(found);
    command.arg(page);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null());
    command.stderr(Stdio::null());
    let started = command.spawn();
    started.map(drop).map_err(|error| failed(&error))
}
