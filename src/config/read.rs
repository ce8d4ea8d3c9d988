//! Reads a small text file of the program without being blocked or flooded by something else
//! in its place.

use std::io::ErrorKind;
use std::path::Path;

use notice::{Notice, notice};
use support::foreign_file::{Links, read};
use support::yaml::MAX_BYTES;

/// Reads the text of a config file; `None` if there is none. Only a plain file of bounded size is
/// read, so that a pipe or a device in its place does not block.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, Notice> {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let bytes = match read(path, Links::Follow, limit) {
        Ok(bytes) => bytes,
        Err(error) if is_absent(&error) => return Ok(None),
        Err(error) => {
            return Err(match error.kind() {
                ErrorKind::InvalidInput => notice!("told-not-a-file"),
                ErrorKind::FileTooLarge => notice!("told-over-bytes", bytes = MAX_BYTES),
                _ => notice!("told-cannot-read", why = error),
            });
        }
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let number = error.utf8_error().valid_up_to();
        notice!("told-not-utf-eight", number)
    })?;
    Ok(Some(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }))
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
