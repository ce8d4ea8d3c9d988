//! Commands in the proposed world, through the real binary: they see what is proposed, what they change
//! is proposed, and the disk stays as it is until the user applies it.

pub(super) mod place;

use std::collections::BTreeMap;

use proptest::prelude::*;
use sandbox::plan::Rung;
use serde_json::json;
use testing::cases;

use self::place::{Call, WorldPlace, command, read, script, write};
use super::ground;

/// Whether the machine has proposed worlds; says so if not.
fn has_worlds() -> bool {
    ground::has(Rung::Proposed)
}

#[test]
fn a_command_sees_what_is_proposed_and_the_disk_stays_as_it_is() {
    if !has_worlds() {
        return;
    }
    let place = WorldPlace::new(&[("notes.txt", "one\n"), ("gone.txt", "x\n")]);
    let before = place.disk();
    let outputs = place.run(&[
        write("new/made.txt", "made\n"),
        read("gone.txt"),
        Call::new("delete_file", json!({"path": "gone.txt"})),
        command("cat new/made.txt; ls gone.txt || true; echo two >> notes.txt"),
        command("cat notes.txt"),
    ]);
    assert!(outputs[3].output.contains("made\n"), "{outputs:?}");
    assert!(outputs[3].output.contains("No such file"), "{outputs:?}");
    assert!(outputs[4].output.contains("one\ntwo\n"), "{outputs:?}");
    assert_eq!(place.disk(), before);
    let proposed = place.review(&[]);
    let paths: Vec<&str> = proposed.iter().map(|hunk| hunk.path.as_str()).collect();
    assert_eq!(paths, ["gone.txt", "new/made.txt", "notes.txt"]);
}

#[test]
fn a_refused_world_leaves_the_disk_byte_identical_and_an_applied_one_is_what_the_command_made() {
    if !has_worlds() {
        return;
    }
    let line = "printf 'a\\0b' > binary; mv one.txt moved.txt; chmod +x run.sh; rm two.txt; \
        mkdir -p build && echo object > build/o; sed -i s/x/y/ many.txt";
    let files = [
        ("one.txt", "1\n"),
        ("two.txt", "2\n"),
        ("run.sh", "echo\n"),
        ("many.txt", "x\nx\n"),
        (".gitignore", "build/\n"),
    ];
    for is_accepted in [false, true] {
        let place = WorldPlace::new(&files);
        let before = place.disk();
        place.run(&[script(line)]);
        assert_eq!(place.disk(), before);
        if is_accepted {
            place.review(&["--accept-all", "--apply"]);
            let mut made = place.disk();
            assert_eq!(made.remove("binary").expect("a file").0, b"a\0b");
            assert_eq!(made.remove("moved.txt").expect("a file").0, b"1\n");
            assert_eq!(made.remove("many.txt").expect("a file").0, b"y\ny\n");
            assert_eq!(made.remove("run.sh").expect("a file").1 & 0o111, 0o111);
            made.remove(".gitignore");
            assert_eq!(made, BTreeMap::new(), "nothing else, no build folder");
        } else {
            let hunks = place.review(&[]);
            let refused = hunks.iter().flat_map(|hunk| ["--reject", &hunk.id]);
            place.review(&refused.chain(["--apply"]).collect::<Vec<_>>());
            assert_eq!(place.disk(), before);
        }
    }
}

#[test]
fn builds_stay_warm_until_something_that_they_were_made_with_is_refused() {
    if !has_worlds() {
        return;
    }
    let place = WorldPlace::new(&[(".gitignore", "build/\n"), ("code", "old\n")]);
    let build = "mkdir -p build; [ build/out -nt code ] && echo warm; \
        [ build/out -nt code ] || { echo cold; cp code build/out; }; cat build/out";
    // An artefact is newer than what it was made of only if time passes between them.
    let build = format!("sleep 1.1; {build}");
    let outputs = place.run(&[
        read("code"),
        write("code", "evil\n"),
        script(&build),
        script(&build),
    ]);
    assert!(outputs[2].output.contains("cold\nevil"), "{outputs:?}");
    assert!(outputs[3].output.contains("warm\nevil"), "{outputs:?}");
    let hunks = place.review(&[]);
    place.review(&["--reject", &hunks[0].id]);
    let outputs = place.go_on(&[script(&build)]);
    assert!(outputs[0].output.contains("cold\nold"), "{outputs:?}");
    assert!(!place.at("build").exists());
}

#[test]
fn what_steers_other_programs_is_told_and_never_proposed() {
    if !has_worlds() {
        return;
    }
    let place = WorldPlace::new(&[("a", "a\n")]);
    place.git("init -q .");
    let outputs = place.run(&[script(
        "echo x > .envrc; echo y > .git/hooks/pre-commit; mkdir -p sub/.git; echo z > sub/.git/config; \
         mkfifo pipe; ln -s a link; echo b > a",
    )]);
    for told in [".envrc", "pipe", "link", "sub/.git"] {
        assert!(outputs[0].told.contains(told), "{told}: {outputs:?}");
    }
    let hunks = place.review(&[]);
    assert_eq!(hunks.len(), 1, "only the file: {hunks:?}");
    place.review(&["--accept-all", "--apply"]);
    assert!(!place.at(".envrc").exists() && !place.at("sub").exists());
    assert!(!place.at(".git/hooks/pre-commit").exists());
}

