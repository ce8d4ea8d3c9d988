//! Tests of the themes: every role at every depth, the reported faults, and following the terminal.

use std::collections::HashMap;

use ratatui::style::{Color, Modifier};

use super::*;
use notice::Notice;

/// With sixteen colours the backgrounds are the terminal's own, so the program controls no
/// contrast; every meaning is marked by more than its colour.
#[test]
fn at_sixteen_colours_and_without_nothing_is_told_by_a_ground() {
    for name in names() {
        for depth in [ColourDepth::Ansi16, ColourDepth::None] {
            let theme = Theme::load(name, depth).unwrap();
            for role in Role::ALL {
                assert_eq!(theme.style(*role).bg, None, "{name} {depth:?} {role:?}");
            }
            for role in [
                Role::Err,
                Role::RiskMed,
                Role::RiskHighFg,
                Role::ModeAutoFg,
                Role::MatchFg,
                Role::HunkAccepted,
                Role::HunkConflict,
                Role::BgSel,
                Role::DiffAddWordBg,
                Role::DiffDelWordBg,
            ] {
                let modifier = theme.style(role).add_modifier;
                assert!(!modifier.is_empty(), "{name} {depth:?} {role:?}");
            }
        }
    }
}

#[test]
fn the_config_takes_every_theme_and_auto_and_no_other() {
    let known = config::schema::THEMES;
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
    assert!(message("inherits = \"nope\"").contains("no theme `nope`"));
    assert!(message("inherits = \"dark\"\n[colours]\nfg = \"red\"").contains("`red` is no colour"));
    assert!(message("[colours]\nforeground = \"#ffffff\"").contains("no role `foreground`"));
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

fn of_user(text: &str, depth: ColourDepth) -> (Theme, Option<String>) {
    let (theme, problem) = Theme::of_user("mine", "/home/me/mine.toml", text, depth).unwrap();
    (theme, problem.map(|problem| problem.to_string()))
}

#[test]
fn a_theme_of_ones_own_with_a_fault_is_its_base_and_says_where_the_fault_is() {
    for (text, base, place) in [
        (
            "inherits = \"light\"\n[colours]\nfgg = \"#000000\"",
            "light",
            ":3: colours.fgg: ",
        ),
        ("inherits = \"hc\"\n[colour]\n", "hc", ":2: colour: "),
        ("[palette_256]\n\nfg = 256", "dark", ":3: palette_256.fg: "),
        ("inherits = \"lihgt\"", "dark", ":1: inherits: "),
        (
            "inherits = \"cvd\"\n[modifiers]\nfg = \"blod\"",
            "cvd",
            ":3: modifiers.fg: ",
        ),
        ("[styles]\nfg = \"16\"", "dark", ":2: styles.fg: "),
        ("[colours\n", "dark", ":1: "),
        ("[colours]\nfg = 3", "dark", ":2: colours.fg: "),
    ] {
        for depth in [ColourDepth::TrueColour, ColourDepth::Ansi16] {
            let (theme, problem) = of_user(text, depth);
            let problem = problem.unwrap();
            assert!(
                problem.starts_with(&format!("/home/me/mine.toml{place}")),
                "{problem}"
            );
            assert!(
                problem.ends_with(&format!("using the theme {base}")),
                "{problem}"
            );
            let expected = Theme::load(base, depth).unwrap();
            assert_eq!(theme.styles, expected.styles);
        }
    }
    let nearest = |text| of_user(text, ColourDepth::TrueColour).1.unwrap();
    assert!(nearest("[colours]\nfgg = \"#000000\"").contains("did you mean fg?"));
    assert!(nearest("[colour]\n").contains("did you mean colours?"));
    assert!(nearest("inherits = \"lihgt\"").contains("did you mean light?"));
    assert!(nearest("[modifiers]\nfg = \"blod\"").contains("did you mean bold?"));
    let two = nearest("[colours]\nb = 1\nc = 2");
    assert!(two.contains("(1 fault more)"), "{two}");
}

#[test]
fn what_a_theme_of_ones_own_changes_is_changed_at_each_depth() {
    let text = "[colours]\nfg = \"#ff0000\"\n[styles]\nfg = \"1+bold\"\n";
    let (full, problem) = of_user(text, ColourDepth::TrueColour);
    assert_eq!(problem, None);
    assert_eq!(full.style(Role::Fg).fg, Some(Color::Rgb(255, 0, 0)));
    let (indexed, _) = of_user(text, ColourDepth::Palette256);
    assert_eq!(indexed.style(Role::Fg).fg, Some(Color::Indexed(196)));
    let (sixteen, _) = of_user(text, ColourDepth::Ansi16);
    assert_eq!(sixteen.style(Role::Fg).fg, Some(Color::Red));
    let (none, _) = of_user(text, ColourDepth::None);
    assert_eq!(
        none.style(Role::Fg),
        ratatui::style::Style::new().add_modifier(Modifier::BOLD)
    );
    for (theme, depth) in [
        (full, ColourDepth::TrueColour),
        (indexed, ColourDepth::Palette256),
        (sixteen, ColourDepth::Ansi16),
    ] {
        let dark = Theme::load("dark", depth).unwrap();
        for role in Role::ALL.iter().filter(|role| **role != Role::Fg) {
            assert_eq!(theme.style(*role), dark.style(*role), "{role:?}");
        }
    }
    let (partial, _) = of_user(
        "inherits = \"ansi16\"\n[colours]\nfg = \"#ff0000\"",
        ColourDepth::TrueColour,
    );
    assert_eq!(partial.style(Role::Fg).fg, Some(Color::Rgb(255, 0, 0)));
    assert_eq!(partial.style(Role::Ok).fg, Some(Color::Green));
}

#[derive(Debug)]
struct OneTheme(&'static str);

impl OwnThemes for OneTheme {
    fn names(&self) -> Vec<String> {
        vec!["mine".into()]
    }

    fn read(&self, name: &str) -> Option<Result<(String, String), Notice>> {
        (name == "mine").then(|| Ok(("mine.toml".into(), self.0.into())))
    }

    fn keep(&self, settings: &[(&str, &str)]) -> Result<String, Notice> {
        Ok(format!("{settings:?}"))
    }
}

fn theme_set(name: &str, palette: Palette, terminal: Lightness) -> ThemeSet {
    let choice = ThemeChoice {
        name: name.into(),
        palette,
    };
    let own = std::sync::Arc::new(OneTheme("inherits = \"light\"\n"));
    ThemeSet::new(own, choice, ColourDepth::TrueColour, terminal)
}

#[test]
fn auto_follows_the_terminal_in_both_palettes() {
    for (palette, dark, light) in [
        (Palette::Standard, "dark", "light"),
        (Palette::Cvd, "cvd", "cvd_light"),
    ] {
        let mut themes = theme_set("auto", palette, Lightness::Dark);
        assert_eq!(themes.first().unwrap().0.name, dark);
        assert!(
            themes.terminal_is(Lightness::Dark).is_none(),
            "nothing changed"
        );
        assert_eq!(themes.terminal_is(Lightness::Light).unwrap().name, light);
        assert!(themes.terminal_is(Lightness::Light).is_none());
        assert_eq!(themes.terminal_is(Lightness::Dark).unwrap().name, dark);
    }
}

#[test]
fn what_was_chosen_by_name_does_not_follow_but_auto_does_again() {
    let mut themes = theme_set("auto", Palette::Standard, Lightness::Dark);
    themes.first().unwrap();
    assert_eq!(themes.choose("hc").unwrap().0.name, "hc");
    assert!(themes.terminal_is(Lightness::Light).is_none());
    assert_eq!(themes.choose_palette(Palette::Cvd).unwrap().0.name, "hc");
    assert_eq!(themes.choose("auto").unwrap().0.name, "cvd_light");
    assert_eq!(themes.choose("dark").unwrap().0.name, "cvd");
    assert_eq!(themes.choose("mine").unwrap().0.name, "mine");
    let kept = themes.keeper()().unwrap().to_string();
    assert!(
        kept.contains("(\"theme\", \"mine\"), (\"palette\", \"cvd\")"),
        "{kept}"
    );
    assert_eq!(themes.choice().name, "mine");
    assert_eq!(themes.choice().palette, Palette::Cvd);
}

#[test]
fn a_theme_that_is_not_there_changes_nothing_and_names_the_nearest() {
    let mut themes = theme_set("light", Palette::Standard, Lightness::Dark);
    themes.first().unwrap();
    let why = themes.choose("lihgt\u{1b}[2J").unwrap_err().to_string();
    assert!(
        why.contains("did you mean light?") && !why.contains('\u{1b}'),
        "{why}"
    );
    assert_eq!(themes.choice().name, "light");
    let why = themes.choose("foo").unwrap_err().to_string();
    assert!(!why.contains("did you mean") && why.contains("hc"), "{why}");
    // The program starts nevertheless.
    let mut themes = theme_set("gone", Palette::Standard, Lightness::Light);
    let (theme, problem) = themes.first().unwrap();
    assert_eq!(theme.name, "light");
    assert!(problem.unwrap().to_string().ends_with("using light"));
}

#[test]
fn colorfgbg_is_the_first_guess() {
    let guess = |value: &str| guessed_lightness(|_| Some(value.to_owned()));
    assert_eq!(guess("15;0"), Lightness::Dark);
    assert_eq!(guess("0;15"), Lightness::Light);
    assert_eq!(guess("0;default;7"), Lightness::Light);
    assert_eq!(guess("15;8"), Lightness::Dark);
    assert_eq!(guessed_lightness(|_| None), Lightness::Dark);
}
