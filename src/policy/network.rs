//! The network as a grant of its own: the rules `network` and `network(HOST)`, and the hosts that a
//! command says it will ask.

use notice::notice;
use protocol::approval::{AlwaysScope, GrantScope, PolicyState, RuleEffect};
use protocol::sandbox::Network;

/// The pattern of the rules about the whole network of commands, and the name of those about hosts.
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

/// Returns the effect of the rules on the whole network: deny wins over ask, ask over allow.
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

/// Returns the network that the rules grant to commands; `None` if they grant nothing. A host that a
/// rule denies, or asks about, is not among its hosts, nor is a pattern that reaches such a host. Nor
/// is the whole network granted then, which would reach it.
pub fn granted_by_rules(state: &PolicyState) -> Option<Network> {
    let hosts = hosts_of_rules(state, |effect| effect == RuleEffect::Allow);
    let others = hosts_of_rules(state, |effect| effect != RuleEffect::Allow);
    match network_rule(state) {
        NetworkRule::Deny => return None,
        NetworkRule::Allow if others.is_empty() => return Some(Network::On),
        NetworkRule::Allow | NetworkRule::Ask => {}
    }
    let held_back = Network::Hosts(others.clone());
    let is_free = |host: &String| {
        let one = Network::Hosts(vec![host.clone()]);
        !held_back.reaches(host) && !others.iter().any(|other| one.reaches(other))
    };
    let hosts: Vec<String> = hosts.into_iter().filter(is_free).collect();
    (!hosts.is_empty()).then_some(Network::Hosts(hosts))
}

/// Whether a rule denies a host that a network reaches.
pub fn denies(state: &PolicyState, network: &Network) -> bool {
    let hosts = hosts_of_rules(state, |effect| effect == RuleEffect::Deny);
    let reaches_denied = hosts.iter().any(|host| network.reaches(host));
    let denied = Network::Hosts(hosts);
    network_rule(state) == NetworkRule::Deny
        || reaches_denied
        || network.hosts().iter().any(|host| denied.reaches(host))
}

fn hosts_of_rules(state: &PolicyState, is_wanted: impl Fn(RuleEffect) -> bool) -> Vec<String> {
    let rules = state.rules.iter().filter(|rule| is_wanted(rule.effect));
    rules
        .filter_map(|rule| host_of_rule(&rule.pattern))
        .collect()
}

/// Returns the host of a rule `network(HOST)`.
fn host_of_rule(pattern: &str) -> Option<String> {
    let rest = pattern.trim().strip_prefix(PATTERN)?.trim_start();
    let host = rest.strip_prefix('(')?.strip_suffix(')')?.trim();
    (!host.is_empty()).then(|| host.to_ascii_lowercase())
}

/// Returns the patterns of the rules that mean exactly this network.
pub fn patterns_of(network: &Network) -> Vec<String> {
    match network {
        Network::On => vec![PATTERN.to_owned()],
        limited => {
            let hosts = limited.hosts().iter();
            hosts.map(|host| format!("{PATTERN}({host})")).collect()
        }
    }
}

/// Returns the scope that grants a network to the commands of the session.
pub fn session_scope(network: &Network) -> AlwaysScope {
    AlwaysScope {
        scope: GrantScope::Network,
        grants: match network.hosts() {
            [] => notice!("reach-network"),
            hosts => notice!("reach-network-of", places = hosts.join(", ")),
        },
        pattern: Some(patterns_of(network).join(", ")),
    }
}

/// A program that asks servers which its settings name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    Cargo,
    Npm,
    Pip,
    Go,
    Git,
}

/// The programs of a client, and the hosts that they ask unless their settings say others.
const CLIENTS: &[(Client, &[&str], &[&str])] = &[
    (
        Client::Cargo,
        &["cargo"],
        &["crates.io", "index.crates.io", "static.crates.io"],
    ),
    (
        Client::Npm,
        &["npm", "npx", "pnpm", "pnpx", "yarn"],
        &["registry.npmjs.org"],
    ),
    (
        Client::Pip,
        &["pip", "pip3", "uv", "uvx", "poetry", "pipx"],
        &["pypi.org", "files.pythonhosted.org"],
    ),
    (Client::Go, &["go"], &["proxy.golang.org", "sum.golang.org"]),
    (Client::Git, &["git"], &[]),
];

