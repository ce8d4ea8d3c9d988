//! Our own form: a front matter in which every key is known, and the prompt below it.

use std::fmt::Write;

use jiff::Timestamp;

use crate::front_matter::{Document, Field, FileFault, Strictness, scalar};
use notice::words::nearest_of;
use notice::{Notice, notice};
use protocol::agent_profile::{
    AgentProfile, AgentProfileId, Lifecycle, ProfileFault, ProfileSource,
};
use redact::{one_line, sanitize};

/// The keys of the front matter, in the order in which they are written.
const KEYS: [&str; 11] = [
    "name",
    "description",
    "lifecycle",
    "provider",
    "model",
    "temperature",
    "max_tokens",
    "tools",
    "denied_tools",
    "mcp_servers",
    "created",
];

/// Reads a profile; `tools` are the names of all tools of this program.
///
/// # Errors
/// Every fault of the file. A key that is not known is one: a misspelt `tools` would leave all tools.
pub fn parse(
    id: AgentProfileId,
    text: &str,
    source: ProfileSource,
    tools: &[&str],
) -> Result<AgentProfile, Vec<FileFault>> {
    let text = clean(text);
    let document = Document::read(&text, Strictness::Yaml).map_err(|fault| vec![fault])?;
    let name = id.as_str().to_owned();
    let mut profile = AgentProfile::new(id, name, document.body.to_owned(), source);
    let mut faults = Vec::new();
    for field in &document.fields {
        if let Err(why) = set(&mut profile, field) {
            faults.push(FileFault::at(field.line, why));
        }
    }
    let told: Vec<Option<usize>> = faults.iter().map(|fault| fault.line).collect();
    for fault in profile.faults(tools) {
        let line = fault.key().and_then(|key| document.line(key));
        // A value that could not be read was told already.
        if line.is_none() || !told.contains(&line) {
            let why = fault.notice();
            faults.push(FileFault { line, why });
        }
    }
    if faults.is_empty() {
        Ok(profile)
    } else {
        Err(faults)
    }
}

/// Removes what no file may bring into a terminal or a request.
pub(crate) fn clean(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    sanitize(text)
}

fn set(profile: &mut AgentProfile, field: &Field) -> Result<(), Notice> {
    let key = KEYS.into_iter().find(|key| *key == field.key);
    let Some(key) = key else {
        let name = one_line(&field.key);
        return Err(match nearest_of(&field.key, KEYS) {
            Some(nearest) => notice!("agents-fault-key-near", name, nearest),
            None => notice!("agents-fault-key", name, rest = KEYS.join(", ")),
        });
    };
    let text = || {
        let text = field
            .value
            .text()
            .map(str::trim)
            .filter(|text| !text.is_empty());
        text.ok_or_else(|| notice!("agents-fault-no-text", key))
    };
    let names = || {
        let names = match field.value {
            crate::front_matter::Value::Nothing => None,
            _ => field.value.names(),
        };
        names.ok_or_else(|| notice!("agents-fault-no-list", key))
    };
    match key {
        "name" => profile.name = text()?.to_owned(),
        "description" => profile.description = text()?.to_owned(),
        "lifecycle" => {
            let lifecycle = Lifecycle::named(text()?);
            profile.lifecycle = lifecycle.ok_or_else(|| notice!("agents-fault-lifecycle"))?;
        }
        "provider" => profile.provider = Some(text()?.to_owned()),
        "model" => profile.model = Some(text()?.to_owned()),
        "temperature" => {
            let value = text()?.parse();
            profile.temperature = Some(value.map_err(|_| ProfileFault::Temperature.notice())?);
        }
        "max_tokens" => {
            let value = text()?.parse();
            profile.max_tokens = Some(value.map_err(|_| ProfileFault::MaxTokens.notice())?);
        }
        "tools" => profile.tools = Some(names()?),
        "denied_tools" => profile.denied_tools = names()?,
        "mcp_servers" => profile.mcp_servers = Some(names()?),
        _ => {
            let time: Result<Timestamp, _> = text()?.parse();
            profile.created = Some(time.map_err(|_| notice!("agents-fault-created"))?);
        }
    }
    Ok(())
}

/// Writes a profile as the text of its file; [`parse`] gives it back, but for its time of change, which is
/// the file's.
pub fn write(profile: &AgentProfile) -> String {
    let mut text = String::from("---\n");
    let mut line = |key: &str, value: &str| {
        // Writing into a text never fails.
        writeln!(text, "{key}: {value}").ok();
    };
    let list = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| scalar(name)).collect();
        format!("[{}]", names.join(", "))
    };
    line("name", &scalar(&profile.name));
    if !profile.description.is_empty() {
        line("description", &scalar(&profile.description));
    }
    if profile.lifecycle == Lifecycle::Temporary {
        line("lifecycle", Lifecycle::Temporary.word());
    }
    for (key, value) in [("provider", &profile.provider), ("model", &profile.model)] {
        if let Some(value) = value {
            line(key, &scalar(value));
        }
    }
    if let Some(temperature) = profile.temperature {
        line("temperature", &temperature.to_string());
    }
    if let Some(most) = profile.max_tokens {
        line("max_tokens", &most.to_string());
    }
    if let Some(tools) = &profile.tools {
        line("tools", &list(tools));
    }
    if !profile.denied_tools.is_empty() {
        line("denied_tools", &list(&profile.denied_tools));
    }
    if let Some(servers) = &profile.mcp_servers {
        line("mcp_servers", &list(servers));
    }
    if let Some(created) = profile.created {
        line("created", &created.to_string());
    }
    text.push_str("---\n");
    text.push_str(profile.prompt.trim());
    text.push('\n');
    text
}
