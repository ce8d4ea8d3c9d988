//! Explains why a command failed in its box: its output and status → a sentence, and what to do next.
//! For the user and the model, who otherwise take a refusal of the box for a fault of the command.
//!
//! Guesses by the words of the system, so it is asked only about commands that failed, and says
//! "perhaps" where another cause is possible.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use nix::sys::signal::Signal;
use notice::{Notice, notice};

use crate::plan::{Plan, Rung};

/// Most explanations of one command.
const MOST: usize = 3;

/// A refusal of the box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Denial {
    /// Says which access the box refused.
    pub sentence: Notice,
    /// Says how the user or the model can go on.
    pub hint: Notice,
}

impl Denial {
    /// Explains that the box refused these hosts, which are not among those of its plan.
    pub fn of_hosts(plan: &Plan, refused: &[String]) -> Self {
        Self {
            sentence: notice!(
                "denied-hosts",
                places = refused.join(", "),
                others = plan.network.hosts().join(", ")
            ),
            hint: notice!("denied-network-hint"),
        }
    }

    /// Whether the box had no network, or only that of some hosts.
    pub fn is_network(&self) -> bool {
        let id = self.sentence.id();
        id.is_some_and(|id| id == "denied-network" || id == "denied-network-proxy")
    }
}

/// Words of programs that found no network.
const NO_NETWORK: [&str; 14] = [
    "network is unreachable",
    "could not resolve host",
    "couldn't resolve host",
    "temporary failure in name resolution",
    "name or service not known",
    "no address associated with hostname",
    "name resolution failed",
    "failed to lookup address",
    "dns error",
    "getaddrinfo",
    "eai_again",
    "enetunreach",
    "enotfound",
    "no route to host",
];

const NO_RENAME: [&str; 2] = ["invalid cross-device link", "exdev"];
const READ_ONLY: [&str; 2] = ["read-only file system", "erofs"];
const NOT_PERMITTED: [&str; 4] = [
    "permission denied",
    "operation not permitted",
    "eacces",
    "eperm",
];
const BUSY: [&str; 2] = ["device or resource busy", "ebusy"];
const NO_PROCESS: [&str; 4] = [
    "resource temporarily unavailable",
    "cannot fork",
    "unable to create thread",
    "pthread_create failed",
];
const NO_MEMORY: [&str; 3] = ["cannot allocate memory", "out of memory", "memoryerror"];

/// Explains a failed command by the last part of its output.
pub fn explain(plan: &Plan, status: ExitStatus, output: &str) -> Vec<Denial> {
    if plan.rung == Rung::Off || status.success() {
        return Vec::new();
    }
    let mut found: Vec<Denial> = of_signal(plan, status).into_iter().collect();
    for line in output.lines().rev() {
        if found.len() == MOST {
            break;
        }
        if let Some(denial) = of_line(plan, line)
            && !found.contains(&denial)
        {
            found.push(denial);
        }
    }
    found
}

/// Explains an end by a signal, also as a shell reports it: 128 and its number.
fn of_signal(plan: &Plan, status: ExitStatus) -> Option<Denial> {
    let number = status.signal().or_else(|| Some(status.code()? - 128))?;
    match Signal::try_from(number).ok()? {
        Signal::SIGXFSZ => plan.limits.file_size.map(|bytes| Denial {
            sentence: notice!("denied-file-size", size = mebibytes(bytes)),
            hint: notice!("denied-limit-hint"),
        }),
        Signal::SIGSYS => Some(Denial {
            sentence: notice!("denied-32-bit"),
            hint: notice!("denied-32-bit-hint"),
        }),
        _ => None,
    }
}

