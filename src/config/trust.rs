//! Stores which workspaces the user trusts to configure the program. Trust covers a root together
//! with the text of its config file: once the file changes, the user is asked again.
//!
//! Also stores the hooks that may run, each with its content, and, for each workspace, whether content of its files may go to a provider
//! on another machine.
//!
//! The store lies in the data folder, readable by the owner only. A store that cannot be
//! read trusts nothing.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::problem::{ConfigProblem, ProblemLocation};
use super::read::read_text;
use ::hooks::{ExaminedHook, HookOwner, TrustedHook};
use mcp::ServerDefinition;
use notice::{Notice, notice};
use protocol::ids::ContentHash;
use protocol::index::Consent;
use support::atomic::{Access, replace};

const VERSION: u32 = 1;

/// The store could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum TrustError {
    /// The store could not be written; nothing has changed.
    Write {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
    /// The store could not be serialized.
    Encode(#[from] serde_json::Error),
    /// A newer version wrote the store; this version must not overwrite it.
    Newer { path: PathBuf, found: u32 },
}

impl TrustError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Write { path, cause } => {
                notice!("told-file-folder-room", path = path.display(), why = cause)
            }
            Self::Encode(error) => notice!("told-trust-encode", rest = error.to_string()),
            Self::Newer { path, found } => {
                notice!("told-trust-written-newer", path = path.display(), found)
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TrustedWorkspace {
    root: PathBuf,
    config: String,
    at: jiff::Timestamp,
}

/// The purpose that content is sent for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Computing the vectors of the index.
    #[default]
    Index,
    /// Requests to a model that answers.
    Model,
}

/// The user's answer to whether content of a workspace may go to a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct EgressAnswer {
    #[serde(default)]
    purpose: Purpose,
    root: PathBuf,
    provider: String,
    address: String,
    consent: Consent,
    at: jiff::Timestamp,
}

/// An MCP server that a workspace defines, with the definition that the user trusts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TrustedServer {
    root: PathBuf,
    name: String,
    /// Hash of the whole definition.
    pub(super) hash: ContentHash,
    /// The definition as the user saw it, with secrets masked.
    pub(super) shown: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct StoredTrust {
    version: u32,
    workspaces: Vec<TrustedWorkspace>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    consents: Vec<EgressAnswer>,
    /// The hooks that may run, each with the content that the user trusted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hooks: Vec<TrustedHook>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    servers: Vec<TrustedServer>,
}

/// The trusted workspaces and the answers about egress, with the file that holds them.
#[derive(Debug, Clone)]
pub struct TrustStore {
    path: PathBuf,
    known: StoredTrust,
    problem: Option<Notice>,
    newer: Option<u32>,
}

impl TrustStore {
    /// Reads the store. A missing or broken store trusts nothing; [`TrustStore::problem`] says why.
    pub fn open(path: &Path) -> Self {
        let mut store = Self {
            path: path.to_owned(),
            known: StoredTrust::default(),
            problem: None,
            newer: None,
        };
        store.reload();
        store
    }

    /// Returns why the store could not be read, which means that no workspace is trusted.
    pub fn problem(&self) -> Option<ConfigProblem> {
        let place = ProblemLocation::File {
            path: self.path.clone(),
            line: 0,
            column: 0,
        };
        let what = self.problem.as_ref()?;
        Some(ConfigProblem::error(place, what.clone()).warning_only())
    }

    /// Whether the user trusts the workspace with this config.
    pub fn is_trusted(&self, root: &Path, config: &str) -> bool {
        let root = real(root);
        let config = digest(config);
        self.known
            .workspaces
            .iter()
            .any(|one| one.root == root && one.config == config)
    }

    /// Trusts the workspace with exactly the config text that the user was shown.
    ///
    /// # Errors
    /// Fails if the store cannot be written; nothing has changed then.
    pub fn trust(
        &mut self,
        root: &Path,
        config: &str,
        now: jiff::Timestamp,
    ) -> Result<(), TrustError> {
        let root = real(root);
        let one = TrustedWorkspace {
            root: root.clone(),
            config: digest(config),
            at: now,
        };
        self.change(|stored| {
            stored.workspaces.retain(|known| known.root != root);
            stored.workspaces.push(one);
        })
    }

    /// Returns the user's answer to sending content of this workspace, for a purpose, to a provider
    /// at an address; `None` if the user has not been asked.
    pub fn consent(&self, purpose: Purpose, root: &Path, to: (&str, &str)) -> Option<Consent> {
        let root = real(root);
        self.known
            .consents
            .iter()
            .find(|one| one.is(purpose, &root, to))
            .map(|one| one.consent)
    }

    /// Stores the user's answer to sending content to a target: provider, then address.
    ///
    /// # Errors
    /// Like [`TrustStore::trust`].
    pub fn keep_consent(
        &mut self,
        purpose: Purpose,
        root: &Path,
        to: (&str, &str),
        consent: Consent,
        now: jiff::Timestamp,
    ) -> Result<(), TrustError> {
        let root = real(root);
        self.change(|stored| {
            stored.consents.retain(|one| !one.is(purpose, &root, to));
            stored.consents.push(EgressAnswer {
                purpose,
                root: root.clone(),
                provider: to.0.to_owned(),
                address: to.1.to_owned(),
                consent,
                at: now,
            });
        })
    }

    /// Returns the hooks that may run in a workspace, or could before they changed: those of the
    /// user, and its own.
    pub fn trusted_hooks(&self, root: &Path) -> impl Iterator<Item = &TrustedHook> + Clone {
        let root = real(root);
        let hooks = self.known.hooks.iter();
        hooks.filter(move |one| one.root.as_ref().is_none_or(|of| *of == root))
    }

