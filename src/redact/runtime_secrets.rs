//! Secrets that become known while the program runs: keys that the user entered. Every masker with
//! this list hides them from then on. Owned by the composition root, which adds to it.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use super::Secret;

/// Minimum length of a secret that is masked: a shorter one would mask half of every text.
const SHORTEST: usize = 4;

/// The list of secrets. Cheap to clone; clones share one list. `Debug` does not show its content.
#[derive(Clone, Default)]
pub struct RuntimeSecrets(Arc<RwLock<Arc<[Secret]>>>);

impl RuntimeSecrets {
    /// Adds a secret, which is masked from now on.
    pub fn learn(&self, secret: &Secret) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if secret.expose().len() < SHORTEST || list.contains(secret) {
            return;
        }
        let mut known = list.to_vec();
        known.push(secret.clone());
        // Longest first, so that a secret that contains another one is masked as a whole.
        known.sort_by_key(|one| std::cmp::Reverse(one.expose().len()));
        *list = known.into();
    }

    pub(super) fn secrets(&self) -> Arc<[Secret]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for RuntimeSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Learned({} values)", self.secrets().len())
    }
}
