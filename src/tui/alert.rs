//! Desktop notifications sent through the terminal: which words, in which form, for
//! which terminal. Pure.
//!
//! Terminals that are not known to show notifications get none: they have the bell. Progress is
//! never sent this way.

use super::terminal::findings::{KeyFindings, Multiplexer};

/// Maximum number of letters of a title and of a text.
const MOST: usize = 120;

/// A desktop notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Name of the session.
    pub title: String,
    pub text: String,
}

/// The form of notification that a terminal accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// iTerm2's form: one text.
    Osc9,
    /// rxvt's form: title and text.
    Osc777,
    /// kitty's form, in two parts.
    Osc99,
}

/// Returns the form that a terminal of this name accepts according to its documentation.
fn form_of(name: &str) -> Option<Form> {
    let name = name.to_lowercase();
    let is = |part: &str| name.contains(part);
    match () {
        () if is("kitty") => Some(Form::Osc99),
        () if is("ghostty") || is("wezterm") || is("foot") || is("rxvt") || is("contour") => {
            Some(Form::Osc777)
        }
        () if is("iterm") => Some(Form::Osc9),
        () => None,
    }
}

/// Returns the bytes that show a notification; `None` if the terminal is not known to accept any,
/// or if tmux does not let them through.
pub fn sequence(findings: &KeyFindings, told: &Notification) -> Option<Vec<u8>> {
    let in_tmux = findings.multiplexer == Some(Multiplexer::Tmux);
    let name = match findings.multiplexer {
        None => findings.name.as_deref()?,
        Some(Multiplexer::Tmux) => {
            let tmux = findings.tmux.as_ref()?;
            let lets_through = matches!(tmux.passthrough.as_str(), "on" | "all");
            lets_through.then_some(tmux.outer.as_str())?
        }
        Some(_) => return None,
    };
    let (title, text) = (plain(&told.title), plain(&told.text));
    let bytes = match form_of(name)? {
        Form::Osc9 => format!("\x1b]9;{title}: {text}\x1b\\"),
        Form::Osc777 => format!("\x1b]777;notify;{title};{text}\x1b\\"),
        // The first part waits for the second one (d=0).
        Form::Osc99 => format!(
            "\x1b]99;i=agentichat:d=0;{title}\x1b\\\x1b]99;i=agentichat:p=body;{text}\x1b\\"
        ),
    };
    Some(if in_tmux {
        through_tmux(&bytes)
    } else {
        bytes.into_bytes()
    })
}

/// Wraps bytes in the frame that tmux passes on to the terminal, with each ESC doubled.
fn through_tmux(bytes: &str) -> Vec<u8> {
    format!("\x1bPtmux;{}\x1b\\", bytes.replace('\x1b', "\x1b\x1b")).into_bytes()
}

/// Removes everything that ends a sequence, separates its fields or is invisible,
/// and masks secrets.
fn plain(text: &str) -> String {
    let text = redact::one_line(text);
    let text: String = text
        .chars()
        .filter(|c| !c.is_control() && *c != ';')
        .take(MOST)
        .collect();
    // Some terminals read a text that begins with a number and a `;` as another command; no `;` is
    // left at this point.
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::findings::TmuxKeys;

    fn of(name: &str) -> KeyFindings {
        KeyFindings {
            name: Some(name.to_owned()),
            ..KeyFindings::default()
        }
    }

    fn told() -> Notification {
        Notification {
            title: "auth; \x1b]0;x\x07refactor".into(),
            text: "a question waits\n".into(),
        }
    }

    #[test]
    fn each_terminal_is_told_in_its_own_form_and_an_unknown_one_not_at_all() {
        let text = |name: &str| {
            sequence(&of(name), &told()).map(|bytes| String::from_utf8(bytes).unwrap())
        };
        let kitty = text("kitty(0.36.4)").unwrap();
        assert!(
            kitty.starts_with("\x1b]99;i=agentichat:d=0;auth"),
            "{kitty:?}"
        );
        assert!(
            kitty.ends_with("p=body;a question waits\x1b\\"),
            "{kitty:?}"
        );
        assert!(
            text("ghostty 1.0.0")
                .unwrap()
                .starts_with("\x1b]777;notify;auth")
        );
        assert!(text("iTerm2 3.5").unwrap().starts_with("\x1b]9;auth"));
        for unknown in ["XTerm(388)", "VTE(7600)", "Apple_Terminal"] {
            assert_eq!(text(unknown), None, "{unknown}");
        }
        assert_eq!(sequence(&KeyFindings::default(), &told()), None);
    }

    #[test]
    fn what_is_told_ends_no_sequence_and_makes_no_field_of_its_own() {
        for name in ["kitty", "foot(1.16)", "iTerm2"] {
            let bytes = sequence(&of(name), &told()).unwrap();
            let text = String::from_utf8(bytes).unwrap();
            let controls = text.chars().filter(|c| c.is_control()).count();
            let sequences = text.matches("\x1b]").count();
            assert_eq!(controls, sequences * 2, "only the frames: {text:?}");
            assert!(
                !text.contains('\x07') && !text.contains("auth;"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn tmux_is_given_one_only_where_it_lets_it_through() {
        let mut found = KeyFindings {
            multiplexer: Some(Multiplexer::Tmux),
            name: Some("tmux 3.5a".into()),
            ..KeyFindings::default()
        };
        assert_eq!(sequence(&found, &told()), None);
        let tmux = |passthrough: &str, outer: &str| TmuxKeys {
            passthrough: passthrough.into(),
            outer: outer.into(),
            ..TmuxKeys::default()
        };
        found.tmux = Some(tmux("off", "kitty(0.36.4)"));
        assert_eq!(sequence(&found, &told()), None);
        found.tmux = Some(tmux("on", "xterm-256color"));
        assert_eq!(sequence(&found, &told()), None);
        found.tmux = Some(tmux("on", "iTerm2 3.5"));
        let bytes = sequence(&found, &told()).unwrap();
        assert!(bytes.starts_with(b"\x1bPtmux;\x1b\x1b]9;"));
        assert!(bytes.ends_with(b"\x1b\x1b\\\x1b\\"));
    }
}
