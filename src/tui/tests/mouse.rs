//! Tests of the mouse over the whole screen: clicks, the wheel, selecting and copying; and of
//! select mode, which does the same by keys. Events have the form that the decoder produces.

mod select_mode;
mod selecting;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::app::Redraw;
use crate::chrome::Focus;
use crate::layout::Pane;
use crate::terminal::MouseCapture;

pub(super) fn mouse(harness: &mut TuiHarness, kind: MouseEventKind, (column, row): (u16, u16)) {
    harness.input(InputKind::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }));
}

const LEFT: MouseButton = MouseButton::Left;

/// Presses and releases the button, well after earlier events.
pub(super) fn click(harness: &mut TuiHarness, at: (u16, u16)) {
    harness.now += Duration::from_secs(1);
    again(harness, at);
}

/// Presses and releases the button again at once.
pub(super) fn again(harness: &mut TuiHarness, at: (u16, u16)) {
    mouse(harness, MouseEventKind::Down(LEFT), at);
    mouse(harness, MouseEventKind::Up(LEFT), at);
    harness.frame();
}

/// Presses the button at one place, moves to another, and releases it there.
pub(super) fn drag(harness: &mut TuiHarness, from: (u16, u16), to: (u16, u16)) {
    harness.now += Duration::from_secs(1);
    mouse(harness, MouseEventKind::Down(LEFT), from);
    mouse(harness, MouseEventKind::Drag(LEFT), to);
    mouse(harness, MouseEventKind::Up(LEFT), to);
    harness.frame();
}

/// Returns the position of a text on the screen.
pub(super) fn place(harness: &mut TuiHarness, wanted: &str) -> (u16, u16) {
    let text = harness.text();
    let buffer = harness.screen.shown();
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
pub(super) fn clipboard(harness: &mut TuiHarness) -> Vec<String> {
    let effects = std::mem::take(&mut harness.effects);
    let copies = effects.into_iter().rev().filter_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    copies.collect()
}

pub(super) fn with_mouse(mut harness: TuiHarness) -> TuiHarness {
    harness.app.set_mouse(MouseCapture::On);
    harness.frame();
    harness.effects.clear();
    harness
}

fn review_harness(width: u16, height: u16) -> TuiHarness {
    let mut harness = TuiHarness::reviewed(width, height);
    harness.app.set_mouse(MouseCapture::On);
    harness.settle();
    harness
}

/// Whether a question was answered since the last call.
fn answers(harness: &mut TuiHarness) -> bool {
    let orders = harness.orders();
    let mut orders = orders.iter();
    orders.any(|order| matches!(order, Command::AnswerQuestion { .. }))
}

fn focus(harness: &TuiHarness) -> Focus {
    harness.app.model().chrome.focus
}

#[test]
fn a_click_focuses_a_pane_and_its_row_and_a_second_one_opens_what_is_there() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    let readme = place(&mut harness, "README.md");
    click(&mut harness, readme);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Tree));
    assert!(
        harness
            .text()
            .lines()
            .nth(readme.1.into())
            .unwrap()
            .starts_with('>')
    );
    assert!(harness.effects.is_empty(), "{:?}", harness.effects);
    click(&mut harness, readme);
    let asked = harness
        .effects
        .iter()
        .any(|effect| matches!(effect, Effect::Ask(Query::BufferText { .. })));
    assert!(asked, "{:?}", harness.effects);
    // A click on the title only focuses.
    let title = place(&mut harness, "Chat");
    click(&mut harness, title);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
}

#[test]
fn a_click_puts_the_cursor_of_the_editor_into_its_cell_also_in_wrapped_and_wide_text() {
    let mut harness = with_mouse(TuiHarness::furnished(80, 24));
    let long = "word ".repeat(20);
    harness.input(InputKind::Paste(format!("日本語 and\n{long}last")));
    let wide = place(&mut harness, "本語");
    click(&mut harness, wide);
    harness.press("X");
    assert!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("日X本語")
    );
    // The second half of a wide character counts as the character.
    let wide = place(&mut harness, "本語");
    click(&mut harness, (wide.0 + 1, wide.1));
    harness.press("Y");
    assert!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("日XY本語")
    );
    // On a row that continues the line above.
    let last = place(&mut harness, "last");
    click(&mut harness, last);
    harness.press("Z");
    let text = harness.app.model().sessions.tab().unwrap().editor.text();
    assert!(text.ends_with("word Zlast"), "{text}");
    // A click after the end of a line goes to its end.
    let first = place(&mut harness, "日X");
    click(&mut harness, (70, first.1));
    harness.press("!");
    let text = harness.app.model().sessions.tab().unwrap().editor.text();
    assert!(text.starts_with("日XY本語 and!\n"), "{text}");
}

