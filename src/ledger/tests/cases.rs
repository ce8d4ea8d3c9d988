//! Interleavings that went wrong once, by hand.

use super::desk::{AgentCall, Desk, Touch, Tree};
use super::interleavings::take;
use super::steps::{Scope, Step};

fn tree(files: &[(&str, &str, u32)]) -> Tree {
    let files = files.iter();
    files
        .map(|(path, text, mode)| ((*path).to_owned(), (text.as_bytes().to_vec(), *mode)))
        .collect()
}

#[test]
fn debug() {
    let base = tree(&[("a.txt", "", 0o644), ("b.txt", "", 0o644)]);
    let mut desk = Desk::in_memory(&base);
    take(
        &mut desk,
        &Step::Command {
            calls: AgentCall::Command(vec![Touch::Move("a.txt".into(), "b.txt".into())], vec![]),
            with_staged: false,
        },
    );
    for (file, logged) in desk.logs() {
        eprintln!(
            "{file} {} {:?} base {:?}",
            logged.path,
            logged.log.written(),
            logged.log.base
        );
        for e in &logged.log.entries {
            eprintln!(
                "   {:?} {} {:?} {:?}",
                e.operation, e.path, e.origin, e.hunks
            );
        }
    }
    for mask in 0..4 {
        eprintln!("mask {mask}");
        take(&mut desk, &Step::RollBack(Scope::Hunks(mask)));
    }
}
