//! The scenes: each starts the program again and adds its figures to the report.

mod answer;
mod command;
mod completion;
mod day;
mod history;
mod hostile;
mod idle;
mod index;
mod keys;
mod long;
mod memory;
mod review;
mod sandbox;
mod sessions;
mod start;
mod stream;
mod tree;
mod world;

use crate::report::Report;

pub struct Scene {
    /// Name on the command line.
    pub name: &'static str,
    /// Description of the scene.
    pub what: &'static str,
    pub run: fn(&mut Report),
}

/// All scenes, in the order in which they run.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "start",
        what: "first frame and first key in an empty folder",
        run: start::small,
    },
    Scene {
        name: "start-large",
        what: "the same in a repository of 100,000 files",
        run: start::large,
    },
    Scene {
        name: "idle",
        what: "nothing is done for some seconds",
        run: idle::run,
    },
    Scene {
        name: "keys",
        what: "keys while nothing else happens",
        run: keys::idle,
    },
    Scene {
        name: "lines",
        what: "an answer of 5,000 lines, and keys below it",
        run: answer::lines,
    },
    Scene {
        name: "send",
        what: "from Enter to the request at the server",
        run: answer::send,
    },
    Scene {
        name: "paced",
        what: "200 tokens a second stream in, and keys meanwhile",
        run: stream::paced,
    },
    Scene {
        name: "flood",
        what: "20,000 tokens of Markdown as fast as they come",
        run: stream::flood,
    },
    Scene {
        name: "flood-keys",
        what: "keys while 20,000 tokens stream in as fast as they come",
        run: stream::flood_with_keys,
    },
    Scene {
        name: "four",
        what: "four sessions beside each other, 100 tokens a second into each, and keys meanwhile",
        run: stream::four,
    },
    Scene {
        name: "long",
        what: "a conversation of 10,000 messages: opened, typed in, answered by 20,000 tokens",
        run: long::run,
    },
    Scene {
        name: "hostile",
        what: "answers of a megabyte that were made to cost, and keys while they come and below",
        run: hostile::keys,
    },
    Scene {
        name: "endless",
        what: "an answer without end: keys meanwhile, memory before and after, the database",
        run: hostile::endless,
    },
    Scene {
        name: "sessions",
        what: "1,000 sessions listed and searched by the store",
        run: sessions::run,
    },
    Scene {
        name: "review",
        what: "a file of 100,000 lines with 500 hunks: opened and walked, and as the library makes it",
        run: review::run,
    },
    Scene {
        name: "history",
        what: "a file that a session changed thousands of times, replayed by the library",
        run: history::run,
    },
    Scene {
        name: "command",
        what: "commands in 100,000 files with git and without, covered by the library",
        run: command::run,
    },
    Scene {
        name: "sandbox",
        what: "commands in boxes, the probe, and an upper folder of 2,000 files",
        run: sandbox::run,
    },
    Scene {
        name: "world",
        what: "commands, cargo check and cargo test in a proposed world, against the same without a box",
        run: world::run,
    },
    Scene {
        name: "completion",
        what: "@ in a repository of 100,000 files",
        run: completion::run,
    },
    Scene {
        name: "tree",
        what: "the tree of 100,000 files walked by keys and filtered",
        run: tree::run,
    },
    Scene {
        name: "index",
        what: "the index of 100,000 files (152 MB), and searches with it, made by the library",
        run: index::run,
    },
    Scene {
        name: "memory",
        what: "10,000 and 100,000 remembered items searched by words and by meaning, by the library",
        run: memory::run,
    },
    Scene {
        name: "day",
        what: "a long day in short: many answers, much scrolling",
        run: day::run,
    },
];
