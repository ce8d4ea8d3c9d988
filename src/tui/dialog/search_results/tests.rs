//! Tests of the search results, over the whole screen.

use super::*;
use crate::chrome::Focus;
use crate::effect::{EditSubject, Effect};
use crate::layout::Pane;
use crate::tests::{TuiHarness, session};
use client::input::InputKind;
use notice::Notice;
use protocol::command::Command;
use protocol::context::ContextRow;
use protocol::event::EventKind;
use protocol::query::SearchHit;

/// Returns a file of `lines` lines with the search text on some of them.
fn file(lines: u32) -> String {
    let line = |number: u32| match number % 40 {
        12 => format!("    /// Takes the lock of session {number}; a session has one Lock.\n"),
        13 => format!("    pub fn take_lock_{number}(&self) -> Guard {{\n"),
        _ => format!("    let line_{number} = {number};\n"),
    };
    (1..=lines).map(line).collect()
}

fn place(path: &str, start_line: u32, lines: u32) -> SearchResult {
    let text = file(start_line + lines);
    let snippet: Vec<&str> = text
        .lines()
        .skip(start_line as usize - 1)
        .take(lines as usize)
        .collect();
    SearchResult {
        hit: SearchHit {
            path: path.into(),
            start_line,
            end_line: start_line + lines - 1,
            snippet: snippet.join("\n"),
        },
        proposed: false,
    }
}

fn ready() -> IndexState {
    IndexState {
        phase: IndexPhase::Ready,
        ..IndexState::default()
    }
}

fn building(done: u64) -> IndexState {
    IndexState {
        phase: IndexPhase::Building,
        done,
        total: 10_000,
        ..IndexState::default()
    }
}

fn found(places: Vec<SearchResult>) -> SearchResults {
    SearchResults {
        places,
        more: false,
        by: SearchMethod::Words,
        marked: vec!["session lock".into(), "session".into(), "lock".into()],
        index: ready(),
    }
}

pub(crate) fn some() -> SearchResults {
    let mut places = vec![
        place("src/auth/lock.rs", 10, 6),
        place("src/auth/session.rs", 50, 6),
        place(
            "a/very/long/way/down/to/a/file/whose/name/is/not/short/at/all/session_locks.rs",
            92,
            2,
        ),
    ];
    places[1].proposed = true;
    places.extend((0..20).map(|number| place(&format!("src/other_{number}.rs"), 12, 2)));
    found(places)
}

/// An open search, and answers to its queries.
impl TuiHarness {
    fn searching(width: u16, height: u16) -> Self {
        let mut harness = Self::furnished(width, height);
        harness.input(InputKind::Paste("/search session lock".into()));
        harness.press("Enter");
        harness
    }

    /// Creates a desk whose search was answered.
    fn searched(width: u16, height: u16, found: SearchResults) -> Self {
        let mut harness = Self::searching(width, height);
        harness.answer_search(found);
        harness
    }

    /// Returns the queries since the last call.
    fn asked_searches(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.effects)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Ask(query) => Some(query),
                _ => None,
            })
            .filter(|query| matches!(query, Query::Find { .. } | Query::BufferText { .. }))
            .collect()
    }

    fn reply(&mut self, query: &Query, reply: Reply) {
        self.app.reply(query, reply);
        self.collect();
    }

    /// Answers the open search, then every preview.
    fn answer_search(&mut self, found: SearchResults) {
        let asked = self.asked_searches();
        let query = asked.last().expect("a search").clone();
        assert!(matches!(query, Query::Find { .. }), "{query:?}");
        self.reply(&query, Reply::Found { found });
        self.preview();
    }

    fn preview(&mut self) {
        for query in self.asked_searches() {
            let Query::BufferText {
                start_line, lines, ..
            } = &query
            else {
                panic!("{query:?}");
            };
            let (skip, take) = (*start_line as usize - 1, *lines as usize);
            let text: String = file(200)
                .split_inclusive('\n')
                .skip(skip)
                .take(take)
                .collect();
            self.reply(
                &query,
                Reply::Text {
                    text,
                    total_lines: 200,
                },
            );
        }
    }

    fn index(&mut self, state: IndexState) {
        self.fact(EventKind::IndexChanged { state });
    }
}

#[test]
fn the_results_with_a_preview() {
    let mut harness = TuiHarness::searched(120, 40, some());
    harness.press("Down");
    harness.preview();
    insta::assert_snapshot!("results_120_text", harness.text());
}

