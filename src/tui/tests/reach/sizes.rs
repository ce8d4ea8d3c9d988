//! Tests every screen at every size: its appearance at four sizes, and that no resize panics, loses
//! content or leaves stale cells.

use std::num::NonZeroU16;

use super::super::roles;
use super::screens::{OPENED, screens, which_key};
use super::*;
use crate::theme::contrast::is_checked;

/// Sizes at which each screen is tested.
const SIZES: [(u16, u16); 4] = [(160, 48), (120, 40), (80, 24), (40, 10)];

/// Sizes at which the styles are tested too; the other sizes have the same styles.
const STYLED: [(u16, u16); 2] = [(160, 48), (80, 24)];

fn resize(harness: &mut TuiHarness, (width, height): (u16, u16)) {
    harness.input(InputKind::Resize(width, height));
    harness.settle();
}

/// Compares the text at each size, and the styles by role at some sizes.
#[test]
fn every_screen_at_each_size() {
    for (name, mut harness) in screens() {
        harness.app.set_theme(roles::theme());
        let mut all = String::new();
        for (width, height) in SIZES {
            resize(&mut harness, (width, height));
            all.push_str(&format!("[{width}x{height}]\n{}\n", harness.text()));
            if STYLED.contains(&(width, height)) {
                let styles = roles::styles_by_role(harness.screen.shown());
                all.push_str(&format!("[{width}x{height} styles]\n{styles}\n"));
            }
        }
        insta::assert_snapshot!(format!("screen_{name}"), all);
    }
}

#[test]
fn a_list_shows_its_chosen_row_and_its_keys_at_the_least_size() {
    let lists = [
        "sessions",
        "checkpoints",
        "settings_keys",
        "settings_models",
    ];
    let mut seen = 0;
    for (name, mut harness) in screens() {
        if !lists.contains(&&*name) {
            continue;
        }
        resize(&mut harness, (40, 10));
        let text = harness.text();
        let rows: Vec<&str> = text.lines().map(str::trim_start).collect();
        assert!(rows.iter().any(|row| row.starts_with("│ >")), "{text}");
        let end = rows.iter().position(|row| row.starts_with('└')).unwrap();
        let keys = rows.get(end - 2..end).unwrap().concat();
        assert!(
            ["Enter ", "Ctrl+S "].iter().any(|key| keys.contains(key)),
            "{text}"
        );
        seen += 1;
    }
    assert_eq!(seen, lists.len());
}

/// Every drawn combination is in the list for which the contrast of the themes is checked.
#[test]
fn every_letter_is_on_a_ground_that_the_themes_are_checked_for() {
    let mut drawn = std::collections::HashSet::new();
    for (_, mut harness) in screens() {
        harness.app.set_theme(roles::theme());
        for size in SIZES {
            resize(&mut harness, size);
            harness.frame();
            drawn.extend(roles::pairs_of(harness.screen.shown()));
        }
    }
    let unchecked = drawn
        .iter()
        .filter(|(letter, ground)| !is_checked(*letter, *ground));
    let told: Vec<_> = unchecked
        .map(|(letter, ground)| format!("{} on {}", letter.key(), ground.key()))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(drawn.len() > 80, "{}", drawn.len());
}

/// Returns all kinds of sizes one after another: the smallest, the largest, and steps that no
/// user would make.
fn storm() -> Vec<(u16, u16)> {
    let mut sizes = vec![
        (1, 1),
        (400, 200),
        (1, 200),
        (400, 1),
        (39, 9),
        (40, 10),
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

/// Asserts that the terminal shows the frame, cell by cell.
fn assert_shown(name: &str, harness: &TuiHarness, parser: &vt100::Parser) {
    let shown = harness.screen.shown();
    for y in 0..shown.area.height {
        for x in 0..shown.area.width {
            let wanted = shown[(x, y)].symbol();
            let cell = parser.screen().cell(y, x).unwrap();
            let seen = cell.contents();
            // The terminal keeps the second cell of a wide character empty.
            if wanted.is_ascii() && !cell.is_wide_continuation() {
                let seen = if seen.is_empty() { " " } else { seen };
                assert_eq!(seen, wanted, "{name}: {x},{y} at {}", shown.area);
            }
        }
    }
}

#[test]
fn a_storm_of_sizes_leaves_no_cell_behind_and_takes_nothing_away() {
    for (name, mut harness) in screens() {
        resize(&mut harness, OPENED);
        let before = harness.text();
        let draft =
            |harness: &TuiHarness| harness.app.model().sessions.tab().unwrap().editor.text();
        let (kept, focus) = (draft(&harness), harness.app.model().chrome.focus);
        let mut parser = vt100::Parser::new(side(OPENED.1), side(OPENED.0), 0);
        for (width, height) in storm() {
            parser.set_size(side(height), side(width));
            harness.input(InputKind::Resize(width, height));
            parser.process(&harness.frame());
            assert_shown(&name, &harness, &parser);
        }
        resize(&mut harness, OPENED);
        assert_eq!(draft(&harness), kept, "{name}");
        assert_eq!(harness.app.model().chrome.focus, focus, "{name}");
        assert_eq!(harness.text(), before, "{name}");
    }
}

#[test]
fn each_key_that_can_follow_is_shown_or_counted() {
    let mut harness = which_key();
    for size in SIZES {
        resize(&mut harness, size);
        let text = harness.text();
        let keymap = Keymap::embedded().unwrap();
        let rows = keymap.bindings(Context::Leader).filter(|row| !row.later);
        let (shown, missing): (Vec<_>, Vec<_>) = rows.partition(|row| {
            let begin: String = row.text.chars().take(7).collect();
            text.contains(&format!("{} {begin}", row.keys.join(" ")))
        });
        let least = if size.0 < 80 { 12 } else { 30 };
        assert!(shown.len() >= least, "{size:?}: {text}");
        let counted = text.contains(&format!("{} more", missing.len()));
        assert!(missing.is_empty() || counted, "{size:?}: {text}");
    }
}
