//! A session as Markdown, for reading. It cannot be imported.

use super::changes;
use notice::words::counted;
use protocol::message::{Block, Message, Role};
use protocol::transfer::SessionBundle;
use redact::{mask, one_line, sanitize};

/// Maximum number of shown letters of a call's arguments.
const ARGUMENTS: usize = 200;

/// Returns the conversation with secrets masked. Leaves out reasoning and the contents of results;
/// the JSON export has them.
pub fn markdown(bundle: &SessionBundle) -> String {
    let session = &bundle.session;
    let settings = &session.settings;
    let name = match settings.name.as_str() {
        "" => "Session".to_owned(),
        name => one_line(name),
    };
    let mut out = format!(
        "# {name}\n\n- model: {}/{}\n- made: {}\n- changed: {}\n- {}, {} in, {} out, cost {}\n",
        one_line(&settings.provider),
        one_line(&settings.model),
        session.created_at.strftime("%Y-%m-%d %H:%M UTC"),
        session.updated_at.strftime("%Y-%m-%d %H:%M UTC"),
        counted(bundle.messages.len(), "message"),
        counted(session.usage.input_tokens, "token"),
        counted(session.usage.output_tokens, "token"),
        session.usage.cost_words(),
    );
    for row in &bundle.context {
        out.push_str(&format!("- included: `{}`\n", one_line(&row.place())));
    }
    if bundle.review.pending > 0 {
        let pending = counted(bundle.review.pending, "change");
        out.push_str(&format!("- {pending} under review\n"));
    }
    for (index, message) in bundle.messages.iter().enumerate() {
        add(index + 1, message, &mut out);
    }
    if !bundle.changes.is_empty() {
        out.push_str("\n## Changes\n\n");
        for line in changes::of_log(&bundle.changes) {
            out.push_str(&format!("{line}\n"));
        }
    }
    mask(&out).into_owned()
}

fn add(number: usize, message: &Message, out: &mut String) {
    let who = match message.role {
        Role::User => "You",
        Role::Assistant => "Agent",
        Role::Tool => "Result",
        Role::System => "Workbench",
    };
    let at = message.at.strftime("%Y-%m-%d %H:%M UTC");
    out.push_str(&format!("\n## {number} · {who} · {at}\n"));
    for block in &message.blocks {
        let text = match block {
            Block::Text { text } => sanitize(text).trim().to_owned(),
            Block::Notice { notice } => sanitize(&notice.to_string()).trim().to_owned(),
            Block::Reasoning { .. } => continue,
            Block::ToolUse { call } => {
                let arguments: String =
                    call.arguments.to_string().chars().take(ARGUMENTS).collect();
                format!(
                    "- `{}` {}",
                    one_line(&call.tool),
                    code(&one_line(&arguments))
                )
            }
            Block::ToolResult { result } => {
                let mark = if result.ok { "done" } else { "failed" };
                format!(
                    "- `{}` {mark}: {}",
                    one_line(&result.tool),
                    one_line(&result.summary.to_string())
                )
            }
            Block::Image { picture } => format!("- picture `{}`", one_line(&picture.name)),
        };
        out.push_str(&format!("\n{text}\n"));
    }
}

/// Puts text between as many backticks as it needs.
fn code(text: &str) -> String {
    let longest = text
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("`{text}`"),
        _ => format!("{fence} {text} {fence}"),
    }
}
