//! Matches the words of a simple command against the table, and collects the conditions
//! on the disk.

use std::path::{Path, PathBuf};

use super::condition::{Condition, TreeReader};
use super::lexer::Word;
use super::table::{Command, Kind, table};
use super::values::{is_git_format, is_number, is_open_git_setting, is_plain_jq, is_printing_sed};
use super::{CommandLocation, NotLow};
use notice::notice;

/// Names that bash and dash do not look up in `PATH`.
const BUILTINS: &[&str] = &[
    "cd", "command", "echo", "false", "pwd", "test", "true", "type",
];

/// Whether the table lists `program` with `arguments` as read-only, whatever they name.
pub(in crate::shell) fn reads(program: &str, arguments: &[&str]) -> bool {
    let words: Vec<Word> = std::iter::once(&program)
        .chain(arguments)
        .map(|text| Word {
            text: (*text).to_owned(),
            glob: false,
            quoted: false,
            span: (0, 0),
        })
        .collect();
    program == "cd" || Matched::of(&words).is_ok()
}

/// Adds the conditions for the command `words`, which runs in one of `folders`.
///
/// # Errors
/// If the command is not low under any condition.
pub(super) fn conditions(
    words: &[Word],
    folders: &[PathBuf],
    place: CommandLocation<'_>,
    conditions: &mut Vec<Condition>,
) -> Result<(), NotLow> {
    let matched = Matched::of(words)?;
    if !BUILTINS.contains(&matched.program) {
        let program = Condition::Program(matched.program.to_owned());
        if !conditions.contains(&program) {
            conditions.push(program);
        }
    }
    for folder in folders {
        let mut reading = Reading {
            matched: &matched,
            folder: folder.join(matched.git_folder),
            place,
            conditions,
        };
        reading.note()?;
    }
    Ok(())
}

/// A command whose options and values are all in the table.
#[derive(Debug)]
struct Matched<'w> {
    program: &'w str,
    rule: Rule,
    /// The given options, without values.
    options: Vec<&'w str>,
    /// Values and operands that may name something, with their kinds.
    named: Vec<(&'w Word, &'w str, Kind)>,
    /// Number of operands that name something read, measured or searched.
    reads: usize,
    /// The operands and `--` in their order, for the listing by git.
    operands: Vec<&'w str>,
    /// The folder after `-C`.
    git_folder: &'w str,
}

