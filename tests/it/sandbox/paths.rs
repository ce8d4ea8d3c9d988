//! Files: what a command writes and reads, by every way that leads to them.

use super::{
    Network, Stopped, Works, case, check, stopped, works, works_below_namespaces,
    works_in_namespaces,
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
        &Network::Loopback,
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
        &Network::Loopback,
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
        &Network::Loopback,
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
            works(
                "the nodes themselves",
                "for n in null zero full random urandom; do test -c /dev/$n || exit 1; done",
            ),
            stopped("a full device", "echo x > /dev/full"),
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
        &Network::Loopback,
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
    let rename = case(
        "rename(2) of a folder",
        "python3 -c 'import os; os.rename(\"src\", \"moved\")' || perl -e 'rename(\"src\", \"moved\") or exit 1'",
        [Works, Works, Stopped],
    );
    check(
        &[rename, works("mv", "mv src moved && test -e moved/main.c")],
        &Network::Loopback,
    );
}
