//! Tests every row of the key table from the terminal's bytes on: each key and each alternative, as
//! the kitty protocol, modifyOtherKeys, tmux and plain terminals send it, passes the decoder as the
//! key that the row names and resolves to its action. `reach` tests the effect of the action.

use crossterm::event::{KeyCode, KeyModifiers};

use super::*;
use crate::keymap::{Action, Binding, Context, Keymap, Resolution, Sequence};
use client::input::Decoder;

/// The terminal's key encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// The kitty protocol with the flags 1, 2 and 4: reports releases and shifted characters.
    Kitty,
    /// xterm's modifyOtherKeys: `CSI 27;5;120~`.
    Xterm,
    /// modifyOtherKeys in tmux's form: `CSI 120;5u`.
    CsiU,
    /// The traditional encoding.
    Legacy,
}

const PROTOCOLS: [Protocol; 4] = [
    Protocol::Kitty,
    Protocol::Xterm,
    Protocol::CsiU,
    Protocol::Legacy,
];

const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
const CTRL: KeyModifiers = KeyModifiers::CONTROL;
const ALT: KeyModifiers = KeyModifiers::ALT;

/// Characters typed with Shift on a US keyboard, and those on the same keys without it.
const SHIFTED: &str = "~!@#$%^&*()_+{}|:\"<>?";
const BASE: &str = "`1234567890-=[]\\;',./";

/// Returns the bytes of a key; `None` if the terminal sends those of another key.
fn bytes_of(protocol: Protocol, text: &str) -> Option<Vec<u8>> {
    let key = Key::parse(text).unwrap();
    let written = text.chars().last().unwrap();
    let code = match key.code {
        // The variants of Ctrl+_ are one key for the program, and several for a terminal.
        KeyCode::Char(sign) if !sign.is_alphabetic() && sign != ' ' => KeyCode::Char(written),
        code => code,
    };
    match code {
        KeyCode::Char(character) => character_bytes(protocol, character, key.modifiers),
        KeyCode::Esc if protocol == Protocol::Kitty => Some(pressed_and_released("27", 1, 'u')),
        KeyCode::Esc => Some(vec![0x1b]),
        KeyCode::Enter => control_bytes(protocol, b'\r', 13, key.modifiers),
        KeyCode::Tab if protocol == Protocol::Legacy && key.modifiers == SHIFT => {
            Some(b"\x1b[Z".to_vec())
        }
        KeyCode::Tab => control_bytes(protocol, b'\t', 9, key.modifiers),
        KeyCode::Backspace => control_bytes(protocol, 0x7f, 127, key.modifiers),
        other => Some(function_bytes(protocol, other, key.modifiers)),
    }
}

/// Returns `CSI code;modifier u` and its release, as flag 2 of the kitty protocol reports it.
fn pressed_and_released(code: &str, modifier: u8, last: char) -> Vec<u8> {
    let press = match (modifier, code) {
        (1, "1") => format!("\x1b[{last}"),
        (1, code) => format!("\x1b[{code}{last}"),
        (modifier, code) => format!("\x1b[{code};{modifier}{last}"),
    };
    format!("{press}\x1b[{code};{modifier}:3{last}").into_bytes()
}

/// Returns the number that encodes modifiers in a sequence.
fn number(modifiers: KeyModifiers) -> u8 {
    let bits = [(SHIFT, 1), (ALT, 2), (CTRL, 4)];
    let held = bits.iter().filter(|(one, _)| modifiers.contains(*one));
    1 + held.map(|(_, bit)| bit).sum::<u8>()
}

fn character_bytes(protocol: Protocol, character: char, held: KeyModifiers) -> Option<Vec<u8>> {
    let shifted = SHIFTED.find(character);
    let base = match shifted {
        Some(at) => BASE[at..].chars().next().unwrap(),
        None => character.to_ascii_lowercase(),
    };
    let is_letter = character.is_ascii_alphabetic();
    let shift = shifted.is_some() || character.is_ascii_uppercase() || held.contains(SHIFT);
    let upper = if is_letter {
        character.to_ascii_uppercase()
    } else {
        character
    };
    let typed = if shift { upper } else { character };
    let held = if shift { held | SHIFT } else { held };
    if (held - SHIFT).is_empty() {
        return Some(typed.to_string().into_bytes());
    }
    let modifier = number(held);
    match protocol {
        Protocol::Kitty if shift => {
            let code = format!("{}:{}", u32::from(base), u32::from(typed));
            Some(pressed_and_released(&code, modifier, 'u'))
        }
        Protocol::Kitty => {
            let code = u32::from(base).to_string();
            Some(pressed_and_released(&code, modifier, 'u'))
        }
        Protocol::Xterm => Some(format!("\x1b[27;{modifier};{}~", u32::from(typed)).into()),
        Protocol::CsiU => Some(format!("\x1b[{};{modifier}u", u32::from(typed)).into()),
        Protocol::Legacy => {
            let mut bytes = if held.contains(ALT) {
                vec![0x1b]
            } else {
                Vec::new()
            };
            bytes.push(match (held.contains(CTRL), character) {
                (false, _) => u8::try_from(typed).unwrap(),
                (true, '_' | '/' | '7' | '-') => 0x1f,
                (true, ' ') => 0,
                (true, 'a'..='z') if !shift => u8::try_from(character).unwrap() & 0x1f,
                (true, _) => return None,
            });
            Some(bytes)
        }
    }
}

