//! The address of a shared store, as `memory.url` has it. Pure.

use std::fmt;

use notice::{Notice, notice};
use reqwest::Url;

/// Most letters of an address.
const LONGEST: usize = 500;

/// Begin of the address of an MCP server.
const MCP: &str = "mcp:";

/// Where a shared store is. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShareAddress {
    /// The base address of Qdrant's REST, `https`, or `http` on this machine.
    Qdrant(Url),
    Postgres(PostgresPlace),
    /// Name of an MCP server.
    Mcp(String),
}

/// A database of a Postgres server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresPlace {
    pub host: String,
    pub port: u16,
    pub user: String,
    pub database: String,
}

impl PostgresPlace {
    /// Whether the server is on this machine, where no TLS is needed.
    pub fn is_local(&self) -> bool {
        is_local(&self.host)
    }
}

fn is_local(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let address: Option<std::net::IpAddr> = bare.parse().ok();
    bare == "localhost" || address.is_some_and(|address| address.is_loopback())
}

impl ShareAddress {
    /// Whether what is sent there stays on this machine. Nobody knows that of an MCP server.
    pub fn is_local(&self) -> bool {
        match self {
            Self::Qdrant(url) => is_local(url.host_str().unwrap_or_default()),
            Self::Postgres(place) => place.is_local(),
            Self::Mcp(_) => false,
        }
    }

    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it, and the form that is expected.
    pub fn read(text: &str) -> Result<Self, Notice> {
        let text = text.trim();
        if text.len() > LONGEST
            || text
                .chars()
                .any(|letter| letter.is_whitespace() || letter.is_control())
        {
            return Err(unknown());
        }
        if let Some(server) = text.strip_prefix(MCP) {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
            let is_server = (1..=32).contains(&server.len()) && server.chars().all(is_name);
            return is_server
                .then(|| Self::Mcp(server.to_owned()))
                .ok_or_else(unknown);
        }
        if let Some(url) = text.strip_prefix("qdrant+") {
            return qdrant(url);
        }
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return postgres(text);
        }
        Err(unknown())
    }
}

fn unknown() -> Notice {
    notice!("memory-address-unknown")
}

fn parsed(text: &str) -> Result<Url, Notice> {
    let url = Url::parse(text).map_err(|_| unknown())?;
    if url.password().is_some() {
        // A password would be shown and stored with the address.
        return Err(notice!("memory-address-secret"));
    }
    if url.query().is_some() || url.fragment().is_some() || url.host_str().is_none_or(str::is_empty)
    {
        return Err(unknown());
    }
    Ok(url)
}

fn qdrant(text: &str) -> Result<ShareAddress, Notice> {
    let url = parsed(text)?;
    let is_local = is_local(url.host_str().unwrap_or_default());
    match url.scheme() {
        _ if !url.username().is_empty() => Err(notice!("memory-address-secret")),
        "https" => Ok(ShareAddress::Qdrant(url)),
        "http" if is_local => Ok(ShareAddress::Qdrant(url)),
        "http" => Err(notice!("memory-address-open")),
        _ => Err(unknown()),
    }
}

fn postgres(text: &str) -> Result<ShareAddress, Notice> {
    let url = parsed(text)?;
    let database = url.path().trim_start_matches('/');
    let user = url.username();
    let is_plain = |name: &str| {
        name.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    if database.is_empty() || user.is_empty() || !is_plain(database) || !is_plain(user) {
        return Err(notice!("memory-address-postgres"));
    }
    Ok(ShareAddress::Postgres(PostgresPlace {
        host: url.host_str().unwrap_or_default().to_owned(),
        port: url.port().unwrap_or(5_432),
        user: user.to_owned(),
        database: database.to_owned(),
    }))
}

impl fmt::Display for ShareAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Qdrant(url) => write!(f, "qdrant+{}", url.as_str().trim_end_matches('/')),
            Self::Postgres(place) => {
                let PostgresPlace {
                    host,
                    port,
                    user,
                    database,
                } = place;
                write!(f, "postgres://{user}@{host}:{port}/{database}")
            }
            Self::Mcp(server) => write!(f, "{MCP}{server}"),
        }
    }
}
