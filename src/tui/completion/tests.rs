//! Tests of the completion.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Candidate, CompletionEffect, CompletionPopup, CompletionQuery};
use crate::keymap::Action;
use crate::theme::Theme;

fn files(paths: &[&str]) -> Vec<Candidate> {
    paths
        .iter()
        .map(|path| Candidate {
            insert: (*path).to_owned(),
            label: (*path).to_owned(),
            detail: String::new(),
        })
        .collect()
}

fn labels(popup: &CompletionPopup) -> Vec<&str> {
    popup
        .candidates()
        .iter()
        .map(|candidate| candidate.insert.as_str())
        .collect()
}

#[test]
fn a_slash_opens_the_commands_and_filters_them() {
    let mut popup = CompletionPopup::new();
    assert_eq!(popup.update("/", 1), Some((1, CompletionQuery::Commands)));
    assert_eq!(
        popup.candidates().len(),
        client::slash::SLASH_COMMANDS.len()
    );
    popup.update("/mod", 4);
    assert_eq!(labels(&popup)[..3], ["model", "mode", "models"]);
    popup.act(Action::PopupNext);
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(0..4, "/mode ".to_owned())
    );
    assert!(!popup.is_open());
}

#[test]
fn enter_runs_a_whole_command_and_puts_in_a_part_of_one() {
    let mut popup = CompletionPopup::new();
    popup.update("/help", 5);
    assert_eq!(popup.enter(), CompletionEffect::Run);
    popup.update("/hel", 4);
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(0..4, "/help ".to_owned())
    );
    popup.update("/mode pl", 8);
    let about = &popup.selected().expect("a mode").detail;
    assert_eq!(about, "nothing is written, only low-risk commands run");
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(6..8, "plan ".to_owned())
    );
    popup.update("/mode plan", 10);
    assert_eq!(popup.enter(), CompletionEffect::Run);
    popup.update("/mode ", 6);
    popup.act(Action::PopupNext);
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(6..6, "review ".to_owned())
    );
}

#[test]
fn the_name_of_another_tool_offers_what_does_the_same_here() {
    let mut popup = CompletionPopup::new();
    popup.update("/und", 4);
    assert_eq!(labels(&popup)[0], "rollback");
    let about = &popup.selected().expect("a command").detail;
    assert_eq!(about, "same as /undo");
    popup.update("/fork", 5);
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(0..5, "/session fork ".to_owned())
    );
    // Our own commands come first and appear once, and two letters are too few for those
    // of other tools.
    popup.update("/the", 4);
    assert_eq!(labels(&popup), ["theme"]);
    popup.update("/mode", 5);
    assert_eq!(labels(&popup)[..2], ["mode", "model"]);
    popup.update("/un", 3);
    assert_eq!(labels(&popup)[0], "unqueue");
    assert!(!labels(&popup).contains(&"rollback"));
}

#[test]
fn an_alias_is_offered_and_runs_as_its_command() {
    let mut popup = CompletionPopup::new();
    popup.update("/usa", 4);
    assert_eq!(labels(&popup)[0], "usage");
    popup.update("/exi", 4);
    assert_eq!(labels(&popup)[0], "exit");
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(0..4, "/exit ".to_owned())
    );
    for line in ["/exit", "/new", "/usage"] {
        popup.update(line, line.len());
        assert_eq!(popup.enter(), CompletionEffect::Run, "{line}");
    }
    // One row for a command whose name begins so itself.
    popup.update("/qu", 3);
    assert_eq!(labels(&popup)[0], "quit");
    assert!(!labels(&popup).contains(&"q"));
}

#[test]
fn late_candidates_are_dropped() {
    let mut popup = CompletionPopup::new();
    let (old, wanted) = popup.update("see @se", 7).expect("a question");
    assert_eq!(
        wanted,
        CompletionQuery::Mentionable {
            pattern: "se".into()
        }
    );
    let (new, _) = popup.update("see @ses", 8).expect("a question");
    assert!(new > old);
    popup.arrived(old, files(&["late.rs"]));
    assert!(!popup.is_open());
    popup.arrived(new, files(&["src/session.rs", "src/sessions.rs"]));
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(4..8, "@src/session.rs ".to_owned())
    );
}

