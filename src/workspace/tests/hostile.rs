//! Hostile content in a repository that is only read: ignore files that never end or nest without a
//! bottom, and links that lead out of it.

use std::path::Path;

use super::Harness;
use super::walk::git;
use crate::Workspace;
use crate::git::location::{ForeignRepository, git_folders, stays_inside};
use crate::git::settings::own_settings;
use crate::listing::Listing;

fn names(workspace: &Workspace) -> Vec<String> {
    workspace.files().map(|entry| entry.path).collect()
}

fn pipe(path: &Path) {
    std::fs::remove_file(path).ok();
    nix::unistd::mkfifo(path, nix::sys::stat::Mode::S_IRWXU).unwrap();
}

fn sparse(path: &Path) {
    std::fs::remove_file(path).ok();
    let file = std::fs::File::create(path).unwrap();
    file.set_len(20 << 30).unwrap();
}

/// Creates another repository of the user beside the workspace, with a text that the workspace
/// must not reach.
fn other(harness: &Harness) -> std::path::PathBuf {
    harness.put("../other/secret.txt", "theirs\n");
    let folder = harness.outer.path().join("other").canonicalize().unwrap();
    for arguments in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "x"],
        &["branch", "their-branch"],
    ] {
        git_in(&folder, arguments);
    }
    folder
}

