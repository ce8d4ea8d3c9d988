//! What leaves the machine: a provider that is not on it is sent nothing before the human has allowed that. The
//! composition root says where the answers are kept; they are read anew for each request, so that what is said or
//! taken back in another process holds at once.

use std::sync::Arc;

use crate::engine::EgressRefusal;
use crate::engine::routing::EgressPolicy;
use crate::protocol::index::Consent;
use crate::protocol::route::EgressTarget;
use crate::provider::Provider;

/// The human's answers to whether content of this workspace may leave the machine.
pub trait EgressConsents: Send + Sync {
    /// What was said of this place; `None` where nobody was asked. Blocking.
    fn said(&self, to: &EgressTarget) -> Option<Consent>;

    /// Keeps an answer. It holds for this process even where it cannot be kept for later. Blocking.
    ///
    /// # Errors
    /// In words for the human: why it holds for this process only.
    fn keep(&self, to: &EgressTarget, consent: Consent) -> Result<String, String>;
}

/// The last check before a request.
#[derive(Clone)]
pub(super) struct EgressGate {
    pub(super) consents: Arc<dyn EgressConsents>,
    pub(super) leaving: EgressPolicy,
}

/// Where a provider is.
pub(super) fn place_of(provider: &dyn Provider) -> EgressTarget {
    EgressTarget {
        provider: provider.name().to_owned(),
        address: crate::redact::one_line(&provider.address()),
    }
}

impl EgressGate {
    /// Why nothing may be sent to this provider; `None` where it may.
    pub(super) async fn bars(
        &self,
        provider: &dyn Provider,
    ) -> Option<(EgressTarget, EgressRefusal)> {
        if provider.is_local() {
            return None;
        }
        let to = place_of(provider);
        if self.leaving == EgressPolicy::Never {
            return Some((to, EgressRefusal::Never));
        }
        let (consents, asked) = (Arc::clone(&self.consents), to.clone());
        let said = tokio::task::spawn_blocking(move || consents.said(&asked)).await;
        match said.ok().flatten() {
            Some(Consent::Given) => None,
            Some(Consent::Refused) => Some((to, EgressRefusal::Refused)),
            None => Some((to, EgressRefusal::NotAsked)),
        }
    }
}
