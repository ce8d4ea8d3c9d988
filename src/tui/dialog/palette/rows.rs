//! The possible rows of the palette, made from their source tables.

use crate::dialog::session_list::state_and_about;
use crate::effect::Effect;
use crate::hints::spoken_key;
use crate::keymap::{Action, Context, Keymap};
use client::phrases::session::session_name;
use client::ranking::{Names, place_of_command};
use client::settings::PAGES;
use client::slash::{SLASH_COMMANDS, find, names_elsewhere, names_of_command};
use client::text::with_capital;
use l10n::say;
use protocol::custom::CustomCommand;
use protocol::ids::SessionId;
use protocol::query::FileMatch;
use protocol::session::SessionSummary;

/// Commands that leave, or whose change cannot be undone with one key: their line waits
/// in the editor.
const WAITING: &[&str] = &[
    "quit", "demo", "clear", "init", "stop", "apply", "compact", "export",
];

/// The kind of a row.
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

/// The effect of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaletteTarget {
    /// Performs an action.
    Action(Action),
    /// Runs a command that needs no arguments.
    Run(String),
    /// Puts a command's line into the editor.
    Line(String),
    /// Shows a page of the settings.
    Page(&'static str),
    /// Shows a session.
    Session(SessionId),
    /// Shows a file.
    File(String),
}

impl PaletteTarget {
    /// Returns what Enter does with the row.
    pub(super) fn run(self) -> Effect {
        match self {
            Self::Action(action) => Effect::Act(action),
            Self::Run(line) => Effect::RunCommand(line),
            Self::Line(line) => Effect::BeginCommand(line),
            Self::Page(page) => Effect::OpenSettings(page),
            Self::Session(session) => Effect::ShowSession(session),
            Self::File(path) => Effect::OpenFile { path, line: 1 },
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub kind: Kind,
    /// The text that is shown and searched.
    pub label: String,
    /// The text at the right: a key, a state.
    pub detail: String,
    /// The row's effect.
    pub thing: PaletteTarget,
}

impl Entry {
    /// Returns the names by which the row is found: those of a command, or the label.
    pub(super) fn names(&self) -> Names<'_> {
        match &self.thing {
            PaletteTarget::Run(line) | PaletteTarget::Line(line) => {
                let name = line.trim_start_matches('/').trim_end();
                let about = self.label.split_once("  ").map_or("", |(_, about)| about);
                names_of_command(name, about)
            }
            PaletteTarget::Action(action) => Names {
                name: &self.label,
                about: action.name(),
                ..Names::default()
            },
            PaletteTarget::Page(page) => Names {
                name: &self.label,
                elsewhere: names_elsewhere(&format!("settings {page}")),
                ..Names::default()
            },
            _ => Names {
                name: &self.label,
                ..Names::default()
            },
        }
    }

    /// Returns the place of the row among rows that fit equally well: some commands come first.
    pub(super) fn place(&self) -> usize {
        match &self.thing {
            PaletteTarget::Run(line) | PaletteTarget::Line(line) => {
                place_of_command(line.trim_start_matches('/').trim_end())
            }
            _ => place_of_command(""),
        }
    }
}

/// Whether the command of a line takes arguments; one that is not built in may.
pub(super) fn takes_arguments(line: &str) -> bool {
    let name = line.trim_start_matches('/').trim_end();
    match find(name) {
        Some(command) => !command.arguments.is_empty(),
        None => line.ends_with(' '),
    }
}

/// Returns the rows that need no query: the actions that work everywhere, the slash commands, the
/// actions of the focused part, and the pages of the settings. Leaves out actions that decide.
pub fn entries(keymap: &Keymap, contexts: &[Context], custom: &[CustomCommand]) -> Vec<Entry> {
    let mut entries = Vec::new();
    add_actions(keymap, &[Context::Global, Context::Leader], &mut entries);
    entries.extend(SLASH_COMMANDS.iter().map(|one| {
        // Arguments in brackets can be left out.
        let is_whole = one.arguments.is_empty() || one.arguments.starts_with('[');
        let runs = is_whole && !WAITING.contains(&one.name);
        command(
            one.name,
            !one.arguments.is_empty() && !runs,
            one.said(),
            runs,
        )
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
    // The user continues typing the arguments.
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
            label: with_capital(binding.said()),
            detail: spoken_key(&keymap.key_text(binding)),
            thing,
        });
    }
}

/// Returns the row of a session, labelled with its name.
pub(super) fn session(session: &SessionSummary) -> Entry {
    Entry {
        kind: Kind::Session,
        label: session_name(&session.settings).to_owned(),
        detail: state_and_about(session),
        thing: PaletteTarget::Session(session.id),
    }
}

/// Returns the row of a file, labelled with its path.
pub(super) fn file(file: &FileMatch) -> Entry {
    Entry {
        kind: Kind::File,
        label: file.path.clone(),
        detail: say!("palette-file").to_owned(),
        thing: PaletteTarget::File(file.path.clone()),
    }
}
