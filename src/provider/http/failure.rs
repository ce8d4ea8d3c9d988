//! Converts a failed connection or an error status to a [`ProviderError`]: its kind, a sentence
//! that names the address without secrets, and what the user can do next.

use std::error::Error;
use std::io;

use super::Endpoint;
use super::body::{is_web_page, packed, read_bounded, request_id};
use super::error_body::{is_of_loading, names_a_model, overflows, said};
use crate::decode::excerpt;
use jiff::Timestamp;
use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind as Kind};
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
    /// The fault of an answer that contains no message of the server.
    pub problem: Option<Notice>,
    /// The server's machine-readable code or type; empty if there was none.
    pub code: String,
    /// Seconds to wait, as the server requested.
    pub retry_after_s: Option<u64>,
    /// Name and address of the server, without secrets.
    pub place: Notice,
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
        let (place, word) = (&self.place, self.status);
        let mut why = match kind {
            Kind::RateLimited => notice!("told-too-many-requests", place, word),
            Kind::Unavailable if self.is_loading() => notice!("told-loading-model", place, word),
            Kind::Unavailable => notice!("told-overloaded", place, word),
            Kind::Server => notice!("told-failed-inside", place, word),
            Kind::Authentication => notice!("told-key-refused", place, word),
            Kind::ContextOverflow => notice!("told-too-long"),
            _ => notice!("told-request-refused", place, word),
        };
        let words = (!self.words.is_empty()).then(|| Notice::text(&self.words));
        if let Some(reason) = words.as_ref().or(self.problem.as_ref()) {
            why = notice!("told-with-words", why, reason);
        }
        if let Some(id) = &self.request_id {
            why = notice!("told-with-request", why, word = id);
        }
        let mut error = ProviderError::new(kind, why);
        error.hint = self.hint(kind);
        error.retry_after_s = self.retry_after_s;
        error.is_loading = kind == Kind::Unavailable && self.is_loading();
        error
    }

    /// Builds the error of a server that does not have the model.
    pub fn no_model(&self, model: &str) -> ProviderError {
        let message = notice!("told-has-no-model", place = self.place, word = model);
        ProviderError::new(Kind::ModelNotFound, message).with_hint(notice!("told-choose-listed"))
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

    fn hint(&self, kind: Kind) -> Option<Notice> {
        let hint = match kind {
            Kind::RateLimited => match self.retry_after_s {
                Some(seconds) => notice!("told-wait-seconds", word = seconds),
                None => notice!("told-wait-a-moment"),
            },
            Kind::Unavailable if self.is_loading() => notice!("told-hint-loading"),
            Kind::Unavailable | Kind::Server => notice!("told-look-at-log"),
            Kind::ContextOverflow => notice!("told-shorten"),
            Kind::Rejected if self.is_out_of_credit() => notice!("told-no-credit"),
            Kind::Rejected if self.status == 404 => notice!("told-check-address"),
            Kind::Rejected if (300..400).contains(&self.status) => notice!("told-moved-address"),
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
    let problem = problem(endpoint, response.headers());
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
    let (words, code) = match problem {
        Some(_) => (String::new(), String::new()),
        None => said(&String::from_utf8_lossy(&body)),
    };
    Refusal {
        status,
        words: excerpt(&endpoint.masked(&words), WORDS_LIMIT),
        problem,
        code: excerpt(&code, 80),
        retry_after_s,
        place: endpoint.place(),
        with_key: endpoint.has_key(),
        request_id,
    }
}

/// Returns the fault of an answer whose body is no message of the server.
fn problem(endpoint: &Endpoint, headers: &HeaderMap) -> Option<Notice> {
    let target = headers.get(LOCATION).and_then(|value| value.to_str().ok());
    if let Some(to) = target {
        let word = endpoint.masked(&excerpt(to, 200));
        return Some(notice!("told-points-to", word));
    }
    packed(headers).or_else(|| is_web_page(headers).then(|| notice!("told-answered-page")))
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
    let place = endpoint.place();
    let why = cause(error).map_texts(&mut |text| excerpt(&endpoint.masked(text), WORDS_LIMIT));
    if error.is_timeout() {
        return ProviderError::new(Kind::Timeout, notice!("told-no-answer", place))
            .with_hint(endpoint.unreachable_hint.clone());
    }
    if error.is_builder() {
        return ProviderError::new(Kind::Configuration, notice!("told-not-made", place, why))
            .with_hint(notice!("told-check-address-key"));
    }
    if let Some(error) = tls(&place, &why) {
        return error;
    }
    let message = if endpoint.is_local() && why.id() == Some("told-os-refused") {
        notice!("told-not-running", place)
    } else if error.is_connect() {
        notice!("told-not-reached", place, why)
    } else {
        notice!("told-was-lost", place, why)
    };
    ProviderError::new(Kind::Connection, message).with_hint(endpoint.unreachable_hint.clone())
}

/// Builds the error of an encrypted connection, if the cause is a message of the TLS library.
fn tls(place: &Notice, why: &Notice) -> Option<ProviderError> {
    let words = why.to_string();
    let (message, hint) =
        if words.contains("InvalidContentType") || words.contains("corrupt message") {
            let message = notice!("told-no-encryption", place, why);
            (message, notice!("told-use-http"))
        } else if words.contains("certificate") || words.contains("UnknownIssuer") {
            let message = notice!("told-no-certificate", place, why);
            (message, notice!("told-own-certificate"))
        } else {
            return None;
        };
    Some(ProviderError::new(Kind::Connection, message).with_hint(hint))
}

/// Returns the innermost cause: the outer ones repeat the address, with its secrets.
pub(super) fn cause(error: &reqwest::Error) -> Notice {
    let mut inner: &(dyn Error + 'static) = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    let words = inner.to_string();
    if let Some(rest) = words.strip_prefix("failed to lookup address information: ") {
        return notice!("told-os-no-name", rest);
    }
    let of_system = inner.downcast_ref::<io::Error>();
    of_system.map_or_else(|| Notice::text(words), Notice::from)
}
