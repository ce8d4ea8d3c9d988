//! Holds at every size and in every language that the text of each screen is whole: no word is cut
//! without `…`, no label runs into a value or a frame, no wide character is torn, and a dialog names
//! itself and a key.

use std::cell::RefCell;
use std::collections::HashSet;

use proptest::test_runner::{TestCaseError, TestRunner};
use ratatui::layout::Position;
use unicode_width::UnicodeWidthStr;

use super::screens::{screens, states};
use super::*;
use crate::layout::Pane;
use l10n::Language;
use l10n::testing::{file, speaking};

/// A size at which nothing has to give way.
const ROOMY: (u16, u16) = (240, 100);

/// Sizes at which the arrangement of a screen changes, and the corners of what is drawn.
const CORNERS: [(u16, u16); 8] = [
    (80, 24),
    (80, 60),
    (99, 29),
    (100, 30),
    (119, 40),
    (159, 24),
    (160, 48),
    (200, 60),
];

/// A word on the screen: a run of letters and digits in a row.
struct Word {
    text: String,
    at: Position,
    /// Column after its last letter.
    end: u16,
}

impl Word {
    /// Whether `…` stands beside it, or it has a digit and thus is a value.
    fn may_be_cut(&self, buffer: &Buffer) -> bool {
        let is_dots = |x: Option<u16>| x.is_some_and(|x| symbol(buffer, x, self.at.y) == "…");
        is_dots(self.at.x.checked_sub(1))
            || is_dots(Some(self.end))
            || self.text.chars().any(char::is_numeric)
    }
}

fn symbol(buffer: &Buffer, x: u16, y: u16) -> &str {
    buffer.cell((x, y)).map_or(" ", |cell| cell.symbol())
}

fn words_of(buffer: &Buffer) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let area = buffer.area;
    for y in area.top()..area.bottom() {
        let mut x = area.left();
        while x < area.right() {
            let letter = symbol(buffer, x, y);
            let end = x + u16::try_from(letter.width().max(1)).unwrap();
            // Text in wide characters breaks between any two of them.
            if letter.width() == 1 && letter.chars().all(char::is_alphanumeric) {
                match out.last_mut() {
                    Some(word) if (word.end, word.at.y) == (x, y) => {
                        word.text.push_str(letter);
                        word.end = end;
                    }
                    _ => out.push(Word {
                        text: letter.to_owned(),
                        at: Position::new(x, y),
                        end,
                    }),
                }
            }
            x = end;
        }
    }
    out
}

/// A frame on the screen.
struct Frame {
    area: Rect,
    title: String,
}

/// Returns the frames on the screen, whose sides are whole.
fn frames_of(buffer: &Buffer) -> Result<Vec<Frame>, String> {
    let mut out = Vec::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        for x in buffer.area.left()..buffer.area.right() {
            if symbol(buffer, x, y) == "┌" {
                out.push(frame_at(buffer, x, y)?);
            }
        }
    }
    Ok(out)
}

fn frame_at(buffer: &Buffer, x: u16, y: u16) -> Result<Frame, String> {
    let torn = || format!("the frame at {x},{y} is torn");
    let mut columns = x + 1..buffer.area.right();
    let right = columns.find(|right| symbol(buffer, *right, y) == "┐");
    let right = right.ok_or_else(torn)?;
    let mut rows = y + 1..buffer.area.bottom();
    let bottom = rows.find(|row| symbol(buffer, x, *row) == "└");
    let bottom = bottom.ok_or_else(torn)?;
    let is_side = |row| {
        [x, right]
            .iter()
            .all(|at| "│├┤".contains(symbol(buffer, *at, row)))
    };
    if !(y + 1..bottom).all(is_side) || symbol(buffer, right, bottom) != "┘" {
        return Err(torn());
    }
    let head: String = (x + 1..right).map(|at| symbol(buffer, at, y)).collect();
    Ok(Frame {
        area: Rect::new(x, y, right - x + 1, bottom - y + 1),
        title: head.trim_matches(['─', ' ']).to_owned(),
    })
}

