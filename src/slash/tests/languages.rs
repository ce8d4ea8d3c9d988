//! Tests of the commands' output in languages other than English. Every reply and every refusal is
//! rendered in English and in the other language; only names may be common to both.

use std::collections::BTreeSet;

use super::{context, run};
use crate::l10n::Language;
use crate::l10n::tests::speaking;
use crate::protocol::query::Reply;
use crate::slash::{SLASH_COMMANDS, SlashOutcome};

/// Commands with a reply in the actor's wording. Paths, models and names given by the user are in
/// capitals: they stay untranslated.
const ANSWERS: &[(&str, &str)] = &[
    (
        "/route",
        "**Route** agent_mode hybrid_auto: the next run begins with `OLLAMA/QWEN`, as the mode says.\n\
         Last choice: Route: MISTRAL/M, the remote model: 2 edits did not apply or failed their checks (agent_mode hybrid_auto).\n\
         - own: `OLLAMA/QWEN`, on this machine\n\
         - remote: `MISTRAL/M`, elsewhere (HTTPS://MISTRAL); you are asked before anything goes there\n\
         - fallback to the remote model: a budget of tool calls without usable edits; 3 edits that do not apply; 3 calls that \
         do not fit the schema; a conversation that does not fit; a step over 900 ms",
    ),
    (
        "/route",
        "- remote: none is set (`remote_provider`, `remote_model`)\n- fallback: none, each run stays with its model",
    ),
    (
        "/prompts",
        "2026-07-01 12:30  write SRC/A.RS +3 -1  yes by key\n\
         2026-07-01 12:31  delete SRC/B.RS  no by rule\n\
         2026-07-01 12:32  delete 4 paths  on disk by timeout\n\
         2026-07-01 12:33  $ MAKE  open",
    ),
    (
        "/session changes",
        "**Before the import**\n\n\
         A record of the workspace that the session was exported from: it can be read, and nothing of it is written or taken \
         back here.\n\n\
         | when | file | by | lines | decided |\n|---|---|---|---:|---|\n\
         | 2026-07-01 12:30 UTC | `SRC/A.RS` made | you | +3 -1 | 2 accepted, 1 pending (not on the disk) |\n\
         | 2026-07-01 12:31 UTC | `SRC/B.RS` deleted | a command | +0 -9 | 1 rolled back, 2 rejected |\n\
         | 2026-07-01 12:32 UTC | `SRC/C.RS` bits 644 to 755 | unclear | +0 -0 |  |\n\n\
         - checkpoint #3 of 2026-07-01 12:30 UTC: before: accepted 1 hunk, 2 files\n\
         - you on `SRC/A.RS`: WHY SO?\n\n**Here**",
    ),
    ("/session changes", "Nothing was changed in this session."),
    ("/confirm status", "- `BASH(*)` in /HOME/ME/SETTINGS.JSON"),
];

/// Error texts in the wording of the actor and the layers below it.
const REFUSALS: &[&str] = &[
    "there is no file `NOPE.TXT`; look for it with list_files",
    "there is no file `NOPE.TXT`; did you mean `NOTE.TXT`?",
    "`A.PNG` is not UTF-8 text; leave it as it is, or look at it with shell_exec (`file`, `xxd`)",
    "`SRC` is a folder, not a file; see what is in it with list_files",
    "`../A` leaves the workspace; name a path inside the workspace, relative to its root and with `/`",
    "`.ENV` is on the block list (`.ENV`): it can be neither read nor written; work without it, or ask the user for what you \
     need from it",
    "cannot open `A`: Permission denied (os error 13); the user must change its permissions (`chmod u+w` on the file and its \
     folder)",
    "/A.JSON: /messages/3, line 4, column 9: `role` is missing; nothing was imported",
    "/A.JSON: line 1, column 1: version 9 is from a later build of agentichat; this one reads up to 1; nothing was imported",
    "/A.JSON cannot be read: No such file or directory (os error 2)",
    "/A.JSON is there already and was not written over; name another file",
    "the database is in use by another process; try again in a moment",
    "the disk is full and nothing was saved; free some space, then try again",
    "answering this broke; it is in the log",
    "the session is not open",
];

