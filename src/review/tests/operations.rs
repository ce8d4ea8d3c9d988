//! Splits and amendments: by hand, and in generated histories of everything that can happen to a
//! file.

use proptest::prelude::*;

use super::histories::{any_line, any_text, cases, decided};
use super::maker::{Maker, agent};
use crate::protocol::change::{Entry, FileOperation, HunkState, Origin};
use crate::protocol::ids::{EntryId, HunkId, SessionId};
use crate::protocol::review::SplitAt;
use crate::protocol::review::view::{ViewOptions, ViewRow};
use crate::review::amend::{AmendError, EntryHead};
use crate::review::hunks::HunkLimits;
use crate::review::log::split_lines;
use crate::review::split::SplitError;
use crate::review::view::{BaseChoice, FileView, Notes};

const SMALL: HunkLimits = HunkLimits {
    max_lines: 4,
    max_bytes: 64,
};

impl Maker {
    fn split(
        &mut self,
        hunk: HunkId,
        at: &SplitAt,
        limits: HunkLimits,
    ) -> Result<Vec<HunkId>, SplitError> {
        let log = self.log.clone();
        let parts = log.split(hunk, at, limits, &mut || HunkId(self.id()))?;
        self.log.replace(hunk, &parts);
        Ok(parts.iter().map(|part| part.id).collect())
    }

    fn human(
        &mut self,
        make: impl Fn(&Self, &EntryHead, &mut dyn FnMut() -> HunkId) -> Result<Entry, AmendError>,
    ) -> Result<Vec<HunkId>, AmendError> {
        let head = EntryHead {
            id: EntryId(self.id()),
            session: SessionId(uuid::Uuid::nil()),
            at: jiff::Timestamp::UNIX_EPOCH,
        };
        let mut ids: Vec<HunkId> = (0..64).map(|_| HunkId(self.id())).collect();
        let entry = make(self, &head, &mut || ids.pop().unwrap())?;
        let hunks = entry.hunks.iter().map(|hunk| hunk.id).collect();
        self.log.entries.push(entry);
        Ok(hunks)
    }

    fn amend(&mut self, hunk: HunkId, text: &str) -> Result<Vec<HunkId>, AmendError> {
        self.human(|maker, head, ids| maker.log.amend(hunk, text, head, ids))
    }

    fn edit_buffer(&mut self, text: &str) -> Result<Vec<HunkId>, AmendError> {
        self.human(|maker, head, ids| maker.log.edit_buffer(text, head, ids))
    }
}

#[test]
fn a_hunk_is_split_at_blank_lines_then_sentences_then_in_the_middle() {
    for (put, first) in [
        ("one\n\ntwo\nthree\n", "one\n\n"),
        ("One.\ntwo\nthree\nfour\n", "One.\n"),
        ("one\ntwo\nthree\nfour\n", "one\ntwo\n"),
    ] {
        let mut maker = Maker::new(Some("a\nb\n"));
        let hunk = maker.edit_to(agent(), &format!("a\n{put}b\n"), 80)[0];
        let parts = maker
            .split(hunk, &SplitAt::Natural, HunkLimits::default())
            .unwrap();
        assert_eq!(parts.len(), 2);
        maker.decide(&parts[1..], HunkState::Rejected);
        assert_eq!(maker.buffer(), Some(format!("a\n{first}b\n")));
    }
}

