//! The definition of a server: the program that is started, or the address that is reached. Read from
//! the form that `.mcp.json` has, which Claude Code, Cursor and others share.

use std::collections::BTreeMap;
use std::fmt;

use notice::{Notice, notice};
use protocol::ids::ContentHash;
use redact::{is_secret_variable, mask, one_line};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::MOST_SERVERS;

/// The name of a server: 1 to 32 letters, digits, `-` and `_`, with no `__` in it and no `_` at its
/// end, so that the names of its tools can be told apart from those of every other server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ServerName(String);

impl ServerName {
    /// Longest name, in characters.
    pub const LONGEST: usize = 32;

    /// Takes a name; `None` if it is not a valid one.
    pub fn new(name: &str) -> Option<Self> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
        let is_valid = !name.is_empty()
            && name.len() <= Self::LONGEST
            && name.chars().all(is_plain)
            && !name.contains("__")
            && !name.ends_with('_');
        is_valid.then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for ServerName {
    type Error = DefinitionFault;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Self::new(&name).ok_or(DefinitionFault::Name(name))
    }
}

impl From<ServerName> for String {
    fn from(name: ServerName) -> Self {
        name.0
    }
}

/// A text with references to variables, resolved when the server is started: `${NAME}`, or
/// `${NAME:-text}` with what stands for an unset one. A text that is `env:NAME` as a whole is a variable too, and
/// `secret:NAME` a secret that the user stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Template(String);

/// A variable that a definition names and that is not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct UnsetVariable(pub String);

impl UnsetVariable {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        notice!("mcp-unset-variable", name = self.0)
    }
}

/// A part of a template.
enum Part<'a> {
    Text(&'a str),
    Variable {
        name: &'a str,
        default: Option<&'a str>,
    },
}

impl Template {
    /// Prefix of the name of a secret that the user stored, where a value is looked up.
    pub const SECRET: &str = "secret:";
    /// Prefix of a text that is the name of a variable.
    const VARIABLE: &str = "env:";

    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text as it was written.
    pub fn written(&self) -> &str {
        &self.0
    }

    /// Returns the names of its variables.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts().into_iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Variable { name, .. } => Some(name),
        })
    }

    /// Returns the text with the values of its variables.
    ///
    /// # Errors
    /// [`UnsetVariable`] names the first one without a value.
    pub fn resolved(
        &self,
        value: impl Fn(&str) -> Option<String>,
    ) -> Result<String, UnsetVariable> {
        let parts = self.parts().into_iter().map(|part| match part {
            Part::Text(text) => Ok(text.to_owned()),
            Part::Variable { name, default } => value(name)
                .filter(|value| !value.is_empty() || default.is_none())
                .or_else(|| default.map(str::to_owned))
                .ok_or_else(|| UnsetVariable(name.to_owned())),
        });
        parts.collect()
    }

    /// Returns the name if the text is nothing but a reference: of a variable for `env:NAME`, with its prefix
    /// for `secret:NAME`.
    fn referred(&self) -> Option<&str> {
        let text = self.0.as_str();
        if let Some(name) = text.strip_prefix(Self::VARIABLE) {
            return is_variable(name).then_some(name);
        }
        let name = text.strip_prefix(Self::SECRET)?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        (!name.is_empty() && name.chars().all(is_plain)).then_some(text)
    }

    fn parts(&self) -> Vec<Part<'_>> {
        if let Some(name) = self.referred() {
            let default = None;
            return vec![Part::Variable { name, default }];
        }
        let mut parts = Vec::new();
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once("${") {
            let Some((inside, behind)) = after.split_once('}') else {
                break;
            };
            let (name, default) = match inside.split_once(":-") {
                Some((name, default)) => (name, Some(default)),
                None => (inside, None),
            };
            if is_variable(name) {
                parts.extend([Part::Text(before), Part::Variable { name, default }]);
            } else {
                // No reference: it stays as it was written.
                let end = rest.len() - behind.len();
                parts.push(Part::Text(rest.get(..end).unwrap_or_default()));
            }
            rest = behind;
        }
        parts.push(Part::Text(rest));
        parts
    }
}

