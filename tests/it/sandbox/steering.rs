//! What steers other programs: git's folder, the settings of agents and editors.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use sandbox::compose::{BoxGrant, CacheAccess, GitAccess, World};
use sandbox::plan::Rung;

use super::world::place::{WorldPlace, command, script};
use super::{
    BOXES, Ground, Network, Ran, Stopped, Works, check, ground, works, works_below_namespaces,
};

#[test]
fn what_steers_other_tools_is_read_only_where_there_is_a_mount_namespace() {
    check(
        &[
            works("git's folder can be read", "grep -q core .git/config"),
            works_below_namespaces("git's settings", "echo x >> .git/config"),
            works_below_namespaces("git's index", "echo x > .git/index"),
            works_below_namespaces("a hook", "echo x > .git/hooks/pre-commit"),
            works_below_namespaces("a removal of git's folder", "rm -rf .git && test ! -e .git"),
            works_below_namespaces("git's folder under another name", "mv .git other"),
            works_below_namespaces(
                "a folder in its place",
                "mv .git other; mkdir .git && echo x > .git/config",
            ),
            works_below_namespaces("a link in its place", "rm -rf .git && ln -s src .git"),
            works_below_namespaces("a file over it", "echo x > x && mv x .git/config"),
            works_below_namespaces(
                "another folder in exchange",
                "mkdir d && $ATTEMPT exchange d .git",
            ),
            works_below_namespaces(
                "a new reference",
                "mkdir -p .git/refs && echo x > .git/refs/x",
            ),
            works_below_namespaces("settings of an agent", "echo x > .claude/settings.json"),
            works_below_namespaces(
                "a new command of an agent",
                "mkdir .claude/commands && echo x > .claude/commands/x.md",
            ),
            works_below_namespaces("tasks of an editor", "echo x > .vscode/tasks.json")
                .after("mkdir .vscode && echo {} > .vscode/tasks.json"),
            works_below_namespaces("a project of an editor", "echo x > .idea/workspace.xml")
                .after("mkdir .idea && echo x > .idea/workspace.xml"),
            works_below_namespaces("an environment", "echo x > .envrc").after("echo y > .envrc"),
            works_below_namespaces("servers of an agent", "echo x > .mcp.json"),
            works_below_namespaces("their removal", "rm -f .mcp.json && test ! -e .mcp.json"),
            // A path that does not exist cannot be protected beforehand: it is found afterwards.
            works("a new steering file", "echo x > .envrc"),
        ],
        &Network::Loopback,
    );
}

#[test]
fn a_repository_by_a_file_is_read_only_too_and_breaks_no_box() {
    const WORKTREE: &str = "rm -rf .git && echo 'gitdir: /no/such/folder' > .git";
    check(
        &[
            works("a command", "cat .git && echo x > file").after(WORKTREE),
            works_below_namespaces("the file", "echo x > .git").after(WORKTREE),
            works_below_namespaces("its removal", "rm -f .git && test ! -e .git").after(WORKTREE),
            works_below_namespaces("a folder in its place", "rm .git && mkdir .git")
                .after(WORKTREE),
            // Taken out afterwards, as every steering path that did not exist.
            works("a first repository", "git init --quiet").after("rm -rf .git"),
        ],
        &Network::Loopback,
    );
}

#[test]
fn a_box_leaves_no_stub_where_nothing_was() {
    for rung in BOXES.into_iter().filter(|rung| ground::has(*rung)) {
        let ground = Ground::new();
        let bare = "rm -rf .git .claude .mcp.json";
        assert!(ground.run(Rung::Off, Network::On, bare).status.success());
        let before = ground.seen();
        let line = "ls -A | grep -E '^[.](git|claude|mcp.json|vscode|idea|envrc|agentichat)$'";
        let ran = ground.run(rung, Network::Loopback, line);
        assert_eq!(ran.output, "", "{rung:?}");
        let changed = before.changed_outside(&ground.seen(), Rung::Proposed);
        assert_eq!(changed, Vec::<PathBuf>::new(), "{rung:?}");
    }
}

/// Runs a line as a command that may write to the repository, on the disk.
fn as_git_writer(ground: &Ground, git: GitAccess, line: &str) -> Ran {
    let grant = BoxGrant {
        world: World::Disk,
        network: Network::Loopback,
        git,
        caches: CacheAccess::Read,
    };
    let ran = ground
        .start(&ground.plan_of(Rung::Namespaces, &grant), line)
        .end();
    assert_eq!(ran.report, Ok(()), "{line}");
    ran
}

#[test]
fn a_git_writer_writes_to_the_repository_and_not_to_what_it_runs() {
    if !ground::has(Rung::Namespaces) {
        return;
    }
    for (line, expected) in [
        ("echo x > .git/index", Works),
        ("mkdir .git/refs && echo x > .git/refs/main", Works),
        ("echo x >> .git/config", Stopped),
        ("echo x > .git/hooks/pre-commit", Stopped),
        ("echo x > x && mv x .git/config", Stopped),
        ("mv .git other", Stopped),
        ("mv .git/hooks .git/other", Stopped),
        ("rm -rf .git; test ! -e .git", Stopped),
        ("mkdir d && mv -T --exchange d .git || mv .git d/", Stopped),
        ("echo x > .claude/settings.json", Stopped),
    ] {
        let ran = as_git_writer(&Ground::new(), GitAccess::Write, line);
        assert_eq!(
            ran.status.success(),
            expected == Works,
            "{line}: {}",
            ran.output
        );
    }
}

