//! The forms of profiles: ours, Claude Code's and opencode's.

use std::path::PathBuf;

use proptest::prelude::*;

use crate::profile::foreign::{Known, claude, opencode};
use crate::profile::{FileFault, FoundProfile, KnownModels, parse, write};
use protocol::agent_profile::{AgentProfile, AgentProfileId, Lifecycle, ProfileSource};

pub(super) const TOOLS: [&str; 14] = [
    "list_files",
    "read_file",
    "search_text",
    "search_project",
    "search_semantic",
    "write_file",
    "edit_file",
    "replace_text",
    "delete_file",
    "shell_exec",
    "clarify_user",
    "create_tasks",
    "update_task",
    "list_tasks",
];

struct OneModel;

impl KnownModels for OneModel {
    fn find(&self, provider: Option<&str>, model: &str) -> Option<(String, String)> {
        let is_known = provider == Some("openai") && model == "gpt-5";
        is_known.then(|| ("openai".to_owned(), model.to_owned()))
    }
}

const KNOWN: Known<'_> = Known {
    tools: &TOOLS,
    models: &OneModel,
};

fn source() -> ProfileSource {
    ProfileSource::User {
        path: PathBuf::from("/c/agents/x.md"),
    }
}

fn ours(text: &str) -> Result<AgentProfile, Vec<FileFault>> {
    parse(AgentProfileId::new("x").unwrap(), text, source(), &TOOLS)
}

fn of_claude(text: &str) -> FoundProfile {
    claude("file", text, source(), &KNOWN).unwrap()
}

fn said(faults: &[FileFault]) -> Vec<String> {
    let said = faults.iter().map(|fault| fault.notice("x.md").to_string());
    said.collect()
}

fn notes(found: &FoundProfile) -> Vec<String> {
    found.notes.iter().map(ToString::to_string).collect()
}

#[test]
fn our_form_has_every_part_and_a_prompt_alone_is_an_agent_too() {
    let profile = ours(
        "---\nname: Code reviewer\ndescription: Looks at a diff\nlifecycle: temporary\nprovider: ollama\n\
         model: qwen3:8b\ntemperature: 0.2\nmax_tokens: 4096\ntools: [read_file, search_text]\n\
         denied_tools: shell_exec\nmcp_servers: []\ncreated: 2026-11-28T10:00:00Z\n---\n\nLook closely.\n\n---\nEnd.\n",
    )
    .unwrap();
    assert_eq!(profile.name, "Code reviewer");
    assert_eq!(profile.lifecycle, Lifecycle::Temporary);
    assert_eq!(profile.model.as_deref(), Some("qwen3:8b"));
    assert_eq!(profile.temperature, Some(0.2));
    assert_eq!(profile.max_tokens, Some(4096));
    assert_eq!(profile.tools.unwrap(), ["read_file", "search_text"]);
    assert_eq!(profile.denied_tools, ["shell_exec"]);
    assert_eq!(profile.mcp_servers, Some(Vec::new()));
    assert_eq!(profile.prompt, "Look closely.\n\n---\nEnd.");
    let alone = ours("Only a prompt.\r\n").unwrap();
    assert_eq!(
        (alone.name.as_str(), alone.prompt.as_str()),
        ("x", "Only a prompt.")
    );
    assert_eq!(alone.tools, None);
}

#[test]
fn each_fault_is_told_with_its_line_and_a_wrong_key_never_widens() {
    let faults = ours(
        "---\nname: N\ntool: [read_file]\ntemperature: hot\nmax_tokens: 12\ntools:\n---\nGo.\n",
    )
    .unwrap_err();
    let said = said(&faults);
    assert_eq!(said.len(), 4, "{said:?}");
    assert!(
        said[0].starts_with("x.md:3: there is no key tool; tools is one"),
        "{said:?}"
    );
    assert!(said[1].starts_with("x.md:4: temperature"), "{said:?}");
    assert!(said[2].starts_with("x.md:6: tools is no list"), "{said:?}");
    assert!(said[3].starts_with("x.md:5: max_tokens"), "{said:?}");
}

