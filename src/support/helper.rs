//! Programs that the workbench starts for itself (`git`, `tmux`, the clipboard tool, the user's
//! editor, programs that report their version): where they are looked up, and with which
//! environment they run. The user may not have trusted the repository yet, so nothing inside it is
//! started, and nothing in the environment leads there.
//!
//! Not for commands of the agent: those belong to `tools::shell_exec`. Imports nothing from this
//! crate; every module may import it. The only place that creates a `std::process::Command` from a
//! name; a test in `tests/it/architecture.rs` enforces that.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables that a helper gets unchanged.
const PLAIN: [&str; 22] = [
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "GIT_CEILING_DIRECTORIES",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "LANG",
    "LANGUAGE",
    "LOGNAME",
    "SSH_CONNECTION",
    "SSH_TTY",
    "SUDO_GID",
    "SUDO_UID",
    "TERM",
    "TMUX",
    "TMUX_PANE",
    "TZ",
    "USER",
    "WAYLAND_DISPLAY",
    "WSLENV",
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "__CF_USER_TEXT_ENCODING",
];

/// Variables that name one file or folder each: a helper gets those that are absolute and lead
/// outside the workspace.
const PLACES: [&str; 22] = [
    "ASDF_DATA_DIR",
    "ASDF_DIR",
    "CARGO_HOME",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GOROOT",
    "HOME",
    "MISE_DATA_DIR",
    "NVM_DIR",
    "PYENV_ROOT",
    "RUSTUP_HOME",
    "TMPDIR",
    "TMUX_TMPDIR",
    "VOLTA_HOME",
    "XAUTHORITY",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_STATE_HOME",
    "RBENV_ROOT",
    "NODENV_ROOT",
];

/// Variables that list folders: a helper gets the entries that are absolute and lead
/// outside the workspace.
const LISTS: [&str; 5] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_DIRS",
];

/// The working folder of a helper that need not run in the workspace.
pub const NOWHERE: &str = "/";

/// Lookup and environment of helpers, for one workspace.
#[derive(Debug, Clone)]
pub struct Helpers {
    /// Absolute folders of the workspace; programs in them must not be run.
    foreign: Vec<PathBuf>,
    environment: Vec<(OsString, OsString)>,
}

impl Helpers {
    /// Creates the helpers for a workspace, with the environment of this process.
    pub fn outside(root: &Path) -> Self {
        Self::with(root, std::env::vars_os().collect())
    }

    /// Creates the helpers for a workspace, with another environment.
    pub fn with(root: &Path, environment: Vec<(OsString, OsString)>) -> Self {
        let home = environment.iter().find(|(name, _)| name == "HOME");
        let home = home.and_then(|(_, home)| Path::new(home).canonicalize().ok());
        let real = root.canonicalize().ok();
        let repository = real.as_deref().and_then(repository_of);
        let folders = [Some(root.to_path_buf()), real, repository];
        // A workspace that is the user's home, or above it, contains the user's own programs.
        let is_foreign =
            |folder: &PathBuf| !home.as_deref().is_some_and(|home| home.starts_with(folder));
        let foreign = folders.into_iter().flatten().filter(is_foreign);
        Self {
            foreign: foreign.collect(),
            environment,
        }
    }

    /// Returns the environment of all helpers; they get nothing else.
    pub fn environment(&self) -> Vec<(OsString, OsString)> {
        let kept = self.environment.iter().filter_map(|(name, value)| {
            let known = name.to_str()?;
            let value = if PLAIN.contains(&known) || known.starts_with("LC_") {
                value.clone()
            } else if LISTS.contains(&known) {
                self.outside_only(value)
            } else if PLACES.contains(&known) && self.is_outside(Path::new(value)) {
                value.clone()
            } else {
                return None;
            };
            Some((name.clone(), value))
        });
        kept.collect()
    }

    /// Returns the entries of a list of folders (`PATH`) that are absolute and lead
    /// outside the workspace.
    pub fn outside_only(&self, list: &OsStr) -> OsString {
        let folders = std::env::split_paths(list).filter(|folder| self.is_outside(folder));
        // Cannot fail: the entries were split at colons, so none of them contains one.
        std::env::join_paths(folders).unwrap_or_default()
    }

