//! What the full screen asks of its parts: panes, bar and editor.
//!
//! The screen knows its parts by these traits only, so that each can be built, tested and
//! replaced alone. `parts` binds them to the real ones; tests bind simple ones.

use std::collections::HashMap;
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::KeyEvent;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::composer::Marking;
use super::effect::{ExternalEdit, SearchField};
use super::hints::KeyHints;
use super::hints::own::SEARCH_KEYS;
use super::input::{Input, Window};
use super::key_test::TestedKey;
use super::keymap::{Action, Context};
use super::overlay::full_text::FullSource;
use super::pane::diff::FilePart;
use super::pane::review::ReviewTarget;
use super::pane::tree::FileMark;
use super::select::TextView;
use super::settings::JobCommand;
use super::terminal::findings::KeyKnowledge;
use super::theme::Theme;
use crate::protocol::approval::Question;
use crate::protocol::change::FileDiff;
use crate::protocol::command::Command;
use crate::protocol::event::{Event, EventKind, NoticeLevel};
use crate::protocol::ids::{CallId, FileId, HunkId, QuestionId, RunId, SessionId};
use crate::protocol::query::{FileMatch, Query, Reply, TreeEntry};
use crate::protocol::review::rollback::RollbackScope;
use crate::protocol::review::{CallChanges, ReviewQuery, RunChanges};
use crate::protocol::session::{SessionSettings, SessionSnapshot};

/// What a part asks of the screen.
#[derive(Debug, Clone, PartialEq)]
pub enum PaneEffect {
    /// Give an order to the engine.
    Send(Command),
    /// Ask the engine; the answer goes to every part that takes it.
    Ask(Query),
    /// The same, of which only the newest is of use.
    AskNewest(SearchField, Query),
    /// Put a text on the clipboard.
    Copy(String),
    /// Give the bar the keys.
    FocusBar,
    /// Give the editor the keys.
    FocusEditor,
    /// These keys were meant for the editor.
    Type(Vec<KeyEvent>),
    /// This text goes into the draft at the cursor.
    Insert(String),
    /// The draft was sent.
    Submit(String),
    /// Keep this draft.
    SaveDraft(String),
    /// Ctrl+D on an empty draft: leaves on the second press.
    Leave,
    /// Show all of what a prompt would grant.
    ShowFull {
        prompt: QuestionId,
        /// What stands above it.
        title: String,
        /// What it is.
        source: FullSource,
        /// What tells what a yes writes beside that, where it writes something.
        written: Option<Query>,
    },
    /// The changed file after or before the one that is shown.
    StepFile(isize),
    /// A message that is edited and sent in its place.
    EditMessage {
        message: crate::protocol::ids::MessageId,
        text: String,
    },
    /// Lines of a file go into the context.
    Pin {
        path: String,
        /// First line, from 1.
        start_line: u32,
        end_line: u32,
    },
    /// These files go into the context, whole.
    Include(Vec<String>),
    /// Show the difference of a file.
    ShowFile(String),
    /// Show a file at a line.
    OpenFile {
        path: String,
        /// The line, from 1.
        line: u32,
    },
    /// Open the review at a place.
    OpenReview(ReviewTarget),
    /// Open it for lines that are in the way of the rollback that is asked for; after it that is asked for again.
    EditForRollback(ReviewTarget),
    /// Leave the review.
    CloseReview,
    /// All of what a prompt would write was seen in the review.
    SeenInFull(QuestionId),
    /// What a prompt would write cannot be shown in the review.
    NotShown(QuestionId),
    /// Open the rollback dialog, with these scopes first.
    OpenRollback(Vec<RollbackScope>),
    /// The same for a run, where none after it changed anything.
    OpenRollbackOfEarlier(RunId),
    /// Open it for a file.
    RollBackFile(String),
    /// A key was tried: this came of it.
    Heard(TestedKey, KeyKnowledge),
    /// Close what lies over the panes.
    CloseOverlay,
    /// Make a session and show it.
    NewSession,
    /// Make a session with these settings and show it.
    NewSessionWith {
        /// They; it begins in the workspace's root.
        settings: Box<SessionSettings>,
        /// The folder that it is to work in, where that is another one.
        folder: Option<PathBuf>,
    },
    /// Show the settings of a session, or those of one that is to be made.
    OpenSessionForm {
        /// Which; `None` makes one.
        session: Option<SessionId>,
        /// What it is set to, or what the new one begins with.
        settings: Box<SessionSettings>,
    },
    /// The form is left: the list of sessions is shown again where it was opened from there.
    LeaveSessionForm,
    /// Show a session.
    ShowSession(SessionId),
    /// Show a session beside the one that is shown.
    SplitSession(SessionId),
    /// Take a session's tab away.
    EndSession(SessionId),
    /// Begin an errand of the settings, or give one up.
    Errand(JobCommand),
    /// Show a difference.
    ShowDiff {
        diff: Box<FileDiff>,
        /// What its two sides are.
        sides: String,
    },
    /// Keep the note as it is typed.
    KeepNote,
    /// Open a text in `$EDITOR`.
    Edit(ExternalEdit),
    /// Say something in the line over the editor.
    Say(NoticeLevel, String),
    /// Ring the bell.
    Bell,
}

