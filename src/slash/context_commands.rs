//! `/files`, `/include`, `/exclude`, `/context`.

use super::format;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::protocol::command::Command;
use crate::protocol::context::{ContextKind, ContextRow};
use crate::protocol::query::Query;

/// `/files`.
pub(super) fn files(_line: &Line, context: &SlashContext) -> SlashOutcome {
    if context.context.is_empty() {
        return SlashOutcome::Show("No files are included. `/include <path>` adds one.".to_owned());
    }
    let rows: Vec<String> = context
        .context
        .iter()
        .map(|row| format!("- `{}`", row.place()))
        .collect();
    SlashOutcome::Show(format!("**Included**\n\n{}", rows.join("\n")))
}

/// `/include <path>[:first-last]`.
pub(super) fn include(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [argument] = line.arguments.as_slice() else {
        return usage(
            "include",
            "name one file; put quotes around a path with blanks",
        );
    };
    let (path, range) = match split_range(argument) {
        Ok(parts) => parts,
        Err(wrong) => return usage("include", &wrong),
    };
    let row = ContextRow {
        id: context.new_context,
        kind: if range.is_some() {
            ContextKind::Selection
        } else {
            ContextKind::File
        },
        file_path: path.to_owned(),
        start_line: range.map(|(start, _)| start),
        end_line: range.map(|(_, end)| end),
        content: None,
    };
    if context
        .context
        .iter()
        .any(|known| known.place() == row.place())
    {
        let why = format!("{} is included already; /files lists what is", row.place());
        return SlashOutcome::Error(why);
    }
    // The first line that is wanted: a file that cannot be read, or is shorter, is told.
    let query = Query::FileText {
        path: row.file_path.clone(),
        start_line: row.start_line.unwrap_or(1),
        lines: 1,
    };
    let lead = format!("Included `{}`", row.place());
    let formatter = Formatter::new(format::included).after(lead);
    let session = context.session;
    SlashOutcome::Checked(
        query,
        formatter,
        vec![Command::IncludeContext { session, row }],
    )
}

/// First and last line, from 1.
type Lines = (u32, u32);

/// A path and its lines: `src/a.rs:10-40`, `src/a.rs:7`. Line numbers count from 1.
fn split_range(argument: &str) -> Result<(&str, Option<Lines>), String> {
    let path = argument.trim_start_matches('@');
    let Some((before, range)) = path.rsplit_once(':') else {
        return not_empty(path).map(|path| (path, None));
    };
    if !range.starts_with(|first: char| first.is_ascii_digit()) {
        return not_empty(path).map(|path| (path, None));
    }
    let (start, end) = range.split_once('-').unwrap_or((range, range));
    match (start.parse::<u32>(), end.parse::<u32>()) {
        (Ok(start), Ok(end)) if start >= 1 && start <= end => {
            not_empty(before).map(|path| (path, Some((start, end))))
        }
        _ => Err(format!("{range} is no range of lines, such as 10-40")),
    }
}

fn not_empty(path: &str) -> Result<&str, String> {
    if path.is_empty() {
        Err("no file was named".to_owned())
    } else {
        Ok(path)
    }
}

/// `/exclude <path>[:first-last]`: a path alone takes away all rows of the file.
pub(super) fn exclude(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [argument] = line.arguments.as_slice() else {
        return usage(
            "exclude",
            "name one file; put quotes around a path with blanks",
        );
    };
    let wanted = argument.trim_start_matches('@');
    let rows = context.context.iter();
    let rows: Vec<&ContextRow> = rows
        .filter(|row| row.file_path == wanted || row.place() == wanted)
        .collect();
    if rows.is_empty() {
        return SlashOutcome::Error(format!("{wanted} is not included; /files lists what is"));
    }
    let places: Vec<String> = rows
        .iter()
        .map(|row| format!("`{}`", row.place()))
        .collect();
    let text = format!("Excluded {}: sent no longer.", places.join(", "));
    SlashOutcome::Done(exclusions(rows, context), text)
}

/// Orders that take these rows away.
pub(super) fn exclusions<'a>(
    rows: impl IntoIterator<Item = &'a ContextRow>,
    context: &SlashContext,
) -> Vec<Command> {
    rows.into_iter()
        .map(|row| Command::ExcludeContext {
            session: context.session,
            row: row.id,
        })
        .collect()
}

/// `/context`.
pub(super) fn context(_line: &Line, context: &SlashContext) -> SlashOutcome {
    let query = Query::Context {
        session: context.session,
    };
    SlashOutcome::Ask(query, Formatter::new(format::context))
}
