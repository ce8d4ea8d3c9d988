//! The jail, the block list and reads.

use proptest::prelude::*;

use super::{Harness, code};
use crate::handle::PathKind;
use crate::root::{DetectedBy, detect, workspace_id};
use crate::{Expected, Workspace};

#[test]
fn paths_that_leave_the_root_are_refused() {
    let harness = Harness::new();
    harness.put("sub/a.txt", "a");
    harness.link("../outside", "way_out");
    harness.link(
        harness.outer.path().join("outside/secret.txt"),
        "secret_link",
    );
    harness.link("way_out", "twice");
    harness.link("loop_b", "loop_a");
    harness.link("loop_a", "loop_b");
    let workspace = harness.open();
    let long = "x/".repeat(3_000);
    let long_name = "n".repeat(300);
    for path in [
        "..",
        "../outside/secret.txt",
        "sub/../../outside/secret.txt",
        "/etc/passwd",
        "/",
        "way_out/secret.txt",
        "secret_link",
        "twice/secret.txt",
        "loop_a",
        "sub/\0a.txt",
        "~/x",
        "a\u{202e}txt.b",
        "sub/a.txt\u{200b}",
        "\u{ff0e}\u{ff0e}/outside",
        "..\u{2215}outside",
        "sub/a.txt.",
        "sub./a.txt",
        "sub/a.txt ",
        ".../a",
        "a\u{1b}[2Jb",
        long.as_str(),
        long_name.as_str(),
    ] {
        assert_eq!(code(workspace.read(path)), "E001", "read {path:?}");
        assert_eq!(
            code(workspace.write_atomic(path, b"x", &Expected::Absent, None)),
            "E001",
            "write {path:?}"
        );
        assert_eq!(
            code(workspace.delete(path, &Expected::Hash(protocol::ids::ContentHash::of(b"")))),
            if matches!(path, "secret_link" | "loop_a") {
                "E012"
            } else {
                "E001"
            },
            "delete {path:?}"
        );
    }
    let secret = std::fs::read_to_string(harness.outer.path().join("outside/secret.txt"));
    assert_eq!(secret.unwrap(), "SECRET");
}

#[test]
fn a_name_that_is_refused_is_told_with_what_cannot_be_seen_in_it_and_what_to_do() {
    let harness = Harness::new();
    let workspace = harness.open();
    for (path, told) in [
        (
            "sub/a\u{202e}txt.b",
            "`sub/a<U+202E>txt.b` contains characters",
        ),
        ("a\u{1b}[2Jb", "`a<U+001B>[2Jb` contains characters"),
        ("a\u{7f}", "`a<U+007F>` contains characters"),
        ("sub/a.txt.", "`sub/a.txt.` has a name that ends in a dot"),
        ("a ", "`a ` has a name that ends in a dot or a blank"),
    ] {
        let error = workspace.read(path).unwrap_err();
        assert!(
            error.message.to_string().contains(told),
            "{}",
            error.message
        );
        assert!(
            error
                .message
                .to_string()
                .contains("rename it with shell_exec"),
            "{}",
            error.message
        );
    }
}

#[test]
fn ways_inside_the_root_are_taken() {
    let harness = Harness::new();
    harness.put("sub/a.txt", "a");
    harness.link("sub", "alias");
    harness.link(harness.root().join("sub/a.txt"), "absolute");
    let workspace = harness.open();
    let absolute = harness.root().join("sub/a.txt");
    for path in [
        "sub/a.txt",
        "./sub//a.txt",
        "sub/../sub/./a.txt",
        "alias/a.txt",
        "alias/../sub/a.txt",
        "absolute",
        absolute.to_str().unwrap(),
    ] {
        let file = workspace
            .read(path)
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!((file.path.as_str(), file.text.as_str()), ("sub/a.txt", "a"));
    }
    assert_eq!(workspace.resolve("").unwrap().kind, PathKind::Folder);
    assert_eq!(
        workspace.resolve("new/b.txt").unwrap().kind,
        PathKind::Missing
    );
}

