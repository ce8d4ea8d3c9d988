//! Tests of a session's policy: modes, switches, grants, its list of rules.

use super::*;

#[test]
fn passthrough_comes_back_to_the_mode_before() {
    for mode in [Mode::Plan, Mode::Review, Mode::Confirm, Mode::AcceptEdits] {
        let mut state = initial(mode, Vec::new());
        toggle_passthrough(&mut state);
        assert_eq!(
            (state.mode, state.command),
            (Mode::Passthrough, CommandSwitch::Auto)
        );
        toggle_passthrough(&mut state);
        assert_eq!(state, initial(mode, Vec::new()));
    }
    let mut state = initial(Mode::Passthrough, Vec::new());
    toggle_passthrough(&mut state);
    assert_eq!(state.mode, Mode::Review);
}

#[test]
fn yes_to_all_ends_at_the_next_message() {
    let mut state = initial(Mode::Review, Vec::new());
    grant_until_next_message(&mut state, ToolClass::Command);
    assert_eq!(state.command, CommandSwitch::Auto);
    assert_eq!(state.text, TextSwitch::Propose);
    assert!(state.command_until_next_message && !state.text_until_next_message);
    assert_eq!(
        word(&decide(
            &state,
            &plan(ToolClass::Command, Risk::High),
            Taint::None
        )),
        "ask"
    );
    next_user_message(&mut state);
    assert_eq!(state, initial(Mode::Review, Vec::new()));

    let mut plan_mode = initial(Mode::Plan, Vec::new());
    grant_until_next_message(&mut plan_mode, ToolClass::Text);
    assert_eq!(plan_mode, initial(Mode::Plan, Vec::new()));
}

#[test]
fn confirm_sets_the_switches_and_is_refused_in_plan() {
    let mut state = initial(Mode::Review, Vec::new());
    set_confirm(&mut state, Switch::Text, Toggle::On).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Ask, CommandSwitch::Ask)
    );
    set_confirm(&mut state, Switch::All, Toggle::Off).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Auto, CommandSwitch::Auto)
    );
    set_confirm(&mut state, Switch::Command, Toggle::On).unwrap();
    assert_eq!(
        (state.text, state.command),
        (TextSwitch::Auto, CommandSwitch::Ask)
    );
    set_mode(&mut state, Mode::Review);
    assert_eq!(state.text, TextSwitch::Propose);

    let mut state = initial(Mode::Plan, Vec::new());
    assert!(
        set_confirm(&mut state, Switch::All, Toggle::Off)
            .unwrap_err()
            .to_string()
            .contains("plan")
    );
    assert_eq!(state, initial(Mode::Plan, Vec::new()));
}

#[test]
fn rules_are_listed_once_and_can_be_revoked() {
    let mut state = initial(Mode::Review, Vec::new());
    add_rule(
        &mut state,
        rule(
            RuleEffect::Allow,
            "shell_exec(cargo test)",
            RuleScope::Session,
        ),
    );
    let mut again = rule(
        RuleEffect::Allow,
        "shell_exec(cargo test)",
        RuleScope::Session,
    );
    again.id = RuleId(Uuid::from_u128(8));
    add_rule(&mut state, again.clone());
    assert_eq!(state.rules, [again.clone()]);
    assert!(revoke_rule(&mut state, RuleId(Uuid::from_u128(7))).is_none());
    assert_eq!(revoke_rule(&mut state, again.id), Some(again));
    assert!(state.rules.is_empty());
}
