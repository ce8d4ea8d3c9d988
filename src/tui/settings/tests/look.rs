//! Tests of the appearance: a choice is previewed at once, reverted completely, and
//! saved as previewed.

use std::collections::BTreeMap;

use super::*;
use crate::protocol::catalogue::ConfigSave;
use crate::tui::effect::ThemeCommand;

fn tried(settings: &[(&str, &str)]) -> ThemeCommand {
    let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    ThemeCommand::Try(settings.iter().map(owned).collect::<BTreeMap<_, _>>())
}

/// Returns the commands sent to the screen since the last call.
fn looks(desk: &mut Desk) -> Vec<ThemeCommand> {
    let effects = std::mem::take(&mut desk.stage.effects).into_iter();
    let looks = effects.filter_map(|effect| match effect {
        Effect::Look(order) => Some(order),
        _ => None,
    });
    looks.collect()
}

#[test]
fn a_value_is_shown_while_one_goes_through_them_and_taken_back_by_esc() {
    let mut desk = Desk::on("theme", 120, 40);
    desk.press("Enter");
    assert_eq!(looks(&mut desk), [], "it is what it is");
    desk.press("Down");
    assert_eq!(looks(&mut desk), [tried(&[("theme", "light")])]);
    desk.press("Down Up Up");
    let back = [
        tried(&[("theme", "hc")]),
        tried(&[("theme", "light")]),
        tried(&[]),
    ];
    assert_eq!(looks(&mut desk), back);
    desk.press("Down Esc");
    assert_eq!(looks(&mut desk), [tried(&[("theme", "light")]), tried(&[])]);
    desk.hides("unsaved");
}

#[test]
fn what_is_chosen_is_tried_until_it_is_undone_left_or_saved() {
    let mut desk = Desk::on("theme", 120, 40);
    desk.press("Enter").text("hc");
    desk.press("Enter Down Space");
    desk.shows("2 unsaved");
    desk.shows("It is only tried: leaving without saving");
    let both = tried(&[("palette", "cvd"), ("theme", "hc")]);
    assert_eq!(looks(&mut desk).last(), Some(&both));
    desk.press("u");
    assert_eq!(looks(&mut desk), [tried(&[("theme", "hc")])]);
    desk.press("q d");
    assert_eq!(looks(&mut desk), [tried(&[])], "it is as it was");
    assert!(desk.stage.app.model().overlay.is_none());

    let mut desk = Desk::on("theme", 120, 40);
    desk.press("Space");
    looks(&mut desk);
    let (id, save) = desk.save();
    let look = ConfigSave {
        key: "theme".into(),
        value: "light".into(),
        seen: "dark".into(),
    };
    let only = SettingsSave {
        config: vec![look],
        ..SettingsSave::default()
    };
    assert_eq!(save, only);
    let mut newer = view();
    newer.look[0].said.value = "light".into();
    desk.step(
        id,
        JobProgress::Saved {
            result: Ok(Vec::new()),
            view: Box::new(newer),
        },
    );
    assert_eq!(looks(&mut desk), [ThemeCommand::Keep]);
    desk.press("q");
    assert_eq!(looks(&mut desk), [], "what was saved stays");
}

#[test]
fn a_look_that_was_not_saved_is_still_tried_and_said() {
    let mut desk = Desk::on("theme", 120, 40);
    desk.press("Space");
    let (id, _) = desk.save();
    looks(&mut desk);
    let why = "config.yaml:3: theme: its value is not a word in its line";
    desk.step(
        id,
        JobProgress::Saved {
            result: Err(crate::protocol::catalogue::SaveError::NotKept(why.into())),
            view: Box::new(view()),
        },
    );
    desk.shows("its value is not a word in its line");
    desk.shows("1 unsaved");
    assert_eq!(looks(&mut desk), []);
}

#[test]
fn what_stands_over_the_file_and_what_is_broken_is_told() {
    let mut desk = Desk::on("theme", 120, 40);
    desk.shows("themes/torn.toml:3: colours.bg_pannel");
    desk.press("Down Down Down Down");
    desk.shows("environment AGENTICHAT_MOUSE says this, and stands over your config.yaml");
    desk.press("G");
    desk.shows("holds from the next start on");
}

#[test]
fn settings_that_are_closed_by_something_else_leave_no_trial_behind() {
    let mut desk = Desk::on("theme", 120, 40);
    desk.press("Space");
    looks(&mut desk);
    desk.press("?");
    assert_eq!(looks(&mut desk), [], "they lie below the help");
    desk.press("Esc");
    desk.stage.app.model.overlay = None;
    desk.press("F12");
    assert_eq!(looks(&mut desk), [tried(&[])]);
}
