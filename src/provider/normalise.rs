//! Normalizes requests so that two runs of the same scenario are equal: without ids, times, hashes
//! and the folder of the run. Recordings compare requests in this form.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::StepRequest;
use super::turns::{Turn, turns};
use protocol::ids::ContentHash;
use protocol::skill::USE_SKILL;

/// Maximum characters of a text; a longer one is kept as its beginning and a hash.
const TEXT_LIMIT: usize = 400;

/// A request as a recording keeps it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RequestSummary {
    /// Hash of everything below.
    pub digest: String,
    pub model: String,
    /// Hash of the normalized system prompt.
    pub system: String,
    /// The turns, one line of JSON each.
    pub messages: Vec<Value>,
    /// Names of the tools, sorted, without the one for skills.
    pub tools: Vec<String>,
    /// Context window that the model was asked for, in tokens, so that truncation is the same on
    /// replay. Not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_length: Option<u64>,
}

impl RequestSummary {
    /// Summarizes a request made in the folder `root`.
    pub fn of(request: &StepRequest, root: &str) -> Self {
        Self::with_texts(request, root).0
    }

    /// Works like [`of`](Self::of). Also returns the full texts that the summary holds as beginning
    /// and hash, by hash, including the system prompt.
    pub fn with_texts(request: &StepRequest, root: &str) -> (Self, Vec<(String, String)>) {
        let tools = request.tools.iter().map(|tool| &tool.name);
        // Which skills there are is the machine's, not the scenario's.
        let tools = tools.filter(|name| *name != USE_SKILL);
        let mut tools: Vec<String> = tools.cloned().collect();
        tools.sort();
        let mut shorter = Shorter {
            root,
            long: Vec::new(),
        };
        let system = normalise(&request.system, root);
        let mut summary = Self {
            digest: String::new(),
            model: request.model.clone(),
            system: hash(&system),
            messages: turns(&request.messages, &request.model, &request.pictures)
                .iter()
                .map(|turn| shorter.message(turn))
                .collect(),
            tools,
            context_length: None,
        };
        summary.digest = hash(&summary.lines());
        shorter.long.push((summary.system.clone(), system));
        (summary, shorter.long)
    }

    /// Formats everything except the digest as lines suitable for a diff.
    pub fn lines(&self) -> String {
        let mut out = format!("model: {}\nsystem: {}\n", self.model, self.system);
        out.push_str(&format!("tools: {}\n", self.tools.join(" ")));
        for message in &self.messages {
            out.push_str(&message.to_string());
            out.push('\n');
        }
        out
    }
}

/// Shortens long texts, and remembers the full ones.
struct Shorter<'a> {
    root: &'a str,
    long: Vec<(String, String)>,
}

impl Shorter<'_> {
    fn message(&mut self, turn: &Turn) -> Value {
        match turn {
            Turn::User { text, images } => {
                let mut user = serde_json::json!({ "role": "user", "text": self.text(text) });
                // Whether the model saw them; their bytes may differ with another version
                // of the encoder.
                let images: Vec<Value> = images
                    .iter()
                    .map(|image| {
                        let picture = &image.picture;
                        let size = format!("{}×{}", picture.width, picture.height);
                        serde_json::json!({ "name": self.text(&picture.name), "size": size })
                    })
                    .collect();
                if let Some(object) = user.as_object_mut().filter(|_| !images.is_empty()) {
                    object.insert("images".to_owned(), Value::Array(images));
                }
                user
            }
            Turn::Assistant { text, calls, .. } => {
                let calls: Vec<Value> = calls
                    .iter()
                    .map(|call| {
                        let arguments = self.value(&call.arguments);
                        serde_json::json!({ "tool": call.tool, "arguments": arguments })
                    })
                    .collect();
                let text = self.text(text);
                serde_json::json!({ "role": "assistant", "text": text, "calls": calls })
            }
            Turn::Result { tool, content, .. } => {
                let content = match serde_json::from_str::<Value>(content) {
                    Ok(value) => self.value(&value),
                    Err(_) => Value::String(self.text(content)),
                };
                serde_json::json!({ "role": "tool", "tool": tool, "content": content })
            }
        }
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::Object(object) => object
                .iter()
                .map(|(key, value)| {
                    let value = match key.as_str() {
                        key if value.is_number() && key.ends_with("_ms") => "<time>".into(),
                        // The recording has a path in its author's data folder.
                        "whole_output" => "<file>".into(),
                        _ => self.value(value),
                    };
                    (key.clone(), value)
                })
                .collect(),
            other => other.clone(),
        }
    }

    fn text(&mut self, text: &str) -> String {
        let text = normalise(text, self.root);
        match text.char_indices().nth(TEXT_LIMIT) {
            None => text,
            Some((end, _)) => {
                let hash = hash(&text);
                let short = format!("{}{CUT}{hash}", text.get(..end).unwrap_or_default());
                self.long.push((hash, text));
                short
            }
        }
    }
}

