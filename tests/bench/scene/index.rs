//! The index of a repository of 100,000 texts, through the library: its build time relative to a
//! plain load of the same files into FTS5, the time until the first hit, the time until a saved
//! file is found, and `search_text` relative to ripgrep's own walk. No terminal.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{BinaryDetection, SearcherBuilder, sinks};
use ignore::{WalkBuilder, WalkState};
use index::{Index, SearchQuestion, Settings, file_in};
use protocol::call::ToolCall;
use protocol::ids::{CallId, RunId, SessionId};
use protocol::plan::Grant;
use rusqlite::Connection;
use serde_json::json;
use tools::{CallContext, Cancel, Limits, NoRecords, Surroundings, ToolBox, policy_parser};
use uuid::Uuid;
use workspace::Workspace;
use workspace::watch::{Report as Told, Settings as Watching, Watch};

use crate::process::{memory, most_memory};
use crate::report::{Report, median, milliseconds};
use crate::repository::{self, FILES};
use crate::sources::rare_word;

/// Budget of the whole index, as a multiple of a plain load.
const OF_A_LOAD: f64 = 3.0;

/// Searches of each kind.
const SEARCHES: usize = 20;

/// Upper limit of every wait.
const LONG: Duration = Duration::from_secs(600);

pub fn run(report: &mut Report) {
    let folder = repository::of_texts();
    let kept = tempfile::tempdir().expect("a folder");
    let pid = nix::unistd::Pid::this();
    let plain = plain_load(&folder, &kept.path().join("plain.db"));
    report.noted("a plain FTS5 load of the files", "s", plain.as_secs_f64());

    let workspace = Arc::new(Workspace::open(&folder, &[]).expect("a workspace"));
    let settings = Settings {
        most_bytes: 1_048_576,
    };
    let index = Arc::new(Index::new(
        Arc::clone(&workspace),
        kept.path().join("index"),
        settings,
    ));
    let before = memory(pid);
    let begun = Instant::now();
    let order = index.look();
    while find(&index, "assert").is_empty() {
        assert!(begun.elapsed() < LONG, "nothing is found");
        std::thread::sleep(Duration::from_millis(2));
    }
    let first = begun.elapsed();
    assert!(index.wait_for(order, LONG), "{:?}", index.state());
    let whole = begun.elapsed();
    report.promised(
        "the first hit after the start",
        "ms",
        milliseconds(first),
        1_000.0,
    );
    report.noted("the whole index", "s", whole.as_secs_f64());
    let times = whole.as_secs_f64() / plain.as_secs_f64();
    report.promised(
        "the whole index, of a plain load",
        "times",
        times,
        OF_A_LOAD,
    );
    let size = fs::metadata(file_in(index.folder()))
        .expect("it is there")
        .len();
    report.noted("its size", "MB", size as f64 / 1e6);
    report.promised("most memory", "MiB", most_memory(pid), 300.0);
    report.noted(
        "memory after it, more than before",
        "MiB",
        memory(pid) - before,
    );
    let again = Instant::now();
    assert!(index.wait_for(index.look(), LONG));
    report.noted(
        "nothing changed: looked through again",
        "ms",
        milliseconds(again.elapsed()),
    );

    saved(&folder, &workspace, &index, report);
    searches(&folder, &workspace, &index, report);
}

fn plain_load(root: &Path, file: &Path) -> Duration {
    let connection = Connection::open(file).expect("a database");
    let prepare = "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
                   CREATE VIRTUAL TABLE words USING fts5 (body);";
    connection.execute_batch(prepare).expect("a table");
    let mut took = Duration::ZERO;
    for share in (0..FILES).collect::<Vec<_>>().chunks(2_000) {
        let texts: Vec<String> = share
            .iter()
            .map(|number| fs::read_to_string(root.join(repository::path(*number))).expect("a file"))
            .collect();
        let begun = Instant::now();
        connection.execute_batch("BEGIN").expect("a transaction");
        for text in texts {
            let mut insert = connection
                .prepare_cached("INSERT INTO words (body) VALUES (?1)")
                .expect("a statement");
            insert.execute([text]).expect("a row");
        }
        connection.execute_batch("COMMIT").expect("a transaction");
        took += begun.elapsed();
    }
    took
}

fn find(index: &Index, text: &str) -> Vec<String> {
    let question = SearchQuestion {
        text,
        takes: &|_| true,
        limit: 5,
        lines: 5,
        meaning: None,
        proposed: &[],
    };
    let hits = index.search(&question).expect("an answer");
    hits.into_iter().map(|hit| hit.place.path).collect()
}

