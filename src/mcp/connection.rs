//! The connection to a server: its start in either era of the protocol, lists, calls, and the limits of each.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use notice::{Notice, notice};
use redact::{one_line, sanitize};
use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequestParams, ContentBlock, GetPromptRequestParams, NumberOrString,
    PaginatedRequestParams, ProgressToken, ProtocolVersion, ReadResourceRequestParams,
    RequestMetaObject,
};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RunningService, ServiceError,
    serve_client_with_lifecycle,
};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransportConfig,
};
use rmcp::{Peer, RoleClient};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::handler::{Handler, ServerEvent, Shared};
use crate::http::{HttpClient, Redirects};
use crate::pins::OfferedTool;
use crate::results::CallOutcome;
use crate::sign_in::{SignInError, TokenStore, scope_of, signed_in};

/// The revision of the protocol without a handshake, and the last one with it.
const STATELESS: ProtocolVersion = ProtocolVersion::V_2026_07_28;
pub(crate) const HANDSHAKE: ProtocolVersion = ProtocolVersion::V_2025_11_25;

/// Time limit of a start in one era, and of a list.
const START: Duration = Duration::from_secs(30);
const LIST: Duration = Duration::from_secs(30);

/// Most pages of a list, and most entries that are kept of it.
const MOST_PAGES: usize = 32;
const MOST_ENTRIES: usize = 512;

/// Most events of a server that wait to be read.
const EVENTS: usize = 64;

/// Time that a server has to end by itself.
const ENDING: Duration = Duration::from_secs(2);

/// The two ends of a running server: its output, its input.
pub type Ends = (
    Box<dyn AsyncRead + Send + Unpin>,
    Box<dyn AsyncWrite + Send + Unpin>,
);

/// The way in which a server and its client greet each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    /// Each request says what it needs to; since 2026-07-28.
    Stateless,
    /// `initialize` comes first; up to 2025-11-25.
    Handshake,
}

/// The facts that a server gives about itself at its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerFacts {
    pub era: Era,
    /// The revision of the protocol, as `2025-11-25`.
    pub protocol: String,
    pub name: Option<String>,
    pub version: Option<String>,
    pub instructions: Option<String>,
    pub has_tools: bool,
    pub has_resources: bool,
    pub has_prompts: bool,
}

/// The limits of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// Time without a progress of the call.
    pub silence: Duration,
    /// Time of the whole call.
    pub total: Duration,
    /// Most bytes of the text of its result.
    pub text_bytes: usize,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self {
            silence: Duration::from_secs(60),
            total: Duration::from_secs(600),
            text_bytes: 256 * 1024,
        }
    }
}

/// A connection that was opened, and what its server tells from now on.
pub struct Opened {
    pub connection: Connection,
    pub events: mpsc::Receiver<ServerEvent>,
}

/// The connection to a running server. Dropping it closes the server's input.
pub struct Connection {
    service: RunningService<RoleClient, Handler>,
    shared: Arc<Shared>,
    facts: ServerFacts,
    next_token: AtomicI64,
}

/// The reason why a server cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum ConnectError {
    Start(#[from] std::io::Error),
    /// The server ended, or sent what is no message.
    Greeting(String),
    /// Its program ended, with these last words.
    Ended {
        why: String,
        said: String,
    },
    /// It speaks only these revisions of the protocol.
    Versions(String),
    TimedOut,
    /// The address, or a header, is none.
    Address(String),
    /// The address is no place of a server.
    Refused,
    /// The service wants a sign-in, with this header.
    NeedsToken(String),
    SignIn(#[from] SignInError),
}

impl ConnectError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Start(error) => notice!("mcp-not-started", why = error),
            Self::Greeting(why) => notice!("mcp-no-greeting", why),
            Self::Ended { why, said } => notice!("mcp-ended", why, said),
            Self::Versions(versions) => notice!("mcp-other-versions", versions),
            Self::TimedOut => notice!("mcp-start-timed-out", seconds = START.as_secs()),
            Self::Address(why) => notice!("mcp-no-address", why),
            Self::Refused => notice!("mcp-address-refused"),
            Self::NeedsToken(_) => notice!("mcp-needs-token"),
            Self::SignIn(error) => error.notice(),
        }
    }

    /// Whether a start with a handshake may succeed where this one did not.
    pub fn may_be_the_era(&self) -> bool {
        matches!(self, Self::Greeting(_) | Self::TimedOut)
    }

    fn of(error: &ClientInitializeError) -> Self {
        if let Some(challenge) = error.auth_challenge() {
            return Self::NeedsToken(challenge.to_owned());
        }
        match error {
            ClientInitializeError::NoCompatibleProtocolVersion {
                server_supported, ..
            } => {
                let versions = server_supported.iter().map(ToString::to_string);
                Self::Versions(sanitize(&versions.collect::<Vec<_>>().join(", ")))
            }
            other => Self::Greeting(one_line(&other.to_string())),
        }
    }
}

