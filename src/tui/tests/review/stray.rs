//! Tests that stray keys do nothing and that no burst of keys breaks anything.

use proptest::prelude::*;

use super::*;

fn key() -> impl Strategy<Value = &'static str> {
    let keys: Vec<&str> =
        "a r x v s e E c m t b o u Ctrl+R + - * w y Enter = W S < > 1 2 3 Ctrl+S @ \
         } { j k n p z Z g G PageDown PageUp Space Esc q F7 F8 Tab d f l i Ctrl+G Ctrl+C H A R D"
            .split_whitespace()
            .collect();
    prop::sample::select(keys)
}

proptest! {
    #![proptest_config(testing::cases(32))]

    /// Applying or a rollback needs its own keys one after the other; nothing else writes.
    #[test]
    fn no_stray_keys_write(keys in prop::collection::vec((key(), any::<bool>()), 1..40)) {
        let mut harness = TuiHarness::reviewed(120, 40);
        harness.press("F7");
        let mut opened = false;
        for (key, alone) in keys {
            if alone {
                harness.press(key);
            } else {
                // Input immediately before and after the key: no key of a burst decides.
                harness.now += Duration::from_millis(1);
                let key = Key::parse(key).unwrap();
                let event = KeyEvent::new(key.code, key.modifiers);
                harness.app.input(&Input {
                    at: harness.now,
                    alone: false,
                    kind: InputKind::Key(event),
                });
                harness.input(InputKind::Settled);
                harness.settle();
            }
            let wrote = harness.review_orders().into_iter().any(|order| {
                matches!(order, ReviewCommand::Apply { .. } | ReviewCommand::RollBack { .. })
            });
            prop_assert!(!wrote || (key == "y" && alone && opened), "{key} wrote");
            opened |= matches!(key, "w" | "A" | "Ctrl+S");
        }
    }

    #[test]
    fn a_storm_on_the_review_does_no_harm(
        steps in prop::collection::vec((key(), 0u16..170, 0u16..50, 0u8..6), 1..30),
    ) {
        let mut harness = TuiHarness::reviewed(160, 48);
        harness.press("F7");
        for (key, width, height, what) in steps {
            match what {
                0 => harness.input(InputKind::Resize(width, height)),
                1 => harness.review().insert_above(1, usize::from(width % 7)),
                2 => harness.fact(EventKind::CheckpointRenamed {
                    checkpoint: protocol::ids::CheckpointId(Uuid::from_u128(1)),
                    name: "x".into(),
                }),
                _ => {}
            }
            harness.press(key);
        }
        harness.text();
    }
}
