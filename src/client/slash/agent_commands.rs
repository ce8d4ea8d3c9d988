//! `/agents` and `/skills`, and the lines that list and show agents and skills.

use super::format::fenced;
use super::outcome::{Formatter, FrontAction, FrontEnd, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::phrases::agents::{agent_lines as started_lines, conversation_lines};
use l10n::{counted, said, say, thousands};
use notice::Notice;
use protocol::agent_profile::{
    AgentProfile, AgentProfileList, AgentProfileRow, Lifecycle, ProfileSource,
};
use protocol::command::Command;
use protocol::query::{Query, Reply};
use protocol::skill::{SkillList, SkillOffer, SkillRow, SkillText};
use protocol::sub_agent::{AgentCommand, SubAgent};
use redact::one_line;

/// Most characters of a description in a list.
const DESCRIPTION: usize = 160;

/// Words after `/agents`.
pub(super) const AGENT_WORDS: &[&str] = &["list", "show", "running", "read", "tell", "stop"];

/// `/agents [list|show <name>|running|read <agent>|tell <agent> <text>|stop <agent>]`. The first two are
/// about the agents that can be started, the others about those that were, by number or name.
pub(super) fn agents(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["running"] if context.front == FrontEnd::Screen => {
            SlashOutcome::Front(FrontAction::OpenAgents)
        }
        ["running"] => SlashOutcome::Show(fenced("", &started_lines(&context.agents, None))),
        ["read", agent] => on_started(agent, context, |agent| {
            let query = Query::Session { session: agent.id };
            SlashOutcome::Ask(query, Formatter::new(conversation))
        }),
        ["stop", agent] => on_started(agent, context, |agent| {
            ordered(context, AgentCommand::Stop { agent: agent.id })
        }),
        ["tell", agent, text @ ..] if !text.is_empty() => on_started(agent, context, |agent| {
            let text = text.join(" ");
            ordered(
                context,
                AgentCommand::Message {
                    agent: agent.id,
                    text,
                },
            )
        }),
        [] | ["list"] => SlashOutcome::Ask(Query::Agents, Formatter::new(listed)),
        ["show", name @ ..] if !name.is_empty() => {
            let name = name.join(" ");
            SlashOutcome::Ask(Query::Agent { name }, Formatter::new(listed))
        }
        _ => usage("agents", say!("command-say-agents")),
    }
}

fn on_started(
    typed: &str,
    context: &SlashContext,
    outcome: impl FnOnce(&SubAgent) -> SlashOutcome,
) -> SlashOutcome {
    match context.agents.find(typed) {
        Some(agent) => outcome(agent),
        None => SlashOutcome::Error(say!("command-no-agent", word = typed)),
    }
}

fn ordered(context: &SlashContext, order: AgentCommand) -> SlashOutcome {
    let session = context.session;
    SlashOutcome::Commands(vec![Command::Agents { session, order }])
}

