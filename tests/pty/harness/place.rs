//! Folders that belong to one test: home, configuration, data, temporary files and a workspace.
//! Dropping them ends the processes still running in them.

use std::fs;
use std::path::{Path, PathBuf};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

pub struct Place {
    folder: TempDir,
}

impl Place {
    /// Creates an empty place with one file in the workspace.
    pub fn new() -> Self {
        let folder = tempfile::Builder::new()
            .prefix("pty-")
            .tempdir()
            .expect("a temporary folder");
        let place = Self { folder };
        for name in ["home", "config", "data", "tmp", "work"] {
            fs::create_dir(place.path(name)).expect("a folder");
        }
        place.write("work/notes.txt", "one\ntwo\n");
        place
    }

    /// Returns a path in the place.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn work(&self) -> PathBuf {
        self.path("work")
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file can be written");
        path
    }

    /// Returns the repository that the demo has made here.
    pub fn demo(&self) -> PathBuf {
        let mut found = Vec::new();
        repositories(&self.path("tmp"), &mut found);
        assert_eq!(found.len(), 1, "one demo: {found:?}");
        found.remove(0)
    }

    /// Returns the environment of every program started here.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let folder = |name: &str| self.path(name).display().to_string();
        vec![
            ("PATH", std::env::var("PATH").unwrap_or_default()),
            ("HOME", folder("home")),
            ("AGENTICHAT_CONFIG_DIR", folder("config")),
            ("AGENTICHAT_DATA_DIR", folder("data")),
            ("TMPDIR", folder("tmp")),
            // Nothing listens on this port.
            ("OLLAMA_HOST", "127.0.0.1:1".to_owned()),
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", "UTC".to_owned()),
            ("TERM", "xterm-256color".to_owned()),
            ("COLORTERM", "truecolor".to_owned()),
        ]
    }

    /// Whether a file anywhere under this folder contains the text.
    pub fn is_stored(&self, under: &Path, text: &str) -> bool {
        let mut files = Vec::new();
        list_files(under, &mut files);
        files.iter().any(|file| {
            let bytes = fs::read(file).unwrap_or_default();
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        })
    }

    /// Returns the processes that work in these folders, by number and command line.
    pub fn processes(&self) -> Vec<(i32, String)> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let number: i32 = entry.file_name().to_str()?.parse().ok()?;
                let folder = fs::read_link(entry.path().join("cwd")).ok()?;
                let line = fs::read(entry.path().join("cmdline")).ok()?;
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                folder
                    .starts_with(self.folder.path())
                    .then_some((number, line))
            })
            .collect()
    }

    /// Whether a process with these words in its command line works in these folders.
    pub fn runs(&self, words: &str) -> bool {
        self.processes()
            .iter()
            .any(|(_, line)| line.contains(words))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // Only processes in the folder of this test, which no other process knows.
        for (number, _) in self.processes() {
            kill(Pid::from_raw(number), Signal::SIGKILL).ok();
        }
    }
}

fn repositories(folder: &Path, found: &mut Vec<PathBuf>) {
    if folder.join(".git").is_dir() {
        found.push(folder.to_path_buf());
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            repositories(&entry.path(), found);
        }
    }
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list_files(&path, files);
        } else {
            files.push(path);
        }
    }
}
