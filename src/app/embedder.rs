//! The embedding model of the index, from a provider of the config. A model on this machine
//! receives texts without asking; a remote one only with the user's consent, given once for a
//! workspace and an address.

use std::path::PathBuf;

use futures_util::future::BoxFuture;

use super::Setup;
use config::trust::{Purpose, TrustStore};
use index::embedding::{EmbedPermission, Embedder};
use l10n::{said, say};
use notice::{Notice, notice};
use protocol::index::Consent;
use protocol::stream::{ProviderError, ProviderErrorKind};
use provider::Provider;
use provider::embed::EmbedRequest;
use provider::registry::Registry;
use redact::one_line;

pub struct ProviderEmbedder {
    provider: Provider,
    api_name: String,
    /// Name of the model, with its provider.
    full_name: String,
    /// Root of the workspace whose files are embedded.
    root: PathBuf,
    /// File with the answers.
    trust: PathBuf,
}

impl ProviderEmbedder {
    /// Creates the embedder for a root's files; answers are stored in the trust list.
    fn new(provider: Provider, model: &str, root: PathBuf, trust: PathBuf) -> Self {
        let full_name = format!("{}/{model}", provider.info.name);
        Self {
            provider,
            api_name: model.to_owned(),
            full_name,
            root,
            trust,
        }
    }

    /// Returns the user's answer; `None` if they were not asked. It is read again each time, so
    /// that a consent given or revoked in another process takes effect at once. A provider on this
    /// machine needs no consent.
    pub fn consent(&self) -> Option<Consent> {
        let info = &self.provider.info;
        let to = (info.name.as_str(), info.address.as_str());
        TrustStore::open(&self.trust).consent(Purpose::Index, &self.root, to)
    }

    /// Whether texts stay on this machine.
    pub fn is_local(&self) -> bool {
        self.provider.info.is_local
    }

    /// Returns the provider with its address, in one line.
    pub fn place(&self) -> Notice {
        let info = &self.provider.info;
        notice!(
            "address-server-at",
            word = one_line(&info.name),
            address = one_line(&info.address),
        )
    }

    /// Describes what would leave this machine, and where it would go.
    pub fn egress_description(&self) -> Notice {
        let (place, model) = (self.place(), one_line(&self.api_name));
        notice!("told-what-leaves", place, model)
    }

    /// Returns the question to the user; `None` if there is nothing to ask, or the answer is known.
    pub fn question(&self) -> Option<String> {
        let is_open = !self.is_local() && self.consent().is_none();
        is_open.then(|| say!("embedder-question", what = said(&self.egress_description())))
    }
}

impl Embedder for ProviderEmbedder {
    fn model(&self) -> &str {
        &self.full_name
    }

    fn leave(&self) -> EmbedPermission {
        if self.is_local() {
            return EmbedPermission::Given;
        }
        let place = self.place();
        match self.consent() {
            Some(Consent::Given) => EmbedPermission::Given,
            Some(Consent::Refused) => {
                EmbedPermission::Withheld(notice!("told-index-refused", place))
            }
            None => EmbedPermission::Withheld(notice!("told-index-unasked", place)),
        }
    }

    fn keep_consent(&self, consent: Consent) -> Result<Notice, Notice> {
        let place = self.place();
        if self.is_local() {
            return Err(notice!("told-index-local", place));
        }
        let mut trust = TrustStore::open(&self.trust);
        let now = jiff::Timestamp::now();
        let info = &self.provider.info;
        let kept = trust.keep_consent(
            Purpose::Index,
            &self.root,
            (&info.name, &info.address),
            consent,
            now,
        );
        kept.map_err(|error| error.notice())?;
        Ok(match consent {
            Consent::Given => notice!("told-goes-out", why = self.egress_description()),
            Consent::Refused => notice!("told-index-no-file", place),
        })
    }

    fn vectors(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, ProviderError>> {
        Box::pin(async move {
            // Callers check the consent first; this check ensures that nothing is sent
            // because one forgot.
            if let EmbedPermission::Withheld(reason) = self.leave() {
                return Err(ProviderError::new(ProviderErrorKind::Configuration, reason));
            }
            let model = self.api_name.clone();
            let given = self.provider.embed(EmbedRequest { model, texts }).await?;
            Ok(given.vectors)
        })
    }
}

impl Setup {
    /// Creates the embedding model of the index; `None` if the config names none, or there is no
    /// index.
    ///
    /// # Errors
    /// If there is no such provider.
    pub fn embedding_model(
        &self,
        providers: &Registry,
    ) -> Result<Option<ProviderEmbedder>, ProviderError> {
        let config = &self.loaded.config;
        let Some(model) = config
            .index_embedding_model
            .as_ref()
            .filter(|_| config.index_enabled)
        else {
            return Ok(None);
        };
        let provider = providers.get(&config.index_embedding_provider)?;
        let (root, trust) = (self.detected.root.clone(), self.folders.trust_file());
        Ok(Some(ProviderEmbedder::new(provider, model, root, trust)))
    }
}

#[cfg(test)]
mod tests;
