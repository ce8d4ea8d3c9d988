//! Every screen at every size: how it looks at four, and that no change of size panics, loses what was there or leaves
//! cells behind.

use std::num::NonZeroU16;

use super::super::{prompts, writes};
use super::*;
use crate::protocol::approval::Risk;
use crate::protocol::session::SessionStatus;
use crate::tui::start_screen::tests::{search, without_model};

/// The sizes at which each screen is looked at.
const SIZES: [(u16, u16); 4] = [(160, 48), (120, 40), (80, 24), (60, 16)];

/// The size at which screens are opened.
const OPENED: (u16, u16) = (150, 40);

/// Screens that no row of the key table has for itself, with the keys that open them.
const OPENED_BY_KEYS: [(&str, &str); 9] = [
    ("help", "Ctrl+X ?"),
    ("palette", "Alt+X"),
    ("modes", "Ctrl+X a"),
    ("form", "Ctrl+X b e"),
    ("summary", "F7 w"),
    ("comment", "F7 n n c"),
    ("leaving", "F7 q"),
    ("zoomed", "F4"),
    ("split", "Ctrl+X 2"),
];

/// Every screen, by name.
fn screens() -> Vec<(String, Desk)> {
    let keymap = Keymap::embedded().unwrap();
    let mut out = Vec::new();
    for context in Context::ALL {
        let mut rows = keymap.all().iter().filter(|row| !row.later);
        if let Some(row) = rows.find(|row| row.context == *context) {
            out.push((context.name().to_owned(), place(row)));
        }
    }
    for (name, keys) in OPENED_BY_KEYS {
        let mut desk = Desk::new(OPENED.0, OPENED.1);
        desk.press(keys);
        out.push((name.to_owned(), desk));
    }
    out.extend(asked().map(|(name, desk)| (name.to_owned(), desk)));
    out
}

/// Screens that something brings up.
fn asked() -> [(&'static str, Desk); 7] {
    let new = || Desk::new(OPENED.0, OPENED.1);
    let mut which_key = new();
    which_key.press("Ctrl+X");
    which_key.stage.wait(Duration::from_secs(1));
    let mut command = new();
    command.prompt(prompts::prompt());
    command.press("F2");
    let mut whole = new();
    whole.prompt(prompts::prompt());
    whole.press("F2 d");
    let mut high = new();
    let mut prompt = writes::write(30);
    prompt.risk.risk = Risk::High;
    high.prompt(prompt);
    high.press("F2");
    let mut running = new();
    running.stage.begin_run();
    let mut interrupted = new();
    interrupted.stage.fact(Fact::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    });
    let mut start = new();
    start.stage.fact(Fact::SessionChanged {
        settings: without_model(),
    });
    start.stage.app.no_model(search());
    start.stage.input(InputKind::Paste("/start".into()));
    start.press("Enter");
    [
        ("which_key", which_key),
        ("command", command),
        ("whole", whole),
        ("high", high),
        ("running", running),
        ("interrupted", interrupted),
        ("start", start),
    ]
}

fn resize(desk: &mut Desk, (width, height): (u16, u16)) {
    desk.stage.input(InputKind::Resize(width, height));
    desk.settle();
}

#[test]
fn every_screen_at_each_size() {
    for (name, mut desk) in screens() {
        let mut all = String::new();
        for (width, height) in SIZES {
            resize(&mut desk, (width, height));
            all.push_str(&format!("[{width}x{height}]\n{}\n", desk.stage.text()));
        }
        insta::assert_snapshot!(format!("screen_{name}"), all);
    }
}

/// Sizes of all kinds, one after another: the least, the largest, and steps that no human would take.
fn storm() -> Vec<(u16, u16)> {
    let mut sizes = vec![
        (1, 1),
        (400, 200),
        (1, 200),
        (400, 1),
        (59, 15),
        (60, 16),
        (99, 29),
        (100, 30),
    ];
    let mut state = 7_u32;
    for _ in 0..16 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let part = |shift: u32, most: u32| u16::try_from((state >> shift) % most + 1).unwrap();
        sizes.push((part(8, 400), part(20, 100)));
    }
    sizes
}

fn side(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).unwrap()
}

/// What the terminal shows is what the frame says, cell by cell.
fn assert_shown(name: &str, desk: &Desk, parser: &vt100::Parser) {
    let shown = desk.stage.screen.shown();
    for y in 0..shown.area.height {
        for x in 0..shown.area.width {
            let wanted = shown[(x, y)].symbol();
            let cell = parser.screen().cell(y, x).unwrap();
            let seen = cell.contents();
            // What lies under a wide letter is empty for the terminal.
            if wanted.is_ascii() && !cell.is_wide_continuation() {
                let seen = if seen.is_empty() { " " } else { seen };
                assert_eq!(seen, wanted, "{name}: {x},{y} at {}", shown.area);
            }
        }
    }
}

#[test]
fn a_storm_of_sizes_leaves_no_cell_behind_and_takes_nothing_away() {
    for (name, mut desk) in screens() {
        resize(&mut desk, OPENED);
        let before = desk.stage.text();
        let draft = |desk: &Desk| desk.stage.app.model().tab().unwrap().editor.text();
        let (kept, focus) = (draft(&desk), desk.stage.app.model().focus);
        let mut parser = vt100::Parser::new(side(OPENED.1), side(OPENED.0), 0);
        for (width, height) in storm() {
            parser.set_size(side(height), side(width));
            desk.stage.input(InputKind::Resize(width, height));
            parser.process(&desk.stage.frame());
            assert_shown(&name, &desk, &parser);
        }
        resize(&mut desk, OPENED);
        assert_eq!(draft(&desk), kept, "{name}");
        assert_eq!(desk.stage.app.model().focus, focus, "{name}");
        assert_eq!(desk.stage.text(), before, "{name}");
    }
}

#[test]
fn each_key_that_can_follow_is_shown_or_counted() {
    let [(_, mut desk), ..] = asked();
    for size in SIZES {
        resize(&mut desk, size);
        let text = desk.stage.text();
        let keymap = Keymap::embedded().unwrap();
        let rows = keymap.bindings(Context::Leader).filter(|row| !row.later);
        let (shown, missing): (Vec<_>, Vec<_>) = rows.partition(|row| {
            let begin: String = row.text.chars().take(7).collect();
            text.contains(&format!("{} {begin}", row.keys.join(" ")))
        });
        assert!(shown.len() >= 30, "{size:?}: {text}");
        let counted = text.contains(&format!("{} more", missing.len()));
        assert!(missing.is_empty() || counted, "{size:?}: {text}");
    }
}
