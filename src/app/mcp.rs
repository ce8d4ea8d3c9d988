//! The MCP servers of a workspace: their files, and how their programs are started.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::ChildStderr;

use super::{Setup, boxed_program};
use config::keys::{KeyPlace, Keys};
use config::servers::McpFiles;
use mcp::{
    Credential, LastWords, Launch, Launched, Launcher, Launching, ServerDefinition, ServerName,
    ServerReports, ServerService, Template, TokenStore, Trust,
};
use notice::{Notice, notice};
use protocol::ids::SessionId;
use protocol::sandbox::{Rung, SandboxOffer};
use redact::Secret;
use support::helper::absolute_only;
use tools::companion::Program;
use tools::{CommandBoxes, ProgramBox, ProgramPlace};
use uuid::Uuid;
use workspace::programs::find_program;

/// Variables that a server's program gets beside those of its definition.
const INHERITED: [&str; 16] = [
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TZ",
    "USER",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
];

/// Most bytes of the standard error of a program that the log takes.
const LOGGED_BYTES: u64 = 64 * 1024;

/// Prefix of the names under which the tokens of servers are kept among the keys.
const KEY_PREFIX: &str = "mcp-";

/// Returns the name under which the token of a server, or a secret that its definition names, is kept.
pub fn key_name(name: &str) -> String {
    format!("{KEY_PREFIX}{name}")
}

/// Keeps the tokens of a sign-in at a server in the place for secrets.
pub struct SignInKeys {
    server: String,
    keys: Keys,
}

impl SignInKeys {
    pub fn new(data: &Path, server: &str) -> Self {
        Self {
            server: server.to_owned(),
            keys: Keys::of_sign_ins(data),
        }
    }
}

impl TokenStore for SignInKeys {
    fn load(&self) -> Result<Option<String>, Notice> {
        let found = self.keys.find(&self.server, "", &BTreeMap::new());
        let found = found.map_err(|error| error.notice())?;
        Ok(found.map(|found| found.key.expose().to_owned()))
    }

    fn save(&self, text: &str) -> Result<(), Notice> {
        let text = Secret::new(text);
        let set = |place| {
            self.keys.set(&self.server, &text, place)?;
            // An older one in the other place would be found first, or stay behind.
            self.keys.remove_but(&self.server, place)
        };
        let kept = match place_of_secrets() {
            // The kernel gives a user little room.
            KeyPlace::Keyring => set(KeyPlace::Keyring).or_else(|_| set(KeyPlace::File)),
            KeyPlace::File => set(KeyPlace::File),
        };
        kept.map_err(|error| error.notice())
    }

    fn clear(&self) -> Result<(), Notice> {
        let removed = self.keys.remove(&self.server);
        removed.map(drop).map_err(|error| error.notice())
    }
}

/// Returns the place for secrets of servers on this machine.
pub fn place_of_secrets() -> KeyPlace {
    match config::keyring::state() {
        Ok(()) => KeyPlace::Keyring,
        Err(_) => KeyPlace::File,
    }
}

/// The address of a service, and the headers that it is sent.
pub type ServiceAddress = (String, BTreeMap<String, String>);

impl Setup {
    pub fn mcp_files(&self) -> McpFiles {
        McpFiles::new(&self.folders, &self.detected.root, &self.workspace_id)
    }

    fn launcher(&self) -> BoxedLauncher {
        BoxedLauncher {
            boxes: self.command_boxes(),
            offer: OnceLock::new(),
            root: self.workspace.root().to_path_buf(),
            environment: self.environment.clone(),
            keys: Keys::new(&self.folders.data),
            data: self.folders.data.clone(),
        }
    }

