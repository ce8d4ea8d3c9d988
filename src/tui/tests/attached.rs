//! A screen whose workspace another process owns.

use super::*;

fn attached(width: u16) -> Stage {
    let mut stage = Stage::new(width, 40);
    let facts = WorkspaceFacts {
        attached_to: Some(4_242),
        ..workspace()
    };
    stage
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    stage
}

fn leaves(stage: &Stage) -> bool {
    let leaves = |effect: &Effect| matches!(effect, Effect::Exit(_));
    stage.effects.iter().any(leaves)
}

#[test]
fn the_status_says_to_whom_it_is_attached_and_no_longer_when_it_is_not() {
    let mut stage = attached(160);
    assert!(
        stage.text().contains("attached to 4242"),
        "{}",
        stage.text()
    );
    let facts = workspace();
    stage
        .app
        .reply(&Query::Workspace, Reply::Workspace { facts });
    assert!(!stage.text().contains("attached"), "{}", stage.text());
    let mut narrow = attached(80);
    assert!(narrow.text().contains("attached"), "{}", narrow.text());
}

#[test]
fn who_is_attached_leaves_at_once_for_the_run_goes_on_at_the_owner() {
    let mut stage = attached(120);
    stage.begin_run();
    stage.press("Ctrl+X Ctrl+C");
    assert!(leaves(&stage), "{:?}", stage.effects);
    let mut owner = Stage::new(120, 40);
    owner.begin_run();
    owner.press("Ctrl+X Ctrl+C");
    assert!(!leaves(&owner), "{:?}", owner.effects);
    assert!(
        owner.text().contains("again leaves and ends it"),
        "{}",
        owner.text()
    );
}
