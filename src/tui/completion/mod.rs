//! The completion over the editor: commands and their arguments behind `/`, files behind `@`.
//!
//! Owns the target of the completion, the candidates, which one is chosen and how choosing changes
//! the text. Knows no engine: it emits each [`CompletionQuery`] with a number, and candidates that
//! come with an older number are too late. The loop calls [`CompletionPopup::update`] when the draft or
//! its cursor changed, and gives keys to it first while it is open.

mod draw;
pub(crate) mod lines;
mod target;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use crate::dialog::choice_picker::mode_description;
use crate::keymap::Action;
use client::manual::PAGES;
use client::ranking::{Names, Rank, TypedName};
use client::slash::{
    CommandMatch, Completion, SLASH_COMMANDS, SlashCommand, find, matching_commands,
};
use l10n::say;
use protocol::approval::Mode;
use target::{Target, folder_of, target};

/// Maximum number of candidates kept.
const LIMIT: usize = 200;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The text to insert.
    pub insert: String,
    /// The text to show.
    pub label: String,
    /// A few words beside the label.
    pub detail: String,
}

/// A query that must be answered elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionQuery {
    /// Files whose path matches.
    Files {
        /// The fuzzy pattern.
        pattern: String,
    },
    /// Files and folders, which end with `/`, whose path matches.
    Mentionable {
        /// The fuzzy pattern.
        pattern: String,
    },
    /// The definitions of a file, with their lines.
    Lines {
        path: String,
    },
    /// Models of a provider, or of every one.
    Models {
        provider: Option<String>,
    },
    Providers,
    /// Sessions of the workspace.
    Sessions,
    /// The entries of a folder; only the folders among them are offered.
    Folders {
        /// The folder, relative to the root; empty is the root.
        of: String,
    },
    Included,
    /// Branches of the repository.
    Branches,
    /// The workspace's own commands.
    Commands,
}

/// The result of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompletionEffect {
    /// Replace this range of the draft, see [`crate::composer::Composer::replace`],
    /// and call [`CompletionPopup::update`].
    Replace(Range<usize>, String),
    /// The line is a whole command: send it as if the popup were not there.
    Run,
    /// The selection moved, or the popup closed.
    Nothing,
    /// The key is not for the popup.
    NotMine,
}

#[derive(Debug, Clone, Default)]
pub struct CompletionPopup {
    target: Option<Target>,
    generation: u64,
    /// The number of the query that the candidates answer.
    answered: u64,
    candidates: Vec<Candidate>,
    /// All candidates that arrived for the target, if they are filtered here.
    source: Vec<Candidate>,
    selected: usize,
    /// Whether the user moved to the chosen candidate themselves.
    moved: bool,
    /// A path that is known to be a file.
    known_file: Option<String>,
    /// The text for which the user pressed Esc.
    dismissed: Option<String>,
    text: String,
    themes: Arc<[String]>,
    /// Names of the commands that were used, the latest first.
    recent: Vec<String>,
}

impl CompletionPopup {
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the names of the themes.
    #[must_use]
    pub fn with_themes(mut self, themes: Arc<[String]>) -> Self {
        self.themes = themes;
        self
    }

    /// Sets the names of the commands that were used, the latest first.
    pub fn set_recent(&mut self, recent: Vec<String>) {
        self.recent = recent;
    }

    /// Whether the popup is shown.
    pub fn is_open(&self) -> bool {
        self.target.is_some() && !self.candidates.is_empty()
    }

    /// Returns the candidates, best first.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the chosen candidate.
    pub fn selected(&self) -> Option<&Candidate> {
        self.candidates.get(self.selected)
    }

    /// Handles a change of the draft or its cursor (a byte offset). Returns the query to make, with
    /// the number that the answer must carry.
    pub fn update(&mut self, text: &str, cursor: usize) -> Option<(u64, CompletionQuery)> {
        text.clone_into(&mut self.text);
        let found = target(text, cursor);
        let found = found.map(|found| found.in_known_file(self.known_file.as_deref()));
        if self.dismissed.as_deref().is_some_and(|gone| gone != text) {
            self.dismissed = None;
        }
        if self.dismissed.is_some() || found.is_none() {
            self.close();
            return None;
        }
        let same_source = match (&self.target, &found) {
            (Some(before), Some(now)) => before.same_source(now),
            _ => false,
        };
        self.target = found;
        self.selected = 0;
        self.moved = false;
        if !same_source {
            self.generation += 1;
            self.source.clear();
            self.candidates.clear();
        }
        self.offer(same_source)
    }

