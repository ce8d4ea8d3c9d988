//! Formats lists of sessions and search results in them as Markdown.

use super::{code, cost_words, other};
use crate::phrases::session::stored_name;
use l10n::{counted, said, say, time_words};
use protocol::message::Role;
use protocol::query::Reply;
use protocol::session::SessionSummary;
use redact::one_line;

pub(in crate::slash) fn list(reply: &Reply) -> String {
    let Reply::SessionList { groups } = reply else {
        return other(reply);
    };
    let mut text = String::new();
    let are_many = groups.len() > 1;
    for group in groups {
        if group.sessions.is_empty() && group.problem.is_none() {
            continue;
        }
        if are_many {
            let root = code(&one_line(&group.root.display().to_string()));
            text.push_str(&say!("command-workspace-of", root));
        }
        if let Some(problem) = &group.problem {
            text.push_str(&say!(
                "command-sessions-unreadable",
                why = one_line(&said(problem))
            ));
            continue;
        }
        group.sessions.iter().for_each(|row| add(row, &mut text));
        text.push('\n');
    }
    if text.is_empty() {
        return say!("command-sessions-none").to_owned();
    }
    text.push_str(say!("command-sessions-foot"));
    text
}

fn add(row: &SessionSummary, text: &mut String) {
    let settings = &row.settings;
    let what = say!(
        "command-session-row",
        status = say!("status-word", status = row.status.word()),
        model = cell(&format!("{}/{}", settings.provider, settings.model)),
        messages = counted(row.messages, "message"),
        tokens = counted(row.usage.total_tokens(), "token"),
        cost = cost_words(&row.usage),
    );
    let process = row
        .pid
        .map(|pid| say!("command-session-row-process", pid = pid.to_string()));
    let when = say!(
        "command-session-row-times",
        made = row.created_at.strftime("%Y-%m-%d").to_string(),
        changed = row.updated_at.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        time = time_words(row.duration_ms),
        process = process.unwrap_or_default(),
        id = row.id.to_string(),
    );
    let said = match row.about.as_str() {
        "" => String::new(),
        about => format!("  {}  \n", code(about)),
    };
    // Lines, because a table of all this would be too narrow beside other panes.
    text.push_str(&format!(
        "- **{}** {what}  \n{said}  {when}\n",
        name(&settings.name)
    ));
}

fn name(name: &str) -> String {
    cell(stored_name(name))
}

/// Escapes bars, which would end the table cell.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}

/// Formats the result of `/session search <text>`.
pub(in crate::slash) fn found(reply: &Reply) -> String {
    let Reply::SessionHits { hits } = reply else {
        return other(reply);
    };
    if hits.is_empty() {
        return say!("command-no-hits").to_owned();
    }
    let mut text = String::from(say!("command-hits-head"));
    for hit in hits {
        let who = match hit.role {
            Role::User => say!("command-who-you"),
            Role::Assistant => say!("command-who-agent"),
            Role::Tool => say!("command-who-result"),
            Role::System => say!("command-who-workbench"),
        };
        text.push_str(&say!(
            "command-hit",
            name = name(&hit.name),
            session = hit.session.to_string(),
            number = hit.number,
            line = hit.line,
            who,
            snippet = cell(&hit.snippet)
        ));
    }
    text.push_str(say!("command-hits-foot"));
    text
}
