//! Tests of the report.

use std::collections::BTreeMap;

use super::*;
use crate::app::ProgramRungs;
use notice::{Notice, notice};
use protocol::catalogue::ModelProbe;
use protocol::query::ProviderStatus;
use sandbox::attempts::Attempt;
use sandbox::compose::SandboxOffer;

fn provider(name: &str, usable: bool) -> ProviderReport {
    ProviderReport {
        status: ProviderStatus {
            provider: name.into(),
            address: "http://127.0.0.1:11434".into(),
            state: Notice::text(if usable {
                "ok (ollama 0.33.0)"
            } else {
                "refused"
            }),
            usable,
            latency_ms: usable.then_some(3),
            capabilities: None,
        },
        wanted: true,
        models: usable.then_some(2),
        key: None,
        next: (!usable).then(|| Notice::text("start it with ollama serve")),
    }
}

/// Returns what became of the attempts at a rung.
fn outcomes(stopped: impl Fn(Attempt) -> bool, rung: Rung) -> Vec<Outcome> {
    let of = |attempt: Attempt| Outcome {
        attempt,
        stopped: stopped(attempt),
        promised: attempt.is_stopped_by(rung),
    };
    Attempt::ALL.map(of).to_vec()
}

fn facts() -> DoctorFacts {
    let mut terminal = TerminalFacts::from_environment(&BTreeMap::from([
        ("TERM".to_owned(), "xterm-256color".to_owned()),
        ("COLORTERM".to_owned(), "truecolor".to_owned()),
        ("TMUX".to_owned(), "/tmp/tmux,1,0".to_owned()),
        ("LANG".to_owned(), "en_GB.UTF-8".to_owned()),
    ]));
    terminal.interactive = true;
    terminal.size = Some((120, 40));
    DoctorFacts {
        model: None,
        version: "0.1.0".into(),
        platform: "linux x86_64".into(),
        terminal,
        language: LanguageReport {
            code: "en".into(),
            from: notice!("origin-locale"),
        },
        workspace: WorkspaceReport {
            root: "/home/me/project".into(),
            detected_by: "git".into(),
            writable: true,
            config: "absent".into(),
            ignored: Vec::new(),
        },
        config: ConfigReport {
            files: vec![(
                "/home/me/.config/agentichat/config.yaml".into(),
                Presence::Absent,
            )],
            problems: Vec::new(),
        },
        keymap: KeymapReport::default(),
        sandbox: SandboxReport {
            offer: SandboxOffer {
                rung: Rung::Proposed,
                why: None,
            },
            programs: ProgramRungs {
                hooks: Rung::Namespaces,
                claude: Rung::Namespaces,
            },
            claude_has_own: false,
            attempts: outcomes(|_| true, Rung::Proposed),
            problem: None,
        },
        places: vec![
            PlaceReport {
                name: "state".into(),
                path: Notice::text("/home/me/project/.agentichat/state.db"),
                problem: None,
            },
            PlaceReport {
                name: "log".into(),
                path: Notice::text(
                    "/home/me/.local/share/agentichat/logs/agentichat.2026-01-02.log",
                ),
                problem: None,
            },
        ],
        programs: vec![
            ExternalProgram {
                name: "git".into(),
                version: Some("git 2.43.0".into()),
                link: "https://git-scm.com/downloads".into(),
            },
            ExternalProgram {
                name: "docker".into(),
                version: None,
                link: "https://docs.docker.com/get-docker".into(),
            },
        ],
        providers: vec![provider("ollama", true)],
        notices: Vec::new(),
    }
}

