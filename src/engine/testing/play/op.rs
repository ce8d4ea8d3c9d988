//! Possible inputs, including late and senseless ones.

use super::*;

/// An input. Numbers choose among the existing items, including outdated ones.
#[derive(Debug, Clone)]
pub enum Op {
    Send(DeliveryPoint),
    /// A message that names lines of a file.
    SendNaming,
    Shell,
    Cancel(CancelMode),
    Unqueue,
    Resend,
    Clear,
    Mode(Mode),
    Passthrough,
    Confirm(Switch, Toggle),
    Rule(RuleEffect),
    /// A rule about the network of commands.
    NetworkRule(RuleEffect),
    Answer {
        which: usize,
        decision: usize,
        stale: bool,
    },
    Pause(usize, bool),
    Text(usize),
    Finish {
        which: usize,
        calls: Vec<(usize, usize)>,
    },
    Fail(usize, usize),
    Prepare(usize),
    Refuse(usize, usize),
    Output(usize),
    Done(usize),
    /// A command failed for want of the network.
    Lacks(usize),
    Fire(usize),
    /// The conversation does not fit.
    TooLong(usize),
    /// The request may not leave the machine.
    Withheld(usize, bool),
    /// The user's answer to that was stored.
    Kept(bool),
    /// The user has the conversation compacted, or undoes that.
    Compact {
        undo: bool,
    },
    /// A summary succeeded or failed.
    Summarised {
        which: usize,
        well: bool,
    },
    /// The lines were checked, and exist or not.
    Looked(bool),
    /// A worker of the review reports.
    Worked {
        well: bool,
        late: bool,
    },
    /// An apply operation has ended.
    Applied(bool),
    Order(usize),
    /// An order about the tasks.
    Tasks(usize, u32),
    /// The user stops an agent, or tells it something.
    Agents(usize, bool),
    /// Inputs in the order in which they make sense.
    Story(Vec<Op>),
}

pub fn op() -> impl Strategy<Value = Op> {
    let toggle = prop_oneof![Just(Toggle::On), Just(Toggle::Off)];
    let switch = prop_oneof![Just(Switch::Text), Just(Switch::Command), Just(Switch::All)];
    let effects = [RuleEffect::Deny, RuleEffect::Ask, RuleEffect::Allow];
    let effect = || proptest::sample::select(effects.to_vec());
    let how = prop_oneof![Just(CancelMode::Gracefully), Just(CancelMode::KillTree)];
    let calls = proptest::collection::vec((0..7_usize, 0..3_usize), 0..5);
    prop_oneof![
        4 => Just(Op::Send(DeliveryPoint::AfterStep)),
        3 => Just(Op::Send(DeliveryPoint::AfterRun)),
        2 => Just(Op::SendNaming),
        1 => Just(Op::Shell),
        1 => how.prop_map(Op::Cancel),
        1 => Just(Op::Unqueue),
        1 => Just(Op::Resend),
        1 => Just(Op::Clear),
        1 => proptest::sample::select(Mode::ALL.to_vec()).prop_map(Op::Mode),
        1 => Just(Op::Passthrough),
        1 => (switch, toggle).prop_map(|(switch, on)| Op::Confirm(switch, on)),
        1 => effect().prop_map(Op::Rule),
        1 => effect().prop_map(Op::NetworkRule),
        10 => (0..3_usize, 0..14_usize, prop::bool::weighted(0.15))
            .prop_map(|(which, decision, stale)| Op::Answer { which, decision, stale }),
        1 => (0..3_usize, any::<bool>()).prop_map(|(which, paused)| Op::Pause(which, paused)),
        4 => (0..3_usize).prop_map(Op::Text),
        10 => (0..2_usize, calls).prop_map(|(which, calls)| Op::Finish { which, calls }),
        2 => (0..2_usize, 0..4_usize).prop_map(|(which, kind)| Op::Fail(which, kind)),
        14 => (0..5_usize).prop_map(Op::Prepare),
        2 => (0..4_usize, 0..3_usize).prop_map(|(which, code)| Op::Refuse(which, code)),
        2 => (0..4_usize).prop_map(Op::Output),
        14 => (0..5_usize).prop_map(Op::Done),
        6 => (0..4_usize).prop_map(Op::Lacks),
        2 => (0..3_usize).prop_map(Op::Fire),
        8 => (any::<bool>(), prop::bool::weighted(0.2))
            .prop_map(|(well, late)| Op::Worked { well, late }),
        3 => any::<bool>().prop_map(Op::Looked),
        2 => (0..2_usize).prop_map(Op::TooLong),
        2 => (0..2_usize, any::<bool>()).prop_map(|(which, asked)| Op::Withheld(which, asked)),
        3 => any::<bool>().prop_map(Op::Kept),
        1 => any::<bool>().prop_map(|undo| Op::Compact { undo }),
        4 => (0..2_usize, any::<bool>())
            .prop_map(|(which, well)| Op::Summarised { which, well }),
        4 => any::<bool>().prop_map(Op::Applied),
        4 => (0..8_usize).prop_map(Op::Order),
        3 => (0..4_usize, 1..5_u32).prop_map(|(order, task)| Op::Tasks(order, task)),
        3 => (0..3_usize, any::<bool>()).prop_map(|(which, text)| Op::Agents(which, text)),
        4 => story_of_agents(),
        6 => story_of_a_command(),
    ]
}

/// Returns a command that is asked for, fails for want of the network, and is asked for again.
fn story_of_a_command() -> impl Strategy<Value = Op> {
    let answer = |decision| Op::Answer {
        which: 0,
        decision,
        stale: false,
    };
    (0..3_usize, 0..14_usize, 0..14_usize).prop_map(move |(command, first, second)| {
        Op::Story(vec![
            Op::Send(DeliveryPoint::AfterRun),
            Op::Finish {
                which: 0,
                calls: vec![(3, command)],
            },
            Op::Prepare(0),
            answer(first),
            Op::Lacks(0),
            answer(second),
            Op::Prepare(0),
            Op::Done(0),
        ])
    })
}

/// Returns agents that are asked for and start their work.
fn story_of_agents() -> impl Strategy<Value = Op> {
    (0..3_usize).prop_map(|more| {
        Op::Story(vec![
            Op::Send(DeliveryPoint::AfterRun),
            Op::Finish {
                which: 0,
                calls: vec![(5, more)],
            },
            Op::Prepare(0),
            Op::Answer {
                which: 0,
                decision: 0,
                stale: false,
            },
        ])
    })
}

/// Returns the item `back` places before the last.
pub fn from_the_end<T: Clone>(items: &[T], back: usize) -> Option<T> {
    items.iter().rev().nth(back).cloned()
}
