//! Output for terminals that support more than cells: desktop notifications, and links.

use crate::harness::written::{Written, written};
use crate::harness::{Kind, Place, Session, Start, Step, play};

/// Focus reports: the window lost the focus, and has it again.
const AWAY: &str = "\x1b[O";
const HERE: &str = "\x1b[I";

/// Known by its name to support both.
const FOOT: Kind = Kind::CLUSTERS;

/// Starts a workbench with a model that gives these answers.
fn begin(place: &Place, kind: Kind, steps: Vec<Step>) -> Session {
    let arguments = play(place, steps);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut session = Start::program(place, &arguments).kind(kind).begin();
    session.wait_for(&["── draft ──", "replay/recorded"]);
    session.settle();
    session
}

/// Returns the operating system commands (OSC) of this number in the output.
fn commands(bytes: &[u8], number: &str) -> Vec<String> {
    let begin = format!("\x1b]{number};");
    let found = written(bytes).into_iter().filter_map(|piece| match piece {
        Written::Other(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    });
    found.filter(|text| text.starts_with(&begin)).collect()
}

/// Returns all notifications, in any form.
fn notifications(session: &Session) -> Vec<String> {
    let of = |number| commands(session.bytes(), number);
    ["9", "99", "777"].into_iter().flat_map(of).collect()
}

#[test]
fn a_question_is_told_to_the_desktop_while_the_window_is_elsewhere_and_not_before() {
    let place = Place::new();
    let runs = |command| Step::runs("I will look.", command);
    let steps = vec![runs("touch a"), Step::says("Done with a."), runs("touch b")];
    let mut session = begin(&place, FOOT, steps);
    session.line("look");
    session.wait_for(&["CONFIRM", "touch a"]);
    session.decide("y");
    session.wait_for(&["Done with a."]);
    // Its end would be told too if the window were elsewhere by then.
    session.wait_until("the run is over", |view| !view.shows("Ctrl+C stops"));
    assert_eq!(
        notifications(&session),
        [""; 0],
        "who looks is told nothing"
    );
    session.text(AWAY);
    session.line("look again");
    session.wait_for(&["touch b"]);
    session.wait_until_written("the desktop is told", |bytes| {
        !commands(bytes, "777").is_empty()
    });
    session.text(HERE);
    let told = notifications(&session);
    assert_eq!(told.len(), 1, "{told:?}");
    let (title, text) = told[0]
        .strip_prefix("\x1b]777;notify;agentichat ")
        .and_then(|told| told.split_once(';'))
        .expect("a title and a text");
    assert!(!title.contains('\x1b'), "{title:?}");
    assert_eq!(text, "a question waits: shell_exec\x1b\\");
}

#[test]
fn an_address_in_an_answer_is_a_link_around_its_own_cells() {
    const ADDRESS: &str = "https://example.org/a";
    let answer = || vec![Step::says(&format!("It is at {ADDRESS} as ever."))];
    let ask = |session: &mut Session| {
        session.line("where?");
        session.wait_for(&[ADDRESS, "as ever."]);
    };
    let place = Place::new();
    let mut session = begin(&place, FOOT, answer());
    ask(&mut session);
    let bytes = String::from_utf8_lossy(session.bytes()).into_owned();
    let links = commands(session.bytes(), "8");
    let (opened, closed): (Vec<_>, Vec<_>) =
        links.iter().partition(|link| *link != "\x1b]8;;\x1b\\");
    assert!(!opened.is_empty(), "{links:?}");
    assert_eq!(opened.len(), closed.len(), "each is closed: {links:?}");
    for link in opened {
        assert!(link.starts_with("\x1b]8;id="), "{link:?}");
        assert!(link.ends_with(&format!(";{ADDRESS}\x1b\\")), "{link:?}");
        let (_, rest) = bytes.split_once(link.as_str()).expect("it was written");
        let (inside, _) = rest.split_once("\x1b]8;;").expect("it is closed");
        assert!(!inside.contains("ever"), "{inside:?}");
    }
    // The program writes no links to a terminal that is not known to support them.
    let place = Place::new();
    let mut session = begin(&place, Kind::KITTY, answer());
    ask(&mut session);
    assert_eq!(commands(session.bytes(), "8"), [""; 0]);
}
