//! Decides about hunks, and asks first if other hunks depend on them.

use super::dialog::{Choice, ChoiceAction, ChoiceOption, HunkCollection, ReviewDialog};
use super::moves::say;
use super::row_cache::RowCache;
use super::{Review, Subject};
use crate::effect::Effect;
use client::review::{concerned, is_open, is_users};
use l10n::{counted, say};
use notice::Notice;
use protocol::change::HunkState;
use protocol::ids::HunkId;
use protocol::review::view::HunkRow;
use protocol::review::{ConflictChoice, ReviewCommand, ReviewSubject, SplitAt};

fn no_hunk() -> &'static str {
    say!("review-no-hunk")
}
fn yours() -> &'static str {
    say!("review-is-yours")
}

impl Review {
    /// `a`, `r`, `x`: decides about the current hunk, or the selected lines.
    pub(super) fn decide(&mut self, state: HunkState) -> Vec<Effect> {
        if self.select.is_some() {
            return self.decide_lines(state);
        }
        let Some(hunk) = self.hunk_at_hand() else {
            return say(no_hunk());
        };
        if is_users(hunk) {
            return say(yours());
        }
        let state_of = |id| {
            let (_, known) = self.row_cache.as_ref()?.hunk(id)?;
            Some(known.state)
        };
        let others = concerned([hunk], state, state_of);
        let id = hunk.id;
        if others.is_empty() {
            return self.decide_about(&[id], state);
        }
        self.ask_about(id, &others, state);
        Vec::new()
    }

    /// Space: accepts, rejects, accepts again; the cursor stays.
    pub(super) fn toggle(&mut self) -> Vec<Effect> {
        let next = match self.hunk_at_hand().map(|hunk| hunk.state) {
            Some(HunkState::Accepted) => HunkState::Rejected,
            _ => HunkState::Accepted,
        };
        self.decide(next)
    }

    /// Decides, and moves to the next open hunk if the current hunk was decided.
    pub(super) fn decide_and_go_on(&mut self, state: HunkState) -> Vec<Effect> {
        let lines = self.select.is_some();
        let mut effects = self.decide(state);
        let decided = self.dialog.is_none()
            && effects
                .iter()
                .all(|effect| !matches!(effect, Effect::Say(..)));
        if decided && !lines {
            effects.extend(self.next_open());
        }
        effects
    }

    /// Sends the command, and marks the hunks ahead of its answer.
    pub(super) fn decide_about(&mut self, hunks: &[HunkId], state: HunkState) -> Vec<Effect> {
        if let Subject::Question(proposal) = &mut self.subject {
            proposal.marks.set(hunks, state);
            self.show_marks();
            return Vec::new();
        }
        if let Some(row_cache) = &mut self.row_cache {
            row_cache.mark(hunks, state);
        }
        vec![self.order(ReviewCommand::Decide {
            hunks: hunks.to_vec(),
            state,
        })]
    }

    fn ask_about(&mut self, hunk: HunkId, concerned: &[HunkId], state: HunkState) {
        let count = concerned.len();
        let others = counted(count, "hunk");
        let mut all = concerned.to_vec();
        all.push(hunk);
        let choice = match state {
            HunkState::Accepted => Choice {
                title: say!("review-accept-title"),
                lines: vec![say!("review-accept-builds", others)],
                ways: vec![
                    ChoiceOption::new('b', say!("review-accept-both", others), decide(all, state)),
                    ChoiceOption::new('q', say!("review-leave-it"), ChoiceAction::Nothing),
                ],
                at: 0,
            },
            _ => Choice {
                title: say!("review-reject-title"),
                lines: vec![say!("review-reject-builds", others)],
                ways: vec![
                    ChoiceOption::new('w', say!("review-reject-with", count), decide(all, state)),
                    ChoiceOption::new('o', say!("review-reject-alone"), decide(vec![hunk], state)),
                    ChoiceOption::new('q', say!("review-leave-it"), ChoiceAction::Nothing),
                ],
                at: 0,
            },
        };
        self.dialog = Some(ReviewDialog::Choose(choice));
    }

