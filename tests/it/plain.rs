//! The line mode over a pipe: the real binary, read line by line and answered when it has asked.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::program::{Place, PlainSession, VALIDATORS};

/// The end of a question about a permission, and of one of the line mode's own.
pub(crate) const ASKED: &str = "Type a number or its word";

/// Writes a recording: each step is the model's text and the tool it calls.
fn record(place: &Place, steps: &[(&str, Option<(&str, Value)>)]) -> PathBuf {
    let header = json!({
        "cassette": 1, "made_by": "a test", "created_at": "2026-11-01T09:00:00Z",
        "provider": "ollama", "model": "recorded"
    });
    let mut lines = vec![header.to_string()];
    for (index, (text, call)) in steps.iter().enumerate() {
        let mut parts = vec![json!({"type": "text", "text": text})];
        if let Some((tool, arguments)) = call {
            parts.push(json!({"type": "call_start", "index": 0, "id": "call_1", "name": tool}));
            parts.push(json!({"type": "call_end", "index": 0, "arguments": arguments}));
        }
        let stop = if call.is_some() {
            "needs_tools"
        } else {
            "done"
        };
        parts.push(json!({"type": "done", "stop": stop}));
        lines.push(json!({"agent": "main", "step": index + 1, "parts": parts}).to_string());
    }
    let file = place.beside("answers.jsonl");
    std::fs::write(&file, lines.join("\n") + "\n").expect("a file");
    file
}

pub(crate) fn start_plain(
    place: &Place,
    mode: &str,
    steps: &[(&str, Option<(&str, Value)>)],
) -> PlainSession {
    let file = record(place, steps);
    let file = file.display().to_string();
    let words = [
        "--plain",
        "--provider",
        "replay",
        "--base-url",
        &file,
        "--model",
        "recorded",
        "--mode",
        mode,
    ];
    place.start_plain(&words)
}

fn change() -> Option<(&'static str, Value)> {
    let text = format!("{VALIDATORS}\ndef more():\n    return 1\n");
    let arguments = json!({"path": "utils/validators.py", "content": text});
    Some(("write_file", arguments))
}

fn read() -> Option<(&'static str, Value)> {
    Some(("read_file", json!({"path": "utils/validators.py"})))
}

#[tokio::test]
async fn a_change_is_asked_for_in_lines_and_a_number_writes_it() {
    let place = Place::new().await;
    let steps = [
        ("I read it first.", read()),
        ("Now I add it.", change()),
        ("It is \u{1b}[31mthere\u{1b}[0m now.", None),
    ];
    let mut session = start_plain(&place, "confirm", &steps);
    session.until("Session ").await;
    session.send("Add more()").await;
    session.until("may utils/validators.py be changed?").await;
    session.until("+ def more():").await;
    session.until(ASKED).await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("1").await;
    session.until("Agent: It is there now.").await;
    session.until("Your turn.").await;
    assert!(
        place
            .read("utils/validators.py")
            .ends_with("    return 1\n")
    );
    let said = session.end().await;
    assert_eq!(said.status, 0, "{}", said.log);
    assert!(!said.out.contains('\u{1b}'), "{}", said.out);
    assert!(said.out.contains("You: Add more()"), "{}", said.out);
    assert!(said.out.contains("Tool 1: read_file"), "{}", said.out);
}

#[tokio::test]
async fn the_lines_are_said_in_the_language_of_the_configuration_and_answered_by_the_same_number() {
    let place = Place::new().await;
    place.config("language: fr\n");
    let steps = [
        ("I read it first.", read()),
        ("Now I add it.", change()),
        ("It is there now.", None),
    ];
    let mut session = start_plain(&place, "confirm", &steps);
    session.until("Session ").await;
    session.send("Add more()").await;
    session.until("modifier utils/validators.py").await;
    session.until("Taper un numéro ou son mot").await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("1").await;
    session.until("À vous.").await;
    let written = place.read("utils/validators.py");
    assert!(written.ends_with("    return 1\n"), "{written}");
    let said = session.end().await;
    assert_eq!(said.status, 0, "{}", said.log);
    let risk = "Risque\u{a0}: moyen\u{a0}: change un fichier dans l’espace de travail.";
    assert!(said.out.contains(risk), "{}", said.out);
    assert!(said.out.contains("Réponse\u{a0}: oui."), "{}", said.out);
}

