//! Traits between the full screen and its parts: panes, bar and editor.
//!
//! The screen knows its parts only through these traits, so that each part can be built, tested and
//! replaced alone. `parts` binds them to the real parts; tests bind simple ones.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::KeyEvent;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::composer::Marking;
use super::dialog::full_text::FullSource;
use super::dialog::key_test::TestedKey;
use super::dialog::palette::PaletteTarget;
use super::dialog::settings::Begin;
use super::dialog::stall_notice::StallChoice;
use super::effect::{ExternalEdit, SearchField};
use super::hints::KeyHints;
use super::hints::own::SEARCH_KEYS;
use super::input::Window;
use super::keymap::{Action, Context};
use super::pane::diff::FilePart;
use super::pane::review::ReviewTarget;
use super::pane::tree::FileMark;
use super::select::TextView;
use super::terminal::findings::KeyKnowledge;
use super::theme::Theme;
use client::input::Input;
use client::job::JobCommand;
use notice::Notice;
use protocol::approval::Question;
use protocol::catalogue::ConnectionTest;
use protocol::change::FileDiff;
use protocol::command::Command;
use protocol::event::{Event, EventKind, NoticeLevel};
use protocol::ids::{CallId, FileId, HunkId, QuestionId, RunId, SessionId};
use protocol::query::{FileMatch, Query, Reply, TreeEntry};
use protocol::review::rollback::RollbackScope;
use protocol::review::{CallChanges, ReviewQuery, RunChanges};
use protocol::session::{SessionSettings, SessionSnapshot};

/// Request from a part to the screen.
#[derive(Debug, Clone, PartialEq)]
pub enum PaneEffect {
    /// Sends a command to the engine.
    Send(Command),
    /// Sends a query to the engine; the answer goes to every part that takes it.
    Ask(Query),
    /// Sends a query of which only the newest is of use.
    AskNewest(SearchField, Query),
    /// Puts a text on the clipboard.
    Copy(String),
    /// Gives the keyboard focus to the bar.
    FocusBar,
    /// Gives the keyboard focus to the editor.
    FocusEditor,
    /// Passes on keys that were meant for the editor.
    Type(Vec<KeyEvent>),
    /// Inserts this text into the draft at the cursor.
    Insert(String),
    /// Sends the draft.
    Submit(String),
    /// Stores this draft.
    SaveDraft(String),
    /// Ctrl+D on an empty draft: the second press leaves the program.
    Leave,
    /// Shows everything that a question would grant.
    ShowFull {
        question: QuestionId,
        /// Title above the text.
        title: String,
        /// Source of the text.
        source: FullSource,
        /// The query for everything else that a yes writes, if it writes anything.
        written: Option<Query>,
    },
    /// Shows the changed file after or before the current one.
    StepFile(isize),
    /// Edits a message and sends the result in its place.
    EditMessage {
        message: protocol::ids::MessageId,
        text: String,
    },
    /// Pins lines of a file into the context.
    Pin {
        path: String,
        /// First line, from 1.
        start_line: u32,
        end_line: u32,
    },
    /// Adds these whole files to the context.
    Include(Vec<String>),
    /// Shows the diff of a file.
    ShowFile(String),
    /// Shows a file at a line.
    OpenFile {
        path: String,
        /// Line number, from 1.
        line: u32,
    },
    /// Opens the review at a target.
    OpenReview(ReviewTarget),
    /// Opens the review at lines that block the requested rollback; afterwards the rollback
    /// is requested again.
    EditForRollback(ReviewTarget),
    /// Closes the review.
    CloseReview,
    /// Reports that the user has seen in the review everything that a question would write.
    SeenInFull(QuestionId),
    /// Reports that the review cannot show what a question would write.
    NotShown(QuestionId),
    /// Opens the rollback dialog with these scopes first.
    OpenRollback(Vec<RollbackScope>),
    /// Opens the rollback dialog for a run, if no later run changed anything.
    OpenRollbackOfEarlier(RunId),
    /// Opens the rollback dialog for a file.
    RollBackFile(String),
    /// Reports the result of a tested key.
    Heard(TestedKey, KeyKnowledge),
    /// Closes the dialog that requests it.
    CloseOverlay,
    /// Closes every dialog.
    CloseDialogs,
    /// Carries out an action of the screen.
    Act(Action),
    /// Handles a key anew, after the dialog to which it went has closed.
    Press(KeyEvent),
    /// Does what the user chose about a session that does not respond.
    OnStall(StallChoice),
    /// Does what a row of the palette says.
    RunEntry(PaletteTarget),
    /// Completes the command of a row of the palette in the editor.
    CompleteEntry(PaletteTarget),
    /// Searches again for a first model.
    SearchModel,
    /// Opens the wizard of a provider, from this step.
    SetUpProvider(String, Begin),
    /// Uses a provider that was just set up for the sessions without a model.
    UseProvider {
        provider: String,
        /// Its default model, if one is set.
        model: Option<String>,
    },
    /// Keeps the last connection test of each provider.
    KeepTests(BTreeMap<String, ConnectionTest>),
    /// Ends the screen and shows the demo.
    ShowDemo,
    /// Creates a session and shows it.
    NewSession,
    /// Creates a session with these settings and shows it.
    NewSessionWith {
        /// Settings of the session, which begins in the workspace's root.
        settings: Box<SessionSettings>,
        /// Folder in which the session works, if not the root.
        folder: Option<PathBuf>,
    },
    /// Opens the settings form of a session, or of a session to be created.
    OpenSessionForm {
        /// The session; `None` creates one.
        session: Option<SessionId>,
        /// Present settings of the session, or initial settings of the new one.
        settings: Box<SessionSettings>,
    },
    /// Shows a session.
    ShowSession(SessionId),
    /// Shows a session beside the current one.
    SplitSession(SessionId),
    /// Removes a session's tab.
    EndSession(SessionId),
    /// Starts or cancels a background job of the settings.
    Job(JobCommand),
    /// Shows a diff.
    ShowDiff {
        diff: Box<FileDiff>,
        /// Names of the diff's two sides.
        sides: String,
    },
    /// Stores the note as typed.
    KeepNote,
    /// Opens a text in `$EDITOR`.
    Edit(ExternalEdit),
    /// Shows a notice in the line above the editor.
    Say(NoticeLevel, String),
    /// Rings the bell.
    Bell,
}

