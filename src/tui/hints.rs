//! Key hints: which keys are shown for the focused part of the screen, and their words, for the
//! hint row and for the last row of a dialog; and keys in sentences.
//!
//! Pure over the key table; draws nothing.

use super::keymap::{Action, Context, Keymap};
use super::terminal::findings::KeyFindings;
use super::widget::footer::Footer;
use super::widget::row::{Piece, Row, TextStyle};
use l10n::{say, text};

/// An action and the word for it in the hint row.
pub type Hint = (Action, &'static str);

/// A hint in a table: the word is the id of a message.
pub type HintRow = (Action, &'static str);

/// A key that its dialog handles itself, and the id of the message that describes its effect. Such
/// keys are in no table of bindings, and cannot be rebound.
pub type OwnKey = (&'static str, &'static str);

/// Keys while a search text is typed, or a typed text narrows the rows.
pub const SEARCH_KEYS: &[OwnKey] = &[("Enter", "hint-search"), ("Esc", "hint-back")];

/// Keys while a name is typed.
pub const NAME_KEYS: &[OwnKey] = &[("Enter", "hint-name"), ("Esc", "hint-back")];

/// Keys when the user can only wait or leave.
pub const WAIT_KEYS: &[OwnKey] = &[("Esc", "hint-back")];

/// Keys while a text is edited.
pub const EDIT_KEYS: &[OwnKey] = &[("Ctrl+S", "hint-keep"), ("Esc", "hint-back")];

/// The hints of the part of the screen that has the keyboard focus. The topmost part determines
/// them; parts beneath it have no say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyHints {
    /// All hints of the context.
    OfContext,
    /// The context's hints without these, some with different words.
    Without(Vec<Action>, Vec<Hint>),
    /// Only these hints of the context, some with different words.
    Only(Vec<Action>, Vec<Hint>),
    These(&'static [HintRow]),
    /// These hints, with their own words.
    Named(Vec<Hint>),
    /// Every key goes to this part, and these are its own keys.
    Keys(&'static [OwnKey]),
    /// No hints: every key goes to this part, and it shows its keys itself.
    Own,
}

impl KeyHints {
    /// Returns keys with their names in the user's language and words, in the order of their use.
    pub fn words(self, keymap: &Keymap, contexts: &[Context]) -> Vec<(String, String)> {
        let hints = match self {
            KeyHints::OfContext => keymap.hints(contexts),
            KeyHints::Without(actions, own) => {
                let hints = in_own_words(keymap.hints(contexts), &own);
                hints.filter(|hint| !actions.contains(&hint.0)).collect()
            }
            KeyHints::Only(actions, own) => {
                let hints = in_own_words(keymap.hints(contexts), &own);
                hints.filter(|hint| actions.contains(&hint.0)).collect()
            }
            KeyHints::These(rows) => said(rows),
            KeyHints::Named(hints) => hints,
            KeyHints::Keys(keys) => {
                let said = |(key, id): &OwnKey| (spoken_key(key), text(id).to_owned());
                return keys.iter().map(said).collect();
            }
            KeyHints::Own => Vec::new(),
        };
        let bound = hints.into_iter().filter_map(|(action, word)| {
            let key = key_in(keymap, contexts, action)?;
            Some((key, word.to_owned()))
        });
        bound.collect()
    }
}

fn in_own_words(hints: Vec<Hint>, own: &[Hint]) -> impl Iterator<Item = Hint> {
    hints.into_iter().map(|hint| {
        let own = own.iter().find(|(action, _)| *action == hint.0);
        own.copied().unwrap_or(hint)
    })
}

/// Returns the key of an action in these contexts, with its name in the user's language.
pub fn key_in(keymap: &Keymap, contexts: &[Context], action: Action) -> Option<String> {
    let key = keymap.key_for(contexts, action)?;
    Some(spoken_key(&key))
}

/// Returns keys with their names in the user's language. A keymap is written with the English
/// names.
pub fn spoken_key(keys: &str) -> String {
    let names = keys.split_inclusive([' ', ',', '+']).map(|part| {
        let name = part.trim_end_matches([' ', ',', '+']);
        let spoken = match name {
            "Enter" => say!("keyname-enter"),
            "Space" => say!("keyname-space"),
            "Backspace" => say!("keyname-backspace"),
            _ => name,
        };
        part.replacen(name, spoken, 1)
    });
    names.collect()
}

/// Returns the hints of a table in the user's language.
pub fn said(rows: &[HintRow]) -> Vec<Hint> {
    rows.iter()
        .map(|(action, id)| (*action, text(id)))
        .collect()
}

/// Returns the keys that end passthrough, as bound: `F9 off  F12 stops all`.
pub fn keys_that_end_passthrough(keymap: &Keymap) -> String {
    let hints: [HintRow; 2] = [
        (Action::TogglePassthrough, "hint-off"),
        (Action::PanicStop, "hint-stops-all"),
    ];
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = key_in(keymap, &[Context::Global], *action)?;
            Some(format!("{key} {}", text(word)))
        })
        .collect();
    words.join("  ")
}

/// Returns the first key that toggles passthrough and that the terminal sends.
pub fn key_for_passthrough(keymap: &Keymap, findings: &KeyFindings) -> Option<String> {
    let contexts = [Context::Global, Context::Leader];
    let mut ways = contexts.into_iter().flat_map(|context| {
        let rows = keymap.bindings(context);
        rows.filter(|row| row.action == Action::TogglePassthrough)
    });
    ways.find_map(|row| keymap.first_sent(row, |key| findings.sends(key)))
}

/// Returns the first key of an action that works everywhere.
pub fn key_of(keymap: &Keymap, action: Action) -> String {
    key_in(keymap, &[Context::Global], action).unwrap_or_default()
}

/// Returns the keys of the editor at the end of a rule: ` Enter send  Ctrl+J newline `.
pub fn of_the_draft(keymap: &Keymap, hints: &[Hint]) -> String {
    let words: Vec<String> = hints
        .iter()
        .filter_map(|(action, word)| {
            let key = key_in(keymap, &[Context::Editor, Context::Global], *action)?;
            Some(format!("{key} {word}"))
        })
        .collect();
    format!(" {} ", words.join("  "))
}

/// Returns the key of an action for a sentence; the action's name if no key is bound to it.
pub fn named_key(keymap: &Keymap, action: Action) -> String {
    let key = key_in(keymap, &[Context::Global, Context::Editor], action);
    key.unwrap_or_else(|| say!("hint-unbound", action = action.name()))
}

/// Returns the notice for a screen without a session.
pub fn no_session() -> &'static str {
    say!("hint-no-session")
}

