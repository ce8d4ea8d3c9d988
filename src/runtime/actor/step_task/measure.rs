//! Evaluates an answer's figures: tokens that the server did not count, a prompt that it cut, and
//! the token ratio of this model's texts.

use super::StepTask;
use engine::StepAnswer;
use notice::{Notice, notice};
use protocol::stream::StopReason;
use protocol::usage::Usage;
use provider::tokens::{EstimatedPrompt, learned_ratio, prompt_was_cut, window_it_was_cut_to};

impl StepTask {
    /// Learns the token ratio of this model's texts from the server's count.
    pub(super) async fn learn(&self, answer: &StepAnswer, asked: &EstimatedPrompt) {
        let (parts, usage) = (&self.parts, &answer.usage);
        let counts = self.provider.agent_tools.is_none() && !parts.is_kept_elsewhere();
        let ratio = counts.then(|| learned_ratio(asked, usage)).flatten();
        if let Some(ratio) = ratio.filter(|ratio| *ratio != asked.ratio) {
            let (provider, model) = (parts.session.provider.clone(), parts.session.model.clone());
            parts.catalogue.learn(provider, model, ratio).await;
        }
    }

    /// Fills in the token counts that the server did not report, marked as estimated.
    pub(super) fn measure(&self, answer: &mut StepAnswer, estimate: u64) {
        let usage = &mut answer.usage;
        // A program that keeps the conversation itself reports its counts at the end of its turn,
        // for the whole turn.
        if usage.input_tokens == 0 && self.provider.agent_tools.is_none() {
            let said = self.parts.estimate(&self.provider).text(&answer.text);
            *usage = Usage {
                input_tokens: estimate,
                output_tokens: usage.output_tokens.max(said),
                estimated: true,
                ..usage.clone()
            };
        }
        if let Some(notice) = answer.stop.and_then(stop_notice) {
            answer.notice = Some(notice);
        }
        answer.window.used = usage.total_tokens();
        answer.window.estimated = usage.estimated;
        let limit = answer.window.limit;
        // The counts of a program that keeps the conversation itself include text that was not
        // sent from here.
        if self.provider.agent_tools.is_none()
            && let Some(words) = cut_words(usage, estimate, limit)
            && self.cuts.is_first(self.run, &self.parts.session.model)
        {
            answer.notice = Some(words);
        }
    }
}

/// Returns the notice for the user if the server read less of the prompt than was sent.
fn cut_words(usage: &Usage, estimate: u64, limit: u64) -> Option<Notice> {
    let word = usage.input_tokens;
    if !usage.estimated && prompt_was_cut(usage, estimate, limit) {
        return Some(notice!("told-prompt-cut", word, estimate, limit));
    }
    let limit = window_it_was_cut_to(usage, estimate, limit)?;
    Some(notice!("told-prompt-cut-unseen", word, estimate, limit))
}

/// Returns the notice for the user about an answer that ended early.
fn stop_notice(stop: StopReason) -> Option<Notice> {
    match stop {
        StopReason::Length => Some(notice!("told-answer-cut")),
        StopReason::Refused => Some(notice!("told-answer-refused")),
        StopReason::NeedsTools | StopReason::Done => None,
    }
}
