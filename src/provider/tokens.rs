//! Token figures without a tokenizer: an estimate of a text's tokens, the correction from a
//! server's own count, and the detection of a truncated prompt.

use protocol::estimate::{Estimate, Ratio};
use protocol::usage::Usage;

/// Minimum estimated tokens of a prompt for a correction. In shorter prompts the server's template
/// has too much weight.
const ENOUGH_TOKENS: u64 = 400;

/// Estimates the tokens of `text` for an unknown model.
pub fn estimate_tokens(text: &str) -> u64 {
    Estimate::USUAL.text(text)
}

/// Whether the server's own count proves that it truncated the prompt.
///
/// `sent_estimate` is the estimate of what was sent, `context_length` the context window in tokens
/// that the server was asked for. A server that truncates drops the oldest messages until the rest
/// fits, so its count is at or under the window while what was sent is clearly over it. The
/// estimate may be a third too high; the result is true only beyond that.
pub fn prompt_was_cut(usage: &Usage, sent_estimate: u64, context_length: u64) -> bool {
    let counted = usage.input_tokens;
    if usage.estimated || counted == 0 || context_length == 0 {
        return false;
    }
    let surely_sent = sent_estimate.saturating_mul(3) / 4;
    surely_sent > context_length && counted <= context_length && counted < surely_sent
}

/// Default context windows of servers.
const USUAL_WINDOWS: [u64; 7] = [2_048, 4_096, 8_192, 16_384, 32_768, 65_536, 131_072];

/// Returns the most probable context window of a server that counted far fewer tokens of a prompt
/// than were sent, although the prompt should have fitted.
///
/// A small count alone proves nothing: some servers do not count cached tokens. A server that
/// truncates fills its window, so the count is at or just under a usual window (a server that
/// truncates by whole messages may be further below, and is not detected). What was sent is at
/// least half as much again, by an estimate that may be a third too high.
pub fn window_it_was_cut_to(usage: &Usage, sent_estimate: u64, asked_window: u64) -> Option<u64> {
    let counted = usage.input_tokens;
    if usage.estimated {
        return None;
    }
    let surely_sent = sent_estimate.saturating_mul(3) / 4;
    USUAL_WINDOWS.into_iter().find(|window| {
        let fills = (window - window / 128..=*window).contains(&counted);
        fills && *window < asked_window && surely_sent >= window + window / 2
    })
}

/// Estimate of a request's prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EstimatedPrompt {
    /// Tokens of the prompt's texts.
    pub texts: u64,
    pub pictures: u64,
    /// Ratio with which the texts were estimated.
    pub ratio: Ratio,
    /// Context window that the server was asked for, in tokens.
    pub window: u64,
}

