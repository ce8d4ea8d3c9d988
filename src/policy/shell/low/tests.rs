//! Tests of the language's boundaries, decided from texts alone.

use std::path::Path;

use super::*;

fn judged(command: &str) -> Result<Vec<Condition>, NotLow> {
    let blocks = BlockList::new(&["secrets/**".to_owned()]);
    let root = Path::new("/home/me/project");
    let place = CommandLocation {
        root,
        blocks: &blocks,
    };
    judge(command, &[root.to_path_buf()], place)
}

#[test]
fn the_tables_can_be_read() {
    table::read().unwrap();
}

#[test]
fn plain_reading_is_in_the_language() {
    for command in [
        "ls",
        "ls -la src",
        "cat 'a b.txt' \"c d.txt\"",
        "cat a | sort -u | head -5",
        "ls 2>&1 | head",
        "ls >/dev/null 2>&1",
        "ls 2> /dev/null || true",
        "cd src && ls; cat x",
        "git log --oneline HEAD~3..HEAD^",
        "grep -rn \"a|b (c) {d} <e> #f\" src",
        "echo '=== a ==='",
        "echo \"---\" -n",
        "wc -l src/*.rs",
        "ls;",
        "ls\n",
        "find src -name '*.rs' -not -name '*_test.rs' '(' -type f -o -type d ')'",
        "head -n5 a; head -n 5 a; head --lines=5 a; head --lines 5 a; head -5 a",
        "git -C src --no-pager diff --stat -- a.rs",
        "rg -tpy -g '*.{js,ts}' -A2 x src",
        "cat -- -x",
    ] {
        let judged = judged(command);
        assert!(judged.is_ok(), "{command}: {judged:?}");
    }
}

#[test]
fn what_a_shell_expands_or_runs_is_not_in_the_language() {
    for command in [
        "",
        " ",
        "ls &",
        "ls & ls",
        "ls |& cat",
        "ls &> x",
        "ls > x",
        "ls >> x",
        "ls < x",
        "ls 2>x",
        "ls 3>&1",
        "ls >&2",
        "ls >/dev/nullx",
        "ls 2>&1x",
        "ls $x",
        "ls \"$x\"",
        "ls '$x'",
        "ls `x`",
        "ls $(x)",
        "ls \\x",
        "ls 'a\\b'",
        "ls \"a!b\"",
        "ls !x",
        "ls #x",
        "ls {a,b}",
        "ls [a]",
        "ls (x)",
        "(ls)",
        "ls ~",
        "ls ~/x",
        "ls a=~/x",
        "ls a:~b",
        "^a^b",
        "=ls",
        "ls\nls",
        "ls\tx",
        "ls\rx",
        "ls \u{1b}",
        "ls ä",
        "ls 'x",
        "ls \"x",
        "A=b ls",
        "A=b",
        "ls ||",
        "|| ls",
        "ls && && ls",
        "ls ;; ls",
        "| ls",
        "if true; then ls; fi",
        "time ls",
        "exec ls",
        "! ls",
        "\"ls\"",
        "l*",
        "./ls",
        "/bin/ls",
        "LS",
    ] {
        assert!(judged(command).is_err(), "{command:?}");
    }
    let long = format!("ls {}", "a ".repeat(5_000));
    assert!(judged(&long).is_err());
    assert!(judged(&"ls; ".repeat(40)).is_err());
}

#[test]
fn an_option_that_is_not_in_the_table_is_not_low() {
    for command in [
        "ls -L",
        "ls --colour",
        "ls --col=never",
        "cat -nx a",
        "sort -o a b",
        "sort -no a",
        "head -n x a",
        "head -n",
        "head --lines",
        "date 0101",
        "test a",
        "command ls",
        "find src -name",
        "find src -exec ls",
        "find src -name x src2",
        "tail -f a",
        "git branch new",
        "git -c a=b log",
        "git --git-dir=x log",
        "git",
        "git frob",
        "uniq a b",
        "jq env a",
        "true x",
        "git log --format=%G?",
    ] {
        assert!(judged(command).is_err(), "{command}");
    }
}