#[derive(Debug)]
enum Rule {
    Command(&'static Command),
    /// Asks for the version; these files determine the program.
    Version(&'static [String]),
}

impl<'w> Matched<'w> {
    fn of(words: &'w [Word]) -> Result<Self, NotLow> {
        let Some((name, mut rest)) = words.split_first() else {
            return Err(NotLow::new(
                notice!("risk-has-no-command-at-its-end"),
                (0, 0),
            ));
        };
        let program = name.text.as_str();
        let unknown = || NotLow::new(notice!("risk-runs-not-known", name = program), name.span);
        if name.quoted || name.glob {
            return Err(unknown());
        }
        if let [one] = rest
            && let Some(chosen_by) = table().version(program, &one.text)
        {
            return Ok(Self::new(program, Rule::Version(chosen_by), ""));
        }
        let mut git_folder = "";
        let command = if program == "git" {
            (git_folder, rest) = git_options(rest)?;
            let (command, behind) = git_subcommand(rest).ok_or_else(unknown)?;
            rest = behind;
            command
        } else {
            table().command(program).ok_or_else(unknown)?
        };
        let mut matched = Self::new(program, Rule::Command(command), git_folder);
        matched.arguments(command, rest)?;
        matched.check(command, name)?;
        Ok(matched)
    }

    fn new(program: &'w str, rule: Rule, git_folder: &'w str) -> Self {
        Self {
            program,
            rule,
            options: Vec::new(),
            named: Vec::new(),
            reads: 0,
            operands: Vec::new(),
            git_folder,
        }
    }

    fn arguments(&mut self, command: &'static Command, words: &'w [Word]) -> Result<(), NotLow> {
        let mut words = words.iter();
        let mut operands: Vec<&Word> = Vec::new();
        // A parser that stops options at the first operand treats the words after it
        // as operands too.
        let mut also: Vec<&Word> = Vec::new();
        let mut ended = false;
        while let Some(word) = words.next() {
            let text = word.text.as_str();
            let is_option =
                !ended && !command.no_options && text.len() > 1 && text.starts_with('-');
            let behind_operand = !operands.is_empty() && !command.expression;
            if is_option && text == "--" && !command.expression {
                ended = true;
                self.operands.push(text);
            } else if is_option {
                if word.glob {
                    return Err(self.refused(word));
                }
                let value = self.option(command, word, &mut words)?;
                if behind_operand {
                    also.push(word);
                    also.extend(value);
                }
            } else if command.expression && !self.options.is_empty() {
                // `(` and `)` group the tests of an expression.
                if !matches!(text, "(" | ")") {
                    return Err(self.refused(word));
                }
            } else {
                operands.push(word);
                self.operands.push(text);
            }
        }
        let skip = usize::from(self.has(&command.instead_of_first));
        let most = command
            .most
            .map_or(usize::MAX, |most| most.saturating_sub(skip));
        if operands.len() + also.len() > most
            || operands.len() + also.len() > 0
                && command.operands.get(skip..).is_none_or(<[_]>::is_empty)
        {
            return Err(NotLow::new(
                notice!("risk-runs-in-a-way", name = self.program),
                operands.last().map_or((0, 0), |word| word.span),
            ));
        }
        let kinds = command.operands.get(skip..).unwrap_or_default();
        for (at, word) in operands.iter().chain(&also).enumerate() {
            let Some(kind) = kinds.get(at).or(kinds.last()) else {
                continue;
            };
            let is_read = matches!(kind, Kind::File | Kind::Name | Kind::Search);
            if at >= operands.len() && !is_read {
                continue;
            }
            self.reads += usize::from(is_read && at < operands.len());
            self.named.push((word, &word.text, *kind));
        }
        if !operands.is_empty() && !command.operands_need.is_empty() {
            self.needs(&command.operands_need, operands.first().copied())?;
        }
        Ok(())
    }

    /// Consumes an option with its value; returns the word of the value.
    fn option(
        &mut self,
        command: &'static Command,
        word: &'w Word,
        words: &mut std::slice::Iter<'w, Word>,
    ) -> Result<Option<&'w Word>, NotLow> {
        let text = word.text.as_str();
        let whole = text.split_once('=').map_or(text, |(name, _)| name);
        let value = text.split_once('=').map(|(_, value)| value);
        if text.starts_with("--") || command.expression || known_whole(command, text) {
            self.options.push(whole);
            match value {
                None if is_flag(command, whole) || command.optional.contains_key(whole) => {}
                None => {
                    let kind = command
                        .values
                        .get(whole)
                        .ok_or_else(|| self.refused(word))?;
                    let next = self.value_behind(word, *kind, words)?;
                    return Ok(Some(next));
                }
                Some(value) if text.starts_with("--") => {
                    let kind = (command.values.get(whole))
                        .or_else(|| command.optional.get(whole))
                        .ok_or_else(|| self.refused(word))?;
                    self.named.push((word, value, *kind));
                }
                Some(_) => return Err(self.refused(word)),
            }
            return Ok(None);
        }
        if command.count
            && text
                .get(1..)
                .is_some_and(|count| count.len() < 9 && count.bytes().all(|b| b.is_ascii_digit()))
        {
            return Ok(None);
        }
        self.cluster(command, word, words)
    }

    /// Takes the next word as the value of `option`. Refuses one that looks like an option: some
    /// program may parse it as one.
    fn value_behind(
        &mut self,
        option: &'w Word,
        kind: Kind,
        words: &mut std::slice::Iter<'w, Word>,
    ) -> Result<&'w Word, NotLow> {
        let next = words.next().ok_or_else(|| self.refused(option))?;
        if next.text.starts_with('-') && kind != Kind::Number {
            return Err(self.refused(next));
        }
        self.named.push((next, &next.text, kind));
        Ok(next)
    }

