//! Carries out the effects of the parts, or queues them for the loop.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::full_text::FullText;
use super::super::effect::{Effect, ExitReason};

impl App {
    /// Carries out the effects that a part asks for.
    pub(crate) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(effect);
        }
    }

    /// Carries out the effects of the bar, and moves the screen's focus with the bar's.
    pub(crate) fn carry_out_of_bar(&mut self, effects: Vec<Effect>) {
        let had_keys = self.model.chrome.focus == Focus::Bar;
        // Only a visit can end by typing. Every event passes here, and a draft may be long, so the
        // draft is compared only then.
        let visits = had_keys
            && (self.model.sessions.came_from.is_some() || self.model.chrome.pane_before.is_some());
        let draft = |app: &Self| app.model.sessions.tab().map(|tab| tab.editor.text());
        let before = visits.then(|| draft(self));
        self.carry_out(effects);
        if before.is_some_and(|before| draft(self) != before) {
            // Text typed for this session continues here.
            self.model.sessions.came_from = None;
            self.model.chrome.pane_before = None;
        }
        let has_focus = self
            .model
            .sessions
            .tab()
            .is_some_and(|tab| tab.bar.has_focus());
        match (has_focus, self.model.chrome.focus) {
            (true, _) => self.model.chrome.focus = Focus::Bar,
            (false, Focus::Bar) => self.leave_bar(),
            (false, Focus::Editor) if had_keys => self.leave_bar(),
            (false, _) => {}
        }
    }

    /// Takes the keys from the bar and returns to where the user was before, even
    /// in another session.
    fn leave_bar(&mut self) {
        let pane = self.model.chrome.pane_before.take();
        match (self.model.sessions.came_from.take(), pane) {
            (Some(session), _) => self.show_session(session),
            (None, Some(pane)) if self.shown_panes().contains(&pane) => self.focus_pane(pane),
            (None, _) => self.focus_editor(),
        }
    }

    /// Routes an effect: one arm and one call each.
    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            Effect::Copy(text) => self.copy(text),
            Effect::Send(_)
            | Effect::Ask(_)
            | Effect::AskNewest(..)
            | Effect::Job(_)
            | Effect::Show(_)
            | Effect::Mouse(_)
            | Effect::Notify(_)
            | Effect::Bell
            | Effect::Suspend
            | Effect::Redraw
            | Effect::Edit(_)
            | Effect::KeepScreen(_)
            | Effect::WriteReport(_)
            | Effect::Theme(_)
            | Effect::Look(_)
            | Effect::Terminal(_)
            | Effect::Exit(_) => self.effects.push(effect),
            Effect::FocusBar => self.model.chrome.focus = Focus::Bar,
            Effect::FocusEditor => self.focus_editor(),
            Effect::Type(keys) => {
                self.model.chrome.focus = Focus::Editor;
                keys.iter().for_each(|key| self.type_key(key));
            }
            Effect::Insert(text) => {
                self.model.chrome.focus = Focus::Editor;
                self.paste_into_editor(&text);
            }
            Effect::Submit(text) => self.submit(text),
            Effect::Leave => self.quit_on_second(),
            Effect::ShowFull(full) => self.open_question_review(FullText::new(full)),
            Effect::StepFile(by) => self.step_file(by),
            Effect::EditMessage { message, text } => self.edit_message(message, &text),
            Effect::Pin {
                path,
                start_line,
                end_line,
            } => self.pin(path, start_line, end_line),
            Effect::Include(paths) => self.include(paths),
            Effect::ShowFile(path) => self.show_file(path),
            Effect::OpenFile { path, line } => self.open_file(path, line),
            Effect::ShowDiff { diff, sides } => self.show_diff(&diff, sides),
            Effect::OpenReview(target) => self.open_review(target),
            Effect::ReviewSince(base) => self.review_since(base),
            Effect::OpenApply(of) => self.open_apply(of),
            Effect::CloseReview => self.close_review(),
            Effect::SeenInFull(question) => self.question_seen(question),
            Effect::NotShown(question) => self.question_not_shown(question),
            Effect::OpenRollback(scopes) => self.open_rollback(scopes),
            Effect::OpenRollbackOfEarlier(run) => self.open_rollback_of_earlier(run),
            Effect::RollBackFile(path) => self.roll_back_file(&path),
            Effect::EditForRollback(target) => self.edit_for_rollback(target),
            Effect::NewSession => self.new_session(),
            Effect::NewSessionWith { settings, folder } => self.new_session_with(*settings, folder),
            Effect::OpenSessionForm { session, settings } => {
                self.open_form_over_list(session, *settings);
            }
            Effect::ShowSession(session) => self.open_session(session),
            Effect::SplitSession(session) => self.open_beside(session),
            Effect::EndSession(session) => self.end_this_session(session),
            Effect::CloseDialog => {
                self.close_dialog();
            }
            Effect::CloseDialogs => self.model.dialogs.close_all(),
            Effect::Act(action) => self.act(action),
            Effect::Press(key) => self.key(&key),
            Effect::OnStall(choice) => self.go_on(choice),
            Effect::RunEntry(entry) => self.run_entry(entry),
            Effect::CompleteEntry(entry) => self.complete_entry(entry),
            Effect::SearchModel => self.start_model_search(),
            Effect::SetUpProvider(provider, begin) => self.set_up_provider(provider, begin),
            Effect::UseProvider { provider, model } => self.use_provider(provider, model),
            Effect::KeepTests(tests) => self.model.dialogs.memory.tested = tests,
            Effect::ShowDemo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            Effect::Heard(key, knowledge) => self.record_tested_key(key, knowledge),
            Effect::KeepNote => self.store_note(),
            Effect::Say(level, text) => self.model.chrome.say(level, text),
        }
    }
}
