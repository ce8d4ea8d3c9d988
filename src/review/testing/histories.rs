//! Tests with generated histories of one file: edits, creations and deletions by agent and user,
//! with decisions in between, on texts of every kind. The oracle records, from the text that each
//! entry was made on, which hunk inserted and which hunks deleted each line.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::maker::{Maker, agent};
use crate::log::{FileLog, split_lines};
use crate::replay::LineId;
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::HunkId;

/// For each line, the hunk that inserted it and the hunks that deleted it.
pub type Fates = BTreeMap<LineId, (Option<HunkId>, BTreeSet<HunkId>)>;

#[derive(Debug, Clone)]
pub enum Step {
    Edit {
        by_user: bool,
        at: usize,
        removed: usize,
        put: Vec<String>,
        second: Option<(usize, String)>,
        most: usize,
    },
    Delete,
    Decide(Vec<(usize, HunkState)>),
}

fn line() -> impl Strategy<Value = String> {
    let few = prop::sample::select(vec!["a\n", "b\n", "}\n", "\n"]).prop_map(str::to_owned);
    let word = prop_oneof![
        4 => "[a-z]{1,6}",
        1 => prop::sample::select(vec!["日本 語", "👩‍👩‍👧 e\u{301}x", "\tﬁ\u{200b}", "a\rb"])
            .prop_map(str::to_owned),
    ];
    let many = (word, prop::sample::select(vec!["\n", "\r\n"]))
        .prop_map(|(word, end)| format!("{word}{end}"));
    prop_oneof![few, many]
}

fn few_lines() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["a\n", "b\n", "}\n", "\n"]).prop_map(str::to_owned)
}

fn text(line: impl Strategy<Value = String>) -> impl Strategy<Value = Option<String>> {
    (
        prop::collection::vec(line, 0..9),
        any::<bool>(),
        any::<bool>(),
        prop::bool::weighted(0.15),
    )
        .prop_map(|(lines, mark, cut, absent)| {
            let mut text = lines.concat();
            if mark {
                text.insert(0, '\u{feff}');
            }
            if cut && text.ends_with('\n') {
                text.pop();
            }
            (!absent).then_some(text)
        })
}

pub fn decided() -> impl Strategy<Value = HunkState> {
    prop::sample::select(vec![
        HunkState::Pending,
        HunkState::Accepted,
        HunkState::Rejected,
        HunkState::RolledBack,
    ])
}

pub fn steps(line: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = Vec<Step>> {
    let edit = (
        any::<bool>(),
        0..12_usize,
        0..4_usize,
        prop::collection::vec(line.clone(), 0..4),
        prop::option::of((0..12_usize, line)),
        1..4_usize,
    )
        .prop_map(|(by_user, at, removed, put, second, most)| Step::Edit {
            by_user,
            at,
            removed,
            put,
            second,
            most,
        });
    let decide = prop::collection::vec((any::<usize>(), decided()), 1..4).prop_map(Step::Decide);
    let step = prop_oneof![6 => edit, 1 => Just(Step::Delete), 3 => decide];
    prop::collection::vec(step, 1..9)
}

/// Generates a line, half of the time one of four fixed ones.
pub fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![few_lines(), line()]
}

/// Generates any text, or no file.
pub fn any_text() -> impl Strategy<Value = Option<String>> {
    prop_oneof![text(few_lines()), text(line())]
}

/// Generators for the lines of one history: at most four different ones, or any.
pub fn lines() -> [BoxedStrategy<String>; 2] {
    [few_lines().boxed(), line().boxed()]
}

/// Generates a text of such lines, or no file; occasionally one line of a megabyte.
pub fn text_of(line: BoxedStrategy<String>) -> impl Strategy<Value = Option<String>> {
    let long = || Some("x".repeat(1 << 20));
    prop_oneof![300 => text(line), 1 => Just(()).prop_map(move |()| long())]
}

pub fn history() -> impl Strategy<Value = (Option<String>, Vec<Step>)> {
    prop_oneof![
        (text(few_lines()), steps(few_lines().boxed())),
        (text(line()), steps(line().boxed())),
    ]
}

pub fn run(base: Option<&str>, history: &[Step], deciding: bool) -> (Maker, Fates) {
    let mut maker = Maker::new(base);
    let lines = split_lines(base.unwrap_or_default()).count();
    let mut changes: Fates = (0..lines)
        .map(|line| {
            (
                LineId::Base(u32::try_from(line).unwrap()),
                Default::default(),
            )
        })
        .collect();
    for step in history {
        let before: Vec<LineId> = maker
            .log
            .buffer()
            .lines
            .iter()
            .map(|line| line.id)
            .collect();
        match step {
            Step::Decide(_) if !deciding => continue,
            Step::Decide(decisions) => {
                let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
                for (which, state) in decisions {
                    if !all.is_empty() {
                        maker.decide(&[all[which % all.len()]], *state);
                    }
                }
                continue;
            }
            Step::Delete => {
                if maker.buffer().is_none() {
                    continue;
                }
                maker.delete(agent());
            }
            Step::Edit { .. } => edit(&mut maker, step),
        }
        note(&maker, &before, &mut changes);
    }
    (maker, changes)
}

