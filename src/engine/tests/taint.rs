//! Text from outside makes the later commands of a run riskier, and only those.

use notice::{Notice, notice};
use protocol::approval::{Decision, Mode, RiskReport};
use serde_json::json;

use crate::testing::harness::Harness;
use crate::testing::plans::{path, plan, shell};

/// Lets the model call a tool, and answers yes if it is asked about; returns whether it was.
fn is_asked(harness: &mut Harness, number: usize, call: (&str, serde_json::Value)) -> bool {
    harness.calls(&[call]);
    harness.prepared(number);
    ends(harness, number)
}

fn ends(harness: &mut Harness, number: usize) -> bool {
    let is_asked = harness.trace().contains(" asks about ");
    if is_asked {
        harness.answer(Decision::Yes);
    }
    harness.finished(number);
    harness.skip();
    is_asked
}

#[test]
fn a_command_after_a_tool_of_a_server_is_asked_about_until_the_next_run() {
    let mut harness = Harness::new(Mode::Review);
    harness.send("look it up");
    assert!(!is_asked(&mut harness, 1, ("shell_exec", shell("ls"))));
    let fetch = ("mcp__web__fetch", json!({ "url": "https://example.org" }));
    assert!(is_asked(&mut harness, 2, fetch), "the mode asks");
    assert!(is_asked(&mut harness, 3, ("shell_exec", shell("ls"))));
    assert!(!is_asked(&mut harness, 4, ("read_file", path("a.rs"))));
    harness.says("done");
    harness.send("go on");
    assert!(!is_asked(&mut harness, 5, ("shell_exec", shell("ls"))));
}

#[test]
fn a_command_that_reaches_the_network_brings_text_from_outside() {
    let mut harness = Harness::new(Mode::Passthrough);
    harness.send("look it up");
    harness.calls(&[("shell_exec", shell("curl https://example.org"))]);
    let mut fetch = plan(&harness.call(1));
    fetch.risk = RiskReport::medium(notice!("risk-name-reaches-the-network", name = "curl"));
    harness.prepared_as(1, fetch);
    assert!(!ends(&mut harness, 1));
    harness.calls(&[("shell_exec", shell("make"))]);
    let mut make = plan(&harness.call(2));
    make.risk = RiskReport::medium(Notice::text("it may change files"));
    harness.prepared_as(2, make);
    assert!(ends(&mut harness, 2), "medium counts as high");
}