#[test]
fn a_range_of_lines_stays_behind_the_file() {
    let mut popup = CompletionPopup::new();
    let (number, wanted) = popup.update("@ses:10-40", 10).expect("a question");
    assert_eq!(
        wanted,
        CompletionQuery::Mentionable {
            pattern: "ses".into()
        }
    );
    popup.arrived(number, files(&["src/session.rs"]));
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(0..10, "@src/session.rs:10-40 ".to_owned())
    );
}

#[test]
fn models_are_asked_for_once_and_filtered_here() {
    let mut popup = CompletionPopup::new();
    let (number, wanted) = popup.update("/model ", 7).expect("a question");
    assert_eq!(wanted, CompletionQuery::Models { provider: None });
    assert_eq!(popup.update("/model q", 8), None, "one question is enough");
    popup.arrived(number, files(&["llama3", "qwen3:4b"]));
    assert_eq!(labels(&popup), ["qwen3:4b"]);
}

#[test]
fn esc_closes_it_until_something_else_is_typed() {
    let mut popup = CompletionPopup::new();
    popup.update("/he", 3);
    popup.act(Action::PopupClose);
    assert_eq!(popup.act(Action::PopupNext), CompletionEffect::NotMine);
    popup.update("/he", 3);
    assert!(!popup.is_open());
    popup.update("/hel", 4);
    assert!(popup.is_open());
}

#[test]
fn a_path_or_a_second_line_opens_nothing() {
    let mut popup = CompletionPopup::new();
    assert_eq!(popup.update("/usr/b", 6), None);
    assert!(!popup.is_open());
    popup.update("a\n/he", 5);
    assert!(!popup.is_open());
    popup.update("mail me@example", 15);
    assert!(!popup.is_open());
}

#[test]
fn it_is_drawn_above_the_editor_and_never_over_it() {
    let mut popup = CompletionPopup::new();
    popup.update("/mode ", 6);
    let screen = Rect::new(0, 0, 60, 12);
    let editor = Rect::new(0, 9, 60, 2);
    let area = popup.area(screen, editor).expect("room");
    assert_eq!((area.y, area.height), (3, 6));
    let mut buffer = Buffer::empty(screen);
    popup.draw(area, &mut buffer, &Theme::default());
    let row: String = (0..60)
        .map(|x| buffer[(x, area.y)].symbol().to_owned())
        .collect();
    assert!(row.starts_with(" > plan  "), "{row}");
    assert!(row.contains("nothing is written"), "{row}");
    assert_eq!(
        popup
            .area(screen, Rect::new(0, 3, 60, 2))
            .map(|area| area.height),
        Some(3)
    );
    assert_eq!(popup.area(screen, Rect::new(0, 0, 60, 2)), None);
}

#[test]
fn behind_a_known_file_a_range_of_lines_is_completed() {
    let mut popup = CompletionPopup::new();
    let (number, _) = popup.update("see @src/a.rs", 13).expect("a question");
    popup.arrived(number, files(&["src/a.rs", "src/ab.rs"]));
    let (number, wanted) = popup.update("see @src/a.rs:", 14).expect("a question");
    let path = "src/a.rs".to_owned();
    assert_eq!(wanted, CompletionQuery::Lines { path });
    popup.arrived(number, files(&["1-90", "10-20", "40-61"]));
    assert_eq!(labels(&popup), ["1-90", "10-20", "40-61"]);
    assert_eq!(
        popup.update("see @src/a.rs:4", 15),
        None,
        "one question is enough"
    );
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(4..15, "@src/a.rs:40-61 ".to_owned())
    );
    popup.update("see @src/a.rs:40-61", 19);
    assert!(!popup.is_open(), "it is whole: Enter sends");
}

