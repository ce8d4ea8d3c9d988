//! One server: requests with a whole answer and requests with a streamed one, the key in the place
//! where the server looks for it, and its name and address for messages. Used by the adapters.

use std::time::Duration;

use reqwest::header::HeaderValue;
use reqwest::{Method, RequestBuilder, Response, Url};
use serde_json::Value;
use tokio::time::timeout;

use super::body::{self, Verdict};
use super::failure::{self, Refusal};
use super::{Http, is_loopback, key_masker, lines, shown};
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::provider::PartStream;
use crate::provider::decode::Decoder;
use crate::redact::{Masker, Secret};

/// One server: where it is, how it is called in messages, and the key it wants.
#[derive(Debug, Clone)]
pub struct Endpoint {
    pub(super) http: Http,
    base: Url,
    /// What it is called in messages.
    pub server: String,
    key: Option<Secret>,
    /// The header that the key goes in; `None` is `Authorization: Bearer`.
    key_header: Option<&'static str>,
    /// What goes with every request besides.
    headers: &'static [(&'static str, &'static str)],
    pub(super) unreachable_hint: String,
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
            key_header: None,
            headers: &[],
            unreachable_hint: unreachable_hint.to_owned(),
        }
    }

    /// The same server with a key, sent as `Authorization: Bearer`.
    #[must_use]
    pub fn with_key(mut self, key: Option<Secret>) -> Self {
        self.key = key.filter(|key| !key.is_empty());
        self
    }

    /// The same server with its key in a header of its own, and with headers that it wants.
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
    /// As a [`RuleEditError`] where the server answered with an error status, otherwise the failure of
    /// the connection or of the protocol.
    pub async fn ask(&self, question: ShortRequest<'_>) -> Result<Value, Failure> {
        self.ask_within(question, self.http.timeouts.short).await
    }

    /// As [`Self::ask`], for work that takes its time.
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
            Err(self
                .late(
                    &format!("did not answer within {seconds} s"),
                    "try again, or look whether the server is busy",
                )
                .into())
        })
    }

    /// Posts a request whose answer is streamed. `judge` turns a refusal into an error with the
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

    /// Posts a request whose answer is a JSON value a line, each given as it comes. Dropping the
    /// stream closes the connection.
    pub fn values(&self, path: &'static str, body: Value) -> lines::ValueStream {
        lines::stream(self.clone(), path, body)
    }

    /// An answer that is not of the protocol: what is wrong with it, as a clause.
    pub fn broken(&self, what: &str) -> ProviderError {
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

    /// Words of a server or of a connection, without our key and what looks like one.
    pub(super) fn masked(&self, text: &str) -> String {
        let masker = Masker::of_values(self.key.as_ref().map(Secret::expose));
        masker.mask(text).into_owned()
    }

    pub(super) fn late(&self, what: &str, hint: &str) -> ProviderError {
        let place = format!("{} at {}", self.server, self.address());
        ProviderError::new(ProviderErrorKind::Timeout, format!("{place} {what}")).with_hint(hint)
    }

    pub(super) fn lost(&self, error: &reqwest::Error) -> ProviderError {
        failure::lost(self, error)
    }
}

/// A key as the value of a header; nothing of the client's prints it.
fn sensitive(key: &Secret) -> Result<HeaderValue, ProviderError> {
    let mut value = HeaderValue::from_str(key.expose()).map_err(|_| {
        ProviderError::new(
            ProviderErrorKind::Configuration,
            "the key has characters that no key has",
        )
        .with_hint("check the key: it was probably not copied as a whole, or with a line break")
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// A short question.
#[derive(Debug, Clone, Copy)]
pub enum ShortRequest<'a> {
    /// GET this path.
    Get(&'a str),
    /// POST this body to this path.
    Post(&'a str, &'a Value),
}

/// Why a request gave nothing.
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
