//! Tests of the rows of small histories.

use std::collections::BTreeSet;

use super::drawn::drawn;
use crate::testing::maker::{Maker, agent};
use crate::view::{BaseChoice, FileView, Notes, Texts, result_near};
use protocol::change::{FileOperation, HunkState, Origin};
use protocol::ids::HunkId;
use protocol::review::LineOwner;
use protocol::review::view::{HunkRow, ViewLayout, ViewOptions, Whitespace};

fn view(maker: &Maker) -> FileView {
    FileView::of(
        &maker.log.clone().into(),
        &BaseChoice::default(),
        &Notes::default(),
    )
}

fn layout(layout: ViewLayout) -> ViewOptions {
    ViewOptions {
        layout,
        ..ViewOptions::default()
    }
}

fn three(maker: &Maker) -> Vec<String> {
    drawn(&view(maker), &ViewOptions::default())
}

fn write_all(maker: &mut Maker) {
    for hunk in maker
        .log
        .entries
        .iter_mut()
        .flat_map(|entry| &mut entry.hunks)
    {
        hunk.written = true;
    }
}

#[test]
fn a_proposed_change_stands_beside_the_line_that_it_replaces_with_the_words_that_differ() {
    let mut maker = Maker::new(Some("a\nlet x = one(2);\nc\n"));
    let hunks = maker.edit_to(agent(), "a\nlet x = two(2);\nnew\nc\n", 80);
    assert_eq!(
        three(&maker),
        [
            "1=a|1=a|1=a",
            "2-let x = {one}(2);|2-let x = {one}(2);|2+let x = {two}(2);",
            "/|/|3+new",
            "3=c|3=c|4=c",
        ]
    );
    let shape = view(&maker).shape(&ViewOptions::default());
    let hunk = &shape.hunks()[0];
    assert_eq!((hunk.id, hunk.first_row, hunk.rows), (hunks[0], 1, 2));
    assert_eq!((hunk.added, hunk.removed), (2, 1));
    assert_eq!(view(&maker).stat(), (2, 1));
}

#[test]
fn a_written_change_is_in_both_outer_columns() {
    let mut maker = Maker::new(Some("a\nlet x = one(2);\nc\n"));
    maker.edit_to(agent(), "a\nlet x = two(2);\nc\n", 80);
    write_all(&mut maker);
    let rows = [
        "1=a|1=a|1=a",
        "2+let x = {two}(2);|2-let x = {one}(2);|2+let x = {two}(2);",
        "3=c|3=c|3=c",
    ];
    assert_eq!(three(&maker), rows);
    let two = drawn(&view(&maker), &layout(ViewLayout::Two));
    let rows = [
        "1=a|/|1=a",
        "/|2-let x = {one}(2);|/",
        "2+let x = {two}(2);|/|2+let x = {two}(2);",
        "3=c|/|3=c",
    ];
    assert_eq!(two, rows);
}

#[test]
fn a_refused_hunk_is_drawn_beside_the_text_and_a_written_one_stays_on_the_disk_until_an_apply() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let hunks = maker.edit_to(agent(), "a\nX\nc\n", 80);
    maker.decide(&hunks, HunkState::Rejected);
    let rows = ["1=a|1=a|1=a", "/|/|0xX", "2=b|2=b|2=b", "3=c|3=c|3=c"];
    assert_eq!(three(&maker), rows);
    let shape = view(&maker).shape(&ViewOptions::default());
    assert_eq!((shape.hunks()[0].first_row, shape.hunks()[0].rows), (1, 2));
    write_all(&mut maker);
    let rows = ["1=a|1=a|1=a", "2+X|/|0xX", "/|2-b|2=b", "3=c|3=c|3=c"];
    assert_eq!(three(&maker), rows);
}

