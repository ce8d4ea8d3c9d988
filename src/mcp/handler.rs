//! The handler of a connection: answers the requests of the server, and forwards its notifications.
#![expect(
    deprecated,
    reason = "roots and logs leave the protocol (SEP-2577); servers of older revisions have them"
)]

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redact::sanitize;
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, Implementation, ListRootsResult, LoggingMessageNotificationParam,
    NumberOrString, ProgressNotificationParam, Root, RootsCapabilities,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::connection::HANDSHAKE;

/// Most notifications of a server in [`WINDOW`]; one that sends more is cut off.
const MOST_NOTIFICATIONS: u32 = 200;
const WINDOW: Duration = Duration::from_secs(1);

/// A fact that a server tells of itself.
#[derive(Debug)]
pub enum ServerEvent {
    ToolsChanged,
    ResourcesChanged,
    PromptsChanged,
    /// It asks the user for something; without an answer it counts as refused.
    Asks(Elicitation, oneshot::Sender<Answer>),
}

/// A question of a server to the user.
#[derive(Debug, Clone, PartialEq)]
pub enum Elicitation {
    /// For values, by the schema of an object of plain values.
    Form { message: String, schema: Value },
    /// To visit a page.
    Page { message: String, url: String },
}

/// The user's answer to an [`Elicitation`].
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// With the values of a form.
    Accepted(Option<Value>),
    Declined,
    /// The question was closed.
    Cancelled,
}

/// The client's side of a connection.
pub(crate) struct Handler {
    roots: Vec<String>,
    events: mpsc::Sender<ServerEvent>,
    shared: Arc<Shared>,
}

/// State that the handler and the connection share.
#[derive(Default)]
pub(crate) struct Shared {
    /// Calls that wait, by the token of their progress.
    waiting: Mutex<HashMap<i64, Arc<Notify>>>,
    rate: Mutex<Rate>,
    /// Ends the connection of a server that floods it.
    pub(crate) flooded: CancellationToken,
}

#[derive(Default)]
struct Rate {
    began: Option<Instant>,
    count: u32,
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, HashMap<i64, Arc<Notify>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the notifier of a call: the handler notifies it of each progress.
    pub(crate) fn watch(&self, token: i64) -> Arc<Notify> {
        let progress = Arc::new(Notify::new());
        self.waiting().insert(token, Arc::clone(&progress));
        progress
    }

    pub(crate) fn forget(&self, token: i64) {
        self.waiting().remove(&token);
    }

    /// Counts a notification.
    fn count(&self) {
        let mut rate = self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match rate.began {
            Some(began) if now.duration_since(began) < WINDOW => rate.count += 1,
            _ => {
                *rate = Rate {
                    began: Some(now),
                    count: 1,
                }
            }
        }
        if rate.count > MOST_NOTIFICATIONS {
            self.flooded.cancel();
        }
    }
}

impl Handler {
    pub(crate) fn new(
        roots: Vec<String>,
        events: mpsc::Sender<ServerEvent>,
        shared: Arc<Shared>,
    ) -> Self {
        Self {
            roots,
            events,
            shared,
        }
    }

    fn tell(&self, event: ServerEvent) {
        self.shared.count();
        // Lists that changed are read again in any case once the queue is emptied.
        self.events.try_send(event).ok();
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.roots = Some(RootsCapabilities::default());
        capabilities.elicitation = Some(ElicitationCapability::default());
        let this = Implementation::new("agentichat", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, this).with_protocol_version(HANDSHAKE)
    }

    fn list_roots(
        &self,
        _context: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<ListRootsResult, ErrorData>> {
        let roots = self.roots.iter().map(Root::new).collect();
        std::future::ready(Ok(ListRootsResult::new(roots)))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let asked = match request {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => Elicitation::Form {
                message: sanitize(&message),
                schema: serde_json::to_value(requested_schema).unwrap_or_default(),
            },
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => Elicitation::Page {
                message: sanitize(&message),
                url: sanitize(&url),
            },
            _ => return Ok(ElicitResult::new(ElicitationAction::Decline)),
        };
        let (answer, answered) = oneshot::channel();
        let is_asked = self.events.try_send(ServerEvent::Asks(asked, answer));
        let answer = match is_asked {
            Ok(()) => answered.await.unwrap_or(Answer::Cancelled),
            Err(_) => Answer::Cancelled,
        };
        Ok(match answer {
            Answer::Accepted(values) => {
                let mut result = ElicitResult::new(ElicitationAction::Accept);
                result.content = values;
                result
            }
            Answer::Declined => ElicitResult::new(ElicitationAction::Decline),
            Answer::Cancelled => ElicitResult::new(ElicitationAction::Cancel),
        })
    }

    async fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.shared.count();
        if let NumberOrString::Number(token) = params.progress_token.0
            && let Some(progress) = self.shared.waiting().get(&token)
        {
            progress.notify_one();
        }
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.tell(ServerEvent::ToolsChanged);
    }

    async fn on_resource_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.tell(ServerEvent::ResourcesChanged);
    }

    async fn on_prompt_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.tell(ServerEvent::PromptsChanged);
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.shared.count();
        let said = redact::one_line(&params.data.to_string());
        tracing::debug!(server_says = %said.chars().take(400).collect::<String>());
    }

    async fn on_custom_notification(
        &self,
        _notification: rmcp::model::CustomNotification,
        _context: NotificationContext<RoleClient>,
    ) {
        self.shared.count();
    }
}
