//! Tests of touching hunks: each line of the base may be replaced once and each gap between lines
//! filled once, by entries in any order whose authors saw any part of each other. Whichever hunks
//! are taken, the text is the plain composition of the slots, and nothing conflicts.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::testing::maker::{Maker, agent};
use protocol::change::{FileOperation, HunkState};
use protocol::ids::HunkId;

/// The hunk and lines of each filled slot. Slot `2 n` is the gap before line `n`, slot `2 n +
/// 1` is line `n`.
type Done = BTreeMap<usize, (HunkId, Vec<String>)>;

const LINES: usize = 4;

fn compose(base: &[String], done: &Done, kept: impl Fn(HunkId) -> bool) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for slot in 0..=2 * LINES {
        match done.get(&slot).filter(|(hunk, _)| kept(*hunk)) {
            Some((_, lines)) => out.extend(lines.iter().map(|line| (slot, line.clone()))),
            None if slot % 2 == 1 => out.push((slot, base[slot / 2].clone())),
            None => {}
        }
    }
    out
}

proptest! {
    #![proptest_config(testing::cases(512))]

    #[test]
    fn touching_hunks_never_conflict_and_give_the_plain_composition(
        same in any::<bool>(),
        order in Just((0..=2 * LINES).collect::<Vec<_>>()).prop_shuffle(),
        steps in prop::collection::vec((1..3_usize, any::<u32>()), 2 * LINES + 1),
        choice in any::<u32>(),
    ) {
        let word = |text: String| if same { "}\n".to_owned() } else { text };
        let base: Vec<String> = (0..LINES).map(|line| word(format!("base {line}\n"))).collect();
        let mut maker = Maker::new(Some(&base.concat()));
        let mut done = Done::new();
        for (slot, (count, live)) in order.into_iter().zip(steps) {
            let hunks: Vec<HunkId> = done.values().map(|(hunk, _)| *hunk).collect();
            for (number, hunk) in hunks.iter().enumerate() {
                let state = match live >> number & 1 {
                    0 => HunkState::Rejected,
                    _ => HunkState::Accepted,
                };
                maker.decide(&[*hunk], state);
            }
            let seen = |hunk: HunkId| {
                maker.log.hunks().any(|(_, part)| part.id == hunk && part.state.is_live())
            };
            let now = compose(&base, &done, seen);
            let lines: Vec<String> =
                (0..count).map(|line| word(format!("slot {slot} line {line}\n"))).collect();
            let above = now.iter().filter(|(other, _)| *other < slot).count();
            // A line to be replaced is still present once, because its slot was not filled before.
            let start = u32::try_from(above + 1).unwrap();
            let put: Vec<&str> = lines.iter().map(String::as_str).collect();
            let hunk = maker.hunk(start, u32::try_from(slot % 2).unwrap(), &put);
            let id = hunk.id;
            maker.log(agent(), FileOperation::Edit, vec![hunk], None);
            done.insert(slot, (id, lines));
        }
        let hunks: Vec<HunkId> = done.values().map(|(hunk, _)| *hunk).collect();
        let kept = |hunk: HunkId| {
            choice >> hunks.iter().position(|other| *other == hunk).unwrap() & 1 == 1
        };
        for hunk in &hunks {
            let state = if kept(*hunk) { HunkState::Accepted } else { HunkState::Rejected };
            maker.decide(&[*hunk], state);
        }
        let expected: String =
            compose(&base, &done, kept).into_iter().map(|(_, line)| line).collect();
        prop_assert_eq!(maker.buffer(), Some(expected));
        prop_assert_eq!(maker.log.conflicts(), []);
    }
}
