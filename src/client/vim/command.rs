//! Reads the keys of normal and visual mode as commands: `2d3w`, `"ayiw`, `ct)`.

use std::iter::Peekable;
use std::str::Chars;

use super::motion::{Find, Motion, Shape, Side, Stop, Words};
use super::object::{Extent, Object};

/// Maximum count: more has no use in a message.
const MOST: usize = 999;

/// The letter that stands for Ctrl+R.
pub(super) const CTRL_R: char = '\u{12}';

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Delete,
    Change,
    Yank,
    Indent,
    Outdent,
    Upcase,
    Downcase,
    SwapCase,
}

/// Where typing begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InsertAt {
    Cursor,
    Behind,
    LineText,
    LineEnd,
    LineBelow,
    LineAbove,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Move(Motion),
    Operate(Operator, Motion),
    OperateOn(Operator, Extent, Object),
    /// An operator on whole lines: `dd`, `>>`.
    OperateLines(Operator),
    /// An operator on what visual mode selects.
    OperateSelected(Operator, Shape),
    /// A text object in visual mode.
    Select(Extent, Object),
    Insert(InsertAt),
    Put(Side),
    /// Replaces the selection by a register.
    PutOverSelected,
    /// `r`
    Replace(char),
    /// `~`
    SwapCase,
    Join,
    Undo,
    Redo,
    Repeat,
    Visual(Shape),
    /// `gv`
    SelectAgain,
    /// `o` in visual mode.
    SwapEnds,
    SearchHistory,
    Send,
    Quit,
}

impl Act {
    /// Whether `.` can do the act again.
    pub fn is_change(self) -> bool {
        !matches!(
            self,
            Act::Move(_)
                | Act::Operate(Operator::Yank, _)
                | Act::OperateOn(Operator::Yank, ..)
                | Act::OperateLines(Operator::Yank)
                | Act::OperateSelected(Operator::Yank, _)
                | Act::Select(..)
                | Act::Undo
                | Act::Redo
                | Act::Repeat
                | Act::Visual(_)
                | Act::SelectAgain
                | Act::SwapEnds
                | Act::SearchHistory
                | Act::Send
                | Act::Quit
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Command {
    pub count: Option<usize>,
    pub register: Option<char>,
    pub act: Act,
}

/// The command that the keys so far begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parsed {
    Command(Command),
    /// More keys must follow.
    Incomplete,
    Unknown,
}

/// The mode in which keys are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layer {
    Normal,
    Visual,
}

/// Why keys are no command.
enum Fault {
    Incomplete,
    Unknown,
}

/// Reads keys as a command.
pub(super) fn parse(keys: &str, layer: Layer) -> Parsed {
    let mut keys = Keys(keys.chars().peekable());
    match keys.command(layer) {
        Ok(command) => Parsed::Command(command),
        Err(Fault::Incomplete) => Parsed::Incomplete,
        Err(Fault::Unknown) => Parsed::Unknown,
    }
}

struct Keys<'a>(Peekable<Chars<'a>>);

