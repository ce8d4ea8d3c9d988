//! The promises of the index: it equals a freshly built one, it rules out nothing that matches, and
//! it discards nothing that it cannot rebuild.

mod answers;
mod history;
mod indexing_order;
mod map;
mod retrieval;
mod sharing;
mod trigram_query;
mod vectors;
mod watched;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;

use super::postings::read_page;
use super::{Hit, Index, SearchQuestion, Settings, Word, open};
use workspace::Workspace;
use workspace::watch::Changes;

/// A time limit that no test needs.
const LONG: Duration = Duration::from_secs(60);

/// A workspace, and a folder outside it for an index.
struct IndexHarness {
    work: TempDir,
    kept: TempDir,
    workspace: Arc<Workspace>,
}

impl IndexHarness {
    fn new() -> Self {
        let work = TempDir::new().expect("a folder");
        let kept = TempDir::new().expect("a folder");
        let workspace = Arc::new(Workspace::open(work.path(), &[]).expect("a workspace"));
        Self {
            work,
            kept,
            workspace,
        }
    }

    fn root(&self) -> &Path {
        self.work.path()
    }

    fn put(&self, path: &str, text: impl AsRef<[u8]>) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }

    fn index_in(&self, folder: PathBuf, most_bytes: u64) -> (Index, Arc<Mutex<Vec<Word>>>) {
        let heard: Arc<Mutex<Vec<Word>>> = Arc::default();
        let told = Arc::clone(&heard);
        let listener = move |word| told.lock().expect("nobody broke").push(word);
        let settings = Settings { most_bytes };
        let workspace = Arc::clone(&self.workspace);
        let index = Index::new(workspace, folder, settings);
        index.listen(Box::new(listener));
        (index, heard)
    }

    fn index(&self) -> Index {
        self.index_in(self.kept.path().join("one"), 1_000_000).0
    }

    /// Builds an index that knows everything.
    fn built(&self) -> Index {
        let index = self.index();
        look(&index);
        index
    }

    /// Returns the content of a freshly built index.
    fn fresh(&self) -> BTreeSet<String> {
        let folder = TempDir::new_in(self.kept.path()).expect("a folder");
        let (index, _) = self.index_in(folder.path().join("fresh"), 1_000_000);
        look(&index);
        content(&index)
    }
}

fn look(index: &Index) {
    let order = index.look();
    assert!(index.wait_for(order, LONG), "{:?}", index.state());
}

fn tell(index: &Index, paths: &[&str]) {
    let order = index.shared.order(|_| {});
    assert!(index.wait_for(super::Order(order), LONG));
    index.changed(&Changes {
        paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        ..Changes::default()
    });
    let order = index.shared.order(|_| {});
    assert!(index.wait_for(super::Order(order), LONG));
}

fn ask(index: &Index, text: &str) -> Vec<Hit> {
    let question = SearchQuestion {
        text,
        takes: &|_| true,
        limit: 10,
        lines: 20,
        meaning: None,
        proposed: &[],
    };
    index.search(&question).expect("an answer")
}

fn paths(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.place.path.as_str()).collect()
}

/// Returns everything in a database, without the numbers that depend on its history.
fn content(index: &Index) -> BTreeSet<String> {
    let (connection, _) = open::for_reading(index.folder())
        .expect("it can be read")
        .expect("it is there");
    let mut out = BTreeSet::new();
    let mut add = |query: &str, columns: usize| {
        let mut statement = connection.prepare(query).expect(query);
        let mut rows = statement.query([]).expect(query);
        while let Some(row) = rows.next().expect(query) {
            let cells = (0..columns).map(|at| format!("{:?}", row.get_ref(at).expect(query)));
            let cells: Vec<String> = cells.collect();
            assert!(out.insert(cells.join(" ")), "twice: {cells:?}");
        }
    };
    add(
        "SELECT 'file', path, bytes, modified, changed, inode, hash, language, standing FROM files",
        9,
    );
    add(
        "SELECT 'chunk', path, first_line, last_line
         FROM chunks JOIN files ON files.id = chunks.file",
        4,
    );
    add(
        "SELECT 'outline', path, definitions, outlines.names
         FROM outlines LEFT JOIN files ON files.id = file",
        4,
    );
    connection
        .execute_batch(
            "PRAGMA query_only = 0;
             CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, words, instance);",
        )
        .expect("the words can be listed");
    add(
        "SELECT 'word', term, path, first_line, col, offset FROM temp.vocabulary
         LEFT JOIN chunks ON chunks.id = doc LEFT JOIN files ON files.id = chunks.file",
        6,
    );
    let path_of = |id: i64| {
        let found = connection.query_row("SELECT path FROM files WHERE id = ?1", [id], |row| {
            row.get::<_, String>(0)
        });
        found.ok()
    };
    let mut statement = connection
        .prepare("SELECT files, first, bytes FROM pages JOIN segments ON segments.id = segment")
        .expect("pages");
    let mut rows = statement.query([]).expect("pages");
    while let Some(row) = rows.next().expect("a page") {
        let files: Vec<u8> = row.get(0).expect("files");
        let files: Vec<Option<String>> = files
            .chunks_exact(8)
            .map(|id| path_of(i64::from_le_bytes(id.try_into().expect("eight bytes"))))
            .collect();
        let bytes: Vec<u8> = row.get(2).expect("bytes");
        read_page(row.get(1).expect("a trigram"), &bytes, |gram, packed| {
            for slot in packed.unpack(files.len()).expect("slots").iter() {
                if let Some(path) = &files[slot] {
                    let is_new = out.insert(format!("gram {gram:06x} {path}"));
                    assert!(is_new, "{gram:06x} stands twice for {path}");
                }
            }
            true
        })
        .expect("a whole page");
    }
    out
}