#[test]
fn a_broken_front_matter_is_told_with_its_line() {
    for (text, line) in [
        ("---\nname: N\nGo.\n", "x.md:1: the front matter has no end"),
        ("---\nname: N\nname: M\n---\nGo.\n", "x.md:3: name"),
        ("---\nname: a: b\n---\nGo.\n", "x.md:2:"),
        (
            "---\n- a\n---\nGo.\n",
            "x.md:2: the front matter has no keys",
        ),
        ("---\nname: N\n---\n \n", "x.md: there is no prompt"),
    ] {
        let faults = said(&ours(text).unwrap_err());
        assert!(faults[0].starts_with(line), "{text}: {faults:?}");
    }
}

#[test]
fn control_sequences_reach_neither_the_prompt_nor_the_name() {
    let profile = ours("---\nname: \"a\u{1b}[31mb\"\n---\nRed\u{1b}[31m\u{202e} text\n").unwrap();
    assert_eq!(
        (profile.name.as_str(), profile.prompt.as_str()),
        ("ab", "Red text")
    );
}

/// An agent as Claude Code's `/agents` writes it: the description is no YAML.
const CLAUDE_REVIEWER: &str = r#"---
name: code-reviewer
description: Use this agent when you need a review of code that was just written. Examples: <example>Context: The user wrote a function. user: "Please write a function that checks primes" assistant: "Here it is" <commentary>Since code was written, use the code-reviewer agent.</commentary></example>\n\nAnother line.
tools: Glob, Grep, Read, WebFetch, TodoWrite, WebSearch, BashOutput, KillShell
model: sonnet
color: pink
---

You are a senior code reviewer. Ensure high standards of code quality.

When invoked:
1. Run git diff to see recent changes
2. Focus on modified files
"#;

#[test]
fn an_agent_that_claude_wrote_is_read_although_its_description_is_no_yaml() {
    let found = of_claude(CLAUDE_REVIEWER);
    let profile = &found.profile;
    assert_eq!(profile.id.as_str(), "code-reviewer");
    assert!(profile.description.contains("Examples: <example>"));
    assert!(profile.description.ends_with("\n\nAnother line."));
    assert_eq!(
        profile.tools.as_deref().unwrap(),
        [
            "list_files",
            "search_text",
            "search_project",
            "search_semantic",
            "read_file",
            "create_tasks",
            "update_task",
            "list_tasks"
        ]
    );
    assert_eq!(
        (profile.provider.as_ref(), profile.model.as_ref()),
        (None, None)
    );
    let notes = notes(&found);
    for part in ["WebSearch", "KillShell", "WebFetch", "sonnet"] {
        assert!(
            notes.iter().any(|note| note.contains(part)),
            "{part}: {notes:?}"
        );
    }
}

#[test]
fn claudes_lists_narrow_and_a_pattern_never_allows_a_whole_tool() {
    let found = of_claude(
        "---\nname: Git helper\ndescription: d\ntools:\n  - Bash(git log:*)\n  - Read\n  - mcp__git__log\n\
         disallowedTools: Write, Edit, Bash(rm:*)\npermissionMode: bypassPermissions\n\
         mcpServers:\n  - git\n  - own:\n      command: x\nmodel: inherit\n---\nGo.\n",
    );
    let profile = &found.profile;
    assert_eq!(profile.id.as_str(), "git-helper");
    assert_eq!(profile.name, "Git helper");
    assert_eq!(
        profile.tools.as_deref().unwrap(),
        ["read_file", "mcp__git__log"]
    );
    assert_eq!(
        profile.denied_tools,
        [
            "write_file",
            "edit_file",
            "replace_text",
            "shell_exec",
            "delete_file"
        ]
    );
    assert_eq!(profile.mcp_servers.as_deref().unwrap(), ["git"]);
    let notes = notes(&found);
    for part in ["Bash(git log:*)", "permissionMode", "MCP server"] {
        assert!(
            notes.iter().any(|note| note.contains(part)),
            "{part}: {notes:?}"
        );
    }
    let all = of_claude("---\nname: a\ndescription: d\n---\nGo.\n").profile;
    assert_eq!(all.tools, None);
    let none = of_claude("---\nname: a\ndescription: d\ntools:\n---\nGo.\n").profile;
    assert_eq!(none.tools, Some(Vec::new()), "an empty list leaves no tool");
}

