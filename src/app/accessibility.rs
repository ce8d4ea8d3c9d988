//! Accessibility hints from the environment: whether a screen reader may be in use, and whether
//! motion is to be avoided.

use super::Setup;
use config::Origin;
use l10n::say;

/// Variables that indicate a screen reader or speech output. Those that desktops set for everybody,
/// such as `QT_ACCESSIBILITY`, prove nothing and are left out.
const READERS: [&str; 7] = [
    "ACCESSIBLE",
    "ACCESSIBILITY_ENABLED",
    "GNOME_ACCESSIBILITY",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON",
    "GH_ACCESSIBLE_PROMPTER",
    "EMACSPEAK_DIR",
    "DTK_PROGRAM",
];

/// Returns the variable that indicates a screen reader, if one is set.
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

/// Returns a hint about the line mode, in Markdown, for a user who may need it and has not
/// chosen an interface.
pub fn suggestion(setup: &Setup) -> Option<String> {
    let has_chosen = setup.loaded.origin("interface") != Some(&Origin::Default);
    let variable = reader(|name| setup.environment.get(name).cloned()).filter(|_| !has_chosen)?;
    Some(say!("access-suggestion", variable))
}

/// Returns the motion setting: that of the configuration, or `off` if it sets none and
/// `NO_MOTION` is set.
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
