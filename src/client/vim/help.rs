//! The table of vim's keys, for help. The reader of commands has the grammar behind it.

use l10n::say;

/// A row of help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VimHelp {
    /// Keys of normal mode, separated by blanks.
    pub keys: &'static str,
    /// Their effect, in the user's language.
    pub text: &'static str,
}

/// Returns the keys of normal and visual mode.
pub fn vim_help() -> Vec<VimHelp> {
    let row = |keys, text| VimHelp { keys, text };
    vec![
        row("i a I A o O", say!("vim-insert")),
        row("v V gv", say!("vim-select")),
        row("h j k l w b e W B E ge", say!("vim-move")),
        row("0 ^ $ | gg G { } %", say!("vim-move-far")),
        row("f F t T ; ,", say!("vim-find")),
        row("d c y", say!("vim-operate")),
        row("> < gu gU g~", say!("vim-shift")),
        row("iw aW i\" a' i( a{ ip", say!("vim-objects")),
        row("x X D C Y s S", say!("vim-short")),
        row("r ~ J", say!("vim-replace")),
        row("p P \"a \"0 \"_", say!("vim-put")),
        row("\"+y \"+p", say!("vim-clipboard")),
        row("u Ctrl+R", say!("vim-undo")),
        row(".", say!("vim-repeat")),
        row(":w ZZ", say!("vim-send")),
        row(":q ZQ", say!("vim-quit")),
        row("/", say!("vim-search")),
        row("Ctrl+U Ctrl+D", say!("vim-scroll")),
    ]
}
