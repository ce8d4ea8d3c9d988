//! Carries out vim's commands on the text. Part of [`Vim`].

use super::cells::{Cells, Class};
use super::command::{Act, Command, InsertAt, Operator};
use super::motion::{Motion, Shape, Side, Span, Words, last_of_word};
use super::{Register, Vim, VimMode, VimRequest, VimText};

/// Maximum bytes of text that one command inserts.
const MOST_INSERTED: usize = 1 << 16;

/// The blanks by which `>` indents a line.
const INDENT: &str = "    ";

/// The register that deleting, changing and yanking use by default.
const UNNAMED: char = '"';

/// Returns what insert mode adds at its end because its command had a count.
pub(super) fn typed_again(command: &Command, typed: &str) -> String {
    let Act::Insert(at) = command.act else {
        return String::new();
    };
    let lead = match at {
        InsertAt::LineBelow | InsertAt::LineAbove => "\n",
        _ => "",
    };
    let times = command.count.unwrap_or(1) - 1;
    bounded(&format!("{lead}{typed}"), times).unwrap_or_default()
}

/// Repeats a text, unless the result would be too long.
fn bounded(text: &str, times: usize) -> Option<String> {
    (text.len().saturating_mul(times) <= MOST_INSERTED).then(|| text.repeat(times))
}

impl Vim {
    pub(super) fn perform(
        &mut self,
        command: Command,
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        let (cells, from) = Cells::read(text);
        let (count, times) = (command.count, command.count.unwrap_or(1));
        if let Act::Move(motion) = command.act {
            return self.move_by(motion, count, (&cells, from), text);
        }
        self.memory.column = None;
        let (operator, span) = match command.act {
            Act::Operate(operator, motion) => {
                let span = self.span_of_motion(operator, motion, count, (&cells, from))?;
                (operator, span)
            }
            Act::OperateOn(operator, extent, object) => {
                (operator, object.span(extent, &cells, from, times)?)
            }
            Act::OperateLines(operator) => {
                let last = cells.lines_below(from, times - 1);
                (operator, Span::lines(&cells, from, last))
            }
            Act::OperateSelected(operator, shape) => {
                let span = self.selected(&cells, from, shape);
                self.leave_visual(text);
                (operator, span)
            }
            act => return self.perform_alone(act, command, (&cells, from), text),
        };
        self.operate(operator, &span, command.register, (&cells, from), text)
    }

    fn perform_alone(
        &mut self,
        act: Act,
        command: Command,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        let times = command.count.unwrap_or(1);
        match act {
            Act::Insert(at) => self.insert(at, cells, from, text),
            Act::Put(side) => return self.put(side, command, (cells, from), text),
            Act::PutOverSelected => return self.put_over_selected(command, (cells, from), text),
            Act::Replace(character) => self.replace_cells(character, times, (cells, from), text),
            Act::SwapCase => {
                let end = (from + times).min(cells.line_end(from));
                change_case(
                    Operator::SwapCase,
                    &Span::characters(from..end),
                    cells,
                    text,
                );
            }
            Act::Join => self.join(times, (cells, from), text),
            Act::Visual(shape) => {
                if self.mode == VimMode::of(shape) {
                    self.leave_visual(text);
                } else if self.mode.is_visual() {
                    self.mode = VimMode::of(shape);
                } else {
                    self.begin_visual(shape, text.cursor());
                }
            }
            Act::Select(extent, object) => {
                let span = object.span(extent, cells, from, times)?;
                let last = span.places.end.checked_sub(1)?;
                self.begin_visual(span.shape, cells.offset(span.places.start));
                text.move_to(cells.offset(last.max(span.places.start)));
            }
            Act::SelectAgain => {
                let (anchor, cursor, mode) = self.selected_before?;
                self.mode = mode;
                self.anchor = cells.offset(cells.place(anchor));
                text.move_to(cells.offset(cells.place(cursor)));
            }
            Act::SwapEnds => {
                let anchor = cells.offset(cells.place(self.anchor));
                self.anchor = text.cursor();
                text.move_to(anchor);
            }
            _ => {}
        }
        None
    }

