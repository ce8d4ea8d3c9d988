//! The forms of `OLLAMA_HOST`, parsed as Ollama's own client parses them.

use crate::http::parse_base;
use notice::notice;
use protocol::stream::{ProviderError, ProviderErrorKind};

/// Default address of Ollama.
pub const DEFAULT_ADDRESS: &str = "http://127.0.0.1:11434";

/// Port of a host without a port and without a scheme.
const DEFAULT_PORT: u16 = 11434;

/// Returns a base URL without a trailing slash from `host`, `host:port`, `:port`, an IPv6 address,
/// or a URL with or without a path. As in Ollama's own client, a URL without a port has its
/// scheme's default (80, 443). The addresses that mean "listen everywhere" become this machine.
///
/// # Errors
/// If it is none of these; the message shows it without user and password.
pub fn base_url(text: &str) -> Result<String, ProviderError> {
    let text = text.trim().trim_matches(['"', '\'']).trim();
    if text.is_empty() {
        return Ok(DEFAULT_ADDRESS.to_owned());
    }
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (format!("{user}@"), host),
        None => (String::new(), authority),
    };
    let (host, port) = host_and_port(host)?;
    let host = match host.as_str() {
        "" | "0.0.0.0" => "127.0.0.1",
        "[::]" => "[::1]",
        other => other,
    };
    let (scheme, port) = match (scheme, port) {
        ("", port) => ("http", Some(port.unwrap_or(DEFAULT_PORT))),
        (scheme, port) => (scheme, port),
    };
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let url = parse_base(&format!("{scheme}://{user}{host}{port}{path}"))?;
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Splits off the host, an IPv6 address in its brackets, and the port if there is one.
fn host_and_port(text: &str) -> Result<(String, Option<u16>), ProviderError> {
    if let Some(inner) = text.strip_prefix('[') {
        let (address, after) = inner.split_once(']').unwrap_or((inner, ""));
        return Ok((format!("[{address}]"), port(after.strip_prefix(':'))?));
    }
    match text.split_once(':') {
        // More than one colon: an IPv6 address without brackets.
        Some((_, after)) if after.contains(':') => Ok((format!("[{text}]"), None)),
        Some((host, after)) => Ok((host.to_owned(), port(Some(after))?)),
        None => Ok((text.to_owned(), None)),
    }
}

fn port(text: Option<&str>) -> Result<Option<u16>, ProviderError> {
    match text {
        None | Some("") => Ok(None),
        Some(digits) => digits.parse().map(Some).map_err(|_| {
            let shown = crate::decode::excerpt(digits, 40);
            ProviderError::new(
                ProviderErrorKind::Configuration,
                notice!("told-no-port", word = format!("{shown:?}")),
            )
            .with_hint(notice!("told-write-port"))
        }),
    }
}
