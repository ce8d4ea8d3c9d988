//! The one table of commands, which help, completion and dispatch read.

use super::aliases::here;
use super::outcome::{FrontEnd, SlashContext, SlashOutcome};
use super::parse::{Line, SlashError, parse};
use super::{
    agent_commands, cache_commands, catalogue_commands, context_commands, custom, general,
    hook_commands, index_commands, lifecycle_commands, memory_commands, model_commands,
    policy_commands, server_commands, session_commands, task_commands,
};
use crate::settings::PAGES;
use l10n::{self, say};
use notice::words::nearest_of;

/// Source of completions for a command's arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    Nothing,
    /// Commands, and pages of the manual.
    Topics,
    Words(&'static [&'static str]),
    /// These words, each with the completion of the argument after it.
    Then(&'static [(&'static str, Completion)]),
    Modes,
    /// Models, from `Query::Models`.
    Models,
    /// A provider, followed by one of its models.
    ProviderAndModel,
    /// Sessions, from `Query::Sessions`.
    Sessions,
    /// Files of the workspace, from `Query::Files`.
    Files,
    /// Folders of the workspace, from `Query::Tree`.
    Folders,
    Included,
    /// Branches of the workspace's repository, from `Query::Branches`.
    Branches,
    /// Themes, `palette` and `save`.
    Themes,
}

impl Completion {
    /// Returns the completion for the argument after these.
    pub fn after(self, arguments: &[&str]) -> Self {
        let Some((first, rest)) = arguments.split_first() else {
            return self;
        };
        match self {
            Completion::Then(words) => {
                let next = words.iter().find(|(word, _)| word == first);
                next.map_or(Completion::Nothing, |(_, next)| next.after(rest))
            }
            Completion::ProviderAndModel if rest.is_empty() => Completion::Models,
            Completion::Themes => match (*first, rest) {
                ("palette", []) => Completion::Words(PALETTES),
                ("save", _) => Completion::Nothing,
                ("palette", [_]) | (_, []) => Completion::Words(&["save"]),
                _ => Completion::Nothing,
            },
            _ => Completion::Nothing,
        }
    }
}

/// Implementation of a command.
pub type Handler = fn(&Line, &SlashContext) -> SlashOutcome;

#[derive(Debug, Clone, Copy)]
pub struct SlashCommand {
    /// Name, without the slash.
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// Arguments, as help shows them.
    pub arguments: &'static str,
    /// Description in one line.
    pub help: &'static str,
    pub completion: Completion,
    pub handler: Handler,
}

impl SlashCommand {
    /// Returns the description in the user's language; the table has the English one.
    pub fn said(&self) -> &'static str {
        l10n::of_command(self.name).unwrap_or(self.help)
    }

    /// Returns the description for a front end: a command that opens a screen elsewhere prints
    /// lines in the line front end.
    pub fn said_in(&self, front: FrontEnd) -> &'static str {
        match (front, self.name) {
            (FrontEnd::Screen, _) => self.said(),
            (FrontEnd::Lines, "keys") => say!("command-keys-in-lines"),
            (FrontEnd::Lines, "start") => say!("command-start-in-lines"),
            (FrontEnd::Lines, "settings") => say!("command-settings-in-lines"),
            (FrontEnd::Lines, "note") => say!("command-note-in-lines"),
            (FrontEnd::Lines, "theme") => say!("command-theme-in-lines"),
            (FrontEnd::Lines, "find") => say!("command-find-in-lines"),
            (FrontEnd::Lines, "copy") => say!("command-copy-in-lines"),
            (FrontEnd::Lines, _) => self.said(),
        }
    }
}

macro_rules! commands {
    ($($name:literal $aliases:expr, $arguments:literal, $completion:expr, $handler:path, $help:literal;)*) => {
        /// All commands, in the order of help.
        pub const SLASH_COMMANDS: &[SlashCommand] = &[$(SlashCommand {
            name: $name,
            aliases: &$aliases,
            arguments: $arguments,
            help: $help,
            completion: $completion,
            handler: $handler,
        },)*];
    };
}

