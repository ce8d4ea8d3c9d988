//! Documents as files that the user names: written to a new file that only its owner can read, and
//! read within a size limit.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use notice::{Notice, notice};

/// Maximum size of a document in bytes.
pub const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// Number of file names tried for a document without a given name.
const TRIES: u32 = 100;

pub fn is_markdown(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| matches!(ending.to_lowercase().as_str(), "md" | "markdown"))
}

/// Writes a document to a new file. Without a given name, the file is named after the session and
/// goes to `root`.
///
/// # Errors
/// Returns the reason why it was not written. Never overwrites an existing file.
pub fn write(
    root: &Path,
    path: Option<&Path>,
    (name, at): (&str, Timestamp),
    text: &str,
) -> Result<PathBuf, Notice> {
    if let Some(path) = path {
        let path = root.join(path);
        return match write_new(&path, text) {
            Ok(()) => Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(notice!("told-export-there", path = path.display()))
            }
            Err(why) => Err(notice!("told-path-not-written", path = path.display(), why)),
        };
    }
    let base = format!("{}-{}", slug(name), at.strftime("%Y%m%d-%H%M%S"));
    for number in 1..=TRIES {
        let name = match number {
            1 => format!("{base}.json"),
            number => format!("{base}-{number}.json"),
        };
        let path = root.join(name);
        match write_new(&path, text) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => {
                let path = path.display();
                return Err(notice!("told-path-not-written", path, why));
            }
        }
    }
    Err(notice!("told-export-taken"))
}

fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_all());
    if written.is_err() {
        // Half a document is useless; the caller gets the error of the write.
        std::fs::remove_file(path).ok();
    }
    written
}

/// Reads a document.
///
/// # Errors
/// Fails if the file does not exist, is not a regular file, is too large or is not text.
pub fn read(root: &Path, path: &Path) -> Result<String, Notice> {
    let file = root.join(path);
    let path = file.display();
    let failed = |why: std::io::Error| notice!("told-path-not-read", path, why);
    // A device or a pipe has no end.
    if !std::fs::metadata(&file).map_err(failed)?.is_file() {
        return Err(notice!("told-is-no-file", path));
    }
    let file = std::fs::File::open(&file).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        let number = MOST_BYTES / 1024 / 1024;
        return Err(notice!("told-import-large", path, number));
    }
    String::from_utf8(bytes).map_err(|_| notice!("told-import-no-text", path))
}

/// Turns a session's name into a part of a file name.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for character in name.chars().flat_map(char::to_lowercase) {
        match character {
            letter if letter.is_ascii_alphanumeric() => out.push(letter),
            _ if out.is_empty() || out.ends_with('-') => {}
            _ => out.push('-'),
        }
    }
    let slug: String = out.trim_end_matches('-').chars().take(40).collect();
    if slug.is_empty() {
        "session".to_owned()
    } else {
        slug
    }
}
