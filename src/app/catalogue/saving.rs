//! Saves the changes of a settings screen, all or none: rows in one transaction, the user's own
//! files and keys within it, and after it the providers that are used from now on.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::Catalog;
use super::service::{ServiceError, override_notice};
use super::user_files::PreviousContent;
use config::keys::{KeyError, Keys, StoredKeys};
use notice::{Notice, notice};
use protocol::catalogue::{
    CatalogueError, JobProgress, KeyChange, KeySave, KeySource, SaveError, SettingsSave,
};
use provider::registry::{Registry, TakesEffect};
use store::catalogue::SaveFailure;

impl Catalog {
    /// Saves changes; returns the result, with all settings as they are then.
    pub(super) async fn save(&self, save: SettingsSave, providers: &Registry) -> JobProgress {
        let result = self.save_all(save, providers).await;
        let view = Box::new(self.settings_view(providers).await);
        JobProgress::Saved { result, view }
    }

    async fn save_all(
        &self,
        mut save: SettingsSave,
        providers: &Registry,
    ) -> Result<Vec<Notice>, SaveError> {
        for one in &mut save.providers {
            let checked = self.checked(&one.provider, one.change.clone());
            one.change = checked.map_err(|why| not_kept(&one.provider, why))?;
        }
        for model in &save.added {
            let known = self.fixed(&model.provider);
            known.map_err(|error| refused(&model.api_name, error))?;
        }
        let keys = std::mem::take(&mut save.keys);
        for one in &keys {
            self.fixed(&one.provider)
                .map_err(|error| refused(&one.provider, error))?;
        }
        self.keys.search_again();
        let moved = keys.iter().filter(|one| self.key_source(one) != one.seen);
        let moved: Vec<String> = moved
            .map(|one| format!("the key of {}", one.provider))
            .collect();
        if !moved.is_empty() {
            return Err(SaveError::Stale { what: moved });
        }
        let touched = save.providers.iter().map(|one| one.provider.clone());
        let keyed = keys.iter().map(|one| one.provider.clone());
        let touched: BTreeSet<String> = touched.chain(keyed).collect();
        self.own_files.check(&save)?;
        let config = std::mem::take(&mut save.config);
        let keymap = save.keymap.take();
        if save == SettingsSave::default() && keys.is_empty() {
            // A change of files alone needs no database.
            let written = self.own_files.write(&config, keymap.as_ref());
            written.map_err(SaveError::NotKept)?;
            return Ok(self.own_files.over(&config));
        }
        let store = self.store().map_err(|why| not_kept("", why))?;
        for one in &keys {
            if let KeyChange::Keep { key, .. } = &one.change {
                self.learned.learn(key);
            }
        }
        let before: Vec<StoredKeys> = match keys.iter().map(|one| self.before(one)).collect() {
            Ok(before) => before,
            Err(error) => return Err(SaveError::NotKept(error)),
        };
        let (ring, written) = (self.keys.keys.clone(), keys.clone());
        let has_begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&has_begun);
        let files = Arc::clone(&self.own_files);
        let files_before = Arc::new(OnceLock::new());
        let (kept_config, kept_before) = (config.clone(), Arc::clone(&files_before));
        let beside = move || {
            let before = files.write(&kept_config, keymap.as_ref())?;
            // The closure runs once, so the cell is empty.
            kept_before.set(before).ok();
            begins.store(true, Ordering::SeqCst);
            write(&ring, &written)
        };
        let saved = store
            .save_together(save, jiff::Timestamp::now(), beside)
            .await;
        if let Err(failure) = saved {
            files_before
                .get()
                .into_iter()
                .for_each(PreviousContent::restore);
            // Keys come last, so usually none of them has been touched.
            if has_begun.load(Ordering::SeqCst) {
                before.iter().for_each(|one| self.restore(one));
            }
            return Err(why(failure));
        }
        // The providers are made from the current knowledge of keys and settings.
        self.settings_view(providers).await;
        let of_providers = touched
            .iter()
            .flat_map(|name| self.recreate_provider(name, providers));
        Ok(of_providers.chain(self.own_files.over(&config)).collect())
    }

    /// Recreates a provider for the next request; returns further notes on it.
    fn recreate_provider(&self, name: &str, providers: &Registry) -> Vec<Notice> {
        let mut words = Vec::new();
        // An agent program takes neither address nor key from here.
        let is_recorded = self.apply_provider_settings(name, providers) == TakesEffect::NextStart;
        if is_recorded && super::super::providers::is_kind(name) {
            words.push(notice!("told-is-recorded", word = name));
        }
        let settings = self.settings(name);
        let url = settings
            .base_url
            .and_then(|_| override_notice("base_url", &self.base_url(name).from));
        let model = settings.default_model_id;
        let model = model.and_then(|_| override_notice("model", &self.default_model(name).from));
        let over = url.into_iter().chain(model);
        words.extend(over.map(|why| notice!("told-at", place = name, why)));
        words
    }

    /// Applies the settings of a provider.
    pub(super) fn apply_provider_settings(&self, name: &str, providers: &Registry) -> TakesEffect {
        providers.set_refused(name, self.refusal(name));
        providers.renew(&self.provider_settings(name))
    }

    fn key_source(&self, one: &KeySave) -> Option<KeySource> {
        self.keys.state(&one.provider).found.map(|found| found.from)
    }

    fn before(&self, one: &KeySave) -> Result<StoredKeys, Notice> {
        let kept = self.keys.keys.kept(&one.provider);
        kept.map_err(|error| of_provider(&one.provider, &error))
    }

    /// Restores keys. If this fails too, only the log has it.
    fn restore(&self, kept: &StoredKeys) {
        if let Err(error) = self.keys.keys.put_back(kept) {
            tracing::warn!(%error, provider = %kept.provider, "the key could not be put back");
        }
    }
}

/// Stores and removes keys, one after the other.
fn write(keys: &Keys, changes: &[KeySave]) -> Result<(), Notice> {
    for one in changes {
        let done = match &one.change {
            // The other place must not keep an older key that would be found first.
            KeyChange::Keep { key, place } => keys
                .set(&one.provider, key, *place)
                .and_then(|_| keys.remove_but(&one.provider, *place)),
            KeyChange::Remove => keys.remove(&one.provider).map(drop),
        };
        done.map_err(|error| of_provider(&one.provider, &error))?;
    }
    Ok(())
}

fn of_provider(provider: &str, error: &KeyError) -> Notice {
    notice!("told-at", place = provider, why = error.notice())
}

fn refused(what: &str, error: CatalogueError) -> SaveError {
    let what = what.to_owned();
    SaveError::Refused { what, error }
}

fn not_kept(what: &str, why: ServiceError) -> SaveError {
    match why {
        ServiceError::Refused(error) => refused(what, error),
        ServiceError::NotKept(why) => SaveError::NotKept(why),
    }
}

fn why(failure: SaveFailure) -> SaveError {
    match failure {
        SaveFailure::Stale(what) => SaveError::Stale { what },
        SaveFailure::Refused(what, error) => SaveError::Refused { what, error },
        SaveFailure::Beside(why) => SaveError::NotKept(why),
        SaveFailure::Store(error) => SaveError::NotKept(error.notice()),
    }
}