    /// Finds the helper of this name: the first in `PATH` that does not lie in the workspace,
    /// neither by its folder nor by its link target. Accepts an absolute path that leads outside
    /// the workspace.
    pub fn find(&self, program: &str) -> Option<PathBuf> {
        let can_run = |file: &PathBuf| is_executable(file) && self.is_outside(file);
        if program.contains('/') {
            return Some(PathBuf::from(program)).filter(can_run);
        }
        let path = self.environment.iter().find(|(name, _)| name == "PATH");
        let (_, path) = path?;
        let folders = std::env::split_paths(path).filter(|folder| self.is_outside(folder));
        folders.map(|folder| folder.join(program)).find(can_run)
    }

    /// Returns the command of a helper, running outside the workspace; `None` if there is
    /// no such program.
    pub fn command(&self, program: &str) -> Option<Command> {
        let mut command = Command::new(self.find(program)?);
        command
            .current_dir(NOWHERE)
            .env_clear()
            .envs(self.environment());
        Some(command)
    }

    /// Returns the command of the user's editor, which runs in the workspace with the
    /// whole environment. A name is looked up outside the workspace; a path is taken as
    /// the user wrote it.
    pub fn editor(&self, program: &str) -> Option<Command> {
        if program.contains('/') {
            return Some(Command::new(program));
        }
        self.find(program).map(Command::new)
    }

    /// Whether a path is absolute and leads outside the workspace, both as written and after its
    /// links are followed.
    fn is_outside(&self, path: &Path) -> bool {
        let is_inside = |path: &Path| self.foreign.iter().any(|folder| path.starts_with(folder));
        let real = path.canonicalize();
        path.is_absolute() && !is_inside(path) && !real.is_ok_and(|real| is_inside(&real))
    }
}

/// Returns the absolute entries of a `PATH`: a relative one means another folder wherever
/// it is read.
pub fn absolute_only(list: &str) -> String {
    let mut folders = list.split(':').filter(|folder| folder.starts_with('/'));
    let first = folders.next().unwrap_or_default().to_owned();
    folders.fold(first, |all, folder| format!("{all}:{folder}"))
}

/// Whether the file is executable. Follows links.
pub fn is_executable(file: &Path) -> bool {
    let facts = std::fs::metadata(file);
    facts.is_ok_and(|facts| facts.is_file() && facts.permissions().mode() & 0o111 != 0)
}

