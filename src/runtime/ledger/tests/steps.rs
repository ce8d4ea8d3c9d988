//! Generators for every event of a ledger.

use proptest::prelude::*;

use super::harness::{AgentCall, Splice, Touch, Tree};
use protocol::change::HunkState;
use protocol::review::ConflictChoice;
use review::testing::histories::{lines, text_of};

/// Paths of the files that may exist.
pub(super) const PATHS: [&str; 3] = ["a.txt", "b.txt", "d/c.txt"];

/// The hunks that a rollback covers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope {
    /// A mask over all hunks.
    Hunks(u64),
    File(usize),
    Call(usize),
    Run(usize),
    Agent,
    Session,
}

/// One event of an interleaving.
#[derive(Debug, Clone)]
pub(super) enum Step {
    /// The agent works; its writes are proposed or applied at once.
    Agent {
        proposed: bool,
        calls: Vec<AgentCall>,
    },
    /// The agent runs a command, with or without the proposed changes, while another program works.
    Command {
        calls: AgentCall,
        with_proposed: bool,
    },
    /// Somebody else changes the disk.
    Touch(Touch),
    /// The watcher noticed a change.
    Look,
    /// The user edits a buffer.
    Editor(usize, Splice),
    /// The user edits a hunk.
    Amend(usize, Vec<String>),
    /// The user splits a hunk.
    Split(usize, Option<(u32, u32, u32, u32)>),
    /// The user resolves a conflict.
    Settle(usize, ConflictChoice),
    /// The user decides hunks.
    Decide(Vec<(usize, HunkState)>),
    Apply,
    Undo,
    Redo,
    RollBack(Scope),
    HardRollBack,
    /// The process ends and another one continues.
    Restart,
}

fn path() -> impl Strategy<Value = String> {
    prop::sample::select(&PATHS[..]).prop_map(str::to_owned)
}

fn splice(line: &BoxedStrategy<String>) -> impl Strategy<Value = Splice> + use<> {
    (
        0..9_usize,
        0..4_usize,
        prop::collection::vec(line.clone(), 0..4),
    )
        .prop_map(|(at, gone, put)| Splice { at, gone, put })
}

fn mode() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![0o644, 0o755, 0o600])
}

fn touch(line: &BoxedStrategy<String>) -> impl Strategy<Value = Touch> + use<> {
    prop_oneof![
        5 => (path(), splice(line)).prop_map(|(path, splice)| Touch::Splice(path, splice)),
        1 => path().prop_map(Touch::Remove),
        2 => (path(), path()).prop_map(|(from, to)| Touch::Move(from, to)),
        2 => (path(), mode()).prop_map(|(path, mode)| Touch::Mode(path, mode)),
    ]
}

fn call(line: &BoxedStrategy<String>) -> impl Strategy<Value = AgentCall> + use<> {
    prop_oneof![
        8 => (path(), splice(line)).prop_map(|(path, splice)| AgentCall::Splice(path, splice)),
        1 => path().prop_map(AgentCall::Delete),
    ]
}

fn choice(line: &BoxedStrategy<String>) -> impl Strategy<Value = ConflictChoice> + use<> {
    let text = prop::collection::vec(line.clone(), 0..3);
    let edited = text.prop_map(|lines| ConflictChoice::Edited(lines.concat()));
    prop_oneof![
        Just(ConflictChoice::Mine),
        Just(ConflictChoice::Agent),
        Just(ConflictChoice::Both),
        Just(ConflictChoice::Base),
        edited,
    ]
}

fn scope() -> impl Strategy<Value = Scope> {
    prop_oneof![
        2 => any::<u64>().prop_map(Scope::Hunks),
        1 => any::<usize>().prop_map(Scope::File),
        2 => any::<usize>().prop_map(Scope::Call),
        2 => any::<usize>().prop_map(Scope::Run),
        1 => Just(Scope::Agent),
        2 => Just(Scope::Session),
    ]
}

fn step(line: &BoxedStrategy<String>) -> impl Strategy<Value = Step> + use<> {
    let state = prop::sample::select(vec![
        HunkState::Pending,
        HunkState::Accepted,
        HunkState::Rejected,
    ]);
    let place = prop::option::of((0..3_u32, 0..3_u32, 0..4_u32, 0..4_u32));
    let touches = |most| prop::collection::vec(touch(line), 0..most);
    prop_oneof![
        6 => (any::<bool>(), prop::collection::vec(call(line), 1..3))
            .prop_map(|(proposed, calls)| Step::Agent { proposed, calls }),
        4 => (touches(3), touches(2), any::<bool>()).prop_map(|(own, others, with_proposed)| {
            Step::Command { calls: AgentCall::Command(own, others), with_proposed }
        }),
        5 => touch(line).prop_map(Step::Touch),
        2 => Just(Step::Look),
        3 => (any::<usize>(), splice(line)).prop_map(|(file, splice)| Step::Editor(file, splice)),
        1 => (any::<usize>(), prop::collection::vec(line.clone(), 0..3))
            .prop_map(|(hunk, text)| Step::Amend(hunk, text)),
        2 => (any::<usize>(), place).prop_map(|(hunk, at)| Step::Split(hunk, at)),
        2 => (any::<usize>(), choice(line)).prop_map(|(which, how)| Step::Settle(which, how)),
        4 => prop::collection::vec((any::<usize>(), state), 1..4).prop_map(Step::Decide),
        2 => Just(Step::Apply),
        1 => Just(Step::Undo),
        1 => Just(Step::Redo),
        5 => scope().prop_map(Step::RollBack),
        1 => Just(Step::HardRollBack),
        1 => Just(Step::Restart),
    ]
}

/// Generates the files that exist before the first step.
fn tree(line: &BoxedStrategy<String>) -> impl Strategy<Value = Tree> + use<> {
    let file = || {
        (
            text_of(line.clone()),
            prop::sample::select(vec![0o644_u32, 0o755, 0o600]),
        )
    };
    (file(), file(), file()).prop_map(|(a, b, c)| {
        let files = PATHS.iter().zip([a, b, c]);
        let there = files.filter_map(|(path, (text, mode))| {
            Some(((*path).to_owned(), (text?.into_bytes(), mode)))
        });
        there.collect()
    })
}

/// Generates a tree and the steps that happen to it. Half of the stories have at most
/// four different lines.
pub(super) fn story() -> impl Strategy<Value = (Tree, Vec<Step>)> {
    let [few, any] = lines().map(|line| {
        let steps = prop::collection::vec(step(&line), 1..14);
        (tree(&line), steps)
    });
    prop_oneof![few, any]
}
