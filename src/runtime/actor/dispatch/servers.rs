//! MCP servers: the user's orders about them, and their questions to the user.

use super::Dispatch;
use engine::Outcome;
use mcp::ServerReports;
use notice::notice;
use protocol::ids::SessionId;
use protocol::mcp::ServerOrder;

impl Dispatch {
    /// Reads the definitions, and starts the servers whose tools are not known, in the background.
    pub(in crate::actor) fn begin_servers(&self, mut reports: ServerReports) {
        tokio::spawn(async move {
            // Until the questions of servers have a place in the queue, they are cancelled.
            while let Some(question) = reports.question().await {
                tracing::info!(server = %question.server, "a question of an MCP server is cancelled");
            }
        });
        let Some(servers) = self.servers.clone() else {
            return;
        };
        tokio::spawn(async move {
            servers.refresh().await;
        });
    }

    pub(super) fn order_server(&self, session: SessionId, order: ServerOrder) {
        let servers = self.servers.clone();
        self.in_background(async move {
            let result = match servers {
                Some(servers) => servers.order(order).await,
                None => Err(notice!("mcp-none-here")),
            };
            Outcome::ServerOrdered { session, result }
        });
    }
}
