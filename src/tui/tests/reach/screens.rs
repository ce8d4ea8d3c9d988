//! Lists every screen by name: the contexts of the key table, the screens that keys open, and those
//! that other events bring up. The tests of appearance and resizing use this list; a new screen
//! needs a line of its own unless it is a context.

use super::super::{context, files, frozen, note, prompts, splits, stall, writes};
use super::*;
use crate::dialog::palette::tests::palette;
use crate::dialog::settings::tests::screens::states as states_of_settings;
use crate::dialog::start_screen::tests::{search, states as states_of_start, without_model};
use notice::Notice;
use protocol::approval::Risk;
use protocol::query::{FileMatch, FileNote, ModelLists};
use protocol::session::SessionStatus;
use protocol::stream::ModelInfo;

/// Size at which screens are opened.
pub(super) const OPENED: (u16, u16) = (150, 40);

const OPENED_BY_KEYS: [(&str, &str); 12] = [
    ("help", "Ctrl+X ?"),
    ("palette", "Alt+X"),
    ("modes", "Ctrl+X a"),
    ("jump", "Ctrl+X j"),
    ("form", "Ctrl+X b e"),
    ("summary", "F7 w"),
    ("comment", "F7 n n c"),
    ("edit", "F7 n n e"),
    ("apply_all", "F7 A"),
    ("zoomed", "F4"),
    ("split", "Ctrl+X 2"),
    ("sure", "/ s e s s i o n Space d e l e t e Enter"),
];

/// Screens that keys open over the settings: the other pages, and the dialogs over them.
const OVER_SETTINGS: [(&str, &str); 9] = [
    ("settings_models", "Tab"),
    ("settings_agents", "Tab Tab"),
    ("settings_keys", "Tab Tab Tab"),
    ("settings_theme", "Tab Tab Tab Tab"),
    ("settings_policy", "Shift+Tab"),
    ("settings_wizard", "Tab a Enter m i n e Enter Enter 7 Enter"),
    ("settings_key", "Down a q u i e t"),
    ("settings_capture", "Tab Tab Tab Down Enter"),
    ("settings_leaving", "Space q"),
];

/// Returns every screen with its name.
pub(super) fn screens() -> Vec<(String, TuiHarness)> {
    let keymap = Keymap::embedded().unwrap();
    let mut out = Vec::new();
    for context in Context::ALL {
        let mut rows = keymap.all().iter().filter(|row| !row.later);
        if let Some(row) = rows.find(|row| row.context == *context) {
            out.push((context.name().to_owned(), place(row)));
        }
    }
    for (name, keys) in OPENED_BY_KEYS {
        let mut harness = TuiHarness::reviewed(OPENED.0, OPENED.1);
        harness.press(keys);
        out.push((name.to_owned(), harness));
    }
    for (name, keys) in OVER_SETTINGS {
        let mut harness = settings();
        harness.press(keys);
        out.push((name.to_owned(), harness));
    }
    let brought = asked().into_iter().chain(found()).chain(by_themselves());
    out.extend(brought.map(|(name, harness)| (name.to_owned(), harness)));
    out
}

/// Returns further states of these screens, whose appearance is compared where they are tested.
pub(super) fn states() -> Vec<(&'static str, TuiHarness)> {
    let (width, height) = OPENED;
    let mut conflict = new();
    conflict.press("F7 *");
    let own = [
        ("context", context::shown(width, height)),
        ("tree_changed", files::changed_only(width, height)),
        ("sessions_asking", splits::list(width, height)),
        ("palette_empty", palette(width, height, "no such thing")),
    ];
    let theirs = states_of_settings(width, height).into_iter();
    let theirs = theirs.chain(states_of_start(width, height));
    let all = own.into_iter().chain(theirs);
    all.map(|(name, harness)| (name, harness.with_review()))
        .chain([("conflict", conflict)])
        .collect()
}

/// Opens the first page of the settings.
fn settings() -> TuiHarness {
    let keymap = Keymap::embedded().unwrap();
    let mut rows = keymap.all().iter();
    let row = rows.find(|row| row.context == Context::Settings);
    place(row.unwrap())
}

fn new() -> TuiHarness {
    TuiHarness::reviewed(OPENED.0, OPENED.1)
}

