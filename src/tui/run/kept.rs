//! The file in which the screen is kept: written on a thread of its own, the latest last.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};

/// Writes what is given to it, one after another, until it is dropped.
pub(super) struct KeptFile {
    path: PathBuf,
    texts: Option<Sender<String>>,
}

impl KeptFile {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, texts: None }
    }

    /// What was kept the last time.
    pub(super) fn read(&self) -> Option<String> {
        fs::read_to_string(&self.path).ok()
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
            let thread = std::thread::Builder::new().name("agentichat-screen".into());
            if let Err(error) = thread.spawn(writer) {
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
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        tracing::debug!(%error, "the screen is not kept");
        fs::remove_file(&beside).ok();
    }
}
