//! Property tests with random commands in random workspaces: all of their changes can be undone.

use proptest::prelude::*;

use super::{Harness, commit, git_files, shell, taken_back, tree};

const PATHS: [&str; 7] = ["a", "b", "c.txt", "d/a", "d/e", "d/f/g", "h"];
const TEXTS: [&str; 7] = [
    "",
    "x\\n",
    "x\\ny\\nz\\n",
    "y\\r\\nx",
    "\\0\\001",
    "\\377",
    "x\\nx\\nx\\nx\\n",
];

/// Generates one action of a command.
fn step() -> impl Strategy<Value = String> {
    let path = || prop::sample::select(&PATHS[..]);
    let text = || prop::sample::select(&TEXTS[..]);
    prop_oneof![
        3 => (path(), text()).prop_map(|(path, text)| {
            format!("mkdir -p $(dirname {path}); printf '{text}' > {path}")
        }),
        2 => (path(), text()).prop_map(|(path, text)| format!("printf '{text}' >> {path}")),
        1 => (path(), text()).prop_map(|(path, text)| {
            format!("printf '{text}' > .new; mv .new {path}")
        }),
        2 => path().prop_map(|path| format!("rm -rf {path}")),
        2 => (path(), path()).prop_map(|(from, to)| format!("mv {from} {to}")),
        1 => (path(), path()).prop_map(|(from, to)| format!("cp {from} {to}; rm {from}")),
        1 => (path(), prop::sample::select(&["644", "755", "600"][..]))
            .prop_map(|(path, mode)| format!("[ -f {path} ] && chmod {mode} {path}")),
        1 => Just("mv d d2; mkdir -p d2/f; mv d2/f d".to_owned()),
    ]
}

/// Generates the initial files: path, text, and whether git has the file in this state.
fn files() -> impl Strategy<Value = Vec<(usize, usize, bool)>> {
    prop::collection::vec((0..PATHS.len(), 0..TEXTS.len(), any::<bool>()), 0..7)
}

proptest! {
    #![proptest_config(testing::cases(24))]

    #[test]
    fn every_byte_and_bit_before_a_command_can_be_had_back(
        files in files(),
        steps in prop::collection::vec(step(), 1..7),
        has_git in any::<bool>(),
    ) {
        let harness = Harness::judged();
        let put = |wanted: bool| {
            for (path, text, is_clean) in &files {
                if *is_clean == wanted {
                    let text = TEXTS[*text].replace("\\n", "\n").replace("\\r", "\r");
                    let text = text.replace("\\001", "\u{1}").replace("\\0", "\0");
                    harness.put(PATHS[*path], text.replace("\\377", "\u{ff}"));
                }
            }
        };
        put(true);
        if has_git {
            commit(&harness);
        }
        put(false);
        let before = tree(harness.root.path());
        let own = has_git.then(|| git_files(&harness));
        let finished = shell(&harness, &format!("exec 2>&1; {}; true", steps.join("; ")));
        prop_assert!(finished.result.ok, "{}", finished.result.content);
        prop_assert_eq!(&finished.result.content["not_covered"], &serde_json::Value::Null);
        prop_assert_eq!(taken_back(&finished, tree(harness.root.path())), before);
        prop_assert_eq!(own, has_git.then(|| git_files(&harness)));
    }
}
