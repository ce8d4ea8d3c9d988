//! Keeps the figures of a run in line with the review: hunks that the user refuses during the run
//! do not count, and hunks that the user edits count as edited.

use crate::run::ActiveRun;
use crate::session::Session;
use protocol::change::FileStat;
use protocol::ids::HunkId;
use protocol::review::DecisionChange;

impl Session {
    /// Removes refused hunks from the figures of the run, and adds hunks back that are valid again.
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
        let decided = book.decided_with(hunk);
        let is_edit = decided != hunk;
        let (Some(note), Some(of)) = (book.hunks.get(&hunk), book.hunks.get(&decided)) else {
            return;
        };
        let of_agent = of
            .run
            .is_some_and(|run| self.runs_of_agents().contains(&run));
        let mut threads = std::iter::once(&mut self.thread).chain(&mut self.parked);
        // The work of an agent that has ended is counted in the run that started it.
        let place = threads.position(|thread| thread.run_id() == of.run);
        let place = place.or(of_agent.then_some(0));
        let mut threads = std::iter::once(&mut self.thread).chain(&mut self.parked);
        let thread = place.and_then(|place| threads.nth(place));
        let Some(run) = thread.and_then(|thread| thread.run.as_mut()) else {
            return;
        };
        let of_run = of.run.unwrap_or(run.id);
        let Some((file, _)) = book.entries.get(&of.entry) else {
            return;
        };
        let Some(path) = book.files.get(file).map(|known| known.path.as_str()) else {
            return;
        };
        let sign = if stands { 1 } else { -1 };
        if is_edit {
            // The edit of a refused hunk makes no difference.
            if of.state.is_live() {
                run.add_lines(path, (sign * note.net_lines(), 0));
            }
            return;
        }
        let (added, removed) = book.lines_as_edited(hunk);
        run.result.refused = sum(run.result.refused, -sign);
        run.add_lines(path, (sign * added, sign * removed));
        if !book.stands(of_run, *file) {
            let files = &mut run.result.files_modified;
            files.retain(|file| file.path != path);
        }
    }
}

impl ActiveRun {
    /// Adds lines to a file's figures, or subtracts them.
    fn add_lines(&mut self, path: &str, (added, removed): (i64, i64)) {
        let files = &mut self.result.files_modified;
        if !files.iter().any(|file| file.path == path) {
            files.push(FileStat {
                path: path.to_owned(),
                added: 0,
                removed: 0,
            });
        }
        for file in files.iter_mut().filter(|file| file.path == path) {
            file.added = sum(file.added, added);
            file.removed = sum(file.removed, removed);
        }
    }
}

/// Adds to or subtracts from a figure, with a minimum of 0.
fn sum(lines: u32, more: i64) -> u32 {
    u32::try_from((i64::from(lines) + more).max(0)).unwrap_or(u32::MAX)
}
