//! Tests of the mouse over the whole screen: clicks, the wheel, selecting and copying; and of
//! select mode, which does the same by keys. Events have the form that the decoder produces.

mod select_mode;
mod selecting;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::review::Desk;
use super::*;
use crate::tui::app::Redraw;
use crate::tui::layout::Pane;
use crate::tui::model::Focus;
use crate::tui::terminal::MouseCapture;

pub(super) fn mouse(stage: &mut Stage, kind: MouseEventKind, (column, row): (u16, u16)) {
    stage.input(InputKind::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }));
}

const LEFT: MouseButton = MouseButton::Left;

/// Presses and releases the button, well after earlier events.
pub(super) fn click(stage: &mut Stage, at: (u16, u16)) {
    stage.now += Duration::from_secs(1);
    again(stage, at);
}

/// Presses and releases the button again at once.
pub(super) fn again(stage: &mut Stage, at: (u16, u16)) {
    mouse(stage, MouseEventKind::Down(LEFT), at);
    mouse(stage, MouseEventKind::Up(LEFT), at);
    stage.frame();
}

/// Presses the button at one place, moves to another, and releases it there.
pub(super) fn drag(stage: &mut Stage, from: (u16, u16), to: (u16, u16)) {
    stage.now += Duration::from_secs(1);
    mouse(stage, MouseEventKind::Down(LEFT), from);
    mouse(stage, MouseEventKind::Drag(LEFT), to);
    mouse(stage, MouseEventKind::Up(LEFT), to);
    stage.frame();
}

/// Returns the position of a text on the screen.
pub(super) fn place(stage: &mut Stage, wanted: &str) -> (u16, u16) {
    let text = stage.text();
    let buffer = stage.screen.shown();
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let mut rest = String::new();
            let mut skip = 0;
            for column in x..buffer.area.width {
                if skip == 0 {
                    let symbol = buffer[(column, y)].symbol();
                    rest.push_str(symbol);
                    skip = unicode_width::UnicodeWidthStr::width(symbol);
                }
                skip = skip.saturating_sub(1);
            }
            if rest.starts_with(wanted) {
                return (x, y);
            }
        }
    }
    panic!("no {wanted:?} on\n{text}");
}

/// Returns the texts put on the clipboard, the last one first.
pub(super) fn clipboard(stage: &mut Stage) -> Vec<String> {
    let effects = std::mem::take(&mut stage.effects);
    let copies = effects.into_iter().rev().filter_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    copies.collect()
}

pub(super) fn with_mouse(mut stage: Stage) -> Stage {
    stage.app.set_mouse(MouseCapture::On);
    stage.frame();
    stage.effects.clear();
    stage
}

fn desk(width: u16, height: u16) -> Desk {
    let mut desk = Desk::new(width, height);
    desk.stage.app.set_mouse(MouseCapture::On);
    desk.settle();
    desk
}

/// Whether a question was answered since the last call.
fn answers(stage: &mut Stage) -> bool {
    let orders = stage.orders();
    let mut orders = orders.iter();
    orders.any(|order| matches!(order, Command::AnswerQuestion { .. }))
}

fn focus(stage: &Stage) -> Focus {
    stage.app.model().focus
}

#[test]
fn a_click_focuses_a_pane_and_its_row_and_a_second_one_opens_what_is_there() {
    let mut stage = with_mouse(Stage::furnished(160, 48));
    let readme = place(&mut stage, "README.md");
    click(&mut stage, readme);
    assert_eq!(focus(&stage), Focus::Pane(Pane::Tree));
    assert!(
        stage
            .text()
            .lines()
            .nth(readme.1.into())
            .unwrap()
            .starts_with('>')
    );
    assert!(stage.effects.is_empty(), "{:?}", stage.effects);
    click(&mut stage, readme);
    let asked = stage
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Ask(Query::BufferText { .. })));
    assert!(asked, "{:?}", stage.effects);
    // A click on the title only focuses.
    let title = place(&mut stage, "CHAT");
    click(&mut stage, title);
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat));
}