/// Programs that reach other machines over connections that no proxy for HTTP carries.
const WITHOUT_HTTP: [&str; 8] = [
    "ssh", "scp", "sftp", "rsync", "nc", "ncat", "telnet", "mosh",
];

/// Returns the network that a command asks for, by the programs and addresses in it: its hosts, or
/// all if it says none, or reaches one over something else than HTTP. `settings` returns the
/// addresses that the settings of a client name.
pub fn asked_by(parts: &[&str], settings: &dyn Fn(Client) -> Vec<String>) -> Network {
    let mut hosts: Vec<String> = Vec::new();
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let program = words.iter().find(|word| !is_assignment(word));
        let program = program.and_then(|word| word.rsplit('/').next());
        if program.is_some_and(|name| WITHOUT_HTTP.contains(&name)) {
            return Network::On;
        }
        let is_pip = words.windows(2).any(|two| two == ["-m", "pip"]);
        let client = CLIENTS.iter().find(|(client, programs, _)| {
            program.is_some_and(|name| programs.contains(&name))
                || (is_pip && *client == Client::Pip)
        });
        let mut addresses: Vec<String> = Vec::new();
        if let Some((client, _, usual)) = client {
            hosts.extend(usual.iter().map(|host| (*host).to_owned()));
            addresses.extend(settings(*client));
        }
        addresses.extend(words.iter().map(|word| (*word).to_owned()));
        for address in &addresses {
            match server_of(address, client.map(|(client, ..)| *client)) {
                Some(Server::Http(host)) => hosts.push(host.to_ascii_lowercase()),
                Some(Server::Other) => return Network::On,
                None => {}
            }
        }
    }
    let mut different: Vec<String> = Vec::new();
    for host in hosts {
        if !different.contains(&host) {
            different.push(host);
        }
    }
    if different.is_empty() {
        return Network::On;
    }
    Network::Hosts(different)
}

/// The server of an address.
#[derive(Debug, PartialEq, Eq)]
enum Server<'a> {
    Http(&'a str),
    /// One on this machine, or over another protocol.
    Other,
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
    })
}

/// Returns the server of an address in a word: `https://host/…`, or `user@host:path` for git.
fn server_of(word: &str, client: Option<Client>) -> Option<Server<'_>> {
    let word = word.trim_matches(|c| matches!(c, '"' | '\'' | ',' | ';'));
    let Some((scheme, rest)) = word.split_once("://") else {
        let (user, rest) = word.split_once('@')?;
        let is_ssh = client == Some(Client::Git)
            && rest.contains(':')
            && !user.is_empty()
            && !user.contains('/');
        return is_ssh.then_some(Server::Other);
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let authority = authority.rsplit('@').next()?;
    let host = authority.split(':').next()?;
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if scheme == "file" || host.is_empty() {
        return None;
    }
    let is_http = scheme.ends_with("http") || scheme.ends_with("https");
    let is_here = host.eq_ignore_ascii_case("localhost") || host.starts_with("127.");
    if !is_http || is_here || !host.chars().all(is_host) {
        return Some(Server::Other);
    }
    Some(Server::Http(host))
}

#[cfg(test)]
mod tests {
    use protocol::approval::{Mode, Rule, RuleScope};
    use protocol::ids::RuleId;

    use super::*;
    use crate::state::initial;

    fn asked(command: &str) -> Network {
        asked_by(&[command], &|_| Vec::new())
    }

    fn hosts(names: &[&str]) -> Network {
        Network::Hosts(names.iter().map(|name| (*name).to_owned()).collect())
    }

    fn with_rules(rules: &[(RuleEffect, &str)]) -> PolicyState {
        let rule = |(number, (effect, pattern)): (usize, &(RuleEffect, &str))| Rule {
            id: RuleId(uuid::Uuid::from_u128(number as u128)),
            effect: *effect,
            pattern: (*pattern).to_owned(),
            scope: RuleScope::Session,
        };
        initial(Mode::Review, rules.iter().enumerate().map(rule).collect())
    }

