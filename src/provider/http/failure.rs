//! Converts a failed connection or an error status to a [`ProviderError`]: its kind, a sentence
//! that names the address without secrets, and what the user can do next.

use crate::notice::Notice;
use std::error::Error;

use super::Endpoint;
use super::body::{is_web_page, packed, read_bounded, request_id};
use super::error_body::{is_of_loading, names_a_model, overflows, said};
use crate::protocol::stream::{ProviderError, ProviderErrorKind as Kind};
use crate::provider::decode::excerpt;
use jiff::Timestamp;
use reqwest::Response;
use reqwest::header::{HeaderMap, LOCATION, RETRY_AFTER};

/// Maximum size of an error body that is read, in bytes.
const ERROR_BODY_LIMIT: usize = 64 * 1024;

/// Maximum length of a server's message within an error, in characters.
const WORDS_LIMIT: usize = 400;

/// A server's response with an error status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status.
    pub status: u16,
    /// The server's message, masked and truncated; empty if there was none.
    pub words: String,
    /// The server's machine-readable code or type; empty if there was none.
    pub code: String,
    /// Seconds to wait, as the server requested.
    pub retry_after_s: Option<u64>,
    /// Name of the server.
    pub server: String,
    /// Its address, without secrets.
    pub address: String,
    /// Whether a key was sent.
    pub with_key: bool,
    /// The server's id of the request.
    pub request_id: Option<String>,
}

impl Refusal {
    /// Converts the refusal to the default error, for adapters without more specific knowledge.
    pub fn into_error(self) -> ProviderError {
        let kind = self.kind();
        self.error(kind)
    }

    /// Builds an error of this kind with the server's message and, if the kind has one, a hint.
    pub fn error(&self, kind: Kind) -> ProviderError {
        let place = format!("{} at {}", self.server, self.address);
        let words = if self.words.is_empty() {
            String::new()
        } else {
            format!(": {}", self.words)
        };
        let status = self.status;
        let mut error = ProviderError::new(
            kind,
            match kind {
                Kind::RateLimited => {
                    format!("{place} says that there are too many requests ({status}){words}")
                }
                Kind::Unavailable if self.is_loading() => {
                    format!("{place} is loading the model ({status}){words}")
                }
                Kind::Unavailable => format!("{place} is overloaded or away ({status}){words}"),
                Kind::Server => format!("{place} failed inside ({status}){words}"),
                Kind::Authentication => format!("{place} did not accept the key ({status}){words}"),
                Kind::ContextOverflow => {
                    format!("the conversation is too long for the model{words}")
                }
                _ => format!("{place} refused the request ({status}){words}"),
            },
        );
        if let Some(id) = &self.request_id {
            error.message = format!("{} (request {id})", error.message).into();
        }
        error.hint = self.hint(kind).map(Notice::from);
        error.retry_after_s = self.retry_after_s;
        error.is_loading = kind == Kind::Unavailable && self.is_loading();
        error
    }

    /// Builds the error of a server that does not have the model.
    pub fn no_model(&self, model: &str) -> ProviderError {
        let message = format!("{} at {} has no model {model}", self.server, self.address);
        ProviderError::new(Kind::ModelNotFound, message)
            .with_hint("choose one of those that /model lists")
    }

    /// Returns the kind that the status and the message indicate.
    pub fn kind(&self) -> Kind {
        match self.status {
            401 | 403 => Kind::Authentication,
            408 => Kind::Timeout,
            402 => Kind::Rejected,
            429 if self.is_out_of_credit() => Kind::Rejected,
            429 => Kind::RateLimited,
            _ if overflows(&self.words, &self.code) => Kind::ContextOverflow,
            413 => Kind::ContextOverflow,
            _ if self.is_loading() => Kind::Unavailable,
            502 | 503 | 504 | 529 => Kind::Unavailable,
            500..=599 => Kind::Server,
            404 if names_a_model(&self.words, &self.code) => Kind::ModelNotFound,
            _ => Kind::Rejected,
        }
    }

    /// Whether the server will answer once it has loaded the model.
    fn is_loading(&self) -> bool {
        matches!(self.status, 425 | 500 | 503) && is_of_loading(&self.words)
    }

    fn is_out_of_credit(&self) -> bool {
        self.status == 402
            || matches!(self.code.as_str(), "insufficient_quota" | "billing_error")
            || self.words.to_ascii_lowercase().contains("credit balance")
    }