fn edit(maker: &mut Maker, step: &Step) {
    let Step::Edit {
        by_user,
        at,
        removed,
        put,
        second,
        most,
    } = step
    else {
        return;
    };
    let Some(before) = maker.buffer() else {
        maker.create(&put.concat(), *most);
        return;
    };
    let mut lines: Vec<String> = split_lines(&before).map(str::to_owned).collect();
    let at = at % (lines.len() + 1);
    let end = (at + removed).min(lines.len());
    lines.splice(at..end, put.iter().cloned());
    if let Some((where_, what)) = second {
        let where_ = where_ % (lines.len() + 1);
        lines.insert(where_, what.clone());
    }
    let origin = if *by_user { Origin::User } else { agent() };
    maker.edit_to(origin, &lines.concat(), *most);
}

/// Whether the author of an entry had seen neither a hunk nor the creation of the hunk's file.
pub fn is_of_another(log: &FileLog, hunk: HunkId, by: usize) -> bool {
    let mut entries = log.entries.iter();
    let number = entries.position(|entry| entry.hunks.iter().any(|known| known.id == hunk));
    let making = number.and_then(|number| making(log, number));
    let unseen = log.entries[by].made_without.contains(&hunk);
    unseen && making.is_some_and(|making| !saw(log, by, making))
}

/// Returns the creation of the file that an entry is about; `None` if the file existed before the
/// log, or is gone.
fn making(log: &FileLog, number: usize) -> Option<usize> {
    let of = |operation: FileOperation| {
        let entries = log.entries.iter().enumerate().take(number);
        let of_it = entries.filter(move |(_, entry)| entry.operation == operation);
        of_it.map(|(at, _)| at).filter(|at| saw(log, number, *at))
    };
    if log.entries[number].operation == FileOperation::Create {
        return Some(number);
    }
    let is_gone = |making: &usize| {
        let mut deletions = of(FileOperation::Delete);
        deletions.any(|deletion| deletion > *making && saw(log, deletion, *making))
    };
    of(FileOperation::Create).rfind(|making| !is_gone(making))
}

/// Returns whether the author of an entry saw what an earlier entry did to the file as a whole.
fn saw(log: &FileLog, number: usize, earlier: usize) -> bool {
    let without = &log.entries[number].made_without;
    let mut first = log.entries[earlier].hunks.iter().take(1);
    !first.any(|first| without.contains(&first.id))
}

/// Records the effect of the last entry on the lines before it.
fn note(maker: &Maker, before: &[LineId], changes: &mut Fates) {
    let entry = maker.log.entries.last().unwrap();
    if matches!(
        entry.operation,
        FileOperation::Delete | FileOperation::Create
    ) {
        let number = maker.log.entries.len() - 1;
        for (by, gone) in changes.values_mut() {
            if !by.is_some_and(|by| is_of_another(&maker.log, by, number)) {
                gone.insert(entry.hunks[0].id);
            }
        }
        if entry.operation == FileOperation::Delete {
            return;
        }
    }
    let mut index = 0;
    for hunk in &entry.hunks {
        let start = usize::try_from(hunk.old_start).unwrap() - 1;
        let count = usize::try_from(hunk.old_count).unwrap();
        for id in &before[start..start + count] {
            changes.get_mut(id).unwrap().1.insert(hunk.id);
        }
        for _ in &hunk.inserted {
            let id = LineId::Inserted {
                entry: entry.id,
                index,
            };
            changes.insert(id, (Some(hunk.id), BTreeSet::new()));
            index += 1;
        }
    }
}

