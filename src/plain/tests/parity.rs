//! Tests that the line mode can do everything that the workbench can: each action of the key table
//! and each slash command has an equivalent here, or a reason why it has none. A new one must be
//! added to this list, or this file fails to compile or its tests fail.

use super::help::PlainHarness;
use client::slash::{FrontEnd, SLASH_COMMANDS, find};
use l10n::say;
use tui::keymap::Action;

/// The line-mode equivalent of an action.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// A slash command with its arguments.
    Slash(&'static str),
    /// A word after a slash command: in the review, among the checkpoints, or in the rollback mode.
    Word(&'static str, &'static str),
    /// A word that answers a question.
    Answer(&'static str),
    /// A choice of a numbered list after this command.
    Choice(&'static str),
    /// A key of the line editor, as listed by `/keys`.
    Key(&'static str),
    /// No equivalent; carries the reason.
    Nothing(&'static str),
}

use Way::{Answer, Choice, Key, Nothing, Slash, Word};

const ONE_COLUMN: &str = "lines have no panes, splits and sizes";
const NO_CURSOR: &str = "nothing is chosen by a cursor: a number or a word names it";
const NOTHING_FOLDED: &str = "nothing is folded: /again says all of it";
const THE_TERMINALS: &str = "selecting and copying are the terminal's or the reader's own";
const LINE_EDITING: &str =
    "a comfort of editing: Ctrl+X Ctrl+E has all of those of the human's own editor";
const AS_IT_COMES: &str =
    "what is printed is never scrolled or drawn again: it lies in the terminal";

/// Returns the equivalent of each action. No wildcard arm, so that a new action must be listed.
fn way(action: Action) -> Way {
    use Action as A;
    match action {
        A::Interrupt | A::SelectLeave => Key("Ctrl+C"),
        A::Suspend => Key("Ctrl+Z"),
        A::Quit => Slash("/quit"),
        A::Send => Key("Enter"),
        A::Newline => Key("backslash"),
        A::Complete | A::PopupInsert | A::PickerComplete | A::LastMention => Key("Tab"),
        A::LineUp | A::HistorySearchBack | A::HistoryStart => Key("Up"),
        A::LineDown | A::HistorySearchForward | A::HistoryEnd => Key("Down"),
        A::LineStart => Key("Home"),
        A::LineEnd => Key("End"),
        A::CharLeft => Key("Left"),
        A::CharRight => Key("Right"),
        A::DeleteChar => Key("Delete"),
        A::DeleteBack => Key("Backspace"),
        A::KillWordBack | A::KillWordBackAlnum => Key("Ctrl+W"),
        A::KillToEnd => Key("Ctrl+K"),
        A::KillToStart => Key("Ctrl+U"),
        A::EditDraftExternally => Key("Ctrl+X Ctrl+E"),
        A::FocusEditor | A::LeaveEditor => Nothing("each line is typed where the last one ended"),
        A::WordLeft
        | A::WordRight
        | A::KillWord
        | A::Yank
        | A::YankPop
        | A::TransposeChars
        | A::TransposeWords
        | A::UpcaseWord
        | A::DowncaseWord
        | A::CapitaliseWord
        | A::UndoEdit
        | A::RedoEdit
        | A::SendAndLoadNext
        | A::InsertLiterally => Nothing(LINE_EDITING),
        A::Leader => Nothing("keys stand alone here, but for Ctrl+X Ctrl+E"),
        A::Redraw | A::ScrollChatUp | A::ScrollChatDown | A::JumpToMessage => Nothing(AS_IT_COMES),
        A::ScrollLeft | A::ScrollRight | A::PageDown | A::PageUp | A::Top | A::Bottom => {
            Nothing(AS_IT_COMES)
        }
        A::ChatFollow => Nothing(AS_IT_COMES),
        A::TogglePassthrough | A::CycleMode | A::ModePicker => Slash("/mode passthrough"),
        A::FocusConfirmBar | A::BarPreviousRequest | A::BarNextRequest => Slash("/answer"),
        A::PanicStop => Slash("/stop"),
        A::OpenReview | A::DiffReview | A::TreeReview => Slash("/review"),
        A::OpenCheckpoints => Slash("/checkpoints"),
        A::OpenRollback => Slash("/rollback"),
        A::CommandPalette | A::Help | A::PickerRun => Slash("/help"),
        A::FilePicker | A::TreeMention => Key("Tab"),
        A::SessionSwitcher | A::PreviousSession | A::NextSession | A::SessionSwitch => {
            Slash("/session load")
        }
        A::NewSession => Slash("/session new"),
        A::EndSession => Slash("/session archive"),
        A::SessionRename => Slash("/session rename name"),
        A::SessionCreateWith | A::SessionSettings => Slash("/session settings"),
        A::SessionArchive => Slash("/session archive"),
        A::SessionDelete => Slash("/session delete"),
        A::SessionFilter => Slash("/session list archived"),
        A::SessionScope => Slash("/session list everywhere"),
        A::SessionSplit => Nothing(ONE_COLUMN),
        A::ModelPicker => Slash("/model"),
        A::EffortPicker => Slash("/effort"),
        A::OpenSettings => Slash("/settings"),
        A::OpenTasks => Slash("/tasks"),
        A::OpenAgents => Slash("/agents running"),
        A::AgentRead => Slash("/agents read 1"),
        A::AgentTell => Slash("/agents tell 1 text"),
        A::AgentStop => Slash("/agents stop 1"),
        A::AgentTakeBack => Slash("/rollback"),
        A::TaskAdvance | A::TaskStart => Slash("/tasks start 1"),
        A::TaskComplete => Slash("/tasks done 1"),
        A::TaskAdd => Slash("/tasks add name"),
        A::TaskName => Slash("/tasks name 1 name"),
        A::TaskDescribe => Slash("/tasks describe 1 text"),
        A::TaskAfter => Slash("/tasks after 1 2"),
        A::TaskAgent => Slash("/tasks agent 1 name"),
        A::TaskRaise | A::TaskLower => Slash("/tasks priority 1 2"),
        A::TaskDelete => Slash("/tasks delete 1"),
        A::OpenMemory | A::MemoryOpen => Slash("/memory list"),
        A::MemoryKeep => Slash("/memory keep abcd"),
        A::MemoryRefuse => Slash("/memory refuse abcd"),
        A::MemoryForget => Slash("/memory forget abcd"),
        A::MemoryUndo => Slash("/memory undo"),
        A::MemoryAdd => Slash("/memory add text"),
        A::MemoryFilter => Slash("/memory inbox"),
        A::ZoomPane
        | A::NextPane
        | A::PreviousPane
        | A::SplitBelow
        | A::SplitRight
        | A::CloseSplit
        | A::FocusLeft
        | A::FocusRight
        | A::FocusUp
        | A::FocusDown
        | A::Taller
        | A::Shorter
        | A::Narrower
        | A::Wider
        | A::CycleLayout
        | A::FocusChat => Nothing(ONE_COLUMN),
        A::ToggleTree | A::FocusTree | A::TreeOpen | A::TreeExpand | A::TreeCollapse => {
            Slash("/tree")
        }
        A::TreeInclude | A::TreeDiff | A::TreeEdit | A::ToggleDiff | A::FocusDiff => {
            Choice("/tree")
        }
        A::TreeMark => Nothing("files are named one after the other"),
        A::TreeChangedOnly => Slash("/review"),
        A::TreeHidden => Nothing("a folder is listed as the agent may see it"),
        A::TreeRollback => Word("/review", "rollback"),
        A::SelectMode | A::MouseOff => Nothing("the mouse is the terminal's own"),
        A::SelectLeft
        | A::SelectRight
        | A::SelectUp
        | A::SelectDown
        | A::SelectHome
        | A::SelectEnd
        | A::SelectCopy
        | A::SelectStart
        | A::SelectLines
        | A::CopyItem
        | A::CopyBlock => Nothing(THE_TERMINALS),
        A::Paste => Slash("/attach /tmp/picture.png"),
        A::CancelOverlay | A::PopupClose | A::PickerClose | A::Back => Answer("back"),
        A::PopupPrevious | A::PopupNext | A::PopupEnter | A::PickerPrevious | A::PickerNext => {
            Nothing(NO_CURSOR)
        }
        A::NextItem | A::PreviousItem | A::NextFile | A::PreviousFile => Nothing(NO_CURSOR),
        A::Search | A::NextMatch | A::PreviousMatch => Slash("/find text"),
        A::Fold | A::FoldAll => Nothing(NOTHING_FOLDED),
        A::ChatExpand | A::ExpandOutput => Slash("/again call 1"),
        A::ChatThinking => Slash("/again thinking"),
        A::ChatShowDiff => Slash("/review"),
        A::ChatEditMessage | A::ChatSendAgain => Slash("/resend"),
        A::ChatOpen => Choice("/files lib"),
        A::ChatRollback => Word("/rollback", "call"),
        A::ChatStopTool => Slash("/stop"),
        A::DiffLayout | A::DiffWrap | A::DiffWhitespace => {
            Nothing("a difference is read out line by line, in one column")
        }
        A::PinSelection => Slash("/include src/a.rs:1-2"),
        A::ReviewToggle | A::ReviewAccept => Word("/review", "take"),
        A::ReviewReject => Word("/review", "refuse"),
        A::ReviewClear => Word("/review", "open"),
        A::ReviewSelectLines => Word("/review", "comment"),
        A::ReviewSplit => Word("/review", "split"),
        A::ReviewEdit | A::ReviewEditExternally => Word("/review", "edit"),
        A::ReviewComment => Word("/review", "comment"),
        A::ReviewSend => Word("/review", "tell"),
        A::ReviewTab => Word("/review", "since"),
        A::ReviewTakeMine | A::ReviewTakeAgent | A::ReviewTakeBoth | A::ReviewTakeBase => {
            Word("/review", "settle")
        }
        A::ReviewUndo => Word("/review", "undo"),
        A::ReviewRedo => Word("/review", "redo"),
        A::ReviewAcceptFile | A::ReviewAcceptAll => Word("/review", "take"),
        A::ReviewRejectFile => Word("/review", "refuse"),
        A::ReviewApply => Word("/review", "apply"),
        A::ReviewApplyAll => Slash("/apply"),
        A::ReviewPreview => Word("/review", "result"),
        A::ReviewColumn1 | A::ReviewColumn2 | A::ReviewColumn3 => Nothing(ONE_COLUMN),
        A::CheckpointPreview | A::CheckpointMark | A::CheckpointDiff => {
            Word("/checkpoints", "compare")
        }
        A::CheckpointName => Word("/checkpoints", "rename"),
        A::CheckpointNew => Word("/checkpoints", "name"),
        A::CheckpointFilter => Word("/checkpoints", "more"),
        A::SettingEdit
        | A::SettingToggle
        | A::SettingTest
        | A::SettingAdd
        | A::SettingRemove
        | A::SettingProvider
        | A::SettingPull
        | A::SettingNextPage
        | A::SettingPreviousPage => Choice("/settings"),
        A::SettingProbe => Slash("/models probe"),
        A::SettingUndo | A::SettingSave => Nothing("each change is saved as it is made"),
        A::BarApprove => Answer("yes"),
        A::BarReject | A::BarComment => Answer("no"),
        A::BarAlways => Answer("always"),
        A::BarNetwork => Answer("network"),
        A::BarNever => Answer("never"),
        A::BarDetails => Answer("show"),
        A::BarEdit => Answer("edit"),
        A::BarExplain => Answer("why"),
        A::BarSkip => Answer("skip"),
        A::BarBack => Answer("back"),
        A::BarDefer => Answer("later"),
        A::BarToggle => Answer("hold"),
        A::BarNextButton | A::BarPreviousButton | A::BarPress => Nothing(NO_CURSOR),
        A::BarDown | A::BarUp | A::BarHighlight => Nothing(NO_CURSOR),
        A::RollbackNext | A::RollbackPrevious => Nothing(NO_CURSOR),
        A::RollbackToggle => Word("/rollback", "without"),
        A::RollbackEdit => Slash("/review"),
        A::RollbackPreview => Word("/rollback", "diff"),
        A::RollbackStep | A::RollbackNow => Word("/rollback", "go"),
        A::RollbackLeave => Word("/rollback", "back"),
    }
}

/// Slash commands without an effect here, and the reason.
const MEANINGLESS: &[(&str, &str)] = &[("theme", "lines have no colours")];

#[test]
fn every_action_has_its_way_in_lines_or_a_reason_why_it_has_none() {
    let keys = say!("plain-keys");
    let mut ways = std::collections::BTreeMap::new();
    for action in Action::ALL {
        let name = action.name();
        ways.insert(name, way(*action));
        match way(*action) {
            Slash(line) | Choice(line) => is_a_command(name, line),
            Word(line, word) => {
                is_a_command(name, line);
                let words = match line {
                    "/review" => crate::review::WORDS,
                    "/rollback" => crate::rollback::WORDS,
                    "/checkpoints" => crate::timeline::WORDS,
                    other => panic!("{name}: {other} is no place"),
                };
                assert!(words.contains(&word), "{name}: {word} is no word there");
            }
            Answer(word) => {
                assert!(crate::WORDS.contains(&word), "{name}: {word}");
            }
            Key(key) => assert!(keys.contains(key), "{name}: /keys does not tell {key}"),
            Nothing(reason) => assert!(reason.len() > 10, "{name}: no reason"),
        }
    }
    assert_eq!(ways.len(), Action::ALL.len());
}

fn is_a_command(action: &str, line: &str) {
    let name = line.trim_start_matches('/').split(' ').next();
    let known = name.and_then(find);
    assert!(known.is_some(), "{action}: there is no {line}");
}

#[test]
fn every_slash_command_does_something_in_lines() {
    for command in SLASH_COMMANDS {
        let told = command.said_in(FrontEnd::Lines);
        let meaningless = MEANINGLESS.iter().find(|(name, _)| *name == command.name);
        assert!(!told.is_empty());
        if let Some((_, reason)) = meaningless {
            assert!(told.contains(reason), "{}: {told}", command.name);
            continue;
        }
        let mut harness = PlainHarness::begin();
        harness.begins();
        let asked = harness.asked.len();
        let line = match command.name {
            "find" | "search" | "include" | "exclude" | "import" | "attach" => {
                format!("/{} a.rs", command.name)
            }
            name => format!("/{name}"),
        };
        harness.types(&line);
        let did = harness.record.len() > 1
            || harness.asked.len() > asked
            || !harness.jobs.is_empty()
            || !harness.sent.is_empty()
            || harness.left.is_some();
        assert!(did, "{line} does nothing: {:?}", harness.record);
    }
}

#[test]
fn the_words_of_each_place_are_those_that_are_understood_there() {
    for (line, words) in [
        ("/rollback", crate::rollback::WORDS),
        ("/checkpoints", crate::timeline::WORDS),
        ("/review", crate::review::WORDS),
    ] {
        for word in words {
            let mut harness = PlainHarness::begin();
            harness.types(line);
            harness.nothing_is_found();
            harness.types(word);
            assert!(
                !harness.text().contains("is not a review command"),
                "{line}: {word}: {}",
                harness.text()
            );
        }
    }
}
