//! The network as a grant of its own: the rule `network`, and the hosts that a command will most
//! likely ask. Nothing limits a command with the network to these hosts.

use notice::notice;
use protocol::approval::{AlwaysScope, GrantScope, PolicyState, RuleEffect};
use protocol::plan::Subject;

/// The pattern of the rules about the network of commands.
pub const PATTERN: &str = "network";

/// The effect of the rules on the network of commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkRule {
    /// The user decides for each command.
    Ask,
    /// Commands have the network, but for those that provably just read.
    Allow,
    /// Commands have no network, and nobody is asked for it.
    Deny,
}

/// Returns the effect of the rules on the network: deny wins over ask, ask over allow.
pub fn network_rule(state: &PolicyState) -> NetworkRule {
    let has = |effect| {
        let mut rules = state.rules.iter();
        rules.any(|rule| rule.effect == effect && rule.pattern.trim() == PATTERN)
    };
    if has(RuleEffect::Deny) {
        NetworkRule::Deny
    } else if has(RuleEffect::Ask) || !has(RuleEffect::Allow) {
        NetworkRule::Ask
    } else {
        NetworkRule::Allow
    }
}

/// Returns the scope that grants the network to the commands of the session.
pub fn session_scope() -> AlwaysScope {
    AlwaysScope {
        scope: GrantScope::Network,
        grants: notice!("reach-network"),
        pattern: Some(PATTERN.to_owned()),
    }
}

/// Registries that the programs of a language ask.
const REGISTRIES: &[(&[&str], &[&str])] = &[
    (
        &["cargo"],
        &["crates.io", "index.crates.io", "static.crates.io"],
    ),
    (&["npm", "npx", "pnpm", "yarn"], &["registry.npmjs.org"]),
    (
        &["pip", "pip3", "uv", "uvx", "poetry", "pipx"],
        &["pypi.org", "files.pythonhosted.org"],
    ),
    (&["go"], &["proxy.golang.org"]),
];

/// Returns the hosts that a command will most likely ask, by the programs and addresses in it.
pub fn likely_hosts(subject: &Subject) -> Vec<String> {
    let Subject::Command { parts, .. } = subject else {
        return Vec::new();
    };
    let mut hosts: Vec<String> = Vec::new();
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let program = words.iter().find(|word| !is_assignment(word));
        let program = program.and_then(|word| word.rsplit('/').next());
        let is_pip = words.windows(2).any(|two| two == ["-m", "pip"]);
        let registry = REGISTRIES.iter().find(|(programs, _)| {
            program.is_some_and(|name| programs.contains(&name))
                || (is_pip && programs.contains(&"pip"))
        });
        let known = registry
            .into_iter()
            .flat_map(|(_, hosts)| hosts.iter().copied());
        let named = words.iter().filter_map(|word| host_of(word, program));
        for host in known.chain(named) {
            if !hosts.iter().any(|other| other == host) {
                hosts.push(host.to_owned());
            }
        }
    }
    hosts
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Returns the host of an address in a word: `https://host/…`, or `user@host:path` for git.
fn host_of<'a>(word: &'a str, program: Option<&str>) -> Option<&'a str> {
    let word = word.trim_matches(|c| matches!(c, '"' | '\'' | ',' | ';'));
    let rest = match word.split_once("://") {
        Some((_, rest)) => rest,
        None if matches!(program, Some("git" | "ssh" | "scp" | "rsync")) => {
            let (user, rest) = word.split_once('@')?;
            if user.is_empty() || user.contains('/') {
                return None;
            }
            rest
        }
        None => return None,
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let authority = authority.rsplit('@').next()?;
    let host = authority.split(':').next()?;
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    (!host.is_empty() && host.chars().all(is_host)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(command: &str) -> Vec<String> {
        likely_hosts(&Subject::Command {
            command: command.to_owned(),
            parts: vec![command.to_owned()],
            normal_parts: Vec::new(),
            low_parts: Vec::new(),
            understood: true,
        })
    }

    #[test]
    fn a_command_names_the_registry_of_its_program_and_the_hosts_in_it() {
        assert_eq!(hosts("npm install"), ["registry.npmjs.org"]);
        assert_eq!(
            hosts("CARGO_NET=1 /usr/bin/cargo fetch"),
            ["crates.io", "index.crates.io", "static.crates.io"]
        );
        assert_eq!(
            hosts("python3 -m pip install x"),
            ["pypi.org", "files.pythonhosted.org"]
        );
        assert_eq!(hosts("go build"), ["proxy.golang.org"]);
        assert_eq!(
            hosts("git clone https://me:secret@git.example.com:8443/a.git"),
            ["git.example.com"]
        );
        assert_eq!(hosts("git fetch git@github.com:a/b.git"), ["github.com"]);
    }

    #[test]
    fn a_command_without_a_known_host_names_none() {
        for command in ["make", "git pull", "echo me@home", "git add a/b@c", "curl"] {
            assert!(hosts(command).is_empty(), "{command}");
        }
    }
}
