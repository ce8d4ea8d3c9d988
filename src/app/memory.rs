//! The memory of the user, and the shared store that the config names.

use std::sync::Arc;

use super::Setup;
use engine::Attendance;
use index::embedding::Embedder;
use memory::shared::Collection;
use memory::shared::address::ShareAddress;
use memory::shared::consent::Sharing;
use memory::{MemoryError, MemoryService, MemoryStore, ModelIdentity, RecallWait};
use notice::{Notice, notice};
use provider::registry::Registry;
use redact::{Masker, Secret};
use runtime::actor::{Memory, NoMemory};

impl Setup {
    /// Opens the memory; `None` if the config switches it off. Also returns notices for the user.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub fn memory(&self) -> Result<Option<(MemoryStore, Vec<Notice>)>, MemoryError> {
        if !self.loaded.config.memory_enabled {
            return Ok(None);
        }
        MemoryStore::open(&self.folders.data, self.memory_masker()).map(Some)
    }

    /// Makes the memory of a running workbench; opens nothing.
    pub(super) fn memory_service(&self, providers: &Registry) -> Arc<dyn Memory> {
        if !self.loaded.config.memory_enabled {
            return Arc::new(NoMemory);
        }
        let embedder = self.embedding_model(providers);
        let embedder = embedder.ok().flatten().map(|model| {
            let model: Arc<dyn Embedder> = Arc::new(model);
            model
        });
        Arc::new(MemoryService::new(
            self.folders.data.clone(),
            self.memory_masker(),
            self.workspace_id.clone(),
            embedder,
            match self.attendance {
                Attendance::Attended => RecallWait::Short,
                Attendance::Unattended => RecallWait::Long,
            },
        ))
    }

    fn memory_masker(&self) -> Masker {
        let secret = self.memory_secret();
        let secrets = secret.iter().map(Secret::expose);
        self.masker().and_values(secrets)
    }

    /// Returns who would share what with whom; `None` if the config names no shared store.
    ///
    /// # Errors
    /// If the address cannot be used, or the config lets nothing leave this machine.
    pub fn memory_sharing(&self, model: Option<ModelIdentity>) -> Result<Option<Sharing>, Notice> {
        let Some(url) = &self.loaded.config.memory_url else {
            return Ok(None);
        };
        let address = ShareAddress::read(url)?;
        if !self.loaded.config.allow_fallback && !address.is_local() {
            return Err(notice!("memory-stays-here", address = address.to_string()));
        }
        let root = &self.detected.root;
        let name = root.file_name().map(|name| name.to_string_lossy());
        Ok(Some(Sharing {
            address,
            collection: Collection { model },
            workspace: self.workspace_id.clone(),
            project: name.unwrap_or_default().into_owned(),
        }))
    }

    /// Returns the key or password of the shared store.
    pub fn memory_secret(&self) -> Option<Secret> {
        let name = &self.loaded.config.memory_key_env;
        let secret = self.environment.get(name).map(|value| Secret::new(value));
        secret.filter(|secret| !secret.is_empty())
    }
}