/// Returns the nearest folder at or above with a `.git` of any kind.
fn repository_of(folder: &Path) -> Option<PathBuf> {
    let mut above = folder.ancestors();
    let found = above.find(|folder| folder.join(".git").symlink_metadata().is_ok());
    found.map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a home, a repository in it, and programs in both.
    struct TestWorkspace {
        folder: tempfile::TempDir,
    }

    impl TestWorkspace {
        fn new() -> Self {
            let ground = Self {
                folder: tempfile::tempdir().unwrap(),
            };
            for folder in ["home/bin", "repo/.git", "repo/bin", "repo/part"] {
                std::fs::create_dir_all(ground.at(folder)).unwrap();
            }
            ground
        }

        fn at(&self, path: &str) -> PathBuf {
            self.folder.path().canonicalize().unwrap().join(path)
        }

        fn program(&self, path: &str) {
            std::fs::write(self.at(path), "#!/bin/sh\n").unwrap();
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(self.at(path), mode).unwrap();
        }

        fn helpers(&self, root: &str, more: &[(&str, OsString)]) -> Helpers {
            let mut environment = vec![("HOME".into(), self.at("home").into_os_string())];
            let more = more
                .iter()
                .map(|(name, value)| ((*name).into(), value.clone()));
            environment.extend(more);
            Helpers::with(&self.at(root), environment)
        }

        fn path(&self, folders: &[&str]) -> OsString {
            let folders = folders.iter().map(|folder| match folder.strip_prefix('@') {
                Some(relative) => PathBuf::from(relative),
                None => self.at(folder),
            });
            std::env::join_paths(folders).unwrap()
        }
    }

    #[test]
    fn a_program_of_the_workspace_is_not_found_by_any_path() {
        let ground = TestWorkspace::new();
        ground.program("repo/bin/git");
        ground.program("home/bin/git");
        std::os::unix::fs::symlink(ground.at("repo/bin"), ground.at("linked")).unwrap();
        let path = ground.path(&["@.", "@", "@bin", "@../repo/bin", "repo/bin", "linked"]);
        // A folder below the repository's top gives the same result.
        for root in ["repo", "repo/part"] {
            let helpers = ground.helpers(root, &[("PATH", path.clone())]);
            assert_eq!(helpers.find("git"), None, "{root}");
            assert_eq!(helpers.environment().last().unwrap().1, "");
        }
        let with_home = ground.path(&["@.", "repo/bin", "home/bin"]);
        let helpers = ground.helpers("repo", &[("PATH", with_home)]);
        assert_eq!(helpers.find("git"), Some(ground.at("home/bin/git")));
        let repositorys = ground.at("repo/bin/git");
        assert_eq!(helpers.find(repositorys.to_str().unwrap()), None);
        assert_eq!(helpers.find("./git"), None);
    }

    #[test]
    fn a_link_to_a_program_of_the_workspace_is_none_either() {
        let ground = TestWorkspace::new();
        ground.program("repo/bin/tool");
        std::os::unix::fs::symlink(ground.at("repo/bin/tool"), ground.at("home/bin/tool")).unwrap();
        let path = ground.path(&["home/bin"]);
        let helpers = ground.helpers("repo", &[("PATH", path)]);
        assert_eq!(helpers.find("tool"), None);
    }

    #[test]
    fn who_works_in_their_own_home_keeps_the_programs_in_it() {
        let ground = TestWorkspace::new();
        ground.program("home/bin/cargo");
        let path = ground.path(&["home/bin"]);
        let helpers = ground.helpers("home", &[("PATH", path)]);
        assert_eq!(helpers.find("cargo"), Some(ground.at("home/bin/cargo")));
    }

    #[test]
    fn a_helper_is_told_nothing_that_leads_into_the_workspace_or_runs_something_else() {
        let ground = TestWorkspace::new();
        let inside = ground.at("repo/x").into_os_string();
        let dropped = [
            "RUSTUP_TOOLCHAIN",
            "PWD",
            "OLDPWD",
            "NODE_OPTIONS",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "BASH_ENV",
            "LD_PRELOAD",
            "GIT_DIR",
            "GIT_EXEC_PATH",
            "GIT_SSH_COMMAND",
            "GIT_CONFIG_GLOBAL",
            "XDG_CONFIG_HOME",
            "CARGO_HOME",
        ];
        let mut more: Vec<(&str, OsString)> =
            dropped.iter().map(|name| (*name, inside.clone())).collect();
        more.push((
            "LD_LIBRARY_PATH",
            ground.path(&["@lib", "repo/lib", "home"]),
        ));
        more.push(("RUSTUP_HOME", ground.at("home/rustup").into()));
        more.push(("LC_ALL", "C".into()));
        let told = ground.helpers("repo", &more).environment();
        let names: Vec<&str> = told
            .iter()
            .map(|(name, _)| name.to_str().unwrap())
            .collect();
        assert_eq!(names, ["HOME", "LD_LIBRARY_PATH", "RUSTUP_HOME", "LC_ALL"]);
        assert_eq!(told[1].1, ground.at("home").into_os_string());
        let command = ground.helpers("repo", &[("PATH", ground.path(&["@/bin"]))]);
        let command = command.command("sh").unwrap();
        assert_eq!(command.get_current_dir(), Some(Path::new(NOWHERE)));
    }

    #[test]
    fn the_users_editor_is_looked_up_outside_of_the_workspace_and_a_path_stands_for_itself() {
        let ground = TestWorkspace::new();
        ground.program("repo/vi");
        let path = ground.path(&["@.", "repo"]);
        let helpers = ground.helpers("repo", &[("PATH", path)]);
        assert!(helpers.editor("vi").is_none());
        assert_eq!(helpers.editor("/opt/ed").unwrap().get_program(), "/opt/ed");
    }
}