/// Whether a part has the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focused {
    Yes,
    /// Another part has.
    No,
}

/// What the mouse does to a text that is typed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// The cursor goes there.
    Place,
    /// What lies between the cursor's place before and this one is selected.
    Extend,
    /// The word there is selected.
    Word,
    /// The line there is selected.
    Line,
}

pub trait PaneView: Debug {
    /// Does what a key stands for.
    fn act(&mut self, action: Action) -> Vec<PaneEffect>;
    /// A key that is bound to nothing here: text for a search line, if one is open.
    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect>;
    /// A text was pasted while it has the keys. Used up where a text is typed in it.
    fn paste(&mut self, _text: &str) -> InputUse {
        InputUse::No
    }
    /// Its title in so many columns: `CHAT  turn 14`.
    fn title(&self, width: u16) -> String;
    /// Tells it its size before it is drawn.
    fn measure(&mut self, width: u16, height: u16);
    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused);
    /// Where the terminal's cursor goes while a text is typed in it.
    fn caret(&self, _area: Rect) -> Option<Position> {
        None
    }
    /// The text that is selected in it.
    fn selected_text(&self) -> Option<String>;
    /// Whether keys are text for it at the moment.
    fn takes_text(&self) -> bool;
    /// What the hint row says while it has the keys.
    fn hinted(&self) -> KeyHints {
        if self.takes_text() {
            KeyHints::Keys(SEARCH_KEYS)
        } else {
            KeyHints::OfContext
        }
    }
    /// The wheel over it: rows go by, down where positive. Decides nothing.
    fn scroll(&mut self, _rows: isize) {}
    /// A click on a row of it, from 0. Decides nothing.
    fn click(&mut self, _row: u16) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// The mouse in a text that is typed in it, which lies in `area`.
    fn point(&mut self, _area: Rect, _at: Position, _how: Pointing) -> InputUse {
        InputUse::No
    }
    /// Its text, where it can be selected.
    fn text_view(&self) -> Option<&dyn TextView> {
        None
    }
    /// The same, to move in.
    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        None
    }
}

