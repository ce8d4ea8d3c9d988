//! Loads pictures: reads them, shrinks them as far as needed, and keeps them in the store. Inside
//! the workspace its rules apply; outside, and from the clipboard, it reads only what the user
//! dropped or pasted. Text on the clipboard is returned unchanged.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use nix::fcntl::OFlag;

use crate::pictures::{self, MOST_FILE_BYTES, Prepared, prepare};
use notice::{Notice, notice};
use protocol::picture::{Media, Picture};
use protocol::query::PictureSource;
use store::Store;
use workspace::{Workspace, clipboard};

/// Loads a picture in the workspace that a message names; `None` if there is no such file or it is
/// not a picture.
pub(super) async fn from_workspace(
    workspace: &Arc<Workspace>,
    store: &Store,
    path: &str,
) -> Option<Result<Picture, Notice>> {
    let (workspace, path) = (Arc::clone(workspace), path.to_owned());
    let work = tokio::task::spawn_blocking(move || named(&workspace, &path));
    match work.await {
        Ok(None) => None,
        Ok(Some(Err(why))) => Some(Err(why)),
        Ok(Some(Ok(prepared))) => Some(keep(store, prepared).await),
        Err(_) => Some(Err(notice!("told-broke-looking"))),
    }
}

/// Content that the user pasted or dropped.
#[derive(Debug)]
pub(super) enum AttachmentSource {
    /// A picture, already in the store.
    Picture(Picture),
    /// The text of a clipboard that holds no picture.
    Text(String),
}

/// A loaded attachment before it is stored.
enum LoadedAttachment {
    Picture(Prepared),
    Text(String),
}

/// Loads a picture that was dropped on the editor, or the content of the clipboard.
///
/// # Errors
/// Returns the reason why there is none.
pub(super) async fn from_user(
    workspace: Arc<Workspace>,
    store: &Store,
    source: PictureSource,
) -> Result<AttachmentSource, Notice> {
    // Load one at a time, because a decoded picture is large.
    static ONE: tokio::sync::Semaphore = tokio::sync::Semaphore::const_new(1);
    let _one = ONE.acquire().await;
    let work = tokio::task::spawn_blocking(move || match source {
        PictureSource::File { path } => dropped(&workspace, &path).map(LoadedAttachment::Picture),
        PictureSource::Clipboard => pasted(&workspace),
    });
    Ok(
        match work.await.map_err(|_| notice!("told-broke-picture"))?? {
            LoadedAttachment::Picture(prepared) => {
                AttachmentSource::Picture(keep(store, prepared).await?)
            }
            LoadedAttachment::Text(text) => AttachmentSource::Text(text),
        },
    )
}

fn pasted(workspace: &Workspace) -> Result<LoadedAttachment, Notice> {
    match clipboard::content(workspace.root()).map_err(|error| error.notice())? {
        clipboard::Content::Text(text) => Ok(LoadedAttachment::Text(text)),
        clipboard::Content::Picture(bytes) => {
            let prepared = prepare(&bytes, "clipboard").map_err(|error| error.notice())?;
            Ok(LoadedAttachment::Picture(prepared))
        }
    }
}

async fn keep(store: &Store, prepared: Prepared) -> Result<Picture, Notice> {
    let kept = store.put_blob(prepared.bytes.into()).await;
    kept.map_err(|error| notice!("told-it-not-kept", why = error.notice()))?;
    Ok(prepared.picture)
}

/// Prepares a file of the workspace if its first bytes mark it as a picture.
fn named(workspace: &Workspace, path: &str) -> Option<Result<Prepared, Notice>> {
    // A path that is missing, outside or blocked counts as no picture, so that the answer does not
    // reveal whether it exists.
    let path = workspace.resolve(path).ok()?.path;
    let mut file = workspace.open_for_search(&path).ok()?;
    let mut head = [0; 16];
    let read = file.read(&mut head).ok()?;
    Media::of(head.get(..read)?)?;
    Some(in_workspace(workspace, &path))
}

fn in_workspace(workspace: &Workspace, path: &str) -> Result<Prepared, Notice> {
    let size = workspace.size(path).map_err(|error| error.message)?;
    if size > MOST_FILE_BYTES {
        return Err(pictures::too_long(path, size).notice());
    }
    let (bytes, _) = workspace.read_bytes(path).map_err(|error| error.message)?;
    prepare(&bytes, path).map_err(|error| error.notice())
}

/// Prepares a file that the user dropped. Inside the workspace its rules apply; outside, the file
/// is named by its whole path, which is also shown to the user.
fn dropped(workspace: &Workspace, path: &str) -> Result<Prepared, Notice> {
    let real = std::fs::canonicalize(path);
    let real = real.map_err(|why| notice!("told-of-path", path, why))?;
    if let Ok(inside) = real.strip_prefix(workspace.root()) {
        let inside = inside.to_string_lossy();
        let path = workspace.resolve(&inside).map_err(|error| error.message)?;
        return in_workspace(workspace, &path.path);
    }
    let shown = real.display().to_string();
    let bytes = read_outside(&real, &shown)?;
    prepare(&bytes, &shown).map_err(|error| error.notice())
}

fn read_outside(path: &Path, shown: &str) -> Result<Vec<u8>, Notice> {
    let wrong = |why: std::io::Error| notice!("told-of-path", path = shown, why);
    // A pipe in place of a file must not block the worker.
    let flags = (OFlag::O_NONBLOCK | OFlag::O_NOCTTY).bits();
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
    let file: File = opened.map_err(wrong)?;
    let metadata = file.metadata().map_err(wrong)?;
    if !metadata.is_file() {
        return Err(notice!("told-is-no-file", path = shown));
    }
    if metadata.len() > MOST_FILE_BYTES {
        return Err(pictures::too_long(shown, metadata.len()).notice());
    }
    let mut bytes = Vec::new();
    let mut rest = file.take(MOST_FILE_BYTES + 1);
    rest.read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}
