//! The workspace's note: stores it, and merges in changes that other processes made.

use super::Dispatch;
use engine::Outcome;
use notice::{Notice, notice};
use protocol::ids::SessionId;
use review::merge::{Side, merge};
use store::Store;

/// Maximum number of merges for a note that others keep changing.
const TRIES: usize = 8;

impl Dispatch {
    pub(super) fn save_note(&self, session: SessionId, base: String, text: String) {
        let store = self.store.clone();
        self.in_background(async move {
            let result = save(&store, base, text).await;
            Outcome::NoteSaved { session, result }
        });
    }
}

/// Stores a note that was edited from `base`. If another one was stored in the meantime, merges the
/// two: lines that both changed go between markers, as in git. Returns the stored text.
async fn save(store: &Store, mut base: String, mut text: String) -> Result<String, Notice> {
    for _ in 0..TRIES {
        let replaced = store.replace_note(base.clone(), text.clone()).await;
        match replaced.map_err(|error| not_kept(&error.notice()))? {
            Ok(()) => return Ok(text),
            Err(found) => {
                text = together(&base, &text, &found)?;
                base = found;
            }
        }
    }
    Err(not_kept(&notice!("told-note-contested")))
}

fn together(base: &str, ours: &str, theirs: &str) -> Result<String, Notice> {
    let side = |label: &'static str, text| Side {
        label: str::as_bytes(label),
        bytes: str::as_bytes(text),
    };
    let merged = merge(
        side("before", base),
        side("typed here", ours),
        side("kept meanwhile", theirs),
    );
    let merged = merged.map_err(|error| not_kept(&error.notice()))?;
    String::from_utf8(merged.bytes).map_err(|_| not_kept(&notice!("told-note-no-text")))
}

fn not_kept(why: &Notice) -> Notice {
    notice!("told-note-not-kept", why)
}
