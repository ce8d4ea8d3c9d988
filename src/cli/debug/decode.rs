//! `debug decode PROVIDER`: reads the bytes of a provider's answer and prints the canonical parts
//! as JSON lines, through the adapter's own decoder and the recovery of calls that came as text,
//! with the tools that an agent has. The same bytes give the same lines for every `--chunk`.

use std::io::{self, Read, Write};

use crate::cli::config::write_json_line;
use protocol::stream::StreamPart;
use provider::decode::{Decoder, decoder_for, decoder_kinds};
use provider::prompted_tools::RecoveringDecoder;
use tools::specs;

/// The way in which the answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The answer was complete.
    Whole,
    /// The answer was cut or invalid; the last line says how.
    Broken,
}

/// Bytes that are read at a time if no chunk size is given.
const READ_SIZE: usize = 64 * 1024;

/// Decodes `input` with the decoder of `provider`, `chunk` bytes at a time.
///
/// # Errors
/// If the provider has no decoder (`InvalidInput`, naming those that have one), or if reading or
/// writing fails.
pub fn run(
    provider: &str,
    mut input: impl Read,
    chunk: Option<usize>,
    mut out: impl Write,
) -> io::Result<Outcome> {
    let Some(decoder) = decoder_for(provider) else {
        let known: Vec<&str> = decoder_kinds().collect();
        let known = known.join(", ");
        let message = format!("there is no decoder {provider:?}; choose one of: {known}");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    };
    let mut decoder = RecoveringDecoder::new(decoder, &specs());
    let mut buffer = vec![0; chunk.unwrap_or(READ_SIZE).clamp(1, READ_SIZE)];
    let mut outcome = Outcome::Whole;
    loop {
        let mut parts = Vec::new();
        let count = match input.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        match buffer.get(..count) {
            Some(bytes) if count > 0 => decoder.push(bytes, &mut parts),
            _ => decoder.finish(&mut parts),
        }
        for part in &parts {
            if matches!(part, StreamPart::Error { .. }) {
                outcome = Outcome::Broken;
            }
            write_json_line(serde_json::to_value(part)?, &mut out)?;
        }
        if count == 0 {
            out.flush()?;
            return Ok(outcome);
        }
    }
}

#[cfg(test)]
mod tests;