    fn move_by(
        &mut self,
        motion: Motion,
        count: Option<usize>,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        self.remember(motion);
        let Some(target) = motion.target(cells, from, count, &self.memory) else {
            return match (motion, self.mode) {
                (Motion::Up, VimMode::Normal) => Some(VimRequest::Older),
                (Motion::Down, VimMode::Normal) => Some(VimRequest::Newer),
                _ => None,
            };
        };
        self.memory.column = match motion {
            Motion::Up | Motion::Down => self.memory.column.or_else(|| Some(cells.column(from))),
            Motion::LineEnd => Some(usize::MAX),
            _ => None,
        };
        text.move_to(cells.offset(target.to));
        None
    }

    fn remember(&mut self, motion: Motion) {
        if let Motion::Find(find) = motion {
            self.memory.found = Some(find);
        }
    }

    fn span_of_motion(
        &mut self,
        operator: Operator,
        motion: Motion,
        count: Option<usize>,
        (cells, from): (&Cells, usize),
    ) -> Option<Span> {
        self.remember(motion);
        if let (Operator::Change, Motion::Word(words)) = (operator, motion)
            && cells.is_in_word(from)
        {
            return Some(changed_words(cells, from, words, count.unwrap_or(1)));
        }
        let target = motion.target(cells, from, count, &self.memory)?;
        if let Motion::Word(_) = motion
            && let Some(end) = end_within_line(cells, from, target.to)
        {
            return Some(Span::characters(from..end));
        }
        Some(Span::between(cells, from, target))
    }

    fn operate(
        &mut self,
        operator: Operator,
        span: &Span,
        register: Option<char>,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        let mut request = None;
        if matches!(
            operator,
            Operator::Delete | Operator::Change | Operator::Yank
        ) {
            request = self.store(operator, register, cells, span);
        }
        let bytes = cells.bytes(&span.places);
        match operator {
            Operator::Yank => match span.shape {
                Shape::Lines if span.places.start >= cells.line_start(from) => {}
                _ => text.move_to(bytes.start),
            },
            Operator::Delete if span.shape == Shape::Lines => delete_lines(span, cells, text),
            Operator::Delete => text.replace(bytes, ""),
            Operator::Change => {
                text.replace(bytes, "");
                self.mode = VimMode::Insert;
            }
            Operator::Indent | Operator::Outdent => shift(operator, span, cells, text),
            Operator::Upcase | Operator::Downcase | Operator::SwapCase => {
                change_case(operator, span, cells, text);
                text.move_to(bytes.start);
            }
        }
        request
    }

    /// Stores a part of the text in its register; the clipboard's is the owner's.
    fn store(
        &mut self,
        operator: Operator,
        register: Option<char>,
        cells: &Cells,
        span: &Span,
    ) -> Option<VimRequest> {
        let (text, shape) = (cells.part(&span.places).to_owned(), span.shape);
        if register == Some('_') || (text.is_empty() && shape == Shape::Characters) {
            return None;
        }
        let stored = Register { text, shape };
        let copied = match stored.shape {
            Shape::Characters => stored.text.clone(),
            Shape::Lines => format!("{}\n", stored.text),
        };
        if operator == Operator::Yank && register.is_none() {
            self.registers.insert('0', stored.clone());
        }
        let is_clipboard = matches!(register, Some('+' | '*'));
        if let Some(name) = register.filter(|_| !is_clipboard) {
            self.registers.insert(name, stored.clone());
        }
        self.registers.insert(UNNAMED, stored);
        is_clipboard.then_some(VimRequest::Copy(copied))
    }

    fn insert(&mut self, at: InsertAt, cells: &Cells, from: usize, text: &mut dyn VimText) {
        let line = cells.line(from);
        let place = match at {
            InsertAt::Cursor => from,
            InsertAt::Behind => (from + 1).min(line.end),
            InsertAt::LineText => {
                let is_text = |place: &usize| !cells.is_blank(*place);
                line.clone().find(is_text).unwrap_or(line.end)
            }
            InsertAt::LineEnd | InsertAt::LineBelow => line.end,
            InsertAt::LineAbove => line.start,
        };
        let offset = cells.offset(place);
        text.move_to(offset);
        if matches!(at, InsertAt::LineBelow | InsertAt::LineAbove) {
            text.replace(offset..offset, "\n");
        }
        if at == InsertAt::LineAbove {
            text.move_to(offset);
        }
        self.mode = VimMode::Insert;
    }

