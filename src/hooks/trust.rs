//! The content that the user trusts in a hook, and the difference to what it is now.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::definition::HookDefinition;
use super::event::HookEvent;
use protocol::change::FileDiff;
use protocol::ids::ContentHash;
use review::unified::unified;

/// Most lines of the difference of one text.
const DIFF_LINES: usize = 400;

/// Letters of a hook's name.
const NAME: usize = 8;

/// Lines of context around a difference.
const DIFF_CONTEXT: usize = 3;

/// A file that a hook's command names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptFile {
    pub path: PathBuf,
    /// Hash of the whole content.
    pub hash: ContentHash,
    /// The content, for a difference; `None` if it is no text or too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// All that trust in a hook covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustedContent {
    pub event: HookEvent,
    pub matcher: String,
    pub command: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<ScriptFile>,
}

impl TrustedContent {
    /// Returns what trust in a hook covers, given the files that its command names.
    pub fn of(hook: &HookDefinition, scripts: Vec<ScriptFile>) -> Self {
        Self {
            event: hook.event,
            matcher: hook.matcher.text().to_owned(),
            command: hook.command.clone(),
            scripts,
        }
    }

    /// Returns the hash of event, matcher, command and the files' content.
    pub fn hash(&self) -> ContentHash {
        let mut bytes = Vec::new();
        let mut add = |part: &[u8]| {
            // With its length, so that no two contents give the same bytes.
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        };
        add(self.event.name().as_bytes());
        add(self.matcher.as_bytes());
        add(self.command.as_bytes());
        for script in &self.scripts {
            add(script.path.as_os_str().as_encoded_bytes());
            add(script.hash.as_bytes());
        }
        ContentHash::of(&bytes)
    }
}

/// A hook that the user trusted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrustedHook {
    /// The workspace that it may run in; `None` for a hook of the user's own, which may run in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root: Option<PathBuf>,
    /// The file that defined it.
    pub source: PathBuf,
    pub hash: ContentHash,
    pub content: TrustedContent,
}

/// A hook with the content that trust in it covers, and whether the user trusts that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExaminedHook {
    pub hook: HookDefinition,
    pub content: TrustedContent,
    pub state: HookState,
}

impl ExaminedHook {
    /// Returns the content that the user trusted before it changed.
    pub fn before(&self) -> Option<&TrustedContent> {
        match &self.state {
            HookState::Changed { before } => Some(before),
            HookState::Trusted | HookState::New => None,
        }
    }

    /// Returns the name by which the user means the hook: the beginning of its hash.
    pub fn name(&self) -> String {
        self.content.hash().to_string().chars().take(NAME).collect()
    }

    /// Returns the differences to what the user trusted before, as lines of a unified diff.
    pub fn changes(&self) -> Vec<String> {
        changes(self.before(), &self.content)
    }
}

/// Whether a hook may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookState {
    Trusted,
    /// The user has not said anything about it.
    New,
    /// The user trusted it as it was.
    Changed {
        before: Box<TrustedContent>,
    },
}

/// Returns the state of a hook with this content and source. `trusted` are the hooks that the user
/// trusted for this workspace; `present` are the hashes of all hooks that are defined now.
pub fn state_of<'a>(
    content: &TrustedContent,
    source: &std::path::Path,
    trusted: impl Iterator<Item = &'a TrustedHook> + Clone,
    present: &[ContentHash],
) -> HookState {
    let hash = content.hash();
    if trusted.clone().any(|known| known.hash == hash) {
        return HookState::Trusted;
    }
    let earlier = trusted.filter(|known| {
        known.source == source
            && known.content.event == content.event
            && !present.contains(&known.hash)
    });
    // The one that has most in common is what this one was before.
    let alike = earlier.max_by_key(|known| {
        let before = &known.content;
        (
            before.command == content.command,
            before.matcher == content.matcher,
        )
    });
    match alike {
        Some(known) => HookState::Changed {
            before: Box::new(known.content.clone()),
        },
        None => HookState::New,
    }
}

/// Returns the differences between what the user trusted and what is there now, as lines of a
/// unified diff; everything is new if there is nothing before.
pub fn changes(before: Option<&TrustedContent>, now: &TrustedContent) -> Vec<String> {
    let mut lines = Vec::new();
    let head = before.map(definition_text);
    let diff = unified(
        "hook",
        head.as_deref(),
        Some(&definition_text(now)),
        DIFF_CONTEXT,
        DIFF_LINES,
    );
    add_lines("hook", &diff, &mut lines);
    let known = before.map_or(&[][..], |before| &before.scripts);
    for script in &now.scripts {
        let old = known.iter().find(|one| one.path == script.path);
        if old.is_some_and(|old| old.hash == script.hash) {
            continue;
        }
        let old = old.map(script_text);
        let diff = unified(
            "script",
            old.as_deref(),
            Some(&script_text(script)),
            DIFF_CONTEXT,
            DIFF_LINES,
        );
        add_lines(&script.path.to_string_lossy(), &diff, &mut lines);
    }
    for script in known {
        if now.scripts.iter().all(|one| one.path != script.path) {
            let old = script_text(script);
            let diff = unified("script", Some(&old), None, DIFF_CONTEXT, DIFF_LINES);
            add_lines(&script.path.to_string_lossy(), &diff, &mut lines);
        }
    }
    lines
}

fn definition_text(content: &TrustedContent) -> String {
    let TrustedContent {
        event,
        matcher,
        command,
        ..
    } = content;
    let event = event.name();
    format!("event: {event}\nmatcher: {matcher}\ncommand: {command}\n")
}

fn script_text(script: &ScriptFile) -> String {
    match &script.text {
        Some(text) => text.clone(),
        None => format!("(no text, sha256 {})\n", script.hash),
    }
}

fn add_lines(name: &str, diff: &FileDiff, lines: &mut Vec<String>) {
    if diff.hunks.is_empty() {
        return;
    }
    lines.push(format!("--- {name}"));
    lines.extend(diff.signed_lines());
}