#[test]
fn a_command_that_writes_to_the_repository_runs_on_the_disk() {
    if !has_worlds() {
        return;
    }
    let place = WorldPlace::new(&[("a", "a\n")]);
    place.git("init -q .");
    let commit = "git add a && git -c user.name=x -c user.email=x@y commit -qm one";
    let outputs = place.run(&[command(commit), command("git log --oneline")]);
    assert!(outputs[1].told.contains("one"), "{outputs:?}");
    assert!(place.git("log --oneline").contains("one"));
}

#[test]
fn what_is_too_much_to_review_is_told_and_not_proposed() {
    if !has_worlds() {
        return;
    }
    let place = WorldPlace::new(&[("a", "a\n")]);
    let outputs = place.run(&[script(
        "mkdir d; for i in $(seq 2001); do echo $i > d/$i; done",
    )]);
    assert!(outputs[0].told.contains("too many"), "{outputs:?}");
    assert!(
        outputs[0].told.contains(r#""needs_disk":200"#),
        "{outputs:?}"
    );
    assert!(place.review(&[]).is_empty());
}

const PATHS: [&str; 7] = ["a", "b", "d/x", "d/y", "d/e/z", "n", "n2/m"];

fn any_step() -> impl Strategy<Value = String> {
    let path = || prop::sample::select(PATHS.to_vec());
    prop_oneof![
        4 => (path(), 0..4_u8).prop_map(|(path, text)| format!("mkdir -p $(dirname {path}); echo {text} > {path}")),
        2 => (path(), 0..4_u8).prop_map(|(path, text)| format!("mkdir -p $(dirname {path}); echo {text} >> {path}")),
        2 => path().prop_map(|path| format!("rm -rf {path}")),
        1 => Just("rm -rf d".to_owned()),
        2 => (path(), path()).prop_map(|(from, to)| format!("mkdir -p $(dirname {to}); mv {from} {to}")),
        1 => (path(), path()).prop_map(|(from, to)| format!("mkdir -p $(dirname {to}); cp {from} {to}")),
        1 => path().prop_map(|path| format!("chmod a+x {path}")),
        1 => path().prop_map(|path| format!("chmod a-x {path}")),
        1 => path().prop_map(|path| format!("touch {path}")),
        1 => path().prop_map(|path| format!("printf 'x\\0y' > {path}")),
    ]
}

/// Prints every file with its permission to run and its content.
const LISTING: &str = "find . -type f -not -path './.agentichat/*' -not -path './.scripts/*' | LC_ALL=C sort | \
    while read f; do [ -x $f ] && echo \"X $f\" || echo \"- $f\"; base64 $f; done";

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn what_a_world_shows_next_and_what_an_apply_writes_is_what_the_commands_made(
        first in prop::collection::vec(any_step(), 1..6),
        second in prop::collection::vec(any_step(), 1..6),
    ) {
        if has_worlds() {
            let files = [("a", "1\n"), ("d/x", "2\n"), ("d/e/z", "3\n")];
            let place = WorldPlace::new(&files);
            let before = place.disk();
            let steps = [first.join("; "), second.join("; ")];
            let with_listing = steps.map(|steps| script(&format!("({steps}) >/dev/null 2>&1; {LISTING}")));
            let [one, two] = with_listing;
            let outputs = place.run(&[one, script(LISTING), two, script(LISTING)]);
            prop_assert_eq!(&outputs[0].output, &outputs[1].output);
            prop_assert_eq!(&outputs[2].output, &outputs[3].output);
            prop_assert_eq!(place.disk(), before);
            place.review(&["--accept-all", "--apply"]);
            prop_assert_eq!(place.shell(LISTING), outputs[3].output.clone());
        }
    }

    #[test]
    fn what_is_refused_is_on_the_disk_as_it_was(
        steps in prop::collection::vec(any_step(), 1..8),
        choice in any::<u32>(),
    ) {
        if has_worlds() {
            let files = [("a", "1\n"), ("d/x", "2\n"), ("d/e/z", "3\n")];
            let place = WorldPlace::new(&files);
            let before = place.disk();
            place.run(&[script(&steps.join("; "))]);
            let hunks = place.review(&[]);
            let (mut refused, mut taken) = (Vec::new(), Vec::new());
            let mut arguments = Vec::new();
            for (index, hunk) in hunks.iter().enumerate() {
                let is_taken = choice >> (index % 32) & 1 == 1;
                let list = if is_taken { &mut taken } else { &mut refused };
                list.push(hunk.path.clone());
                arguments.extend([if is_taken { "--accept" } else { "--reject" }, &hunk.id]);
            }
            arguments.push("--apply");
            place.try_review(&arguments);
            let after = place.disk();
            for path in refused.iter().filter(|path| !taken.contains(path)) {
                prop_assert_eq!(after.get(path), before.get(path), "{}", path);
            }
        }
    }
}
