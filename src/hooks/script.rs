//! Finds the files that a hook's command names, so that trust covers their content.

use std::path::{Path, PathBuf};

/// The folders that a command's words can begin with.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// The workspace's root, in which hooks run.
    pub root: &'a Path,
    pub home: Option<&'a Path>,
}

/// Returns the paths that the words of a command would name as files, in order. They need not exist.
/// Options with a value (`--config=x`) and redirections count by their value.
pub fn scripts_named(command: &str, places: Places<'_>) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for word in words(command) {
        for part in [
            Some(word.as_str()),
            word.split_once('=').map(|(_, value)| value),
        ] {
            let path = part
                .filter(|part| !part.is_empty())
                .map(|part| whole(part, places));
            if let Some(path) = path.filter(|path| !paths.contains(path)) {
                paths.push(path);
            }
        }
    }
    paths
}

fn whole(word: &str, places: Places<'_>) -> PathBuf {
    let home = places.home.map(Path::to_string_lossy);
    let root = places.root.to_string_lossy();
    let mut text = word.to_owned();
    for name in ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "PWD"] {
        text = with_variable(&text, name, &root);
    }
    if let Some(home) = &home {
        text = with_variable(&text, "HOME", home);
        if let Some(rest) = text.strip_prefix("~/") {
            text = format!("{home}/{rest}");
        }
    }
    places.root.join(text)
}

fn with_variable(text: &str, name: &str, value: &str) -> String {
    text.replace(&format!("${{{name}}}"), value)
        .replace(&format!("${name}"), value)
}

/// Splits a command into its words as a shell would, without carrying anything out. Quoted parts join
/// the word around them.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (Some('"') | None, '\\') => word.extend(letters.next()),
            (Some(_), letter) => word.push(letter),
            (None, '\'' | '"') => quote = Some(letter),
            (None, letter) if is_between(letter) => {
                words.push(std::mem::take(&mut word));
            }
            (None, letter) => word.push(letter),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

fn is_between(letter: char) -> bool {
    letter.is_whitespace() || ";|&()<>`".contains(letter)
}
