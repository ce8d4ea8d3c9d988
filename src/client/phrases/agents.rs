//! Sub-agents in words: one row each, and the conversation of one. For every front end.

use jiff::Timestamp;

use l10n::{said, say, thousands, time_words};
use protocol::message::{Block, Message, Role};
use protocol::sub_agent::{AgentList, SubAgent};
use redact::one_line;

/// Returns the state of an agent in a word.
pub fn state_of(agent: &SubAgent) -> String {
    said(&agent.state.notice())
}

/// `2 at work, 1 ended`
pub fn progress_words(list: &AgentList) -> String {
    let at_work = list.at_work().count();
    let ended = list.iter().len() - at_work;
    say!("agents-progress", number = at_work, total = ended)
}

/// `12 calls · 4,300 tokens · 31 s`; without the time of an agent at work if it is not known.
pub fn figures_of(agent: &SubAgent, now: Option<Timestamp>) -> String {
    let usage = &agent.tally.usage;
    let tokens = usage.input_tokens.saturating_add(usage.output_tokens);
    let until = agent.ended.or(now);
    let words = [
        Some(say!(
            "agents-calls",
            count = u64::from(agent.tally.tool_calls)
        )),
        Some(say!("agents-tokens", tokens = thousands(tokens))),
        until.map(|until| time_words(agent.duration_ms(until))),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Lists the agents in lines: how many are at work, then a row for each.
pub fn agent_lines(list: &AgentList, now: Option<Timestamp>) -> Vec<String> {
    if list.is_empty() {
        return vec![say!("agents-none-started").to_owned()];
    }
    let states: Vec<String> = list.iter().map(state_of).collect();
    let columns = states.iter().map(|words| words.chars().count()).max();
    let rows = list.iter().zip(&states).map(|(agent, state)| {
        let activity = agent.activity.as_ref().map(said).unwrap_or_default();
        let activity = match one_line(&activity) {
            none if none.is_empty() => none,
            text => format!("  ({text})"),
        };
        format!(
            "{:>3}  {state:width$}  {}  {}{activity}",
            agent.number,
            one_line(&agent.name),
            figures_of(agent, now),
            width = columns.unwrap_or_default(),
        )
    });
    std::iter::once(progress_words(list)).chain(rows).collect()
}

/// Returns a conversation as lines to be read: a heading for each speaker, calls in a row each.
pub fn conversation_lines(messages: &[Message]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut speaker = "";
    for message in messages {
        let head = match message.role {
            Role::User => say!("agents-head-task"),
            Role::Assistant => say!("agents-head-agent"),
            Role::Tool | Role::System => "",
        };
        if !head.is_empty() && head != speaker {
            speaker = head;
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(format!("── {head} ──"));
        }
        for block in &message.blocks {
            match block {
                Block::Text { text } => lines.extend(text.lines().map(str::to_owned)),
                Block::ToolUse { call } => {
                    let arguments = one_line(&call.arguments.to_string());
                    lines.push(format!("→ {} {arguments}", call.tool));
                }
                Block::ToolResult { result } => {
                    let mark = if result.ok { "✓" } else { "✗" };
                    lines.push(format!("{mark} {} {}", result.tool, said(&result.summary)));
                }
                Block::Notice { notice } => lines.push(format!("· {}", said(notice))),
                _ => {}
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use protocol::ids::{CallId, MessageId, SessionId};
    use protocol::message::MessageState;
    use uuid::Uuid;

    use super::*;

    fn message(role: Role, blocks: Vec<Block>) -> Message {
        Message {
            id: MessageId(Uuid::nil()),
            session: SessionId(Uuid::nil()),
            run: None,
            at: Timestamp::UNIX_EPOCH,
            role,
            blocks,
            state: MessageState::Complete,
            model: None,
            usage: None,
        }
    }

    fn text(text: &str) -> Block {
        Block::Text {
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_conversation_names_each_speaker_once_and_a_call_with_its_arguments_in_one_row() {
        let call = protocol::call::ToolCall {
            id: CallId(Uuid::nil()),
            provider_id: String::new(),
            tool: "read_file".to_owned(),
            arguments: serde_json::json!({ "path": "a\n.rs" }),
        };
        let lines = conversation_lines(&[
            message(Role::User, vec![text("Read it.")]),
            message(Role::Assistant, vec![Block::ToolUse { call }]),
            message(Role::Assistant, vec![text("It adds.\nThat is all.")]),
        ]);
        let expected = [
            "── the task ──",
            "Read it.",
            "",
            "── the agent ──",
            r#"→ read_file {"path":"a\n.rs"}"#,
            "It adds.",
            "That is all.",
        ];
        assert_eq!(lines, expected);
    }
}
