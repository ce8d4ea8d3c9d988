//! Routing from the config, the cache of answers, and the recording of all requests.

use std::sync::Arc;

use super::Setup;
use super::cache::WorkspaceCache;
use super::replay_check::RecordedSettings;
use super::startup::StartupError;
use engine::routing::{EgressPolicy, RoutingConfig};
use protocol::route::Target;
use protocol::session::SessionSettings;
use provider::cached::{Answers, Cached};
use provider::record::Recorder;
use provider::registry::Registry;

impl Setup {
    /// Returns the routing of the config.
    pub(super) fn routing(&self) -> RoutingConfig {
        let config = &self.loaded.config;
        let remote = config
            .remote_provider
            .clone()
            .zip(config.remote_model.clone());
        RoutingConfig {
            mode: config.agent_mode,
            remote: remote.map(|(provider, model)| Target { provider, model }),
            leaving: if config.allow_fallback {
                EgressPolicy::WithConsent
            } else {
                EgressPolicy::Never
            },
            max_local_attempts: config.hybrid_max_local_attempts,
            on_schema_fail: config.hybrid_remote_on_schema_fail,
            on_context_overflow: config.hybrid_remote_on_context_overflow,
            on_timeout_ms: config.hybrid_remote_on_timeout_ms.map(u64::from),
        }
    }

    /// Wraps the providers in the cache of answers, if that is enabled.
    pub(super) fn with_answers(
        &self,
        mut providers: Registry,
        cache: &Arc<WorkspaceCache>,
    ) -> Registry {
        if cache.is_kept() {
            let memory = Arc::clone(cache);
            providers.wrap(move |provider| provider.with_metadata(memory.clone()));
        }
        if cache.keeps_answers() {
            let (cache, masker) = (Arc::clone(cache), self.masker());
            providers.wrap(move |provider| {
                let answers = Arc::clone(&cache) as Arc<dyn Answers>;
                Cached::over(provider, answers, masker.clone())
            });
        }
        providers
    }

    /// Returns the engine's settings for a recording.
    fn engine_of_recording(&self) -> RecordedSettings {
        RecordedSettings {
            routing: self.routing(),
            attendance: self.attendance,
            max_tool_calls: self.max_tool_calls(),
            max_schema_retries: self.loaded.config.max_schema_retries,
        }
    }

    /// Wraps the providers in the recorder, if that was requested.
    pub(super) fn with_recorder(
        &self,
        mut providers: Registry,
        settings: &SessionSettings,
    ) -> Result<Registry, StartupError> {
        if let Some(path) = &self.flags.record {
            let inner = providers.get(&settings.provider)?;
            let (name, model) = (&inner.info.name, &settings.model);
            let engine = serde_json::to_value(self.engine_of_recording()).unwrap_or_default();
            let root = &self.detected.root;
            let recorder = Recorder::create(path, name, model, engine, root, self.masker())?;
            let remote = self.routing().remote.map(|remote| remote.provider);
            let others = remote.filter(|name| *name != settings.provider);
            if let Some(Ok(other)) = others.map(|name| providers.get(&name)) {
                providers.insert(recorder.record(other));
            }
            providers.insert(recorder.record(inner));
        }
        Ok(providers)
    }
}
