//! The form of `SKILL.md`, as Claude Code and others have it.

use crate::front_matter::{Document, FileFault, Strictness};
use crate::profile::foreign_tools::counterparts;
use crate::profile::own::clean;
use notice::{Notice, notice};
use redact::one_line;

/// Longest name, in characters.
const LONGEST_NAME: usize = 64;

/// Longest description that is used, in characters.
const LONGEST_DESCRIPTION: usize = 1_024;

/// Keys that change how other programs run a skill, and that mean nothing here.
const UNUSED: &[&str] = &["model", "context", "agent", "hooks", "effort", "paths"];

/// A skill as its file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skill {
    pub(crate) name: String,
    /// In one line.
    pub(crate) description: String,
    /// The tools that suffice for it.
    pub(crate) tools: Option<Vec<String>>,
    /// Whether a model may take it by itself.
    pub(crate) is_offered: bool,
    pub(crate) text: String,
    pub(crate) notes: Vec<Notice>,
}

/// Reads a skill; `folder` is the name of its folder, which names it unless the file does.
pub(crate) fn parse(folder: &str, text: &str, tools: &[&str]) -> Result<Skill, Vec<FileFault>> {
    let text = clean(text);
    let document = Document::read(&text, Strictness::YamlOrLines).map_err(|fault| vec![fault])?;
    let mut faults = Vec::new();
    let mut notes = Vec::new();
    let name = document.text("name").unwrap_or(folder);
    if !is_name(name) {
        let why = notice!(
            "skills-fault-name",
            name = one_line(name),
            most = LONGEST_NAME
        );
        let line = document.line("name");
        faults.push(FileFault { line, why });
    }
    if document.body.is_empty() {
        faults.push(FileFault::whole(notice!("skills-fault-no-text")));
    }
    let first = document.body.lines().find(|line| !line.trim().is_empty());
    let description = match (document.text("description"), document.text("when_to_use")) {
        (Some(what), Some(when)) => format!("{what} {when}"),
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => {
            notes.push(notice!("skills-note-no-description"));
            first.unwrap_or_default().trim_start_matches('#').to_owned()
        }
    };
    let whole = one_line(&description);
    let whole = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    let description: String = whole.chars().take(LONGEST_DESCRIPTION).collect();
    if description.len() < whole.len() {
        notes.push(notice!("agents-note-cut", most = LONGEST_DESCRIPTION));
    }
    let field = document.field("allowed-tools");
    let tools = match field.map(|field| (field.line, field.value.names())) {
        None => None,
        Some((_, Some(names))) => Some(known(&names, tools, &mut notes)),
        Some((line, None)) => {
            let key = "allowed-tools";
            faults.push(FileFault::at(line, notice!("agents-fault-no-list", key)));
            None
        }
    };
    let unused = UNUSED.iter().filter(|key| document.field(key).is_some());
    let unused: Vec<&str> = unused.copied().collect();
    if !unused.is_empty() {
        notes.push(notice!("agents-note-unused", rest = unused.join(", ")));
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(Skill {
        name: name.to_owned(),
        description,
        tools,
        is_offered: document.text("disable-model-invocation") != Some("true"),
        text: document.body.to_owned(),
        notes,
    })
}

/// Returns the tools of ours that suffice, without patterns: what a pattern allows, the mode decides here.
fn known(names: &[String], tools: &[&str], notes: &mut Vec<Notice>) -> Vec<String> {
    let mut ours: Vec<String> = Vec::new();
    for name in names {
        let plain = name.split('(').next().unwrap_or_default();
        let found = counterparts(plain, tools);
        if found.is_empty() {
            notes.push(notice!("agents-note-tool", name = one_line(name)));
        }
        for tool in found {
            if !ours.contains(&tool) {
                ours.push(tool);
            }
        }
    }
    ours
}

fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    name.starts_with(is_plain)
        && name.len() <= LONGEST_NAME
        && name
            .chars()
            .all(|letter| is_plain(letter) || matches!(letter, '-' | '_'))
}
