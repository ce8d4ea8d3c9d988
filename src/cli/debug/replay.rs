//! `debug replay LOG.json`: rebuilds a text of a file from its exported change log.

use std::io::{self, Write};
use std::path::Path;

use super::files::read;
use review::export::LogExport;
use review::log::FileLog;
use support::json;

/// The text to rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayTarget {
    /// The text that applying would write.
    Target,
    /// The text that the agent reads.
    Buffer,
    /// The text before the first entry.
    Base,
    /// The text on the disk according to the log.
    Written,
}

/// Prints the text. An entry that does not fit its hashes is an error: otherwise a text would be
/// printed that never existed.
///
/// # Errors
/// If the file cannot be read, is no change log (with the line and column, or the field), has
/// entries that do not fit, or if there is no file in the wanted state.
pub fn run(wanted: ReplayTarget, path: &Path, out: &mut dyn Write) -> io::Result<()> {
    let named = |message: String| {
        let message = format!("{}: {message}", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    let bytes = read(path)?;
    let export: LogExport = json::from_slice(&bytes)
        .map_err(|error| named(format!("this is no change log: {error}")))?;
    let log = export
        .into_log()
        .map_err(|error| named(error.to_string()))?;
    match text(wanted, &log) {
        Some(text) => out.write_all(text.as_bytes())?,
        None => {
            return Err(named(
                "there is no file in that state; choose another --text".into(),
            ));
        }
    }
    out.flush()
}

fn text(wanted: ReplayTarget, log: &FileLog) -> Option<String> {
    match wanted {
        ReplayTarget::Target => log.target().text,
        ReplayTarget::Buffer => log.buffer().text,
        ReplayTarget::Base => log.base.as_deref().map(str::to_owned),
        ReplayTarget::Written => log.written().text,
    }
}

#[cfg(test)]
mod tests;
