//! What the key table promises: no key twice, every action within reach, legacy forms understood.

use std::collections::HashSet;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::*;

fn keymap() -> Keymap {
    Keymap::embedded().unwrap()
}

fn event(text: &str) -> KeyEvent {
    let key = Key::parse(text).unwrap();
    KeyEvent::new(key.code, key.modifiers)
}

/// What a sequence such as `Ctrl+X y` comes to.
fn reach(keymap: &Keymap, contexts: &[Context], sequence: &str) -> Resolution {
    let mut pending = Vec::new();
    let mut last = Resolution::Nothing;
    for text in sequence.split(' ') {
        last = keymap.resolve(contexts, &pending, &event(text));
        if let Resolution::Pending(keys) = &last {
            pending = keys.clone();
        }
    }
    last
}

#[test]
fn every_bound_action_is_reached_by_each_of_its_keys() {
    let keymap = keymap();
    for binding in keymap.all().iter().filter(|binding| !binding.later) {
        for text in &binding.keys {
            let sequence = match binding.context {
                Context::Leader => format!("Ctrl+X {text}"),
                _ => text.clone(),
            };
            let contexts = [binding.context, Context::Global];
            let found = reach(&keymap, &contexts, &sequence);
            let wanted = match binding.action {
                Action::Leader => Resolution::Pending(vec![Key::parse(text).unwrap()]),
                action => Resolution::Action(action),
            };
            assert_eq!(found, wanted, "{:?} {text}", binding.context);
        }
    }
}

#[test]
fn every_fallback_that_is_a_key_is_bound_and_global_ones_do_the_same() {
    let keymap = keymap();
    for binding in keymap.all().iter().filter(|binding| !binding.later) {
        let Some(fallback) = &binding.fallback else {
            continue;
        };
        for way in fallback.split(" or ") {
            if way.split(' ').any(|text| Key::parse(text).is_none()) || way == "@" {
                continue;
            }
            let contexts = [binding.context, Context::Global];
            match reach(&keymap, &contexts, way) {
                Resolution::Action(action) if binding.context == Context::Global => {
                    assert_eq!(action, binding.action, "{way}");
                }
                Resolution::Action(_) => {}
                Resolution::Nothing if leads_to_a_later_screen(&keymap, way) => {}
                other => panic!("{way} of {:?} comes to {other:?}", binding.action),
            }
        }
    }
}

fn leads_to_a_later_screen(keymap: &Keymap, way: &str) -> bool {
    let key = way.strip_prefix("Ctrl+X ");
    keymap
        .all()
        .iter()
        .any(|row| row.later && row.keys.iter().any(|text| Some(text.as_str()) == key))
}

#[test]
fn no_key_is_bound_twice_in_a_context() {
    let keymap = keymap();
    for context in Context::ALL {
        let mut seen = HashSet::new();
        for binding in keymap.bindings(*context) {
            let keys: HashSet<_> = binding
                .keys
                .iter()
                .map(|text| Key::parse(text).unwrap())
                .collect();
            for key in keys {
                assert!(seen.insert(key), "{key} twice in {context:?}");
            }
        }
    }
}

#[test]
fn the_table_names_every_action_and_every_row_says_what_it_does() {
    let keymap = keymap();
    let named: HashSet<_> = keymap.all().iter().map(|binding| binding.action).collect();
    for action in Action::ALL {
        assert!(named.contains(action), "{action:?}");
        assert_eq!(Action::from_name(action.name()), Some(*action));
    }
    assert!(keymap.all().iter().all(|binding| !binding.text.is_empty()));
}

#[test]
fn no_decision_lies_on_a_byte_that_a_broken_sequence_leaves() {
    let keymap = keymap();
    for binding in keymap.all().iter().filter(|binding| binding.danger == 2) {
        for text in &binding.keys {
            let debris = text.len() == 1
                && text
                    .chars()
                    .all(|c| "ABCDFHMPQRSZ[~O0123456789".contains(c));
            assert!(!debris, "{text} decides");
        }
    }
}