fn is_variable(name: &str) -> bool {
    let mut letters = name.chars();
    let first = letters.next();
    first.is_some_and(|letter| letter.is_ascii_alphabetic() || letter == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The way to a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Launch {
    /// A program that speaks on its standard input and output.
    Stdio {
        command: Template,
        arguments: Vec<Template>,
        /// Variables beside those that every server gets: nothing else is inherited.
        environment: BTreeMap<String, Template>,
    },
    /// A service at an address ("streamable HTTP").
    Http {
        url: Template,
        headers: BTreeMap<String, Template>,
    },
}

/// A server that the user, the workspace or an editor defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerDefinition {
    pub name: ServerName,
    pub launch: Launch,
}

impl ServerDefinition {
    /// Returns the hash of everything that it says.
    pub fn digest(&self) -> ContentHash {
        ContentHash::of(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// Returns its command with arguments, or its address, in one line; with secrets masked.
    pub fn launch_line(&self) -> String {
        let line = match &self.launch {
            Launch::Stdio {
                command, arguments, ..
            } => {
                let words = std::iter::once(command).chain(arguments);
                let words: Vec<&str> = words.map(Template::written).collect();
                words.join(" ")
            }
            Launch::Http { url, .. } => url.written().to_owned(),
        };
        mask(&one_line(&line)).into_owned()
    }

    /// Returns all of it, one field a line; with secrets masked.
    pub fn shown(&self) -> String {
        let (kind, values) = match &self.launch {
            Launch::Stdio { environment, .. } => ("env", environment),
            Launch::Http { headers, .. } => ("header", headers),
        };
        let mut text = format!("server: {}\n{}\n", self.name, self.launch_line());
        for (name, value) in values {
            let written = value.written();
            let is_secret = is_secret_variable(name) && value.variables().next().is_none();
            let shown = if is_secret { "•••" } else { written };
            let line = format!("{kind} {name}: {shown}");
            text.push_str(&mask(&one_line(&line)));
            text.push('\n');
        }
        text
    }

    /// Returns the variables of this process that the definition takes: what consent is about.
    pub fn variables(&self) -> Vec<&str> {
        let templates: Vec<&Template> = match &self.launch {
            Launch::Stdio {
                command,
                arguments,
                environment,
            } => std::iter::once(command)
                .chain(arguments)
                .chain(environment.values())
                .collect(),
            Launch::Http { url, headers } => std::iter::once(url).chain(headers.values()).collect(),
        };
        let mut names: Vec<&str> = templates
            .into_iter()
            .flat_map(Template::variables)
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The content of a file of definitions.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reading {
    pub servers: Vec<ServerDefinition>,
    pub faults: Vec<DefinitionFault>,
}

/// The reason why a definition is left out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub enum DefinitionFault {
    NoJson(String),
    /// The file has no `mcpServers`, or it is no map.
    NoServers,
    Name(String),
    /// Neither a command nor an address, or both.
    NoLaunch(ServerName),
    Transport(ServerName, String),
    /// A value that has another kind than its key needs.
    Value(ServerName, String),
    TooMany,
}

impl DefinitionFault {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NoJson(why) => notice!("mcp-fault-no-json", why),
            Self::NoServers => notice!("mcp-fault-no-servers"),
            Self::Name(name) => notice!("mcp-fault-name", name),
            Self::NoLaunch(server) => notice!("mcp-fault-no-launch", server = server.0),
            Self::Transport(server, kind) => {
                notice!("mcp-fault-transport", server = server.0, kind)
            }
            Self::Value(server, key) => notice!("mcp-fault-value", server = server.0, key),
            Self::TooMany => notice!("mcp-fault-too-many", most = MOST_SERVERS),
        }
    }
}

/// Reads the text of a file in the form of `.mcp.json`. A faulty definition is left out, the others
/// count.
pub fn read(text: &str) -> Reading {
    let mut reading = Reading::default();
    let file: Value = match serde_json::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            reading
                .faults
                .push(DefinitionFault::NoJson(error.to_string()));
            return reading;
        }
    };
    let Some(servers) = file.get("mcpServers").and_then(Value::as_object) else {
        reading.faults.push(DefinitionFault::NoServers);
        return reading;
    };
    for (name, definition) in servers {
        match definition_of(name, definition) {
            Err(fault) => reading.faults.push(fault),
            Ok(_) if reading.servers.len() >= MOST_SERVERS => {
                reading.faults.push(DefinitionFault::TooMany);
                break;
            }
            Ok(server) => reading.servers.push(server),
        }
    }
    reading
}

fn definition_of(name: &str, definition: &Value) -> Result<ServerDefinition, DefinitionFault> {
    let name = ServerName::try_from(name.to_owned())?;
    let all = definition.as_object();
    let fields = Fields {
        name: name.clone(),
        all: all.ok_or_else(|| DefinitionFault::NoLaunch(name.clone()))?,
    };
    let kind = fields.text("type")?;
    let (command, url) = (fields.text("command")?, fields.text("url")?);
    let launch = match (kind, command, url) {
        (None | Some("stdio"), Some(command), None) => Launch::Stdio {
            command: Template::new(command),
            arguments: fields.list("args")?,
            environment: fields.map("env")?,
        },
        (None | Some("http" | "streamable-http"), None, Some(url)) => Launch::Http {
            url: Template::new(url),
            headers: fields.map("headers")?,
        },
        (Some(kind), _, _) if !matches!(kind, "stdio" | "http" | "streamable-http") => {
            return Err(DefinitionFault::Transport(name, kind.to_owned()));
        }
        _ => return Err(DefinitionFault::NoLaunch(name)),
    };
    Ok(ServerDefinition { name, launch })
}

/// The fields of one definition.
struct Fields<'a> {
    name: ServerName,
    all: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn fault(&self, key: &str) -> DefinitionFault {
        DefinitionFault::Value(self.name.clone(), key.to_owned())
    }

    fn text(&self, key: &str) -> Result<Option<&'a str>, DefinitionFault> {
        match self.all.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_str().map(Some).ok_or_else(|| self.fault(key)),
        }
    }

    fn list(&self, key: &str) -> Result<Vec<Template>, DefinitionFault> {
        let values = match self.all.get(key) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(value) => value.as_array().ok_or_else(|| self.fault(key))?,
        };
        let texts = values.iter().map(template_of);
        texts.collect::<Option<_>>().ok_or_else(|| self.fault(key))
    }

    fn map(&self, key: &str) -> Result<BTreeMap<String, Template>, DefinitionFault> {
        let values = match self.all.get(key) {
            None | Some(Value::Null) => return Ok(BTreeMap::new()),
            Some(value) => value.as_object().ok_or_else(|| self.fault(key))?,
        };
        let pairs = values
            .iter()
            .map(|(name, value)| Some((name.clone(), template_of(value)?)));
        pairs.collect::<Option<_>>().ok_or_else(|| self.fault(key))
    }
}

/// Numbers and switches are written bare in many files.
fn template_of(value: &Value) -> Option<Template> {
    match value {
        Value::String(text) => Some(Template::new(text)),
        Value::Number(_) | Value::Bool(_) => Some(Template::new(value.to_string())),
        _ => None,
    }
}
