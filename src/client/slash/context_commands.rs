//! `/files`, `/include`, `/exclude`, `/context`, `/compact`.

use super::format;
use super::outcome::{Formatter, FrontAction, FrontEnd, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::{said, say};
use protocol::command::Command;
use protocol::context::{ContextKind, ContextRow};
use protocol::mention::{LineRange, split};
use protocol::query::Query;

pub(super) fn files(line: &Line, context: &SlashContext) -> SlashOutcome {
    let pattern = line.rest.trim();
    if !pattern.is_empty() {
        return SlashOutcome::Front(FrontAction::OpenFiles(pattern.to_owned()));
    }
    if context.context.is_empty() {
        return SlashOutcome::Show(say!("command-no-files").to_owned());
    }
    let rows: Vec<String> = context
        .context
        .iter()
        .map(|row| format!("- `{}`", row.place()))
        .collect();
    SlashOutcome::Show(say!("command-included-list", rows = rows.join("\n")))
}

pub(super) fn include(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [argument] = line.arguments.as_slice() else {
        return usage("include", say!("command-one-file"));
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
        start_line: range.map(|range| range.first),
        end_line: range.map(|range| range.last),
        content: None,
    };
    if context
        .context
        .iter()
        .any(|known| known.place() == row.place())
    {
        let why = say!("command-included-already", place = row.place());
        return SlashOutcome::Error(why);
    }
    // Requests only the first line, to report a file that cannot be read or is shorter.
    let session = context.session;
    let query = Query::BufferText {
        session,
        path: row.file_path.clone(),
        start_line: row.start_line.unwrap_or(1),
        lines: 1,
    };
    let lead = say!("command-included", place = row.place());
    let formatter = Formatter::new(format::included).after(lead);
    SlashOutcome::Checked(
        query,
        formatter,
        vec![Command::IncludeContext { session, row }],
    )
}

/// Splits an argument into a path and its lines: `src/a.rs:10-40`, `src/a.rs:7`.
fn split_range(argument: &str) -> Result<(&str, Option<LineRange>), String> {
    let mention = split(argument.trim_start_matches('@'));
    if mention.path.is_empty() {
        return Err(say!("command-no-file-named").to_owned());
    }
    let lines = mention.lines.map(LineRange::read).transpose();
    let lines = lines.map_err(|why| said(&why))?;
    Ok((mention.path, lines))
}

/// `/exclude <path>[:first-last]`. A path alone removes all rows of the file.
pub(super) fn exclude(line: &Line, context: &SlashContext) -> SlashOutcome {
    let [argument] = line.arguments.as_slice() else {
        return usage("exclude", say!("command-one-file"));
    };
    let wanted = argument.trim_start_matches('@');
    let rows = context.context.iter();
    let rows: Vec<&ContextRow> = rows
        .filter(|row| row.file_path == wanted || row.place() == wanted)
        .collect();
    if rows.is_empty() {
        return SlashOutcome::Error(say!("command-not-included", wanted));
    }
    let places: Vec<String> = rows
        .iter()
        .map(|row| format!("`{}`", row.place()))
        .collect();
    let text = say!("command-excluded", places = places.join(", "));
    SlashOutcome::Done(exclusions(rows, context), text)
}

/// Returns the commands that remove these rows.
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

/// `/note`, `/note show|include|exclude`.
pub(super) fn note(line: &Line, context: &SlashContext) -> SlashOutcome {
    let rows: Vec<&ContextRow> = context
        .context
        .iter()
        .filter(|row| row.kind == ContextKind::Note)
        .collect();
    let session = context.session;
    match line.rest.trim() {
        "" => SlashOutcome::Front(FrontAction::ToggleNote),
        "show" => SlashOutcome::Ask(Query::Note, Formatter::new(format::note)),
        "include" if !rows.is_empty() => {
            SlashOutcome::Error(say!("command-note-included-already").to_owned())
        }
        "include" => {
            let row = ContextRow::note(context.new_context);
            let text = say!("command-note-included");
            SlashOutcome::Done(
                vec![Command::IncludeContext { session, row }],
                text.to_owned(),
            )
        }
        "exclude" if rows.is_empty() => {
            SlashOutcome::Error(say!("command-note-not-included").to_owned())
        }
        "exclude" => {
            let text = say!("command-note-excluded").to_owned();
            SlashOutcome::Done(exclusions(rows, context), text)
        }
        _ => usage("note", say!("command-say-note")),
    }
}

pub(super) fn context(_line: &Line, context: &SlashContext) -> SlashOutcome {
    let query = Query::Context {
        session: context.session,
    };
    // A gauge makes no sense when read aloud.
    SlashOutcome::Ask(
        query,
        Formatter::new(match context.front {
            FrontEnd::Screen => format::context,
            FrontEnd::Lines => format::context_in_words,
        }),
    )
}

/// `/compact [words]`, `/compact undo`.
pub(super) fn compact(line: &Line, context: &SlashContext) -> SlashOutcome {
    let session = context.session;
    let command = match line.rest.trim() {
        "undo" => Command::UndoCompaction { session },
        words => Command::Compact {
            session,
            words: words.to_owned(),
        },
    };
    SlashOutcome::Commands(vec![command])
}
