//! Sub-agents as the tools of an agent start them: the checks of a request, its profiles, and the
//! question about it. The engine carries the request out.

use serde_json::json;

use super::args::invalid;
use super::toolbox::Inner;
use super::work::{PlannedWork, ToolPlan};
use notice::{Notice, notice};
use protocol::agent_profile::AgentProfile;
use protocol::approval::{QuestionBody, RiskReport};
use protocol::call::ToolError;
use protocol::plan::Subject;
use protocol::sub_agent::{AgentRequest, MAX_AGENTS, NewAgent};
use redact::sanitize;

/// Instructions for every sub-agent.
const FOR_ALL: &str = include_str!("../../assets/prompts/sub_agent.md");

/// Longest name of an agent, in characters.
const NAME_LETTERS: usize = 64;

/// Longest prompt of an agent, in bytes.
const PROMPT_BYTES: usize = 64 * 1024;

/// Longest part of a prompt in the question, in characters.
const SHOWN_LETTERS: usize = 400;

/// The fields of a call about one agent.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) name: Option<String>,
    /// The id or name of a profile.
    pub(super) profile: Option<String>,
    pub(super) prompt: String,
    pub(super) tools: Option<Vec<String>>,
    pub(super) servers: Option<Vec<String>>,
}

/// Checks agents that are to be started, and plans their start.
pub(super) fn start(inner: &Inner, asked: Vec<Asked>) -> Result<ToolPlan, ToolError> {
    if asked.is_empty() || asked.len() > MAX_AGENTS {
        let message = notice!("agents-one-to", number = MAX_AGENTS);
        return Err(invalid(message, json!({ "field": "tasks" })));
    }
    let profiles = profiles(inner);
    let agents = asked.into_iter().map(|one| resolve(one, &profiles));
    let agents = agents.collect::<Result<Vec<_>, _>>()?;
    let lines: Vec<Notice> = agents.iter().map(line).collect();
    let question = match lines.as_slice() {
        [one] => one.clone(),
        _ => notice!("ask-start-agents", number = agents.len(), whys = lines),
    };
    Ok(ToolPlan {
        subject: Subject::Nothing,
        risk: RiskReport::medium(notice!("risk-starts-agents")),
        body: Some(QuestionBody::Confirm { question }),
        change: None,
        work: PlannedWork::Agents(AgentRequest::Start { agents }),
    })
}

/// Plans a request that starts nothing.
pub(super) fn request(request: AgentRequest) -> ToolPlan {
    ToolPlan {
        subject: Subject::Nothing,
        risk: RiskReport::low(notice!("risk-only-agents")),
        body: None,
        change: None,
        work: PlannedWork::Agents(request),
    }
}

/// Returns the profiles that the user or the workspace defines, of each id the one that counts. Blocks.
pub(super) fn profiles(inner: &Inner) -> Vec<AgentProfile> {
    let Some(files) = &inner.surroundings.profiles else {
        return Vec::new();
    };
    let found = files.read();
    found
        .counting()
        .map(|found| found.profile.clone())
        .collect()
}

fn line(agent: &NewAgent) -> Notice {
    let prompt = sanitize(&agent.prompt);
    let rest: String = prompt.chars().take(SHOWN_LETTERS).collect();
    let rest = if rest.len() < prompt.len() {
        format!("{rest}…")
    } else {
        rest
    };
    match &agent.model {
        Some(model) => notice!(
            "ask-start-agent-model",
            word = agent.name,
            name = model,
            rest
        ),
        None => notice!("ask-start-agent", word = agent.name, rest),
    }
}

fn resolve(asked: Asked, profiles: &[AgentProfile]) -> Result<NewAgent, ToolError> {
    let profile = match &asked.profile {
        Some(id) => Some(named(id, profiles)?),
        None => None,
    };
    if asked.prompt.trim().is_empty() {
        let message = notice!("agents-no-prompt");
        return Err(invalid(message, json!({ "field": "prompt" })));
    }
    if asked.prompt.len() > PROMPT_BYTES {
        let message = notice!("agents-long-prompt", number = PROMPT_BYTES / 1024);
        return Err(invalid(message, json!({ "field": "prompt" })));
    }
    let name = asked
        .name
        .or_else(|| profile.map(|profile| profile.name.clone()));
    let name = sanitize(name.as_deref().unwrap_or("helper"));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > NAME_LETTERS {
        let message = notice!("agents-name-length", number = NAME_LETTERS);
        return Err(invalid(message, json!({ "field": "name" })));
    }
    let mut limits = profile.map(AgentProfile::limits).unwrap_or_default();
    limits.narrow(asked.tools, asked.servers);
    Ok(NewAgent {
        name,
        prompt: asked.prompt,
        instructions: instructions(profile),
        provider: profile.and_then(|profile| profile.provider.clone()),
        model: profile.and_then(|profile| profile.model.clone()),
        limits,
    })
}

/// Returns the extra system prompt: what every agent is told, and the prompt of its profile.
fn instructions(profile: Option<&AgentProfile>) -> String {
    let own = profile.map(|profile| profile.prompt.trim());
    let parts = [Some(FOR_ALL.trim()), own];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

fn named<'a>(id: &str, profiles: &'a [AgentProfile]) -> Result<&'a AgentProfile, ToolError> {
    let wanted = id.trim();
    let mut all = profiles.iter();
    let found = all
        .find(|profile| profile.id.as_str() == wanted || profile.name.eq_ignore_ascii_case(wanted));
    found.ok_or_else(|| {
        let ids: Vec<&str> = profiles.iter().map(|profile| profile.id.as_str()).collect();
        let word = sanitize(wanted);
        let message = match ids.as_slice() {
            [] => notice!("agents-no-profiles", word),
            ids => notice!("agents-no-profile", word, rest = ids.join(", ")),
        };
        invalid(message, json!({ "field": "agent_id", "agents": ids }))
    })
}
