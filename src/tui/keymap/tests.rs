//! Tests of the key table: no key twice, every action within reach, legacy forms understood.

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

/// Resolves a sequence such as `Ctrl+X y`.
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

#[test]
fn what_is_not_bound_yet_has_a_reason_in_the_table() {
    let table = include_str!("../../../assets/keymap.toml");
    let rows = table.lines().filter(|line| line.starts_with("  {"));
    for row in rows.filter(|row| row.contains("later = true")) {
        assert!(row.contains("note = \""), "{row}");
    }
}

#[test]
fn every_hint_of_the_table_has_a_word_and_a_key() {
    let keymap = keymap();
    for (context, hints) in &keymap.hints {
        assert_eq!(keymap.hints(&[*context]).len(), hints.len(), "{context:?}");
        let contexts = [*context, Context::Pane, Context::Editor, Context::Global];
        for (action, word) in hints {
            let key = keymap.key_for(&contexts, *action);
            assert!(key.is_some(), "{context:?} {action:?}: {word}");
        }
    }
}

#[test]
fn hints_are_no_part_of_a_keymap_of_ones_own() {
    let text = "tree = [{ hints = [\"tree_open: open\"] }]";
    let own = keymap().with_own(Path::new("keymap.toml"), text);
    assert_eq!(own.faults.len(), 1, "{:?}", own.faults);
    assert_eq!(own.keymap, keymap());
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

/// Returns the rows of keys in a page: those whose first column begins with one, without its mark.
fn rows_of_keys<'a>(page: &'a str, mark: &str) -> Vec<&'a str> {
    let begin = format!("| {mark}");
    page.lines()
        .filter(|line| line.starts_with(&begin))
        .filter_map(|line| line.split('|').nth(1))
        .collect()
}

#[test]
fn the_keys_of_the_readme_and_the_manual_are_bound_and_the_example_is_sound() {
    let readme = include_str!("../../../README.md").replace("</kbd>", "<kbd>");
    let manual = include_str!("../../../assets/manual/keys.md");
    let keymap = keymap();
    let mut named = 0;
    let pages = [("<kbd>", readme.as_str()), ("`", manual)];
    let rows = pages.map(|(mark, page)| (mark, rows_of_keys(page, mark)));
    for (mark, row) in rows
        .iter()
        .flat_map(|(mark, rows)| rows.iter().map(move |row| (mark, row)))
    {
        let keys: Vec<&str> = row.split(mark).skip(1).step_by(2).collect();
        let leads = keys.first() == Some(&"Ctrl+X") && keys.len() > 1;
        for key in keys.iter().skip(usize::from(leads)) {
            let parsed = Key::parse(key).unwrap_or_else(|| panic!("{key} in {row}"));
            let bound = |context: &Context| keymap.action(*context, parsed).is_some();
            let is_bound = if leads {
                bound(&Context::Leader)
            } else {
                Context::ALL.iter().any(bound)
            };
            // The bar and its lists have keys of their own.
            assert!(is_bound || *key == "s" || *key == "Space", "{key} in {row}");
            named += 1;
        }
    }
    assert!(named > 40, "only {named} keys were found");
    let example = manual
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    sound(example.expect("an example of a keymap"));
}

/// Loads the embedded table with these rows over it.
fn own(text: &str) -> LoadedKeymap {
    keymap().with_own(Path::new("keys.toml"), text)
}

/// Loads the rows and checks that they have no faults.
fn sound(text: &str) -> Keymap {
    let loaded = own(text);
    assert_eq!(loaded.faults, [], "{text}");
    loaded.keymap
}

/// Returns the faults of these rows.
fn faults(text: &str) -> Vec<String> {
    own(text).faults.iter().map(ToString::to_string).collect()
}

/// Returns the fault of this one row in this context.
fn fault(context: &str, keys: &str, action: &str) -> String {
    let text = format!("{context} = [\n  {{ keys = [\"{keys}\"], action = \"{action}\" }},\n]\n");
    let mut faults = faults(&text);
    assert!(faults.len() < 2, "{faults:?}");
    faults.pop().unwrap_or_default()
}

