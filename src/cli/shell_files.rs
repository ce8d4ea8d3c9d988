//! `agentichat completions SHELL` and `agentichat man DIR`: files for shells and for `man`, generated
//! from the types in [`args`](super::args). Both are in English, as packages ship them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Arguments;
use super::{complain, exit_of};

/// Exit status if a man page cannot be written.
const FAILED: u8 = 1;

/// Prints the script that completes the program's arguments in a shell.
pub(super) fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "agentichat", &mut script);
    exit_of(io::stdout().lock().write_all(&script).map(|()| 0))
}

/// Writes one man page for the program and one for each command, named as git names them:
/// `agentichat.1`, `agentichat-run.1`, `agentichat-session-list.1`. Prints the path of each.
pub(super) fn man_pages(folder: &Path) -> ExitCode {
    let written = std::fs::create_dir_all(folder)
        .map_err(|error| (folder.to_owned(), error))
        .and_then(|()| {
            let mut paths = Vec::new();
            write_pages(&command(), folder, &mut paths).map(|()| paths)
        });
    match written {
        Ok(paths) => {
            let lines: String = paths
                .iter()
                .map(|path| format!("{}\n", path.display()))
                .collect();
            exit_of(io::stdout().lock().write_all(lines.as_bytes()).map(|()| 0))
        }
        Err((path, error)) => {
            let why = format!("{} could not be written: {error}", path.display());
            complain(&why, FAILED)
        }
    }
}

/// Returns the whole command line, with the full name of each command and without clap's own `help`
/// commands, which would double every page.
fn command() -> Command {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    command
}

fn write_pages(
    command: &Command,
    folder: &Path,
    paths: &mut Vec<PathBuf>,
) -> Result<(), (PathBuf, io::Error)> {
    let source = concat!("agentichat ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source);
    let path = folder.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page)
        .and_then(|()| std::fs::write(&path, page))
        .map_err(|error| (path.clone(), error))?;
    paths.push(path);
    for below in command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
    {
        write_pages(below, folder, paths)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_gets_a_script_that_names_the_commands() {
        use clap::ValueEnum;
        for shell in Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut command(), "agentichat", &mut script);
            let script = String::from_utf8(script).expect("text");
            for word in ["rollback", "checkpoints", "completions"] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn each_command_has_a_page_under_its_full_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut paths = Vec::new();
        write_pages(&command(), folder.path(), &mut paths).expect("written");
        for name in ["agentichat", "agentichat-run", "agentichat-session-list"] {
            let page = std::fs::read_to_string(folder.path().join(format!("{name}.1")));
            let page = page.expect(name);
            assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
        }
        let run = std::fs::read_to_string(folder.path().join("agentichat-run.1")).expect("run");
        assert!(run.contains("agentichat run"), "{run}");
    }
}
