//! The HTTP side that all adapters share: one lazily built client, the time limits, addresses
//! for messages, requests with a whole answer and requests with a streamed one.
//!
//! Knows no vendor: an adapter brings its decoder and may refine the errors.

mod body;
mod failure;

use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, Response, Url};
use serde_json::Value;
use tokio::time::timeout;

use super::PartStream;
use super::decode::Decoder;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::redact::{Masker, Secret};

pub(super) use failure::said_by;
pub use failure::{Refusal, error_kind};

/// How long each thing may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For the connection.
    pub connect: Duration,
    /// From the request to the first byte of an answer. Long: a local model reads its prompt.
    pub first_byte: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// For a short question (version, models), as a whole.
    pub short: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            first_byte: Duration::from_secs(600),
            idle: Duration::from_secs(120),
            short: Duration::from_secs(10),
        }
    }
}

/// The HTTP client, cheap to clone. Building it takes some milliseconds, so that is left to the
/// first request, which runs on a worker.
#[derive(Debug, Clone)]
pub struct Http {
    timeouts: Timeouts,
    clients: Arc<Clients>,
}

#[derive(Debug, Default)]
struct Clients {
    /// For this machine: the system's proxy is never asked for a loopback address.
    direct: OnceLock<Client>,
    proxied: OnceLock<Client>,
}

impl Http {
    /// A client with these limits; nothing is built or connected yet.
    pub fn new(timeouts: Timeouts) -> Self {
        Self {
            timeouts,
            clients: Arc::default(),
        }
    }

    fn client(&self, url: &Url) -> Result<Client, ProviderError> {
        let local = is_loopback(url);
        let slot = if local {
            &self.clients.direct
        } else {
            &self.clients.proxied
        };
        if let Some(client) = slot.get() {
            return Ok(client.clone());
        }
        install_tls();
        let mut builder = Client::builder()
            .connect_timeout(self.timeouts.connect)
            // A redirected POST would silently become a GET; the address is to be mended instead.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("agentichat/", env!("CARGO_PKG_VERSION")));
        if local {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| {
            ProviderError::new(
                ProviderErrorKind::Configuration,
                format!(
                    "the HTTP client cannot be set up: {}",
                    failure::cause(&error)
                ),
            )
            .with_hint("check the proxy settings in the environment (HTTPS_PROXY, NO_PROXY)")
        })?;
        Ok(slot.get_or_init(|| client).clone())
    }
}

/// rustls has to be told once which cryptography it uses, or the first client panics.
fn install_tls() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // An error says that another part of the program has installed one: as good.
        rustls::crypto::ring::default_provider()
            .install_default()
            .ok();
    });
}

fn is_loopback(url: &Url) -> bool {
    url.host_str().is_some_and(|host| {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            || host
                .parse::<std::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback())
    })
}

/// Checks a base URL and takes the slash from its end.
///
/// # Errors
/// If it is not an http or https URL with a host; the message shows it without user and password.
pub fn parse_base(text: &str) -> Result<Url, ProviderError> {
    let wrong = |why: String| {
        ProviderError::new(ProviderErrorKind::Configuration, why)
            .with_hint("write it as http://host:port or https://host/path")
    };
    let mut url = Url::parse(text.trim()).map_err(|error| {
        let shown = super::decode::excerpt(text.rsplit('@').next().unwrap_or_default(), 80);
        wrong(format!("the address {shown:?} is not a URL: {error}"))
    })?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return Err(wrong(format!(
            "the address {} is not one of an HTTP server",
            shown(&url)
        )));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

/// An address for messages: without user, password, query and final slash.
pub fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_username("").ok();
    url.set_password(None).ok();
    url.set_query(None);
    url.set_fragment(None);
    url.as_str().trim_end_matches('/').to_owned()
}

/// One server: where it is, how it is called in messages, and the key it wants.
#[derive(Debug, Clone)]
pub struct Endpoint {
    http: Http,
    base: Url,
    /// What it is called in messages.
    pub server: String,
    key: Option<Secret>,
    unreachable_hint: String,
}

impl Endpoint {
    /// A server at `base` (see [`parse_base`]). `unreachable_hint` says what to do when nothing
    /// answers there.
    pub fn new(http: Http, base: Url, server: &str, unreachable_hint: &str) -> Self {
        Self {
            http,
            base,
            server: server.to_owned(),
            key: None,
            unreachable_hint: unreachable_hint.to_owned(),
        }
    }

