//! `/route`: which model answers at present and why, and whether content may leave the machine.

use super::{QueryContext, blocking};
use crate::actor::egress::place_of;
use engine::EgressRefusal;
use engine::routing::{EgressPolicy, first};
use notice::{Notice, notice};
use protocol::query::Reply;
use protocol::route::{AgentMode, Target};

impl QueryContext {
    /// Returns the calls that the session's agent program runs without requesting permission.
    pub(super) async fn runs_unasked(self) -> Result<Reply, Notice> {
        let live = self.live.as_ref();
        let provider = live.and_then(|live| {
            let name = &live.facts.settings.provider;
            self.providers.get(name).ok()
        });
        let Some(program) = provider.and_then(|provider| provider.agent_tools) else {
            return Ok(Reply::Lines { lines: Vec::new() });
        };
        let freed = blocking(move || Ok(program.freed())).await?;
        let lines = freed.iter().map(|by| {
            let rule = by.rule.replace('`', "'");
            let file = by.file.display().to_string();
            notice!("command-unasked-rule", rule, file)
        });
        let lines = lines.collect();
        Ok(Reply::Lines { lines })
    }

    pub(super) async fn route(self) -> Result<Reply, Notice> {
        let Some(live) = &self.live else {
            return Err(notice!("told-session-not-open"));
        };
        let settings = &live.facts.settings;
        let own = Target {
            provider: settings.provider.clone(),
            model: settings.model.clone(),
        };
        let mode = live.agent_mode.unwrap_or(self.routing.mode);
        let next = first(&self.routing, mode, own.clone());
        let mut lines = vec![notice!(
            "told-route-next",
            word = mode.word(),
            model = next.target.to_string(),
            why = next.reason.words()
        )];
        if let Some(route) = &live.route {
            lines.push(notice!("told-route-last", why = route.line()));
        }
        let why = self.place(&own).await;
        lines.push(notice!(
            "told-route-place-own",
            model = own.to_string(),
            why
        ));
        lines.push(match &self.routing.remote {
            Some(remote) => {
                let why = self.place(remote).await;
                notice!("told-route-place-remote", model = remote.to_string(), why)
            }
            None => notice!("told-route-remote-none"),
        });
        lines.push(self.triggers(mode));
        Ok(Reply::Lines { lines })
    }

    /// Describes where a model runs, and whether anything may be sent there.
    async fn place(&self, target: &Target) -> Notice {
        let provider = match self.providers.get(&target.provider) {
            Ok(provider) => provider,
            Err(error) => return error.message,
        };
        if provider.info.is_local {
            return notice!("told-target-here");
        }
        let why = match self.gate.bars(&provider).await {
            None => notice!("told-target-allowed"),
            Some((_, EgressRefusal::NotAsked)) => notice!("told-target-asked"),
            Some((_, EgressRefusal::Refused)) => notice!("told-target-refused"),
            Some((_, EgressRefusal::Never)) => notice!("told-target-never"),
        };
        let address = place_of(&provider).address;
        notice!("told-target-elsewhere", address, why)
    }

    fn triggers(&self, mode: AgentMode) -> Notice {
        let config = &self.routing;
        if mode != AgentMode::HybridAuto || config.leaving == EgressPolicy::Never {
            return notice!("told-route-stays");
        }
        let number = config.max_local_attempts;
        let mut whys = vec![notice!("told-leaves-budget")];
        whys.push(match number {
            1 => notice!("told-leaves-one-edit"),
            _ => notice!("told-leaves-edits", number),
        });
        if config.on_schema_fail {
            whys.push(match number {
                1 => notice!("told-leaves-one-call"),
                _ => notice!("told-leaves-schema", number),
            });
        }
        if config.on_context_overflow {
            whys.push(notice!("told-leaves-overflow"));
        }
        if let Some(number) = config.on_timeout_ms {
            whys.push(notice!("told-leaves-slow", number));
        }
        notice!("told-route-leaves", whys)
    }
}
