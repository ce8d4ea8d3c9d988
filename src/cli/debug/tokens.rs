//! `agentichat debug tokens`: estimates the tokens of a text without the model's own tokenizer.

use std::io::{self, Read, Write};
use std::path::Path;

use serde_json::json;

use super::files::Format;
use protocol::estimate::Estimate;

/// Prints the estimate for a file; `-` is standard input.
///
/// # Errors
/// If the file cannot be read or the output cannot be written.
pub fn run(format: Format, file: &Path, out: &mut dyn Write) -> io::Result<()> {
    let bytes = if file.as_os_str() == "-" {
        count(&mut io::stdin().lock())?
    } else {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        count(&mut std::fs::File::open(file).map_err(named)?).map_err(named)?
    };
    let tokens = Estimate::USUAL.bytes(bytes);
    match format {
        Format::Text => writeln!(out, "~{tokens}"),
        Format::Json => {
            let line = json!({ "tokens": tokens, "estimated": true, "bytes": bytes });
            writeln!(out, "{line}")
        }
    }
}

/// Counts the bytes of the input.
fn count(from: &mut dyn Read) -> io::Result<usize> {
    let bytes = io::copy(from, &mut io::sink())?;
    Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_marked_as_one() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("text");
        std::fs::write(&file, "a".repeat(18)).unwrap();
        let mut out = Vec::new();
        run(Format::Text, &file, &mut out).unwrap();
        run(Format::Json, &file, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out, "~5\n{\"tokens\":5,\"estimated\":true,\"bytes\":18}\n");
        assert!(run(Format::Text, &folder.path().join("none"), &mut Vec::new()).is_err());
    }
}
