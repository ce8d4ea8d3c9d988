use crossterm::event::{KeyCode, KeyEvent};

use super::*;
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::keymap::Action;
use crate::pane::review::ReviewTarget;
use crate::pane::{Focused, PaneView};
use crate::theme::Theme;
use crate::widget::row::Paint;
use l10n::say;
use protocol::query::FileMatch;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn file(path: &str) -> TreeEntry {
    TreeEntry {
        name: path.rsplit('/').next().unwrap().to_owned(),
        path: path.to_owned(),
        is_folder: false,
        bytes: 10,
        git: None,
    }
}

fn folder(path: &str) -> TreeEntry {
    TreeEntry {
        is_folder: true,
        ..file(path)
    }
}

fn changed(path: &str, git: char) -> TreeEntry {
    TreeEntry {
        git: Some(git),
        ..file(path)
    }
}

fn mark(state: ChangeState, lines: (u32, u32)) -> FileMark {
    FileMark {
        state,
        lines,
        proposed: false,
        stands: true,
    }
}

fn marks<const N: usize>(marks: [(&str, FileMark); N]) -> HashMap<String, FileMark> {
    let owned = |(path, mark): (&str, FileMark)| (path.to_owned(), mark);
    marks.into_iter().map(owned).collect()
}

fn found(paths: &[&str]) -> Vec<FileMatch> {
    let file = |path: &&str| FileMatch {
        path: (*path).to_owned(),
        ..FileMatch::default()
    };
    paths.iter().map(file).collect()
}

fn git(paths: &[&str]) -> Vec<(String, char)> {
    paths.iter().map(|path| ((*path).to_owned(), 'M')).collect()
}

fn proposed(lines: (u32, u32)) -> FileMark {
    FileMark {
        proposed: true,
        ..mark(ChangeState::Proposed, lines)
    }
}

fn sample() -> Tree {
    let mut tree = Tree::default();
    let mut src = folder("src");
    src.git = Some('M');
    tree.set_entries(
        "",
        vec![src, folder("tests"), file("Cargo.toml"), file(".env")],
    );
    assert_eq!(loads(&mut tree), [""], "the root is wanted from the start");
    tree
}

/// Returns the folders that the tree requests.
fn loads(tree: &mut Tree) -> Vec<String> {
    let queries = tree.take_queries().into_iter();
    queries
        .filter_map(|query| match query {
            Query::Tree { folder } => Some(folder),
            _ => None,
        })
        .collect()
}

/// Returns the folders that the tree requests again after files changed.
fn loads_again(tree: &mut Tree) -> Vec<String> {
    tree.take_queries();
    tree.refresh();
    loads(tree)
}

fn open_sample() -> Tree {
    let mut tree = sample();
    tree.act(Action::TreeExpand);
    assert_eq!(loads(&mut tree), ["src"]);
    tree.set_entries(
        "src",
        vec![
            changed("src/session.rs", 'M'),
            changed("src/retry.rs", 'A'),
            file("src/lib.rs"),
        ],
    );
    tree
}

