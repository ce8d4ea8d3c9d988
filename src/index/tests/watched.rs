//! The index fed by a real watcher: written, changed, moved and excluded files are found, or not,
//! without an explicit scan.

use std::fs;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use super::{IndexHarness, LONG, ask, paths};
use crate::Index;
use workspace::watch::{Report, Settings, Watch};

/// A watched workspace with its index, which knows all files.
struct Fed {
    harness: IndexHarness,
    index: Arc<Index>,
    _watch: Watch,
}

fn fed(files: &[(&str, &str)]) -> Fed {
    let harness = IndexHarness::new();
    for (path, text) in files {
        harness.put(path, text);
    }
    let index = Arc::new(harness.index());
    let (told, begun) = mpsc::channel();
    let own = Arc::clone(&index);
    let report = move |report| match report {
        Report::Watching => {
            own.feed();
            told.send(()).is_ok()
        }
        Report::Changed(changes) => {
            own.changed(&changes);
            true
        }
    };
    let settings = Settings {
        delay: Duration::ZERO,
        quiet: Duration::from_millis(5),
        ..Settings::default()
    };
    let watch = Watch::start(Arc::clone(&harness.workspace), settings, report);
    let watch = watch.expect("a watcher");
    begun.recv_timeout(LONG).expect("it watches");
    assert!(index.freshen(LONG), "{:?}", index.state());
    Fed {
        harness,
        index,
        _watch: watch,
    }
}

impl Fed {
    /// Waits until a question finds exactly these files. Asks again whenever the index has indexed
    /// something, and never orders a scan.
    fn until(&self, question: &str, expected: &[&str]) {
        let news = self.index.news();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        let answered = async {
            loop {
                let heard = news.notified();
                let hits = ask(&self.index, question);
                let mut found = paths(&hits);
                found.sort_unstable();
                found.dedup();
                if found == expected {
                    return;
                }
                heard.await;
            }
        };
        let answered = runtime.block_on(async { tokio::time::timeout(LONG, answered).await });
        let hits = ask(&self.index, question);
        assert!(
            answered.is_ok(),
            "{question}: {expected:?}, not {:?}",
            paths(&hits)
        );
    }
}

#[test]
fn what_is_written_while_the_workspace_is_watched_is_found_without_a_look() {
    let fed = fed(&[("src/old.rs", "fn retryBackoff() {}\n")]);
    fed.until("retryBackoff", &["src/old.rs"]);
    fed.harness
        .put("src/deep/new.rs", "fn retryBackoff() { again() }\n");
    fed.until("retryBackoff", &["src/deep/new.rs", "src/old.rs"]);
    fed.harness.put("src/old.rs", "fn sendInvoice() {}\n");
    fed.until("retryBackoff", &["src/deep/new.rs"]);
    fed.until("sendInvoice", &["src/old.rs"]);
}

#[test]
fn what_is_moved_removed_or_left_out_while_the_workspace_is_watched_is_found_no_more() {
    let fed = fed(&[
        ("a/one.rs", "fn paintTheme() {}\n"),
        ("a/two.rs", "fn paintTheme() {}\n"),
        ("c/three.rs", "fn paintTheme() {}\n"),
    ]);
    let root = fed.harness.root();
    fs::rename(root.join("a"), root.join("b")).unwrap();
    fed.until("paintTheme", &["b/one.rs", "b/two.rs", "c/three.rs"]);
    fs::remove_file(root.join("b/two.rs")).unwrap();
    fed.until("paintTheme", &["b/one.rs", "c/three.rs"]);
    fed.harness.put(".gitignore", "c/\n");
    fed.until("paintTheme", &["b/one.rs"]);
}
