//! The rows around the parts: tabs, titles, separators, the line over the editor, hints, status.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::Span;

use super::super::app::App;
use super::super::chrome::{Engine, Focus};
use super::super::hints;
use super::super::keymap::Action;
use super::super::layout::{Pane, TWO_PANES, is_low};
use super::super::pane::{Focused, PaneView as _};
use super::super::pointer::TextPlace;
use super::super::select::{draw_cursor, draw_picked};
use super::super::status::{self, Surroundings};
use super::super::tab::Tab;
use super::super::theme::Role;
use super::super::widget::row::{Row, TextStyle, draw_rows};
use super::super::widget::wrap::wrap_text;
use super::{cut_line, line, two_ends, two_ends_right_first};
use client::coach::KeysGoTo;
use client::text::{elapsed, truncate, width_of};
use client::vim::{Vim, VimMode};
use jiff::Timestamp;
use l10n::say;
use protocol::approval::Mode;
use protocol::event::NoticeLevel;
use protocol::instruction::instruction_in;

/// Draws the row of tabs: sessions at the left, folder and branch at the right.
pub(super) fn tabs(app: &App, buf: &mut Buffer) {
    let area = app.layout.tabs;
    let theme = &app.theme;
    buf.set_style(area, theme.style(Role::BgPanel));
    let mut left = vec![Span::styled(NAME, theme.style(Role::FgMuted))];
    let right = place(app, area.width);
    let behind = behind(app, area.width);
    left.extend(shown_tabs(app).into_iter().flat_map(|(_, spans)| spans));
    left.extend(behind);
    two_ends(buf, area, &left, &right);
}

/// Text at the left of the tabs.
const NAME: &str = " agentichat ";

/// Returns the index of the tab at a column of the row of tabs.
pub(crate) fn tab_at(app: &App, column: u16) -> Option<usize> {
    let mut end = app.layout.tabs.x + u16::try_from(width_of(NAME)).ok()?;
    for (place, spans) in shown_tabs(app) {
        let begin = end;
        end += super::width(&spans);
        if (begin..end).contains(&column) {
            return Some(place);
        }
    }
    None
}

/// Returns the text about sessions without a tab.
fn behind(app: &App, width: u16) -> Vec<Span<'static>> {
    let (others, asks) = app.model.sessions.without_tab();
    let words = if width >= TWO_PANES {
        say!("chrome-more")
    } else {
        ""
    };
    status::without_tab(others, asks, words, &app.theme)
}

/// Returns the tabs that have room, each with its index among all.
fn shown_tabs(app: &App) -> Vec<(usize, Vec<Span<'static>>)> {
    let area = app.layout.tabs;
    let theme = &app.theme;
    let mut shown: Vec<_> = app
        .model
        .sessions
        .shown_tabs()
        .enumerate()
        .map(|(number, (place, tab))| {
            let current = place == app.model.sessions.current;
            let elsewhere = app.model.sessions.elsewhere_of(tab.facts.id);
            let spans = status::tab(number + 1, &tab.facts, current, elsewhere, theme);
            (place, current, spans)
        })
        .collect();
    let around = super::width(&place(app, area.width))
        + super::width(&behind(app, area.width))
        + u16::try_from(width_of(NAME)).unwrap_or(u16::MAX);
    // The visible tab is never cut: the tabs before it give way first.
    let room = area.width.saturating_sub(around.saturating_add(2));
    while shown.len() > 1
        && shown
            .iter()
            .map(|(.., spans)| super::width(spans))
            .sum::<u16>()
            > room
        && shown.first().is_some_and(|(_, current, _)| !current)
    {
        shown.remove(0);
    }
    let tabs = shown.into_iter();
    tabs.map(|(place, _, spans)| (place, spans)).collect()
}

