//! Secrets that came up while the program runs: keys that the human entered. Every masker that was told of the
//! list hides them from then on. Owned by the composition root, which adds to it.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use super::Secret;

/// Shortest secret that is masked: a shorter one would mask half of every text.
const SHORTEST: usize = 4;

/// The list. Cheap to clone; clones are one list. `Debug` does not show what is in it.
#[derive(Clone, Default)]
pub struct RuntimeSecrets(Arc<RwLock<Arc<[Secret]>>>);

impl RuntimeSecrets {
    /// Hides this one too, from now on.
    pub fn learn(&self, secret: &Secret) {
        let mut list = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if secret.expose().len() < SHORTEST || list.contains(secret) {
            return;
        }
        let mut known = list.to_vec();
        known.push(secret.clone());
        // The longest first, so that a secret which contains another one goes whole.
        known.sort_by_key(|one| std::cmp::Reverse(one.expose().len()));
        *list = known.into();
    }

    /// What is hidden now.
    pub(super) fn secrets(&self) -> Arc<[Secret]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for RuntimeSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Learned({} values)", self.secrets().len())
    }
}
