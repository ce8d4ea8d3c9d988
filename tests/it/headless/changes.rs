//! A command's changes on the disk are in the log and can be rolled back from it.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;

use protocol::change::{CheckpointFile, Entry, FileOperation};
use protocol::ids::{FileId, WorkspaceId};
use review::binary::{as_text, blob_of};
use review::log::FileLog;
use serde_json::json;
use store::{Store, StoreLocation as StorePlace};
use support::json::from_ref;

use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput};
use crate::support::wire::{Step, ollama, show};

/// Changes a clean file, a dirty one and an untracked one, deletes, renames and creates one, and
/// gives one other permission bits.
pub(super) const COMMAND: &str = "echo more >> docs/api.md; echo other > dirty.txt; echo x >> untracked.txt; \
     rm gone.txt; mv moved.txt there.txt; chmod 755 mode.sh; printf '\\0\\2' > picture.bin; \
     echo fresh > fresh.txt";

/// Files with their bytes and permission bits, without git's and our own.
pub(super) type Tree = BTreeMap<String, (Vec<u8>, u32)>;

pub(super) fn tree(place: &Place, of_git: bool) -> Tree {
    let root = place.root();
    let mut tree = Tree::new();
    let mut folders = vec![if of_git {
        root.join(".git")
    } else {
        root.clone()
    }];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if path.is_dir() && name != ".git" && name != ".agentichat" {
                folders.push(path);
            } else if path.is_file() {
                let inside = path.strip_prefix(&root).expect("inside");
                let mode = path.metadata().expect("a file").permissions().mode() & 0o7777;
                let bytes = std::fs::read(&path).expect("a file");
                tree.insert(inside.display().to_string(), (bytes, mode));
            }
        }
    }
    tree
}

pub(super) async fn prepare(place: &Place, with_git: bool) {
    for name in ["gone.txt", "moved.txt", "mode.sh", "dirty.txt"] {
        place.write(name, &format!("{name} 1\n{name} 2\n"));
    }
    place.write("picture.bin", "\0\u{1}");
    place.git(&["add", "--all"]).await;
    place.git(&["commit", "--quiet", "--message=more"]).await;
    place.write("dirty.txt", "changed since\n");
    place.write("untracked.txt", "u\n");
    if !with_git {
        std::fs::remove_dir_all(place.root().join(".git")).expect("git's folder");
    }
}

/// Rolls back everything in the log, from the base that its checkpoint stored and nothing else.
pub(super) async fn taken_back(place: &Place, said: &ProgramOutput, mut tree: Tree) -> Tree {
    let state = StorePlace::Folder(place.root().join(".agentichat"));
    let store = Store::open(state, &WorkspaceId("any".into()))
        .expect("the store")
        .store;
    let bytes_of = async |text: &str| match blob_of(text) {
        Some(hash) => store
            .get_blob(&hash)
            .await
            .expect("a read")
            .expect("a blob")
            .to_vec(),
        None => text.as_bytes().to_vec(),
    };
    let mut entries: BTreeMap<FileId, Vec<Entry>> = BTreeMap::new();
    for event in said.of_type("edits.proposed") {
        let entry: Entry = from_ref(&event["data"]["entry"]).expect("an entry");
        entries.entry(entry.file).or_default().push(entry);
    }
    let mut back = Tree::new();
    for event in said.of_type("checkpoint.file") {
        let kept: CheckpointFile = from_ref(&event["data"]["file"]).expect("a file");
        let base = match &kept.base {
            Some(hash) => store.get_blob(hash).await.expect("a read"),
            None => None,
        };
        let text = base.as_deref().map(|bytes| as_text(bytes).into_owned());
        let mut log = FileLog::new(kept.file, text);
        log.entries = entries.remove(&kept.file).expect("entries of the file");
        log.verify().expect("a sound log");
        let all = log.target();
        if let (Some(text), Some(path)) = (all.text, all.path) {
            let (bytes, mode) = tree.remove(&path).expect("the file");
            assert_eq!(bytes, bytes_of(&text).await, "{path}");
            assert_eq!(all.mode.unwrap_or(mode), mode, "{path}");
        }
        let none = log.replay(&|_, _| false);
        if let (Some(text), Some(path)) = (none.text, none.path) {
            back.insert(path, (bytes_of(&text).await, kept.mode.expect("bits")));
        }
    }
    assert!(entries.is_empty(), "every file has a base");
    tree.extend(back);
    tree
}

#[tokio::test]
async fn what_a_command_changes_is_logged_and_can_be_taken_back_with_git_and_without() {
    for with_git in [true, false] {
        let place = Place::new().await;
        prepare(&place, with_git).await;
        let before = tree(&place, false);
        let own = with_git.then(|| tree(&place, true));
        let call = vec![("shell_exec", json!({ "command": COMMAND }))];
        let scripts = vec![
            show(),
            ollama(Step::Calls("", call)),
            ollama(Step::Says("Done.")),
        ];
        let mut server = Server::start(scripts).await;
        let flags = ["--mode", "passthrough", "--json", "change it"];
        let said = place.run_with_ollama(&server.url, &flags).await;
        assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
        assert_eq!(
            own,
            with_git.then(|| tree(&place, true)),
            ".git is as it was"
        );
        let after = tree(&place, false);
        assert_ne!(after, before);
        assert_eq!(taken_back(&place, &said, after).await, before);

        let entries = said.of_type("edits.proposed");
        let operations: Vec<FileOperation> = entries
            .iter()
            .map(|event| {
                let entry: Entry = from_ref(&event["data"]["entry"]).expect("an entry");
                assert!(entry.hunks.iter().all(|hunk| hunk.written));
                entry.operation
            })
            .collect();
        assert_eq!(operations.len(), 8, "{operations:?}");
        let checkpoints = said.of_type("checkpoint.created");
        assert_eq!(checkpoints.len(), 1);
        assert_eq!(checkpoints[0]["data"]["checkpoint"]["kind"], "shell");
        let result = &said.of_type("job.completed")[0]["data"]["result"];
        assert_eq!(result["files_modified"].as_array().map(Vec::len), Some(8));
        for _ in 0..2 {
            server.request().await;
        }
        let told = server.request().await.body;
        assert!(
            told.contains("there.txt (renamed from moved.txt)"),
            "{told}"
        );
    }
}
