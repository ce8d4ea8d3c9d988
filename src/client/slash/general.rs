//! `/help`, `/quit`, `/clear`, `/init`, `/stop`, `/search`, `/copy`, `/doctor`, `/prompts`.

use std::path::PathBuf;

use super::format;
use super::outcome::{
    Formatter, FrontAction, FrontEnd, RepeatScope, SlashContext, SlashOutcome, ThemeRequest,
};
use super::parse::Line;
use super::registry::{PALETTES, SLASH_COMMANDS, SlashCommand, find, unknown, usage};
use crate::manual::{self, Page};
use l10n::say;
use protocol::command::{CancelMode, Command};
use protocol::custom::CustomCommand;
use protocol::query::Query;
use protocol::review::ReviewBase;
use protocol::session::{SessionSettings, SessionStatus};

/// Maximum number of characters of arguments in the list of all commands.
const IN_LIST: usize = 24;

pub(super) fn help(line: &Line, context: &SlashContext) -> SlashOutcome {
    let Some(name) = line.arguments.first() else {
        return SlashOutcome::Show(list(context));
    };
    let name = name.trim_start_matches('/').to_lowercase();
    let own_command = || context.custom.iter().find(|command| command.name == name);
    let command = find(&name)
        .map(|command| one(command, context.front))
        .or_else(|| own_command().map(own));
    match (command, manual::page(&name)) {
        (Some(command), Some(page)) if context.front == FrontEnd::Screen => {
            SlashOutcome::Show(format!("{command}\n\n{}", page.text))
        }
        // A page of a command's name tells of the screen's keys.
        (Some(command), _) => SlashOutcome::Show(command),
        (None, Some(page)) => SlashOutcome::Show(page.text.to_owned()),
        (None, None) => SlashOutcome::Error(unknown(&name, context).to_string()),
    }
}

/// Formats a command of the workspace, with the text that it sends.
fn own(command: &CustomCommand) -> String {
    let usage = format!("/{} {}", command.name, command.arguments);
    let body = command.body.replace("\n", "\n> ");
    say!(
        "command-own",
        usage = usage.trim_end(),
        help = command.help,
        name = command.name,
        body
    )
}

fn list(context: &SlashContext) -> String {
    let mut text = String::from(say!("command-list-head"));
    for command in SLASH_COMMANDS {
        let usage = format!("/{} {}", command.name, in_list(command.arguments));
        text.push_str(&format!(
            "| `{}` | {} |\n",
            usage.trim_end(),
            command.said_in(context.front)
        ));
    }
    for command in context.custom.iter() {
        let usage = format!("/{} {}", command.name, in_list(&command.arguments));
        let help = escape(&command.help);
        text.push_str(&say!("command-list-own", usage = usage.trim_end(), help));
    }
    text.push_str(match context.front {
        FrontEnd::Screen => say!("command-list-foot"),
        FrontEnd::Lines => say!("command-list-foot-in-lines"),
    });
    let is_shown = |page: &&Page| context.front == FrontEnd::Screen || !page.is_of_the_screen();
    let pages = manual::names(manual::PAGES.iter().filter(is_shown));
    text.push_str(&say!("command-list-pages", pages));
    text
}

fn one(command: &SlashCommand, front: FrontEnd) -> String {
    let usage = format!("/{} {}", command.name, command.arguments);
    let mut text = format!("`{}`\n\n{}", usage.trim_end(), command.said_in(front));
    if !command.aliases.is_empty() {
        let aliases: Vec<String> = command
            .aliases
            .iter()
            .map(|alias| format!("`/{alias}`"))
            .collect();
        text.push_str(&say!("command-also", aliases = aliases.join(", ")));
    }
    text
}

/// Shortens arguments for the list of all commands; a command's own help has longer ones in full.
fn in_list(arguments: &str) -> String {
    if arguments.chars().count() <= IN_LIST {
        escape(arguments)
    } else {
        "…".to_owned()
    }
}

/// Escapes bars, which would end the table cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|")
}

pub(super) fn quit(_line: &Line, _context: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::Quit)
}

pub(super) fn demo(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::Demo)
}

