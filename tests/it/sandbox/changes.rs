//! A table of commands in the overlay, and the changes that are read of each: every way in which a
//! program changes a file leads to the same words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandbox::plan::Rung;
use sandbox::upper::{Change, EntryKind, Part, Shown, read};

use super::{Ground, Network, ground};

/// A command, and its changes: `A` created, `M` changed, `D` deleted, `R` renamed, `S` special; a
/// folder ends with `/`, a link with `@`.
struct Row {
    what: &'static str,
    line: &'static str,
    changes: &'static [&'static str],
}

const fn row(what: &'static str, line: &'static str, changes: &'static [&'static str]) -> Row {
    Row {
        what,
        line,
        changes,
    }
}

const ROWS: &[Row] = &[
    row("nothing", "cat file > /dev/null; ls -R > /dev/null", &[]),
    row("a text", "echo x > file", &["M file"]),
    row("more of a text", "echo x >> file", &["M file"]),
    row("less of a text", "truncate --size=3 file", &["M file"]),
    row(
        "the middle of a text",
        "printf X | dd of=file bs=1 seek=2 conv=notrunc status=none",
        &["M file"],
    ),
    row(
        "a hole at the end",
        "truncate --size=9999 file",
        &["M file"],
    ),
    row("the same text", "cp file x && cat x > file && rm x", &[]),
    row(
        "the same text by a rename",
        "cp -p file x && mv x file",
        &[],
    ),
    row(
        "another text by a rename",
        "echo x > y && mv y file",
        &["M file"],
    ),
    row(
        "a text that came back",
        "cp -p file x; echo y > file; mv x file",
        &[],
    ),
    row("a time", "touch file src/main.c", &[]),
    row("a mode", "chmod a+x file", &["M file"]),
    row(
        "a mode that came back",
        "chmod a+x file; chmod a-x file",
        &[],
    ),
    row("a new file", "echo x > new", &["A new"]),
    row("an empty file", ": > new", &["A new"]),
    row("a new file that went", "echo x > new; rm new", &[]),
    row("an empty folder", "mkdir new", &["A new/"]),
    row("a folder that went", "mkdir new && rmdir new", &[]),
    row(
        "a deep file",
        "mkdir -p a/b/c && echo x > a/b/c/d",
        &["A a/", "A a/b/", "A a/b/c/", "A a/b/c/d"],
    ),
    row("a removal", "rm file", &["D file"]),
    row(
        "a removal of an open file",
        "exec 9< file; rm file; cat <&9 > /dev/null",
        &["D file"],
    ),
    row(
        "a removal of a folder",
        "rm -r src",
        &["D src/", "D src/main.c"],
    ),
    row(
        "a folder made again",
        "rm -r src && mkdir src",
        &["D src/main.c"],
    ),
    row(
        "a folder made again with its file",
        "cp -p src/main.c x; rm -r src; mkdir src; mv x src/main.c",
        &[],
    ),
    row(
        "a removal of a link",
        "rm file-outside",
        &["D file-outside@"],
    ),
    row(
        "another target of a link",
        "ln -sfn src file-outside",
        &["M file-outside@"],
    ),
    row(
        "the same target of a link",
        "ln -sfn ../outside/file file-outside",
        &[],
    ),
    row("a new link", "ln -s file l", &["A l@"]),
    row("a rename", "mv file moved", &["R file moved"]),
    row("a rename and back", "mv file moved; mv moved file", &[]),
    row(
        "a rename with another text",
        "mv file moved; echo y > moved",
        &["D file", "A moved"],
    ),
    row(
        "a rename over a file",
        "mv file src/main.c",
        &["D file", "M src/main.c"],
    ),
    row(
        "two files that changed places",
        "mv file x; mv src/main.c file; mv x src/main.c",
        &["M file", "M src/main.c"],
    ),
    row(
        "a rename into a new folder",
        "mkdir d && mv file d/",
        &["R file d/file", "A d/"],
    ),
    row("a copy", "cp file copy", &["A copy"]),
    row("two names of one file", "ln file hard", &["A hard"]),
    row(
        "a file in the place of a folder",
        "rm -r src; echo x > src",
        &["D src/", "D src/main.c", "A src"],
    ),
    row(
        "a folder in the place of a file",
        "rm file; mkdir file",
        &["D file", "A file/"],
    ),
    row(
        "a link in the place of a file",
        "rm file; ln -s src file",
        &["D file", "A file@"],
    ),
    row(
        "an attribute",
        "setfattr -n user.x -v 1 file 2> /dev/null; true",
        &[],
    ),
    row("a pipe", "mkfifo p", &["S p"]),
    row(
        "a file with the rights of its owner",
        "cp file p; chmod u+s p",
        &["S p"],
    ),
    row(
        "a change of a command that fails",
        "echo x > new; false",
        &["A new"],
    ),
    row(
        "a change of a command that is killed",
        "echo x > new; kill -9 $$",
        &["A new"],
    ),
    row(
        "a change of a process that was left",
        "(echo x > new) & wait; (sleep 1000; echo y > late) &",
        &["A new"],
    ),
    row(
        "a name with a blank and a line end",
        "echo x > $'a b\\nc'",
        &["A a b\nc"],
    ),
];

