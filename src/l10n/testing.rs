//! Helpers for tests of every crate: a language for one thread, and the messages of a language.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a helper of a test may fail the test"
)]

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use crate::Language;

thread_local! {
    static HERE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Returns the language of this thread, if a test set one.
pub(crate) fn spoken_here() -> Option<Language> {
    HERE.get()
}

/// Runs a closure in a language. Only for tests, and only for the calling thread.
pub fn speaking<T>(language: Language, work: impl FnOnce() -> T) -> T {
    struct Back(Option<Language>);
    impl Drop for Back {
        fn drop(&mut self) {
            HERE.set(self.0);
        }
    }
    let _back = Back(HERE.replace(Some(language)));
    work()
}

/// Messages of a language by id, with the arguments of each.
pub type Messages = BTreeMap<String, BTreeSet<String>>;

pub fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../assets/language/en.ftl"),
        Language::French => include_str!("../../assets/language/fr.ftl"),
        Language::Portuguese => include_str!("../../assets/language/pt.ftl"),
    }
}

pub fn messages(language: Language) -> Messages {
    let resource = match FluentResource::try_new(file(language).to_owned()) {
        Ok(resource) => resource,
        Err((_, errors)) => panic!("{}.ftl: {errors:?}", language.code()),
    };
    let mut all = Messages::new();
    for entry in resource.entries() {
        match entry {
            Entry::Message(message) => {
                let pattern = message.value.as_ref().expect("a text");
                let mut arguments = BTreeSet::new();
                collect(pattern, &mut arguments);
                let known = all.insert(message.id.name.to_owned(), arguments);
                assert_eq!(known, None, "{} is there twice", message.id.name);
            }
            Entry::Junk { content } => panic!("{}.ftl: {content}", language.code()),
            _ => {}
        }
    }
    all
}

fn collect(pattern: &Pattern<&str>, into: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => collect_inline(inline, into),
            Expression::Select { selector, variants } => {
                collect_inline(selector, into);
                for variant in variants {
                    collect(&variant.value, into);
                }
            }
        }
    }
}

fn collect_inline(inline: &InlineExpression<&str>, into: &mut BTreeSet<String>) {
    match inline {
        InlineExpression::VariableReference { id } => {
            into.insert(id.name.to_owned());
        }
        InlineExpression::StringLiteral { .. } => {}
        // Each message is parsed alone, so none may refer to another.
        other => panic!("what is meant with {other:?}?"),
    }
}
