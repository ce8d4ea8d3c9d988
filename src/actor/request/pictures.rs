//! The pictures of a request: whether its model sees them, their bytes, and what becomes of a message with pictures that
//! it would be the first to see, and cannot.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::RequestParts;
use crate::protocol::estimate::{Estimate, PictureRule, Ratio};
use crate::protocol::message::{Message, Role};
use crate::protocol::picture::Media;
use crate::protocol::session::QueuedMessage;
use crate::protocol::stream::ModelInfo;
use crate::provider::Provider;
use crate::provider::pictures::Pictures;
use crate::provider::registry::Registry;

/// Bytes of pictures that go along with one request, the latest first: Anthropic takes requests of 32 MB, and base64
/// is a third longer.
const MOST_BYTES: u64 = 20_000_000;

/// Pictures of one request, the latest first. Anthropic takes 100, OpenAI 500; some open models fewer, and say so.
const MOST: usize = 20;

/// Models that are named where one is wanted that can see.
const MOST_SEEING: usize = 6;

/// How long providers may take to say what they have, before it is taken from what they said before.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a provider offers; nothing where it cannot be asked and never told.
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
    /// Whether the session's model sees pictures: as the human keeps it, as its server says, as it is known of what
    /// comes with the program; `None` where nobody says.
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

    /// How tokens are estimated for the session's model.
    pub(in crate::actor) fn estimate(&self, provider: &dyn Provider) -> Estimate {
        let (name, model) = (&self.session.provider, &self.session.model);
        Estimate {
            ratio: self.catalogue.ratio(name, model).unwrap_or(Ratio::USUAL),
            pictures: match self.sees() {
                Some(false) => PictureRule::Note,
                Some(true) | None => provider.picture_rule(),
            },
        }
    }

    /// The bytes of the pictures that go along: the latest, as many as servers take.
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
                // What lies under the hash is looked at: a tag in a text can name any.
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

    /// The messages of the human's with pictures that no model has answered to. They are not sent to a model that cannot
    /// see. Pictures that another model has seen are notes for it.
    pub(in crate::actor) fn unanswered_pictures(&self) -> Vec<QueuedMessage> {
        let answered = self
            .messages
            .iter()
            .rposition(|message| message.role == Role::Assistant);
        let fresh = self.messages.iter().skip(answered.map_or(0, |at| at + 1));
        let said = fresh.filter(|message| message.role == Role::User);
        said.filter(|message| message.pictures().next().is_some())
            .map(|message| QueuedMessage {
                id: message.id,
                text: message.typed_text(),
            })
            .collect()
    }

    /// Whether the conversation has pictures.
    pub(in crate::actor) fn shows_pictures(&self) -> bool {
        let mut messages = self.messages.iter();
        messages.any(|message| message.pictures().next().is_some())
    }

    /// Models that are kept and can see, as `provider/model`: those that can be asked as things are.
    pub(in crate::actor) async fn seeing(&self, providers: &Registry) -> Vec<String> {
        let known = self.catalogue.seeing(&self.session.provider);
        let name_of = |named: &str| named.split_once('/').map(|(name, _)| name.to_owned());
        let mut names: Vec<String> = known.iter().filter_map(|named| name_of(named)).collect();
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
