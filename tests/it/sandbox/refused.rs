//! Refused code never runs again: whatever is proposed, refused, applied and edited between builds, each
//! build gives what a clean one of the same texts would.

use proptest::prelude::*;
use sandbox::plan::Rung;
use testing::cases;

use super::builds::{LOCK, MANIFEST};
use super::ground;
use super::world::place::{Call, WorldPlace, read, script, write};

/// A build that keeps what it made, in an ignored folder, and trusts times of change.
struct Build {
    name: &'static str,
    source: &'static str,
    /// Text of the source with a value from 0 to 9; every text has the same size.
    text: fn(u8) -> String,
    /// Prints the value that it was built with.
    line: &'static str,
    more: &'static [(&'static str, &'static str)],
}

const MAKE: Build = Build {
    name: "make",
    source: "code.txt",
    text: |value| format!("{value}\n"),
    line: "make -s && cat build/out",
    more: &[(
        "Makefile",
        "build/out: code.txt\n\t@mkdir -p build && cp code.txt build/out\n",
    )],
};

const PYTHON: Build = Build {
    name: "python3",
    source: "value.py",
    text: |value| format!("VALUE = {value}\n"),
    line: "python3 -c 'import value; print(value.VALUE)'",
    more: &[],
};

/// A library and a program, so that two artefacts have to be made anew.
const CARGO: Build = Build {
    name: "cargo",
    source: "src/lib.rs",
    text: |value| format!("pub fn value() -> u8 {{\n    {value}\n}}\n"),
    line: "cargo run --quiet --offline",
    more: &[
        MANIFEST,
        LOCK,
        (
            "src/main.rs",
            "fn main() {\n    println!(\"{}\", tiny::value());\n}\n",
        ),
    ],
};

#[derive(Debug, Clone, Copy)]
enum Step {
    /// The agent proposes a text, and builds.
    Propose(u8),
    /// The agent builds.
    Build,
    Refuse,
    Apply,
    /// The user builds on the disk.
    BuildOnDisk,
    /// The user writes the source.
    Edit(u8),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..10_u8).prop_map(Step::Propose),
        2 => Just(Step::Build),
        3 => Just(Step::Refuse),
        2 => Just(Step::Apply),
        2 => Just(Step::BuildOnDisk),
        1 => (0..10_u8).prop_map(Step::Edit),
    ]
}

struct Bench<'a> {
    build: &'a Build,
    place: WorldPlace,
    on_disk: u8,
    proposed: Option<u8>,
    has_session: bool,
}

impl Bench<'_> {
    fn calls(&mut self, calls: &[Call]) -> String {
        let outcomes = if self.has_session {
            self.place.go_on(calls)
        } else {
            self.place.run(calls)
        };
        self.has_session = true;
        let last = outcomes.last().expect("a call");
        assert!(!last.output.is_empty(), "{outcomes:?}");
        last.output.clone()
    }

    fn expected(&self) -> String {
        format!("{}\n", self.proposed.unwrap_or(self.on_disk))
    }

    fn take(&mut self, step: Step) -> Result<(), TestCaseError> {
        let build = self.build;
        match step {
            Step::Propose(value) => {
                self.proposed = Some(value).filter(|value| *value != self.on_disk);
                let text = (build.text)(value);
                let calls = [
                    read(build.source),
                    write(build.source, &text),
                    script(build.line),
                ];
                let output = self.calls(&calls);
                prop_assert_eq!(output, self.expected(), "{} in its world", build.name);
            }
            Step::Build => {
                let output = self.calls(&[script(build.line)]);
                prop_assert_eq!(output, self.expected(), "{} in its world", build.name);
            }
            Step::Refuse if self.proposed.is_some() => {
                let hunks = self.place.review(&[]);
                let refused = hunks.iter().flat_map(|hunk| ["--reject", &hunk.id]);
                self.place
                    .review(&refused.chain(["--apply"]).collect::<Vec<_>>());
                self.proposed = None;
            }
            Step::Apply if self.proposed.is_some() => {
                self.place.review(&["--accept-all", "--apply"]);
                self.on_disk = self.proposed.take().unwrap_or(self.on_disk);
            }
            Step::Refuse | Step::Apply => {}
            Step::BuildOnDisk => {
                let output = self.place.shell(build.line);
                let expected = format!("{}\n", self.on_disk);
                prop_assert_eq!(output, expected, "{} on the disk", build.name);
            }
            // Beside a proposal it would be a conflict, which is another test's.
            Step::Edit(value) if self.proposed.is_none() => {
                let text = (build.text)(value);
                std::fs::write(self.place.at(build.source), text).expect("a file");
                self.on_disk = value;
            }
            Step::Edit(_) => {}
        }
        Ok(())
    }
}

/// Takes these steps, and compares every build with what a clean one would give.
fn compare(build: &Build, steps: Vec<Step>) -> Result<(), TestCaseError> {
    if !ground::has(Rung::Proposed) || !ground::is_installed(build.name) {
        return Ok(());
    }
    let first = (build.text)(0);
    let ignored = "build/\n__pycache__/\ntarget/\n";
    let mut files = vec![(build.source, first.as_str()), (".gitignore", ignored)];
    files.extend(build.more);
    let mut bench = Bench {
        build,
        place: WorldPlace::new(&files),
        on_disk: 0,
        proposed: None,
        has_session: false,
    };
    steps.into_iter().try_for_each(|step| bench.take(step))
}

proptest! {
    #![proptest_config(cases(2))]

    #[test]
    fn every_make_gives_what_a_clean_one_would(steps in prop::collection::vec(any_step(), 3..9)) {
        compare(&MAKE, steps)?;
    }

    #[test]
    fn every_import_gives_what_a_clean_one_would(steps in prop::collection::vec(any_step(), 3..9)) {
        compare(&PYTHON, steps)?;
    }

    #[test]
    fn every_cargo_build_gives_what_a_clean_one_would(
        steps in prop::collection::vec(any_step(), 4..10),
    ) {
        compare(&CARGO, steps)?;
    }
}

#[test]
fn cargo_builds_nothing_that_was_refused_on_the_disk_or_in_a_world() {
    use Step::{Apply, Build, BuildOnDisk, Edit, Propose, Refuse};
    for steps in [
        vec![Build, Propose(1), Refuse, BuildOnDisk, Build],
        vec![BuildOnDisk, Propose(1), Build, Refuse, Build, BuildOnDisk],
        vec![
            Propose(1),
            Apply,
            Propose(2),
            Refuse,
            Edit(3),
            BuildOnDisk,
            Build,
        ],
    ] {
        compare(&CARGO, steps).expect("as a clean build");
    }
}
