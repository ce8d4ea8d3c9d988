//! Tests of the workspace.
