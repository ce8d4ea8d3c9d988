//! Prints items of the memory: lines of text, or JSON.

use std::io::{self, Write};

use serde_json::json;

use crate::cli::Format;
use crate::cli::config::{write_json, write_json_line};
use client::phrases::memory::item_line;
use l10n::said;
use memory::{Added, ItemPage, MeaningUse, MemorySearch, short_id};
use notice::{Notice, notice};
use protocol::memory::MemoryItem;
use redact::one_line;

pub(super) fn list(format: Format, page: &ItemPage, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        return lines(&page.items, out);
    }
    if page.items.is_empty() {
        return writeln!(out, "{}", said(&notice!("memory-nothing")));
    }
    for item in &page.items {
        writeln!(out, "{}", item_line(item))?;
    }
    if page.next.is_some() {
        writeln!(out, "{}", said(&notice!("memory-more")))?;
    }
    Ok(())
}

/// Prints items as lines of JSON.
pub(super) fn lines(items: &[MemoryItem], out: &mut dyn Write) -> io::Result<()> {
    for item in items {
        write_json_line(serde_json::to_value(item)?, out)?;
    }
    Ok(())
}

pub(super) fn searched(
    format: Format,
    searched: &MemorySearch,
    out: &mut dyn Write,
) -> io::Result<()> {
    if format == Format::Json {
        for found in &searched.found {
            let mut item = serde_json::to_value(&found.item)?;
            if let Some(item) = item.as_object_mut() {
                item.insert("score".to_owned(), json!(found.score));
                let is_by_meaning = searched.meaning != MeaningUse::WordsAlone;
                item.insert("by_meaning".to_owned(), json!(is_by_meaning));
            }
            write_json_line(item, out)?;
        }
        return Ok(());
    }
    for found in &searched.found {
        writeln!(out, "{}", item_line(&found.item))?;
    }
    match searched.meaning {
        MeaningUse::WordsAlone => writeln!(out, "{}", said(&notice!("memory-words-alone"))),
        MeaningUse::Used { without_vector: 0 } => Ok(()),
        MeaningUse::Used { without_vector } => {
            let told = notice!("memory-without-vector", count = without_vector);
            writeln!(out, "{}", said(&told))
        }
    }
}

pub(super) fn item(format: Format, item: &MemoryItem, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        return write_json(serde_json::to_value(item)?, out);
    }
    let value = serde_json::to_value(item)?;
    for (name, value) in value.as_object().into_iter().flatten() {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let mut parts = text.lines();
        writeln!(
            out,
            "{name:<14} {}",
            one_line(parts.next().unwrap_or_default())
        )?;
        for part in parts {
            writeln!(out, "{:<14} {}", "", one_line(part))?;
        }
    }
    Ok(())
}

pub(super) fn added(format: Format, added: &Added, out: &mut dyn Write) -> io::Result<()> {
    let word = short_id(added.item().id);
    let told = match added {
        Added::New(_) => notice!("memory-added", word),
        Added::Repeated(_) => notice!("memory-there-already", word),
    };
    changed(format, added.item(), &told, out)
}

pub(super) fn changed(
    format: Format,
    item: &MemoryItem,
    told: &Notice,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Json => write_json_line(serde_json::to_value(item)?, out),
        Format::Text => writeln!(out, "{}", said(told)),
    }
}
