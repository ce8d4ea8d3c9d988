//! A part of `cache.db` with authenticated rows. The file may come with a repository, so each row
//! carries a seal made with a per-user secret from outside the file: rows of another author are not
//! found, or not trusted. The same secret goes into the keys, so that the file does not reveal the
//! requests.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use sha2::{Digest, Sha256};

use super::cache;
use super::error::StoreError;
use super::open::remove;
use notice::Notice;

pub type Hash = [u8; 32];

/// The file and the secret. Opened on first use.
pub(super) struct Sealed {
    file: PathBuf,
    secret: Hash,
    open: Mutex<Option<Connection>>,
}

impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealed")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

impl Sealed {
    /// Creates the store for this file without opening it.
    pub(super) fn new(file: PathBuf, secret: Hash) -> Self {
        Self {
            file,
            secret,
            open: Mutex::default(),
        }
    }

    /// Runs work on the database. Returns a notice if it created the database again.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<(T, Option<Notice>), StoreError> {
        let mut place = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut word = None;
        let connection = match place.as_mut() {
            Some(connection) => connection,
            None => {
                let (connection, said) = cache::open(&self.file)?;
                word = said;
                place.insert(connection)
            }
        };
        match work(connection) {
            Ok(done) => Ok((done, word)),
            Err(error) => {
                // Reopen it next time.
                *place = None;
                if matches!(error, StoreError::Corrupt { .. }) {
                    remove(&self.file)?;
                }
                Err(error)
            }
        }
    }

    /// Returns the hash of these pieces and the secret. Hashes twice to prevent
    /// length extension attacks.
    pub(super) fn hash(&self, pieces: &[&[u8]]) -> Hash {
        let mut inner = Sha256::new();
        for piece in pieces {
            inner.update((piece.len() as u64).to_be_bytes());
            inner.update(piece);
        }
        let mut outer = Sha256::new();
        outer.update(self.secret);
        outer.update(inner.finalize());
        outer.finalize().into()
    }
}