proptest! {
    #![proptest_config(testing::cases(256))]

    #[test]
    fn all_rejected_is_the_base_and_all_accepted_the_last_text((base, steps) in history()) {
        let (mut maker, _) = run(base.as_deref(), &steps, false);
        let last = maker.buffer();
        let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        prop_assert_eq!(maker.log.verify(), Ok(()));
        prop_assert_eq!(maker.log.conflicts(), []);
        maker.decide(&all, HunkState::Accepted);
        prop_assert_eq!(&maker.buffer(), &last);
        prop_assert_eq!(maker.log.target().text, last);
        maker.decide(&all, HunkState::Rejected);
        prop_assert_eq!(&maker.log.buffer().text, &base);
        prop_assert_eq!(maker.log.target().text, base);
    }

    #[test]
    fn every_entry_fits_the_text_that_it_was_made_on((base, steps) in history()) {
        let (mut maker, _) = run(base.as_deref(), &steps, true);
        prop_assert_eq!(maker.log.verify(), Ok(()));
        let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        maker.decide(&all, HunkState::RolledBack);
        prop_assert_eq!(maker.buffer(), base);
    }

    #[test]
    fn any_choice_is_a_filter_on_one_order(
        (base, steps) in history(),
        choice in prop::collection::vec(any::<bool>(), 64),
    ) {
        let (maker, changes) = run(base.as_deref(), &steps, true);
        let order: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        let number = |hunk: &HunkId| order.iter().position(|other| other == hunk).unwrap();
        let kept = |hunk: &HunkId| choice[number(hunk) % choice.len()];
        let replayed = maker.log.replay(&|_, hunk| kept(&hunk.id));
        let ids: Vec<LineId> = replayed.lines.iter().map(|line| line.id).collect();
        if replayed.text.is_some() {
            let found: BTreeSet<LineId> = ids.iter().copied().collect();
            let expected: BTreeSet<LineId> = changes
                .iter()
                .filter(|(_, (by, gone))| by.as_ref().is_none_or(kept) && !gone.iter().any(kept))
                .map(|(id, _)| *id)
                .collect();
            prop_assert_eq!(found, expected);
        }
        // The order is the same in every choice: no pair of lines ever swaps.
        for entry in 0..=maker.log.entries.len() {
            let early = &maker.log.entries[..entry];
            let seen = |id| early.iter().any(|entry| entry.id == id);
            let other = maker.log.replay(&|entry, _| seen(entry.id));
            let place: BTreeMap<LineId, usize> =
                other.lines.iter().enumerate().map(|(at, line)| (line.id, at)).collect();
            let common: Vec<usize> = ids.iter().filter_map(|id| place.get(id).copied()).collect();
            prop_assert!(common.is_sorted());
        }
    }

    #[test]
    fn the_order_of_decisions_does_not_matter_and_rejecting_is_undone_by_accepting(
        (base, steps) in history(),
        decisions in prop::collection::vec((any::<usize>(), decided()), 1..12),
    ) {
        let (mut maker, _) = run(base.as_deref(), &steps, true);
        let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        prop_assume!(!all.is_empty());
        // The last decision on each hunk counts, whether the decisions come in log order
        // or in reverse.
        let words: BTreeMap<HunkId, HunkState> =
            decisions.iter().map(|(which, state)| (all[which % all.len()], *state)).collect();
        let mut other = run(base.as_deref(), &steps, true).0;
        for (hunk, state) in &words {
            maker.decide(&[*hunk], *state);
        }
        for (hunk, state) in words.iter().rev() {
            other.decide(&[*hunk], HunkState::Accepted);
            other.decide(&[*hunk], *state);
        }
        prop_assert_eq!(maker.log.buffer(), other.log.buffer());
        prop_assert_eq!(maker.log.target(), other.log.target());
        maker.decide(&all, HunkState::Accepted);
        let taken = maker.log.buffer();
        for hunk in &all {
            maker.decide(&[*hunk], HunkState::Rejected);
            maker.decide(&[*hunk], HunkState::Accepted);
            prop_assert_eq!(&maker.log.buffer(), &taken);
        }
    }

    #[test]
    fn hunks_without_what_they_build_on_are_named_and_no_others(
        (base, steps) in history(),
        choice in prop::collection::vec(any::<bool>(), 64),
    ) {
        let (mut maker, _) = run(base.as_deref(), &steps, false);
        for entry in &mut maker.log.entries {
            entry.origin = agent();
        }
        let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        for (number, hunk) in all.iter().enumerate() {
            if !choice[number % choice.len()] {
                maker.decide(&[*hunk], HunkState::Rejected);
            }
        }
        let marked: BTreeSet<HunkId> =
            maker.log.conflicts().into_iter().map(|conflict| conflict.hunk).collect();
        // Every live hunk whose requisites are all live stays; the first hunk on a requisite that
        // is not live falls.
        let rejected = maker.log.not_live();
        for hunk in &all {
            let ground = maker.log.requisites(*hunk);
            let gone = ground.iter().any(|on| rejected.contains(on));
            if marked.contains(hunk) {
                prop_assert!(gone && !rejected.contains(hunk));
            }
            for on in ground.iter().filter(|_| !rejected.contains(hunk)) {
                prop_assert!(maker.log.dependents(*on).contains(hunk) || gone);
            }
        }
    }
}
