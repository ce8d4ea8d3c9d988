//! Lines for `AGENTS.md` that the user types.

use crate::Effect;
use crate::testing::harness::{Harness, SESSION};
use crate::testing::plans::plan;
use protocol::approval::Mode;
use protocol::command::Command;
use protocol::event::EventKind;

impl Harness {
    fn types(&mut self, text: &str) {
        self.command(Command::ProposeInstruction {
            session: SESSION,
            text: text.to_owned(),
        });
    }

    fn rejections(&self) -> usize {
        let rejected = |fact: &EventKind| matches!(fact, EventKind::CommandRejected { .. });
        let events = self.events.iter();
        events.filter(|event| rejected(&event.fact)).count()
    }
}

#[test]
fn a_typed_line_is_proposed_in_every_mode_and_never_written() {
    for mode in Mode::ALL {
        let mut harness = Harness::new(mode);
        harness.types("Use tabs.");
        let call = harness.call(1);
        assert_eq!(call.arguments["text"], "Use tabs.");
        let planned = plan(&call);
        harness.prepared_as(1, planned);
        let proposed = |effect: &&Effect| matches!(effect, Effect::ProposeCall { .. });
        let written = |effect: &&Effect| matches!(effect, Effect::RunCall { .. });
        assert_eq!(harness.effects.iter().filter(proposed).count(), 1, "{mode}");
        assert_eq!(harness.effects.iter().filter(written).count(), 0, "{mode}");
        harness.finished(1);
        let asked = |effect: &&Effect| matches!(effect, Effect::RequestStep { .. });
        assert_eq!(
            harness.effects.iter().filter(asked).count(),
            0,
            "no model is asked"
        );
    }
}

#[test]
fn an_empty_line_and_one_during_a_run_are_refused() {
    let mut harness = Harness::new(Mode::Review);
    harness.types("  ");
    assert_eq!(harness.rejections(), 1);
    harness.send("go");
    harness.types("Use tabs.");
    assert_eq!(harness.rejections(), 2);
}

#[test]
fn a_model_that_names_the_tool_is_decided_on_as_for_any_write() {
    let mut harness = Harness::new(Mode::Plan);
    harness.send("go");
    let text = serde_json::json!({ "text": "Use tabs." });
    harness.calls(&[("add_instruction", text)]);
    harness.prepared(1);
    let proposed = |effect: &&Effect| matches!(effect, Effect::ProposeCall { .. });
    assert_eq!(harness.effects.iter().filter(proposed).count(), 0);
}