#[test]
fn a_click_puts_the_cursor_of_the_editor_into_its_cell_also_in_wrapped_and_wide_text() {
    let mut stage = with_mouse(Stage::furnished(80, 24));
    let long = "word ".repeat(20);
    stage.input(InputKind::Paste(format!("日本語 and\n{long}last")));
    let wide = place(&mut stage, "本語");
    click(&mut stage, wide);
    stage.press("X");
    assert!(
        stage
            .app
            .model()
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("日X本語")
    );
    // The second half of a wide character counts as the character.
    let wide = place(&mut stage, "本語");
    click(&mut stage, (wide.0 + 1, wide.1));
    stage.press("Y");
    assert!(
        stage
            .app
            .model()
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("日XY本語")
    );
    // On a row that continues the line above.
    let last = place(&mut stage, "last");
    click(&mut stage, last);
    stage.press("Z");
    let text = stage.app.model().tab().unwrap().editor.text();
    assert!(text.ends_with("word Zlast"), "{text}");
    // A click after the end of a line goes to its end.
    let first = place(&mut stage, "日X");
    click(&mut stage, (70, first.1));
    stage.press("!");
    let text = stage.app.model().tab().unwrap().editor.text();
    assert!(text.starts_with("日XY本語 and!\n"), "{text}");
}

#[test]
fn what_the_mouse_selects_in_the_editor_is_copied_and_typing_takes_nothing_away() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.input(InputKind::Paste("one two three".into()));
    let (x, y) = place(&mut stage, "two three");
    drag(&mut stage, (x, y), (x + 2, y));
    assert_eq!(clipboard(&mut stage), ["two"]);
    stage.press("x");
    assert_eq!(
        stage.app.model().tab().unwrap().editor.text(),
        "one twox three"
    );
    // Two presses select a word, three the line.
    let at = place(&mut stage, "three");
    click(&mut stage, at);
    again(&mut stage, at);
    assert_eq!(clipboard(&mut stage), ["three"]);
    again(&mut stage, at);
    assert_eq!(clipboard(&mut stage), ["one twox three"]);
    // A selection made by keys is still replaced by typing.
    stage.press("End Shift+Home y");
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "y");
}

#[test]
fn a_click_on_a_tab_shows_its_session() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    let other = SessionId(Uuid::from_u128(77));
    stage.fact_of(
        other,
        EventKind::SessionCreated {
            settings: SessionSettings {
                name: "docs-site".into(),
                ..settings()
            },
            policy: policy(Mode::Review),
        },
    );
    stage.app.open_session(other);
    stage.collect();
    let first = place(&mut stage, "1 auth-refactor");
    let second = place(&mut stage, "2 docs-site");
    click(&mut stage, second);
    assert_eq!(stage.app.model().session(), Some(other));
    click(&mut stage, first);
    assert_eq!(stage.app.model().session(), Some(session()));
}

#[test]
fn a_click_on_the_bar_answers_nothing_and_moves_its_focus_only_where_it_has_the_keys() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.begin_run();
    stage.input(InputKind::Paste("a draft".into()));
    stage.fact(EventKind::QuestionOpened {
        question: prompts::prompt(),
    });
    stage.effects.clear();
    let waits = place(&mut stage, "y approve");
    for _ in 0..3 {
        click(&mut stage, waits);
    }
    assert_eq!(focus(&stage), Focus::Editor);
    assert!(
        stage.text().contains("a click answers nothing: F2 gives"),
        "{}",
        stage.text()
    );
    assert!(!answers(&mut stage));
    stage.press("F2");
    stage.now += Duration::from_secs(1);
    let reject = place(&mut stage, "n reject");
    click(&mut stage, reject);
    assert!(stage.text().contains(">[n reject]<"), "{}", stage.text());
    assert!(!answers(&mut stage), "it is focused, not pressed");
    // Input that follows at once is not an answer: the bar's delay starts again.
    stage.key_now("Enter");
    stage.now += Duration::from_millis(40);
    stage.input(InputKind::Settled);
    assert!(!answers(&mut stage));
    // A click elsewhere moves the focus away, and answers nothing either.
    let chat = place(&mut stage, "Refactor session");
    click(&mut stage, chat);
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat));
    stage.wait(Duration::from_secs(3));
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat), "{}", stage.text());
    assert!(!answers(&mut stage));
    assert_eq!(stage.app.model().tab().unwrap().editor.text(), "a draft");
}