    #[test]
    fn a_command_asks_the_registry_of_its_program_and_the_hosts_in_it() {
        for (command, expected) in [
            ("npm install", &["registry.npmjs.org"][..]),
            (
                "CARGO_NET=1 /usr/bin/cargo fetch",
                &["crates.io", "index.crates.io", "static.crates.io"],
            ),
            (
                "python3 -m pip install x",
                &["pypi.org", "files.pythonhosted.org"],
            ),
            ("go build", &["proxy.golang.org", "sum.golang.org"]),
            (
                "git clone https://me:secret@Git.Example.com:8443/a.git",
                &["git.example.com"],
            ),
            ("curl https://a.org/x http://a.org/y", &["a.org"]),
            (
                "pip install git+https://b.org/x",
                &["pypi.org", "files.pythonhosted.org", "b.org"],
            ),
        ] {
            assert_eq!(asked(command), hosts(expected), "{command}");
        }
    }

    #[test]
    fn a_command_without_a_known_host_or_over_ssh_asks_for_all() {
        for command in [
            "make",
            "git pull",
            "echo me@home",
            "git add a/b@c",
            "curl",
            "git fetch git@github.com:a/b.git",
            "git clone ssh://git@github.com/a/b",
            "ssh build.example.com",
            "curl http://localhost:8080/",
            "curl http://127.0.0.1:8080/",
            "curl file:///etc/passwd",
            "curl http://[::1]/",
        ] {
            assert_eq!(asked(command), Network::On, "{command}");
        }
    }

    #[test]
    fn the_settings_of_a_client_name_hosts_too() {
        let settings = |client| match client {
            Client::Npm => vec!["https://npm.corp.example/api".to_owned()],
            Client::Git => vec![
                "https://git.corp.example/a".to_owned(),
                "../beside".to_owned(),
            ],
            Client::Cargo | Client::Pip | Client::Go => Vec::new(),
        };
        assert_eq!(
            asked_by(&["cd web", "npm ci"], &settings),
            hosts(&["registry.npmjs.org", "npm.corp.example"])
        );
        assert_eq!(
            asked_by(&["git pull"], &settings),
            hosts(&["git.corp.example"])
        );
        let by_ssh = |_| vec!["git@corp.example:a".to_owned()];
        assert_eq!(asked_by(&["git pull"], &by_ssh), Network::On);
    }

    #[test]
    fn rules_grant_hosts_but_for_those_that_another_rule_holds_back() {
        use RuleEffect::{Allow, Ask, Deny};
        let state = with_rules(&[
            (Allow, "network(crates.io)"),
            (Allow, " network( *.Example.org ) "),
            (Allow, "network(evil.org)"),
            (Deny, "network(evil.org)"),
            (Allow, "network(*.net)"),
            (Ask, "network(a.net)"),
            (Allow, "shell_exec(network)"),
        ]);
        let granted = hosts(&["crates.io", "*.example.org"]);
        assert_eq!(granted_by_rules(&state), Some(granted));
        assert!(denies(&state, &hosts(&["a.org", "evil.org"])));
        assert!(!denies(&state, &hosts(&["a.org"])));
        assert_eq!(
            granted_by_rules(&with_rules(&[(Allow, "network"), (Ask, "network")])),
            None
        );
        assert_eq!(
            granted_by_rules(&with_rules(&[(Allow, "network")])),
            Some(Network::On)
        );
        let but_one = with_rules(&[(Allow, "network"), (Deny, "network(evil.org)")]);
        assert_eq!(
            granted_by_rules(&but_one),
            None,
            "all of it reaches the one"
        );
        assert!(denies(&but_one, &Network::On));
        let none = with_rules(&[(Allow, "network(a.org)"), (Deny, "network")]);
        assert_eq!(granted_by_rules(&none), None);
    }

    #[test]
    fn the_rules_of_a_network_grant_exactly_it() {
        for network in [Network::On, hosts(&["crates.io", "*.example.org"])] {
            let patterns = patterns_of(&network);
            let rules: Vec<_> = patterns
                .iter()
                .map(|pattern| (RuleEffect::Allow, pattern.as_str()))
                .collect();
            assert_eq!(granted_by_rules(&with_rules(&rules)), Some(network));
        }
    }
}