/// The conversation of a session.
pub trait ChatView: PaneView {
    /// Tells the time, for calls that run.
    fn set_now(&mut self, now: Timestamp);
    /// Whether a call runs, whose time changes every second.
    fn has_running(&self) -> bool;
    /// Whether another frame shows more of what has come already.
    fn is_behind(&self) -> bool;
    /// Goes on with a search that takes several frames.
    fn go_on_searching(&mut self) -> Vec<PaneEffect>;
    /// Shows a session as it stands.
    fn reset(&mut self, snapshot: &SessionSnapshot);
    /// Says which calls have changes that are staged, as the change log has it.
    fn mark_staged(&mut self, calls: &[CallId]);
    /// Says what became of what calls and runs changed.
    fn mark_fates(&mut self, calls: &[CallChanges], runs: &[RunChanges]);
    /// Takes an event in.
    fn apply(&mut self, event: &Event);
}

/// The difference of a file.
pub trait DiffView: PaneView {
    /// Shows this one; `sides` says what its two sides are. Under a proposal it waits.
    fn set(&mut self, diff: FileDiff, sides: String);
    /// A file was asked for: it is the one that is shown, where none is.
    fn expect(&mut self, path: &str);
    /// Shows no file any more.
    fn clear(&mut self);
    /// Says why a file cannot be shown.
    fn cannot_show(&mut self, path: &str, why: &str);
    /// Shows lines of a file as they are.
    fn show_text(&mut self, part: FilePart);
    /// Shows what a question would write; what was shown waits for its end.
    fn propose(&mut self, diff: &FileDiff);
    /// The question is over: what waited is shown again.
    fn end_proposal(&mut self);
    /// The file that is shown, relative to the root.
    fn path(&self) -> Option<&str>;
}

pub trait TreeView: PaneView {
    /// Takes the rows of a folder.
    fn set(&mut self, folder: &str, entries: Vec<TreeEntry>);
    /// The folders that it has not and would show.
    fn wishes(&mut self) -> Vec<Query>;
    /// Files were changed: the folders that are open are asked for anew.
    fn changed(&mut self);
    /// Says what the review knows of files.
    fn set_marks(&mut self, marks: HashMap<String, FileMark>);
    /// Files that git says were changed.
    fn set_changed(&mut self, files: &[(String, char)]);
    /// Takes the files that fit its filter, of so many.
    fn set_found(&mut self, pattern: &str, files: Vec<FileMatch>, total: usize);
}

/// The review of a session's changes, or of what a question would write.
pub trait ReviewView: PaneView {
    /// Goes to a place.
    fn show(&mut self, place: ReviewTarget);
    /// Shows what a save would write.
    fn show_summary(&mut self);
    /// Asks before the last operation, a rollback, is taken back.
    fn ask_undo_rollback(&mut self, label: &str);
    /// The question that it is about.
    fn prompt(&self) -> Option<QuestionId>;
    /// The question was put again.
    fn prompt_changed(&mut self, prompt: &Question);
    /// The file and the hunk at hand.
    fn at_hand(&self) -> Option<(FileId, Option<HunkId>)>;
    /// Takes the reply to a question.
    fn reply(&mut self, question: &ReviewQuery, reply: &Reply) -> Vec<PaneEffect>;
    /// Takes a fact of the session in.
    fn fact(&mut self, fact: &EventKind) -> Vec<PaneEffect>;
    /// What it asks; each question is given once.
    fn wishes(&mut self) -> Vec<Query>;
    /// Whether a key waits until it is known to be alone.
    fn holds_key(&self) -> bool;
    /// The key before was alone: what it decides is done.
    fn settled(&mut self) -> Vec<PaneEffect>;
    /// The key before was not alone: it decides nothing.
    fn drop_held(&mut self);
    /// To be called when it was measured: what the human has seen by now.
    fn note_seen(&mut self) -> Vec<PaneEffect>;
    /// A text came back from `$EDITOR`; `None` where it was left without saving.
    fn edited(&mut self, hunk: HunkId, text: Option<String>) -> Vec<PaneEffect>;
    /// Whether a better view is being made.
    fn is_refining(&self) -> bool;
    /// Asks whether it is there.
    fn refine(&mut self);
    /// Asks anew for what is shown.
    fn refresh(&mut self);
    /// Closes what lies over its rows.
    fn close_sheet(&mut self) -> InputUse;
    /// Something else is asked over the screen: closes what lies over its rows, but for a text that is typed.
    fn yield_sheet(&mut self);
    /// Where the cursor goes, while a text is typed.
    fn cursor(&self, area: Rect) -> Option<Position>;
}

