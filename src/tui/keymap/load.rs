//! Reads the key table: the embedded one, and a user's over it.
//!
//! A user's rows take the keys that they name from the embedded rows; a row with a fault is left
//! out and reported with file and line. `check` decides what a row must not do.

use std::collections::HashMap;
use std::path::Path;

use super::check::{RequestedBinding, check};
use super::fault::KeymapFault;
use super::key::Sequence;
use super::nearest::{meant, nearest_key};
use super::read::{Row, Source, Word};
use super::{Action, Binding, Context, Keymap, Origin};
use notice::notice;
use redact::one_line;

const EMBEDDED: &str = include_str!("../../../assets/keymap.toml");

/// A key table, with the faults of the user's file.
#[derive(Debug, Clone, Default)]
pub struct LoadedKeymap {
    pub keymap: Keymap,
    /// The faults of the user's file.
    pub faults: Vec<KeymapFault>,
}

/// A valid row of the user: the keys and their new action.
struct UserBinding {
    context: Context,
    sequences: Vec<(Sequence, usize)>,
    action: Option<Action>,
    text: String,
}

impl Keymap {
    /// Returns the table that comes with the program.
    ///
    /// # Errors
    /// Never in a build whose tests pass; the error type is that of the user's file.
    pub fn embedded() -> Result<Self, KeymapFault> {
        let source = Source::new(Path::new("assets/keymap.toml"), EMBEDDED);
        let (rows, faults) = source.rows();
        if let Some(fault) = faults.into_iter().next() {
            return Err(fault);
        }
        let mut keymap = Self::default();
        for row in rows {
            keymap.add_shipped(&source, row)?;
        }
        keymap.settle();
        Ok(keymap)
    }

    fn add_shipped(&mut self, source: &Source<'_>, row: Row) -> Result<(), KeymapFault> {
        let context = row.context;
        for hint in row.hints {
            let (name, word) = hint.text.split_once(": ").unwrap_or((&hint.text, ""));
            let (text, line) = (name.to_owned(), hint.line);
            if let Some(action) = action_of(source, &Word { text, line })? {
                let hints = self.hints.entry(context).or_default();
                hints.push((action, word.to_owned()));
            }
        }
        if row.keys.is_empty() {
            return Ok(());
        }
        let action = action_of(source, &row.action)?;
        for key in &row.keys {
            let sequence = sequence_of(source, key)?;
            let bound = self.by_keys.entry(context).or_default();
            if let (false, Some(action)) = (row.later, action)
                && bound
                    .insert(sequence, action)
                    .is_some_and(|other| other != action)
            {
                let why = notice!(
                    "keymap-twice",
                    key = one_line(&key.text),
                    place = context.name()
                );
                return Err(source.fault(key.line, why));
            }
        }
        if let Some(action) = action {
            self.bindings.push(Binding {
                context,
                keys: row.keys.into_iter().map(|key| key.text).collect(),
                action,
                text: row.text,
                group: row.group,
                danger: row.danger,
                fallback: row.fallback,
                later: row.later,
                origin: Origin::Shipped,
            });
        }
        Ok(())
    }

    /// Applies a user's rows to the table: binds each key that they name to its new action, and
    /// `action = "none"` unbinds it. A row with a fault is left out and reported.
    pub fn with_own(self, file: &Path, text: &str) -> LoadedKeymap {
        let source = Source::new(file, text);
        let (rows, mut faults) = source.rows();
        let mut own = Vec::new();
        for row in &rows {
            match self.understand(&source, row) {
                Ok(row) => own.push(row),
                Err(fault) => faults.push(fault),
            }
        }
        self.lead(&mut own);
        let mut own = apart(&source, own, &mut faults);
        // Unbindings and leaders come first, so that nothing after them is lost with them.
        own.sort_by_key(|row| match row.action {
            None => 0,
            Some(Action::Leader) => 1,
            Some(_) => 2,
        });
        let mut keymap = self;
        let mut bindings = Vec::new();
        for row in own {
            bindings.extend(keymap.take(row));
        }
        bindings.append(&mut keymap.bindings);
        keymap.bindings = bindings;
        keymap.settle();
        faults.sort_by_key(|fault| fault.line);
        LoadedKeymap { keymap, faults }
    }