/// Whether a part has the keyboard focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focused {
    Yes,
    /// Another part has the focus.
    No,
}

/// Mouse action on a text field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// Moves the cursor there.
    Place,
    /// Selects from the previous cursor position to this one.
    Extend,
    /// Selects the word there.
    Word,
    /// Selects the line there.
    Line,
}

pub trait PaneView: Debug {
    /// Carries out the action of a key.
    fn act(&mut self, action: Action) -> Vec<PaneEffect>;
    /// Handles a key without a binding here: text for a search line, if one is open.
    fn key(&mut self, key: &KeyEvent) -> Vec<PaneEffect>;
    /// Handles a paste while the pane has the focus. Uses it up if a text is being typed
    /// in the pane.
    fn paste(&mut self, _text: &str) -> InputUse {
        InputUse::No
    }
    /// Returns the title for a width: `CHAT  turn 14`.
    fn title(&self, width: u16) -> String;
    /// Sets the size; called before drawing.
    fn measure(&mut self, width: u16, height: u16);
    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme, focused: Focused);
    /// Returns the position of the terminal's cursor while a text is typed in the pane.
    fn caret(&self, _area: Rect) -> Option<Position> {
        None
    }
    /// Returns the selected text.
    fn selected_text(&self) -> Option<String>;
    /// Whether the pane currently takes keys as text.
    fn takes_text(&self) -> bool;
    /// Returns the key hints while the pane has the focus.
    fn key_hints(&self) -> KeyHints {
        if self.takes_text() {
            KeyHints::Keys(SEARCH_KEYS)
        } else {
            KeyHints::OfContext
        }
    }
    /// Handles the mouse wheel: scrolls the rows, down if positive. Decides nothing.
    fn scroll(&mut self, _rows: isize) {}
    /// Handles a click on a row of the pane, from 0. Decides nothing.
    fn click(&mut self, _row: u16) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// Handles the mouse in a text field of the pane that lies in `area`.
    fn point(&mut self, _area: Rect, _at: Position, _how: Pointing) -> InputUse {
        InputUse::No
    }
    /// Returns the pane's text if it can be selected.
    fn text_view(&self) -> Option<&dyn TextView> {
        None
    }
    /// Returns the selectable text for changing the selection.
    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        None
    }
}

