//! The servers that the settings of package managers and git name, so that a question about the
//! network says the hosts that the command will really ask.

use std::path::{Path, PathBuf};

use policy::network::{Client, asked_by};
use protocol::sandbox::Network;
use support::foreign_file::{Links, read_text};

use super::api::ShellFacts;
use super::boxes::repositories_around;
use super::toolbox::Inner;

/// Most bytes of a settings file that are read.
const MOST_BYTES: u64 = 256 * 1024;

/// Returns the variables that name servers of a client.
const fn variables(client: Client) -> &'static [&'static str] {
    match client {
        Client::Cargo | Client::Git => &[],
        Client::Npm => &["NPM_CONFIG_REGISTRY", "npm_config_registry"],
        Client::Pip => &[
            "PIP_INDEX_URL",
            "PIP_EXTRA_INDEX_URL",
            "UV_INDEX",
            "UV_INDEX_URL",
            "UV_DEFAULT_INDEX",
        ],
        Client::Go => &["GOPROXY"],
    }
}

/// Returns the settings files of a client in the workspace.
const fn in_workspace(client: Client) -> &'static [&'static str] {
    match client {
        Client::Cargo => &[".cargo/config.toml", ".cargo/config"],
        Client::Npm => &[".npmrc", ".yarnrc.yml"],
        Client::Pip => &["pip.conf", "uv.toml"],
        Client::Go => &[],
        Client::Git => &[".gitmodules"],
    }
}

/// Returns the settings files of a client in the home folder.
const fn in_home(client: Client) -> &'static [&'static str] {
    match client {
        Client::Cargo => &[".cargo/config.toml", ".cargo/config"],
        Client::Npm => &[".npmrc", ".yarnrc.yml"],
        Client::Pip => &[
            ".config/pip/pip.conf",
            ".pip/pip.conf",
            ".config/uv/uv.toml",
        ],
        Client::Go => &[".config/go/env"],
        Client::Git => &[],
    }
}

impl Inner {
    /// Returns the network that a command asks for. Blocks: reads the settings of its programs.
    pub(super) fn network_asked_by(&self, facts: &ShellFacts) -> Network {
        let parts: Vec<&str> = facts.parts.iter().map(|part| part.text.as_str()).collect();
        asked_by(&parts, &|client| self.servers_of(client, facts))
    }

    fn servers_of(&self, client: Client, facts: &ShellFacts) -> Vec<String> {
        let root = self.workspace.root();
        let boxes = self.surroundings.boxes.as_ref();
        let home = boxes.and_then(|boxes| boxes.home.as_ref());
        let mut files: Vec<PathBuf> = Vec::new();
        files.extend(in_workspace(client).iter().map(|name| root.join(name)));
        files.extend(home.into_iter().flat_map(|home| {
            let names = in_home(client).iter();
            names.map(move |name| home.join(name))
        }));
        if client == Client::Git {
            files.extend(git_configs(root, &facts.git_folders));
        }
        let environment = &self.surroundings.environment;
        let set = environment
            .iter()
            .filter(|(name, _)| variables(client).contains(&name.as_str()))
            .map(|(_, value)| value.clone());
        let texts = files
            .iter()
            .filter_map(|file| read_text(file, Links::Follow, MOST_BYTES).ok());
        texts
            .chain(set)
            .flat_map(|text| addresses_in(&text))
            .collect()
    }
}

/// Returns the settings of the repositories in which git would run.
fn git_configs(root: &Path, folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut configs: Vec<PathBuf> = repositories_around(root, folders)
        .map(|folders| folders.common.join("config"))
        .collect();
    configs.sort();
    configs.dedup();
    configs
}

/// Returns the addresses in a text of settings, but for those in its comments.
fn addresses_in(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_start);
    let settings = lines.filter(|line| !line.starts_with(['#', ';']));
    let is_edge = |c: char| c.is_whitespace() || "\"'=,|[]{}<>".contains(c);
    let words = settings.flat_map(|line| line.split(is_edge));
    let is_address = |word: &&str| word.contains("://") || word.contains('@');
    words.filter(is_address).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_addresses_of_settings_are_found_in_each_form_and_not_in_comments() {
        for (text, expected) in [
            (
                "[source.mirror]\nregistry = \"sparse+https://mirror.example/index/\"\n",
                &["sparse+https://mirror.example/index/"][..],
            ),
            (
                "registry=https://npm.example/\n# https://old.example\n; http://older.example\n",
                &["https://npm.example/"],
            ),
            (
                "[global]\nindex-url = https://pip.example/simple\nextra-index-url=https://b.example\n",
                &["https://pip.example/simple", "https://b.example"],
            ),
            (
                "[remote \"origin\"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
                &["git@example.com:a/b.git"],
            ),
            ("https://go.example,direct", &["https://go.example"]),
            ("", &[]),
        ] {
            assert_eq!(addresses_in(text), expected, "{text}");
        }
    }
}
