//! Tests every row of the key table over the whole screen: in the row's context, each of its keys
//! and each alternative performs its action, with a visible effect. A new row is pressed
//! automatically; if its action has no effect in the usual state of its context, the row needs a
//! state of its own in `place`.

mod beside_bar;
pub(super) mod places;
mod screens;
mod sizes;
mod widths;

use super::*;
use crate::keymap::{Action, Binding, Context, Keymap, Sequence};
use places::{place, with_agents, with_memory, with_tasks};

/// Everything that a key can change visibly.
#[derive(PartialEq, Eq)]
struct Seen {
    text: String,
    styles: String,
    cursor: Option<(u16, u16)>,
    focus: String,
    log: Vec<String>,
}

fn seen(harness: &mut TuiHarness) -> Seen {
    harness.settle();
    let (width, height) = harness.app.size();
    let mut buf = Buffer::empty(ratatui::layout::Rect::new(0, 0, width, height));
    let cursor = harness.app.draw(&mut buf);
    Seen {
        text: text_of(&buf),
        styles: styles_of(&buf),
        cursor: cursor.map(|at| (at.x, at.y)),
        focus: format!("{:?}", harness.app.model().chrome.focus),
        log: harness.log.clone(),
    }
}

/// Presses keys in the context of a row; returns the resulting actions, and whether they had
/// a visible effect.
fn press(row: &Binding, keys: &str) -> (Vec<Action>, bool, String) {
    let mut harness = place(row);
    let before = seen(&mut harness);
    harness.app.acted.clear();
    harness.press(keys);
    if row.action == Action::InsertLiterally {
        // The effect shows only with the next key.
        harness.press("Tab");
    }
    let after = seen(&mut harness);
    let acted = std::mem::take(&mut harness.app.acted);
    (acted, before != after, after.text)
}

/// Returns a row's keys as they are pressed.
fn pressed(row: &Binding, key: &str) -> String {
    match row.context {
        Context::Leader => format!("Ctrl+X {key}"),
        _ => key.to_owned(),
    }
}

/// Whether the key table handles the row. The bar handles its own keys, so that the table cannot
/// change which key decides; the leader alone has no effect yet.
fn is_told(row: &Binding) -> bool {
    row.context != Context::Bar && row.action != Action::Leader
}

/// Presses every key of the rows in these contexts; returns their number.
fn every_key_in(contexts: &[Context]) -> usize {
    let keymap = Keymap::embedded().unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    let rows = keymap.all().iter().filter(|row| !row.later);
    for row in rows.filter(|row| contexts.contains(&row.context)) {
        for key in &row.keys {
            let keys = pressed(row, key);
            let (acted, changed, text) = press(row, &keys);
            count += 1;
            let what = format!("{} {keys} {}", row.context.name(), row.action.name());
            if is_told(row) && !acted.contains(&row.action) {
                wrong.push(format!("{what}: came to {acted:?}\n{text}"));
            } else if row.action != Action::Leader && !changed {
                wrong.push(format!("{what}: nothing is seen of it\n{text}"));
            }
        }
    }
    let heads: Vec<_> = wrong
        .iter()
        .filter_map(|text| text.lines().next())
        .collect();
    assert!(
        wrong.is_empty(),
        "{}\n\n{}",
        heads.join("\n"),
        wrong.join("\n")
    );
    count
}

/// All contexts with rows, in parts that take about the same time.
const PARTS: &[(&[Context], usize)] = &[
    (&[Context::Global, Context::Leader], 58),
    (&[Context::Editor, Context::Popup], 70),
    (
        &[
            Context::Pane,
            Context::Tree,
            Context::Chat,
            Context::Diff,
            Context::Select,
        ],
        88,
    ),
    (
        &[
            Context::Review,
            Context::Checkpoints,
            Context::Results,
            Context::Tasks,
            Context::Agents,
            Context::Memory,
        ],
        65,
    ),
    (
        &[
            Context::Sessions,
            Context::Settings,
            Context::Bar,
            Context::Rollback,
            Context::Picker,
        ],
        71,
    ),
];

#[test]
fn every_context_that_has_rows_is_in_a_part() {
    let keymap = Keymap::embedded().unwrap();
    for row in keymap.all().iter().filter(|row| !row.later) {
        let parts = PARTS
            .iter()
            .filter(|(contexts, _)| contexts.contains(&row.context));
        assert_eq!(parts.count(), 1, "{:?}", row.context);
    }
}

