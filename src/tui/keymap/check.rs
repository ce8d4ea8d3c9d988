//! Checks what a user's row must not do: take keys from text fields, bind a dangerous action
//! to a stray byte, lock the user out, or bind an action that does nothing there. Pure;
//! called by `load`.

use crossterm::event::{KeyCode, KeyEvent};

use super::key::Sequence;
use super::{Action, Context, Key, Keymap};
use notice::{Notice, notice};
use redact::one_line;

/// The binding that a row requests.
pub(super) struct RequestedBinding<'a> {
    pub(super) context: Context,
    pub(super) action: Option<Action>,
    pub(super) sequence: &'a Sequence,
}

/// Keys that no row can take: the one that stops, and the one that leads to a question.
const FIXED: &[(&str, &str)] = &[("Ctrl+C", "keymap-stops"), ("F2", "keymap-leads")];

/// Whether a row is allowed; otherwise returns the reason.
pub(super) fn check(keymap: &Keymap, wanted: &RequestedBinding<'_>) -> Result<(), Notice> {
    let Some(first) = wanted.sequence.keys().first() else {
        return Ok(());
    };
    let sequence = wanted.sequence;
    let place = wanted.context.name();
    if wanted.context == Context::Bar {
        return Err(notice!("keymap-bar-fixed"));
    }
    let fixed = FIXED
        .iter()
        .find(|(key, _)| Key::parse(key) == Some(*first));
    if let Some((key, what)) = fixed.filter(|_| wanted.context != Context::Leader) {
        return Err(notice!("keymap-fixed", key, what = Notice::message(*what)));
    }
    if wanted.action.is_some() && swallows(wanted, *first) {
        return Err(notice!(
            "keymap-swallows",
            first = one_line(&first.to_string())
        ));
    }
    if let Some(action) = wanted.action {
        works(keymap, action, wanted.context)?;
        if sequence.keys().iter().all(Key::is_debris) && keymap.danger_of(action) > 0 {
            return Err(notice!(
                "keymap-debris",
                sequence = one_line(&sequence.to_string()),
                action = action.name()
            ));
        }
        let never = [KeyCode::Esc, KeyCode::Tab];
        let strays = sequence.keys().iter().any(|key| never.contains(&key.code));
        if strays && keymap.danger_of(action) > 1 {
            return Err(notice!("keymap-stray", action = action.name()));
        }
        let leads = sequence.keys().len() == 1 && wanted.context == Context::Global;
        if action == Action::Leader && !leads {
            return Err(notice!("keymap-one-leader"));
        }
    }
    let has_text = matches!(
        wanted.context,
        Context::Global | Context::Editor | Context::Popup | Context::Picker
    );
    if !has_text {
        return Ok(());
    }
    if first.is_plain() {
        return Err(notice!(
            "keymap-typed",
            first = one_line(&first.to_string()),
            place
        ));
    }
    match readline(keymap, *first) {
        Some(own) if !may_have(wanted, keymap, *first) => Err(notice!(
            "keymap-taken",
            first = one_line(&first.to_string()),
            action = own.name(),
            place
        )),
        _ => Ok(()),
    }
}

/// Whether a row would disable a key that answers and leaves nearly everywhere: as the first key of
/// several it only waits for the next one, and bound globally it reaches no question.
fn swallows(wanted: &RequestedBinding<'_>, first: Key) -> bool {
    let essential = [
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Backspace,
    ];
    let is_bare = first == Key::of(&KeyEvent::from(first.code));
    let alone = wanted.sequence.keys().len() == 1;
    let is_everywhere = wanted.context == Context::Global && first.code == KeyCode::Enter;
    is_bare
        && wanted.context != Context::Leader
        && essential.contains(&first.code)
        && (!alone || is_everywhere)
}

/// Returns the shipped action of a readline key in a text field.
fn readline(keymap: &Keymap, key: Key) -> Option<Action> {
    let action = keymap.action(Context::Editor, key)?;
    edits(action).then_some(action)
}

/// Whether a row may have its key. A readline key may be unbound, may get another editing action,
/// and keeps its shipped use in lists.
fn may_have(wanted: &RequestedBinding<'_>, keymap: &Keymap, first: Key) -> bool {
    let alone = wanted.sequence.keys().len() == 1;
    match (wanted.context, wanted.action) {
        _ if !alone => false,
        (Context::Editor | Context::Popup | Context::Picker, None) => true,
        (Context::Editor, Some(action)) => edits(action),
        (Context::Popup | Context::Picker, Some(_)) => {
            keymap.action(wanted.context, first).is_some()
        }
        _ => false,
    }
}

/// Whether an action moves in a text or changes it, as readline does.
fn edits(action: Action) -> bool {
    let in_ours = matches!(
        action,
        Action::LineUp | Action::LineDown | Action::LastMention
    );
    in_ours || action.is_readline()
}

/// Whether an action has an effect in a context: in the one where the shipped table binds it,
/// everywhere if that context is global, and in each pane if that context is any pane.
fn works(keymap: &Keymap, action: Action, context: Context) -> Result<(), Notice> {
    let rows = keymap.all().iter().filter(|row| row.action == action);
    let (later, there): (Vec<_>, Vec<_>) = rows.partition(|row| row.later);
    if there.is_empty() && !later.is_empty() {
        return Err(notice!("keymap-not-there", action = action.name()));
    }
    let homes: Vec<Context> = there.iter().map(|row| row.context).collect();
    let decides = keymap.danger_of(action) > 1;
    let everywhere = |home: &Context| matches!(home, Context::Global | Context::Leader);
    let fits = homes.iter().any(|home| {
        *home == context
            || (!decides && everywhere(home))
            || (!decides && everywhere(&context) && reaches_the_focus(*home))
            || (*home == Context::Pane && is_a_pane(context))
            || (is_a_pane(*home) && context == Context::Pane)
    });
    if fits {
        return Ok(());
    }
    let mut names: Vec<&str> = homes.iter().map(|home| home.name()).collect();
    names.dedup();
    Err(notice!(
        "keymap-nothing-there",
        action = action.name(),
        place = context.name(),
        places = names.join(", ")
    ))
}

/// Whether an action bound in this context also works from a global binding: such an action
/// goes to the focus.
fn reaches_the_focus(home: Context) -> bool {
    home == Context::Editor || home == Context::Pane || is_a_pane(home)
}

fn is_a_pane(context: Context) -> bool {
    matches!(
        context,
        Context::Tree
            | Context::Chat
            | Context::Diff
            | Context::Review
            | Context::Checkpoints
            | Context::Results
            | Context::Sessions
            | Context::Tasks
            | Context::Agents
            | Context::Memory
            | Context::Settings
    )
}
