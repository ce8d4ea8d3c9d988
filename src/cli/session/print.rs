//! Prints the results of `agentichat session`: lines of text, or JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::cli::Format;
use crate::cli::config::{write_json, write_json_line};
use l10n::{said, time_words};
use notice::Notice;
use notice::words::{counted, thousands};
use protocol::ids::SessionId;
use protocol::message::{Block, Message, Role};
use protocol::session::{SessionSnapshot, SessionSummary};
use protocol::session_list::{SessionGroup, SessionHit};
use redact::{mask, one_line, sanitize};

/// Prints the sessions; as JSON one line each, with the workspace's root.
pub(super) fn list(format: Format, groups: &[SessionGroup], out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        for group in groups {
            for row in &group.sessions {
                let mut line = serde_json::to_value(row)?;
                if let Some(line) = line.as_object_mut() {
                    line.insert("root".to_owned(), json!(group.root));
                }
                write_json_line(line, out)?;
            }
            if let Some(problem) = &group.problem {
                write_json_line(json!({ "root": group.root, "problem": problem }), out)?;
            }
        }
        return Ok(());
    }
    let is_empty = |group: &SessionGroup| group.sessions.is_empty() && group.problem.is_none();
    if groups.iter().all(is_empty) {
        return writeln!(out, "there are no such sessions");
    }
    for group in groups.iter().filter(|group| !is_empty(group)) {
        if groups.len() > 1 {
            writeln!(out, "{}", one_line(&group.root.display().to_string()))?;
        }
        if let Some(problem) = &group.problem {
            writeln!(out, "  cannot be read: {}", one_line(&said(problem)))?;
        }
        for row in &group.sessions {
            writeln!(out, "{}", line(row))?;
        }
    }
    Ok(())
}

/// Returns what the first message says beyond the name: nothing if the session is named after it.
fn beyond<'a>(name: &str, about: &'a str) -> &'a str {
    if about == name { "" } else { about }
}

fn line(row: &SessionSummary) -> String {
    let name = match row.settings.name.as_str() {
        "" => "(no name)".to_owned(),
        name => one_line(name),
    };
    let process = row.pid.map(|pid| format!(", process {pid}"));
    let process = process.unwrap_or_default();
    let about = one_line(&row.about);
    let about = beyond(&name, &about);
    let line = format!(
        "{}  {:<15} {}  {}, {}, cost {}, {}{}  {name}  {about}",
        row.id,
        row.status.word(),
        row.updated_at.strftime("%Y-%m-%d %H:%M UTC"),
        counted(row.messages, "message"),
        counted(row.usage.total_tokens(), "token"),
        row.usage.cost_words(),
        time_words(row.duration_ms),
        process,
    );
    line.trim_end().to_owned()
}

pub(super) fn show(
    format: Format,
    snapshot: &SessionSnapshot,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        let mut value: Value = serde_json::to_value(snapshot)?;
        runtime::transfer::mask_all(&mut value);
        return write_json(value, out);
    }
    writeln!(out, "{}", line(&snapshot.summary))?;
    for row in &snapshot.context {
        writeln!(out, "included: {}", one_line(&row.place()))?;
    }
    for (index, message) in snapshot.messages.iter().enumerate() {
        writeln!(out, "\n{} {}", index + 1, who(message.role))?;
        print_message(message, out)?;
    }
    Ok(())
}

fn print_message(message: &Message, out: &mut dyn Write) -> io::Result<()> {
    for block in &message.blocks {
        match block {
            Block::Text { text } => writeln!(out, "{}", sanitize(&mask(text)).trim_end())?,
            Block::Notice { notice } => {
                writeln!(out, "{}", sanitize(&mask(&said(notice))))?;
            }
            Block::Reasoning { .. } => {}
            Block::ToolUse { call } => writeln!(out, "[calls {}]", one_line(&call.tool))?,
            Block::ToolResult { result } => {
                writeln!(out, "[{}]", one_line(&mask(&said(&result.summary))))?;
            }
            Block::Image { picture } => writeln!(out, "[picture {}]", one_line(&picture.name))?,
        }
    }
    Ok(())
}

fn who(role: Role) -> &'static str {
    match role {
        Role::User => "you",
        Role::Assistant => "agent",
        Role::Tool => "result",
        Role::System => "workbench",
    }
}

/// Prints the hits of a search; as JSON one line each.
pub(super) fn hits(format: Format, hits: &[SessionHit], out: &mut dyn Write) -> io::Result<()> {
    for hit in hits {
        match format {
            Format::Json => write_json_line(serde_json::to_value(hit)?, out)?,
            Format::Text => writeln!(
                out,
                "{} {}  message {}, line {}, {}: {}",
                hit.session,
                one_line(&hit.name),
                thousands(hit.number),
                hit.line,
                who(hit.role),
                hit.snippet
            )?,
        }
    }
    Ok(())
}

/// Prints a message on what was done.
pub(super) fn done(
    format: Format,
    (session, what): (SessionId, &str),
    notices: &[Notice],
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Json => write_json_line(
            json!({ "ok": true, "session": session, "done": what, "notes": notices }),
            out,
        ),
        Format::Text => {
            writeln!(out, "{what}: {session}")?;
            for notice in notices {
                writeln!(out, "  {}", one_line(&said(notice)))?;
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::beyond;

    #[test]
    fn a_session_that_is_named_after_its_first_message_says_it_once() {
        assert_eq!(beyond("Fix the median", "Fix the median"), "");
        assert_eq!(beyond("median", "Fix the median"), "Fix the median");
    }
}
