//! Recovers the changes of a command whose process died: from the copies and notes that it left,
//! with the same result as at the command's normal end.

use std::collections::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;

use super::Snapshot;
use super::copies::{BYTES, Copy, FOLDER, NOTES};
use super::journal::{Note, StartedCommand};
use super::outcome::KeptBlobs;
use crate::api::CallContext;
use crate::toolbox::{Inner, ToolBox};
use protocol::ids::{CallId, SessionId};
use protocol::plan::ObservedChange;
use workspace::DirLock;
use workspace::git::tracked::TrackedFiles;
use workspace::manifest::Manifest;

/// Maximum number of bytes of a line, which holds a path or a command.
const LINE: usize = 4 * 1024 * 1024;

/// Changes of a command before it was cut off.
#[derive(Debug)]
pub struct CutOff {
    pub call: CallId,
    /// Changes, to be logged once `kept` is stored.
    pub observed: Vec<ObservedChange>,
    /// Bytes that the changes refer to.
    pub kept: KeptBlobs,
}

/// Notes of a dead process, locked so that no other instance uses them.
struct LeftBehind {
    notes: File,
    path: PathBuf,
}

impl ToolBox {
    /// Returns the changes of the command of an open call in this session whose process died. Also
    /// deletes what dead processes left, except for data of open calls. Blocks: call it on a
    /// worker, after the processes that the command started were ended.
    pub fn cut_off(&self, session: SessionId, open: &BTreeSet<CallId>) -> Option<CutOff> {
        let inner = &self.inner;
        // One instance at a time checks, so a lock held now belongs to a living process.
        let _held = File::open(inner.surroundings.private_dir.join(FOLDER)).map(DirLock::wait);
        let (wanted, over): (Vec<_>, Vec<_>) = left_behind(inner)
            .partition(|left| left.begun().iter().any(|begun| open.contains(&begun.call)));
        over.iter().for_each(LeftBehind::remove);
        wanted.into_iter().find_map(|left| {
            let begun = left.begun().into_iter();
            let mut begun = begun.filter(|begun| begun.session == session);
            let begun = begun.rfind(|begun| open.contains(&begun.call))?;
            let cover = left.cover(&begun)?;
            let asker = CallContext {
                session,
                run: begun.run,
                agent: begun.agent.clone(),
                limits: Default::default(),
                is_by_user: false,
                proposes: false,
                folder: String::new(),
                now: jiff::Timestamp::now(),
                ids: Arc::new(uuid::Uuid::now_v7),
            };
            let changed = cover.finish(inner, &asker, begun.call, &begun.naming);
            Some(CutOff {
                call: begun.call,
                observed: changed.observed,
                kept: changed.kept,
            })
        })
    }
}

/// Returns the notes of dead processes.
fn left_behind(inner: &Inner) -> impl Iterator<Item = LeftBehind> {
    let folder = inner.surroundings.private_dir.join(FOLDER);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let path = entry.path();
        let is_notes = path.extension().is_some_and(|end| end == NOTES);
        let notes = is_notes.then(|| File::open(&path).ok())??;
        notes.try_lock().ok()?;
        Some(LeftBehind { notes, path })
    })
}

impl Drop for LeftBehind {
    fn drop(&mut self) {
        // Closing alone would leave the lock to a freshly forked child until it executes another
        // program, and another instance would take the dead process for a living one.
        self.notes.unlock().ok();
    }
}

impl LeftBehind {
    fn remove(&self) {
        for path in [&self.path.with_extension(BYTES), &self.path] {
            // A later start deletes a file that remains.
            std::fs::remove_file(path).ok();
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let file = std::io::Seek::rewind(&mut &self.notes).map(|()| &self.notes);
        let lines = file
            .into_iter()
            .flat_map(|file| BufReader::new(file).lines());
        // The last line may have been cut off; then its command had not begun.
        lines
            .map_while(Result::ok)
            .take_while(|line| line.len() < LINE)
    }

    fn begun(&self) -> Vec<StartedCommand> {
        self.lines().filter_map(|line| Note::begun(&line)).collect()
    }

    /// Reconstructs the workspace as it was before a command.
    fn cover(&self, wanted: &StartedCommand) -> Option<Snapshot> {
        let bytes = File::open(self.path.with_extension(BYTES)).ok()?;
        let (mut files, mut objects) = (BTreeMap::new(), HashMap::new());
        let mut copies: HashMap<String, Copy> = HashMap::new();
        for note in self.lines().filter_map(|line| Note::read(&line)) {
            match note {
                Note::File(file) => {
                    let (path, stat, object, place) = file.take();
                    copies.remove(&path);
                    objects.remove(&path);
                    if let Some(object) = object {
                        objects.insert(path.clone(), (object, stat));
                    }
                    if let Some(place) = place {
                        copies.insert(path.clone(), Copy { stat, place });
                    }
                    files.insert(path, stat);
                }
                Note::Gone(path) => {
                    files.remove(&path);
                }
                Note::Begun(begun)
                    if begun.call == wanted.call && begun.looked == wanted.looked =>
                {
                    break;
                }
                Note::Begun(_) => {}
            }
        }
        Some(Snapshot {
            manifest: Manifest::of_files(wanted.looked, files),
            tracked: Arc::new(TrackedFiles::of_objects(objects)),
            copies: Arc::new(copies),
            bytes: Some(Arc::new(bytes)),
            pack: None,
            places: Vec::new(),
            uncovered: Vec::new(),
        })
    }
}