    fn put(
        &mut self,
        side: Side,
        command: Command,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        let line = cells.line(from);
        let behind = match side {
            Side::Forward => (from + 1).min(line.end),
            Side::Back => from,
        };
        if let Some('+' | '*') = command.register {
            text.move_to(cells.offset(behind));
            return Some(VimRequest::Paste);
        }
        let register = self.registers.get(&command.register.unwrap_or(UNNAMED))?;
        let times = command.count.unwrap_or(1);
        match register.shape {
            Shape::Characters => {
                let Some(put) = bounded(&register.text, times) else {
                    return Some(VimRequest::Bell);
                };
                put_characters(&put, cells.offset(behind), text);
            }
            Shape::Lines => {
                let Some(put) = bounded(&format!("{}\n", register.text), times) else {
                    return Some(VimRequest::Bell);
                };
                let at = match side {
                    Side::Forward => line.end,
                    Side::Back => line.start,
                };
                put_lines(&put, side, cells.offset(at), text);
            }
        }
        None
    }

    fn put_over_selected(
        &mut self,
        command: Command,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) -> Option<VimRequest> {
        let span = self.selected(cells, from, Shape::Characters);
        self.leave_visual(text);
        let bytes = cells.bytes(&span.places);
        if let Some('+' | '*') = command.register {
            text.replace(bytes, "");
            return Some(VimRequest::Paste);
        }
        let register = self.registers.get(&command.register.unwrap_or(UNNAMED));
        let register = register.cloned()?;
        let put = bounded(&register.text, command.count.unwrap_or(1))?;
        self.store(Operator::Delete, None, cells, &span);
        let put = match (register.shape, span.shape) {
            (Shape::Lines, Shape::Characters) => format!("\n{put}\n"),
            _ => put,
        };
        text.replace(bytes.clone(), &put);
        let start = bytes.start + usize::from(put.starts_with('\n'));
        text.move_to(start);
        None
    }

    fn replace_cells(
        &mut self,
        character: char,
        times: usize,
        (cells, from): (&Cells, usize),
        text: &mut dyn VimText,
    ) {
        let is_selected = self.mode.is_visual() || self.again.is_some();
        let places = if is_selected {
            let span = self.selected(cells, from, Shape::Characters);
            self.leave_visual(text);
            span.places
        } else if from + times <= cells.line_end(from) {
            from..from + times
        } else {
            return;
        };
        let with = match character {
            '\n' if !is_selected => "\n".to_owned(),
            _ => {
                let kept = |place: usize| {
                    if cells.is_break(place) {
                        '\n'
                    } else {
                        character
                    }
                };
                places.clone().map(kept).collect()
            }
        };
        let bytes = cells.bytes(&places);
        let start = bytes.start;
        text.replace(bytes, &with);
        if is_selected {
            text.move_to(start);
        } else if character != '\n' {
            text.move_to(start + with.len() - character.len_utf8().min(with.len()));
        }
    }

    fn join(&mut self, times: usize, (cells, from): (&Cells, usize), text: &mut dyn VimText) {
        let mut joins = times.max(2) - 1;
        if self.mode.is_visual() || self.again.is_some() {
            let span = self.selected(cells, from, Shape::Lines);
            self.leave_visual(text);
            text.move_to(cells.offset(span.places.start));
            let breaks = span.places.filter(|place| cells.is_break(*place)).count();
            joins = breaks.max(1);
        }
        for _ in 0..joins {
            join_with_next(text);
        }
    }
}

/// Returns what `cw` changes: to the end of the word, without the blanks behind it.
fn changed_words(cells: &Cells, from: usize, words: Words, times: usize) -> Span {
    let mut last = last_of_word(cells, from, words);
    for _ in 1..times {
        let memory = Default::default();
        let next = Motion::WordEnd(words).target(cells, last, None, &memory);
        last = next.map_or(last, |next| next.to);
    }
    Span::characters(from..last + 1)
}