#[test]
fn git_itself_commits_as_a_writer_and_only_reads_otherwise() {
    if !ground::has(Rung::Namespaces) {
        return;
    }
    let ground = Ground::new();
    fs::remove_dir_all(ground.at("work/.git")).expect("a folder");
    let names = "git config user.name Ada && git config user.email ada@example.org";
    let begin = format!("git init --quiet && {names}");
    assert!(ground.run(Rung::Off, Network::On, &begin).status.success());
    let commit = "git add --all && git commit --quiet --message=one";
    let read = as_git_writer(&ground, GitAccess::Read, commit);
    assert!(!read.status.success());
    let status = as_git_writer(&ground, GitAccess::Read, "git status --porcelain");
    assert!(status.output.contains("?? file"), "{}", status.output);
    let written = as_git_writer(&ground, GitAccess::Write, commit);
    assert!(written.status.success(), "{}", written.output);
    let log = as_git_writer(&ground, GitAccess::Read, "git log --format=%s");
    assert_eq!(log.output, "one\n");
}

#[test]
fn a_steering_folder_that_is_a_link_is_read_only_through_it() {
    for rung in [Rung::Namespaces, Rung::Proposed] {
        if ground::has(rung) {
            let ground = Ground::new();
            fs::remove_dir_all(ground.at("work/.claude")).expect("a folder");
            symlink("src", ground.at("work/.claude")).expect("a link");
            for line in [
                "echo x > .claude/settings.json",
                "echo x > src/settings.json",
            ] {
                let ran = ground.run(rung, Network::Loopback, line);
                assert!(!ran.status.success(), "{rung:?}: {line}");
            }
        }
    }
}

#[test]
fn a_repository_inside_the_workspace_is_kept_as_its_own_is() {
    for rung in [Rung::Landlock, Rung::Namespaces] {
        if !ground::has(rung) {
            continue;
        }
        let place = WorldPlace::new(&[(".gitignore", "deps/\n")]);
        place.configure(&format!("sandbox: {}\n", rung.word()));
        place.git("init -q . && git init -q deps/clone && git init -q plain");
        let state = "cat */.git/config */*/.git/config */.git/hooks/* */*/.git/hooks/* | cksum";
        let before = place.shell(state);
        let outcomes = place.run(&[
            script(
                "for at in deps/clone plain; do \
                    echo evil >> $at/.git/config; echo evil > $at/.git/hooks/pre-commit; \
                    echo fine > $at/file; done; exit 1",
            ),
            script("mv deps other"),
        ]);
        let told = &outcomes[0].told;
        assert!(told.contains("plain/.git"), "{rung:?}: {told}");
        assert_eq!(
            place.shell("cat plain/file deps/clone/file other/clone/file"),
            "fine\nfine\n"
        );
        if rung > Rung::Landlock {
            let told = &outcomes[1].told;
            assert!(told.contains("stays where it is"), "{told}");
        }
        assert_eq!(place.shell(state), before, "{rung:?}");
    }
}

/// Returns a workspace with a commit, whose commands run on the rung without a mount namespace.
fn landlock_place() -> WorldPlace {
    let place = WorldPlace::new(&[("a", "a\n")]);
    place.git("init -q -b main . && git add a");
    place.git("-c user.name=x -c user.email=x@y commit -qm one");
    place.configure("sandbox: landlock\n");
    place
}

#[test]
fn what_steers_other_programs_is_put_back_without_a_mount_namespace_and_the_rest_stays() {
    if !ground::has(Rung::Landlock) {
        return;
    }
    let place = landlock_place();
    let state = "cat .git/config .git/HEAD; ls .git/hooks .git/refs/heads; git status --porcelain -uno; git log --oneline";
    let before = place.shell(state);
    let outcomes = place.run(&[script(
        "echo evil >> .git/config; echo evil > .git/hooks/pre-commit; echo ref: refs/heads/b > .git/HEAD; \
         git update-ref refs/heads/c refs/heads/main; mkdir .claude && echo evil > .claude/settings.json; mkdir made && echo x > made/file",
    )]);
    let [outcome] = &outcomes[..] else {
        panic!("{outcomes:?}")
    };
    for told in [".git steers", ".claude steers"] {
        assert!(outcome.told.contains(told), "{told}: {outcome:?}");
    }
    assert!(outcome.row.contains("steers"), "{outcome:?}");
    assert!(!outcome.told.contains("settings.json (new)"), "{outcome:?}");
    assert!(!place.at(".claude").exists());
    assert_eq!(place.shell("cat made/file"), "x\n");
    place.shell("rm -r made");
    assert_eq!(place.shell(state), before);
}

#[test]
fn a_git_writer_commits_without_a_mount_namespace() {
    if !ground::has(Rung::Landlock) {
        return;
    }
    let place = landlock_place();
    place.shell("echo b >> a");
    let commit = "git add a && git -c user.name=x -c user.email=x@y commit -qm two";
    let outcomes = place.run(&[command(commit)]);
    assert_eq!(
        place.shell("git log --format=%s"),
        "two\none\n",
        "{outcomes:?}"
    );
    assert!(!outcomes[0].told.contains("steers"), "{outcomes:?}");
}
