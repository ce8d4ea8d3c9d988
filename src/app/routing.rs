//! Which models a run may ask, from the config, and the recording of all of them.

use std::sync::Arc;

use super::Setup;
use super::bring_up::BringUpError;
use crate::engine::routing::{Leaving, RoutingConfig};
use crate::protocol::route::Target;
use crate::protocol::session::SessionSettings;
use crate::provider::record::Recorder;
use crate::provider::registry::Registry;

impl Setup {
    /// What the config says about routes.
    pub(super) fn routing(&self) -> RoutingConfig {
        let config = &self.loaded.config;
        let remote = config
            .remote_provider
            .clone()
            .zip(config.remote_model.clone());
        RoutingConfig {
            mode: config.agent_mode,
            remote: remote.map(|(provider, model)| Target { provider, model }),
            leaving: match config.allow_fallback {
                true => Leaving::WithConsent,
                false => Leaving::Never,
            },
            max_local_attempts: config.hybrid_max_local_attempts,
            on_schema_fail: config.hybrid_remote_on_schema_fail,
            on_context_overflow: config.hybrid_remote_on_context_overflow,
            on_timeout_ms: config.hybrid_remote_on_timeout_ms.map(u64::from),
        }
    }

    /// The providers, recorded where that was asked for.
    pub(super) fn with_recorder(
        &self,
        mut providers: Registry,
        settings: &SessionSettings,
    ) -> Result<Registry, BringUpError> {
        if let Some(path) = &self.flags.record {
            let inner = providers.get(&settings.provider)?;
            let root = &self.detected.root;
            let recorder = Recorder::create(inner, path, &settings.model, root, self.masker())?;
            let remote = self.routing().remote.map(|remote| remote.provider);
            let others = remote.filter(|name| *name != settings.provider);
            if let Some(Ok(other)) = others.map(|name| providers.get(&name)) {
                providers.insert(Arc::new(recorder.beside(other)));
            }
            providers.insert(Arc::new(recorder));
        }
        Ok(providers)
    }
}
