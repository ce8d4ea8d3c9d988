//! A vendor's decoder and the recovery of calls in its text as one: bytes in, out come the parts
//! that a run sees. For bodies that lie in a file; an adapter recovers from its stream of parts.

use super::conditions::Conditions;
use super::recover::Recoverer;
use crate::protocol::call::ToolSpec;
use crate::protocol::stream::StreamPart;
use crate::provider::decode::Decoder;

/// Decodes an answer of a model that was told about tools.
pub struct RecoveringDecoder {
    decoder: Box<dyn Decoder>,
    recoverer: Recoverer,
}

impl RecoveringDecoder {
    /// Calls of `tools` are found in the text that `decoder` gives.
    pub fn new(decoder: Box<dyn Decoder>, tools: &[ToolSpec]) -> Self {
        Self {
            decoder,
            recoverer: Recoverer::new(tools, Conditions::alone()),
        }
    }

    fn recover(&mut self, parts: Vec<StreamPart>, out: &mut Vec<StreamPart>) {
        for part in parts {
            out.extend(self.recoverer.push(part));
        }
    }
}

impl Decoder for RecoveringDecoder {
    fn push(&mut self, bytes: &[u8], out: &mut Vec<StreamPart>) {
        let mut parts = Vec::new();
        self.decoder.push(bytes, &mut parts);
        self.recover(parts, out);
    }

    fn finish(&mut self, out: &mut Vec<StreamPart>) {
        let mut parts = Vec::new();
        self.decoder.finish(&mut parts);
        self.recover(parts, out);
        out.extend(self.recoverer.finish());
    }

    fn is_over(&self) -> bool {
        self.decoder.is_over()
    }
}
