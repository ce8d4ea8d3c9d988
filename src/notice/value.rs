//! The arguments of notices.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Notice, Speech};

/// The value of an argument. What a language writes in its own way stays apart from plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Text(String),
    /// A whole number without separators, such as an id or a code.
    Number(i64),
    Count(Count),
    Figure(Figure),
    Money(Money),
    Notice(Box<Notice>),
    List(Vec<Notice>),
}

/// A number of things: `3 files`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    pub count: u64,
    /// Noun in the singular; the message `count-<noun>` renders it with the number.
    pub of: Cow<'static, str>,
}

/// A figure with separators.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// In English form: `1,234.5`.
    pub figure: String,
}

/// An amount of dollars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// In English form, without the sign: `0.28`.
    pub dollars: String,
}

/// Returns a number of things.
pub fn count(number: impl TryInto<u64>, of: &'static str) -> Count {
    Count {
        count: number.try_into().unwrap_or(u64::MAX),
        of: Cow::Borrowed(of),
    }
}

/// Returns a whole number that is written with separators.
pub fn figure(number: u64) -> Figure {
    Figure {
        figure: crate::words::thousands(number),
    }
}

/// Returns an amount of dollars with a number of decimals.
pub fn money(dollars: f64, decimals: usize) -> Money {
    Money {
        dollars: format!("{dollars:.decimals$}"),
    }
}

impl Value {
    /// Returns the value as a notice: a nested notice, or its English text.
    pub fn as_notice(&self) -> Notice {
        match self {
            Value::Notice(notice) => (**notice).clone(),
            value => Notice::text(value.said_in(&super::English)),
        }
    }

    /// Renders the value in a language.
    pub fn said_in(&self, speech: &(dyn Speech + '_)) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Count(Count { count, of }) => speech
                .count(*count, of)
                .unwrap_or_else(|| crate::words::counted(*count, of)),
            Value::Figure(Figure { figure }) => speech.figure(figure),
            Value::Money(Money { dollars }) => speech.money(dollars),
            Value::Notice(notice) => notice.said_in(speech),
            Value::List(notices) => {
                let said: Vec<String> = notices.iter().map(|one| one.said_in(speech)).collect();
                said.join(speech.between())
            }
        }
    }
}

/// Converts into an argument of a notice.
pub trait ToValue {
    fn to_value(&self) -> Value;
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value {
        (**self).to_value()
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value {
        self.as_str().to_value()
    }
}

impl ToValue for Cow<'_, str> {
    fn to_value(&self) -> Value {
        self.as_ref().to_value()
    }
}

impl ToValue for Notice {
    fn to_value(&self) -> Value {
        // A notice with a plain text reads back as a text value, so it becomes one here.
        match self.id() {
            Some(_) => Value::Notice(Box::new(self.clone())),
            None => Value::Text(self.to_string()),
        }
    }
}

impl ToValue for Vec<Notice> {
    fn to_value(&self) -> Value {
        Value::List(self.clone())
    }
}

impl ToValue for Count {
    fn to_value(&self) -> Value {
        Value::Count(self.clone())
    }
}

impl ToValue for Figure {
    fn to_value(&self) -> Value {
        Value::Figure(self.clone())
    }
}

impl ToValue for Money {
    fn to_value(&self) -> Value {
        Value::Money(self.clone())
    }
}

impl ToValue for std::io::Error {
    fn to_value(&self) -> Value {
        Notice::from(self).to_value()
    }
}

macro_rules! displayed {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> Value {
                Value::Text(self.to_string())
            }
        }
    )*};
}

displayed!(char std::path::Display<'_>);

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl ToValue for $type {
            fn to_value(&self) -> Value {
                i64::try_from(*self).map_or_else(|_| Value::Text(self.to_string()), Value::Number)
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32 i64);
