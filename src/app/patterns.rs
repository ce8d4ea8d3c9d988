//! Checks the rules and the block list from flags and configuration. Errors are reported with their
//! place, and never widen access: a deny or ask rule that cannot be parsed applies to every call.

use crate::app::{SessionFlags, SetupError};
use config::{ConfigProblem, LoadedConfig, Origin, ProblemLocation};
use notice::words::nearest;
use notice::{Notice, notice};
use policy::RulePattern;
use protocol::approval::{Rule, RuleEffect, RuleScope};
use protocol::ids::RuleId;
use support::nesting::check_braces;
use tools::specs;
use workspace::block::{BlockList, literally};

/// Returns the rules of the command line, then those of the configuration.
///
/// # Errors
/// If one of the command line cannot be parsed.
pub(super) fn rules(
    flags: &SessionFlags,
    loaded: &mut LoadedConfig,
) -> Result<Vec<Rule>, SetupError> {
    let mut rules = Vec::new();
    for (effect, flag, patterns) in [
        (RuleEffect::Allow, "--allow", &flags.allow),
        (RuleEffect::Deny, "--deny", &flags.deny),
    ] {
        for pattern in patterns {
            if let Err(why) = parse(pattern) {
                return Err(SetupError::Rule {
                    rule: pattern.to_owned(),
                    why,
                });
            }
            let place = ProblemLocation::Flag { flag: flag.into() };
            loaded.problems.extend(misspelled_tool(pattern, place));
            rules.push(rule(effect, pattern, RuleScope::Flag));
        }
    }
    for said in loaded.rules() {
        let read = parse(&said.pattern);
        let key = key_of(said.effect);
        match (&read, ProblemLocation::of(&said.origin)) {
            (_, None) => {}
            (Ok(_), Some(place)) => {
                let misspelled_tool = misspelled_tool(&said.pattern, place);
                loaded
                    .problems
                    .extend(misspelled_tool.map(|problem| problem.about(key)));
            }
            (Err(error), Some(place)) => {
                let what = match said.effect {
                    RuleEffect::Allow => notice!("told-rule-allows", why = error),
                    RuleEffect::Ask => notice!("told-rule-asks", why = error),
                    RuleEffect::Deny => notice!("told-rule-refuses", why = error),
                };
                loaded
                    .problems
                    .push(ConfigProblem::error(place, what).of_value().about(key));
            }
        }
        if read.is_ok() || said.effect != RuleEffect::Allow {
            rules.push(rule(said.effect, &said.pattern, said.scope));
        }
    }
    Ok(rules)
}

/// Parses a rule. It may come from the workspace, and a glob in it goes to a recursive parser, so
/// the nesting of braces is checked first.
fn parse(pattern: &str) -> Result<RulePattern, Notice> {
    check_braces(pattern).map_err(|limit| limit.notice())?;
    RulePattern::parse(pattern).map_err(|error| error.notice())
}

fn rule(effect: RuleEffect, pattern: &str, scope: RuleScope) -> Rule {
    Rule {
        id: RuleId(uuid::Uuid::now_v7()),
        effect,
        pattern: pattern.to_owned(),
        scope,
    }
}

fn key_of(effect: RuleEffect) -> &'static str {
    match effect {
        RuleEffect::Allow => "rules.allow",
        RuleEffect::Ask => "rules.ask",
        RuleEffect::Deny => "rules.deny",
    }
}

/// Reports a rule for an unknown tool whose name resembles a known one. Tools of servers and of
/// agent programs become known only later, so a name that resembles none is left alone.
fn misspelled_tool(pattern: &str, place: ProblemLocation) -> Option<ConfigProblem> {
    let tool = pattern.split('(').next().unwrap_or(pattern).trim();
    let specs = specs();
    let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
    if tool.contains('*') || names.contains(&tool) {
        return None;
    }
    let near = nearest(tool, &names)?.to_owned();
    let what = notice!("told-rule-no-tool", word = tool);
    let problem = ConfigProblem::error(place, what).warning_only();
    Some(problem.nearest_to(Some(near)))
}

