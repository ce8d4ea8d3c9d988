//! Tests of the messages: the choice of the language, that every message named in the source exists
//! and none is unused, and that all languages have the same messages with the same arguments.

mod files;
mod languages;
mod spoken;

use std::cell::Cell;

use super::Language;

thread_local! {
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Returns the language of this thread, if a test set one.
pub(super) fn spoken_here() -> Option<Language> {
    HERE.get()
}

/// Runs a closure in a language. Only for tests, and only for the calling thread.
pub(crate) fn speaking<T>(language: Language, work: impl FnOnce() -> T) -> T {
    struct Back(Option<Language>);
    impl Drop for Back {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _back = Back(HERE.replace(Some(language)));
    work()
}