#[test]
fn the_forms_of_one_key_are_one_key() {
    let of = |code, modifiers| Key::of(&KeyEvent::new(code, modifiers));
    let (ctrl, shift, alt, none) = (
        KeyModifiers::CONTROL,
        KeyModifiers::SHIFT,
        KeyModifiers::ALT,
        KeyModifiers::NONE,
    );
    assert_eq!(of(KeyCode::BackTab, shift), of(KeyCode::Tab, shift));
    assert_eq!(of(KeyCode::BackTab, none), of(KeyCode::Tab, shift));
    assert_eq!(of(KeyCode::Char('7'), ctrl), Key::parse("Ctrl+_").unwrap());
    assert_eq!(of(KeyCode::Char('G'), shift), Key::parse("G").unwrap());
    assert_eq!(of(KeyCode::Char('g'), shift), Key::parse("G").unwrap());
    assert_eq!(of(KeyCode::Char('?'), shift), Key::parse("?").unwrap());
    assert_eq!(of(KeyCode::Char('x'), ctrl), Key::parse("Ctrl+X").unwrap());
    assert_eq!(
        of(KeyCode::Char('Z'), ctrl),
        Key::parse("Ctrl+Shift+Z").unwrap()
    );
    assert_eq!(
        of(KeyCode::Char('<'), alt | shift),
        Key::parse("Alt+<").unwrap()
    );
    assert_eq!(
        of(KeyCode::Char('Z'), ctrl | shift),
        Key::parse("Ctrl+Shift+Z").unwrap()
    );
    assert_eq!(Key::parse("+").unwrap().code, KeyCode::Char('+'));
    assert_eq!(Key::parse("Ctrl++").unwrap().modifiers, ctrl);
    assert_eq!(Key::parse("Hyper+Q"), None);
    assert_eq!(Key::parse("F99"), None);
}

#[test]
fn a_key_is_shown_as_it_is_read() {
    for binding in keymap().all() {
        for text in &binding.keys {
            let key = Key::parse(text).unwrap();
            assert_eq!(
                Key::parse(&key.to_string()),
                Some(key),
                "{text} is shown as {key}"
            );
        }
    }
}

#[test]
fn a_release_stands_for_nothing() {
    let mut key = event("F9");
    key.kind = KeyEventKind::Release;
    assert_eq!(
        keymap().resolve(&[Context::Global], &[], &key),
        Resolution::Nothing
    );
}

#[test]
fn the_inner_context_hides_the_outer_one() {
    let keymap = keymap();
    let stack = [Context::Popup, Context::Editor, Context::Global];
    assert_eq!(
        reach(&keymap, &stack, "Enter"),
        Resolution::Action(Action::PopupEnter)
    );
    assert_eq!(
        reach(&keymap, &stack[1..], "Enter"),
        Resolution::Action(Action::Send)
    );
    assert_eq!(
        reach(&keymap, &stack, "F9"),
        Resolution::Action(Action::TogglePassthrough)
    );
}

#[test]
fn a_users_row_takes_the_key_and_none_unbinds_it() {
    let text = "global = [\n  { keys = [\"F9\"], action = \"help\", text = \"help\" },\n  { keys = [\"F12\"], action = \"none\" },\n]\n";
    let mine = keymap()
        .with_overrides(Path::new("keys.toml"), text)
        .unwrap();
    assert_eq!(
        reach(&mine, &[Context::Global], "F9"),
        Resolution::Action(Action::Help)
    );
    assert_eq!(reach(&mine, &[Context::Global], "F12"), Resolution::Nothing);
    assert_eq!(
        mine.key_for(&[Context::Global], Action::PanicStop)
            .as_deref(),
        Some("Ctrl+X !")
    );
}

#[test]
fn a_fault_in_a_users_table_has_file_and_line() {
    let fault = |text: &str| {
        keymap()
            .with_overrides(Path::new("keys.toml"), text)
            .unwrap_err()
            .to_string()
    };
    assert!(
        fault("global = [\n\n  { keys = [\"F9\"], action = \"fly\" },\n]\n")
            .starts_with("keys.toml:3: there is no action `fly`")
    );
    assert!(fault("\nnowhere = []\n").starts_with("keys.toml:2: there is no context `nowhere`"));
    assert!(
        fault("global = [\n { keys = [\"Cmd+Q\"], action = \"quit\" } ]")
            .starts_with("keys.toml:2: `Cmd+Q` is no key")
    );
    assert!(fault("global = [\n").starts_with("keys.toml:"));
    assert!(fault("global = [\n { keys = [\"F9\"], action = \"quit\" },\n { keys = [\"F9\"], action = \"help\" } ]").starts_with("keys.toml:3: `F9` is bound twice"));
}