fn text(facts: &DoctorFacts) -> String {
    let mut out = Vec::new();
    show(facts, Format::Text, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns a provider that needs a key and has none.
fn openai_without_key() -> ProviderReport {
    let mut openai = provider("openai", false);
    openai.status.state = notice!("told-no-key-asked");
    openai.key = Some(KeyReport {
        variable: "OPENAI_API_KEY".into(),
        present: false,
        from: None,
    });
    openai
}

#[test]
fn a_sound_installation_is_ready() {
    assert_eq!(exit_status(&facts()), 0);
    insta::assert_snapshot!(text(&facts()));
}

#[test]
fn what_is_missing_is_told_with_what_to_do_next() {
    let mut facts = facts();
    facts.terminal = TerminalFacts::default();
    facts.terminal.interactive = true;
    facts.workspace.writable = false;
    facts.workspace.config = "untrusted".into();
    facts.workspace.ignored = vec!["rules.allow".into(), "sandbox".into()];
    facts.config.problems.push(
        ConfigProblem::error(
            ProblemLocation::File {
                path: "/home/me/.config/agentichat/config.yaml".into(),
                line: 2,
                column: 1,
            },
            Notice::text("there is no such key"),
        )
        .about("modle")
        .nearest_to(Some("model".into())),
    );
    facts.places[0].problem = Some(Notice::text("the disk is full"));
    facts.providers = vec![provider("ollama", false), openai_without_key()];
    facts.notices.push(Notice::text("there is no log"));
    assert_eq!(exit_status(&facts), 1);
    insta::assert_snapshot!(text(&facts));
}

#[test]
fn a_file_of_the_configuration_has_one_row_whatever_is_wrong_in_it() {
    let mut facts = facts();
    let file = facts.config.files[0].0.clone();
    facts.config.files[0].1 = Presence::Present;
    let fault = |line, what: &str| {
        let path = file.clone();
        let column = 1;
        ConfigProblem::error(
            ProblemLocation::File { path, line, column },
            Notice::text(what),
        )
    };
    facts.config.problems = vec![fault(1, "it is no list"), fault(4, "it is no word")];
    let text = text(&facts);
    let rows: Vec<&str> = text
        .lines()
        .filter(|row| row.contains(" config "))
        .collect();
    assert_eq!(
        rows,
        ["warn  config      /home/me/.config/agentichat/config.yaml:1:1"]
    );
    assert!(text.contains("→ it is no list\n"), "{text}");
    assert!(text.contains("→ line 4: it is no word\n"), "{text}");
    assert!(
        text.contains("→ a file with an error is ignored: fix it"),
        "{text}"
    );
}

#[test]
fn a_home_that_cannot_be_written_is_told_with_what_to_do() {
    let mut facts = facts();
    assert!(!text(&facts).contains("XDG_DATA_HOME"));
    facts.places[1].problem = Some(Notice::text("cannot be written (/proc: no)"));
    facts.places.push(PlaceReport {
        name: "keyring".into(),
        path: Notice::text("the kernel's"),
        problem: None,
    });
    let text = text(&facts);
    assert!(text.contains("warn  log "), "{text}");
    assert!(
        text.contains("→ fix the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME)"),
        "{text}"
    );
    let place = |words: &str| text.find(words).expect("a row");
    assert!(place("XDG_DATA_HOME") < place("keyring"), "{text}");
}

#[test]
fn a_provider_that_nobody_has_set_up_fails_nothing() {
    let mut facts = facts();
    let not_wanted = |name| ProviderReport {
        wanted: false,
        ..provider(name, false)
    };
    facts.providers = vec![not_wanted("ollama"), not_wanted("openai")];
    let without = text(&facts);
    assert!(!without.contains("fail"), "{without}");
    assert!(without.contains("-     openai"), "{without}");
    assert!(without.contains("No model connected."), "{without}");
    assert_eq!(exit_status(&facts), 1);
    facts.providers[1].wanted = true;
    assert!(text(&facts).contains("fail  openai"));
}

#[test]
fn a_server_without_models_cannot_be_used() {
    let mut facts = facts();
    facts.providers[0].models = Some(0);
    assert_eq!(exit_status(&facts), 1);
    facts.providers.push(provider("openai", true));
    assert_eq!(exit_status(&facts), 0);
}

#[test]
fn no_form_of_the_report_shows_a_secret_or_steers_a_terminal() {
    let mut facts = facts();
    facts.providers[0].status.address = "https://me:pass@host/v1".into();
    facts.providers[0].status.state = Notice::text("sk-abcdefghijklmnopqrstuvwx \u{1b}[2J refused");
    for format in [Format::Text, Format::Json] {
        let mut out = Vec::new();
        show(&facts, format, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            !text.contains("me:pass") && !text.contains("sk-abc"),
            "{text}"
        );
        assert!(
            !text.contains('\u{1b}') && !text.contains("\\u001b"),
            "{text}"
        );
    }
}

#[test]
fn the_json_form_says_whether_the_program_can_be_used() {
    let mut out = Vec::new();
    show(&facts(), Format::Json, &mut out).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(json["usable"], true);
    assert_eq!(json["providers"][0]["provider"], "ollama");
    assert_eq!(json["terminal"]["multiplexer"], "tmux");
    assert_eq!(json["programs"][1]["version"], serde_json::Value::Null);
}

#[test]
fn the_report_is_told_in_the_language_and_its_json_stays_as_it_is() {
    use l10n::testing::speaking;
    let mut facts = facts();
    facts.terminal.screen_reader = Some("ACCESSIBILITY_ENABLED".into());
    facts.workspace.config = "untrusted".into();
    facts.workspace.ignored = vec!["sandbox".into()];
    facts.keymap.rows = 2;
    let mut openai = openai_without_key();
    openai.next = Some(notice!("told-set-openai-key"));
    facts.providers.push(openai);
    facts.places.push(PlaceReport {
        name: "keyring".into(),
        path: config::keyring::kind(),
        problem: None,
    });
    let json = |facts: &DoctorFacts| {
        let mut out = Vec::new();
        show(facts, Format::Json, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let english = json(&facts);
    let (french, in_french) = speaking(l10n::Language::French, || (text(&facts), json(&facts)));
    assert_eq!(in_french, english);
    let rows = |text: &str| text.lines().count();
    assert_eq!(rows(&french), rows(&text(&facts)));
    insta::assert_snapshot!(french);
}

#[test]
fn the_model_of_new_sessions_has_a_row_with_what_a_probe_found_of_it() {
    let with = |probe: Option<ModelProbe>| {
        let mut facts = facts();
        facts.model = Some(ModelReport {
            provider: "ollama".into(),
            name: "tiny:1b".into(),
            probe,
        });
        facts
    };
    let found = |calls| ModelProbe {
        calls,
        calls_twice: Some(true),
        repeats_itself: Some(true),
        problem: None,
        probed_at: jiff::Timestamp::UNIX_EPOCH,
        elapsed_ms: 1,
    };
    let row = |facts: &DoctorFacts| {
        let text = text(facts);
        let mut lines = text.lines().skip_while(|line| !line.contains("tiny:1b"));
        let row = lines.next().unwrap_or_default().to_owned();
        (row, lines.next().unwrap_or_default().to_owned())
    };
    let not_probed = "-     model       ollama/tiny:1b was not probed; `agentichat models probe ollama/tiny:1b` tests \
                      its tool calls";
    assert_eq!(row(&with(None)).0, not_probed);
    let calls = "ok    model       ollama/tiny:1b calls tools natively, two at once; repeats a call after its result";
    assert_eq!(row(&with(Some(found(CallForm::Native)))).0, calls);
    let (warned, next) = row(&with(Some(found(CallForm::None))));
    assert!(
        warned.starts_with("warn  model       ollama/tiny:1b calls no tool"),
        "{warned}"
    );
    assert!(next.contains("choose another model"), "{next}");
}

#[test]
fn a_lower_rung_is_told_with_its_reason_and_what_it_does_not_stop() {
    let mut facts = facts();
    facts.sandbox = SandboxReport {
        offer: SandboxOffer {
            rung: Rung::Landlock,
            why: Some(notice!("box-no-namespaces")),
        },
        programs: ProgramRungs {
            hooks: Rung::Landlock,
            claude: Rung::Landlock,
        },
        claude_has_own: true,
        attempts: outcomes(
            |attempt| attempt.is_stopped_by(Rung::Landlock),
            Rung::Landlock,
        ),
        problem: None,
    };
    let report = text(&facts);
    assert!(report.contains("warn  sandbox     landlock:"), "{report}");
    assert!(report.contains("→ the system does not let this user make namespaces"));
    assert!(report.contains("ok    boundary    10 of 12 forbidden attempts were stopped"));
    assert!(
        report.contains(
            "warn  programs    hooks run at the level landlock, the claude program at landlock"
        ),
        "{report}"
    );
    assert!(report.contains("Claude Code's settings ask for its own sandbox"));
    assert!(report.contains("→ not stopped at this level: leave a process behind"));
}

#[test]
fn an_attempt_that_was_promised_to_be_stopped_and_was_not_fails() {
    let mut facts = facts();
    let stopped = |attempt| attempt != Attempt::ReadSecret;
    facts.sandbox.attempts = outcomes(stopped, Rung::Proposed);
    let report = text(&facts);
    assert!(report.contains("fail  boundary    11 of 12"), "{report}");
    assert!(report.contains("→ NOT STOPPED: read a key"), "{report}");
    facts.sandbox.problem = Some(Notice::text("the disk is full"));
    let report = text(&facts);
    assert!(
        report.contains("fail  boundary    the disk is full"),
        "{report}"
    );
}
