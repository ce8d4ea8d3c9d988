//! Names that tell of a secret: of variables of the environment, and of settings in a file.

/// Parts of the name of a variable that holds a secret.
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

/// Words that tell of a secret only where they stand alone between `_`: they are parts of
/// ordinary words too.
const WORDS: [&str; 2] = ["PASS", "PAT"];

/// Names that hold such a part and no secret.
const HARMLESS: [&str; 6] = [
    "SSH_AUTH_SOCK",
    "XAUTHORITY",
    "GIT_AUTHOR_NAME",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_DATE",
    "KEYBOARD_LAYOUT",
];

/// Names that hold secrets without saying so.
const SECRET_NAMES: [&str; 6] = [
    "DATABASE_URL",
    "PGPASS",
    "MYSQL_PWD",
    "SENTRY_DSN",
    "AWS_SESSION",
    "NETRC",
];

/// Whether a variable of this name may hold a secret. Generous: a variable too many that is
/// hidden does less harm than one too few.
pub fn is_secret_variable(name: &str) -> bool {
    let name = normal(name);
    if HARMLESS.contains(&name.as_str()) {
        return false;
    }
    PARTS.iter().any(|part| name.contains(part))
        || SECRET_NAMES.contains(&name.as_str())
        || name.split(['_', '.']).any(|word| WORDS.contains(&word))
}

/// Whether a setting of this name (`providers.x.api-key`) is meant to hold a secret itself.
/// Narrow: `api_key_env`, `max_tokens` and `keymap` are none.
pub fn is_secret_setting(name: &str) -> bool {
    let name = normal(name);
    let last = name.rsplit(['.', '_']).next().unwrap_or(&name);
    PARTS.contains(&last) || WORDS.contains(&last) || matches!(last, "APIKEY" | "CREDENTIALS")
}

fn normal(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}