fn place(app: &App, width: u16) -> Vec<Span<'static>> {
    let Some(workspace) = &app.model.chrome.workspace else {
        return Vec::new();
    };
    let mut words = Vec::new();
    if width >= TWO_PANES {
        words.push(workspace.root.display().to_string());
    }
    if let Some(git) = &workspace.git {
        words.push(status::branch(git));
    }
    let text = super::super::view::plain(&words.join("  "));
    vec![
        Span::styled(text, app.theme.style(Role::FgMuted)),
        Span::raw(" "),
    ]
}

/// Draws the panes with their titles and separators. Returns the cursor position in
/// the focused pane.
pub(super) fn panes(app: &App, buf: &mut Buffer) -> Option<Position> {
    let theme = &app.theme;
    let mut caret = None;
    for area in &app.layout.separators {
        let style = theme.style(separator_role(app, *area));
        for row in area.top()..area.bottom() {
            buf.set_string(area.left(), row, "│", style);
        }
    }
    for (pane, area) in &app.layout.panes {
        let Some(view) = app.model.pane(*pane) else {
            empty(app, *area, buf);
            continue;
        };
        let has_keys = app.model.chrome.focus == Focus::Pane(*pane) && !app.model.dialogs.is_open();
        let focused = if has_keys { Focused::Yes } else { Focused::No };
        if app.layout.has_title(*pane) {
            title(app, *pane, *area, focused, buf);
        }
        let inner = app.layout.inside(*pane, *area);
        view.draw(inner, buf, app.paint(), focused);
        if has_keys {
            caret = view.caret(inner);
        }
        if let Some(text) = view.text_view() {
            let pointer = &app.model.chrome.pointer;
            let here = TextPlace::Pane(*pane);
            if let Some(selected) = pointer.selected.filter(|one| one.place == here) {
                draw_picked(text, &selected.picked, inner, buf, theme);
            }
            if let Some(selecting) = pointer
                .selecting
                .filter(|one| has_keys && one.place == here)
            {
                caret = draw_cursor(text, selecting.spot, inner);
            }
        }
    }
    mirrors(app, buf);
    caret
}

/// Returns the role of a separator: the borders of the focused pane stand out.
fn separator_role(app: &App, separator: Rect) -> Role {
    let focused = match app.model.chrome.focus {
        Focus::Pane(pane) if !app.model.dialogs.is_open() => app.layout.pane(pane),
        _ => None,
    };
    let touches = |pane: Rect| separator.x + 1 == pane.x || separator.x == pane.right();
    if focused.is_some_and(touches) {
        Role::BorderFocus
    } else {
        Role::Border
    }
}

/// Draws the sessions beside the focused one.
fn mirrors(app: &App, buf: &mut Buffer) {
    let current = app.model.sessions.session();
    let beside = app.layout.windows.iter();
    for (session, area) in beside.filter(|(session, _)| current != Some(*session)) {
        let tab = app
            .model
            .sessions
            .tabs
            .iter()
            .find(|tab| tab.facts.id == *session);
        let Some(tab) = tab else {
            empty(app, *area, buf);
            continue;
        };
        window_title(app, tab, *area, Focused::No, buf);
        tab.chat.draw(below(*area), buf, app.paint(), Focused::No);
    }
}

/// `>[1 auth-refactor*]  running  41%  ollama/qwen3`
fn window_title(app: &App, tab: &Tab, area: Rect, focused: Focused, buf: &mut Buffer) {
    let row = Rect {
        height: area.height.min(1),
        ..area
    };
    buf.set_style(row, app.theme.style(Role::BgPanel));
    let current = app.model.sessions.session() == Some(tab.facts.id);
    let number = app.model.sessions.number_of(tab.facts.id).unwrap_or(1);
    let mark = if focused == Focused::Yes { ">" } else { " " };
    let mut spans = vec![Span::styled(mark, app.theme.style(Role::Accent))];
    let elsewhere = app.model.sessions.elsewhere_of(tab.facts.id);
    let shown = status::tab(number, &tab.facts, current, elsewhere, &app.theme);
    spans.extend(shown);
    let words = status::window_words(&tab.facts);
    spans.push(Span::styled(words, app.theme.style(Role::FgMuted)));
    cut_line(buf, row, &spans);
}

