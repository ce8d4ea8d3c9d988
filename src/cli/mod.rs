//! The command line of the binary. Parses the arguments and calls the code that does the work; the
//! subcommands that print own no facts: their callers pass them in.

mod agents;
pub mod args;
mod cache;
pub mod cassette;
mod catalogue;
pub mod config;
pub mod debug;
pub mod doctor;
mod failure;
pub(crate) mod help;
mod hooks;
mod index;
mod info;
mod keys;
mod mcp;
mod memory;
mod pending_changes;
mod probe;
pub mod pull;
mod review;
mod run;
mod session;
mod shell_files;
mod stderr;
mod stored_sessions;
mod tasks;
mod workbench;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, DebugCommands, Subcommands};
use stderr::complain;

use crate::app::Setup;
use crate::app::user_keymap::UserKeymap;
use engine::Attendance;
use l10n::said;
use notice::Notice;
use tools::read_scope::check_here;
use tui::keymap::Keymap;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

impl Format {
    fn of(json: bool) -> Self {
        if json { Format::Json } else { Format::Text }
    }
}

/// Exit status for a wrong invocation.
const BAD_USAGE: u8 = 2;

pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let words: Vec<OsString> = std::env::args_os().collect();
            help::speak(&words);
            let error = help::help(error, &words);
            // Help and version go to standard output with status 0, argument errors
            // to standard error.
            if error.use_stderr() {
                say_mistake(&error);
            } else {
                // A closed pipe takes no help text.
                error.print().ok();
            }
            if error.use_stderr() && wants_json() {
                let message = error.to_string();
                let first = message.lines().next().unwrap_or_default();
                let (mut out, mut log) = (io::stdout(), io::sink());
                plain::headless::print_failure(
                    plain::headless::Output::Json,
                    &Notice::text(first),
                    &mut out,
                    &mut log,
                );
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_USAGE));
        }
    };
    crate::app::raise_open_file_limit();
    let status = execute(arguments);
    workspace::end_helpers();
    status
}

fn execute(arguments: Arguments) -> ExitCode {
    match arguments.command {
        None => workbench::open(&arguments),
        Some(Subcommands::Run(run)) => run::run(run),
        Some(Subcommands::Config(config)) => info::config(&config),
        Some(Subcommands::Doctor(doctor)) => info::doctor(&doctor),
        Some(Subcommands::Trust(trust)) => info::trust(&trust),
        Some(Subcommands::Review(wanted)) => review::review(wanted),
        Some(Subcommands::Checkpoints(wanted)) => review::checkpoints(&wanted),
        Some(Subcommands::Diff3(wanted)) => review::diff3(&wanted),
        Some(Subcommands::Rollback(wanted)) => review::rollback(&wanted),
        Some(Subcommands::Index(wanted)) => index::run(&wanted),
        Some(Subcommands::Cache(wanted)) => cache::run(&wanted),
        Some(Subcommands::Hooks(wanted)) => hooks::run(&wanted),
        Some(Subcommands::Mcp(wanted)) => mcp::run(wanted),
        Some(Subcommands::Agents(wanted)) => agents::run(wanted),
        Some(Subcommands::Skills(wanted)) => agents::skills(wanted),
        Some(Subcommands::Memory(wanted)) => memory::run(wanted),
        Some(Subcommands::Keys(wanted)) => keys::run(&wanted),
        Some(Subcommands::Session(wanted)) => session::run(wanted),
        Some(Subcommands::Tasks(wanted)) => tasks::run(wanted),
        Some(Subcommands::Models(wanted)) => catalogue::models(&wanted),
        Some(Subcommands::Providers(wanted)) => catalogue::providers(&wanted),
        Some(Subcommands::Cassette(wanted)) => cassette::run(&wanted),
        Some(Subcommands::Help { topic }) => help::topic(&topic),
        Some(Subcommands::Completions { shell }) => shell_files::completions(shell),
        Some(Subcommands::Man { folder }) => shell_files::man_pages(&folder),
        Some(Subcommands::Debug(debug)) => debug_command(debug),
    }
}

/// Describes the problems of the configuration: as text in the configured language, as
/// JSON in English.
fn faults_of(setup: &Setup, format: Format) -> String {
    if format == Format::Text {
        l10n::speak(setup.language());
    }
    let problems = setup.problem_lines();
    problems.iter().map(said).collect::<Vec<_>>().join("\n")
}

/// Prints an argument error, in the form of all of the program's errors.
fn say_mistake(error: &clap::Error) {
    if let Some(told) = help::mistake(error) {
        stderr::tell_whole(&format!("agentichat: {told}"), None);
        return;
    }
    let named = |text: String| text.replacen("error:", "agentichat:", 1);
    let rendered = error.render();
    let has_colours = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let coloured = has_colours.then(|| named(rendered.ansi().to_string()));
    stderr::tell_whole(&named(rendered.to_string()), coloured.as_deref());
}

/// Whether a run with JSON output was requested: its errors are lines of JSON too.
fn wants_json() -> bool {
    let mut arguments = std::env::args().skip(1);
    arguments.next().as_deref() == Some("run") && arguments.any(|argument| argument == "--json")
}

