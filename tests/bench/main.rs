//! Measurements of the real program in a real terminal of 200x60: `cargo bench`.
//!
//! Each scene starts the release binary with its own folders and model server, and measures what a
//! user would notice: times, processor, memory, bytes written. A slow machine never fails a scene;
//! a scene that does not run as planned fails loudly. `cargo bench -- keys flood` runs two scenes,
//! `--json` prints the figures as JSON lines, `--list` lists the scenes, and `--make-repository
//! DIR` only makes the repository of the index.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a measurement that cannot be made must fail, and its figures are printed"
)]

#[path = "../pty/harness/mod.rs"]
mod harness;

mod bench_harness;
mod keys;
mod process;
mod report;
mod repository;
mod scene;
mod server;
mod sources;
mod texts;

use report::Report;
use scene::SCENES;

fn main() {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if words.iter().any(|word| word == "--list") {
        SCENES
            .iter()
            .for_each(|scene| println!("{:<12} {}", scene.name, scene.what));
        return;
    }
    if let Some(at) = words.iter().position(|word| word == "--make-repository") {
        let folder = words.get(at + 1).expect("a folder to make it in");
        repository::make_texts(std::path::Path::new(folder));
        return;
    }
    let json = words.iter().any(|word| word == "--json");
    let names: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !word.starts_with("--"))
        .collect();
    for name in &names {
        let known = SCENES.iter().any(|scene| scene.name == *name);
        assert!(known, "there is no scene '{name}'; see --list");
    }
    let mut report = Report::default();
    for scene in SCENES {
        if names.is_empty() || names.contains(&scene.name) {
            eprintln!("{}: {}", scene.name, scene.what);
            report.begin(scene.name);
            (scene.run)(&mut report);
        }
    }
    if json {
        report.print_json();
    } else {
        report.print_table();
    }
}
