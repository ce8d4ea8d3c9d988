//! The handler of a connection: answers the requests of the server, and forwards its notifications.
#![expect(
    deprecated,
    reason = "roots and logs leave the protocol (SEP-2577); servers of older revisions have them"
)]

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, FormElicitationCapability, Implementation, ListRootsResult,
    LoggingMessageNotificationParam, NumberOrString, ProgressNotificationParam, Root,
    RootsCapabilities, UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::connection::HANDSHAKE;
use crate::form::{Answer, Elicitation, Form, Page};

/// Most notifications and questions of a server in [`WINDOW`]; one that sends more is cut off.
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
    /// Number of questions that wait for the user: that time does not count for calls.
    asked: watch::Sender<usize>,
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

    /// Returns the number of questions that wait for the user.
    pub(crate) fn asked(&self) -> watch::Receiver<usize> {
        self.asked.subscribe()
    }

    /// Counts a question as waiting until the returned guard is dropped.
    fn begin_question(&self) -> WaitingQuestion<'_> {
        self.asked.send_modify(|asked| *asked += 1);
        WaitingQuestion(&self.asked)
    }

    /// Counts a notification or a question.
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

struct WaitingQuestion<'a>(&'a watch::Sender<usize>);

impl Drop for WaitingQuestion<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|asked| *asked = asked.saturating_sub(1));
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
        capabilities.elicitation = Some(
            ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::new()),
        );
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
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.shared.count();
        let asked = match request {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => Form::of(&message, &requested_schema).map(Elicitation::Form),
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                Page::of(&message, &url).map(Elicitation::Page)
            }
            _ => None,
        };
        let Some(asked) = asked else {
            tracing::info!("a question of an MCP server is none that a user can be asked");
            return Ok(ElicitResult::new(ElicitationAction::Decline));
        };
        let (answer, answered) = oneshot::channel();
        let is_asked = self.events.try_send(ServerEvent::Asks(asked, answer));
        let _waiting = self.shared.begin_question();
        let answer = match is_asked {
            Ok(()) => tokio::select! {
                answer = answered => answer.unwrap_or(Answer::Cancelled),
                // The server took the question back, or ended.
                () = context.ct.cancelled() => Answer::Cancelled,
            },
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