/// Words after `/cache`.
const CACHE_WORDS: &[(&str, Completion)] = &[
    ("status", Completion::Nothing),
    ("clean", Completion::Words(&["all"])),
];
/// Words after `/confirm`.
const CONFIRM_WORDS: &[(&str, Completion)] = &[
    ("text", Completion::Words(&["on", "off"])),
    ("cmd", Completion::Words(&["on", "off"])),
    ("all", Completion::Words(&["on", "off"])),
    ("status", Completion::Nothing),
    ("revoke", Completion::Nothing),
];
/// Words after `/effort`.
pub(super) const EFFORTS: &[&str] = &[
    "auto", "off", "minimal", "low", "medium", "high", "xhigh", "max",
];
/// Words after `/models`.
const MODELS_WORDS: &[(&str, Completion)] = &[("probe", Completion::Models)];
/// Words after `/provider`.
const PROVIDER_WORDS: &[&str] = &["test", "enable", "disable", "key", "url", "model"];
/// Words after `/session set`.
const SET_WORDS: &[(&str, Completion)] = &[
    ("name", Completion::Nothing),
    ("folder", Completion::Folders),
    ("provider", Completion::ProviderAndModel),
    ("model", Completion::Models),
    ("effort", Completion::Words(EFFORTS)),
    ("mode", Completion::Modes),
    ("prompt", Completion::Words(&["none"])),
];
/// Words after `/theme palette`, as in the configuration.
pub(super) const PALETTES: &[&str] = &["standard", "cvd"];
/// Words after `/session`.
const SESSION_WORDS: &[(&str, Completion)] = &[
    ("status", Completion::Nothing),
    ("whoami", Completion::Nothing),
    ("save", Completion::Files),
    (
        "list",
        Completion::Words(&["active", "completed", "archived", "all", "everywhere"]),
    ),
    ("search", Completion::Nothing),
    ("load", Completion::Sessions),
    ("new", Completion::Nothing),
    ("fork", Completion::Nothing),
    ("rename", Completion::Nothing),
    ("prompt", Completion::Words(&["none"])),
    ("settings", Completion::Nothing),
    ("set", Completion::Then(SET_WORDS)),
    ("archive", Completion::Nothing),
    ("unarchive", Completion::Nothing),
    ("delete", Completion::Words(&["--force"])),
    ("changes", Completion::Nothing),
    ("clean", Completion::Nothing),
];

