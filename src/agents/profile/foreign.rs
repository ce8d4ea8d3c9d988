//! The forms of Claude Code and opencode. They are read as far as they narrow or describe; nothing in them
//! gives an agent more than ours would have.

use super::foreign_tools::counterparts;
use super::own::clean;
use super::{FoundProfile, KnownModels};
use crate::front_matter::{Document, FileFault, Strictness, Value};
use notice::{Notice, notice};
use protocol::agent_profile::{AgentProfile, AgentProfileId, ProfileSource};
use redact::one_line;

/// Keys of Claude Code that change how its agents run, and that mean nothing here.
const CLAUDE_UNUSED: &[&str] = &[
    "permissionMode",
    "maxTurns",
    "skills",
    "hooks",
    "memory",
    "background",
    "effort",
    "isolation",
    "initialPrompt",
];

/// The same of opencode.
const OPENCODE_UNUSED: &[&str] = &["top_p", "maxSteps", "steps", "reasoningEffort"];

/// The tools and models of this program, to which the names in another program's file are mapped.
pub(crate) struct Known<'a> {
    pub(crate) tools: &'a [&'a str],
    pub(crate) models: &'a dyn KnownModels,
}

/// Reads a file for Claude Code. `stem` is the file's name without its ending.
pub(crate) fn claude(
    stem: &str,
    text: &str,
    source: ProfileSource,
    known: &Known<'_>,
) -> Result<FoundProfile, Vec<FileFault>> {
    let text = clean(text);
    let document = Document::read(&text, Strictness::YamlOrLines).map_err(|fault| vec![fault])?;
    let name = document.text("name").unwrap_or(stem);
    let mut reading = Reading::new(name, &document, source)?;
    if let Some(field) = document.field("tools") {
        match field.value.names() {
            Some(names) if names.iter().any(|name| name == "*") => {}
            Some(names) => reading.allow(&names, known.tools),
            None => reading.fault(field.line, notice!("agents-fault-no-list", key = "tools")),
        }
    }
    if let Some(field) = document.field("disallowedTools") {
        match field.value.names() {
            Some(names) => reading.deny(&names, known.tools),
            None => {
                let key = "disallowedTools";
                reading.fault(field.line, notice!("agents-fault-no-list", key));
            }
        }
    }
    if let Some(field) = document.field("mcpServers") {
        reading.servers(&field.value);
    }
    if let Some(model) = document.text("model").filter(|model| *model != "inherit") {
        reading.model(None, model, known.models);
    }
    reading.unused(CLAUDE_UNUSED);
    reading.finish(known.tools)
}

/// Reads a file for opencode; `None` if it says that it is disabled. `stem` is the file's path below the
/// folder of agents without its ending.
pub(crate) fn opencode(
    stem: &str,
    text: &str,
    source: ProfileSource,
    known: &Known<'_>,
) -> Result<Option<FoundProfile>, Vec<FileFault>> {
    let text = clean(text);
    let document = Document::read(&text, Strictness::YamlOrLines).map_err(|fault| vec![fault])?;
    if document.text("disable") == Some("true") {
        return Ok(None);
    }
    let mut reading = Reading::new(stem, &document, source)?;
    if let Some(Value::Map(switches)) = document.field("tools").map(|field| &field.value) {
        reading.switches(switches, known.tools);
    }
    if let Some(field) = document.field("permission") {
        reading.permission(&field.value, known.tools);
    }
    if let Some(model) = document.text("model") {
        let (provider, model) = match model.split_once('/') {
            Some((provider, model)) => (Some(provider), model),
            None => (None, model),
        };
        reading.model(provider, model, known.models);
    }
    if let Some(text) = document.text("temperature") {
        reading.profile.temperature = text.parse().ok();
        if reading.profile.temperature.is_none() {
            reading.note(notice!("agents-note-value", key = "temperature"));
        }
    }
    reading.unused(OPENCODE_UNUSED);
    reading.finish(known.tools).map(Some)
}

/// A profile while a file of another program is read into it.
struct Reading<'a> {
    document: &'a Document<'a>,
    profile: AgentProfile,
    notes: Vec<Notice>,
    faults: Vec<FileFault>,
}

impl<'a> Reading<'a> {
    fn new(
        name: &str,
        document: &'a Document<'a>,
        source: ProfileSource,
    ) -> Result<Self, Vec<FileFault>> {
        let id = AgentProfileId::of_name(name).ok_or_else(|| {
            let line = document.line("name");
            let most = AgentProfileId::LONGEST;
            let why = notice!("agents-fault-id", name = one_line(name), most);
            vec![FileFault { line, why }]
        })?;
        let prompt = document.body.to_owned();
        let mut profile = AgentProfile::new(id, one_line(name), prompt, source);
        let mut notes = Vec::new();
        if let Some(description) = document.text("description") {
            // Descriptions that Claude Code writes itself have `\n` for the end of a line.
            let description = description.replace("\\n", "\n");
            let most = AgentProfile::LONGEST_DESCRIPTION;
            profile.description = description.chars().take(most).collect();
            if profile.description.len() < description.len() {
                notes.push(notice!("agents-note-cut", most));
            }
        }
        Ok(Self {
            document,
            profile,
            notes,
            faults: Vec::new(),
        })
    }