#[test]
fn what_the_mouse_selects_in_the_editor_is_copied_and_typing_takes_nothing_away() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.input(InputKind::Paste("one two three".into()));
    let (x, y) = place(&mut harness, "two three");
    drag(&mut harness, (x, y), (x + 2, y));
    assert_eq!(clipboard(&mut harness), ["two"]);
    harness.press("x");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "one twox three"
    );
    // Two presses select a word, three the line.
    let at = place(&mut harness, "three");
    click(&mut harness, at);
    again(&mut harness, at);
    assert_eq!(clipboard(&mut harness), ["three"]);
    again(&mut harness, at);
    assert_eq!(clipboard(&mut harness), ["one twox three"]);
    // A selection made by keys is still replaced by typing.
    harness.press("End Shift+Home y");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "y"
    );
}

#[test]
fn a_click_on_a_tab_shows_its_session() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    let other = SessionId(Uuid::from_u128(77));
    harness.fact_of(
        other,
        EventKind::SessionCreated {
            settings: SessionSettings {
                name: "docs-site".into(),
                ..settings()
            },
            policy: policy(Mode::Review),
        },
    );
    harness.app.update(|model| model.show_session(other));
    harness.collect();
    let first = place(&mut harness, "1 auth-refactor");
    let second = place(&mut harness, "2 docs-site");
    click(&mut harness, second);
    assert_eq!(harness.app.model().sessions.session(), Some(other));
    click(&mut harness, first);
    assert_eq!(harness.app.model().sessions.session(), Some(session()));
}

#[test]
fn a_click_on_the_bar_answers_nothing_and_moves_its_focus_only_where_it_has_the_keys() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.begin_run();
    harness.input(InputKind::Paste("a draft".into()));
    harness.fact(EventKind::QuestionOpened {
        question: prompts::prompt(),
    });
    harness.effects.clear();
    let waits = place(&mut harness, "F2 to answer");
    for _ in 0..3 {
        click(&mut harness, waits);
    }
    assert_eq!(focus(&harness), Focus::Editor);
    assert!(
        harness.text().contains("clicks do not answer; F2 goes"),
        "{}",
        harness.text()
    );
    assert!(!answers(&mut harness));
    harness.press("F2");
    harness.now += Duration::from_secs(1);
    let reject = place(&mut harness, "n reject");
    click(&mut harness, reject);
    assert!(
        harness.text().contains(">[n reject]<"),
        "{}",
        harness.text()
    );
    assert!(!answers(&mut harness), "it is focused, not pressed");
    // Input that follows at once is not an answer: the bar's delay starts again.
    harness.key_now("Enter");
    harness.now += Duration::from_millis(40);
    harness.input(InputKind::Settled);
    assert!(!answers(&mut harness));
    // A click elsewhere moves the focus away, and answers nothing either.
    let chat = place(&mut harness, "Refactor session");
    click(&mut harness, chat);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
    harness.wait(Duration::from_secs(3));
    assert_eq!(
        focus(&harness),
        Focus::Pane(Pane::Chat),
        "{}",
        harness.text()
    );
    assert!(!answers(&mut harness));
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "a draft"
    );
}

