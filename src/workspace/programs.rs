//! Detects the programs that an agent may want, in the background. The workspace is not trusted
//! yet: [`support::helper`] defines which programs are run, and where.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::child;
use protocol::query::ExternalProgram;
use support::helper::{Helpers, is_executable};

/// A program: name, the argument that prints its version, where to get it.
struct ProgramQuery {
    name: &'static str,
    argument: &'static str,
    link: &'static str,
}

const fn wanted(name: &'static str, argument: &'static str, link: &'static str) -> ProgramQuery {
    ProgramQuery {
        name,
        argument,
        link,
    }
}

const PROGRAMS: [ProgramQuery; 9] = [
    wanted("git", "--version", "https://git-scm.com/downloads"),
    wanted("docker", "--version", "https://docs.docker.com/get-docker/"),
    wanted("npm", "--version", "https://nodejs.org/en/download"),
    wanted("node", "--version", "https://nodejs.org/en/download"),
    wanted("python3", "--version", "https://www.python.org/downloads/"),
    wanted("cargo", "--version", "https://rustup.rs"),
    wanted("go", "version", "https://go.dev/dl/"),
    wanted("make", "--version", "https://www.gnu.org/software/make/"),
    wanted(
        "rg",
        "--version",
        "https://github.com/BurntSushi/ripgrep#installation",
    ),
];

/// Time limit for one program to print its version: it runs only when nothing else
/// needs the processor.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for tmux.
const TMUX_LIMIT: Duration = Duration::from_secs(2);

/// Queries every program, in the order of the list: one after the other, at the lowest
/// priority. What some of them start (a version manager, a runtime) costs more than our whole
/// startup, and must not slow anything down. Programs inside the workspace are not found:
/// querying them would run them. `in_box` puts a query into its box; what it returns beside the
/// command lives until the query has ended. The version of a program that answers nothing is empty.
pub fn look<T>(
    root: &Path,
    in_box: impl Fn(Command) -> io::Result<(Command, T)>,
) -> Vec<ExternalProgram> {
    let helpers = Helpers::outside(root);
    let found = PROGRAMS.iter().map(|program| ExternalProgram {
        name: program.name.to_owned(),
        version: helpers.command(program.name).map(|mut command| {
            command.arg(program.argument);
            let version = in_box(command).ok().and_then(|boxed| answer(boxed));
            version.unwrap_or_default()
        }),
        link: program.link.to_owned(),
    });
    found.collect()
}

/// Finds which programs are installed outside the workspace `root`, in the folders of `path`.
/// Starts none, so their versions stay unknown.
pub fn look_for_files(path: Option<&str>, root: &Path) -> Vec<ExternalProgram> {
    let found = PROGRAMS.iter().map(|program| ExternalProgram {
        name: program.name.to_owned(),
        version: find_program(program.name, path, root).map(|_| String::new()),
        link: program.link.to_owned(),
    });
    found.collect()
}

/// Finds the executable of a program: a name is looked up in the folders of `path` outside the
/// workspace `root`, a path is relative to the workspace. Starts nothing.
pub fn find_program(program: &str, path: Option<&str>, root: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(root.join(program)).filter(|file| is_executable(file));
    }
    let home = std::env::var_os("HOME").map(|home| ("HOME".into(), home));
    let path = path.map(|path| ("PATH".into(), path.into()));
    Helpers::with(root, home.into_iter().chain(path).collect()).find(program)
}

/// Returns where to get a known program that is not installed.
pub fn link_for(name: &str) -> Option<&'static str> {
    PROGRAMS
        .iter()
        .find(|program| program.name == name)
        .map(|program| program.link)
}

/// Queries the tmux we run in: its version and its options `extended-keys` and
/// `extended-keys-format`, empty if it lacks them.
pub fn tmux_options(root: &Path) -> Option<[String; 5]> {
    let mut command = Helpers::outside(root).command("tmux")?;
    command.args([
        "display-message",
        "-p",
        "#{version}|#{extended-keys}|#{extended-keys-format}|#{allow-passthrough}|#{client_termtype}",
    ]);
    let said = child::run(command, TMUX_LIMIT)?;
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let mut words = text.trim().split('|').map(|word| {
        let clean = word.chars().filter(|letter| !letter.is_control());
        clean.take(40).collect::<String>()
    });
    let mut next = || words.next();
    let found = [next()?, next()?, next()?, next()?, next()?];
    said.ok.then_some(found)
}

/// Returns the version that a program answers.
fn answer<T>((command, _box): (Command, T)) -> Option<String> {
    let said = child::run_beside(command, TIME_LIMIT)?;
    if !said.ok {
        return None;
    }
    version_in(&String::from_utf8_lossy(&said.stdout))
}

/// Returns the first word of the first line that looks like a version: `git version
/// 2.43.0` → `2.43.0`.
pub(super) fn version_in(text: &str) -> Option<String> {
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    line.split([' ', ',', '(', ')'])
        .map(|word| word.trim_start_matches("go").trim_start_matches('v'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
        .map(|word| word.chars().filter(|c| !c.is_control()).take(40).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_name_in_the_path_and_by_path_from_the_folder_and_must_be_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let file = folder.path().join("tool");
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        let path = folder.path().to_str();
        let is_program = |program, path, root: &Path| find_program(program, path, root).is_some();
        let here = elsewhere.path();
        assert!(!is_program("tool", path, here), "nobody may run it");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert!(is_program("tool", path, here));
        assert!(is_program("./tool", None, folder.path()));
        assert!(!is_program("tool", None, folder.path()));
        assert!(!is_program("tool", path, folder.path()), "the workspace's");
        assert!(!is_program("other", path, here));
        assert!(!is_program("/", path, here), "a folder is none");
    }
}
