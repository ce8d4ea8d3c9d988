//! The rows of one block: containers with their marks at the left, and styled text.

mod addresses;
mod marks;

use std::sync::Arc;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use ratatui::style::Modifier;

use super::super::long_text::{LaidOut, PROSE};
use super::super::row::{Piece, Row, TextStyle};
use super::super::wrap::wrap;
use super::BlockState;
use super::blocks::options_for;
use super::code::{code_rows, fenced};
use super::table::Table;
use crate::screen::links::safe_address;
use crate::theme::Role;
use client::text::visible;
use marks::Container;

pub(super) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

/// Lays out the source of one block.
pub(super) fn lay_out(source: &str, width: usize, state: BlockState) -> LaidOut {
    if let Some(code) = fenced(source, width, state) {
        return code;
    }
    let mut builder = Builder::new(width, state);
    for event in Parser::new_ext(source, options_for(source)) {
        builder.event(event);
    }
    builder.end_text();
    builder.give_links();
    builder.out
}

struct Builder {
    width: usize,
    state: BlockState,
    out: LaidOut,
    containers: Vec<Container>,
    /// Columns of the containers' marks.
    marks_width: usize,
    /// Number of open containers inside the last visible one, the deepest level that is shown.
    deeper: usize,
    /// Numbers of the next items of the open lists; `None` for lists without numbers.
    lists: Vec<Option<u64>>,
    text: Vec<Piece>,
    styles: Vec<TextStyle>,
    links: Vec<(String, usize)>,
    /// Targets of the block's links that a terminal may open.
    addresses: Vec<String>,
    code: Option<(String, String)>,
    table: Option<Table>,
    /// The texts and addresses of the table's links, shown below it.
    below_table: Vec<[Piece; 2]>,
    /// Whether the innermost container has content already, so the next paragraph is set off.
    filled: bool,
}