/// Returns the ratio of tokens to bytes after a server has counted a prompt; `None` if its
/// count is not usable.
///
/// It is not usable if the prompt is short, if it may have been truncated (the count is nearly the
/// window), or if it can only be a part (less than half of what was expected: a server that counts
/// only tokens it had not read before). Otherwise the count moves the ratio: half of the way up,
/// because a prompt that is longer than estimated is truncated unnoticed; an eighth of the way
/// down, because a count that omits some cached tokens looks the same. No single count more than
/// doubles the ratio.
pub fn learned_ratio(asked: &EstimatedPrompt, usage: &Usage) -> Option<Ratio> {
    let counted = usage.input_tokens.checked_sub(asked.pictures)?;
    let nearly_all = asked.window - asked.window / 20;
    let teaches = !usage.estimated
        && usage.input_tokens > 0
        && asked.texts >= ENOUGH_TOKENS
        && usage.input_tokens < nearly_all;
    let (now, usual) = (asked.ratio.tokens(), Ratio::USUAL.tokens());
    let seems_a_part = counted < asked.texts / 2;
    if !teaches || (seems_a_part && now <= usual) {
        return None;
    }
    if seems_a_part {
        // Otherwise the ratio is wrong by more than a factor of two: it moves back to where
        // counts are credible.
        return Some(Ratio::of_tokens(now - (now - usual).div_ceil(8)));
    }
    let counted = counted.min(asked.texts.saturating_mul(2));
    let seen = u128::from(now) * u128::from(counted) / u128::from(asked.texts);
    let seen = u64::try_from(seen).unwrap_or(u64::MAX);
    let next = if seen > now {
        now + (seen - now).div_ceil(2)
    } else {
        now - (now - seen) / 8
    };
    Some(Ratio::of_tokens(next))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counted(input_tokens: u64) -> Usage {
        Usage {
            input_tokens,
            ..Usage::default()
        }
    }

    #[test]
    fn a_cut_is_told_only_when_the_figures_prove_it() {
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

    #[test]
    fn a_count_that_fills_a_usual_window_far_below_what_was_sent_tells_of_a_cut() {
        let window = |count, sent| window_it_was_cut_to(&counted(count), sent, 32_768);
        assert_eq!(window(2_048, 21_000), Some(2_048));
        assert_eq!(window(4_090, 21_000), Some(4_096));
        assert_eq!(window(21_000, 21_000), None, "all of it was read");
        assert_eq!(window(1_000, 21_000), None, "the rest may have been cached");
        assert_eq!(window(2_060, 21_000), None, "that is no window");
        assert_eq!(window(2_040, 2_700), None, "within the error");
        assert_eq!(window(0, 21_000), None, "no figure came");
        let asked_for_it = window_it_was_cut_to(&counted(4_096), 21_000, 4_096);
        assert_eq!(asked_for_it, None, "the window that was asked for");
        let estimated = Usage {
            estimated: true,
            ..counted(2_048)
        };
        assert_eq!(window_it_was_cut_to(&estimated, 21_000, 32_768), None);
    }

    fn asked(texts: u64) -> EstimatedPrompt {
        EstimatedPrompt {
            texts,
            pictures: 0,
            ratio: Ratio::USUAL,
            window: 32_768,
        }
    }

    #[test]
    fn a_count_that_may_be_of_a_part_teaches_nothing() {
        let estimated = Usage {
            estimated: true,
            ..counted(2_000)
        };
        for (asked, usage, why) in [
            (asked(2_000), estimated, "it is an estimate itself"),
            (asked(300), counted(330), "short"),
            (asked(2_000), counted(900), "the rest was cached"),
            (asked(2_000), counted(0), "nothing was counted"),
            (asked(33_000), counted(32_000), "cut to the window"),
        ] {
            assert_eq!(learned_ratio(&asked, &usage), None, "{why}");
        }
    }

    #[test]
    fn a_ratio_goes_up_fast_and_down_slowly_and_pictures_are_left_out() {
        let ratio_of = |asked, count| learned_ratio(&asked, &counted(count)).map(Ratio::tokens);
        assert_eq!(ratio_of(asked(2_000), 2_400), Some(5_500));
        assert_eq!(ratio_of(asked(2_000), 1_200), Some(4_750));
        assert_eq!(
            ratio_of(asked(2_000), 20_000),
            Some(7_500),
            "doubled at most"
        );
        let with_picture = EstimatedPrompt {
            pictures: 1_500,
            ..asked(2_000)
        };
        assert_eq!(ratio_of(with_picture, 3_500), Some(5_000));
    }

    proptest! {
        #![proptest_config(testing::cases(128))]

        #[test]
        fn a_ratio_stays_within_bounds_and_comes_to_the_truth_whatever_lies_between(
            truth in 2_600_u64..14_000,
            bytes in 20_000_u64..80_000,
            odd in proptest::collection::vec((0_u64..10_000_000, 0_u64..200_000), 0..20),
        ) {
            let mut ratio = Ratio::USUAL;
            let see = |ratio: &mut Ratio, texts: u64, count: u64| {
                let asked = EstimatedPrompt { texts, pictures: 0, ratio: *ratio, window: 1_000_000 };
                let before = ratio.tokens();
                *ratio = learned_ratio(&asked, &counted(count)).unwrap_or(*ratio);
                prop_assert!((Ratio::LEAST..=Ratio::MOST).contains(ratio));
                prop_assert!(ratio.tokens() <= before * 2 && ratio.tokens() >= before / 2);
                Ok(())
            };
            for (texts, count) in odd {
                see(&mut ratio, texts, count)?;
            }
            // Counts of a server with another vocabulary, starting from wherever the outliers have
            // moved the ratio.
            for _ in 0..60 {
                let texts = bytes * ratio.tokens() / 18_000;
                see(&mut ratio, texts, bytes * truth / 18_000)?;
            }
            let off = ratio.tokens().abs_diff(truth);
            prop_assert!(off * 20 <= truth, "{} instead of {truth}", ratio.tokens());
        }
    }
}