fn mcp_conformance(url: &str, out: &mut impl Write) -> ExitCode {
    let tasks = match runtime() {
        Ok(tasks) => tasks,
        Err(error) => return complain(&error.to_string(), 1),
    };
    let context = std::env::var(debug::mcp_conformance::CONTEXT).ok();
    match tasks.block_on(debug::mcp_conformance::run(url, context.as_deref(), out)) {
        Ok(done) => exit_of(done.map(|()| 0)),
        Err(why) => complain(&said(&why), 1),
    }
}

fn debug_command(command: DebugCommands) -> ExitCode {
    let mut out = io::stdout().lock();
    let done = match command {
        DebugCommands::Risk => risk(&mut out),
        DebugCommands::Width => debug::width::run(io::stdin().lock(), &mut out).map(|()| 0),
        DebugCommands::McpConformance { url } => return mcp_conformance(&url, &mut out),
        DebugCommands::Path { root, write, paths } => {
            let access = if write {
                debug::path::Access::Write
            } else {
                debug::path::Access::Read
            };
            debug::path::run(&root, access, &paths, &mut out).map(|()| 0)
        }
        DebugCommands::Files { root } => debug::visible::run(&root, &mut out).map(|()| 0),
        DebugCommands::Decode {
            provider,
            chunk,
            file,
        } => decode(&provider, chunk, &file, &mut out),
        DebugCommands::Keys => debug_keys(&mut out),
        DebugCommands::Merge {
            json,
            base,
            ours,
            theirs,
        } => {
            let merged = debug::merge::run(format(json), [&base, &ours, &theirs], &mut out);
            return match merged {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    complain(&error.to_string(), debug::merge::FAILED)
                }
                merged => exit_of(merged),
            };
        }
        DebugCommands::Hunks { json, old, new } => {
            debug::hunks::run(format(json), &old, &new, &mut out).map(|()| 0)
        }
        DebugCommands::Tokens {
            json,
            provider: Some(provider),
            model,
            file,
        } => {
            drop(out);
            return catalogue::count(json, (&provider, model), &file);
        }
        DebugCommands::Tokens { json, file, .. } => {
            debug::tokens::run(format(json), &file, &mut out).map(|()| 0)
        }
        DebugCommands::Replay { text, log } => {
            let wanted = match text {
                args::TextArgument::Target => debug::replay::ReplayTarget::Target,
                args::TextArgument::Buffer => debug::replay::ReplayTarget::Buffer,
                args::TextArgument::Base => debug::replay::ReplayTarget::Base,
                args::TextArgument::Written => debug::replay::ReplayTarget::Written,
            };
            debug::replay::run(wanted, &log, &mut out).map(|()| 0)
        }
    };
    exit_of(done)
}

/// Uses the user's own keys, if the configuration can be read.
fn debug_keys(out: &mut impl Write) -> io::Result<u8> {
    let setup = Setup::of(args::SessionFlags::default(), Attendance::Unattended);
    let own = setup.ok().map(|setup| UserKeymap::of(&setup).load());
    let keymap = match own {
        Some(Ok(loaded)) => loaded.keymap,
        _ => Keymap::embedded().map_err(io::Error::other)?,
    };
    debug::keys::run(&keymap, out).map(|()| 0)
}

fn format(json: bool) -> debug::files::Format {
    if json {
        debug::files::Format::Json
    } else {
        debug::files::Format::Text
    }
}

fn risk(out: &mut dyn Write) -> io::Result<u8> {
    let here = std::env::current_dir()?;
    let here = here.canonicalize()?;
    let scope = policy::shell::ShellScope {
        root: here.clone(),
        cwd: here.clone(),
        block: Vec::new(),
    };
    let blocks = workspace::block::BlockList::new(&[]).map_err(io::Error::other)?;
    let check = |found: &policy::shell::ShellAssessment| {
        check_here(&here, &blocks, &found.conditions, &found.git_folders)
    };
    debug::risk::run(io::stdin().lock(), out, &scope, &check).map(|_| 0)
}

fn decode(
    provider: &str,
    chunk: Option<usize>,
    file: &std::path::Path,
    out: &mut dyn Write,
) -> io::Result<u8> {
    let outcome = if file.as_os_str() == "-" {
        debug::decode::run(provider, io::stdin().lock(), chunk, out)?
    } else {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        let input = std::fs::File::open(file).map_err(named)?;
        debug::decode::run(provider, input, chunk, out)?
    };
    Ok(match outcome {
        debug::decode::Outcome::Whole => 0,
        debug::decode::Outcome::Broken => 1,
    })
}

/// Returns the exit status of a command that prints: a closed output pipe is no failure.
fn exit_of(done: io::Result<u8>) -> ExitCode {
    match done {
        Ok(status) => ExitCode::from(status),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => complain(&error.to_string(), 1),
    }
}

/// Creates the async runtime: two worker threads, so that the main thread is free for the screen.
fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name("agentichat-worker")
        .enable_all()
        .build()
}
