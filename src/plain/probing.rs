//! A probe of a model that a slash command asked for: begun, told of, given up. Lines are taken meanwhile.

use super::facts::Facts;
use super::settings::Work;
use super::state::{Effect, Plain};
use super::waiting::{Ticket, Waiting};
use super::{speech, text};
use crate::language::say;
use crate::protocol::catalogue::{Errand, ErrandStep};
use crate::slash::probed;

impl Plain {
    /// `/models probe`. One at a time: each would slow the other down.
    pub(super) fn probe_model(&mut self, provider: Option<String>, model: String) {
        if let Some((_, model)) = self.probing() {
            return self.say(say!("probe-under-way", model = text::line(&model)));
        }
        self.say(say!("probe-begun", model = text::line(&model)));
        let work = Work::Probe(model.clone());
        self.begin_errand(work, Errand::Probe { provider, model });
    }

    /// What came of it.
    pub(super) fn model_probed(&mut self, model: &str, step: &ErrandStep) {
        let model = text::line(model);
        match step {
            ErrandStep::Probed(found) => self.say_all(speech::own(&probed(found))),
            ErrandStep::Failed(why) => {
                self.came.fail();
                self.say(say!("probe-failed", model, why = text::told(why)));
            }
            _ => self.say(say!("plain-wrong-answer")),
        }
    }

    /// Ctrl+C while a model is probed and nothing else could be stopped.
    pub(super) fn stop_probing(&mut self) -> bool {
        if self.own.is_some() || self.facts().is_some_and(Facts::is_running) {
            return false;
        }
        let Some((ticket, model)) = self.probing() else {
            return false;
        };
        self.waiting.remove(&ticket);
        self.effects.push(Effect::EndErrand(ticket));
        self.say(say!("probe-given-up", model = text::line(&model)));
        true
    }

    /// The probe that is under way.
    fn probing(&self) -> Option<(Ticket, String)> {
        self.waiting.iter().find_map(|(ticket, why)| match why {
            Waiting::Errand(Work::Probe(model)) => Some((*ticket, model.clone())),
            _ => None,
        })
    }
}
