//! Checks whether lines and folders that messages name exist, for the engine to pin them, and which
//! named files are pictures, for the engine to attach them.

use std::sync::Arc;

use super::Dispatch;
use crate::actor::attachments::from_workspace;
use engine::Outcome;
use notice::{Notice, notice};
use protocol::ids::{RunId, SessionId};
use protocol::mention::{MentionedFile, MentionedPart, ResolvedPart};
use protocol::picture::{MentionedPicture, ResolvedPicture};
use tools::ToolBox;
use workspace::Workspace;

impl Dispatch {
    /// Counts the lines of each file as the agent sees it, and loads the pictures.
    pub(super) fn resolve_mentions(
        &self,
        (session, run): (SessionId, RunId),
        named: Vec<MentionedPart>,
        pictures: Vec<MentionedPicture>,
    ) {
        let (workspace, tools) = (Arc::clone(&self.workspace), Arc::clone(&self.tools));
        let store = self.store.clone();
        self.in_background(async move {
            let asked = named.clone();
            let of = Arc::clone(&workspace);
            let look = move |named: MentionedPart| ResolvedPart {
                found: match named.lines {
                    Some(_) => find_file(&of, &tools, (session, &named.path)),
                    None => find_folder(&of, &tools, (session, &named.path)),
                },
                named,
            };
            let work = tokio::task::spawn_blocking(move || asked.into_iter().map(look).collect());
            let found = work.await.unwrap_or_else(|_| {
                let broke = |named| ResolvedPart {
                    named,
                    found: Err(notice!("told-broke-looking")),
                };
                named.into_iter().map(broke).collect()
            });
            let mut seen = Vec::new();
            for named in pictures {
                let taken = from_workspace(&workspace, &store, &named.path).await;
                seen.extend(taken.map(|found| ResolvedPicture { named, found }));
            }
            Outcome::MentionsResolved {
                session,
                run,
                found,
                pictures: seen,
            }
        });
    }
}

fn find_folder(
    workspace: &Workspace,
    tools: &ToolBox,
    (session, path): (SessionId, &str),
) -> Result<MentionedFile, Notice> {
    let resolved = workspace.resolve(path).map_err(|error| error.message)?;
    let listed = tools.folder_text(session, &resolved.path);
    listed.map_err(|error| error.message)?;
    let path = match resolved.path.as_str() {
        "" => "./".to_owned(),
        path => format!("{}/", path.trim_end_matches('/')),
    };
    Ok(MentionedFile {
        path,
        total_lines: 0,
    })
}

fn find_file(
    workspace: &Workspace,
    tools: &ToolBox,
    (session, path): (SessionId, &str),
) -> Result<MentionedFile, Notice> {
    let resolved = workspace.resolve(path).map_err(|error| error.message)?;
    let path = resolved.path;
    let text = tools.buffer_text(session, &path);
    let text = text.map_err(|error| error.message)?;
    let total_lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    Ok(MentionedFile { path, total_lines })
}