    fn note(&mut self, note: Notice) {
        self.notes.push(note);
    }

    fn fault(&mut self, line: usize, why: Notice) {
        self.faults.push(FileFault::at(line, why));
    }

    /// Leaves the agent these tools alone.
    fn allow(&mut self, names: &[String], tools: &[&str]) {
        let mut allowed: Vec<String> = Vec::new();
        for name in names {
            // A name with a pattern allows less than our tool would.
            let found = if name.contains('(') {
                Vec::new()
            } else {
                counterparts(name, tools)
            };
            if found.is_empty() {
                self.note(notice!("agents-note-tool", name = one_line(name)));
            }
            for tool in found {
                if !allowed.contains(&tool) {
                    allowed.push(tool);
                }
            }
        }
        self.profile.tools = Some(allowed);
    }

    /// Takes these tools from the agent; one with a pattern is taken whole.
    fn deny(&mut self, names: &[String], tools: &[&str]) {
        for name in names {
            let name = name.split('(').next().unwrap_or_default();
            for tool in counterparts(name, tools) {
                if !self.profile.denied_tools.contains(&tool) {
                    self.profile.denied_tools.push(tool);
                }
            }
        }
    }

    /// Takes the names of servers; a definition within the profile is not used.
    fn servers(&mut self, value: &Value) {
        let items = match value {
            Value::List(items) => items.as_slice(),
            other => std::slice::from_ref(other),
        };
        let names: Vec<String> = items.iter().filter_map(Value::names).flatten().collect();
        if items.iter().any(|item| matches!(item, Value::Map(_))) {
            self.note(notice!("agents-note-servers"));
        }
        self.profile.mcp_servers = Some(names);
    }

    fn model(&mut self, provider: Option<&str>, model: &str, models: &dyn KnownModels) {
        match models.find(provider, model) {
            Some((provider, model)) => {
                self.profile.provider = Some(provider);
                self.profile.model = Some(model);
            }
            None => self.note(notice!("agents-note-model", model = one_line(model))),
        }
    }

    /// Takes opencode's map of tools: `write: false`, also `"*": false`.
    fn switches(&mut self, switches: &[(String, Value)], tools: &[&str]) {
        let names = |wanted: &str| -> Vec<String> {
            let switches = switches.iter();
            switches
                .filter(|(_, value)| value.text() == Some(wanted))
                .map(|(name, _)| name.clone())
                .collect()
        };
        let off = names("false");
        if off.iter().any(|name| name == "*") {
            let on = names("true");
            self.allow(&on, tools);
            return;
        }
        let (patterns, plain): (Vec<String>, Vec<String>) =
            off.into_iter().partition(|name| name.contains('*'));
        self.deny(&plain, tools);
        if !patterns.is_empty() {
            // The names of its tools of servers are not ours: none is left rather than one too many.
            self.note(notice!(
                "agents-note-pattern",
                name = one_line(&patterns.join(", "))
            ));
            self.profile.mcp_servers = Some(Vec::new());
        }
    }

    /// Takes opencode's permissions as far as they deny; what is asked there is asked here by the mode.
    fn permission(&mut self, value: &Value, tools: &[&str]) {
        let all = ["read", "write", "edit", "bash", "grep", "list", "webfetch"];
        match value {
            Value::Text(word) if word == "deny" => {
                let all = all.map(str::to_owned);
                self.deny(&all, tools);
            }
            Value::Map(entries) => {
                for (name, value) in entries {
                    let is_denied = match value {
                        Value::Text(word) => word == "deny",
                        // Patterns of commands: without a catch-all that denies, some are allowed.
                        Value::Map(patterns) => patterns
                            .iter()
                            .any(|(pattern, word)| pattern == "*" && word.text() == Some("deny")),
                        _ => false,
                    };
                    if !is_denied {
                        continue;
                    }
                    match name.as_str() {
                        "*" => self.deny(&all.map(str::to_owned), tools),
                        // Covers every tool there that changes a file.
                        "edit" => {
                            let edits = ["edit", "write"].map(str::to_owned);
                            self.deny(&edits, tools);
                            self.deny(&["delete_file".to_owned()], tools);
                        }
                        name => self.deny(&[name.to_owned()], tools),
                    }
                }
            }
            _ => {}
        }
    }

    fn unused(&mut self, keys: &[&str]) {
        let set = keys.iter().filter(|key| self.document.field(key).is_some());
        let set: Vec<&str> = set.copied().collect();
        if !set.is_empty() {
            self.note(notice!("agents-note-unused", rest = set.join(", ")));
        }
    }

    fn finish(mut self, tools: &[&str]) -> Result<FoundProfile, Vec<FileFault>> {
        for fault in self.profile.faults(tools) {
            let line = fault.key().and_then(|key| self.document.line(key));
            let why = fault.notice();
            self.faults.push(FileFault { line, why });
        }
        if self.faults.is_empty() {
            Ok(FoundProfile {
                profile: self.profile,
                notes: self.notes,
            })
        } else {
            Err(self.faults)
        }
    }
}
