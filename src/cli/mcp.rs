//! `agentichat mcp`: defines, lists and tries MCP servers, and decides which of their tools models are offered.

mod sign_in;

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::{Map, Value, json};

use self::sign_in::{Service, Wishes};
use super::args::{McpArguments, McpCommands};
use super::catalogue::secret_prompt;
use super::config::write_json;
use super::info::setup_in;
use super::{Format, complain, exit_of, runtime};
use crate::app::Setup;
use crate::app::mcp::{key_name, place_of_secrets};
use client::slash::{server_lines, server_row_lines};
use config::keys::Keys;
use l10n::said;
use mcp::{ClientIdentity, Owner, ServerService};
use notice::{Notice, notice};
use protocol::mcp::ServerOrder;

pub(super) fn run(arguments: McpArguments) -> ExitCode {
    let setup = match setup_in(arguments.cwd) {
        Ok(setup) => setup,
        Err(status) => return status,
    };
    let format = Format::of(arguments.json);
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let tasks = match runtime() {
        Ok(tasks) => tasks,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let wanted = arguments.what.unwrap_or(McpCommands::List);
    let done = tasks.block_on(execute(&setup, wanted, format));
    match done {
        Ok(done) => exit_of(done.map(|()| 0)),
        Err(why) => complain(&said(&why), 1),
    }
}

type Printed = Result<io::Result<()>, Notice>;

async fn execute(setup: &Setup, wanted: McpCommands, format: Format) -> Printed {
    let (servers, mut reports) = setup.mcp_servers();
    // Nobody answers questions of servers here; what they list is kept.
    let keeper = tokio::spawn(async move { while reports.question().await.is_some() {} });
    let printer = Printer { servers, format };
    let printed = match wanted {
        McpCommands::List => printer.list().await,
        McpCommands::Test { server } => printer.test(&server).await,
        McpCommands::Add {
            name,
            launch,
            environment,
            headers,
            workspace,
            offer,
        } => {
            let value = definition(launch, &environment, &headers)?;
            let owner = if workspace {
                Owner::Workspace
            } else {
                Owner::User
            };
            printer.add(setup, owner, (&name, value), offer).await
        }
        McpCommands::Remove { server } => {
            let removed = setup.mcp_files().remove(&server);
            let path = removed.map_err(|error| error.notice())?;
            let place = path.display().to_string();
            printer.say(&notice!("mcp-removed", server, place))
        }
        McpCommands::Trust { server } => printer.order(ServerOrder::Trust { server }).await,
        McpCommands::Offer { server, tools } => {
            printer.order(ServerOrder::Offer { server, tools }).await
        }
        McpCommands::Withdraw { server } => printer.order(ServerOrder::Withdraw { server }).await,
        McpCommands::Login {
            name,
            token,
            scopes,
            client_id,
            client_metadata,
        } => {
            let service = if token {
                None
            } else {
                setup.mcp_service(&name)?
            };
            let client = ClientIdentity {
                id: client_id,
                secret: None,
                metadata: client_metadata,
            };
            match service {
                None => login(setup, &printer, &name),
                Some((address, headers)) => {
                    let service = Service {
                        name,
                        address,
                        headers,
                    };
                    let done = sign_in::sign_in(setup, service, Wishes { scopes, client }).await?;
                    printer.say(&done)
                }
            }
        }
        McpCommands::Logout { name } => {
            let mut removed = Vec::new();
            for (keys, entry) in [
                (Keys::new(&setup.folders.data), key_name(&name)),
                (Keys::of_sign_ins(&setup.folders.data), name.clone()),
            ] {
                let gone = keys.remove(&entry);
                removed.extend(gone.map_err(|error| error.notice())?);
            }
            if removed.is_empty() {
                printer.say(&notice!("mcp-no-secret", name))
            } else {
                printer.say(&notice!("mcp-secret-removed", name))
            }
        }
    };
    drop(printer);
    keeper.await.ok();
    printed
}

fn login(setup: &Setup, printer: &Printer, name: &str) -> Printed {
    let secret = secret_prompt::secret(&format!("secret {name} (not shown): "));
    let secret = secret.map_err(Notice::text)?;
    let keys = Keys::new(&setup.folders.data);
    let kept = keys.set(&key_name(name), &secret, place_of_secrets());
    let place = kept.map_err(|error| error.notice())?.to_string();
    printer.say(&notice!("mcp-secret-kept", name, place))
}

/// Returns a definition in the form that files have it.
fn definition(
    launch: Vec<String>,
    environment: &[String],
    headers: &[String],
) -> Result<Value, Notice> {
    let pairs = |texts: &[String], separator: char| {
        let pairs = texts.iter().map(|text| {
            let pair = text.split_once(separator);
            let pair = pair.filter(|(name, _)| !name.trim().is_empty());
            let (name, value) = pair.ok_or_else(|| notice!("mcp-no-pair", word = text))?;
            Ok((name.trim().to_owned(), value.trim().into()))
        });
        pairs.collect::<Result<Map<String, Value>, Notice>>()
    };
    let mut words = launch.into_iter();
    let first = words.next().unwrap_or_default();
    let is_address = first.starts_with("http://") || first.starts_with("https://");
    let mut value = if is_address {
        Map::from_iter([
            ("type".to_owned(), "http".into()),
            ("url".to_owned(), first.into()),
        ])
    } else {
        let arguments: Vec<String> = words.collect();
        Map::from_iter([
            ("command".to_owned(), first.into()),
            ("args".to_owned(), arguments.into()),
        ])
    };
    for (key, map) in [
        ("env", pairs(environment, '=')?),
        ("headers", pairs(headers, ':')?),
    ] {
        if !map.is_empty() {
            value.insert(key.to_owned(), map.into());
        }
    }
    Ok(value.into())
}

struct Printer {
    servers: ServerService,
    format: Format,
}

impl Printer {
    async fn list(&self) -> Printed {
        let list = self.servers.list().await;
        Ok(match self.format {
            Format::Json => self.json(&list),
            Format::Text => self.lines(&server_lines(&list)),
        })
    }

    async fn test(&self, server: &str) -> Printed {
        let row = self.servers.test(server).await?;
        Ok(match self.format {
            Format::Json => self.json(&row),
            Format::Text => self.lines(&server_row_lines(&row)),
        })
    }

    async fn add(
        &self,
        setup: &Setup,
        owner: Owner,
        (name, value): (&str, Value),
        offer: bool,
    ) -> Printed {
        let files = setup.mcp_files();
        let added = files.add(owner, name, value);
        let server = added.map_err(|error| error.notice())?;
        if owner == Owner::Workspace {
            mcp::ServerFiles::trust(&files, &server)?;
        }
        let place = server.file.display().to_string();
        let added = notice!("mcp-added", server = name, place);
        if self.format == Format::Text
            && let Err(error) = self.lines(&[said(&added)])
        {
            return Ok(Err(error));
        }
        if offer {
            let server = name.to_owned();
            let tools = Vec::new();
            let order = ServerOrder::Offer { server, tools };
            self.servers.order(order).await?;
        }
        self.test(name).await
    }

    async fn order(&self, order: ServerOrder) -> Printed {
        let done = self.servers.order(order).await?;
        self.say(&done)
    }

    fn say(&self, done: &Notice) -> Printed {
        Ok(match self.format {
            Format::Json => self.json(&json!({ "done": said(done) })),
            Format::Text => self.lines(&[said(done)]),
        })
    }

    fn json(&self, value: &impl serde::Serialize) -> io::Result<()> {
        let value = serde_json::to_value(value).unwrap_or_default();
        write_json(value, &mut io::stdout().lock())
    }

    fn lines(&self, lines: &[String]) -> io::Result<()> {
        writeln!(io::stdout().lock(), "{}", lines.join("\n"))
    }
}
