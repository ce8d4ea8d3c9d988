//! Files that were dropped on the terminal and arrive as a paste: recognizes a paste that consists
//! only of picture paths.
//!
//! Terminals write such a path bare, in quotes, with backslashes, or as a `file://` address. Pure:
//! a worker reads the files' contents.

use protocol::picture::MOST_PICTURES;

/// File name endings of pictures.
const ENDINGS: [&str; 5] = [".png", ".jpg", ".jpeg", ".gif", ".webp"];

/// A longer paste is not a list of paths.
const LONGEST: usize = 16 * 1024;

/// Returns the paths, if the paste contains nothing else.
pub fn pictures(pasted: &str) -> Option<Vec<String>> {
    let text = pasted.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let found = words(text).and_then(|words| words.iter().map(|word| path_of(word)).collect());
    let whole = || Some(vec![path_of(text)?]);
    // Some terminals write a path with blanks unescaped.
    let found: Vec<String> = found.or_else(whole)?;
    (1..=MOST_PICTURES).contains(&found.len()).then_some(found)
}

/// Returns the path in a word, if the whole word is a picture's path.
fn path_of(word: &str) -> Option<String> {
    let path = match word.strip_prefix("file://") {
        Some(address) => decoded(address.strip_prefix("localhost").unwrap_or(address))?,
        None => word.to_owned(),
    };
    let lower = path.to_ascii_lowercase();
    let is_picture = ENDINGS.iter().any(|ending| lower.ends_with(ending));
    let is_path = path.starts_with('/') && !path.contains(['\n', '\0']);
    (is_picture && is_path).then_some(path)
}

/// Decodes percent escapes such as `%20`.
fn decoded(address: &str) -> Option<String> {
    let mut out = Vec::with_capacity(address.len());
    let mut rest = address.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        out.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(out).ok()
}

/// Returns the words as a shell would read them; `None` if a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let into = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '\'' => break,
                        c => into.push(c),
                    }
                }
            }
            '"' => {
                let into = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '"' => break,
                        '\\' => into.push(rest.next()?),
                        c => into.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(rest.next()?),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::pictures;

    #[test]
    fn a_dropped_picture_is_known_however_the_terminal_writes_its_path() {
        for pasted in [
            "/home/me/a b.png",
            "/home/me/a\\ b.png ",
            "'/home/me/a b.png'",
            "\"/home/me/a b.png\"\n",
            "file:///home/me/a%20b.png",
            "file://localhost/home/me/a%20b.png",
        ] {
            let found = pictures(pasted).unwrap_or_default();
            assert_eq!(found, ["/home/me/a b.png"], "{pasted}");
        }
        let several = pictures("'/a/it'\\''s.PNG' /b.jpeg\n/c.webp").unwrap_or_default();
        assert_eq!(several, ["/a/it's.PNG", "/b.jpeg", "/c.webp"]);
    }

    #[test]
    fn what_is_more_than_paths_of_pictures_is_text() {
        for pasted in [
            "",
            "look at /home/me/a.png",
            "/home/me/a.png is broken",
            "/home/me/a.rs",
            "a.png",
            "https://example.org/a.png",
            "file://other-host/a.png",
            "'/home/me/a.png",
            "/a.png\0/b.png",
        ] {
            assert_eq!(pictures(pasted), None, "{pasted}");
        }
        assert_eq!(pictures(&"/a.png ".repeat(21)), None);
    }
}
