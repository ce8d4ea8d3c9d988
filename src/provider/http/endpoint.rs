//! A server: requests with a whole answer and with a streamed one, the key in the header where the
//! server expects it, and its name and address for messages. Used by the adapters.

use std::time::Duration;

use reqwest::header::HeaderValue;
use reqwest::{Method, RequestBuilder, Response, Url};
use serde_json::Value;
use tokio::time::timeout;

use super::body::{self, Verdict};
use super::failure::{self, Refusal};
use super::{Http, is_loopback, key_masker, lines, shown};
use crate::PartStream;
use crate::decode::Decoder;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind};
use redact::{Masker, Secret};

/// A server: its address, its name in messages, and its key.
#[derive(Debug, Clone)]
pub struct Endpoint {
    pub(super) http: Http,
    base: Url,
    server: ServerName,
    key: Option<Secret>,
    /// Header of the key; `None` is `Authorization: Bearer`.
    key_header: Option<&'static str>,
    /// Additional headers of every request.
    headers: &'static [(&'static str, &'static str)],
    pub(super) unreachable_hint: Notice,
}

/// Name of a server in messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerName {
    /// The server program's own name: `Ollama`.
    Program(&'static str),
    /// The name of its provider in the config.
    Provider(String),
}

impl Endpoint {
    /// Creates an endpoint for a server at `base` (see [`parse_base`](super::parse_base)). `unreachable_hint` says
    /// what to do when the server does not answer.
    pub fn new(http: Http, base: Url, server: ServerName, unreachable_hint: Notice) -> Self {
        Self {
            http,
            base,
            server,
            key: None,
            key_header: None,
            headers: &[],
            unreachable_hint,
        }
    }

    /// Sets the key, which is sent as `Authorization: Bearer`.
    #[must_use]
    pub fn with_key(mut self, key: Option<Secret>) -> Self {
        self.key = key.filter(|key| !key.is_empty());
        self
    }

    /// Sets the key with a header of its own, and additional headers.
    #[must_use]
    pub fn with_headers(
        mut self,
        key_header: &'static str,
        headers: &'static [(&'static str, &'static str)],
    ) -> Self {
        self.key_header = Some(key_header);
        self.headers = headers;
        self
    }

    /// Whether requests carry a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// Builds the HTTP client in advance, so that the first request need not.
    pub fn warm(&self) {
        // The request that needs the client reports its error.
        self.http.client(&self.base).ok();
    }

    /// Whether the server is on this machine.
    pub fn is_local(&self) -> bool {
        is_loopback(&self.base)
    }

    /// Returns the address for messages, without secrets.
    pub fn address(&self) -> String {
        shown(&self.base)
    }

    /// Returns the server's name and address for messages, without secrets.
    pub(super) fn place(&self) -> Notice {
        let address = self.address();
        match &self.server {
            ServerName::Program(name) => notice!("address-server-at", word = name, address),
            ServerName::Provider(name) => notice!("address-provider-at", word = name, address),
        }
    }

    /// Sends a short request and reads the whole answer as JSON.
    ///
    /// # Errors
    /// As a [`Refusal`] if the server answered with an error status, otherwise the failure of
    /// the connection or of the protocol.
    pub async fn ask(&self, question: ShortRequest<'_>) -> Result<Value, Failure> {
        self.ask_within(question, self.http.timeouts.short).await
    }

    /// Works like [`Self::ask`], with a longer time limit for slow work.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_patiently(&self, question: ShortRequest<'_>) -> Result<Value, Failure> {
        self.ask_within(question, self.http.timeouts.idle).await
    }

    async fn ask_within(
        &self,
        question: ShortRequest<'_>,
        limit: Duration,
    ) -> Result<Value, Failure> {
        let (method, path, body) = match question {
            ShortRequest::Get(path) => (Method::GET, path, None),
            ShortRequest::Post(path, body) => (Method::POST, path, Some(body)),
        };
        let answer = async {
            let response = self.send(method, path, body).await?;
            body::read_json(self, response).await
        };
        timeout(limit, answer).await.unwrap_or_else(|_| {
            let seconds = limit.as_secs();
            let place = self.place();
            let message = notice!("told-no-answer-within", place, word = seconds);
            Err(late(message, notice!("told-again-or-busy")).into())
        })
    }

    /// Posts a request whose answer is streamed. `judge` converts a refusal into an error with the
    /// adapter's knowledge, or into another body to try. Dropping the stream closes the connection.
    pub fn stream(
        &self,
        path: &'static str,
        body: Value,
        decoder: Box<dyn Decoder>,
        judge: impl Fn(Refusal, &Value) -> Verdict + Send + 'static,
    ) -> PartStream {
        let parts = body::stream(self.clone(), path, body, decoder, Box::new(judge));
        key_masker::quiet(parts, self.key.as_ref())
    }

    /// Posts a request whose answer is one JSON value per line, each returned as it arrives.
    /// Dropping the stream closes the connection.
    pub fn values(&self, path: &'static str, body: Value) -> lines::ValueStream {
        lines::stream(self.clone(), path, body)
    }

    /// Builds the error of an answer that violates the protocol; `what` is the problem,
    /// as a clause.
    pub fn broken(&self, what: &Notice) -> ProviderError {
        body::protocol(self, what)
    }

    pub(super) async fn send(
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
        Err(Failure::Refused(Box::new(
            failure::read(self, response).await,
        )))
    }

    fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<RequestBuilder, ProviderError> {
        let mut url = self.base.clone();
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (path, None),
        };
        url.set_path(&format!("{}{path}", self.base.path().trim_end_matches('/')));
        url.set_query(query);
        let mut request = self.http.client(&url)?.request(method, url);
        if let Some(key) = &self.key {
            request = match self.key_header {
                None => request.bearer_auth(key.expose()),
                Some(header) => request.header(header, sensitive(key)?),
            };
        }
        for (name, value) in self.headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        Ok(request)
    }

    /// Masks the endpoint's key, and anything that looks like a key, in a text from a server
    /// or a connection.
    pub(super) fn masked(&self, text: &str) -> String {
        let masker = Masker::of_values(self.key.as_ref().map(Secret::expose));
        masker.mask(text).into_owned()
    }

    /// Works like [`Self::masked`], for every text from outside the program in a notice.
    pub(super) fn masked_in(&self, notice: Notice) -> Notice {
        notice.map_texts(&mut |text| self.masked(text))
    }

    pub(super) fn lost(&self, error: &reqwest::Error) -> ProviderError {
        failure::lost(self, error)
    }
}

/// Builds the error of a server that does not answer in time.
pub(super) fn late(message: Notice, hint: Notice) -> ProviderError {
    ProviderError::new(ProviderErrorKind::Timeout, message).with_hint(hint)
}

/// Converts a key to a header value that the client never prints.
fn sensitive(key: &Secret) -> Result<HeaderValue, ProviderError> {
    let mut value = HeaderValue::from_str(key.expose()).map_err(|_| {
        ProviderError::new(ProviderErrorKind::Configuration, notice!("told-key-odd"))
            .with_hint(notice!("told-key-copied"))
    })?;
    value.set_sensitive(true);
    Ok(value)
}

#[derive(Debug, Clone, Copy)]
pub enum ShortRequest<'a> {
    /// GET this path.
    Get(&'a str),
    /// POST this body to this path.
    Post(&'a str, &'a Value),
}

/// The reason why a request failed.
#[derive(Debug)]
pub enum Failure {
    /// The server answered with an error status.
    Refused(Box<Refusal>),
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
