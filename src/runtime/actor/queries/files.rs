//! Files for completion and for the tree's filter: their order, and their outline.

use std::collections::BTreeMap;
use std::collections::HashSet;

use super::{QueryContext, blocking};
use crate::actor::file_list::{PathKinds, PreferredFile};
use index::outline::definitions;
use notice::Notice;
use protocol::ids::SessionId;
use protocol::mention::mentions;
use protocol::query::{FileNote, OutlinePart, Reply};

/// Lines of the history that are searched for mentions.
const HISTORY: usize = 200;

/// Maximum number of recently mentioned files.
const MENTIONED: usize = 50;

impl QueryContext {
    /// Returns the files, and the folders if they are wanted, whose path fits the pattern.
    pub(super) async fn matching(
        self,
        session: Option<SessionId>,
        (pattern, kinds): (String, PathKinds),
        limit: usize,
    ) -> Result<Reply, Notice> {
        let files = std::sync::Arc::clone(&self.files);
        // The history only improves the order.
        let history = self.store.history(HISTORY).await.unwrap_or_default();
        let favoured = blocking(move || Ok(self.favoured(session, &history))).await?;
        files.matching((pattern, kinds), limit, favoured).await
    }

    /// Returns the files that the user is likely to mean, the likeliest first.
    fn favoured(&self, session: Option<SessionId>, history: &[String]) -> Vec<PreferredFile> {
        let git: BTreeMap<&str, char> = self
            .git
            .iter()
            .flat_map(|facts| &facts.changed)
            .map(|(path, state)| (path.as_str(), *state))
            .collect();
        let is_there = |path: &str| self.workspace.mark(path).is_some();
        let mut known = HashSet::new();
        let mut all = Vec::new();
        let mut add = |path: String, note: FileNote| {
            if known.insert(path.clone()) {
                let git = git.get(path.as_str()).copied();
                all.push(PreferredFile { path, git, note });
            }
        };
        if let Some(session) = session {
            let proposed = self.tools.proposed_paths(session);
            let logged = self.store.files_of_blocking(session).unwrap_or_default();
            let logged = logged.into_iter().map(|(_, path)| path);
            logged
                .filter(|path| is_there(path) || proposed.contains(path))
                .for_each(|path| add(path, FileNote::Session));
        }
        git.iter()
            .filter(|(_, state)| **state != 'D')
            .for_each(|(path, _)| add((*path).to_owned(), FileNote::Git));
        mentioned(history)
            .into_iter()
            .filter(|path| is_there(path))
            .for_each(|path| add(path, FileNote::Mentioned));
        all
    }

    /// Returns the definitions in a file.
    pub(super) async fn outline(self, session: SessionId, path: String) -> Result<Reply, Notice> {
        blocking(move || {
            let text = self.tools.buffer_text(session, &path);
            let text = text.map_err(|error| error.message)?;
            let total_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
            let found = definitions(&path, &text);
            let ends = found.iter().skip(1).map(|next| next.line.saturating_sub(1));
            let ends = ends.chain(std::iter::once(total_lines));
            let parts = found.iter().zip(ends).map(|(part, end)| OutlinePart {
                start_line: part.line,
                end_line: end.max(part.line),
                label: format!("{} {}", part.kind, part.name),
            });
            Ok(Reply::Outline {
                parts: parts.collect(),
                total_lines,
            })
        })
        .await
    }
}

/// Extracts the paths after `@` from the input history, the latest first.
fn mentioned(history: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for mention in history.iter().rev().flat_map(|line| mentions(line)) {
        let path = mention.path;
        if found.len() < MENTIONED && !found.iter().any(|known| known == path) {
            found.push(path.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::mentioned;

    #[test]
    fn mentions_are_the_words_behind_an_at_without_lines_the_latest_first() {
        let history = [
            "see @src/a.rs:10-20, and @b.md, please",
            "me@example.org",
            "@c @b.md?",
        ];
        let history: Vec<String> = history.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(mentioned(&history), ["c", "b.md", "src/a.rs"]);
    }
}
