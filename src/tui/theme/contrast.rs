//! Which role is read on which ground, in one list, and that it can be: each theme at each depth that is ours.
//! That nothing else is drawn is held by `tui/tests/reach/sizes.rs`, over every screen.

use ratatui::style::Color;

use super::*;

const COLOURED: [&str; 5] = ["dark", "light", "hc", "cvd", "cvd_light"];

const DEPTHS: [ColourDepth; 2] = [ColourDepth::TrueColour, ColourDepth::Palette256];

/// Roles of lines and fillers. They say nothing, so no contrast is asked of them, and no word may be drawn in them.
pub(in crate::tui) const DECORATION: [Role; 4] = [
    Role::Border,
    Role::BorderFocus,
    Role::FgFaint,
    Role::DiffFiller,
];

/// Grounds of panes, boxes and what is chosen in them.
const PANES: &[Role] = &[
    Role::Bg,
    Role::BgPanel,
    Role::BgPopup,
    Role::BgSel,
    Role::BgCursorline,
];

/// Grounds of the rows of a difference, on which code is drawn.
const ROWS: &[Role] = &[
    Role::DiffAddBg,
    Role::DiffDelBg,
    Role::DiffUserBg,
    Role::DiffConfBg,
    Role::DiffCurBg,
];

/// Grounds of the words that differ in such a row.
const WORDS: &[Role] = &[Role::DiffAddWordBg, Role::DiffDelWordBg];

/// Texts of panes and boxes.
const TEXTS: &[Role] = &[
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
    Role::DiffAddFg,
    Role::DiffDelFg,
    Role::DiffConfFg,
];

/// Code and its line numbers.
const CODE: &[Role] = &[
    Role::Fg,
    Role::SynKeyword,
    Role::SynString,
    Role::SynNumber,
    Role::SynFunction,
    Role::SynType,
    Role::SynComment,
    Role::DiffLineno,
];

/// Signs beside the row that is looked at.
const SIGNS: &[Role] = &[
    Role::Accent,
    Role::HunkPending,
    Role::HunkAccepted,
    Role::HunkRejected,
    Role::HunkConflict,
    Role::HunkUser,
];

/// What is read, and the grounds that it is read on.
const READ: &[(&[Role], &[Role])] = &[
    (TEXTS, PANES),
    (CODE, PANES),
    (CODE, ROWS),
    (SIGNS, &[Role::DiffCurBg]),
    (&[Role::Fg], WORDS),
    // The sign of a row, what stands beside its text, and the text where no code has colours.
    (&[Role::DiffAddFg], &[Role::DiffAddBg, Role::DiffAddWordBg]),
    (&[Role::DiffDelFg], &[Role::DiffDelBg, Role::DiffDelWordBg]),
    (&[Role::DiffUserFg], &[Role::DiffUserBg]),
    (&[Role::DiffConfFg], &[Role::DiffConfBg]),
    // A line that was refused.
    (&[Role::HunkRejected, Role::FgMuted], &[Role::DiffDelBg]),
    (&[Role::RiskHighFg], &[Role::RiskHighBg]),
    (&[Role::ModeAutoFg], &[Role::ModeAutoBg]),
    (&[Role::MatchFg], &[Role::MatchBg]),
];

/// Whether the themes are checked for this letter on this ground.
pub(in crate::tui) fn is_checked(letter: Role, ground: Role) -> bool {
    let holds = |(letters, grounds): &(&[Role], &[Role])| {
        letters.contains(&letter) && grounds.contains(&ground)
    };
    READ.iter().any(holds)
}

/// Relative luminance of WCAG 2.
fn luminance(colour: Color) -> f64 {
    let (red, green, blue) = match colour {
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Indexed(index @ 16..) => super::load::fixed_256(index),
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

fn contrast(theme: &Theme, letter: Role, ground: Role) -> f64 {
    let front = luminance(theme.style(letter).fg.unwrap());
    let back = luminance(theme.style(ground).bg.unwrap());
    (front.max(back) + 0.05) / (front.min(back) + 0.05)
}

/// What of these pairs has less than that contrast in a theme.
fn faults(name: &str, least: f64, pairs: &[(Role, Role)]) -> Vec<String> {
    let mut faults = Vec::new();
    for depth in DEPTHS {
        let theme = Theme::load(name, depth).unwrap();
        for (letter, ground) in pairs.iter().copied() {
            let found = contrast(&theme, letter, ground);
            if found < least {
                faults.push(format!(
                    "{name} {depth:?} {letter:?} on {ground:?}: {found:.2}"
                ));
            }
        }
    }
    faults
}

#[test]
fn every_text_role_can_be_read_on_every_ground_that_it_is_drawn_on() {
    let mut pairs = Vec::new();
    for (letters, grounds) in READ {
        for letter in *letters {
            pairs.extend(grounds.iter().map(|ground| (*letter, *ground)));
        }
    }
    let all = COLOURED.iter().flat_map(|name| {
        let least = if *name == "hc" { 6.95 } else { 4.45 };
        faults(name, least, &pairs)
    });
    let all: Vec<String> = all.collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_border_of_what_has_the_keys_stands_out_on_every_ground_of_a_pane() {
    let grounds = [Role::Bg, Role::BgPanel, Role::BgPopup];
    let pairs = grounds.map(|ground| (Role::BorderFocus, ground));
    let all = COLOURED.iter().flat_map(|name| faults(name, 2.95, &pairs));
    let all: Vec<String> = all.collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Words that differ are underlined too, so their ground need not be read; but it is another one.
#[test]
fn words_that_differ_stand_on_another_ground_than_their_row() {
    for name in COLOURED {
        for depth in DEPTHS {
            let theme = Theme::load(name, depth).unwrap();
            for (row, word) in ROWS.iter().zip(WORDS) {
                let (row, word) = (theme.style(*row), theme.style(*word));
                assert_ne!(row.bg, word.bg, "{name} {depth:?}");
            }
        }
    }
}
