//! Records the content sent to a session's program, across its processes, so that no content is
//! sent twice or left out, whenever a process ends.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::texts::{Key, PendingTexts, ProgramKnowledge};

#[derive(Debug, Default)]
pub(super) struct Transcript(Mutex<Written>);

#[derive(Debug)]
struct Written {
    said: BTreeSet<Key>,
    /// Knowledge that the current process already has.
    knows: ProgramKnowledge,
    /// Whether tools have started in the current turn.
    called: bool,
    /// Whether the last turn was cut off after tools had started.
    cut_off: bool,
    /// Whether answers arrive in pieces. Older programs have no option for it.
    in_pieces: bool,
    /// Whether the program has lost the conversation of this session.
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

    /// Returns the content to send now, which is recorded as sent; and whether the last turn
    /// was cut off.
    pub(super) fn to_say(
        &self,
        find: impl FnOnce(&BTreeSet<Key>, ProgramKnowledge) -> PendingTexts,
    ) -> (PendingTexts, bool) {
        let mut written = self.open();
        let to_say = find(&written.said, written.knows);
        written.said.extend(to_say.keys.iter().cloned());
        // From now on the process knows the content sent to it.
        written.knows = ProgramKnowledge::Its;
        (to_say, std::mem::take(&mut written.cut_off))
    }

    /// Returns the conversation that a new process must continue.
    pub(super) fn resumes(&self, known_as: Option<&str>) -> Option<String> {
        let mut written = self.open();
        if std::mem::take(&mut written.forgotten) {
            return None;
        }
        known_as.map(str::to_owned)
    }

    /// Records the start of a process with this knowledge. If it knows nothing, nothing
    /// counts as sent.
    pub(super) fn process_began(&self, knows: ProgramKnowledge) {
        let mut written = self.open();
        if knows == ProgramKnowledge::Nothing {
            written.said.clear();
            written.cut_off = false;
        }
        written.knows = knows;
        written.called = false;
    }

    /// Records that a tool has started.
    pub(super) fn note_call(&self) {
        self.open().called = true;
    }

    /// Records the end of the turn.
    pub(super) fn turn_over(&self) {
        self.open().called = false;
    }

    /// Marks these as not sent, because the turn failed: they will be sent again.
    pub(super) fn withdraw(&self, keys: &[Key]) {
        let mut written = self.open();
        for key in keys {
            written.said.remove(key);
        }
    }

    /// Records that the process ended in the middle of a turn. Its content is sent again, unless
    /// its tools had started.
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

    /// Records that the program has no conversation with the stored id.
    pub(super) fn forget_conversation(&self) {
        self.open().forgotten = true;
    }

    /// Whether answers are requested in pieces.
    pub(super) fn takes_pieces(&self) -> bool {
        self.open().in_pieces
    }

    /// Records that the program has no option for pieces.
    pub(super) fn without_pieces(&self) {
        self.open().in_pieces = false;
    }
}