#[test]
fn an_agent_of_opencode_is_named_by_its_file_and_its_switches_narrow() {
    let read = |stem: &str, text: &str| opencode(stem, text, source(), &KNOWN).unwrap();
    let found = read(
        "docs/writer",
        "---\ndescription: Writes docs\nmode: subagent\nmodel: openai/gpt-5\ntemperature: 0.1\n\
         tools:\n  write: false\n  edit: false\n  bash: false\n  mymcp_*: false\ntop_p: 1\n---\nWrite.\n",
    )
    .unwrap();
    let profile = &found.profile;
    assert_eq!(profile.id.as_str(), "docs-writer");
    assert_eq!(profile.model.as_deref(), Some("gpt-5"));
    assert_eq!(profile.provider.as_deref(), Some("openai"));
    assert_eq!(profile.temperature, Some(0.1));
    assert_eq!(profile.tools, None);
    for tool in ["write_file", "edit_file", "replace_text", "shell_exec"] {
        assert!(!profile.allows(tool, None), "{tool}");
    }
    assert!(profile.allows("read_file", None));
    assert!(!profile.allows("mcp__a__b", Some("a")));
    assert_eq!(found.notes.len(), 2, "{:?}", found.notes);

    let few = read(
        "few",
        "---\ntools:\n  \"*\": false\n  read: true\n---\nRead.\n",
    )
    .unwrap();
    assert_eq!(few.profile.tools.unwrap(), ["read_file"]);
    let denied = read(
        "d",
        "---\npermission:\n  edit: deny\n  bash:\n    \"*\": ask\n    \"git push\": deny\n---\nLook.\n",
    );
    let denied = denied.unwrap().profile;
    for tool in ["write_file", "edit_file", "replace_text", "delete_file"] {
        assert!(!denied.allows(tool, None), "{tool}");
    }
    assert!(
        denied.allows("shell_exec", None),
        "its commands are asked here"
    );
    assert_eq!(read("off", "---\ndisable: true\n---\nx\n"), None);
    let unknown = read("u", "---\nmodel: anthropic/claude-9\n---\nx\n").unwrap();
    assert_eq!(unknown.profile.model, None);
    assert!(notes(&unknown)[0].contains("claude-9"));
}

fn texts() -> impl Strategy<Value = String> {
    // Blank edges go, and what no file may bring in is cleaned.
    let text = "[ -~é→ü\\n\"'\\\\:#{}&*!|>%@`,\\[\\]\u{2028}\u{feff}\u{85}]{0,60}";
    text.prop_map(|text| redact::sanitize(&text).trim().to_owned())
}

fn words() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9._:/@#\\-]{1,20}"
}

proptest! {
    #[test]
    fn what_is_written_is_read_back_the_same(
        name in texts(),
        description in texts(),
        prompt in texts(),
        is_temporary: bool,
        model in proptest::option::of(words()),
        provider in proptest::option::of(words()),
        temperature in proptest::option::of(0.0_f32..=2.0),
        max_tokens in proptest::option::of(256_u32..=128_000),
        tools in proptest::option::of(proptest::sample::subsequence(TOOLS.to_vec(), 0..14)),
        denied in proptest::sample::subsequence(TOOLS.to_vec(), 0..3),
        servers in proptest::option::of(proptest::collection::vec(words(), 0..3)),
        created in proptest::option::of(0_i64..4_000_000_000),
    ) {
        let mut profile = AgentProfile::new(
            AgentProfileId::new("x").unwrap(),
            format!("n{}", name.replace('\n', " ")),
            format!("p{prompt}"),
            source(),
        );
        profile.description = description;
        if is_temporary {
            profile.lifecycle = Lifecycle::Temporary;
        }
        profile.model = model;
        profile.provider = provider;
        profile.temperature = temperature;
        profile.max_tokens = max_tokens;
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
        profile.tools = tools.map(owned);
        profile.denied_tools = owned(denied);
        profile.mcp_servers = servers;
        profile.created = created.map(|second| jiff::Timestamp::from_second(second).unwrap());
        let text = write(&profile);
        let read = ours(&text).map_err(|faults| said(&faults));
        prop_assert_eq!(read, Ok(profile), "{}", text);
    }

    #[test]
    fn no_text_breaks_a_reader(text in "(---\n)?[ -~\\n:]{0,80}(\n---\n)?[ -~\n]{0,40}") {
        let _ = ours(&text);
        let _ = claude("a", &text, source(), &KNOWN);
        let _ = opencode("a", &text, source(), &KNOWN);
    }
}
