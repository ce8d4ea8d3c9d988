//! The pins of tools: what the user saw when the user consented. A server that changes the
//! description or the schema of a tool afterwards does not get it called: the change is shown first.

use std::collections::BTreeMap;
use std::fmt::Write;

use redact::sanitize;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::definition::ServerName;

/// A tool as its server offers it, cleaned of control sequences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OfferedTool {
    pub name: String,
    pub description: String,
    pub schema: Value,
    /// Says that it changes nothing. Never lowers a risk: the server says it of itself.
    pub claims_read_only: bool,
    /// Says that it destroys, which raises the risk.
    pub is_destructive: bool,
    /// The text that the user consents to.
    text: String,
}

impl OfferedTool {
    pub(crate) fn of(tool: &rmcp::model::Tool) -> Self {
        let hints = tool.annotations.as_ref();
        let hint = |read: fn(&rmcp::model::ToolAnnotations) -> Option<bool>| {
            hints.and_then(read).unwrap_or(false)
        };
        let schema = Value::Object(cleaned_map(tool.input_schema.as_ref()));
        let description = sanitize(tool.description.as_deref().unwrap_or_default());
        let mut offered = Self {
            name: tool.name.clone().into_owned(),
            text: String::new(),
            claims_read_only: hint(|hints| hints.read_only_hint),
            is_destructive: hint(|hints| hints.destructive_hint),
            description,
            schema,
        };
        offered.text = offered.consented();
        offered
    }

    /// Returns the text that the user consents to, one field below the other.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the pin of what is offered now.
    pub fn pin(&self) -> Pin {
        Pin {
            text: self.text.clone(),
        }
    }

    fn consented(&self) -> String {
        let mut text = format!("tool: {}\n", redact::one_line(&self.name));
        for (name, is_said) in [
            ("reads only", self.claims_read_only),
            ("destroys", self.is_destructive),
        ] {
            if is_said {
                // Writing to a text cannot fail.
                writeln!(text, "says that it: {name}").ok();
            }
        }
        let schema = serde_json::to_string_pretty(&sorted(&self.schema)).unwrap_or_default();
        write!(
            text,
            "\ndescription:\n{}\n\narguments:\n{schema}\n",
            self.description.trim_end()
        )
        .ok();
        text
    }
}

/// The user's consent to a tool: the text that the user saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    pub text: String,
}

/// The state of an offered tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PinState {
    /// The user consented to exactly this.
    Pinned,
    /// The user never saw it.
    New,
    /// The user consented to this text, and the server offers another one now.
    Changed { before: String },
}

/// The pins of all servers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PinBook {
    by_server: BTreeMap<ServerName, BTreeMap<String, Pin>>,
}

impl PinBook {
    /// Returns the state of a tool that a server offers.
    pub fn state(&self, server: &ServerName, tool: &OfferedTool) -> PinState {
        let pins = self.by_server.get(server);
        match pins.and_then(|pins| pins.get(&tool.name)) {
            None => PinState::New,
            Some(pin) if pin.text == tool.text => PinState::Pinned,
            Some(pin) => PinState::Changed {
                before: pin.text.clone(),
            },
        }
    }

    /// Records the consent of the user to a tool as it is offered now.
    pub fn pin(&mut self, server: &ServerName, tool: &OfferedTool) {
        let pins = self.by_server.entry(server.clone()).or_default();
        pins.insert(tool.name.clone(), tool.pin());
    }

    /// Takes the pins of one server from another book.
    pub fn take(&mut self, server: &ServerName, from: &Self) {
        match from.by_server.get(server) {
            Some(pins) => self.by_server.insert(server.clone(), pins.clone()),
            None => self.by_server.remove(server),
        };
    }

    /// Takes the consent back to all tools of a server.
    pub fn forget(&mut self, server: &ServerName) {
        self.by_server.remove(server);
    }
}

fn cleaned_map(map: &Map<String, Value>) -> Map<String, Value> {
    let pairs = map
        .iter()
        .map(|(key, value)| (sanitize(key), cleaned(value)));
    pairs.collect()
}

fn cleaned(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(sanitize(text)),
        Value::Array(values) => values.iter().map(cleaned).collect(),
        Value::Object(map) => Value::Object(cleaned_map(map)),
        other => other.clone(),
    }
}

/// Sorts the keys of all maps: a server may write them in another order each time.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(sorted).collect(),
        Value::Object(map) => {
            let pairs: BTreeMap<&String, Value> = map
                .iter()
                .map(|(key, value)| (key, sorted(value)))
                .collect();
            let pairs = pairs.into_iter().map(|(key, value)| (key.clone(), value));
            Value::Object(pairs.collect())
        }
        other => other.clone(),
    }
}
