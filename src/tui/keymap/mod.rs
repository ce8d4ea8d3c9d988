//! The one table of keys: it drives dispatch, the hint row, help, which-key and the palette.
//!
//! Owns the table (`assets/keymap.toml`), the names of actions and contexts, a user's rows over it,
//! and the key look-up. Knows nothing of what an action does. The order is inner context first; a
//! sequence such as `Ctrl+X o` is a leader and a key of the leader's context, and a user's row may
//! be a sequence in any context.

mod action;
mod check;
mod context;
mod edit;
mod fault;
mod key;
mod listing;
mod load;
mod nearest;
mod read;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use context::Context;
pub use edit::{KeyEdit, edited};
pub use fault::KeymapFault;
pub(crate) use key::shown;
pub use key::{Key, Sequence};
pub use listing::{ListedBinding, OwnTable};
pub use load::LoadedKeymap;

use std::collections::{HashMap, HashSet};

use crossterm::event::{KeyEvent, KeyEventKind};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    pub context: Context,
    /// The keys that trigger the action, each alone enough, as written in the table. A user's keys
    /// may be sequences.
    pub keys: Vec<String>,
    pub action: Action,
    /// The action's effect, in a few words.
    pub text: String,
    /// The heading under which which-key shows the row; empty if it has none.
    pub group: String,
    /// 0 changes nothing outside the screen, 1 changes what runs, 2 is a decision.
    pub danger: u8,
    /// Another way, if the terminal does not send the key: `Ctrl+X y`.
    pub fallback: Option<String>,
    /// Whether the screen for it does not exist yet; nothing is bound then.
    pub later: bool,
    pub origin: Origin,
}

impl Binding {
    /// Returns the action's effect in the user's language. The table's text is English; other
    /// languages have a message for each of its texts, and a text of the user's own stays as it is.
    pub fn said(&self) -> &str {
        l10n::of_key(&self.text).unwrap_or(&self.text)
    }

    /// Returns the heading in the user's language.
    pub fn heading(&self) -> &str {
        l10n::of_key(&self.group).unwrap_or(&self.group)
    }
}

/// Origin of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The row came with the program.
    Shipped,
    /// The row is the user's own.
    Own,
}

/// The result of looking up a key.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// The key triggers this action.
    Action(Action),
    /// The key begins a sequence; this is the sequence so far.
    Pending(Vec<Key>),
    /// The key is not bound here.
    Nothing,
}

/// The table, ready for look-ups.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Keymap {
    bindings: Vec<Binding>,
    by_keys: HashMap<Context, HashMap<Sequence, Action>>,
    /// The beginnings of longer sequences.
    begun: HashMap<Context, HashSet<Sequence>>,
    /// The actions to show for each context, and their words.
    hints: HashMap<Context, Vec<(Action, String)>>,
}

impl Keymap {
    /// Resolves a key in these contexts, the innermost first, after the pending keys. Releases
    /// resolve to nothing. An unknown key ends a sequence.
    pub fn resolve(&self, contexts: &[Context], pending: &[Key], event: &KeyEvent) -> Resolution {
        if event.kind == KeyEventKind::Release {
            return Resolution::Nothing;
        }
        let mut keys = pending.to_vec();
        keys.push(Key::of(event));
        contexts
            .iter()
            .find_map(|context| self.resolve_in(*context, &keys))
            .unwrap_or(Resolution::Nothing)
    }

    fn resolve_in(&self, context: Context, keys: &[Key]) -> Option<Resolution> {
        match self.bound(context, keys) {
            Some(Action::Leader) => return Some(Resolution::Pending(keys.to_vec())),
            Some(action) => return Some(Resolution::Action(action)),
            None if self.begins(context, keys) => {
                return Some(Resolution::Pending(keys.to_vec()));
            }
            None => {}
        }
        let rest = self.after_leader(context, keys)?;
        match self.bound(Context::Leader, rest) {
            Some(action) => Some(Resolution::Action(action)),
            None => self
                .begins(Context::Leader, rest)
                .then(|| Resolution::Pending(keys.to_vec())),
        }
    }

