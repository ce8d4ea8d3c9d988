//! The last line that a server's program writes on its standard error, which says why it ended.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::timeout;

/// Time that a program which closed its output has to close its standard error.
const PATIENCE: Duration = Duration::from_millis(500);

/// Longest line that is kept, in characters.
const LONGEST: usize = 300;

/// The last line of a program. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct LastWords(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    line: Mutex<String>,
    ended: Notify,
}

impl LastWords {
    fn line(&self) -> MutexGuard<'_, String> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a line, unless it is blank.
    pub fn say(&self, line: &str) {
        let line: String = redact::one_line(line.trim())
            .chars()
            .take(LONGEST)
            .collect();
        if !line.is_empty() {
            *self.line() = redact::mask(&line).into_owned();
        }
    }

    /// Records that the program closed its standard error.
    pub fn end(&self) {
        self.0.ended.notify_one();
    }

    /// Waits a little for the end; returns the last line, if there was one.
    pub(crate) async fn after_the_end(&self) -> Option<String> {
        // A program may keep it open.
        timeout(PATIENCE, self.0.ended.notified()).await.ok();
        let line = self.line().clone();
        (!line.is_empty()).then_some(line)
    }
}