/// The conversation of a session.
pub trait ChatView: PaneView {
    /// Sets the time, for running calls.
    fn set_now(&mut self, now: Timestamp);
    /// Whether a call runs, so that its elapsed time changes every second.
    fn has_running(&self) -> bool;
    /// Whether another frame would show more of the content received so far.
    fn is_incomplete(&self) -> bool;
    /// Continues a search that takes several frames.
    fn continue_search(&mut self) -> Vec<PaneEffect>;
    /// Shows a session from a snapshot.
    fn reset(&mut self, snapshot: &SessionSnapshot);
    /// Marks the calls with proposed changes, from the change log.
    fn mark_proposed(&mut self, calls: &[CallId]);
    /// Sets the state of the changes that calls and runs made.
    fn mark_changes(&mut self, calls: &[CallChanges], runs: &[RunChanges]);
    /// Handles an event.
    fn apply(&mut self, event: &Event);
    /// Returns the source of an answer of the agent, 1 being the last.
    fn answer(&self, number: usize) -> Option<String>;
}

/// The diff of a file.
pub trait DiffView: PaneView {
    /// Shows this diff; `sides` names its two sides. While a proposal is shown, the diff waits.
    fn set(&mut self, diff: FileDiff, sides: String);
    /// Notes that a file was requested: it is shown if no file is.
    fn expect(&mut self, path: &str);
    /// Removes the shown file.
    fn clear(&mut self);
    /// Shows the reason why a file cannot be shown.
    fn cannot_show(&mut self, path: &str, why: &str);
    /// Shows lines of a file as they are.
    fn show_text(&mut self, part: FilePart);
    /// Shows the proposal of a question; the previous content waits until the question ends.
    fn propose(&mut self, diff: &FileDiff);
    /// Ends the proposal and shows the waiting content again.
    fn end_proposal(&mut self);
    /// Returns the path of the shown file, relative to the root.
    fn path(&self) -> Option<&str>;
}

pub trait TreeView: PaneView {
    /// Sets the entries of a folder.
    fn set(&mut self, folder: &str, entries: Vec<TreeEntry>);
    /// Returns queries for the folders that the pane would show but has not.
    fn take_queries(&mut self) -> Vec<Query>;
    /// Handles changed files: requests the open folders again.
    fn changed(&mut self);
    /// Sets the review data of files.
    fn set_marks(&mut self, marks: HashMap<String, FileMark>);
    /// Sets the changed files that git reports.
    fn set_changed(&mut self, files: &[(String, char)]);
    /// Takes the files that match the filter, with the number of files searched.
    fn set_found(&mut self, pattern: &str, files: Vec<FileMatch>, total: usize);
}

/// The review of a session's changes, or of a question's proposal.
pub trait ReviewView: PaneView {
    /// Goes to a target.
    fn show(&mut self, place: ReviewTarget);
    /// Shows the summary of what applying would write.
    fn show_summary(&mut self);
    /// Asks for confirmation before undoing the last operation, a rollback.
    fn ask_undo_rollback(&mut self, label: &Notice);
    /// Returns the question that the review shows.
    fn question(&self) -> Option<QuestionId>;
    /// Handles a question that was asked again.
    fn question_changed(&mut self, question: &Question);
    /// Returns the current file and hunk.
    fn at_hand(&self) -> Option<(FileId, Option<HunkId>)>;
    /// Takes the reply to a query.
    fn reply(&mut self, question: &ReviewQuery, reply: &Reply) -> Vec<PaneEffect>;
    /// Handles an event of the session.
    fn fact(&mut self, fact: &EventKind) -> Vec<PaneEffect>;
    /// Returns the new queries; each query is returned once.
    fn take_queries(&mut self) -> Vec<Query>;
    /// Whether a key waits until it is known to be alone.
    fn holds_key(&self) -> bool;
    /// Carries out the decision of the held key, now known to have been alone.
    fn settled(&mut self) -> Vec<PaneEffect>;
    /// Discards the held key: it was not alone, so it decides nothing.
    fn drop_held_key(&mut self);
    /// Records what the user has seen so far; call it after `measure`.
    fn note_seen(&mut self) -> Vec<PaneEffect>;
    /// Takes a text from `$EDITOR`; `None` if the user left the editor without saving.
    fn edited(&mut self, hunk: HunkId, text: Option<String>) -> Vec<PaneEffect>;
    /// Whether a better diff is being computed.
    fn is_refining(&self) -> bool;
    /// Asks whether the better diff is ready.
    fn refine(&mut self);
    /// Requests again everything that is shown.
    fn refresh(&mut self);
    /// Closes the dialog over the rows.
    fn close_dialog(&mut self) -> InputUse;
    /// Closes the dialog over the rows, because another question takes the screen. A text
    /// being typed stays.
    fn yield_dialog(&mut self);
    /// Returns the cursor position while a text is typed.
    fn cursor(&self, area: Rect) -> Option<Position>;
}