fn below(area: Rect) -> Rect {
    Rect {
        y: area.y + area.height.min(1),
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// Draws the area of a session that is not there yet.
fn empty(app: &App, area: Rect, buf: &mut Buffer) {
    let text = match app.model.chrome.engine {
        Engine::Running => say!("chrome-opening"),
        Engine::Stopped => say!("chrome-stopped"),
    };
    line(
        buf,
        area,
        &[Span::styled(text, app.theme.style(Role::FgMuted))],
    );
}

fn title(app: &App, pane: Pane, area: Rect, focused: Focused, buf: &mut Buffer) {
    let theme = &app.theme;
    let row = Rect {
        height: area.height.min(1),
        ..area
    };
    let style = match focused {
        Focused::Yes => theme.style(Role::Accent),
        Focused::No => theme.style(Role::FgMuted),
    };
    buf.set_style(row, theme.style(Role::BgPanel));
    if pane == Pane::Chat
        && !app.layout.windows.is_empty()
        && let Some(tab) = app.model.sessions.tab()
    {
        return window_title(app, tab, area, focused, buf);
    }
    // Colour is never the only sign: the focused pane is marked.
    let mark = if focused == Focused::Yes { ">" } else { " " };
    // A zoomed pane hides the others; the title says so.
    let right = if app.model.panes.layout_request.zoom == Some(pane) && app.layout.titled {
        vec![Span::styled(
            say!("chrome-zoomed"),
            theme.style(Role::Accent),
        )]
    } else {
        Vec::new()
    };
    let room = row.width.saturating_sub(2 + super::width(&right));
    let words = app
        .model
        .pane(pane)
        .map(|view| view.title(room))
        .unwrap_or_default();
    let left = [Span::styled(format!("{mark}{words}"), style)];
    two_ends_right_first(buf, row, &left, &right);
}

/// `── draft ── working ──── Enter send  Ctrl+J newline ─`
pub(super) fn rule(app: &App, buf: &mut Buffer) {
    let area = app.layout.rule;
    if area.is_empty() {
        return;
    }
    let theme = &app.theme;
    let focused = app.model.chrome.focus == Focus::Editor && !app.model.dialogs.is_open();
    let border = if focused {
        theme.style(Role::BorderFocus)
    } else {
        theme.style(Role::Border)
    };
    buf.set_string(area.x, area.y, "─".repeat(usize::from(area.width)), border);
    said_rows(app, buf);
    let mut words = rule_words(app);
    // The rows over the rule may be the coach's alone.
    if app.layout.notices.is_empty() || said_row_count(app) == 0 {
        words.extend(said(app));
    }
    let is_too_long = |words: &[Span<'_>]| {
        let columns: usize = words.iter().map(|word| width_of(&word.content) + 4).sum();
        columns > usize::from(area.width)
    };
    if is_too_long(&words) && words.len() > 1 {
        // The notice takes precedence over the word that is always there.
        words.remove(0);
    }
    let mut left = Vec::new();
    for (index, word) in words.into_iter().enumerate() {
        let lead = if index == 0 { "── " } else { " ── " };
        left.push(Span::styled(lead, border));
        left.push(word);
    }
    left.push(Span::styled(" ", border));
    let room = usize::from(area.width.saturating_sub(super::width(&left)));
    if super::width(&left) > area.width {
        left.pop();
        cut_at_word(&mut left, usize::from(area.width));
        line(buf, area, &left);
        return;
    }
    let hints = rule_hints(app);
    let right = hints.into_iter().find(|hints| width_of(hints) < room);
    let right = Span::styled(right.unwrap_or_default(), theme.style(Role::FgMuted));
    two_ends(buf, area, &left, &[right, Span::styled("─", border)]);
}

/// Cuts the span that has no room between two of its words, so that no key's name is cut.
fn cut_at_word(spans: &mut Vec<Span<'static>>, room: usize) {
    let mut left = room;
    let place = spans.iter().position(|span| {
        let rest = left.checked_sub(width_of(&span.content));
        left = rest.unwrap_or(left);
        rest.is_none()
    });
    let Some(place) = place else { return };
    spans.truncate(place + 1);
    if let Some(span) = spans.last_mut() {
        let cut = truncate(&span.content, left);
        let whole = cut.rsplit_once(' ').map_or("", |(whole, _)| whole);
        span.content = format!("{whole} …").into();
    }
}

/// Returns the keys at the right of the rule, the most telling first; the first that has room is
/// shown.
fn rule_hints(app: &App) -> Vec<String> {
    let of = |hinted: &[hints::Hint]| hints::of_the_draft(&app.keymap, hinted);
    let tab = app.model.sessions.tab();
    let stops = [(Action::Interrupt, say!("chrome-stops"))];
    let queues = (Action::Complete, say!("chrome-after-run"));
    let sends = [(Action::Send, say!("chrome-after-step")), queues];
    match tab {
        Some(tab) if tab.queues_on_completion() => vec![of(&sends), of(&[queues]), of(&stops)],
        Some(tab) if tab.facts.is_running() => vec![of(&stops)],
        _ if app.model.sessions.is_frozen() => Vec::new(),
        _ if vim(app).is_some_and(|vim| vim.mode() != VimMode::Insert) => {
            let send = of(&[(Action::Send, say!("chrome-send"))]);
            vec![format!("{send} i {} ", say!("vim-hint-type"))]
        }
        Some(tab) if instruction_in(&tab.editor.text()).is_some() => {
            vec![of(&[(Action::Send, say!("chrome-proposes-instruction"))])]
        }
        _ => vec![of(&[
            (Action::Send, say!("chrome-send")),
            (Action::Newline, say!("chrome-newline")),
        ])],
    }
}

/// Returns vim's keys, if they edit the shown draft.
fn vim(app: &App) -> Option<&Vim> {
    let tab = app
        .model
        .sessions
        .tab()
        .filter(|_| !app.model.sessions.is_frozen())?;
    tab.editor.vim()
}

/// Returns the words of the rule: `draft`, `working 0:42`, `2 queued, Up takes back`, and the like.
fn rule_words(app: &App) -> Vec<Span<'static>> {
    let theme = &app.theme;
    let name = if app.model.sessions.is_frozen() {
        say!("chrome-read-only")
    } else {
        say!("chrome-draft")
    };
    let mut words = vec![word(name, theme.style(Role::FgMuted))];
    if let Some(vim) = vim(app) {
        let text = format!("{} {}", vim.mode().word(), super::plain(vim.pending()));
        words.push(word(text.trim_end(), theme.style(Role::Accent)));
    }
    if let Some(tab) = app.model.sessions.tab() {
        if tab.facts.is_running() {
            let time = app.working_for();
            let now = time.and_then(|_| app.model.chrome.time_of_day());
            let pause = now
                .zip(tab.activity.again_at)
                .map(|(now, at)| pause(now, at));
            let text = match (&tab.activity.step, pause, time) {
                (Some(step), ..) => step.words(now),
                (None, Some(pause), _) => say!("step-retrying", time = elapsed(pause)),
                (None, None, Some(time)) => say!("chrome-working-for", time = elapsed(time)),
                (None, None, None) => say!("chrome-working").to_owned(),
            };
            words.push(word(&text, theme.style(Role::Accent)));
        }
        if let Some(silent) = app.model.stalled_for().filter(|_| !tab.sent.is_empty()) {
            let text = say!("chrome-no-answer", time = elapsed(silent.as_secs()));
            words.push(word(&text, theme.style(Role::Warn)));
        }
        if !tab.facts.queued.is_empty() {
            let count = tab.facts.queued.len();
            let text = if tab.takes_back() {
                say!("chrome-queued", count)
            } else {
                say!("chrome-queued-behind", count)
            };
            words.push(word(&text, theme.style(Role::Info)));
        }
    }
    words
}

/// Returns the seconds until a time.
fn pause(now: Timestamp, until: Timestamp) -> u64 {
    let seconds = until.as_second().saturating_sub(now.as_second());
    u64::try_from(seconds).unwrap_or(0)
}

/// Returns the current notice.
fn said(app: &App) -> Option<Span<'static>> {
    let (level, text) = notice(app)?;
    Some(word(&super::plain(text), notice_style(app, *level)))
}

