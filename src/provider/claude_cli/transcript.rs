//! What a session's program was told, over its processes: so that nothing is told twice and nothing is
//! left out, whenever it has ended.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::texts::{Key, PendingTexts, ProgramKnowledge};

#[derive(Debug, Default)]
pub(super) struct Transcript(Mutex<Written>);

#[derive(Debug)]
struct Written {
    said: BTreeSet<Key>,
    /// What the present process knows from before.
    knows: ProgramKnowledge,
    /// Whether tools have begun in the present turn.
    called: bool,
    /// Whether the last turn was cut off after tools had begun.
    cut_off: bool,
    /// Whether answers come in pieces: older programs have no option for it.
    in_pieces: bool,
    /// The program has lost the conversation of this session.
    forgotten: bool,
}

impl Default for Written {
    fn default() -> Self {
        Self {
            said: BTreeSet::new(),
            knows: ProgramKnowledge::Nothing,
            called: false,
            cut_off: false,
            in_pieces: true,
            forgotten: false,
        }
    }
}

impl Transcript {
    fn open(&self) -> MutexGuard<'_, Written> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be said now, from what was said, which is noted; and whether the last turn was cut off.
    pub(super) fn to_say(
        &self,
        find: impl FnOnce(&BTreeSet<Key>, ProgramKnowledge) -> PendingTexts,
    ) -> (PendingTexts, bool) {
        let mut written = self.open();
        let to_say = find(&written.said, written.knows);
        written.said.extend(to_say.keys.iter().cloned());
        // From now on it knows what it was told.
        written.knows = ProgramKnowledge::Its;
        (to_say, std::mem::take(&mut written.cut_off))
    }

    /// With what conversation a new process is to go on.
    pub(super) fn resumes(&self, known_as: Option<&str>) -> Option<String> {
        let mut written = self.open();
        if std::mem::take(&mut written.forgotten) {
            return None;
        }
        known_as.map(str::to_owned)
    }

    /// A process was started that knows this. One that knows nothing was told nothing.
    pub(super) fn process_began(&self, knows: ProgramKnowledge) {
        let mut written = self.open();
        if knows == ProgramKnowledge::Nothing {
            written.said.clear();
            written.cut_off = false;
        }
        written.knows = knows;
        written.called = false;
    }

    /// A tool has begun.
    pub(super) fn note_call(&self) {
        self.open().called = true;
    }

    /// The turn is over.
    pub(super) fn turn_over(&self) {
        self.open().called = false;
    }

    /// The turn failed: what was said for it is said again.
    pub(super) fn unsay(&self, keys: &[Key]) {
        let mut written = self.open();
        for key in keys {
            written.said.remove(key);
        }
    }

    /// The process has ended in the middle of a turn. What it was told is told again, unless its tools
    /// had begun.
    pub(super) fn cut_off(&self, keys: &[Key]) {
        let mut written = self.open();
        if written.called {
            written.cut_off = true;
            return;
        }
        for key in keys {
            written.said.remove(key);
        }
    }

    /// The program has no conversation by the name that we have.
    pub(super) fn forget_conversation(&self) {
        self.open().forgotten = true;
    }

    /// Whether answers are asked for in pieces.
    pub(super) fn takes_pieces(&self) -> bool {
        self.open().in_pieces
    }

    /// The program has no option for pieces.
    pub(super) fn without_pieces(&self) {
        self.open().in_pieces = false;
    }
}