#[test]
fn rows_of_the_completion_the_palette_and_lists_are_chosen_by_a_click() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.press("/ m o");
    let model = place(&mut stage, "/models");
    click(&mut stage, model);
    let line = stage.text().lines().nth(model.1.into()).unwrap().to_owned();
    assert!(line.starts_with(" > /models"), "{line}");
    stage.press("Tab");
    assert!(
        stage
            .app
            .model()
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("/model")
    );
    stage.press("Ctrl+C Alt+X");
    let zoom = place(&mut stage, "One pane alone");
    click(&mut stage, zoom);
    let line = stage.text().lines().nth(zoom.1.into()).unwrap().to_owned();
    assert!(line.contains("> One pane alone"), "{line}");
    assert_eq!(
        stage.app.model().wishes.zoom,
        None,
        "it is chosen, not done"
    );
    let mut desk = desk(120, 40);
    desk.press("F8");
    let text = desk.stage.text();
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("│ ") && line.contains(" #") || line.contains("auto"))
        .collect();
    assert!(!rows.is_empty(), "{text}");
    let (_, y) = place(&mut desk.stage, "┌─ CHECKPOINTS");
    for row in 2..4 {
        let inside = place(&mut desk.stage, "┌─ CHECKPOINTS").0 + 4;
        click(&mut desk.stage, (inside, y + row));
        let line = desk
            .stage
            .text()
            .lines()
            .nth((y + row).into())
            .unwrap()
            .to_owned();
        assert!(
            line.contains("│ >"),
            "row {row}: {line}\n{}",
            desk.stage.text()
        );
    }
}

#[test]
fn a_row_of_the_settings_is_chosen_by_a_click_and_changed_by_none() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.press("Ctrl+X ,");
    let id = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Job(crate::tui::settings::JobCommand::Begin(id, _)) => Some(*id),
        _ => None,
    });
    let view = crate::tui::settings::tests::view();
    let step = crate::protocol::catalogue::JobProgress::Looked(Box::new(view));
    stage.app.job_progress(id.unwrap(), Some(step));
    let openai = place(&mut stage, "openai");
    click(&mut stage, openai);
    let chosen = |stage: &mut Stage| {
        let text = stage.text();
        let row = text
            .lines()
            .find(|line| line.contains("│ >"))
            .map(str::to_owned);
        row.unwrap_or_else(|| panic!("{text}"))
    };
    assert!(chosen(&mut stage).contains("openai"));
    assert!(!stage.text().contains("unsaved"));
    // The wheel moves through the rows and stops at the ends.
    mouse(&mut stage, MouseEventKind::ScrollUp, openai);
    mouse(&mut stage, MouseEventKind::ScrollUp, openai);
    assert!(!chosen(&mut stage).contains("openai"));
    assert!(!stage.text().contains("unsaved"));
}

fn long_conversation(stage: &mut Stage) {
    for number in 0..40 {
        let text = format!("message {number} says something\n\nin two parts");
        stage.fact(EventKind::MessageAdded {
            message: message(1_000 + number, Role::User, &text),
        });
    }
    stage.frame();
}

#[test]
fn the_wheel_scrolls_the_pane_under_the_pointer_and_leaves_the_keys_where_they_are() {
    let mut stage = with_mouse(Stage::furnished(160, 48));
    long_conversation(&mut stage);
    stage.press("h e l l o");
    let before = stage.text();
    let chat = place(&mut stage, "message 39");
    mouse(&mut stage, MouseEventKind::ScrollUp, chat);
    let after = place(&mut stage, "message 38");
    let row = before
        .lines()
        .position(|line| line.contains("message 38"))
        .unwrap();
    assert_eq!(usize::from(after.1), row + 3, "three rows");
    assert_eq!(focus(&stage), Focus::Editor);
    // Over another pane, this one does not scroll.
    let tree = place(&mut stage, "README.md");
    let still = stage.text();
    mouse(&mut stage, MouseEventKind::ScrollUp, tree);
    mouse(&mut stage, MouseEventKind::ScrollDown, (10, 47));
    assert_eq!(stage.text(), still);
    mouse(&mut stage, MouseEventKind::ScrollDown, chat);
    stage.press("!");
    assert!(stage.text().contains("hello!"));
    assert_eq!(place(&mut stage, "message 38").1 as usize, row);
}

#[test]
fn a_hundred_steps_of_the_wheel_are_one_frame() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    long_conversation(&mut stage);
    let chat = place(&mut stage, "message 39");
    for _ in 0..100 {
        mouse(&mut stage, MouseEventKind::ScrollUp, chat);
        // The loop draws at once for input only with `Redraw::Now`; with `Redraw::Answered` it
        // handles pending inputs first.
        assert_eq!(stage.app.dirty(), Redraw::Answered);
    }
    assert!(stage.text().contains("message 0 says"), "{}", stage.text());
    assert_eq!(stage.app.dirty(), Redraw::No);
    assert!(stage.frame().is_empty());
}