fn screen(tree: &mut Tree, width: u16, height: u16) -> Vec<String> {
    let colours = &mut Colours::none();
    tree.measure(width, height, colours);
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    let theme = &Theme::default();
    tree.draw(area, &mut buf, Paint { theme, colours }, Focused::Yes);
    (0..height)
        .map(|y| {
            let row: String = (0..width).map(|x| buf[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        })
        .collect()
}

#[test]
fn it_reads_as_in_the_mock_up() {
    let mut tree = open_sample();
    tree.set_marks(marks([
        ("src/session.rs", mark(ChangeState::Partial, (18, 6))),
        ("src/retry.rs", mark(ChangeState::Accepted, (42, 0))),
    ]));
    assert_eq!(
        screen(&mut tree, 26, 8),
        [
            ">v src/",
            "  [~] M session.rs +18-6",
            "  [+] A retry.rs     +42",
            "     lib.rs",
            " > tests/",
            "   Cargo.toml",
            "   .env",
            "",
        ]
    );
    assert_eq!(tree.title(30), "Files        changed 2");
}

#[test]
fn a_refresh_keeps_cursor_and_open_folders() {
    let mut tree = open_sample();
    tree.act(Action::NextItem);
    tree.act(Action::NextItem);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    assert_eq!(loads_again(&mut tree), ["", "src"]);
    tree.set_entries("", vec![folder("a"), folder("src"), file("z")]);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    tree.set_entries("src", vec![file("src/a.rs"), file("src/retry.rs")]);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    tree.set_entries("src", vec![]);
    assert!(tree.selected().is_some());
}

#[test]
fn only_changed_files_are_shown_on_demand_in_folders_that_are_closed_or_not_loaded_too() {
    let mut tree = sample();
    tree.set_changed(&git(&["src/session.rs", "docs/deep/notes.md"]));
    tree.set_marks(marks([("lib/new.rs", proposed((3, 0)))]));
    tree.act(Action::Bottom);
    tree.act(Action::TreeChangedOnly);
    assert_eq!(
        screen(&mut tree, 26, 9)[..8],
        [
            " v docs/",
            "   v deep/",
            "      M notes.md",
            ">v lib/",
            "  [ ] p new.rs        +3",
            " v src/",
            "      M session.rs",
            ""
        ]
    );
    assert_eq!(tree.title(30), "Files  changed 3 only");
    // A folder closed in this view is not closed in the other one, and stays closed when
    // more files change.
    tree.act(Action::Top);
    tree.act(Action::TreeCollapse);
    tree.set_changed(&git(&["src/session.rs", "docs/deep/notes.md", "z.rs"]));
    assert_eq!(screen(&mut tree, 26, 9)[0], ">> docs/");
    assert!(screen(&mut tree, 26, 9).contains(&"      M z.rs".to_owned()));
    tree.act(Action::Bottom);
    assert_eq!(
        tree.act(Action::TreeOpen),
        [Effect::ShowFile("z.rs".into())]
    );
    tree.act(Action::TreeChangedOnly);
    assert_eq!(
        screen(&mut tree, 26, 9)[..6],
        [
            " > src/",
            " > tests/",
            "   Cargo.toml",
            "   .env",
            ">> lib/               +3",
            ""
        ]
    );
    tree.act(Action::TreeHidden);
    let rows = screen(&mut tree, 26, 8);
    assert!(!rows.iter().any(|row| row.contains(".env")));
}

#[test]
fn a_folder_that_is_new_to_git_is_a_row_that_leads_to_all_files() {
    let mut tree = sample();
    tree.set_changed(&[("docs/new/".to_owned(), '?')]);
    tree.act(Action::TreeChangedOnly);
    assert_eq!(screen(&mut tree, 26, 3), [">v docs/", "   > new/", ""]);
    tree.act(Action::LineDown);
    tree.act(Action::TreeOpen);
    assert_eq!(loads(&mut tree), ["docs"]);
    assert!(!tree.shows_only_changed());
    tree.set_entries("", vec![folder("docs"), file("z")]);
    assert_eq!(loads(&mut tree), ["docs"]);
    tree.set_entries("docs", vec![folder("docs/new")]);
    assert_eq!(loads(&mut tree), ["docs/new"]);
    tree.set_entries("docs/new", vec![changed("docs/new/a.md", '?')]);
    let rows = screen(&mut tree, 26, 4);
    assert_eq!(rows[1..3], ["   v new/", "      ? a.md"]);
}

#[test]
fn a_filter_shows_of_what_fits_only_what_was_changed_where_that_is_wanted() {
    let mut tree = sample();
    tree.set_changed(&git(&["src/session.rs"]));
    tree.set_marks(marks([("lib/session.rs", proposed((3, 0)))]));
    tree.set_filter("ses");
    let mut fits = found(&["tests/session.rs", "src/session.rs", "lib/session.rs"]);
    fits[1].git = Some('M');
    tree.set_found("ses", fits, 9);
    assert_eq!(tree.title(30), "Files  /ses  3 of 9");
    tree.act(Action::TreeChangedOnly);
    assert_eq!(tree.title(30), "Files  /ses  2 of 9, changed");
    let rows = screen(&mut tree, 26, 9);
    assert!(!rows.iter().any(|row| row.contains("tests")), "{rows:?}");
    tree.set_found("ses", found(&["tests/session.rs"]), 9);
    assert_eq!(screen(&mut tree, 26, 1), [" no changed match"]);
    tree.act(Action::TreeChangedOnly);
    assert_eq!(tree.title(30), "Files  /ses  1 of 9");
}

#[test]
fn keys_open_files_diffs_and_mentions() {
    let mut tree = open_sample();
    tree.act(Action::LineDown);
    assert_eq!(
        tree.act(Action::TreeOpen),
        [Effect::ShowFile("src/session.rs".into())]
    );
    tree.act(Action::TreeMark);
    tree.act(Action::TreeMark);
    let mentioned = "@src/retry.rs @src/session.rs ".to_owned();
    assert_eq!(tree.act(Action::TreeMention), [Effect::Insert(mentioned)]);
    let opened = Effect::OpenFile {
        path: "src/lib.rs".into(),
        line: 1,
    };
    assert_eq!(tree.act(Action::TreeOpen), [opened]);
    tree.act(Action::TreeCollapse);
    assert_eq!(tree.selected().unwrap().path, "src");
    tree.act(Action::TreeCollapse);
    assert_eq!(loads_again(&mut tree), [""]);
    assert_eq!(tree.act(Action::TreeDiff), []);
    assert_eq!(tree.act(Action::Send), []);
}

#[test]
fn a_path_is_revealed_folder_by_folder() {
    let mut tree = sample();
    assert!(!tree.reveal("src/auth/a.rs"));
    assert_eq!(loads(&mut tree), ["src"]);
    tree.set_entries("src", vec![folder("src/auth")]);
    assert!(!tree.reveal("src/auth/a.rs"));
    assert_eq!(loads(&mut tree), ["src/auth"]);
    tree.set_entries("src/auth", vec![file("src/auth/a.rs")]);
    assert!(tree.reveal("src/auth/a.rs"));
    assert_eq!(tree.selected().unwrap().path, "src/auth/a.rs");
}

#[test]
fn a_hundred_thousand_files_are_rows_and_only_the_screen_is_drawn() {
    let mut tree = Tree::default();
    let files = (0..100_000)
        .map(|number| file(&format!("f{number:06}")))
        .collect();
    tree.set_entries("", files);
    assert_eq!(tree.rows.len(), 100_000);
    tree.act(Action::Bottom);
    let rows = screen(&mut tree, 30, 10);
    assert_eq!(rows[9], ">  f099999");
    assert_eq!(rows[0], "   f099990");
    tree.set_filter("000123");
    tree.set_found("000123", found(&["f000123"]), 100_000);
    assert_eq!(tree.selected().unwrap().path, "f000123");
    tree.leave_filter();
    assert_eq!(tree.rows.len(), 100_000);
    assert_eq!(
        tree.selected().unwrap().path,
        "f000123",
        "the cursor stays on it"
    );
}

#[test]
fn a_hostile_name_cannot_command_the_terminal() {
    let mut tree = Tree::default();
    tree.set_entries("", vec![file("a\u{1b}[2J\u{202e}gnp.exe")]);
    assert_eq!(screen(&mut tree, 50, 1), [">  a<U+001B>[2J<U+202E>gnp.exe"]);
}

#[test]
fn no_row_leaves_a_narrow_pane() {
    let mut tree = open_sample();
    for width in 0..30 {
        tree.measure(width, 8, &mut Colours::none());
        for (number, place) in tree.rows.iter().enumerate() {
            let row = tree.row(place, tree.entry_at(number).unwrap());
            assert!(
                row.width() <= usize::from(width).max(12),
                "{width}: {:?}",
                row.plain()
            );
        }
    }
}

#[test]
fn the_filter_shows_what_fits_in_its_folders_also_in_closed_ones() {
    let mut tree = sample();
    tree.act(Action::Search);
    assert!(tree.takes_text(), "it asks for the filter");
    tree.key(&KeyEvent::from(KeyCode::Enter));
    tree.set_filter("ses");
    assert_eq!(screen(&mut tree, 26, 1), [" looking…"]);
    let mut fits = found(&["src/auth/session.rs", "tests/session_it.rs", "SESSIONS.md"]);
    fits[0].git = Some('M');
    tree.set_found("s", found(&["late"]), 9);
    tree.set_found("ses", fits, 1_234);
    assert_eq!(
        screen(&mut tree, 26, 7),
        [
            " v src/",
            "   v auth/",
            ">     M session.rs",
            " v tests/",
            "     session_it.rs",
            "   SESSIONS.md",
            ""
        ]
    );
    assert_eq!(tree.title(30), "Files  /ses  3 of 1,234");
    assert_eq!(tree.title(22), "Files  /s…  3 of 1,234", "the number stays");
    assert_eq!(tree.act(Action::NextMatch), []);
    assert_eq!(tree.selected().unwrap().path, "tests/session_it.rs");
    let review = Effect::OpenReview(ReviewTarget::Path {
        path: "tests/session_it.rs".into(),
        line: None,
    });
    assert_eq!(tree.act(Action::TreeReview), [review]);
    tree.act(Action::PreviousMatch);
    tree.act(Action::PreviousMatch);
    assert_eq!(tree.selected().unwrap().path, "SESSIONS.md");
    assert_eq!(
        tree.act(Action::Back),
        [Effect::info(say!("tree-all-again"))]
    );
    assert_eq!(tree.filter(), None);
    assert_eq!(screen(&mut tree, 26, 4)[0], " > src/");
}

#[test]
fn what_changes_on_the_disk_leaves_the_reader_of_a_filter_where_he_is() {
    let mut tree = sample();
    tree.set_filter("a");
    tree.set_found("a", found(&["src/a.rs", "src/b/a.rs", "tests/a.rs"]), 9);
    tree.act(Action::Bottom);
    tree.act(Action::TreeCollapse);
    tree.act(Action::TreeCollapse);
    assert_eq!(tree.selected().unwrap().path, "tests");
    tree.set_found("a", found(&["new/a.rs", "src/a.rs", "tests/a.rs"]), 9);
    assert_eq!(tree.selected().unwrap().path, "tests");
    assert!(
        !screen(&mut tree, 26, 9)
            .iter()
            .any(|row| row.contains("> src"))
    );
    assert!(
        screen(&mut tree, 26, 9).contains(&">> tests/".to_owned()),
        "it stays closed"
    );
    tree.set_filter("nothing");
    tree.set_found("nothing", Vec::new(), 9);
    assert_eq!(screen(&mut tree, 26, 1), [" no match"]);
    tree.act(Action::LineDown);
    assert_eq!(tree.act(Action::TreeOpen), []);
    tree.set_filter("");
    assert_eq!(tree.filter(), None);
}

#[test]
fn a_proposed_file_is_shown_before_it_is_on_the_disk() {
    let mut tree = open_sample();
    tree.set_marks(marks([
        ("src/new.rs", proposed((3, 0))),
        ("absent/folder/x.rs", proposed((2, 0))),
    ]));
    let rows = screen(&mut tree, 26, 9);
    assert_eq!(rows[4], "  [ ] p new.rs        +3");
    assert_eq!(rows[8], " > absent/            +2");
    tree.act(Action::Bottom);
    tree.act(Action::TreeExpand);
    tree.act(Action::LineDown);
    tree.act(Action::TreeExpand);
    assert!(loads(&mut tree).is_empty(), "no load");
    let rows = screen(&mut tree, 26, 11);
    assert_eq!(
        rows[8..],
        [" v absent/", ">  v folder/", "  [ ] p x.rs          +2"]
    );
    assert_eq!(
        loads_again(&mut tree),
        ["", "src"],
        "what is not on the disk is not asked for"
    );
    // Once the folder is on the disk, its entries are requested and it stays open.
    tree.set_entries("", vec![folder("absent"), folder("src")]);
    assert_eq!(loads(&mut tree), ["absent"]);
    tree.set_entries("absent", vec![folder("absent/folder")]);
    assert_eq!(loads(&mut tree), ["absent/folder"]);
    tree.set_entries("absent/folder", vec![changed("absent/folder/x.rs", '?')]);
    assert!(loads(&mut tree).is_empty());
    let rows = screen(&mut tree, 26, 8);
    assert_eq!(rows[2].get(1..), Some(" [ ] ? x.rs          +2"));
    tree.set_entries("", vec![folder("src"), folder("tests")]);
    tree.set_entries("src", vec![file("src/lib.rs"), changed("src/new.rs", '?')]);
    tree.set_marks(marks([("src/new.rs", mark(ChangeState::Accepted, (3, 0)))]));
    let rows = screen(&mut tree, 26, 8);
    assert_eq!(rows[2].get(1..), Some(" [+] ? new.rs        +3"));
    assert_eq!(rows.iter().filter(|row| row.contains("new.rs")).count(), 1);
    tree.act(Action::TreeChangedOnly);
    assert!(screen(&mut tree, 26, 8)[1].contains("new.rs"));
}

#[test]
fn files_are_included_one_or_all_that_are_marked_and_folders_are_not() {
    let mut tree = open_sample();
    assert_eq!(tree.act(Action::TreeInclude), [], "a folder");
    tree.act(Action::LineDown);
    let one = Effect::Include(vec!["src/session.rs".into()]);
    assert_eq!(tree.act(Action::TreeInclude), [one]);
    tree.act(Action::Top);
    tree.act(Action::TreeMark);
    tree.act(Action::TreeMark);
    tree.act(Action::TreeMark);
    let two = vec!["src/retry.rs".into(), "src/session.rs".into()];
    assert_eq!(tree.act(Action::TreeInclude), [Effect::Include(two)]);
    assert!(tree.marked().is_empty());
}

#[test]
fn the_title_counts_what_git_counts() {
    let mut tree = sample();
    assert_eq!(tree.title(30), "Files");
    tree.set_changed(&git(&["a", "b/c"]));
    assert_eq!(tree.title(30), "Files        changed 2");
    tree.set_marks(marks([("b/staged", mark(ChangeState::Proposed, (1, 0)))]));
    assert_eq!(tree.title(30), "Files        changed 3");
}

#[test]
fn a_file_of_which_nothing_stands_is_not_counted_as_changed() {
    let mut tree = Tree::default();
    tree.set_entries("", vec![file("a.rs"), file("b.rs")]);
    let refused = FileMark {
        stands: false,
        ..mark(ChangeState::Rejected, (0, 0))
    };
    let taken = mark(ChangeState::Accepted, (1, 0));
    tree.set_marks(marks([("a.rs", refused), ("b.rs", taken)]));
    assert_eq!(tree.changed_count(), 1);
    tree.set_marks(marks([("a.rs", refused), ("b.rs", refused)]));
    assert_eq!(tree.changed_count(), 0);
    assert_eq!(tree.title(40), "Files");
}
