//! Tests of the appearance: a choice is previewed at once, reverted completely, and
//! saved as previewed.

use std::collections::BTreeMap;

use super::*;
use crate::effect::ThemeCommand;
use notice::Notice;
use protocol::catalogue::ConfigSave;

fn tried(settings: &[(&str, &str)]) -> ThemeCommand {
    let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    ThemeCommand::Try(settings.iter().map(owned).collect::<BTreeMap<_, _>>())
}

/// Returns the commands sent to the screen since the last call.
fn looks(harness: &mut TuiHarness) -> Vec<ThemeCommand> {
    let effects = std::mem::take(&mut harness.effects).into_iter();
    let looks = effects.filter_map(|effect| match effect {
        Effect::Look(order) => Some(order),
        _ => None,
    });
    looks.collect()
}

#[test]
fn a_value_is_shown_while_one_goes_through_them_and_taken_back_by_esc() {
    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.press("Enter");
    assert_eq!(looks(&mut harness), [], "it is what it is");
    harness.press("Down");
    assert_eq!(looks(&mut harness), [tried(&[("theme", "light")])]);
    harness.press("Down Up Up");
    let back = [
        tried(&[("theme", "hc")]),
        tried(&[("theme", "light")]),
        tried(&[]),
    ];
    assert_eq!(looks(&mut harness), back);
    harness.press("Down Esc");
    assert_eq!(
        looks(&mut harness),
        [tried(&[("theme", "light")]), tried(&[])]
    );
    harness.hides("unsaved");
}

#[test]
fn what_is_chosen_is_tried_until_it_is_undone_left_or_saved() {
    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.press("Enter").type_text("hc");
    harness.press("Enter Down Space");
    harness.shows("2 unsaved");
    harness.shows("Not saved yet: leaving without saving");
    let both = tried(&[("palette", "cvd"), ("theme", "hc")]);
    assert_eq!(looks(&mut harness).last(), Some(&both));
    harness.press("u");
    assert_eq!(looks(&mut harness), [tried(&[("theme", "hc")])]);
    harness.press("q d");
    assert_eq!(looks(&mut harness), [tried(&[])], "it is as it was");
    assert!(!harness.app.model().dialogs.is_open());

    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.press("Space");
    looks(&mut harness);
    let (id, save) = harness.save();
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
    newer.look[0].said.value = Some("light".into());
    harness.step(
        id,
        &JobProgress::Saved {
            result: Ok(Vec::new()),
            view: Box::new(newer),
        },
    );
    assert_eq!(looks(&mut harness), [ThemeCommand::Keep]);
    harness.press("q");
    assert_eq!(looks(&mut harness), [], "what was saved stays");
}

#[test]
fn a_look_that_was_not_saved_is_still_tried_and_said() {
    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.press("Space");
    let (id, _) = harness.save();
    looks(&mut harness);
    let why = "config.yaml:3: theme: its value is not a word in its line";
    harness.step(
        id,
        &JobProgress::Saved {
            result: Err(protocol::catalogue::SaveError::NotKept(Notice::text(why))),
            view: Box::new(view()),
        },
    );
    harness.shows("its value is not a word in its line");
    harness.shows("1 unsaved");
    assert_eq!(looks(&mut harness), []);
}

#[test]
fn what_stands_over_the_file_and_what_is_broken_is_told() {
    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.shows("themes/torn.toml:3: colours.bg_pannel");
    harness.press("Down Down Down Down");
    harness.shows("environment AGENTICHAT_MOUSE sets this and overrides your config.yaml");
    harness.press("G");
    harness.shows("applies from the next start");
}

#[test]
fn settings_that_are_closed_by_something_else_leave_no_trial_behind() {
    let mut harness = TuiHarness::settings_on("theme", 120, 40);
    harness.press("Space");
    looks(&mut harness);
    harness.press("?");
    assert_eq!(looks(&mut harness), [], "they lie below the help");
    harness.press("Esc");
    harness.app.model.dialogs.close_all();
    harness.press("F12");
    assert_eq!(looks(&mut harness), [tried(&[])]);
}
