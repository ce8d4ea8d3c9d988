//! Tests of commands in the editor: the workspace's own are completed beside the built-in ones and
//! sent as messages; short names run on the first Enter.

use super::*;
use notice::Notice;
use protocol::custom::CustomCommand;

fn own(name: &str, body: &str) -> CustomCommand {
    CustomCommand {
        server: None,
        name: name.into(),
        help: "Look at a change".into(),
        arguments: "<branch>".into(),
        body: body.into(),
    }
}

fn told(harness: &mut TuiHarness, problems: &[&str]) {
    let commands = vec![own("look", "Look at $1."), own("help", "never")];
    harness.app.reply(
        &Query::CustomCommands,
        Reply::CustomCommands {
            commands,
            problems: problems.iter().map(|one| Notice::text(*one)).collect(),
        },
    );
}

fn typed(harness: &mut TuiHarness, text: &str) {
    for letter in text.chars() {
        let name = if letter == ' ' {
            "Space".to_owned()
        } else {
            letter.to_string()
        };
        harness.press(&name);
    }
}

#[test]
fn an_own_command_is_sent_as_its_text() {
    let mut harness = TuiHarness::furnished(120, 40);
    told(&mut harness, &[]);
    typed(&mut harness, "/look main");
    harness.orders();
    harness.press("Enter");
    let sent: Vec<_> = harness
        .orders()
        .into_iter()
        .filter_map(|order| match order {
            Command::SendMessage { text, .. } => Some(text),
            _ => None,
        })
        .collect();
    assert_eq!(sent, ["Look at main."]);
}

#[test]
fn no_file_takes_the_place_of_a_built_in_command() {
    let mut harness = TuiHarness::furnished(120, 40);
    told(&mut harness, &[]);
    typed(&mut harness, "/help");
    harness.orders();
    harness.press("Enter");
    let orders = harness.orders();
    let sends = |order: &Command| matches!(order, Command::SendMessage { .. });
    assert!(!orders.iter().any(sends), "{orders:?}");
    // The list of commands includes the workspace's own.
    let listed = orders.iter().any(
        |order| matches!(order, Command::AddNotice { text, .. } if text.contains("/look <branch>")),
    );
    assert!(listed, "{orders:?}");
}

#[test]
fn the_popup_offers_them_behind_the_slash() {
    let mut harness = TuiHarness::furnished(120, 40);
    typed(&mut harness, "/lo");
    assert!(
        harness
            .effects
            .contains(&Effect::Ask(Query::CustomCommands))
    );
    told(&mut harness, &[]);
    let text = harness.text();
    assert!(
        text.contains("/look <branch>") && text.contains("Look at a change"),
        "{text}"
    );
}

#[test]
fn what_is_wrong_with_a_file_is_said_once() {
    let mut harness = TuiHarness::furnished(120, 40);
    told(&mut harness, &["x y.md: a name has no blanks"]);
    assert!(harness.text().contains("commands: x y.md"));
    harness.press("a");
    told(&mut harness, &["x y.md: a name has no blanks"]);
    assert!(!harness.text().contains("commands: x y.md"));
}

#[test]
fn new_starts_a_session_and_init_speaks_to_the_agent_on_the_first_enter() {
    let mut harness = TuiHarness::furnished(120, 40);
    typed(&mut harness, "/new");
    harness.orders();
    harness.press("Enter");
    let orders = harness.orders();
    let creates = |order: &Command| matches!(order, Command::CreateSession { .. });
    assert!(orders.iter().any(creates), "{orders:?}");
    typed(&mut harness, "/init");
    harness.press("Enter");
    let orders = harness.orders();
    let asks = |order: &Command| matches!(order, Command::SendMessage { text, .. } if text.starts_with("Write AGENTS.md"));
    assert!(orders.iter().any(asks), "{orders:?}");
}

#[test]
fn copy_takes_an_answer_by_its_number() {
    let mut harness = TuiHarness::furnished(120, 40);
    for (id, text) in [(91, "One **bold**."), (92, "Two.")] {
        harness.fact(EventKind::MessageAdded {
            message: message(id, Role::Assistant, text),
        });
    }
    let mut copied = |line: &str| {
        harness.input(InputKind::Paste(line.into()));
        harness.effects.clear();
        harness.press("Enter");
        let effects = harness.effects.iter();
        let mut texts = effects.filter_map(|effect| match effect {
            Effect::Copy(text) => Some(text.clone()),
            _ => None,
        });
        texts.next()
    };
    assert_eq!(copied("/copy").as_deref(), Some("Two."));
    assert_eq!(copied("/copy 2").as_deref(), Some("One **bold**."));
    assert_eq!(copied("/copy 99"), None);
    assert!(harness.text().contains("no such answer"));
}