    fn understand(&self, source: &Source<'_>, row: &Row) -> Result<UserBinding, KeymapFault> {
        let context = row.context;
        let action = action_of(source, &row.action)?;
        let mut sequences = Vec::new();
        for key in &row.keys {
            let sequence = sequence_of(source, key)?;
            let wanted = RequestedBinding {
                context,
                action,
                sequence: &sequence,
            };
            check(self, &wanted).map_err(|why| source.fault(key.line, why))?;
            sequences.push((sequence, key.line));
        }
        Ok(UserBinding {
            context,
            sequences,
            action,
            text: redact::one_line(&row.text),
        })
    }

    /// Turns a global row `Ctrl+X q` into `q` behind the leader, if Ctrl+X is the leader.
    fn lead(&self, own: &mut [UserBinding]) {
        for row in own.iter_mut().filter(|row| row.context == Context::Global) {
            let rest: Option<Vec<Sequence>> = row
                .sequences
                .iter()
                .map(|(sequence, _)| {
                    let (lead, rest) = sequence.keys().split_first()?;
                    let leads = self.bound(Context::Global, &[*lead]) == Some(Action::Leader);
                    (leads && !rest.is_empty()).then(|| Sequence::from(rest))
                })
                .collect();
            if let Some(rest) = rest {
                row.context = Context::Leader;
                for ((sequence, _), rest) in row.sequences.iter_mut().zip(rest) {
                    *sequence = rest;
                }
            }
        }
    }

    /// Inserts a user's row, and takes its keys from the rows that had them.
    fn take(&mut self, row: UserBinding) -> Option<Binding> {
        for (sequence, _) in &row.sequences {
            self.release(row.context, sequence);
            if let Some(action) = row.action {
                let bound = self.by_keys.entry(row.context).or_default();
                bound.insert(sequence.clone(), action);
            }
        }
        let action = row.action?;
        let known = |context: Option<Context>| {
            self.bindings.iter().find(|binding| {
                binding.action == action && context.is_none_or(|here| binding.context == here)
            })
        };
        let like = known(Some(row.context)).or_else(|| known(None));
        let text = like.map_or_else(|| action.name().to_owned(), |like| like.text.clone());
        let group = like.map_or_else(String::new, |like| like.group.clone());
        let keys = row.sequences.iter().map(|(sequence, _)| sequence);
        Some(Binding {
            context: row.context,
            keys: keys.map(Sequence::to_string).collect(),
            action,
            text: if row.text.is_empty() { text } else { row.text },
            group,
            danger: self.danger_of(action),
            fallback: None,
            later: false,
            origin: Origin::Own,
        })
    }

    /// Returns how much an action may do, whatever it is bound to.
    pub(super) fn danger_of(&self, action: Action) -> u8 {
        let rows = self.bindings.iter().filter(|row| row.action == action);
        rows.map(|row| row.danger).max().unwrap_or(0)
    }

    /// Takes keys from their previous bindings, in the rows too, so that help stays true: from
    /// sequences that begin with them, and from those that they begin with.
    fn release(&mut self, context: Context, sequence: &Sequence) {
        let clashes = |other: &Sequence| {
            other.keys().starts_with(sequence.keys()) || sequence.keys().starts_with(other.keys())
        };
        // A leader continues with further keys; only its own key alone replaces it.
        let stays = |other: &Sequence, action: Action| {
            action == Action::Leader && other.keys().len() < sequence.keys().len()
        };
        if let Some(bound) = self.by_keys.get_mut(&context) {
            bound.retain(|other, action| !clashes(other) || stays(other, *action));
        }
        for binding in &mut self.bindings {
            if binding.context == context && binding.origin == Origin::Shipped && !binding.later {
                let action = binding.action;
                binding.keys.retain(|text| {
                    Sequence::parse(text)
                        .is_some_and(|other| !clashes(&other) || stays(&other, action))
                });
            }
        }
        self.bindings.retain(|binding| !binding.keys.is_empty());
    }

