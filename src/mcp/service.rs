//! The servers of a workspace together with their files: what front ends list, and the user's orders.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use notice::{Notice, count, notice};
use protocol::mcp::{
    ServerList, ServerOrder, ServerPhase, ServerRow, ServerToolRow, ServerTrust, ToolConsent,
};
use review::unified::unified;
use tokio::sync::mpsc;

use crate::definition::ServerName;
use crate::files::{FoundServer, FoundServers, Owner, ServerFiles, Trust};
use crate::offer::PricedTool;
use crate::pins::{OfferedTool, PinBook, PinState};
use crate::servers::{
    Launcher, Phase, ServerQuestion, ServerReport, ServerStatus, Servers, ServersSetup,
};

/// Most reports of servers that wait to be read.
const REPORTS: usize = 64;

/// Letters of a description that a row shows.
const SUMMARY: usize = 60;

/// Lines of a diff of a description, and around each change of it.
const DIFF_LINES: usize = 400;
const DIFF_CONTEXT: usize = 2;

/// The servers of a workspace with their files. Cheap to clone.
#[derive(Clone)]
pub struct ServerService {
    files: Arc<dyn ServerFiles>,
    servers: Arc<Servers>,
    known: Arc<Mutex<Known>>,
    offer_tokens: u64,
}

/// The definitions as they were read last, and what the user was told of them.
#[derive(Default)]
struct Known {
    found: FoundServers,
    told: Vec<Notice>,
}

/// The reports of the servers of a [`ServerService`]; they end with it.
pub struct ServerReports {
    reports: mpsc::Receiver<ServerReport>,
    files: Arc<dyn ServerFiles>,
    known: Arc<Mutex<Known>>,
}

impl ServerReports {
    /// Waits for the next question of a server to the user, and keeps the tools that servers list.
    pub async fn question(&mut self) -> Option<ServerQuestion> {
        loop {
            match self.reports.recv().await? {
                ServerReport::Asks(question) => return Some(question),
                ServerReport::Listed { server, tools } => self.keep(&server, tools).await,
                ServerReport::GivenUp { server, why } => {
                    tracing::warn!(%server, %why, "an MCP server failed too often");
                }
            }
        }
    }

    async fn keep(&self, server: &ServerName, tools: Arc<[OfferedTool]>) {
        let known = self
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .found
            .named(server.as_str());
        let Some(server) = known else { return };
        let files = Arc::clone(&self.files);
        let kept = tokio::task::spawn_blocking(move || files.keep_tools(&server, &tools));
        // They are listed again at the next start.
        kept.await.ok();
    }
}

impl ServerService {
    /// Makes the service without reading a file; [`ServerService::refresh`] does.
    pub fn new(
        files: Arc<dyn ServerFiles>,
        launcher: Arc<dyn Launcher>,
        roots: Vec<String>,
        offer_tokens: u64,
    ) -> (Self, ServerReports) {
        let (sender, reports) = mpsc::channel(REPORTS);
        let servers = Servers::new(ServersSetup {
            roots,
            launcher,
            reports: sender,
            offer_tokens,
        });
        let service = Self {
            files,
            servers: Arc::new(servers),
            known: Arc::default(),
            offer_tokens,
        };
        let reports = ServerReports {
            reports,
            files: Arc::clone(&service.files),
            known: Arc::clone(&service.known),
        };
        (service, reports)
    }