    pub(super) fn split(&mut self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return say(say!("review-question-whole"));
        }
        match self.hunk_at_hand() {
            Some(hunk) => vec![self.order(ReviewCommand::Split {
                hunk: hunk.id,
                at: SplitAt::Natural,
            })],
            None => say(no_hunk()),
        }
    }

    /// `m`, `t`, `b`, `o`: resolves a conflict.
    pub(super) fn settle(&mut self, choice: ConflictChoice) -> Vec<Effect> {
        match self.hunk_at_hand() {
            Some(hunk) if hunk.conflict.is_some() && self.subject == Subject::Files => {
                vec![self.order(ReviewCommand::Settle {
                    hunk: hunk.id,
                    choice,
                })]
            }
            Some(_) => say(say!("review-no-conflict")),
            None => say(no_hunk()),
        }
    }

    /// `u` and Ctrl+R: undoes or redoes.
    pub(super) fn undo(&mut self, order: ReviewCommand) -> Vec<Effect> {
        let Subject::Question(proposal) = &mut self.subject else {
            self.moving = true;
            return vec![self.order(order)];
        };
        let done = match order {
            ReviewCommand::Redo => proposal.marks.redo(),
            _ => proposal.marks.undo(),
        };
        if !done {
            return say(say!("review-nothing-to-undo"));
        }
        self.show_marks();
        Vec::new()
    }

    /// Asks before undoing a rollback, the last operation: undoing it writes files.
    pub fn ask_undo_rollback(&mut self, label: &Notice) {
        self.dialog = Some(ReviewDialog::Choose(Choice {
            title: say!("review-undo-title"),
            lines: vec![
                say!("review-undo-rollback", label),
                say!("review-undo-writes").to_owned(),
            ],
            ways: vec![
                ChoiceOption::new('q', say!("review-undo-leave"), ChoiceAction::Nothing),
                ChoiceOption::new('y', say!("review-undo-way"), ChoiceAction::UndoRollback),
            ],
            at: 0,
        }));
    }

    /// `+` and `-`: decides about all hunks of the file.
    pub(super) fn decide_file(&mut self, state: HunkState) -> Vec<Effect> {
        let Some(row_cache) = &self.row_cache else {
            return Vec::new();
        };
        let mut gather = HunkCollection::default();
        gather.add(row_cache, state);
        self.decide_gathered(gather, state)
    }

    /// `*`: accepts the hunks of all files; always asks first.
    pub(super) fn accept_all(&mut self) -> Vec<Effect> {
        if self.subject != Subject::Files {
            return self.decide_file(HunkState::Accepted);
        }
        let mut gather = HunkCollection::default();
        let here = self.file().map(|file| file.file);
        if let Some(row_cache) = &self.row_cache {
            gather.add(row_cache, HunkState::Accepted);
        }
        let others = self.files.iter().filter(|file| {
            let open = file.counts.pending + file.counts.rejected > 0;
            Some(file.file) != here && open
        });
        gather.waiting = others.map(|file| file.file).collect();
        if gather.waiting.is_empty() {
            self.ask_to_accept(gather);
        } else {
            self.dialog = Some(ReviewDialog::Gather(gather));
        }
        Vec::new()
    }

    /// Takes the hunks of a file that were queried. Returns true if the file was queried
    /// only for this.
    pub(super) fn gather(&mut self, row_cache: &RowCache) -> bool {
        let Some(ReviewDialog::Gather(gather)) = &mut self.dialog else {
            return false;
        };
        let ReviewSubject::File { file, .. } = row_cache.of else {
            return false;
        };
        if !gather.waiting.contains(&file) {
            return false;
        }
        gather.waiting.retain(|waiting| *waiting != file);
        gather.add(row_cache, HunkState::Accepted);
        if gather.waiting.is_empty() {
            let gather = std::mem::take(gather);
            self.ask_to_accept(gather);
        }
        self.of.as_ref() != Some(&row_cache.of)
    }

    fn ask_to_accept(&mut self, gather: HunkCollection) {
        let count = gather.hunks.len();
        let mut lines = gather.words();
        if count == 0 {
            lines.push(say!("review-nothing-left").to_owned());
        }
        let mut ways = vec![ChoiceOption::new(
            'q',
            say!("review-leave-it"),
            ChoiceAction::Nothing,
        )];
        if count > 0 {
            let deed = decide(gather.hunks, HunkState::Accepted);
            let files = gather.files;
            let label = say!(
                "review-accept-all",
                hunks = counted(count, "hunk"),
                files = counted(files, "file")
            );
            ways.push(ChoiceOption::new('a', label, deed));
        }
        let title = say!("review-accept-all-files");
        let at = 0;
        self.dialog = Some(ReviewDialog::Choose(Choice {
            title,
            lines,
            ways,
            at,
        }));
    }

    fn decide_gathered(&mut self, gather: HunkCollection, state: HunkState) -> Vec<Effect> {
        if gather.hunks.is_empty() {
            return say(say!("review-nothing-to-decide"));
        }
        if state == HunkState::Accepted && !gather.oversized.is_empty() {
            let lines = gather.words();
            let label = say!(
                "review-accept-file",
                hunks = counted(gather.hunks.len(), "hunk")
            );
            self.dialog = Some(ReviewDialog::Choose(Choice {
                title: say!("review-accept-file-title"),
                lines,
                ways: vec![
                    ChoiceOption::new('q', say!("review-leave-split"), ChoiceAction::Nothing),
                    ChoiceOption::new('a', label, decide(gather.hunks, state)),
                ],
                at: 0,
            }));
            return Vec::new();
        }
        let mut effects = self.decide_about(&gather.hunks, state);
        if gather.conflicts > 0 {
            effects.extend(say(say!(
                "review-conflicts-left",
                conflicts = counted(gather.conflicts, "conflict")
            )));
        }
        effects
    }
}

fn decide(hunks: Vec<HunkId>, state: HunkState) -> ChoiceAction {
    ChoiceAction::Decide(hunks, state)
}

impl HunkCollection {
    /// Adds the hunks of a file that a decision would change; conflicts are left for the
    /// user to resolve.
    fn add(&mut self, row_cache: &RowCache, state: HunkState) {
        let changes = |hunk: &&HunkRow| {
            let differs = match state {
                HunkState::Accepted => is_open(hunk) || hunk.state == HunkState::Rejected,
                _ => hunk.state.is_live(),
            };
            differs && !is_users(hunk)
        };
        let mut any = false;
        for hunk in row_cache.hunks.iter().filter(changes) {
            if hunk.conflict.is_some() && state == HunkState::Accepted {
                self.conflicts += 1;
                continue;
            }
            if hunk.oversized {
                let lines = hunk.added.max(hunk.removed);
                self.oversized
                    .push(say!("review-file-lines", path = row_cache.file.path, lines));
            }
            self.hunks.push(hunk.id);
            any = true;
        }
        self.files += usize::from(any);
    }

    /// Describes the collection before the question, the large hunks first.
    fn words(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.oversized.is_empty() {
            lines.push(say!(
                "review-over-limits",
                hunks = counted(self.oversized.len(), "hunk")
            ));
            lines.extend(self.oversized.iter().map(|word| format!("  {word}")));
        }
        if self.conflicts > 0 {
            let conflicts = counted(self.conflicts, "conflict");
            lines.push(say!("review-conflicts-left-out", conflicts));
        }
        lines
    }
}