fn of_line(plan: &Plan, line: &str) -> Option<Denial> {
    let lower = line.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&NO_RENAME) && plan.rung == Rung::Proposed {
        return Some(Denial {
            sentence: notice!("denied-rename"),
            hint: notice!("denied-rename-hint"),
        });
    }
    if !plan.network.is_on() && says(&NO_NETWORK) {
        return Some(no_network(plan));
    }
    if says(&READ_ONLY) || says(&NOT_PERMITTED) {
        return of_paths(plan, line).or_else(|| of_socket(plan, &lower));
    }
    if says(&BUSY) {
        return of_pinned(plan, line);
    }
    if says(&NO_PROCESS) {
        return plan.limits.processes.map(|most| Denial {
            sentence: notice!("denied-processes", most = most.to_string()),
            hint: notice!("denied-limit-hint"),
        });
    }
    if says(&NO_MEMORY) {
        return plan.limits.memory.map(|bytes| Denial {
            sentence: notice!("denied-memory", size = mebibytes(bytes)),
            hint: notice!("denied-limit-hint"),
        });
    }
    None
}

fn no_network(plan: &Plan) -> Denial {
    Denial {
        sentence: match plan.network.hosts() {
            [] => notice!("denied-network"),
            hosts => notice!("denied-network-proxy", places = hosts.join(", ")),
        },
        hint: notice!("denied-network-hint"),
    }
}

/// Without a network namespace, sockets are refused where they are made.
fn of_socket(plan: &Plan, line: &str) -> Option<Denial> {
    let names_one = ["socket", "connect", "network"]
        .iter()
        .any(|word| line.contains(word));
    (!plan.network.is_on() && names_one).then(|| no_network(plan))
}

/// Explains a line by the first path in it that the plan refuses.
fn of_paths(plan: &Plan, line: &str) -> Option<Denial> {
    paths_in(line, &plan.folder).find_map(|path| of_path(plan, &path))
}

fn of_path(plan: &Plan, path: &Path) -> Option<Denial> {
    let shown = path.display().to_string();
    if plan.hides(path) {
        return Some(Denial {
            sentence: notice!("denied-hidden", path = shown),
            hint: notice!("denied-hidden-hint"),
        });
    }
    if plan.may_write(path) {
        return None;
    }
    let is_git = |root: &&PathBuf| root.file_name().is_some_and(|name| name == ".git");
    let root = plan.read_only.iter().find(|root| path.starts_with(root));
    Some(match root {
        Some(root) if is_git(&root) => Denial {
            sentence: notice!("denied-git", path = shown),
            hint: notice!("denied-git-hint"),
        },
        Some(_) => Denial {
            sentence: notice!("denied-steering", path = shown),
            hint: notice!("denied-steering-hint"),
        },
        None => Denial {
            sentence: notice!("denied-outside", path = shown),
            hint: notice!("denied-outside-hint"),
        },
    })
}

/// Explains a line by the first folder in it that a read-only path keeps where it is.
fn of_pinned(plan: &Plan, line: &str) -> Option<Denial> {
    let holds = |folder: &PathBuf| {
        let mut inside = plan.read_only.iter().filter(|path| *path != folder);
        folder.starts_with(&plan.workspace) && inside.any(|path| path.starts_with(folder))
    };
    let mut folders = words_in(line).map(|word| normal(&plan.folder.join(word)));
    let folder = folders.find(|folder| plan.rung > Rung::Landlock && holds(folder))?;
    Some(Denial {
        sentence: notice!("denied-pinned", path = folder.display().to_string()),
        hint: notice!("denied-pinned-hint"),
    })
}

/// Finds the paths of a line: words with a slash or of a file in the working folder, without the
/// quotes and punctuation around them.
fn paths_in(line: &str, folder: &Path) -> impl Iterator<Item = PathBuf> {
    let paths = words_in(line).filter(|word| word.contains('/') || word.starts_with('.'));
    paths.map(move |word| normal(&folder.join(word)))
}

fn words_in(line: &str) -> impl Iterator<Item = &str> {
    let is_edge = |letter: char| !letter.is_alphanumeric() && !"/._~-".contains(letter);
    let words =
        line.split(|letter: char| letter.is_whitespace() || "'\"`‘’“”()[]<>=,;".contains(letter));
    let words = words.map(move |word| word.trim_matches(is_edge));
    words.filter(|word| !word.is_empty())
}

/// Resolves `.` and `..` by their letters: the path may not exist.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                parts.pop();
            }
            std::path::Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes / (1024 * 1024))
}
