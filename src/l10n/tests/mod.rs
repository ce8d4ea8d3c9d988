//! Tests of the choice of the language and of the files: what each language must have in its texts.

mod files;
mod spoken;
