//! `agentichat memory share`: what would leave, the user's answer, and one exchange.

use std::io::{self, Write};

use jiff::Timestamp;
use serde_json::json;

use crate::app::Setup;
use crate::cli::Format;
use crate::cli::config::write_json;
use crate::cli::failure::Failure;
use crate::cli::stored_sessions::Outcome;
use l10n::said;
use memory::MemoryStore;
use memory::shared::consent::{ShareConsent, Sharing, dry_run, keep_answer};
use memory::shared::round::{RoundError, exchange};
use memory::shared::store_at;
use notice::{Notice, notice};
use protocol::index::Consent;
use redact::one_line;
use store::lock::SessionLock;

/// An order of the user about the shared store.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    DryRun,
    Allow,
    Refuse,
    Exchange,
}

pub(super) async fn run(
    setup: &Setup,
    store: &MemoryStore,
    wanted: Wanted,
    format: Format,
) -> Outcome {
    let model = super::model(setup, store).await.map(|(model, _)| model);
    let Some(sharing) = setup.memory_sharing(model)? else {
        return Err(Failure::refused(notice!("memory-no-url")));
    };
    match wanted {
        Wanted::DryRun => {
            let consent = dry_run(store, &sharing).await?;
            Ok(show(&consent, format, &mut io::stdout()).map(|()| 0))
        }
        Wanted::Refuse => {
            keep_answer(store, &sharing, Consent::Refused, Timestamp::now()).await?;
            let told = notice!(
                "memory-share-refused",
                address = sharing.address.to_string()
            );
            Ok(tell(&told, json!({ "ok": true }), format))
        }
        Wanted::Allow => {
            keep_answer(store, &sharing, Consent::Given, Timestamp::now()).await?;
            once(setup, store, &sharing, format).await
        }
        Wanted::Exchange => once(setup, store, &sharing, format).await,
    }
}

/// Exchanges once, unless another process does.
async fn once(setup: &Setup, store: &MemoryStore, sharing: &Sharing, format: Format) -> Outcome {
    let _lock = SessionLock::acquire_memory(&setup.folders.data)
        .map_err(|error| Failure::refused(error.notice()))?;
    let secret = setup.memory_secret();
    let shared = store_at(&sharing.address, secret.as_ref(), None)?;
    match exchange(store, shared.as_ref(), sharing).await {
        Ok(done) => {
            let told = notice!(
                "memory-exchanged",
                sent = done.sent,
                received = done.received
            );
            let line = json!({ "ok": true, "sent": done.sent, "received": done.received });
            Ok(tell(&told, line, format))
        }
        Err(RoundError::NoConsent) => Err(Failure::refused(notice!("memory-share-unasked"))),
        Err(RoundError::Shared(error)) => Err(Failure::refused(error.notice())),
        Err(RoundError::Local(error)) => Err(error.into()),
    }
}

fn tell(told: &Notice, line: serde_json::Value, format: Format) -> io::Result<u8> {
    let mut out = io::stdout();
    match format {
        Format::Json => write_json(line, &mut out)?,
        Format::Text => writeln!(out, "{}", said(told))?,
    }
    Ok(0)
}

/// Prints what would leave.
fn show(consent: &ShareConsent, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        return write_json(serde_json::to_value(consent)?, out);
    }
    writeln!(out, "{}", said(&consent.notice()))?;
    for row in &consent.rows {
        let tags = row.tags.iter().map(|tag| format!(" #{}", one_line(tag)));
        let tags: String = tags.collect();
        let project = match row.project.as_str() {
            "" => "*",
            project => project,
        };
        let (kind, text) = (row.kind.word(), one_line(&row.text));
        writeln!(out, "  {:<9} {}  {text}{tags}", kind, one_line(project))?;
    }
    let told = match consent.answer {
        Some(Consent::Given) => notice!("memory-share-given"),
        Some(Consent::Refused) => notice!("memory-share-not-given"),
        None => notice!("memory-share-unasked"),
    };
    writeln!(out, "{}", said(&told))
}
