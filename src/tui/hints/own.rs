//! Keys of what takes every key itself: they are in no table of bindings, and cannot be bound to others.

/// A key and the id of the message that says what it does there.
pub type OwnKey = (&'static str, &'static str);

/// Where a line is looked for while it is typed, or shows fewer rows.
pub const SEARCH_KEYS: &[OwnKey] = &[("Enter", "hint-search"), ("Esc", "hint-back")];

/// Where a filter is typed.
pub const FILTER_KEYS: &[OwnKey] = &[("Enter", "hint-filter"), ("Esc", "hint-back")];

/// Where a name is typed.
pub const NAME_KEYS: &[OwnKey] = &[("Enter", "hint-name"), ("Esc", "hint-back")];

/// Where the word is typed that a rollback of everything wants.
pub const WORD_KEYS: &[OwnKey] = &[("Enter", "hint-roll-back"), ("Esc", "hint-back")];

/// Before what cannot be taken back.
pub const SURE_KEYS: &[OwnKey] = &[("y", "hint-yes"), ("n", "hint-no"), ("Esc", "hint-back")];

/// Where keys are tried.
pub const KEY_TEST_KEYS: &[OwnKey] = &[("Space", "hint-did-not-come"), ("Esc", "hint-close")];

/// In the settings of one session.
pub const SESSION_FORM_KEYS: &[OwnKey] = &[
    ("Tab", "hint-next"),
    ("Ctrl+S", "hint-save"),
    ("Esc", "hint-back"),
];

/// Over what a save would write.
pub const SUMMARY_KEYS: &[OwnKey] = &[
    ("y", "hint-write"),
    ("d", "hint-difference"),
    ("j k", "hint-scroll"),
    ("Esc", "hint-back"),
];

/// Where nothing can be done but wait, or leave it.
pub const WAIT_KEYS: &[OwnKey] = &[("Esc", "hint-back")];

/// Where one of some ways on is chosen.
pub const CHOICE_KEYS: &[OwnKey] = &[
    ("Enter", "hint-take"),
    ("j k", "hint-move"),
    ("Esc", "hint-back"),
];

/// Where a comment is typed.
pub const COMMENT_KEYS: &[OwnKey] = &[
    ("Enter", "hint-keep"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Where a text is edited.
pub const EDIT_KEYS: &[OwnKey] = &[("Ctrl+S", "hint-keep"), ("Esc", "hint-back")];

/// Where the reason of a refusal is typed.
pub const REASON_KEYS: &[OwnKey] = &[
    ("Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// The same where the bar came up by itself: there Enter counts only after the key that takes the bar.
pub const UNTAKEN_REASON_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-reject"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Where it is chosen how far "always" reaches, and the bar came up by itself.
pub const UNTAKEN_SCOPES_KEYS: &[OwnKey] = &[
    ("j", "hint-next"),
    ("k", "hint-previous"),
    ("F2, Enter", "hint-take"),
    ("Esc", "hint-back"),
];

/// Where a command is changed in a bar that came up by itself.
pub const UNTAKEN_COMMAND_KEYS: &[OwnKey] = &[
    ("F2, Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Where a command is changed before it runs.
pub const COMMAND_KEYS: &[OwnKey] = &[
    ("Enter", "hint-run"),
    ("Ctrl+J", "hint-new-line"),
    ("Esc", "hint-back"),
];

/// Where the word is typed that is a yes.
pub const APPROVE_KEYS: &[OwnKey] = &[("Enter", "hint-approve"), ("Esc", "hint-back")];

/// Where a question is answered.
pub const ANSWER_KEYS: &[OwnKey] = &[
    ("Enter", "hint-answer"),
    ("Esc", "hint-later"),
    ("Tab S", "hint-skip"),
];

/// Where an answer is typed that is none of the options.
pub const OTHER_ANSWER_KEYS: &[OwnKey] = &[("Enter", "hint-answer"), ("Esc", "hint-back")];
