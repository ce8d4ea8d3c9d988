//! The key table as an editable list: each row in its current state, the shipped rows beside the
//! user's own, and the allowed changes of a row. Pure; the settings show it.

use std::path::Path;
use std::sync::OnceLock;

use super::edit::{KeyEdit, OwnRow, edited, facts, unbinding};
use super::{Action, Binding, Context, Key, Keymap, KeymapFault, Origin, Sequence};
use notice::{Notice, notice};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedBinding {
    pub context: Context,
    pub action: Action,
    /// The row's effect, in the user's language.
    pub said: String,
    /// The keys currently bound, as the table writes them.
    pub keys: Vec<String>,
    /// The same keys as they are pressed, the leader first.
    pub pressed: String,
    /// The shipped keys; empty if the row is the user's own.
    pub shipped: Vec<String>,
    /// Origin of the row.
    pub origin: Origin,
    /// Another way, if the terminal does not send the key.
    pub fallback: Option<String>,
    /// The rows of the user's file that made this row, or that took its keys.
    pub own: Vec<OwnRow>,
}

impl ListedBinding {
    /// Whether the row differs from the shipped one.
    pub fn is_own(&self) -> bool {
        self.origin == Origin::Own || self.keys != self.shipped
    }
}

/// A user's file, with the resulting table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OwnTable {
    /// Path of the file, as shown.
    pub file: String,
    pub text: String,
    pub keymap: Keymap,
    /// Faults: the parts of the file that are not used.
    pub faults: Vec<KeymapFault>,
    /// All rows, in the order of the contexts.
    pub rows: Vec<ListedBinding>,
}

/// Returns the shipped table, which is read once.
fn shipped() -> &'static Keymap {
    static SHIPPED: OnceLock<Keymap> = OnceLock::new();
    SHIPPED.get_or_init(|| Keymap::embedded().unwrap_or_default())
}

impl OwnTable {
    /// Creates the table of a file with this text.
    pub fn of(file: &str, text: &str) -> Self {
        let loaded = shipped().clone().with_own(Path::new(file), text);
        let mut rows = Vec::new();
        for context in Context::ALL {
            let own = loaded.keymap.bindings(*context);
            let own = own.filter(|row| row.origin == Origin::Own);
            rows.extend(own.map(|row| of_own(&loaded.keymap, row, text)));
            let came = shipped().bindings(*context);
            rows.extend(came.map(|row| of_shipped(&loaded.keymap, row, text)));
        }
        Self {
            file: file.to_owned(),
            text: text.to_owned(),
            keymap: loaded.keymap,
            faults: loaded.faults,
            rows,
        }
    }

    /// Returns the table with edits applied.
    ///
    /// # Errors
    /// Why the file cannot be edited this way, or the rule of keys that a new row would break.
    pub fn with(&self, edits: &[KeyEdit]) -> Result<Self, Notice> {
        let mut text = self.text.clone();
        for edit in edits {
            text = edited(&text, edit)?;
        }
        let table = Self::of(&self.file, &text);
        let is_new = |fault: &&KeymapFault| {
            let mut before = self.faults.iter();
            !before.any(|one| one.message == fault.message)
        };
        match table.faults.iter().find(is_new) {
            Some(fault) => Err(fault.message.clone()),
            None => Ok(table),
        }
    }

    /// Returns the edits that bind keys to a row's action: in addition to shipped keys, but
    /// replacing the user's own.
    ///
    /// # Errors
    /// Why they cannot be bound: they are bound there already, or no row may have them.
    pub fn bind(&self, row: &ListedBinding, keys: &[Key]) -> Result<Vec<KeyEdit>, Notice> {
        let sequence = Sequence::from(keys);
        let written = sequence.to_string();
        if Sequence::parse(&written).as_ref() != Some(&sequence) {
            return Err(notice!("keymap-cannot-be-bound"));
        }
        let (context, sequence) = self.led(row.context, sequence);
        if let Some(holder) = self.holder(context, &sequence) {
            let is_itself = row.origin == Origin::Own
                && holder.origin == Origin::Own
                && (holder.context, holder.action) == (row.context, row.action);
            if !is_itself {
                return Err(notice!(
                    "keymap-is-bound",
                    keys = written,
                    what = holder.said(),
                    place = context.name()
                ));
            }
        }
        let takes = (row.origin == Origin::Own).then(|| row.own.iter().cloned().map(KeyEdit::Take));
        let mut edits: Vec<KeyEdit> = takes.into_iter().flatten().collect();
        edits.push(KeyEdit::Add(OwnRow {
            context,
            keys: vec![sequence.to_string()],
            action: Some(row.action),
        }));
        self.with(&edits).map(|_| edits)
    }

