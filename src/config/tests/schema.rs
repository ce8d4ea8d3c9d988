//! The table of keys is complete and consistent.

use super::super::kind::Kind;
use super::super::walk::settings;
use super::*;
use support::yaml::parse;

#[test]
fn every_key_has_a_sentence_a_default_and_a_variable_of_its_own() {
    let mut variables = Vec::new();
    for key in KEYS {
        assert!(
            key.doc().len() > 15 && key.doc().ends_with('.'),
            "{}",
            key.name
        );
        assert!(!key.doc().contains("  "), "{}", key.name);
        if !key.default.is_empty() {
            assert!(key.kind.read_text(key.default).is_some(), "{}", key.name);
        }
        assert!(!variables.contains(&key.variable()), "{}", key.name);
        variables.push(key.variable());
        assert!(!key.kind.expected().is_empty());
    }
}

#[test]
fn the_defaults_are_those_of_the_manual() {
    let config = Config::default();
    assert_eq!(config.provider, "ollama");
    assert_eq!(config.mode, protocol::approval::Mode::Review);
    assert_eq!(config.ollama_base_url, "http://127.0.0.1:11434");
    assert_eq!(config.max_tool_calls_per_job, None);
    assert_eq!(config.max_tool_calls_workbench, 50);
    assert_eq!(config.max_search_results_default, 20);
    assert_eq!(config.max_search_results_cap, 50);
    assert_eq!(config.max_search_snippet_lines, 20);
    assert_eq!(config.max_read_bytes_default, 65_536);
    assert_eq!(config.max_read_lines_default, 800);
    assert_eq!(config.max_schema_retries, 5);
    assert_eq!(config.max_hunk_lines, 80);
    assert_eq!(config.max_hunk_bytes, 8_192);
    assert!(config.checkpoints_enabled);
    assert_eq!(config.checkpoints_max_mb, 2_048);
    assert_eq!(config.command_timeout_s, 120);
    assert_eq!(config.command_output_bytes, 65_536);
    assert_eq!(config.prompt_timeout_s, None);
    assert!(config.bell && config.prompts_agents_md && config.prompts_claude_md);
}

#[test]
fn the_documented_file_is_made_from_the_table() {
    assert_eq!(DEFAULT_FILE, documented());
}

#[test]
fn the_documented_file_sets_every_key_to_its_default() {
    let root = parse(DEFAULT_FILE).unwrap();
    let found = settings(&root, "config.yaml".as_ref()).unwrap();
    let names: Vec<&str> = found.iter().map(|one| one.key.name).collect();
    let expected: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    assert_eq!(names, expected);
    for one in found {
        assert_eq!(one.value, one.key.default_value(), "{}", one.key.name);
    }
}

#[test]
fn an_untrusted_workspace_cannot_loosen_anything() {
    let forbidden = [
        "provider",
        "providers.ollama.base_url",
        "providers.openai.base_url",
        "providers.openai.api_key_env",
        "providers.anthropic.base_url",
        "providers.anthropic.api_key_env",
        "providers.mistral.base_url",
        "providers.mistral.api_key_env",
        "rules.allow",
        "sandbox",
        "keymap",
        "agent.extra_prompt",
        "prompts.agents_md",
        "prompts.claude_md",
        "prompts.map_tokens",
        "index.embedding_provider",
        "memory.enabled",
        "memory.url",
        "memory.key_env",
        "max_tool_calls_per_job",
        "max_tool_calls_workbench",
        "checkpoints.enabled",
        "checkpoints.max_mb",
    ];
    for name in forbidden {
        assert_eq!(
            Key::named(name).unwrap().untrusted,
            Untrusted::Nothing,
            "{name}"
        );
    }
    let mode = Key::named("mode").unwrap();
    for (word, admitted) in [
        ("plan", true),
        ("passthrough", false),
        ("accept-edits", false),
    ] {
        assert_eq!(
            mode.untrusted.admits(&Value::Text(word.into())),
            admitted,
            "{word}"
        );
    }
}

/// Returns the text that `assets/config.yaml` must have.
fn documented() -> String {
    let mut text = String::from(
        "# Configuration of agentichat, with every key at its default.\n\
         #\n\
         # The user's file is the one that `agentichat config path` names; a workspace can have\n\
         # its own in .agentichat/config.yaml. Keep only what you change.\n",
    );
    let mut open: Vec<&str> = Vec::new();
    for key in KEYS {
        let parts: Vec<&str> = key.name.split('.').collect();
        let (last, groups) = parts.split_last().unwrap();
        let shared = open.iter().zip(groups).take_while(|(a, b)| a == b).count();
        open.truncate(shared);
        for group in &groups[shared..] {
            if open.is_empty() {
                text.push('\n');
            }
            text.push_str(&format!("{}{group}:\n", "  ".repeat(open.len())));
            open.push(group);
        }
        let indent = "  ".repeat(groups.len());
        if groups.is_empty() {
            text.push('\n');
        }
        text.push_str(&comment(&indent, key.doc()));
        let expected = match key.kind {
            Kind::Text | Kind::OptionalText | Kind::List => None,
            kind => Some(format!("{}.", capital(&kind.expected().to_string()))),
        };
        if let Some(expected) = expected {
            text.push_str(&comment(&indent, &expected));
        }
        let value = match key.kind {
            Kind::List => " []".to_owned(),
            _ if key.default.is_empty() => String::new(),
            _ => format!(" {}", key.default),
        };
        text.push_str(&format!("{indent}{last}:{value}\n"));
    }
    text
}

fn comment(indent: &str, words: &str) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for word in words.split(' ') {
        if indent.len() + line.len() + word.len() > 90 {
            text.push_str(&format!("{indent}#{line}\n"));
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&format!("{indent}#{line}\n"));
    text
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().unwrap_or_default().to_ascii_uppercase();
    format!("{first}{}", chars.as_str())
}