    /// Rebuilds the look-up data from the bindings, and keeps only fallbacks that still lead
    /// to their action.
    fn settle(&mut self) {
        self.begun.clear();
        for (context, bound) in &self.by_keys {
            let begun = self.begun.entry(*context).or_default();
            for sequence in bound.keys() {
                let keys = sequence.keys();
                let beginnings = (1..keys.len()).filter_map(|count| keys.get(..count));
                begun.extend(beginnings.map(Sequence::from));
            }
        }
        let fallbacks: Vec<Option<String>> =
            self.bindings.iter().map(|row| self.way(row)).collect();
        for (binding, fallback) in self.bindings.iter_mut().zip(fallbacks) {
            binding.fallback = fallback;
        }
    }

    /// Returns the fallback of a row in the current table: some of its keys may have new bindings.
    fn way(&self, row: &Binding) -> Option<String> {
        let fallback = row.fallback.as_ref()?;
        let is_there = |way: &&str| {
            let Some(sequence) = Sequence::parse(way).filter(|_| *way != "@") else {
                return true;
            };
            let last = way.rsplit(' ').next().unwrap_or(way);
            let later = self.bindings.iter().filter(|row| row.later);
            let screens_later = later.flat_map(|row| &row.keys).any(|key| key == last);
            screens_later
                || [row.context, Context::Editor, Context::Global]
                    .iter()
                    .any(|context| self.resolve_in(*context, sequence.keys()).is_some())
        };
        let ways: Vec<&str> = fallback.split(" or ").filter(is_there).collect();
        (!ways.is_empty()).then(|| ways.join(" or "))
    }
}

/// Returns the rows that do not conflict; the first of two conflicting rows stays.
fn apart(
    source: &Source<'_>,
    rows: Vec<UserBinding>,
    faults: &mut Vec<KeymapFault>,
) -> Vec<UserBinding> {
    let mut seen: HashMap<Context, Vec<(Sequence, Option<Action>, usize)>> = HashMap::new();
    let mut kept = Vec::new();
    for row in rows {
        let before = seen.entry(row.context).or_default();
        let clash = row.sequences.iter().find_map(|(sequence, line)| {
            let other = before
                .iter()
                .find(|(other, action, _)| clash(other, sequence, *action, row.action))?;
            Some((sequence, *line, other))
        });
        if let Some((sequence, line, (other, action, first))) = clash {
            let name = action.map_or("none", Action::name);
            let place = row.context.name();
            let why = if other == sequence {
                notice!(
                    "keymap-bound-already",
                    sequence = one_line(&sequence.to_string()),
                    name,
                    place,
                    first
                )
            } else {
                notice!(
                    "keymap-begins",
                    sequence = one_line(&sequence.to_string()),
                    other = one_line(&other.to_string()),
                    first,
                    place
                )
            };
            faults.push(source.fault(line, why));
            continue;
        }
        let named = row.sequences.iter();
        before.extend(named.map(|(sequence, line)| (sequence.clone(), row.action, *line)));
        kept.push(row);
    }
    kept
}

fn clash(one: &Sequence, other: &Sequence, first: Option<Action>, second: Option<Action>) -> bool {
    if one == other {
        return first != second;
    }
    let longer = |short: &Sequence, long: &Sequence, action: Option<Action>| {
        // A row that unbinds a key, or makes it the leader, allows sequences that begin with it.
        long.keys().starts_with(short.keys()) && !matches!(action, None | Some(Action::Leader))
    };
    longer(one, other, first) || longer(other, one, second)
}

fn action_of(source: &Source<'_>, word: &Word) -> Result<Option<Action>, KeymapFault> {
    if word.text == "none" {
        return Ok(None);
    }
    Action::from_name(&word.text).map(Some).ok_or_else(|| {
        let known: Vec<_> = Action::ALL.iter().map(|action| action.name()).collect();
        let why = notice!(
            "keymap-no-action",
            name = one_line(&word.text),
            meant = meant(&word.text, &known)
        );
        source.fault(word.line, why)
    })
}

fn sequence_of(source: &Source<'_>, word: &Word) -> Result<Sequence, KeymapFault> {
    Sequence::parse(&word.text).ok_or_else(|| {
        let near: Option<Vec<String>> = word.text.split_whitespace().map(nearest_key).collect();
        let way = match near.filter(|near| !near.is_empty() && near.len() <= 5) {
            Some(near) => notice!("keymap-near", near = one_line(&near.join(" "))),
            None => notice!("keymap-write-keys"),
        };
        let key = one_line(&word.text);
        source.fault(word.line, notice!("keymap-no-key", key, way))
    })
}
