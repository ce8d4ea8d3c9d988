//! Draws the memory.

use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Memory, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::list_layout::ListLayout;
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::text_field::TextField;
use crate::widget::wrap::wrap_text;
use client::phrases::memory::{origin, place, tags};
use client::text::{pad_end, truncate, visible, width_of};
use l10n::{counted, say};
use protocol::memory::{MemoryItem, MemoryKind, MemoryState, short_id};
use redact::one_line;

/// Maximum columns and rows of the box.
const SIZE: (u16, u16) = (120, 28);
/// Maximum rows of the details below a list, and of keys.
const DETAILS: usize = 7;
const KEYS: usize = 2;
/// Columns of a list that has room for kinds.
const WITH_KIND: usize = 60;

impl Memory {
    pub(super) fn draw_list(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let inner = box_in(whole, self.size(whole), &self.title(), buf, theme);
        let width = usize::from(inner.width);
        let layout = self.layout(inner);
        if let Some(first) = self.opened {
            let rows = self.details(width);
            let most = rows.len().saturating_sub(usize::from(layout.rows.height));
            let shown: Vec<Row> = rows.into_iter().skip(first.min(most)).collect();
            draw_rows(&shown, layout.rows, buf, theme);
        } else {
            draw_rows(&self.rows(&layout, width), layout.rows, buf, theme);
            let mut details = self.details(width);
            details.truncate(DETAILS);
            draw_rows(&details, layout.details, buf, theme);
        }
        draw_rows(&self.keys(inner), layout.keys, buf, theme);
        self.draw_typing(&layout, buf, theme)
    }

    fn title(&self) -> String {
        let state = match self.state {
            Some(MemoryState::Inbox) => say!("memory-show-inbox"),
            Some(MemoryState::Kept) => say!("memory-show-kept"),
            Some(MemoryState::Refused) => say!("memory-show-refused"),
            None => say!("memory-show-all"),
        };
        let mut title = say!("memory-title", state);
        if let Some(words) = &self.words {
            title.push_str(&format!("  /{}", visible(words)));
        }
        let waiting = self.list.as_ref().map_or(0, |list| list.waiting);
        if waiting > 0 && self.state != Some(MemoryState::Inbox) {
            let counted = counted(waiting, "item");
            title.push_str(&format!("  {}", say!("memory-title-waiting", counted)));
        }
        title
    }

    fn rows(&self, layout: &ListLayout, width: usize) -> Vec<Row> {
        let muted = TextStyle::of(Role::FgMuted);
        let Some(list) = &self.list else {
            return Vec::new();
        };
        if list.items.is_empty() {
            let words = match self.state {
                Some(MemoryState::Inbox) => say!("memory-none-waits"),
                _ => say!("memory-nothing"),
            };
            return wrap_text(words, muted, width);
        }
        layout.list.rows(|place| match list.items.get(place) {
            Some(item) => row(item, width),
            None => Row::default(),
        })
    }

    pub(super) fn size(&self, whole: Rect) -> (u16, u16) {
        let inner = inside(whole, SIZE);
        let below = self.keys(inner).len() + DETAILS + 1;
        let wanted = u16::try_from(self.items().len() + below + 2).unwrap_or(u16::MAX);
        let wanted = match self.opened {
            Some(_) => SIZE.1,
            None => SIZE.1.min(wanted),
        };
        (SIZE.0, wanted.min(whole.height.saturating_sub(2)).max(9))
    }

    pub(super) fn layout(&self, inner: Rect) -> ListLayout {
        let details = match self.opened {
            Some(_) => 0,
            None => self.details(usize::from(inner.width)).len().min(DETAILS),
        };
        let list = (self.place, self.items().len());
        ListLayout::new(inner, list, details, self.keys(inner).len())
    }

    fn keys(&self, inner: Rect) -> Vec<Row> {
        self.footer.rows(usize::from(inner.width), KEYS)
    }

    /// Returns the details of the chosen item: who remembered it, when and where it counts, and its whole text.
    fn details(&self, width: usize) -> Vec<Row> {
        let Some(item) = self.at_hand() else {
            return Vec::new();
        };
        let muted = TextStyle::of(Role::FgMuted);
        let mut facts = vec![
            short_id(item.id),
            kind_words(item.kind).to_owned(),
            origin(item).to_owned(),
            self.day(item.created),
            place(item).to_owned(),
        ];
        if let Some(used) = item.used {
            facts.push(say!("memory-used", time = self.day(used)));
        }
        let mut rows = vec![Row::default()];
        rows.extend(wrap_text(&facts.join(" · "), muted, width));
        rows.extend(wrap_text(&visible(&item.text), TextStyle::default(), width));
        let tags = tags(item);
        if !tags.is_empty() {
            rows.extend(wrap_text(tags.trim(), muted, width));
        }
        rows
    }

    fn day(&self, at: Timestamp) -> String {
        let local = at.to_zoned(self.zone.clone());
        local.strftime("%F").to_string()
    }

    fn draw_typing(
        &self,
        layout: &ListLayout,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let Some((what, line)) = &self.typing else {
            let words = match (&self.problem, self.forgetting) {
                (Some(problem), _) => visible(problem).into_owned(),
                (None, Some(item)) => say!("memory-forget-again", word = short_id(item)),
                (None, None) => return None,
            };
            layout.draw_warning(&words, buf, theme);
            return None;
        };
        let label = match what {
            TypedLine::New => say!("memory-ask-new"),
            TypedLine::Search => say!("memory-ask-search"),
        };
        TextField::new(label, line).draw(layout.line, buf, theme)
    }
}

/// Returns the words for a kind.
fn kind_words(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::UserPref => say!("memory-kind-user-pref"),
        MemoryKind::Context => say!("memory-kind-context"),
        MemoryKind::Knowledge => say!("memory-kind-knowledge"),
        MemoryKind::Decision => say!("memory-kind-decision"),
    }
}

/// ` ? decision    Dates are in UTC #time`
fn row(item: &MemoryItem, width: usize) -> Row {
    let muted = TextStyle::of(Role::FgMuted);
    let (mark, role) = match item.state {
        MemoryState::Inbox => ("?", Role::Warn),
        MemoryState::Kept => ("✓", Role::Ok),
        MemoryState::Refused => ("×", Role::FgMuted),
    };
    let kind = if width < WITH_KIND {
        String::new()
    } else {
        let longest = MemoryKind::ALL
            .iter()
            .map(|kind| width_of(kind_words(*kind)));
        format!(
            "{}  ",
            pad_end(kind_words(item.kind), longest.max().unwrap_or(0))
        )
    };
    let room = width.saturating_sub(3 + width_of(&kind));
    let line = one_line(&item.text);
    let shown = visible(&line);
    let text = truncate(&shown, room);
    let left = room.saturating_sub(width_of(&text));
    let style = match item.state {
        MemoryState::Refused => muted,
        _ => TextStyle::default(),
    };
    Row::of(vec![
        Piece::new(format!(" {mark} "), TextStyle::of(role)),
        Piece::new(kind, muted),
        Piece::new(text, style),
        Piece::new(truncate(&visible(&tags(item)), left), muted),
    ])
}
