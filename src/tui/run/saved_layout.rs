//! The file in which the screen is kept: written on a thread of its own, the latest last.

use crate::foreign_file::{Links, read_text};
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

/// Bytes of a screen at most.
const LARGEST: u64 = 1024 * 1024;

/// Writes what is given to it, one after another, until it is dropped.
pub(super) struct SavedLayoutFile {
    path: PathBuf,
    texts: Option<Sender<String>>,
}

impl SavedLayoutFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, texts: None }
    }

    /// What was kept the last time.
    pub(super) fn read(&self) -> Option<String> {
        // A repository may have put a link there, or something without an end.
        read_text(&self.path, Links::Refuse, LARGEST).ok()
    }

    /// Keeps a text. A folder that cannot be written costs the layout and nothing else.
    pub(super) fn keep(&mut self, text: String) {
        let path = self.path.clone();
        let sender = self.texts.get_or_insert_with(|| {
            let (sender, texts) = channel::<String>();
            let writer = move || {
                while let Ok(mut text) = texts.recv() {
                    // What came meanwhile is the later one.
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
        // Without the thread nothing is kept.
        sender.send(text).ok();
    }
}

/// Whole or not at all: beside its place first.
fn write(path: &std::path::Path, text: &str) {
    let beside = path.with_extension(format!("json.{}", std::process::id()));
    // What lies there is left over, or was put there: a link is not followed.
    fs::remove_file(&beside).ok();
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(crate::private::FILE)
        .open(&beside);
    let written = file
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        tracing::debug!(%error, "the screen is not kept");
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