#[test]
fn every_way_of_changing_a_file_is_read_as_what_it_did() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let mut wrong = Vec::new();
    for row in ROWS {
        let ground = Ground::new();
        let before = ground.seen();
        let ran = ground.run(Rung::Proposed, Network::Loopback, row.line);
        let lower = ground.at("work");
        let shown = Shown {
            lower: &lower,
            proposed: &BTreeMap::new(),
        };
        let reading = read(&ground.at("upper"), shown, &|_, _| Part::Reviewed);
        let mut found: Vec<String> = match reading {
            Ok(reading) => reading.changes.iter().map(word).collect(),
            Err(error) => vec![error.to_string()],
        };
        let mut expected: Vec<String> = row.changes.iter().copied().map(str::to_owned).collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push(format!("{}: {found:?}\n{}", row.what, ran.output));
        }
        let changed = before.changed_outside(&ground.seen(), Rung::Proposed);
        if changed != Vec::<PathBuf>::new() {
            wrong.push(format!("{}: on the disk: {changed:?}", row.what));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn word(change: &Change) -> String {
    let named = |letter: &str, path: &Path, kind: EntryKind| {
        let end = match kind {
            EntryKind::File => "",
            EntryKind::Folder => "/",
            EntryKind::Link => "@",
        };
        format!("{letter} {}{end}", path.display())
    };
    match change {
        Change::Deleted { path, was } => named("D", path, *was),
        Change::Created { path, kind } => named("A", path, *kind),
        Change::Changed { path, kind } => named("M", path, *kind),
        Change::Renamed { from, to } => format!("R {} {}", from.display(), to.display()),
        Change::Special { path, .. } => format!("S {}", path.display()),
    }
}

#[test]
fn two_commands_at_the_same_time_see_nothing_of_each_other() {
    if !ground::has(Rung::Proposed) {
        return;
    }
    let ground = Ground::new();
    let before = ground.seen();
    let mut plans = Vec::new();
    for name in ["one", "two"] {
        let mut plan = ground.plan(Rung::Proposed, Network::Loopback);
        let overlay = plan.overlay.as_mut().expect("an overlay");
        overlay.upper = ground.at(name);
        std::fs::create_dir(&overlay.upper).expect("a folder");
        plans.push((name, plan));
    }
    let running: Vec<_> = plans
        .iter()
        .map(|(name, plan)| {
            // Each waits until the other one has written.
            let line = format!(
                "echo {name} > file; touch $TMPDIR/{name}; \
                 until test -e $TMPDIR/one -a -e $TMPDIR/two; do read -t 1 < <(:) || sleep 0.05; done; cat file"
            );
            ground.start(plan, &line)
        })
        .collect();
    let outputs: Vec<String> = running.into_iter().map(|one| one.end().output).collect();
    assert_eq!(outputs, ["one\n", "two\n"]);
    let changed = before.changed_outside(&ground.seen(), Rung::Proposed);
    assert_eq!(changed, Vec::<PathBuf>::new());
}