impl Keys<'_> {
    fn next(&mut self) -> Result<char, Fault> {
        self.0.next().ok_or(Fault::Incomplete)
    }

    fn count(&mut self) -> Option<usize> {
        let mut count = None;
        // `0` alone is a motion.
        let belongs = |count: Option<usize>, key: &char| {
            key.is_ascii_digit() && (count.is_some() || *key != '0')
        };
        while let Some(key) = self.0.next_if(|key| belongs(count, key)) {
            let digit = key.to_digit(10).map_or(0, |digit| digit as usize);
            count = Some((count.unwrap_or(0) * 10 + digit).min(MOST));
        }
        count
    }

    fn command(&mut self, layer: Layer) -> Result<Command, Fault> {
        let mut count = self.count();
        let register = match self.0.next_if_eq(&'"') {
            Some(_) => Some(self.next()?),
            None => None,
        };
        count = product(count, self.count());
        let key = self.next()?;
        let act = match layer {
            Layer::Visual => self.in_visual(key)?,
            Layer::Normal => match self.operator(key)? {
                Some(operator) => {
                    count = product(count, self.count());
                    self.operated(operator, key)?
                }
                None => self.in_normal(key)?,
            },
        };
        Ok(Command {
            count,
            register,
            act,
        })
    }

    fn operator(&mut self, key: char) -> Result<Option<Operator>, Fault> {
        Ok(match key {
            'd' => Some(Operator::Delete),
            'c' => Some(Operator::Change),
            'y' => Some(Operator::Yank),
            '>' => Some(Operator::Indent),
            '<' => Some(Operator::Outdent),
            'g' => {
                let case = match self.0.peek() {
                    None => return Err(Fault::Incomplete),
                    Some('u') => Operator::Downcase,
                    Some('U') => Operator::Upcase,
                    Some('~') => Operator::SwapCase,
                    Some(_) => return Ok(None),
                };
                self.next()?;
                Some(case)
            }
            _ => None,
        })
    }

    /// Reads what follows an operator, whose first key is `begun`.
    fn operated(&mut self, operator: Operator, begun: char) -> Result<Act, Fault> {
        let key = self.next()?;
        let last = match operator {
            Operator::Upcase => 'U',
            Operator::Downcase => 'u',
            Operator::SwapCase => '~',
            _ => begun,
        };
        match key {
            key if key == last => Ok(Act::OperateLines(operator)),
            'i' => self.object(Extent::Inner, operator),
            'a' => self.object(Extent::Around, operator),
            key => Ok(Act::Operate(operator, self.motion(key)?)),
        }
    }

    fn object(&mut self, extent: Extent, operator: Operator) -> Result<Act, Fault> {
        let object = Object::of(self.next()?).ok_or(Fault::Unknown)?;
        Ok(Act::OperateOn(operator, extent, object))
    }

    fn motion(&mut self, key: char) -> Result<Motion, Fault> {
        Ok(match key {
            'h' => Motion::Left,
            'l' | ' ' => Motion::Right,
            'j' => Motion::Down,
            'k' => Motion::Up,
            '0' => Motion::LineStart,
            '^' => Motion::LineText,
            '$' => Motion::LineEnd,
            '|' => Motion::Column,
            'w' => Motion::Word(Words::Small),
            'W' => Motion::Word(Words::Big),
            'b' => Motion::WordBack(Words::Small),
            'B' => Motion::WordBack(Words::Big),
            'e' => Motion::WordEnd(Words::Small),
            'E' => Motion::WordEnd(Words::Big),
            'g' => match self.next()? {
                'g' => Motion::First,
                'e' => Motion::WordEndBack(Words::Small),
                'E' => Motion::WordEndBack(Words::Big),
                _ => return Err(Fault::Unknown),
            },
            'G' => Motion::Last,
            '-' => Motion::TextAbove,
            '+' => Motion::TextBelow,
            '_' => Motion::TextHere,
            'f' => self.find(Side::Forward, Stop::On)?,
            'F' => self.find(Side::Back, Stop::On)?,
            't' => self.find(Side::Forward, Stop::Before)?,
            'T' => self.find(Side::Back, Stop::Before)?,
            ';' => Motion::FindAgain(Side::Forward),
            ',' => Motion::FindAgain(Side::Back),
            '%' => Motion::Pair,
            '{' => Motion::Paragraph(Side::Back),
            '}' => Motion::Paragraph(Side::Forward),
            _ => return Err(Fault::Unknown),
        })
    }

    fn find(&mut self, side: Side, stop: Stop) -> Result<Motion, Fault> {
        let wanted = self.next()?;
        Ok(Motion::Find(Find { wanted, side, stop }))
    }

    fn in_normal(&mut self, key: char) -> Result<Act, Fault> {
        use Operator::{Change, Delete, Yank};
        Ok(match key {
            'x' => Act::Operate(Delete, Motion::Right),
            'X' => Act::Operate(Delete, Motion::Left),
            'D' => Act::Operate(Delete, Motion::LineEnd),
            'C' => Act::Operate(Change, Motion::LineEnd),
            's' => Act::Operate(Change, Motion::Right),
            'S' => Act::OperateLines(Change),
            'Y' => Act::OperateLines(Yank),
            'i' => Act::Insert(InsertAt::Cursor),
            'a' => Act::Insert(InsertAt::Behind),
            'I' => Act::Insert(InsertAt::LineText),
            'A' => Act::Insert(InsertAt::LineEnd),
            'o' => Act::Insert(InsertAt::LineBelow),
            'O' => Act::Insert(InsertAt::LineAbove),
            'p' => Act::Put(Side::Forward),
            'P' => Act::Put(Side::Back),
            'r' => Act::Replace(self.next()?),
            '~' => Act::SwapCase,
            'J' => Act::Join,
            'u' => Act::Undo,
            CTRL_R => Act::Redo,
            '.' => Act::Repeat,
            'v' => Act::Visual(Shape::Characters),
            'V' => Act::Visual(Shape::Lines),
            '/' => Act::SearchHistory,
            'Z' => match self.next()? {
                'Z' => Act::Send,
                'Q' => Act::Quit,
                _ => return Err(Fault::Unknown),
            },
            'g' if self.0.next_if_eq(&'v').is_some() => Act::SelectAgain,
            key => Act::Move(self.motion(key)?),
        })
    }

    fn in_visual(&mut self, key: char) -> Result<Act, Fault> {
        use Operator::{Change, Delete, Downcase, Indent, Outdent, SwapCase, Upcase, Yank};
        use Shape::{Characters, Lines};
        let operated = |operator, shape| Act::OperateSelected(operator, shape);
        Ok(match key {
            'd' | 'x' => operated(Delete, Characters),
            'D' | 'X' => operated(Delete, Lines),
            'c' | 's' => operated(Change, Characters),
            'C' | 'S' | 'R' => operated(Change, Lines),
            'y' => operated(Yank, Characters),
            'Y' => operated(Yank, Lines),
            '>' => operated(Indent, Lines),
            '<' => operated(Outdent, Lines),
            'u' => operated(Downcase, Characters),
            'U' => operated(Upcase, Characters),
            '~' => operated(SwapCase, Characters),
            'p' | 'P' => Act::PutOverSelected,
            'r' => Act::Replace(self.next()?),
            'J' => Act::Join,
            'o' | 'O' => Act::SwapEnds,
            'v' => Act::Visual(Characters),
            'V' => Act::Visual(Lines),
            'i' => self.selected(Extent::Inner)?,
            'a' => self.selected(Extent::Around)?,
            'g' if self.0.next_if_eq(&'v').is_some() => Act::SelectAgain,
            key => Act::Move(self.motion(key)?),
        })
    }

    fn selected(&mut self, extent: Extent) -> Result<Act, Fault> {
        let object = Object::of(self.next()?).ok_or(Fault::Unknown)?;
        Ok(Act::Select(extent, object))
    }
}

fn product(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one * other).min(MOST)),
        (one, other) => one.or(other),
    }
}