#[test]
fn blocked_files_are_neither_read_nor_written() {
    let harness = Harness::new();
    for path in [
        ".env",
        ".env.local",
        "a/.ENV",
        "tls/server.key",
        "tls/Server.PEM",
        "home/id_rsa",
        ".git/config",
        ".agentichat/state.db",
        "own/hidden.txt",
        "deep/private/x.txt",
    ] {
        harness.put(path, "S");
    }
    harness.put("plain.txt", "p");
    harness.link("../.env", "a/innocent");
    harness.link(".git", "gitlink");
    harness.link("plain.txt", "x.pem");
    let extra = ["own/hidden*".to_owned(), "private/".to_owned()];
    let workspace = Workspace::open(&harness.root(), &extra).unwrap();
    for path in [
        ".env",
        "./.env",
        "a/../.env",
        ".Env",
        ".env.local",
        "a/.ENV",
        "a/innocent",
        "gitlink/config",
        ".git/config",
        ".git/new",
        ".GIT/config",
        ".agentichat/state.db",
        "tls/server.key",
        "tls/Server.PEM",
        "home/id_rsa",
        "x.pem",
        "own/hidden.txt",
        "deep/private/x.txt",
        "not/there/.env",
    ] {
        assert_eq!(code(workspace.read(path)), "E002", "read {path}");
        assert_eq!(
            code(workspace.write_atomic(path, b"x", &Expected::Absent, None)),
            "E002",
            "write {path}"
        );
    }
    assert_eq!(harness.read(".env"), b"S");
    assert_eq!(code(workspace.read("../.env")), "E001");
    let seen: Vec<String> = workspace.files().map(|file| file.path).collect();
    assert_eq!(seen, ["plain.txt"]);
}