pub(super) fn start(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::OpenStart)
}

pub(super) fn review(line: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::OpenReview(match line.arguments.as_slice() {
        [] => ReviewBase::Open,
        [branch] => ReviewBase::Branch {
            branch: branch.clone(),
        },
        _ => return SlashOutcome::Error(say!("command-review-one").to_owned()),
    }))
}

pub(super) fn apply(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::OpenSummary)
}

pub(super) fn checkpoints(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::OpenCheckpoints)
}

pub(super) fn keys(line: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(match line.arguments.first().map(String::as_str) {
        Some("test") => FrontAction::TestKeys,
        _ => FrontAction::OpenKeys,
    })
}

pub(super) fn vim(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::ToggleVim)
}

pub(super) fn figures(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::OpenFigures)
}

/// `/theme [name] [save]`, `/theme palette <name> [save]`, `/theme save`.
pub(super) fn theme(line: &Line, _: &SlashContext) -> SlashOutcome {
    let mut words = line.arguments.iter().map(String::as_str);
    let mut wish = ThemeRequest::default();
    while let Some(word) = words.next() {
        match word {
            _ if wish.keep => return usage("theme", say!("command-nothing-behind-save")),
            "save" => wish.keep = true,
            "palette" => {
                let named = words.next().unwrap_or_default();
                wish.palette = PALETTES.iter().find(|palette| **palette == named).copied();
                if wish.palette.is_none() {
                    return usage("theme", say!("command-palettes"));
                }
            }
            name if wish.name.is_none() && wish.palette.is_none() => {
                wish.name = Some(name.to_owned());
            }
            _ => return usage("theme", say!("command-one-theme")),
        }
    }
    SlashOutcome::Front(FrontAction::Theme(wish))
}

pub(super) fn rollback(line: &Line, _: &SlashContext) -> SlashOutcome {
    match line.rest.trim() {
        "" => SlashOutcome::Front(FrontAction::OpenRollback),
        "undo" => SlashOutcome::Front(FrontAction::UndoRollback),
        _ => usage("rollback", say!("command-say-rollback")),
    }
}

pub(super) fn clear_conversation(_line: &Line, context: &SlashContext) -> SlashOutcome {
    match clear(context) {
        Ok(order) => SlashOutcome::Commands(vec![order]),
        Err(why) => SlashOutcome::Error(why),
    }
}

/// Returns the command that clears the conversation, or the reason why it is not possible.
pub(super) fn clear(context: &SlashContext) -> Result<Command, String> {
    if matches!(
        context.status,
        SessionStatus::Running | SessionStatus::Waiting
    ) {
        return Err(say!("command-run-goes-on").to_owned());
    }
    Ok(Command::ClearMessages {
        session: context.session,
    })
}

pub(super) fn stop(_line: &Line, context: &SlashContext) -> SlashOutcome {
    SlashOutcome::Commands(vec![Command::CancelRun {
        session: context.session,
        how: CancelMode::Gracefully,
    }])
}

pub(super) fn unqueue(_line: &Line, context: &SlashContext) -> SlashOutcome {
    SlashOutcome::Commands(vec![Command::UnqueueMessage {
        session: context.session,
    }])
}

/// The message with which the agent writes AGENTS.md.
const INIT: &str = include_str!("../../../assets/prompts/init.md");

pub(super) fn init(line: &Line, _: &SlashContext) -> SlashOutcome {
    if line.rest.is_empty() {
        SlashOutcome::Message(INIT.trim_end().to_owned())
    } else {
        usage("init", say!("command-no-arguments"))
    }
}

pub(super) fn copy(line: &Line, _: &SlashContext) -> SlashOutcome {
    let number = match line.arguments.as_slice() {
        [] => Some(1),
        [number] => number.trim_start_matches('#').parse().ok(),
        _ => None,
    };
    match number.filter(|number| *number > 0) {
        Some(number) => SlashOutcome::Front(FrontAction::CopyAnswer(number)),
        None => usage("copy", say!("command-say-which-answer")),
    }
}

