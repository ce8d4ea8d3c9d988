//! Changes of a session's policy: modes, switches, grants and rules.
//!
//! Owns the transitions of [`PolicyState`] and the words of a rule's scope. `decide` applies a
//! state to a call. Called by the engine.

use notice::{Notice, notice};
use protocol::approval::{CommandSwitch, Mode, PolicyState, Rule, RuleScope, Switch, TextSwitch};
use protocol::call::ToolClass;
use protocol::command::Toggle;
use protocol::ids::RuleId;

/// Creates the state of a session that begins in `mode` with `rules` from flags and config.
pub fn initial(mode: Mode, rules: Vec<Rule>) -> PolicyState {
    let (text, command) = mode.switches();
    PolicyState {
        mode,
        mode_before: None,
        text,
        command,
        text_until_next_message: false,
        command_until_next_message: false,
        rules,
    }
}

/// Changes to `mode`: both switches take the mode's values, and grants until the next message end.
pub fn set_mode(state: &mut PolicyState, mode: Mode) {
    let rules = std::mem::take(&mut state.rules);
    *state = initial(mode, rules);
}

/// Changes to passthrough, or from it back to the mode before (review if none is remembered).
pub fn toggle_passthrough(state: &mut PolicyState) {
    if state.mode == Mode::Passthrough {
        let before = state.mode_before.unwrap_or_default();
        set_mode(state, before);
    } else {
        let before = state.mode;
        set_mode(state, Mode::Passthrough);
        state.mode_before = Some(before);
    }
}

/// Applies `/confirm text|cmd|all on|off`: on asks, off runs. Ends a grant until the next message
/// on that switch, so that the setting of `/confirm` stays.
///
/// # Errors
/// In plan mode, with the reason for the user; nothing changes then.
pub fn set_confirm(state: &mut PolicyState, which: Switch, to: Toggle) -> Result<(), Notice> {
    if state.mode == Mode::Plan {
        return Err(notice!("told-plan-no-confirm"));
    }
    let (text, command) = match to {
        Toggle::On => (TextSwitch::Ask, CommandSwitch::Ask),
        Toggle::Off => (TextSwitch::Auto, CommandSwitch::Auto),
    };
    if matches!(which, Switch::Text | Switch::All) {
        state.text = text;
        state.text_until_next_message = false;
    }
    if matches!(which, Switch::Command | Switch::All) {
        state.command = command;
        state.command_until_next_message = false;
    }
    Ok(())
}

/// Handles a message of the user: grants until the next message fall back to the mode's switch.
pub fn next_user_message(state: &mut PolicyState) {
    let (text, command) = state.mode.switches();
    if std::mem::take(&mut state.text_until_next_message) {
        state.text = text;
    }
    if std::mem::take(&mut state.command_until_next_message) {
        state.command = command;
    }
}

/// Applies "yes to all": sets the switch of `class` to auto until the next user message. Does
/// nothing for classes without a switch, and nothing in plan mode, which no answer lifts.
pub fn grant_until_next_message(state: &mut PolicyState, class: ToolClass) {
    if state.mode == Mode::Plan {
        return;
    }
    match class {
        ToolClass::Text => {
            if state.text != TextSwitch::Auto {
                state.text = TextSwitch::Auto;
                state.text_until_next_message = true;
            }
        }
        ToolClass::Command | ToolClass::Mcp | ToolClass::Agent | ToolClass::Memory => {
            if state.command != CommandSwitch::Auto {
                state.command = CommandSwitch::Auto;
                state.command_until_next_message = true;
            }
        }
        ToolClass::Read | ToolClass::Ask | ToolClass::Plan | ToolClass::Unknown => {}
    }
}

/// Adds a rule. Replaces one with the same effect, pattern and scope, so that a rule is never
/// listed twice, and one with the same id.
pub fn add_rule(state: &mut PolicyState, rule: Rule) {
    state.rules.retain(|other| {
        other.id != rule.id
            && (other.effect, other.scope, &other.pattern)
                != (rule.effect, rule.scope, &rule.pattern)
    });
    state.rules.push(rule);
}

/// Removes a rule and returns it; `None` if no rule has this id.
pub fn revoke_rule(state: &mut PolicyState, id: RuleId) -> Option<Rule> {
    let at = state.rules.iter().position(|rule| rule.id == id)?;
    Some(state.rules.remove(at))
}

/// Returns the word of a rule's scope.
pub fn scope_word(scope: RuleScope) -> &'static str {
    match scope {
        RuleScope::Flag => "flag",
        RuleScope::Session => "session",
        RuleScope::Workspace => "workspace",
        RuleScope::User => "user",
    }
}