    /// Trusts hooks with exactly the content that the user was shown, in place of what they were
    /// before. A hook of the workspace is trusted in this workspace alone.
    ///
    /// # Errors
    /// Like [`TrustStore::trust`].
    pub fn trust_hooks(&mut self, hooks: &[ExaminedHook], root: &Path) -> Result<(), TrustError> {
        let root = real(root);
        self.change(|stored| {
            for one in hooks {
                let trusted = TrustedHook {
                    root: match one.hook.source.owner {
                        HookOwner::User => None,
                        HookOwner::Workspace => Some(root.clone()),
                    },
                    source: one.hook.source.path.clone(),
                    hash: one.content.hash(),
                    content: one.content.clone(),
                };
                stored.hooks.retain(|known| {
                    let is_before = one.before() == Some(&known.content);
                    let is_same = known.hash == trusted.hash;
                    known.root != trusted.root || !(is_before || is_same)
                });
                stored.hooks.push(trusted);
            }
        })
    }

    /// Returns what the user trusts as the MCP server of this name in a workspace.
    pub(super) fn trusted_server(&self, root: &Path, name: &str) -> Option<&TrustedServer> {
        let root = real(root);
        let mut servers = self.known.servers.iter();
        servers.find(|one| one.root == root && one.name == name)
    }

    /// Trusts an MCP server with exactly the definition that the user was shown.
    ///
    /// # Errors
    /// Like [`TrustStore::trust`].
    pub fn trust_server(
        &mut self,
        root: &Path,
        definition: &ServerDefinition,
    ) -> Result<(), TrustError> {
        let trusted = TrustedServer {
            root: real(root),
            name: definition.name.as_str().to_owned(),
            hash: definition.digest(),
            shown: definition.shown(),
        };
        self.change(|stored| {
            stored
                .servers
                .retain(|known| known.root != trusted.root || known.name != trusted.name);
            stored.servers.push(trusted);
        })
    }

    /// Revokes trust in the workspace, in its hooks and its MCP servers, and every consent to send its content; refusals stay. Returns
    /// the targets whose consent was revoked: provider, then address.
    ///
    /// # Errors
    /// Like [`TrustStore::trust`].
    pub fn revoke(&mut self, root: &Path) -> Result<Vec<(String, String)>, TrustError> {
        let root = real(root);
        let mut taken_back = Vec::new();
        self.change(|stored| {
            stored.workspaces.retain(|known| known.root != root);
            stored
                .hooks
                .retain(|known| known.root.as_ref() != Some(&root));
            stored.servers.retain(|known| known.root != root);
            let is_given =
                |one: &mut EgressAnswer| one.root == root && one.consent == Consent::Given;
            let given = stored.consents.extract_if(.., is_given);
            taken_back = given.map(|one| (one.provider, one.address)).collect();
        })?;
        Ok(taken_back)
    }

    /// Carries trust over an edit that the program itself made at the user's request: the new text
    /// is trusted if the old one was, or if there was none. Returns whether the new text is
    /// trusted.
    ///
    /// # Errors
    /// Like [`TrustStore::trust`].
    pub fn follow_edit(
        &mut self,
        root: &Path,
        before: Option<&str>,
        after: &str,
        now: jiff::Timestamp,
    ) -> Result<bool, TrustError> {
        let carries = before.is_none_or(|before| self.is_trusted(root, before));
        if carries {
            self.trust(root, after, now)?;
        }
        Ok(carries)
    }

    /// Reloads the store before it writes, so that two windows do not undo each other's answers.
    fn change(&mut self, change: impl FnOnce(&mut StoredTrust)) -> Result<(), TrustError> {
        self.reload();
        if let Some(found) = self.newer {
            return Err(TrustError::Newer {
                path: self.path.clone(),
                found,
            });
        }
        let mut stored = StoredTrust {
            version: VERSION,
            ..self.known.clone()
        };
        change(&mut stored);
        let text = serde_json::to_string_pretty(&stored)? + "\n";
        replace(&self.path, &text, Access::Private).map_err(|cause| TrustError::Write {
            path: self.path.clone(),
            cause,
        })?;
        self.known = stored;
        self.problem = None;
        Ok(())
    }

    fn reload(&mut self) {
        self.known = StoredTrust::default();
        self.problem = None;
        self.newer = None;
        match read_text(&self.path) {
            Ok(None) => {}
            Ok(Some(text)) => match support::json::from_str::<StoredTrust>(&text) {
                Ok(stored) if stored.version == VERSION => self.known = stored,
                Ok(stored) => {
                    self.problem = Some(notice!("told-trust-newer", word = stored.version));
                    self.newer = Some(stored.version);
                }
                Err(error) => {
                    self.problem = Some(notice!("told-trusts-nothing", why = error.to_string()));
                }
            },
            Err(why) => self.problem = Some(notice!("told-trusts-nothing", why)),
        }
    }
}

impl EgressAnswer {
    fn is(&self, purpose: Purpose, root: &Path, (provider, address): (&str, &str)) -> bool {
        self.purpose == purpose
            && self.root == root
            && self.provider == provider
            && self.address == address
    }
}

/// Resolves the root to its real path, so that a link to a trusted folder loses trust when its
/// target changes.
fn real(root: &Path) -> PathBuf {
    std::fs::canonicalize(root).unwrap_or_else(|_| root.to_owned())
}

fn digest(text: &str) -> String {
    format!("sha256:{}", ContentHash::of(text.as_bytes()))
}
