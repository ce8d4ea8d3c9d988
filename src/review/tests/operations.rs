//! Tests with generated histories of everything that can happen to a file, including
//! splits and amendments.

use proptest::prelude::*;

use crate::conflicts::ConflictKind;
use crate::hunks::HunkLimits;
use crate::log::{is_agent_owned, split_lines};
use crate::split::SplitError;
use crate::testing::histories::{any_line, any_text, decided};
use crate::testing::maker::{Maker, agent};
use crate::user_edit::AmendError;
use crate::view::{BaseChoice, FileView, Notes};
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::HunkId;
use protocol::review::SplitAt;
use protocol::review::view::{ViewOptions, ViewRow};

const SMALL: HunkLimits = HunkLimits {
    max_lines: 4,
    max_bytes: 64,
};

#[derive(Debug, Clone)]
enum Step {
    /// An edit by the user if the flag is set, else by the agent. Replaces lines, in hunks of at
    /// most the last number of lines.
    Edit(bool, usize, usize, Vec<String>, usize),
    EditBuffer(usize, usize, Vec<String>),
    Amend(usize, Vec<String>),
    Split(usize, Option<(u32, u32, u32, u32)>),
    Delete(bool),
    Rename,
    Decide(Vec<(usize, HunkState)>),
    Apply,
}

fn step() -> impl Strategy<Value = Step> {
    let lines = || prop::collection::vec(any_line(), 0..4);
    let at = || 0..12_usize;
    let lines_of_hunk = prop::option::of((0..3_u32, 0..3_u32, 0..4_u32, 0..4_u32));
    prop_oneof![
        5 => (any::<bool>(), at(), 0..4_usize, lines(), 1..6_usize)
            .prop_map(|(user, at, gone, put, most)| Step::Edit(user, at, gone, put, most)),
        2 => (at(), 0..4_usize, lines()).prop_map(|(at, gone, put)| Step::EditBuffer(at, gone, put)),
        2 => (any::<usize>(), lines()).prop_map(|(which, text)| Step::Amend(which, text)),
        3 => (any::<usize>(), lines_of_hunk).prop_map(|(which, at)| Step::Split(which, at)),
        1 => any::<bool>().prop_map(Step::Delete),
        1 => Just(Step::Rename),
        3 => prop::collection::vec((any::<usize>(), decided()), 1..4).prop_map(Step::Decide),
        1 => Just(Step::Apply),
    ]
}

fn texts(maker: &Maker) -> [Option<String>; 3] {
    [maker.log.target(), maker.log.buffer(), maker.log.written()].map(|replayed| replayed.text)
}

fn spliced(text: &str, at: usize, gone: usize, put: &[String]) -> String {
    let mut lines: Vec<String> = split_lines(text).map(str::to_owned).collect();
    let at = at % (lines.len() + 1);
    let end = (at + gone).min(lines.len());
    lines.splice(at..end, put.iter().cloned());
    lines.concat()
}

fn pick(maker: &Maker, which: usize) -> Option<HunkId> {
    let all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
    all.get(which % all.len().max(1)).copied()
}

fn take(maker: &mut Maker, step: &Step) -> Result<(), TestCaseError> {
    let buffer = maker.buffer();
    match (step, &buffer) {
        (Step::Edit(_, _, _, put, most), None) => drop(maker.create(&put.concat(), *most)),
        (Step::Edit(user, at, gone, put, most), Some(text)) => {
            let origin = if *user { Origin::User } else { agent() };
            maker.edit_to(origin, &spliced(text, *at, *gone, put), *most);
        }
        (Step::EditBuffer(at, gone, put), Some(text)) => {
            let wanted = spliced(text, *at, *gone, put);
            match maker.edit_buffer(&wanted) {
                Ok(_) => prop_assert_eq!(maker.buffer(), Some(wanted)),
                Err(error) => prop_assert!(error == AmendError::Unchanged && wanted == *text),
            }
        }
        (Step::Amend(which, text), Some(_)) => {
            let Some(hunk) = pick(maker, *which) else {
                return Ok(());
            };
            if maker.amend(hunk, &text.concat()).is_ok() && maker.log.place(hunk).is_some() {
                let root = maker
                    .log
                    .hunks()
                    .find(|(_, known)| known.id == hunk)
                    .unwrap()
                    .1
                    .amends;
                let reads = maker.log.text_of(root.unwrap_or(hunk));
                let wanted = text.concat();
                let ends = ['\r', '\n'];
                prop_assert_eq!(reads.trim_end_matches(ends), wanted.trim_end_matches(ends));
            }
        }
        (Step::Split(which, at), _) => {
            let at = at.map_or(SplitAt::Natural, |(a, b, c, d)| SplitAt::Lines {
                old: (a, a + b),
                new: (c, c + d),
            });
            let Some(hunk) = pick(maker, *which) else {
                return Ok(());
            };
            let before = texts(maker);
            let _ = maker.split(hunk, &at, SMALL);
            prop_assert_eq!(texts(maker), before);
        }
        (Step::Delete(user), Some(_)) => {
            maker.delete(if *user { Origin::User } else { agent() });
        }
        (Step::Rename, Some(text)) => {
            let (text, hunk) = (text.clone(), maker.hunk(1, 0, &[]));
            let from = "before.txt".to_owned();
            maker.log(
                agent(),
                FileOperation::Rename { from },
                vec![hunk],
                Some(&text),
            );
        }
        (Step::Decide(decisions), _) => {
            for (which, state) in decisions {
                if let Some(hunk) = pick(maker, *which) {
                    maker.decide(&[hunk], *state);
                }
            }
        }
        (Step::Apply, _) => maker.log.applied(),
        _ => {}
    }
    Ok(())
}