    fn offer(&mut self, same_source: bool) -> Option<(u64, CompletionQuery)> {
        let target = self.target.clone()?;
        let wanted = match &target {
            Target::File { pattern, sign, .. } => {
                // The workspace does the matching, so each pattern is a query of its own.
                if same_source {
                    self.generation += 1;
                }
                let pattern = pattern.clone();
                let wanted = if sign.is_empty() {
                    CompletionQuery::Files { pattern }
                } else {
                    CompletionQuery::Mentionable { pattern }
                };
                return Some((self.generation, wanted));
            }
            Target::Lines { path, .. } => Some(CompletionQuery::Lines { path: path.clone() }),
            Target::Command { .. } => {
                if !same_source {
                    self.source = commands();
                }
                Some(CompletionQuery::Commands)
            }
            Target::Argument {
                completion, before, ..
            } => match completion {
                Completion::Topics => {
                    if !same_source {
                        self.source = topics();
                    }
                    Some(CompletionQuery::Commands)
                }
                Completion::Words(words) => {
                    self.source = words.iter().map(|word| plain(word)).collect();
                    None
                }
                Completion::Modes => {
                    self.source = Mode::ALL.into_iter().map(of_mode).collect();
                    None
                }
                Completion::Then(words) => {
                    self.source = words.iter().map(|(word, _)| plain(word)).collect();
                    None
                }
                Completion::Themes => {
                    let names = self.themes.iter().map(|name| plain(name));
                    self.source = names.chain(["palette", "save"].map(plain)).collect();
                    None
                }
                Completion::Models => Some(CompletionQuery::Models {
                    provider: before.clone(),
                }),
                Completion::ProviderAndModel => Some(CompletionQuery::Providers),
                Completion::Sessions => Some(CompletionQuery::Sessions),
                Completion::Folders => Some(CompletionQuery::Folders {
                    of: folder_of(target.typed()).to_owned(),
                }),
                Completion::Included => Some(CompletionQuery::Included),
                Completion::Branches => Some(CompletionQuery::Branches),
                Completion::Files | Completion::Nothing => {
                    self.close();
                    return None;
                }
            },
        };
        self.filter();
        wanted
            .filter(|_| !same_source)
            .map(|wanted| (self.generation, wanted))
    }

    /// Takes candidates that arrived. Drops those of an older number.
    pub fn arrived(&mut self, generation: u64, candidates: Vec<Candidate>) {
        if generation != self.generation || self.target.is_none() {
            return;
        }
        self.answered = generation;
        let chosen = self.selected().cloned().filter(|_| self.moved);
        self.source = candidates;
        if self.target.as_ref().is_some_and(Target::is_of_commands) {
            // The workspace's own commands come behind the built-in ones, which no file replaces.
            let own = std::mem::replace(&mut self.source, commands());
            let is_new = |one: &Candidate| find(&one.insert).is_none();
            self.source.extend(own.into_iter().filter(is_new));
        }
        self.source.truncate(LIMIT);
        if let Some(Target::File { pattern, .. }) = &self.target {
            let is_it =
                |candidate: &Candidate| candidate.insert == *pattern && !pattern.ends_with('/');
            if self.source.iter().any(is_it) {
                self.known_file = Some(pattern.clone());
            }
        }
        match self.target.as_ref().map(Target::is_matched_elsewhere) {
            Some(true) => {
                self.candidates.clone_from(&self.source);
                self.selected = 0;
            }
            _ => {
                self.filter();
                // The candidate that the user moved to stays chosen.
                let place = |one: Candidate| self.candidates.iter().position(|have| *have == one);
                self.selected = chosen.and_then(place).unwrap_or(0);
            }
        }
    }

    /// Performs an action of the key table's popup context.
    pub fn act(&mut self, action: Action) -> CompletionEffect {
        if !self.is_open() {
            return CompletionEffect::NotMine;
        }
        let last = self.candidates.len() - 1;
        self.moved |= matches!(action, Action::PopupNext | Action::PopupPrevious);
        match action {
            Action::PopupNext => {
                self.selected = if self.selected >= last {
                    0
                } else {
                    self.selected + 1
                };
                CompletionEffect::Nothing
            }
            Action::PopupPrevious => {
                self.selected = self.selected.checked_sub(1).unwrap_or(last);
                CompletionEffect::Nothing
            }
            Action::PopupInsert => self.insert(),
            Action::PopupClose => {
                self.dismissed = Some(self.text.clone());
                self.close();
                CompletionEffect::Nothing
            }
            _ => CompletionEffect::NotMine,
        }
    }

    /// Handles Enter: runs a line that is already a whole command, otherwise inserts the candidate.
    /// A candidate that the user moved to is always inserted.
    pub fn enter(&mut self) -> CompletionEffect {
        if !self.is_open() {
            return CompletionEffect::NotMine;
        }
        let exact = self.target.as_ref().is_some_and(|target| match target {
            Target::Command { name, .. } => {
                let own = |candidate: &Candidate| candidate.insert == *name;
                find(name).is_some() || self.source.iter().any(own)
            }
            Target::Argument { typed, .. } => {
                self.source
                    .iter()
                    .any(|candidate| candidate.insert == *typed)
                    || typed.is_empty()
            }
            // An argument; an inserted path behind `@` continues as text.
            Target::File {
                pattern, sign: "", ..
            } => {
                // Candidates for the earlier text say nothing about the current text.
                self.answered != self.generation
                    || self
                        .source
                        .iter()
                        .any(|candidate| candidate.insert == *pattern)
            }
            Target::File { .. } | Target::Lines { .. } => false,
        });
        if exact && !self.moved {
            self.close();
            return CompletionEffect::Run;
        }
        self.insert()
    }