/// The reason why a call has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum CallError {
    /// The server answered with an error.
    Server(String),
    /// The connection is closed.
    Closed,
    /// The server cannot be started now.
    NotOnline(Notice),
    /// The server said nothing for so many seconds.
    Silent(u64),
    /// The call took longer than so many seconds.
    TooLong(u64),
    Cancelled,
    /// The server sent too many notifications.
    Flooded,
    /// The answer is none to this request.
    Unexpected,
    /// The service wants a sign-in, or one that may do more, with this header.
    NeedsSignIn(String),
}

impl CallError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Server(why) => notice!("mcp-call-refused", why),
            Self::Closed => notice!("mcp-call-closed"),
            Self::NotOnline(why) => notice!("mcp-call-not-online", why),
            Self::Silent(seconds) => notice!("mcp-call-silent", seconds),
            Self::TooLong(seconds) => notice!("mcp-call-too-long", seconds),
            Self::Cancelled => notice!("mcp-call-cancelled"),
            Self::Flooded => notice!("mcp-call-flooded"),
            Self::Unexpected => notice!("mcp-call-unexpected"),
            Self::NeedsSignIn(challenge) => match scope_asked(challenge) {
                Some(scope) => notice!("mcp-call-needs-scope", word = scope),
                None => notice!("mcp-needs-token"),
            },
        }
    }
}

/// Returns the scopes that a challenge asks for.
fn scope_asked(challenge: &str) -> Option<String> {
    // Only an address of metadata in the challenge would be relative to it.
    scope_of(challenge, &Url::parse("http://localhost").ok()?)
}

impl From<ServiceError> for CallError {
    fn from(error: ServiceError) -> Self {
        if let Some(challenge) = error.auth_challenge() {
            return Self::NeedsSignIn(challenge.to_owned());
        }
        match error {
            ServiceError::McpError(error) => Self::Server(one_line(&error.message)),
            ServiceError::TransportSend(_) | ServiceError::TransportClosed => Self::Closed,
            ServiceError::Cancelled { .. } => Self::Cancelled,
            ServiceError::Timeout { timeout } => Self::Silent(timeout.as_secs()),
            _ => Self::Unexpected,
        }
    }
}

/// Connects to a server that was just started, in the newest era that it speaks.
///
/// # Errors
/// [`ConnectError`] says why there is no connection. If a handshake may help, the server is to be started
/// again for [`open_with_handshake`]: it may not have survived the question for the newest era.
pub async fn open(ends: Ends, roots: &[String]) -> Result<Opened, ConnectError> {
    let newest = |handler| greet_program(ends, both_eras(), handler);
    opened(roots.to_vec(), newest).await
}

/// Connects to a server that was just started, in the era of the handshake.
///
/// # Errors
/// [`ConnectError`] says why there is no connection.
pub async fn open_with_handshake(ends: Ends, roots: &[String]) -> Result<Opened, ConnectError> {
    let handshake = ClientLifecycleMode::Initialize;
    let greet = |handler| greet_program(ends, handshake, handler);
    opened(roots.to_vec(), greet).await
}

/// Identifies the user to a service.
#[derive(Clone, Default)]
pub enum Credential {
    #[default]
    None,
    /// A bearer token.
    Token(String),
    /// The token of a sign-in, which is refreshed; none before the first one.
    SignIn(Arc<dyn TokenStore>),
}