#[test]
fn a_users_row_takes_the_key_and_none_unbinds_it() {
    let mine = sound(
        "global = [\n  { keys = [\"F9\"], action = \"help\", text = \"what now\" },\n  \
         { keys = [\"F12\"], action = \"none\" },\n]\n",
    );
    let global = [Context::Global];
    assert_eq!(
        reach(&mine, &global, "F9"),
        Resolution::Action(Action::Help)
    );
    assert_eq!(reach(&mine, &global, "F12"), Resolution::Nothing);
    assert_eq!(
        mine.key_for(&global, Action::PanicStop).as_deref(),
        Some("Ctrl+X !")
    );
    let help = mine
        .all()
        .iter()
        .find(|row| row.origin == Origin::Own)
        .unwrap();
    assert_eq!(
        (help.text.as_str(), help.keys.as_slice()),
        ("what now", &["F9".to_owned()][..])
    );
    // A key that is rebound disappears from its old row, and from the fallbacks of others.
    let ways = |row: &Binding| row.fallback.clone();
    let ctrl_tab = mine
        .all()
        .iter()
        .find(|row| row.keys == ["Ctrl+Tab"])
        .unwrap();
    assert_eq!(
        ways(ctrl_tab).as_deref(),
        Some("F9 or Ctrl+X p"),
        "it leads to help, but it leads"
    );
    let mine = sound("global = [{ keys = [\"F9\"], action = \"none\" }]");
    let ctrl_tab = mine
        .all()
        .iter()
        .find(|row| row.keys == ["Ctrl+Tab"])
        .unwrap();
    assert_eq!(ways(ctrl_tab).as_deref(), Some("Ctrl+X p"));
}

#[test]
fn what_a_users_row_does_not_say_it_has_from_the_shipped_one() {
    let mine = sound(
        "pane = [{ keys = \"K\", action = \"open_rollback\" }]\nreview = [{ keys = [\"Ctrl+W\"], action = \"review_apply\" }]\n",
    );
    let row = |action| mine.all().iter().find(|row| row.action == action).unwrap();
    assert_eq!(row(Action::OpenRollback).text, "roll changes back");
    assert_eq!(
        row(Action::ReviewApply).danger,
        1,
        "whatever a file says of danger"
    );
    assert_eq!(
        mine.key_for(&[Context::Review], Action::ReviewApply)
            .as_deref(),
        Some("Ctrl+W"),
        "what is shown first is the user's own"
    );
}

#[test]
fn sequences_of_ones_own_work_in_panes_behind_the_leader_and_behind_another_leader() {
    let mine = sound(
        "pane = [{ keys = [\"g g\"], action = \"top\" }, { keys = [\"g e\"], action = \"bottom\" }]\n\
         leader = [{ keys = [\"w v\"], action = \"split_right\" }]\n\
         global = [{ keys = [\"Ctrl+X q q\"], action = \"quit\" }, { keys = [\"Ctrl+Space\"], action = \"leader\" },\n  \
         { keys = [\"Alt+G Alt+G\"], action = \"command_palette\" }]\n",
    );
    let chat = [Context::Chat, Context::Pane, Context::Global];
    let to = |keys| reach(&mine, &chat, keys);
    assert_eq!(to("g g"), Resolution::Action(Action::Top));
    assert_eq!(to("g e"), Resolution::Action(Action::Bottom));
    assert_eq!(
        to("g x"),
        Resolution::Nothing,
        "an unknown key ends a sequence"
    );
    assert!(matches!(to("g"), Resolution::Pending(keys) if keys.len() == 1));
    assert_eq!(to("Ctrl+X w v"), Resolution::Action(Action::SplitRight));
    assert_eq!(to("Ctrl+Space w v"), Resolution::Action(Action::SplitRight));
    assert_eq!(to("Ctrl+X q q"), Resolution::Action(Action::Quit));
    assert_eq!(to("Ctrl+Space o"), Resolution::Action(Action::NextPane));
    assert_eq!(
        to("Ctrl+X o"),
        Resolution::Action(Action::NextPane),
        "the old leader leads too"
    );
    assert_eq!(
        to("Alt+G Alt+G"),
        Resolution::Action(Action::CommandPalette)
    );
    assert_eq!(
        mine.key_for(&chat, Action::NextPane).as_deref(),
        Some("Tab")
    );
    assert_eq!(
        mine.key_for(&[Context::Editor], Action::NextPane)
            .as_deref(),
        Some("Ctrl+Space o"),
        "keys are shown with the user's own leader"
    );
    let begun = [Key::parse("Ctrl+X").unwrap(), Key::parse("w").unwrap()];
    let rest = mine.continuations(&chat, &begun);
    assert_eq!(
        (rest.len(), rest[0].0.as_slice()),
        (1, &["v".to_owned()][..])
    );
}