/// Returns the bytes of Enter, Tab and Backspace, which are single bytes without modifiers.
fn control_bytes(protocol: Protocol, byte: u8, code: u8, held: KeyModifiers) -> Option<Vec<u8>> {
    let modifier = number(held);
    match protocol {
        _ if held.is_empty() => Some(vec![byte]),
        Protocol::Kitty => Some(pressed_and_released(&code.to_string(), modifier, 'u')),
        Protocol::Xterm => Some(format!("\x1b[27;{modifier};{code}~").into()),
        Protocol::CsiU => Some(format!("\x1b[{code};{modifier}u").into()),
        Protocol::Legacy => (held == ALT).then(|| vec![0x1b, byte]),
    }
}

/// Returns the bytes of arrows, F2 and similar keys, which every terminal sends alike.
fn function_bytes(protocol: Protocol, code: KeyCode, held: KeyModifiers) -> Vec<u8> {
    let (start, last) = match code {
        KeyCode::Up => ("1", 'A'),
        KeyCode::Down => ("1", 'B'),
        KeyCode::Right => ("1", 'C'),
        KeyCode::Left => ("1", 'D'),
        KeyCode::Home => ("1", 'H'),
        KeyCode::End => ("1", 'F'),
        KeyCode::Insert => ("2", '~'),
        KeyCode::Delete => ("3", '~'),
        KeyCode::PageUp => ("5", '~'),
        KeyCode::PageDown => ("6", '~'),
        KeyCode::F(2) => ("1", 'Q'),
        KeyCode::F(4) => ("1", 'S'),
        KeyCode::F(7) => ("18", '~'),
        KeyCode::F(8) => ("19", '~'),
        KeyCode::F(9) => ("20", '~'),
        KeyCode::F(12) => ("24", '~'),
        other => panic!("{other:?} is bound and not known here"),
    };
    let modifier = number(held);
    match (protocol, code) {
        (Protocol::Kitty, _) => pressed_and_released(start, modifier, last),
        (_, KeyCode::F(2 | 4)) if held.is_empty() => format!("\x1bO{last}").into(),
        _ if held.is_empty() && start == "1" => format!("\x1b[{last}").into(),
        _ if held.is_empty() => format!("\x1b[{start}{last}").into(),
        _ => format!("\x1b[{start};{modifier}{last}").into(),
    }
}

/// Decodes keys pressed one after another, a second apart; `None` if the terminal sends another key
/// for one of them.
fn typed(protocol: Protocol, keys: &str) -> Option<Vec<KeyEvent>> {
    let mut decoder = Decoder::default();
    if protocol == Protocol::Kitty {
        decoder.set_key_protocol();
    }
    let mut at = Duration::from_secs(1);
    let mut inputs = Vec::new();
    for key in keys.split(' ') {
        inputs.extend(decoder.push(&bytes_of(protocol, key)?, at));
        at += Duration::from_secs(1);
    }
    inputs.extend(decoder.tick(at));
    let mut events = Vec::new();
    for input in inputs {
        match input.kind {
            InputKind::Key(key) if key.kind == KeyEventKind::Release => {}
            InputKind::Key(key) => events.push(key),
            InputKind::Settled => {}
            other => panic!("{keys} by {protocol:?} gives {other:?}"),
        }
    }
    Some(events)
}

/// Resolves keys in the context of a row.
fn comes_to(keymap: &Keymap, row: &Binding, events: &[KeyEvent]) -> Resolution {
    let contexts = match row.context {
        Context::Leader => vec![Context::Global],
        context => vec![context, Context::Global],
    };
    let mut pending = Vec::new();
    let mut last = Resolution::Nothing;
    for event in events {
        last = keymap.resolve(&contexts, &pending, event);
        if let Resolution::Pending(keys) = &last {
            pending.clone_from(keys);
        }
    }
    last
}

