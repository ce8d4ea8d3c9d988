//! A demo of which pictures are taken.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use vt100::Color;

use super::cells::Cells;
use super::svg::Frame;
use crate::harness::{Key, Place, Session, Start, View};

/// Programs that the demo needs. Others would be named to the model, so that the estimated sizes of
/// its requests, which the pictures show, would differ between machines.
const PROGRAMS: [&str; 3] = ["bash", "git", "sh"];
/// The folder in the pictures, in place of the demo's temporary one.
const FOLDER: &str = "/home/me/demo";

/// A demo of which pictures are taken.
pub struct Demo {
    pub session: Session,
    pub place: Place,
    pub frames: Vec<Frame>,
}

impl Demo {
    pub fn begin(columns: u16, rows: u16) -> Self {
        let place = Place::new();
        let programs = place.path("programs");
        fs::create_dir(&programs).expect("a folder");
        for name in PROGRAMS {
            symlink(program(name), programs.join(name)).expect("a link");
        }
        let session = Start::program(&place, &["--demo", "--set", "theme=dark"])
            .variable("PATH", &programs.display().to_string())
            .size(columns, rows)
            .begin();
        Self {
            session,
            place,
            frames: Vec::new(),
        }
    }

    /// Waits until the screen shows these words, and everything typed is handled.
    pub fn wait_for(&mut self, words: &[&str]) {
        self.session.wait_for(words);
        self.session.settle();
        self.session.wait_until(&words.join(", "), |view| {
            view.shows_all(words) && is_complete(view)
        });
    }

    /// Goes to the question once the screen shows these words. A question that opens while keys
    /// come does not take them, so that the screen would depend on the time of the last key.
    pub fn go_to_question(&mut self, words: &[&str]) {
        self.wait_for(words);
        self.session.press(Key::F(2));
    }

    /// Adds the screen to the frames once it shows these words.
    pub fn take(&mut self, caption: &str, seconds: f32, words: &[&str]) {
        self.wait_for(words);
        let frame = self.frame(caption, seconds);
        self.frames.push(frame);
    }

    pub fn frame(&self, caption: &str, seconds: f32) -> Frame {
        let folder = self.place.demo().display().to_string();
        Frame {
            cells: Cells::of(self.session.view().screen(), (&folder, FOLDER)),
            caption: caption.to_owned(),
            seconds,
        }
    }

    /// Presses a key with nothing before or after it, so that it may decide.
    pub fn answer(&mut self, key: &str) {
        self.session.answer(key);
    }
}

/// Code of the demo, and the colour of its first letter, which comes some time after the text.
const COLOURED: [(&str, Color); 6] = [
    ("#!/bin/sh", COMMENT),
    ("# Greets", COMMENT),
    ("# Left over", COMMENT),
    ("# Without", COMMENT),
    ("echo \"Hello, $name\"", COMMAND),
    ("echo \"Hello, $name!\"", COMMAND),
];
const COMMENT: Color = Color::Rgb(0x99, 0xb1, 0xca);
const COMMAND: Color = Color::Rgb(0x6b, 0xb5, 0xe8);
/// Code in which the words that differ are underlined.
const MARKED: [&str; 2] = ["echo \"Hello, $name !\"", "name=everybody"];

/// Whether a screen has all its colours and marks, and a question accepts an answer.
fn is_complete(view: View<'_>) -> bool {
    let is_marked = |cells: &Vec<&vt100::Cell>| cells.iter().any(|cell| cell.underline());
    let has_colours = COLOURED.iter().all(|(code, colour)| {
        places_of(view, code).iter().all(|cells| {
            // A line with marks has no other colours.
            is_marked(cells) || cells.first().is_some_and(|cell| cell.fgcolor() == *colour)
        })
    });
    let has_marks = |code| places_of(view, code).iter().all(is_marked);
    has_colours && MARKED.into_iter().all(has_marks) && !view.shows("ready in")
}

/// Returns the cells of each place where a text of ASCII stands.
fn places_of<'a>(view: View<'a>, code: &str) -> Vec<Vec<&'a vt100::Cell>> {
    let mut places = Vec::new();
    for (row, text) in (0..).zip(view.rows()) {
        for (at, _) in text.match_indices(code) {
            let first = text[..at].chars().count();
            let cells = (first..first + code.len()).filter_map(|column| {
                let column = u16::try_from(column).expect("a column");
                view.screen().cell(row, column)
            });
            places.push(cells.collect());
        }
    }
    places
}

/// Returns the path of a program.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|folder| folder.join(name));
    let found = found.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} is installed"))
}
