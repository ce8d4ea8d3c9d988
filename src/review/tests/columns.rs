//! Tests with generated histories: for any decisions, each column of the view equals its text, in
//! every layout and in every window. The same holds for three texts without a history.

use std::collections::BTreeSet;
use std::time::Duration;

use proptest::prelude::*;

use crate::hunks::{Span, lines_of};
use crate::log::split_lines;
use crate::patch::patch_of;
use crate::replay::Replayed;
use crate::testing::histories::{Step, any_text, decided, history, steps};
use crate::view::{BaseChoice, FileView, Notes, Texts, changes_between};
use protocol::change::{Hunk, HunkState, Origin};
use protocol::ids::{EntryId, HunkId};
use protocol::review::view::{
    Cell, CellKind, HunkRow, LineEnding, LineRow, ViewLayout, ViewOptions, ViewRow, Whitespace,
};

fn unfolded(layout: ViewLayout) -> ViewOptions {
    ViewOptions {
        layout,
        context: u32::MAX,
        ..ViewOptions::default()
    }
}

/// Returns the lines of a column: number, text and displayed line ending.
fn column(
    rows: &[ViewRow],
    cell: impl Fn(&LineRow) -> &Option<Cell>,
) -> Vec<(u32, String, Option<LineEnding>)> {
    let lines = rows.iter().filter_map(|row| match row {
        ViewRow::Lines(row) => cell(row).as_ref(),
        ViewRow::Fold { .. } => None,
    });
    let lines = lines.filter(|cell| cell.line > 0);
    lines
        .map(|cell| (cell.line, cell.text.clone(), cell.ending))
        .collect()
}

/// Returns the expected lines for a text in a view whose usual line ending is `usual` (LF
/// or CR LF).
fn expected(text: Option<&str>, usual: LineEnding) -> Vec<(u32, String, Option<LineEnding>)> {
    let lines = split_lines(text.unwrap_or_default()).zip(1..);
    let line = |(line, number): (&str, u32)| {
        let (text, ending) = match line.strip_suffix('\n') {
            None => (line, LineEnding::None),
            Some(line) => match line.strip_suffix('\r') {
                None => (line, LineEnding::Lf),
                Some(line) => (line, LineEnding::CrLf),
            },
        };
        (number, text.to_owned(), (ending != usual).then_some(ending))
    };
    lines.map(line).collect()
}

fn check(view: &FileView, texts: [Option<&str>; 3]) -> Result<(), TestCaseError> {
    let shape = view.shape(&unfolded(ViewLayout::Three));
    let rows = view.rows(&shape, 0, usize::MAX);
    prop_assert_eq!(rows.len(), usize::try_from(shape.rows()).unwrap());
    let found = [
        column(&rows, |row| &row.current),
        column(&rows, |row| &row.base),
        column(&rows, |row| &row.proposed),
    ];
    let fits = [LineEnding::Lf, LineEnding::CrLf].into_iter().any(|usual| {
        texts
            .iter()
            .zip(&found)
            .all(|(text, found)| &expected(*text, usual) == found)
    });
    prop_assert!(fits, "{:?} are not {:?}", found, texts);
    for layout in [ViewLayout::Three, ViewLayout::Two, ViewLayout::Unified] {
        for context in [0, 1, u32::MAX] {
            let options = ViewOptions {
                layout,
                context,
                whitespace: Whitespace::Ignored,
                ..ViewOptions::default()
            };
            windows(view, &options)?;
        }
    }
    let shape = view.shape(&unfolded(ViewLayout::Unified));
    let rows = view.rows(&shape, 0, usize::MAX);
    prop_assert_eq!(&column(&rows, |row| &row.base), &found[1]);
    prop_assert_eq!(&column(&rows, |row| &row.proposed), &found[2]);
    let shape = view.shape(&unfolded(ViewLayout::Two));
    let rows = view.rows(&shape, 0, usize::MAX);
    prop_assert_eq!(&column(&rows, |row| &row.current), &found[0]);
    prop_assert_eq!(&column(&rows, |row| &row.proposed), &found[2]);
    Ok(())
}

