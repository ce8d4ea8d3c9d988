//! The transport to a service over HTTP ("streamable HTTP"), with limits, and without a way to places that
//! no server is at: redirects stay at their origin, and addresses of metadata services are refused.

use std::borrow::Cow;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{
    ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, InsufficientScopeError, SseError, StreamableHttpClient,
    StreamableHttpError, StreamableHttpPostResponse, StreamableHttpResponseLimits,
};
use sse_stream::{Sse, SseStream};

use crate::MESSAGE_BYTES;

/// Kinds of content of an answer.
const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";

/// Names of headers of the protocol.
const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

/// Most redirects that are followed.
const MOST_REDIRECTS: usize = 3;

/// Time limit of a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Names of metadata services; their addresses are [`is_metadata`].
const METADATA_NAMES: [&str; 2] = ["metadata.google.internal", "metadata.goog"];

/// Most letters of an error's page that are told.
const TOLD: usize = 400;

type Failure = StreamableHttpError<reqwest::Error>;

/// The client of a service at one address.
#[derive(Debug, Clone)]
pub(crate) struct HttpClient(pub(crate) Client);

/// Redirects that a client follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Redirects {
    /// Those that repeat the request at the same origin.
    AtOrigin,
    None,
}

impl HttpClient {
    /// Makes a client for an address; `None` if it leads to a metadata service.
    ///
    /// # Errors
    /// Returns the error of reqwest if there is no client.
    pub(crate) fn new(url: &Url, redirects: Redirects) -> Result<Option<Self>, reqwest::Error> {
        let host = url.host_str().unwrap_or_default();
        let literal = host.trim_start_matches('[').trim_end_matches(']');
        let literal: Option<IpAddr> = literal.parse().ok();
        if METADATA_NAMES.contains(&host) || literal.is_some_and(is_metadata) {
            return Ok(None);
        }
        // reqwest has no cryptography of its own; an error means that the program chose one already.
        rustls::crypto::ring::default_provider()
            .install_default()
            .ok();
        let is_local = host == "localhost" || literal.is_some_and(|address| address.is_loopback());
        let mut builder = Client::builder()
            .connect_timeout(CONNECT)
            .redirect(match redirects {
                Redirects::AtOrigin => Policy::custom(stay_at_origin),
                Redirects::None => Policy::none(),
            })
            .dns_resolver(Arc::new(PublicNames))
            .user_agent(concat!("agentichat/", env!("CARGO_PKG_VERSION")));
        if is_local {
            builder = builder.no_proxy();
        }
        builder.build().map(|client| Some(Self(client)))
    }
}

/// Follows a redirect that repeats the request at the same origin: another one would take the headers,
/// with a token in them, elsewhere, or turn the message into a request without one.
fn stay_at_origin(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let repeats = [
        StatusCode::TEMPORARY_REDIRECT,
        StatusCode::PERMANENT_REDIRECT,
    ];
    let is_same = attempt
        .previous()
        .first()
        .is_some_and(|first| first.origin() == attempt.url().origin());
    if is_same && repeats.contains(&attempt.status()) && attempt.previous().len() <= MOST_REDIRECTS
    {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// Whether an address is one at which clouds tell their machines secrets.
fn is_metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local() || address.octets() == [100, 100, 100, 200],
        IpAddr::V6(address) => {
            address.is_unicast_link_local()
                || address.segments() == [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254]
                || address
                    .to_ipv4_mapped()
                    .is_some_and(|mapped| is_metadata(IpAddr::V4(mapped)))
        }
    }
}

/// Resolves names, without the addresses of metadata services.
#[derive(Debug)]
struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let kept: Vec<SocketAddr> = found.filter(|found| !is_metadata(found.ip())).collect();
            Ok(Box::new(kept.into_iter()) as Addrs)
        })
    }
}

