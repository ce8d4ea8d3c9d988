//! The embedding model of the index, from a provider of the config. A model on this machine
//! receives texts without asking; a remote one only with the user's consent, given once for a
//! workspace and an address.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::Setup;
use crate::config::trust::{Purpose, TrustStore};
use crate::index::embedding::{EmbedPermission, Embedder};
use crate::l10n::{notice, say};
use crate::protocol::index::Consent;
use crate::protocol::stream::{ProviderError, ProviderErrorKind};
use crate::provider::Provider;
use crate::provider::embed::EmbedRequest;
use crate::provider::registry::Registry;
use crate::redact::one_line;

pub struct ProviderEmbedder {
    provider: Arc<dyn Provider>,
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
    fn new(provider: Arc<dyn Provider>, model: &str, root: PathBuf, trust: PathBuf) -> Self {
        let full_name = format!("{}/{model}", provider.name());
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
        let (name, address) = (self.provider.name(), self.provider.address());
        TrustStore::open(&self.trust).consent(Purpose::Index, &self.root, (name, &address))
    }

    /// Whether texts stay on this machine.
    pub fn is_local(&self) -> bool {
        self.provider.is_local()
    }

    /// Returns the provider with its address, in one line.
    pub fn place(&self) -> String {
        one_line(&format!(
            "{} at {}",
            self.provider.name(),
            self.provider.address()
        ))
    }

    /// Describes what would leave this machine, and where it would go.
    pub fn what_leaves(&self) -> String {
        format!(
            "the text of this workspace's files, as git shows them (without ignored and blocked ones, with secrets \
             masked), and the questions of searches by meaning, to {}, for the model {}",
            self.place(),
            one_line(&self.api_name)
        )
    }

    /// Returns the question to the user; `None` if there is nothing to ask, or the answer is known.
    pub fn question(&self) -> Option<String> {
        let is_open = !self.is_local() && self.consent().is_none();
        is_open.then(|| say!("embedder-question", what = notice(&self.what_leaves())))
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
            Some(Consent::Refused) => EmbedPermission::Withheld(format!(
                "you refused to send this workspace's files to {place}; `/index allow` in the workbench or \
                 `agentichat index allow` changes that"
            )),
            None => EmbedPermission::Withheld(format!(
                "{place} is not on this machine, and nobody has allowed this workspace's files to go there; allow it \
                 with `/index allow` in the workbench or `agentichat index allow`, or name a provider that runs here \
                 in `index.embedding_provider`"
            )),
        }
    }

    fn keep_consent(&self, consent: Consent) -> Result<String, String> {
        let place = self.place();
        if self.is_local() {
            return Err(format!(
                "{place} is on this machine: nothing is sent anywhere, so there is nothing to allow"
            ));
        }
        let mut trust = TrustStore::open(&self.trust);
        let now = jiff::Timestamp::now();
        let address = self.provider.address();
        let kept = trust.keep_consent(
            Purpose::Index,
            &self.root,
            (self.provider.name(), &address),
            consent,
            now,
        );
        kept.map_err(|error| error.to_string())?;
        Ok(match consent {
            Consent::Given => format!("this goes out from now on: {}", self.what_leaves()),
            Consent::Refused => {
                format!("no file of this workspace goes to {place}; `/index allow` changes that")
            }
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
