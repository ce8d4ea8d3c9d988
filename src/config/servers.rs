//! The files behind the MCP servers: their definitions in the user's config folder and in the workspace, the
//! user's trust, and in the data folder the pins and the known tools.
//!
//! Definitions are read from `mcp.json` beside the configuration, and in the workspace from
//! `.agentichat/mcp.json` and `.mcp.json`. The first definition of a name counts, so that a workspace cannot take
//! the place of a server of the user's.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcp::{
    DefinitionFault, FoundServer, FoundServers, MOST_SERVERS, OfferedTool, Owner, PinBook,
    ServerDefinition, ServerFiles, ServerName, StoredServers, Trust, read,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::paths::{Folders, WORKSPACE_FOLDER, leaves};
use super::read::read_text;
use super::trust::TrustStore;
use notice::{Notice, notice};
use protocol::ids::WorkspaceId;
use support::atomic::{Access, lock_beside, replace};

/// Name of a file of definitions.
const FILE: &str = "mcp.json";

/// Name of the file of definitions that other agents share.
const SHARED_FILE: &str = ".mcp.json";

/// Key of the definitions in their file.
const SERVERS: &str = "mcpServers";

/// The files of the servers of a workspace.
#[derive(Debug, Clone)]
pub struct McpFiles {
    root: PathBuf,
    user: PathBuf,
    trust: PathBuf,
    /// Pins and known tools of the user's servers, and of the workspace's.
    of_user: PathBuf,
    of_workspace: PathBuf,
}

/// A file with the servers of one owner, as it is stored.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredFile {
    pins: PinBook,
    tools: BTreeMap<ServerName, Vec<OfferedTool>>,
}

/// The reason why a file of definitions was not changed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum DefinitionError {
    /// The file cannot be read, or is not in the form of such files.
    File { path: PathBuf, why: Notice },
    /// The new definition is none.
    Definition(#[from] DefinitionFault),
    /// The file defines no server of this name.
    Unknown { path: PathBuf, name: String },
    /// The file already defines one of this name.
    Known { path: PathBuf, name: String },
    Write {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
}

impl DefinitionError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::File { path, why } => notice!("mcp-file-problem", path = path.display(), why),
            Self::Definition(fault) => fault.notice(),
            Self::Unknown { path, name } => {
                notice!("mcp-not-defined", path = path.display(), server = name)
            }
            Self::Known { path, name } => {
                notice!("mcp-already-defined", path = path.display(), server = name)
            }
            Self::Write { path, cause } => {
                notice!("told-file-folder-room", path = path.display(), why = cause)
            }
        }
    }
}

impl McpFiles {
    /// Makes the files of a workspace; reads none.
    pub fn new(folders: &Folders, root: &Path, workspace: &WorkspaceId) -> Self {
        let stored = folders.data.join("mcp");
        Self {
            root: root.to_path_buf(),
            user: folders.config.join(FILE),
            trust: folders.trust_file(),
            of_user: stored.join("user.json"),
            of_workspace: stored.join(format!("{}.json", workspace.0)),
        }
    }

    /// Returns the file of the user's definitions, or the workspace's file that other agents share.
    pub fn file_of(&self, owner: Owner) -> PathBuf {
        match owner {
            Owner::User => self.user.clone(),
            Owner::Workspace => self.root.join(SHARED_FILE),
        }
    }

    /// Adds a definition to a file, in the form that it has there. The user, who gives it, trusts it.
    ///
    /// # Errors
    /// [`DefinitionError`]; the file is as it was then.
    pub fn add(
        &self,
        owner: Owner,
        name: &str,
        value: Value,
    ) -> Result<FoundServer, DefinitionError> {
        let reading = read(&json!({ SERVERS: { name: value } }).to_string());
        if let Some(fault) = reading.faults.into_iter().next() {
            return Err(fault.into());
        }
        let path = self.file_of(owner);
        self.edit(&path, |servers| {
            if servers.contains_key(name) {
                return Err(DefinitionError::Known {
                    path: path.clone(),
                    name: name.to_owned(),
                });
            }
            servers.insert(name.to_owned(), value);
            Ok(())
        })?;
        let found = self.found().servers.into_iter();
        let mut of_file = found.filter(|server| server.file == path);
        let server = of_file.find(|server| server.definition.name.as_str() == name);
        server.ok_or(DefinitionError::Definition(DefinitionFault::TooMany))
    }

