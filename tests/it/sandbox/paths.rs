//! Files: what a command writes and reads, by every way that leads to them.

use sandbox::compose::{BoxGrant, CacheAccess, GitAccess, World};
use sandbox::plan::Rung;

use super::{
    Case, Ground, Network, Ran, Stopped, Works, check, ground, stopped, works,
    works_below_namespaces, works_in_namespaces,
};

#[test]
fn no_way_of_writing_leads_outside() {
    check(
        &[
            works(
                "a file of the workspace",
                "echo x > new && rm new && echo x > file",
            ),
            works("a temporary file", "f=$(mktemp) && echo x > $f && rm $f"),
            stopped("a new file", "echo x > $OUTSIDE/new"),
            stopped("a file by ..", "echo x > ../outside/new"),
            stopped("an existing file", "echo x > $OUTSIDE/file"),
            stopped("the end of a file", "echo x >> $OUTSIDE/file"),
            stopped("the length of a file", "truncate --size=0 $OUTSIDE/file"),
            stopped("a folder", "mkdir $OUTSIDE/new"),
            stopped("a removal", "rm -f $OUTSIDE/file"),
            stopped("a recursive removal", "rm -rf $OUTSIDE"),
            stopped("a file of the home", "echo x >> $HOME/.bashrc"),
            stopped("a hidden folder", "echo x > $HOME/.ssh/authorized_keys"),
            stopped("a link to a folder", "echo x > leads-out/new"),
            stopped("a link to a file", "echo x > file-outside"),
            stopped("a link made now", "ln -s $OUTSIDE l && echo x > l/new"),
            stopped(
                "a folder that became a link",
                "mkdir d && rmdir d && ln -s $OUTSIDE d && echo x > d/new",
            ),
            stopped(
                "a link in a link",
                "ln -s $OUTSIDE a && ln -s a b && echo x > b/../file",
            ),
            stopped(
                "the root of this process",
                "echo x > /proc/self/root$OUTSIDE/new",
            ),
            stopped(
                "the root of the first process",
                "echo x > /proc/1/root$OUTSIDE/new",
            ),
            stopped(
                "the folder of this process",
                "cd $OUTSIDE && echo x > /proc/self/cwd/new",
            ),
            stopped(
                "a descriptor",
                "exec 9< $OUTSIDE && echo x > /proc/self/fd/9/new",
            ),
            stopped("a hard link inside", "ln $OUTSIDE/file hard"),
            stopped("a hard link outside", "ln file $OUTSIDE/hard"),
            stopped(
                "a move in",
                "mv $OUTSIDE/file moved && test ! -e $OUTSIDE/file",
            ),
            stopped("a move out", "mv file $OUTSIDE/moved"),
            stopped("the parent's name", "mv ../work ../other"),
            stopped("the workspace's neighbour", "mkdir ../new"),
            stopped("the parent repository", "echo x > ../outside/.git/config"),
            stopped("a socket file", "mkfifo $OUTSIDE/fifo"),
        ],
        Network::Loopback,
    );
}

#[test]
fn modes_and_times_outside_change_only_where_there_is_no_mount_namespace() {
    check(
        &[
            works("a mode inside", "chmod +x file && test -x file"),
            works_below_namespaces("a mode", "chmod 777 $OUTSIDE/file"),
            works_below_namespaces("a mode through a link", "chmod 777 file-outside"),
            works_below_namespaces("a time", "touch --date=2001-01-01 $OUTSIDE/file"),
        ],
        Network::Loopback,
    );
}

#[test]
fn what_is_hidden_is_read_by_no_way_and_all_else_is() {
    check(
        &[
            works("a file outside", "grep -q outside $OUTSIDE/file"),
            works("a file of the home", "grep -q notes $HOME/notes"),
            works("a program", "ls --version"),
            stopped("a key", "cat $HOME/.ssh/id"),
            stopped("a file with a token", "cat $HOME/.npmrc"),
            stopped("the folder of keys", "ls $HOME/.ssh"),
            stopped("the program's own store", "cat $HOME/own/store"),
            stopped("a key through a link", "ln -s $HOME/.ssh l && cat l/id"),
            stopped(
                "a key by the root of this process",
                "cat /proc/self/root$HOME/.ssh/id",
            ),
            stopped("a key by a hard link", "ln $HOME/.ssh/id hard && cat hard"),
            stopped("a key by a move", "mv $HOME/.ssh moved && cat moved/id"),
            stopped("a key by a mount", "umount $HOME/.ssh && cat $HOME/.ssh/id"),
        ],
        Network::Loopback,
    );
}

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
            works_below_namespaces("settings of an agent", "echo x > .claude/settings.json"),
            works_below_namespaces("servers of an agent", "echo x > .mcp.json"),
            works_below_namespaces("their removal", "rm -f .mcp.json && test ! -e .mcp.json"),
            // A path that does not exist cannot be protected beforehand: it is found afterwards.
            works("a new steering file", "echo x > .envrc"),
        ],
        Network::Loopback,
    );
}

#[test]
fn devices_are_those_of_every_program_and_shared_memory_is_the_boxs_own() {
    check(
        &[
            works("nothing", "echo x > /dev/null"),
            works("zeroes", "test $(head -c 3 /dev/zero | wc -c) = 3"),
            works("random bytes", "test $(head -c 3 /dev/urandom | wc -c) = 3"),
            works(
                "the standard streams",
                "echo x > /dev/stdout && echo x > /dev/stderr",
            ),
            works("a substitution", "cat <(echo x)"),
            works_in_namespaces("shared memory", "echo x > /dev/shm/agentichat-$TEST"),
            works_in_namespaces(
                "a temporary file by its usual path",
                "echo x > /tmp/agentichat-$TEST",
            ),
            stopped(
                "a disk",
                "head -qc 1 /dev/vda /dev/sda /dev/nvme0n1 /dev/mem /dev/kmsg > x; test -s x",
            ),
            stopped("a new device", "$ATTEMPT node"),
            stopped(
                "a file in the folder of devices",
                "echo x > /dev/agentichat-$TEST",
            ),
            stopped("the kernel's settings", "echo 1 > /proc/sys/kernel/sysrq"),
            stopped("another process's score", "echo 0 > /proc/1/oom_score_adj"),
        ],
        Network::Loopback,
    );
    let test = std::process::id();
    for path in [
        format!("/dev/shm/agentichat-{test}"),
        format!("/tmp/agentichat-{test}"),
    ] {
        assert!(!std::path::Path::new(&path).exists(), "{path}");
    }
}

#[test]
fn a_rename_of_a_folder_fails_in_the_proposed_world_and_a_move_works() {
    let rename = Case {
        what: "rename(2) of a folder",
        line: "python3 -c 'import os; os.rename(\"src\", \"moved\")' || perl -e 'rename(\"src\", \"moved\") or exit 1'",
        on: [Works, Works, Stopped],
    };
    check(
        &[rename, works("mv", "mv src moved && test -e moved/main.c")],
        Network::Loopback,
    );
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
        .start(&ground.plan_of(Rung::Namespaces, grant), line)
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
    std::fs::remove_dir_all(ground.at("work/.git")).expect("a folder");
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
            std::fs::remove_dir_all(ground.at("work/.claude")).expect("a folder");
            std::os::unix::fs::symlink("src", ground.at("work/.claude")).expect("a link");
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
