//! The file that stores the screen layout: written on its own thread, where the latest text wins.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use support::foreign_file::{Links, read_text};

/// Maximum size of a stored layout in bytes.
const LARGEST: u64 = 1024 * 1024;

/// Writes the given texts, one after another, until it is dropped.
pub(super) struct SavedLayoutFile {
    path: PathBuf,
    texts: Option<Sender<String>>,
}

impl SavedLayoutFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, texts: None }
    }

    /// Returns the text stored by the previous run.
    pub(super) fn read(&self) -> Option<String> {
        // A repository may have put a link or an endless file there.
        read_text(&self.path, Links::Refuse, LARGEST).ok()
    }

    /// Stores a text. If the folder is not writable, only the layout is lost.
    pub(super) fn keep(&mut self, text: String) {
        let path = self.path.clone();
        let sender = self.texts.get_or_insert_with(|| {
            let (sender, texts) = channel::<String>();
            let writer = move || {
                while let Ok(mut text) = texts.recv() {
                    // A text that arrived meanwhile is newer.
                    while let Ok(later) = texts.try_recv() {
                        text = later;
                    }
                    write(&path, &text);
                }
            };
            if let Err(error) = std::thread::Builder::new()
                .name("screen".into())
                .spawn(writer)
            {
                tracing::debug!(%error, "the screen is not kept");
            }
            sender
        });
        // Without the thread nothing is stored.
        sender.send(text).ok();
    }
}

/// Writes the file completely or not at all: into a temporary file first.
fn write(path: &std::path::Path, text: &str) {
    let beside = path.with_extension(format!("json.{}", std::process::id()));
    // An existing file is a leftover or was planted: a link is not followed.
    fs::remove_file(&beside).ok();
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(support::private::FILE)
        .open(&beside);
    let written = file
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        tracing::debug!(%error, "the screen is not kept");
        // The next write replaces a leftover.
        fs::remove_file(&beside).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn links_are_neither_read_nor_written_through_and_a_large_file_is_as_none() {
        let temp = tempfile::tempdir().unwrap();
        let precious = temp.path().join("precious");
        fs::write(&precious, "mine").unwrap();
        let path = temp.path().join("screen.json");
        std::os::unix::fs::symlink(&precious, &path).unwrap();
        let file = SavedLayoutFile::new(path.clone());
        assert_eq!(file.read(), None);
        let beside = path.with_extension(format!("json.{}", std::process::id()));
        std::os::unix::fs::symlink(&precious, &beside).unwrap();
        write(&path, "kept");
        assert_eq!(file.read().as_deref(), Some("kept"));
        assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
        fs::write(&path, " ".repeat(2 * 1024 * 1024)).unwrap();
        assert_eq!(file.read(), None);
    }
}