    /// Removes a definition from the file that has it, with its pins and its known tools.
    ///
    /// # Errors
    /// [`DefinitionError`]; the file is as it was then.
    pub fn remove(&self, name: &str) -> Result<PathBuf, DefinitionError> {
        let found = self.found().servers.into_iter();
        let mut found = found.filter(|server| server.definition.name.as_str() == name);
        let Some(server) = found.next() else {
            return Err(DefinitionError::Unknown {
                path: self.user.clone(),
                name: redact::one_line(name),
            });
        };
        self.edit(&server.file, |servers| {
            servers.shift_remove(name);
            Ok(())
        })?;
        let name = &server.definition.name;
        let forgotten = self.change(server.owner, |stored| {
            stored.pins.forget(name);
            stored.tools.remove(name);
        });
        if let Err(error) = forgotten {
            tracing::warn!(%error, "the pins of a removed MCP server stay");
        }
        Ok(server.file)
    }

    fn edit(
        &self,
        path: &Path,
        edit: impl FnOnce(&mut Map<String, Value>) -> Result<(), DefinitionError>,
    ) -> Result<(), DefinitionError> {
        let fault = |why: Notice| DefinitionError::File {
            path: path.to_path_buf(),
            why,
        };
        if path.starts_with(&self.root) && leaves(&self.root, path) {
            return Err(fault(notice!("mcp-file-leaves")));
        }
        let text = read_text(path).map_err(fault)?;
        let mut file: Value = match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => support::json::from_str(&text)
                .map_err(|error| fault(Notice::text(error.to_string())))?,
            None => json!({}),
        };
        let all = file.as_object_mut();
        let all = all.ok_or_else(|| fault(DefinitionFault::NoServers.notice()))?;
        let servers = all.entry(SERVERS).or_insert_with(|| json!({}));
        let servers = servers.as_object_mut();
        let servers = servers.ok_or_else(|| fault(DefinitionFault::NoServers.notice()))?;
        edit(servers)?;
        let text = format!("{file:#}\n");
        replace(path, &text, Access::Kept).map_err(|cause| DefinitionError::Write {
            path: path.to_path_buf(),
            cause,
        })
    }

    fn trust_in(&self, trust: &TrustStore, owner: Owner, definition: &ServerDefinition) -> Trust {
        if owner == Owner::User {
            return Trust::Given;
        }
        let known = trust.trusted_server(&self.root, definition.name.as_str());
        match known {
            None => Trust::New,
            Some(known) if known.hash == definition.digest() => Trust::Given,
            Some(known) => Trust::Changed {
                before: known.shown.clone(),
            },
        }
    }

    fn stored_file(&self, owner: Owner) -> &Path {
        match owner {
            Owner::User => &self.of_user,
            Owner::Workspace => &self.of_workspace,
        }
    }

    fn read_stored(&self, owner: Owner) -> StoredFile {
        let path = self.stored_file(owner);
        let read = read_text(path).map(|text| {
            let text = text.unwrap_or_else(|| "{}".to_owned());
            support::json::from_str(&text).map_err(|error| Notice::text(error.to_string()))
        });
        // Without it the user is asked again.
        read.and_then(|stored| stored).unwrap_or_else(|why| {
            tracing::warn!(path = %path.display(), %why, "the pins of MCP servers cannot be read");
            StoredFile::default()
        })
    }

    /// Reads the file again before it is written, under a lock, so that two tasks or two processes keep each
    /// other's answers.
    fn change(&self, owner: Owner, change: impl FnOnce(&mut StoredFile)) -> Result<(), Notice> {
        // Without a lock it is written all the same: some file systems have none.
        let _lock = lock_beside(self.stored_file(owner))
            .inspect_err(|error| tracing::debug!(%error, "no lock for the pins"));
        let mut stored = self.read_stored(owner);
        change(&mut stored);
        let text = serde_json::to_string_pretty(&stored)
            .map_err(|error| Notice::text(error.to_string()))?;
        let path = self.stored_file(owner);
        replace(path, &text, Access::Private)
            .map_err(|error| notice!("told-file-folder-room", path = path.display(), why = error))
    }
}

