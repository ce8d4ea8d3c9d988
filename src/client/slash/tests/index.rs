//! Tests of `/index`.

use super::*;
use notice::Notice;
use protocol::index::{Consent, IndexPhase, IndexState, VectorsPhase, VectorsState};

#[test]
fn the_index_tells_its_state_and_takes_an_answer_to_what_may_be_sent() {
    let state = |phase, vectors| Reply::Index {
        state: IndexState {
            phase,
            files: 1_200,
            vectors,
            ..IndexState::default()
        },
    };
    let vectors = |phase| {
        Some(VectorsState {
            model: "openai/small".into(),
            phase,
            done: 40,
            total: 3_000,
        })
    };
    let held = VectorsPhase::Withheld {
        reason: Notice::text("nobody has allowed it; `/index allow` does"),
    };
    assert_eq!(
        asked("/index", &state(IndexPhase::Ready, vectors(held))),
        "**Index** knows 1,200 files\n\n- vectors by `openai/small`: 40 of 3,000 parts; paused: nobody has \
         allowed it; `/index allow` does"
    );
    let paused = state(IndexPhase::Ready, vectors(VectorsPhase::Paused));
    assert!(asked("/index status", &paused).contains("paused while the agent works"));
    assert!(asked("/index", &state(IndexPhase::Off, None)).contains("`index.enabled` is off"));
    for (line, consent) in [
        ("/index allow", Consent::Given),
        ("/index refuse", Consent::Refused),
    ] {
        let session = context().session;
        let SlashOutcome::Commands(commands) = run(line, &context()) else {
            panic!("{line} orders something");
        };
        assert_eq!(commands, [Command::AnswerConsent { session, consent }]);
    }
    assert!(matches!(
        run("/index maybe", &context()),
        SlashOutcome::Error(_)
    ));
}
