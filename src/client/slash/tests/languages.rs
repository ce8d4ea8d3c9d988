//! Tests of the commands' output in languages other than English. Every reply and every refusal is
//! rendered in English and in the other language; only names may be common to both.

use std::collections::BTreeSet;

use super::{context, run};
use crate::slash::{SLASH_COMMANDS, SlashOutcome};
use l10n::Language;
use l10n::testing::speaking;
use notice::{Notice, notice};
use protocol::query::Reply;

/// Errors of the actor and the layers below it.
fn refusals() -> Vec<Notice> {
    let not_read = notice!("told-os-absent", word = 2);
    vec![
        notice!("told-file-none", path = "NOPE.TXT"),
        notice!(
            "told-file-none-near",
            path = "NOPE.TXT",
            places = "`NOTE.TXT`"
        ),
        notice!(
            "told-file-is",
            path = "A.PNG",
            why = notice!("told-is-no-text"),
            why_next = notice!("told-next-leave")
        ),
        notice!(
            "told-file-is",
            path = "SRC",
            why = notice!("told-is-folder"),
            why_next = notice!("told-next-look-in")
        ),
        notice!(
            "told-path-outside",
            path = "../A",
            why = notice!("told-path-leaves")
        ),
        notice!("told-path-blocked", path = ".ENV", rule = ".ENV"),
        notice!(
            "told-file-cannot",
            why = notice!("told-doing-open"),
            path = "A",
            why_system = notice!("told-os-denied", word = 13),
            why_next = notice!("told-next-permissions")
        ),
        notice!(
            "told-import-at",
            path = "/A.JSON",
            rest = "/messages/3",
            number = 4,
            word = 9,
            why = notice!("told-document-missing", word = "role")
        ),
        notice!(
            "told-import-line",
            path = "/A.JSON",
            number = 1,
            word = 1,
            why = notice!("told-document-later", word = 9, number = 1)
        ),
        notice!("told-path-not-read", path = "/A.JSON", why = not_read),
        notice!("told-export-there", path = "/A.JSON"),
        notice!("told-store-busy"),
        notice!("told-store-full"),
        notice!("told-broke-answering"),
        notice!("told-session-not-open"),
    ]
}

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
    "read",
    "running",
    "tell",
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
    "offer",
    "start",
    "withdraw",
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
    "minimal",
    "low",
    "medium",
    "high",
    "xhigh",
    "after",
    "describe",
    "done",
    "pending",
    "priority",
    "start",
    "drop",
    "forget",
    "inbox",
    "item",
    "keep",
    "kept",
    "recall",
    "refused",
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
fn a_reply_of_lines_is_said_in_the_language_and_names_stay() {
    let row = notice!(
        "command-change-row",
        when = "2026-07-01 12:32 UTC",
        file = notice!(
            "command-change-bits",
            path = "`SRC/C.RS`",
            from = "644",
            to = "755"
        ),
        author = notice!("author-unclear"),
        added = 3,
        removed = 0,
        decided = notice!(
            "command-change-decided",
            count = 2,
            state = "rolled-back",
            apart = notice!("command-change-apart")
        ),
    );
    let reply = Reply::Lines {
        lines: vec![
            notice!("told-changes-head"),
            row,
            notice!(
                "command-question-row",
                when = "2026-07-01 12:32",
                summary = "$ MAKE",
                answer = notice!("command-answer", answer = "on-disk", by = "timeout")
            ),
            notice!(
                "told-target-elsewhere",
                address = "HTTPS://MISTRAL",
                why = notice!("told-target-asked")
            ),
        ],
    };
    for line in ["/route", "/prompts", "/session changes", "/confirm status"] {
        let left = english_left(|| shown(line, &reply));
        assert_eq!(left, Vec::<String>::new(), "{line}");
        let english = speaking(Language::English, || shown(line, &reply)).unwrap_or_default();
        for part in [
            "`SRC/C.RS` bits 644 to 755 | unclear | +3 -0 | 2 rolled back (not on the disk) |",
            "$ MAKE  on disk by timeout",
            "elsewhere (HTTPS://MISTRAL); you are asked before anything goes there",
        ] {
            assert!(english.contains(part), "{line}: {part}: {english}");
        }
    }
}

#[test]
fn no_refusal_is_shown_in_english_where_another_language_is_spoken() {
    for reason in refusals() {
        let reply = Reply::Failed {
            reason: reason.clone(),
        };
        let left = english_left(|| shown("/include NOPE.TXT", &reply));
        assert_eq!(left, Vec::<String>::new(), "{reason}");
    }
}

#[test]
fn the_parts_of_the_window_are_named_in_the_language() {
    let names = [
        notice!("part-system"),
        notice!("part-map"),
        notice!("part-own"),
        notice!("part-tools"),
        notice!("part-results"),
        notice!("part-pictures"),
    ];
    let reply = Reply::Context {
        rows: Vec::new(),
        parts: names.map(|name| (name, 512)).into(),
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
        reason: notice!("told-session-not-open"),
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