/// Reports patterns of the block list that cannot be parsed. They are taken literally.
pub(super) fn check_block_list(loaded: &mut LoadedConfig) {
    let said: Vec<(String, Origin)> = loaded
        .resolved("block")
        .map(|resolved| resolved.items.clone())
        .unwrap_or_default();
    for (pattern, origin) in said {
        let Err(bad) = BlockList::new(std::slice::from_ref(&pattern)) else {
            continue;
        };
        let what = notice!("told-block-unread", word = bad.pattern, why = bad.reason);
        if let Some(place) = ProblemLocation::of(&origin) {
            loaded
                .problems
                .push(ConfigProblem::error(place, what).of_value().about("block"));
        }
        let block = loaded.config.block.iter_mut();
        for one in block.filter(|one| **one == pattern) {
            *one = literally(&pattern);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::{Flag, Folders, Severity, Sources, TrustStore, load};

    fn loaded(text: &str, flags: &[Flag]) -> LoadedConfig {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("config.yaml"), text).unwrap();
        let folders = Folders {
            config: folder.path().to_owned(),
            data: folder.path().to_owned(),
        };
        load(&Sources {
            folders: &folders,
            workspace: None,
            trust: &TrustStore::open(&folders.trust_file()),
            environment: &std::collections::BTreeMap::new(),
            flags,
        })
    }

    fn problems(loaded: &LoadedConfig) -> Vec<(Severity, String)> {
        let told = loaded.problems.iter();
        told.map(|problem| {
            let text = problem.to_string();
            let at = text.find("config.yaml").unwrap_or(0);
            (problem.severity, text[at..].to_owned())
        })
        .collect()
    }

    #[test]
    fn a_rule_that_cannot_be_read_opens_no_door_and_is_told_with_its_line() {
        let text = "rules:\n  allow:\n    - shell_exec(ls\n  deny:\n    - write_file(docs/**)\n    - shell_exec(rm\n";
        let mut loaded = loaded(text, &[]);
        let rules = rules(&SessionFlags::default(), &mut loaded).unwrap();
        let kept: Vec<_> = rules
            .iter()
            .map(|rule| (rule.effect, &*rule.pattern))
            .collect();
        assert_eq!(
            kept,
            [
                (RuleEffect::Deny, "write_file(docs/**)"),
                (RuleEffect::Deny, "shell_exec(rm")
            ]
        );
        assert!(loaded.has_errors() && !loaded.leaves_out());
        let told = problems(&loaded);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told.iter()
                .all(|(severity, _)| *severity == Severity::Value)
        );
        assert!(
            told[0]
                .1
                .starts_with("config.yaml:6:1: rules.deny: unclosed bracket after"),
            "{told:?}"
        );
        assert!(told[0].1.ends_with("every call is refused"), "{told:?}");
        assert!(
            told[1].1.starts_with("config.yaml:3:1: rules.allow: "),
            "{told:?}"
        );
    }

    #[test]
    fn a_provider_that_there_is_not_is_told_with_its_line_and_the_nearest() {
        let loaded = loaded("model: m\nprovider: olama\nremote_provider: openai\n", &[]);
        let found = crate::app::providers::unknown_providers(&loaded);
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        let [told] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert!(
            told.contains("config.yaml:2:1: provider: no provider olama"),
            "{told}"
        );
        assert!(told.ends_with("did you mean ollama?"), "{told}");
    }

    #[test]
    fn a_misspelt_tool_is_named_with_the_nearest_and_others_are_left_alone() {
        let text = "rules:\n  deny:\n    - edit_fil(src/**)\n    - mcp__git__push\n    - Bash(rm *)\n    - write_*\n    - shell_exec\n";
        let mut loaded = loaded(text, &[]);
        assert_eq!(
            rules(&SessionFlags::default(), &mut loaded).unwrap().len(),
            5
        );
        let told = problems(&loaded);
        let [(Severity::Warning, told)] = told.as_slice() else {
            panic!("{told:?}");
        };
        assert_eq!(
            told,
            "config.yaml:3:1: rules.deny: no tool `edit_fil`, so the rule has no effect; did you mean edit_file?"
        );
    }

    #[test]
    fn a_block_pattern_that_cannot_be_read_is_told_and_blocks_what_is_called_so() {
        let mut loaded = loaded("block:\n  - \"*.pem\"\n  - notes[1\n", &[]);
        check_block_list(&mut loaded);
        let told = problems(&loaded);
        assert!(
            told[0]
                .1
                .starts_with("config.yaml:3:1: block: the block list has a pattern"),
            "{told:?}"
        );
        let blocks = BlockList::new(&loaded.config.block).unwrap();
        assert!(blocks.matches("a/notes[1").is_some() && blocks.matches("key.pem").is_some());
        assert!(blocks.matches("notes1").is_none());
    }
}
