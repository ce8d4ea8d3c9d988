//! Tests of positions and words in a text of a few lines, without a pane.

use super::*;

/// Lines that each take one row on the screen.
struct Lines(Vec<&'static str>);

impl TextView for Lines {
    fn edition(&self) -> u64 {
        1
    }

    fn strips(&self, row: u16) -> Vec<RowSegment> {
        let text = self.0.get(usize::from(row));
        let strip = text.map(|text| RowSegment {
            line: id(row.into()),
            column: 2,
            lane: (0, 40),
            start: 0,
            text: (*text).to_owned(),
            ends: true,
        });
        strip.into_iter().collect()
    }

    fn line(&mut self, at: LineId) -> Option<LineText> {
        let shown = self.0.get(at.item)?.to_string();
        Some(LineText {
            shown,
            ..LineText::default()
        })
    }

    fn beside(&mut self, at: LineId, way: Way) -> Option<LineId> {
        let next = match way {
            Way::Up => at.item.checked_sub(1)?,
            Way::Down => at.item + 1,
        };
        (next < self.0.len()).then(|| id(next))
    }

    fn end(&mut self, _lane: u8, way: Way) -> Option<LineId> {
        match way {
            Way::Up => Some(id(0)),
            Way::Down => self.0.len().checked_sub(1).map(id),
        }
    }

    fn reveal(&mut self, _spot: TextPosition) {}

    fn height(&self) -> u16 {
        u16::try_from(self.0.len()).unwrap()
    }

    fn scroll_text(&mut self, _rows: isize) {}
}

fn id(item: usize) -> LineId {
    LineId {
        lane: 0,
        item,
        line: 0,
    }
}

fn at(item: usize, byte: usize) -> TextPosition {
    TextPosition {
        line: id(item),
        byte,
    }
}

#[test]
fn a_word_is_letters_digits_and_underlines_and_signs_are_another() {
    let text = "let a_1 = foo::bar(日本);";
    let word = |byte: usize| &text[word_at(text, byte)];
    assert_eq!(word(0), "let");
    assert_eq!(word(3), " ");
    assert_eq!(word(5), "a_1");
    assert_eq!(word(10), "foo");
    assert_eq!(word(13), "::");
    assert_eq!(word(text.find('本').unwrap()), "日本");
    // A position after the end means the last word.
    assert_eq!(word(text.len()), ");");
    assert_eq!(&""[word_at("", 0)], "");
}

#[test]
fn the_cluster_under_the_pointer_is_selected_whole_at_both_ends_whichever_way_it_went() {
    let mut lines = Lines(vec!["日本語 text", "", "e\u{301}nd"]);
    for (anchor, head) in [(at(0, 3), at(2, 0)), (at(2, 0), at(0, 3))] {
        let picked = Selection::new(&mut lines, anchor, head, Grain::Characters);
        let copy = copied(&mut lines, &picked);
        assert_eq!(copy.text, "本語 text\n\ne\u{301}");
        assert_eq!((copy.lines, copy.whole), (3, true));
    }
    let picked = Selection::new(&mut lines, at(0, 10), at(0, 10), Grain::Words);
    assert_eq!(copied(&mut lines, &picked).text, "text");
    let picked = Selection::new(&mut lines, at(0, 10), at(1, 0), Grain::Lines);
    assert_eq!(copied(&mut lines, &picked).text, "日本語 text\n");
}

#[test]
fn a_place_is_found_by_its_column_and_a_row_without_text_means_the_nearest_one() {
    let lines = Lines(vec!["日本", "ab"]);
    let byte = |column, row| spot_at(&lines, (column, row), None).unwrap();
    // A column left of the text gives its beginning, both cells of a wide character give that
    // character, and a column after the text gives its end.
    assert_eq!(byte(0, 0), at(0, 0));
    assert_eq!(byte(3, 0), at(0, 0));
    assert_eq!(byte(4, 0), at(0, 3));
    assert_eq!(byte(30, 0), at(0, 6));
    assert_eq!(byte(30, 9), at(1, 2));
    assert_eq!(spot_at(&lines, (0, 0), Some(3)), None, "no such lane");
}

#[test]
fn moves_by_words_and_lines_end_at_the_ends() {
    let mut lines = Lines(vec!["  one two", "", "three"]);
    let mut go = |from: TextPosition, motion| moved(&mut lines, from, motion, from.byte);
    assert_eq!(go(at(0, 2), Motion::Word), at(0, 6));
    assert_eq!(go(at(0, 6), Motion::Word), at(1, 0));
    assert_eq!(go(at(1, 0), Motion::Word), at(2, 0));
    assert_eq!(go(at(2, 0), Motion::Word), at(2, 4));
    assert_eq!(go(at(2, 0), Motion::WordBack), at(1, 0));
    assert_eq!(go(at(0, 6), Motion::WordBack), at(0, 2));
    assert_eq!(go(at(0, 6), Motion::LineStart), at(0, 0));
    assert_eq!(go(at(0, 0), Motion::LineStart), at(0, 2));
    assert_eq!(go(at(0, 0), Motion::LineEnd), at(0, 8));
    assert_eq!(go(at(0, 8), Motion::Right), at(0, 8));
    assert_eq!(go(at(0, 0), Motion::Left), at(0, 0));
    assert_eq!(go(at(0, 7), Motion::Down(2)), at(2, 4));
    assert_eq!(go(at(0, 7), Motion::Up(5)), at(0, 7));
    assert_eq!(go(at(0, 7), Motion::Bottom), at(2, 0));
}
