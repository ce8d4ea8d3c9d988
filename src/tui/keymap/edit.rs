//! Edits the text of a user's key table: adds or removes a row, and keeps everything else as it
//! is, comments too. Pure over texts: the result is read back, and an edit with an unexpected
//! result is refused.

use std::path::Path;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, RawString, Table, TableLike, Value};

use super::key::Sequence;
use super::read::Source;
use super::{Action, Context};
use notice::{Notice, notice};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyEdit {
    /// Add a row.
    Add(OwnRow),
    /// Remove a row.
    Take(OwnRow),
}

/// A row of a user's file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRow {
    pub context: Context,
    /// The keys, as the table writes them.
    pub keys: Vec<String>,
    /// The action of the keys; `None` unbinds them.
    pub action: Option<Action>,
}

impl OwnRow {
    fn action_name(&self) -> &'static str {
        self.action.map_or("none", Action::name)
    }

    /// Returns the row in comparable form: keys by their meaning, however they are written.
    fn fact(&self) -> BindingFact {
        (
            self.context,
            self.keys.iter().map(|key| meant(key)).collect(),
            self.action_name().to_owned(),
        )
    }
}

/// Context, keys, name of the action.
pub(super) type BindingFact = (Context, Vec<String>, String);

fn meant(key: &str) -> String {
    Sequence::parse(key).map_or_else(|| key.to_owned(), |sequence| sequence.to_string())
}

/// Returns the text with an edit applied.
///
/// # Errors
/// Why the edit cannot be made here, and what to do.
pub fn edited(text: &str, edit: &KeyEdit) -> Result<String, Notice> {
    let file: DocumentMut = text.parse().map_err(|_| notice!("keymap-edit-broken"))?;
    let (after, more, less) = match edit {
        KeyEdit::Add(row) => (added(text, file, row), Some(row.fact()), None),
        KeyEdit::Take(row) => (taken(text, file, row), None, Some(row.fact())),
    };
    let by_hand = || notice!("keymap-edit-by-hand");
    let after = after.ok_or_else(by_hand)?;
    let mut expected = facts(text);
    expected.extend(more);
    if let Some(less) = less {
        let place = expected.iter().position(|fact| *fact == less);
        expected.remove(place.ok_or_else(by_hand)?);
    }
    let mut found = facts(&after);
    expected.sort_unstable();
    found.sort_unstable();
    if expected == found && after.parse::<DocumentMut>().is_ok() {
        Ok(after)
    } else {
        Err(by_hand())
    }
}

/// Returns every row that can be read.
pub(super) fn facts(text: &str) -> Vec<BindingFact> {
    let source = Source::new(Path::new(""), text);
    let rows = source.rows().0.into_iter();
    let fact = |row: super::read::Row| {
        let keys = row.keys.iter().map(|key| meant(&key.text)).collect();
        (row.context, keys, row.action.text)
    };
    rows.map(fact).collect()
}

