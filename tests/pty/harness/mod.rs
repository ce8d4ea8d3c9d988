//! The harness of these tests: private folders, a terminal to emulate, a program in it. The
//! benchmarks of `tests/bench` use it too.
#![allow(
    dead_code,
    unused_imports,
    reason = "tests and benchmarks use a part each"
)]

pub mod modes;
pub mod place;
pub mod recording;
pub mod session;
pub mod start;
pub mod terminal;
pub mod view;
pub mod written;

pub use modes::{MOUSE, Modes};
pub use place::Place;
pub use recording::{Step, play};
pub use session::Session;
pub use start::Start;
pub use terminal::{Colours, Key, Keys, Kind};
pub use view::View;