/// What the bar must know of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarSurroundings {
    /// Whether nothing is typed in the editor.
    pub draft_is_empty: bool,
    /// When a key last went to the editor.
    pub last_editor_key: Option<Duration>,
    /// What has the keys.
    pub keys_go_to: KeysGoTo,
    /// Whether the terminal tells releases.
    pub releases_reported: bool,
    /// Whether the human is there. A bar that comes up later must know it too.
    pub window: Window,
}

/// What has the keys, as the bar must know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysGoTo {
    Editor,
    Bar,
    Pane,
    /// The completion over the editor.
    Popup,
    /// What lies over the panes.
    Overlay,
}

/// The confirmation bar of a session.
pub trait BarView: Debug {
    /// A prompt was put, or put again.
    fn open(&mut self, prompt: Question) -> Vec<PaneEffect>;
    /// A prompt was answered, here or elsewhere.
    fn answered(&mut self, prompt: QuestionId) -> Vec<PaneEffect>;
    /// The engine refused an answer: the prompt is asked again, and says why.
    fn refused(&mut self, why: Option<&str>);
    /// Every input passes here first, so that it knows the time of each; gives what it asks for
    /// and whether it used the input up.
    fn input(&mut self, input: &Input, around: &BarSurroundings) -> (Vec<PaneEffect>, InputUse);
    /// Tells the time.
    fn tick(&mut self, at: Duration, around: &BarSurroundings) -> Vec<PaneEffect>;
    /// When it must be told the time next.
    fn deadline(&self) -> Option<Duration>;
    /// The human asks for it.
    fn take_focus(&mut self, at: Duration) -> Vec<PaneEffect>;
    /// Whether it asks something.
    fn is_open(&self) -> bool;
    /// The question that is shown.
    fn shown(&self) -> Option<&Question>;
    /// A key went elsewhere while it had the keys: what it held until it was alone is text.
    fn key_went_elsewhere(&mut self) -> Vec<PaneEffect>;

    /// The human goes to the editor: the question waits, and does not take the keys by itself.
    fn left_for_editor(&mut self) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// The human pressed the key for passthrough for the first time in this session: asks.
    fn ask_passthrough(&mut self, root: &str, mode: &str, at: Duration) -> Vec<PaneEffect>;
    /// All of what a prompt would grant was shown to its end.
    fn seen_in_full(&mut self, prompt: QuestionId);
    /// A count-down is held or goes on.
    fn timer_changed(&mut self, prompt: QuestionId, paused: Paused);
    /// Whether it has the keys.
    fn has_focus(&self) -> bool;
    /// What the hint row says while it has the keys.
    fn hinted(&self) -> KeyHints;
    /// The proposed new text of a file that is to be edited came.
    fn proposed(&mut self, prompt: QuestionId, text: String) -> Vec<PaneEffect>;
    /// A text came back from `$EDITOR`; `None` where it was left without saving.
    fn edited(&mut self, prompt: QuestionId, text: Option<String>) -> Vec<PaneEffect>;
    /// The rows that it needs, given its width and the most it can have, and what is around it then.
    fn measure(&mut self, width: u16, most: u16, around: &BarSurroundings) -> u16;
    /// A click at a place of `area`, while it has the keys: a button there has the focus then. Answers nothing.
    fn click(&mut self, _area: Rect, _at: Position) {}
    /// The wheel over it scrolls what it shows. Answers nothing.
    fn scroll(&mut self, _rows: isize) {}
    /// Draws it; gives the place of the cursor where it has a text field.
    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position>;
}

/// Whether an input was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputUse {
    Yes,
    /// Others may have it.
    No,
}