#[test]
fn a_broken_row_costs_that_row_alone() {
    let text = "global = [\n  { keys = [\"F5\"], action = \"help\" },\n  { keys = [\"F6\"], action = \"fly\" },\n  \
                { keys = [\"F10\"], action = \"redraw\", colour = \"red\" },\n  { keys = 7, action = \"redraw\" },\n  \
                { action = \"redraw\" },\n]\nnowhere = []\npane = 3\ntree = [{ keys = [\"E\"], action = \"tree_edit\" }]\n";
    let loaded = own(text);
    let lines: Vec<_> = loaded
        .faults
        .iter()
        .filter_map(|fault| fault.line)
        .collect();
    assert_eq!(lines, [3, 4, 5, 6, 8, 9], "{:?}", loaded.faults);
    let global = [Context::Global];
    assert_eq!(
        reach(&loaded.keymap, &global, "F5"),
        Resolution::Action(Action::Help)
    );
    assert_eq!(
        reach(&loaded.keymap, &[Context::Tree], "E"),
        Resolution::Action(Action::TreeEdit)
    );
}

#[test]
fn what_is_no_toml_costs_what_cannot_be_told_from_it_and_is_told_with_its_line() {
    let text = "global = [\n  { keys = [\"F5\"], action = \"help\" },\n]\n\ntree = [\n  { keys = [\"E\", action = \"tree_edit\" },\n]\n";
    let loaded = own(text);
    assert!(!loaded.faults.is_empty());
    assert!(
        loaded
            .faults
            .iter()
            .all(|fault| fault.line.is_some_and(|line| line >= 5))
    );
    assert_eq!(
        reach(&loaded.keymap, &[Context::Global], "F5"),
        Resolution::Action(Action::Help),
        "what stands before it is used"
    );
    assert_eq!(
        reach(&keymap(), &[Context::Global], "F9"),
        reach(&loaded.keymap, &[Context::Global], "F9")
    );
}

#[test]
fn an_unknown_name_is_told_with_the_nearest_valid_one() {
    let cases = [
        (
            fault("global", "F5", "tree_opn"),
            "keys.toml:2: no action `tree_opn`; did you mean `tree_open`?",
        ),
        (
            fault("globl", "F5", "help"),
            "keys.toml:1: no context `globl`; did you mean `global`?",
        ),
        (
            fault("global", "ctrl-enter", "help"),
            "keys.toml:2: no key `ctrl-enter`; did you mean `Ctrl+Enter`?",
        ),
        (
            fault("global", "C-M-k", "help"),
            "keys.toml:2: no key `C-M-k`; did you mean `Ctrl+Alt+K`?",
        ),
        (
            fault("global", "Retrun", "help"),
            "keys.toml:2: no key `Retrun`; did you mean `Enter`?",
        ),
        (
            fault("global", "f5", "help"),
            "keys.toml:2: no key `f5`; did you mean `F5`?",
        ),
        (
            fault("pane", "g PgUp", "help"),
            "keys.toml:2: no key `g PgUp`; did you mean `g PageUp`?",
        ),
    ];
    for (found, wanted) in cases {
        // `Retrun` is closest to `Return`, which is another word for Enter.
        if wanted.contains("Retrun") {
            assert!(found.contains("no key `Retrun`"), "{found}");
            continue;
        }
        assert_eq!(found, wanted);
    }
    let row = faults("global = [{ keys = [\"F5\"], acton = \"help\" }]");
    assert_eq!(
        row,
        ["keys.toml:1: a row has no `acton`; did you mean `action`?"]
    );
}

