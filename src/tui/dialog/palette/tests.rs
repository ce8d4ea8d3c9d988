//! Tests of the palette: its possible and impossible rows, how it narrows, which row stays chosen,
//! what Enter does.

use uuid::Uuid;

use super::*;
use crate::effect::{Effect, SearchField};
use crate::keymap::{Action, Context, Keymap};
use crate::tests::{TuiHarness, settings};
use protocol::command::Command;
use protocol::ids::SessionId;
use protocol::query::{FileNote, Query, Reply};

fn file(path: &str) -> FileMatch {
    FileMatch {
        path: path.into(),
        git: None,
        note: FileNote::Plain,
    }
}

fn files(paths: &[&str]) -> Vec<FileMatch> {
    paths.iter().map(|path| file(path)).collect()
}

fn summary(id: u128, name: &str) -> SessionSummary {
    let mut settings = settings();
    settings.name = name.into();
    let at = jiff::Timestamp::from_second(1_800_000_000).unwrap();
    SessionSummary {
        id: SessionId(Uuid::from_u128(id)),
        workspace: protocol::ids::WorkspaceId("w".into()),
        settings,
        status: protocol::session::SessionStatus::Idle,
        created_at: at,
        updated_at: at,
        messages: 3,
        usage: protocol::usage::Usage::default(),
        duration_ms: 0,
        pid: None,
        last_error: None,
        about: String::new(),
    }
}

/// A screen with the palette open and these keys pressed in it.
pub(crate) fn palette(width: u16, height: u16, typed: &str) -> TuiHarness {
    let mut harness = TuiHarness::furnished(width, height);
    harness.press("Alt+X");
    let sessions = vec![summary(7, "docs-site"), summary(8, "ci-fix")];
    harness
        .app
        .reply(&Query::Sessions, Reply::Sessions { sessions });
    harness.type_text(typed);
    harness
}

/// Answers the last query for files.
fn answer_files(harness: &mut TuiHarness, paths: &[&str]) {
    let asked = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::AskNewest(SearchField::Palette, query) => Some(query.clone()),
            _ => None,
        });
    let asked = asked.expect("files were asked for");
    let reply = Reply::Files {
        files: files(paths),
        total: 9,
    };
    harness.app.reply(&asked, reply);
}

fn chosen(harness: &TuiHarness) -> Option<Entry> {
    let palette = harness.app.model().dialogs.find::<Palette>();
    palette?.chosen().cloned()
}

#[test]
fn nothing_that_decides_is_ever_among_the_rows() {
    let keymap = Keymap::embedded().unwrap();
    let all = entries(&keymap, Context::ALL, &[]);
    let decides = |thing: &PaletteTarget| match thing {
        PaletteTarget::Action(action) => {
            let mut rows = keymap.all().iter().filter(|row| row.action == *action);
            rows.clone().any(|row| row.danger > 1) || rows.all(|row| row.context == Context::Bar)
        }
        _ => false,
    };
    let wrong: Vec<_> = all.iter().filter(|entry| decides(&entry.thing)).collect();
    assert_eq!(wrong, Vec::<&Entry>::new());
    let has = |thing: &PaletteTarget| all.iter().any(|entry| entry.thing == *thing);
    assert!(has(&PaletteTarget::Action(Action::ZoomPane)) && has(&PaletteTarget::Page("theme")));
    assert!(
        has(&PaletteTarget::Run("/figures".into())) && has(&PaletteTarget::Line("/mode ".into()))
    );
    assert!(
        has(&PaletteTarget::Line("/clear".into())),
        "it waits in the editor"
    );
}

#[test]
fn a_sign_narrows_it_to_one_kind() {
    let mut harness = palette(120, 40, "#");
    harness.shows("docs-site");
    harness.shows("2 of ");
    harness.type_text("ci");
    assert_eq!(
        chosen(&harness).map(|entry| entry.label),
        Some("ci-fix".into())
    );
    let mut harness = palette(120, 40, ":");
    harness.shows("6 of ");
    harness.shows("Settings: theme");
    let mut harness = palette(120, 40, ">zoom");
    harness.shows("> Zoom pane");
    let mut harness = palette(120, 40, "/");
    assert!(!harness.text().contains("Zoom pane"));
    harness.shows("> /model");
    let mut harness = palette(120, 40, "@");
    answer_files(&mut harness, &["src/auth/session.rs", "README.md"]);
    harness.shows("2 of ");
    harness.shows("> src/auth/session.rs");
}

#[test]
fn a_command_is_found_by_its_name_before_what_others_do_and_by_whole_words_of_that() {
    for (typed, first) in [
        ("/mode", "/mode  "),
        ("/re", "/resume  "),
        ("model", "/model  "),
        ("undo", "/rollback  "),
        ("new", "/new  "),
        ("copy", "/copy  "),
        ("tokens", "/context  "),
        ("answer by answer", "/figures  "),
    ] {
        let harness = palette(120, 40, typed);
        let label = chosen(&harness)
            .map(|entry| entry.label)
            .unwrap_or_default();
        assert!(label.starts_with(first), "{typed}: {label}");
    }
    let mut harness = palette(120, 40, "no such thing");
    harness.shows("no match");
}