#[test]
fn a_search_asks_once_and_says_that_it_searches() {
    let mut harness = TuiHarness::searching(120, 30);
    harness.shows("searching…");
    let query = Query::Find {
        session: session(),
        text: "session lock".into(),
        limit: LIMIT,
    };
    assert_eq!(harness.asked_searches(), [query]);
    harness.press("Down Up");
    assert_eq!(harness.asked_searches(), []);
}

#[test]
fn enter_shows_the_file_at_the_line_that_was_found() {
    for (width, height) in [(160, 48), (80, 24)] {
        let mut harness = TuiHarness::searched(width, height, some());
        harness.press("Down Enter");
        assert!(!harness.app.model().dialogs.is_open());
        assert_eq!(harness.app.model().chrome.focus, Focus::Pane(Pane::Diff));
        let asked = harness.asked_searches();
        let query = asked.last().expect("the file").clone();
        let text = file(200);
        harness.reply(
            &query,
            Reply::Text {
                text,
                total_lines: 200,
            },
        );
        if width > 100 {
            harness.shows("File  src/auth/session.rs   line 52 of 200");
        }
        harness.shows("Takes the lock of session 52");
        assert!(!harness.text().contains("line_2 "), "it is at the line");
        // The preview can be scrolled like any pane, and its lines pinned.
        harness.press("G");
        harness.shows("let line_200");
        harness.press("@");
        let pins = harness.orders();
        assert!(
            matches!(
                pins.as_slice(),
                [Command::IncludeContext { row: ContextRow { end_line: Some(200), file_path, .. }, .. }]
                    if file_path == "src/auth/session.rs"
            ),
            "{pins:?}"
        );
    }
}

