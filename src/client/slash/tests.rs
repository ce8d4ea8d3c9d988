//! Tests of the commands.

mod agents;
mod cache;
mod catalogue;
mod hooks;
mod host;
mod index;
mod languages;
mod memory;
mod servers;

use std::path::PathBuf;

use uuid::Uuid;

use super::aliases::ELSEWHERE;
use super::parse::{SlashError, parse};
use super::{FrontAction, FrontEnd, run};
use super::{SLASH_COMMANDS, SlashContext, SlashOutcome, find, is_command_line};
use notice::{Notice, notice};
use protocol::approval::{
    CommandSwitch, Mode, PolicyState, Rule, RuleEffect, RuleScope, Switch, TextSwitch,
};
use protocol::command::{Command, Toggle};
use protocol::context::ContextKind;
use protocol::ids::{ContextId, RuleId, SessionId, WorkspaceId};
use protocol::query::{GitFacts, Query, Reply, WorkspaceFacts};
use protocol::session::{
    DeletePolicy, ForkAt, SessionSettings, SessionStatus, SessionSummary, SettingsChange,
};
use protocol::session_list::{ListScope, SessionFilter, SessionGroup};
use protocol::usage::Usage;

#[test]
fn review_takes_a_branch_and_completes_it() {
    use super::Completion;
    use protocol::review::ReviewBase;
    let opened = |line: &str| match run(line, &context()) {
        SlashOutcome::Front(FrontAction::OpenReview(base)) => base,
        other => panic!("{other:?}"),
    };
    let branch = |name: &str| ReviewBase::Branch {
        branch: name.to_owned(),
    };
    assert_eq!(opened("/review"), ReviewBase::Open);
    assert_eq!(opened("/review main"), branch("main"));
    assert_eq!(opened("/review -p"), branch("-p"), "git decides what it is");
    assert!(error("/review main topic").contains("one branch"));
    let review = find("review").unwrap();
    assert_eq!(review.completion.after(&[]), Completion::Branches);
    assert_eq!(review.completion.after(&["main"]), Completion::Nothing);
}

fn context() -> SlashContext {
    SlashContext {
        front: FrontEnd::Screen,
        session: SessionId(Uuid::from_u128(1)),
        new_session: SessionId(Uuid::from_u128(2)),
        new_context: ContextId(Uuid::from_u128(3)),
        settings: SessionSettings {
            name: "auth".into(),
            cwd: PathBuf::from("/shop"),
            agent: "build".into(),
            provider: "ollama".into(),
            model: "qwen3:4b".into(),
            mode: Mode::Review,
            extra_prompt: String::new(),
            effort: Default::default(),
            known_as: Default::default(),
            agent_of: None,
        },
        status: SessionStatus::Idle,
        policy: PolicyState {
            mode: Mode::Review,
            mode_before: None,
            text: TextSwitch::Propose,
            command: CommandSwitch::Ask,
            text_until_next_message: false,
            command_until_next_message: true,
            rules: vec![Rule {
                id: RuleId(Uuid::from_u128(9)),
                effect: RuleEffect::Allow,
                pattern: "shell_exec(git status*)".into(),
                scope: RuleScope::Session,
            }],
        },
        context: Vec::new(),
        usage: Usage::default(),
        duration_ms: 0,
        pid: 4711,
        window: None,
        messages: 4,
        last_error: None,
        tasks: Default::default(),
        agents: Default::default(),
        custom: std::sync::Arc::from([]),
    }
}

fn summary() -> SessionSummary {
    SessionSummary {
        id: context().new_session,
        workspace: WorkspaceId("w".into()),
        settings: SessionSettings {
            name: "a | b".into(),
            ..context().settings
        },
        status: SessionStatus::Idle,
        created_at: jiff::Timestamp::UNIX_EPOCH,
        updated_at: jiff::Timestamp::UNIX_EPOCH,
        messages: 1_200,
        usage: Usage::default(),
        duration_ms: 62_000,
        pid: Some(4711),
        last_error: None,
        about: "make it fast".into(),
    }
}

fn commands(line: &str) -> Vec<Command> {
    match run(line, &context()) {
        SlashOutcome::Commands(commands) | SlashOutcome::Done(commands, _) => commands,
        other => panic!("{line}: {other:?}"),
    }
}

fn error(line: &str) -> String {
    match run(line, &context()) {
        SlashOutcome::Error(error) => error,
        other => panic!("{line}: {other:?}"),
    }
}

