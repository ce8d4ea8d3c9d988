//! The messages of one language, read from its file when it is first spoken.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use super::{Argument, Language};

/// The messages of a language.
pub(super) struct Catalogue {
    bundle: FluentBundle<&'static FluentResource>,
    /// Messages without arguments that are no plain piece of the file, put together.
    made: RwLock<HashMap<&'static str, &'static str>>,
}

/// The arguments of a message.
pub(super) struct Named<'a>(FluentArgs<'a>);

impl<'a> FromIterator<(&'static str, Argument<'a>)> for Named<'a> {
    fn from_iter<T: IntoIterator<Item = (&'static str, Argument<'a>)>>(items: T) -> Self {
        let items = items.into_iter();
        Self(items.map(|(name, value)| (name, value.0)).collect())
    }
}

impl Catalogue {
    /// Those of a language.
    pub(super) fn of(language: Language) -> &'static Catalogue {
        static ENGLISH: Kept = Kept::new();
        static FRENCH: Kept = Kept::new();
        static PORTUGUESE: Kept = Kept::new();
        let (kept, file): (&'static Kept, &'static str) = match language {
            Language::English => (&ENGLISH, include_str!("../../assets/language/en.ftl")),
            Language::French => (&FRENCH, include_str!("../../assets/language/fr.ftl")),
            Language::Portuguese => (&PORTUGUESE, include_str!("../../assets/language/pt.ftl")),
        };
        kept.catalogue(language, file)
    }

    /// A message without arguments. One that is a plain piece of the file costs its look-up.
    pub(super) fn text(&'static self, id: &str) -> Option<&'static str> {
        let pattern = self.bundle.get_message(id)?.value()?;
        if pattern.elements.len() > 1 {
            let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(text) = made.get(id) {
                return Some(text);
            }
        }
        let mut errors = Vec::new();
        match self.bundle.format_pattern(pattern, None, &mut errors) {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(text) => {
                let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
                // Once for a message, so what is never given back is bounded by the file.
                if let Some(known) = made.get(id) {
                    return Some(known);
                }
                let text: &'static str = text.leak();
                made.insert(id.to_owned().leak(), text);
                Some(text)
            }
        }
    }

    /// A message with arguments.
    pub(super) fn message(&self, id: &str, arguments: &Named<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&arguments.0), &mut errors);
        Some(text.into_owned())
    }
}

/// A catalogue and the file that it is made of.
pub(super) struct Kept {
    file: OnceLock<FluentResource>,
    catalogue: OnceLock<Catalogue>,
}

impl Kept {
    /// One that is still to be read.
    pub(super) const fn new() -> Self {
        Self {
            file: OnceLock::new(),
            catalogue: OnceLock::new(),
        }
    }

    /// Reads the file the first time.
    pub(super) fn catalogue(
        &'static self,
        language: Language,
        file: &'static str,
    ) -> &'static Catalogue {
        self.catalogue.get_or_init(|| {
            // What cannot be read is left out, and a test says so.
            let resource = self.file.get_or_init(|| {
                FluentResource::try_new(file.to_owned()).unwrap_or_else(|(rest, _)| rest)
            });
            let name: LanguageIdentifier = language.code().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![name]);
            // Marks of direction around arguments would be drawn as tokens.
            bundle.set_use_isolating(false);
            bundle.add_resource_overriding(resource);
            Catalogue {
                bundle,
                made: RwLock::default(),
            }
        })
    }
}