/// Returns the rows that unbind keys, with the keys in normalised form.
pub(super) fn unbinding(text: &str) -> Vec<(Context, Vec<String>)> {
    let rows = facts(text).into_iter();
    rows.filter(|(_, _, action)| action == "none")
        .map(|(context, keys, _)| (context, keys))
        .collect()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn end_of_lines(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Writes the file, with the line ends of the text that it was: `toml_edit` ends each line
/// with `\n`.
fn written(text: &str, file: &DocumentMut) -> String {
    let end = end_of_lines(text);
    let mut before = text.split_inclusive('\n');
    let mut after = String::with_capacity(text.len());
    for line in file.to_string().lines() {
        let mut ahead = before.clone();
        let bare = |one: &str| {
            one.trim_start_matches('\u{feff}')
                .trim_end_matches(['\r', '\n'])
                == line
        };
        match ahead.find(|one| bare(one)) {
            Some(as_before) => {
                after.push_str(as_before);
                before = ahead;
            }
            None => after.extend([line, end]),
        }
    }
    after
}

fn raw(part: Option<&RawString>) -> &str {
    part.and_then(RawString::as_str).unwrap_or_default()
}

fn added(text: &str, mut file: DocumentMut, row: &OwnRow) -> Option<String> {
    let keys: Vec<String> = row.keys.iter().map(|key| quoted(key)).collect();
    let (keys, action) = (keys.join(", "), quoted(row.action_name()));
    let inline = format!("{{ keys = [{keys}], action = {action} }}");
    let name = row.context.name();
    if let Some(list) = file.get_mut(name).and_then(Item::as_array_mut) {
        into_list(list, inline.parse().ok()?);
        return Some(written(text, &file));
    }
    let end = end_of_lines(text);
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => end,
        _ => &format!("{end}{end}"),
    };
    // Behind a header such as `[[editor]]`, a list would belong to the header's row.
    Some(if file.iter().any(|(_, item)| !item.is_array()) {
        format!("{text}{gap}[[{name}]]{end}keys = [{keys}]{end}action = {action}{end}")
    } else {
        format!("{text}{gap}{name} = [{end}  {inline},{end}]{end}")
    })
}

/// Appends a row to a list in brackets, on its own line if the closing bracket has one.
fn into_list(list: &mut Array, mut row: Value) {
    let mut tail = String::new();
    if let Some(last) = list.iter_mut().last() {
        tail.push_str(raw(last.decor().suffix()));
        last.decor_mut().set_suffix("");
    }
    tail.push_str(raw(Some(list.trailing())));
    let decor = row.decor_mut();
    if let Some((lines, indent)) = tail.rsplit_once('\n') {
        decor.set_prefix(format!("{lines}\n  "));
        list.set_trailing(format!("\n{indent}"));
        list.set_trailing_comma(true);
    } else {
        decor.set_prefix(if list.is_empty() { &tail } else { " " });
        list.set_trailing(tail);
        list.set_trailing_comma(false);
    }
    list.push_formatted(row);
}

fn taken(text: &str, mut file: DocumentMut, row: &OwnRow) -> Option<String> {
    let wanted = Some(row.fact());
    let is_it = |one: &dyn TableLike| fact_of(row.context, one) == wanted;
    let rows = file.get_mut(row.context.name())?;
    if let Some(list) = rows.as_array_mut() {
        let is_it = |one: &Value| one.as_inline_table().is_some_and(|one| is_it(one));
        let at = list.iter().position(is_it)?;
        out_of_list(list, at);
    } else {
        let blocks = rows.as_array_of_tables_mut()?;
        let at = blocks.iter().position(|one| is_it(one))?;
        let block = blocks.remove(at);
        keep_comments(&mut file, &block);
    }
    Some(written(text, &file))
}

fn fact_of(context: Context, row: &dyn TableLike) -> Option<BindingFact> {
    let keys: Option<Vec<String>> = match row.get("keys")?.as_value()? {
        Value::Array(keys) => keys.iter().map(|key| key.as_str().map(meant)).collect(),
        one => one.as_str().map(|key| vec![meant(key)]),
    };
    Some((context, keys?, row.get("action")?.as_str()?.to_owned()))
}

/// Removes a row from a list; the comments around it stay.
fn out_of_list(list: &mut Array, at: usize) {
    let row = list.remove(at);
    let before = raw(row.decor().prefix());
    let behind = raw(row.decor().suffix());
    match list.get_mut(at) {
        Some(next) => {
            let after = format!("{behind}{}", raw(next.decor().prefix()));
            next.decor_mut().set_prefix(closed(before, &after));
        }
        None => {
            let after = format!("{behind}{}", raw(Some(list.trailing())));
            list.set_trailing(closed(before, &after));
        }
    }
}

/// Joins the text before a row with the text after it, without the row's line if it had one.
fn closed(before: &str, after: &str) -> String {
    let ends_line = after
        .trim_start_matches([' ', '\t', '\r'])
        .starts_with('\n');
    match before.rsplit_once('\n') {
        Some((lines, _)) if ends_line => format!("{lines}{after}"),
        None if ends_line || after.is_empty() => after.to_owned(),
        _ => format!("{before}{}", after.trim_start_matches(' ')),
    }
}

/// Moves the comments and blank lines of a removed block to the next one, or to the end.
fn keep_comments(file: &mut DocumentMut, block: &Table) {
    let keys = block.iter().filter_map(|(name, _)| block.key(name));
    let prefixes = keys.map(|key| key.leaf_decor().prefix());
    let prefixes = [block.decor().prefix()].into_iter().chain(prefixes);
    let whole_lines = |part| Some(raw(part).rsplit_once('\n')?.0.to_owned() + "\n");
    let comments: String = prefixes.filter_map(whole_lines).collect();
    let items = file.iter_mut().map(|(_, item)| item);
    let blocks = items.filter_map(Item::as_array_of_tables_mut);
    let later = blocks
        .flat_map(ArrayOfTables::iter_mut)
        .filter(|one| one.position() > block.position());
    match later.min_by_key(|one| one.position()) {
        Some(next) => {
            let kept = comments + raw(next.decor().prefix());
            next.decor_mut().set_prefix(kept);
        }
        None => file.set_trailing(comments + raw(Some(file.trailing()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(context: Context, keys: &[&str], action: Option<Action>) -> OwnRow {
        OwnRow {
            context,
            keys: keys.iter().map(|&key| key.to_owned()).collect(),
            action,
        }
    }

    fn add(text: &str, row: OwnRow) -> Result<String, Notice> {
        edited(text, &KeyEdit::Add(row))
    }

    fn take(text: &str, row: OwnRow) -> Result<String, Notice> {
        edited(text, &KeyEdit::Take(row))
    }

    const NEWLINE: Option<Action> = Some(Action::Newline);

    #[test]
    fn a_row_begins_a_file_and_joins_the_list_of_its_context() {
        let one = row(Context::Editor, &["F5"], NEWLINE);
        let text = add("", one).unwrap();
        assert_eq!(
            text,
            "editor = [\n  { keys = [\"F5\"], action = \"newline\" },\n]\n"
        );
        let two = add(&text, row(Context::Editor, &["Ctrl+\\"], None)).unwrap();
        assert_eq!(
            two,
            "editor = [\n  { keys = [\"F5\"], action = \"newline\" },\n  \
             { keys = [\"Ctrl+\\\\\"], action = \"none\" },\n]\n"
        );
        let three = add("# mine", row(Context::Tree, &["g g"], Some(Action::Top))).unwrap();
        assert_eq!(
            three,
            "# mine\n\ntree = [\n  { keys = [\"g g\"], action = \"top\" },\n]\n"
        );
    }

    #[test]
    fn comments_and_the_form_of_the_file_stay() {
        let text = "# mine\neditor = [\n  # enter\n  { keys = [\"Enter\"], action = \"newline\" } # no comma\n  \
                    # the end\n]\ntree = [{ keys = \"X\", action = \"tree_open\" },]  # short\n";
        let after = add(text, row(Context::Editor, &["F5"], NEWLINE)).unwrap();
        let expected = text.replace("\"newline\" } #", "\"newline\" }, #").replace(
            "# the end\n",
            "# the end\n  { keys = [\"F5\"], action = \"newline\" },\n",
        );
        assert_eq!(after, expected);
        let after = add(text, row(Context::Tree, &["Y"], None)).unwrap();
        let expected = text.replace(
            "\"tree_open\" },]",
            "\"tree_open\" }, { keys = [\"Y\"], action = \"none\" }]",
        );
        assert_eq!(after, expected);
        let back = take(&after, row(Context::Tree, &["X"], Some(Action::TreeOpen))).unwrap();
        assert!(
            back.contains("tree = [{ keys = [\"Y\"], action = \"none\" }]  # short"),
            "{back}"
        );
        let back = take(text, row(Context::Editor, &["Enter"], NEWLINE)).unwrap();
        assert!(
            back.starts_with("# mine\neditor = [\n  # enter\n  # no comma\n  # the end\n]\n"),
            "{back}"
        );
    }

    #[test]
    fn rows_under_headers_are_added_and_taken_whole() {
        let text = "# mine\n[[editor]]\nkeys = [\n  \"F5\",\n]\naction = \"newline\"\n# why\n\n[[tree]]\n\
                    keys = [\"X\"]\naction = \"tree_open\"\r\n";
        let after = add(text, row(Context::Editor, &["F6"], NEWLINE)).unwrap();
        assert!(
            after.ends_with("\r\n[[editor]]\r\nkeys = [\"F6\"]\r\naction = \"newline\"\r\n"),
            "{after}"
        );
        let back = take(&after, row(Context::Editor, &["F5"], NEWLINE)).unwrap();
        assert!(back.starts_with("# mine\n# why\n\n[[tree]]\n"), "{back}");
        let back = take(&back, row(Context::Editor, &["F6"], NEWLINE)).unwrap();
        assert_eq!(facts(&back).len(), 1);
    }

    #[test]
    fn line_ends_and_the_layout_of_a_list_stay() {
        let text = "\u{feff}# mine\r\neditor = [\r\n  { keys = \"F5\", action = \"newline\" }, # why\r\n]\r\n\n\
                    tree = [ { keys = \"X\", action = \"tree_open\" } ]";
        for (context, key) in [(Context::Editor, "F6"), (Context::Tree, "Y")] {
            let after = add(text, row(context, &[key], None)).unwrap();
            let back = take(&after, row(context, &[key], None)).unwrap();
            assert_eq!(back.trim_end(), text);
        }
        let after = add(text, row(Context::Tree, &["Y"], None)).unwrap();
        let expected = "tree = [ { keys = \"X\", action = \"tree_open\" }, { keys = [\"Y\"], action = \"none\" } ]\r\n";
        assert!(after.ends_with(expected), "{after}");
    }

    #[test]
    fn the_comments_of_the_last_block_stay_at_the_end() {
        let text = "# mine\n[[editor]]\n# enter\nkeys = \"F5\"\naction = \"newline\"\n# the end\n";
        let back = take(text, row(Context::Editor, &["F5"], NEWLINE)).unwrap();
        assert_eq!(back, "# mine\n# enter\n# the end\n");
    }

    #[test]
    fn what_is_broken_or_not_there_is_refused() {
        let why = add("editor = [", row(Context::Editor, &["F5"], NEWLINE)).unwrap_err();
        assert!(why.to_string().contains("fix"), "{why}");
        let gone = take("", row(Context::Editor, &["F5"], NEWLINE)).unwrap_err();
        assert!(gone.to_string().contains("by hand"), "{gone}");
        // The bracket behind a comment's line cannot be reached safely.
        let text = "editor = [{ keys = [\"F5\"], action = \"newline\" }, # x\n { keys = [\"F6\"], action = \"newline\" } ]\n";
        let after = add(text, row(Context::Editor, &["F7"], None)).unwrap();
        assert_eq!(facts(&after).len(), 3);
    }

    proptest::proptest! {
        #![proptest_config(testing::cases(200))]

        #[test]
        fn whatever_is_added_can_be_taken_and_leaves_the_rows_as_they_were(
            forms in proptest::sample::subsequence(
                vec!["# a\n", "\n", "editor = [\n]\n", "tree = []\n", "[[pane]]\nkeys = \"F9\"\naction = \"top\"\n"], 0..5),
            context in proptest::sample::select(vec![Context::Editor, Context::Tree, Context::Pane]),
            keys in proptest::sample::select(vec![&["F5"][..], &["g g", "F6"], &["Ctrl+\\"], &["\""]]),
            action in proptest::sample::select(vec![None, NEWLINE]),
        ) {
            let text = forms.concat();
            let row = row(context, keys, action);
            let after = add(&text, row.clone()).unwrap();
            for line in text.lines().filter(|line| line.starts_with('#')) {
                proptest::prop_assert!(after.contains(line));
            }
            let back = take(&after, row).unwrap();
            proptest::prop_assert_eq!(facts(&back), facts(&text));
        }
    }
}
