//! `agentichat debug …`: small filters that show what the product makes of an input.

pub mod risk;
