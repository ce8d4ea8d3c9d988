//! Reads the files that debug commands are given, with errors that name them.

use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 * 1024 * 1024;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read or is over 256 MiB; the message names it.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let file = std::fs::File::open(path).map_err(named)?;
    let mut bytes = Vec::new();
    let read = file
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(named)?;
    if u64::try_from(read).is_ok_and(|read| read > LARGEST) {
        let large = io::Error::new(io::ErrorKind::InvalidInput, "larger than 256 MiB");
        return Err(named(large));
    }
    Ok(bytes)
}
