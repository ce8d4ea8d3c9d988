//! Names that indicate a secret: of environment variables, and of settings in a file.

/// Name parts of variables that hold a secret.
const PARTS: [&str; 9] = [
    "KEY",
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "PRIVATE",
    "AUTH",
];

/// Words that indicate a secret only if they are delimited by `_`, because they are parts of
/// ordinary words too.
const WORDS: [&str; 2] = ["PASS", "PAT"];

/// Names that contain such a part but hold no secret.
const HARMLESS: [&str; 6] = [
    "SSH_AUTH_SOCK",
    "XAUTHORITY",
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_DATE",
    "KEYBOARD_LAYOUT",
];

/// Names that hold secrets without indicating it.
const SECRET_NAMES: [&str; 6] = [
    "DATABASE_URL",
    "PGPASS",
    "MYSQL_PWD",
    "SENTRY_DSN",
    "AWS_SESSION",
    "NETRC",
];

/// Whether a variable of this name may hold a secret. Generous: hiding one variable too many does
/// less harm than hiding one too few.
pub fn is_secret_variable(name: &str) -> bool {
    let name = normal(name);
    if HARMLESS.contains(&name.as_str()) {
        return false;
    }
    PARTS.iter().any(|part| name.contains(part))
        || SECRET_NAMES.contains(&name.as_str())
        || name.split(['_', '.']).any(|word| WORDS.contains(&word))
}

/// Whether a setting of this name (`providers.x.api-key`) is meant to hold a secret itself. Narrow:
/// `api_key_env`, `max_tokens` and `keymap` do not count.
pub fn is_secret_setting(name: &str) -> bool {
    let name = normal(name);
    let last = name.rsplit(['.', '_']).next().unwrap_or(&name);
    PARTS.contains(&last) || WORDS.contains(&last) || matches!(last, "APIKEY" | "CREDENTIALS")
}

fn normal(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
