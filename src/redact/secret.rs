//! A key or a token as a value that no `Debug`, `Display` or `Serialize` shows. Made where the
//! environment is read or a key is entered, opened only where a request to a provider needs it. What it was is
//! written over when it goes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use zeroize::Zeroize;

use super::MASK;

/// A key or a token. It can be read (from a config file), and it goes to its provider by
/// [`Secret::expose`]; nothing else shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value; white space around it (a newline at the end of a file) is dropped.
    pub fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// The value itself, for the request that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Bytes of a key at most.
    pub const LONGEST: usize = 4_096;

    /// Why this can be no key; `None` where it can be. A key goes into a header: without blanks, and not without
    /// end.
    pub fn fault(&self) -> Option<&'static str> {
        match self.0.len() {
            0 => Some("it is empty"),
            length if length > Self::LONGEST => Some("it is longer than 4096 bytes"),
            _ if !self.0.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Some("it has blanks or characters that no key has")
            }
            _ => None,
        }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(&String::deserialize(deserializer)?))
    }
}