/// Separator between the beginning of a long text and its hash.
const CUT: &str = "… #";

/// Returns the hash of a shortened text.
pub fn hash_of_short(text: &str) -> Option<&str> {
    let (start, hash) = text.rsplit_once(CUT)?;
    (start.chars().count() == TEXT_LIMIT && hash.len() == 16).then_some(hash)
}

fn hash(text: &str) -> String {
    let mut hash = ContentHash::of(text.as_bytes()).to_string();
    hash.truncate(16);
    hash
}

/// Replaces the folder `root`, ids, times, dates and hashes in `text` by placeholders
/// for their kind.
pub fn normalise(text: &str, root: &str) -> String {
    let rooted;
    let text = if root.len() > 1 {
        rooted = text.replace(root.trim_end_matches('/'), "<root>");
        rooted.as_str()
    } else {
        text
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut inside_word = false;
    while let Some(c) = rest.chars().next() {
        if !inside_word && let Some((kind, length)) = variable(rest) {
            out.push_str(kind);
            rest = rest.get(length..).unwrap_or_default();
            inside_word = true;
            continue;
        }
        out.push(c);
        inside_word = c.is_alphanumeric() || c == '_';
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
    out
}

/// Returns the placeholder and the length in bytes of a value at the start of a word that
/// varies between runs.
fn variable(rest: &str) -> Option<(&'static str, usize)> {
    if matches(rest, "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh") && ends_at(rest, 36) {
        return Some(("<id>", 36));
    }
    if matches(rest, "dddd-dd-dd") {
        return Some(("<time>", time_length(rest)));
    }
    let length = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let word = rest.get(..length)?;
    let mixed = word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_lowercase());
    // From the short form of a commit to a SHA-512.
    ((7..=128).contains(&length) && mixed && ends_at(rest, length)).then_some(("<hash>", length))
}

/// Returns the length of a date with the time of day that may follow it.
fn time_length(rest: &str) -> usize {
    let date = "dddd-dd-dd".len();
    let after = rest.get(date..).unwrap_or_default();
    if !(matches(after, "Tdd:dd") || matches(after, " dd:dd")) {
        return date;
    }
    let time = after.get(1..).unwrap_or_default();
    let digits = |text: &str| {
        text.bytes()
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.'))
            .count()
    };
    let clock = digits(time);
    let zone = time.get(clock..).unwrap_or_default();
    let zone = if zone.starts_with('Z') {
        1
    } else if zone.starts_with(['+', '-']) {
        1 + digits(zone.get(1..).unwrap_or_default())
    } else {
        0
    };
    date + 1 + clock + zone
}

fn ends_at(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|c| !(c.is_alphanumeric() || c == '_'))
}

/// Whether `text` starts with the pattern: `h` is a hex digit, `d` a digit, anything else itself.
fn matches(text: &str, pattern: &str) -> bool {
    let mut bytes = text.bytes();
    pattern.bytes().all(|wanted| {
        bytes.next().is_some_and(|byte| match wanted {
            b'h' => byte.is_ascii_hexdigit(),
            b'd' => byte.is_ascii_digit(),
            other => byte == other,
        })
    })
}
