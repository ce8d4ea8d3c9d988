//! What the themes promise: every role at every depth, and text that can be read.

use std::collections::HashMap;

use ratatui::style::{Color, Modifier};

use super::*;

const COLOURED: [&str; 5] = ["dark", "light", "hc", "cvd", "cvd_light"];

/// Relative luminance of WCAG 2.
fn luminance(colour: Color) -> f64 {
    let (red, green, blue) = match colour {
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Indexed(index) => xterm(index),
        other => panic!("{other:?} has no fixed luminance"),
    };
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

fn xterm(index: u8) -> (u8, u8, u8) {
    match index {
        16..=231 => {
            let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let cube = index - 16;
            (step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
        232..=255 => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
        _ => panic!("{index} depends on the terminal"),
    }
}

fn contrast(front: Color, back: Color) -> f64 {
    let (a, b) = (luminance(front), luminance(back));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn foreground(theme: &Theme, role: Role) -> Color {
    theme.style(role).fg.unwrap()
}

fn background(theme: &Theme, role: Role) -> Color {
    theme.style(role).bg.unwrap()
}

/// Text roles and the surfaces that they are drawn on.
fn text_on_surfaces() -> Vec<(Role, Vec<Role>)> {
    let plain = vec![Role::Bg, Role::BgPanel, Role::BgPopup];
    let mut pairs: Vec<_> = [
        Role::Fg,
        Role::FgMuted,
        Role::Accent,
        Role::Link,
        Role::Ok,
        Role::Warn,
        Role::Err,
        Role::Info,
        Role::RiskMed,
        Role::ChatUser,
        Role::ChatTool,
        Role::ModePlan,
        Role::ModeAsk,
        Role::HunkPending,
        Role::HunkAccepted,
        Role::HunkRejected,
        Role::HunkConflict,
        Role::HunkUser,
    ]
    .into_iter()
    .map(|role| (role, plain.clone()))
    .collect();
    let diff = vec![Role::Bg, Role::DiffAddBg, Role::DiffDelBg];
    for role in [
        Role::SynKeyword,
        Role::SynString,
        Role::SynNumber,
        Role::SynFunction,
        Role::SynType,
        Role::SynComment,
        Role::DiffLineno,
    ] {
        pairs.push((role, diff.clone()));
    }
    pairs.push((Role::DiffAddFg, vec![Role::Bg, Role::DiffAddBg]));
    pairs.push((Role::DiffDelFg, vec![Role::Bg, Role::DiffDelBg]));
    pairs.push((Role::DiffUserFg, vec![Role::DiffUserBg]));
    pairs.push((Role::DiffConfFg, vec![Role::DiffConfBg]));
    pairs.push((Role::RiskHighFg, vec![Role::RiskHighBg]));
    pairs.push((Role::ModeAutoFg, vec![Role::ModeAutoBg]));
    pairs.push((Role::MatchFg, vec![Role::MatchBg]));
    pairs
}

#[test]
fn every_text_role_can_be_read_on_every_surface_it_is_drawn_on() {
    let mut faults = Vec::new();
    for name in COLOURED {
        for depth in [ColourDepth::TrueColour, ColourDepth::Palette256] {
            let theme = Theme::load(name, depth).unwrap();
            let least = if name == "hc" && depth == ColourDepth::TrueColour {
                6.95
            } else {
                4.45
            };
            for (role, surfaces) in text_on_surfaces() {
                for surface in surfaces {
                    let found = contrast(foreground(&theme, role), background(&theme, surface));
                    if found < least {
                        faults.push(format!(
                            "{name} {depth:?} {role:?} on {surface:?}: {found:.2}"
                        ));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_config_takes_every_theme_and_auto_and_no_other() {
    let known = crate::config::schema::THEMES;
    let all: Vec<&str> = std::iter::once("auto").chain(names()).collect();
    assert_eq!(known, all);
}

#[test]
fn every_theme_names_every_role_at_every_depth() {
    for name in names() {
        for depth in [
            ColourDepth::TrueColour,
            ColourDepth::Palette256,
            ColourDepth::Ansi16,
            ColourDepth::None,
        ] {
            let theme = Theme::load(name, depth).unwrap();
            for role in Role::ALL {
                assert!(theme.styles.contains_key(role), "{name} {depth:?} {role:?}");
            }
        }
    }
}

#[test]
fn a_background_role_sets_no_foreground_and_the_other_way_round() {
    let theme = Theme::load("dark", ColourDepth::TrueColour).unwrap();
    for role in Role::ALL {
        let style = theme.style(*role);
        assert_eq!(style.bg.is_some(), role.is_background(), "{role:?}");
        assert_eq!(style.fg.is_some(), !role.is_background(), "{role:?}");
    }
}

#[test]
fn no_color_keeps_bold_and_reverse_and_has_no_colour() {
    let theme = Theme::load("dark", ColourDepth::None).unwrap();
    for role in Role::ALL {
        assert_eq!((theme.style(*role).fg, theme.style(*role).bg), (None, None));
    }
    let risk = theme.style(Role::RiskHighFg).add_modifier;
    assert!(risk.contains(Modifier::BOLD | Modifier::REVERSED));
    assert!(
        theme
            .style(Role::Link)
            .add_modifier
            .contains(Modifier::UNDERLINED)
    );
}

fn detect(pairs: &[(&str, &str)]) -> ColourDepth {
    let map: HashMap<_, _> = pairs.iter().copied().collect();
    ColourDepth::detect(|name| map.get(name).map(|value| (*value).to_owned()))
}

#[test]
fn the_depth_follows_no_color_then_colorterm_then_term() {
    assert_eq!(
        detect(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]),
        ColourDepth::None
    );
    assert_eq!(
        detect(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]),
        ColourDepth::TrueColour
    );
    assert_eq!(
        detect(&[("TERM", "xterm-256color")]),
        ColourDepth::Palette256
    );
    assert_eq!(detect(&[("TERM", "xterm-kitty")]), ColourDepth::TrueColour);
    assert_eq!(detect(&[("TERM", "linux")]), ColourDepth::Ansi16);
    assert_eq!(detect(&[("TERM", "dumb")]), ColourDepth::None);
    assert_eq!(detect(&[]), ColourDepth::Ansi16);
}

#[test]
fn a_bad_theme_file_says_what_is_wrong() {
    let depth = ColourDepth::TrueColour;
    let message = |text| {
        Theme::from_toml("mine", text, depth)
            .unwrap_err()
            .to_string()
    };
    assert!(message("inherits = \"nope\"").contains("there is no theme `nope`"));
    assert!(message("inherits = \"dark\"\n[colours]\nfg = \"red\"").contains("`red` is no colour"));
    assert!(message("[colours]\nforeground = \"#ffffff\"").contains("`foreground` is no role"));
    assert!(message("[colours\n").contains("line 1"));
}

#[test]
fn a_theme_of_ones_own_changes_one_role_and_inherits_the_rest() {
    let text = "inherits = \"light\"\n[colours]\nfg = \"#000000\"\n";
    let mine = Theme::from_toml("mine", text, ColourDepth::TrueColour).unwrap();
    let light = Theme::load("light", ColourDepth::TrueColour).unwrap();
    assert_eq!(mine.style(Role::Fg).fg, Some(Color::Rgb(0, 0, 0)));
    assert_eq!(mine.style(Role::Bg), light.style(Role::Bg));
}
