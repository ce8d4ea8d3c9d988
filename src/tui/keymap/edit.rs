//! Edits the text of a user's key table: adds or removes a row, and keeps everything else as it
//! is, comments too. Pure over texts: the result is read back, and an edit with an unexpected
//! result is refused.

use std::ops::Range;
use std::path::Path;

use toml::de::{DeTable, DeValue};

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
    let table = DeTable::parse(text).map_err(|_| notice!("keymap-edit-broken"))?;
    let table = table.get_ref();
    let (after, more, less) = match edit {
        KeyEdit::Add(row) => (added(text, table, row), Some(row.fact()), None),
        KeyEdit::Take(row) => (taken(text, table, row), None, Some(row.fact())),
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
    if expected == found && DeTable::parse(&after).is_ok() {
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

fn array<'a>(
    table: &'a DeTable<'_>,
    context: Context,
) -> Option<(Range<usize>, &'a toml::de::DeArray<'a>)> {
    let mut entries = table.iter();
    let (_, value) = entries.find(|(name, _)| name.get_ref() == context.name())?;
    match value.get_ref() {
        DeValue::Array(array) => Some((value.span(), array)),
        _ => None,
    }
}

/// Whether rows are under headers, such as `[[editor]]`.
fn has_headers(text: &str, table: &DeTable<'_>) -> bool {
    table.iter().any(|(_, value)| match value.get_ref() {
        DeValue::Array(rows) => rows.iter().any(|row| is_under_header(text, &row.span())),
        _ => true,
    })
}

fn is_under_header(text: &str, row: &Range<usize>) -> bool {
    text.get(row.start..)
        .is_some_and(|rest| rest.starts_with('['))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn end_of_lines(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

fn added(text: &str, table: &DeTable<'_>, row: &OwnRow) -> Option<String> {
    let keys: Vec<String> = row.keys.iter().map(|key| quoted(key)).collect();
    let (keys, action) = (keys.join(", "), quoted(row.action_name()));
    let end = end_of_lines(text);
    let inline = format!("{{ keys = [{keys}], action = {action} }}");
    if let Some((span, rows)) = array(table, row.context) {
        let under_header = rows
            .iter()
            .next()
            .is_some_and(|row| is_under_header(text, &row.span()));
        if !under_header {
            let last = rows.iter().last().map(toml::Spanned::span);
            return into_list(text, span, last.as_ref(), &inline);
        }
    }
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => end,
        _ => &format!("{end}{end}"),
    };
    let name = row.context.name();
    Some(if has_headers(text, table) {
        format!("{text}{gap}[[{name}]]{end}keys = [{keys}]{end}action = {action}{end}")
    } else {
        format!("{text}{gap}{name} = [{end}  {inline},{end}]{end}")
    })
}

/// Appends a row to a list in brackets.
fn into_list(
    text: &str,
    list: Range<usize>,
    last: Option<&Range<usize>>,
    row: &str,
) -> Option<String> {
    let close = list.end.checked_sub(1)?;
    let from = last.map_or(list.start.checked_add(1)?, |last| last.end);
    let tail = text.get(from..close)?;
    let before = text.get(..from)?;
    let after = text.get(close..)?;
    let comma = match last {
        Some(_) if !has_comma(tail) => ",",
        _ => "",
    };
    Some(match tail.rfind('\n') {
        // The bracket is on a line of its own.
        Some(at) if tail.get(at..)?.trim().is_empty() => {
            let (head, indent) = tail.split_at_checked(at + 1)?;
            let end = end_of_lines(text);
            format!("{before}{comma}{head}  {row},{end}{indent}{after}")
        }
        // A comment would swallow everything behind it.
        Some(_) => return None,
        None => {
            let gap = match last {
                Some(_) => " ",
                None => "",
            };
            format!("{before}{comma}{}{gap}{row}{after}", tail.trim_end())
        }
    })
}

/// Whether the text contains a comma outside of comments.
fn has_comma(text: &str) -> bool {
    let code = |line: &str| line.split('#').next().unwrap_or_default().to_owned();
    text.lines().any(|line| code(line).contains(','))
}

fn taken(text: &str, table: &DeTable<'_>, row: &OwnRow) -> Option<String> {
    let (_, rows) = array(table, row.context)?;
    let wanted = row.fact();
    let found = rows.iter().find(|one| {
        let DeValue::Table(one) = one.get_ref() else {
            return false;
        };
        fact_of(row.context, one).is_some_and(|fact| fact == wanted)
    })?;
    if is_under_header(text, &found.span()) {
        without_block(text, found)
    } else {
        without_inline(text, found.span())
    }
}

fn fact_of(context: Context, row: &DeTable<'_>) -> Option<BindingFact> {
    let field = |wanted: &str| {
        let mut fields = row.iter();
        let (_, value) = fields.find(|(name, _)| name.get_ref() == wanted)?;
        Some(value.get_ref())
    };
    let word = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    };
    let keys = match field("keys")? {
        DeValue::Array(keys) => keys.iter().map(|key| word(key.get_ref())).collect(),
        one => word(one).map(|key| vec![key]),
    };
    let keys: Vec<String> = keys?;
    let keys = keys.iter().map(|key| meant(key)).collect();
    Some((context, keys, word(field("action")?)?))
}

/// Removes the lines of a row under its header. Comments and blank lines stay.
fn without_block(text: &str, row: &toml::Spanned<DeValue<'_>>) -> Option<String> {
    let DeValue::Table(fields) = row.get_ref() else {
        return None;
    };
    let mut spans = vec![row.span()];
    for (name, value) in fields {
        spans.push(name.span().start..value.span().end);
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        let goes = |span: &Range<usize>| span.start < here.end && here.start < span.end;
        if !spans.iter().any(goes) {
            out.push_str(line);
        }
    }
    Some(out)
}

/// Removes a row from a list, with the comma behind it, and with its line if nothing else is on it.
fn without_inline(text: &str, row: Range<usize>) -> Option<String> {
    let before = text.get(..row.start)?;
    let after = text.get(row.end..)?;
    let after = match after.trim_start().strip_prefix(',') {
        Some(rest) => rest,
        None => after,
    };
    let line_begins = before.rfind('\n').map_or(0, |at| at + 1);
    let alone = before.get(line_begins..)?.trim().is_empty();
    let (line, rest) = match after.find('\n') {
        Some(at) => after.split_at_checked(at + 1)?,
        None => (after, ""),
    };
    Some(match alone && line.trim().is_empty() {
        true => format!("{}{rest}", before.get(..line_begins)?),
        false if alone => format!("{before}{}", after.trim_start_matches(' ')),
        false => format!("{before}{}", after.strip_prefix(' ').unwrap_or(after)),
    })
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
    fn what_is_broken_or_not_there_is_refused() {
        let why = add("editor = [", row(Context::Editor, &["F5"], NEWLINE)).unwrap_err();
        assert!(why.to_string().contains("mend"), "{why}");
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