fn conversation(reply: &Reply) -> String {
    match reply {
        Reply::Session { session } => fenced("", &conversation_lines(&session.messages)),
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

/// `/skills [list|show <name>]`.
pub(super) fn skills(line: &Line, _: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["list"] => SlashOutcome::Ask(Query::Skills, Formatter::new(listed)),
        ["show", name] => {
            let name = (*name).to_owned();
            SlashOutcome::Ask(Query::Skill { name }, Formatter::new(listed))
        }
        _ => usage("skills", say!("command-say-skills")),
    }
}

fn listed(reply: &Reply) -> String {
    match reply {
        Reply::Agents { list } if list.agents.is_empty() => agent_lines(list).join("\n\n"),
        Reply::Agents { list } => fenced("", &agent_lines(list)),
        Reply::Agent { profile, notes } => fenced("", &agent_profile_lines(profile, notes)),
        Reply::Skills { list } if list.skills.is_empty() => skill_lines(list).join("\n\n"),
        Reply::Skills { list } => fenced("", &skill_lines(list)),
        Reply::Skill { skill } => fenced("", &skill_text_lines(skill)),
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

fn shortened(text: &str) -> String {
    let line = one_line(text);
    if line.chars().count() <= DESCRIPTION {
        return line;
    }
    let cut: String = line.chars().take(DESCRIPTION - 1).collect();
    format!("{}…", cut.trim_end())
}

fn problem_lines(problems: &[Notice]) -> impl Iterator<Item = String> {
    problems
        .iter()
        .map(|problem| format!("! {}", one_line(&said(problem))))
}

/// Lists agents in lines: each with its model, its tools and its file.
pub fn agent_lines(list: &AgentProfileList) -> Vec<String> {
    let mut lines = Vec::new();
    if list.agents.is_empty() {
        lines.push(say!("agents-none").to_owned());
    }
    lines.extend(list.agents.iter().flat_map(row_lines));
    lines.extend(problem_lines(&list.problems));
    lines
}

fn row_lines(row: &AgentProfileRow) -> Vec<String> {
    let source = agent_source_words(&row.source);
    let state = match &row.shadowed_by {
        Some(other) => say!("agents-shadowed", source, place = place(other)),
        None if row.lifecycle == Lifecycle::Temporary => say!("agents-temporary", source),
        None => source.to_owned(),
    };
    let name = if row.name == row.id.as_str() {
        String::new()
    } else {
        format!("  {}", one_line(&row.name))
    };
    let mut lines = vec![format!("{}{name}  ({state})", row.id)];
    if !row.description.is_empty() {
        lines.push(format!("  {}", shortened(&row.description)));
    }
    let tools = row.tools.map(|number| counted(number, "tool"));
    let servers = row
        .mcp_servers
        .filter(|_| row.tools.is_some() || row.mcp_servers.is_some());
    let servers = servers.map(|number| counted(number, "server"));
    let parts = [
        Some(agent_model_words(
            row.provider.as_deref(),
            row.model.as_deref(),
        )),
        Some(tools.unwrap_or_else(|| say!("agents-all-tools").to_owned())),
        servers,
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    lines.push(format!("  {}", parts.join(" · ")));
    if let Some(path) = row.source.path() {
        lines.push(format!("  {}", one_line(&path.to_string_lossy())));
    }
    lines.extend(problem_lines(&row.notes).map(|line| format!("  {line}")));
    lines
}

fn place(source: &ProfileSource) -> String {
    match source.path() {
        Some(path) => one_line(&path.to_string_lossy()),
        None => agent_source_words(source).to_owned(),
    }
}

/// Returns whose an agent is, in a word.
pub fn agent_source_words(source: &ProfileSource) -> &'static str {
    match source {
        ProfileSource::Session => say!("agents-of-session"),
        ProfileSource::Workspace { .. } => say!("agents-of-workspace"),
        ProfileSource::User { .. } => say!("agents-of-user"),
        ProfileSource::Claude { .. } => say!("agents-of-claude"),
        ProfileSource::Opencode { .. } => say!("agents-of-opencode"),
    }
}

/// Returns the model that answers for an agent.
pub fn agent_model_words(provider: Option<&str>, model: Option<&str>) -> String {
    match (provider, model) {
        (None, None) => say!("agents-session-model").to_owned(),
        (provider, model) => {
            let words = provider.into_iter().chain(model);
            words.map(one_line).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Shows an agent in lines: all that its profile says, and its prompt.
pub fn agent_profile_lines(profile: &AgentProfile, notes: &[Notice]) -> Vec<String> {
    let AgentProfile {
        provider, model, ..
    } = profile;
    let names = |names: &Option<Vec<String>>, all: &str| match names {
        None => all.to_owned(),
        Some(names) if names.is_empty() => say!("agents-no-names").to_owned(),
        Some(names) => one_line(&names.join(", ")),
    };
    let servers = match (&profile.tools, &profile.mcp_servers) {
        (Some(_), None) => say!("agents-no-names").to_owned(),
        (_, servers) => names(servers, say!("agents-all-servers")),
    };
    let mut lines = vec![
        format!(
            "{}  {}  ({}, {})",
            profile.id,
            one_line(&profile.name),
            agent_source_words(&profile.source),
            profile.lifecycle.word()
        ),
        say!(
            "agents-line-model",
            text = agent_model_words(provider.as_deref(), model.as_deref())
        ),
    ];
    if let Some(temperature) = profile.temperature {
        lines.push(say!(
            "agents-line-temperature",
            text = temperature.to_string()
        ));
    }
    if let Some(most) = profile.max_tokens {
        let text = thousands(u64::from(most));
        lines.push(say!("agents-line-max-tokens", text));
    }
    lines.push(say!(
        "agents-line-tools",
        text = names(&profile.tools, say!("agents-all-tools"))
    ));
    if !profile.denied_tools.is_empty() {
        let text = one_line(&profile.denied_tools.join(", "));
        lines.push(say!("agents-line-denied", text));
    }
    lines.push(say!("agents-line-servers", text = servers));
    if let Some(path) = profile.source.path() {
        lines.push(say!(
            "agents-line-file",
            text = one_line(&path.to_string_lossy())
        ));
    }
    lines.extend(problem_lines(notes));
    if !profile.description.is_empty() {
        lines.push(String::new());
        lines.extend(profile.description.lines().map(one_line));
    }
    lines.push(String::new());
    lines.extend(profile.prompt.lines().map(one_line));
    lines
}

/// Lists skills in lines: each with its price and its folder, and the price of the offer.
pub fn skill_lines(list: &SkillList) -> Vec<String> {
    let mut lines = Vec::new();
    if list.skills.is_empty() {
        lines.push(say!("skills-none").to_owned());
    } else {
        let tokens = thousands(list.offer_tokens);
        lines.push(say!("skills-offer", tokens));
    }
    lines.extend(list.skills.iter().flat_map(skill_row_lines));
    lines.extend(problem_lines(&list.problems));
    lines
}

fn skill_row_lines(skill: &SkillRow) -> Vec<String> {
    let state = match skill.offer {
        SkillOffer::Described => "",
        SkillOffer::Named => say!("skills-named"),
        SkillOffer::Withheld => say!("skills-withheld"),
        SkillOffer::Shadowed => say!("skills-shadowed"),
    };
    let state = if state.is_empty() {
        String::new()
    } else {
        format!("  ({state})")
    };
    let tokens = thousands(skill.tokens);
    let mut lines = vec![
        format!("{}  ~{tokens}{state}", one_line(&skill.name)),
        format!("  {}", shortened(&skill.description)),
        format!("  {}", one_line(&skill.source.folder().to_string_lossy())),
    ];
    lines.extend(problem_lines(&skill.notes).map(|line| format!("  {line}")));
    lines
}

/// Shows a skill in lines: its row, the files beside it, and its text.
pub fn skill_text_lines(text: &SkillText) -> Vec<String> {
    let mut lines = skill_row_lines(&text.skill);
    if let Some(tools) = &text.skill.tools {
        let text = one_line(&tools.join(", "));
        lines.push(format!("  {}", say!("agents-line-tools", text)));
    }
    lines.extend(
        text.files
            .iter()
            .map(|file| format!("  + {}", one_line(file))),
    );
    lines.push(String::new());
    lines.extend(text.text.lines().map(one_line));
    lines
}
