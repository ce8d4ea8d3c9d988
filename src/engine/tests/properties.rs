//! The product's promises about runs and calls hold for any input in any order.

use proptest::prelude::*;

use crate::Attendance;
use crate::testing::play::{Play, op};
use protocol::approval::Mode;

proptest! {
    #![proptest_config(testing::cases(512))]

    #[test]
    fn whatever_comes_in_every_call_has_one_result_and_nothing_runs_without_leave(
        ops in proptest::collection::vec(op(), 1..70),
        attended in any::<bool>(),
        mode in proptest::sample::select(Mode::ALL.to_vec()),
    ) {
        let attendance = if attended { Attendance::Attended } else { Attendance::Unattended };
        let mut play = Play::new(attendance, mode);
        for op in &ops {
            play.take(op);
        }
        play.come_to_rest();
    }
}
