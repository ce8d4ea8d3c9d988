//! Collects the findings about a command.
//!
//! The risk only ever rises. Each reason is kept once, the gravest first. The number of reasons and
//! parts is bounded, so that a huge command cannot produce a huge result.

use std::path::PathBuf;

use super::low::{Condition, NotLow};
use super::{Part, ShellAssessment};
use notice::{Notice, notice};
use protocol::approval::{Risk, RiskReason, RiskReport};

/// A range of the command, as byte offsets.
pub(super) type Span = (usize, usize);

const MAX_REASONS_PER_LEVEL: usize = 16;
const MAX_PARTS: usize = 1_000;
const MAX_PARTS_BYTES: usize = 256 << 10;
const MAX_DELETES: usize = 200;
const MAX_WRITES: usize = 500;
const MAX_GIT_FOLDERS: usize = 16;

/// Collects risk, reasons, parts and deletions.
#[derive(Debug)]
pub(super) struct Findings {
    risk: Risk,
    always_ask: bool,
    understood: bool,
    reasons: Vec<(Risk, RiskReason)>,
    parts: Vec<Part>,
    part_bytes: usize,
    deletes: Vec<String>,
    writes: Vec<String>,
    git_folders: Vec<PathBuf>,
}

impl Findings {
    pub(super) fn new() -> Self {
        Self {
            risk: Risk::Low,
            always_ask: false,
            understood: true,
            reasons: Vec::new(),
            parts: Vec::new(),
            part_bytes: 0,
            deletes: Vec::new(),
            writes: Vec::new(),
            git_folders: Vec::new(),
        }
    }

    /// Records a change inside the workspace, or an action that is not read-only.
    pub(super) fn medium(&mut self, text: Notice, span: Span) {
        self.add(Risk::Medium, text, span);
    }

    /// Records a danger that is not on the always-asked list.
    pub(super) fn high(&mut self, text: Notice, span: Span) {
        self.add(Risk::High, text, span);
    }

    /// Records an action on the always-asked list.
    pub(super) fn always(&mut self, text: Notice, span: Span) {
        self.always_ask = true;
        self.add(Risk::High, text, span);
    }

    /// Records that the text does not determine the effect: at least medium risk, and no wildcard
    /// rule allows it.
    pub(super) fn not_understood(&mut self, text: Notice, span: Span) {
        self.understood = false;
        self.add(Risk::Medium, text, span);
    }

    /// Records a simple command, a write redirection or an assignment.
    pub(super) fn part(&mut self, part: Part) {
        self.part_bytes += part.text.len();
        if self.parts.len() >= MAX_PARTS || self.part_bytes > MAX_PARTS_BYTES {
            self.not_understood(notice!("risk-has-too-many-parts"), (0, 0));
        } else if !self.parts.contains(&part) {
            self.parts.push(part);
        }
    }

    /// Records a write redirection or an assignment.
    pub(super) fn plain_part(&mut self, text: String) {
        self.part(Part {
            text,
            normal: None,
            low: None,
        });
    }

    /// Records a path named for deletion.
    pub(super) fn delete(&mut self, path: String) {
        if self.deletes.len() < MAX_DELETES && !self.deletes.contains(&path) {
            self.deletes.push(path);
        }
    }

    /// Records a path below the root that is written to.
    pub(super) fn write(&mut self, path: String) {
        if self.writes.len() < MAX_WRITES && !self.writes.contains(&path) {
            self.writes.push(path);
        }
    }

    /// Records a folder in which git would run.
    pub(super) fn git_in(&mut self, folder: PathBuf) {
        if self.git_folders.contains(&folder) {
            return;
        }
        if self.git_folders.len() >= MAX_GIT_FOLDERS {
            self.not_understood(notice!("risk-runs-git-in-too"), (0, 0));
        } else {
            self.git_folders.push(folder);
        }
    }

    /// Returns the number of paths named for deletion.
    pub(super) fn deletions(&self) -> usize {
        self.deletes.len()
    }

    pub(super) fn is_high(&self) -> bool {
        self.risk == Risk::High
    }

    pub(super) fn is_understood(&self) -> bool {
        self.understood
    }

    /// Takes over the findings of a probe if they are high risk; otherwise ignores all of them.
    pub(super) fn absorb_high(&mut self, other: Self) {
        if other.risk != Risk::High {
            return;
        }
        self.always_ask |= other.always_ask;
        for (level, reason) in other.reasons {
            if level == Risk::High {
                self.add(level, reason.text, reason.span.unwrap_or((0, 0)));
            }
        }
        for path in other.deletes {
            self.delete(path);
        }
    }

    fn add(&mut self, level: Risk, text: Notice, span: Span) {
        self.risk = self.risk.max(level);
        let same_level = self.reasons.iter().filter(|(other, _)| *other == level);
        if same_level.clone().count() >= MAX_REASONS_PER_LEVEL
            || same_level.clone().any(|(_, reason)| reason.text == text)
        {
            return;
        }
        let span = (span.0 < span.1).then_some(span);
        self.reasons.push((level, RiskReason { text, span }));
    }

    /// Returns the assessment, with the gravest reasons first. `low` says whether the command
    /// belongs to the language of low risk, and which conditions that requires.
    pub(super) fn finish(mut self, low: Result<Vec<Condition>, NotLow>) -> ShellAssessment {
        if let Err(not) = &low
            && self.risk == Risk::Low
        {
            self.medium(not.why.clone(), not.span);
        }
        let conditions = low.unwrap_or_default();
        self.reasons
            .sort_by_key(|(level, _)| std::cmp::Reverse(*level));
        let mut reasons: Vec<RiskReason> =
            self.reasons.into_iter().map(|(_, reason)| reason).collect();
        if reasons.is_empty() {
            reasons.push(RiskReason {
                text: notice!("risk-only-reads"),
                span: None,
            });
        }
        ShellAssessment {
            read_only: self.risk == Risk::Low,
            report: RiskReport {
                risk: self.risk,
                reasons,
                always_ask: self.always_ask,
            },
            parts: self.parts,
            understood: self.understood,
            deletes: self.deletes,
            writes: self.writes,
            git_folders: self.git_folders,
            conditions: if self.risk == Risk::Low {
                conditions
            } else {
                Vec::new()
            },
        }
    }
}