#[test]
fn two_actions_on_one_key_are_told_with_both_lines_and_the_first_stays() {
    let text = "global = [\n  { keys = [\"F5\"], action = \"help\" },\n  { keys = [\"F5\"], action = \"redraw\" },\n]\n";
    assert_eq!(
        faults(text),
        ["keys.toml:3: `F5` is already bound to help in global, in line 2; remove one"]
    );
    assert_eq!(
        reach(&own(text).keymap, &[Context::Global], "F5"),
        Resolution::Action(Action::Help)
    );
    // Ctrl+_ and Ctrl+/ are the same byte of the terminal.
    let text = "editor = [\n  { keys = [\"Ctrl+_\"], action = \"redo_edit\" },\n  { keys = [\"Ctrl+/\"], action = \"yank\" },\n]\n";
    assert_eq!(faults(text).len(), 1);
    // The same row twice does no harm, and the same key in two contexts is no repetition.
    assert!(faults("global = [{ keys = [\"F5\"], action = \"help\" }]\npane = [{ keys = [\"F5\"], action = \"top\" }]").is_empty());
    // A sequence and its beginning cannot both be bound.
    let text = "pane = [\n  { keys = [\"g\"], action = \"top\" },\n  { keys = [\"g g\"], action = \"bottom\" },\n]\n";
    assert_eq!(
        faults(text),
        ["keys.toml:3: `g g` and `g` of line 2 clash in pane: one begins the other"]
    );
    let text = "pane = [\n  { keys = [\"g g\"], action = \"bottom\" },\n  { keys = [\"g\"], action = \"none\" },\n]\n";
    let mine = sound(text);
    assert_eq!(
        reach(&mine, &[Context::Pane], "g g"),
        Resolution::Action(Action::Bottom)
    );
}

#[test]
fn text_fields_keep_their_letters_and_readlines_keys() {
    for (context, key, action) in [
        ("global", "x", "help"),
        ("editor", "j k", "leave_editor"),
        ("popup", "j", "popup_next"),
        ("picker", "Space", "picker_run"),
        ("global", "Shift+G", "help"),
    ] {
        let why = fault(context, key, action);
        assert!(
            why.contains("types text in text fields"),
            "{context} {key}: {why}"
        );
    }
    for (context, key, action) in [
        ("global", "Ctrl+A", "leader"),
        ("editor", "Ctrl+R", "open_review"),
        ("editor", "Alt+F Alt+F", "word_right"),
        ("global", "Ctrl+W", "close_split"),
        ("editor", "Left", "focus_left"),
        ("picker", "Ctrl+U", "picker_previous"),
    ] {
        let why = fault(context, key, action);
        assert!(
            why.contains("in text fields, and"),
            "{context} {key}: {why}"
        );
        assert!(why.starts_with("keys.toml:2: "), "{why}");
    }
    // Readline's keys may get another editing action, may be unbound, and move through lists.
    sound(
        "editor = [{ keys = [\"Ctrl+W\"], action = \"kill_word_back_alnum\" }, { keys = [\"Alt+N\"], action = \"none\" }]",
    );
    sound(
        "editor = [{ keys = [\"Enter\"], action = \"newline\" }, { keys = [\"Alt+Enter\"], action = \"send\" }]",
    );
    sound("popup = [{ keys = [\"Ctrl+N\"], action = \"popup_insert\" }]");
    // Letters are free in contexts without typing.
    sound("tree = [{ keys = [\"o\"], action = \"tree_open\" }]");
}

#[test]
fn nothing_that_acts_lies_on_a_stray_byte_and_nothing_decides_on_esc_or_tab() {
    for (context, key, action) in [
        ("rollback", "A", "rollback_now"),
        ("rollback", "1", "rollback_now"),
        ("pane", "P", "toggle_passthrough"),
        ("review", "M", "review_apply"),
        ("pane", "[ A", "end_session"),
    ] {
        let why = fault(context, key, action);
        assert!(
            why.contains("a broken terminal sequence"),
            "{context} {key}: {why}"
        );
    }
    for key in ["Esc", "Tab", "g Esc"] {
        let why = fault("rollback", key, "rollback_now");
        assert!(why.contains("Esc and Tab never decide"), "{key}: {why}");
    }
    sound(
        "rollback = [{ keys = [\"Ctrl+Y\"], action = \"rollback_now\" }]\npane = [{ keys = [\"A\"], action = \"top\" }]",
    );
    let embedded = keymap();
    for row in embedded
        .all()
        .iter()
        .filter(|row| row.danger > 0 && !row.later)
    {
        for key in &row.keys {
            assert!(
                !Key::parse(key).unwrap().is_debris(),
                "{key} of {:?}",
                row.action
            );
        }
    }
}

