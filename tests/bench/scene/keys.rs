//! Keys while nothing else happens.

use crate::bench_harness::BenchHarness;
use crate::keys::Typist;
use crate::report::Report;

pub fn idle(report: &mut Report) {
    let harness = BenchHarness::new();
    let mut session = harness.open();
    let mut typist = Typist::begin(&mut session);
    typist.type_keys(&mut session, 400);
    let times = typist.end(&mut session);
    report.times("key to echo", &times, 2.0);
}
