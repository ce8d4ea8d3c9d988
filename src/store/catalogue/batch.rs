//! Applies changes of models and providers together or not at all, based on the state that the
//! caller saw: never overwrites a later change by another process.

use jiff::Timestamp;
use rusqlite::Connection;

use super::{CatalogueFailure, rows};
use crate::error::StoreError;
use crate::global::GlobalStore;
use notice::{Notice, notice};
use protocol::catalogue::{CatalogueError, ModelBaseline, SettingsSave};

/// Reason why nothing was saved.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum SaveFailure {
    /// Another process has changed these.
    Stale(Vec<String>),
    /// A change is not possible: its subject, and the reason.
    Refused(String, CatalogueError),
    /// The accompanying action failed.
    Beside(Notice),
    Store(#[from] StoreError),
}

impl SaveFailure {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Stale(names) => notice!("told-changed-meanwhile", files = names.join(", ")),
            Self::Refused(what, error) => notice!("told-at", place = what, why = error.notice()),
            Self::Beside(why) => why.clone(),
            Self::Store(error) => error.notice(),
        }
    }
}

impl GlobalStore {
    /// Applies changes together with the action `beside`: if the action or any change fails,
    /// nothing changes. If the save fails after `beside` succeeded, which only the database can
    /// cause, the caller undoes it.
    ///
    /// # Errors
    /// See [`SaveFailure`].
    pub async fn save_together(
        &self,
        save: SettingsSave,
        now: Timestamp,
        beside: impl FnOnce() -> Result<(), Notice> + Send + 'static,
    ) -> Result<(), SaveFailure> {
        self.transaction(move |to| {
            let stale = stale(to, &save)?;
            if !stale.is_empty() {
                return Err(SaveFailure::Stale(stale));
            }
            // Removals come first, because they free names; provider settings come last, because a
            // new model can become a default.
            for seen in &save.removed {
                rows::remove(to, &seen.id, now).map_err(|why| refused(&seen.id, why))?;
            }
            for one in &save.changed {
                rows::change(to, &one.of.id, &one.change, now)
                    .map_err(|why| refused(&one.of.id, why))?;
            }
            for model in save.added {
                let what = format!("{}/{}", model.provider, model.api_name);
                rows::add(to, model, now).map_err(|why| refused(&what, why))?;
            }
            for one in save.providers {
                rows::set_provider(to, &one.provider, one.change, now)
                    .map_err(|why| refused(&one.provider, why))?;
            }
            beside().map_err(SaveFailure::Beside)
        })
        .await
    }
}

fn refused(what: &str, failure: CatalogueFailure) -> SaveFailure {
    match failure {
        CatalogueFailure::Refused(error) => SaveFailure::Refused(what.to_owned(), error),
        CatalogueFailure::Store(error) => SaveFailure::Store(error),
    }
}

/// Returns the items that no longer match the state that the caller saw.
fn stale(to: &Connection, save: &SettingsSave) -> Result<Vec<String>, SaveFailure> {
    let mut stale = Vec::new();
    for one in &save.providers {
        let kept = rows::settings_of(to, &one.provider).map_err(|why| refused("", why))?;
        if kept.updated_at != one.seen {
            stale.push(one.provider.clone());
        }
    }
    let changed = save.changed.iter().map(|one| &one.of);
    for seen in changed.chain(&save.removed) {
        if !is_as_seen(to, seen)? {
            stale.push(seen.id.clone());
        }
    }
    Ok(stale)
}

fn is_as_seen(to: &Connection, seen: &ModelBaseline) -> Result<bool, SaveFailure> {
    match rows::known(to, &seen.id) {
        Ok(model) => Ok(model.updated_at == seen.seen),
        Err(CatalogueFailure::Refused(_)) => Ok(false),
        Err(CatalogueFailure::Store(error)) => Err(error.into()),
    }
}
