//! Steps of these storms: text, answers, and near answers.

use proptest::prelude::*;

#[derive(Debug, Clone)]
pub(super) enum Happening {
    /// Text: letters with the delay before the next, and an event between two of them.
    Text(Vec<(char, u64, Between)>),
    Paste(String),
    /// The window loses and regains the focus.
    Window,
    Quiet(u64),
    Prompt(Between),
    /// Enter sends the draft.
    Sent,
    Resize(u16, u16),
    /// The user requests the bar and almost answers.
    Nearly(Near),
    /// F2, then y or n alone.
    Answer(bool),
}

/// An event that may happen at any moment.
#[derive(Debug, Clone, Copy)]
pub(super) enum Between {
    Nothing,
    Opens,
    OpensHigh,
    Changes,
    Closes,
    Click(u16, u16),
    Wheel,
    WindowBack,
}

/// Input that contains a `y` but is no answer.
#[derive(Debug, Clone, Copy)]
pub(super) enum Near {
    /// Before the bar is armed.
    TooEarly(u64),
    /// Closely followed by another letter.
    InCompany(u64),
    /// Held down, as some terminals report it.
    HeldDown,
    /// While the window regains the focus.
    WithTheWindow(u64),
    Pasted,
    /// The mouse moves before the key is known to have been alone.
    WithTheMouse(u64),
    /// The question changes before the key takes effect.
    Changed(u64),
}

fn between() -> impl Strategy<Value = Between> {
    prop_oneof![
        14 => Just(Between::Nothing),
        2 => Just(Between::Opens),
        1 => Just(Between::OpensHigh),
        1 => Just(Between::Changes),
        1 => Just(Between::Closes),
        1 => (0_u16..160, 0_u16..20).prop_map(|(x, y)| Between::Click(x, y)),
        1 => Just(Between::Wheel),
        1 => Just(Between::WindowBack),
    ]
}

fn letter() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select("yYaAndecxsjk".chars().collect::<Vec<_>>()),
        2 => prop::sample::select(" 12[]ruw".chars().collect::<Vec<_>>()),
        1 => prop::char::range('a', 'z'),
        1 => prop::sample::select("é界.Q".chars().collect::<Vec<_>>()),
    ]
}

fn gap() -> impl Strategy<Value = u64> {
    prop_oneof![2 => 0_u64..30, 3 => 30_u64..200, 2 => 200_u64..=450]
}

fn near() -> impl Strategy<Value = Near> {
    prop_oneof![
        (0_u64..395).prop_map(Near::TooEarly),
        (0_u64..29).prop_map(Near::InCompany),
        Just(Near::HeldDown),
        (0_u64..290).prop_map(Near::WithTheWindow),
        Just(Near::Pasted),
        (0_u64..29).prop_map(Near::WithTheMouse),
        (0_u64..390).prop_map(Near::Changed),
    ]
}

pub(super) fn happening() -> impl Strategy<Value = Happening> {
    let sizes = vec![(80_u16, 24_u16), (120, 40), (60, 16), (100, 30)];
    prop_oneof![
        8 => prop::collection::vec((letter(), gap(), between()), 2..12).prop_map(Happening::Text),
        1 => "[yYna ]{1,6}".prop_map(Happening::Paste),
        1 => Just(Happening::Window),
        4 => (0_u64..4_000).prop_map(Happening::Quiet),
        4 => between().prop_map(Happening::Prompt),
        4 => Just(Happening::Sent),
        1 => prop::sample::select(sizes).prop_map(|(width, height)| Happening::Resize(width, height)),
        2 => near().prop_map(Happening::Nearly),
        2 => any::<bool>().prop_map(Happening::Answer),
    ]
}