fn shown(line: &str) -> String {
    match run(line, &context()) {
        SlashOutcome::Show(text) => text,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn lines_are_taken_apart_with_quotes() {
    let parsed = parse("/Include  \"a b.rs\" 'c d' e\\ f").expect("a command");
    assert_eq!(parsed.name, "include");
    assert_eq!(parsed.arguments, ["a b.rs", "c d", "e f"]);
    assert_eq!(parse("/search \"\"").expect("a command").arguments, [""]);
    assert_eq!(parse("hello"), Err(SlashError::NoSlash));
    assert_eq!(parse("/ "), Err(SlashError::NoName));
    assert_eq!(parse("/search 'it"), Err(SlashError::OpenQuote('\'')));
}

#[test]
fn a_path_is_no_command_line() {
    assert!(is_command_line("/help"));
    assert!(is_command_line("/"));
    assert!(is_command_line("/nosuch thing"));
    assert!(!is_command_line("/usr/bin is a folder"));
    assert!(!is_command_line("help"));
    assert!(!is_command_line("/ 2"));
}

#[test]
fn the_name_of_another_tool_says_what_does_the_same_here() {
    assert!(error("/undo 2").ends_with("here it is /rollback"));
    assert!(error("/help continue").ends_with("here it is /session load"));
    assert_eq!(find("sessions").map(|command| command.name), Some("resume"));
    for (elsewhere, here) in ELSEWHERE {
        assert!(find(elsewhere).is_none(), "/{elsewhere} is one of ours");
        let mut words = here.split(' ');
        let command = find(words.next().expect("a name")).expect("a command");
        for word in words {
            let mut arguments = command.arguments.split(|c: char| !c.is_alphanumeric());
            let modes = Mode::ALL.map(Mode::word);
            assert!(
                arguments.any(|argument| argument == word) || modes.contains(&word),
                "/{here}"
            );
        }
    }
    let sorted = ELSEWHERE.is_sorted_by(|(one, _), (next, _)| one < next);
    assert!(sorted, "each once, in order");
}

#[test]
fn an_unknown_command_names_the_nearest() {
    assert!(error("/copi").contains("did you mean /copy?"));
    assert!(error("/modle").contains("did you mean /model?"));
    assert!(error("/serach x").contains("did you mean /search?"));
    assert!(error("/checkp").contains("did you mean /checkpoints?"));
    assert!(error("/help nosuch").contains("unknown command /nosuch"));
    // Without a similar name, nothing is suggested.
    for line in ["/xyz", "/x", "/help xyz"] {
        let why = error(line);
        assert!(
            !why.contains("did you mean") && why.contains("see /help"),
            "{why}"
        );
    }
}

#[test]
fn a_command_with_many_ways_has_one_row_in_the_list_and_tells_them_in_its_own_help() {
    let list = shown("/help");
    let usages = list.lines().filter_map(|row| row.strip_prefix("| `"));
    for usage in usages.filter_map(|row| row.split_once("` |")) {
        let usage = usage.0.replace("\\|", "|");
        assert!(usage.chars().count() < 40, "{usage}");
    }
    assert!(list.contains("| `/session …` |"), "{list}");
    assert!(shown("/help session").contains("archive|unarchive"));
}

#[test]
fn every_command_is_in_the_help_and_has_its_own_page() {
    let list = shown("/help");
    for command in SLASH_COMMANDS {
        assert!(
            list.contains(&format!("`/{}", command.name)),
            "{}",
            command.name
        );
        assert!(list.contains(command.help), "{}", command.name);
        let page = shown(&format!("/help /{}", command.name));
        assert!(page.contains(command.help));
        for alias in command.aliases {
            assert!(page.contains(alias));
            assert_eq!(find(alias).map(|found| found.name), Some(command.name));
        }
    }
    let mut names: Vec<&str> = SLASH_COMMANDS
        .iter()
        .flat_map(|command| {
            [command.name]
                .into_iter()
                .chain(command.aliases.iter().copied())
        })
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name is given twice");
}

#[test]
fn confirm_switches_shows_and_revokes() {
    let session = context().session;
    assert_eq!(
        commands("/confirm cmd off"),
        [Command::SetConfirm {
            session,
            switch: Switch::Command,
            on: Toggle::Off
        }]
    );
    assert_eq!(
        commands("/confirm ALL ON"),
        [Command::SetConfirm {
            session,
            switch: Switch::All,
            on: Toggle::On
        }]
    );
    let SlashOutcome::Ask(query, formatter) = run("/confirm status", &context()) else {
        panic!("it asks what runs unasked");
    };
    assert_eq!(query, Query::RunsUnasked { session });
    let shown = |lines: Vec<Notice>| formatter.render(&Reply::Lines { lines });
    let unasked = Notice::text("- `Bash(ls)` in /home/me/.claude/settings.json");
    assert!(shown(vec![unasked]).contains("**Runs without a question**"));
    let status = shown(Vec::new());
    assert!(status.contains("**Mode** review"));
    assert!(status.contains("ask first, until your next message"));
    assert!(status.contains("1. allow `shell_exec(git status*)` (this session)"));
    assert_eq!(
        commands("/confirm revoke 1"),
        [Command::RevokeRule {
            session,
            rule: RuleId(Uuid::from_u128(9))
        }]
    );
    assert!(error("/confirm revoke 2").contains("lists 1 to 1"));
    assert!(error("/confirm text").contains("Usage: /confirm"));
    let mut plan = context();
    plan.policy.mode = Mode::Plan;
    assert!(matches!(
        run("/confirm text on", &plan),
        SlashOutcome::Error(why) if why.contains("plan mode")
    ));
}

#[test]
fn modes_are_named_by_their_words() {
    assert!(matches!(
        commands("/mode accept-edits").as_slice(),
        [Command::SetMode {
            mode: Mode::AcceptEdits,
            ..
        }]
    ));
    assert!(matches!(
        commands("/mode auto").as_slice(),
        [Command::SetMode {
            mode: Mode::Auto,
            ..
        }]
    ));
    let words = "plan, review, auto, confirm, accept-edits, passthrough";
    assert!(error("/mode always").contains(words));
}

#[test]
fn a_file_is_included_with_its_lines_and_excluded_by_its_path() {
    let SlashOutcome::Checked(query, formatter, included) =
        run("/include \"src/a b.rs:10-40\"", &context())
    else {
        panic!("a file is looked at first");
    };
    assert!(
        matches!(query, Query::BufferText { path, start_line: 10, .. } if path == "src/a b.rs")
    );
    let reply = Reply::Text {
        text: "let a = 1;\n".into(),
        total_lines: 212,
    };
    let said = formatter.render(&reply);
    assert!(
        said.starts_with("Included `src/a b.rs:10-40` (212 lines in the file)"),
        "{said}"
    );
    let [Command::IncludeContext { row, .. }] = included.as_slice() else {
        panic!("{included:?}");
    };
    assert_eq!(row.kind, ContextKind::Selection);
    assert_eq!(row.file_path, "src/a b.rs");
    assert_eq!((row.start_line, row.end_line), (Some(10), Some(40)));
    assert!(error("/include a.rs:40-10").contains("is not a line range"));
    assert!(error("/exclude a.rs").contains("not included"));

    let mut with_row = context();
    with_row.context.push(row.clone());
    assert!(matches!(
        run("/exclude 'src/a b.rs'", &with_row),
        SlashOutcome::Done(commands, text)
            if commands.len() == 1 && text.contains("Excluded `src/a b.rs:10-40`")
    ));
    assert!(matches!(
        run("/include 'src/a b.rs:10-40'", &with_row),
        SlashOutcome::Error(why) if why.contains("already included")
    ));
    let SlashOutcome::Sure(question, cleaned) = run("/session clean", &with_row) else {
        panic!("it is asked about first");
    };
    assert!(
        question.starts_with("Forget this conversation"),
        "{question}"
    );
    assert!(matches!(
        cleaned.as_slice(),
        [
            Command::ClearMessages { .. },
            Command::ExcludeContext { .. },
            Command::CleanCache { .. },
            Command::AddNotice { .. }
        ]
    ));
    assert!(matches!(
        run("/files", &with_row),
        SlashOutcome::Show(text) if text.contains("`src/a b.rs:10-40`")
    ));
}

#[test]
fn the_size_of_a_model_is_said_where_it_is_known() {
    use super::model_size;
    assert_eq!(model_size(0), "");
    assert_eq!(model_size(1), "1 KB");
    assert_eq!(model_size(274_302_450), "274 MB");
    assert_eq!(model_size(999_499_999), "999 MB");
    assert_eq!(model_size(999_500_000), "1.0 GB");
    assert_eq!(model_size(4_661_224_676), "4.7 GB");
    assert!(model_size(u64::MAX).ends_with(" GB"));
}

fn change(line: &str) -> SettingsChange {
    match commands(line).as_slice() {
        [Command::ConfigureSession { session, change }] => {
            assert_eq!(*session, context().session);
            change.clone()
        }
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn each_setting_of_a_session_is_set_by_a_command_and_nothing_else_with_it() {
    let nothing = SettingsChange::default;
    let folder = || SettingsChange {
        cwd: Some("crates/a b".into()),
        ..nothing()
    };
    assert_eq!(change("/cwd \"crates/a b\""), folder());
    assert_eq!(change("/session set folder \"crates/a b\""), folder());
    let named = SettingsChange {
        name: Some("the docs, again".into()),
        ..nothing()
    };
    assert_eq!(change("/session set name the docs, again"), named);
    let both = SettingsChange {
        provider: Some("openai".into()),
        model: Some("gpt".into()),
        ..nothing()
    };
    assert_eq!(change("/session set provider openai gpt"), both);
    let mode = SettingsChange {
        mode: Some(Mode::AcceptEdits),
        ..nothing()
    };
    assert_eq!(change("/session set mode accept-edits"), mode);
    let question = |text: &str| SettingsChange {
        extra_prompt: Some(text.into()),
        ..nothing()
    };
    assert_eq!(
        change("/session set prompt answer in \"verse\""),
        question("answer in \"verse\"")
    );
    assert_eq!(change("/session set prompt none"), question(""));
    for line in [
        "/session set",
        "/session set name",
        "/session set mode wild",
        "/session set colour red",
        "/session set folder a b",
        "/cwd a b",
    ] {
        assert!(
            matches!(run(line, &context()), SlashOutcome::Error(_)),
            "{line}"
        );
    }
    assert!(
        matches!(run("/cwd", &context()), SlashOutcome::Show(text) if text.contains("start in `"))
    );
    assert!(matches!(
        run("/session settings", &context()),
        SlashOutcome::Front(FrontAction::OpenSessionSettings)
    ));
    assert!(matches!(
        run("/session changes", &context()),
        SlashOutcome::Ask(Query::Changes { .. }, _)
    ));
}

#[test]
fn models_and_sessions_are_chosen() {
    assert!(matches!(
        run("/model", &context()),
        SlashOutcome::Front(FrontAction::OpenModelPicker)
    ));
    assert!(matches!(
        commands("/model ollama/hf.co/x/y").as_slice(),
        [Command::SetModel { provider: None, model, .. }] if model == "hf.co/x/y"
    ));
    assert!(matches!(
        commands("/use llamacpp").as_slice(),
        [Command::SetModel { provider: Some(provider), model, .. }]
            if provider == "llamacpp" && model.is_empty()
    ));
    assert!(matches!(
        commands("/session fork 12").as_slice(),
        [Command::ForkSession { new, at: ForkAt::Number { number: 12 }, .. }]
            if *new == context().new_session
    ));
    assert!(matches!(
        run("/session delete --force", &context()),
        SlashOutcome::Sure(question, yes)
            if question.contains("even if it runs or waits for you")
                && matches!(yes.as_slice(), [Command::DeleteSession { how: DeletePolicy::Forced, .. }])
    ));
    assert!(matches!(
        run("/session delete", &context()),
        SlashOutcome::Sure(question, yes)
            if question.starts_with("Delete the session")
                && matches!(yes.as_slice(), [Command::DeleteSession { how: DeletePolicy::Carefully, .. }])
    ));
    assert!(error("/session delete docs").contains("only --force"));
    assert!(matches!(
        commands("/session prompt be  brief").as_slice(),
        [Command::ConfigureSession { change, .. }] if change.extra_prompt.as_deref() == Some("be  brief")
    ));
    assert!(matches!(
        commands("/export 'a b.md'").as_slice(),
        [Command::ExportSession { path: Some(path), .. }] if path == &PathBuf::from("a b.md")
    ));
    assert!(error("/import").contains("/import <path>"));
    assert!(matches!(
        run("/session list archived everywhere", &context()),
        SlashOutcome::Ask(
            Query::SessionList {
                filter: SessionFilter::Archived,
                scope: ListScope::Everywhere
            },
            _
        )
    ));
    assert!(error("/session list nosuch").contains("nosuch"));
    assert!(matches!(
        run("/session search  retry  policy", &context()),
        SlashOutcome::Ask(Query::SearchSessions { text, .. }, _) if text == "retry  policy"
    ));
    assert!(error("/session search ??").contains("nothing to search for"));
    assert!(matches!(
        commands("/session rename new name").as_slice(),
        [Command::RenameSession { name, .. }] if name == "new name"
    ));
    assert!(matches!(
        run("/session load docs", &context()),
        SlashOutcome::SwitchSession(which) if which == "docs"
    ));
    assert!(matches!(
        run("/exit", &context()),
        SlashOutcome::Front(FrontAction::Quit)
    ));
}

fn asked(line: &str, reply: &Reply) -> String {
    match run(line, &context()) {
        SlashOutcome::Ask(_, formatter) => formatter.render(reply),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn search_takes_its_text_as_it_stands() {
    assert!(matches!(
        run("/search fn  main() {", &context()),
        SlashOutcome::Front(FrontAction::OpenSearch(text)) if text == "fn  main() {"
    ));
    assert!(matches!(
        run("/search", &context()),
        SlashOutcome::Error(why) if why.contains("/search <text>")
    ));
}

#[test]
fn no_fence_in_a_text_ends_the_block_that_shows_it() {
    let reply = Reply::Lines {
        lines: vec![Notice::text("```"), Notice::text("# not a heading")],
    };
    let text = asked("/prompts", &reply);
    assert_eq!(text, "````\n```\n# not a heading\n````");
}

#[test]
fn replies_become_markdown_and_failures_are_said() {
    let failed = Reply::Failed {
        reason: Notice::text("the store is busy"),
    };
    let questions = [
        "/prompts",
        "/models",
        "/context",
        "/index",
        "/session list",
        "/session whoami",
        "/session debug",
        "/workspace",
        "/workspace info",
        "/workspace list",
    ];
    for line in questions {
        assert!(asked(line, &failed).contains("the store is busy"), "{line}");
    }
    let reply = Reply::Workspace {
        facts: WorkspaceFacts {
            root: PathBuf::from("/shop"),
            detected_by: "git".into(),
            trusted: false,
            writable: true,
            git: Some(GitFacts {
                branch: "main".into(),
                ..GitFacts::default()
            }),
            programs: Vec::new(),
            attached_to: None,
            in_memory: false,
            instructions: Vec::new(),
            kind: Default::default(),
        },
    };
    assert_eq!(
        asked("/session whoami", &reply),
        "- provider: ollama/qwen3:4b\n- workspace: `/shop`\n- branch: main"
    );
    let reply = Reply::Context {
        rows: Vec::new(),
        parts: vec![
            (notice!("part-system"), 512),
            (Notice::text("messages"), 512),
        ],
        limit: 4_096,
        kept: 1_024,
        left_out: 0,
        shortened: 0,
        counted: Some(1_100),
    };
    let text = asked("/context", &reply);
    let gauge = format!("`[{}{}{}]`", "a".repeat(6), "b".repeat(6), ".".repeat(36));
    assert!(text.contains("~1,024 of 4,096 tokens, 25 %"), "{text}");
    assert!(text.contains(&gauge), "{text}");
    assert!(text.contains("| . | free | ~3,072 | 75 % |"), "{text}");
    assert!(text.contains("counts 1,100 tokens"), "{text}");
    let in_lines = SlashContext {
        front: FrontEnd::Lines,
        ..context()
    };
    let SlashOutcome::Ask(_, formatter) = run("/context", &in_lines) else {
        panic!("it asks");
    };
    let words = formatter.render(&reply);
    assert!(
        words.contains("- free: ~3,072 tokens, 75 % of the window"),
        "{words}"
    );
    assert!(
        !words.contains("...") && !words.contains("| "),
        "no gauge, no table: {words}"
    );
}

#[test]
fn what_only_a_front_end_can_do_is_asked_of_it_with_what_was_named() {
    let front = |line: &str| match run(line, &context()) {
        SlashOutcome::Front(action) => action,
        other => panic!("{line}: {other:?}"),
    };
    let text = str::to_owned;
    assert_eq!(front("/resend"), FrontAction::Resend(None));
    assert_eq!(front("/resend #2"), FrontAction::Resend(Some(2)));
    assert_eq!(front("/edit"), FrontAction::EditMessage);
    assert_eq!(front("/find a  b"), FrontAction::FindHere(text("a  b")));
    assert_eq!(front("/tree ."), FrontAction::OpenTree(String::new()));
    assert_eq!(front("/tree src/"), FrontAction::OpenTree(text("src")));
    assert_eq!(front("/files val"), FrontAction::OpenFiles(text("val")));
    assert_eq!(
        front("/provider key openai"),
        FrontAction::EnterKey(text("openai"))
    );
    assert_eq!(front("/attach none"), FrontAction::AttachNone);
    for line in [
        "/attach a\\ b.png",
        "/attach \"a b.png\"",
        "/attach a b.png",
    ] {
        assert_eq!(
            front(line),
            FrontAction::Attach(text("/shop/a b.png")),
            "{line}"
        );
    }
    assert_eq!(
        front("/attach /tmp/c.png"),
        FrontAction::Attach(text("/tmp/c.png"))
    );
    assert!(error("/resend 0").contains("1 is the last one"));
    assert!(error("/find").contains("nothing to search for"));
}

#[test]
fn a_theme_is_shown_chosen_and_kept() {
    use super::ThemeRequest;
    let wish = |line: &str| match run(line, &context()) {
        SlashOutcome::Front(FrontAction::Theme(wish)) => wish,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(wish("/theme"), ThemeRequest::default());
    let named = ThemeRequest {
        name: Some("hc".into()),
        ..ThemeRequest::default()
    };
    assert_eq!(wish("/theme hc"), named);
    assert_eq!(
        wish("/theme hc save"),
        ThemeRequest {
            keep: true,
            ..named
        }
    );
    let palette = ThemeRequest {
        palette: Some("cvd"),
        ..ThemeRequest::default()
    };
    assert_eq!(wish("/theme palette cvd"), palette);
    assert!(wish("/theme save").keep);
    for line in [
        "/theme palette red",
        "/theme a b",
        "/theme save hc",
        "/theme palette",
    ] {
        let SlashOutcome::Error(why) = run(line, &context()) else {
            panic!("{line}");
        };
        assert!(why.contains("Usage: /theme"), "{why}");
    }
}

#[test]
fn the_list_of_sessions_tells_each_on_lines_of_its_own_at_any_width() {
    let row = summary();
    let id = row.id;
    let reply = Reply::SessionList {
        groups: vec![SessionGroup {
            workspace: WorkspaceId("w".into()),
            root: "/w".into(),
            sessions: vec![row],
            held: Vec::new(),
            problem: None,
        }],
    };
    let text = asked("/session list", &reply);
    let first = text.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("- **a \\| b** ") && first.contains("1,200 messages"),
        "{text}"
    );
    assert!(first.contains("cost unknown"), "{text}");
    assert_eq!(text.lines().nth(1), Some("  `make it fast`  "));
    let last = text.lines().nth(2).unwrap_or_default();
    assert!(
        last.contains("changed ") && last.contains(&id.to_string()),
        "{text}"
    );
    assert!(!text.contains("|---"), "no table\n{text}");
    assert!(
        last.contains("worked 1 min 2 s, open in process 4711,"),
        "{text}"
    );
}

#[test]
fn a_session_tells_its_process_and_how_long_its_runs_took() {
    let context = SlashContext {
        duration_ms: 62_000,
        ..context()
    };
    let SlashOutcome::Show(text) = run("/session", &context) else {
        panic!("nothing is shown");
    };
    assert!(text.contains("- working time: 1 min 2 s\n"), "{text}");
    assert!(text.contains("- process: 4711\n"), "{text}");
}

#[test]
fn help_about_a_topic_shows_its_page_and_a_command_of_that_name_before_it() {
    let shown = |line: &str| match run(line, &context()) {
        SlashOutcome::Show(text) => text,
        other => panic!("{other:?}"),
    };
    assert!(shown("/help").contains("first-steps, headless"));
    assert!(shown("/help safety").starts_with("# "));
    let review = shown("/help review");
    let (usage, page) = review
        .split_once("\n\n# ")
        .expect("a page behind the usage");
    assert!(
        usage.starts_with("`/review") && page.starts_with("Review"),
        "{review}"
    );
    assert!(matches!(
        run("/help revieww", &context()),
        SlashOutcome::Error(why) if why.contains("review")
    ));
}