/// Whether a word lies beneath a frame that covers a part of it.
fn is_covered(word: &Word, frames: &[Frame]) -> bool {
    frames.iter().any(|frame| {
        let beside = word.end == frame.area.x || word.at.x == frame.area.right();
        let rows = frame.area.top()..frame.area.bottom();
        beside && rows.contains(&word.at.y)
    })
}

/// Returns the words of a language's messages.
fn words_of_language(language: Language) -> HashSet<String> {
    let words = file(language).split(|letter: char| !letter.is_alphanumeric());
    words.map(str::to_owned).collect()
}

/// A screen, and the words that it may show.
struct Whole {
    name: String,
    harness: TuiHarness,
    words: HashSet<String>,
}

impl Whole {
    fn new(name: String, mut harness: TuiHarness, known: &HashSet<String>) -> Self {
        if !name.starts_with("start") {
            let text = "直す 二つのタブ 새로 고침 🦀 fertig";
            let fact = message(7, Role::User, text);
            harness.fact(EventKind::MessageAdded { message: fact });
        }
        let mut words = known.clone();
        harness.input(InputKind::Resize(ROOMY.0, ROOMY.1));
        harness.settle();
        let seen = words_of(harness.screen.shown()).into_iter();
        words.extend(seen.map(|word| word.text));
        Self {
            name,
            harness,
            words,
        }
    }

    /// Returns everything that is not whole at a size.
    fn faults(&mut self, (width, height): (u16, u16)) -> Vec<String> {
        self.harness.input(InputKind::Resize(width, height));
        self.harness.settle();
        let buffer = self.harness.screen.shown();
        let mut faults = torn_letters(buffer);
        match frames_of(buffer) {
            Ok(frames) => {
                let words = words_of(buffer);
                let cut = words.iter().filter(|word| {
                    !self.words.contains(&word.text)
                        && !word.may_be_cut(buffer)
                        && !is_covered(word, &frames)
                        && !self.is_broken(word, &words)
                        && !self.is_code(word)
                });
                faults.extend(cut.map(|word| format!("{:?} at {} is no word", word.text, word.at)));
                faults.extend(self.dialog_fault(&frames));
                faults.extend(self.hint_fault(&frames));
            }
            Err(fault) => faults.push(fault),
        }
        let name = &self.name;
        faults
            .iter()
            .map(|fault| format!("{name} {width}x{height}: {fault}"))
            .collect()
    }

    /// Whether the conversation continues a word on the next row, as in a narrow cell of a table.
    fn is_broken(&self, word: &Word, words: &[Word]) -> bool {
        let near = words
            .iter()
            .filter(|other| other.at.y.abs_diff(word.at.y) == 1);
        let mut joined = near.map(|other| {
            let is_below = other.at.y > word.at.y;
            let (above, below) = if is_below {
                (word, other)
            } else {
                (other, word)
            };
            format!("{}{}", above.text, below.text)
        });
        let area = self.harness.app.layout.pane(Pane::Chat);
        area.is_some_and(|area| area.contains(word.at))
            && joined.any(|text| self.words.contains(&text))
    }

    /// Whether a word is at the end of a line of code, which ends where its pane does.
    fn is_code(&self, word: &Word) -> bool {
        let panes = [Pane::Diff, Pane::Review];
        let mut areas = panes
            .iter()
            .filter_map(|pane| self.harness.app.layout.pane(*pane));
        areas.any(|area| area.contains(word.at) && area.right() == word.end)
    }