impl StreamableHttpClient for HttpClient {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let mut limits = StreamableHttpResponseLimits::default();
        limits.max_sse_event_size = MESSAGE_BYTES;
        limits.max_json_response_size = MESSAGE_BYTES;
        self.post_message_with_response_limits(
            uri,
            message,
            session_id,
            auth_header,
            custom_headers,
            limits,
        )
        .await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
        limits: StreamableHttpResponseLimits,
    ) -> Result<StreamableHttpPostResponse, Failure> {
        let has_session = session_id.is_some();
        let request = self.0.post(uri.as_ref()).json(&message);
        let request = with_headers(request, session_id, auth_header, custom_headers);
        let response = request.send().await.map_err(StreamableHttpError::Client)?;
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        if let Some(challenge) = challenge(&response) {
            return Err(challenge);
        }
        let session = header(&response, SESSION);
        let is_request = matches!(message, ClientJsonRpcMessage::Request(_));
        if status.is_success() && kind(&response) == Kind::Events {
            let events = bounded(response, limits.max_sse_event_size);
            return Ok(StreamableHttpPostResponse::Sse(events, session));
        }
        let busy = busy(&response);
        let is_json = kind(&response) == Kind::Json;
        let body = body(response, limits.max_json_response_size).await?;
        if !is_request && status.is_success() {
            // Nobody waits for an answer to a notification, whatever the service says.
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        let told = serde_json::from_slice::<ServerJsonRpcMessage>(&body);
        match told {
            Ok(answer) if status.is_success() && is_json => {
                Ok(StreamableHttpPostResponse::Json(answer, session))
            }
            told if !status.is_success() => {
                let error = match told {
                    Ok(ServerJsonRpcMessage::Error(error)) => Some(error),
                    _ => None,
                };
                refused(&message, status, error, &body, has_session)
                    .ok_or_else(|| busy.unwrap_or_else(|| unexpected(status, &body)))
            }
            _ => Err(unexpected(status, &body)),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Failure> {
        let request = self.0.delete(uri.as_ref());
        let request = with_headers(request, Some(session_id), auth_header, custom_headers);
        let response = request.send().await.map_err(StreamableHttpError::Client)?;
        match response.status() {
            // A service may keep its sessions to itself.
            StatusCode::METHOD_NOT_ALLOWED => Ok(()),
            status if status.is_success() => Ok(()),
            status => Err(unexpected(status, &[])),
        }
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxStream<'static, Result<Sse, SseError>>, Failure> {
        let mut request = self.0.get(uri.as_ref());
        if let Some(last) = last_event_id {
            request = request.header(LAST_EVENT, last);
        }
        let request = with_headers(request, session_id, auth_header, custom_headers);
        let response = request.send().await.map_err(StreamableHttpError::Client)?;
        if let Some(challenge) = challenge(&response) {
            return Err(challenge);
        }
        match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => Err(StreamableHttpError::ServerDoesNotSupportSse),
            status if status.is_success() && kind(&response) == Kind::Events => {
                Ok(bounded(response, MESSAGE_BYTES))
            }
            status => Err(busy(&response).unwrap_or_else(|| unexpected(status, &[]))),
        }
    }
}

fn with_headers(
    request: RequestBuilder,
    session: Option<Arc<str>>,
    token: Option<String>,
    more: HashMap<HeaderName, HeaderValue>,
) -> RequestBuilder {
    let mut request = request.header(ACCEPT, format!("{JSON}, {EVENTS}"));
    if let Some(session) = session {
        request = request.header(SESSION, session.as_ref());
    }
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    request.headers(more.into_iter().collect())
}

/// The kind of content of an answer.
#[derive(PartialEq, Eq)]
enum Kind {
    Json,
    Events,
    Other,
}

fn kind(response: &Response) -> Kind {
    let said = header(response, CONTENT_TYPE.as_str()).unwrap_or_default();
    let said = said.split(';').next().unwrap_or_default().trim();
    if said.eq_ignore_ascii_case(JSON) {
        Kind::Json
    } else if said.eq_ignore_ascii_case(EVENTS) {
        Kind::Events
    } else {
        Kind::Other
    }
}

fn header(response: &Response, name: &str) -> Option<String> {
    let value = response.headers().get(name)?;
    value.to_str().ok().map(str::to_owned)
}

/// Returns the error of an answer that wants a token, or one that may do more.
fn challenge(response: &Response) -> Option<Failure> {
    let said = header(response, WWW_AUTHENTICATE.as_str())?;
    match response.status() {
        StatusCode::UNAUTHORIZED => Some(StreamableHttpError::AuthRequired(
            AuthRequiredError::new(said),
        )),
        StatusCode::FORBIDDEN => Some(StreamableHttpError::InsufficientScope(
            InsufficientScopeError::new(said, None),
        )),
        _ => None,
    }
}

/// Returns the error of a service that has no time.
fn busy(response: &Response) -> Option<Failure> {
    let status = response.status();
    let is_busy = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
    let after = header(response, RETRY_AFTER.as_str()).filter(|after| after.len() <= 64);
    is_busy.then(|| HttpStatusError::new(status.as_u16(), after).into())
}

/// Reads a body.
///
/// # Errors
/// If it is longer than allowed, or breaks off.
async fn body(response: Response, most: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    let mut stream = response.bytes_stream();
    while let Some(part) = stream.next().await {
        body.extend(part.map_err(StreamableHttpError::Client)?);
        if body.len() > most {
            return Err(StreamableHttpError::ResponseBodyTooLarge { max_size: most });
        }
    }
    Ok(body)
}

/// Returns what stands for the answer to a request that was refused with a status: an error with the id of
/// the request. The question for the newest era may be refused in any words, by a service that knows none.
fn refused(
    message: &ClientJsonRpcMessage,
    status: StatusCode,
    error: Option<rmcp::model::JsonRpcError>,
    body: &[u8],
    has_session: bool,
) -> Option<StreamableHttpPostResponse> {
    let ClientJsonRpcMessage::Request(request) = message else {
        return None;
    };
    let is_login = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    let is_discovery = matches!(request.request, ClientRequest::DiscoverRequest(_));
    let error = match error {
        Some(error) if !is_login => error.error,
        None if is_discovery && !has_session && status.is_client_error() && !is_login => {
            ErrorData::invalid_request(format!("HTTP {status}: {}", told(body)), None)
        }
        _ => return None,
    };
    let answer = ServerJsonRpcMessage::error(error, Some(request.id.clone()));
    Some(StreamableHttpPostResponse::Json(answer, None))
}

fn unexpected(status: StatusCode, body: &[u8]) -> Failure {
    let text = format!("HTTP {status}: {}", told(body));
    StreamableHttpError::UnexpectedServerResponse(Cow::Owned(text))
}

fn told(body: &[u8]) -> String {
    let text = redact::one_line(&String::from_utf8_lossy(body));
    text.chars().take(TOLD).collect()
}

/// Parses events, and ends at one that is longer than allowed.
fn bounded(response: Response, most: usize) -> BoxStream<'static, Result<Sse, SseError>> {
    let mut event = EventSize::default();
    let counted = response.bytes_stream().map(move |part| {
        let part = part.map_err(std::io::Error::other)?;
        event.count(&part);
        if event.bytes > most {
            return Err(std::io::Error::other("an event is too long"));
        }
        Ok(part)
    });
    SseStream::from_bytes_stream(counted).boxed()
}

/// The size of the event that comes in.
#[derive(Default)]
struct EventSize {
    bytes: usize,
    /// Whether the present line has text; a line without any ends the event.
    has_text: bool,
}

impl EventSize {
    fn count(&mut self, part: &[u8]) {
        for byte in part {
            match byte {
                b'\n' if !self.has_text => self.bytes = 0,
                b'\n' => self.has_text = false,
                b'\r' => {}
                _ => self.has_text = true,
            }
            self.bytes += 1;
        }
    }
}
