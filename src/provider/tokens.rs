//! Token figures without a tokenizer: an estimate of a text's tokens, and the proof that a server
//! cut a prompt. The estimate is corrected elsewhere by the figures that each reply brings.

use crate::protocol::usage::Usage;

/// Estimated tokens of `text`: its bytes divided by 3.6, rounded up. An empty text has none.
///
/// 3.6 bytes a token is what code and English prose average over the vocabularies of current
/// models; figures from it are to be shown as estimates.
pub fn estimate_tokens(text: &str) -> u64 {
    estimate_bytes(text.len())
}

/// The same of a text that has so many bytes.
pub fn estimate_bytes(bytes: usize) -> u64 {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    bytes.saturating_mul(5).div_ceil(18)
}

/// Whether the server's own count proves that it cut the prompt.
///
/// `sent_estimate` is our estimate of what was sent, `context_length` the tokens that the server
/// was asked to hold. A server that cuts drops the oldest messages until the rest fits, so its
/// count lies at or under the window while what was sent lies clearly over it. The estimate may
/// be a third too high; a verdict is given only beyond that.
pub fn prompt_was_cut(usage: &Usage, sent_estimate: u64, context_length: u64) -> bool {
    let counted = usage.input_tokens;
    if usage.estimated || counted == 0 || context_length == 0 {
        return false;
    }
    let surely_sent = sent_estimate.saturating_mul(3) / 4;
    surely_sent > context_length && counted <= context_length && counted < surely_sent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_bytes_by_3_6_rounded_up() {
        assert_eq!(estimate_tokens(""), 0);
        assert_eq!(estimate_tokens("a"), 1);
        assert_eq!(estimate_tokens(&"a".repeat(18)), 5);
        assert_eq!(estimate_tokens(&"a".repeat(19)), 6);
        assert_eq!(estimate_tokens("éé"), 2, "bytes count, not characters");
    }

    #[test]
    fn a_cut_is_told_only_when_the_figures_prove_it() {
        let counted = |input_tokens| Usage {
            input_tokens,
            ..Usage::default()
        };
        assert!(prompt_was_cut(&counted(4_000), 10_000, 4_096));
        assert!(
            !prompt_was_cut(&counted(4_000), 4_200, 4_096),
            "within the error"
        );
        assert!(
            !prompt_was_cut(&counted(9_000), 10_000, 4_096),
            "it took more than the window"
        );
        assert!(
            !prompt_was_cut(&counted(0), 10_000, 4_096),
            "no figure came"
        );
        let estimated = Usage {
            estimated: true,
            ..counted(4_000)
        };
        assert!(!prompt_was_cut(&estimated, 10_000, 4_096));
    }
}
