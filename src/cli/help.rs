//! Translates the help of the command line, and the messages for wrong arguments. The types in
//! `args` hold the English texts; the other languages look each text up by it
//! (`l10n::of_argument`). Does nothing unless help is requested or an argument is wrong.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValue, StyledStr};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use super::BAD_USAGE;
use super::args::{Arguments, SessionFlags};
use super::stderr::complain;
use crate::app::Setup;
use client::manual;
use engine::Attendance;
use l10n::{Language, say};
use notice::words::nearest_of;
use notice::{Notice, notice};

#[cfg(test)]
mod languages;
#[cfg(test)]
pub(crate) mod tests;

/// Sets the language that the program would use with these arguments: from the flag, the
/// environment, the configuration or the locale.
pub(super) fn speak(arguments: &[OsString]) {
    let variable = |name: &str| std::env::var(name).ok();
    let flags = SessionFlags {
        set: set_language(arguments),
        ..SessionFlags::default()
    };
    let language = match Setup::of(flags, Attendance::Unattended) {
        Ok(setup) => setup.language(),
        // If no configuration can be located, for example in a folder that is gone.
        Err(_) => Language::chosen(
            &variable("AGENTICHAT_LANGUAGE").unwrap_or_default(),
            variable,
        ),
    };
    l10n::speak(language);
}

/// Returns the language settings among the `--set` flags.
fn set_language(arguments: &[OsString]) -> Vec<String> {
    let words = arguments.iter().filter_map(|argument| argument.to_str());
    let words = words.map(|word| word.strip_prefix("--set=").unwrap_or(word));
    let of_language = words.filter(|word| word.starts_with("language="));
    of_language.map(str::to_owned).collect()
}

/// Returns the translated message for an argument error; `None` if clap's English
/// has no translation.
pub(super) fn mistake(error: &clap::Error) -> Option<String> {
    // Clap's English says that an option before a command is wrong, and not where it goes.
    let is_before_command = error.get(ContextKind::InvalidSubcommand).is_some()
        && error.kind() == ErrorKind::ArgumentConflict;
    if l10n::spoken() == Language::English && !is_before_command {
        return None;
    }
    let mut lines = vec![problem_words(error)?];
    let near = |kind| text_of(error, kind);
    lines.extend(near(ContextKind::SuggestedArg).map(|near| say!("cli-similar-argument", near)));
    lines.extend(
        near(ContextKind::SuggestedSubcommand).map(|near| say!("cli-similar-command", near)),
    );
    lines.extend(near(ContextKind::SuggestedValue).map(|near| say!("cli-similar-value", near)));
    if let Some(values) =
        text_of(error, ContextKind::ValidValue).filter(|values| !values.is_empty())
    {
        lines.push(format!("  {}", say!("cli-values", values)));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage:").unwrap_or(&usage).trim();
        lines.push(format!("\n{} {usage}", say!("cli-usage")));
    }
    lines.push(format!("\n{}\n", say!("cli-more")));
    Some(lines.join("\n"))
}

fn problem_words(error: &clap::Error) -> Option<String> {
    let argument = text_of(error, ContextKind::InvalidArg);
    let value = text_of(error, ContextKind::InvalidValue).unwrap_or_default();
    Some(match error.kind() {
        ErrorKind::UnknownArgument => say!("cli-unknown-argument", argument = argument?),
        ErrorKind::InvalidSubcommand => {
            let command = text_of(error, ContextKind::InvalidSubcommand)?;
            say!("cli-unknown-command", command)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            say!("cli-value-missing", argument = argument?)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            say!("cli-wrong-value", value, argument = argument?)
        }
        ErrorKind::MissingRequiredArgument => say!("cli-missing", arguments = argument?),
        ErrorKind::MissingSubcommand => say!("cli-missing-command").to_owned(),
        ErrorKind::ArgumentConflict => {
            let other = text_of(error, ContextKind::PriorArg)?;
            match text_of(error, ContextKind::InvalidSubcommand) {
                Some(command) => {
                    let options = other.replace(", ", " ");
                    say!("cli-options-before-command", command, options)
                }
                None => say!("cli-conflict", argument = argument?, other),
            }
        }
        _ => return None,
    })
}

/// Returns a part of an argument error; several values are joined with commas.
fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        ContextValue::StyledStrs(texts) => {
            let texts: Vec<String> = texts.iter().map(StyledStr::to_string).collect();
            Some(texts.join(", "))
        }
        _ => None,
    }
}

/// Returns the requested help in the user's language.
pub(super) fn help(asked: clap::Error, arguments: &[OsString]) -> clap::Error {
    let asks = matches!(
        asked.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if !asks || l10n::spoken() == Language::English {
        return asked;
    }
    match command().try_get_matches_from(arguments) {
        Err(help) => help,
        Ok(_) => asked,
    }
}

/// Prints the page of the manual about a topic, or the help of the command with these words; without
/// a word the help of the program, with the topics.
pub(super) fn topic(words: &[String]) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    speak(&arguments);
    match about(words) {
        Ok(text) => {
            // A closed pipe takes no more of the text.
            io::stdout().lock().write_all(text.as_bytes()).ok();
            ExitCode::SUCCESS
        }
        Err(why) => complain(&l10n::said(&why), BAD_USAGE),
    }
}

