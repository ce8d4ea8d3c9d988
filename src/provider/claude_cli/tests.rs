//! Tests of the adapter against recordings of the real program: `tests/fixtures/claude`.

mod conversations;
mod errors;
mod lines;
mod texts;