commands! {
    "help" ["?"], "[topic]", Completion::Topics, general::help,
        "List the commands, or show how one is used, or a page of the manual.";
    "keys" [], "[test]", Completion::Words(&["test"]), general::keys,
        "Show every key and what it does; test tries those that not every terminal sends.";
    "quit" ["exit", "q"], "", Completion::Nothing, general::quit,
        "Leave, with everything saved.";
    "demo" [], "", Completion::Nothing, general::demo,
        "Try everything on a recorded example, in a temporary repository.";
    "start" [], "", Completion::Nothing, general::start,
        "Check for a model, and set one up: a key, a local server, a provider, the demo.";
    "clear" [], "", Completion::Nothing, general::clear_conversation,
        "Empty the conversation; included files stay.";
    "new" [], "[name]", Completion::Nothing, session_commands::new,
        "Start a new session with the settings of this one.";
    "resume" ["sessions"], "[session]", Completion::Sessions, session_commands::resume,
        "Go on with another session: choose it, or name it.";
    "init" [], "", Completion::Nothing, general::init,
        "Have the agent write AGENTS.md, which tells agents how to work here; you review it like any change.";
    "stop" [], "", Completion::Nothing, general::stop,
        "Cancel what runs.";
    "unqueue" [], "", Completion::Nothing, general::unqueue,
        "Take the last message back that waits for the agent.";
    "review" [], "[branch]", Completion::Branches, general::review,
        "Go through what was changed, hunk by hunk; with a branch, what HEAD changed since it left that branch.";
    "apply" [], "", Completion::Nothing, general::apply,
        "Apply every proposed change that is not rejected, after one question.";
    "checkpoints" [], "", Completion::Nothing, general::checkpoints,
        "List the states that can be compared and gone back to.";
    "rollback" [], "[undo]", Completion::Words(&["undo"]), general::rollback,
        "Take changes back, after a preview; or take the last rollback back.";
    "search" [], "<text>", Completion::Nothing, general::search,
        "Search the text of the workspace's files.";
    "answer" [], "", Completion::Nothing, general::answer,
        "Go to the questions that wait for an answer.";
    "resend" [], "[number]", Completion::Nothing, general::resend,
        "Take a message of yours back with what followed it, and send it again; number 1 is the last one.";
    "edit" [], "", Completion::Nothing, general::edit,
        "Write the message in $EDITOR.";
    "find" [], "<text>", Completion::Nothing, general::find_here,
        "Look for a text in this conversation.";
    "again" [], "[count | thinking | call [number]]", Completion::Words(&["thinking", "call"]), general::again,
        "Say the last messages again, the last thinking, or a tool call with what it gave.";
    "copy" [], "[number]", Completion::Nothing, general::copy,
        "Copy the agent's last answer, or an earlier one; number 1 is the last one.";
    "prompts" [], "", Completion::Nothing, general::prompts,
        "List every question of this session and its answer.";
    "model" [], "[name]", Completion::Models, model_commands::model,
        "Choose the model, or show the list to choose from.";
    "effort" [], "[auto|off|minimal|low|medium|high|xhigh|max]", Completion::Words(EFFORTS), model_commands::effort,
        "Set how much the model reasons before it answers; auto leaves it to the model.";
    "models" [], "[provider] · probe [name]", Completion::Then(MODELS_WORDS), catalogue_commands::models,
        "List the models that are kept and those that providers offer; probe whether one calls tools (three short requests).";
    "providers" [], "", Completion::Nothing, catalogue_commands::providers,
        "Show how the providers are set, where that was said, and whether there is a key.";
    "provider" [], "test|enable|disable|key <name> · url|model <name> <value>",
        Completion::Words(PROVIDER_WORDS), catalogue_commands::provider,
        "Test or switch a provider; set its key, address or model.";
    "settings" [], "[providers|models|keys|theme|policy]", Completion::Words(PAGES),
        catalogue_commands::settings,
        "Set providers, keys and models in a screen of their own; what is changed there is saved together.";
    "note" [], "[show|include|exclude]", Completion::Words(&["show", "include", "exclude"]), context_commands::note,
        "Type the workspace's note beside the chat; include it, and it is sent with each message.";
    "theme" [], "[name] [save] · palette standard|cvd [save] · save", Completion::Themes, general::theme,
        "Choose the theme, or draw with the named one at once; save keeps it in your configuration.";
    "vim" [], "", Completion::Nothing, general::vim,
        "Switch the draft to vim's keys, or back: /help keys. /settings theme keeps the choice.";
    "figures" ["usage"], "", Completion::Nothing, general::figures,
        "Show tokens and cost answer by answer, and what each run's time went into.";
    "cost" [], "", Completion::Nothing, catalogue_commands::cost,
        "Show what this session and today have cost, by model, and the budgets.";
    "use" [], "<provider> [model]", Completion::ProviderAndModel, model_commands::use_provider,
        "Use another provider, with its default model or the one named.";
    "doctor" [], "", Completion::Nothing, general::doctor,
        "Show which providers answer, and what to run for a full report.";
    "route" [], "", Completion::Nothing, model_commands::route,
        "Show which model answers and why, and what may leave this machine.";
    "agent-mode" [], "local|remote|hybrid_auto",
        Completion::Words(&["local", "remote", "hybrid_auto"]), model_commands::agent_mode,
        "Set who answers, until the program ends: your model, the remote one, or the one after the other.";
    "mode" [], "<mode>", Completion::Modes, policy_commands::mode,
        "Switch who decides: plan, review, auto, confirm, accept-edits or passthrough.";
    "confirm" [], "text|cmd|all on|off · status · revoke <number>",
        Completion::Then(CONFIRM_WORDS), policy_commands::confirm,
        "Ask before writes or commands, or do not; show the state; revoke a rule.";
    "files" [], "[pattern]", Completion::Nothing, context_commands::files,
        "List the included files, or the workspace's files whose path fits.";
    "tree" [], "[folder]", Completion::Folders, general::tree,
        "Go through the workspace's folders and files.";
    "attach" [], "[path|none]", Completion::Words(&["none"]), general::attach,
        "Attach a picture to the next message, from anywhere on this machine.";
    "include" ["add"], "<path>[:first-last]", Completion::Files, context_commands::include,
        "Send a file, or some of its lines, with each message.";
    "exclude" ["drop"], "<path>[:first-last]", Completion::Included, context_commands::exclude,
        "Send it no longer.";
    "context" [], "", Completion::Nothing, context_commands::context,
        "Show what takes how much of the model's window: a gauge, and the tokens of each part.";
    "compact" [], "[what to mind | undo]", Completion::Words(&["undo"]), context_commands::compact,
        "Have the conversation summarised for the model, or take the last summary back; nothing is lost.";
    "index" [], "[status|allow|refuse]", Completion::Words(&["status", "allow", "refuse"]),
        index_commands::index,
        "Show how far the index is; say whether files may go to an embedding provider elsewhere.";
    "cache" [], "[status|clean|clean all]", Completion::Then(CACHE_WORDS), cache_commands::cache,
        "Show what is kept of answers and vectors, its sizes and hits; empty it here or everywhere.";
    "mcp" [], "[list|test|trust|offer|withdraw|start|stop] [server] [tool …]",
        Completion::Words(&["list", "test", "trust", "offer", "withdraw", "start", "stop"]),
        server_commands::servers,
        "Show the MCP servers and the price of their tools; trust and start them; offer their tools to the model.";
    "agents" ["subagents"], "[list|show <name>|running|read <agent>|tell <agent> <text>|stop <agent>]",
        Completion::Words(agent_commands::AGENT_WORDS), agent_commands::agents,
        "Show the agents that the agent may start; and those that it started: read, tell or stop one.";
    "skills" [], "[list|show <name>]", Completion::Words(&["list", "show"]),
        agent_commands::skills,
        "Show the skills that the model may take, their price in tokens and their instructions.";
    "hooks" [], "[list|test <name>|trust [name …]]", Completion::Words(&["list", "test", "trust"]),
        hook_commands::hooks,
        "Show the hooks and what changed in them; run one for a test; let them run as they are now.";
    "tasks" ["todos"], "[list|show|start|done|pending|delete <task> · add <name> · name|describe|priority|after|agent <task> <value>]",
        Completion::Words(task_commands::TASK_WORDS), task_commands::tasks,
        "Show the tasks of this session; add, start, complete, change or delete one.";
    "memory" [], "[list|inbox|kept|refused|search <words>|add [kind] <text>|keep|refuse|forget <item>|undo|drop|recall on|off]",
        Completion::Words(memory_commands::MEMORY_WORDS), memory_commands::memory,
        "Show what is remembered beyond the session; add, keep, refuse or forget it; drop what was recalled.";
    "session" [], "[status|whoami|save [path]|list [active|completed|archived|all|everywhere]|search <text>|\
                   load <id>|new [name]|fork [message]|rename <name>|prompt <text>|settings|\
                   set name|folder|provider|model|effort|mode|prompt <value>|changes|archive|unarchive|\
                   delete [--force]|clean]",
        Completion::Then(SESSION_WORDS), session_commands::session,
        "Show, save, find and load sessions; fork this one, set it, put it away or delete it.";
    "cwd" ["cd"], "[folder]", Completion::Folders, lifecycle_commands::cwd,
        "Show or change the folder of the workspace that commands begin in; `.` is its root.";
    "export" [], "[path]", Completion::Files, lifecycle_commands::export,
        "Write this session to a new file: JSON that can be imported, or Markdown where it ends in .md.";
    "import" [], "<path>", Completion::Files, lifecycle_commands::import,
        "Make a session of an exported one; a file with a fault is refused whole.";
    "workspace" [], "[list|info]", Completion::Words(&["list", "info"]), session_commands::workspace,
        "Show what is known of the workspace, or list those of this machine.";
}