    /// Returns the address and the headers of a trusted server that is a service; `None` if there is none.
    ///
    /// # Errors
    /// Returns the reason why they are not known.
    pub fn mcp_service(&self, name: &str) -> Result<Option<ServiceAddress>, Notice> {
        let found = mcp::ServerFiles::found(&self.mcp_files()).named(name);
        let service =
            found.filter(|server| matches!(server.definition.launch, Launch::Http { .. }));
        let Some(server) = service else {
            return Ok(None);
        };
        if server.trust != Trust::Given {
            return Err(notice!("mcp-untrusted", server = name));
        }
        let launched = self.launcher().start(&server.definition);
        match launched.map_err(|error| Notice::text(redact::one_line(&error.to_string())))? {
            Launched::Service {
                address, headers, ..
            } => Ok(Some((address, headers))),
            Launched::Program { .. } => Ok(None),
        }
    }

    /// Makes the MCP servers; starts none and reads no file.
    pub fn mcp_servers(&self) -> (ServerService, ServerReports) {
        let launcher = self.launcher();
        ServerService::new(
            Arc::new(self.mcp_files()),
            Arc::new(BoxedServers(Arc::new(launcher))),
            mcp::root_address(self.workspace.root())
                .into_iter()
                .collect(),
            self.loaded.config.mcp_offer_tokens,
        )
    }
}

/// Starts servers in boxes.
struct BoxedServers(Arc<BoxedLauncher>);

impl Launcher for BoxedServers {
    fn launch(&self, definition: ServerDefinition) -> Launching<'_> {
        let launcher = Arc::clone(&self.0);
        Box::pin(async move {
            let handle = tokio::runtime::Handle::current();
            let start = move || {
                // The pipes belong to this runtime.
                let _entered = handle.enter();
                launcher.start(&definition)
            };
            let started = tokio::task::spawn_blocking(start).await;
            started.unwrap_or_else(|_| Err(io::Error::other(notice!("told-broke-answering"))))
        })
    }
}

struct BoxedLauncher {
    /// Makes the boxes; without it programs run as the user does.
    boxes: Option<CommandBoxes>,
    /// The highest rung of the machine, found at the first start.
    offer: OnceLock<SandboxOffer>,
    root: PathBuf,
    environment: BTreeMap<String, String>,
    keys: Keys,
    /// Folder of the user's data.
    data: PathBuf,
}

impl BoxedLauncher {
    fn start(&self, definition: &ServerDefinition) -> io::Result<Launched> {
        match &definition.launch {
            Launch::Stdio {
                command,
                arguments,
                environment,
            } => {
                let arguments = arguments.iter().map(|argument| self.resolved(argument));
                let arguments: Vec<String> = arguments.collect::<io::Result<_>>()?;
                let command = self.resolved(command)?;
                let environment = self.environment(environment)?;
                self.start_program(&definition.name, (&command, &arguments), &environment)
            }
            Launch::Http { url, headers } => Ok(Launched::Service {
                address: self.resolved(url)?,
                headers: self.resolved_all(headers)?.into_iter().collect(),
                credential: self.credential(&definition.name),
            }),
        }
    }

    /// Starts the program of a server in a box: with the workspace read-only, the network, and the caches of
    /// package managers, which many servers are started by.
    fn start_program(
        &self,
        server: &ServerName,
        (command, arguments): (&str, &[String]),
        environment: &[(String, String)],
    ) -> io::Result<Launched> {
        let path = environment.iter().find(|(name, _)| name == "PATH");
        let path = path.map(|(_, path)| path.as_str());
        let found = find_program(command, path, &self.root);
        let found = found.ok_or_else(|| {
            io::Error::other(notice!("mcp-no-program", word = redact::one_line(command)))
        })?;
        let found = found.into_os_string().into_string();
        let found = found.map_err(|_| io::Error::other(notice!("told-path-not-utf-eight")))?;
        let program = Program {
            program: &found,
            arguments,
            folder: &self.root,
            environment,
            // It belongs to the workspace, not to a session.
            session: SessionId(Uuid::nil()),
        };
        let started = boxed_program::start(program, |most| self.box_at(most, &found, environment))?;
        if let Some((asked, why)) = &started.weaker {
            let rung = started.rung.word();
            tracing::warn!(%server, asked = asked.word(), rung, %why, "an MCP server has a weaker box");
        }
        let last_words = LastWords::default();
        let errors = (started.pipes.errors, last_words.clone());
        tokio::spawn(log_errors(server.clone(), errors));
        Ok(Launched::Program {
            ends: (Box::new(started.pipes.from), Box::new(started.pipes.to)),
            process: Box::new(started.companion),
            last_words,
        })
    }

