//! Tests of the conditions on the disk for a command to be low risk.

use super::*;

/// Checks conditions in a workspace with a file of each kind and this block list.
fn check(conditions: &[Condition], block: &[&str]) -> Result<(), Notice> {
    let home = tempfile::tempdir().unwrap();
    let root = home.path().canonicalize().unwrap().join("work");
    for file in ["src/a.txt", "secrets/x.txt", "src/key.private"] {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "x").unwrap();
    }
    let block: Vec<String> = block.iter().map(|one| (*one).to_owned()).collect();
    let blocks = BlockList::new(&block).unwrap();
    let conditions: Vec<Condition> = conditions.iter().map(|one| placed(one, &root)).collect();
    let scope = ReadScope {
        root: &root,
        blocks: &blocks,
        path: "/usr/bin:/bin",
        git: &|folder: &Path| {
            let mut git = Command::new("git");
            git.current_dir(folder);
            Some(git)
        },
    };
    scope.check(&conditions)
}

/// Returns the condition with its path moved below the root.
fn placed(condition: &Condition, root: &Path) -> Condition {
    let mut condition = condition.clone();
    match &mut condition {
        Condition::Contents(path)
        | Condition::Name(path)
        | Condition::Pattern { path, .. }
        | Condition::Search { path, .. } => *path = root.join(&path),
        _ => {}
    }
    condition
}

fn search(path: &str) -> Condition {
    Condition::Search {
        path: path.into(),
        reader: TreeReader::Everything,
    }
}

fn pattern(path: &str, contents: bool) -> Condition {
    Condition::Pattern {
        path: path.into(),
        contents,
    }
}

#[test]
fn what_the_config_blocks_is_not_read_unasked() {
    let contents = |path: &str| Condition::Contents(path.into());
    for (conditions, block) in [
        (contents("secrets/x.txt"), "secrets/**"),
        (contents("SECRETS/x.txt"), "secrets/**"),
        (contents("src/../secrets/x.txt"), "/secrets"),
        (pattern("s*/x.txt", true), "secrets/**"),
        (pattern("src/*", true), "*.private"),
        (pattern("src/*.p?ivate", true), "*.private"),
        (search("."), "secrets/**"),
        (search("src"), "*.private"),
        (search("secrets"), "/secrets"),
    ] {
        let found = check(std::slice::from_ref(&conditions), &[block]);
        assert!(found.is_err(), "{conditions:?} with {block}");
    }
    for (conditions, block) in [
        (contents("src/a.txt"), "secrets/**"),
        (contents("secret"), "secrets/**"),
        (Condition::Name("secrets".into()), "secrets/**"),
        (pattern("secrets/*", false), "secrets/**"),
        (pattern("src/*.txt", true), "*.private"),
        (search("src"), "/secrets"),
    ] {
        let found = check(std::slice::from_ref(&conditions), &[block]);
        assert_eq!(found, Ok(()), "{conditions:?} with {block}");
    }
}

#[test]
fn a_folder_where_a_file_is_read_is_not_low() {
    assert!(check(&[Condition::Contents("src".into())], &[]).is_err());
    assert_eq!(
        check(&[Condition::Contents("nothing/here".into())], &[]),
        Ok(())
    );
    assert!(check(&[Condition::Contents("src/../../x".into())], &[]).is_err());
}
