use super::worker::Grammars;
use super::*;

fn roles(language: &str, text: &str) -> Vec<(String, Role)> {
    let block = CodeBlock::new(language, text);
    let made = Grammars::load().colour(&block);
    text.lines()
        .enumerate()
        .flat_map(|(number, line)| {
            made.line(number as u32)
                .iter()
                .map(|token| {
                    let part = &line[token.start as usize..token.end as usize];
                    (part.to_owned(), token.role)
                })
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn scopes_become_roles() {
    let found = roles("bash", "# note\nif true; then echo \"x\"; fi");
    assert!(
        found.contains(&("# note".into(), Role::SynComment)),
        "{found:?}"
    );
    assert!(
        found.contains(&("if".into(), Role::SynKeyword)),
        "{found:?}"
    );
    assert!(
        found.contains(&("\"x\"".into(), Role::SynString)),
        "{found:?}"
    );
}

#[test]
fn an_unknown_language_stays_plain() {
    assert!(roles("nosuchlanguage", "let x = 1;").is_empty());
    assert!(roles("", "let x = 1;").is_empty());
}

#[test]
fn nothing_past_the_last_column_is_coloured() {
    let text = format!("# {}", "é".repeat(MAX_COLUMN));
    let made = Grammars::load().colour(&CodeBlock::new("bash", text.as_str()));
    let end = made.line(0).last().unwrap().end as usize;
    assert!(end <= MAX_COLUMN);
    assert!(text.is_char_boundary(end));
}

#[test]
fn a_block_of_too_many_lines_stays_plain() {
    let text = "# x\n".repeat(MAX_LINES + 1);
    let made = Grammars::load().colour(&CodeBlock::new("bash", text));
    assert_eq!(made, Highlighted::plain(made.key));
}

#[test]
fn colours_come_from_the_worker_by_callback() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut colours = Colours::with_worker(move |made| {
        sender.send(made).ok();
    });
    let block = CodeBlock::new("bash", "# x");
    colours.want(&block);
    assert!(
        colours.line(block.key, 0).is_empty(),
        "plain until they come"
    );
    colours.want(&block);
    let made = receiver.recv().unwrap();
    colours.accept(made);
    assert_eq!(colours.line(block.key, 0)[0].role, Role::SynComment);
    drop(colours);
    assert!(
        receiver.recv().is_err(),
        "asked twice, made once, and the thread ended"
    );
}

#[test]
fn the_cache_keeps_what_was_used_last() {
    let mut colours = Colours::none();
    let first = CodeBlock::new("bash", "first");
    colours.accept(Highlighted::plain(first.key));
    for number in 0..(MAX_BLOCKS as u64 * 2) {
        colours.accept(Highlighted::plain(number));
        colours.want(&first);
    }
    assert!(colours.knows(first.key));
    assert!(colours.kept.len() <= MAX_BLOCKS);
}

#[test]
fn the_language_of_a_file_is_its_ending_or_its_name() {
    assert_eq!(language_of("src/a.rs"), "rs");
    assert_eq!(language_of("x/Makefile"), "Makefile");
    assert_eq!(language_of(".bashrc"), ".bashrc");
}