/// Most rows of a notice that has no room on the rule.
const SAID: usize = 5;

/// Returns the rows of the coach and of a silent model, and those for the notice.
pub(crate) fn notice_rows(app: &App) -> u16 {
    let silent = u16::try_from(silent_lines(app).len()).unwrap_or(0);
    let coach = u16::try_from(coach_lines(app).len()).unwrap_or(0);
    coach + silent + said_row_count(app)
}

/// Returns the line about a model that has sent nothing for minutes, with the keys that help; two
/// lines on a narrow screen.
fn silent_lines(app: &App) -> Vec<String> {
    let Some((text, keys)) = silent_words(app) else {
        return Vec::new();
    };
    let line = format!("{text}  {keys}");
    if width_of(&line) + 2 <= usize::from(app.model.chrome.width) {
        vec![line]
    } else {
        vec![text, keys]
    }
}

fn silent_words(app: &App) -> Option<(String, String)> {
    let tab = app.model.sessions.tab().filter(|tab| tab.sent.is_empty())?;
    let minutes = app.model.stalled_for()?.as_secs() / 60;
    let model = super::plain(&tab.facts.settings.model);
    let is_unanswered = tab.activity.step.is_some_and(|step| step.is_unanswered());
    let text = if is_unanswered {
        say!("chrome-silent-model", model, minutes)
    } else {
        say!("chrome-silent-answer", model, minutes)
    };
    let stop = hints::named_key(&app.keymap, Action::Interrupt);
    let wait = hints::named_key(&app.keymap, Action::Send);
    let keys = say!("chrome-silent-keys", stop, wait);
    Some((text, keys))
}

