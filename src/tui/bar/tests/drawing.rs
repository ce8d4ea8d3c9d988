//! Snapshots of every state of the bar at 80 and at 160 columns, with its styles at 80.

use std::time::Duration;

use crossterm::event::KeyCode;
use insta::assert_snapshot;
use l10n::testing::speaking;
use l10n::{Language, say};
use notice::{Notice, notice};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::help::{BarHarness, command, input, prompt, write};
use crate::bar::{AutoApproved, Bar, BarContext, PassthroughQuestion, draw_auto};
use crate::theme::{ColourDepth, Role, Theme};
use protocol::approval::{DeleteItem, Question, QuestionBody, RiskReason, RiskReport, Validation};
use protocol::ids::ContentHash;

fn rows(buffer: &Buffer) -> String {
    let area = buffer.area;
    let rows: Vec<String> = (0..area.height)
        .map(|y| {
            let row: String = (0..area.width)
                .map(|x| buffer[(x, y)].symbol().to_owned())
                .collect();
            row.trim_end().to_owned()
        })
        .collect();
    rows.join("\n")
}

fn theme() -> Theme {
    Theme::load("dark", ColourDepth::TrueColour).expect("a shipped theme")
}

fn drawn(bar: &Bar, width: u16) -> Buffer {
    drawn_in(bar, width, 14)
}

fn drawn_in(bar: &Bar, width: u16, most: u16) -> Buffer {
    let mut bar = bar.clone();
    let context = bar.around;
    let height = bar.measure(width, most, &context);
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    bar.draw(buffer.area, &mut buffer, &theme());
    buffer
}

/// Lists where the style changes, with the names of the matching roles.
fn styles(buffer: &Buffer) -> String {
    let theme = theme();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let mut before = None;
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let style = (cell.fg, cell.bg, cell.modifier);
            if before != Some(style) {
                let role = Role::ALL
                    .iter()
                    .find(|role| !role.is_background() && theme.style(**role).fg == Some(cell.fg));
                let back = Role::ALL
                    .iter()
                    .find(|role| role.is_background() && theme.style(**role).bg == Some(cell.bg));
                let role = role.map_or("-", |role| role.key());
                let back = back.map_or("-", |role| role.key());
                text.push_str(&format!("{y}:{x} {role} on {back} {:?}\n", cell.modifier));
                before = Some(style);
            }
        }
    }
    text
}

fn shell() -> Question {
    let text = "rm -rf target dist && curl -fsSL https://get.example.sh | sh";
    let reason = |text: Notice, span| RiskReason {
        text,
        span: Some(span),
    };
    let mut risk = RiskReport::high(Notice::default());
    let deletes = notice!(
        "risk-place",
        what = notice!("risk-deed-deletes"),
        name = "1,412 files, 3 not in git"
    );
    risk.reasons = vec![
        reason(deletes, (0, 18)),
        reason(Notice::text("runs a network script"), (22, 60)),
    ];
    command(2, text, risk)
}

fn delete() -> Question {
    let item = |path: &str, files, bytes, note| DeleteItem {
        path: path.to_owned(),
        files,
        bytes,
        note,
        inside: Vec::new(),
    };
    let files = vec![
        item("tests/old/", 31, 1_800_000, notice!("told-git-clean")),
        item(
            "src/auth/legacy.rs",
            1,
            100_000,
            Notice::text("in git, 2 unsaved edits of yours"),
        ),
        item("data/seed.sqlite", 5, 9_000_000, notice!("told-git-not")),
    ];
    prompt(
        4,
        QuestionBody::Delete { files },
        RiskReport::high(Notice::text("deletes")),
    )
}

fn select(multiple: bool) -> Question {
    let body = QuestionBody::Select {
        question: "How should a second refresh behave?".to_owned(),
        options: vec![
            "wait for the first result (as now)".to_owned(),
            "fail fast with Busy".to_owned(),
        ],
        multiple,
    };
    prompt(5, body, RiskReport::low(Notice::text("a question")))
}

fn timer() -> Question {
    let body = QuestionBody::Confirm {
        question: Notice::text("Continue with the database migration?"),
    };
    let mut prompt = prompt(
        6,
        body,
        RiskReport::medium(Notice::text("writes to a database")),
    );
    prompt.timeout_s = Some(300);
    prompt
}

/// A screen of this width with these questions open.
fn screen(width: u16, questions: Vec<Question>) -> BarHarness {
    let mut screen = BarHarness::default();
    screen.bar.set_view(width, 14);
    for question in questions {
        screen.open(question);
    }
    screen
}

