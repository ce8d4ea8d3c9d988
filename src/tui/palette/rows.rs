//! What can be a row of the palette, made of the tables that it comes from.

use crate::l10n::say;
use crate::protocol::custom::CustomCommand;
use crate::protocol::ids::SessionId;
use crate::protocol::query::FileMatch;
use crate::protocol::session::SessionSummary;
use crate::slash::SLASH_COMMANDS;
use crate::tui::keymap::{Action, Context, Keymap};
use crate::tui::session_list::state_and_about;
use crate::tui::settings::PAGES;

/// Commands that leave, or change what cannot be had back with one key: their line waits in the editor.
const WAITING: &[&str] = &["quit", "demo", "clear", "stop", "apply"];

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An action of the key table.
    Action,
    /// A slash command.
    Command,
    /// A page of the settings.
    Page,
    Session,
    /// A file of the workspace.
    File,
}

/// What a row does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaletteTarget {
    /// An action is done.
    Action(Action),
    /// A command that needs nothing more is run.
    Run(String),
    /// A command's line goes into the editor.
    Line(String),
    /// A page of the settings is shown.
    Page(&'static str),
    /// A session is shown.
    Session(SessionId),
    /// A file is shown.
    File(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// What is read and searched.
    pub label: String,
    /// What stands at the right: a key, a state.
    pub detail: String,
    /// What it does.
    pub thing: PaletteTarget,
}

impl Entry {
    /// Whether all of these words stand in the name that the key table has for its action.
    pub(super) fn is_named(&self, words: &str) -> bool {
        let PaletteTarget::Action(action) = &self.thing else {
            return false;
        };
        words
            .split_whitespace()
            .all(|word| action.name().contains(word))
    }

    /// How many letters of its label are its name: of a command not what it does.
    pub(super) fn name_ends(&self) -> u32 {
        let name = match self.kind {
            Kind::Command => self.label.split("  ").next().unwrap_or_default(),
            _ => return u32::MAX,
        };
        u32::try_from(name.chars().count()).unwrap_or(u32::MAX)
    }
}

/// What is known without asking: the actions that work everywhere, the slash commands, the actions of what has the
/// keys, and the pages of the settings. Actions that decide are none of them.
pub fn entries(keymap: &Keymap, contexts: &[Context], custom: &[CustomCommand]) -> Vec<Entry> {
    let mut entries = Vec::new();
    add_actions(keymap, &[Context::Global, Context::Leader], &mut entries);
    entries.extend(SLASH_COMMANDS.iter().map(|one| {
        let runs = one.arguments.is_empty() && !WAITING.contains(&one.name);
        command(one.name, !one.arguments.is_empty(), one.said(), runs)
    }));
    let own = custom.iter().map(|one| {
        let takes = !one.arguments.is_empty();
        command(&one.name, takes, &one.help, false)
    });
    entries.extend(own);
    add_actions(keymap, contexts, &mut entries);
    entries.extend(PAGES.iter().map(|&page| Entry {
        kind: Kind::Page,
        label: say!("palette-page", page = say!("settings-page", page)),
        detail: String::new(),
        thing: PaletteTarget::Page(page),
    }));
    entries
}

fn command(name: &str, takes: bool, help: &str, runs: bool) -> Entry {
    // What takes arguments is typed on.
    let line = format!("/{name}{}", if takes { " " } else { "" });
    Entry {
        kind: Kind::Command,
        label: format!("/{name}  {help}"),
        detail: String::new(),
        thing: if runs {
            PaletteTarget::Run(line)
        } else {
            PaletteTarget::Line(line)
        },
    }
}

fn add_actions(keymap: &Keymap, contexts: &[Context], entries: &mut Vec<Entry>) {
    let contexts = contexts.iter().filter(|one| **one != Context::Bar);
    for binding in contexts.flat_map(|context| keymap.bindings(*context)) {
        let thing = PaletteTarget::Action(binding.action);
        let known = entries.iter().any(|entry| entry.thing == thing);
        let is_own = matches!(binding.action, Action::Leader | Action::CommandPalette);
        if known || is_own || binding.danger > 1 {
            continue;
        }
        entries.push(Entry {
            kind: Kind::Action,
            label: sentence(binding.said()),
            detail: keymap.key_text(binding),
            thing,
        });
    }
}

/// A session by its name.
pub(super) fn session(session: &SessionSummary) -> Entry {
    Entry {
        kind: Kind::Session,
        label: session.settings.name.clone(),
        detail: state_and_about(session),
        thing: PaletteTarget::Session(session.id),
    }
}

/// A file by its path.
pub(super) fn file(file: &FileMatch) -> Entry {
    Entry {
        kind: Kind::File,
        label: file.path.clone(),
        detail: say!("palette-file").to_owned(),
        thing: PaletteTarget::File(file.path.clone()),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
