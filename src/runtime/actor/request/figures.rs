//! Figures of the session's model for a request: its window, its temperature and the
//! length of its answers. The config has precedence, then the record of the model, then
//! what its provider reports.

use super::{RequestParts, UNKNOWN_CONTEXT, answer_room};
use protocol::catalogue::ModelRecord;
use protocol::stream::Capabilities;
use protocol::sub_agent::AgentLimits;
use provider::Provider;

/// Upper limit of the context length that a local model is asked for, in tokens, unless the config
/// sets more: a window costs memory for every token, used or not.
const CAREFUL_CONTEXT: u64 = 32_768;

/// The place where a model runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Locality {
    /// On this machine: its window takes this machine's memory.
    Here,
    /// On another machine.
    Elsewhere,
}

impl Locality {
    /// Returns where a provider's models run.
    pub(super) fn of(provider: &Provider) -> Self {
        if provider.info.is_local {
            Locality::Here
        } else {
            Locality::Elsewhere
        }
    }
}

impl RequestParts {
    /// Returns the record of the session's model.
    pub(in crate::actor) fn record(&self) -> Option<ModelRecord> {
        let (provider, model) = (&self.session.provider, &self.session.model);
        self.catalogue.model(provider, model)
    }

    /// Returns the context length to request from the model, in tokens: from the config, else from
    /// the user's record of the model, else the known one. On this machine a careful limit caps a
    /// length that is only known.
    pub(super) fn context_length(&self, capabilities: &Capabilities, locality: Locality) -> u64 {
        let configured = self.settings.context_lengths.get(&self.session.provider);
        let known = capabilities.context_length;
        window(configured.copied(), self.record().as_ref(), known, locality)
    }

    /// Returns the name of the agent in recordings: that of a sub-agent, and otherwise one that is
    /// independent of the config.
    pub(super) fn recorded_as(&self) -> String {
        match &self.session.agent_of {
            Some(_) => self.session.agent.clone(),
            None => "main".to_owned(),
        }
    }

    /// Returns the limits of a sub-agent.
    fn limits(&self) -> Option<&AgentLimits> {
        self.session.agent_of.as_ref().map(|of| &of.limits)
    }

    /// The sampling temperature: a sub-agent's own, then the config's, then the one in the model's
    /// record, else the server's own.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the servers' own type; a record's temperature is from 0 to 2"
    )]
    pub(super) fn temperature(&self) -> Option<f32> {
        self.limits()
            .and_then(|limits| limits.temperature)
            .or(self.settings.temperature)
            .or_else(|| self.record().map(|kept| kept.temperature_default as f32))
    }

    /// Returns the maximum number of tokens for an answer, so that it still fits into the window
    /// after a prompt of the estimated size; `None` if neither a sub-agent's limit nor a record of the
    /// model says it. A prompt may be a third larger than its estimate.
    pub(super) fn most_output(&self, estimate: u64, context_length: u64) -> Option<u64> {
        let own = self.limits().and_then(|limits| limits.max_tokens);
        let kept = self.record().map(|kept| kept.max_output_tokens);
        let most = own.map(u64::from).into_iter().chain(kept).min()?;
        Some(longest_answer(most, estimate, context_length))
    }
}

/// Chooses the length of a window in tokens: as configured, else as the user has set it in the
/// record, else as known.
fn window(
    configured: Option<u64>,
    kept: Option<&ModelRecord>,
    known: Option<u64>,
    locality: Locality,
) -> u64 {
    if let Some(configured) = configured {
        return configured;
    }
    if let Some(own) = kept.filter(|kept| !kept.is_builtin) {
        return own.context_window;
    }
    let built_in = kept.map(|kept| kept.context_window);
    // The server's own length applies if it is shorter than the model's maximum.
    let least = known.into_iter().chain(built_in).min();
    match (least, built_in, locality) {
        (Some(least), Some(_), Locality::Elsewhere) => least,
        (Some(least), _, _) => least.min(CAREFUL_CONTEXT),
        (None, _, _) => UNKNOWN_CONTEXT,
    }
}

/// Returns the tokens of an answer that fit after a prompt, which may be a third larger
/// than its estimate.
fn longest_answer(kept: u64, estimate: u64, context_length: u64) -> u64 {
    let surely = estimate.saturating_add(estimate / 3);
    let fits = context_length.saturating_sub(surely);
    kept.min(fits.max(answer_room(context_length)))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use protocol::catalogue::Price;

    fn record(is_builtin: bool) -> ModelRecord {
        ModelRecord {
            id: "m".into(),
            provider: "p".into(),
            name: "M".into(),
            api_name: "m".into(),
            is_builtin,
            context_window: 200_000,
            max_output_tokens: 8_192,
            temperature_default: 0.7,
            price: Price::default(),
            vision: None,
            created_at: Timestamp::UNIX_EPOCH,
            updated_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_window_is_what_was_said_then_what_is_kept_then_what_is_known() {
        use Locality::{Elsewhere, Here};
        let (own, built_in) = (record(false), record(true));
        for (configured, kept, known, locality, wanted) in [
            (Some(4_096), Some(&own), Some(9_000), Here, 4_096),
            (None, Some(&own), Some(9_000), Here, 200_000),
            (None, Some(&own), None, Elsewhere, 200_000),
            (None, Some(&built_in), None, Elsewhere, 200_000),
            (None, Some(&built_in), Some(16_384), Elsewhere, 16_384),
            (None, Some(&built_in), None, Here, 32_768),
            (None, Some(&built_in), Some(8_192), Here, 8_192),
            (None, None, Some(131_072), Here, 32_768),
            (None, None, Some(131_072), Elsewhere, 32_768),
            (None, None, None, Here, 32_768),
        ] {
            let found = window(configured, kept, known, locality);
            assert_eq!(found, wanted, "{configured:?} {known:?} {locality:?}");
        }
    }

    #[test]
    fn an_answer_is_no_longer_than_what_the_prompt_leaves_of_the_window() {
        assert_eq!(longest_answer(8_192, 1_000, 200_000), 8_192);
        assert_eq!(longest_answer(8_192, 9_000, 16_000), 4_000);
        assert_eq!(
            longest_answer(8_192, 30_000, 16_384),
            4_096,
            "what is kept free anyway"
        );
        assert_eq!(longest_answer(512, 30_000, 16_384), 512);
    }
}
