//! `/mcp`, and the lines that list MCP servers.

use super::format::fenced;
use super::outcome::{Formatter, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use l10n::{counted, said, say, thousands};
use protocol::command::Command;
use protocol::mcp::{ServerList, ServerOrder, ServerRow, ServerToolRow, ServerTrust, ToolConsent};
use protocol::query::{Query, Reply};
use redact::one_line;

/// `/mcp [list|test <server>|trust <server>|offer <server> [tool …]|withdraw <server>|start <server>|stop <server>]`.
pub(super) fn servers(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let order = match words.as_slice() {
        [] | ["list"] => return SlashOutcome::Ask(Query::Servers, Formatter::new(listed)),
        ["test", name] => {
            let name = (*name).to_owned();
            return SlashOutcome::Ask(Query::TestServer { name }, Formatter::new(listed));
        }
        ["trust", server] => ServerOrder::Trust {
            server: (*server).to_owned(),
        },
        ["offer", server, tools @ ..] => ServerOrder::Offer {
            server: (*server).to_owned(),
            tools: tools.iter().map(|tool| (*tool).to_owned()).collect(),
        },
        ["withdraw", server] => ServerOrder::Withdraw {
            server: (*server).to_owned(),
        },
        ["start", server] => ServerOrder::Start {
            server: (*server).to_owned(),
        },
        ["stop", server] => ServerOrder::Stop {
            server: (*server).to_owned(),
        },
        _ => return usage("mcp", say!("command-say-mcp")),
    };
    let session = context.session;
    SlashOutcome::Commands(vec![Command::OrderServer { session, order }])
}

fn listed(reply: &Reply) -> String {
    match reply {
        Reply::Servers { list } if list.servers.is_empty() => server_lines(list).join("\n\n"),
        Reply::Servers { list } => shown(&list.servers, &server_lines(list)),
        Reply::ServerTested { server } => {
            shown(std::slice::from_ref(server), &server_row_lines(server))
        }
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

fn shown(servers: &[ServerRow], lines: &[String]) -> String {
    let has_changes = servers.iter().any(|server| {
        let tools = server.tools.iter();
        !server.changes.is_empty() || tools.flat_map(|tool| &tool.changes).next().is_some()
    });
    fenced(if has_changes { "diff" } else { "" }, lines)
}

/// Lists servers in lines: what each is, its state, its tools with their price, and what changed.
pub fn server_lines(list: &ServerList) -> Vec<String> {
    let mut lines = Vec::new();
    if list.servers.is_empty() {
        lines.push(say!("mcp-none").to_owned());
    }
    for server in &list.servers {
        lines.extend(server_row_lines(server));
    }
    let tokens: u64 = list.servers.iter().map(ServerRow::tokens).sum();
    if tokens > list.offer_tokens {
        let most = thousands(list.offer_tokens);
        lines.push(say!("mcp-deferred", tokens = thousands(tokens), most));
    }
    let problems = list.problems.iter();
    lines.extend(problems.map(|problem| one_line(&said(problem))));
    lines
}

/// Lists one server in lines.
pub fn server_row_lines(server: &ServerRow) -> Vec<String> {
    let name = &server.name;
    let state = match server.trust {
        ServerTrust::Trusted => said(&server.phase.notice()),
        ServerTrust::New => say!("mcp-trust-new").to_owned(),
        ServerTrust::Changed => say!("mcp-trust-changed").to_owned(),
    };
    let version = server.version.as_ref();
    let version = version.map(|version| format!("  {}", one_line(version)));
    let mut lines = vec![
        format!("{name}  ({state}){}", version.unwrap_or_default()),
        format!("  $ {}", one_line(&server.launch)),
        format!("  {}", one_line(&server.source)),
    ];
    lines.extend(server.changes.iter().map(|line| one_line(line)));
    if server.trust != ServerTrust::Trusted {
        lines.push(format!("  {}", say!("mcp-hint-trust", server = name)));
    }
    if let Some(error) = &server.error {
        lines.push(format!("  ! {}", one_line(&said(error))));
    }
    if server.calls + server.failed > 0 {
        let calls = say!(
            "mcp-calls",
            counted = counted(server.calls, "call"),
            mean = thousands(server.mean_ms.unwrap_or_default()),
            failed = thousands(server.failed)
        );
        lines.push(format!("  {calls}"));
    }
    if !server.tools.is_empty() {
        let offered = server.tools.len() - server.waiting();
        let tokens = thousands(server.tokens());
        let all = counted(server.tools.len(), "tool");
        let price = thousands(server.tokens_of_all());
        let offered = thousands(offered as u64);
        let line = say!("mcp-tools", all, price, offered, tokens);
        lines.push(format!("  {line}"));
        lines.extend(server.tools.iter().flat_map(tool_lines));
    }
    if server.waiting() > 0 {
        lines.push(format!("  {}", say!("mcp-hint-offer", server = name)));
    }
    lines
}

fn tool_lines(tool: &ServerToolRow) -> Vec<String> {
    let mark = match tool.consent {
        ToolConsent::Given => "*",
        ToolConsent::New => "·",
        ToolConsent::Changed => "!",
    };
    let (name, summary) = (one_line(&tool.name), one_line(&tool.summary));
    let tokens = thousands(tool.tokens);
    let mut lines = vec![format!("  {mark} {name}  ~{tokens}  {summary}")];
    lines.extend(tool.changes.iter().map(|line| one_line(line)));
    lines
}
