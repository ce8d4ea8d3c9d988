//! Tests that the listing of a watched workspace equals that of a new walk, after any changes.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use proptest::prelude::*;

use super::Harness;
use crate::Workspace;
use crate::listing::{Listing, Mark};
use crate::watch::{Report, Settings, Watch};
use testing::cases;

/// Upper limit of a wait; only a failing test reaches it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Creates a workspace whose watch vouches for it.
fn watched(harness: &Harness) -> (Arc<Workspace>, Watch) {
    let workspace = Arc::new(harness.open());
    let (to, reports) = channel();
    let settings = Settings {
        delay: Duration::ZERO,
        quiet: Duration::from_millis(1),
        ..Settings::default()
    };
    let report = move |report| {
        // The test waits only for the first report.
        to.send(report).ok();
        true
    };
    let watch = Watch::start(Arc::clone(&workspace), settings, report).unwrap();
    assert_eq!(reports.recv_timeout(PATIENCE), Ok(Report::Watching));
    (workspace, watch)
}

fn files(listing: &Listing) -> Vec<(String, Mark)> {
    let mut files = Vec::new();
    listing.for_each("", &mut |path, mark| files.push((path, *mark)));
    files
}

#[track_caller]
fn is_as_a_walk_finds_it(harness: &Harness, workspace: &Workspace, after: &str) {
    let known = files(&workspace.listing(""));
    assert_eq!(
        known,
        files(&Listing::take(&harness.open())),
        "after {after}"
    );
}

/// An operation in a folder with few names, so that operations collide.
#[derive(Debug, Clone)]
enum Deed {
    Write(String),
    Append(String),
    Mode(String),
    Date(String),
    Remove(String),
    Rename(String, String),
    /// Replaces a folder by another one at once.
    Renew(String),
    Ignore(String, String),
    Link(String, String),
    Look,
}

impl Deed {
    /// Performs the operation, if it is possible.
    fn be_done(&self, root: &Path) {
        let at = |path: &String| root.join(path);
        let put = |path: &Path, text: &str| {
            fs::create_dir_all(path.parent().unwrap()).ok();
            fs::write(path, text).ok();
        };
        match self {
            Self::Write(path) => put(&at(path), "text"),
            Self::Append(path) => {
                let file = fs::OpenOptions::new().append(true).open(at(path));
                file.and_then(|mut file| std::io::Write::write_all(&mut file, b"+"))
                    .ok();
            }
            Self::Mode(path) => {
                use std::os::unix::fs::PermissionsExt;
                let mode = if path.len() % 2 == 0 { 0o755 } else { 0o700 };
                fs::set_permissions(at(path), fs::Permissions::from_mode(mode)).ok();
            }
            Self::Date(path) => {
                let file = fs::File::open(at(path));
                let then = std::time::UNIX_EPOCH + Duration::from_secs(1_000);
                file.and_then(|file| file.set_modified(then)).ok();
            }
            Self::Remove(path) => {
                fs::remove_file(at(path)).ok();
                fs::remove_dir_all(at(path)).ok();
            }
            Self::Rename(from, to) => {
                fs::rename(at(from), at(to)).ok();
            }
            Self::Renew(path) => {
                if fs::remove_dir_all(at(path)).is_ok() {
                    put(&at(path).join("c"), "renewed");
                }
            }
            Self::Ignore(folder, name) => put(&at(folder).join(".gitignore"), &format!("{name}\n")),
            Self::Link(target, name) => {
                std::os::unix::fs::symlink(at(target), at(name)).ok();
            }
            Self::Look => {}
        }
    }
}

fn path() -> impl Strategy<Value = String> {
    "[ab](/[ab]){0,2}(/c)?"
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => path().prop_map(Deed::Write),
        2 => path().prop_map(Deed::Append),
        1 => path().prop_map(Deed::Mode),
        1 => path().prop_map(Deed::Date),
        2 => path().prop_map(Deed::Remove),
        4 => (path(), path()).prop_map(|(from, to)| Deed::Rename(from, to)),
        2 => path().prop_map(Deed::Renew),
        1 => ("(a|b|a/b)?", "[abc]").prop_map(|(folder, name)| Deed::Ignore(folder, name)),
        1 => (path(), path()).prop_map(|(target, name)| Deed::Link(target, name)),
        4 => Just(Deed::Look),
    ]
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn whatever_is_done_the_watched_listing_is_as_a_walk_finds_it(
        deeds in proptest::collection::vec(deed(), 1..60)
    ) {
        let harness = Harness::new();
        for path in ["a/b/c", "a/c", "b/a/a/c", "c"] {
            harness.put(path, "first");
        }
        let (workspace, _watch) = watched(&harness);
        for deed in &deeds {
            deed.be_done(&harness.root());
            if matches!(deed, Deed::Look) {
                is_as_a_walk_finds_it(&harness, &workspace, &format!("{deeds:?}"));
            }
        }
        is_as_a_walk_finds_it(&harness, &workspace, &format!("{deeds:?}"));
    }
}

#[test]
fn what_the_watch_vouches_for_is_not_looked_at_and_a_doubt_has_it_looked_at() {
    let harness = Harness::new();
    harness.put("quiet/a.txt", "a");
    harness.put("loud/b.txt", "b");
    let (workspace, _watch) = watched(&harness);
    // One full scan, and one more once the workspace has been watched.
    let first = files(&workspace.listing(""));
    assert_eq!(files(&workspace.listing("")), first);
    // A write through a name elsewhere causes no event.
    let elsewhere = harness.outer.path().join("outside/a.txt");
    fs::hard_link(harness.root().join("quiet/a.txt"), &elsewhere).unwrap();
    fs::write(&elsewhere, "longer").unwrap();
    assert_eq!(files(&workspace.listing("")), first, "it was looked at");
    workspace.doubt();
    is_as_a_walk_finds_it(&harness, &workspace, "a doubt");
    // From now on the file is known to have another name.
    fs::write(&elsewhere, "longer still").unwrap();
    is_as_a_walk_finds_it(&harness, &workspace, "a second name");
}

#[test]
fn where_a_link_stood_in_the_place_of_a_folder_nothing_of_it_stays() {
    let harness = Harness::new();
    harness.put("a/b/first", "1");
    harness.put("x/ghost", "of another folder");
    let workspace = harness.open();
    workspace.listing("");
    let place = harness.root().join("a/b");
    fs::remove_dir_all(&place).unwrap();
    harness.link("../x", "a/b");
    is_as_a_walk_finds_it(&harness, &workspace, "a link");
    fs::remove_file(&place).unwrap();
    harness.put("a/b/second", "2");
    is_as_a_walk_finds_it(&harness, &workspace, "a folder again");
}

#[test]
fn where_nobody_watches_any_more_everything_is_looked_at() {
    let harness = Harness::new();
    harness.put("a.txt", "a");
    let (workspace, watch) = watched(&harness);
    workspace.listing("");
    drop(watch);
    // Holds whether the thread has noticed already or not.
    for text in ["longer", "longer still", "short"] {
        harness.put("a.txt", text);
        harness.put(&format!("{text}.txt"), text);
        is_as_a_walk_finds_it(&harness, &workspace, text);
    }
}
