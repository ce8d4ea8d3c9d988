//! `agentichat debug tokens --provider`: shows a provider's own count of a text beside
//! the program's estimate.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::json;

use super::{CatalogClient, Refusal};
use crate::app::registry;
use crate::cli::Format;
use crate::cli::config::write_json;
use protocol::estimate::Estimate;
use redact::one_line;

/// Maximum bytes of a text that is sent to be counted.
const MOST: u64 = 4 * 1024 * 1024;

pub fn run(as_json: bool, (provider, model): (&str, Option<String>), file: &Path) -> ExitCode {
    let client = match CatalogClient::open(as_json) {
        Ok(client) => client,
        Err(status) => return status,
    };
    let done = count(&client, (provider, model), file);
    client.end(done)
}

fn count(
    client: &CatalogClient,
    (provider, model): (&str, Option<String>),
    file: &Path,
) -> Result<io::Result<u8>, Refusal> {
    let text = read(file)?;
    let view = client.setup.catalogue().view(provider)?;
    let model = model.or(view.default_model_id).ok_or_else(|| {
        let words = format!("{provider} has no default model; name one with --model");
        Refusal::new("no_model", &words)
    })?;
    let found = registry(&client.setup).get(provider);
    let found = found.map_err(|error| Refusal::new("provider", &error.to_string()))?;
    let counted = client.runtime.block_on(found.count_text(&model, &text));
    let counted = counted.map_err(|error| Refusal::new("not_counted", &error.to_string()))?;
    let (estimate, tokens, how) = (
        Estimate::USUAL.bytes(text.len()),
        counted.tokens,
        counted.how,
    );
    let mut out = io::stdout().lock();
    let (provider, model) = (one_line(provider), one_line(&model));
    let printed = match client.format {
        Format::Text => writeln!(out, "~{estimate}  our estimate")
            .and_then(|()| writeln!(out, "{tokens}  counted by {provider}/{model}, {how}")),
        Format::Json => write_json(
            json!({
                "tokens": estimate, "estimated": true, "bytes": text.len(),
                "counted": tokens, "provider": provider, "model": model, "how": how,
            }),
            &mut out,
        ),
    };
    Ok(printed.map(|()| 0))
}

fn read(file: &Path) -> Result<String, Refusal> {
    let is_input = file.as_os_str() == "-";
    let mut text = String::new();
    let read = if is_input {
        io::stdin().lock().take(MOST + 1).read_to_string(&mut text)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(MOST + 1).read_to_string(&mut text))
    };
    let named = |why: &str| Refusal::new("not_read", &format!("{}: {why}", file.display()));
    match read {
        Ok(bytes) if bytes as u64 > MOST => Err(named("it is over 4 MiB, more than is counted")),
        Ok(_) => Ok(text),
        Err(error) => Err(named(&error.to_string())),
    }
}