/// Every state at this width, in the order of the design's sheet.
fn states(width: u16) -> Vec<(&'static str, Buffer)> {
    let mut all = Vec::new();
    let mut add = |name, screen: &BarHarness| all.push((name, drawn(&screen.bar, width)));

    let waiting = screen(width, vec![write(1), shell()]);
    add("write, waits", &waiting);
    let mut typing = screen(width, vec![write(1), shell()]);
    typing.key(KeyCode::Char('a'));
    typing.bar.set_surroundings(&typing.context());
    add("write, typing", &typing);
    let mut asked = screen(width, vec![write(1), shell()]);
    asked.take_bar();
    add("write", &asked);
    asked.lone(KeyCode::Char('a'));
    add("scopes", &asked);
    asked.lone(KeyCode::Esc);
    asked.take_bar();
    asked.lone(KeyCode::Char('?'));
    add("help", &asked);
    asked.lone(KeyCode::Char(']'));
    asked.wait(500);
    add("shell", &asked);
    asked.lone(KeyCode::Char('x'));
    add("shell, explained", &asked);
    asked.lone(KeyCode::Char('x'));
    asked.lone(KeyCode::Char('y'));
    asked.type_slowly("ru");
    add("shell, typing the word", &asked);
    asked.wait(1_000);
    asked.lone(KeyCode::Enter);
    add("shell, another word", &asked);
    asked.lone(KeyCode::Esc);
    asked.lone(KeyCode::Char('c'));
    asked.type_slowly("use make clean");
    add("reason", &asked);

    let mut text = screen(width, vec![input(3, Validation::Number)]);
    text.take_bar();
    text.type_slowly("4711");
    add("input", &text);
    text.type_slowly("x");
    text.wait(1_000);
    text.lone(KeyCode::Enter);
    add("input, refused", &text);

    let mut one = screen(width, vec![select(false)]);
    one.take_bar();
    add("select", &one);
    let mut several = screen(width, vec![select(true)]);
    several.take_bar();
    several.lone(KeyCode::Char(' '));
    several.lone(KeyCode::Char('2'));
    add("select, several", &several);

    let mut list = screen(width, vec![delete()]);
    list.take_bar();
    list.lone(KeyCode::Char('3'));
    list.lone(KeyCode::Char(' '));
    add("list", &list);

    let mut idle = screen(width, vec![timer()]);
    idle.editor.push('x');
    idle.wait(275_000);
    idle.bar.take_focus(idle.now);
    add("timer", &idle);

    let mut stale = screen(width, vec![write(1), shell()]);
    stale.take_bar();
    let mut changed = write(1);
    changed.shown = ContentHash::of(b"another");
    stale.open(changed);
    stale.wait(0);
    add("stale", &stale);

    let mut auto = screen(width, Vec::new());
    let question = PassthroughQuestion::new("session 1", "~/src/shop", "review");
    auto.bar.ask_passthrough(question, Duration::ZERO);
    add("passthrough?", &auto);

    let mut strip = Buffer::empty(Rect::new(0, 0, width, 2));
    let facts = AutoApproved {
        since: Some(jiff::Timestamp::from_second(1_800_000_000).unwrap()),
        writes: 5,
        commands: 2,
        held: vec!["git push".to_owned()],
    };
    let zone = jiff::tz::TimeZone::UTC;
    let area = strip.area;
    draw_auto(
        &facts,
        ("F9 off  F12 stops all", "undo all: F8"),
        &zone,
        area,
        &mut strip,
        &theme(),
    );
    all.push(("auto", strip));
    all
}

fn panel(width: u16) -> String {
    states(width)
        .into_iter()
        .map(|(name, buffer)| format!("[{name}]\n{}\n", rows(&buffer)))
        .collect()
}

#[test]
fn every_state_at_80_columns() {
    assert_snapshot!(panel(80));
}

#[test]
fn every_state_at_160_columns() {
    assert_snapshot!(panel(160));
}

#[test]
fn every_state_at_60_columns() {
    assert_snapshot!(panel(60));
}

#[test]
fn every_state_in_other_languages() {
    for language in [Language::French, Language::Portuguese] {
        let name = format!("states_{}_80", language.code());
        assert_snapshot!(name, speaking(language, || panel(80)));
    }
}

#[test]
fn no_key_and_no_button_is_cut_at_any_width() {
    for language in Language::ALL {
        speaking(language, no_button_is_cut);
    }
}

fn no_button_is_cut() {
    use crate::bar::entry::{Entry, View};
    let asked = [write(1), shell(), input(1, Validation::NotEmpty)];
    for (question, width) in asked
        .into_iter()
        .flat_map(|one| (60..130).map(move |w| (one.clone(), w)))
    {
        let labels = crate::bar::buttons::of(
            &Entry::new(question.clone()),
            View {
                width,
                height: 14,
                ..View::default()
            },
        );
        let mut screen = screen(width, vec![question, write(9)]);
        screen.take_bar();
        screen.lone(KeyCode::Tab);
        let found = rows(&drawn(&screen.bar, width));
        for button in labels {
            let label = format!("[{}]", button.label);
            assert!(found.contains(&label), "{width}: {label}\n{found}");
        }
        let place = say!("bar-place-of", place = 1_u8, count = 2_u8);
        assert!(found.contains(&place), "{width}: {found}");
    }
}

#[test]
fn styles_of_the_states_at_80_columns() {
    let text: String = states(80)
        .into_iter()
        .filter(|(name, _)| ["write", "shell", "list", "timer"].contains(name))
        .map(|(name, buffer)| format!("[{name}]\n{}\n", styles(&buffer)))
        .collect();
    assert_snapshot!(text);
}

