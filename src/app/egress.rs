//! Consent to egress: whether content of the workspace may go to a provider that is not on this
//! machine. Stored beside trust in the data folder, and in memory for this process if that
//! cannot be written.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use config::trust::{Purpose, TrustStore};
use notice::{Notice, notice};
use protocol::index::Consent;
use protocol::route::EgressTarget;
use runtime::actor::EgressConsents;

/// The answers for one workspace.
pub(super) struct StoredConsents {
    root: PathBuf,
    trust: PathBuf,
    /// Answers that could not be written.
    unkept: Mutex<Vec<(EgressTarget, Consent)>>,
}

impl StoredConsents {
    /// Creates the answers for a root, stored in the trust list.
    pub(super) fn new(root: PathBuf, trust: PathBuf) -> Self {
        Self {
            root,
            trust,
            unkept: Mutex::default(),
        }
    }
}

impl EgressConsents for StoredConsents {
    fn said(&self, to: &EgressTarget) -> Option<Consent> {
        let unkept = self.unkept.lock().unwrap_or_else(PoisonError::into_inner);
        let held = unkept.iter().rev().find(|(place, _)| place == to);
        if let Some((_, consent)) = held {
            return Some(*consent);
        }
        drop(unkept);
        let place = (to.provider.as_str(), to.address.as_str());
        TrustStore::open(&self.trust).consent(Purpose::Model, &self.root, place)
    }

    fn keep(&self, to: &EgressTarget, consent: Consent) -> Result<Notice, Notice> {
        let mut trust = TrustStore::open(&self.trust);
        let place = (to.provider.as_str(), to.address.as_str());
        let now = jiff::Timestamp::now();
        if let Err(error) = trust.keep_consent(Purpose::Model, &self.root, place, consent, now) {
            let mut unkept = self.unkept.lock().unwrap_or_else(PoisonError::into_inner);
            unkept.push((to.clone(), consent));
            return Err(notice!("told-answer-holds", why = error.notice()));
        }
        Ok(match consent {
            Consent::Given => notice!("told-content-goes", place = to.notice()),
            Consent::Refused => {
                let place = to.notice();
                notice!("told-content-stays", place, word = to.provider)
            }
        })
    }
}