/// State outside the bar that the bar depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarSurroundings {
    /// Whether the editor is empty.
    pub draft_is_empty: bool,
    /// Time of the last key that went to the editor.
    pub last_editor_key: Option<Duration>,
    /// The part that receives the keys.
    pub keys_go_to: KeysGoTo,
    /// Whether the terminal reports key releases.
    pub releases_reported: bool,
    /// Whether the user is present. A bar that opens later must know it too.
    pub window: Window,
}

/// The part that receives the keys, as far as the bar must know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysGoTo {
    Editor,
    Bar,
    Pane,
    /// The completion popup over the editor.
    Popup,
    /// A dialog over the panes.
    Overlay,
}

/// The confirmation bar of a session.
pub trait BarView: Debug {
    /// Takes a question that was asked, or asked again.
    fn open(&mut self, question: Question) -> Vec<PaneEffect>;
    /// Handles the answer to a question, given here or elsewhere.
    fn answered(&mut self, question: QuestionId) -> Vec<PaneEffect>;
    /// Handles an answer that the engine refused: asks the question again with the reason.
    fn refused(&mut self, why: Option<&Notice>);
    /// Receives every input first, so that it knows the time of each. Returns its effects and
    /// whether it used up the input.
    fn input(&mut self, input: &Input, around: &BarSurroundings) -> (Vec<PaneEffect>, InputUse);
    /// Sets the time.
    fn tick(&mut self, at: Duration, around: &BarSurroundings) -> Vec<PaneEffect>;
    /// Returns the time at which [`BarView::tick`] must be called next.
    fn deadline(&self) -> Option<Duration>;
    /// Takes the focus on the user's request.
    fn take_focus(&mut self, at: Duration) -> Vec<PaneEffect>;
    /// Whether a question is open.
    fn is_open(&self) -> bool;
    /// Returns the question on the screen.
    fn shown(&self) -> Option<&Question>;
    /// Handles a key that went elsewhere while the bar had the focus: the key held back until it
    /// was known to be alone is text.
    fn key_went_elsewhere(&mut self) -> Vec<PaneEffect>;

    /// Handles the user's move to the editor: the question waits and does not take the
    /// focus by itself.
    fn left_for_editor(&mut self) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// Asks for confirmation when the user presses the passthrough key for the first time
    /// in this session.
    fn ask_passthrough(&mut self, root: &str, mode: &str, at: Duration) -> Vec<PaneEffect>;
    /// Notes that everything the question would grant was shown to its end.
    fn seen_in_full(&mut self, question: QuestionId);
    /// Handles a countdown that was paused or resumed.
    fn timer_changed(&mut self, question: QuestionId, paused: Paused);
    /// Whether the bar has the focus.
    fn has_focus(&self) -> bool;
    /// Returns the key hints while the bar has the focus.
    fn key_hints(&self) -> KeyHints;
    /// Takes the proposed new text of a file, to be edited.
    fn proposed(&mut self, question: QuestionId, text: String) -> Vec<PaneEffect>;
    /// Takes a text from `$EDITOR`; `None` if the user left the editor without saving.
    fn edited(&mut self, question: QuestionId, text: Option<String>) -> Vec<PaneEffect>;
    /// Returns the rows that the bar needs for a width, at most `most`, given its surroundings.
    fn measure(&mut self, width: u16, most: u16, around: &BarSurroundings) -> u16;
    /// Handles a click in `area` while the bar has the focus: focuses a button
    /// there. Answers nothing.
    fn click(&mut self, _area: Rect, _at: Position) {}
    /// Scrolls the content with the mouse wheel. Answers nothing.
    fn scroll(&mut self, _rows: isize) {}
    /// Draws the bar; returns the cursor position if it has a text field.
    fn draw(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position>;
}

/// Whether an input was used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputUse {
    Yes,
    /// Other parts may use the input.
    No,
}