    /// Returns the edits that unbind a row, or that restore an unbound one.
    ///
    /// # Errors
    /// Why it cannot be unbound or restored.
    pub fn unbind(&self, row: &ListedBinding) -> Result<Vec<KeyEdit>, Notice> {
        if row.context == Context::Bar {
            return Err(notice!("keymap-bar-fixed"));
        }
        let edits: Vec<KeyEdit> = match (row.origin, row.keys.is_empty()) {
            (Origin::Own, _) => row.own.iter().cloned().map(KeyEdit::Take).collect(),
            (Origin::Shipped, false) => vec![KeyEdit::Add(OwnRow {
                context: row.context,
                keys: row.keys.clone(),
                action: None,
            })],
            (Origin::Shipped, true) => self.give_back(row)?,
        };
        self.with(&edits).map(|_| edits)
    }

    /// Removes the rows that unbind this row's keys. Keys that are bound to something else
    /// now stay there.
    fn give_back(&self, row: &ListedBinding) -> Result<Vec<KeyEdit>, Notice> {
        let edits: Vec<KeyEdit> = row.own.iter().cloned().map(KeyEdit::Take).collect();
        if edits.is_empty() {
            let mut keys = row.shipped.iter().filter_map(|key| Sequence::parse(key));
            let holder = keys.find_map(|key| self.holder(row.context, &key));
            return Err(match holder {
                Some(holder) => notice!("keymap-taken-by-own", what = holder.said()),
                None => notice!("keymap-edit-by-hand"),
            });
        }
        Ok(edits)
    }

    /// Moves keys behind the leader to the leader's context.
    fn led(&self, context: Context, sequence: Sequence) -> (Context, Sequence) {
        let keys = sequence.keys();
        let first = keys.first().copied();
        let leads = first.is_some_and(|first| {
            self.keymap.action(Context::Global, first) == Some(Action::Leader)
        });
        match (context, keys.get(1..)) {
            (Context::Global | Context::Leader, Some(rest)) if leads && !rest.is_empty() => {
                (Context::Leader, Sequence::from(rest))
            }
            _ => (context, sequence),
        }
    }

    /// Returns the binding that clashes with these keys in a context: the same keys, a longer
    /// sequence that begins with them, or a shorter one that they begin with.
    fn holder(&self, context: Context, sequence: &Sequence) -> Option<&Binding> {
        let clashes = |row: &&Binding| {
            let mut keys = row.keys.iter().filter_map(|key| Sequence::parse(key));
            keys.any(|other| {
                let leads =
                    row.action == Action::Leader && other.keys().len() < sequence.keys().len();
                !leads
                    && (other.keys().starts_with(sequence.keys())
                        || sequence.keys().starts_with(other.keys()))
            })
        };
        self.keymap.bindings(context).find(clashes)
    }

    /// Returns the binding of an outer context that a key of this one hides.
    pub fn hides(&self, context: Context, first: Key) -> Option<&Binding> {
        let outer = match context {
            Context::Global | Context::Leader => return None,
            _ => [Context::Pane, Context::Global],
        };
        let key = Sequence::from(&[first][..]);
        let has = |row: &&Binding| {
            let mut keys = row.keys.iter().filter_map(|key| Sequence::parse(key));
            keys.any(|other| other == key)
        };
        let mut outer = outer.into_iter().filter(|one| *one != context);
        outer.find_map(|one| self.keymap.bindings(one).find(has))
    }
}