/// Whether a count-down is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paused {
    Yes,
    /// It goes on.
    No,
}

/// The editor of a session.
pub trait EditorView: Debug {
    /// Does what a key stands for.
    fn act(&mut self, action: Action, at: Duration) -> Vec<PaneEffect>;
    /// A key that is bound to nothing: it is typed.
    fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<PaneEffect>;
    /// Esc and Ctrl+G: closes what the editor has open over itself, a search, the completion or a mark.
    fn cancel(&mut self) -> InputUse;
    /// Sets a mark at the cursor, from which movements select, or takes it back.
    fn toggle_mark(&mut self) -> Marking;
    /// What is selected was copied: the mark is gone.
    fn end_mark(&mut self);
    /// Tells the time.
    fn tick(&mut self, at: Duration) -> Vec<PaneEffect>;
    /// When it must be told the time next.
    fn deadline(&self) -> Option<Duration>;
    /// Keeps the draft at once, before the program ends.
    fn keep_draft(&mut self) -> Vec<PaneEffect>;
    /// Whether the next key is typed as it is, whatever it is bound to.
    fn wants_next_key(&self) -> bool;
    /// A text was pasted.
    fn paste(&mut self, text: &str, at: Duration) -> Vec<PaneEffect>;
    /// The contexts of its keys, the innermost first: the popup and the editor, or the editor.
    fn contexts(&self) -> &'static [Context];
    /// These lines were sent in the workspace, latest last. A walk through them goes on.
    fn recall(&mut self, lines: &[String]);
    /// Takes an answer that completes or fills its history.
    fn reply(&mut self, query: &Query, reply: &Reply);
    /// Its text, whole.
    fn text(&self) -> String;
    /// Whether nothing is typed.
    fn is_empty(&self) -> bool;
    /// Gives it another text.
    fn set(&mut self, text: &str);
    /// Gives it the text that was kept when the program last ended.
    fn restore(&mut self, text: &str);
    /// Its text, whole, for the history; it is empty then.
    fn clear(&mut self) -> String;
    /// The text that is selected in it.
    fn selected_text(&self) -> Option<String>;
    /// The rows that it needs.
    fn rows(&mut self, width: u16) -> u16;
    /// Draws it; gives the place of the cursor.
    fn draw(
        &self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
        focused: Focused,
    ) -> Option<Position>;
    /// The mouse in it, while it lies in `area`.
    fn point(
        &mut self,
        _area: Rect,
        _at: Position,
        _how: Pointing,
        _now: Duration,
    ) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// A click where the completion lies: the candidate there is chosen. `No` where it does not lie there.
    fn click_popup(&mut self, _editor: Rect, _room: Rect, _at: Position) -> InputUse {
        InputUse::No
    }
    /// Draws the completion over what lies above `editor`, inside `room`.
    fn draw_popup(&self, editor: Rect, room: Rect, buf: &mut Buffer, theme: &Theme);
}

/// Makes the parts.
pub trait PaneFactory: Debug {
    /// The conversation of a session.
    fn chat(&self, session: SessionId) -> Box<dyn ChatView>;
    /// The bar of a session.
    fn bar(&self, session: SessionId) -> Box<dyn BarView>;
    /// The editor of a session.
    fn editor(&self, session: SessionId) -> Box<dyn EditorView>;
    fn diff(&self) -> Box<dyn DiffView>;
    fn tree(&self) -> Box<dyn TreeView>;
    /// The review of a session's changes.
    fn review(&self, session: SessionId) -> Box<dyn ReviewView>;
    /// The review of what a question would write.
    fn prompt_review(&self, session: SessionId, prompt: &Question) -> Box<dyn ReviewView>;
    /// The terminal is known to have links: they are drawn as such.
    fn show_links(&self) {}
    /// The zone in which times are shown.
    fn zone(&self) -> &TimeZone;
}
