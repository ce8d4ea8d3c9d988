//! Tests everything that a terminal can send, in any order and at any pace: nothing is approved
//! except by the rules, and no letter of a draft is lost.

use proptest::prelude::*;

use super::wire::{Counts, Weather, Wire};
use crate::terminal::KeyProtocol;
use client::vim::EditorKeys;

/// A step of the storm.
#[derive(Debug, Clone)]
enum Happening {
    /// The terminal sends these bytes at once.
    Bytes(Vec<u8>),
    /// Letters, each with the delay before the next.
    Burst(Vec<(char, u64)>),
    /// A held letter, as a terminal with the key protocol reports it.
    HeldDown(char, usize),
    /// The mouse: button, position, whether over the bar, and whether released.
    Mouse(u8, u16, u16, bool, bool),
    Resize(u16, u16),
    /// A question opens, of high risk or not, unless one is open.
    Prompt(bool),
    /// The open question changes.
    Changed,
    /// The draft is sent, and nothing happens for a while.
    Quiet(u64),
    /// F2, and a key after this delay.
    Answer(u64, char),
}

/// Generates letters; those with a meaning in the bar are frequent.
fn letter() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::sample::select("yyYaAndecxsjk 12[]?".chars().collect::<Vec<_>>()),
        4 => prop::char::range('a', 'z'),
        1 => prop::sample::select("é界.Q/:@!<>".chars().collect::<Vec<_>>()),
    ]
}

fn key() -> impl Strategy<Value = Vec<u8>> {
    let named = prop::sample::select(vec![
        "\r",
        "\r",
        "\r",
        "\x1b",
        "\x1b",
        "\t",
        "\x1b[Z",
        "\x7f",
        "\x7f",
        "\x1b[3~",
        "\x1b[A",
        "\x1b[B",
        "\x1b[C",
        "\x1b[D",
        "\x1b[1;2C",
        "\x1b[1;2D",
        "\x1b[1;5C",
        "\x1b[1;5D",
        "\x1b[H",
        "\x1b[F",
        "\x1b[5~",
        "\x1b[6~",
        "\x1bOQ",
        "\x1bOQ",
        "\x1bOS",
        "\x1b[20~",
        "\x1b[24~",
        "\x1b[13;2u",
        "\x18",
        "\x18",
    ]);
    // A search of the history shows its match in place of the draft.
    let control = (1_u8..=31).prop_filter("a search", |byte| !matches!(byte, 0x12 | 0x13));
    prop_oneof![
        6 => letter().prop_map(|letter| letter.to_string().into_bytes()),
        8 => named.prop_map(|key| key.as_bytes().to_vec()),
        1 => control.prop_map(|byte| vec![byte]),
        1 => prop::char::range('a', 'z').prop_map(|letter| format!("\x1b{letter}").into_bytes()),
        1 => any::<char>().prop_filter("control", |c| !c.is_control()).prop_map(|c| c.to_string().into_bytes()),
    ]
}

fn paste() -> impl Strategy<Value = Vec<u8>> {
    let end = prop::sample::select(vec!["\x1b[201~", "\x1b[201~", "\x1b[201~", ""]);
    ("[a-zé日y\\r\\t ]{0,24}", end)
        .prop_map(|(text, end)| format!("\x1b[200~{text}{end}").into_bytes())
}

fn happening() -> impl Strategy<Value = Happening> {
    let sizes = prop_oneof![
        3 => (1_u16..=160, 1_u16..=60),
        1 => prop::sample::select(vec![(80_u16, 24_u16), (60, 16), (160, 48)]),
    ];
    let buttons = prop::sample::select(vec![0_u8, 0, 0, 32, 32, 2, 4, 64, 65, 66, 67]);
    let focus = prop::sample::select(vec![&b"\x1b[I"[..], b"\x1b[O", b"\x1b[O\x1b[I"]);
    prop_oneof![
        30 => key().prop_map(Happening::Bytes),
        8 => prop::collection::vec((letter(), 0_u64..450), 2..7).prop_map(Happening::Burst),
        1 => (letter(), 1_usize..6).prop_map(|(letter, repeats)| Happening::HeldDown(letter, repeats)),
        12 => (buttons, 0_u16..170, 0_u16..60, any::<bool>(), any::<bool>())
            .prop_map(|(button, x, y, on_bar, released)| Happening::Mouse(button, x, y, on_bar, released)),
        3 => paste().prop_map(Happening::Bytes),
        2 => focus.prop_map(|bytes| Happening::Bytes(bytes.to_vec())),
        1 => sizes.prop_map(|(width, height)| Happening::Resize(width, height)),
        4 => any::<bool>().prop_map(Happening::Prompt),
        1 => Just(Happening::Changed),
        3 => (1_400_u64..2_600).prop_map(Happening::Quiet),
        4 => (300_u64..600, prop::sample::select("yyyyan\r".chars().collect::<Vec<_>>()))
            .prop_map(|(pause, key)| Happening::Answer(pause, key)),
    ]
}

