//! Carries out the effects of the parts, or queues them for the loop.

use super::super::app::App;
use super::super::chrome::Focus;
use super::super::dialog::full_text::FullText;
use super::super::dialog::{DialogContext, DialogRequest};
use super::super::effect::{Effect, ExitReason};
use super::super::layout::Pane;
use super::super::model::Model;
use super::super::pane::review::ReviewTarget;
use client::slash::run_line;
use protocol::query::Query;
use protocol::review::ReviewBase;
use protocol::session::DeliveryPoint;

impl App {
    /// Carries out the effects that a part asks for.
    pub(crate) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.carry_out_one(effect);
        }
    }

    /// Changes the parts of the model and carries out what they ask for.
    pub(crate) fn update(&mut self, change: impl FnOnce(&mut Model) -> Vec<Effect>) {
        let effects = change(&mut self.model);
        self.carry_out(effects);
    }

    /// Opens a dialog, or says why it cannot be opened.
    pub(crate) fn open(&mut self, request: DialogRequest) {
        let opening = request.open(&DialogContext::new(self));
        self.update(|model| model.dialogs.open(opening));
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
            (Some(session), _) => self.update(|model| model.show_session(session)),
            (None, Some(pane)) if self.model.shown_panes().contains(&pane) => self.focus_pane(pane),
            (None, _) => self.focus_editor(),
        }
    }

    /// Routes an effect: one arm and one call each.
    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            // Every written file asks for it, and one answer is enough.
            Effect::Ask(Query::Workspace) if self.effects.contains(&effect) => {}
            Effect::Copy(text) => {
                self.model.chrome.say_copied(&text, "");
                self.effects.push(Effect::Copy(text));
            }
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
            Effect::FocusPane(pane) => self.focus_pane(pane),
            Effect::Type(keys) => {
                self.model.chrome.focus = Focus::Editor;
                keys.iter().for_each(|key| self.type_key(key));
            }
            Effect::Insert(text) => {
                self.model.chrome.focus = Focus::Editor;
                self.paste_into_editor(&text);
            }
            Effect::Submit(text) => {
                let now = self.model.chrome.now;
                self.update(|model| model.sessions.submit(text, DeliveryPoint::AfterStep, now));
            }
            Effect::SubmitAfterRun(text) => {
                let now = self.model.chrome.now;
                self.update(|model| model.sessions.submit(text, DeliveryPoint::AfterRun, now));
            }
            Effect::RunLine(line) => self.run_slash(|run| run_line(run, &line)),
            Effect::Perform(action) => self.front_action(action),
            Effect::ShowEnd(session) => self.show_end(session),
            Effect::ShowMessage(message) => {
                self.focus_pane(Pane::Chat);
                if let Some(tab) = self.model.sessions.tab_mut() {
                    tab.chat.show_own_message(message);
                }
            }
            Effect::Leave => {
                self.update(|model| {
                    let proposed = model.sessions.proposed();
                    model.chrome.quit_on_second(proposed)
                });
            }
            Effect::ShowFull(full) => self.open_question_review(FullText::new(full)),
            Effect::StepFile(by) => {
                let tab = self.model.sessions.tab();
                let step = tab.map(|tab| self.model.panes.step_file(&tab.activity.changed, by));
                self.carry_out(step.into_iter().collect());
            }
            Effect::EditMessage { message, text } => {
                self.update(|model| model.sessions.edit_message(message, &text));
            }
            Effect::SendAgain { message, text } => {
                let now = self.model.chrome.now;
                self.update(|model| model.sessions.send_again(message, text, now));
            }
            Effect::Pin {
                path,
                start_line,
                end_line,
            } => self.update(|model| model.sessions.pin(path, start_line, end_line)),
            Effect::Include(paths) => self.update(|model| model.sessions.include(paths)),
            Effect::ShowFile(path) => self.update(|model| {
                let session = model.sessions.session();
                model.panes.show_file(session, path)
            }),
            Effect::OpenFile { path, line } => self.update(|model| {
                let session = model.sessions.session();
                model.panes.open_file(session, path, line)
            }),
            Effect::Fill(pane) => self.fill_pane(pane),
            Effect::ShowDiff { diff, sides } => {
                self.model.panes.show_call_diff(&diff, sides);
                self.focus_pane(Pane::Diff);
            }
            Effect::OpenReview(target) => self.review_since(ReviewBase::Open, target),
            Effect::ReviewSince(base) => self.review_since(base, ReviewTarget::Somewhere),
            Effect::CloseReview => self.close_review(),
            Effect::SeenInFull(question) => {
                if let Some(tab) = self.model.sessions.tab_mut() {
                    tab.bar.seen_in_full(question);
                }
            }
            Effect::NotShown(question) => self.question_not_shown(question),
            Effect::EditForRollback(target) => {
                self.model.dialogs.set_aside();
                self.review_since(ReviewBase::Open, target);
            }
            Effect::YieldReview => {
                if let Some(review) = self.model.sessions.review_mut() {
                    review.yield_dialog();
                }
            }
            Effect::Open(request) => self.open(request),
            Effect::OpenSettings(page) => self.update(|model| model.dialogs.open_settings(page)),
            Effect::NewSession => {
                let effects = self.model.sessions.new_session(&self.options);
                self.carry_out(effects);
            }
            Effect::NewSessionWith { settings, folder } => {
                let sessions = &mut self.model.sessions;
                let effects = sessions.new_session_in(folder, *settings, &self.options);
                self.carry_out(effects);
            }
            Effect::ShowSession(session) => self.update(|model| model.show_session(session)),
            Effect::SplitSession(session) => {
                let room = self.room_for_windows();
                self.update(|model| model.open_beside(session, room));
            }
            Effect::EndSession(session) => {
                let effects = self.model.end_session(session, &self.keymap);
                self.carry_out(effects);
            }
            Effect::CloseDialog => self.update(|model| model.dialogs.close()),
            Effect::CloseDialogs => self.model.dialogs.close_all(),
            Effect::Act(action) => self.act(action),
            Effect::Press(key) => self.key(&key),
            Effect::OnStall(choice) => self.update(|model| model.on_stall(choice)),
            Effect::EntryUsed(entry) => self.model.dialogs.memory.palette_used.remember(entry),
            Effect::BeginCommand(line) => {
                self.update(|model| model.sessions.begin_command(&line));
            }
            Effect::RunCommand(line) => self.update(|model| model.sessions.run_command(line)),
            Effect::SearchModel => self.update(Model::search_model),
            Effect::SetUpProvider(provider, begin) => {
                self.update(|model| model.dialogs.set_up_provider(provider, begin));
            }
            Effect::UseProvider {
                provider,
                model: name,
            } => {
                self.update(|model| model.use_provider(provider, name));
            }
            Effect::UseModel(found) => self.update(|model| model.use_model(found)),
            Effect::KeepTests(tests) => self.model.dialogs.memory.tested = tests,
            Effect::ShowDemo => self.effects.push(Effect::Exit(ExitReason::Demo)),
            Effect::Heard(key, knowledge) => self.model.chrome.findings.record(key, knowledge),
            Effect::KeepNote => {
                self.update(|model| model.panes.store_note(model.sessions.session()));
            }
            Effect::Say(level, text) => self.model.chrome.say(level, text),
            Effect::Tell(level, text) => self.tell(level, &text),
        }
    }
}
