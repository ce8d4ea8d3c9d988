//! Tests of what is taken out after a command.

use std::fs;
use std::path::{Path, PathBuf};

use crate::plan::{Limits, Network, Plan, Rung};
use crate::steering::AbsentPaths;

/// A plan with these read-only paths in a workspace.
fn plan(workspace: &Path, read_only: &[&str]) -> Plan {
    Plan {
        rung: Rung::Namespaces,
        workspace: workspace.to_path_buf(),
        folder: workspace.to_path_buf(),
        read: Vec::new(),
        write: vec![workspace.to_path_buf()],
        read_only: read_only.iter().map(|path| workspace.join(path)).collect(),
        hidden: Vec::new(),
        network: Network::Off,
        overlay: None,
        temporary: PathBuf::from("/tmp"),
        environment: Vec::new(),
        limits: Limits::default(),
    }
}

#[test]
fn what_was_made_at_a_read_only_path_is_kept_elsewhere_and_told() {
    let ground = tempfile::tempdir().unwrap();
    let (workspace, kept) = (ground.path().join("work"), ground.path().join("kept"));
    fs::create_dir(&workspace).unwrap();
    fs::write(workspace.join(".mcp.json"), "was there").unwrap();
    let read_only = [".mcp.json", ".envrc", ".vscode", ".idea", ".git/config"];
    let absent = AbsentPaths::before(&plan(&workspace, &read_only));
    fs::write(workspace.join(".mcp.json"), "changed").unwrap();
    fs::write(workspace.join(".envrc"), "run this").unwrap();
    fs::create_dir_all(workspace.join(".vscode/deep")).unwrap();
    fs::create_dir(workspace.join(".git")).unwrap();
    fs::write(workspace.join(".git/config"), "of git init").unwrap();
    let taken = absent.take_out(&kept);
    let paths: Vec<&Path> = taken.iter().map(|one| one.path.as_path()).collect();
    assert_eq!(paths, [workspace.join(".envrc"), workspace.join(".vscode")]);
    let place = taken[0].place.as_ref().unwrap();
    assert_eq!(fs::read_to_string(place).unwrap(), "run this");
    assert!(taken[1].place.as_ref().unwrap().join("deep").is_dir());
    assert!(taken[0].notice().to_string().contains(".envrc"));
    assert!(!workspace.join(".envrc").exists());
    assert!(workspace.join(".git/config").exists());
    assert_eq!(
        fs::read_to_string(workspace.join(".mcp.json")).unwrap(),
        "changed"
    );
}

#[test]
fn a_second_one_of_the_same_name_covers_no_earlier_one() {
    let ground = tempfile::tempdir().unwrap();
    let (workspace, kept) = (ground.path().join("work"), ground.path().join("kept"));
    fs::create_dir(&workspace).unwrap();
    let absent = AbsentPaths::before(&plan(&workspace, &[".envrc"]));
    let mut places = Vec::new();
    for text in ["one", "two"] {
        fs::write(workspace.join(".envrc"), text).unwrap();
        let mut taken = absent.take_out(&kept);
        places.push(taken.remove(0).place.unwrap());
    }
    let texts: Vec<String> = places
        .iter()
        .map(|place| fs::read_to_string(place).unwrap())
        .collect();
    assert_eq!(texts, ["one", "two"]);
    assert!(absent.take_out(&kept).is_empty());
}

#[test]
fn a_link_is_taken_out_itself_and_its_target_stays() {
    let ground = tempfile::tempdir().unwrap();
    let workspace = ground.path().join("work");
    fs::create_dir_all(workspace.join("target")).unwrap();
    let absent = AbsentPaths::before(&plan(&workspace, &[".claude"]));
    std::os::unix::fs::symlink("target", workspace.join(".claude")).unwrap();
    let taken = absent.take_out(&ground.path().join("kept"));
    assert!(taken[0].place.as_ref().unwrap().is_symlink());
    assert!(workspace.join("target").is_dir());
    assert!(workspace.join(".claude").symlink_metadata().is_err());
}
