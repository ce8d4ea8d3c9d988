//! `/route`: which model answers at present and why, and whether content may leave the machine.

use super::{QueryContext, blocking, text_reply};
use crate::actor::egress::place_of;
use crate::engine::EgressRefusal;
use crate::engine::routing::{EgressPolicy, first};
use crate::protocol::query::Reply;
use crate::protocol::route::{AgentMode, Target};

impl QueryContext {
    /// Returns the calls that the session's agent program runs without requesting permission.
    pub(super) async fn runs_unasked(self) -> Result<Reply, String> {
        let live = self.live.as_ref();
        let provider = live.and_then(|live| {
            let name = &live.state.summary.settings.provider;
            self.providers.get(name).ok()
        });
        let Some(program) = provider.and_then(|provider| provider.own_tools()) else {
            return Ok(text_reply(String::new()));
        };
        let freed = blocking(move || Ok(program.freed())).await?;
        let lines = freed.iter().map(|by| {
            let rule = by.rule.replace('`', "'");
            format!("- `{rule}` in {}", by.file.display())
        });
        Ok(text_reply(lines.collect::<Vec<_>>().join("\n")))
    }

    pub(super) async fn route(self) -> Result<Reply, String> {
        let Some(live) = &self.live else {
            return Err("the session is not open".to_owned());
        };
        let settings = &live.state.summary.settings;
        let own = Target {
            provider: settings.provider.clone(),
            model: settings.model.clone(),
        };
        let mode = live.agent_mode.unwrap_or(self.routing.mode);
        let next = first(&self.routing, mode, own.clone());
        let mut lines = vec![format!(
            "**Route** agent_mode {}: the next run begins with `{}`, {}.",
            mode.word(),
            next.target,
            next.reason.words()
        )];
        if let Some(route) = &live.route {
            lines.push(format!("Last choice: {}.", route.line()));
        }
        lines.push(format!("- own: `{own}`, {}", self.place(&own).await));
        match &self.routing.remote {
            Some(remote) => {
                lines.push(format!(
                    "- remote: `{remote}`, {}",
                    self.place(remote).await
                ));
            }
            None => {
                lines.push("- remote: none is set (`remote_provider`, `remote_model`)".to_owned());
            }
        }
        lines.push(self.triggers(mode));
        Ok(text_reply(lines.join("\n")))
    }

    /// Describes where a model runs, and whether anything may be sent there.
    async fn place(&self, target: &Target) -> String {
        let provider = match self.providers.get(&target.provider) {
            Ok(provider) => provider,
            Err(error) => return error.message.to_string(),
        };
        if provider.is_local() {
            return "on this machine".to_owned();
        }
        let leave = match self.gate.bars(&*provider).await {
            None => "you allowed this workspace's content to go there",
            Some((_, EgressRefusal::NotAsked)) => "you are asked before anything goes there",
            Some((_, EgressRefusal::Refused)) => "you refused to send anything there",
            Some((_, EgressRefusal::Never)) => "allow_fallback is false: nothing goes there",
        };
        format!("elsewhere ({}); {leave}", place_of(&*provider).address)
    }

    fn triggers(&self, mode: AgentMode) -> String {
        let config = &self.routing;
        if mode != AgentMode::HybridAuto || config.leaving == EgressPolicy::Never {
            return "- fallback: none, each run stays with its model".to_owned();
        }
        let attempts = config.max_local_attempts;
        let mut triggers = vec![
            "a budget of tool calls without usable edits".to_owned(),
            match attempts {
                1 => "1 edit that does not apply".to_owned(),
                _ => format!("{attempts} edits that do not apply"),
            },
        ];
        if config.on_schema_fail {
            triggers.push(match attempts {
                1 => "1 call that does not fit the schema".to_owned(),
                _ => format!("{attempts} calls that do not fit the schema"),
            });
        }
        if config.on_context_overflow {
            triggers.push("a conversation that does not fit".to_owned());
        }
        if let Some(ms) = config.on_timeout_ms {
            triggers.push(format!("a step over {ms} ms"));
        }
        format!("- fallback to the remote model: {}", triggers.join("; "))
    }
}