    /// Consumes a cluster of letters; the last one may have a value.
    fn cluster(
        &mut self,
        command: &'static Command,
        word: &'w Word,
        words: &mut std::slice::Iter<'w, Word>,
    ) -> Result<Option<&'w Word>, NotLow> {
        let text = word.text.as_str();
        for (at, letter) in text.char_indices().skip(1) {
            let behind = text.get(at + letter.len_utf8()..).unwrap_or_default();
            if command.letters.contains(letter) {
                self.options
                    .push(text.get(at..at + letter.len_utf8()).unwrap_or_default());
                continue;
            }
            let name = format!("-{letter}");
            let required = command.values.get(&name);
            let kind = required
                .or_else(|| command.optional.get(&name))
                .ok_or_else(|| self.refused(word))?;
            self.options
                .push(text.get(at..at + letter.len_utf8()).unwrap_or_default());
            if behind.is_empty() && required.is_some() {
                return self.value_behind(word, *kind, words).map(Some);
            }
            if !behind.is_empty() {
                self.named.push((word, behind, *kind));
            }
            return Ok(None);
        }
        Ok(None)
    }

    fn check(&self, command: &Command, name: &Word) -> Result<(), NotLow> {
        if !command.needs.is_empty() {
            self.needs(&command.needs, Some(name))?;
        }
        for (word, text, kind) in &self.named {
            let fits = match kind {
                Kind::Text => true,
                // A glob with `/` is relative to the working folder, not to the searched one.
                Kind::Glob => text.starts_with('!') || !text.contains('/'),
                Kind::Type => text.chars().all(|c| c.is_ascii_lowercase()),
                Kind::Number => is_number(text),
                Kind::GitFormat => is_git_format(text),
                Kind::Sed => is_printing_sed(text),
                Kind::Jq => is_plain_jq(text),
                Kind::DateFormat => text.starts_with('+'),
                Kind::GitSetting => is_open_git_setting(text),
                Kind::File | Kind::Name | Kind::Search | Kind::Revision => !text.is_empty(),
            };
            let opens = matches!(kind, Kind::File | Kind::Name | Kind::Search);
            // A pattern may expand to many words.
            let many = word.glob && (!opens || command.most.is_some());
            if !fits || many {
                return Err(self.refused(word));
            }
        }
        Ok(())
    }

    fn needs(&self, one_of: &[String], at: Option<&Word>) -> Result<(), NotLow> {
        if self.has(one_of) {
            return Ok(());
        }
        Err(NotLow::new(
            notice!("risk-runs-in-a-way", name = self.program),
            at.map_or((0, 0), |word| word.span),
        ))
    }

    fn refused(&self, word: &Word) -> NotLow {
        not_known(self.program, word)
    }

    /// Whether one of these options was given.
    fn has(&self, options: &[String]) -> bool {
        options.iter().any(|option| self.gave(option))
    }

    /// Whether this option was given: as a word, or as a letter in a cluster.
    fn gave(&self, option: &str) -> bool {
        let letter = option.strip_prefix('-').unwrap_or_default();
        (self.options.iter()).any(|given| *given == option || *given == letter)
    }
}

fn not_known(program: &str, word: &Word) -> NotLow {
    let option = &word.text;
    NotLow::new(
        notice!("risk-runs-with-not-known", name = program, option),
        word.span,
    )
}

fn is_flag(command: &Command, option: &str) -> bool {
    command.flags.iter().any(|flag| flag == option)
}

/// Whether an option with a single dash is a word of its own: `-print`, `-vv`.
fn known_whole(command: &Command, text: &str) -> bool {
    text.len() > 2 && is_flag(command, text)
}

