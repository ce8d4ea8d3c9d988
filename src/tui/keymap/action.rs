//! Every action that a key can trigger. Named once; the key table, help and palette
//! use these names.

macro_rules! actions {
    ($($variant:ident = $name:literal $text:literal,)*) => {
        /// An action that a key triggers.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $(#[doc = $text] $variant,)*
        }

        impl Action {
            pub const ALL: &'static [Action] = &[$(Action::$variant),*];

            /// Returns the action's name in the key table.
            pub fn name(self) -> &'static str {
                match self { $(Action::$variant => $name),* }
            }

            /// Returns the action with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Action::$variant),)* _ => None }
            }
        }
    };
}

actions! {
    Leader = "leader" "first of two keys; wait to see the second",
    Interrupt = "interrupt" "cancel or quit",
    Suspend = "suspend" "suspend",
    Redraw = "redraw" "redraw",
    CancelOverlay = "cancel_overlay" "close dialog",
    TogglePassthrough = "toggle_passthrough" "passthrough on / off",
    FocusConfirmBar = "focus_confirm_bar" "go to the question",
    ZoomPane = "zoom_pane" "zoom pane",
    OpenReview = "open_review" "review mode",
    OpenCheckpoints = "open_checkpoints" "checkpoints",
    PanicStop = "panic_stop" "stop everything, passthrough off",
    CommandPalette = "command_palette" "command palette",
    ExpandOutput = "expand_output" "open / fold the last output",
    EditDraftExternally = "edit_draft_externally" "edit draft in $EDITOR",
    UndoEdit = "undo_edit" "undo edit",
    Quit = "quit" "quit, asks in a run",
    Send = "send" "send draft",
    FilePicker = "file_picker" "file picker",
    NextPane = "next_pane" "next pane",
    PreviousPane = "previous_pane" "previous pane",
    SplitBelow = "split_below" "split below",
    SplitRight = "split_right" "split right",
    CloseSplit = "close_split" "close split",
    FocusLeft = "focus_left" "focus left",
    FocusRight = "focus_right" "focus right",
    FocusUp = "focus_up" "focus up",
    FocusDown = "focus_down" "focus down",
    Taller = "taller" "taller",
    Shorter = "shorter" "shorter",
    Narrower = "narrower" "narrower",
    Wider = "wider" "wider",
    CycleLayout = "cycle_layout" "cycle layout",
    SessionSwitcher = "session_switcher" "session switcher",
    NewSession = "new_session" "new session",
    EndSession = "end_session" "end session, asks first",
    PreviousSession = "previous_session" "previous session",
    NextSession = "next_session" "next session",
    ToggleTree = "toggle_tree" "tree on/off",
    ToggleDiff = "toggle_diff" "diff pane on/off",
    FocusChat = "focus_chat" "focus chat",
    FocusEditor = "focus_editor" "focus editor",
    JumpToMessage = "jump_to_message" "jump to a message",
    OpenRollback = "open_rollback" "roll changes back",
    OpenTasks = "open_tasks" "tasks",
    OpenAgents = "open_agents" "sub-agents",
    ModelPicker = "model_picker" "model picker",
    EffortPicker = "effort_picker" "reasoning effort",
    ModePicker = "mode_picker" "agent / mode picker",
    OpenMemory = "open_memory" "memory",
    OpenSettings = "open_settings" "settings",
    SelectMode = "select_mode" "select mode (mouse off)",
    MouseOff = "mouse_off" "mouse off / on (terminal selection)",
    Help = "help" "help",
    RedoEdit = "redo_edit" "redo edit",
    Newline = "newline" "newline",
    Complete = "complete" "complete, or queue for the end",
    CycleMode = "cycle_mode" "cycle mode plan > review > auto > confirm > accept-edits",
    LineStart = "line_start" "line start",
    LineEnd = "line_end" "line end",
    CharLeft = "char_left" "letter left",
    CharRight = "char_right" "letter right",
    WordLeft = "word_left" "word left",
    WordRight = "word_right" "word right",
    LineUp = "line_up" "line above, or older history",
    LineDown = "line_down" "line below, or newer history",
    HistorySearchBack = "history_search_back" "history search back",
    HistorySearchForward = "history_search_forward" "history search forward",
    DeleteChar = "delete_char" "delete letter",
    DeleteBack = "delete_back" "delete back",
    KillWordBack = "kill_word_back" "cut the word before",
    KillWordBackAlnum = "kill_word_back_alnum" "cut the word before, letters only",
    KillWord = "kill_word" "cut the word",
    KillToEnd = "kill_to_end" "cut to the end",
    KillToStart = "kill_to_start" "cut to the beginning",
    Yank = "yank" "paste the cut text",
    YankPop = "yank_pop" "paste an earlier cut",
    TransposeChars = "transpose_chars" "swap letters",
    TransposeWords = "transpose_words" "swap words",
    UpcaseWord = "upcase_word" "word in capitals",
    DowncaseWord = "downcase_word" "word in small letters",
    CapitaliseWord = "capitalise_word" "capitalise word",
    LastMention = "last_mention" "last mention",
    HistoryStart = "history_start" "history start",
    HistoryEnd = "history_end" "history end",
    SendAndLoadNext = "send_and_load_next" "send and load next history",
    InsertLiterally = "insert_literally" "insert next key literally",
    Paste = "paste" "paste the clipboard's text or picture",
    ScrollChatUp = "scroll_chat_up" "scroll chat up",
    ScrollChatDown = "scroll_chat_down" "scroll chat down",
    LeaveEditor = "leave_editor" "leave editor; twice: stop run",
    SelectLeft = "select_left" "select the letter before",
    SelectRight = "select_right" "select the letter after",
    SelectUp = "select_up" "select to the line above",
    SelectDown = "select_down" "select to the line below",
    SelectHome = "select_home" "select to the line start",
    SelectEnd = "select_end" "select to the line end",
    PopupPrevious = "popup_previous" "previous item",
    PopupNext = "popup_next" "next item",
    PopupInsert = "popup_insert" "insert item",
    PopupEnter = "popup_enter" "insert item, or run a whole command",
    PopupClose = "popup_close" "close popup",
    PageDown = "page_down" "page down",
    PageUp = "page_up" "page up",
    Top = "top" "top",
    Bottom = "bottom" "bottom (follow)",
    NextItem = "next_item" "next item",
    PreviousItem = "previous_item" "previous item",
    Search = "search" "search",
    NextMatch = "next_match" "next match",
    PreviousMatch = "previous_match" "previous match",
    FocusTree = "focus_tree" "focus tree",
    FocusDiff = "focus_diff" "focus diff",
    Back = "back" "back",
    CopyItem = "copy_item" "copy item",
    CopyBlock = "copy_block" "copy block / path",
    Fold = "fold" "fold / unfold",
    FoldAll = "fold_all" "fold / unfold all",
    TreeOpen = "tree_open" "open",
    TreeExpand = "tree_expand" "expand",
    TreeCollapse = "tree_collapse" "collapse",
    TreeMark = "tree_mark" "mark",
    TreeChangedOnly = "tree_changed_only" "all / changed only",
    TreeHidden = "tree_hidden" "hidden files",
    TreeMention = "tree_mention" "mention in draft",
    TreeInclude = "tree_include" "include file in context",
    TreeDiff = "tree_diff" "diff file",
    TreeReview = "tree_review" "review file",
    TreeEdit = "tree_edit" "open in $EDITOR",
    TreeRollback = "tree_rollback" "roll the file's changes back",
    ChatExpand = "chat_expand" "expand / collapse",
    ChatShowDiff = "chat_show_diff" "show edit in diff",
    ChatEditMessage = "chat_edit_message" "edit and resend your last message",
    ChatSendAgain = "chat_send_again" "send again after an error",
    ChatOpen = "chat_open" "open link / file",
    ChatThinking = "chat_thinking" "thinking on/off",
    ChatFollow = "chat_follow" "follow on/off",
    ChatRollback = "chat_rollback" "roll back to here",
    ChatStopTool = "chat_stop_tool" "stop this tool, asks first",
    DiffReview = "diff_review" "open review here",
    DiffLayout = "diff_layout" "cycle layout",
    DiffWrap = "diff_wrap" "wrap",
    DiffWhitespace = "diff_whitespace" "ignore whitespace",
    ScrollLeft = "scroll_left" "scroll left",
    ScrollRight = "scroll_right" "scroll right",
    NextFile = "next_file" "next file",
    PreviousFile = "previous_file" "previous file",
    PinSelection = "pin_selection" "pin selection to context",
    ReviewToggle = "review_toggle" "toggle accept / reject",
    ReviewAccept = "review_accept" "accept, go to next",
    ReviewReject = "review_reject" "reject, go to next",
    ReviewClear = "review_clear" "clear mark",
    ReviewSelectLines = "review_select_lines" "select lines",
    ReviewSplit = "review_split" "split hunk",
    ReviewEdit = "review_edit" "edit proposed text",
    ReviewEditExternally = "review_edit_externally" "edit in $EDITOR",
    ReviewComment = "review_comment" "comment to agent",
    ReviewSend = "review_send" "send the comments to the agent",
    ReviewTab = "review_tab" "agent's changes / all uncommitted",
    ReviewTakeMine = "review_take_mine" "conflict: take mine (current)",
    ReviewTakeAgent = "review_take_agent" "conflict: take agent (proposed)",
    ReviewTakeBoth = "review_take_both" "conflict: take both",
    ReviewTakeBase = "review_take_base" "conflict: take base",
    ReviewUndo = "review_undo" "undo mark",
    ReviewRedo = "review_redo" "redo mark",
    ReviewAcceptFile = "review_accept_file" "accept all in file",
    ReviewRejectFile = "review_reject_file" "reject all in file",
    ReviewAcceptAll = "review_accept_all" "accept all files, asks first",
    ReviewApply = "review_apply" "apply what is accepted, asks first",
    ReviewApplyAll = "review_apply_all" "accept and apply all, asks once",
    ReviewPreview = "review_preview" "result preview on/off",
    ReviewColumn1 = "review_column_1" "show / hide the column Current",
    ReviewColumn2 = "review_column_2" "show / hide the column Base",
    ReviewColumn3 = "review_column_3" "show / hide the column Proposed",
    CheckpointPreview = "checkpoint_preview" "preview diff",
    CheckpointMark = "checkpoint_mark" "mark for compare",
    CheckpointDiff = "checkpoint_diff" "diff marked / against now",
    CheckpointName = "checkpoint_name" "name checkpoint",
    CheckpointNew = "checkpoint_new" "make a named checkpoint now",
    CheckpointFilter = "checkpoint_filter" "filter by file / agent",
    SessionSwitch = "session_switch" "switch",
    SessionRename = "session_rename" "rename",
    SessionSplit = "session_split" "open in split",
    SessionCreateWith = "session_create_with" "create with own settings",
    SessionSettings = "session_settings" "session settings",
    SessionArchive = "session_archive" "archive / unarchive",
    SessionDelete = "session_delete" "delete for good, asks first",
    SessionFilter = "session_filter" "which: all but archive, active, completed, archived, all",
    SessionScope = "session_scope" "this workspace / all workspaces",
    AgentRead = "agent_read" "read its conversation",
    AgentTell = "agent_tell" "tell it something",
    AgentStop = "agent_stop" "stop it, pressed twice",
    AgentTakeBack = "agent_take_back" "take all of its changes back",
    TaskAdvance = "task_advance" "start the task; complete one in progress",
    TaskStart = "task_start" "start the task, or put it back",
    TaskComplete = "task_complete" "complete the task, or reopen it",
    TaskAdd = "task_add" "add a task",
    TaskName = "task_name" "edit the name",
    TaskDescribe = "task_describe" "edit the description",
    TaskAfter = "task_after" "edit which tasks it waits for",
    TaskAgent = "task_agent" "assign it to an agent",
    TaskRaise = "task_raise" "raise the priority",
    TaskLower = "task_lower" "lower the priority",
    TaskDelete = "task_delete" "delete the task, pressed twice",
    MemoryKeep = "memory_keep" "keep the item",
    MemoryRefuse = "memory_refuse" "refuse the item",
    MemoryOpen = "memory_open" "show the whole item, or the list",
    MemoryForget = "memory_forget" "forget the item, pressed twice",
    MemoryUndo = "memory_undo" "take the last change back",
    MemoryAdd = "memory_add" "add an item",
    MemoryFilter = "memory_filter" "which: inbox, kept, refused, all",
    SettingEdit = "setting_edit" "edit value",
    SettingToggle = "setting_toggle" "toggle",
    SettingTest = "setting_test" "test connection",
    SettingAdd = "setting_add" "add a model / set up a provider",
    SettingRemove = "setting_remove" "remove key or model, asks first",
    SettingProvider = "setting_provider" "models of the next provider",
    SettingPull = "setting_pull" "fetch a model",
    SettingProbe = "setting_probe" "probe a model's tool calls",
    SettingUndo = "setting_undo" "undo change",
    SettingSave = "setting_save" "save all changes",
    SettingNextPage = "setting_next_page" "next page of the settings",
    SettingPreviousPage = "setting_previous_page" "previous page of the settings",
    BarApprove = "bar_approve" "approve once",
    BarReject = "bar_reject" "reject",
    BarNetwork = "bar_network" "approve once with the network",
    BarNever = "bar_never" "reject, and do not ask again in this session",
    BarAlways = "bar_always" "always... (scope list, then Enter)",
    BarDetails = "bar_details" "open review / full text",
    BarEdit = "bar_edit" "edit before approving",
    BarComment = "bar_comment" "reject with comment",
    BarExplain = "bar_explain" "explain risk",
    BarSkip = "bar_skip" "skip the question",
    BarBack = "bar_back" "the question before",
    BarNextButton = "bar_next_button" "next button",
    BarPreviousButton = "bar_previous_button" "previous button",
    BarPress = "bar_press" "press focused button",
    BarToggle = "bar_toggle" "toggle item / pause timer",
    BarDown = "bar_down" "scroll / next option",
    BarUp = "bar_up" "scroll / previous option",
    BarHighlight = "bar_highlight" "highlight option",
    BarPreviousRequest = "bar_previous_request" "previous question",
    BarNextRequest = "bar_next_request" "next question",
    BarDefer = "bar_defer" "defer, back to editor",
    RollbackNext = "rollback_next" "next field",
    RollbackPrevious = "rollback_previous" "previous field",
    RollbackToggle = "rollback_toggle" "toggle scope / file",
    RollbackPreview = "rollback_preview" "preview diff",
    RollbackEdit = "rollback_edit" "edit in the review",
    RollbackStep = "rollback_step" "next step",
    RollbackNow = "rollback_now" "roll back now",
    RollbackLeave = "rollback_leave" "close dialog",
    PickerPrevious = "picker_previous" "previous result",
    PickerNext = "picker_next" "next result",
    PickerRun = "picker_run" "run",
    PickerComplete = "picker_complete" "complete argument",
    PickerClose = "picker_close" "close",
    SelectLeave = "select_leave" "leave select mode",
    SelectCopy = "select_copy" "copy selection",
    SelectStart = "select_start" "start selection",
    SelectLines = "select_lines" "select whole lines",
}

