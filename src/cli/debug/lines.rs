//! Reads standard input with one JSON string per line, for the filters of `debug`.

use std::io::{self, BufRead, Read};

/// Longest line that is read; a longer one gets an error line.
pub(super) const MAX_LINE_BYTES: usize = 4 << 20;

/// Reads the next line; of a line that is too long only enough to detect that. `None` at the end.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let most = u64::try_from(MAX_LINE_BYTES).unwrap_or(u64::MAX);
    input.by_ref().take(most + 2).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// Parses the JSON string of a line, or returns why it is none.
pub(super) fn read_string(line: &[u8]) -> Result<String, String> {
    if line.trim_ascii().is_empty() {
        return Err("it is empty".to_owned());
    }
    if line.len() > MAX_LINE_BYTES {
        return Err(format!("longer than {MAX_LINE_BYTES} bytes"));
    }
    support::json::from_slice(line).map_err(|error| error.to_string())
}
