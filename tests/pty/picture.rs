//! The picture of the README.

