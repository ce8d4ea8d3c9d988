//! What the human refuses in the review while a run goes on is not counted among what the run did.

use crate::engine::run::ActiveRun;
use crate::engine::session::Session;
use crate::protocol::change::FileStat;
use crate::protocol::ids::HunkId;
use crate::protocol::review::DecisionChange;

impl Session {
    /// Takes what does not stand any more out of the figures of the run, and what stands again into them.
    pub(super) fn count_decisions(&mut self, changes: &[DecisionChange]) {
        let turned = changes
            .iter()
            .filter(|change| change.before.is_live() != change.after.is_live());
        for change in turned {
            self.count_decision(change.hunk, change.after.is_live());
        }
    }

    fn count_decision(&mut self, hunk: HunkId, stands: bool) {
        let book = &self.review;
        let Some(note) = book.hunks.get(&hunk) else {
            return;
        };
        let Some(run) = self.run.as_mut().filter(|run| Some(run.id) == note.run) else {
            return;
        };
        let Some((file, _)) = book.entries.get(&note.entry) else {
            return;
        };
        let Some(path) = book.files.get(file).map(|known| &known.path) else {
            return;
        };
        let (added, removed) = note.lines;
        if stands {
            run.result.refused = run.result.refused.saturating_sub(1);
            run.count_change(FileStat {
                path: path.clone(),
                added,
                removed,
            });
        } else {
            run.result.refused = run.result.refused.saturating_add(1);
            let is_gone = !book.stands(run.id, *file);
            run.uncount_change(path, (added, removed), is_gone);
        }
    }
}

impl ActiveRun {
    /// Takes lines out of a file's figures, and the file with them where nothing in it stands.
    fn uncount_change(&mut self, path: &str, (added, removed): (u32, u32), is_gone: bool) {
        let files = &mut self.result.files_modified;
        if is_gone {
            files.retain(|file| file.path != path);
        }
        for file in files.iter_mut().filter(|file| file.path == path) {
            file.added = file.added.saturating_sub(added);
            file.removed = file.removed.saturating_sub(removed);
        }
    }
}