#[tokio::test]
async fn lines_that_were_sent_before_a_question_are_messages_and_its_end_refuses_it() {
    let place = Place::new().await;
    let steps = [
        ("I read it first.", read()),
        ("Now I add it.", change()),
        ("I see.", None),
        ("Yes what?", None),
        ("One what?", None),
        ("And so on.", None),
    ];
    let mut session = start_plain(&place, "confirm", &steps);
    // Everything arrives at once and the input ends: the sender has not seen any question.
    session.send("Add more()\nyes\n1\ny").await;
    let said = session.end().await;
    assert_eq!(
        place.read("utils/validators.py"),
        VALIDATORS,
        "{}",
        said.out
    );
    assert!(said.out.contains("You: yes"), "{}", said.out);
    assert!(said.out.contains("nobody there"), "{}", said.out);
}

#[tokio::test]
async fn what_is_proposed_is_reviewed_written_and_taken_back_by_line_commands() {
    let place = Place::new().await;
    let steps = [
        ("I read it first.", read()),
        ("Now I add it.", change()),
        ("It waits for you.", None),
    ];
    let mut session = start_plain(&place, "review", &steps);
    session.until("Session ").await;
    session.send("Add more()").await;
    session.until("to review, not on disk yet: /review").await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("/review").await;
    session.until("1.1 proposed:").await;
    session.until("\"back\" leaves.").await;
    session.send("show 1.1").await;
    session.until("+ def more():").await;
    session.send("take 1.1").await;
    session.until("Review: ").await;
    session.send("apply").await;
    session.until("Apply 1 change in 1 file?").await;
    session.until(ASKED).await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("yes").await;
    session.until("Note: applied: 1 file").await;
    assert!(
        place
            .read("utils/validators.py")
            .ends_with("    return 1\n")
    );
    session.send("/rollback").await;
    session.until("Nothing is done yet.").await;
    session.send("go").await;
    session.until(ASKED).await;
    session.send("1").await;
    session.until("Rolled back on the disk.").await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("/rollback undo").await;
    session.until(ASKED).await;
    session.send("yes").await;
    session.until("Undone: ").await;
    session.until("undone and written: 1 file").await;
    assert!(
        place
            .read("utils/validators.py")
            .ends_with("    return 1\n")
    );
    let said = session.end().await;
    assert_eq!(said.status, 0, "{}", said.log);
}

#[tokio::test]
async fn the_configuration_opens_it_too_and_a_second_one_attaches_and_hears_the_first() {
    let place = Place::new().await;
    place.config("interface: plain\n");
    let file = record(&place, &[("Hello to both.", None)]);
    let file = file.display().to_string();
    let words = [
        "--provider",
        "replay",
        "--base-url",
        &file,
        "--model",
        "recorded",
    ];
    let mut first = place.start_plain(&words);
    first.until("Session ").await;
    let mut second = place.start_plain(&words);
    // The order of the two is undefined.
    let both = ["Attached to the agentichat of process", "Session "];
    second.until_all(&both).await;
    first.send("Hello").await;
    first.until("Agent: Hello to both.").await;
    second.until("You: Hello").await;
    second.until("Agent: Hello to both.").await;
    second.end().await;
    let said = first.end().await;
    assert_eq!(said.status, 0, "{}", said.log);
}

#[tokio::test]
async fn what_cannot_be_sent_is_told_before_the_end() {
    let place = Place::new().await;
    let nobody = "providers.ollama.base_url=http://127.0.0.1:9";
    let mut session = place.start_plain(&["--plain", "--set", nobody]);
    session.send("Hello").await;
    let said = session.end().await;
    assert!(said.out.contains("Refused: "), "{}", said.out);
    assert!(!said.out.contains("The agent works."), "{}", said.out);
}