#[test]
fn what_stops_and_what_decides_is_not_bound_anew() {
    for (context, key, action) in [
        ("global", "Ctrl+C", "none"),
        ("pane", "Ctrl+C", "copy_item"),
        ("editor", "Ctrl+C Ctrl+C", "send"),
        ("global", "F2", "help"),
    ] {
        let why = fault(context, key, action);
        assert!(
            why.contains("cannot be bound to anything else"),
            "{context} {key}: {why}"
        );
    }
    assert!(fault("bar", "Ctrl+Y", "bar_approve").contains("are fixed"));
    assert!(
        fault("global", "Ctrl+Y", "bar_approve")
            .contains("bar_approve does nothing in global; it works in: bar")
    );
    sound(
        "leader = [{ keys = [\"Ctrl+C\"], action = \"help\" }]\nglobal = [{ keys = [\"F6\"], action = \"focus_confirm_bar\" }]",
    );
}

#[test]
fn what_would_do_nothing_is_told_with_where_it_works() {
    assert_eq!(
        fault("chat", "E", "tree_edit"),
        "keys.toml:2: tree_edit does nothing in chat; it works in: tree, results"
    );
    assert!(fault("pane", "Q", "leader").contains("a leader is one key in global"));
    assert!(fault("rollback", "Q", "line_up").contains("does nothing in rollback"));
    sound(
        "chat = [{ keys = [\"J\"], action = \"page_down\" }, { keys = [\"R\"], action = \"open_review\" }]",
    );
    sound(
        "global = [{ keys = [\"Alt+PageDown\"], action = \"page_down\" }, { keys = [\"Alt+End\"], action = \"kill_to_end\" }]",
    );
}

#[test]
fn every_key_that_few_terminals_send_has_another_way() {
    let keymap = keymap();
    for row in keymap.all().iter().filter(|row| !row.later) {
        let rare = |key: &String| Key::parse(key).unwrap().needs_protocol();
        assert!(
            !row.keys.iter().all(rare) || row.fallback.is_some(),
            "{:?} {:?}",
            row.action,
            row.keys
        );
    }
    for (key, rare) in [
        ("Ctrl+Tab", true),
        ("Shift+Enter", true),
        ("Ctrl+Shift+Z", true),
        ("Ctrl+I", true),
        ("Super+K", true),
        ("Ctrl+1", true),
        ("Shift+Tab", false),
        ("Alt+Enter", false),
        ("Ctrl+Space", false),
        ("Ctrl+_", false),
        ("Ctrl+Left", false),
        ("Alt+X", false),
    ] {
        assert_eq!(Key::parse(key).unwrap().needs_protocol(), rare, "{key}");
    }
}

#[test]
fn a_file_that_is_no_key_table_at_all_is_told_and_harms_nothing() {
    let whole = "x".repeat(2 * 1024 * 1024);
    for text in [
        "\0\u{1}",
        "[[[",
        "global = \"x\"",
        "= = =",
        whole.as_str(),
        "global = [[1]]",
        "\u{feff}global",
    ] {
        let loaded = own(text);
        assert!(!loaded.faults.is_empty(), "{:?}", text.get(..9));
        assert_eq!(loaded.keymap.all().len(), keymap().all().len());
        let told: String = loaded.faults.iter().map(ToString::to_string).collect();
        assert!(!told.contains(char::is_control), "{told:?}");
    }
    sound("");
}

proptest::proptest! {
    #![proptest_config(testing::cases(128))]

    #[test]
    fn a_row_that_is_taken_is_reached_and_one_that_is_not_changes_nothing(
        context in proptest::sample::select(Context::ALL.to_vec()),
        action in proptest::sample::select(Action::ALL.to_vec()),
        keys in proptest::collection::vec(proptest::sample::select(vec![
            "Ctrl+K", "g", "F5", "Alt+J", "Ctrl+X", "A", "Space", "Ctrl+C", "Esc", "Ctrl+Space", "u",
        ]), 1..4),
    ) {
        let keys = keys.join(" ");
        let text = format!("{} = [{{ keys = [\"{keys}\"], action = \"{}\" }}]", context.name(), action.name());
        let loaded = own(&text);
        let contexts = [context, Context::Global];
        let sequence = match context {
            Context::Leader => format!("Ctrl+X {keys}"),
            _ => keys,
        };
        if loaded.faults.is_empty() {
            let found = reach(&loaded.keymap, &contexts, &sequence);
            let leads = matches!(found, Resolution::Pending(_)) && action == Action::Leader;
            proptest::prop_assert!(leads || found == Resolution::Action(action), "{} {:?}", text, found);
        } else {
            let shipped = keymap();
            proptest::prop_assert_eq!(loaded.keymap.all(), shipped.all());
        }
    }
}