/// Returns where an operator on words ends if the last word ends its line: the break behind the
/// line stays.
fn end_within_line(cells: &Cells, from: usize, to: usize) -> Option<usize> {
    let mut end = to;
    while end > from && !cells.is_in_word(end - 1) {
        end -= 1;
    }
    let line_break = (end..to).find(|place| cells.is_break(*place))?;
    Some(if end > from { end } else { line_break })
}

fn delete_lines(span: &Span, cells: &Cells, text: &mut dyn VimText) {
    let mut bytes = cells.bytes(&span.places);
    if span.places.end < cells.end() {
        bytes.end += 1;
    } else {
        // The last line takes the break before it.
        bytes.start = bytes.start.saturating_sub(1);
    }
    text.replace(bytes, "");
    to_line_text(text);
}

/// Moves the cursor to the first cell of its line that is no blank.
fn to_line_text(text: &mut dyn VimText) {
    let (cells, from) = Cells::read(text);
    text.move_to(cells.offset(cells.line_text(from)));
}

fn put_characters(put: &str, at: usize, text: &mut dyn VimText) {
    text.replace(at..at, put);
    if put.contains('\n') {
        return text.move_to(at);
    }
    let (cells, from) = Cells::read(text);
    text.move_to(cells.offset(from.saturating_sub(1)).max(at));
}

/// Puts lines, each with its break, above or below the line that begins or ends at an offset.
fn put_lines(put: &str, side: Side, at: usize, text: &mut dyn VimText) {
    let lines = put.strip_suffix('\n').unwrap_or(put);
    match side {
        Side::Forward => text.replace(at..at, &format!("\n{lines}")),
        Side::Back => text.replace(at..at, &format!("{lines}\n")),
    }
    text.move_to(at + usize::from(side == Side::Forward));
    to_line_text(text);
}

fn shift(operator: Operator, span: &Span, cells: &Cells, text: &mut dyn VimText) {
    let (start, end) = (span.places.start, span.places.end);
    let lines = cells.line_start(start)..cells.line_end(end.saturating_sub(1).max(start));
    let shifted = cells.part(&lines).split('\n').map(|line| match operator {
        Operator::Indent if line.is_empty() => String::new(),
        Operator::Indent => format!("{INDENT}{line}"),
        _ => outdented(line).to_owned(),
    });
    let shifted: Vec<String> = shifted.collect();
    let bytes = cells.bytes(&lines);
    let start = bytes.start;
    text.replace(bytes, &shifted.join("\n"));
    text.move_to(start);
    to_line_text(text);
}

fn outdented(line: &str) -> &str {
    if let Some(rest) = line.strip_prefix('\t') {
        return rest;
    }
    let blanks = line.len() - line.trim_start_matches(' ').len();
    line.get(blanks.min(INDENT.len())..).unwrap_or(line)
}

/// Changes the case of a part of the text; chips stay as they are.
fn change_case(operator: Operator, span: &Span, cells: &Cells, text: &mut dyn VimText) {
    let changed: String = span
        .places
        .clone()
        .map(|place| {
            let piece = cells.piece(place);
            match operator {
                _ if cells.class(place) == Some(Class::Chip) => piece.to_owned(),
                Operator::Upcase => piece.to_uppercase(),
                Operator::Downcase => piece.to_lowercase(),
                _ if piece.chars().any(char::is_uppercase) => piece.to_lowercase(),
                _ => piece.to_uppercase(),
            }
        })
        .collect();
    text.replace(cells.bytes(&span.places), &changed);
}

/// Joins the line of the cursor with the next one, by a blank where two words would meet.
fn join_with_next(text: &mut dyn VimText) {
    let (cells, from) = Cells::read(text);
    let Some(below) = cells.line_below(from) else {
        return;
    };
    let (line, next) = (cells.line(from), cells.line(below));
    let start = next
        .clone()
        .find(|place| !cells.is_blank(*place))
        .unwrap_or(next.end);
    let ends_open = !line.is_empty() && !cells.is_blank(line.end - 1);
    let begins_word = start < next.end && cells.piece(start) != ")";
    let between = if ends_open && begins_word { " " } else { "" };
    let at = cells.offset(line.end);
    text.replace(at..cells.offset(start), between);
    text.move_to(at);
}
