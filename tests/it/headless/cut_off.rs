//! An applying or rollback that is killed at any point is completed by the next start: the tree is
//! wholly in the old or the new state, the user is notified, and none of our files are left in it.

use notice::notice;
use notice::words::counted;
use serde_json::json;
use tempfile::TempDir;

use super::changes::{Tree, tree};
use crate::support::http::Server;
use crate::support::program::{Place, ProgramOutput, VALIDATORS};
use crate::support::wire::{Step, ollama, show};

const APPLY: &[&str] = &["review", "--apply"];

const KILLED: i32 = -1;

/// Creates a place with one file changed, one created in a new folder and one deleted; all
/// hunks are accepted.
async fn accepted() -> Place {
    let place = Place::new().await;
    place.write("made/beside.txt", "beside\n");
    let read = |path: &str| ("read_file", json!({ "path": path }));
    let write = |path: &str, content: String, mode: &str| {
        let arguments = json!({ "path": path, "content": content, "mode": mode });
        ("write_file", arguments)
    };
    let changed = format!("{VALIDATORS}\n# more\n");
    let delete = ("delete_file", json!({ "path": "docs/api.md" }));
    let calls = vec![
        write("utils/validators.py", changed, "overwrite"),
        write("made/new.txt", "new\n".to_owned(), "create"),
        delete,
    ];
    let reads = vec![read("utils/validators.py"), read("docs/api.md")];
    let scripts = vec![
        show(),
        ollama(Step::Calls("", reads)),
        ollama(Step::Calls("", calls)),
        ollama(Step::Says("done")),
    ];
    let server = Server::start(scripts).await;
    let flags = ["--mode", "review", "--json", "change it"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(
        said.status, 3,
        "it awaits review: {}\n{}",
        said.out, said.log
    );
    done(&place, &["review", "--accept-all"]).await;
    place
}

async fn done(place: &Place, arguments: &[&str]) -> ProgramOutput {
    let said = place.agentichat(arguments, &[]).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}\n{}", said.out, said.log);
    said
}

async fn stopped_at(place: &Place, arguments: &[&str], point: u32) -> ProgramOutput {
    let variables = [("AGENTICHAT_STOP_AT", &*point.to_string())];
    let said = place.agentichat(arguments, &variables).await;
    assert!(
        matches!(said.status, 0 | KILLED),
        "killed at {point}, or not at all: {}\n{}",
        said.out,
        said.log
    );
    said
}

/// Kills a command at one point after another until it survives. Returns the number of kills.
async fn kill_everywhere(
    place: &Place,
    kept: &TempDir,
    arguments: &[&str],
    (before, after): (&Tree, &Tree),
    told: &str,
) -> u32 {
    let mut torn = 0;
    for point in 1.. {
        place.restore(kept);
        if stopped_at(place, arguments, point).await.status != KILLED {
            assert_eq!(&tree(place, false), after);
            assert!(torn > 0, "no point was between the first file and the last");
            return point - 1;
        }
        let found = tree(place, false);
        torn += u32::from(found != *before && found != *after);
        let next = done(place, &["review"]).await;
        assert!(next.log.contains(told), "at {point}: {}", next.log);
        assert_eq!(&tree(place, false), after, "at {point}");
    }
    unreachable!("it lives when the points are over")
}

#[tokio::test]
async fn an_apply_that_is_killed_anywhere_is_finished_by_the_next_start() {
    let place = accepted().await;
    let before = tree(&place, false);
    let kept = place.keep();
    done(&place, APPLY).await;
    let after = tree(&place, false);
    assert_ne!(after, before);
    assert!(!after.contains_key("docs/api.md") && after.contains_key("made/new.txt"));
    let told = notice!("told-save-finished", counted = counted(3_u8, "file")).to_string();
    let killed = kill_everywhere(&place, &kept, APPLY, (&before, &after), &told).await;
    // Begun; two contents beside their places in two steps each; all ready; a file replaced, one
    // created in two steps, one deleted; done.
    assert_eq!(killed, 11);

    // The next start may be killed too, and the one after that.
    place.restore(&kept);
    assert_eq!(stopped_at(&place, APPLY, 1).await.status, KILLED);
    let mut point = 1;
    while stopped_at(&place, &["review"], point).await.status == KILLED {
        point += 1;
    }
    assert!(point > 2, "the recovery has points of its own");
    assert_eq!(tree(&place, false), after);
    let again = done(&place, APPLY).await;
    assert!(!again.log.contains(&told), "it is told once: {}", again.log);
    assert_eq!(tree(&place, false), after);
}

#[tokio::test]
async fn a_rollback_that_is_killed_anywhere_is_finished_by_the_next_start() {
    let place = accepted().await;
    let before = tree(&place, false);
    done(&place, APPLY).await;
    let after = tree(&place, false);
    let kept = place.keep();
    let back = ["rollback", "1", "--yes"];
    done(&place, &back).await;
    assert_eq!(tree(&place, false), before);
    let told = notice!("told-rollback-finished", counted = counted(3_u8, "file")).to_string();
    kill_everywhere(&place, &kept, &back, (&after, &before), &told).await;

    place.restore(&kept);
    assert_eq!(stopped_at(&place, &back, 1).await.status, KILLED);
    done(&place, &["rollback", "--undo"]).await;
    assert_eq!(tree(&place, false), after, "what was finished is undone");
}

#[tokio::test]
async fn a_file_that_was_changed_after_the_cut_is_left_alone_and_named() {
    let place = accepted().await;
    assert_eq!(stopped_at(&place, APPLY, 1).await.status, KILLED);
    place.write("utils/validators.py", "mine\n");
    let next = done(&place, &["review"]).await;
    let named = "left as they are: utils/validators.py (was changed)";
    assert!(next.log.contains(named), "{}", next.log);
    assert_eq!(place.read("utils/validators.py"), "mine\n");
    assert_eq!(place.read("made/new.txt"), "new\n");
    assert!(!place.root().join("docs/api.md").exists());
}
