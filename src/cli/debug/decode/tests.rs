//! Tests of the decoders over the bodies under `tests/fixtures/providers`, through the command.

mod decoders;
mod wires;