#[test]
fn behind_a_known_file_a_word_filters_what_it_defines() {
    let mut popup = CompletionPopup::new();
    let (number, _) = popup.update("@src/a.rs", 9).expect("a question");
    popup.arrived(number, files(&["src/a.rs"]));
    let (number, _) = popup.update("@src/a.rs:", 10).expect("a question");
    let part = |insert: &str, detail: &str| Candidate {
        insert: insert.into(),
        label: insert.into(),
        detail: detail.into(),
    };
    popup.arrived(
        number,
        vec![
            part("1-90", "all of it"),
            part("4-18", "struct Retry"),
            part("40-61", "fn run"),
        ],
    );
    assert_eq!(popup.update("@src/a.rs:ru", 12), None, "no new question");
    assert_eq!(labels(&popup), ["40-61"]);
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(0..12, "@src/a.rs:40-61 ".to_owned())
    );
}

#[test]
fn a_folder_is_gone_into_and_then_named() {
    let mut popup = CompletionPopup::new();
    let (number, _) = popup.update("see @do", 7).expect("a question");
    popup.arrived(number, files(&["docs/", "docs/a.md"]));
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(4..7, "@docs/".to_owned()),
        "the completion goes on in it"
    );
    let (number, wanted) = popup.update("see @docs/", 10).expect("a question");
    let pattern = "docs/".to_owned();
    assert_eq!(wanted, CompletionQuery::Mentionable { pattern });
    popup.arrived(number, files(&["docs/", "docs/a.md", "docs/old/"]));
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(4..10, "@docs/ ".to_owned())
    );
    let (number, _) = popup.update("see @docs/", 10).expect("a question");
    popup.arrived(number, files(&["docs/"]));
    let (_, wanted) = popup.update("see @docs/:", 11).expect("a question");
    assert!(
        matches!(wanted, CompletionQuery::Mentionable { .. }),
        "no lines"
    );
}

#[test]
fn each_argument_has_its_own_candidates() {
    let mut popup = CompletionPopup::new();
    popup.update("/session lo", 11);
    assert_eq!(labels(&popup), ["load"]);
    let (number, wanted) = popup.update("/session load ", 14).expect("a question");
    assert_eq!(wanted, CompletionQuery::Sessions);
    let session = |id: &str, name: &str| Candidate {
        insert: id.into(),
        label: name.into(),
        detail: String::new(),
    };
    popup.arrived(
        number,
        vec![session("0192", "docs"), session("0193", "auth")],
    );
    popup.update("/session load au", 16);
    assert_eq!(labels(&popup), ["0193"], "it is found by its name");
    assert_eq!(popup.update("/session rename x", 17), None);
    assert!(!popup.is_open());
    let (number, wanted) = popup.update("/review ", 8).expect("a question");
    assert_eq!(wanted, CompletionQuery::Branches);
    popup.arrived(
        number,
        vec![session("main", "main"), session("topic", "topic")],
    );
    popup.update("/review to", 10);
    assert_eq!(labels(&popup), ["topic"]);
    let (_, wanted) = popup.update("/use ", 5).expect("a question");
    assert_eq!(wanted, CompletionQuery::Providers);
    let (_, wanted) = popup.update("/use ollama q", 13).expect("a question");
    let provider = Some("ollama".to_owned());
    assert_eq!(wanted, CompletionQuery::Models { provider });
    popup.update("/confirm text ", 14);
    assert_eq!(labels(&popup), ["on", "off"]);
    popup.update("/confirm revoke ", 16);
    assert!(!popup.is_open());
    popup.update("/mode ", 6);
    assert_eq!(labels(&popup).len(), 6);
}