#[test]
fn the_same_change_made_twice_is_a_conflict_that_says_so() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let agents = maker.edit_to(agent(), "a\nB\nc\n", 80);
    maker.decide(&agents, HunkState::Rejected);
    maker.edit_to(Origin::User, "a\nB\nc\n", 80);
    maker.log.entries[1].hunks[0].written = true;
    maker.decide(&agents, HunkState::Pending);
    let shape = view(&maker).shape(&ViewOptions::default());
    let conflict = shape.hunks()[0].conflict.clone().unwrap();
    let why = "you wrote the same lines there: both would double them";
    assert_eq!(conflict.why.to_string(), why);
    let near = result_near(&maker.log.clone().into(), &Notes::default(), agents[0], 4).unwrap();
    let note = near.note.map(|note| note.to_string());
    assert_eq!(note, Some(format!("to settle first: {why}")));
}

#[test]
fn a_line_that_the_user_and_an_agent_changed_is_a_conflict_in_all_columns() {
    let mut maker = Maker::new(Some("a\n.timeout(secs(30))\nc\n"));
    let agents = maker.edit_to(agent(), "a\n.timeout(self.timeout)\nc\n", 80);
    maker.decide(&agents, HunkState::Rejected);
    let mine = maker.edit_to(Origin::User, "a\n.timeout(secs(45))\nc\n", 80);
    maker.log.entries[1].hunks[0].written = true;
    maker.decide(&agents, HunkState::Pending);
    let rows = three(&maker);
    let shape = view(&maker).shape(&ViewOptions::default());
    let conflict = shape.hunks()[0].conflict.clone().unwrap();
    assert_eq!((shape.hunks()[0].id, conflict.with), (agents[0], mine[0]));
    assert!(conflict.with_user);
    let why = "you changed the same line";
    assert_eq!(conflict.why.to_string(), why);
    let expected = [
        "1=a|1=a|1=a",
        "2!.timeout(secs({45}))|2!.timeout({secs(30)})|2!.timeout({self.timeout})",
        "/|/|3!.timeout(secs(45))",
        "3=c|3=c|4=c",
    ];
    assert_eq!(rows, expected);
    let two = drawn(&view(&maker), &layout(ViewLayout::Two));
    let expected = [
        "1=a|/|1=a",
        "/|2!.timeout({secs(30)})|/",
        "2!.timeout(secs({45}))|/|2!.timeout({self.timeout})",
        "/|/|3!.timeout(secs(45))",
        "3=c|/|4=c",
    ];
    assert_eq!(two, expected);

    let settled = Notes {
        settled: BTreeSet::from([(agents[0], mine[0])]),
        ..Notes::default()
    };
    let view = FileView::of(&maker.log.clone().into(), &BaseChoice::default(), &settled);
    let shape = view.shape(&ViewOptions::default());
    assert_eq!(shape.hunks()[0].conflict, None);
    assert!(!drawn(&view, &ViewOptions::default()).concat().contains('!'));
}

