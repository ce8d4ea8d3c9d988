//! Skills without files: the form of `SKILL.md`, and the offer of all skills to a model.

mod form;
mod offer;

pub(crate) use form::{Skill, parse};
pub use offer::OFFER_BYTES;
pub(crate) use offer::{Offer, offer};
