//! Derives from the entries alone the effect of a rollback: the author of each inserted and deleted
//! line, the dependences, and from that the hunks that go. Shares with the product the replay of a
//! log and the rule of who yields; computes dependences, conflicts and the selection on its own.

use std::collections::{BTreeMap, BTreeSet};

use protocol::change::{Entry, FileOperation, Hunk};
use protocol::ids::HunkId;
use review::log::{FileLog, is_agent_owned};
use review::replay::LineId;
use review::testing::histories::is_of_another;

/// The history of a file's lines.
#[derive(Debug, Default)]
pub(super) struct Story {
    /// The hunk that inserted each line.
    pub(super) inserted: BTreeMap<LineId, HunkId>,
    /// The hunks that delete each line.
    pub(super) deleted: BTreeMap<LineId, BTreeSet<HunkId>>,
    /// The hunks that each hunk builds on directly.
    pub(super) on: BTreeMap<HunkId, BTreeSet<HunkId>>,
    /// The live hunks, and the user's hunks among them.
    live: BTreeSet<HunkId>,
    users: BTreeSet<HunkId>,
}

/// The expected effect of a rollback on a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) going: BTreeSet<HunkId>,
    /// Chosen hunks that cannot go.
    pub(super) stuck: BTreeSet<HunkId>,
}

impl Story {
    pub(super) fn of(log: &FileLog) -> Self {
        let mut story = Self::default();
        let mut early = FileLog {
            entries: Vec::new(),
            ..log.clone()
        };
        for entry in &log.entries {
            let seen = |hunk: HunkId| !entry.made_without.contains(&hunk);
            let before = early.replay(&|_, hunk| seen(hunk.id));
            let lines: Vec<LineId> = before.lines.iter().map(|line| line.id).collect();
            story.exists_by(&early, entry, seen);
            match entry.operation {
                FileOperation::Delete | FileOperation::Create => story.takes_all(log, entry),
                _ => {}
            }
            story.tells(entry, &lines);
            early.entries.push(entry.clone());
        }
        for (entry, hunk) in log.hunks() {
            if hunk.state.is_live() {
                story.live.insert(hunk.id);
                if !is_agent_owned(entry, hunk) {
                    story.users.insert(hunk.id);
                }
            }
        }
        story
    }

    /// Makes every hunk of a file depend on the creation of the file.
    fn exists_by(&mut self, early: &FileLog, entry: &Entry, seen: impl Fn(HunkId) -> bool) {
        let causes = early.entries.iter().rev().filter(|early| {
            matches!(
                early.operation,
                FileOperation::Create | FileOperation::Delete
            )
        });
        let cause = causes
            .map(|cause| cause.hunks[0].id)
            .find(|hunk| seen(*hunk));
        let creation = entry.hunks[0].id;
        for hunk in &entry.hunks {
            let on = self.on.entry(hunk.id).or_default();
            on.extend(cause);
            on.extend(hunk.amends);
            if entry.operation == FileOperation::Create && hunk.id != creation {
                on.insert(creation);
            }
        }
    }

    /// Marks every earlier line as deleted with the file, except lines of a file whose creation the
    /// entry had not seen.
    fn takes_all(&mut self, log: &FileLog, entry: &Entry) {
        let by = entry.hunks[0].id;
        let base = log.base.as_deref().unwrap_or_default();
        for number in 0..base.split_inclusive('\n').count() {
            let line = LineId::Base(u32::try_from(number).unwrap());
            self.deleted.entry(line).or_default().insert(by);
        }
        let now = log.entries.iter().position(|known| known.id == entry.id);
        for (line, hunk) in &self.inserted {
            if is_of_another(log, *hunk, now.unwrap()) {
                continue;
            }
            self.deleted.entry(*line).or_default().insert(by);
        }
    }

    fn tells(&mut self, entry: &Entry, before: &[LineId]) {
        let at = |number: u32| usize::try_from(number).unwrap();
        let mut index = 0;
        for hunk in &entry.hunks {
            let start = at(hunk.old_start) - 1;
            let deletes =
                &before[start.min(before.len())..(start + at(hunk.old_count)).min(before.len())];
            if entry.operation != FileOperation::Delete {
                for line in deletes {
                    self.deleted.entry(*line).or_default().insert(hunk.id);
                    let by = self.inserted.get(line).copied();
                    self.on.entry(hunk.id).or_default().extend(by);
                }
            }
            self.stands_inside(entry, hunk, before);
            for _ in &hunk.inserted {
                let line = LineId::Inserted {
                    entry: entry.id,
                    index,
                };
                self.inserted.insert(line, hunk.id);
                index += 1;
            }
        }
    }

    /// An insertion between two lines of one hunk builds on that hunk.
    fn stands_inside(&mut self, entry: &Entry, hunk: &Hunk, before: &[LineId]) {
        let edits = entry.operation == FileOperation::Edit;
        if !edits || hunk.old_count > 0 {
            return;
        }
        let start = usize::try_from(hunk.old_start).unwrap() - 1;
        let by = |line: Option<&LineId>| self.inserted.get(line?).copied();
        let above = by(start.checked_sub(1).and_then(|above| before.get(above)));
        let below = by(before.get(start));
        if above.is_some() && above == below {
            self.on.entry(hunk.id).or_default().extend(above);
        }
    }

    /// Returns everything that a hunk builds on.
    fn ground(&self, hunk: HunkId) -> BTreeSet<HunkId> {
        let mut found = BTreeSet::new();
        let mut open = vec![hunk];
        while let Some(hunk) = open.pop() {
            for on in self.on.get(&hunk).into_iter().flatten() {
                if found.insert(*on) {
                    open.push(*on);
                }
            }
        }
        found
    }

    /// Returns everything that the user's remaining work builds on if these hunks go.
    pub(super) fn held(&self, going: &BTreeSet<HunkId>) -> BTreeSet<HunkId> {
        let staying = self.users.difference(going);
        staying.flat_map(|user| self.ground(*user)).collect()
    }

    /// Computes the effect of a rollback of these hunks: a hunk that the user's live work builds on
    /// stays; the agents' hunks that build on removed ones go with them.
    pub(super) fn verdict(&self, chosen: &BTreeSet<HunkId>) -> Verdict {
        let held = self.held(chosen);
        let stuck: BTreeSet<HunkId> = chosen.intersection(&held).copied().collect();
        let mut going: BTreeSet<HunkId> = chosen.difference(&stuck).copied().collect();
        let follows = |hunk: &&HunkId, going: &BTreeSet<HunkId>| {
            !self.users.contains(hunk) && !self.ground(**hunk).is_disjoint(going)
        };
        let above: Vec<HunkId> = self
            .live
            .iter()
            .filter(|hunk| follows(hunk, &going))
            .copied()
            .collect();
        going.extend(above);
        Verdict { going, stuck }
    }
}
