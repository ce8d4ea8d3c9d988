//! Keys while nothing else happens.

use crate::keys::Typist;
use crate::report::Report;
use crate::stage::Stage;

pub fn idle(report: &mut Report) {
    let stage = Stage::new();
    let mut session = stage.open();
    let mut typist = Typist::begin(&mut session);
    typist.type_keys(&mut session, 400);
    let times = typist.end(&mut session);
    report.times("key to echo", &times, 2.0);
}