/// Whether a countdown is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paused {
    Yes,
    /// The countdown runs.
    No,
}

/// The editor of a session.
pub trait EditorView: Debug {
    /// Carries out the action of a key.
    fn act(&mut self, action: Action, at: Duration) -> Vec<PaneEffect>;
    /// Handles a key without a binding: types it.
    fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<PaneEffect>;
    /// Handles Esc and Ctrl+G: closes a search, the completion or a mark that is open
    /// in the editor.
    fn cancel(&mut self) -> InputUse;
    /// Sets a mark at the cursor, from which movements select, or removes it.
    fn toggle_mark(&mut self) -> Marking;
    /// Removes the mark after the selection was copied.
    fn end_mark(&mut self);
    /// Sets the time.
    fn tick(&mut self, at: Duration) -> Vec<PaneEffect>;
    /// Returns the time at which [`EditorView::tick`] must be called next.
    fn deadline(&self) -> Option<Duration>;
    /// Stores the draft at once, before the program ends.
    fn keep_draft(&mut self) -> Vec<PaneEffect>;
    /// Whether the next key is typed literally, whatever its binding.
    fn wants_next_key(&self) -> bool;
    /// Inserts a paste.
    fn paste(&mut self, text: &str, at: Duration) -> Vec<PaneEffect>;
    /// Returns the key contexts, innermost first: the popup and the editor, or the editor alone.
    fn contexts(&self) -> &'static [Context];
    /// Takes the lines sent in this workspace, latest last. A walk through the history continues.
    fn recall(&mut self, lines: &[String]);
    /// Takes an answer for completion or for the history.
    fn reply(&mut self, query: &Query, reply: &Reply);
    /// Returns the whole text.
    fn text(&self) -> String;
    /// Whether the editor is empty.
    fn is_empty(&self) -> bool;
    /// Replaces the text.
    fn set(&mut self, text: &str);
    /// Restores the text that was stored when the program last ended.
    fn restore(&mut self, text: &str);
    /// Empties the editor and returns its whole text, for the history.
    fn clear(&mut self) -> String;
    /// Returns the selected text.
    fn selected_text(&self) -> Option<String>;
    /// Returns the rows that the editor needs.
    fn rows(&mut self, width: u16) -> u16;
    /// Draws the editor; returns the cursor position.
    fn draw(
        &self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
        focused: Focused,
    ) -> Option<Position>;
    /// Handles the mouse while the editor lies in `area`.
    fn point(
        &mut self,
        _area: Rect,
        _at: Position,
        _how: Pointing,
        _now: Duration,
    ) -> Vec<PaneEffect> {
        Vec::new()
    }
    /// Handles a click on the completion: chooses the candidate there. Returns `No`
    /// outside the completion.
    fn click_popup(&mut self, _editor: Rect, _room: Rect, _at: Position) -> InputUse {
        InputUse::No
    }
    /// Draws the completion over the area above `editor`, inside `room`.
    fn draw_popup(&self, editor: Rect, room: Rect, buf: &mut Buffer, theme: &Theme);
}

/// Creates the parts.
pub trait PaneFactory: Debug {
    /// Creates the conversation of a session.
    fn chat(&self, session: SessionId) -> Box<dyn ChatView>;
    /// Creates the bar of a session.
    fn bar(&self, session: SessionId) -> Box<dyn BarView>;
    /// Creates the editor of a session.
    fn editor(&self, session: SessionId) -> Box<dyn EditorView>;
    fn diff(&self) -> Box<dyn DiffView>;
    fn tree(&self) -> Box<dyn TreeView>;
    /// Creates the review of a session's changes.
    fn review(&self, session: SessionId) -> Box<dyn ReviewView>;
    /// Creates the review of a question's proposal.
    fn question_review(&self, session: SessionId, question: &Question) -> Box<dyn ReviewView>;
    /// Tells the parts that the terminal supports hyperlinks, which are drawn as such from then on.
    fn show_links(&self) {}
    /// Returns the time zone in which times are shown.
    fn zone(&self) -> &TimeZone;
}