#[test]
fn unified_puts_what_goes_above_what_comes() {
    let mut maker = Maker::new(Some("a\nb 1\nc 1\nd\n"));
    maker.edit_to(agent(), "a\nb 2\nc 2\nd\n", 80);
    let rows = drawn(&view(&maker), &layout(ViewLayout::Unified));
    let expected = [
        "/|1=a|1=a",
        "/|2-b {1}|/",
        "/|3-c {1}|/",
        "/|/|2+b {2}",
        "/|/|3+c {2}",
        "/|4=d|4=d",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn unchanged_lines_are_folded_but_for_their_context_and_opened_by_lines() {
    let base: String = (1..=40).map(|line| format!("line {line}\n")).collect();
    let mut maker = Maker::new(Some(&base));
    maker.edit_to(agent(), &base.replace("line 20\n", "line XX\n"), 80);
    let mut options = ViewOptions {
        context: 2,
        ..ViewOptions::default()
    };
    let rows = drawn(&view(&maker), &options);
    assert_eq!(rows.len(), 7);
    assert_eq!(rows[0], "fold 1: 17 lines");
    assert_eq!(rows[1], "18=line 18|18=line 18|18=line 18");
    assert_eq!(rows[6], "fold 23: 18 lines");
    options.opened = vec![(1, 10), (23, 17)];
    let rows = drawn(&view(&maker), &options);
    assert_eq!(rows[0], "fold 1: 7 lines");
    assert_eq!(rows[1], "8=line 8|8=line 8|8=line 8");
    assert_eq!(rows.last().unwrap(), "40=line 40|40=line 40|40=line 40");
}

#[test]
fn only_entries_after_the_base_are_hunks_of_the_review() {
    let mut maker = Maker::new(Some("a\nb\nc\n"));
    let early = maker.edit_to(agent(), "A\nb\nC\n", 80);
    write_all(&mut maker);
    let late = maker.edit_to(agent(), "A\nB\nC\n", 80);
    let base = BaseChoice {
        entries: 1,
        without: BTreeSet::from([early[1]]),
    };
    let view = FileView::of(&maker.log.clone().into(), &base, &Notes::default());
    let shape = view.shape(&ViewOptions::default());
    let ids: Vec<_> = shape.hunks().iter().map(|hunk| hunk.id).collect();
    assert_eq!(ids, late);
    let rows = [
        "1=A|1=A|1=A",
        "2-b|2-b|/",
        "/|/|2+B",
        "/|3-c|/",
        "3+C|/|3+C",
    ];
    assert_eq!(drawn(&view, &ViewOptions::default()), rows);
}

#[test]
fn created_deleted_renamed_and_empty_files_have_rows_and_hunks() {
    let mut maker = Maker::new(None);
    let hunks = maker.create("a\nb\n", 1);
    assert_eq!(three(&maker), ["/|/|1+a", "/|/|2+b"]);
    let shape = view(&maker).shape(&ViewOptions::default());
    assert_eq!(shape.hunks()[0].operation.to_string(), "created");
    assert_eq!(shape.hunks()[0].carries, hunks[1..]);
    assert_eq!(shape.hunks()[1].builds_on, hunks[..1]);
    maker.decide(&hunks, HunkState::Rejected);
    assert_eq!(three(&maker), ["/|/|0xa", "/|/|0xb"]);

    let mut maker = Maker::new(Some("a\nb\n"));
    let deletion = maker.delete(agent());
    assert_eq!(three(&maker), ["1-a|1-a|/", "2-b|2-b|/"]);
    maker.decide(&[deletion], HunkState::Rejected);
    assert_eq!(three(&maker), ["1=a|1=a|1=a", "2=b|2=b|2=b"]);
    let shape = view(&maker).shape(&ViewOptions::default());
    assert_eq!((shape.hunks()[0].first_row, shape.hunks()[0].rows), (0, 2));

    let mut maker = Maker::new(Some(""));
    assert_eq!(three(&maker), [""; 0]);
    let hunk = maker.hunk(1, 0, &[]);
    let from = "old.txt".to_owned();
    maker.log(
        agent(),
        FileOperation::Rename { from },
        vec![hunk],
        Some(""),
    );
    let shape = view(&maker).shape(&ViewOptions::default());
    let operation = shape.hunks()[0].operation.to_string();
    assert_eq!(operation, "renamed from old.txt");
    assert_eq!((shape.hunks()[0].first_row, shape.hunks()[0].rows), (0, 0));
}

/// Builds a log in which an agent proposes a file, and then a file appears on the disk at
/// the same path.
fn made_twice() -> (Maker, Vec<HunkId>, HunkId) {
    let mut maker = Maker::new(None);
    let agents = maker.create("its\n", 80);
    let hunk = maker.hunk(1, 0, &["mine\n"]);
    let mine = maker.log(
        Origin::User,
        FileOperation::Create,
        vec![hunk],
        Some("mine\n"),
    )[0];
    maker.log.entries[1].made_without.clone_from(&agents);
    maker.decide(&[mine], HunkState::Accepted);
    maker.write(mine, true);
    (maker, agents, mine)
}

#[test]
fn two_files_made_at_one_path_are_a_conflict_that_shows_both_and_loses_neither() {
    let (mut maker, agents, mine) = made_twice();
    assert_eq!(three(&maker), ["1!mine|/|1!mine", "/|/|2!its"]);
    let shape = view(&maker).shape(&ViewOptions::default());
    let why = |hunk: &HunkRow| {
        let conflict = hunk.conflict.as_ref();
        conflict.map(|conflict| conflict.why.to_string())
    };
    let found: Vec<_> = shape
        .hunks()
        .iter()
        .map(|hunk| (hunk.id, why(hunk)))
        .collect();
    let at = "you inserted lines at the same place".to_owned();
    assert!(found.contains(&(agents[0], Some(at))), "{found:?}");
    // Both creations accepted, then each alone.
    let target = |maker: &Maker| maker.log.target().text;
    assert_eq!(target(&maker).as_deref(), Some("mine\n"));
    maker.decide(&agents, HunkState::Accepted);
    assert_eq!(target(&maker).as_deref(), Some("mine\nits\n"));
    maker.decide(&[mine], HunkState::Rejected);
    assert_eq!(target(&maker).as_deref(), Some("its\n"));
    maker.decide(&agents, HunkState::Rejected);
    assert_eq!(target(&maker), None);
}

#[test]
fn who_deletes_his_own_file_leaves_the_agents_proposal_of_one_as_it_was() {
    let (mut maker, agents, mine) = made_twice();
    let hunk = maker.hunk(1, 1, &[]);
    let deletion = maker.log(Origin::User, FileOperation::Delete, vec![hunk], None)[0];
    maker.log.entries[2].made_without.clone_from(&agents);
    maker.decide(&[deletion], HunkState::Accepted);
    maker.write(deletion, true);
    assert_eq!(maker.log.written().text, None);
    assert_eq!(maker.log.target().text, None);
    assert_eq!(maker.log.buffer().text.as_deref(), Some("its\n"));
    assert_eq!(maker.log.conflicts(), []);
    maker.decide(&agents, HunkState::Accepted);
    assert_eq!(maker.log.target().text.as_deref(), Some("its\n"));
    assert!(!maker.log.in_target().is_empty() && mine != deletion);
}

#[test]
fn endings_are_told_where_they_differ_from_the_rest() {
    let mut maker = Maker::new(Some("a\r\nb\r\nc"));
    maker.edit_to(agent(), "a\nb\r\nc\r\n", 80);
    let rows = ["1-a|1-a|1+a<LF>", "2=b|2=b|2=b", "3-c<none>|3-c<none>|3+c"];
    assert_eq!(three(&maker), rows);
}

#[test]
fn changes_of_white_space_can_be_drawn_as_the_same() {
    let mut maker = Maker::new(Some("if x {\n  y();\n}\n"));
    maker.edit_to(agent(), "if x {\n    y();\n}\n", 80);
    let options = ViewOptions {
        whitespace: Whitespace::Ignored,
        ..ViewOptions::default()
    };
    let rows = [
        "1=if x {|1=if x {|1=if x {",
        "2=  y();|2=  y();|2=    y();",
        "3=}|3=}|3=}",
    ];
    assert_eq!(drawn(&view(&maker), &options), rows);
}

#[test]
fn the_result_near_a_hunk_is_what_applying_gives_with_the_lines_that_the_hunk_made() {
    let base: String = (1..=9).map(|line| format!("{line}\n")).collect();
    let mut maker = Maker::new(Some(&base));
    let hunks = maker.edit_to(agent(), &base.replace("5\n", "five\nfive and a half\n"), 80);
    let near = |maker: &Maker| {
        let near = result_near(&maker.log.clone().into(), &Notes::default(), hunks[0], 4).unwrap();
        (near.first_line, near.lines, near.note)
    };
    let line = |text: &str, made| (text.to_owned(), made);
    let before = vec![
        line("3", LineOwner::Others),
        line("4", LineOwner::Others),
        line("5", LineOwner::Others),
        line("6", LineOwner::Others),
    ];
    assert_eq!(near(&maker), (3, before, None));
    maker.decide(&hunks, HunkState::Accepted);
    let after = vec![
        line("4", LineOwner::Others),
        line("five", LineOwner::Hunk),
        line("five and a half", LineOwner::Hunk),
        line("6", LineOwner::Others),
    ];
    assert_eq!(near(&maker), (4, after, None));
}

#[test]
fn the_result_tells_the_lines_of_an_edit_from_those_of_who_made_the_hunk() {
    let mut maker = Maker::new(Some("1\n2\n3\n"));
    let hunks = maker.edit_to(agent(), "1\ntwo\nand more\n3\n", 80);
    maker.decide(&hunks, HunkState::Accepted);
    maker.amend(hunks[0], "zwei\nand more\n").unwrap();
    let log = maker.log.clone().into();
    let near = result_near(&log, &Notes::default(), hunks[0], 4).unwrap();
    let of: Vec<(&str, LineOwner)> = near
        .lines
        .iter()
        .map(|(text, of)| (text.as_str(), *of))
        .collect();
    let wanted = [
        ("1", LineOwner::Others),
        ("zwei", LineOwner::Edit),
        ("and more", LineOwner::Hunk),
        ("3", LineOwner::Others),
    ];
    assert_eq!(of, wanted);
}

#[test]
fn texts_without_a_history_are_aligned_by_two_diffs() {
    let texts = Texts {
        base: Some("a\nb\nc\nd\ne\n"),
        current: Some("a\nmine\nc\nd\ne\nend\n"),
        proposed: Some("a\nb b\nc\nD\ne\nend\n"),
    };
    let view = FileView::of_texts(&texts, FileView::QUICK);
    assert!(!view.refining());
    let rows = [
        "1=a|1=a|1=a",
        "/|2!b|2!b{ b}",
        "2!mine|/|/",
        "3=c|3=c|3=c",
        "4-d|4-d|/",
        "/|/|4+D",
        "5=e|5=e|5=e",
        "6+end|/|6+end",
    ];
    assert_eq!(drawn(&view, &ViewOptions::default()), rows);
    let none = Texts::default();
    let view = FileView::of_texts(&none, FileView::QUICK);
    assert_eq!(drawn(&view, &ViewOptions::default()), [""; 0]);
}

#[test]
fn a_long_line_is_cut_and_marked_without_looking_at_all_of_it() {
    let long = "word ".repeat(200_000);
    let mut maker = Maker::new(Some(&format!("{long}x\n")));
    maker.edit_to(agent(), &format!("other {long}y\n"), 80);
    let rows = drawn(&view(&maker), &ViewOptions::default());
    assert!(rows.iter().all(|row| row.len() < 9_100));
}

#[test]
fn a_search_names_the_rows_that_show_a_text_in_any_column() {
    let numbered: String = (1..=40).map(|line| format!("line {line}\n")).collect();
    let mut maker = Maker::new(Some(&numbered));
    let after = numbered.replace("line 5\n", "line Five\n");
    let after = after.replace("line 30\n", "line dreiÄig\n");
    maker.edit_to(agent(), &after, 80);
    let view = view(&maker);
    let all = ViewOptions {
        context: u32::MAX,
        ..ViewOptions::default()
    };
    let shape = view.shape(&all);
    let found = |text: &str| view.find(&shape, text, 100);
    let shown = |row: &u32| {
        let rows = view.rows(&shape, usize::try_from(*row).unwrap(), 1);
        format!("{rows:?}").to_lowercase()
    };
    for text in ["five", "FIVE", "dreiä", "17", "30"] {
        let rows = found(text);
        assert!(!rows.is_empty(), "{text}");
        assert!(
            rows.iter()
                .all(|row| shown(row).contains(&text.to_lowercase())),
            "{text}"
        );
    }
    assert_eq!(found("nowhere"), [0; 0]);
    assert_eq!(view.find(&shape, "1", 3).len(), 3);
    // Folded lines are on no row.
    let folded = view.shape(&ViewOptions::default());
    assert_eq!(view.find(&folded, "17", 100), [0; 0]);
}