impl Action {
    /// Whether the action belongs to every line editor, as in readline, or marks a piece of text.
    pub fn is_typing(self) -> bool {
        let marks = matches!(
            self,
            Action::SelectLeft
                | Action::SelectRight
                | Action::SelectUp
                | Action::SelectDown
                | Action::SelectHome
                | Action::SelectEnd
        );
        marks || self.is_readline()
    }

    /// Whether the action belongs to every line editor, as in readline.
    pub fn is_readline(self) -> bool {
        matches!(
            self,
            Action::LineStart
                | Action::LineEnd
                | Action::CharLeft
                | Action::CharRight
                | Action::WordLeft
                | Action::WordRight
                | Action::HistorySearchBack
                | Action::HistorySearchForward
                | Action::HistoryStart
                | Action::HistoryEnd
                | Action::DeleteChar
                | Action::DeleteBack
                | Action::KillWordBack
                | Action::KillWordBackAlnum
                | Action::KillWord
                | Action::KillToEnd
                | Action::KillToStart
                | Action::Yank
                | Action::YankPop
                | Action::TransposeChars
                | Action::TransposeWords
                | Action::UpcaseWord
                | Action::DowncaseWord
                | Action::CapitaliseWord
                | Action::UndoEdit
                | Action::RedoEdit
                | Action::SendAndLoadNext
                | Action::InsertLiterally
        )
    }
}