    /// Whether candidates for the text are shown, may still come, or were closed by the user.
    pub fn may_open(&self) -> bool {
        let waits = self.target.is_some() && self.answered != self.generation;
        self.is_open() || waits || self.dismissed.is_some()
    }

    /// Allows the popup to open again for the text for which the user pressed Esc.
    pub fn again(&mut self) {
        self.dismissed = None;
    }

    /// Closes the popup; it opens again when the text changes.
    pub fn close(&mut self) {
        self.target = None;
        self.candidates.clear();
        self.source.clear();
        self.selected = 0;
        self.generation += 1;
    }

    fn insert(&mut self) -> CompletionEffect {
        let (Some(target), Some(candidate)) = (self.target.clone(), self.selected()) else {
            return CompletionEffect::NotMine;
        };
        let (range, text) = target.replacement(&candidate.insert);
        if matches!(target, Target::File { .. }) && !candidate.insert.ends_with('/') {
            self.known_file = Some(candidate.insert.clone());
        }
        self.close();
        CompletionEffect::Replace(range, text)
    }

    /// Orders the candidates by how well they fit the typed text, and leaves the others out.
    fn filter(&mut self) {
        let Some(target) = &self.target else { return };
        self.selected = 0;
        if let Target::Lines { typed, .. } = target {
            self.candidates = lines::fitting(&self.source, typed);
            return;
        }
        if let Target::Command { name, .. } = target {
            self.candidates = self.commands_for(name);
            return;
        }
        let mut typed = TypedName::new(target.typed());
        // A command is matched by its name only: its possible arguments say nothing about which
        // command was meant. A session is matched by its name, and inserted by its id.
        let by_label = !target.is_of_commands();
        let mut fitting: Vec<(Rank, &Candidate)> = self
            .source
            .iter()
            .filter_map(|candidate| {
                let insert = candidate.insert.as_str();
                let names = if by_label {
                    Names {
                        name: &candidate.label,
                        aliases: vec![insert],
                        ..Names::default()
                    }
                } else {
                    Names {
                        name: insert,
                        ..Names::default()
                    }
                };
                Some((typed.rank(&names, usize::MAX)?, candidate))
            })
            .collect();
        fitting.sort_by_key(|(rank, _)| *rank);
        let candidates = fitting.into_iter().map(|(_, candidate)| candidate.clone());
        self.candidates = candidates.collect();
    }

    /// Returns the commands that fit a typed name, best first.
    fn commands_for(&self, typed: &str) -> Vec<Candidate> {
        let own = self.source.iter().filter(|one| find(&one.insert).is_none());
        let names = own.clone().map(|one| one.insert.as_str());
        let found = matching_commands(typed, names, &self.recent).into_iter();
        let candidate = |found: CommandMatch<'_>| match found {
            CommandMatch::BuiltIn { name, command } => Some(named(name, command)),
            CommandMatch::Elsewhere { name, here } => Some(Candidate {
                insert: here.to_owned(),
                label: format!("/{here}"),
                detail: say!("command-elsewhere-row", name),
            }),
            CommandMatch::Own(name) => own.clone().find(|one| one.insert == name).cloned(),
        };
        found.filter_map(candidate).collect()
    }
}

fn plain(word: &str) -> Candidate {
    Candidate {
        insert: word.to_owned(),
        label: word.to_owned(),
        detail: String::new(),
    }
}

fn of_mode(mode: Mode) -> Candidate {
    Candidate {
        detail: mode_description(mode).to_owned(),
        ..plain(mode.word())
    }
}

/// Returns the commands, and the pages of the manual that no command has the name of.
fn topics() -> Vec<Candidate> {
    let mut topics = commands();
    let pages = PAGES.iter().filter(|page| find(page.name).is_none());
    topics.extend(pages.map(|page| plain(page.name)));
    topics
}

fn commands() -> Vec<Candidate> {
    let commands = SLASH_COMMANDS.iter();
    commands
        .map(|command| named(command.name, command))
        .collect()
}

/// Returns a command under its name or an alias.
fn named(name: &str, command: &SlashCommand) -> Candidate {
    Candidate {
        insert: name.to_owned(),
        label: format!("/{name} {}", command.arguments)
            .trim_end()
            .to_owned(),
        detail: command.said().to_owned(),
    }
}