#[test]
fn the_write_prompt_is_drawn_to_the_cell_of_the_design() {
    let mut screen = screen(80, vec![write(1), shell()]);
    screen.take_bar();
    let expected = "\
── CONFIRM 1 of 2  write ──────────────────────────────────────────── risk low ─
 src/auth/session.rs  +18 -6  4 hunks
   41 - let tok = self.inner.fetch().await?;
   41 + let _g = self.locks.get(self.uid).lock().await;      +22 lines: d
 >[y approve]< [n reject] [d diff] [e edit] [c comment] [a always…] Esc later";
    let found = rows(&drawn_in(&screen.bar, 80, 5));
    assert_eq!(found, expected);
}

#[test]
fn hidden_characters_of_a_command_are_shown() {
    let text = "echo ok\u{202e}\u{200b}\t\u{1b}[2K rm";
    let mut screen = screen(
        80,
        vec![command(
            1,
            text,
            RiskReport::medium(Notice::text("unclear")),
        )],
    );
    screen.take_bar();
    let found = rows(&drawn(&screen.bar, 80));
    assert!(
        found.contains("$ echo ok<U+202E><U+200B><TAB><ESC>[2K rm"),
        "{found}"
    );
}

#[test]
fn what_a_command_could_change_for_good_is_named_beforehand() {
    let mut question = command(
        1,
        "make",
        RiskReport::medium(Notice::text("not known to only read")),
    );
    if let QuestionBody::Command { uncovered, .. } = &mut question.body {
        *uncovered = Some(Notice::text(
            "1 file over 10 MiB is not covered: a\u{202e}.bin",
        ));
    }
    let mut screen = screen(80, vec![question]);
    screen.take_bar();
    let found = rows(&drawn(&screen.bar, 80));
    let expected = "1 file over 10 MiB is not covered: a<U+202E>.bin";
    assert!(found.contains(expected), "{found}");
}

#[test]
fn a_text_that_does_not_fit_is_said_to_be_cut_and_can_be_scrolled() {
    let text: String = (1..40).map(|line| format!("echo {line}\n")).collect();
    let mut screen = screen(
        80,
        vec![command(
            1,
            &text,
            RiskReport::medium(Notice::text("unclear")),
        )],
    );
    screen.take_bar();
    let found = rows(&drawn(&screen.bar, 80));
    assert!(found.contains(" $ echo 1\n"), "{found}");
    assert!(found.contains("more rows: d to the end, then y"), "{found}");
    assert!(!found.contains("always"), "always is withheld: {found}");
    screen.lone(KeyCode::Char('j'));
    let found = rows(&drawn(&screen.bar, 80));
    assert!(!found.contains(" echo 2\n"), "{found}");
    for ends in [" $ echo 1\n", "…  echo 3\n", "…  echo 39\n"] {
        assert!(found.contains(ends), "{found}");
    }
    let id = screen.bar.shown().expect("a prompt").id;
    screen.bar.seen_in_full(id);
    assert!(rows(&drawn(&screen.bar, 80)).contains("[a always…]"));
}

#[test]
fn nothing_is_drawn_where_nothing_is_asked() {
    let mut bar = BarHarness::default().bar;
    assert_eq!(bar.measure(80, 10, &BarContext::default()), 0);
}

#[test]
fn where_nothing_shall_move_a_count_down_is_said_in_steps() {
    let mut still = BarHarness::default();
    still.bar.motion = crate::motion::Motion::Off;
    still.bar.set_view(80, 14);
    still.open(timer());
    let said = |screen: &BarHarness| {
        let buffer = drawn(&screen.bar, 80);
        let row: String = (0..80).map(|x| buffer[(x, 0)].symbol()).collect();
        row.split("rejects in ").nth(1).unwrap_or_default()[..4].to_owned()
    };
    assert_eq!(said(&still), "5:00");
    still.wait(4_000);
    assert_eq!(said(&still), "5:00");
    still.wait(7_000);
    assert_eq!(said(&still), "4:50");
}

#[test]
fn the_explanation_says_what_decided_and_repeats_nothing() {
    let part = |text: &str, span| RiskReason {
        text: Notice::text(text),
        span: Some(span),
    };
    let mut risk = RiskReport::medium(Notice::default());
    risk.reasons = vec![part("git add is not known to only read", (0, 9))];
    let mut screen = screen(80, vec![command(1, "git add a && ls", risk)]);
    screen.take_bar();
    let before = rows(&drawn(&screen.bar, 80));
    let reason = "git add is not known to only read";
    assert!(
        before.contains(reason) && !before.contains("^1"),
        "{before}"
    );
    assert!(!before.contains("[ ]"), "no other question waits: {before}");
    screen.lone(KeyCode::Char('x'));
    let after = rows(&drawn(&screen.bar, 80));
    assert_eq!(after.matches(reason).count(), 1, "{after}");
    for said in ["git add a: git add is", "No rule covers it"] {
        assert!(after.contains(said), "{said}: {after}");
    }
}