#[test]
fn each_fault_of_a_read_has_its_code() {
    let harness = Harness::new();
    harness.put("src/main.rs", "fn main() {}");
    harness.put("latin", [0xe9_u8, 0x74]);
    harness.put("binary", [b'a', 0, b'b']);
    let large = std::fs::File::create(harness.root().join("large")).unwrap();
    large.set_len(10 * 1024 * 1024 + 1).unwrap();
    nix::unistd::mkfifo(&harness.root().join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(harness.root().join("socket")).unwrap();
    harness.link("/dev/zero", "zero");
    let workspace = harness.open();
    let missing = workspace.read("src/mian.rs").unwrap_err();
    assert_eq!(missing.code.code(), "E003");
    assert!(
        missing.message.to_string().contains("src/main.rs"),
        "{missing}"
    );
    assert_eq!(code(workspace.read("src/main.rs/x")), "E003");
    assert_eq!(code(workspace.read("large")), "E004");
    assert_eq!(code(workspace.read("latin")), "E012");
    assert_eq!(code(workspace.read("binary")), "E012");
    assert_eq!(code(workspace.read("src")), "E012");
    assert_eq!(code(workspace.read("pipe")), "E012");
    assert_eq!(code(workspace.read("socket")), "E012");
    assert_eq!(code(workspace.read("zero")), "E001");
}

#[test]
fn a_byte_order_mark_stays_in_the_text() {
    let harness = Harness::new();
    harness.put("bom", "\u{feff}a\r\n");
    let file = harness.open().read("bom").unwrap();
    assert_eq!(file.text, "\u{feff}a\r\n");
    assert_eq!(
        file.sha256,
        protocol::ids::ContentHash::of(&harness.read("bom"))
    );
}

#[test]
fn a_root_that_is_reached_through_a_link_works() {
    let harness = Harness::new();
    harness.put("a.txt", "a");
    let alias = harness.outer.path().join("alias");
    std::os::unix::fs::symlink(harness.root(), &alias).unwrap();
    let workspace = Workspace::open(&alias, &[]).unwrap();
    let through_alias = alias.join("a.txt");
    assert_eq!(
        workspace
            .read(through_alias.to_str().unwrap())
            .unwrap()
            .path,
        "a.txt"
    );
}

#[test]
fn a_bad_pattern_of_the_block_list_is_named() {
    let harness = Harness::new();
    let error = Workspace::open(&harness.root(), &["a[".to_owned()]).unwrap_err();
    assert!(error.to_string().contains("a["), "{error}");
}

#[test]
fn the_root_is_the_first_kind_found_anywhere_upwards() {
    let harness = Harness::new();
    harness.put(".git", "gitdir: elsewhere");
    harness.put("a/b/c/x", "");
    let cwd = harness.root().join("a/b/c");
    let real = |path: &str| std::fs::canonicalize(harness.root().join(path)).unwrap();
    let found = detect(&cwd);
    assert_eq!((found.root, found.detected_by), (real(""), DetectedBy::Git));
    std::fs::create_dir(harness.root().join("a/.llm-context")).unwrap();
    let found = detect(&cwd);
    assert_eq!(
        (found.root, found.detected_by),
        (real("a"), DetectedBy::LlmContext)
    );
    std::fs::create_dir(harness.root().join(".agentichat")).unwrap();
    let found = detect(&cwd);
    assert_eq!(
        (found.root, found.detected_by),
        (real(""), DetectedBy::Agentichat)
    );
    // Within one kind, the nearest folder wins.
    std::fs::create_dir(harness.root().join("a/b/.agentichat")).unwrap();
    let found = detect(&cwd);
    assert_eq!(
        (found.root, found.detected_by),
        (real("a/b"), DetectedBy::Agentichat)
    );
    let bare = Harness::new();
    let found = detect(&bare.root());
    let real = std::fs::canonicalize(bare.root()).unwrap();
    assert_eq!((found.root, found.detected_by), (real, DetectedBy::Cwd));
    assert_eq!(workspace_id(&cwd).0.len(), 16);
    assert_ne!(workspace_id(&cwd), workspace_id(&harness.root()));
}

proptest! {
    #![proptest_config(testing::cases(64))]

    /// A farm of links that lead everywhere; no path made of their names reaches anything outside.
    #[test]
    fn no_path_escapes_a_farm_of_links(
        links in prop::collection::vec(
            (prop::sample::select(vec!["l1", "l2", "d/l3", "d/e/l4"]),
             prop::collection::vec(prop::sample::select(
                vec!["..", ".", "d", "e", "l1", "l2", "l3", "l4", "outside", "root", "/"]), 1..5)),
            1..4),
        path in prop::collection::vec(prop::sample::select(
            vec!["..", ".", "", "d", "e", "l1", "l2", "l3", "l4", "outside", "root",
                 "secret.txt", "f.txt", "new.txt"]), 1..7),
        absolute in any::<bool>(),
    ) {
        let harness = Harness::new();
        harness.put("d/e/f.txt", "inside");
        for (name, target) in links {
            let target = target.join("/");
            std::os::unix::fs::symlink(target, harness.root().join(name)).ok();
        }
        let mut path = path.join("/");
        if absolute {
            path.insert(0, '/');
        }
        let workspace = harness.open();
        if let Ok(file) = workspace.read(&path) {
            prop_assert_ne!(file.text.as_str(), "SECRET");
            let real = std::fs::canonicalize(harness.root().join(&file.path)).unwrap();
            prop_assert!(real.starts_with(workspace.root()));
        }
        workspace.write_atomic(&path, b"written", &Expected::Absent, None).ok();
        let names: Vec<_> = std::fs::read_dir(harness.outer.path()).unwrap()
            .map(|entry| entry.unwrap().file_name()).collect();
        prop_assert_eq!(names.len(), 2);
        prop_assert_eq!(std::fs::read_dir(harness.outer.path().join("outside")).unwrap().count(), 1);
        prop_assert_eq!(
            std::fs::read_to_string(harness.outer.path().join("outside/secret.txt")).unwrap(),
            "SECRET");
    }

    #[test]
    fn any_text_as_a_path_gives_an_answer_inside(path in "\\PC{0,20}|[./~\\\\ a]{0,12}") {
        let harness = Harness::new();
        let workspace = harness.open();
        if let Ok(located) = workspace.resolve(&path) {
            prop_assert!(!located.path.starts_with('/'));
            prop_assert!(located.path.split('/').all(|name| name != ".."));
        }
    }
}

#[test]
fn a_backslash_a_tab_and_a_line_end_are_characters_of_a_name() {
    for name in [
        "a\\b.txt",
        "a\tb.txt",
        "a\nb.txt",
        "a\r\nb",
        "..\\outside\\secret.txt",
        "\\",
    ] {
        let harness = Harness::new();
        let workspace = harness.open();
        let path = format!("sub/{name}");
        let old = Expected::Hash(protocol::ids::ContentHash::of(b"x"));
        let made = workspace.write_atomic(&path, b"x", &Expected::Absent, None);
        assert_eq!(made.unwrap().path, path);
        assert_eq!(workspace.read(&path).unwrap().text, "x");
        let listed: Vec<String> = workspace
            .entries("sub")
            .into_iter()
            .map(|entry| entry.path)
            .collect();
        assert_eq!(listed, std::slice::from_ref(&path));
        assert_eq!(code(workspace.write_atomic(&path, b"y", &old, None)), "ok");
        let new = Expected::Hash(protocol::ids::ContentHash::of(b"y"));
        assert_eq!(code(workspace.delete(&path, &new)), "ok");
        let error = workspace.read(&path).unwrap_err();
        assert_eq!(error.code.code(), "E003");
        assert!(
            !error.message.to_string().contains(['\n', '\t', '\r']),
            "{error}"
        );
    }
    let secret = Harness::new();
    assert_eq!(code(secret.open().read("..\\outside\\secret.txt")), "E003");
}