/// `/doctor`. Settings files, folders and the terminal are beyond a session; the report in the shell
/// has them.
pub(super) fn doctor(_: &Line, context: &SlashContext) -> SlashOutcome {
    let SessionSettings {
        provider, model, ..
    } = &context.settings;
    let lead = say!(
        "command-doctor",
        version = env!("CARGO_PKG_VERSION"),
        model = format::code(&format!("{provider}/{model}"))
    );
    SlashOutcome::Ask(Query::Providers, Formatter::new(format::doctor).after(lead))
}

/// `/search <text>`. The text is taken literally, including blanks and quotes. The front end
/// shows the results.
pub(super) fn search(line: &Line, _context: &SlashContext) -> SlashOutcome {
    if line.rest.is_empty() {
        return usage("search", say!("command-nothing-to-search"));
    }
    SlashOutcome::Front(FrontAction::OpenSearch(line.rest.clone()))
}

pub(super) fn answer(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::Answer)
}

/// Number of messages that `/again` repeats by default.
const AGAIN: usize = 2;

/// `/again [count | thinking | call [number]]`.
pub(super) fn again(line: &Line, _: &SlashContext) -> SlashOutcome {
    let words: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<usize>().ok().filter(|number| *number > 0);
    let again = match words.as_slice() {
        [] => Some(RepeatScope::Messages(AGAIN)),
        ["thinking"] => Some(RepeatScope::Thinking),
        ["call"] => Some(RepeatScope::Call(None)),
        ["call", which] => number(which).map(|which| RepeatScope::Call(Some(which))),
        [count] => number(count).map(RepeatScope::Messages),
        _ => None,
    };
    match again {
        Some(again) => SlashOutcome::Front(FrontAction::Again(again)),
        None => usage("again", say!("command-say-again")),
    }
}

pub(super) fn resend(line: &Line, _: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [] => SlashOutcome::Front(FrontAction::Resend(None)),
        [number] => match number.trim_start_matches('#').parse() {
            Ok(number) if number > 0 => SlashOutcome::Front(FrontAction::Resend(Some(number))),
            _ => usage("resend", say!("command-say-which-message")),
        },
        _ => usage("resend", say!("command-say-which-message")),
    }
}

pub(super) fn edit(_: &Line, _: &SlashContext) -> SlashOutcome {
    SlashOutcome::Front(FrontAction::EditMessage)
}

/// `/find <text>`. The text is taken literally.
pub(super) fn find_here(line: &Line, _: &SlashContext) -> SlashOutcome {
    if line.rest.trim().is_empty() {
        return usage("find", say!("command-nothing-to-search"));
    }
    SlashOutcome::Front(FrontAction::FindHere(line.rest.trim().to_owned()))
}

pub(super) fn tree(line: &Line, _: &SlashContext) -> SlashOutcome {
    match line.arguments.as_slice() {
        [] => SlashOutcome::Front(FrontAction::OpenTree(String::new())),
        [folder] => {
            let folder = folder.trim_start_matches("./").trim_end_matches('/');
            let folder = if folder == "." { "" } else { folder };
            SlashOutcome::Front(FrontAction::OpenTree(folder.to_owned()))
        }
        _ => usage("tree", say!("command-one-folder")),
    }
}

pub(super) fn attach(line: &Line, context: &SlashContext) -> SlashOutcome {
    let path = match line.arguments.as_slice() {
        [] => return usage("attach", say!("command-say-picture")),
        [none] if none == "none" => return SlashOutcome::Front(FrontAction::AttachNone),
        [path] => path.as_str(),
        // Taken literally, because a file name may contain blanks.
        _ => line.rest.trim(),
    };
    let home = path.strip_prefix("~/").zip(std::env::var_os("HOME"));
    let whole = match home {
        Some((below, home)) => PathBuf::from(home).join(below),
        None => context.settings.cwd.join(path),
    };
    SlashOutcome::Front(FrontAction::Attach(whole.display().to_string()))
}

pub(super) fn prompts(_line: &Line, context: &SlashContext) -> SlashOutcome {
    let query = Query::Prompts {
        session: context.session,
    };
    SlashOutcome::Ask(query, Formatter::new(format::prompts))
}