/// Replaces names of actions in braces by their keys.
pub fn with_keys(keymap: &Keymap, sentence: &str) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, behind)) = rest.split_once('{') {
        let Some((name, after)) = behind.split_once('}') else {
            break;
        };
        out.push_str(before);
        match Action::from_name(name) {
            Some(action) => out.push_str(&named_key(keymap, action)),
            None => out.push_str(name),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns how to take back the calls that ran without a question: `undo all: F8`.
pub fn key_that_undoes(keymap: &Keymap) -> String {
    let key = key_in(keymap, &[Context::Global], Action::OpenCheckpoints);
    key.map_or(String::new(), |key| say!("hint-undo-all", key))
}

/// Returns the hint row: keys and their effects here, cut with `…`.
pub fn row(hinted: Vec<(String, String)>, contexts: &[Context], width: u16) -> Row {
    let mut footer = Footer::new(hinted);
    if contexts.first() == Some(&Context::Editor) {
        let help = say!("hint-help");
        footer = footer.with_help(("?".to_owned(), help.to_owned()));
    }
    let mut row = footer.row(usize::from(width).saturating_sub(1));
    row.pieces.insert(0, Piece::new(" ", TextStyle::default()));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::text::width_of;

    fn row(contexts: &[Context], width: u16) -> String {
        let keymap = Keymap::embedded().unwrap();
        let words = KeyHints::OfContext.words(&keymap, contexts);
        super::row(words, contexts, width).plain()
    }

    #[test]
    fn a_row_that_is_cut_still_names_the_key_for_all_of_them() {
        for context in [
            Context::Review,
            Context::Tree,
            Context::Bar,
            Context::Sessions,
        ] {
            for width in [160, 80, 60] {
                let row = row(&[context], width);
                assert!(row.ends_with("? all keys"), "{context:?} {width}: {row}");
                assert!(width_of(&row) <= usize::from(width), "{row}");
            }
        }
    }

    #[test]
    fn the_keys_that_lead_to_everything_else_stay_in_a_narrow_row() {
        for width in [200, 80, 60] {
            let row = row(&[Context::Editor, Context::Global], width);
            for key in ["Alt+X", "? "] {
                assert!(row.contains(key), "{width}: {row}");
            }
            assert!(width_of(&row) <= usize::from(width), "{width}: {row}");
        }
    }
}
