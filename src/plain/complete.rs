//! Completes a line on Tab: command names and arguments after `/`, files after `@`, words of the
//! current mode. An unambiguous part is inserted; several matches are printed as a list; no match
//! rings the bell.

use super::pending::PendingRequest;
use super::state::{Completed, Effect, Plain, PlainMode};
use super::text;
use super::words;
use client::manual::PAGES;
use client::slash::{Completion, SLASH_COMMANDS, find, matching_commands};
use l10n::{counted, say};
use protocol::approval::Mode;
use protocol::query::{ModelLists, Query, Reply};

/// Maximum number of printed choices.
const PRINTED: usize = 30;

/// Number of files to request: every match, because their common prefix is inserted.
const FILES: usize = 500;

/// A completion that waits for its matches.
#[derive(Debug)]
pub(super) struct Completing {
    /// The text before the cursor.
    typed: String,
    /// Byte position in `typed` where the completed part begins.
    from: usize,
    /// Text inserted after a single match.
    behind: &'static str,
}

/// The source of completions for a part of a line.
enum CompletionSource {
    Choices(Vec<String>),
    /// The reply to a query.
    Asked(Query),
    Nothing,
}

impl Plain {
    /// Completes the text before the cursor.
    pub(super) fn complete(&mut self, typed: &str) {
        if self.entry.is_some() {
            // A free text is not a command: Tab inserts a blank there.
            return self.put_in(typed, format!("{typed} "), Vec::new());
        }
        let from = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let word = typed.get(from..).unwrap_or_default();
        let completing = |from, behind| Completing {
            typed: typed.to_owned(),
            from,
            behind,
        };
        if let Some(mention) = word.strip_prefix('@') {
            let query = self.files_like(mention);
            return self.ask(query, PendingRequest::Completing(completing(from + 1, "")));
        }
        let (with, behind) = match (typed.strip_prefix('/'), from) {
            (Some(name), 0) if !name.contains('/') => {
                let own = self.custom.iter().map(|command| command.name.as_str());
                let found = matching_commands(name, own, &[]);
                let choices = found.iter().map(|one| one.line().to_owned()).collect();
                return self.choose_of(&completing(1, " "), choices);
            }
            (Some(_), from) if from > 0 => {
                self.argument(typed.get(..from).unwrap_or_default(), word)
            }
            (None, 0) => (CompletionSource::Choices(self.words_of_mode()), " "),
            _ => (CompletionSource::Nothing, ""),
        };
        match with {
            CompletionSource::Choices(choices) => {
                self.choose_of(&completing(from, behind), choices);
            }
            CompletionSource::Asked(query) => {
                self.ask(query, PendingRequest::Completing(completing(from, behind)));
            }
            CompletionSource::Nothing => self.effects.push(Effect::Bell),
        }
    }

    fn files_like(&self, pattern: &str) -> Query {
        Query::Files {
            session: self.current,
            pattern: pattern.to_owned(),
            limit: FILES,
        }
    }

