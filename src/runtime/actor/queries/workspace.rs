//! Queries about the workspace itself, and about the others of this machine. Part of `queries`.

use std::path::PathBuf;
use std::sync::Arc;

use super::{QueryContext, blocking};
use crate::actor::prompt::MAX_INSTRUCTIONS;
use crate::actor::request::instruction_files;
use notice::{Notice, notice};
use protocol::estimate::Estimate;
use protocol::query::{FolderKind, InstructionFile, KnownWorkspace, Reply, WorkspaceFacts};
use store::global::GlobalStore;
use workspace::Workspace;
use workspace::walk::WalkEntry;

/// Files that make a folder a project with sources.
const MANIFESTS: [&str; 14] = [
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "requirements.txt",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "Makefile",
    "CMakeLists.txt",
    "Gemfile",
    "composer.json",
    "mix.exs",
];

/// Ends of names of sources, for a project without any of [`MANIFESTS`].
const SOURCES: [&str; 14] = [
    "c", "cc", "cpp", "cs", "go", "java", "js", "kt", "php", "py", "rb", "rs", "sh", "ts",
];

impl QueryContext {
    pub(super) async fn facts(&self) -> Result<WorkspaceFacts, Notice> {
        let (workspace, policy) = (Arc::clone(&self.workspace), self.instructions);
        let has_changes = self.git.as_ref().is_some_and(|git| !git.changed.is_empty());
        let (instructions, kind) = blocking(move || {
            let files = instruction_files(&workspace, policy).into_iter();
            let files = files.map(|(name, text)| InstructionFile {
                name: name.to_owned(),
                tokens: Estimate::USUAL.bytes(text.len().min(MAX_INSTRUCTIONS)),
            });
            Ok((files.collect(), folder_kind(&workspace, has_changes)))
        })
        .await?;
        Ok(WorkspaceFacts {
            instructions,
            kind,
            ..self.known_facts()
        })
    }

    fn known_facts(&self) -> WorkspaceFacts {
        WorkspaceFacts {
            root: self.workspace.root().to_path_buf(),
            detected_by: self.facts.detected_by.clone(),
            trusted: self.facts.trusted,
            writable: self.facts.writable,
            git: self.git.as_deref().cloned(),
            programs: self
                .programs
                .as_deref()
                .map(<[_]>::to_vec)
                .unwrap_or_default(),
            // This process owns the workspace.
            attached_to: None,
            in_memory: self.facts.kept_in.is_none(),
            instructions: Vec::new(),
            kind: FolderKind::Other,
        }
    }

    pub(super) async fn details(self) -> Result<Reply, Notice> {
        let facts = self.facts().await?;
        let sessions = self.store.sessions_and(self.live_sessions).await;
        let sessions = sessions.map_err(|error| error.notice())?;
        let kept_in = self.facts.kept_in;
        blocking(move || {
            // A missing file counts as size 0.
            Ok(Reply::WorkspaceDetails {
                facts,
                sessions: u64::try_from(sessions.len()).unwrap_or(u64::MAX),
                bytes: kept_in.as_ref().map_or(0, |path| {
                    std::fs::metadata(path).map_or(0, |file| file.len())
                }),
                kept_in,
            })
        })
        .await
    }

    pub(super) async fn workspaces(self) -> Result<Reply, Notice> {
        let workspaces = known_workspaces(self.facts.known_in).await?;
        Ok(Reply::Workspaces { workspaces })
    }
}

fn folder_kind(workspace: &Workspace, has_changes: bool) -> FolderKind {
    let entries = workspace.entries("");
    let is_source = |path: &str| {
        let end = path.rsplit_once('.').map(|(_, end)| end);
        end.is_some_and(|end| SOURCES.contains(&end))
    };
    let is_project = |entry: &WalkEntry| {
        MANIFESTS.contains(&entry.path.as_str()) || entry.path == "src" || is_source(&entry.path)
    };
    match (entries.is_empty(), entries.iter().any(is_project)) {
        (true, _) => FolderKind::Empty,
        (false, true) if has_changes => FolderKind::Changed,
        (false, true) => FolderKind::Code,
        (false, false) => FolderKind::Other,
    }
}

/// Returns the workspaces of this machine whose folders exist. The list is opened for this query
/// only: nothing else in a session needs it.
pub(super) async fn known_workspaces(
    kept_in: Option<PathBuf>,
) -> Result<Vec<KnownWorkspace>, Notice> {
    let Some(folder) = kept_in else {
        return Err(notice!("told-no-workspaces"));
    };
    let opened = blocking(move || {
        let opened = GlobalStore::open(&folder);
        opened.map_err(|error| error.notice())
    });
    let (known, notices) = opened.await?;
    for notice in notices {
        tracing::warn!("{notice}");
    }
    let mut workspaces = known.workspaces().await.map_err(|error| error.notice())?;
    // Folders that are gone, such as those of the demo, are useless in the list.
    blocking(move || {
        workspaces.retain(|known| known.root_path.is_dir());
        Ok(workspaces)
    })
    .await
}
