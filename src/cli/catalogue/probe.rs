//! `agentichat models probe`: probes a model and prints the result. Ctrl+C ends it.

use std::io::{self, Write};
use std::time::Duration;

use super::{CatalogClient, Refusal, print};
use crate::app::catalogue::ProbeError;
use crate::app::registry;
use crate::cli::Format;
use crate::cli::config::write_json;
use protocol::catalogue::ProbedModel;
use redact::one_line;

/// Exit status after Ctrl+C.
const INTERRUPTED: u8 = 130;

/// Runs the command; each request may take `seconds` seconds.
pub(super) fn execute(
    client: &CatalogClient,
    named: (Option<&str>, &str),
    seconds: u64,
) -> Result<io::Result<u8>, Refusal> {
    let providers = registry(&client.setup);
    let probing = client
        .setup
        .catalogue()
        .probe(named, Duration::from_secs(seconds), &providers);
    let probed = client.runtime.block_on(async {
        tokio::select! {
            probed = probing => Some(probed),
            _ = tokio::signal::ctrl_c() => None,
        }
    });
    let probed = match probed {
        Some(probed) => probed?,
        None => return Ok(Ok(INTERRUPTED)),
    };
    Ok(show(client, &probed))
}

/// Prints the result of a model's probe.
pub(super) fn show(client: &CatalogClient, probed: &ProbedModel) -> io::Result<u8> {
    let mut out = io::stdout().lock();
    match client.format {
        Format::Json => write_json(serde_json::to_value(probed)?, &mut out)?,
        Format::Text => {
            let named = format!("{}/{}", probed.provider, probed.model);
            let words = print::probe_line(&named, Some(&probed.probe));
            writeln!(out, "{}  {}", one_line(&named), one_line(&words))?;
        }
    }
    Ok(0)
}

impl From<ProbeError> for Refusal {
    fn from(why: ProbeError) -> Self {
        match why {
            ProbeError::Unknown(error) => error.into(),
            ProbeError::Failed(_) => Self::new("not_probed", &why.to_string()),
        }
    }
}