    fn commands(&self) -> Vec<String> {
        let own = self.custom.iter().map(|command| command.name.clone());
        let built_in = SLASH_COMMANDS.iter().flat_map(|command| {
            // A letter alone would only stand in the way of the name that it abbreviates.
            let aliases = command.aliases.iter().filter(|alias| alias.len() > 1);
            std::iter::once(command.name).chain(aliases.copied())
        });
        let built_in = built_in.map(str::to_owned);
        let mut names: Vec<String> = built_in.chain(own).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Returns the words of a mode in which lines do not go to the agent.
    fn words_of_mode(&self) -> Vec<String> {
        let english: &[&'static str] = match &self.mode {
            PlainMode::Chat => &[],
            PlainMode::Review(_) => super::review::WORDS,
            PlainMode::Rollback(_) => super::rollback::WORDS,
            PlainMode::Checkpoints(_) => super::timeline::WORDS,
        };
        english
            .iter()
            .map(|word| words::printed_form(word).to_owned())
            .collect()
    }

    /// Returns the completions of the argument after these words, which begin with a slash.
    fn argument(&self, before: &str, word: &str) -> (CompletionSource, &'static str) {
        let mut typed = before.trim_start_matches('/').split_whitespace();
        let Some(command) = typed.next().and_then(find) else {
            return (CompletionSource::Nothing, "");
        };
        let arguments: Vec<&str> = typed.collect();
        let named = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned());
            CompletionSource::Choices(words.collect())
        };
        let models = |provider: Option<String>| {
            CompletionSource::Asked(Query::Models {
                provider,
                lists: ModelLists::Before,
            })
        };
        match command.completion.after(&arguments) {
            Completion::Nothing | Completion::Themes => (CompletionSource::Nothing, ""),
            Completion::Topics => {
                let mut topics = self.commands();
                topics.extend(PAGES.iter().map(|page| page.name.to_owned()));
                topics.sort();
                topics.dedup();
                (CompletionSource::Choices(topics), "")
            }
            Completion::Words(words) => (named(words), " "),
            Completion::Then(words) => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                (named(&words), " ")
            }
            Completion::Modes => (named(&Mode::ALL.map(Mode::word)), ""),
            Completion::Models => {
                let provider = arguments.last().filter(|_| command.name != "model");
                let provider = provider.filter(|word| **word != "model");
                (models(provider.map(|name| (*name).to_owned())), "")
            }
            Completion::ProviderAndModel => (CompletionSource::Asked(Query::Providers), " "),
            Completion::Sessions => (CompletionSource::Asked(Query::Sessions), ""),
            Completion::Branches => (CompletionSource::Asked(Query::Branches), ""),
            Completion::Files => (CompletionSource::Asked(self.files_like(word)), ""),
            Completion::Folders => {
                let folder = word.rsplit_once('/').map_or("", |(folder, _)| folder);
                let folder = folder.to_owned();
                (CompletionSource::Asked(Query::Tree { folder }), "")
            }
            Completion::Included => {
                let rows = self.facts().map(|facts| facts.context.as_slice());
                let rows = rows.unwrap_or_default().iter();
                (
                    CompletionSource::Choices(rows.map(|row| row.place()).collect()),
                    "",
                )
            }
        }
    }

    /// Handles the matches that the engine returned.
    pub(super) fn apply_completions(&mut self, completing: &Completing, reply: Reply) {
        let choices = match reply {
            Reply::Files { files, .. } => files.into_iter().map(|file| file.path).collect(),
            Reply::Tree { entries, .. } => {
                let folders = entries.into_iter().filter(|entry| entry.is_folder);
                folders.map(|entry| format!("{}/", entry.path)).collect()
            }
            Reply::Models { models, .. } => {
                let usable = models.into_iter().filter(|model| !model.embeds_only);
                usable.map(|model| model.name).collect()
            }
            Reply::Providers { providers } => {
                let names = providers.into_iter();
                names.map(|provider| provider.provider).collect()
            }
            Reply::Branches { branches } => branches,
            Reply::Sessions { sessions } => {
                let names = sessions.into_iter();
                let names = names.map(|one| one.settings.name);
                names.filter(|name| !name.is_empty()).collect()
            }
            _ => Vec::new(),
        };
        self.choose_of(completing, choices);
    }

    /// Inserts the unambiguous part, and prints the choices if there are several.
    fn choose_of(&mut self, completing: &Completing, choices: Vec<String>) {
        let Completing {
            typed,
            from,
            behind,
        } = completing;
        let part = typed.get(*from..).unwrap_or_default();
        let before = typed.get(..*from).unwrap_or_default();
        let lower = part.to_lowercase();
        let (mut fitting, others): (Vec<String>, Vec<String>) = choices
            .into_iter()
            .partition(|choice| choice.to_lowercase().starts_with(&lower));
        // Matches of files include parts of paths, those of commands their other names; those that
        // start with the typed text take precedence.
        if fitting.is_empty() && before.ends_with(['@', '/']) {
            fitting = others;
        }
        match fitting.as_slice() {
            [] => self.effects.push(Effect::Bell),
            [only] => self.put_in(typed, format!("{before}{only}{behind}"), Vec::new()),
            several => {
                let common = in_common(several);
                let goes_on = common.chars().count() > part.chars().count();
                let goes_on = goes_on && common.to_lowercase().starts_with(&lower);
                let becomes = if goes_on {
                    format!("{before}{common}")
                } else {
                    typed.clone()
                };
                let lines = printed(several);
                self.put_in(typed, becomes, lines);
            }
        }
    }

    fn put_in(&mut self, typed: &str, becomes: String, choices: Vec<String>) {
        self.effects.push(Effect::Complete(Completed {
            typed: typed.to_owned(),
            becomes,
            choices,
        }));
    }
}

/// Returns the printed list of choices.
fn printed(choices: &[String]) -> Vec<String> {
    let mut lines = vec![say!(
        "plain-complete",
        choices = counted(choices.len(), "choice")
    )];
    lines.extend(choices.iter().take(PRINTED).map(|one| text::line(one)));
    if let Some(more) = choices.len().checked_sub(PRINTED).filter(|more| *more > 0) {
        lines.push(say!("plain-complete-more", more));
    }
    lines
}

/// Returns the common prefix of all choices.
fn in_common(choices: &[String]) -> String {
    let mut choices = choices.iter();
    let mut common: Vec<char> = choices
        .next()
        .map(|one| one.chars().collect())
        .unwrap_or_default();
    for other in choices {
        let same = common.iter().zip(other.chars());
        let same = same
            .take_while(|(letter, other)| **letter == *other)
            .count();
        common.truncate(same);
    }
    common.into_iter().collect()
}