/// Consumes the options before a subcommand of git.
fn git_options(words: &[Word]) -> Result<(&str, &[Word]), NotLow> {
    let mut folder = "";
    let mut rest = words;
    loop {
        match rest {
            [option, behind @ ..]
                if matches!(
                    option.text.as_str(),
                    "--no-pager" | "-P" | "--no-optional-locks"
                ) =>
            {
                rest = behind;
            }
            [option, value, behind @ ..]
                if option.text == "-C"
                    && folder.is_empty()
                    && !value.glob
                    && !value.text.is_empty() =>
            {
                folder = &value.text;
                rest = behind;
            }
            [option, ..] if option.text.starts_with('-') => {
                return Err(not_known("git", option));
            }
            _ => return Ok((folder, rest)),
        }
    }
}

/// Returns the entry for the first two words, else for the first, with the remaining words.
fn git_subcommand(words: &[Word]) -> Option<(&'static Command, &[Word])> {
    let name = |count: usize| {
        let names = words.get(..count)?;
        let plain = names
            .iter()
            .all(|word| !word.glob && !word.text.contains(' '));
        let names: Vec<&str> = names.iter().map(|word| word.text.as_str()).collect();
        plain.then(|| {
            ["git"]
                .into_iter()
                .chain(names)
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    [2, 1].into_iter().find_map(|count| {
        let command = table().command(&name(count)?)?;
        Some((command, words.get(count..)?))
    })
}

/// The data that a matched command reads when it runs in one folder.
struct Reading<'r, 'w> {
    matched: &'r Matched<'w>,
    folder: PathBuf,
    place: CommandLocation<'r>,
    conditions: &'r mut Vec<Condition>,
}

impl Reading<'_, '_> {
    fn note(&mut self) -> Result<(), NotLow> {
        let command = match &self.matched.rule {
            Rule::Command(command) => *command,
            Rule::Version(chosen_by) => {
                self.conditions.push(Condition::NotChosen {
                    folder: self.folder.clone(),
                    files: chosen_by.to_vec(),
                });
                return Ok(());
            }
        };
        if self.matched.program == "git" {
            self.path(self.folder.clone(), Kind::Name, false, (0, 0))?;
            self.conditions
                .push(Condition::Repository(self.folder.clone()));
        }
        let searches = self.matched.has(&command.recursive);
        for (word, text, kind) in &self.matched.named {
            let kind = if searches && *kind == Kind::File {
                Kind::Search
            } else {
                *kind
            };
            self.named(word, text, kind)?;
        }
        let here = if searches {
            Some(Kind::Search)
        } else {
            command.here
        };
        if let (Some(kind), 0) = (here, self.matched.reads) {
            let folder = self.folder.clone();
            self.path(folder, kind, false, (0, 0))?;
        }
        self.git_names(command);
        Ok(())
    }

    fn named(&mut self, word: &Word, text: &str, kind: Kind) -> Result<(), NotLow> {
        match kind {
            Kind::File | Kind::Name | Kind::Search if matches!(text, "-" | "/dev/null") => Ok(()),
            Kind::File | Kind::Name | Kind::Search => {
                self.path(self.folder.join(text), kind, word.glob, word.span)
            }
            Kind::Revision => self.revision(word, text),
            _ => Ok(()),
        }
    }

    /// Adds the condition for a path that is read.
    fn path(
        &mut self,
        path: PathBuf,
        kind: Kind,
        glob: bool,
        span: super::Span,
    ) -> Result<(), NotLow> {
        let inner = inside(&path, self.place.root).ok_or_else(|| {
            let name = path.display();
            NotLow::new(notice!("risk-reads-outside-the-workspace", name), span)
        })?;
        let contents = kind != Kind::Name;
        if contents && self.place.blocks.holds(&inner) {
            let text = notice!("risk-reads-which-is-on", name = inner);
            return Err(NotLow::new(text, span));
        }
        let condition = match kind {
            _ if glob => {
                let literal = path.to_string_lossy().into_owned();
                if !has_literal_folder(&literal, &self.folder) || kind == Kind::Search {
                    return Err(NotLow::new(notice!("risk-has-a-pattern-without"), span));
                }
                Condition::Pattern { path, contents }
            }
            Kind::File => Condition::Contents(path),
            Kind::Search => Condition::Search {
                path,
                reader: self.reader(),
            },
            _ => Condition::Name(path),
        };
        self.conditions.push(condition);
        Ok(())
    }

    fn reader(&self) -> TreeReader {
        let texts = |wanted: Kind| {
            let named = self.matched.named.iter();
            let found = named.filter(|(_, _, kind)| *kind == wanted);
            found.map(|(_, text, _)| (*text).to_owned()).collect()
        };
        if self.matched.program == "rg" {
            // Files that a glob excludes are still checked.
            let mut globs: Vec<String> = texts(Kind::Glob);
            globs.retain(|glob| !glob.starts_with('!'));
            TreeReader::Ripgrep {
                globs,
                types: texts(Kind::Type),
            }
        } else {
            TreeReader::Everything
        }
    }

    /// Checks a revision, or a path, or `REVISION:PATH`: whichever it is, it must not be
    /// blocked or outside.
    fn revision(&mut self, word: &Word, text: &str) -> Result<(), NotLow> {
        // Such a word matches paths by its own rules, or selects a commit by its message.
        if text.starts_with(':') || word.glob {
            return Err(self.matched.refused(word));
        }
        let path = text.rsplit(':').next().unwrap_or(text);
        let blocked = |path: &str| {
            let path = path.trim_start_matches("./");
            self.place.blocks.holds(path)
        };
        if blocked(path) || blocked(text) {
            let reason = notice!("risk-reads-which-is-on", name = text);
            return Err(NotLow::new(reason, word.span));
        }
        // A range contains dots but does not lead out of a folder, although it looks like that.
        if !path.is_empty() && !is_range(path) {
            self.path(self.folder.join(path), Kind::Name, false, word.span)?;
        }
        Ok(())
    }

    fn git_names(&mut self, command: &Command) {
        let objects = self
            .matched
            .operands
            .iter()
            .filter(|text| text.contains(':'))
            .count();
        if command.lists.is_empty() || objects > 0 && objects == self.matched.operands.len() {
            return;
        }
        let mut arguments = command.lists.clone();
        arguments.extend(
            command
                .lists_with
                .iter()
                .filter(|option| self.matched.gave(option))
                .cloned(),
        );
        let plain = self
            .matched
            .operands
            .iter()
            .filter(|text| !text.contains(':'));
        arguments.extend(plain.map(|text| (*text).to_owned()));
        self.conditions.push(Condition::GitNames {
            folder: self.folder.clone(),
            arguments,
        });
    }
}

/// Whether `text` is a range of revisions and so not a path: `HEAD~3..HEAD`, `main...topic`.
fn is_range(text: &str) -> bool {
    text.split_once("..").is_some_and(|(from, to)| {
        let end = |text: &str| !text.starts_with(['.', '/']) && !text.ends_with('/');
        !from.contains('/')
            && !from.is_empty()
            && end(to.trim_start_matches('.'))
            && !to.contains("..")
    })
}

/// Returns the path relative to the root, as text, unless its text alone leads outside.
fn inside(path: &Path, root: &Path) -> Option<String> {
    use std::path::Component;
    let behind = path.strip_prefix(root).ok()?;
    let mut parts: Vec<&str> = Vec::new();
    for part in behind.components() {
        match part {
            Component::Normal(name) => parts.push(name.to_str()?),
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}

/// Whether a folder without a pattern precedes the pattern, so that no expansion can begin
/// with a dash.
fn has_literal_folder(path: &str, folder: &Path) -> bool {
    let folder = folder.to_string_lossy();
    let written = path.strip_prefix(folder.as_ref()).unwrap_or(path);
    let written = written.strip_prefix('/').unwrap_or(written);
    let first = written.split('/').next().unwrap_or_default();
    written.contains('/') && !first.is_empty() && !first.contains(['*', '?'])
}