    pub fn servers(&self) -> &Arc<Servers> {
        &self.servers
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the files again: adds servers, ends those whose definition is gone. Starts trusted servers whose
    /// tools were never listed, off the way of anything that waits. Returns what the user has not been told yet.
    pub async fn refresh(&self) -> Vec<Notice> {
        let files = Arc::clone(&self.files);
        let read = tokio::task::spawn_blocking(move || {
            let found = files.found();
            let stored = files.stored(&found);
            (found, stored)
        });
        // Without a worker they stay as they were read last.
        let Ok((found, stored)) = read.await else {
            return Vec::new();
        };
        let trusted = found.servers.iter();
        let trusted = trusted.filter(|server| server.trust == Trust::Given);
        let definitions = trusted.map(|server| server.definition.clone());
        let definitions: Vec<_> = definitions.collect();
        let unknown = definitions.iter().map(|definition| definition.name.clone());
        let unknown = unknown.filter(|name| !stored.tools.contains_key(name));
        let unknown: Vec<ServerName> = unknown.collect();
        self.servers.set_pins(stored.pins);
        self.servers.define(definitions, &stored.tools);
        self.known().found = found;
        for name in unknown {
            self.servers.start_once(&name);
        }
        self.untold()
    }

    /// Returns what the user has to know of the servers, and has not been told.
    fn untold(&self) -> Vec<Notice> {
        let list = self.rows();
        let mut known = self.known();
        let waiting = list.iter().filter_map(|row| {
            let server = row.name.clone();
            match row.trust {
                ServerTrust::New => Some(notice!("mcp-untrusted", server)),
                ServerTrust::Changed => Some(notice!("mcp-definition-changed", server)),
                ServerTrust::Trusted => {
                    let changed = row.tools.iter();
                    let changed = changed
                        .filter(|tool| tool.consent == ToolConsent::Changed)
                        .count();
                    if changed > 0 {
                        let counted = count(changed, "tool");
                        return Some(notice!("mcp-tools-changed", server, counted));
                    }
                    let counted = count(row.waiting(), "tool");
                    let is_new = !row.tools.is_empty() && row.waiting() == row.tools.len();
                    is_new.then(|| notice!("mcp-tools-wait", server, counted))
                }
            }
        });
        let all: Vec<Notice> = known
            .found
            .problems
            .iter()
            .cloned()
            .chain(waiting)
            .collect();
        let new = all.iter().filter(|one| !known.told.contains(one));
        let new: Vec<Notice> = new.cloned().collect();
        known.told.extend(new.iter().cloned());
        new
    }

    /// Lists the servers, after reading the files.
    pub async fn list(&self) -> ServerList {
        self.refresh().await;
        ServerList {
            servers: self.rows(),
            offer_tokens: self.offer_tokens,
            problems: self.known().found.problems.clone(),
        }
    }

    fn rows(&self) -> Vec<ServerRow> {
        let statuses = self.servers.statuses();
        let known = self.known();
        let rows = known.found.servers.iter().map(|server| {
            let name = &server.definition.name;
            let status = statuses.iter().find(|status| status.name == *name);
            row(server, status)
        });
        rows.collect()
    }

    /// Starts a server if it is not online, and lists it once it is.
    ///
    /// # Errors
    /// Returns the reason why it is not online.
    pub async fn test(&self, name: &str) -> Result<ServerRow, Notice> {
        self.refresh().await;
        let server = self.trusted(name)?;
        let name = server.definition.name;
        let connected = self.servers.connect(&name).await;
        connected.map_err(|error| error.notice())?;
        let row = self
            .rows()
            .into_iter()
            .find(|row| row.name == name.as_str());
        row.ok_or_else(|| notice!("mcp-no-such-server", server = name.as_str()))
    }

    fn named(&self, name: &str) -> Result<FoundServer, Notice> {
        let found = self.known().found.named(name);
        found.ok_or_else(|| notice!("mcp-no-such-server", server = redact::one_line(name)))
    }

    pub(crate) fn trusted(&self, name: &str) -> Result<FoundServer, Notice> {
        let server = self.named(name)?;
        match server.trust {
            Trust::Given => Ok(server),
            Trust::New | Trust::Changed { .. } => Err(notice!("mcp-untrusted", server = name)),
        }
    }

    /// Carries out an order of the user. Returns the sentence that says what holds now.
    ///
    /// # Errors
    /// Returns the reason why it could not be carried out.
    pub async fn order(&self, order: ServerOrder) -> Result<Notice, Notice> {
        self.refresh().await;
        match order {
            ServerOrder::Trust { server } => self.trust(&server).await,
            ServerOrder::Offer { server, tools } => self.offer(&server, tools).await,
            ServerOrder::Withdraw { server } => {
                let found = self.named(&server)?;
                let pins = self.servers.withdraw(&found.definition.name);
                self.keep_pins(found, pins).await?;
                Ok(notice!("mcp-withdrawn", server))
            }
            ServerOrder::Start { server } => {
                self.test(&server).await?;
                Ok(notice!("mcp-online", server))
            }
            ServerOrder::Stop { server } => {
                let found = self.trusted(&server)?;
                self.servers.stop(&found.definition.name);
                Ok(notice!("mcp-stopped", server))
            }
        }
    }

    async fn trust(&self, server: &str) -> Result<Notice, Notice> {
        let found = self.named(server)?;
        if found.owner == Owner::Workspace && found.trust != Trust::Given {
            let files = Arc::clone(&self.files);
            blocking(move || files.trust(&found)).await?;
            self.refresh().await;
        }
        let row = self.test(server).await?;
        let counted = count(row.tools.len(), "tool");
        Ok(notice!("mcp-trusted-now", server, counted))
    }

    async fn offer(&self, server: &str, tools: Vec<String>) -> Result<Notice, Notice> {
        let found = self.trusted(server)?;
        let row = self.test(server).await?;
        let listed = |name: &String| row.tools.iter().any(|tool| tool.name == *name);
        if let Some(unknown) = tools.iter().find(|name| !listed(name)) {
            let word = redact::one_line(unknown);
            return Err(notice!("mcp-no-such-tool", server, word));
        }
        let all = row.tools.iter().map(|tool| tool.name.as_str());
        let chosen: Vec<&str> = if tools.is_empty() {
            all.collect()
        } else {
            tools.iter().map(String::as_str).collect()
        };
        let name = found.definition.name.clone();
        let pins = self.servers.consent(&name, &chosen);
        self.keep_pins(found, pins).await?;
        let row = self.rows().into_iter().find(|row| row.name == server);
        let tokens = row.map_or(0, |row| row.tokens());
        let counted = count(chosen.len(), "tool");
        Ok(notice!("mcp-offered-now", server, counted, tokens))
    }

    async fn keep_pins(&self, server: FoundServer, pins: PinBook) -> Result<(), Notice> {
        let files = Arc::clone(&self.files);
        blocking(move || files.keep_pins(&server, &pins)).await
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Notice> + Send + 'static,
) -> Result<T, Notice> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(notice!("told-broke-answering")))
}

