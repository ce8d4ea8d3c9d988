//! The HTTP layer that all adapters share: one lazily built client, the time limits, and addresses
//! for messages. Servers and requests to them are in [`endpoint`].
//!
//! Not vendor-specific: an adapter provides its decoder and may refine the errors.

mod body;
mod endpoint;
mod error_body;
mod failure;
mod key_masker;
mod lines;

use std::sync::{Arc, Once, OnceLock};
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Client, Url};

use notice::{Notice, notice};
use protocol::stream::{ProviderError, ProviderErrorKind};

pub use body::Verdict;
pub use endpoint::{Endpoint, Failure, ServerName, ShortRequest};
pub use error_body::error_kind;
pub(super) use error_body::said_by;
pub use failure::{Refusal, is_fatal};
pub use lines::ValueStream;

/// Time limits of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For establishing the connection.
    pub connect: Duration,
    /// From the request to the first byte of an answer. Long, because a local model has to
    /// read its prompt.
    pub first_byte: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// For the whole of a short request (version, models).
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

/// Maximum bytes of a streamed answer: more than any model writes, so a longer one would never end.
const ANSWER_LIMIT: u64 = 256 * 1024 * 1024;

/// The HTTP client, cheap to clone. Building it takes some milliseconds, so the first request,
/// which runs on a worker, builds it.
#[derive(Debug, Clone)]
pub struct Http {
    timeouts: Timeouts,
    answer_limit: u64,
    clients: Arc<Clients>,
}

#[derive(Debug, Default)]
struct Clients {
    /// Client for this machine, unencrypted: without the system's certificates, which take some
    /// milliseconds to read.
    direct: OnceLock<Client>,
    /// Client for this machine, encrypted.
    direct_tls: OnceLock<Client>,
    proxied: OnceLock<Client>,
}

impl Http {
    /// Creates a client with these limits; nothing is built or connected yet.
    pub fn new(timeouts: Timeouts) -> Self {
        Self {
            timeouts,
            answer_limit: ANSWER_LIMIT,
            clients: Arc::default(),
        }
    }

    /// Sets the maximum number of bytes of a streamed answer.
    #[must_use]
    pub fn with_answer_limit(mut self, bytes: u64) -> Self {
        self.answer_limit = bytes;
        self
    }

    fn client(&self, url: &Url) -> Result<Client, ProviderError> {
        let local = is_loopback(url);
        let without_tls = local && url.scheme() == "http";
        let slot = match (local, without_tls) {
            (true, true) => &self.clients.direct,
            (true, false) => &self.clients.direct_tls,
            (false, _) => &self.clients.proxied,
        };
        if let Some(client) = slot.get() {
            return Ok(client.clone());
        }
        install_tls();
        let mut builder = Client::builder()
            .connect_timeout(self.timeouts.connect)
            // A redirected POST would silently become a GET; the user must correct
            // the address instead.
            .redirect(reqwest::redirect::Policy::none())
            // A compressed stream arrives late, and the reader does not support compression.
            .default_headers(HeaderMap::from_iter([(
                ACCEPT_ENCODING,
                HeaderValue::from_static("identity"),
            )]))
            .user_agent(concat!("agentichat/", env!("CARGO_PKG_VERSION")));
        // The system's proxy must never be used for a loopback address.
        if local {
            builder = builder.no_proxy();
        }
        if without_tls {
            builder = builder.tls_built_in_native_certs(false);
        }
        let client = builder.build().map_err(|error| {
            ProviderError::new(
                ProviderErrorKind::Configuration,
                notice!("told-no-http", rest = failure::cause(&error)),
            )
            .with_hint(notice!("told-check-proxies"))
        })?;
        Ok(slot.get_or_init(|| client).clone())
    }
}

/// Selects the cryptography provider of rustls once, because otherwise the first client panics.
fn install_tls() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // An error means that another part of the program has already installed one, which
        // is as good.
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

/// Validates a base URL and removes its trailing slash.
///
/// # Errors
/// If it is not an http or https URL with a host; the message shows it without user and password.
pub fn parse_base(text: &str) -> Result<Url, ProviderError> {
    let wrong = |why: Notice| {
        ProviderError::new(ProviderErrorKind::Configuration, why)
            .with_hint(notice!("told-write-address"))
    };
    let mut url = Url::parse(text.trim()).map_err(|error| {
        let shown = super::decode::excerpt(text.rsplit('@').next().unwrap_or_default(), 80);
        let (word, rest) = (format!("{shown:?}"), error.to_string());
        wrong(notice!("told-no-url", word, rest))
    })?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
        return Err(wrong(notice!("told-no-http-server", word = shown(&url))));
    }
    url.set_query(None);
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

/// Formats an address for messages: without user, password, query and trailing slash.
pub fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // A URL that cannot have a user has none to remove.
    url.set_username("").ok();
    url.set_password(None).ok();
    url.set_query(None);
    url.set_fragment(None);
    url.as_str().trim_end_matches('/').to_owned()
}