fn of_own(keymap: &Keymap, row: &Binding, text: &str) -> ListedBinding {
    ListedBinding {
        context: row.context,
        action: row.action,
        said: row.said().to_owned(),
        keys: row.keys.clone(),
        pressed: keymap.keys_text(row),
        shipped: Vec::new(),
        origin: Origin::Own,
        fallback: None,
        own: written(keymap, row, text).into_iter().collect(),
    }
}

fn of_shipped(keymap: &Keymap, row: &Binding, text: &str) -> ListedBinding {
    let is_it = |now: &&Binding| {
        now.origin == Origin::Shipped
            && (now.action, &now.text) == (row.action, &row.text)
            && now.keys.iter().all(|key| row.keys.contains(key))
    };
    let now = keymap.bindings(row.context).find(is_it);
    let keys = now.map_or_else(Vec::new, |now| now.keys.clone());
    let lost: Vec<String> = row
        .keys
        .iter()
        .filter(|key| !keys.contains(key))
        .filter_map(|key| Some(Sequence::parse(key)?.to_string()))
        .collect();
    let unbinds = unbinding(text).into_iter();
    let own = unbinds
        .filter(|(context, keys)| {
            *context == row.context && keys.iter().any(|key| lost.contains(key))
        })
        .map(|(context, keys)| OwnRow {
            context,
            keys,
            action: None,
        });
    ListedBinding {
        context: row.context,
        action: row.action,
        said: row.said().to_owned(),
        pressed: now.map_or_else(String::new, |now| keymap.keys_text(now)),
        keys,
        shipped: row.keys.clone(),
        origin: Origin::Shipped,
        fallback: now.and_then(|now| now.fallback.clone()),
        own: own.collect(),
    }
}