fn git_in(folder: &Path, arguments: &[&str]) {
    let output = std::process::Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.org"])
        .args(["-c", "protocol.file.allow=always"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
}

#[test]
fn a_gitignore_of_twenty_thousand_braces_costs_that_line_and_nothing_else() {
    let harness = Harness::new();
    let deep = format!("{}a{}", "{".repeat(20_000), "}".repeat(20_000));
    let shallower = format!("{}a{}", "{".repeat(2_000), "}".repeat(2_000));
    harness.put(".gitignore", format!("{deep}\n{shallower}\n*.log\n"));
    harness.put("sub/.gitignore", format!("{deep}\n!b.log\n"));
    for path in ["a.log", "a.txt", "sub/b.log"] {
        harness.put(path, "x");
    }
    let workspace = harness.open();
    let shown = [".gitignore", "a.txt", "sub/.gitignore", "sub/b.log"];
    assert_eq!(names(&workspace), shown);
    let mut listed = workspace.all_files(100);
    listed.sort();
    assert_eq!(listed, shown);
}

#[test]
fn a_pipe_or_a_file_without_an_end_in_the_place_of_an_ignore_file_holds_nothing_up() {
    for plant in [pipe, sparse] {
        let harness = Harness::new();
        git(&harness, &["init", "-q"]);
        harness.put("a.txt", "x");
        harness.put("sub/b.txt", "x");
        for path in [".gitignore", "sub/.gitignore", ".git/info/exclude"] {
            plant(&harness.root().join(path));
        }
        let workspace = harness.open();
        let found = names(&workspace);
        assert!(found.contains(&"a.txt".to_owned()), "{found:?}");
        assert!(found.contains(&"sub/b.txt".to_owned()), "{found:?}");
        Listing::take(&workspace);
    }
    // The same for the files that name a repository.
    for plant in [pipe, sparse] {
        let harness = Harness::new();
        harness.put("a.txt", "x");
        plant(&harness.root().join(".git"));
        let workspace = harness.open();
        assert!(names(&workspace).contains(&"a.txt".to_owned()));
        assert_eq!(workspace.git_facts(), None);
    }
}

#[test]
fn a_link_in_the_place_of_an_ignore_file_is_not_followed() {
    let harness = Harness::new();
    std::fs::write(harness.outer.path().join("outside/rules"), "*.txt\n").unwrap();
    harness.link("../outside/rules", ".gitignore");
    harness.put("a.txt", "x");
    assert!(names(&harness.open()).contains(&"a.txt".to_owned()));
}

#[test]
fn a_repository_that_is_another_ones_is_not_asked() {
    let whole = |folder: &Path| vec![format!("gitdir: {}", folder.join(".git").display())];
    let linked = |folder: &Path| {
        vec![
            "gitdir: beside".to_owned(),
            folder.join(".git").display().to_string(),
        ]
    };
    type Way<'w> = &'w dyn Fn(&Path) -> Vec<String>;
    for way in [&whole as Way<'_>, &linked] {
        let harness = Harness::new();
        let other = other(&harness);
        let texts = way(&other);
        harness.put(".git", &texts[0]);
        if let Some(common) = texts.get(1) {
            harness.put("beside/commondir", common);
            harness.put("beside/HEAD", "ref: refs/heads/their-branch\n");
            harness.put("beside/gitdir", "../.git\n");
        }
        // The trap works: git itself follows it.
        git(&harness, &["cat-file", "blob", "their-branch:secret.txt"]);
        let workspace = harness.open();
        assert_eq!(workspace.git_facts(), None);
        assert_eq!(workspace.head_text("secret.txt"), None);
        assert_eq!(workspace.tracked_below("."), 0);
        assert!(matches!(
            stays_inside(&harness.root()),
            Err(ForeignRepository::Elsewhere(_))
        ));
    }
    let harness = Harness::new();
    other(&harness);
    harness.link("../other/.git", ".git");
    assert_eq!(harness.open().head_text("secret.txt"), None);
    assert!(stays_inside(&harness.root()).is_err());
}

#[test]
fn a_common_folder_of_another_repository_is_found_wherever_the_archive_puts_the_way_to_it() {
    let harness = Harness::new();
    let other = other(&harness);
    git(&harness, &["init", "-q"]);
    harness.put(".git/commondir", other.join(".git").display().to_string());
    assert!(matches!(
        stays_inside(&harness.root()),
        Err(ForeignRepository::Elsewhere(_))
    ));
    // Beside the opened folder, with the back reference that a worktree has.
    let harness = Harness::new();
    let other = self::other(&harness);
    let evil = harness.outer.path().join("evil");
    std::fs::create_dir(&evil).unwrap();
    std::fs::write(
        evil.join("commondir"),
        other.join(".git").display().to_string(),
    )
    .unwrap();
    std::fs::write(evil.join("HEAD"), "ref: refs/heads/their-branch\n").unwrap();
    let back = harness.root().canonicalize().unwrap().join(".git");
    std::fs::write(evil.join("gitdir"), back.display().to_string()).unwrap();
    harness.put(".git", format!("gitdir: {}", evil.display()));
    assert!(matches!(
        stays_inside(&harness.root()),
        Err(ForeignRepository::Elsewhere(_))
    ));
    assert_eq!(harness.open().git_facts(), None);
}

#[test]
fn a_link_in_a_repository_that_leads_out_of_it_is_told_and_one_within_is_not() {
    for part in [
        "packed-refs",
        "info/exclude",
        "logs/HEAD",
        "refs/heads/x",
        "objects/pack/p.pack",
    ] {
        let harness = Harness::new();
        git(&harness, &["init", "-q"]);
        assert_eq!(stays_inside(&harness.root()), Ok(()));
        let path = harness.root().join(".git").join(part);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::remove_file(&path).ok();
        std::os::unix::fs::symlink(harness.outer.path().join("outside/secret.txt"), &path).unwrap();
        assert_eq!(
            stays_inside(&harness.root()),
            Err(ForeignRepository::Part(part.to_owned()))
        );
        std::fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(harness.root().join(".git/HEAD"), &path).unwrap();
        assert_eq!(stays_inside(&harness.root()), Ok(()), "{part}");
    }
    let harness = Harness::new();
    let other = other(&harness);
    git(&harness, &["init", "-q"]);
    let theirs = other.join(".git/objects").display().to_string();
    harness.put(".git/objects/info/alternates", theirs);
    assert!(stays_inside(&harness.root()).is_err());
}

#[test]
fn a_worktree_and_a_submodule_that_the_user_made_are_asked_as_ever() {
    let harness = Harness::new();
    let other = other(&harness);
    let tree = harness.outer.path().join("tree");
    git_in(
        &other,
        &["worktree", "add", "-q", &tree.display().to_string()],
    );
    let found = git_folders(&tree).unwrap().unwrap();
    assert_eq!(found.common.canonicalize().unwrap(), other.join(".git"));
    assert_eq!(stays_inside(&tree), Ok(()));
    let workspace = Workspace::open(&tree, &[]).unwrap();
    assert_eq!(workspace.git_facts().unwrap().branch, "tree");
    assert_eq!(workspace.head_text("secret.txt").unwrap(), "theirs\n");

    git(&harness, &["init", "-q"]);
    let source = other.display().to_string();
    git_in(
        &harness.root(),
        &["submodule", "add", "-q", &source, "module"],
    );
    let module = harness.root().join("module");
    assert_eq!(stays_inside(&module), Ok(()));
    let workspace = Workspace::open(&module, &[]).unwrap();
    assert_eq!(workspace.head_text("secret.txt").unwrap(), "theirs\n");
}

#[test]
fn a_file_that_the_repositorys_settings_name_is_read_only_where_it_lies_in_it() {
    let harness = Harness::new();
    git(&harness, &["init", "-q"]);
    harness.put("ignored-revs", "");
    harness.link("../outside/secret.txt", "way-out");
    let own = || {
        let ask = || {
            let mut git = std::process::Command::new("git");
            git.current_dir(harness.root())
                .env("GIT_CONFIG_GLOBAL", "/dev/null")
                .env("GIT_CONFIG_NOSYSTEM", "1");
            Some(git)
        };
        own_settings(&harness.root(), &ask).unwrap()
    };
    for (name, value) in [
        ("blame.ignoreRevsFile", "ignored-revs"),
        ("core.excludesFile", "ignored-revs"),
    ] {
        git(&harness, &["config", name, value]);
        assert_eq!(own().left, Vec::<String>::new());
        for out in [
            "/etc/passwd",
            "../outside/secret.txt",
            "~/x",
            "way-out",
            "../new",
        ] {
            git(&harness, &["config", name, out]);
            let lower = name.to_lowercase();
            assert_eq!(own().left, std::slice::from_ref(&lower), "{out}");
            assert_eq!(own().over, [(lower, String::new())]);
        }
        git(&harness, &["config", "--unset", name]);
    }
    git(&harness, &["config", "include.path", "../more"]);
    assert_eq!(own().left, Vec::<String>::new());
    git(&harness, &["config", "include.path", "../../outside/more"]);
    assert_eq!(own().left, ["include.path"]);
}