    /// Returns the rest of a sequence behind the leader that it begins with.
    fn after_leader<'a>(&self, context: Context, keys: &'a [Key]) -> Option<&'a [Key]> {
        (1..keys.len())
            .filter_map(|count| keys.split_at_checked(count))
            .find(|(lead, _)| self.bound(context, lead) == Some(Action::Leader))
            .map(|(_, rest)| rest)
    }

    fn bound(&self, context: Context, keys: &[Key]) -> Option<Action> {
        self.by_keys.get(&context)?.get(keys).copied()
    }

    fn begins(&self, context: Context, keys: &[Key]) -> bool {
        let begun = self.begun.get(&context);
        begun.is_some_and(|begun| begun.contains(keys))
    }

    /// Returns the action of a single key in one context.
    pub fn action(&self, context: Context, key: Key) -> Option<Action> {
        self.bound(context, &[key])
    }

    /// Returns the bound rows of a context, a user's first, then in the table's order.
    pub fn bindings(&self, context: Context) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.context == context && !binding.later)
    }

    /// Returns every row, including those whose screens do not exist yet.
    pub fn all(&self) -> &[Binding] {
        &self.bindings
    }

    /// Returns the first key of the leader; `None` if there is no leader.
    pub fn leader(&self) -> Option<&str> {
        let mut rows = self.bindings(Context::Global);
        let row = rows.find(|row| row.action == Action::Leader)?;
        row.keys.first().map(String::as_str)
    }

    /// Returns a row's first key, with the leader before it if one is needed.
    pub fn key_text(&self, binding: &Binding) -> String {
        let first = binding.keys.first().map_or("", String::as_str);
        self.led(binding, first)
    }

    /// Returns all keys of a row, with the leader before them if one is needed.
    pub fn keys_text(&self, binding: &Binding) -> String {
        self.led(binding, &binding.keys.join(" "))
    }

    /// Returns the keys of a row that the terminal sends, with the leader before them if one is
    /// needed; if it sends none of them, returns the fallback. `None` if the fallback is a row
    /// of its own.
    pub fn sent_text(&self, binding: &Binding, sends: impl Fn(&Key) -> bool) -> Option<String> {
        let keys: Vec<&str> = sent(binding, &sends).collect();
        if !keys.is_empty() {
            return Some(self.led(binding, &keys.join(" ")));
        }
        let Some(other) = &binding.fallback else {
            return Some(self.keys_text(binding));
        };
        // `F9 or Ctrl+X p`: one of the ways is enough.
        let is_way = |key: &String| other.split(" or ").any(|way| way == key);
        let is_row = |row: &Binding| row.action == binding.action && row.keys.iter().any(is_way);
        (!self.bindings(binding.context).any(is_row)).then(|| other.clone())
    }

    /// Returns the first key of a row that the terminal sends, with the leader before it if
    /// one is needed.
    pub fn first_sent(&self, binding: &Binding, sends: impl Fn(&Key) -> bool) -> Option<String> {
        let first = sent(binding, &sends).next()?;
        Some(self.led(binding, first))
    }

    fn led(&self, binding: &Binding, keys: &str) -> String {
        match (binding.context, self.leader()) {
            (Context::Leader, Some(leader)) => format!("{leader} {keys}"),
            _ => keys.to_owned(),
        }
    }

    /// Returns the key to show for an action in these contexts; `None` if nothing is bound to it.
    pub fn key_for(&self, contexts: &[Context], action: Action) -> Option<String> {
        let led = self.leader().map(|_| &Context::Leader);
        contexts.iter().chain(led).find_map(|context| {
            self.bindings(*context)
                .find(|binding| binding.action == action)
                .map(|binding| self.key_text(binding))
        })
    }

    /// Returns the actions to show in these contexts, with their words in the user's language.
    pub fn hints(&self, contexts: &[Context]) -> Vec<(Action, &'static str)> {
        let own = contexts.first().and_then(|context| self.hints.get(context));
        let hints = own.or_else(|| self.hints.get(&Context::Editor));
        let said = |(action, word): &(Action, String)| Some((*action, l10n::hint(word)?));
        hints.into_iter().flatten().filter_map(said).collect()
    }

    /// Returns how a begun sequence can continue: the remaining keys, and the row.
    pub fn continuations(
        &self,
        contexts: &[Context],
        pending: &[Key],
    ) -> Vec<(Vec<String>, &Binding)> {
        let mut found = Vec::new();
        for context in contexts {
            self.continued(*context, pending, &mut found);
            match self.bound(*context, pending) {
                Some(Action::Leader) => self.continued(Context::Leader, &[], &mut found),
                _ => {
                    if let Some(rest) = self.after_leader(*context, pending) {
                        self.continued(Context::Leader, rest, &mut found);
                    }
                }
            }
        }
        found
    }

    fn continued<'a>(
        &'a self,
        context: Context,
        pending: &[Key],
        found: &mut Vec<(Vec<String>, &'a Binding)>,
    ) {
        for binding in self.bindings(context) {
            let left: Vec<String> = binding
                .keys
                .iter()
                .filter_map(|text| {
                    let sequence = Sequence::parse(text)?;
                    let rest = sequence.keys().strip_prefix(pending)?;
                    (!rest.is_empty()).then(|| key::shown(rest))
                })
                .collect();
            if !left.is_empty() {
                found.push((left, binding));
            }
        }
    }
}

/// Returns the keys of a row that the terminal sends.
fn sent<'a>(
    binding: &'a Binding,
    sends: &'a impl Fn(&Key) -> bool,
) -> impl Iterator<Item = &'a str> {
    let is_sent = move |keys: &&'a str| {
        let sequence = Sequence::parse(keys);
        sequence.is_none_or(|sequence| sequence.keys().iter().all(sends))
    };
    binding.keys.iter().map(String::as_str).filter(is_sent)
}
