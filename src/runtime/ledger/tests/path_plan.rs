//! Regression tests: interleavings that once failed, in which one file is to leave a path
//! and another is to take it. Each step is checked as the generated ones are; at the end
//! every hunk is rejected.

use super::cases::{agent, command, deletes, moves, splice, touches, tree, writes};
use super::harness::{AgentCall, LedgerHarness, Touch, Tree};
use super::interleavings::{refuse_all, take};
use super::steps::{Scope, Step};
use protocol::change::HunkState;

const A: &str = "a.txt";
const B: &str = "b.txt";
const C: &str = "d/c.txt";

/// Builds a step in which a command makes the changes `own` while another program makes `others`.
fn command_beside(own: Vec<Touch>, others: Vec<Touch>) -> Step {
    let calls = AgentCall::Command(own, others);
    let with_proposed = false;
    Step::Command {
        calls,
        with_proposed,
    }
}

fn decide(hunk: usize, state: HunkState) -> Step {
    Step::Decide(vec![(hunk, state)])
}

fn empty(paths: &[&str]) -> Tree {
    let files: Vec<_> = paths.iter().map(|path| (*path, "", 0o644)).collect();
    tree(&files)
}

fn holds(base: &Tree, steps: &[Step]) {
    let mut harness = LedgerHarness::in_memory(base);
    for step in steps {
        take(&mut harness, step);
    }
    refuse_all(&mut harness, 0);
}

#[test]
fn what_an_agent_writes_where_a_proposed_move_puts_a_file_is_proposed_with_it() {
    let steps = [
        command(vec![moves(A, B)]),
        Step::RollBack(Scope::File(1)),
        decide(1, HunkState::Pending),
        agent(false, vec![writes(B, &["a\n"])]),
    ];
    holds(&empty(&[A, B, C]), &steps);
}

#[test]
fn what_an_agent_writes_where_a_refused_move_put_a_file_waits_for_it_to_leave() {
    let steps = [
        command(vec![moves(C, A)]),
        decide(1, HunkState::Rejected),
        agent(false, vec![writes(A, &["a\n"])]),
    ];
    holds(&empty(&[A, B, C]), &steps);
    for refused in 0..4 {
        let steps = [
            command_beside(vec![touches(A, &["a\n"])], vec![moves(A, C)]),
            decide(refused, HunkState::Rejected),
            agent(false, vec![writes(C, &[])]),
        ];
        holds(&empty(&[A, B, C]), &steps);
    }
}

#[test]
fn what_an_agent_made_and_deletes_where_a_file_is_about_to_leave_does_not_take_that_one() {
    // Both files have the same text.
    let base = tree(&[(A, "\n\n", 0o644), (B, "", 0o644)]);
    let steps = [
        command(vec![moves(A, B)]),
        Step::RollBack(Scope::Hunks(2)),
        decide(1, HunkState::Pending),
        agent(false, vec![writes(A, &["\n", "\n"]), deletes(A)]),
    ];
    holds(&base, &steps);
}

#[test]
fn a_file_that_goes_is_not_held_by_another_one_where_it_once_was() {
    let steps = [
        agent(false, vec![writes(A, &[])]),
        command_beside(vec![Touch::Remove(C.to_owned())], vec![moves(A, B)]),
        Step::Touch(touches(A, &[])),
    ];
    holds(&empty(&[B, C]), &steps);
    let steps = [
        command_beside(vec![touches(A, &[])], vec![touches(C, &["a\n"])]),
        command(vec![moves(C, A)]),
        Step::Touch(touches(C, &[])),
    ];
    holds(&empty(&[A, B]), &steps);
}

#[test]
fn a_file_comes_back_to_its_first_place_although_another_is_at_its_last() {
    let base = tree(&[(B, "a\n", 0o644), (C, "", 0o644)]);
    let steps = [
        command(vec![moves(B, C)]),
        agent(false, vec![deletes(C)]),
        Step::RollBack(Scope::File(0)),
    ];
    holds(&base, &steps);
}

#[test]
fn what_was_not_applied_before_a_rollback_is_not_applied_by_its_undo() {
    let steps = [
        command(vec![moves(B, C)]),
        agent(true, vec![writes(B, &[]), writes(A, &["a\n"])]),
        Step::Editor(2, splice(0, 0, &["a\n"])),
        Step::RollBack(Scope::Hunks(10)),
    ];
    holds(&empty(&[A, B, C]), &steps);
}

#[test]
fn with_a_file_come_back_the_lines_that_it_got_from_who_did_not_see_its_deletion() {
    let base = tree(&[(A, "\u{feff}", 0o644), (C, "", 0o755)]);
    let steps = [
        agent(true, vec![deletes(C)]),
        command_beside(vec![moves(A, C)], vec![touches(A, &[])]),
        decide(0, HunkState::Accepted),
        Step::RollBack(Scope::Call(0)),
    ];
    holds(&base, &steps);
}

#[test]
fn a_refused_hunk_goes_with_the_users_line_that_held_it() {
    let base = tree(&[
        (A, "b\nb\na\nb\na\n", 0o644),
        (C, "}\na\na\na\n}\na\n\n", 0o600),
    ]);
    let steps = [
        command_beside(vec![moves(C, A)], vec![touches(C, &["\n", "a\n"])]),
        Step::Editor(0, splice(1, 0, &["b\n"])),
        decide(0, HunkState::Rejected),
        Step::RollBack(Scope::Hunks(16)),
    ];
    holds(&base, &steps);
}

#[test]
fn a_hunk_that_the_users_work_keeps_is_kept_as_the_user_changed_it() {
    let at_the_end = AgentCall::Splice(C.to_owned(), splice(3, 0, &["a\n"]));
    let steps = [
        agent(true, vec![writes(C, &["b\n", "a\n", "a\n"]), at_the_end]),
        Step::Editor(0, splice(0, 1, &["a\n"])),
        Step::RollBack(Scope::Run(0)),
    ];
    holds(&tree(&[]), &steps);
}