fn about(words: &[String]) -> Result<String, Notice> {
    let [first, ..] = words else {
        let mut program = command();
        let pages = say!("cli-help-pages", pages = manual::names(manual::PAGES));
        return Ok(format!("{}\n{pages}\n", program.render_long_help()));
    };
    let page = manual::page(first).filter(|_| words.len() == 1);
    let found = words.iter().try_fold(command(), |below, word| {
        below.find_subcommand(word).cloned()
    });
    match (page, found) {
        (Some(page), None) => Ok(page.text.to_owned()),
        (Some(page), Some(_)) => {
            let options = say!(
                "cli-help-options",
                command = format!("agentichat {first} --help")
            );
            Ok(format!("{}\n{options}\n", page.text))
        }
        (None, Some(mut found)) => Ok(format!("{}\n", found.render_long_help())),
        (None, None) => Err(unknown(&words.join(" "))),
    }
}

fn unknown(topic: &str) -> Notice {
    let program = command();
    let commands = program.get_subcommands().map(Command::get_name);
    let topics = commands.chain(manual::PAGES.iter().map(|page| page.name));
    let why = notice!("cli-help-unknown", topic);
    match nearest_of(topic, topics) {
        Some(word) => notice!("told-did-you-mean", why, word),
        None => why,
    }
}

/// Returns the command line with its texts in the user's language.
fn command() -> Command {
    let mut command = Arguments::command();
    // From here on the flags exist that clap adds, and those that apply to subcommands.
    command.build();
    match l10n::spoken() {
        Language::English => command,
        Language::French | Language::Portuguese => told(command),
    }
}

fn told(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(ToString::to_string) {
        command = command.about(said(&about));
    }
    if let Some(behind) = command.get_after_help().map(ToString::to_string) {
        let behind = behind.replacen("Examples:", say!("cli-examples"), 1);
        let secret = "# asks for the key without showing it";
        command = command.after_help(behind.replacen(secret, say!("cli-example-key"), 1));
    }
    let template = template(&command);
    command
        .help_template(template)
        .mut_args(argument)
        .mut_subcommands(told)
}

/// Translates a text; returns it unchanged if there is no translation.
fn said(english: &str) -> String {
    l10n::of_argument(english).map_or_else(|| english.to_owned(), str::to_owned)
}

/// Returns the help template of a command, with own headings: clap's are English.
fn template(command: &Command) -> String {
    let header = *command.get_styles().get_header();
    let heading = |words: &str| format!("{header}{words}{header:#}");
    let mut out = format!(
        "{{about-with-newline}}\n{} {{usage}}",
        heading(say!("cli-usage"))
    );
    let mut part = |is_there: bool, words: &str, tag: &str| {
        if is_there {
            out.push_str(&format!("\n\n{}\n{{{tag}}}", heading(words)));
        }
    };
    let has_commands = command.get_subcommands().any(|one| !one.is_hide_set());
    part(has_commands, say!("cli-commands"), "subcommands");
    let shown = || command.get_arguments().filter(|one| !one.is_hide_set());
    let has_positionals = shown().any(Arg::is_positional);
    part(has_positionals, say!("cli-arguments"), "positionals");
    let has_options = shown().any(|one| !one.is_positional());
    part(has_options, say!("cli-options"), "options");
    out.push_str("{after-help}");
    out
}

/// Returns an argument with its translated help, including what clap would add in English.
fn argument(argument: Arg) -> Arg {
    let Some(english) = argument.get_help().map(ToString::to_string) else {
        return argument;
    };
    let long = argument.get_long_help().map(ToString::to_string);
    let values: Vec<PossibleValue> = if argument.get_action().takes_values() {
        argument.get_possible_values()
    } else {
        Vec::new()
    };
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<String> = defaults
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let default = if defaults.is_empty() || !argument.get_action().takes_values() {
        String::new()
    } else {
        say!("cli-default", value = defaults.join(" "))
    };
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let mut short = said(&english);
    if !default.is_empty() {
        short.push_str(&format!(" {default}"));
    }
    if !names.is_empty() {
        short.push_str(&format!(
            " {}",
            say!("cli-values", values = names.join(", "))
        ));
    }
    let explained = values.iter().any(|value| value.get_help().is_some());
    let long = match long {
        Some(long) => Some(said(&long)),
        None => explained.then(|| explained_help(&said(&english), &values, &default)),
    };
    let mut argument = argument
        .help(short)
        .hide_default_value(true)
        .hide_possible_values(true);
    if let Some(long) = long {
        argument = argument.long_help(long);
    }
    argument
}

/// Returns the help of an argument whose values are explained.
fn explained_help(help: &str, values: &[PossibleValue], default: &str) -> String {
    let mut out = format!("{help}\n\n{}", say!("cli-values-head"));
    for value in values {
        let meaning = value.get_help().map(ToString::to_string);
        let meaning = said(&meaning.unwrap_or_default());
        out.push_str(&format!(
            "\n{}",
            say!("cli-value", value = value.get_name(), meaning)
        ));
    }
    if !default.is_empty() {
        out.push_str(&format!("\n\n{default}"));
    }
    out
}