/// Connects to a service over HTTP, in the newest era that it speaks.
///
/// # Errors
/// [`ConnectError`] says why there is no connection.
pub async fn open_http(
    address: &str,
    headers: &BTreeMap<String, String>,
    credential: Credential,
    roots: &[String],
) -> Result<Opened, ConnectError> {
    let wrong = |why: &dyn std::fmt::Display| ConnectError::Address(one_line(&why.to_string()));
    let url = Url::parse(address).map_err(|error| wrong(&error))?;
    let is_web = matches!(url.scheme(), "http" | "https");
    let client = HttpClient::new(&url, Redirects::AtOrigin).map_err(|error| wrong(&error))?;
    let client = client.filter(|_| is_web).ok_or(ConnectError::Refused)?;
    let pairs = headers.iter().map(|(name, value)| {
        let name: HeaderName = name.parse().map_err(|error| wrong(&error))?;
        let value: HeaderValue = value.parse().map_err(|error| wrong(&error))?;
        Ok((name, value))
    });
    let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
    config.custom_headers = pairs.collect::<Result<_, ConnectError>>()?;
    let store = match credential {
        Credential::None => return open_service((client, config), roots).await,
        Credential::Token(token) => {
            config.auth_header = Some(token);
            return open_service((client, config), roots).await;
        }
        Credential::SignIn(store) => store,
    };
    let client = signed_in(url.as_str(), client, store).await?;
    open_service((client, config), roots).await
}

/// A service, with the client that speaks to it.
type Service<C> = (C, StreamableHttpClientTransportConfig);

async fn open_service<C: StreamableHttpClient + Sync>(
    service: Service<C>,
    roots: &[String],
) -> Result<Opened, ConnectError> {
    let (first, roots) = (service.clone(), roots.to_vec());
    let newest = |handler| greet_service(first, both_eras(), handler);
    match opened(roots.clone(), newest).await {
        Err(error) if error.may_be_the_era() => {
            let handshake = ClientLifecycleMode::Initialize;
            opened(roots, |handler| greet_service(service, handshake, handler)).await
        }
        opened => opened,
    }
}

fn both_eras() -> ClientLifecycleMode {
    ClientLifecycleMode::Auto {
        preferred_versions: vec![STATELESS],
        legacy_version: Some(HANDSHAKE),
    }
}

/// A start of the protocol. Boxed: the compiler cannot prove for every lifetime in it that the future itself is
/// `Send` (rust-lang/rust#100013).
type Greeting = Pin<
    Box<
        dyn Future<Output = Result<RunningService<RoleClient, Handler>, ClientInitializeError>>
            + Send,
    >,
>;

fn greet_program(ends: Ends, lifecycle: ClientLifecycleMode, handler: Handler) -> Greeting {
    Box::pin(serve_client_with_lifecycle(handler, ends, lifecycle))
}

fn greet_service<C: StreamableHttpClient + Sync>(
    (client, config): Service<C>,
    lifecycle: ClientLifecycleMode,
    handler: Handler,
) -> Greeting {
    let transport = StreamableHttpClientTransport::with_client(client, config);
    Box::pin(serve_client_with_lifecycle(handler, transport, lifecycle))
}

async fn opened(
    roots: Vec<String>,
    greet: impl FnOnce(Handler) -> Greeting,
) -> Result<Opened, ConnectError> {
    let (sender, events) = mpsc::channel(EVENTS);
    let shared = Arc::new(Shared::default());
    let handler = Handler::new(roots, sender, Arc::clone(&shared));
    let greeted = timeout(START, greet(handler)).await;
    let service = match greeted {
        Err(_) => return Err(ConnectError::TimedOut),
        Ok(Err(error)) => return Err(ConnectError::of(&error)),
        Ok(Ok(service)) => service,
    };
    let facts = facts(&service)
        .ok_or_else(|| ConnectError::Greeting("the server says nothing of itself".to_owned()))?;
    Ok(Opened {
        connection: Connection {
            service,
            shared,
            facts,
            next_token: AtomicI64::new(1),
        },
        events,
    })
}