/// Returns what the coach of the demo says, in the rows that it takes.
fn coach_lines(app: &App) -> Vec<String> {
    let keys = match app.model.chrome.focus {
        Focus::Pane(Pane::Review) => KeysGoTo::Review,
        _ => KeysGoTo::Elsewhere,
    };
    let is_low = is_low(app.model.chrome.height);
    let line = app.coach.as_ref().and_then(|coach| {
        if is_low {
            coach.short_line(keys)
        } else {
            coach.line(keys)
        }
    });
    let mut rows = line.map_or_else(Vec::new, |line| rows_of(app, line));
    if is_low {
        rows.truncate(1);
    }
    rows
}

/// Breaks a text over the rule into rows.
fn rows_of(app: &App, text: &str) -> Vec<String> {
    let columns = usize::from(app.model.chrome.width.saturating_sub(2));
    let rows = wrap_text(text, TextStyle::default(), columns.max(1));
    rows.iter().map(Row::plain).collect()
}

/// Returns the rows for the notice, if it has no room on the rule and the user cannot have read it.
/// A session's notice is in the conversation too.
fn said_row_count(app: &App) -> u16 {
    let is_in_chat =
        app.model.chrome.notice.is_none() && app.model.shown_panes().contains(&Pane::Chat);
    let Some(said) = said(app).filter(|_| !app.model.chrome.notice_was_read && !is_in_chat) else {
        return 0;
    };
    let words = rule_words(app);
    // The first word gives way.
    let others = words.iter().skip(1).chain([&said]);
    let columns: usize = others.map(|word| width_of(&word.content) + 4).sum();
    if columns + 1 > usize::from(app.model.chrome.width) {
        u16::try_from(said_lines(app).len().min(SAID)).unwrap_or(0)
    } else {
        0
    }
}