fn pause() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0_u64..30, 4 => 30_u64..250, 2 => 250_u64..900]
}

fn happen(happening: Happening, wire: &mut Wire) {
    match happening {
        Happening::Bytes(bytes) => wire.send(&bytes),
        Happening::Burst(letters) => {
            for (letter, gap) in letters {
                wire.send(letter.to_string().as_bytes());
                wire.pass(gap);
            }
        }
        Happening::HeldDown(letter, repeats) => {
            let code = u32::from(letter);
            wire.send(format!("\x1b[{code};1:1u").as_bytes());
            for _ in 0..repeats {
                wire.pass(40);
                wire.send(format!("\x1b[{code};1:2u").as_bytes());
            }
            wire.send(format!("\x1b[{code};1:3u").as_bytes());
        }
        Happening::Mouse(button, mut x, mut y, on_bar, released) => {
            let bar = wire.screen.app.layout.bar;
            if on_bar && !bar.is_empty() {
                (x, y) = (bar.x + x % bar.width, bar.y + y % bar.height);
            }
            let end = if released && button < 64 { 'm' } else { 'M' };
            let (x, y) = (x + 1, y + 1);
            wire.send(format!("\x1b[<{button};{x};{y}{end}").as_bytes());
        }
        Happening::Resize(width, height) => wire.resize(width, height),
        Happening::Prompt(high) => {
            if wire.shown().is_none() {
                wire.open(high);
            }
        }
        Happening::Changed => wire.change(),
        Happening::Quiet(milliseconds) => {
            wire.draft.empty(&mut wire.screen.app);
            wire.pass(milliseconds);
        }
        Happening::Answer(pause, key) => {
            wire.send(b"\x1bOQ");
            wire.pass(pause);
            wire.send(key.to_string().as_bytes());
            wire.pass(60);
        }
    }
}

/// Number of steps per storm, and of storms per terminal.
const HAPPENINGS: usize = 400;
const STORMS: u32 = 39;

fn storm(weather: Weather) -> Counts {
    let happenings = prop::collection::vec((happening(), pause()), HAPPENINGS);
    weather.run(happenings, |happenings, wire| {
        for (happening, pause) in happenings {
            happen(happening, wire);
            wire.pass(pause);
        }
        wire.screen.frame();
        assert_eq!(wire.screen.frame(), b"", "a frame that changes nothing");
    })
}

/// Runs this test's share of the 100,000 inputs: four such runs here and four in `text`.
fn nothing_is_approved_but_by_the_rules(weather: Weather) {
    let counts = storm(weather);
    assert!(counts.inputs >= 17_500, "{counts:?}");
    // Without this the test would also pass with a bar that never gets a question.
    assert!(counts.armed >= 50 && counts.arming >= 20, "{counts:?}");
    assert!(counts.approvals >= 20, "{counts:?}");
    assert!(counts.followed >= 4_000, "{counts:?}");
}

#[test]
fn inputs_on_a_plain_terminal_approve_by_the_rules_alone_and_lose_no_letter() {
    nothing_is_approved_but_by_the_rules(Weather {
        seed: 1,
        cases: STORMS,
        size: (80, 24),
        keys: KeyProtocol::Legacy,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn inputs_on_a_small_terminal_approve_by_the_rules_alone_and_lose_no_letter() {
    nothing_is_approved_but_by_the_rules(Weather {
        seed: 2,
        cases: STORMS,
        size: (60, 16),
        keys: KeyProtocol::Legacy,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn inputs_with_releases_approve_by_the_rules_alone_and_lose_no_letter() {
    nothing_is_approved_but_by_the_rules(Weather {
        seed: 3,
        cases: STORMS,
        size: (80, 24),
        keys: KeyProtocol::Kitty,
        editor_keys: EditorKeys::Readline,
    });
}

#[test]
fn inputs_with_vim_keys_approve_by_the_rules_alone() {
    let counts = storm(Weather {
        seed: 9,
        cases: STORMS,
        size: (80, 24),
        keys: KeyProtocol::Legacy,
        editor_keys: EditorKeys::Vim,
    });
    assert!(counts.inputs >= 17_500, "{counts:?}");
    assert!(counts.armed >= 50 && counts.approvals >= 20, "{counts:?}");
}

#[test]
fn inputs_on_a_wide_terminal_approve_by_the_rules_alone_and_lose_no_letter() {
    nothing_is_approved_but_by_the_rules(Weather {
        seed: 4,
        cases: STORMS,
        size: (160, 48),
        keys: KeyProtocol::Kitty,
        editor_keys: EditorKeys::Readline,
    });
}
