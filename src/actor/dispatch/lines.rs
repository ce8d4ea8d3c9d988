//! Looks whether lines that a message names are there, for the engine to pin them.

use std::sync::Arc;

use super::Dispatch;
use crate::actor::arrival::Arrival;
use crate::engine::Outcome;
use crate::protocol::ids::{RunId, SessionId};
use crate::protocol::mention::{FoundFile, LookedAt, NamedLines};
use crate::tools::ToolBox;
use crate::workspace::Workspace;

impl Dispatch {
    /// Counts the lines of each file as the agent sees it.
    pub(super) fn look_at_lines(&self, session: SessionId, run: RunId, named: Vec<NamedLines>) {
        let (workspace, tools) = (Arc::clone(&self.workspace), Arc::clone(&self.tools));
        let inbox = self.inbox.clone();
        let ticket = self.tickets.hand_out();
        crate::task::spawn(async move {
            let asked = named.clone();
            let look = move |named: NamedLines| LookedAt {
                found: find(&workspace, &tools, (session, &named.path)),
                named,
            };
            let work = crate::task::blocking(move || asked.into_iter().map(look).collect());
            let found = work.await.unwrap_or_else(|_| {
                let broke = |named| LookedAt {
                    named,
                    found: Err("looking at it broke; it is in the log".to_owned()),
                };
                named.into_iter().map(broke).collect()
            });
            let outcome = Outcome::LinesLookedAt {
                session,
                run,
                found,
            };
            inbox.send(Arrival::Outcome(outcome)).await.ok();
            drop(ticket);
        });
    }
}

fn find(
    workspace: &Workspace,
    tools: &ToolBox,
    (session, path): (SessionId, &str),
) -> Result<FoundFile, String> {
    let path = workspace.resolve(path).map_err(|error| error.message)?.path;
    let text = tools.buffer_text(session, &path);
    let text = text.map_err(|error| error.message)?;
    let total_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    Ok(FoundFile { path, total_lines })
}