fn facts(peer: &Peer<RoleClient>) -> Option<ServerFacts> {
    let said = peer.peer_info()?;
    let server = said.server_info.as_ref();
    let era = if said.protocol_version.has_initialize() {
        Era::Handshake
    } else {
        Era::Stateless
    };
    Some(ServerFacts {
        era,
        protocol: one_line(&said.protocol_version.to_string()),
        name: server.map(|server| one_line(&server.name)),
        version: server.map(|server| one_line(&server.version)),
        instructions: said.instructions.as_deref().map(sanitize),
        has_tools: said.capabilities.tools.is_some(),
        has_resources: said.capabilities.resources.is_some(),
        has_prompts: said.capabilities.prompts.is_some(),
    })
}

/// A resource, as its server lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedResource {
    pub uri: String,
    pub name: String,
    pub description: Option<String>,
}

/// A prompt, as its server lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedPrompt {
    pub name: String,
    pub description: Option<String>,
    pub arguments: Vec<PromptArgument>,
}

/// An argument of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptArgument {
    pub name: String,
    pub is_required: bool,
}

impl Connection {
    pub fn facts(&self) -> &ServerFacts {
        &self.facts
    }

    /// Waits until the connection is closed: by the server, or because it floods its client.
    pub async fn closed(&self) {
        let ended = self.service.cancellation_token();
        tokio::select! {
            () = self.shared.flooded.cancelled() => ended.cancel(),
            () = until_closed(self.service.peer()) => {}
        }
    }

    /// Lists the tools.
    ///
    /// # Errors
    /// [`CallError`] says why there is no list.
    pub async fn tools(&self) -> Result<Vec<OfferedTool>, CallError> {
        let listed = pages(|page| async {
            let result = self.service.list_tools(page).await?;
            Ok((result.tools, result.next_cursor))
        });
        Ok(listed.await?.iter().map(OfferedTool::of).collect())
    }

    /// Lists the resources.
    ///
    /// # Errors
    /// [`CallError`] says why there is no list.
    pub async fn resources(&self) -> Result<Vec<ListedResource>, CallError> {
        let listed = pages(|page| async {
            let result = self.service.list_resources(page).await?;
            Ok((result.resources, result.next_cursor))
        });
        let listed = listed.await?.into_iter().map(|resource| ListedResource {
            uri: one_line(&resource.uri),
            name: one_line(&resource.name),
            description: resource.description.as_deref().map(one_line),
        });
        Ok(listed.collect())
    }

