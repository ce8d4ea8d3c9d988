//! Addresses of servers, in the forms that users and Ollama's own variable write them.

use super::{Key, Value};
use notice::{Notice, notice};

/// Completes the address of a provider that a user entered: as the config accepts it, but without
/// user and password, which would be shown.
///
/// # Errors
/// The expected form, as words that follow its name; `example` shows one.
pub fn of_provider(provider: &str, text: &str, example: &str) -> Result<String, Notice> {
    let example = match example {
        "" => "https://host/v1",
        example => example,
    };
    let key = Key::named(&format!("providers.{provider}.base_url"));
    let read = match key.map(|key| key.kind.read_text(text.trim())) {
        Some(Some(Value::Text(url))) => Some(url),
        Some(_) => None,
        None => url(text.trim(), None),
    };
    let read = read.or_else(|| with_scheme(text.trim()));
    let has_user = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        rest.split('/').next().unwrap_or(rest).contains('@')
    };
    read.filter(|url| !has_user(url))
        .ok_or_else(|| notice!("wanted-bare-address", address = example))
}

/// Completes an address without a scheme: a port is that of a server of one's own, which speaks
/// HTTP. A name alone is no address: it may be misspelt, and does not tell whether it is on the net.
fn with_scheme(text: &str) -> Option<String> {
    if text.contains("://") {
        return None;
    }
    let authority = text.split('/').next().unwrap_or(text);
    let scheme = match split_port(authority)? {
        (_, Some(443)) => "https",
        ("localhost", _) | (_, Some(_)) => "http",
        (_, None) => return None,
    };
    url(&format!("{scheme}://{text}"), None)
}

/// Returns an address in its full form, without a trailing slash.
pub(super) fn url(text: &str, default_port: Option<u16>) -> Option<String> {
    let (scheme, rest, port) = match (text.split_once("://"), default_port) {
        (Some((scheme, rest)), _) => (scheme, rest, None),
        (None, Some(port)) => ("http", text, Some(port)),
        (None, None) => return None,
    };
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    if !matches!(scheme, "http" | "https")
        || text.len() > 500
        || rest.contains(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '?' | '#' | '\\')
        })
    {
        return None;
    }
    let (user, host) = match authority.rsplit_once('@') {
        Some((user, host)) => (format!("{user}@"), host),
        None => (String::new(), authority),
    };
    let (name, given) = split_port(host)?;
    // A server may listen on every address; a client cannot connect to that one.
    let name = match name {
        "" if port.is_some() => "127.0.0.1",
        "0.0.0.0" => "127.0.0.1",
        "[::]" => "[::1]",
        name => name,
    };
    let port = given.or(port).map(|port| format!(":{port}"));
    if name.is_empty() {
        return None;
    }
    let path = path.trim_end_matches('/');
    Some(format!(
        "{scheme}://{user}{name}{}{path}",
        port.unwrap_or_default()
    ))
}

/// Splits host and port; `None` if the port is invalid.
fn split_port(host: &str) -> Option<(&str, Option<u16>)> {
    let colon = match host.rfind(']') {
        Some(end) => host.get(end + 1..)?.find(':').map(|at| end + 1 + at),
        None => host.find(':'),
    };
    match colon {
        None => Some((host, None)),
        Some(at) => {
            let port = host
                .get(at + 1..)?
                .parse::<u16>()
                .ok()
                .filter(|port| *port > 0)?;
            Some((host.get(..at)?, Some(port)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::of_provider;

    #[test]
    fn an_address_without_a_scheme_is_completed_if_it_has_a_port() {
        for (typed, whole) in [
            ("127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
            ("localhost/v1/", "http://localhost/v1"),
            ("models.lan:8080", "http://models.lan:8080"),
            ("api.example.com:443", "https://api.example.com:443"),
            ("https://api.example.com", "https://api.example.com"),
        ] {
            assert_eq!(of_provider("openai", typed, "").as_deref(), Ok(whole));
        }
        for wrong in [
            "ftp://host",
            "me@host:8000",
            "host:port",
            "nowhere",
            "example.org",
            "two words",
            "",
        ] {
            assert!(of_provider("openai", wrong, "").is_err(), "{wrong}");
        }
    }
}