impl ServerFiles for McpFiles {
    fn found(&self) -> FoundServers {
        let mut found = FoundServers::default();
        let trust = TrustStore::open(&self.trust);
        let own = self.root.join(WORKSPACE_FOLDER).join(FILE);
        let files = [
            (self.user.clone(), Owner::User),
            (own, Owner::Workspace),
            (self.root.join(SHARED_FILE), Owner::Workspace),
        ];
        for (file, owner) in files {
            let path = file.display().to_string();
            let problem = |why: Notice| notice!("mcp-file-problem", path, why);
            if owner == Owner::Workspace && leaves(&self.root, &file) {
                if file.exists() {
                    found.problems.push(problem(notice!("mcp-file-leaves")));
                }
                continue;
            }
            let reading = match read_text(&file) {
                Ok(None) => continue,
                Ok(Some(text)) => read(&text),
                Err(why) => {
                    found.problems.push(problem(why));
                    continue;
                }
            };
            let faults = reading.faults.iter();
            found
                .problems
                .extend(faults.map(|fault| problem(fault.notice())));
            for definition in reading.servers {
                let name = &definition.name;
                if let Some(first) = found
                    .servers
                    .iter()
                    .find(|one| one.definition.name == *name)
                {
                    let place = first.file.display().to_string();
                    let why = notice!("mcp-defined-twice", server = name.as_str(), place);
                    found.problems.push(problem(why));
                } else if found.servers.len() >= MOST_SERVERS {
                    found
                        .problems
                        .push(problem(DefinitionFault::TooMany.notice()));
                    break;
                } else {
                    found.servers.push(FoundServer {
                        trust: self.trust_in(&trust, owner, &definition),
                        definition,
                        file: file.clone(),
                        owner,
                    });
                }
            }
        }
        found
    }

    fn stored(&self, found: &FoundServers) -> StoredServers {
        let mut all = StoredServers::default();
        for owner in [Owner::User, Owner::Workspace] {
            let stored = self.read_stored(owner);
            let of_owner = found.servers.iter().filter(|server| server.owner == owner);
            for server in of_owner {
                let name = &server.definition.name;
                all.pins.take(name, &stored.pins);
                if let Some(tools) = stored.tools.get(name) {
                    all.tools.insert(name.clone(), tools.clone());
                }
            }
        }
        all
    }

    fn trust(&self, server: &FoundServer) -> Result<(), Notice> {
        let mut trust = TrustStore::open(&self.trust);
        let stored = trust.trust_server(&self.root, &server.definition);
        stored.map_err(|error| notice!("mcp-not-stored", why = error.notice()))
    }

    fn keep_pins(&self, server: &FoundServer, pins: &PinBook) -> Result<(), Notice> {
        let name = &server.definition.name;
        let kept = self.change(server.owner, |stored| stored.pins.take(name, pins));
        kept.map_err(|why| notice!("mcp-not-stored", why))
    }

    fn keep_tools(&self, server: &FoundServer, tools: &[OfferedTool]) {
        let name = &server.definition.name;
        let kept = self.change(server.owner, |stored| {
            stored.tools.insert(name.clone(), tools.to_vec());
        });
        if let Err(error) = kept {
            tracing::warn!(%error, server = %name, "the tools of an MCP server are not kept");
        }
    }
}