#[test]
fn rows_of_the_completion_the_palette_and_lists_are_chosen_by_a_click() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.press("/ m o");
    let model = place(&mut harness, "/models");
    click(&mut harness, model);
    let line = harness
        .text()
        .lines()
        .nth(model.1.into())
        .unwrap()
        .to_owned();
    assert!(line.starts_with(" > /models"), "{line}");
    harness.press("Tab");
    assert!(
        harness
            .app
            .model()
            .sessions
            .tab()
            .unwrap()
            .editor
            .text()
            .starts_with("/model")
    );
    harness.press("Ctrl+C Alt+X");
    let zoom = place(&mut harness, "Zoom pane");
    click(&mut harness, zoom);
    let line = harness
        .text()
        .lines()
        .nth(zoom.1.into())
        .unwrap()
        .to_owned();
    assert!(line.contains("> Zoom pane"), "{line}");
    assert_eq!(
        harness.app.model().panes.layout_request.zoom,
        None,
        "it is chosen, not done"
    );
    let mut harness = review_harness(120, 40);
    harness.press("F8");
    let text = harness.text();
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("│ ") && line.contains(" #") || line.contains("auto"))
        .collect();
    assert!(!rows.is_empty(), "{text}");
    let (_, y) = place(&mut harness, "┌─ Checkpoints");
    for row in 2..4 {
        let inside = place(&mut harness, "┌─ Checkpoints").0 + 4;
        click(&mut harness, (inside, y + row));
        let line = harness
            .text()
            .lines()
            .nth((y + row).into())
            .unwrap()
            .to_owned();
        assert!(
            line.contains("│ >"),
            "row {row}: {line}\n{}",
            harness.text()
        );
    }
}

#[test]
fn a_row_of_the_settings_is_chosen_by_a_click_and_changed_by_none() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.press("Ctrl+X ,");
    let id = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Job(client::job::JobCommand::Begin(id, _)) => Some(*id),
            _ => None,
        });
    let view = crate::dialog::settings::tests::view();
    let step = protocol::catalogue::JobProgress::Looked(Box::new(view));
    harness.app.job_progress(id.unwrap(), Some(&step));
    let openai = place(&mut harness, "openai");
    click(&mut harness, openai);
    let chosen = |harness: &mut TuiHarness| {
        let text = harness.text();
        let row = text
            .lines()
            .find(|line| line.contains("│ >"))
            .map(str::to_owned);
        row.unwrap_or_else(|| panic!("{text}"))
    };
    assert!(chosen(&mut harness).contains("openai"));
    assert!(!harness.text().contains("unsaved"));
    // The wheel moves through the rows and stops at the ends.
    mouse(&mut harness, MouseEventKind::ScrollUp, openai);
    mouse(&mut harness, MouseEventKind::ScrollUp, openai);
    assert!(!chosen(&mut harness).contains("openai"));
    assert!(!harness.text().contains("unsaved"));
}

fn long_conversation(harness: &mut TuiHarness) {
    for number in 0..40 {
        let text = format!("message {number} says something\n\nin two parts");
        harness.fact(EventKind::MessageAdded {
            message: message(1_000 + number, Role::User, &text),
        });
    }
    harness.frame();
}

#[test]
fn the_wheel_scrolls_the_pane_under_the_pointer_and_leaves_the_keys_where_they_are() {
    let mut harness = with_mouse(TuiHarness::furnished(160, 48));
    long_conversation(&mut harness);
    harness.press("h e l l o");
    let before = harness.text();
    let chat = place(&mut harness, "message 39");
    mouse(&mut harness, MouseEventKind::ScrollUp, chat);
    let after = place(&mut harness, "message 38");
    let row = before
        .lines()
        .position(|line| line.contains("message 38"))
        .unwrap();
    assert_eq!(usize::from(after.1), row + 3, "three rows");
    assert_eq!(focus(&harness), Focus::Editor);
    // Over another pane, this one does not scroll.
    let tree = place(&mut harness, "README.md");
    let still = harness.text();
    mouse(&mut harness, MouseEventKind::ScrollUp, tree);
    mouse(&mut harness, MouseEventKind::ScrollDown, (10, 47));
    assert_eq!(harness.text(), still);
    mouse(&mut harness, MouseEventKind::ScrollDown, chat);
    harness.press("!");
    assert!(harness.text().contains("hello!"));
    assert_eq!(place(&mut harness, "message 38").1 as usize, row);
}

#[test]
fn a_hundred_steps_of_the_wheel_are_one_frame() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    long_conversation(&mut harness);
    let chat = place(&mut harness, "message 39");
    for _ in 0..100 {
        mouse(&mut harness, MouseEventKind::ScrollUp, chat);
        // The loop draws at once for input only with `Redraw::Now`; with `Redraw::Answered` it
        // handles pending inputs first.
        assert_eq!(harness.app.dirty(), Redraw::Answered);
    }
    assert!(
        harness.text().contains("message 0 says"),
        "{}",
        harness.text()
    );
    assert_eq!(harness.app.dirty(), Redraw::No);
    assert!(harness.frame().is_empty());
}

