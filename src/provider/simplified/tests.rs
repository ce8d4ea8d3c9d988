//! Tests of the simplified format and of the recovery of calls in text.