    /// Lists the prompts.
    ///
    /// # Errors
    /// [`CallError`] says why there is no list.
    pub async fn prompts(&self) -> Result<Vec<ListedPrompt>, CallError> {
        let listed = pages(|page| async {
            let result = self.service.list_prompts(page).await?;
            Ok((result.prompts, result.next_cursor))
        });
        let listed = listed.await?.into_iter().map(|prompt| {
            let arguments = prompt.arguments.unwrap_or_default().into_iter();
            let arguments = arguments.map(|argument| PromptArgument {
                name: one_line(&argument.name),
                is_required: argument.required.unwrap_or(false),
            });
            ListedPrompt {
                name: one_line(&prompt.name),
                description: prompt.description.as_deref().map(one_line),
                arguments: arguments.collect(),
            }
        });
        Ok(listed.collect())
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// [`CallError`] if there is no result. A tool that failed has one, which says so.
    pub async fn call(
        &self,
        tool: &str,
        arguments: Map<String, Value>,
        limits: CallLimits,
        cancel: &CancellationToken,
    ) -> Result<CallOutcome, CallError> {
        let token = self.next_token.fetch_add(1, Ordering::Relaxed);
        let progress = ProgressToken(NumberOrString::Number(token));
        let mut params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        params.meta = Some(RequestMetaObject::with_progress_token(progress));
        let progress = self.shared.watch(token);
        let call = self.service.call_tool(params);
        let result = self.within(limits, cancel, &progress, call).await;
        self.shared.forget(token);
        Ok(CallOutcome::of(result?, limits.text_bytes))
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// [`CallError`] if there is no content.
    pub async fn resource(
        &self,
        uri: &str,
        limits: CallLimits,
        cancel: &CancellationToken,
    ) -> Result<CallOutcome, CallError> {
        let reading = self
            .service
            .read_resource(ReadResourceRequestParams::new(uri));
        let never = tokio::sync::Notify::new();
        let result = self.within(limits, cancel, &never, reading).await?;
        Ok(CallOutcome::of_resource(result.contents, limits.text_bytes))
    }

    /// Takes the text of a prompt.
    ///
    /// # Errors
    /// [`CallError`] if there is none.
    pub async fn prompt(
        &self,
        name: &str,
        arguments: Map<String, Value>,
        limits: CallLimits,
        cancel: &CancellationToken,
    ) -> Result<CallOutcome, CallError> {
        let mut params = GetPromptRequestParams::new(name);
        params.arguments = Some(arguments);
        let never = tokio::sync::Notify::new();
        let asking = self.service.get_prompt(params);
        let result = self.within(limits, cancel, &never, asking).await?;
        let blocks: Vec<ContentBlock> = result
            .messages
            .into_iter()
            .map(|message| message.content)
            .collect();
        Ok(CallOutcome::of_blocks(blocks, limits.text_bytes))
    }

    /// Waits for an answer, within the limits. Time in which the server waits for the user does not count.
    /// Dropping the request tells the server that it is cancelled.
    async fn within<T>(
        &self,
        limits: CallLimits,
        cancel: &CancellationToken,
        progress: &tokio::sync::Notify,
        request: impl Future<Output = Result<T, ServiceError>>,
    ) -> Result<T, CallError> {
        let mut time = CallTime::new(limits);
        let mut asked = self.shared.asked();
        time.pause(*asked.borrow_and_update() > 0);
        let mut request = std::pin::pin!(request);
        loop {
            let runs = time.paused.is_none();
            tokio::select! {
                biased;
                () = cancel.cancelled() => return Err(CallError::Cancelled),
                () = self.shared.flooded.cancelled() => return Err(CallError::Flooded),
                answer = &mut request => return answer.map_err(CallError::from),
                () = progress.notified() => time.silent = Instant::now() + limits.silence,
                Ok(()) = asked.changed() => time.pause(*asked.borrow_and_update() > 0),
                () = sleep_until(time.end), if runs => {
                    return Err(CallError::TooLong(limits.total.as_secs()));
                }
                () = sleep_until(time.silent), if runs => {
                    return Err(CallError::Silent(limits.silence.as_secs()));
                }
            }
        }
    }

    /// Closes the connection, and waits a moment for the server to see it.
    pub async fn close(mut self) {
        // The process is ended by its owner in any case.
        self.service.close_with_timeout(ENDING).await.ok();
    }
}

/// The time that is left for a call.
struct CallTime {
    limits: CallLimits,
    end: Instant,
    silent: Instant,
    /// Since when the server waits for the user.
    paused: Option<Instant>,
}

impl CallTime {
    fn new(limits: CallLimits) -> Self {
        let now = Instant::now();
        Self {
            limits,
            end: now + limits.total,
            silent: now + limits.silence,
            paused: None,
        }
    }

    fn pause(&mut self, is_asking: bool) {
        let now = Instant::now();
        match (is_asking, self.paused) {
            (true, None) => self.paused = Some(now),
            (false, Some(since)) => {
                self.end += now - since;
                self.silent = now + self.limits.silence;
                self.paused = None;
            }
            _ => {}
        }
    }
}

/// Reads a list page by page, within the limits of a list.
async fn pages<T, F>(
    mut page: impl FnMut(Option<PaginatedRequestParams>) -> F,
) -> Result<Vec<T>, CallError>
where
    F: Future<Output = Result<(Vec<T>, Option<String>), ServiceError>>,
{
    let all = async {
        let mut all = Vec::new();
        let mut asked = None;
        for _ in 0..MOST_PAGES {
            let (some, next) = page(asked).await?;
            all.extend(some);
            all.truncate(MOST_ENTRIES);
            match next {
                Some(cursor) if all.len() < MOST_ENTRIES => {
                    asked = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
                }
                _ => break,
            }
        }
        Ok::<_, CallError>(all)
    };
    let limited = timeout(LIST, all).await;
    limited.unwrap_or(Err(CallError::Silent(LIST.as_secs())))
}

/// Waits until the transport of a connection is closed.
async fn until_closed(peer: &Peer<RoleClient>) {
    const LOOKS: Duration = Duration::from_secs(1);
    while !peer.is_transport_closed() {
        tokio::time::sleep(LOOKS).await;
    }
}