fn said_lines(app: &App) -> Vec<String> {
    let text = notice(app).map_or(String::new(), |(_, text)| super::plain(text));
    rows_of(app, &text)
}

fn said_rows(app: &App, buf: &mut Buffer) {
    let mut area = app.layout.notices;
    let coach = coach_lines(app)
        .into_iter()
        .map(|text| (text, Role::Accent));
    let silent = silent_lines(app).into_iter().map(|text| (text, Role::Warn));
    for (text, role) in coach.chain(silent) {
        if !area.is_empty() {
            let spans = [Span::styled(format!(" {text}"), app.theme.style(role))];
            cut_line(buf, super::row(area, 0), &spans);
            area.y += 1;
            area.height -= 1;
        }
    }
    let Some((level, _)) = notice(app).filter(|_| !area.is_empty()) else {
        return;
    };
    let style = notice_style(app, *level);
    let lines = said_lines(app);
    let is_cut = lines.len() > usize::from(area.height);
    for (index, text) in (0..area.height).zip(&lines) {
        let rest = if is_cut && index + 1 == area.height {
            " …"
        } else {
            ""
        };
        let spans = [Span::styled(format!(" {text}{rest}"), style)];
        cut_line(buf, super::row(area, index), &spans);
    }
}

fn word(text: &str, style: Style) -> Span<'static> {
    Span::styled(text.to_owned(), style)
}

/// Returns the screen's own notice, else the session's. An error ends the conversation, which says
/// it once if its end is on the screen.
fn notice(app: &App) -> Option<&(NoticeLevel, String)> {
    let own = app.model.chrome.notice.as_ref();
    own.or_else(|| {
        let tab = app.model.sessions.tab()?;
        let notice = tab.activity.notice.as_ref()?;
        let is_said = notice.0 == NoticeLevel::Error
            && tab.chat.shows_error()
            && app.model.shown_panes().contains(&Pane::Chat);
        (!is_said).then_some(notice)
    })
}

fn notice_style(app: &App, level: NoticeLevel) -> Style {
    app.theme.style(match level {
        NoticeLevel::Info => Role::Info,
        NoticeLevel::Warning => Role::Warn,
        NoticeLevel::Error => Role::Err,
    })
}

/// Draws the key hints.
pub(super) fn hint_row(app: &App, buf: &mut Buffer) {
    let area = app.layout.hints;
    if area.is_empty() {
        return;
    }
    let contexts = app.model.contexts();
    let words = app.model.key_hints().words(&app.keymap, &contexts);
    let row = hints::row(words, &contexts, area.width);
    draw_rows(&[row], area, buf, &app.theme);
}

/// Draws the status line, the last row.
pub(super) fn status(app: &App, buf: &mut Buffer) {
    let area = app.layout.status;
    buf.set_style(area, app.theme.style(Role::BgPanel));
    let Some(tab) = app.model.sessions.tab() else {
        return;
    };
    let is_on = tab.facts.policy.mode == Mode::Passthrough;
    let findings = &app.model.chrome.findings;
    let passthrough_key = is_on.then(|| hints::key_for_passthrough(&app.keymap, findings));
    let passthrough_key = passthrough_key.flatten();
    let around = Surroundings {
        waiting: app.model.sessions.waiting(),
        review: tab.reviewed.open(),
        index: app.model.chrome.index,
        memory: app.model.chrome.memory_waiting,
        attached_to: app
            .model
            .chrome
            .workspace
            .as_ref()
            .and_then(|facts| facts.attached_to),
        in_memory: app
            .model
            .chrome
            .workspace
            .as_ref()
            .is_some_and(|facts| facts.in_memory),
        passthrough_key: passthrough_key.as_deref(),
    };
    let (left, right) = status::status_line(&tab.facts, around, area.width, &app.theme);
    // The number of waiting questions is never cut.
    two_ends_right_first(buf, area, &left, &right);
}
