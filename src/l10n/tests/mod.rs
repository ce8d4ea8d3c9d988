//! Tests of the messages: which language is chosen, that every message that the source names is there and none is left
//! over, and that all languages have the same ones with the same arguments.

mod files;
mod notices;
mod sources;
mod spoken;
mod told;
mod untold;

use std::cell::Cell;

use super::Language;

thread_local! {
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// The language of this thread, where a test chose one.
pub(super) fn spoken_here() -> Option<Language> {
    HERE.get()
}

/// Does something in a language. For tests alone, and for their own thread alone.
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