#[test]
fn a_path_outside_or_on_the_block_list_is_not_low() {
    for command in [
        "cat ../x",
        "cat /etc/passwd",
        "cat a/../../x",
        "ls ..",
        "cd ..; ls",
        "cd .. && ls",
        "cat .env",
        "cat a/.env.local",
        "cat secrets/x",
        "cat a/../secrets/x",
        "cd secrets && cat x",
        "grep -f .env a",
        "git show HEAD:.env",
        "git blame secrets/x",
        "rg x .env",
        "grep x a -f .env",
        "cat src*",
        "cat */x",
        "rg -g 'a/*.env' x",
    ] {
        assert!(judged(command).is_err(), "{command}");
    }
    // The name alone does not tell what the folder contains.
    for command in [
        "ls secrets",
        "wc -l secrets/x",
        "cat /dev/null",
        "cat /home/me/project/a",
    ] {
        assert!(judged(command).is_ok(), "{command}");
    }
}

#[test]
fn what_is_read_is_named_from_every_folder_that_the_command_may_be_in() {
    let contents = |command: &str| -> Vec<String> {
        let all = judged(command).unwrap();
        let paths = all.iter().filter_map(|one| match one {
            Condition::Contents(path) => Some(path.display().to_string()),
            _ => None,
        });
        paths
            .map(|path| path.replace("/home/me/project/", ""))
            .collect()
    };
    assert_eq!(contents("cat a"), ["a"]);
    assert_eq!(contents("cd x && cat a"), ["x/a"]);
    assert_eq!(contents("cd x && cd y && cat a"), ["x/y/a"]);
    // `cd` may have failed.
    assert_eq!(contents("cd x; cat a"), ["x/a", "a"]);
    assert_eq!(contents("cd x && ls || cat a"), ["x/a", "a"]);
    assert_eq!(contents("ls || cd x && cat a"), ["x/a", "a"]);
    assert_eq!(contents("cd x && cd .. && cat a"), ["a"]);
    assert!(judged("ls | cd x && cat a").is_err());
    assert!(judged("cd x | cat a").is_err());
    assert!(judged("cd && cat a").is_err());
    assert!(judged("cd - && cat a").is_err());
}

#[test]
fn a_search_and_a_difference_say_what_must_hold_on_the_disk() {
    let has = |command: &str, wanted: &dyn Fn(&Condition) -> bool| {
        let all = judged(command).unwrap();
        assert!(all.iter().any(wanted), "{command}: {all:?}");
    };
    has(
        "rg x",
        &|one| matches!(one, Condition::Search { path, reader: TreeReader::Ripgrep { .. } } if path.ends_with("project")),
    );
    has(
        "grep -r x src",
        &|one| matches!(one, Condition::Search { path, reader: TreeReader::Everything } if path.ends_with("src")),
    );
    // The working folder is searched, whatever else is named.
    for command in [
        "grep x -n -r",
        "grep -r -f names",
        "rg x -n",
        "rg x -A 2",
        "rg -e x",
    ] {
        has(
            command,
            &|one| matches!(one, Condition::Search { path, .. } if path.ends_with("project")),
        );
    }
    has("grep -rn x", &|one| matches!(one, Condition::Search { .. }));
    has("cat src/*.rs", &|one| {
        matches!(one, Condition::Pattern { contents: true, .. })
    });
    has(
        "git diff --cached HEAD -- a",
        &|one| matches!(one, Condition::GitNames { arguments, .. } if arguments.ends_with(&["--cached".into(), "HEAD".into(), "--".into(), "a".into()])),
    );
    has(
        "cargo --version",
        &|one| matches!(one, Condition::NotChosen { files, .. } if files.iter().any(|file| file == "rust-toolchain.toml")),
    );
    has("cat a", &|one| *one == Condition::Program("cat".into()));
}
