//! Tests of the commands that the session form sends and refuses to send.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use uuid::Uuid;

use super::*;
use crate::dialog::Dialog;
use crate::effect::{EditPurpose, EditSubject};
use crate::tests::{event, settings};
use notice::Notice;
use protocol::command::CommandKind;
use protocol::event::EventKind;
use protocol::stream::ModelInfo;

fn session() -> SessionId {
    SessionId(Uuid::from_u128(1))
}

fn form() -> SessionForm {
    let root = Path::new("/home/me/shop");
    SessionForm::new(Some(session()), settings(), root)
}

fn press(form: &mut SessionForm, code: KeyCode) -> Vec<Effect> {
    form.key(&KeyEvent::from(code))
}

fn control(form: &mut SessionForm, letter: char) -> Vec<Effect> {
    form.key(&KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

fn type_in(form: &mut SessionForm, field: Field, text: &str) {
    form.at = field;
    control(form, 'u');
    for letter in text.chars() {
        press(form, KeyCode::Char(letter));
    }
}

fn changed(effects: &[Effect]) -> SettingsChange {
    match effects {
        [Effect::Send(Command::ConfigureSession { change, .. })] => change.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_what_was_changed_is_ordered_and_all_of_it_at_once() {
    let mut form = form();
    type_in(&mut form, Field::Name, "docs");
    type_in(&mut form, Field::Folder, "crates/a");
    form.at = Field::Mode;
    press(&mut form, KeyCode::Right);
    let change = changed(&control(&mut form, 's'));
    let wanted = SettingsChange {
        name: Some("docs".into()),
        cwd: Some("/home/me/shop/crates/a".into()),
        mode: Some(Mode::Auto),
        ..SettingsChange::default()
    };
    assert_eq!(change, wanted);
}

#[test]
fn a_form_that_was_not_touched_orders_nothing_and_leaves_with_one_key() {
    let mut form = form();
    let effects = control(&mut form, 's');
    assert!(
        matches!(&effects[..], [Effect::CloseDialog, Effect::Say(..)]),
        "{effects:?}"
    );
    assert_eq!(press(&mut form, KeyCode::Esc), [Effect::CloseDialog]);
    type_in(&mut form, Field::Model, "other");
    assert_eq!(press(&mut form, KeyCode::Esc), []);
    assert_eq!(press(&mut form, KeyCode::Esc), [Effect::CloseDialog]);
}

#[test]
fn nothing_is_ordered_of_a_session_that_works() {
    let mut form = form();
    type_in(&mut form, Field::Name, "docs");
    form.set_running(Running::Yes);
    assert_eq!(control(&mut form, 's'), []);
    assert!(form.problem.as_ref().unwrap().contains("Ctrl+C"));
    form.set_running(Running::No);
    assert_eq!(
        changed(&control(&mut form, 's')).name.as_deref(),
        Some("docs")
    );
}

#[test]
fn the_form_stays_until_the_engine_has_it_and_says_why_where_it_has_not() {
    let mut form = form();
    type_in(&mut form, Field::Folder, "nowhere");
    control(&mut form, 's');
    let refused = EventKind::CommandRejected {
        said: None,
        command: CommandKind::ConfigureSession,
        reason: Notice::text("no folder `nowhere` in the workspace"),
    };
    let another = SessionId(Uuid::from_u128(2));
    assert_eq!(form.on_event(&event(another, refused.clone())), []);
    assert_eq!(form.problem, None, "it was another session's");
    assert_eq!(form.on_event(&event(session(), refused)), []);
    assert!(
        form.problem
            .as_ref()
            .unwrap()
            .contains("no folder `nowhere`")
    );
    type_in(&mut form, Field::Folder, "");
    type_in(&mut form, Field::Name, "docs");
    control(&mut form, 's');
    let settings = settings();
    let effects = form.on_event(&event(session(), EventKind::SessionChanged { settings }));
    assert!(
        matches!(&effects[..], [Effect::CloseDialog, ..]),
        "{effects:?}"
    );
}

#[test]
fn what_others_change_does_not_close_a_form_that_was_not_sent() {
    let mut form = form();
    type_in(&mut form, Field::Name, "docs");
    let settings = settings();
    assert_eq!(
        form.on_event(&event(session(), EventKind::SessionChanged { settings })),
        []
    );
}

#[test]
fn a_name_is_needed_before_anything_is_ordered() {
    let mut form = form();
    type_in(&mut form, Field::Name, "");
    form.at = Field::Prompt;
    assert_eq!(press(&mut form, KeyCode::Enter), []);
    assert_eq!(form.at, Field::Name);
    assert!(form.problem.as_ref().unwrap().contains("1 to 64 letters"));
}

#[test]
fn one_key_goes_through_the_models_that_are_known_of_the_provider() {
    let mut form = form();
    let models = [
        ModelInfo::named("ollama", "qwen3-coder"),
        ModelInfo::named("ollama", "a-model"),
        ModelInfo::named("openai", "gpt"),
    ];
    form.set_models(&models);
    form.at = Field::Model;
    control(&mut form, 'n');
    assert_eq!(form.text(Field::Model), "a-model");
    form.at = Field::Provider;
    control(&mut form, 'n');
    assert_eq!(form.text(Field::Provider), "openai");
    form.at = Field::Model;
    control(&mut form, 'n');
    assert_eq!(form.text(Field::Model), "gpt");
}

#[test]
fn a_long_prompt_is_edited_outside_and_comes_back_with_its_lines() {
    let mut form = form();
    form.at = Field::Prompt;
    form.paste("one\ntwo");
    let effects = control(&mut form, 'o');
    let [Effect::Edit(edit)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(edit.purpose, EditPurpose::SessionPrompt);
    assert_eq!(edit.subject, EditSubject::Text("one\ntwo".into()));
    form.set_prompt("one\ntwo\nthree");
    let change = changed(&control(&mut form, 's'));
    assert_eq!(change.extra_prompt.as_deref(), Some("one\ntwo\nthree"));
}

#[test]
fn a_new_session_begins_at_the_root_and_its_folder_is_looked_at() {
    let root = Path::new("/home/me/shop");
    let like = SessionSettings {
        effort: Default::default(),
        known_as: [("claude".to_owned(), "x".to_owned())].into(),
        agent_of: None,
        ..settings()
    };
    let mut form = SessionForm::new(None, like, root);
    type_in(&mut form, Field::Name, "docs");
    type_in(&mut form, Field::Folder, "crates/a");
    let effects = control(&mut form, 's');
    let [
        Effect::CloseDialogs,
        Effect::NewSessionWith { settings, folder },
    ] = &effects[..]
    else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (settings.name.as_str(), settings.cwd.as_path()),
        ("docs", root)
    );
    assert!(settings.known_as.is_empty(), "no provider knows it yet");
    assert_eq!(folder.as_deref(), Some(Path::new("/home/me/shop/crates/a")));
}