/// Opens the list of keys that can follow the leader.
pub(super) fn which_key() -> TuiHarness {
    let mut harness = new();
    harness.press("Ctrl+X");
    harness.wait(Duration::from_secs(1));
    harness
}

/// Returns screens with questions, and a session without a model.
fn asked() -> [(&'static str, TuiHarness); 5] {
    let mut command = new();
    command.prompt(prompts::prompt());
    command.press("F2");
    let mut whole = new();
    whole.prompt(prompts::prompt());
    whole.press("F2 d");
    let mut high = new();
    let mut question = writes::write(30);
    question.risk.risk = Risk::High;
    high.prompt(question);
    high.press("F2");
    let mut start = new();
    start.fact(EventKind::SessionChanged {
        settings: without_model(),
    });
    start.app.no_model(search());
    start.input(InputKind::Paste("/start".into()));
    start.press("Enter");
    [
        ("which_key", which_key()),
        ("command", command),
        ("whole", whole),
        ("high", high),
        ("start", start),
    ]
}

/// Returns screens with lists and figures, with the search text entered.
fn found() -> [(&'static str, TuiHarness); 4] {
    let mut models = new();
    models.press("Ctrl+X m");
    let lists = ModelLists::Now;
    let provider = None;
    let names = ["llama3", "qwen3", "qwen3-coder"];
    let reply = Reply::Models {
        models: names.map(|name| ModelInfo::named("ollama", name)).into(),
        errors: vec![("openai".into(), Notice::text("no key"))],
        told_at: None,
    };
    let query = Query::Models { provider, lists };
    models.app.reply(&query, reply);
    let mut note = note::opened(OPENED.0, OPENED.1, "# Shop\nRetries belong to Ada.\n");
    note.press("Down Down A s k");
    [
        ("models", models),
        ("files", found_files()),
        ("figures", figures()),
        ("note", note.with_review()),
    ]
}

/// Opens the figures of a session with two runs.
fn figures() -> TuiHarness {
    let mut harness = TuiHarness::furnished(OPENED.0, OPENED.1);
    harness.input(InputKind::Paste("/figures".into()));
    harness.press("Enter");
    let asked = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::Ask(query @ Query::Figures { .. }) => Some(query.clone()),
            _ => None,
        });
    let runs = crate::dialog::figures::tests::runs();
    harness.app.reply(&asked.unwrap(), Reply::Figures { runs });
    harness.with_review()
}

/// Opens the list of files that can be put into the draft.
fn found_files() -> TuiHarness {
    let mut harness = TuiHarness::furnished(OPENED.0, OPENED.1);
    harness.press("Ctrl+X f s e s");
    let asked = harness
        .effects
        .iter()
        .rev()
        .find_map(|effect| match effect {
            Effect::AskNewest(_, query @ Query::Mentionable { .. }) => Some(query.clone()),
            _ => None,
        });
    let file = |path: &str, git, note| FileMatch {
        path: path.into(),
        git,
        note,
    };
    let files = vec![
        file("src/auth/session.rs", Some('M'), FileNote::Session),
        file("src/auth/sessions.rs", None, FileNote::Mentioned),
        file("tests/fixtures/session.json", None, FileNote::Plain),
    ];
    let total = 1_234;
    harness
        .app
        .reply(&asked.unwrap(), Reply::Files { files, total });
    harness.with_review()
}

/// Returns screens that arise from a session's own events.
fn by_themselves() -> [(&'static str, TuiHarness); 8] {
    let mut running = new();
    running.begin_run();
    let mut interrupted = new();
    interrupted.fact(EventKind::SessionStatusChanged {
        status: SessionStatus::Interrupted,
        error: None,
    });
    let mut silent = stall::waiting(OPENED.0, OPENED.1);
    stall::pass(&mut silent, 197);
    let mut plan = new();
    with_tasks(&mut plan);
    let mut at_work = new();
    with_agents(&mut at_work);
    let mut agents = new();
    with_agents(&mut agents);
    agents.press("Ctrl+X A");
    let mut memory = new();
    with_memory(&mut memory);
    let frozen = frozen::frozen(OPENED.0, OPENED.1, "k e p t");
    [
        ("running", running),
        ("interrupted", interrupted),
        ("silent", silent.with_review()),
        ("frozen", frozen.with_review()),
        ("plan", plan),
        ("agents at work", at_work),
        ("agents", agents),
        ("memory", memory),
    ]
}