    /// Checks that a dialog has a title, and that a key of it is named in it or below it.
    fn dialog_fault(&self, frames: &[Frame]) -> Option<String> {
        let app = &self.harness.app;
        app.model().dialogs.top()?;
        let has_title = |frame: &Frame| frame.title.chars().any(char::is_alphabetic);
        if !frames.iter().any(has_title) {
            return Some("the dialog has no title".to_owned());
        }
        let text = text_of(self.harness.screen.shown());
        // The question before the settings are left takes any key, so it has no hints.
        let own = l10n::say!("settings-leave-keys-unsaved");
        let own = own.split("  ").next().unwrap_or_default();
        let hints = self.hints().into_iter().map(|(key, _)| format!(" {key} "));
        let mut keys = hints.chain(["Enter", "Esc", own].map(str::to_owned));
        let is_named = keys.any(|key| text.contains(&key));
        (!is_named).then(|| "the dialog names no key".to_owned())
    }

    fn hints(&self) -> Vec<(String, String)> {
        let app = &self.harness.app;
        let hints = app.model.key_hints();
        hints.words(&app.keymap, &app.model.contexts())
    }

    /// Checks that the row of hints is made of whole hints, the key for help at its end.
    fn hint_fault(&self, frames: &[Frame]) -> Option<String> {
        let app = &self.harness.app;
        let area = app.layout.hints;
        let hints = self.hints();
        let is_covered = frames.iter().any(|frame| frame.area.intersects(area));
        if area.is_empty() || hints.is_empty() || is_covered {
            return None;
        }
        let text = text_of(self.harness.screen.shown());
        let row = text.lines().nth(usize::from(area.y)).unwrap_or_default();
        let help = format!("? {}", l10n::say!("hint-help"));
        let mut rest = row.trim();
        let mut shown = 0;
        for (key, word) in &hints {
            if let Some(after) = rest.strip_prefix(&format!("{key} {word}")) {
                rest = after.trim_start();
                shown += 1;
            }
            rest = rest.strip_prefix("…").unwrap_or(rest).trim_start();
        }
        let is_whole = shown > 0 && (rest.is_empty() || rest == help);
        (!is_whole).then(|| format!("the hints are not whole: {row:?}, left {rest:?} of {hints:?}"))
    }
}

/// Returns the wide characters without their second cell.
fn torn_letters(buffer: &Buffer) -> Vec<String> {
    let mut out = Vec::new();
    for y in buffer.area.top()..buffer.area.bottom() {
        for x in buffer.area.left()..buffer.area.right() {
            let letter = symbol(buffer, x, y);
            let is_last = x + 1 == buffer.area.right();
            if letter.width() == 2 && (is_last || !symbol(buffer, x + 1, y).trim().is_empty()) {
                out.push(format!("{letter:?} at {x},{y} is torn"));
            }
        }
    }
    out
}

/// Checks every screen in a language, at the corners and at sizes in between.
fn every_screen_is_whole_in(language: Language) {
    speaking(language, || {
        let known = words_of_language(language);
        let states = states().into_iter();
        let states = states.map(|(name, harness)| (name.to_owned(), harness));
        let all = screens().into_iter().chain(states);
        let all = all.map(|(name, harness)| Whole::new(name, harness, &known));
        let all = RefCell::new(all.collect::<Vec<_>>());
        let faults_at = |size| {
            let mut screens = all.borrow_mut();
            let faults = screens.iter_mut().flat_map(|screen| screen.faults(size));
            faults.collect::<Vec<_>>()
        };
        let faults: Vec<_> = CORNERS.into_iter().flat_map(faults_at).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let between = (80_u16..=200, 24_u16..=60);
        let mut runner = TestRunner::new(::testing::cases(6));
        let checked = runner.run(&between, |size| match faults_at(size) {
            faults if faults.is_empty() => Ok(()),
            faults => Err(TestCaseError::fail(faults.join("\n"))),
        });
        checked.unwrap();
    });
}

#[test]
fn every_screen_is_whole_in_english() {
    every_screen_is_whole_in(Language::English);
}

#[test]
fn every_screen_is_whole_in_french() {
    every_screen_is_whole_in(Language::French);
}

#[test]
fn every_screen_is_whole_in_portuguese() {
    every_screen_is_whole_in(Language::Portuguese);
}