    /// The same server with a key, sent as `Authorization: Bearer`.
    #[must_use]
    pub fn with_key(mut self, key: Option<Secret>) -> Self {
        self.key = key.filter(|key| !key.is_empty());
        self
    }

    /// Whether a key goes with the requests.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Builds the client for it, so that the first request need not.
    pub fn warm(&self) {
        // What is wrong with it is told by the request that needs it.
        self.http.client(&self.base).ok();
    }

    /// Whether it is on this machine.
    pub fn is_local(&self) -> bool {
        is_loopback(&self.base)
    }

    /// The address for messages, without secrets.
    pub fn address(&self) -> String {
        shown(&self.base)
    }

    /// Asks a short question and reads the whole answer as JSON.
    ///
    /// # Errors
    /// As a [`Refusal`] where the server answered with an error status, otherwise the failure of
    /// the connection or of the protocol.
    pub async fn ask(&self, question: Question<'_>) -> Result<Value, Failure> {
        self.ask_within(question, self.http.timeouts.short).await
    }

    /// As [`Self::ask`], for work that takes its time.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_patiently(&self, question: Question<'_>) -> Result<Value, Failure> {
        self.ask_within(question, self.http.timeouts.idle).await
    }

    async fn ask_within(&self, question: Question<'_>, limit: Duration) -> Result<Value, Failure> {
        let (method, path, body) = match question {
            Question::Get(path) => (Method::GET, path, None),
            Question::Post(path, body) => (Method::POST, path, Some(body)),
        };
        let answer = async {
            let response = self.send(method, path, body).await?;
            body::read_json(self, response).await
        };
        timeout(limit, answer).await.unwrap_or_else(|_| {
            let seconds = limit.as_secs();
            Err(self
                .late(
                    &format!("did not answer within {seconds} s"),
                    "try again, or look whether the server is busy",
                )
                .into())
        })
    }

    /// Posts a request whose answer is streamed. `refine` turns a refusal into an error with the
    /// adapter's knowledge. Dropping the stream closes the connection.
    pub fn stream(
        &self,
        path: &'static str,
        body: Value,
        decoder: Box<dyn Decoder>,
        refine: impl Fn(Refusal) -> ProviderError + Send + 'static,
    ) -> PartStream {
        body::stream(self.clone(), path, body, decoder, Box::new(refine))
    }

    /// An answer that is not of the protocol: what is wrong with it, as a clause.
    pub fn broken(&self, what: &str) -> ProviderError {
        body::protocol(self, what)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response, Failure> {
        let request = self.request(method, path, body)?;
        let response = request.send().await.map_err(|error| self.lost(&error))?;
        if response.status().is_success() {
            return Ok(response);
        }
        Err(Failure::Refused(failure::read(self, response).await))
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<RequestBuilder, ProviderError> {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        let mut request = self.http.client(&url)?.request(method, url);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        Ok(request)
    }

    /// Words of a server or of a connection, without our key and what looks like one.
    fn masked(&self, text: &str) -> String {
        let masker = Masker::of_values(self.key.as_ref().map(Secret::expose));
        masker.mask(text).into_owned()
    }

    fn late(&self, what: &str, hint: &str) -> ProviderError {
        let place = format!("{} at {}", self.server, self.address());
        ProviderError::new(ProviderErrorKind::Timeout, format!("{place} {what}")).with_hint(hint)
    }

    fn lost(&self, error: &reqwest::Error) -> ProviderError {
        failure::lost(self, error)
    }
}

/// A short question.
#[derive(Debug, Clone, Copy)]
pub enum Question<'a> {
    /// GET this path.
    Get(&'a str),
    /// POST this body to this path.
    Post(&'a str, &'a Value),
}

/// Why a request gave nothing.
#[derive(Debug)]
pub enum Failure {
    /// The server answered with an error status.
    Refused(Refusal),
    /// Anything else.
    Failed(ProviderError),
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        Self::Failed(error)
    }
}

impl From<Failure> for ProviderError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => refusal.into_error(),
            Failure::Failed(error) => error,
        }
    }
}