#[test]
fn a_click_opens_what_is_folded_and_folds_what_is_open() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 60));
    for fact in crate::pane::chat::tests::sample::rich() {
        harness.fact(fact);
    }
    harness.press("Esc g");
    let folded = place(&mut harness, "thinking …");
    click(&mut harness, folded);
    assert!(harness.text().contains("Space close"), "{}", harness.text());
    click(&mut harness, folded);
    assert!(
        !harness.text().contains("Space close"),
        "{}",
        harness.text()
    );
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
}

#[test]
fn a_click_in_the_review_moves_to_its_row_and_marks_nothing() {
    let mut harness = review_harness(160, 48);
    harness.press("F7");
    let before = harness.sent.len();
    let text = harness.text();
    let rows = text.lines().enumerate();
    let mut undecided = rows.filter(|(_, line)| line.contains("let t = self.tok"));
    let (row, _) = undecided.next().unwrap();
    click(&mut harness, (70, row as u16));
    harness.settle();
    let line = harness.text().lines().nth(row).unwrap().to_owned();
    assert!(line.contains(">┃"), "{line}");
    for _ in 0..5 {
        mouse(&mut harness, MouseEventKind::ScrollDown, (70, row as u16));
        harness.settle();
    }
    assert_eq!(harness.sent.len(), before, "{:?}", harness.sent);
}

#[test]
fn the_mouse_that_is_the_terminals_does_nothing_here_and_the_leader_takes_and_gives_it() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    harness.press("Ctrl+X S");
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::Off)));
    let text = harness.text();
    assert!(
        text.contains("the terminal selects") && text.contains("Ctrl+X S gives the mouse back"),
        "{text}"
    );
    let chat = place(&mut harness, "Refactor session");
    click(&mut harness, chat);
    drag(&mut harness, chat, (chat.0 + 4, chat.1));
    assert_eq!(focus(&harness), Focus::Editor);
    assert!(clipboard(&mut harness).is_empty());
    // Also with a dialog over the panes, which stays open.
    harness.press("F8 Ctrl+X S");
    assert!(harness.effects.contains(&Effect::Mouse(MouseCapture::On)));
    assert!(harness.text().contains("┌─ Checkpoints"));
    harness.press("Esc Esc");
    click(&mut harness, chat);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
}

#[test]
fn other_buttons_shift_and_places_beyond_the_screen_do_nothing() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    let chat = place(&mut harness, "Refactor session");
    let before = harness.text();
    for kind in [
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Down(MouseButton::Middle),
        MouseEventKind::Drag(LEFT),
        MouseEventKind::Up(LEFT),
        MouseEventKind::Moved,
    ] {
        mouse(&mut harness, kind, chat);
        mouse(&mut harness, kind, (65_534, 65_534));
    }
    mouse(&mut harness, MouseEventKind::Down(LEFT), (500, 500));
    mouse(&mut harness, MouseEventKind::ScrollDown, (0, 40));
    harness.input(InputKind::Mouse(MouseEvent {
        kind: MouseEventKind::Down(LEFT),
        column: chat.0,
        row: chat.1,
        modifiers: KeyModifiers::SHIFT,
    }));
    mouse(&mut harness, MouseEventKind::Up(LEFT), chat);
    assert_eq!(harness.text(), before);
    assert_eq!(focus(&harness), Focus::Editor);
    assert!(harness.effects.is_empty(), "{:?}", harness.effects);
}

#[test]
fn the_click_that_brings_the_window_back_does_nothing_else() {
    let mut harness = with_mouse(TuiHarness::furnished(120, 40));
    let chat = place(&mut harness, "Refactor session");
    harness.input(InputKind::FocusLost);
    harness.wait(Duration::from_secs(5));
    harness.input(InputKind::FocusGained);
    harness.now += Duration::from_millis(100);
    mouse(&mut harness, MouseEventKind::Down(LEFT), chat);
    mouse(
        &mut harness,
        MouseEventKind::Drag(LEFT),
        (chat.0 + 4, chat.1),
    );
    mouse(&mut harness, MouseEventKind::Up(LEFT), (chat.0 + 4, chat.1));
    assert_eq!(focus(&harness), Focus::Editor);
    assert!(clipboard(&mut harness).is_empty());
    click(&mut harness, chat);
    assert_eq!(focus(&harness), Focus::Pane(Pane::Chat));
}