fn rows(keymap: &Keymap) -> impl Iterator<Item = &Binding> {
    keymap.all().iter().filter(|row| !row.later)
}

fn pressed(row: &Binding, key: &str) -> String {
    match row.context {
        Context::Leader => format!("Ctrl+X {key}"),
        _ => key.to_owned(),
    }
}

/// Whether the events are the keys in this written form.
fn are(events: &[KeyEvent], keys: &str) -> bool {
    let came: Vec<Key> = events.iter().map(Key::of).collect();
    Sequence::parse(keys).is_some_and(|wanted| wanted.keys() == came)
}

#[test]
fn every_key_of_the_table_comes_to_its_action_from_the_bytes_of_each_protocol() {
    let keymap = Keymap::embedded().unwrap();
    let mut counts = [0; PROTOCOLS.len()];
    for row in rows(&keymap) {
        for key in &row.keys {
            let keys = pressed(row, key);
            for (protocol, count) in PROTOCOLS.into_iter().zip(&mut counts) {
                let what = format!("{} {keys} by {protocol:?}", row.context.name());
                let Some(events) = typed(protocol, &keys) else {
                    let rare = Key::parse(key).unwrap().needs_protocol();
                    assert!(rare && protocol == Protocol::Legacy, "{what}");
                    continue;
                };
                assert!(are(&events, &keys), "{what}: {events:?}");
                let came = comes_to(&keymap, row, &events);
                let wanted = match row.action {
                    Action::Leader => Resolution::Pending(vec![Key::parse(&keys).unwrap()]),
                    action => Resolution::Action(action),
                };
                assert_eq!(came, wanted, "{what}");
                *count += 1;
            }
        }
    }
    let [kitty, xterm, csi_u, legacy] = counts;
    assert!(kitty > 300 && xterm == kitty && csi_u == kitty);
    assert!(legacy < kitty && legacy + 8 > kitty, "{legacy} of {kitty}");
}

#[test]
fn every_other_way_comes_from_the_bytes_of_each_protocol_and_plain_terminals_miss_no_row() {
    let keymap = Keymap::embedded().unwrap();
    let mut ways = 0;
    for row in rows(&keymap) {
        let mut plain = row
            .keys
            .iter()
            .filter(|key| typed(Protocol::Legacy, key).is_some())
            .count();
        let named = row.fallback.iter().flat_map(|text| text.split(" or "));
        for way in named.filter(|way| *way != "palette") {
            for protocol in PROTOCOLS {
                let what = format!("{} by {protocol:?}", row.action.name());
                let events = typed(protocol, way);
                let events = events.unwrap_or_else(|| panic!("{what}: {way} is not sent"));
                assert!(are(&events, way), "{what}: {way}: {events:?}");
            }
            plain += 1;
            ways += 1;
        }
        assert!(plain > 0, "{} cannot be reached", row.action.name());
    }
    assert!(ways > 25, "only {ways} other ways");
}

#[test]
fn what_xterm_sends_for_other_keys_is_the_key_that_the_table_knows() {
    for (bytes, wanted) in [
        (&b"\x1b[27;5;97~"[..], "Ctrl+A"),
        (b"\x1b[27;5;120~", "Ctrl+X"),
        (b"\x1b[27;6;90~", "Ctrl+Shift+Z"),
        (b"\x1b[27;3;120~", "Alt+X"),
        (b"\x1b[27;2;65~", "A"),
        (b"\x1b[27;2;63~", "?"),
        (b"\x1b[27;5;13~", "Ctrl+Enter"),
        (b"\x1b[27;3;13~", "Alt+Enter"),
        (b"\x1b[27;5;32~", "Ctrl+Space"),
        (b"\x1b[27;6;9~", "Ctrl+Shift+Tab"),
        (b"\x1b[13;2u", "Shift+Enter"),
        (b"\x1b[9;5u", "Ctrl+Tab"),
        (b"\x1b[122:90;6u", "Ctrl+Shift+Z"),
    ] {
        let found = Decoder::default().push(bytes, Duration::ZERO);
        let [
            Input {
                kind: InputKind::Key(event),
                ..
            },
        ] = found.as_slice()
        else {
            panic!("{bytes:?}: {found:?}");
        };
        assert_eq!(Key::of(event), Key::parse(wanted).unwrap(), "{bytes:?}");
    }
}
