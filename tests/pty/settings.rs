//! The settings screen in the real program: a model and an address survive a restart, and a key is
//! only in its own file.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use crate::cancel::workbench;
use crate::harness::{Key, Place, Session};
use crate::themes::{DARK, HIGH_CONTRAST, wait_for_ground};

/// A key that matches no vendor's format, so only its value identifies it for masking.
const KEY: &str = "quiet.Heron-51-of-the-north-lake";

fn open(session: &mut Session) {
    session.press(Key::Ctrl('x'));
    session.text(",");
    session.wait_for(&["┌─ Settings", "> anthropic"]);
}

/// Moves to the named line of the openai settings.
fn go_to_openai(session: &mut Session, line: &str) {
    session.text("jjj");
    session.wait_for(&["> openai"]);
    session.press(Key::Enter);
    session.wait_for(&["enabled"]);
    for name in ["enabled", "address", "model", "key"] {
        session.text("j");
        session.wait_for(&[&format!(">     {name}")]);
        if name == line {
            break;
        }
    }
}

#[test]
fn a_model_by_the_wizard_and_an_address_are_saved_and_there_after_a_restart() {
    let place = Place::new();
    let mut session = workbench(&place);
    open(&mut session);
    go_to_openai(&mut session, "address");
    session.press(Key::Enter);
    session.wait_for(&["address of openai:"]);
    session.press(Key::Ctrl('u'));
    session.text("http://127.0.0.1:9/v1");
    session.wait_for(&["address of openai: http://127.0.0.1:9/v1"]);
    session.press(Key::Enter);
    session.wait_for(&["1 unsaved"]);
    session.text("\t");
    session.wait_for(&["all providers:", "built in"]);
    session.text("a");
    session.wait_for(&["Your own model   1 of 11"]);
    session.press(Key::Enter);
    session.wait_for(&["2 of 11"]);
    session.text("my-own-tune");
    session.wait_for(&["my-own-tune"]);
    session.press(Key::Enter);
    session.wait_for(&["3 of 11"]);
    session.press(Key::Enter);
    session.wait_for(&["4 of 11"]);
    session.text("12");
    session.press(Key::Enter);
    session.wait_for(&["window must be a whole number"]);
    session.text("8000");
    session.press(Key::Enter);
    session.wait_for(&["5 of 11"]);
    session.text("4096");
    session.press(Key::Ctrl('s'));
    session.wait_for(&["saved 2 changes", "my-own-tune"]);
    session.text("q");
    session.wait_until("they are closed", |view| !view.shows("┌─ Settings"));
    drop(session);
    let mut again = workbench(&place);
    open(&mut again);
    go_to_openai(&mut again, "address");
    again.wait_for(&["http://127.0.0.1:9/v1"]);
    again.text("\t");
    again.wait_for(&["all providers:"]);
    again.text("/tune");
    again.wait_for(&["my-own-tune", "yours", "128,000"]);
}

#[test]
fn a_theme_is_shown_while_it_is_chosen_and_a_key_that_is_bound_works_once_saved() {
    let place = Place::new();
    let mut session = workbench(&place);
    session.line("/settings theme");
    session.wait_for(&["[Theme]", "saved in"]);
    session.press(Key::Enter);
    session.wait_for(&["> auto"]);
    session.text("hc");
    session.wait_for(&["> hc"]);
    wait_for_ground(&mut session, HIGH_CONTRAST);
    session.press(Key::Ctrl('g'));
    wait_for_ground(&mut session, DARK);
    session.press(Key::Enter);
    session.wait_for(&["> auto"]);
    session.text("hc");
    session.wait_for(&["> hc"]);
    session.press(Key::Enter);
    session.wait_for(&["1 unsaved"]);
    session.text("h");
    session.wait_for(&["[Key map]", "Enter bind a key"]);
    session.text("/session switcher");
    session.wait_for(&["1 of ", "session switcher"]);
    session.press(Key::Enter);
    session.wait_for(&["Enter bind a key"]);
    session.press(Key::Enter);
    session.wait_for(&["press the key"]);
    session.press(Key::Ctrl('x'));
    session.text("q");
    session.wait_for(&["session switcher (leader): Ctrl+X q"]);
    session.press(Key::Enter);
    session.wait_for(&["2 unsaved"]);
    session.press(Key::Ctrl('s'));
    session.wait_for(&["saved 2 changes"]);
    session.text("q");
    session.wait_until("they are closed", |view| !view.shows("┌─ Settings"));
    session.wait_for(&["your keymap was reloaded"]);
    session.press(Key::Ctrl('x'));
    session.text("q");
    session.wait_for(&["┌─ Sessions"]);
    drop(session);
    let mut again = workbench(&place);
    wait_for_ground(&mut again, HIGH_CONTRAST);
}

/// Starts a server that echoes the key it was sent.
fn echo() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
            let mut said = String::from("no key");
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
                if line.to_lowercase().starts_with("authorization:") {
                    said = line.trim().to_owned();
                }
                line.clear();
            }
            let body = format!("{{\"error\":{{\"message\":\"I was sent {said}\"}}}}");
            let head = format!(
                "HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let mut stream = stream;
            stream.write_all(format!("{head}{body}").as_bytes()).ok();
        }
    });
    format!("http://{address}/v1")
}

#[test]
fn an_entered_key_is_tested_kept_and_in_no_file_but_its_own() {
    let place = Place::new();
    let arguments = crate::harness::play(&place, vec![crate::harness::Step::says("Nothing.")]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = crate::harness::Start::program(&place, &arguments)
        .variable("AGENTICHAT_LOG", "trace")
        .variable("OPENAI_BASE_URL", &echo())
        .begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    open(&mut session);
    go_to_openai(&mut session, "key");
    session.press(Key::Enter);
    session.wait_for(&["key of openai (hidden)"]);
    session.paste(KEY);
    session.wait_for(&["32 letters"]);
    session.press(Key::Enter);
    session.wait_for(&["new key, for the file", "1 unsaved"]);
    assert!(
        !place.is_stored(&place.path(""), KEY),
        "not before it is saved"
    );
    session.text("t");
    session.wait_for(&["FAILED", "[secret]"]);
    session.press(Key::Ctrl('s'));
    session.wait_for(&["saved 1 change", "keys/openai"]);
    // Tested with the stored key, in the run and behind the screen.
    session.text("t");
    session.wait_for(&["FAILED", "[secret]"]);
    session.text("q");
    session.wait_until("they are closed", |view| !view.shows("┌─ Settings"));
    session.line("/provider test openai");
    session.wait_for(&["does not work"]);
    assert!(!session.dump().contains(KEY));
    let bytes = session.bytes().to_vec();
    assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()));
    session.press(Key::Ctrl('d'));
    session.press(Key::Ctrl('d'));
    session.wait_for_end();
    let file = place.path("data/keys/openai");
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &std::fs::metadata(&file)
            .expect("the key's file")
            .permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    let kept = std::fs::read_to_string(&file).expect("the key");
    assert_eq!(kept.trim(), KEY);
    std::fs::remove_file(&file).expect("it goes");
    assert!(!place.is_stored(&place.path(""), KEY), "nor anywhere else");
}