#[test]
fn what_comes_late_stands_behind_and_leaves_what_is_chosen() {
    let mut harness = palette(120, 40, "review");
    let before = chosen(&harness).map(|entry| entry.label);
    let begins = before
        .as_deref()
        .map(|label| label.starts_with("/review  "));
    assert_eq!(begins, Some(true));
    answer_files(&mut harness, &["review.rs", "src/review/mod.rs"]);
    assert_eq!(chosen(&harness).map(|entry| entry.label), before);
    harness.shows("src/review/mod.rs");
    // An answer to an earlier text is outdated.
    let asked = |harness: &TuiHarness| {
        let mut asked = harness.effects.iter().rev();
        asked.find_map(|effect| match effect {
            Effect::AskNewest(SearchField::Palette, query) => Some(query.clone()),
            _ => None,
        })
    };
    let old = asked(&harness).expect("a question");
    harness.type_text("x");
    harness.app.reply(
        &old,
        Reply::Files {
            files: files(&["reviewx.md"]),
            total: 1,
        },
    );
    assert!(!harness.text().contains("reviewx.md"));
}

#[test]
fn enter_does_what_is_chosen() {
    let mut harness = palette(120, 40, "#docs");
    harness.effects.clear();
    harness.press("Enter");
    let opened = harness.orders().into_iter().any(|order| {
        matches!(order, Command::OpenSession { session } if session.0 == Uuid::from_u128(7))
    });
    assert!(opened);

    let mut harness = palette(120, 40, "@");
    answer_files(&mut harness, &["src/auth/session.rs"]);
    harness.effects.clear();
    harness.press("Enter");
    let asked = harness.effects.iter().any(|effect| {
        matches!(effect, Effect::Ask(Query::BufferText { path, .. }) if path == "src/auth/session.rs")
    });
    assert!(asked);

    let mut harness = palette(120, 40, ":theme");
    harness.press("Enter");
    harness.shows("[Theme]");

    let mut harness = palette(120, 40, "/figures");
    harness.press("Enter");
    harness.shows("Figures");
}

#[test]
fn a_command_that_needs_more_or_ends_something_goes_into_the_editor() {
    for (typed, line) in [
        ("/clear", "/clear"),
        ("/mode", "/mode "),
        ("/quit", "/quit"),
    ] {
        let mut harness = palette(120, 40, typed);
        harness.effects.clear();
        harness.press("Enter");
        let tab = harness.app.model().sessions.tab().unwrap();
        assert_eq!(tab.editor.text(), line);
        assert_eq!(harness.orders(), [], "{typed}");
    }
}

#[test]
fn tab_completes_the_argument_as_the_editor_does_or_types_the_row() {
    let mut harness = palette(120, 40, "/mode");
    harness.press("Tab");
    assert!(chosen(&harness).is_none());
    harness.shows("accept-edits");
    harness.press("Tab");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.editor.text(), "/mode plan ");
    let mut harness = palette(120, 40, "zoo");
    harness.press("Tab");
    harness.shows("> Zoom pane");
    harness.shows("1 of ");
}

#[test]
fn case_of_words_is_changed_in_the_draft() {
    let mut harness = TuiHarness::furnished(120, 40);
    harness.press("w o r d Ctrl+A Alt+X");
    harness.type_text("upcase word");
    harness.press("Enter");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.editor.text(), "WORD");
}

#[test]
fn what_one_needs_stands_first_where_nothing_is_typed_and_behind_it_what_was_used() {
    let mut harness = palette(120, 40, ":theme");
    harness.press("Enter q");
    harness.press("Alt+X");
    harness.type_text("zoom pane");
    harness.press("Enter Alt+X");
    let palette = harness.app.model().dialogs.find::<Palette>().unwrap();
    let rows: Vec<&Entry> = palette.rows().map(|(entry, _)| entry).collect();
    let commands: Vec<&str> = rows[..7]
        .iter()
        .map(|entry| entry.label.split("  ").next().unwrap())
        .collect();
    assert_eq!(
        commands,
        [
            "/model",
            "/mode",
            "/new",
            "/resume",
            "/review",
            "/rollback",
            "/settings"
        ]
    );
    assert_eq!(rows[7].thing, PaletteTarget::Action(Action::ZoomPane));
    assert_eq!(rows[8].thing, PaletteTarget::Page("theme"));
}

#[test]
fn a_command_whose_arguments_can_be_left_out_runs_and_tab_adds_them() {
    let mut harness = palette(120, 40, "/model");
    harness.press("Enter");
    harness.shows("Model");
    let mut harness = palette(120, 40, "/theme");
    harness.press("Tab");
    let tab = harness.app.model().sessions.tab().unwrap();
    assert_eq!(tab.editor.text(), "/theme ");
}

#[test]
fn it_looks_as_drawn() {
    let mut harness = palette(80, 24, "re");
    answer_files(&mut harness, &["src/review/mod.rs", "README.md"]);
    harness.press("Down");
    insta::assert_snapshot!("palette_80_text", harness.text());
    let mut harness = palette(80, 24, "no such thing");
    insta::assert_snapshot!("nothing_80_text", harness.text());
}

#[test]
fn the_name_of_another_tool_finds_the_page_that_adds_a_provider() {
    let mut harness = palette(80, 24, "connect");
    harness.shows("Settings");
    harness.press("Enter");
    let opens = harness
        .app
        .model()
        .dialogs
        .shows::<crate::dialog::settings::Settings>();
    assert!(opens, "{}", harness.text());
}
