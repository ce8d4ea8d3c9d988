//! The egress gate: a provider that is not on this machine receives nothing before the user has
//! allowed it. The composition root decides where the answers are stored. They are read again for
//! each request, so that a consent given or revoked in another process takes effect at once.

use std::sync::Arc;

use engine::EgressRefusal;
use engine::routing::EgressPolicy;
use notice::Notice;
use protocol::index::Consent;
use protocol::route::EgressTarget;
use provider::Provider;

/// The user's answers to whether content of this workspace may leave the machine.
pub trait EgressConsents: Send + Sync {
    /// Returns the user's answer for this target; `None` if they were never asked. Blocking.
    fn said(&self, to: &EgressTarget) -> Option<Consent>;

    /// Stores an answer. It holds for this process even if it cannot be stored for later. Blocking.
    ///
    /// # Errors
    /// Returns the reason why it holds for this process only.
    fn keep(&self, to: &EgressTarget, consent: Consent) -> Result<Notice, Notice>;
}

/// The last check before a request.
#[derive(Clone)]
pub(super) struct EgressGate {
    pub(super) consents: Arc<dyn EgressConsents>,
    pub(super) leaving: EgressPolicy,
}

/// Returns the egress target of a provider.
pub(super) fn place_of(provider: &Provider) -> EgressTarget {
    EgressTarget {
        provider: provider.info.name.clone(),
        address: redact::one_line(&provider.info.address),
    }
}

impl EgressGate {
    /// Returns why nothing may be sent to this provider; `None` if sending is allowed.
    pub(super) async fn bars(&self, provider: &Provider) -> Option<(EgressTarget, EgressRefusal)> {
        if provider.info.is_local {
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
