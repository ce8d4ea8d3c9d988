//! Arguments of messages: texts, and whole numbers that select the plural form.

use std::borrow::Cow;

use fluent_bundle::FluentValue;

use super::{figure, said};
use notice::Notice;

/// The value of an argument.
#[derive(Debug, Clone)]
pub struct Argument<'a>(pub(super) FluentValue<'a>);

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Self(FluentValue::String(Cow::Borrowed(text)))
    }
}

impl<'a> From<&'a &str> for Argument<'a> {
    fn from(text: &'a &str) -> Self {
        Self::from(*text)
    }
}

impl<'a> From<&'a &&str> for Argument<'a> {
    fn from(text: &'a &&str) -> Self {
        Self::from(**text)
    }
}

impl<'a> From<&'a String> for Argument<'a> {
    fn from(text: &'a String) -> Self {
        Self::from(text.as_str())
    }
}

impl<'a> From<&'a &String> for Argument<'a> {
    fn from(text: &'a &String) -> Self {
        Self::from(text.as_str())
    }
}

/// A notice, in the user's language.
impl From<&Notice> for Argument<'_> {
    fn from(notice: &Notice) -> Self {
        Self(FluentValue::String(Cow::Owned(said(notice))))
    }
}

impl From<&&Notice> for Argument<'_> {
    fn from(notice: &&Notice) -> Self {
        Self::from(*notice)
    }
}

impl<'a> From<&'a Cow<'_, str>> for Argument<'a> {
    fn from(text: &'a Cow<'_, str>) -> Self {
        Self::from(text.as_ref())
    }
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl From<&$type> for Argument<'_> {
            fn from(number: &$type) -> Self {
                Self(FluentValue::from(*number))
            }
        }

        impl From<&&$type> for Argument<'_> {
            fn from(number: &&$type) -> Self {
                Self(FluentValue::from(**number))
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32 i64);

macro_rules! displayed {
    ($($type:ty)*) => {$(
        impl From<&$type> for Argument<'_> {
            fn from(shown: &$type) -> Self {
                Self(FluentValue::String(Cow::Owned(shown.to_string())))
            }
        }

        impl From<&&$type> for Argument<'_> {
            fn from(shown: &&$type) -> Self {
                Self::from(*shown)
            }
        }
    )*};
}

displayed!(char std::path::Display<'_> std::io::Error);

/// A fraction in the format of the language; no plural form depends on it.
impl From<&f64> for Argument<'_> {
    fn from(number: &f64) -> Self {
        Self(FluentValue::String(Cow::Owned(figure(&number.to_string()))))
    }
}

impl From<&&f64> for Argument<'_> {
    fn from(number: &&f64) -> Self {
        Self::from(*number)
    }
}