#[test]
fn every_key_that_is_bound_everywhere_does_what_its_row_says() {
    let (contexts, least) = PARTS[0];
    assert!(every_key_in(contexts) >= least);
}

#[test]
fn every_key_of_the_editor_does_what_its_row_says() {
    let (contexts, least) = PARTS[1];
    assert!(every_key_in(contexts) >= least);
}

#[test]
fn every_key_of_the_panes_does_what_its_row_says() {
    let (contexts, least) = PARTS[2];
    assert!(every_key_in(contexts) >= least);
}

#[test]
fn every_key_of_the_review_and_of_what_is_listed_does_what_its_row_says() {
    let (contexts, least) = PARTS[3];
    assert!(every_key_in(contexts) >= least);
}

#[test]
fn every_key_of_what_lies_over_the_panes_does_what_its_row_says() {
    let (contexts, least) = PARTS[4];
    assert!(every_key_in(contexts) >= least);
}

#[test]
fn every_other_way_does_something_and_the_same_where_it_is_the_same() {
    let keymap = Keymap::embedded().unwrap();
    let mut wrong = Vec::new();
    let mut ways = 0;
    for row in keymap.all().iter().filter(|row| !row.later) {
        let named = row.fallback.iter().flat_map(|text| text.split(" or "));
        for way in named {
            let what = format!("{} {} by {way}", row.context.name(), row.action.name());
            let keys = match way {
                "palette" => format!("Alt+X {} Enter", spelt(&row.text)),
                way => way.to_owned(),
            };
            // A key planned for a later action may already be used as an alternative.
            if later(&keymap, way) {
                continue;
            }
            ways += 1;
            let (acted, changed, text) = press(row, &keys);
            let is_typed = way == "@";
            let same = leads_to(&keymap, row, way) || way == "palette";
            if (acted.is_empty() && !is_typed) || (same && !acted.contains(&row.action)) {
                wrong.push(format!("{what}: came to {acted:?}\n{text}"));
            } else if !changed {
                wrong.push(format!("{what}: nothing is seen of it\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ways > 25, "only {ways} other ways were gone");
}

fn spelt(text: &str) -> String {
    let letters: Vec<String> = text
        .chars()
        .map(|letter| match letter {
            ' ' => "Space".to_owned(),
            letter => letter.to_string(),
        })
        .collect();
    letters.join(" ")
}

fn later(keymap: &Keymap, way: &str) -> bool {
    let rows = keymap.all().iter().filter(|row| row.later);
    let mut keys = rows.flat_map(|row| row.keys.iter().map(move |key| pressed(row, key)));
    keys.any(|key| key == way)
}

/// Whether an alternative is bound to the same action.
fn leads_to(keymap: &Keymap, row: &Binding, way: &str) -> bool {
    let Some(way) = Sequence::parse(way) else {
        return false;
    };
    keymap
        .all()
        .iter()
        .filter(|other| other.action == row.action)
        .any(|other| {
            let mut keys = other.keys.iter().map(|key| pressed(other, key));
            keys.any(|key| Sequence::parse(&key).as_ref() == Some(&way))
        })
}

#[test]
fn keys_of_ones_own_do_what_they_are_bound_to_from_the_editor_and_from_panes() {
    let own = "global = [{ keys = [\"Alt+J Alt+J\"], action = \"open_checkpoints\" }]\n\
               leader = [{ keys = [\"w v\"], action = \"split_right\" }]\n\
               pane = [{ keys = [\"g g\"], action = \"focus_editor\" }]\n";
    let mut harness = TuiHarness::furnished(160, 48);
    let loaded = Keymap::embedded()
        .unwrap()
        .with_own(std::path::Path::new("k.toml"), own);
    harness.app.set_keys(loaded);
    harness.press("Alt+J Alt+J");
    assert!(harness.text().contains("Checkpoints"));
    harness.press("Esc Esc g g");
    assert_eq!(
        harness.app.model().chrome.focus,
        crate::chrome::Focus::Editor
    );
    let before = harness.app.model().sessions.tabs.len();
    harness.press("Ctrl+X w v");
    assert_eq!(harness.app.model().sessions.tabs.len(), before + 1);
    // Typed text stays typed: no letter of a sequence is missing from the draft.
    harness.press("g g");
    assert_eq!(
        harness.app.model().sessions.tab().unwrap().editor.text(),
        "gg"
    );
}
