//! The offer of all skills to a model: a line each, within a bound. The same skills give the same bytes.

use protocol::skill::SkillOffer;

/// Most bytes of an offer.
pub const OFFER_BYTES: usize = 4 * 1024;

/// Most characters of a description in the offer, so that one skill does not take the room of ten.
const DESCRIPTION: usize = 250;

/// The offer, and what each skill has in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    /// Empty if no skill is offered.
    pub(crate) text: String,
    pub(crate) of_each: Vec<SkillOffer>,
}

/// Offers skills, given by name and description, in their order. Names go before descriptions: a skill
/// without its description can be taken, one without its name cannot.
pub(crate) fn offer(skills: &[(&str, &str)]) -> Offer {
    let mut of_each = vec![SkillOffer::Withheld; skills.len()];
    let mut bytes = 0;
    for ((name, _), state) in skills.iter().zip(&mut of_each) {
        let cost = name.len() + "- \n".len();
        if bytes + cost <= OFFER_BYTES {
            bytes += cost;
            *state = SkillOffer::Named;
        }
    }
    for ((_, description), state) in skills.iter().zip(&mut of_each) {
        let cost = ": ".len() + shortened(description).len();
        let is_named = *state == SkillOffer::Named;
        if is_named && !description.is_empty() && bytes + cost <= OFFER_BYTES {
            bytes += cost;
            *state = SkillOffer::Described;
        }
    }
    let lines = skills
        .iter()
        .zip(&of_each)
        .filter_map(|((name, text), state)| match state {
            SkillOffer::Described => Some(format!("- {name}: {}\n", shortened(text))),
            SkillOffer::Named => Some(format!("- {name}\n")),
            SkillOffer::Withheld | SkillOffer::Shadowed => None,
        });
    Offer {
        text: lines.collect(),
        of_each,
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    format!("{}…", cut.trim_end())
}
