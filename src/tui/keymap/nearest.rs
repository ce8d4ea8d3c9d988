//! Finds the name that a wrong one was probably meant to be.

use notice::words::nearest;
use notice::{Notice, notice};

use super::key::Key;

/// Spellings of keys elsewhere, and their names here.
const SPELLINGS: &[(&str, &str)] = &[
    ("return", "Enter"),
    ("cr", "Enter"),
    ("escape", "Esc"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("page_up", "PageUp"),
    ("page_down", "PageDown"),
    ("spc", "Space"),
    ("bs", "Backspace"),
    ("control", "Ctrl"),
    ("c", "Ctrl"),
    ("m", "Alt"),
    ("a", "Alt"),
    ("s", "Shift"),
    ("meta", "Alt"),
    ("opt", "Alt"),
    ("option", "Alt"),
    ("cmd", "Super"),
    ("command", "Super"),
    ("win", "Super"),
];

/// Names as the table writes them.
const NAMES: &[&str] = &[
    "Ctrl",
    "Alt",
    "Shift",
    "Super",
    "Enter",
    "Tab",
    "Esc",
    "Space",
    "Backspace",
    "Delete",
    "Insert",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PageUp",
    "PageDown",
];

/// Returns `; did you mean …?` for a name that is close to one of these, otherwise the list
/// of existing names.
pub(super) fn meant(wrong: &str, names: &[&str]) -> Notice {
    match nearest(wrong, names) {
        Some(near) => notice!("keymap-did-you-mean", near),
        None if names.len() > 24 => notice!("keymap-keys-json"),
        None => notice!("keymap-there-are", names = names.join(", ")),
    }
}

/// Returns the key that a wrong spelling probably means, as written here.
pub(super) fn nearest_key(wrong: &str) -> Option<String> {
    // Other programs write `ctrl-x`, `C-x` and `<C-x>`.
    let bare = wrong.trim_matches(['<', '>']);
    let (modifiers, last) = match bare.rfind(['+', '-']).filter(|at| *at > 0) {
        Some(at) => {
            let (before, behind) = bare.split_at(at);
            (before, behind.get(1..).unwrap_or_default())
        }
        None => ("", bare),
    };
    let mut words: Vec<String> = Vec::new();
    for modifier in modifiers.split(['+', '-']).filter(|word| !word.is_empty()) {
        words.push(name(modifier)?);
    }
    let one = last.chars().count() == 1;
    words.push(if one { last.to_owned() } else { name(last)? });
    let text = words.join("+");
    Key::parse(&text).map(|key| key.to_string())
}

fn name(word: &str) -> Option<String> {
    let small = word.to_lowercase();
    if let Some((_, right)) = SPELLINGS.iter().find(|(other, _)| *other == small) {
        return Some((*right).to_owned());
    }
    let upper = small.to_uppercase();
    if Key::parse(&upper).is_some() && upper.starts_with('F') {
        return Some(upper);
    }
    let same = NAMES.iter().find(|name| name.to_lowercase() == small);
    let near = same.copied().or_else(|| nearest(&small, NAMES));
    near.map(str::to_owned)
}