impl Builder {
    fn new(width: usize, state: BlockState) -> Self {
        Self {
            width,
            state,
            out: LaidOut::default(),
            containers: Vec::new(),
            marks_width: 0,
            deeper: 0,
            lists: Vec::new(),
            text: Vec::new(),
            styles: Vec::new(),
            links: Vec::new(),
            addresses: Vec::new(),
            code: None,
            table: None,
            below_table: Vec::new(),
            filled: false,
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => self.add(&text, self.style()),
            },
            Event::Code(text) => {
                let style = TextStyle {
                    role: Some(Role::Info),
                    ..self.style()
                };
                self.add(&text, style);
            }
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text),
            Event::SoftBreak => self.add(" ", self.style()),
            Event::HardBreak => self.add("\n", self.style()),
            Event::Rule => {
                self.end_text();
                self.set_apart();
                let line = "─".repeat(self.room());
                self.emit(Row::text(line, TextStyle::of(Role::Border)).decoration());
            }
            Event::TaskListMarker(done) => {
                let (mark, role) = if done {
                    ("[x] ", Role::Ok)
                } else {
                    ("[ ] ", Role::FgMuted)
                };
                self.add(mark, TextStyle::of(role));
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.add(&text, self.style());
            }
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.begin_block(),
            Tag::Heading { level, .. } => {
                self.begin_block();
                self.styles.push(heading(level));
            }
            Tag::BlockQuote(_) => {
                self.begin_block();
                let bar = Piece::new("│ ", TextStyle::of(Role::FgMuted));
                self.open(bar.clone(), bar);
            }
            Tag::CodeBlock(kind) => {
                self.end_text();
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((info, String::new()));
            }
            Tag::List(first) => {
                self.end_text();
                if self.containers.is_empty() {
                    self.set_apart();
                }
                self.lists.push(first);
            }
            Tag::Item => self.begin_item(),
            Tag::Table(alignments) => {
                self.begin_block();
                self.table = Some(Table {
                    alignments,
                    rows: Vec::new(),
                });
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.begin_row();
                }
            }
            Tag::Emphasis => self.styles.push(self.style().with(Modifier::ITALIC)),
            Tag::Strong => self.styles.push(self.style().with(Modifier::BOLD)),
            Tag::Strikethrough => self.styles.push(self.style().with(Modifier::CROSSED_OUT)),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                self.links.push((dest_url.to_string(), self.text.len()));
                let style = TextStyle {
                    role: Some(Role::Link),
                    link: self.link_to(&dest_url),
                    ..self.style()
                };
                self.styles.push(style.with(Modifier::UNDERLINED));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.end_text(),
            TagEnd::Heading(_) => {
                self.end_text();
                self.styles.pop();
            }
            TagEnd::BlockQuote(_) => {
                self.end_text();
                self.close();
            }
            TagEnd::Item => {
                self.end_text();
                self.show_empty_item();
                self.close();
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.filled = true;
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::Table => self.end_table(),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                let cell = self.with_addresses(cell);
                if let Some(table) = &mut self.table {
                    table.add_cell(cell);
                }
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {
                self.styles.pop();
            }
            TagEnd::Link | TagEnd::Image => self.end_link(),
            _ => {}
        }
    }

    fn style(&self) -> TextStyle {
        self.styles.last().copied().unwrap_or_default()
    }

    fn add(&mut self, text: &str, style: TextStyle) {
        let text = visible(text);
        // The text of a link stays separate, so that it can be compared with its address.
        let count = self.text.len();
        let may_join = self.links.last().is_none_or(|(_, start)| *start < count);
        match self.text.last_mut() {
            Some(last) if last.style == style && may_join => last.text.push_str(&text),
            _ => self.text.push(Piece::new(text, style)),
        }
    }

    fn html(&mut self, text: &str) {
        let tag = text.trim().to_ascii_lowercase();
        if matches!(tag.as_str(), "<br>" | "<br/>" | "<br />") {
            self.add("\n", self.style());
        } else {
            self.add(text, TextStyle::of(Role::FgMuted));
        }
    }

    /// Returns the number of a link to an address, if a terminal may open it.
    fn link_to(&mut self, address: &str) -> Option<u16> {
        let address = safe_address(address)?;
        let number = u16::try_from(self.addresses.len()).ok()?;
        self.addresses.push(address);
        Some(number)
    }

    /// Stores the link targets in the rows.
    fn give_links(&mut self) {
        if self.addresses.is_empty() {
            return;
        }
        let links: Arc<[String]> = Arc::from(std::mem::take(&mut self.addresses));
        let is_linked = |row: &Row| row.pieces.iter().any(|piece| piece.style.link.is_some());
        for row in self.out.rows.iter_mut().filter(|row| is_linked(row)) {
            row.links = Some(Arc::clone(&links));
        }
    }

    /// Shows the address of a link unless its text is the address: the text can claim anything.
    fn end_link(&mut self) {
        let link = self.style().link;
        self.styles.pop();
        let Some((address, start)) = self.links.pop() else {
            return;
        };
        let text = self.text.get(start..).unwrap_or_default();
        let says = |address: &str| is_text_of(text, address);
        let told = says(&address) || address.strip_prefix("mailto:").is_some_and(says);
        let text_is_empty = text.iter().all(|piece| piece.text.is_empty());
        if !told && !address.is_empty() {
            let gap = if text_is_empty { "" } else { " " };
            let style = TextStyle {
                link,
                ..TextStyle::of(Role::FgMuted)
            };
            if self.table.is_some() && !text_is_empty {
                // A cell has no room for it.
                let said: String = text.iter().map(|piece| piece.text.as_str()).collect();
                let pieces = [
                    Piece::new(format!("{said}: "), TextStyle::of(Role::FgMuted)),
                    Piece::new(visible(&address), style),
                ];
                let is_known = self.below_table.iter().any(|known| is_same(known, &pieces));
                self.below_table.extend((!is_known).then_some(pieces));
                return;
            }
            if !gap.is_empty() {
                self.add(gap, TextStyle::of(Role::FgMuted));
            }
            self.add(&format!("({address})"), style);
        }
    }

    fn begin_block(&mut self) {
        self.end_text();
        self.set_apart();
    }

    /// Adds a blank row between two blocks of the same container.
    fn set_apart(&mut self) {
        if self.filled {
            self.emit(Row::default());
        }
    }

    fn end_text(&mut self) {
        if self.text.is_empty() || self.table.is_some() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let mut text = self.with_addresses(text);
        if let Some(last) = text.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        for row in wrap(&text, self.room().min(PROSE)) {
            self.emit(row);
        }
    }

    fn end_code(&mut self) {
        let Some((info, text)) = self.code.take() else {
            return;
        };
        let code = code_rows(&info, &text, self.room(), self.state);
        if self.containers.is_empty() {
            self.set_apart();
        }
        self.out.codes.extend(code.codes);
        for row in code.rows {
            self.emit(row);
        }
    }

    fn end_table(&mut self) {
        let Some(table) = self.table.take() else {
            return;
        };
        for row in table.lay_out(self.room()) {
            self.emit(row);
        }
        for pieces in std::mem::take(&mut self.below_table) {
            for row in wrap(&pieces, self.room()) {
                self.emit(row);
            }
        }
    }

    /// Adds a row behind the marks of its containers. Marks do not count as ink, because they are
    /// at the same place at every width.
    fn emit(&mut self, row: Row) {
        let mut pieces = Vec::with_capacity(row.pieces.len() + self.containers.len());
        for container in &mut self.containers {
            let mark = if container.begun {
                &container.rest
            } else {
                &container.first
            };
            container.begun = true;
            if !mark.text.is_empty() {
                pieces.push(mark.clone());
            }
        }
        let marks = pieces.len();
        let own_ink = row.own_ink();
        let mut row = row;
        pieces.append(&mut row.pieces);
        let code = row.code.map(|mut place| {
            place.piece += marks;
            place
        });
        self.out.rows.push(Row {
            pieces,
            code,
            ink: self.out.ink,
            marks: marks + row.marks,
            ..row
        });
        self.out.ink += own_ink;
        self.filled = true;
    }
}

/// Whether two links have the same text and the same address.
fn is_same(one: &[Piece; 2], other: &[Piece; 2]) -> bool {
    one.iter()
        .zip(other)
        .all(|(one, other)| one.text == other.text)
}

/// Whether these pieces make up exactly this text. Compares without building a string: links
/// can be nested.
fn is_text_of(pieces: &[Piece], text: &str) -> bool {
    let mut rest = Some(text);
    for piece in pieces {
        rest = rest.and_then(|rest| rest.strip_prefix(piece.text.as_str()));
        if rest.is_none() {
            return false;
        }
    }
    rest == Some("")
}

fn heading(level: HeadingLevel) -> TextStyle {
    let style = TextStyle::of(Role::Accent).with(Modifier::BOLD);
    match level {
        HeadingLevel::H1 => style.with(Modifier::UNDERLINED),
        _ => style,
    }
}