#[test]
fn a_click_opens_what_is_folded_and_folds_what_is_open() {
    let mut stage = with_mouse(Stage::furnished(120, 60));
    for fact in crate::tui::pane::chat::tests::sample::rich() {
        stage.fact(fact);
    }
    stage.press("Esc g");
    let folded = place(&mut stage, "thinking …");
    click(&mut stage, folded);
    assert!(stage.text().contains("Space close"), "{}", stage.text());
    click(&mut stage, folded);
    assert!(!stage.text().contains("Space close"), "{}", stage.text());
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat));
}

#[test]
fn a_click_in_the_review_moves_to_its_row_and_marks_nothing() {
    let mut desk = desk(160, 48);
    desk.press("F7");
    let before = desk.orders.len();
    let text = desk.stage.text();
    let rows = text.lines().enumerate();
    let marked = rows.filter(|(_, line)| line.contains("[ ] ") && !line.contains("pending"));
    let (row, _) = marked.last().unwrap();
    click(&mut desk.stage, (70, row as u16));
    desk.settle();
    let line = desk.stage.text().lines().nth(row).unwrap().to_owned();
    assert!(line.contains(">[ ]"), "{line}");
    for _ in 0..5 {
        mouse(
            &mut desk.stage,
            MouseEventKind::ScrollDown,
            (70, row as u16),
        );
        desk.settle();
    }
    assert_eq!(desk.orders.len(), before, "{:?}", desk.orders);
}

#[test]
fn the_mouse_that_is_the_terminals_does_nothing_here_and_the_leader_takes_and_gives_it() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    stage.press("Ctrl+X S");
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    let text = stage.text();
    assert!(
        text.contains("the mouse is the terminal's") && text.contains("Ctrl+X S takes it back"),
        "{text}"
    );
    let chat = place(&mut stage, "Refactor session");
    click(&mut stage, chat);
    drag(&mut stage, chat, (chat.0 + 4, chat.1));
    assert_eq!(focus(&stage), Focus::Editor);
    assert!(clipboard(&mut stage).is_empty());
    // Also with an overlay over the panes, which stays open.
    stage.press("F8 Ctrl+X S");
    assert!(stage.effects.contains(&Effect::Mouse(MouseCapture::On)));
    assert!(stage.text().contains("┌─ CHECKPOINTS"));
    stage.press("Esc Esc");
    click(&mut stage, chat);
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat));
}

#[test]
fn other_buttons_shift_and_places_beyond_the_screen_do_nothing() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    let chat = place(&mut stage, "Refactor session");
    let before = stage.text();
    for kind in [
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Down(MouseButton::Middle),
        MouseEventKind::Drag(LEFT),
        MouseEventKind::Up(LEFT),
        MouseEventKind::Moved,
    ] {
        mouse(&mut stage, kind, chat);
        mouse(&mut stage, kind, (65_534, 65_534));
    }
    mouse(&mut stage, MouseEventKind::Down(LEFT), (500, 500));
    mouse(&mut stage, MouseEventKind::ScrollDown, (0, 40));
    stage.input(InputKind::Mouse(MouseEvent {
        kind: MouseEventKind::Down(LEFT),
        column: chat.0,
        row: chat.1,
        modifiers: KeyModifiers::SHIFT,
    }));
    mouse(&mut stage, MouseEventKind::Up(LEFT), chat);
    assert_eq!(stage.text(), before);
    assert_eq!(focus(&stage), Focus::Editor);
    assert!(stage.effects.is_empty(), "{:?}", stage.effects);
}

#[test]
fn the_click_that_brings_the_window_back_does_nothing_else() {
    let mut stage = with_mouse(Stage::furnished(120, 40));
    let chat = place(&mut stage, "Refactor session");
    stage.input(InputKind::FocusLost);
    stage.wait(Duration::from_secs(5));
    stage.input(InputKind::FocusGained);
    stage.now += Duration::from_millis(100);
    mouse(&mut stage, MouseEventKind::Down(LEFT), chat);
    mouse(&mut stage, MouseEventKind::Drag(LEFT), (chat.0 + 4, chat.1));
    mouse(&mut stage, MouseEventKind::Up(LEFT), (chat.0 + 4, chat.1));
    assert_eq!(focus(&stage), Focus::Editor);
    assert!(clipboard(&mut stage).is_empty());
    click(&mut stage, chat);
    assert_eq!(focus(&stage), Focus::Pane(Pane::Chat));
}