#[test]
fn a_file_as_an_argument_keeps_its_lines_and_blanks() {
    let mut popup = CompletionPopup::new();
    let (number, wanted) = popup.update("/include ses:1-9", 16).expect("a question");
    let pattern = "ses".to_owned();
    assert_eq!(wanted, CompletionQuery::Files { pattern });
    popup.arrived(number, files(&["src/a session.rs"]));
    assert_eq!(
        popup.act(Action::PopupInsert),
        CompletionEffect::Replace(9..16, "\"src/a session.rs:1-9\" ".to_owned())
    );
}

#[test]
fn enter_sends_a_command_with_a_path_in_full_and_never_puts_in_what_an_older_path_gave() {
    let mut popup = CompletionPopup::new();
    let (number, _) = popup.update("/include n", 10).expect("a question");
    popup.arrived(number, files(&["main.rs", "notes.txt"]));
    let (number, _) = popup.update("/include notes.txt", 18).expect("a question");
    assert_eq!(popup.enter(), CompletionEffect::Run, "no answer came yet");
    let (again, _) = popup.update("/include notes.tx", 17).expect("a question");
    assert!(again > number);
    popup.arrived(again, files(&["notes.txt"]));
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(9..17, "notes.txt ".to_owned())
    );
    let (number, _) = popup.update("/include notes.txt", 18).expect("a question");
    popup.arrived(number, files(&["notes.txt", "notes.txt.bak"]));
    assert_eq!(popup.enter(), CompletionEffect::Run);
}

#[test]
fn a_command_is_found_by_its_name_and_not_by_its_arguments() {
    let mut popup = CompletionPopup::new();
    popup.update("/hlep", 5);
    assert_eq!(labels(&popup), [""; 0]);
    assert_eq!(popup.enter(), CompletionEffect::NotMine);
}

#[test]
fn folders_are_offered_level_by_level() {
    let mut popup = CompletionPopup::new();
    let (number, wanted) = popup.update("/cwd cr", 7).expect("a question");
    let of = |folder: &str| CompletionQuery::Folders { of: folder.into() };
    assert_eq!(wanted, of(""));
    popup.arrived(number, files(&["crates", "docs"]));
    assert_eq!(labels(&popup), ["crates"]);
    assert_eq!(popup.update("/cwd cra", 8), None, "it is the same folder");
    let (number, wanted) = popup.update("/cwd crates/", 12).expect("a question");
    assert_eq!(wanted, of("crates"));
    popup.arrived(number, files(&["crates/a", "crates/b"]));
    assert_eq!(labels(&popup), ["crates/a", "crates/b"]);
    let (_, wanted) = popup
        .update("/session set folder ", 20)
        .expect("a question");
    assert_eq!(wanted, of(""));
}

#[test]
fn themes_are_completed_with_what_may_follow_them() {
    let names = ["auto", "dark", "hc", "mine"].map(str::to_owned);
    let mut popup = CompletionPopup::new().with_themes(names.to_vec().into());
    assert_eq!(popup.update("/theme ", 7), None);
    assert_eq!(
        labels(&popup),
        ["auto", "dark", "hc", "mine", "palette", "save"]
    );
    popup.update("/theme mi", 9);
    assert_eq!(
        popup.enter(),
        CompletionEffect::Replace(7..9, "mine ".to_owned())
    );
    popup.update("/theme mine ", 12);
    assert_eq!(labels(&popup), ["save"]);
    popup.update("/theme palette ", 15);
    assert_eq!(labels(&popup), ["standard", "cvd"]);
}

#[test]
fn commands_that_were_used_come_first_among_those_that_begin_alike() {
    let mut popup = CompletionPopup::new();
    popup.set_recent(vec!["models".to_owned(), "review".to_owned()]);
    popup.update("/mod", 4);
    assert_eq!(labels(&popup)[..2], ["models", "model"]);
    popup.update("/model", 6);
    assert_eq!(labels(&popup)[0], "model", "it is typed in full");
    popup.update("/", 1);
    assert_eq!(labels(&popup)[..3], ["model", "mode", "new"]);
}