/// Checks that the marked hunk gives way unless neither does, and that dependents
/// and requisites agree.
fn yielding(maker: &Maker) -> Result<(), TestCaseError> {
    let log = &maker.log;
    let yields = |id: HunkId| {
        let (entry, hunk) = log.hunks().find(|(_, hunk)| hunk.id == id).unwrap();
        is_agent_owned(entry, hunk)
    };
    for conflict in log.conflicts() {
        // A refused hunk that has to stay is marked regardless of its author: its refusal waits.
        let waits = conflict.kind == ConflictKind::UnderUser;
        let stands = waits || yields(conflict.hunk) || !yields(conflict.with);
        prop_assert!(stands, "{:?}", conflict);
    }
    let live = log.in_buffer();
    for (_, hunk) in log.hunks() {
        for above in log.dependents(hunk.id) {
            prop_assert!(log.requisites(above).contains(&hunk.id));
        }
        // The text has every hunk that the user's work builds on, whatever the decisions.
        if live.contains(&hunk.id) && !yields(hunk.id) {
            let ground = log.requisites(hunk.id);
            prop_assert!(ground.iter().all(|on| live.contains(on)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(testing::cases(1_000))]

    #[test]
    fn whatever_happens_every_text_that_was_shown_can_be_given_again(
        base in any_text(),
        steps in prop::collection::vec(step(), 1..10),
        order in any::<u64>(),
    ) {
        let mut maker = Maker::new(base.as_deref());
        for step in &steps {
            take(&mut maker, step)?;
            prop_assert_eq!(maker.log.verify(), Ok(()));
        }
        let view = FileView::of(&maker.log.clone().into(), &BaseChoice::default(), &Notes::default());
        let shape = view.shape(&ViewOptions { context: u32::MAX, ..ViewOptions::default() });
        let rows = view.rows(&shape, 0, usize::MAX);
        let lines = rows.iter().filter(|row| {
            matches!(row, ViewRow::Lines(row) if row.proposed.as_ref().is_some_and(|cell| cell.line > 0))
        });
        prop_assert_eq!(lines.count(), maker.log.buffer().lines.len());
        yielding(&maker)?;
        // In any order of decisions: all refused gives the base, all accepted gives the same text.
        let mut all: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        maker.decide(&all, HunkState::Accepted);
        let taken = maker.buffer();
        for (number, hunk) in all.clone().iter().enumerate() {
            if order >> (number % 64) & 1 == 1 {
                maker.decide(&[*hunk], HunkState::Rejected);
            }
        }
        all.reverse();
        for hunk in &all {
            maker.decide(&[*hunk], HunkState::Accepted);
        }
        prop_assert_eq!(&maker.buffer(), &taken);
        prop_assert_eq!(&maker.log.target().text, &taken);
        for hunk in &all {
            maker.decide(&[*hunk], HunkState::Rejected);
        }
        prop_assert_eq!(&maker.buffer(), &base);
        prop_assert_eq!(&maker.log.target().text, &base);
    }

    #[test]
    fn parts_that_share_a_state_read_as_the_hunk_did(
        base in any_text(),
        wanted in any_text(),
        which in any::<usize>(),
        at in prop::option::of((0..3_u32, 0..3_u32, 0..4_u32, 0..4_u32)),
        choice in any::<u32>(),
    ) {
        let mut maker = Maker::new(Some(base.as_deref().unwrap_or_default()));
        maker.edit_to(agent(), wanted.as_deref().unwrap_or_default(), 80);
        let Some(hunk) = pick(&maker, which) else { return Ok(()) };
        let places: Vec<HunkId> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
        let takes = |id: HunkId| {
            places.iter().position(|place| *place == id).is_some_and(|at| choice >> (at % 32) & 1 == 1)
        };
        let before = maker.log.replay(&|_, hunk| takes(hunk.id)).text;
        let at = at.map_or(SplitAt::Natural, |(a, b, c, d)| SplitAt::Lines { old: (a, a + b), new: (c, c + d) });
        let parts = match maker.split(hunk, &at, SMALL) {
            Ok(parts) => parts,
            Err(SplitError::BuiltOn | SplitError::Unknown | SplitError::Amended | SplitError::WholeFile) => {
                prop_assert!(false, "nothing stands in the way");
                return Ok(());
            }
            Err(SplitError::OneLine | SplitError::Lines | SplitError::NothingLeft) => return Ok(()),
        };
        let whole = |id: HunkId| if parts.contains(&id) { hunk } else { id };
        let after = maker.log.replay(&|_, hunk| takes(whole(hunk.id))).text;
        prop_assert_eq!(after, before);
    }
}