/// Checks that any window equals the same part of all rows, that hunks lie within the rows, and
/// that marks lie within the texts.
fn windows(view: &FileView, options: &ViewOptions) -> Result<(), TestCaseError> {
    let shape = view.shape(options);
    let all = view.rows(&shape, 0, usize::MAX);
    for first in 0..=all.len() {
        let window = view.rows(&shape, first, 2);
        let end = (first + 2).min(all.len());
        prop_assert_eq!(&window[..], &all[first..end]);
    }
    for hunk in shape.hunks() {
        prop_assert!(hunk.first_row + hunk.rows <= shape.rows());
    }
    for row in &all {
        let ViewRow::Lines(row) = row else { continue };
        for cell in [&row.current, &row.base, &row.proposed]
            .into_iter()
            .flatten()
        {
            for (start, end) in &cell.words {
                let range = usize::try_from(*start).unwrap()..usize::try_from(*end).unwrap();
                prop_assert!(cell.text.get(range).is_some_and(|word| !word.is_empty()));
            }
        }
    }
    Ok(())
}

type Decisions = Vec<(usize, bool, HunkState)>;

fn decisions() -> impl Strategy<Value = Decisions> {
    prop::collection::vec((any::<usize>(), any::<bool>(), decided()), 0..12)
}

/// Checks that the view of a history shows its texts, on a base of the given number of entries
/// without some hunks.
fn holds(
    base: Option<&str>,
    steps: &[Step],
    decisions: Decisions,
    (entries, without): (usize, u32),
) -> Result<(), TestCaseError> {
    let mut maker = crate::testing::histories::run(base, steps, true).0;
    let all: Vec<_> = maker.log.hunks().map(|(_, hunk)| hunk.id).collect();
    for (which, written, state) in decisions {
        if let Some(hunk) = all.get(which % all.len().max(1)) {
            maker.decide(&[*hunk], state);
            maker.write(*hunk, written);
        }
    }
    let entries = entries.min(maker.log.entries.len());
    let (first, later) = maker.log.entries.split_at(entries);
    let early = first.iter().flat_map(|entry| &entry.hunks).enumerate();
    let dropped = early.filter(|(at, _)| without >> (at % 32) & 1 == 1);
    let choice = BaseChoice {
        entries,
        without: dropped.map(|(_, hunk)| hunk.id).collect(),
    };
    let early: BTreeSet<_> = first.iter().map(|entry| entry.id).collect();
    let base_text = maker
        .log
        .replay(&|entry, hunk| early.contains(&entry.id) && !choice.without.contains(&hunk.id));
    let text = |replayed: Replayed| replayed.text;
    let texts = [
        text(maker.log.written()),
        text(base_text),
        text(maker.log.buffer()),
    ];
    let view = FileView::of(&maker.log.clone().into(), &choice, &Notes::default());
    check(
        &view,
        [
            texts[0].as_deref(),
            texts[1].as_deref(),
            texts[2].as_deref(),
        ],
    )?;
    let shape = view.shape(&unfolded(ViewLayout::Three));
    let own = |hunk: &&Hunk| hunk.amends.is_none();
    let later = later.iter().flat_map(|entry| &entry.hunks);
    prop_assert_eq!(shape.hunks().len(), later.filter(own).count());
    Ok(())
}

