//! What the environment tells of how the human reads: whether a screen reader may be there, whether anything shall move.

use super::Setup;
use crate::config::Origin;
use crate::l10n::say;

/// Variables by which programs are told that a screen reader, or speech, is in use. Those that desktops set for
/// everybody (`QT_ACCESSIBILITY` is one) tell nothing and are not among them.
const READERS: [&str; 7] = [
    "ACCESSIBLE",
    "ACCESSIBILITY_ENABLED",
    "GNOME_ACCESSIBILITY",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON",
    "GH_ACCESSIBLE_PROMPTER",
    "EMACSPEAK_DIR",
    "DTK_PROGRAM",
];

/// The variable that says so, where one does.
pub fn reader(variable: impl Fn(&str) -> Option<String>) -> Option<&'static str> {
    let is_on = |name: &&str| {
        variable(name).is_some_and(|value| {
            !matches!(
                value.trim().to_ascii_lowercase().as_str(),
                "" | "0" | "false" | "no" | "off" | "disabled"
            )
        })
    };
    READERS.into_iter().find(is_on)
}

/// What is said of the line mode to who may need it and has not chosen; Markdown.
pub fn suggestion(setup: &Setup) -> Option<String> {
    let has_chosen = setup.loaded.origin("interface") != Some(&Origin::Default);
    let variable = reader(|name| setup.environment.get(name).cloned()).filter(|_| !has_chosen)?;
    Some(say!("access-suggestion", variable))
}

/// The word for what moves: that of the configuration, or `off` where it says nothing and `NO_MOTION` is set.
pub fn motion(setup: &Setup) -> &str {
    let is_set = |name: &str| {
        setup
            .environment
            .get(name)
            .is_some_and(|value| !value.is_empty())
    };
    let has_chosen = setup.loaded.origin("motion") != Some(&Origin::Default);
    if !has_chosen && is_set("NO_MOTION") {
        "off"
    } else {
        &setup.loaded.config.motion
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_is_off_or_set_for_everybody_tells_of_no_screen_reader() {
        let of =
            |name: &str, value: &str| reader(|asked| (asked == name).then(|| value.to_owned()));
        assert_eq!(of("ACCESSIBLE", "1"), Some("ACCESSIBLE"));
        assert_eq!(
            of("EMACSPEAK_DIR", "/usr/share/emacs"),
            Some("EMACSPEAK_DIR")
        );
        for (name, value) in [
            ("ACCESSIBLE", "0"),
            ("ACCESSIBLE", ""),
            ("QT_ACCESSIBILITY", "1"),
        ] {
            assert_eq!(of(name, value), None, "{name}={value}");
        }
    }
}
