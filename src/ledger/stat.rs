//! How many lines of a file a review adds and takes away. Kept while log and base are the same:
//! comparing two long texts takes longer than all else that is known of a file.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Ledger;
use super::base::Base;
use super::logs::Logged;
use crate::protocol::ids::HunkId;
use crate::review::hunks::{Span, lines_of, spans_between};

/// Files of which it is kept.
const KEPT: usize = 32;

/// What is known of a log over a base.
#[derive(Debug)]
pub(super) struct Stat {
    logged: Arc<Logged>,
    entries: usize,
    without: BTreeSet<HunkId>,
    lines: (u32, u32),
}

impl Ledger {
    /// Lines that a buffer adds to the base of its file, and lines that it takes from it.
    pub(super) fn lines_changed(
        &self,
        logged: &Arc<Logged>,
        base: &Base,
        buffer: Option<&str>,
    ) -> (u32, u32) {
        let is_it = |stat: &&Stat| {
            Arc::ptr_eq(&stat.logged, logged)
                && stat.entries == base.entries
                && stat.without == base.without
        };
        if let Some(known) = self.state().stats.iter().find(is_it) {
            return known.lines;
        }
        let before = base.text.as_deref().unwrap_or_default();
        let (old, new) = (lines_of(before), lines_of(buffer.unwrap_or_default()));
        let spans = spans_between(&old, &new);
        let sum = |length: &dyn Fn(&Span) -> usize| {
            u32::try_from(spans.iter().map(length).sum::<usize>()).unwrap_or(u32::MAX)
        };
        let lines = (sum(&|span| span.new.len()), sum(&|span| span.old.len()));
        let mut state = self.state();
        if state.stats.len() >= KEPT {
            state.stats.remove(0);
        }
        state.stats.push(Stat {
            logged: Arc::clone(logged),
            entries: base.entries,
            without: base.without.clone(),
            lines,
        });
        lines
    }
}
