//! Reads a small text file of ours without being held up or flooded by what lies in its place.

use std::io::Read;
use std::path::Path;

use super::yaml::MAX_BYTES;

/// The text of a config file; `None` if there is none. Only a plain file of bounded size is read,
/// so that a pipe or a device in its place holds nothing up.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, String> {
    let facts = match std::fs::metadata(path) {
        Ok(facts) => facts,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => return Err(format!("it cannot be read: {error}")),
    };
    if !facts.is_file() {
        return Err("it is not a file; move it away or make it one".into());
    }
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("it cannot be read: {error}"))?;
    if bytes.len() > MAX_BYTES {
        return Err(format!("it is over {MAX_BYTES} bytes"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        format!(
            "it is not UTF-8 (byte {})",
            error.utf8_error().valid_up_to()
        )
    })?;
    Ok(Some(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }))
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory
    )
}
