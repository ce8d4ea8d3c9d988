//! An item of the memory in words.

use l10n::say;
use protocol::memory::{MemoryItem, MemoryOrigin, MemoryState, short_id};
use protocol::taint::Taint;
use redact::one_line;

/// Letters of a text in a list.
const SHOWN: usize = 100;

/// Returns an item in one line: its name, its kind, its state unless it is kept, its text, its tags.
pub fn item_line(item: &MemoryItem) -> String {
    let text = one_line(&item.text);
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < text.len() {
        "\u{2026}"
    } else {
        ""
    };
    let state = match item.state {
        MemoryState::Kept => "",
        state => state.word(),
    };
    format!(
        "{}  {:<9} {state:<7}  {shown}{more}{}",
        short_id(item.id),
        item.kind.word(),
        tags(item),
    )
}

/// Returns the tags of an item, each after a blank.
pub fn tags(item: &MemoryItem) -> String {
    let tags = item.tags.iter().map(|tag| format!(" #{}", one_line(tag)));
    tags.collect()
}

/// Says who remembered an item, and whether text from outside may be behind it.
pub fn origin(item: &MemoryItem) -> &'static str {
    match (item.origin, item.taint) {
        (MemoryOrigin::User, _) => say!("memory-by-user"),
        (MemoryOrigin::Agent, Taint::None) => say!("memory-by-agent"),
        (MemoryOrigin::Agent, Taint::Outside) => say!("memory-by-agent-outside"),
        (MemoryOrigin::Tool, _) => say!("memory-by-tool"),
    }
}

/// Says where an item counts.
pub fn place(item: &MemoryItem) -> &'static str {
    match item.workspace {
        Some(_) => say!("memory-counts-here"),
        None => say!("memory-counts-everywhere"),
    }
}
