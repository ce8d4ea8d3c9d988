//! `/memory`: what is remembered beyond the session.

use super::format::fenced;
use super::outcome::{Formatter, FrontAction, FrontEnd, SlashContext, SlashOutcome};
use super::parse::Line;
use super::registry::usage;
use crate::phrases::memory::item_line;
use l10n::{counted, said, say};
use protocol::command::Command;
use protocol::memory::{
    MemoryKind, MemoryList, MemoryOrder, MemoryQuery, MemoryState, RememberRequest,
};
use protocol::query::{Query, Reply};

/// Words after `/memory`.
pub(super) const MEMORY_WORDS: &[&str] = &[
    "list", "inbox", "search", "add", "keep", "refuse", "forget", "undo", "drop", "recall",
];

/// `/memory [list|inbox|kept|refused|search <words>|add [kind] <text>|keep|refuse|forget <item>|undo|drop|recall
/// on|off]`. An item is named by the end of its id.
pub(super) fn memory(line: &Line, context: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let order = match words.as_slice() {
        [] if context.front == FrontEnd::Screen => {
            return SlashOutcome::Front(FrontAction::OpenMemory);
        }
        [] | ["list"] => return listed(MemoryQuery::default()),
        ["list", state] | [state] if MemoryState::named(state).is_some() => {
            return listed(MemoryQuery {
                state: MemoryState::named(state),
                words: None,
            });
        }
        ["search", words @ ..] if !words.is_empty() => {
            return listed(MemoryQuery {
                state: None,
                words: Some(words.join(" ")),
            });
        }
        ["add", kind, text @ ..] if !text.is_empty() && MemoryKind::named(kind).is_some() => {
            add(MemoryKind::named(kind), text)
        }
        ["add", text @ ..] if !text.is_empty() => add(None, text),
        ["keep", items @ ..] if !items.is_empty() => {
            return orders(context, items, |item| MemoryOrder::Keep { item });
        }
        ["refuse", items @ ..] if !items.is_empty() => {
            return orders(context, items, |item| MemoryOrder::Refuse { item });
        }
        ["forget", items @ ..] if !items.is_empty() => {
            return orders(context, items, |item| MemoryOrder::Forget { item });
        }
        ["undo"] => MemoryOrder::Undo,
        ["drop"] => MemoryOrder::Drop { message: None },
        ["recall", "on"] => MemoryOrder::Recall { on: true },
        ["recall", "off"] => MemoryOrder::Recall { on: false },
        _ => return usage("memory", say!("command-say-memory")),
    };
    SlashOutcome::Commands(vec![Command::OrderMemory {
        session: context.session,
        order,
    }])
}

fn add(kind: Option<MemoryKind>, text: &[&str]) -> MemoryOrder {
    MemoryOrder::Add {
        item: RememberRequest {
            kind: kind.unwrap_or(MemoryKind::Knowledge),
            text: text.join(" "),
            tags: Vec::new(),
        },
        everywhere: false,
    }
}

fn orders(
    context: &SlashContext,
    items: &[&str],
    order: impl Fn(String) -> MemoryOrder,
) -> SlashOutcome {
    let session = context.session;
    let commands = items.iter().map(|item| Command::OrderMemory {
        session,
        order: order((*item).to_owned()),
    });
    SlashOutcome::Commands(commands.collect())
}

fn listed(wanted: MemoryQuery) -> SlashOutcome {
    SlashOutcome::Ask(Query::Memory { wanted }, Formatter::new(shown))
}

fn shown(reply: &Reply) -> String {
    match reply {
        Reply::Memory { list } => fenced("", &memory_lines(list)),
        Reply::Failed { reason } => said(reason),
        _ => String::new(),
    }
}

/// Lists items in lines, and says what waits for the user.
pub fn memory_lines(list: &MemoryList) -> Vec<String> {
    let mut lines: Vec<String> = list.items.iter().map(item_line).collect();
    if lines.is_empty() {
        lines.push(say!("memory-nothing").to_owned());
    }
    if list.has_more {
        lines.push(say!("memory-list-more").to_owned());
    }
    if list.waiting > 0 {
        let counted = counted(list.waiting, "item");
        lines.push(say!("memory-list-waiting", counted));
    }
    lines
}
