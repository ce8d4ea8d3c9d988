//! Tables `models` and `provider_settings` of the database for all workspaces: reads and writes
//! rows, and reports the errors that only the tables can detect. The protocol types define the
//! bounds of fields.
//!
//! Called by the composition root.

mod batch;
mod rows;

use jiff::Timestamp;
use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;
use super::global::GlobalStore;
use super::worker;
use protocol::catalogue::{
    CatalogueError, ModelChange, ModelRecord, NewModel, ProviderChange, ProviderSettings,
};

pub use batch::SaveFailure;

/// Reason why the catalogue stays unchanged.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueFailure {
    /// The request is not possible.
    #[error(transparent)]
    Refused(#[from] CatalogueError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for CatalogueFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

type CatalogueResult<T> = Result<T, CatalogueFailure>;

impl GlobalStore {
    /// Adds the missing built-in models. Existing ones keep the user's changes and take over newer
    /// facts from the program. Returns the number of added models.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn seed(&self, models: Vec<NewModel>, now: Timestamp) -> Result<usize, StoreError> {
        self.transaction(move |to| {
            let mut new = 0;
            for model in &models {
                new += rows::seed_one(to, model, now)?;
            }
            Ok(new)
        })
        .await
    }

    /// Adds built-in models if needed, and returns everything stored: models and provider settings.
    /// Blocks.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn begin(
        &self,
        builtin: Vec<NewModel>,
        now: Timestamp,
    ) -> Result<(Vec<ModelRecord>, Vec<ProviderSettings>), StoreError> {
        worker::wait(async {
            let mut known = self.models().await?;
            let is_there =
                |seed: &NewModel| known.iter().any(|model| rows::is_as_seeded(model, seed));
            // Most starts find all models and write nothing.
            if !builtin.iter().all(is_there) {
                self.seed(builtin, now).await?;
                known = self.models().await?;
            }
            Ok((known, self.provider_settings().await?))
        })
    }

    /// Returns the models, by provider and name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn models(&self) -> Result<Vec<ModelRecord>, StoreError> {
        self.worker()
            .run(|connection| rows::models(connection))
            .await
    }

    /// Stores a model under a new id.
    ///
    /// # Errors
    /// [`CatalogueError::DuplicateApiName`], [`CatalogueError::OutOfRange`].
    pub async fn add_model(&self, model: NewModel, now: Timestamp) -> CatalogueResult<ModelRecord> {
        self.transaction(move |to| rows::add(to, model, now)).await
    }

    /// Changes a model.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownModel`], [`CatalogueError::BuiltIn`], [`CatalogueError::DuplicateApiName`],
    /// [`CatalogueError::OutOfRange`].
    pub async fn change_model(
        &self,
        id: String,
        change: ModelChange,
        now: Timestamp,
    ) -> CatalogueResult<ModelRecord> {
        self.transaction(move |to| rows::change(to, &id, &change, now))
            .await
    }

    /// Removes a model. A provider with the model as its default has no default afterwards.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownModel`], [`CatalogueError::BuiltIn`].
    pub async fn remove_model(&self, id: String, now: Timestamp) -> CatalogueResult<ModelRecord> {
        self.transaction(move |to| rows::remove(to, &id, now)).await
    }

    /// Returns the user's provider settings. A provider without a row has the defaults.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub async fn provider_settings(&self) -> Result<Vec<ProviderSettings>, StoreError> {
        self.worker()
            .run(|connection| rows::all_settings(connection))
            .await
    }

    /// Changes the settings of a provider, or creates them.
    ///
    /// # Errors
    /// [`CatalogueError::UnknownDefaultModel`].
    pub async fn set_provider(
        &self,
        provider: String,
        change: ProviderChange,
        now: Timestamp,
    ) -> CatalogueResult<ProviderSettings> {
        self.transaction(move |to| rows::set_provider(to, &provider, change, now))
            .await
    }

    /// Runs work in one transaction; a failure changes nothing.
    pub(super) async fn transaction<T, E>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let done = self
            .worker()
            .run(move |connection| {
                let transaction =
                    connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
                let done = work(&transaction);
                if done.is_ok() {
                    transaction.commit()?;
                }
                Ok(done)
            })
            .await;
        done.map_err(E::from)?
    }
}