proptest! {
    #![proptest_config(testing::cases(200))]

    #[test]
    fn every_column_is_its_text_whatever_was_decided(
        (base, steps) in history(),
        decisions in decisions(),
        entries in 0..4_usize,
        without in any::<u32>(),
    ) {
        holds(base.as_deref(), &steps, decisions, (entries, without))?;
    }

    #[test]
    fn a_last_line_that_ends_with_a_bare_cr_is_its_text_with_an_ending_and_without(
        base in prop::sample::select(vec!["a\r", "b\na\r", "b\r\na\r", "\r", "\r\r"]),
        steps in steps(prop::sample::select(vec!["b\n", "b\r\n", "a\r\n", "\n"]).prop_map(str::to_owned)),
        decisions in decisions(),
        entries in 0..4_usize,
        without in any::<u32>(),
    ) {
        holds(Some(base), &steps, decisions, (entries, without))?;
    }

    #[test]
    fn three_texts_without_a_history_are_each_in_their_column(
        base in any_text(),
        current in any_text(),
        proposed in any_text(),
        coarse in any::<bool>(),
    ) {
        let texts = Texts {
            base: base.as_deref(),
            current: current.as_deref(),
            proposed: proposed.as_deref(),
        };
        let budget = if coarse { Duration::ZERO } else { FileView::QUICK };
        let view = FileView::of_texts(&texts, budget);
        check(&view, [texts.current, texts.base, texts.proposed])?;
    }

    #[test]
    fn the_hunks_of_changes_that_git_knows_lead_from_the_base_to_the_proposal(
        base in any_text(),
        current in any_text(),
        proposed in any_text(),
    ) {
        let texts = Texts {
            base: base.as_deref(),
            current: current.as_deref(),
            proposed: proposed.as_deref(),
        };
        let [before, after] = [texts.base, texts.proposed].map(Option::unwrap_or_default);
        let changes = changes_between(before, after, FileView::QUICK);
        let mut numbers = 0..;
        let mut hunk = |change: &Span| git_hunk(numbers.next().unwrap(), change);
        let view = FileView::of_changes(&texts, &changes, FileView::QUICK, &mut hunk);
        check(&view, [texts.current, texts.base, texts.proposed])?;
        let shape = view.shape(&unfolded(ViewLayout::Unified));
        let rows = view.rows(&shape, 0, usize::MAX);
        let (mut applied, mut next) = (String::new(), 0);
        let (old, new) = (lines_of(before), lines_of(after));
        for (change, row) in changes.iter().zip(shape.hunks()) {
            // The rows that name the hunk are the lines that it removes and inserts, and no others.
            let own = rows.iter().filter_map(|of| match of {
                ViewRow::Lines(line) if line.hunk == Some(row.id) => Some(line),
                _ => None,
            });
            let own: Vec<&LineRow> = own.collect();
            let removed = own.iter().filter(|line| line.proposed.is_none() && line.base.is_some());
            let added = own.iter().filter(|line| line.base.is_none() && line.proposed.is_some());
            prop_assert_eq!(removed.count(), change.old.len());
            prop_assert_eq!(added.count(), change.new.len());
            prop_assert_eq!((row.removed as usize, row.added as usize), (change.old.len(), change.new.len()));
            prop_assert!(patch_of(change, &old, &new).starts_with("@@ -"));
            applied.push_str(&old[next..change.old.start].concat());
            applied.push_str(&new[change.new.clone()].concat());
            next = change.old.end;
        }
        applied.push_str(&old[next..].concat());
        prop_assert_eq!(applied, after);
        let is_at_odds = |cell: &Option<Cell>| cell.as_ref().is_some_and(|cell| cell.kind == CellKind::Conflict);
        let is_at_odds = |row: &ViewRow| matches!(row, ViewRow::Lines(row) if is_at_odds(&row.current) || is_at_odds(&row.proposed));
        prop_assert!(!rows.iter().any(is_at_odds));
    }
}

fn git_hunk(number: u128, change: &Span) -> HunkRow {
    HunkRow {
        id: HunkId(uuid::Uuid::from_u128(number)),
        entry: EntryId(uuid::Uuid::nil()),
        origin: Origin::User,
        state: HunkState::Pending,
        written: true,
        conflict: None,
        first_row: 0,
        rows: 0,
        added: u32::try_from(change.new.len()).unwrap(),
        removed: u32::try_from(change.old.len()).unwrap(),
        oversized: false,
        amended: false,
        comments: 0,
        builds_on: Vec::new(),
        carries: Vec::new(),
        rationale: None,
        operation: notice::Notice::default(),
    }
}
