//! What a command had changed whose process died: told by the copies and notes that it left, as it
//! would have been told at the command's end.

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
use crate::protocol::ids::{CallId, SessionId};
use crate::protocol::plan::ObservedChange;
use crate::tools::api::CallContext;
use crate::tools::toolbox::{Inner, ToolBox};
use crate::workspace::DirLock;
use crate::workspace::git::tracked::TrackedFiles;
use crate::workspace::manifest::Manifest;

/// Bytes of a line at most: a path, or a command.
const LINE: usize = 4 * 1024 * 1024;

/// What a command that was cut off had changed by now.
#[derive(Debug)]
pub struct CutOff {
    pub call: CallId,
    /// The changes, to be logged when `kept` is stored.
    pub observed: Vec<ObservedChange>,
    /// The bytes that they speak of.
    pub kept: KeptBlobs,
}

/// The notes that a dead process left, held so that nobody else takes them up.
struct LeftBehind {
    notes: File,
    path: PathBuf,
}

impl ToolBox {
    /// What the command of an open call of this session changed whose process died. What dead processes
    /// left is taken away on the way, but for what belongs to a call that is open. Blocks: call it on a
    /// worker, when what the command started was ended.
    pub fn cut_off(&self, session: SessionId, open: &BTreeSet<CallId>) -> Option<CutOff> {
        let inner = &self.inner;
        // One instance at a time looks: what is locked now belongs to one that lives.
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

/// The notes of dead processes.
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
        // Closing alone would leave the lock to a child that was just forked, until it becomes another
        // program, and who looks meanwhile would take the dead process for a living one.
        self.notes.unlock().ok();
    }
}

impl LeftBehind {
    fn remove(&self) {
        for path in [&self.path.with_extension(BYTES), &self.path] {
            std::fs::remove_file(path).ok();
        }
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let file = std::io::Seek::rewind(&mut &self.notes).map(|()| &self.notes);
        let lines = file
            .into_iter()
            .flat_map(|file| BufReader::new(file).lines());
        // The last one may have been cut off: then its command had not begun.
        lines
            .map_while(Result::ok)
            .take_while(|line| line.len() < LINE)
    }

    fn begun(&self) -> Vec<StartedCommand> {
        self.lines().filter_map(|line| Note::begun(&line)).collect()
    }

    /// The workspace as it was before a command.
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
