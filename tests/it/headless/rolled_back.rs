//! Folders after a rollback, and repeating a rollback.

use serde_json::json;

use crate::support::http::Server;
use crate::support::program::Place;
use crate::support::wire::{Step, ollama, show};

async fn done(place: &Place, arguments: &[&str]) {
    let said = place.agentichat(arguments, &[]).await;
    assert_eq!(said.status, 0, "{arguments:?}: {}\n{}", said.out, said.log);
}

#[tokio::test]
async fn a_rollback_takes_the_folders_away_that_the_change_made_and_leaves_those_that_were_there() {
    let place = Place::new().await;
    std::fs::create_dir_all(place.root().join("there/empty")).expect("a folder");
    let write = |path: &str| {
        let arguments = json!({ "path": path, "content": "x\n", "mode": "create" });
        ("write_file", arguments)
    };
    let command = json!({ "command": "mkdir -p built/deep && echo x > built/deep/out.txt" });
    let scripts = vec![
        show(),
        ollama(Step::Calls(
            "",
            vec![write("fresh/deep/a.txt"), write("there/empty/b.txt")],
        )),
        ollama(Step::Calls("", vec![("shell_exec", command)])),
        ollama(Step::Says("done")),
    ];
    let server = Server::start(scripts).await;
    let flags = ["--mode", "passthrough", "--json", "make it"];
    let said = place.run_with_ollama(&server.url, &flags).await;
    assert_eq!(said.status, 0, "{}\n{}", said.out, said.log);
    let there = |path: &str| place.root().join(path).exists();
    assert!(there("fresh/deep/a.txt") && there("built/deep/out.txt") && there("there/empty/b.txt"));

    done(&place, &["rollback", "1", "--yes"]).await;
    assert!(!there("fresh"), "what was made for a file goes with it");
    assert!(!there("built"), "what a command made too");
    assert!(there("there/empty"), "what was there stays");
    assert!(!there("there/empty/b.txt"));

    done(&place, &["rollback", "--undo"]).await;
    assert!(there("fresh/deep/a.txt") && there("built/deep/out.txt") && there("there/empty/b.txt"));
    std::fs::write(place.root().join("fresh/mine.txt"), "mine\n").expect("a file");

    done(&place, &["rollback", "--redo"]).await;
    assert!(!there("fresh/deep"));
    assert!(there("fresh/mine.txt"), "what is not empty stays");
    assert!(!there("built") && there("there/empty"));
}
