//! Rebuilds what an agent has read from its session's messages after the process that knew it is
//! gone: a question that is asked again is about a change of files that the agent has seen.

use jiff::Timestamp;

use super::memory::Reader;
use super::toolbox::ToolBox;
use protocol::call::CallResult;
use protocol::context::ContextKind;
use protocol::ids::ContentHash;
use protocol::message::{Block, Role};
use protocol::session::SessionSnapshot;
use workspace::listing::Mark;

impl ToolBox {
    /// Marks as read by the agent the files from tool results that are unchanged since, and the
    /// included files without a change since the last request. Blocks.
    pub fn rehydrate(&self, snapshot: &SessionSnapshot) {
        let asked = time_of_last_request(snapshot);
        for row in &snapshot.context {
            let is_file = matches!(row.kind, ContextKind::File | ContextKind::Selection);
            if is_file && asked.is_some_and(|asked| self.is_unchanged_since(&row.file_path, asked))
            {
                self.knows(snapshot, &row.file_path, |_| true, None);
            }
        }
        let blocks = snapshot.messages.iter().flat_map(|message| &message.blocks);
        for block in blocks {
            let Block::ToolResult { result } = block else {
                continue;
            };
            if let Some(seen) = ShownFile::of(result) {
                let is_same = |text: &str| ContentHash::of(text.as_bytes()) == seen.sha256;
                self.knows(snapshot, seen.path, is_same, seen.range_hash);
            }
        }
    }

    fn knows(
        &self,
        snapshot: &SessionSnapshot,
        path: &str,
        is_same: impl Fn(&str) -> bool,
        range_hash: Option<&str>,
    ) {
        let session = snapshot.summary.id;
        let Ok(text) = self.buffer_text(session, path) else {
            return;
        };
        if is_same(&text) {
            let reader = Reader {
                session,
                agent: snapshot.summary.settings.agent.clone(),
                path: path.to_owned(),
            };
            let hash = range_hash.map(str::to_owned);
            self.inner.memory.has_read(&reader, &text, hash);
        }
    }

    fn is_unchanged_since(&self, path: &str, time: Timestamp) -> bool {
        let workspace = &self.inner.workspace;
        let Ok(located) = workspace.resolve(path) else {
            return false;
        };
        let found = workspace.root().join(located.path).metadata();
        found.is_ok_and(|found| Mark::of(&found).is_settled_at(time.into()))
    }
}

/// A file as shown in a result.
struct ShownFile<'a> {
    path: &'a str,
    sha256: ContentHash,
    range_hash: Option<&'a str>,
}

impl<'a> ShownFile<'a> {
    fn of(result: &'a CallResult) -> Option<Self> {
        let word = |key: &str| result.content.get(key).and_then(|value| value.as_str());
        Some(Self {
            path: word("path")?,
            sha256: word("sha256")?.parse().ok()?,
            range_hash: word("range_hash"),
        })
    }
}

/// Returns the time of the last request to the model: right after the message before its last
/// answer.
fn time_of_last_request(snapshot: &SessionSnapshot) -> Option<Timestamp> {
    let messages = &snapshot.messages;
    let answer = messages
        .iter()
        .rposition(|message| message.role == Role::Assistant)?;
    let before = messages.get(..answer)?;
    before.last().map(|message| message.at)
}