#[tokio::test]
async fn lines_that_come_at_once_are_answered_in_their_order() {
    let place = Place::new().await;
    let steps = [
        ("I read it first.", read()),
        ("Now I add it.", change()),
        ("It waits for you.", None),
    ];
    let mut session = start_plain(&place, "review", &steps);
    session.until("Session ").await;
    session.send("Add more()").await;
    session.until("to review, not on disk yet: /review").await;
    session.send("/review\ntake 1.1\nsave").await;
    session.until("Apply 1 change in 1 file?").await;
    session.until(ASKED).await;
    assert_eq!(place.read("utils/validators.py"), VALIDATORS);
    session.send("yes").await;
    session.until("Note: applied: 1 file").await;
    let said = session.end().await;
    let at = |words: &str| {
        let found = said.out.find(words);
        found.unwrap_or_else(|| panic!("{words} is not in {}", said.out))
    };
    let (listed, taken) = (at("1.1 proposed"), at("Review: accepted 1 hunk"));
    assert!(
        listed < taken && taken < at("Apply 1 change in 1 file?"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("Nothing is listed"), "{}", said.out);
}

#[tokio::test]
async fn the_demos_message_is_sent_by_its_word_though_it_came_before_the_question() {
    let place = Place::new().await;
    let mut session = place.start_plain(&["--plain", "--demo"]);
    session.send("send").await;
    session.until("You: Greetings must end").await;
    session.until("may this command run?").await;
    session.send("/checkpoints").await;
    session
        .until("Checkpoint 1: before: Greetings must end")
        .await;
    let said = session.end().await;
    assert!(!said.out.contains("You: send"), "{}", said.out);
}

#[tokio::test]
async fn another_message_at_the_end_of_the_demo_is_told_that_it_is_over_and_what_to_do() {
    let place = Place::new().await;
    let mut session = place.start_plain(&["--plain", "--demo", "--mode", "passthrough"]);
    session.send("send").await;
    // A command of high risk is asked about in every mode.
    session.until("git reset --hard").await;
    session.until("Only the word allows it.").await;
    session.send("no").await;
    session.until("did not run, so nothing is lost").await;
    session.until("Your turn.").await;
    session.send("And now?").await;
    session.until("the demo is over").await;
    session.until("Your turn.").await;
    let said = session.end().await;
    assert!(said.out.contains("/quit leaves it"), "{}", said.out);
    assert!(
        !said.out.contains("the recording ends here"),
        "{}",
        said.out
    );
}

#[tokio::test]
async fn help_and_mistakes_are_told_in_the_language_of_the_flag_the_configuration_or_the_environment()
 {
    let place = Place::new().await;
    let english = place.agentichat(&["run", "--help"], &[]).await;
    assert!(english.out.contains("Usage: agentichat run"), "{english:?}");
    let french = [("AGENTICHAT_LANGUAGE", "fr")];
    let by_variable = place.agentichat(&["run", "--help"], &french).await;
    assert!(
        by_variable
            .out
            .contains("Utilisation\u{a0}: agentichat run"),
        "{by_variable:?}"
    );
    assert_eq!((by_variable.status, by_variable.log.as_str()), (0, ""));
    place.config("language: fr\n");
    let by_config = place.agentichat(&["run", "--help"], &[]).await;
    assert_eq!(by_config.out, by_variable.out);
    let wrong = place
        .agentichat(&["--modle", "x", "--set", "language=pt"], &[])
        .await;
    assert_eq!(wrong.status, 2, "{wrong:?}");
    assert!(
        wrong
            .log
            .starts_with("agentichat: argumento desconhecido “--modle”"),
        "{wrong:?}"
    );
    // Machine-readable output is not translated.
    let json = place.run(&["--json", "--modle", "x"], &french).await;
    assert!(
        json.only_error().contains("unexpected argument '--modle'"),
        "{json:?}"
    );
}

#[tokio::test]
async fn a_config_that_turns_the_sandbox_off_is_kept_and_told_once() {
    let place = Place::new().await;
    let told = "The sandbox is off";
    let starts = async |config: &str| {
        place.config(config);
        let mut session = start_plain(&place, "review", &[("Hello.", None)]);
        session.until("Session ").await;
        let said = session.end().await;
        format!("{}{}", said.out, said.log)
    };
    assert!(!starts("sandbox: auto\n").await.contains(told));
    let first = starts("sandbox: off\n").await;
    assert!(
        first.contains(told) && first.contains("config.yaml"),
        "{first}"
    );
    assert!(!starts("sandbox: off\n").await.contains(told));
    let kept = std::fs::read_to_string(place.beside("home/.config/agentichat/config.yaml"));
    assert_eq!(kept.expect("the file"), "sandbox: off\n");
}
