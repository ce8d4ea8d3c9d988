//! The roles: 51 meanings that have a colour, named as in the theme files.

macro_rules! roles {
    ($($variant:ident = $name:literal,)*) => {
        /// A meaning that has a colour.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Role {
            $(#[doc = concat!("`", $name, "` of the theme files.")] $variant,)*
        }

        impl Role {
            pub const ALL: &'static [Role] = &[$(Role::$variant),*];

            /// Returns the role's key in the theme files.
            pub fn key(self) -> &'static str {
                match self { $(Role::$variant => $name),* }
            }

            /// Returns the role with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key { $($name => Some(Role::$variant),)* _ => None }
            }

            /// Whether the role's colour is a background.
            pub fn is_background(self) -> bool {
                self.key() == "bg" || self.key().starts_with("bg_") || self.key().ends_with("_bg")
            }
        }
    };
}

roles! {
    Bg = "bg",
    BgPanel = "bg_panel",
    BgPopup = "bg_popup",
    BgSel = "bg_sel",
    BgCursorline = "bg_cursorline",
    DiffAddBg = "diff_add_bg",
    DiffAddWordBg = "diff_add_word_bg",
    DiffDelBg = "diff_del_bg",
    DiffDelWordBg = "diff_del_word_bg",
    DiffUserBg = "diff_user_bg",
    DiffConfBg = "diff_conf_bg",
    DiffCurBg = "diff_cur_bg",
    Fg = "fg",
    FgMuted = "fg_muted",
    FgFaint = "fg_faint",
    Border = "border",
    BorderFocus = "border_focus",
    Accent = "accent",
    Link = "link",
    Ok = "ok",
    Warn = "warn",
    Err = "err",
    Info = "info",
    RiskMed = "risk_med",
    ChatUser = "chat_user",
    ChatTool = "chat_tool",
    ModePlan = "mode_plan",
    ModeAsk = "mode_ask",
    RiskHighBg = "risk_high_bg",
    RiskHighFg = "risk_high_fg",
    ModeAutoBg = "mode_auto_bg",
    ModeAutoFg = "mode_auto_fg",
    MatchBg = "match_bg",
    MatchFg = "match_fg",
    DiffAddFg = "diff_add_fg",
    DiffDelFg = "diff_del_fg",
    DiffUserFg = "diff_user_fg",
    DiffConfFg = "diff_conf_fg",
    DiffLineno = "diff_lineno",
    DiffFiller = "diff_filler",
    HunkPending = "hunk_pending",
    HunkAccepted = "hunk_accepted",
    HunkRejected = "hunk_rejected",
    HunkConflict = "hunk_conflict",
    HunkUser = "hunk_user",
    SynKeyword = "syn_keyword",
    SynString = "syn_string",
    SynNumber = "syn_number",
    SynFunction = "syn_function",
    SynType = "syn_type",
    SynComment = "syn_comment",
}
