//! Lists which role is readable on which background, and checks the contrast: for each embedded
//! theme at each depth whose colours the program sets. `tui/tests/reach/sizes.rs` ensures, over
//! every screen, that no other combination is drawn.

use ratatui::style::Color;

use super::*;

const COLOURED: [&str; 5] = ["dark", "light", "hc", "cvd", "cvd_light"];

const DEPTHS: [ColourDepth; 2] = [ColourDepth::TrueColour, ColourDepth::Palette256];

/// Roles of lines and fillers. They carry no information, so no contrast is required, and no word
/// may be drawn in them.
pub(crate) const DECORATION: [Role; 4] = [
    Role::Border,
    Role::BorderFocus,
    Role::FgFaint,
    Role::DiffFiller,
];

/// Backgrounds of panes, boxes and chosen rows.
const PANES: &[Role] = &[
    Role::Bg,
    Role::BgPanel,
    Role::BgPopup,
    Role::BgSel,
    Role::BgCursorline,
];

/// Backgrounds of diff rows on which code is drawn.
const ROWS: &[Role] = &[
    Role::DiffAddBg,
    Role::DiffDelBg,
    Role::DiffUserBg,
    Role::DiffConfBg,
    Role::DiffCurBg,
];

/// Backgrounds of the differing words in such a row.
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

/// Signs beside the current row.
const SIGNS: &[Role] = &[
    Role::Accent,
    Role::HunkPending,
    Role::HunkAccepted,
    Role::HunkRejected,
    Role::HunkConflict,
    Role::HunkUser,
];

/// Readable roles and their backgrounds.
const READ: &[(&[Role], &[Role])] = &[
    (TEXTS, PANES),
    (CODE, PANES),
    (CODE, ROWS),
    (SIGNS, &[Role::DiffCurBg]),
    (&[Role::Fg], WORDS),
    // The sign of a row, the cells beside its text, and text without syntax colours.
    (&[Role::DiffAddFg], &[Role::DiffAddBg, Role::DiffAddWordBg]),
    (&[Role::DiffDelFg], &[Role::DiffDelBg, Role::DiffDelWordBg]),
    (&[Role::DiffUserFg], &[Role::DiffUserBg]),
    (&[Role::DiffConfFg], &[Role::DiffConfBg]),
    // A rejected line.
    (&[Role::HunkRejected, Role::FgMuted], &[Role::DiffDelBg]),
    (&[Role::RiskHighFg], &[Role::RiskHighBg]),
    (&[Role::ModeAutoFg], &[Role::ModeAutoBg]),
    (&[Role::MatchFg], &[Role::MatchBg]),
];

/// Whether the contrast of this foreground role on this background role is checked.
pub(crate) fn is_checked(letter: Role, ground: Role) -> bool {
    let holds = |(letters, grounds): &(&[Role], &[Role])| {
        letters.contains(&letter) && grounds.contains(&ground)
    };
    READ.iter().any(holds)
}

/// Returns the relative luminance of WCAG 2.
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

/// Returns the pairs whose contrast in a theme is below the minimum.
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

/// Differing words are also underlined, so their background need not be readable; but
/// it must differ.
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
