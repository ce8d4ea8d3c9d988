//! Helpers for tests, also of other crates: a server in memory, which answers from a script.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

use crate::connection::Ends;
use crate::definition::{ServerDefinition, read};
use crate::files::{FoundServer, FoundServers, Owner, ServerFiles, StoredServers, Trust};
use crate::last_words::LastWords;
use crate::pins::{OfferedTool, PinBook};
use crate::servers::{Launched, Launcher, Launching};
use notice::Notice;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Answers of a server: for each message of the client, the messages that it sends.
pub type Script = Box<dyn FnMut(&Value) -> Vec<Value> + Send>;

/// Starts a server in memory.
pub fn serve(mut script: Script) -> Ends {
    let (ours, theirs) = duplex(1024 * 1024);
    tokio::spawn(async move {
        let (read, mut write) = split(theirs);
        let mut lines = BufReader::new(read).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap_or_default();
            for answer in script(&message) {
                let line = match answer {
                    // A text is sent as it is.
                    Value::String(raw) => raw,
                    message => message.to_string(),
                };
                if write
                    .write_all(format!("{line}\n").as_bytes())
                    .await
                    .is_err()
                {
                    return;
                }
            }
        }
    });
    ends(ours)
}

fn ends(stream: DuplexStream) -> Ends {
    let (read, write) = split(stream);
    (Box::new(read), Box::new(write))
}

/// The answers to the messages of a start.
pub fn greeting(message: &Value) -> Option<Vec<Value>> {
    match message["method"].as_str()? {
        "server/discover" => Some(vec![refused(message, -32601, "Method not found")]),
        "initialize" => Some(vec![result(
            message,
            json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "script", "version": "1"}}),
        )]),
        "notifications/initialized" => Some(Vec::new()),
        _ => None,
    }
}

pub fn result(request: &Value, result: impl Into<Value>) -> Value {
    let result: Value = result.into();
    json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
}

pub fn refused(request: &Value, code: i64, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}})
}

/// Starts the same server in memory for every definition.
pub struct ScriptedLauncher<F>(pub F);

impl<F: Fn() -> Script + Send + Sync + 'static> Launcher for ScriptedLauncher<F> {
    fn launch(&self, _: ServerDefinition) -> Launching<'_> {
        Box::pin(async {
            Ok(Launched::Program {
                ends: serve((self.0)()),
                process: Box::new(()),
                last_words: LastWords::default(),
            })
        })
    }
}

/// Files in memory that define one server, `web`, which the user trusts.
#[derive(Default)]
pub struct FilesInMemory {
    stored: Mutex<StoredServers>,
}

impl FilesInMemory {
    fn kept(&self) -> std::sync::MutexGuard<'_, StoredServers> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerFiles for FilesInMemory {
    fn found(&self) -> FoundServers {
        let reading = read(r#"{"mcpServers": {"web": {"command": "web-server"}}}"#);
        let servers = reading.servers.into_iter().map(|definition| FoundServer {
            definition,
            file: PathBuf::from("/home/ada/.config/mcp.json"),
            owner: Owner::User,
            trust: Trust::Given,
        });
        FoundServers {
            servers: servers.collect(),
            problems: Vec::new(),
        }
    }

    fn stored(&self, _: &FoundServers) -> StoredServers {
        self.kept().clone()
    }

    fn trust(&self, _: &FoundServer) -> Result<(), Notice> {
        Ok(())
    }

    fn keep_pins(&self, server: &FoundServer, pins: &PinBook) -> Result<(), Notice> {
        self.kept().pins.take(&server.definition.name, pins);
        Ok(())
    }

    fn keep_tools(&self, server: &FoundServer, tools: &[OfferedTool]) {
        let name = server.definition.name.clone();
        self.kept().tools.insert(name, tools.to_vec());
    }
}
