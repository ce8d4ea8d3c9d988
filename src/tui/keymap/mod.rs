//! The one table of keys: it drives dispatch, the hint row, help, which-key and the palette.
//!
//! Owns the table (`assets/keymap.toml`), the names of actions and contexts, and how a key is
//! looked up. Knows nothing of what an action does. The order is inner context first; a sequence
//! such as `Ctrl+X o` is a leader and a key of the leader's context.

mod action;
mod context;
mod key;
mod load;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use context::Context;
pub use key::Key;
pub use load::KeymapError;

use std::collections::HashMap;

use crossterm::event::{KeyEvent, KeyEventKind};

/// One row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Where.
    pub context: Context,
    /// The keys that do it, each alone enough, as written in the table.
    pub keys: Vec<String>,
    /// What.
    pub action: Action,
    /// What it does, in a few words.
    pub text: String,
    /// 0 changes nothing outside the screen, 1 changes what runs, 2 is a decision.
    pub danger: u8,
    /// Another way, where the terminal does not send the key: `Ctrl+X y`.
    pub fallback: Option<String>,
    /// Whether its screen is not there yet; nothing is bound then.
    pub later: bool,
}

impl Binding {
    /// Its first key, with the leader before it where one is needed.
    pub fn key_text(&self) -> String {
        let first = self.keys.first().map_or("", String::as_str);
        match self.context {
            Context::Leader => format!("Ctrl+X {first}"),
            _ => first.to_owned(),
        }
    }

    /// All its keys, with the leader before them where one is needed.
    pub fn keys_text(&self) -> String {
        let keys = self.keys.join(" ");
        match self.context {
            Context::Leader => format!("Ctrl+X {keys}"),
            _ => keys,
        }
    }
}

/// What a key came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// It stands for this.
    Action(Action),
    /// It begins a sequence; this is the sequence so far.
    Pending(Vec<Key>),
    /// It is not bound here.
    Nothing,
}

/// The table, ready for look-ups.
#[derive(Debug, Clone)]
pub struct Keymap {
    bindings: Vec<Binding>,
    by_key: HashMap<(Context, Key), Action>,
}

impl Keymap {
    /// What a key stands for in these contexts, the innermost first, after the keys that are
    /// pending. Releases stand for nothing. An unknown key after the leader ends the sequence.
    pub fn resolve(&self, contexts: &[Context], pending: &[Key], event: &KeyEvent) -> Resolution {
        if event.kind == KeyEventKind::Release {
            return Resolution::Nothing;
        }
        let key = Key::of(event);
        if !pending.is_empty() {
            return self
                .action(Context::Leader, key)
                .map_or(Resolution::Nothing, Resolution::Action);
        }
        match contexts
            .iter()
            .find_map(|context| self.action(*context, key))
        {
            Some(Action::Leader) => Resolution::Pending(vec![key]),
            Some(action) => Resolution::Action(action),
            None => Resolution::Nothing,
        }
    }

    /// What a key stands for in one context.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.by_key.get(&(context, key)).copied()
    }

    /// The rows of a context that are bound, in the table's order.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.context == context && !binding.later)
    }

    /// Every row, also those whose screens are not there yet.
    pub fn all(&self) -> &[Binding] {
        &self.bindings
    }

    /// The key to show for an action in these contexts; `None` where nothing is bound to it.
    pub fn key_for(&self, contexts: &[Context], action: Action) -> Option<String> {
        contexts
            .iter()
            .chain([&Context::Leader])
            .find_map(|context| {
                self.bindings(*context)
                    .find(|binding| binding.action == action)
                    .map(Binding::key_text)
            })
    }
}