/// Returns the row of the file that one of the user's own bindings was made from.
fn written(keymap: &Keymap, row: &Binding, text: &str) -> Option<OwnRow> {
    let led = |key: &String| {
        let sequence = Sequence::parse(key)?;
        let (first, rest) = sequence.keys().split_first()?;
        let leads = keymap.action(Context::Global, *first) == Some(Action::Leader);
        (leads && !rest.is_empty()).then(|| Sequence::from(rest).to_string())
    };
    let is_it = |context: Context, keys: &[String], action: &str| {
        let behind_leader = || {
            let rest: Option<Vec<String>> = keys.iter().map(led).collect();
            context == Context::Global && rest.is_some_and(|rest| rest == row.keys)
        };
        action == row.action.name()
            && (context == row.context && *keys == *row.keys
                || row.context == Context::Leader && behind_leader())
    };
    let mut rows = facts(text).into_iter();
    let (context, keys, _) = rows.find(|(context, keys, action)| is_it(*context, keys, action))?;
    Some(OwnRow {
        context,
        keys,
        action: Some(row.action),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> OwnTable {
        OwnTable::of("/c/keymap.toml", text)
    }

    fn keys(text: &str) -> Vec<Key> {
        Sequence::parse(text).unwrap().keys().to_vec()
    }

    #[track_caller]
    fn row(table: &OwnTable, context: Context, action: Action, origin: Origin) -> ListedBinding {
        let mut rows = table.rows.iter();
        let found =
            rows.find(|row| (row.context, row.action, row.origin) == (context, action, origin));
        found.cloned().expect("a row")
    }

    const ZOOM: (Context, Action) = (Context::Global, Action::ZoomPane);

    #[test]
    fn a_key_is_bound_beside_those_that_came_and_taken_back() {
        let before = table("");
        let zoom = row(&before, ZOOM.0, ZOOM.1, Origin::Shipped);
        let edits = before.bind(&zoom, &keys("F5")).unwrap();
        let after = before.with(&edits).unwrap();
        let own = row(&after, ZOOM.0, ZOOM.1, Origin::Own);
        assert_eq!((own.pressed.as_str(), own.is_own()), ("F5", true));
        let came = row(&after, ZOOM.0, ZOOM.1, Origin::Shipped);
        assert_eq!(
            (came.keys, came.shipped),
            (vec!["F4".into()], vec!["F4".into()])
        );
        // Another key replaces the user's own.
        let edits = after.bind(&own, &keys("F6")).unwrap();
        let other = after.with(&edits).unwrap();
        assert!(
            !other.text.contains("F5") && other.text.contains("F6"),
            "{}",
            other.text
        );
        let own = row(&other, ZOOM.0, ZOOM.1, Origin::Own);
        let edits = other.unbind(&own).unwrap();
        let back = other.with(&edits).unwrap();
        assert_eq!(back.keymap.action(Context::Global, keys("F6")[0]), None);
    }

    #[test]
    fn what_came_with_the_program_is_unbound_told_and_given_back() {
        let before = table("# mine\n");
        let zoom = row(&before, ZOOM.0, ZOOM.1, Origin::Shipped);
        let edits = before.unbind(&zoom).unwrap();
        let after = before.with(&edits).unwrap();
        let gone = row(&after, ZOOM.0, ZOOM.1, Origin::Shipped);
        assert_eq!((gone.keys.len(), gone.is_own()), (0, true));
        assert_eq!(gone.shipped, ["F4"]);
        let edits = after.unbind(&gone).unwrap();
        let back = after.with(&edits).unwrap();
        assert_eq!(back.rows, before.rows);
        assert!(back.text.starts_with("# mine\n"), "{}", back.text);
    }

    #[test]
    fn keys_that_are_bound_there_are_refused_by_what_has_them() {
        let table = table("");
        let send = row(&table, Context::Editor, Action::Send, Origin::Shipped);
        let why = table.bind(&send, &keys("Ctrl+T")).unwrap_err().to_string();
        assert!(
            why.contains("Ctrl+T") && why.contains("swap letters"),
            "{why}"
        );
        // Refused too: a key that begins another sequence, and a key that no row may have.
        let own = OwnTable::of("k", "tree = [{ keys = [\"g g\"], action = \"tree_open\" }]");
        let mark = row(&own, Context::Tree, Action::TreeExpand, Origin::Shipped);
        let why = own.bind(&mark, &keys("g")).unwrap_err().to_string();
        assert!(why.contains("open"), "{why}");
        for (keys_of, part) in [("Ctrl+C", "Ctrl+C"), ("Z", "Z")] {
            let why = table.bind(&send, &keys(keys_of)).unwrap_err().to_string();
            assert!(why.contains(part), "{why}");
        }
        let approve = row(&table, Context::Bar, Action::BarApprove, Origin::Shipped);
        assert!(table.bind(&approve, &keys("F5")).is_err());
        assert!(table.unbind(&approve).is_err());
    }

    #[test]
    fn keys_behind_the_leader_are_the_leaders_wherever_they_are_written() {
        let before = table("");
        let zoom = row(&before, ZOOM.0, ZOOM.1, Origin::Shipped);
        let why = before
            .bind(&zoom, &keys("Ctrl+X o"))
            .unwrap_err()
            .to_string();
        assert!(why.contains("next pane"), "{why}");
        let edits = before.bind(&zoom, &keys("Ctrl+X q")).unwrap();
        let after = before.with(&edits).unwrap();
        let own = row(&after, Context::Leader, ZOOM.1, Origin::Own);
        assert_eq!(own.pressed, "Ctrl+X q");
        assert!(after.text.contains("leader = ["), "{}", after.text);
        // A row that was written by hand in the other form can be removed too.
        let by_hand = table("global = [{ keys = [\"Ctrl+X q\"], action = \"zoom_pane\" }]");
        let own = row(&by_hand, Context::Leader, ZOOM.1, Origin::Own);
        let edits = by_hand.unbind(&own).unwrap();
        assert!(!by_hand.with(&edits).unwrap().text.contains("zoom_pane"));
    }

    #[test]
    fn what_a_key_hides_is_told() {
        let table = table("");
        let hidden = table
            .hides(Context::Tree, keys("F9")[0])
            .map(|row| row.action);
        assert_eq!(hidden, Some(Action::TogglePassthrough));
        assert_eq!(table.hides(Context::Tree, keys("F5")[0]), None);
        assert_eq!(table.hides(Context::Global, keys("F9")[0]), None);
    }
}
