use super::*;
use crate::tui::keymap::Action;
use crate::tui::pane::Focus;
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

fn file(path: &str) -> TreeEntry {
    TreeEntry {
        name: path.rsplit('/').next().unwrap().to_owned(),
        path: path.to_owned(),
        is_folder: false,
        bytes: 10,
        git: None,
        changed: None,
    }
}

fn folder(path: &str) -> TreeEntry {
    TreeEntry {
        is_folder: true,
        ..file(path)
    }
}

fn changed(path: &str, git: char, counts: (u32, u32)) -> TreeEntry {
    TreeEntry {
        git: Some(git),
        changed: Some(counts),
        ..file(path)
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
    tree
}

fn open_sample() -> Tree {
    let mut tree = sample();
    assert_eq!(tree.act(Action::TreeExpand), TreeEffect::Load("src".into()));
    tree.set_entries(
        "src",
        vec![
            changed("src/session.rs", 'M', (18, 6)),
            changed("src/retry.rs", 'A', (42, 0)),
            file("src/lib.rs"),
        ],
    );
    tree
}

fn screen(tree: &mut Tree, width: u16, height: u16) -> Vec<String> {
    tree.measure(width, height);
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    tree.draw(area, &mut buf, &Theme::default(), Focus::Focused);
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
    let states = [("src/session.rs".to_owned(), FileState::Part)];
    tree.set_states(states.into_iter().collect());
    assert_eq!(
        screen(&mut tree, 26, 8),
        [
            ">v src/",
            "  [~] M session.rs +18-6",
            "      A retry.rs     +42",
            "     lib.rs",
            " > tests/",
            "   Cargo.toml",
            "   .env",
            "",
        ]
    );
    assert_eq!(tree.title(), "FILES        changed 2");
}

#[test]
fn a_refresh_keeps_cursor_and_open_folders() {
    let mut tree = open_sample();
    tree.act(Action::NextItem);
    tree.act(Action::NextItem);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    assert_eq!(tree.wanted(), ["", "src"]);
    tree.set_entries("", vec![folder("a"), folder("src"), file("z")]);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    tree.set_entries("src", vec![file("src/a.rs"), file("src/retry.rs")]);
    assert_eq!(tree.selected().unwrap().path, "src/retry.rs");
    tree.set_entries("src", vec![]);
    assert!(tree.selected().is_some());
}

#[test]
fn only_changed_files_are_shown_on_demand() {
    let mut tree = open_sample();
    tree.act(Action::TreeChangedOnly);
    let rows = screen(&mut tree, 26, 6);
    assert_eq!(
        rows[..4],
        [
            ">v src/",
            "      M session.rs +18-6",
            "      A retry.rs     +42",
            ""
        ]
    );
    tree.act(Action::TreeChangedOnly);
    tree.act(Action::TreeHidden);
    assert!(
        !screen(&mut tree, 26, 8)
            .iter()
            .any(|row| row.contains(".env"))
    );
}

#[test]
fn keys_open_files_diffs_and_mentions() {
    let mut tree = open_sample();
    tree.act(Action::LineDown);
    assert_eq!(
        tree.act(Action::TreeOpen),
        TreeEffect::OpenDiff("src/session.rs".into())
    );
    tree.act(Action::TreeMark);
    tree.act(Action::TreeMark);
    let mentioned = vec!["src/retry.rs".to_owned(), "src/session.rs".to_owned()];
    assert_eq!(
        tree.act(Action::TreeMention),
        TreeEffect::Mention(mentioned)
    );
    assert_eq!(
        tree.act(Action::TreeOpen),
        TreeEffect::OpenFile("src/lib.rs".into())
    );
    tree.act(Action::TreeCollapse);
    assert_eq!(tree.selected().unwrap().path, "src");
    tree.act(Action::TreeCollapse);
    assert_eq!(tree.wanted(), [""]);
    assert_eq!(tree.act(Action::TreeDiff), TreeEffect::Done);
    assert_eq!(tree.act(Action::Send), TreeEffect::Ignored);
}

#[test]
fn a_path_is_revealed_folder_by_folder() {
    let mut tree = sample();
    assert_eq!(tree.reveal("src/auth/a.rs"), TreeEffect::Load("src".into()));
    tree.set_entries("src", vec![folder("src/auth")]);
    assert_eq!(
        tree.reveal("src/auth/a.rs"),
        TreeEffect::Load("src/auth".into())
    );
    tree.set_entries("src/auth", vec![file("src/auth/a.rs")]);
    assert_eq!(tree.reveal("src/auth/a.rs"), TreeEffect::Done);
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
    assert_eq!(tree.search("000123"), TreeEffect::Done);
    assert_eq!(tree.selected().unwrap().path, "f000123");
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
        tree.measure(width, 8);
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
