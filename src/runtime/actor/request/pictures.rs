//! The pictures of a request: whether the model sees them, their bytes, and the handling of a
//! message with pictures that no model has seen yet and this one cannot see.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::RequestParts;
use protocol::estimate::{Estimate, PictureRule, Ratio};
use protocol::message::{Message, Role};
use protocol::picture::Media;
use protocol::session::QueuedMessage;
use protocol::stream::ModelInfo;
use provider::Provider;
use provider::pictures::Pictures;
use provider::registry::Registry;

/// Maximum bytes of pictures in one request, the latest first: Anthropic accepts requests of 32 MB,
/// and base64 is a third longer.
const MOST_BYTES: u64 = 20_000_000;

/// Maximum number of pictures in one request, the latest first. Anthropic takes 100, OpenAI 500;
/// some open models fewer, and report it.
const MOST: usize = 20;

/// Maximum number of models that are suggested when one is needed that can see.
const MOST_SEEING: usize = 6;

/// Time that providers may take to list their models, before their previous lists are used.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the models that a provider offers; empty if it cannot be reached and has
/// never reported any.
async fn offered(name: &str, providers: &Registry) -> Vec<ModelInfo> {
    let Ok(provider) = providers.get(name) else {
        return Vec::new();
    };
    if provider.unavailable_reason().is_some() {
        return Vec::new();
    }
    match tokio::time::timeout(PATIENCE, provider.models()).await {
        Ok(Ok(models)) => models,
        Ok(Err(_)) => Vec::new(),
        Err(_) => {
            let kept = provider.kept_models().await;
            kept.map(|kept| kept.models).unwrap_or_default()
        }
    }
}

impl RequestParts {
    /// Whether the session's model sees pictures, according to the user's record, then the server,
    /// then the built-in catalogue; `None` if unknown.
    pub(in crate::actor) fn sees(&self) -> Option<bool> {
        let key = (self.session.provider.clone(), self.session.model.clone());
        let said = self.settings.known.get(&key).and_then(|known| known.images);
        let (own, built_in) = match self.record() {
            Some(kept) if kept.is_builtin => (None, kept.vision),
            Some(kept) => (kept.vision, None),
            None => (None, None),
        };
        own.or(said).or(built_in)
    }

    /// Returns how tokens are estimated for the session's model.
    pub(in crate::actor) fn estimate(&self, provider: &Provider) -> Estimate {
        let (name, model) = (&self.session.provider, &self.session.model);
        Estimate {
            ratio: self.catalogue.ratio(name, model).unwrap_or(Ratio::USUAL),
            pictures: match self.sees() {
                Some(false) => PictureRule::Note,
                Some(true) | None => provider.info.picture_rule,
            },
        }
    }

    /// Returns the bytes of the pictures to send: the latest, as many as servers accept.
    pub(super) async fn pictures(&self, messages: &[Arc<Message>]) -> Arc<Pictures> {
        let mut pictures = Pictures::new();
        let mut room = MOST_BYTES;
        if self.sees() == Some(false) {
            return Arc::default();
        }
        let latest = messages.iter().rev().flat_map(|message| message.pictures());
        for picture in latest.take(MOST) {
            let Some(left) = room.checked_sub(picture.bytes) else {
                break;
            };
            match self.store.get_blob(&picture.hash).await {
                // Checks the content under the hash: a tag in a text can name any hash.
                Ok(Some(bytes)) if Media::of(&bytes) == Some(picture.media) => {
                    room = left.min(room.saturating_sub(bytes.len() as u64));
                    pictures.insert(picture.hash, bytes);
                }
                Ok(_) => tracing::info!(name = picture.name, "a picture is no longer kept"),
                Err(error) => tracing::warn!(%error, "a picture could not be read"),
            }
        }
        Arc::new(pictures)
    }

    /// Returns the user's messages with pictures that no model has answered. They are not sent to a
    /// model that cannot see. Pictures that another model has answered become notes.
    pub(in crate::actor) fn unanswered_pictures(&self) -> Vec<QueuedMessage> {
        let answered = self
            .messages
            .iter()
            .rposition(|message| message.role == Role::Assistant);
        let fresh = self.messages.iter().skip(answered.map_or(0, |at| at + 1));
        let said = fresh.filter(|message| message.role == Role::User);
        said.filter(|message| message.pictures().next().is_some())
            .map(|message| QueuedMessage::after_step(message.id, message.typed_text()))
            .collect()
    }

    /// Whether the conversation has pictures.
    pub(in crate::actor) fn shows_pictures(&self) -> bool {
        let mut messages = self.messages.iter();
        messages.any(|message| message.pictures().next().is_some())
    }

    /// Returns known models that can see, as `provider/model`: those that can currently be used.
    pub(in crate::actor) async fn seeing(&self, providers: &Registry) -> Vec<String> {
        let known = self.catalogue.seeing(&self.session.provider);
        let mut names: Vec<String> = known
            .iter()
            .filter_map(|named| named.split_once('/').map(|(name, _)| name.to_owned()))
            .collect();
        names.dedup();
        let asked = names.into_iter().map(|name| async {
            let offered = offered(&name, providers).await;
            (name, offered)
        });
        let offered: BTreeMap<String, Vec<ModelInfo>> = futures_util::future::join_all(asked)
            .await
            .into_iter()
            .collect();
        let can = |named: &String| {
            let (provider, model) = named.split_once('/').unwrap_or_default();
            let models = offered.get(provider).map(Vec::as_slice).unwrap_or_default();
            let mut models = models.iter().filter(|one| one.unusable.is_none());
            models.any(|one| one.is_named(model))
        };
        known.into_iter().filter(can).take(MOST_SEEING).collect()
    }
}
