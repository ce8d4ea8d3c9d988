//! What leaves the machine: a provider that is not on it is sent nothing before the human has allowed that. The
//! composition root says where the answers are kept; they are read anew for each request, so that what is said or
//! taken back in another process holds at once.

use std::sync::Arc;

use crate::engine::Withheld;
use crate::engine::routing::Leaving;
use crate::protocol::index::Consent;
use crate::protocol::route::SendTo;
use crate::provider::Provider;

/// The human's answers to whether content of this workspace may leave the machine.
pub trait Consents: Send + Sync {
    /// What was said of this place; `None` where nobody was asked. Blocking.
    fn said(&self, to: &SendTo) -> Option<Consent>;

    /// Keeps an answer. It holds for this process even where it cannot be kept for later. Blocking.
    ///
    /// # Errors
    /// In words for the human: why it holds for this process only.
    fn keep(&self, to: &SendTo, consent: Consent) -> Result<String, String>;
}

/// The last check before a request.
#[derive(Clone)]
pub(super) struct Gate {
    pub(super) consents: Arc<dyn Consents>,
    pub(super) leaving: Leaving,
}

/// Where a provider is.
pub(super) fn place_of(provider: &dyn Provider) -> SendTo {
    SendTo {
        provider: provider.name().to_owned(),
        address: crate::redact::one_line(&provider.address()),
    }
}

impl Gate {
    /// Why nothing may be sent to this provider; `None` where it may.
    pub(super) async fn bars(&self, provider: &dyn Provider) -> Option<(SendTo, Withheld)> {
        if provider.is_local() {
            return None;
        }
        let to = place_of(provider);
        if self.leaving == Leaving::Never {
            return Some((to, Withheld::Never));
        }
        let (consents, asked) = (Arc::clone(&self.consents), to.clone());
        let said = tokio::task::spawn_blocking(move || consents.said(&asked)).await;
        match said.ok().flatten() {
            Some(Consent::Given) => None,
            Some(Consent::Refused) => Some((to, Withheld::Refused)),
            None => Some((to, Withheld::NotAsked)),
        }
    }
}
