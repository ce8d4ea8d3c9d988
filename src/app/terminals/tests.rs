//! Tests of which flags an owner's actor serves.

mod takeover;

use super::{can_be_served, started};
use crate::cli::args::{ModeArgument, SessionFlags};

fn set(values: &[&str]) -> SessionFlags {
    SessionFlags {
        set: values.iter().map(|&value| value.to_owned()).collect(),
        ..SessionFlags::default()
    }
}

#[test]
fn what_holds_for_a_whole_program_is_served_only_by_one_that_was_started_so() {
    let plain = started(&SessionFlags::default());
    let rules = |rule: &str| SessionFlags {
        deny: vec![rule.to_owned()],
        ..SessionFlags::default()
    };
    let own = [
        rules("shell_exec(rm*)"),
        SessionFlags {
            allow: vec!["shell_exec(ls*)".into()],
            ..SessionFlags::default()
        },
        SessionFlags {
            base_url: Some("http://127.0.0.1:1".into()),
            ..SessionFlags::default()
        },
        set(&["temperature=0"]),
    ];
    for flags in own {
        assert!(!can_be_served(&flags, &plain), "{flags:?}");
        assert!(can_be_served(&flags, &started(&flags)), "{flags:?}");
    }
    assert!(!can_be_served(&rules("a(*)"), &started(&rules("b(*)"))));
    let recording = SessionFlags {
        record: Some("run.jsonl".into()),
        ..SessionFlags::default()
    };
    assert!(
        !can_be_served(&recording, &started(&recording)),
        "a recording is made by one"
    );
}

#[test]
fn what_is_the_screens_or_the_sessions_is_served_by_every_owner() {
    let plain = started(&SessionFlags::default());
    let screen = set(&[
        "theme=light",
        "bell=false",
        "sessions.second_terminal=attach",
    ]);
    assert!(can_be_served(&screen, &plain));
    assert_eq!(started(&screen), plain);
    let session = SessionFlags {
        mode: Some(ModeArgument::Plan),
        ..SessionFlags::default()
    };
    assert!(can_be_served(&session, &plain));
    assert_ne!(
        started(&session).session,
        plain.session,
        "but it is another wish"
    );
}

#[test]
fn marks_tell_nothing_of_what_was_said() {
    let flags = SessionFlags {
        base_url: Some("https://user:secret@example.org".into()),
        ..SessionFlags::default()
    };
    let mark = started(&flags).program;
    assert!(mark.len() == 64 && !mark.contains("secret"), "{mark}");
}
