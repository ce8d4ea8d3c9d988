//! Combines a vendor's decoder with the recovery of calls in its text: bytes in, the parts that a
//! run sees out. For bodies in a file; an adapter applies the recovery to its stream of parts.

use super::conditions::Conditions;
use super::recover::Recoverer;
use crate::decode::Decoder;
use protocol::call::ToolSpec;
use protocol::stream::StreamPart;

/// Decodes an answer of a model that was offered tools.
pub struct RecoveringDecoder {
    decoder: Box<dyn Decoder>,
    recoverer: Recoverer,
}

impl RecoveringDecoder {
    /// Creates a decoder that finds calls of `tools` in the text that `decoder` produces.
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