#[test]
fn chosen_lines_of_a_hunk_can_be_taken_alone() {
    let mut maker = Maker::new(Some("a\nb\nc\nd\n"));
    let hunk = maker.edit_to(agent(), "a\nB\nC\nd\n", 80)[0];
    let at = SplitAt::Lines {
        old: (1, 2),
        new: (1, 2),
    };
    let parts = maker.split(hunk, &at, HunkLimits::default()).unwrap();
    maker.decide(&parts[..1], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\nC\nd\n"));
    assert_eq!(maker.log.verify(), Ok(()));
}

#[test]
fn a_split_that_would_leave_nothing_or_change_a_text_is_refused() {
    let mut maker = Maker::new(Some("a\nb\n"));
    let one = maker.edit_to(agent(), "a\nx\n", 80)[0];
    let split =
        |maker: &mut Maker, hunk, at: &SplitAt| maker.split(hunk, at, HunkLimits::default());
    assert_eq!(
        split(&mut maker, one, &SplitAt::Natural),
        Err(SplitError::OneLine)
    );
    let all = SplitAt::Lines {
        old: (0, 1),
        new: (0, 1),
    };
    assert_eq!(split(&mut maker, one, &all), Err(SplitError::NothingLeft));
    let beyond = SplitAt::Lines {
        old: (0, 2),
        new: (0, 1),
    };
    assert_eq!(split(&mut maker, one, &beyond), Err(SplitError::Lines));
    let unknown = HunkId(uuid::Uuid::nil());
    assert_eq!(split(&mut maker, unknown, &all), Err(SplitError::Unknown));
    let gone = maker.delete(agent());
    assert_eq!(
        split(&mut maker, gone, &SplitAt::Natural),
        Err(SplitError::WholeFile)
    );

    // A line between its own while it was refused: where would that stand among the parts?
    let mut maker = Maker::new(Some("a\nb\n"));
    let hunk = maker.edit_to(agent(), "x\ny\n", 80)[0];
    maker.decide(&[hunk], HunkState::Rejected);
    maker.edit_to(Origin::User, "a\nmine\nb\n", 80);
    maker.decide(&[hunk], HunkState::Pending);
    assert_eq!(
        split(&mut maker, hunk, &SplitAt::Natural),
        Err(SplitError::BuiltOn)
    );
}

#[test]
fn an_amended_hunk_reads_as_edited_and_shares_the_hunks_fate() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let hunk = maker.edit_to(agent(), "a\nx\ny\nc\n", 80)[0];
    let amending = maker.amend(hunk, "x\nY!\nz\n").unwrap();
    assert_eq!(maker.buffer().as_deref(), Some("a\nx\nY!\nz\nc\n"));
    assert_eq!(maker.log.text_of(hunk), "x\nY!\nz\n");
    assert_eq!(maker.log.target().text.as_deref(), Some("a\nb\nc\n"));
    maker.decide(&[hunk], HunkState::Accepted);
    assert_eq!(maker.log.target().text.as_deref(), Some("a\nx\nY!\nz\nc\n"));
    maker.decide(&[hunk], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\nc\n"));
    assert_eq!(maker.log.conflicts(), []);
    assert_eq!(maker.amend(hunk, "q\n"), Err(AmendError::NotLive));
    maker.decide(&[hunk], HunkState::Pending);
    maker.amend(hunk, "").unwrap();
    assert_eq!(maker.buffer().as_deref(), Some("a\nc\n"));
    maker.amend(hunk, "x\ny").unwrap();
    assert_eq!(maker.buffer().as_deref(), Some("a\nx\ny\nc\n"));
    assert_eq!(maker.amend(hunk, "x\ny\n"), Err(AmendError::Unchanged));
    assert_eq!(maker.log.verify(), Ok(()));
    // An edit that is taken back by itself gives the hunk as it was proposed.
    let later: Vec<HunkId> = maker.log.entries[2..]
        .iter()
        .flat_map(|entry| &entry.hunks)
        .map(|hunk| hunk.id)
        .collect();
    maker.decide(&later, HunkState::Rejected);
    assert_eq!(maker.log.text_of(hunk), "x\nY!\nz\n");
    maker.decide(&amending, HunkState::Rejected);
    assert_eq!(maker.log.text_of(hunk), "x\ny\n");
}

#[test]
fn an_amended_hunk_is_one_hunk_of_the_view() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let hunk = maker.edit_to(agent(), "a\nx\ny\nc\n", 80)[0];
    maker.amend(hunk, "x\nY!\nz\n").unwrap();
    let view = FileView::of(&maker.log, &BaseChoice::default(), &Notes::default());
    let options = ViewOptions::default();
    let rows = super::drawn::drawn(&view, &options);
    let expected = [
        "1=a|1=a|1=a",
        "2-b|2-b|/",
        "/|/|2+x",
        "/|/|3uY!",
        "/|/|4uz",
        "3=c|3=c|5=c",
    ];
    assert_eq!(rows, expected);
    let shape = view.shape(&options);
    let [row] = shape.hunks() else {
        panic!("one hunk")
    };
    assert_eq!(
        (row.id, row.amended, row.added, row.removed),
        (hunk, true, 3, 1)
    );
    assert_eq!((row.first_row, row.rows), (1, 4));
}

#[test]
fn an_edit_of_the_buffer_amends_inside_pending_hunks_and_is_the_humans_own_elsewhere() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let hunk = maker.edit_to(agent(), "a\nx\ny\nc\n", 80)[0];
    maker.edit_buffer("a\nx\nmine\ny\nC\n").unwrap();
    let made: Vec<_> = maker.log.entries[1]
        .hunks
        .iter()
        .map(|hunk| hunk.amends)
        .collect();
    assert_eq!(made, [Some(hunk), None]);
    maker.decide(&[hunk], HunkState::Rejected);
    assert_eq!(maker.buffer().as_deref(), Some("a\nb\nC\n"));
    assert_eq!(maker.log.conflicts(), []);
}

#[derive(Debug, Clone)]
enum Step {
    /// By the agent, where the human is meant or not: replaces lines and puts a second edit.
    Edit(bool, usize, usize, Vec<String>, usize),
    EditBuffer(usize, usize, Vec<String>),
    Amend(usize, Vec<String>),
    Split(usize, Option<(u32, u32, u32, u32)>),
    Delete(bool),
    Rename,
    Decide(Vec<(usize, HunkState)>),
    Save,
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
        1 => Just(Step::Save),
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
        (Step::Save, _) => maker.log.saved(),
        _ => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1_000))]

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
        let view = FileView::of(&maker.log, &BaseChoice::default(), &Notes::default());
        let shape = view.shape(&ViewOptions { context: u32::MAX, ..ViewOptions::default() });
        let rows = view.rows(&shape, 0, usize::MAX);
        let lines = rows.iter().filter(|row| {
            matches!(row, ViewRow::Lines(row) if row.proposed.as_ref().is_some_and(|cell| cell.line > 0))
        });
        prop_assert_eq!(lines.count(), maker.log.buffer().lines.len());
        // In any order of decisions: all refused is the base, all taken the same text.
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