/// Measures from a save until the file is found, through the watcher.
fn saved(root: &Path, workspace: &Arc<Workspace>, index: &Arc<Index>, report: &mut Report) {
    let watch = watch(workspace, index);
    let file = root.join(repository::path(77));
    let before = fs::read(&file).expect("a file");
    let mut times = Vec::new();
    for number in 0..SEARCHES {
        let word = format!("saved{number}word");
        fs::write(&file, format!("// {word}\n")).expect("it is saved");
        let begun = Instant::now();
        while find(index, &word).is_empty() {
            assert!(begun.elapsed() < LONG, "a saved file is not found");
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(begun.elapsed());
    }
    drop(watch);
    fs::write(&file, before).expect("it is put back");
    assert!(index.wait_for(index.look(), LONG));
    report.promised("a saved file is found, p50", "ms", median(&times), 200.0);
}

/// Watches the workspace as the program does.
fn watch(workspace: &Arc<Workspace>, index: &Arc<Index>) -> Watch {
    let (sender, watching) = std::sync::mpsc::channel();
    let told = Arc::downgrade(index);
    let watch = Watch::start(
        Arc::clone(workspace),
        Watching::default(),
        move |report| match (report, told.upgrade()) {
            (Told::Watching, _) => sender.send(()).is_ok(),
            (Told::Changed(changes), Some(index)) => {
                index.changed(&changes);
                true
            }
            (Told::Changed(_), None) => false,
        },
    );
    watching.recv_timeout(LONG).expect("it is watched");
    watch.expect("a thread")
}

fn searches(root: &Path, workspace: &Arc<Workspace>, index: &Arc<Index>, report: &mut Report) {
    let private = tempfile::tempdir().expect("a folder");
    let made = || {
        let surroundings = Surroundings {
            shell: policy_parser(root.to_path_buf(), Vec::new()),
            records: Arc::new(NoRecords),
            private_dir: private.path().to_path_buf(),
            boxes: None,
            environment: Vec::new(),
            key_variables: Vec::new(),
            servers: None,
            profiles: None,
        };
        ToolBox::new(Arc::clone(workspace), Limits::default(), surroundings)
    };
    let (plain, indexed) = (made(), made().with_index(Arc::clone(index)));
    let _watch = watch(workspace, index);
    for (what, pattern, budget) in [
        ("one file has it", rare_word(31_415), 0.2),
        ("no file has it", "absent_everywhere".to_owned(), 0.2),
        (
            "part of it is sure",
            r"needle_(5|6)1234_\w+_here".to_owned(),
            0.2,
        ),
        ("nothing of it is sure", r"[b-d]{9}\d[x-z]".to_owned(), 1.1),
    ] {
        let median_of = |search: &dyn Fn() -> usize| {
            let wanted = search();
            let times: Vec<Duration> = (0..SEARCHES)
                .map(|_| {
                    let begun = Instant::now();
                    assert_eq!(search(), wanted);
                    begun.elapsed()
                })
                .collect();
            (median(&times), wanted)
        };
        let matcher = RegexMatcherBuilder::new()
            .multi_line(true)
            .line_terminator(Some(b'\n'))
            .build(&pattern)
            .expect("a pattern");
        let (own, wanted) = median_of(&|| walk(root, &matcher));
        let (without, found) = median_of(&|| hits(&plain, &pattern));
        assert_eq!(found, wanted, "{pattern}");
        let (with, found) = median_of(&|| hits(&indexed, &pattern));
        assert_eq!(found, wanted, "{pattern}");
        report.noted(&format!("{what}: ripgrep's walk, p50"), "ms", own);
        report.noted(&format!("{what}: without the index, p50"), "ms", without);
        report.noted(&format!("{what}: with it, p50"), "ms", with);
        let times = with / own;
        report.promised(
            &format!("{what}: with it, of ripgrep's walk"),
            "times",
            times,
            budget,
        );
    }
}

/// Searches like ripgrep: a walk on two threads that searches each file it meets.
fn walk(root: &Path, matcher: &RegexMatcher) -> usize {
    let count = AtomicUsize::new(0);
    let mut walk = WalkBuilder::new(root);
    walk.hidden(false).threads(2).build_parallel().run(|| {
        let mut searcher = SearcherBuilder::new()
            .binary_detection(BinaryDetection::quit(0))
            .build();
        let count = &count;
        Box::new(move |entry| {
            let entry = entry.expect("an entry");
            if entry
                .path()
                .components()
                .any(|part| part.as_os_str() == ".git")
            {
                return WalkState::Skip;
            }
            if entry.file_type().is_some_and(|kind| kind.is_file()) {
                let found = sinks::Bytes(|_, _| {
                    count.fetch_add(1, Ordering::Relaxed);
                    Ok(true)
                });
                searcher
                    .search_path(matcher, entry.path(), found)
                    .expect("a search");
            }
            WalkState::Continue
        })
    });
    count.into_inner()
}

fn hits(tools: &ToolBox, pattern: &str) -> usize {
    let call = ToolCall {
        id: CallId(Uuid::from_u128(1)),
        provider_id: "1".to_owned(),
        tool: "search_text".to_owned(),
        arguments: json!({ "query": pattern, "regex": true, "limit": 50 }),
    };
    let asker = CallContext {
        session: SessionId(Uuid::from_u128(2)),
        run: RunId(Uuid::from_u128(3)),
        agent: String::new(),
        limits: Default::default(),
        is_by_user: false,
        proposes: false,
        folder: String::new(),
        now: jiff::Timestamp::UNIX_EPOCH,
        ids: Arc::new(Uuid::now_v7),
    };
    let prepared = tools.prepare(&call, &asker).expect("a search");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let (output, _) = tokio::sync::mpsc::channel(1);
    let finished = tools.run(prepared, Grant::AsPlanned, Cancel::default(), output);
    let content = runtime.block_on(finished).result.content;
    content["hits"].as_array().expect("hits").len()
}
