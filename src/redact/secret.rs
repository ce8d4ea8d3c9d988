//! A key or a token that no `Debug`, `Display` or `Serialize` shows. Created where the environment
//! is read or a key is entered, exposed only where a request to a provider needs it. Its memory is
//! overwritten on drop.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use zeroize::Zeroize;

use super::MASK;
use notice::{Notice, notice};

/// A key or a token. It can be deserialized (from a config file), and goes to its provider by
/// [`Secret::expose`]; nothing else shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value without surrounding whitespace (such as a newline at the end of a file).
    pub fn new(value: &str) -> Self {
        Self(value.trim().to_owned())
    }

    /// Returns the value itself, for the request that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Maximum length of a key in bytes.
    pub const LONGEST: usize = 4_096;

    /// Returns why this cannot be a key; `None` if it can. A key goes into a header, so it must not
    /// contain blanks and must have a limited length.
    pub fn fault(&self) -> Option<Notice> {
        self.fault_within(Self::LONGEST)
    }

    /// Does the same as [`Secret::fault`] for a secret that may have so many bytes.
    pub fn fault_within(&self, longest: usize) -> Option<Notice> {
        match self.0.len() {
            0 => Some(notice!("told-key-empty")),
            length if length > longest => Some(notice!("told-key-long")),
            _ if !self.0.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Some(notice!("told-key-blanks"))
            }
            _ => None,
        }
    }

    /// Whether the value is empty.
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
