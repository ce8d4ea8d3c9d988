//! Hand-written tests of splits and amendments.

use crate::hunks::HunkLimits;
use crate::split::SplitError;
use crate::testing::maker::{Maker, agent};
use crate::user_edit::{AmendError, EntryHead};
use crate::view::{BaseChoice, FileView, Notes};
use protocol::change::{Entry, HunkState, Origin};
use protocol::ids::{EntryId, HunkId, SessionId};
use protocol::review::SplitAt;
use protocol::review::view::ViewOptions;

impl Maker {
    pub(super) fn split(
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

    fn user(
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

    pub(super) fn amend(&mut self, hunk: HunkId, text: &str) -> Result<Vec<HunkId>, AmendError> {
        self.user(|maker, head, ids| maker.log.amend(hunk, text, head, ids))
    }

    pub(super) fn edit_buffer(&mut self, text: &str) -> Result<Vec<HunkId>, AmendError> {
        self.user(|maker, head, ids| maker.log.edit_buffer(text, head, ids))
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

    // A line was inserted between the hunk's lines while the hunk was refused. It would have no
    // defined place among the parts.
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
    // Undoing only the edit restores the hunk as it was proposed.
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
    let view = FileView::of(
        &maker.log.clone().into(),
        &BaseChoice::default(),
        &Notes::default(),
    );
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
fn an_edit_of_the_buffer_amends_inside_pending_hunks_and_is_the_users_own_elsewhere() {
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

#[test]
fn the_users_change_of_an_own_hunk_never_yields() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let own = maker.edit_buffer("c\n").unwrap()[0];
    let deletion = maker.delete(agent());
    maker.decide(&[deletion], HunkState::Rejected);
    maker.amend(own, "mine\n").unwrap();
    // The later entry had not seen the deletion, which now comes back.
    maker.decide(&[deletion], HunkState::Pending);
    let conflicts = maker.log.conflicts();
    assert!(!conflicts.is_empty());
    assert!(
        conflicts.iter().all(|conflict| conflict.hunk == deletion),
        "{conflicts:?}"
    );
}
