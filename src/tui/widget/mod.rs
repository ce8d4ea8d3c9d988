//! Building blocks of panes and dialogs: text that fits a width, Markdown, diffs; boxes, lists,
//! tabs, fields and the row of keys at the end.
//!
//! A widget is plain data: laying out needs a width; drawing needs a theme and changes nothing.
//! Nothing here reads a file, a clock or a terminal.

pub mod boxed;
pub mod diff;
pub mod footer;
pub mod list_layout;
pub mod list_view;
pub mod long_text;
pub mod markdown;
pub mod matches;
pub mod picker;
pub mod plain_text;
pub mod reading_view;
pub mod row;
pub mod tabs;
pub mod text_field;
pub mod wrap;
