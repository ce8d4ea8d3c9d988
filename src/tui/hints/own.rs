//! Keys of dialogs that handle every key themselves: these keys are in no table of bindings, and
//! cannot be rebound.

/// A key and the id of the message that describes its effect.
pub type OwnKey = (&'static str, &'static str);

/// Keys while a search text is typed, or a typed text narrows the rows.
pub const SEARCH_KEYS: &[OwnKey] = &[("Enter", "hint-search"), ("Esc", "hint-back")];

/// Keys while a filter is typed.
pub const FILTER_KEYS: &[OwnKey] = &[("Enter", "hint-filter"), ("Esc", "hint-back")];

/// Keys while a name is typed.
pub const NAME_KEYS: &[OwnKey] = &[("Enter", "hint-name"), ("Esc", "hint-back")];

/// Keys while the word is typed that confirms a rollback of everything.
pub const WORD_KEYS: &[OwnKey] = &[("Enter", "hint-roll-back"), ("Esc", "hint-back")];

/// Keys before an action that cannot be taken back.
pub const SURE_KEYS: &[OwnKey] = &[("y", "hint-yes"), ("n", "hint-no"), ("Esc", "hint-back")];

/// Keys of the key test.
pub const KEY_TEST_KEYS: &[OwnKey] = &[("Space", "hint-did-not-come"), ("Esc", "hint-close")];

/// Keys of the settings of one session.
pub const SESSION_FORM_KEYS: &[OwnKey] = &[
    ("Tab", "hint-next"),
    ("Ctrl+S", "hint-save"),
    ("Esc", "hint-back"),
];

/// Keys of the summary of what applying would write.
pub const SUMMARY_KEYS: &[OwnKey] = &[
    ("y", "hint-apply"),
    ("d", "hint-difference"),
    ("j k", "hint-scroll"),
    ("Esc", "hint-back"),
];

/// Keys when the user can only wait or leave.
pub const WAIT_KEYS: &[OwnKey] = &[("Esc", "hint-back")];

/// Keys of a choice among several ways to proceed.
pub const CHOICE_KEYS: &[OwnKey] = &[
    ("Enter", "hint-take"),
    ("j k", "hint-move"),
    ("Esc", "hint-back"),
];

/// Keys while a comment is typed.
pub const COMMENT_KEYS: &[OwnKey] = &[
    ("Enter", "hint-keep"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while a text is edited.
pub const EDIT_KEYS: &[OwnKey] = &[("Ctrl+S", "hint-keep"), ("Esc", "hint-back")];

/// Keys while the reason of a refusal is typed.
pub const REASON_KEYS: &[OwnKey] = &[
    ("Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while a reason is typed in a bar that came up by itself: there Enter counts only after the
/// key that takes the bar.
pub const UNTAKEN_REASON_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys of the choice of scope for "always" in a bar that came up by itself.
pub const UNTAKEN_SCOPES_KEYS: &[OwnKey] = &[
    ("j", "hint-next"),
    ("k", "hint-previous"),
    ("F2, Enter", "hint-take"),
    ("Esc", "hint-back"),
];

/// Keys while a command is edited in a bar that came up by itself.
pub const UNTAKEN_COMMAND_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while a command is edited before it runs.
pub const COMMAND_KEYS: &[OwnKey] = &[
    ("Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Keys while the word is typed that means yes.
pub const APPROVE_KEYS: &[OwnKey] = &[("Enter", "hint-approve"), ("Esc", "hint-back")];

/// Keys while a question is answered.
pub const ANSWER_KEYS: &[OwnKey] = &[
    ("Enter", "hint-answer"),
    ("Esc", "hint-later"),
    ("Tab S", "hint-skip"),
];

/// Keys while an answer is typed that is none of the options.
pub const OTHER_ANSWER_KEYS: &[OwnKey] = &[("Enter", "hint-answer"), ("Esc", "hint-back")];
