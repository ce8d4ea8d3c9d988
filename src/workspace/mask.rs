//! Masks secrets in text that is shown, logged or sent: keys by their shape, and the values of
//! secret environment variables wherever they turn up.
//!
//! Knows what the environment calls secret ([`is_secret_name`]), so that commands do not inherit
//! it either.

/// Parts of the name of a variable that holds a secret.
const SECRET_PARTS: [&str; 9] = [
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

/// How keys of known services begin, and how long they are at least.
const KEY_SHAPES: [(&str, usize); 17] = [
    ("sk-", 20),
    ("sk_live_", 20),
    ("sk_test_", 20),
    ("rk_live_", 20),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("ghu_", 30),
    ("github_pat_", 30),
    ("glpat-", 20),
    ("xoxb-", 20),
    ("xoxp-", 20),
    ("AKIA", 20),
    ("ASIA", 20),
    ("AIza", 35),
    ("hf_", 30),
    ("npm_", 36),
];

/// Shortest value of a variable that is masked: shorter ones turn up by chance.
const SHORTEST_VALUE: usize = 8;

/// What stands in the place of a secret.
const MASK: &str = "[secret]";

/// Whether a variable of this name may hold a secret.
pub fn is_secret_name(name: &str) -> bool {
    let upper = name.to_uppercase();
    if HARMLESS.contains(&upper.as_str()) {
        return false;
    }
    SECRET_PARTS.iter().any(|part| upper.contains(part)) || SECRET_NAMES.contains(&upper.as_str())
}

/// Masks secrets. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Masker {
    values: std::sync::Arc<[String]>,
}

impl Masker {
    /// A masker that knows the values of the secret variables among these.
    pub fn of_environment<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut values: Vec<String> = variables
            .into_iter()
            .filter(|(name, value)| is_secret_name(name) && value.len() >= SHORTEST_VALUE)
            .map(|(_, value)| value.to_owned())
            .collect();
        // The longest first, so that a value that holds another is masked whole.
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        values.dedup();
        Self {
            values: values.into(),
        }
    }

    /// The text with its secrets masked.
    pub fn mask(&self, text: &str) -> String {
        self.mask_next(text, &mut KeyBlock::default())
    }

    /// The same for the next whole lines of a longer text.
    pub fn mask_next(&self, text: &str, block: &mut KeyBlock) -> String {
        let mut out = mask_blocks(text, block);
        for value in self.values.iter() {
            if out.contains(value.as_str()) {
                out = out.replace(value.as_str(), MASK);
            }
        }
        mask_shapes(&out)
    }
}

/// Whether a text that comes in pieces is inside a private key.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyBlock {
    inside: bool,
}

/// Masks what lies between the marks of a private key.
fn mask_blocks(text: &str, block: &mut KeyBlock) -> String {
    let mut out = String::with_capacity(text.len());
    let inside = &mut block.inside;
    for line in text.split_inclusive('\n') {
        let is_mark = |word: &str| line.contains(word) && line.contains("PRIVATE KEY");
        if is_mark("-----BEGIN") {
            *inside = true;
            out.push_str(line);
        } else if *inside && is_mark("-----END") {
            *inside = false;
            out.push_str(line);
        } else if *inside {
            out.push_str(MASK);
            if line.ends_with('\n') {
                out.push('\n');
            }
        } else {
            out.push_str(line);
        }
    }
    out
}

fn mask_shapes(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, word_on) = rest.split_at(start);
        let end = word_on.find(|c| !is_word(c)).unwrap_or(word_on.len());
        let (word, after) = word_on.split_at(end);
        out.push_str(before);
        out.push_str(if is_key(word) { MASK } else { word });
        rest = after;
    }
    out.push_str(rest);
    out
}

fn is_key(word: &str) -> bool {
    let shaped = KEY_SHAPES
        .iter()
        .any(|(begin, least)| word.len() >= *least && word.starts_with(begin));
    // A JSON web token: three parts of base64, the first of which is an object.
    let token = word.starts_with("eyJ") && word.len() >= 40 && word.matches('.').count() == 2;
    (shaped && word.chars().any(|c| c.is_ascii_digit())) || token
}