#[test]
fn a_hit_is_pinned_once_and_what_is_proposed_is_not() {
    let mut harness = TuiHarness::searched(80, 24, some());
    harness.press("@ @");
    let pinned: Vec<_> = harness
        .orders()
        .into_iter()
        .filter_map(|command| match command {
            Command::IncludeContext { row, .. } => {
                Some((row.file_path, row.start_line, row.end_line))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        pinned,
        [("src/auth/lock.rs".to_owned(), Some(10), Some(15))]
    );
    harness.shows("pinned already");
    harness.press("Down");
    harness.shows("lock.rs:12  pinned");
    harness.press("@");
    harness.shows("this is only proposed");
    assert_eq!(harness.orders(), []);
}

#[test]
fn the_preview_follows_the_choice_one_question_at_a_time() {
    let mut harness = TuiHarness::searching(120, 30);
    let query = harness.asked_searches().remove(0);
    harness.reply(&query, Reply::Found { found: some() });
    let first = harness.asked_searches();
    assert!(
        matches!(first.as_slice(), [Query::BufferText { path, .. }] if path == "src/auth/lock.rs")
    );
    harness.press("Down Down Down");
    assert_eq!(
        harness.asked_searches(),
        [],
        "the first is not answered yet"
    );
    harness.shows("reading the file…");
    let failed = Reply::Failed {
        reason: Notice::text("gone"),
    };
    harness.reply(&first[0], failed);
    let next = harness.asked_searches();
    assert!(
        matches!(next.as_slice(), [Query::BufferText { path, .. }] if path == "src/other_0.rs")
    );
    let reason = "src/other_0.rs is no text".to_owned();
    harness.reply(
        &next[0],
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    harness.shows("src/other_0.rs is no text");
}

#[test]
fn what_is_found_while_the_index_is_built_is_said_to_be_a_part_and_asked_for_again() {
    let mut harness = TuiHarness::searched(
        120,
        30,
        SearchResults {
            index: building(2_000),
            ..some()
        },
    );
    harness.shows(
        "23 places, best first: index 20 % built (2,000 of 10,000 files), there may be more",
    );
    harness.index(building(2_500));
    assert_eq!(harness.asked_searches(), [], "not for each file");
    harness.shows("25 % built");
    harness.index(building(3_200));
    assert_eq!(harness.asked_searches().len(), 1);
    harness.index(ready());
    assert_eq!(
        harness.asked_searches(),
        [],
        "the one before is not answered yet"
    );
    let query = Query::Find {
        session: session(),
        text: "session lock".into(),
        limit: LIMIT,
    };
    harness.press("Down Down");
    let earlier = SearchResults {
        index: building(3_200),
        ..some()
    };
    harness.reply(&query, Reply::Found { found: earlier });
    let again = harness.asked_searches();
    assert!(
        again.contains(&query),
        "what came meanwhile is asked for: {again:?}"
    );
    let mut whole = some();
    whole.places.rotate_right(1);
    harness.reply(&query, Reply::Found { found: whole });
    let text = harness.text();
    assert!(!text.contains("there may be more"), "{text}");
    assert!(
        text.contains("> …") && text.contains("session_locks.rs:92"),
        "the choice stays: {text}"
    );
}

#[test]
fn nothing_found_no_index_and_a_failure_are_said_in_words() {
    let mut harness = TuiHarness::searched(80, 24, found(Vec::new()));
    harness.shows("no match in the files; / new search");
    let mut harness = TuiHarness::searched(
        80,
        24,
        SearchResults {
            index: building(100),
            ..found(Vec::new())
        },
    );
    harness.shows("no match in the files yet: index 1 % built");
    let looking = IndexState {
        phase: IndexPhase::Looking,
        ..IndexState::default()
    };
    let mut harness = TuiHarness::searched(
        80,
        24,
        SearchResults {
            index: looking,
            ..found(Vec::new())
        },
    );
    harness.shows("no match in the files yet: index still building");
    let text = SearchResults {
        by: SearchMethod::Text,
        index: IndexState::default(),
        more: true,
        ..some()
    };
    let mut harness = TuiHarness::searched(120, 30, text);
    harness.shows("first 23 places, sorted by path (exact text: no index to rank them)");
    let mut harness = TuiHarness::searched(
        120,
        30,
        SearchResults {
            by: SearchMethod::Meaning,
            ..some()
        },
    );
    harness.shows("23 places, best first, by words and meaning");
    let mut harness = TuiHarness::searching(80, 24);
    let query = harness.asked_searches().remove(0);
    let reason = "the index cannot be read".to_owned();
    harness.reply(
        &query,
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    harness.shows("the index cannot be read");
}

#[test]
fn another_search_takes_the_place_of_one_that_runs() {
    let mut harness = TuiHarness::searching(120, 30);
    let first = harness.asked_searches().remove(0);
    harness.press("/ Ctrl+U r e t r y");
    harness.shows("> retry");
    harness.press("Enter");
    let second = harness.asked_searches();
    assert!(matches!(second.as_slice(), [Query::Find { text, .. }] if text == "retry"));
    let reason = "a newer search replaced this one".to_owned();
    harness.reply(
        &first,
        Reply::Failed {
            reason: Notice::text(reason),
        },
    );
    harness.reply(&first, Reply::Found { found: some() });
    harness.shows("searching…");
    harness.reply(
        &second[0],
        Reply::Found {
            found: found(Vec::new()),
        },
    );
    harness.shows("no match");
}

#[test]
fn a_text_is_typed_pasted_and_left() {
    let mut harness = TuiHarness::searched(80, 24, some());
    harness.press("/ Ctrl+U Enter");
    harness.shows("type a search text");
    harness.input(InputKind::Paste("two words\nand a line".into()));
    harness.shows("> two words");
    harness.press("Esc");
    harness.shows("> session lock");
    assert_eq!(harness.asked_searches(), []);
    harness.press("Esc");
    assert!(!harness.app.model().dialogs.is_open());
    let late = Query::Find {
        session: session(),
        text: "x".into(),
        limit: LIMIT,
    };
    harness.reply(
        &late,
        Reply::Failed {
            reason: Notice::text("late"),
        },
    );
    assert!(
        !harness.text().contains("late"),
        "nobody asks for it any longer"
    );
}

#[test]
fn the_line_is_opened_in_the_editor_of_the_user() {
    let mut harness = TuiHarness::searched(80, 24, some());
    harness.press("e");
    let edited = harness.effects.iter().find_map(|effect| match effect {
        Effect::Edit(edit) => Some(edit.subject.clone()),
        _ => None,
    });
    let path = "src/auth/lock.rs".to_owned();
    assert_eq!(edited, Some(EditSubject::File { path, line: 12 }));
    harness.press("y");
    assert!(
        harness
            .effects
            .contains(&Effect::Copy("src/auth/lock.rs:12".into()))
    );
}

#[test]
fn any_keys_at_any_size_do_no_harm() {
    let mut hostile = some();
    hostile.places[0].hit.path = "a\u{1b}[2J\u{202e}.rs".into();
    hostile.places[0].hit.snippet = "lock\u{1b}]52;c;x\u{7}\tlock".into();
    for (width, height) in [
        (1, 1),
        (20, 6),
        (60, 16),
        (61, 17),
        (99, 24),
        (102, 20),
        (300, 90),
    ] {
        let mut harness = TuiHarness::searched(width, height, hostile.clone());
        for keys in [
            "G",
            "g",
            "PageDown PageUp",
            "/ x Esc",
            "Down @ y Y",
            "?",
            "Esc",
        ] {
            harness.press(keys);
            let text = harness.text();
            assert!(!text.contains('\u{1b}') && !text.contains('\u{7}'));
        }
    }
}
