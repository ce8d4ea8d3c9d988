//! Estimates token counts if no tokenizer provides them: by a ratio of tokens to bytes, learnt for
//! each model from its server's counts, and by the vendors' rules for pictures. The resulting
//! figures must be shown as estimates.

use serde::{Deserialize, Serialize};

use super::picture::Picture;

/// Number of bytes that a [`Ratio`] refers to.
const BYTES: u64 = 18_000;

/// Tokens per `BYTES` bytes: an integer, so that the same bytes give the same tokens everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ratio(u32);

impl Ratio {
    /// 3.6 bytes a token: the average of code and English prose over the vocabularies
    /// of current models.
    pub const USUAL: Self = Self(5_000);
    /// 8 bytes a token: no vocabulary packs real texts tighter.
    pub const LEAST: Self = Self(2_250);
    /// 1.2 bytes a token: Chinese in a vocabulary without Chinese words, or single letters.
    pub const MOST: Self = Self(15_000);

    /// Creates the ratio for this many tokens in 18,000 bytes, clamped to the likely range.
    pub fn of_tokens(tokens: u64) -> Self {
        let tokens = u32::try_from(tokens).unwrap_or(u32::MAX);
        Self(tokens).clamp(Self::LEAST, Self::MOST)
    }

    /// Returns the tokens in 18,000 bytes.
    pub fn tokens(self) -> u64 {
        u64::from(self.0)
    }
}

/// The rule for the tokens of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PictureRule {
    /// One token per this many pixels.
    Area { pixels: u32 },
    /// OpenAI's rule: fitted into a square of 2,048, its short side made 768, then 85 and 170 for
    /// each tile of 512 (platform.openai.com, "Images and vision", detail high).
    Tiles,
    /// The model does not see the picture, but a note about it.
    Note,
}

/// Approximate tokens of the note that replaces a picture.
const NOTE: u64 = 40;

impl PictureRule {
    /// Returns the tokens of a picture of this size.
    pub fn tokens(self, (width, height): (u32, u32)) -> u64 {
        let (width, height) = (u64::from(width.max(1)), u64::from(height.max(1)));
        match self {
            PictureRule::Area { pixels } => width
                .saturating_mul(height)
                .div_ceil(u64::from(pixels.max(1))),
            PictureRule::Tiles => {
                let fit = |(width, height): (u64, u64), limit: u64, side: u64| {
                    if side > limit {
                        (
                            (width * limit).div_ceil(side),
                            (height * limit).div_ceil(side),
                        )
                    } else {
                        (width, height)
                    }
                };
                let (width, height) = fit((width, height), 2_048, width.max(height));
                let (width, height) = fit((width, height), 768, width.min(height));
                85 + 170 * width.div_ceil(512) * height.div_ceil(512)
            }
            PictureRule::Note => NOTE,
        }
    }
}

/// The rules for estimating a model's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    pub ratio: Ratio,
    pub pictures: PictureRule,
}

impl Estimate {
    /// The estimate for an unknown model.
    pub const USUAL: Self = Self {
        ratio: Ratio::USUAL,
        pictures: PictureRule::Area { pixels: 750 },
    };

    /// One token per byte, so that tests can count.
    #[cfg(any(test, feature = "testing"))]
    pub const LETTERS: Self = Self {
        ratio: Ratio(18_000),
        pictures: PictureRule::Note,
    };

    /// Returns the tokens of this many bytes of text, rounded up.
    pub fn bytes(self, bytes: usize) -> u64 {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        bytes.saturating_mul(self.ratio.tokens()).div_ceil(BYTES)
    }

    /// Returns the tokens of a text.
    pub fn text(self, text: &str) -> u64 {
        self.bytes(text.len())
    }

    /// Returns the tokens of a picture.
    pub fn picture(self, picture: &Picture) -> u64 {
        self.pictures.tokens((picture.width, picture.height))
    }

    /// Returns the bytes of text that fit into this many tokens: the inverse of `bytes`.
    pub fn room(self, tokens: u64) -> usize {
        let bytes = tokens.saturating_mul(BYTES) / self.ratio.tokens().max(1);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_estimate_is_bytes_by_3_6_rounded_up() {
        let tokens = |text: &str| Estimate::USUAL.text(text);
        assert_eq!((tokens(""), tokens("a")), (0, 1));
        assert_eq!(tokens(&"a".repeat(18)), 5);
        assert_eq!(tokens(&"a".repeat(19)), 6);
        assert_eq!(tokens("éé"), 2, "bytes count, not characters");
        assert_eq!(Estimate::USUAL.room(5_000), 18_000);
    }

    #[test]
    fn pictures_are_counted_as_their_vendors_count_them() {
        let anthropic = PictureRule::Area { pixels: 750 };
        assert_eq!(anthropic.tokens((1_092, 1_092)), 1_590, "their own table");
        assert_eq!(anthropic.tokens((200, 200)), 54);
        let openai = PictureRule::Tiles;
        assert_eq!(openai.tokens((1_024, 1_024)), 765, "their own example");
        assert_eq!(openai.tokens((2_048, 4_096)), 1_105, "their own example");
        assert_eq!(openai.tokens((1, 1)), 255);
        assert_eq!(PictureRule::Note.tokens((1_568, 1_568)), 40);
    }
}
