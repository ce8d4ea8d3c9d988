//! `agentichat review --branch` and `--working-tree` where there is no terminal: they print.

use serde_json::Value;

use super::support::program::Place;

#[tokio::test]
async fn the_changes_of_a_branch_and_of_the_working_tree_are_printed_without_a_session() {
    let place = Place::new().await;
    place.git(&["checkout", "--quiet", "-b", "topic"]).await;
    place.write("docs/api.md", "# API Documentation\n\n## Checks\n");
    place
        .git(&["commit", "--quiet", "--all", "--message=topic"])
        .await;
    place.write("new file.txt", "new\n");
    place.write("odd \u{1b}[31m.txt", "odd\n");
    let said = place.agentichat(&["review", "--branch", "main"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    let expected = "docs/api.md  +1 -1\n  @@ -1,3 +1,3 @@\n   # API Documentation\n   \n  -## Validators\n  +## Checks\n";
    assert_eq!(said.out, expected);
    let said = place.agentichat(&["review", "--working-tree"], &[]).await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(
        said.out
            .contains("+1 -0  new, not in git\n  @@ -0,0 +1,1 @@\n  +new\n"),
        "{}",
        said.out
    );
    assert!(!said.out.contains('\u{1b}'), "{}", said.out);
    let said = place
        .agentichat(&["review", "--branch", "main", "--json"], &[])
        .await;
    let bundle: Value = serde_json::from_str(&said.out).expect("JSON");
    let file = &bundle["files"][0];
    assert_eq!(file["file_path"], "docs/api.md");
    assert_eq!(file["hunks"][0]["accepted"], Value::Null);
    let patch = file["hunks"][0]["patch"].as_str().expect("a patch");
    assert!(patch.contains("-## Validators\n+## Checks\n"), "{patch}");
    assert_eq!(bundle.get("job_id"), None);
}

#[tokio::test]
async fn a_branch_that_is_not_there_is_named_and_nothing_is_decided_about_changes_of_git() {
    let place = Place::new().await;
    let said = place.agentichat(&["review", "--branch", "mian"], &[]).await;
    assert_eq!(said.status, 1, "{}", said.out);
    assert!(said.log.contains("did you mean main?"), "{}", said.log);
    let said = place.agentichat(&["review", "--branch=--help"], &[]).await;
    assert_eq!(said.status, 1, "{}", said.out);
    let said = place
        .agentichat(&["review", "--branch", "main", "--apply"], &[])
        .await;
    assert_eq!(said.status, 2, "{}", said.out);
}