/// Words that are the same in both languages or are typed: commands, configuration keys, programs.
const SAME: &[&str] = &[
    "agent",
    "agent_mode",
    "agentichat",
    "allow",
    "archive",
    "auto",
    "base",
    "cache",
    "chmod",
    "clean",
    "code",
    "column",
    "commands",
    "config",
    "confirm",
    "conversation",
    "cost",
    "cvd",
    "debug",
    "default",
    "delete",
    "doctor",
    "edits",
    "enabled",
    "exclude",
    "export",
    "file",
    "folder",
    "fork",
    "git",
    "help",
    "hybrid_auto",
    "include",
    "index",
    "info",
    "json",
    "keyring",
    "line",
    "list",
    "load",
    "local",
    "markdown",
    "message",
    "messages",
    "mode",
    "call",
    "thinking",
    "version",
    "model",
    "models",
    "name",
    "number",
    "ollama",
    "page",
    "pages",
    "path",
    "plan",
    "port",
    "prompt",
    "provider",
    "providers",
    "qwen",
    "refuse",
    "remote",
    "remote_model",
    "remote_provider",
    "rename",
    "revoke",
    "review",
    "role",
    "route",
    "save",
    "search",
    "session",
    "set",
    "settings",
    "shell_exec",
    "show",
    "standard",
    "status",
    "stop",
    "table",
    "test",
    "text",
    "theme",
    "tokens",
    "trust",
    "unarchive",
    "undo",
    "url",
    "user",
    "value",
    "whoami",
    "workspace",
    "xxd",
    "word",
    "note",
    "none",
    "passthrough",
    "accept-edits",
    "first-last",
    "place",
    "shell",
    "sessions",
    "auth",
    "budget",
    "clear",
    "compact",
    "exit",
    "files",
    "machine",
    "part",
    "parts",
    "permission",
    "permissions",
    "question",
    "quit",
    "shop",
    "usage",
];

/// Returns the words of a text that are not all in capitals.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !(letter.is_alphabetic() || "_-'’".contains(letter)));
    words
        .filter(|word| word.chars().count() > 3 && word.chars().any(char::is_lowercase))
        .map(|word| word.to_lowercase())
        .collect()
}

/// Returns the English words left in the other language's version of a text.
fn english_left(say: impl Fn() -> Option<String>) -> Vec<String> {
    let english = words(&speaking(Language::English, &say).unwrap_or_default());
    let others = [Language::French, Language::Portuguese].into_iter();
    let left = others.flat_map(|language| {
        let theirs = words(&speaking(language, &say).unwrap_or_default());
        let both: Vec<String> = english.intersection(&theirs).cloned().collect();
        both.into_iter()
            .filter(|word| !SAME.contains(&word.as_str()))
            .map(move |word| format!("{}: {word}", language.code()))
    });
    left.collect()
}

/// Returns the text that a line shows for a reply, or at once.
fn shown(line: &str, reply: &Reply) -> Option<String> {
    match run(line, &context()) {
        SlashOutcome::Ask(_, formatter) | SlashOutcome::Checked(_, formatter, _) => {
            Some(formatter.render(reply))
        }
        SlashOutcome::Error(text)
        | SlashOutcome::Show(text)
        | SlashOutcome::Sure(text, _)
        | SlashOutcome::Done(_, text) => Some(text),
        _ => None,
    }
}

#[test]
fn no_answer_of_the_actor_is_shown_in_english_where_another_language_is_spoken() {
    for (line, text) in ANSWERS {
        let reply = Reply::Text {
            text: (*text).to_owned(),
            total_lines: 1,
        };
        let left = english_left(|| shown(line, &reply));
        assert_eq!(left, Vec::<String>::new(), "{line}: {text}");
        let as_it_was = speaking(Language::English, || shown(line, &reply));
        assert!(
            as_it_was.is_some_and(|shown| shown.contains(text)),
            "{line}: {text}"
        );
    }
}

#[test]
fn no_refusal_is_shown_in_english_where_another_language_is_spoken() {
    for reason in REFUSALS {
        let reply = Reply::Failed {
            reason: (*reason).into(),
        };
        let left = english_left(|| shown("/include NOPE.TXT", &reply));
        assert_eq!(left, Vec::<String>::new(), "{reason}");
    }
}

#[test]
fn the_parts_of_the_window_are_named_in_the_language() {
    let names = [
        "system prompt",
        "map of the workspace",
        "your instructions",
        "tools",
        "tool results",
        "pictures",
    ];
    let reply = Reply::Context {
        rows: Vec::new(),
        parts: names.map(|name| (name.into(), 512)).into(),
        limit: 400_096,
        kept: 1_024,
        left_out: 2,
        shortened: 3,
        counted: Some(1_100),
    };
    let left = english_left(|| shown("/context", &reply));
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn no_command_says_anything_in_english_where_another_language_is_spoken() {
    let failed = Reply::Failed {
        reason: "the session is not open".into(),
    };
    let mut left = Vec::new();
    for command in SLASH_COMMANDS {
        for arguments in [
            "", "Q", "Q W", "Q W E R", "status", "test", "list", "set", "delete", "show",
        ] {
            let line = format!("/{} {arguments}", command.name);
            let english = english_left(|| {
                // The usage text names what to type.
                let shown = shown(&line, &failed)?;
                Some(
                    shown
                        .split(&format!("/{} ", command.name))
                        .next()?
                        .to_owned(),
                )
            });
            left.extend(english.into_iter().map(|word| format!("{line}: {word}")));
        }
    }
    assert_eq!(left, Vec::<String>::new());
}