    fn box_at(
        &self,
        most: Rung,
        program: &str,
        environment: &[(String, String)],
    ) -> Result<Option<ProgramBox>, Notice> {
        let Some(boxes) = self.boxes.as_ref().filter(|_| most > Rung::Off) else {
            return Ok(None);
        };
        let offer = self.offer.get_or_init(|| boxes.offer(&self.root));
        let place = ProgramPlace {
            root: &self.root,
            folder: &self.root,
            environment,
        };
        boxes.of_server(offer, (Path::new(program), place), most)
    }

    /// Returns the environment of a program: some variables of the user's, and those of the definition.
    fn environment(
        &self,
        defined: &BTreeMap<String, Template>,
    ) -> io::Result<Vec<(String, String)>> {
        let inherited = self.environment.iter().filter(|(name, _)| {
            let mut known = INHERITED.iter();
            known.any(|known| known.eq_ignore_ascii_case(name)) && !defined.contains_key(*name)
        });
        let inherited = inherited.map(|(name, value)| match name.as_str() {
            "PATH" => (name.clone(), absolute_only(value)),
            _ => (name.clone(), value.clone()),
        });
        let defined = self.resolved_all(defined)?;
        Ok(inherited.chain(defined).collect())
    }

    fn resolved_all(
        &self,
        templates: &BTreeMap<String, Template>,
    ) -> io::Result<Vec<(String, String)>> {
        let all = templates
            .iter()
            .map(|(name, template)| Ok((name.clone(), self.resolved(template)?)));
        all.collect()
    }

    fn resolved(&self, template: &Template) -> io::Result<String> {
        let value = |name: &str| match name.strip_prefix(Template::SECRET) {
            Some(secret) => self.secret(secret),
            None => self.environment.get(name).cloned(),
        };
        let resolved = template.resolved(value);
        resolved.map_err(|unset| io::Error::other(unset.notice()))
    }

    /// Returns the token of a service that the user stored, or the place of that of a sign-in.
    fn credential(&self, server: &ServerName) -> Credential {
        match self.secret(server.as_str()) {
            Some(token) => Credential::Token(token),
            None => {
                let store = SignInKeys::new(&self.data, server.as_str());
                Credential::SignIn(Arc::new(store))
            }
        }
    }

    /// Returns a secret that the user stored for MCP servers.
    fn secret(&self, name: &str) -> Option<String> {
        let found = self.keys.find(&key_name(name), "", &BTreeMap::new());
        let found = found.inspect_err(|error| tracing::warn!(%error, "a secret cannot be read"));
        let found = found.ok().flatten()?;
        Some(found.key.expose().to_owned())
    }
}

/// Takes the standard error of a server's program into the log, up to a limit; reads on beyond it, so that the
/// program does not wait.
async fn log_errors(server: ServerName, (errors, last_words): (ChildStderr, LastWords)) {
    let mut lines = BufReader::new(errors.take(LOGGED_BYTES)).lines();
    loop {
        match lines.next_line().await {
            Ok(Some(line)) => {
                last_words.say(&line);
                let line = redact::one_line(&line);
                tracing::info!(%server, %line, "an MCP server says");
            }
            Ok(None) => break,
            // Bytes that are no text.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {}
            Err(_) => break,
        }
    }
    last_words.end();
    let mut rest = lines.into_inner().into_inner().into_inner();
    tokio::io::copy(&mut rest, &mut tokio::io::sink())
        .await
        .ok();
}