    fn hint(&self, kind: Kind) -> Option<String> {
        let hint = match kind {
            Kind::RateLimited => match self.retry_after_s {
                Some(seconds) => format!("wait {seconds} s and try again"),
                None => "wait a moment and try again".to_owned(),
            },
            Kind::Unavailable if self.is_loading() => {
                "it is asked again for two minutes; stopping the run ends that at once".to_owned()
            }
            Kind::Unavailable | Kind::Server => {
                "try again; if it stays, look at the server's log".to_owned()
            }
            Kind::ContextOverflow => {
                "shorten the conversation with /compact, or choose a model that holds more"
                    .to_owned()
            }
            Kind::Rejected if self.is_out_of_credit() => {
                "the account has no credit left; add some or choose another provider".to_owned()
            }
            Kind::Rejected if self.status == 404 => "check the base URL of the provider".to_owned(),
            Kind::Rejected if (300..400).contains(&self.status) => {
                "set the base URL to the address that it points to".to_owned()
            }
            _ => return None,
        };
        Some(hint)
    }
}

/// Whether other requests to the server would fail in the same way.
pub fn is_fatal(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Connection | Kind::Timeout | Kind::Authentication
    )
}

/// Reads a response with an error status.
pub(super) async fn read(endpoint: &Endpoint, response: Response) -> Refusal {
    let status = response.status().as_u16();
    let retry_after_s = retry_after(response.headers());
    let request_id = request_id(response.headers());
    let page = is_web_page(response.headers());
    let packed = packed(response.headers());
    let target = response
        .headers()
        .get(LOCATION)
        .and_then(|value| value.to_str().ok())
        .map(|to| format!("it points to {}", excerpt(to, 200)));
    // A partial body is sufficient: the status already says that the request failed.
    let idle = endpoint
        .http
        .timeouts
        .idle
        .min(endpoint.http.timeouts.short);
    let body = tokio::time::timeout(idle, read_bounded(response, ERROR_BODY_LIMIT))
        .await
        .map(|read| read.bytes)
        .unwrap_or_default();
    let (words, code) = if let Some(packed) = packed {
        (packed, String::new())
    } else if page {
        ("it answered with a web page".to_owned(), String::new())
    } else {
        said(&String::from_utf8_lossy(&body))
    };
    let words = target.unwrap_or(words);
    Refusal {
        status,
        words: excerpt(&endpoint.masked(&words), WORDS_LIMIT),
        code: excerpt(&code, 80),
        retry_after_s,
        server: endpoint.server.clone(),
        address: endpoint.address(),
        with_key: endpoint.has_key(),
        request_id,
    }
}

/// Parses `Retry-After` in seconds, rounded up: a number or a date, and OpenAI's milliseconds.
fn retry_after(headers: &HeaderMap) -> Option<u64> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    if let Some(milliseconds) = text("retry-after-ms").and_then(|text| text.parse::<u64>().ok()) {
        return Some(milliseconds.div_ceil(1_000));
    }
    let after = text(RETRY_AFTER.as_str())?;
    if let Ok(seconds) = after.parse::<u64>() {
        return Some(seconds);
    }
    let until = jiff::fmt::rfc2822::parse(after).ok()?.timestamp();
    let seconds = until
        .as_second()
        .saturating_sub(Timestamp::now().as_second());
    Some(u64::try_from(seconds).unwrap_or(0))
}

/// Builds the error of a connection that could not be made or was lost.
pub(super) fn lost(endpoint: &Endpoint, error: &reqwest::Error) -> ProviderError {
    let place = format!("{} at {}", endpoint.server, endpoint.address());
    let cause = excerpt(&endpoint.masked(&cause(error)), WORDS_LIMIT);
    if error.is_timeout() {
        return ProviderError::new(Kind::Timeout, format!("{place} did not answer in time"))
            .with_hint(endpoint.unreachable_hint.clone());
    }
    if error.is_builder() {
        return ProviderError::new(
            Kind::Configuration,
            format!("the request to {place} cannot be made: {cause}"),
        )
        .with_hint("check the base URL, and that the key has no characters that do not belong");
    }
    if let Some((what, hint)) = tls(&cause) {
        let message = format!("{place} cannot be reached: {what} ({cause})");
        return ProviderError::new(Kind::Connection, message).with_hint(hint);
    }
    let what = if error.is_connect() {
        "cannot be reached"
    } else {
        "was lost"
    };
    ProviderError::new(Kind::Connection, format!("{place} {what}: {cause}"))
        .with_hint(endpoint.unreachable_hint.clone())
}

/// Returns the problem of an encrypted connection, and what to do, from the TLS library's message.
fn tls(cause: &str) -> Option<(&'static str, &'static str)> {
    if cause.contains("InvalidContentType") || cause.contains("corrupt message") {
        return Some((
            "what answers there does not encrypt",
            "write the base URL with http:// if that is the right server, or correct its port",
        ));
    }
    (cause.contains("certificate") || cause.contains("UnknownIssuer")).then_some((
        "its certificate is not accepted",
        "check the address; a certificate of your own authority belongs into the system's store \
         (or SSL_CERT_FILE)",
    ))
}

/// Returns the innermost cause: the outer ones repeat the address, with its secrets.
pub(super) fn cause(error: &reqwest::Error) -> String {
    let mut inner: &dyn Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