fn row(server: &FoundServer, status: Option<&ServerStatus>) -> ServerRow {
    let shown = server.definition.shown();
    let before = match &server.trust {
        Trust::Given => None,
        Trust::New => Some(String::new()),
        Trust::Changed { before } => Some(before.clone()),
    };
    let facts = status.and_then(|status| status.facts.as_ref());
    let calls = status.map(|status| status.calls).unwrap_or_default();
    let mean = calls.mean();
    ServerRow {
        name: server.definition.name.as_str().to_owned(),
        source: server.file.display().to_string(),
        launch: server.definition.launch_line(),
        trust: match server.trust {
            Trust::Given => ServerTrust::Trusted,
            Trust::New => ServerTrust::New,
            Trust::Changed { .. } => ServerTrust::Changed,
        },
        changes: before.map_or_else(Vec::new, |before| changes(&before, &shown)),
        phase: status.map_or(ServerPhase::Off, |status| phase(status.phase)),
        error: status.and_then(|status| status.error.clone()),
        version: facts.map(|facts| {
            let said = [&facts.name, &facts.version].into_iter().flatten();
            let said: Vec<&str> = said.map(String::as_str).collect();
            format!("{}, MCP {}", said.join(" "), facts.protocol)
        }),
        tools: status.map_or_else(Vec::new, |status| {
            status.tools.iter().map(tool_row).collect()
        }),
        calls: calls.done,
        failed: calls.failed,
        mean_ms: mean.and_then(|mean| u64::try_from(mean.as_millis()).ok()),
    }
}

fn phase(phase: Phase) -> ServerPhase {
    match phase {
        Phase::Off => ServerPhase::Off,
        Phase::Starting => ServerPhase::Starting,
        Phase::Online => ServerPhase::Online,
        Phase::Waiting => ServerPhase::Waiting,
        Phase::Failed => ServerPhase::Failed,
    }
}

fn tool_row(priced: &PricedTool) -> ServerToolRow {
    let tool = &priced.tool;
    let summary = tool.description.lines().next().unwrap_or_default();
    ServerToolRow {
        name: tool.name.clone(),
        summary: shortened(&redact::one_line(summary)),
        tokens: priced.tokens,
        consent: match priced.pin {
            PinState::Pinned => ToolConsent::Given,
            PinState::New => ToolConsent::New,
            PinState::Changed { .. } => ToolConsent::Changed,
        },
        changes: match &priced.pin {
            PinState::Pinned | PinState::New => Vec::new(),
            PinState::Changed { before } => changes(before, tool.text()),
        },
    }
}

/// Cuts a text that is too long for a row.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SUMMARY) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

/// Returns the difference of two texts, as lines of a diff.
fn changes(before: &str, after: &str) -> Vec<String> {
    let diff = unified("", Some(before), Some(after), DIFF_CONTEXT, DIFF_LINES);
    diff.signed_lines()
}