/// Returns whether a typed line is meant as a command: it begins with `/`, followed by a letter or
/// nothing. A path such as `/usr/bin` is not.
pub fn is_command_line(line: &str) -> bool {
    let Some(body) = line.trim_start().strip_prefix('/') else {
        return false;
    };
    let name = body.split_whitespace().next().unwrap_or_default();
    !name.contains('/') && !body.starts_with(char::is_whitespace)
}

/// Finds the command with this name or alias.
pub fn find(name: &str) -> Option<&'static SlashCommand> {
    SLASH_COMMANDS
        .iter()
        .find(|command| command.name == name || command.aliases.contains(&name))
}

/// Runs a line. Errors in the line come back as an outcome; the line is never sent as a message.
pub fn run(line: &str, context: &SlashContext) -> SlashOutcome {
    let name = line
        .trim()
        .trim_start_matches('/')
        .split_whitespace()
        .next();
    let is_built_in = name.is_some_and(|name| find(&name.to_lowercase()).is_some());
    // The arguments of custom commands are words for the agent, so a quote in them is
    // an ordinary character.
    if !is_built_in && let Some(outcome) = custom::run(line, &context.custom) {
        return outcome;
    }
    let parsed = match parse(line) {
        Ok(parsed) => parsed,
        Err(error) => return SlashOutcome::Error(error.to_string()),
    };
    match find(&parsed.name) {
        Some(command) => (command.handler)(&parsed, context),
        None => SlashOutcome::Error(unknown(&parsed.name, context).to_string()),
    }
}

/// Returns the error for an unknown name, with the equivalent of another tool's command of that
/// name or the nearest name here.
pub(super) fn unknown(name: &str, context: &SlashContext) -> SlashError {
    if let Some(here) = here(name) {
        let name = name.to_owned();
        return SlashError::Elsewhere { name, here };
    }
    let names = SLASH_COMMANDS
        .iter()
        .flat_map(|command| std::iter::once(command.name).chain(command.aliases.iter().copied()));
    let names = names.chain(context.custom.iter().map(|command| command.name.as_str()));
    let nearest = nearest_of(name, names.clone()).or_else(|| shortest_begun(name, names));
    SlashError::Unknown {
        name: name.to_owned(),
        nearest: nearest.map(str::to_owned),
    }
}

/// Returns the shortest of the names that begin with the typed one. One letter is too ambiguous.
fn shortest_begun<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let begun = names.filter(|name| typed.len() > 1 && name.starts_with(typed));
    begun.min_by_key(|name| name.len())
}

/// Returns the error for wrong arguments.
pub(super) fn usage(name: &str, wrong: &str) -> SlashOutcome {
    let arguments = find(name).map_or("", |command| command.arguments);
    SlashOutcome::Error(say!("command-usage", wrong, name, arguments))
}
