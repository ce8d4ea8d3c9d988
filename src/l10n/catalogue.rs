//! The messages of one language. Where each stands in the file is found when the language is first spoken; a message
//! itself is read when it is first said, so that the first frame waits for its own words only.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::{Entry, Pattern};
use unic_langid::LanguageIdentifier;

use super::{Argument, Language};

/// The messages of a language.
pub(super) struct Catalogue {
    /// What numbers and plurals are put together by.
    bundle: FluentBundle<FluentResource>,
    /// Each message as it is written.
    written: HashMap<&'static str, &'static str>,
    /// Those that were said, `None` where one cannot be read.
    read: RwLock<HashMap<&'static str, Option<Message>>>,
}

/// A message that was read. It is never given back: the file bounds how many there are.
#[derive(Clone, Copy)]
struct Message {
    pattern: &'static Pattern<&'static str>,
    /// The text where it has no arguments.
    text: &'static str,
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
        static ENGLISH: LazyCatalogue = LazyCatalogue::new();
        static FRENCH: LazyCatalogue = LazyCatalogue::new();
        static PORTUGUESE: LazyCatalogue = LazyCatalogue::new();
        let (kept, file): (&'static LazyCatalogue, &'static str) = match language {
            Language::English => (&ENGLISH, include_str!("../../assets/language/en.ftl")),
            Language::French => (&FRENCH, include_str!("../../assets/language/fr.ftl")),
            Language::Portuguese => (&PORTUGUESE, include_str!("../../assets/language/pt.ftl")),
        };
        kept.catalogue(language, file)
    }

    /// A message without arguments. From the second time on it costs its look-up.
    pub(super) fn text(&'static self, id: &str) -> Option<&'static str> {
        Some(self.read(id)?.text)
    }

    /// A message with arguments.
    pub(super) fn message(&'static self, id: &str, arguments: &Named<'_>) -> Option<String> {
        let pattern = self.read(id)?.pattern;
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&arguments.0), &mut errors);
        Some(text.into_owned())
    }

    /// The ids of all messages.
    pub(super) fn ids(&'static self) -> impl Iterator<Item = &'static str> {
        self.written.keys().copied()
    }

    /// A message as it was read.
    pub(super) fn pattern(&'static self, id: &str) -> Option<&'static Pattern<&'static str>> {
        Some(self.read(id)?.pattern)
    }

    fn read(&'static self, id: &str) -> Option<Message> {
        let read = self.read.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = read.get(id) {
            return *message;
        }
        drop(read);
        let (id, written) = self.written.get_key_value(id)?;
        let mut read = self.read.write().unwrap_or_else(PoisonError::into_inner);
        *read.entry(id).or_insert_with(|| self.understand(written))
    }

    fn understand(&'static self, written: &str) -> Option<Message> {
        // What cannot be read is left out, and a test says so.
        let resource = FluentResource::try_new(written.to_owned()).ok()?;
        let resource: &'static FluentResource = Box::leak(Box::new(resource));
        let Some(Entry::Message(message)) = resource.get_entry(0) else {
            return None;
        };
        let pattern = message.value.as_ref()?;
        let mut errors = Vec::new();
        let text = match self.bundle.format_pattern(pattern, None, &mut errors) {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => text.leak(),
        };
        Some(Message { pattern, text })
    }
}

/// The messages of a file by their ids, each with the lines that belong to it: what begins with a letter begins one.
fn apart(file: &'static str) -> HashMap<&'static str, &'static str> {
    let begins = |line: &str| line.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let mut messages = HashMap::new();
    let mut rest = file;
    while !rest.is_empty() {
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            // A note belongs to no message.
            if end > 0 && (begins(line) || line.starts_with('#')) {
                break;
            }
            end += line.len();
        }
        let (message, after) = rest.split_at(end);
        if begins(message)
            && let Some((id, _)) = message.split_once('=')
        {
            messages.insert(id.trim_end(), message);
        }
        rest = after;
    }
    messages
}

/// A catalogue that is made when it is first needed.
pub(super) struct LazyCatalogue(OnceLock<Catalogue>);

impl LazyCatalogue {
    /// One that is still to be made.
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Looks through the file the first time.
    pub(super) fn catalogue(
        &'static self,
        language: Language,
        file: &'static str,
    ) -> &'static Catalogue {
        self.0.get_or_init(|| {
            let name: LanguageIdentifier = language.code().parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![name]);
            // Marks of direction around arguments would be drawn as tokens.
            bundle.set_use_isolating(false);
            Catalogue {
                bundle,
                written: apart(file),
                read: RwLock::default(),
            }
        })
    }
}
